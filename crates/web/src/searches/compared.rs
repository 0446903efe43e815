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
    let is_comparable = |answer: &&Answer| answer.complete && answer.value.is_some();
    let of = |index: usize| answers.get(index).copied().flatten().filter(is_comparable);
    let base = reference.and_then(of);
    let row = |index: usize| {
        let pair = base.zip(of(index));
        #[expect(
            clippy::cast_precision_loss,
            reason = "read by people, to a few digits"
        )]
        let fewer =
            pair.map(|(base, answer)| base.counts.nodes as f64 / answer.counts.nodes.max(1) as f64);
        Compared {
            index,
            is_reference: reference == Some(index),
            fewer_nodes: fewer,
            same_value: pair.map(|(base, answer)| base.value == answer.value),
        }
    };
    (0..answers.len()).map(row).collect()
}
