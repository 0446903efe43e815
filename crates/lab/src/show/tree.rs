//! Search trees, step by step.

pub(crate) mod search_tree;
