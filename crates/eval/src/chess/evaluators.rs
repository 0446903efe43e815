//! Chess evaluators by name, for command lines and services, including those of published programs.
//!
//! ```
//! use plywood_eval::{Evaluator, evaluators};
//! use plywood_core::Position;
//!
//! for name in evaluators::names() {
//!     let evaluator = evaluators::by_name(name)?;
//!     println!("{name:<12}{}", evaluator.evaluate(&Position::START));
//! }
//! # Ok::<(), plywood_eval::evaluators::UnknownEvaluator>(())
//! ```

use crate::chess::classical::Classical;
use crate::chess::endings::WithEndings;
use crate::chess::material::Material;
use crate::chess::mobility::Mobility;
use crate::evaluator::Evaluator;
use crate::linear::Linear;
use crate::random::RandomEvaluator;
use crate::weighted::Weighted;
use plywood_core::{PieceValues, Position};
use thiserror::Error;

/// A chess evaluator chosen at run time; it can be sent to other threads.
pub type BoxedEvaluator = Box<dyn Evaluator<Position> + Send + Sync>;

/// A chess evaluator with weights, chosen at run time.
pub type AnyLinear = Box<dyn Linear<Position> + Send + Sync>;

/// The error for a name that no evaluator has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no evaluator {name:?}; the evaluators are {}", names().collect::<Vec<_>>().join(", "))]
pub struct UnknownEvaluator {
    /// The given name.
    pub name: String,
}

/// Returns the names that [`by_name`] knows, the simplest evaluator first.
pub fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name)
}

/// Returns a short description of an evaluator's terms, by its name.
#[must_use]
pub fn describe(name: &str) -> Option<&'static str> {
    find(name).ok().map(|known| known.about)
}

/// Returns the evaluator with that name.
///
/// # Errors
/// [`UnknownEvaluator`], which lists the known names.
pub fn by_name(name: &str) -> Result<BoxedEvaluator, UnknownEvaluator> {
    find(name).map(|known| -> BoxedEvaluator {
        match known.make {
            Make::Linear(make) => make(),
            Make::Other(make) => make(),
        }
    })
}

/// Returns the evaluator with that name, if it has weights that can be [fitted](crate::Fit).
#[must_use]
pub fn linear_by_name(name: &str) -> Option<AnyLinear> {
    match find(name).ok()?.make {
        Make::Linear(make) => Some(make()),
        Make::Other(_) => None,
    }
}

fn find(name: &str) -> Result<&'static NamedEvaluator, UnknownEvaluator> {
    let found = KNOWN.iter().find(|known| known.name == name);
    found.ok_or_else(|| UnknownEvaluator {
        name: name.to_owned(),
    })
}

struct NamedEvaluator {
    name: &'static str,
    about: &'static str,
    make: Make,
}

/// Makes an evaluator, with weights or without.
enum Make {
    Linear(fn() -> AnyLinear),
    Other(fn() -> BoxedEvaluator),
}

const KNOWN: [NamedEvaluator; 5] = [
    NamedEvaluator {
        name: "random",
        about: "a random number for each position",
        make: Make::Other(|| Box::new(RandomEvaluator::new(0, 100, Position::key))),
    },
    NamedEvaluator {
        name: "material",
        about: "the values of the pieces",
        make: Make::Linear(|| Box::new(Material::default())),
    },
    NamedEvaluator {
        name: "swift",
        about: "material, as in a post of 2024",
        make: Make::Linear(|| Box::new(swift())),
    },
    NamedEvaluator {
        name: "blogchess",
        about: "material and mobility, from two posts of 2014",
        make: Make::Linear(|| Box::new(blogchess())),
    },
    NamedEvaluator {
        name: "classical",
        about: "material, squares, pawns, mobility and king safety, by the phase of the game",
        make: Make::Linear(|| Box::new(Classical::default())),
    },
];

/// Returns the evaluator of BlogChess: material at 1, 3, 3, 5 and 9 pawns, 0.05 pawns for each legal move, mate and stalemate.
///
/// ```
/// use plywood_eval::{Evaluator, Linear, evaluators};
/// use plywood_core::Position;
///
/// let position: Position =
///     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// let blogchess = evaluators::blogchess();
/// assert_eq!(blogchess.evaluate(&position).to_string(), "0.00");
/// assert_eq!(blogchess.breakdown(&position).rows[5].counts, [29.0, 29.0]);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn blogchess() -> WithEndings<Weighted<Position>> {
    WithEndings::new(
        Weighted::new()
            .with("material", Material::new(PieceValues::BLOGCHESS))
            .with("mobility", Mobility::pawns_per_move(0.05)),
    )
}

/// Returns the evaluator of the Swift program: material at 1, 3, 3.25, 5 and 9 pawns and nothing else, not even mate.
#[must_use]
pub const fn swift() -> Material {
    Material::new(PieceValues::SWIFT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use plywood_core::Move;

    #[test]
    fn every_listed_name_is_found() {
        for name in names() {
            assert!(by_name(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_breakdown_adds_up_to_the_score() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 5 4";
        let position: Position = fen.parse().unwrap();
        for name in names() {
            let Some(linear) = linear_by_name(name) else {
                continue;
            };
            let score = linear.evaluate(&position);
            let total = linear.themes(&position).total();
            // Each classical theme is rounded separately.
            let rounding = score.minus(total).as_centipawns().unwrap().abs();
            assert!(rounding <= 5, "{name}: {score} and {total}");
        }
    }

    #[test]
    fn the_error_for_an_unknown_name_lists_the_known_ones() {
        let error = by_name("Material").err().unwrap().to_string();
        assert_eq!(
            error,
            "there is no evaluator \"Material\"; the evaluators are random, material, swift, blogchess, classical"
        );
    }

    /// Runs the simplest search and returns the best move, its value, and the number of evaluated leaves.
    fn negamax(
        position: &Position,
        depth: u32,
        evaluator: &impl Evaluator<Position>,
    ) -> (Option<Move>, Score, u64) {
        let moves = position.legal_moves();
        if depth == 0 || moves.is_empty() {
            return (None, evaluator.evaluate(position), 1);
        }
        let mut best = (None, Score::LOWEST);
        let mut leaves = 0;
        for &mv in &moves {
            let (_, reply, visited) = negamax(&position.play_unchecked(mv), depth - 1, evaluator);
            leaves += visited;
            if -reply > best.1 {
                best = (Some(mv), -reply);
            }
        }
        (best.0, best.1, leaves)
    }

    fn best(
        position: &str,
        depth: u32,
        evaluator: &impl Evaluator<Position>,
    ) -> (String, Score, u64) {
        let (mv, score, leaves) = negamax(&position.parse().unwrap(), depth, evaluator);
        (mv.unwrap().to_string(), score, leaves)
    }

    #[test]
    fn blogchess_finds_the_fork_three_plies_deep() {
        let fork = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";
        let (mv, score, _) = best(fork, 1, &blogchess());
        assert_eq!((mv.as_str(), score), ("b5d6", Score::centipawns(-415)));
        let (mv, score, leaves) = best(fork, 3, &blogchess());
        assert_eq!(
            (mv.as_str(), score, leaves),
            ("b5c7", Score::centipawns(430), 10_762)
        );
    }

    #[test]
    fn swift_takes_the_pawn_on_g6() {
        let post = "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1";
        let (mv, score, _) = best(post, 3, &swift());
        assert_eq!((mv.as_str(), score), ("f7g6", Score::centipawns(525)));
    }
}
