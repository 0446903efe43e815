#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

pub mod tree_events;
mod log_check;
mod judge;

pub use judge::{
    Answer, AnswerError, Bug, Covered, Finding, Judge, JudgeSettings, JudgedGame, NamedBug,
    Observed, Outcome, Part, Question, SearchKind, Sides, Verdict, VisitedLeaves, Witness,
};
pub use log_check::{LogCheck, LogContradiction};
