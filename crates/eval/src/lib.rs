//! Judging a position: [`Score`], the [`Evaluator`] trait, and evaluators that can be put together.
//!
//! Nothing here searches, prints or keeps time. An evaluator is a function from a position, of any type, to a score
//! from the side to move's view; a closure is one.
//!
//! ```
//! use plywood_eval::{Evaluator, Score};
//!
//! // A position can be any type: here, how many matches are left on the table.
//! let parity = |matches: &u32| Score::centipawns(if matches % 4 == 0 { -100 } else { 100 });
//! assert_eq!(parity.evaluate(&8).to_string(), "-1.00");
//! ```
#![warn(clippy::print_stdout)]

mod score;
mod score_text;

mod sides;

mod evaluator;
mod symmetry;
mod weighted;

mod random;

mod chess;
mod material;
mod side_not_to_move;
mod mobility;
mod endings;
pub mod presets;

mod sets;
mod tapered;
mod theme;
mod squares;
mod features;
mod weights;
mod feature_sink;
mod pawns;
mod player_view;
mod themes;
mod classical;
mod explain;
mod questions;
pub mod evaluators;

pub use classical::{Classical, ThemeEvaluator, Trace};
pub use endings::WithEndings;
pub use evaluator::{Borrowed, Evaluator, WhiteView};
pub use explain::{ExplainedFeature, Explanation};
pub use features::Feature;
pub use material::{Material, PieceValues};
pub use mobility::Mobility;
pub use questions::{
    Answers, CenterAnswer, KingAnswer, PassedPawn, PawnAnswer, PieceMoves, Threatened,
};
pub use random::{RandomByKey, RandomEvaluator};
pub use score::{Score, Verdict};
pub use score_text::ParseScoreError;
pub use sides::{Side, Sides};
pub use symmetry::{Asymmetry, check_symmetry};
pub use tapered::{Blend, Tapered};
pub use theme::Theme;
pub use weighted::{Breakdown, BreakdownRow, Term, Weighted};
pub use weights::Weights;
