//! Laws of scores, evaluators and their wrappers, and of the fit of weights.

mod fit;
mod laws;
mod wrappers;
