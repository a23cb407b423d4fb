//! Distributions over h*, their numerics, and how a search reads them.
//!
//! A learned heuristic answers with a [`Belief`]: a probability distribution over h*(s), the cost of a cheapest plan
//! from state s. A search never sees it: a [`Reader`] turns it into a [`search::Estimate`].
//!
//! ```
//! use belief::{Belief, Calibration, Reading, TruncatedGaussian};
//!
//! // A model says 12 ± 2, but an admissible heuristic says that it is at least 14.
//! let belief = Belief::Truncated(TruncatedGaussian::new(12.0, 2.0, 14.0, f64::INFINITY)?);
//! let reader = "mean".parse::<Reading>()?.reader(&Calibration::default())?;
//! assert_eq!(reader.read(&belief).h, 15.050_27);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three papers are cited by equation: *bounds* (Núñez-Molina, Asai, Mesejo and Fernández-Olivares, "On using
//! admissible bounds for learning forward search heuristics"), *confidence* (Heller, Ferber, Bitterwolf, Hein and
//! Hoffmann, "Neural network heuristic functions: taking confidence into account") and *likely-admissible* (Marom
//! and Rosman, "Utilising uncertainty for efficient learning of likely-admissible heuristics").

#![forbid(unsafe_code)]

mod admissibility;
mod belief;
mod calibration;
mod categorical;
mod dial;
mod distribution;
mod gaussian;
mod invalid;
pub mod normal;
mod point;
mod quadrature;
mod reading;
mod scaled;
mod truncated;
mod trust;

pub use admissibility::Admissibility;
pub use belief::Belief;
pub use calibration::Calibration;
pub use categorical::{Categorical, Target, cross_entropy, cross_entropy_gradient, softmax};
pub use dial::{Deviations, Dial, deviation, promised};
pub use distribution::Distribution;
pub use gaussian::{Gaussian, Gradient};
pub use invalid::Invalid;
pub use point::Point;
pub use reading::{FORMS, Form, NotCalibrated, ParseReadingError, Reader, Reading, Value};
pub use scaled::{Bounds, PHI_BOUNDS, Scaled};
pub use truncated::{OPEN, TruncatedGaussian};
pub use trust::{CostGroup, Percentiles, Threshold, Thresholds, Trust};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
