//! SAS+ files: Fast Downward's text form of a ground task, version 3.

mod lines;
mod read;
mod write;

pub use lines::SasError;
pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests;
