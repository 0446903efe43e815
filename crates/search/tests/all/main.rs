//! One program holds every test of the crate, so that it is linked once.

mod strategies;

// The crate's modules as imported by its pages, each with only the public items, for `copied`.
mod budget {
    pub(crate) use plywood_search::Stopped;
}
mod game {
    pub(crate) use plywood_search::Game;
}
mod node {
    pub(crate) use plywood_search::{Candidate, Node};
}
mod parts {
    pub(crate) use plywood_search::{Assembled, Parts, Recursion, YoungerBrothers};
}
mod search_state {
    pub(crate) use plywood_search::SearchState;
}
mod strategy {
    pub(crate) use plywood_search::FixedDepth;
}
mod window {
    pub(crate) use plywood_search::Window;
}

mod backgammon;
mod best_first;
mod chance;
mod chess;
mod clocks;
mod composed;
mod conclusions;
mod copied;
mod drivers;
mod einstein;
mod equality;
mod formulas;
mod games;
mod golden;
mod limits;
mod observers;
mod own;
mod proof_numbers;
mod proofs;
mod root;
mod selectivity;
mod shared_trees;
#[cfg(feature = "serde")]
mod serde;
mod solved;
mod steps;
mod traps;
mod tree_check;
mod twins;
mod verify;
mod wrappers;
mod yardsticks;
