#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]
#![expect(
    clippy::inline_always,
    reason = "an evaluation must be compiled as one function for each processor"
)]

mod score;

mod sides;

mod session;
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
mod pawn_table;
mod classical;
mod explain;
mod questions;
pub mod evaluators;
mod references;

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
pub use score::{ParseScoreError, Score, Verdict};
pub use session::Session;
pub use sides::{Side, Sides};
pub use symmetry::{Asymmetry, check_symmetry};
pub use tapered::{Blend, Tapered};
pub use theme::Theme;
pub use weighted::{Breakdown, BreakdownRow, Term, Weighted};
pub use weights::Weights;
