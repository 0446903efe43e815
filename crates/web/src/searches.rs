//! Searches: the strategy that a request chooses, the search it asks for, and the answer.

mod strategy;
mod answer;
mod watching;
mod job;
mod compared;
mod recorded;
mod annotation;

pub(crate) use annotation::{AnnotatedGame, Annotation};
pub(crate) use answer::{Answer, IterationData};
pub(crate) use compared::{Compared, compare};
pub(crate) use job::{Job, Prepare, job};
pub(crate) use recorded::{Kept, TreeAnswer, TreeJob, tree};
pub(crate) use strategy::{Choice, StrategyData, default_strategy, strategy_data};
pub(crate) use watching::Progress;
