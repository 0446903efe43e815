//! plywood.

pub use plywood_eval as eval;
