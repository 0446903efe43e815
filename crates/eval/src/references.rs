//! References to the evaluators of this crate are evaluators: `AlphaBeta::new(&evaluator)` works with each of them.
//!
//! A reference to any other evaluator is passed as [`Borrowed`](crate::Borrowed), which says why.

use crate::classical::{Classical, ThemeEvaluator};
use crate::endings::WithEndings;
use crate::evaluator::Evaluator;
use crate::material::Material;
use crate::mobility::Mobility;
use crate::score::Score;
use crate::session::Session;
use crate::sides::Sides;
use crate::weighted::Weighted;
use plywood_core::Position;

macro_rules! judge_by_reference {
    ($($evaluator:ty),*) => {
        $(impl Evaluator<Position> for &$evaluator {
            #[inline]
            fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
                (**self).evaluate_in(position, session)
            }
        })*
    };
}

judge_by_reference!(Material, Mobility, Classical, ThemeEvaluator);

impl<P: Sides> Evaluator<P> for &Weighted<P> {
    fn evaluate_in(&self, position: &P, session: &mut Session) -> Score {
        (**self).evaluate_in(position, session)
    }
}

impl<E: Evaluator<Position>> Evaluator<Position> for &WithEndings<E> {
    #[inline]
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        (**self).evaluate_in(position, session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    struct Search<E>(E);

    impl<E: Evaluator<Position>> Search<E> {
        fn score(&self) -> Score {
            self.0.evaluate(&Position::START)
        }
    }

    #[test]
    fn one_evaluator_serves_several_searches_by_reference() {
        let blogchess = presets::blogchess();
        let searches = [Search(&blogchess), Search(&blogchess)];
        assert_eq!(searches.map(|search| search.score()), [Score::DRAW; 2]);
        assert_eq!(Search(blogchess.inner()).score(), Score::DRAW);
        let material = Material::default();
        assert_eq!(Search(&material).score(), Score::DRAW);
    }
}
