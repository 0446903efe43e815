//! Search trees: all moves to a depth, what a strategy visited of them, and a search step by step.

pub(crate) mod coverage;
pub(crate) mod search_tree;
