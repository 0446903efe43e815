//! Chess evaluators by name, for command lines and services.
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
use crate::chess::material::Material;
use crate::chess::presets;
use crate::evaluator::{Evaluator, WhiteView};
use crate::random::RandomEvaluator;
use crate::weighted::{Breakdown, BreakdownRow};
use plywood_core::Position;
use thiserror::Error;

/// An evaluator of chess whose type is not known before the program runs; it can be sent to other threads.
pub type AnyEvaluator = Box<dyn Evaluator<Position> + Send + Sync>;

/// There is no evaluator of this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no evaluator {name:?}; those known are {}", names().collect::<Vec<_>>().join(", "))]
pub struct UnknownEvaluator {
    /// The name that was given.
    pub name: String,
}

/// The names that [`by_name`] knows, the simplest evaluator first.
pub fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name)
}

/// The evaluator with that name.
///
/// # Errors
/// [`UnknownEvaluator`], which lists the names that are known.
pub fn by_name(name: &str) -> Result<AnyEvaluator, UnknownEvaluator> {
    find(name).map(|known| (known.make)())
}

/// The score that the evaluator with that name gives a position, taken apart.
///
/// # Errors
/// [`UnknownEvaluator`], which lists the names that are known.
pub fn breakdown(name: &str, position: &Position) -> Result<Breakdown, UnknownEvaluator> {
    find(name).map(|known| (known.take_apart)(position))
}

fn find(name: &str) -> Result<&'static NamedEvaluator, UnknownEvaluator> {
    let found = KNOWN.iter().find(|known| known.name == name);
    found.ok_or_else(|| UnknownEvaluator {
        name: name.to_owned(),
    })
}

struct NamedEvaluator {
    name: &'static str,
    make: fn() -> AnyEvaluator,
    take_apart: fn(&Position) -> Breakdown,
}

const KNOWN: [NamedEvaluator; 5] = [
    NamedEvaluator {
        name: "random",
        make: || Box::new(random()),
        take_apart: random_breakdown,
    },
    NamedEvaluator {
        name: "material",
        make: || Box::new(Material::default()),
        take_apart: |position| Material::default().breakdown(position),
    },
    NamedEvaluator {
        name: "swift",
        make: || Box::new(presets::swift()),
        take_apart: |position| presets::swift().breakdown(position),
    },
    NamedEvaluator {
        name: "blogchess",
        make: || Box::new(presets::blogchess()),
        take_apart: |position| presets::blogchess().inner().breakdown(position),
    },
    NamedEvaluator {
        name: "classical",
        make: || Box::new(Classical::default()),
        take_apart: |position| Classical::default().explain(position).breakdown(),
    },
];

/// Random scores within a pawn, the same for the same position.
fn random() -> impl Evaluator<Position> + Send + Sync {
    RandomEvaluator::new(0, 100).by_key(Position::key)
}

/// A random score has no parts; all of it is counted for White.
fn random_breakdown(position: &Position) -> Breakdown {
    let score = WhiteView::new(random()).evaluate(position);
    let count = score.as_centipawns().unwrap_or_default();
    Breakdown {
        rows: vec![BreakdownRow {
            name: "random".to_owned(),
            weight: 1,
            counts: [count, 0],
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let score = by_name(name).unwrap().evaluate(&position);
            let total = breakdown(name, &position).unwrap().total();
            // The classical themes are rounded one by one.
            let rounding = score.minus(total).as_centipawns().unwrap().abs();
            assert!(rounding <= 5, "{name}: {score} and {total}");
        }
    }

    #[test]
    fn the_error_for_an_unknown_name_lists_the_known_ones() {
        let error = by_name("Material").err().unwrap().to_string();
        assert_eq!(
            error,
            "there is no evaluator \"Material\"; those known are random, material, swift, blogchess, classical"
        );
    }
}
