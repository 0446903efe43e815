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
use crate::evaluator::Evaluator;
use crate::material::Material;
use crate::presets;
use crate::random::RandomEvaluator;
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
    KNOWN.iter().map(|&(name, _)| name)
}

/// The evaluator with that name.
///
/// # Errors
/// [`UnknownEvaluator`], which lists the names that are known.
pub fn by_name(name: &str) -> Result<AnyEvaluator, UnknownEvaluator> {
    let known = KNOWN.iter().find(|&&(known, _)| known == name);
    known
        .map(|(_, make)| make())
        .ok_or_else(|| UnknownEvaluator {
            name: name.to_owned(),
        })
}

type Maker = fn() -> AnyEvaluator;

/// Every named evaluator with how to make it. The random one always draws the same lots, within a pawn.
const KNOWN: [(&str, Maker); 5] = [
    ("random", || {
        Box::new(RandomEvaluator::new(0, 100).by_key(Position::key))
    }),
    ("material", || Box::new(Material::default())),
    ("swift", || Box::new(presets::swift())),
    ("blogchess", || Box::new(presets::blogchess())),
    ("classical", || Box::new(Classical::default())),
];

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
    fn an_unknown_name_lists_the_known_ones() {
        let error = by_name("Material").err().unwrap().to_string();
        assert_eq!(
            error,
            "there is no evaluator \"Material\"; those known are random, material, swift, blogchess, classical"
        );
    }
}
