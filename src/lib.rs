//! plywood.

pub use plywood_core as chess;
pub use plywood_eval as eval;
