//! The player as you type it: a folder for each chapter that teaches it something, with `step.rs`, where you fill in each `todo!`, and
//! the tests that say when it's right. `cargo test -p plywood-book --test player ordering` runs those of one chapter.

#![allow(unused, clippy::all, reason = "starting points are not finished")]

mod contest;

/// The book's own steps. Each of yours starts from those before it, so you can begin with any chapter.
#[path = "../programs/examples/player"]
mod book {
    pub mod alpha_beta;
    pub mod deepening;
    pub mod fit;
    pub mod greedy;
    pub mod horizon;
    pub mod matches;
    pub mod minimax;
    pub mod network;
    pub mod null_windows;
    pub mod ordering;
    pub mod players;
    pub mod selective;
    pub mod sticks;
    pub mod tables;
}

mod sticks {
    mod step;
    mod tests;
}

mod greedy {
    mod step;
    mod tests;
}

mod minimax {
    mod step;
    mod tests;
}

mod alpha_beta {
    mod step;
    mod tests;
}

mod ordering {
    mod step;
    mod tests;
}

mod deepening {
    mod step;
    mod tests;
}

mod tables {
    mod step;
    mod tests;
}

mod null_windows {
    mod step;
    mod tests;
}

mod horizon {
    mod step;
    mod tests;
}

mod fit {
    mod step;
    mod tests;
}

mod network {
    mod step;
    mod tests;
}

mod selective {
    mod step;
    mod tests;
}
