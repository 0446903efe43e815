//! Evaluators of chess by name, for command lines and services.
//!
//! ```
//! use plywood_eval::{Evaluator, evaluators};
//! use plywood_core::Position;
//!
//! for name in evaluators::names() {
//!     let evaluator = evaluators::by_name(name)?;
//!     println!("{name:<12}{}", evaluator.evaluate(&Position::START));
//! }
//! let error = evaluators::by_name("matter").err().map(|error| error.to_string());
//! assert!(error.is_some_and(|text| text.contains("material")));
//! # Ok::<(), plywood_eval::evaluators::UnknownEvaluator>(())
//! ```

use crate::classical::Classical;
use crate::evaluator::{Evaluator, WhiteView};
use crate::material::Material;
use crate::presets;
use crate::random::RandomEvaluator;
use crate::weighted::{Breakdown, BreakdownRow};
use plywood_core::Position;
use thiserror::Error;

/// An evaluator of chess whose type is not known before the program runs; it can be sent to other threads.
pub type AnyEvaluator = Box<dyn Evaluator<Position> + Send + Sync>;

/// A name under which there is no evaluator.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no evaluator {name:?}; those known are {}", names().collect::<Vec<_>>().join(", "))]
pub struct UnknownEvaluator {
    /// The name that was asked for.
    pub name: String,
}

/// The names that [`by_name`] knows, the simplest evaluator first.
pub fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|&(name, ..)| name)
}

/// The evaluator with that name.
///
/// # Errors
/// [`UnknownEvaluator`], which lists the names that are known.
pub fn by_name(name: &str) -> Result<AnyEvaluator, UnknownEvaluator> {
    known(name).map(|(_, make, _)| make())
}

/// The score that the evaluator with that name gives a position, taken apart.
///
/// ```
/// use plywood_eval::evaluators;
/// use plywood_core::Position;
///
/// let breakdown = evaluators::breakdown("blogchess", &Position::START)?;
/// let terms: Vec<&str> = breakdown.rows.iter().map(|row| row.name.as_str()).collect();
/// assert_eq!(terms, ["material", "mobility"]);
/// # Ok::<(), plywood_eval::evaluators::UnknownEvaluator>(())
/// ```
///
/// # Errors
/// [`UnknownEvaluator`], which lists the names that are known.
pub fn breakdown(name: &str, position: &Position) -> Result<Breakdown, UnknownEvaluator> {
    known(name).map(|(_, _, explain)| explain(position))
}

fn known(name: &str) -> Result<&'static Known, UnknownEvaluator> {
    let known = KNOWN.iter().find(|&&(known, ..)| known == name);
    known.ok_or_else(|| UnknownEvaluator {
        name: name.to_owned(),
    })
}

/// A named evaluator: how to make it, and how it takes a position apart.
type Known = (
    &'static str,
    fn() -> AnyEvaluator,
    fn(&Position) -> Breakdown,
);

/// Every named evaluator.
const KNOWN: [Known; 5] = [
    ("random", || Box::new(random()), chance),
    (
        "material",
        || Box::new(Material::default()),
        |position| Material::default().breakdown(position),
    ),
    (
        "swift",
        || Box::new(presets::swift()),
        |position| presets::swift().breakdown(position),
    ),
    (
        "blogchess",
        || Box::new(presets::blogchess()),
        |position| presets::blogchess().inner().breakdown(position),
    ),
    (
        "classical",
        || Box::new(Classical::default()),
        |position| Classical::default().explain(position).breakdown(),
    ),
];

/// It always draws the same lots, within a pawn.
fn random() -> impl Evaluator<Position> + Send + Sync {
    RandomEvaluator::new(0, 100).by_key(Position::key)
}

/// A lot has no parts, and all of it is White's.
fn chance(position: &Position) -> Breakdown {
    let lot = WhiteView::new(random()).evaluate(position);
    let count = lot.as_centipawns().unwrap_or_default();
    Breakdown {
        rows: vec![BreakdownRow {
            name: "chance".to_owned(),
            weight: 1,
            counts: [count, 0],
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for name in names() {
            assert!(by_name(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn what_is_taken_apart_is_the_score() {
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
    fn an_unknown_name_lists_the_known_ones() {
        let error = by_name("Material").err().unwrap().to_string();
        assert_eq!(
            error,
            "there is no evaluator \"Material\"; those known are random, material, swift, blogchess, classical"
        );
    }
}
