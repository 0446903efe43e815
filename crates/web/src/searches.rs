//! Searches: the strategy that a request chooses, the search it asks for, and the answer.

mod answer;
mod watching;
mod choice;
mod job;
mod compared;
mod spelled;
mod recorded;
mod annotation;

pub(crate) use annotation::{AnnotatedGame, Annotation};
pub(crate) use answer::{Answer, IterationData, ScoreData};
pub(crate) use choice::Choice;
pub(crate) use compared::{Compared, compare};
pub(crate) use job::{Job, Prepare, job};
pub(crate) use recorded::{TreeAnswer, TreeJob, tree};
pub(crate) use watching::Progress;
