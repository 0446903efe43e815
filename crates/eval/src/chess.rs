//! Evaluators for chess. White is the first side.

mod sets;
mod pawns;
mod material;
mod mobility;
mod endings;
mod classical;
mod explain;
mod questions;
mod worth;
pub mod evaluators;

pub use self::classical::Classical;
pub use self::classical::features::{Feature, Theme};
pub use self::classical::tapered::{Blend, Tapered};
pub use self::classical::weights::Weights;
pub use self::endings::WithEndings;
pub use self::explain::{ExplainedFeature, Explanation};
pub use self::material::Material;
pub use self::mobility::Mobility;
pub use self::questions::{
    Answered, Answers, CenterAnswer, KingAnswer, PassedPawn, PawnAnswer, PieceMoves, Threatened,
};
pub use self::worth::PieceWorth;
pub use plywood_core::PieceValues;

use crate::evaluator::{Evaluator, ask_behind_pointer};
use crate::score::Score;
use crate::session::Session;
use crate::sides::{Side, Sides};
use plywood_core::{Color, Position};

impl From<Color> for Side {
    #[inline]
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::First,
            Color::Black => Self::Second,
        }
    }
}

impl From<Side> for Color {
    #[inline]
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::White,
            Side::Second => Self::Black,
        }
    }
}

impl Sides for Position {
    #[inline]
    fn to_move(&self) -> Side {
        self.side_to_move().into()
    }

    fn mirrored(&self) -> Self {
        self.flip_colors()
    }
}

ask_behind_pointer! {
    [] &Material => Position,
    [] &Mobility => Position,
    [] &Classical => Position,
    [E: Evaluator<Position>] &WithEndings<E> => Position,
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Search<E>(E);

    impl<E: Evaluator<Position>> Search<E> {
        fn score(&self) -> Score {
            self.0.evaluate(&Position::START)
        }
    }

    #[test]
    fn one_evaluator_serves_several_searches_by_reference() {
        let blogchess = evaluators::blogchess();
        let searches = [Search(&blogchess), Search(&blogchess)];
        assert_eq!(searches.map(|search| search.score()), [Score::DRAW; 2]);
        assert_eq!(Search(blogchess.inner()).score(), Score::DRAW);
        let material = Material::default();
        assert_eq!(Search(&material).score(), Score::DRAW);
    }
}
