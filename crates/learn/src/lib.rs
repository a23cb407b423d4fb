//! Data sets, features, models, losses, training, and models fast enough for search.

pub mod data;
pub mod network;
