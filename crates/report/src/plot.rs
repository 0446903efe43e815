//! Plots as SVG: curves over depth, and rows of bars or of estimates with intervals.
//!
//! A plot follows the reader's light or dark theme, labels its curves where they end, and uses colors that color-blind readers can
//! distinguish. It is self-contained, as a file or as part of a page.
//!
//! ```
//! use plywood_report::plot::{Curve, CurvePlot, Unit};
//!
//! let minimax = Curve::new("minimax", [(1.0, 31.0), (2.0, 900.0), (3.0, 27_000.0)]);
//! let alpha_beta =
//!     Curve::new("alpha-beta", [(1.0, 31.0), (2.0, 90.0), (3.0, 1_900.0)]);
//! let plot = CurvePlot::new("Nodes visited", "depth", Unit::Count)
//!     .curve(minimax)
//!     .curve(alpha_beta);
//! let svg = plot.picture().standalone();
//! assert!(svg.starts_with("<svg ") && svg.contains("alpha-beta"));
//! ```

mod unit;
mod scale;
mod picture;
mod layout;
mod curves;
mod rows;

pub use curves::{Curve, CurvePlot, CurvePoint};
pub(crate) use picture::{COLORS, STYLE, color};
pub use picture::{Picture, escaped};
pub use rows::{Row, RowPlot};
pub use unit::Unit;
