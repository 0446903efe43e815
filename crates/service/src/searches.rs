//! Searches: the strategy that a request chooses, the requested search, and the answer.

mod strategy;
mod answer;
mod warm;
mod job;
mod recorded;
mod annotation;

pub(crate) use annotation::Annotator;
pub(crate) use answer::{Answer, Compared, compare};
pub(crate) use job::{Job, Progress, job};
pub(crate) use recorded::{Kept, TreeAnswer, tree};
pub(crate) use strategy::{Choice, Edit, StrategyData, strategy_data};
pub(crate) use warm::Warm;
