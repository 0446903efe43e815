//! [`Compared`]: each answer of several strategies compared with that of the reference.

use crate::searches::answer::Answer;
use serde::Serialize;
use utoipa::ToSchema;

/// How an answer compares with that of the reference.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct Compared {
    /// The number of the strategy in the request, from 0.
    pub(crate) index: usize,
    pub(crate) is_reference: bool,
    /// How many times fewer nodes it took; `null` if one of the two searches was stopped early, or has no score.
    pub(crate) fewer_nodes: Option<f64>,
    /// Whether the score is the reference's; `null` in the same cases.
    pub(crate) same_value: Option<bool>,
}

/// Compares the answers, some of which may be missing, with that of the reference.
pub(crate) fn compare(answers: &[Option<&Answer>], reference: Option<usize>) -> Vec<Compared> {
    let finding = |index: usize| answers[index].and_then(|answer| answer.finding);
    let base = reference.and_then(finding);
    let row = |index: usize| {
        let pair = finding(index).zip(base);
        Compared {
            index,
            is_reference: reference == Some(index),
            fewer_nodes: pair.map(|(found, base)| found.times_fewer_nodes(base)),
            same_value: pair.map(|(found, base)| found.has_value_of(base)),
        }
    };
    (0..answers.len()).map(row).collect()
}
