//! Measurements without matches: strategies on positions and test suites, evaluators term by term, searches without a part.

pub mod positions;
pub(crate) mod comparison;
pub(crate) mod suite;
pub(crate) mod ablation;
pub(crate) mod samples;
pub(crate) mod explanation;
