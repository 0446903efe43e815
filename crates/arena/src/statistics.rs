//! Statistics of game results: Elo with error bars, likelihood of superiority, and the sequential test.
//!
//! ```
//! use plywood_arena::statistics::{Outcomes, Sprt};
//!
//! // Pairs of games that scored 0, ½, 1, 1½ and 2 points.
//! let pairs = Outcomes([3, 15, 40, 25, 7]);
//! assert_eq!(pairs.total(), 90);
//! assert_eq!(pairs.elo().to_string(), "+34.9 [+1.7, +68.7]");
//! assert!(pairs.los() > 0.98);
//! let test = Sprt::new(0.0, 10.0);
//! assert_eq!(test.decision(test.llr(&pairs)), None);
//! ```

mod distributions;
mod estimate;
mod hypothesis;
mod outcomes;
mod sprt;
mod ratings;

pub use distributions::normal_distribution;
pub use estimate::{Estimate, elo_of_score, score_of_elo};
pub use outcomes::{Outcomes, Pentanomial, Trinomial};
pub use ratings::{Encounter, ratings};
pub use sprt::{Decision, Scale, Sprt, SprtError};
