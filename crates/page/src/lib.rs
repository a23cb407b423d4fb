//! Self-contained pages for the browser: a frame, tables that sort, and plots. They have a light and a dark version,
//! fit phones and paper, and show the same content without their script.
//!
//! ```
//! use page::{Page, Plot, Section, Series, Side, Style};
//!
//! let points = vec![(10.0, 0.5), (1000.0, 0.9)];
//! let plot = Plot {
//!     title: "Coverage".to_owned(),
//!     x: Side::logarithmic("evaluations"),
//!     y: Side::linear("share of problems solved"),
//!     series: vec![Series { name: "ff".to_owned(), style: Style::Line, points }],
//! };
//! let section = Section::new("plots", "Plots", page::plots([plot.figure("coverage")]));
//! let html = Page { title: "A report", sections: vec![section], ..Page::default() }.html();
//! assert!(html.contains("10²") && html.contains("</html>"));
//! ```

mod document;
pub mod escape;
mod plot;
mod table;

pub use document::{Page, Section};
pub use plot::axis::{Axis, range};
pub use plot::frame;
pub use plot::frame::Frame;
pub use plot::mark::{Mark, SHAPES};
pub use plot::{Plot, Series, Side, Style, plots};
pub use table::{Column, table};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
