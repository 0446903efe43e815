#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]
#![cfg_attr(
    feature = "chess",
    expect(
        clippy::inline_always,
        reason = "an evaluation must be compiled as one function for each processor"
    )
)]

mod score;
mod sides;
mod session;
mod evaluator;
mod weights_json;
mod linear;
mod weighted;
mod fit;
mod random;
#[cfg(feature = "chess")]
mod chess;

#[cfg(feature = "chess")]
pub use chess::{
    Answered, Answers, Blend, CenterAnswer, Classical, ExplainedFeature, Explanation, Feature,
    KingAnswer, Material, Mobility, PassedPawn, PawnAnswer, PieceMoves, PieceValues, PieceWorth,
    Tapered, Theme, Threatened, Weights, WithEndings, evaluators,
};
pub use evaluator::{Asymmetry, Borrowed, Evaluator, Portrait, Scale, WhiteView, check_symmetry};
pub use fit::{Fit, FitErrors, Fitted, FittedWeight, GameResult, Sample};
pub use linear::{Breakdown, BreakdownRow, Linear, NamedWeights, WeightsError};
pub use random::RandomEvaluator;
pub use score::{ParseScoreError, Score, ScoreKind};
pub use session::Session;
pub use sides::{Side, Sides};
pub use weighted::Weighted;
