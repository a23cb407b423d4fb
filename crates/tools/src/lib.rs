//! What the other crates would else write again, each in a slightly different way. Nothing here knows about planning.
//!
//! ```
//! use std::io::Write;
//! use tools::whole_file;
//!
//! let path = std::env::temp_dir().join(format!("hstar-tools-{}", std::process::id()));
//! whole_file::write(&path, |out| writeln!(out, "all of it"))?;
//! assert_eq!(std::fs::read_to_string(&path)?, "all of it\n");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod whole_file;
