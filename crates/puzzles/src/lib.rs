//! State spaces written by hand: sliding tiles, pancakes, blocks.

mod packed;
pub mod tiles;
mod walk;

pub use packed::{FromScratch, Packed, Rooted};
pub use walk::walk;
