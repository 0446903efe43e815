//! Games, evaluators and strategies by name: what a program needs to offer them to people.
//!
//! A [`Catalog`] knows one game: how its positions and moves are read, written and drawn, its evaluators, and every search that
//! can be spelled for it, with those of your own beside them. A spelled strategy, such as
//! `pvs+quiescence+captures+killers+table=16+deepening:evaluator=material,depth=6`, becomes a [`Contender`], which makes as many
//! strategies as a program needs. [`Games`] are several catalogs of different games.

mod composition;
mod knobs;
mod judge;
mod spec;
mod textbook;
mod grid;
mod played;
mod task;
mod contender;
mod catalog;
mod games;

pub use catalog::{AnyLinear, Catalog, EvaluatorEntry, Playable, StrategyEntry};
pub use composition::{Composition, CompositionError, Word};
pub use contender::Contender;
pub use games::{And, ForEachGame, Games};
pub use grid::{Cell, Clicks, Grid, Mark};
pub use judge::Judge;
pub use knobs::{Knob, KnobKind, Knobs, Number};
pub use played::Played;
pub use spec::{Spec, SpecError};
pub use task::{Goal, Task};

use crate::strategy::{FixedDepth, Strategy};

/// A strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyStrategy<G> = Box<dyn Strategy<G> + Send>;

/// A fixed-depth strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyFixedDepth<G> = Box<dyn FixedDepth<G> + Send>;
