//! The player as you type it: a folder for each chapter that teaches it something, with the tests that say when your step is right.
//! `cargo run --example begin -- ordering` writes the step of one chapter, `ordering/step.rs`, where you fill in each `todo!`, and
//! `cargo test -p plywood-book --test player ordering` runs its tests. Until you begin a chapter, they test the book's own step.

#![allow(unused, clippy::all, reason = "starting points are not finished")]

mod contest;

/// The book's own steps. Each of yours starts from those before it, so you can begin with any chapter.
#[path = "../programs/examples/player"]
mod book {
    pub mod alpha_beta;
    pub mod deepening;
    pub mod dice;
    pub mod fit;
    pub mod greedy;
    pub mod horizon;
    pub mod matches;
    pub mod minimax;
    pub mod monte_carlo;
    pub mod network;
    pub mod null_windows;
    pub mod ordering;
    pub mod players;
    pub mod proofs;
    pub mod selective;
    pub mod sticks;
    pub mod tables;
}

/// All steps as you begin them, to see that they compile.
mod holes {
    include!(concat!(env!("OUT_DIR"), "/holes.rs"));
}

mod sticks {
    #[cfg(not(begun = "sticks"))]
    use crate::book::sticks as step;
    #[cfg(begun = "sticks")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod greedy {
    #[cfg(not(begun = "greedy"))]
    use crate::book::greedy as step;
    #[cfg(begun = "greedy")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod minimax {
    #[cfg(not(begun = "minimax"))]
    use crate::book::minimax as step;
    #[cfg(begun = "minimax")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod alpha_beta {
    #[cfg(not(begun = "alpha_beta"))]
    use crate::book::alpha_beta as step;
    #[cfg(begun = "alpha_beta")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod ordering {
    #[cfg(not(begun = "ordering"))]
    use crate::book::ordering as step;
    #[cfg(begun = "ordering")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod deepening {
    #[cfg(not(begun = "deepening"))]
    use crate::book::deepening as step;
    #[cfg(begun = "deepening")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod tables {
    #[cfg(not(begun = "tables"))]
    use crate::book::tables as step;
    #[cfg(begun = "tables")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod null_windows {
    #[cfg(not(begun = "null_windows"))]
    use crate::book::null_windows as step;
    #[cfg(begun = "null_windows")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod dice {
    #[cfg(not(begun = "dice"))]
    use crate::book::dice as step;
    #[cfg(begun = "dice")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod horizon {
    #[cfg(not(begun = "horizon"))]
    use crate::book::horizon as step;
    #[cfg(begun = "horizon")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod fit {
    #[cfg(not(begun = "fit"))]
    use crate::book::fit as step;
    #[cfg(begun = "fit")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod network {
    #[cfg(not(begun = "network"))]
    use crate::book::network as step;
    #[cfg(begun = "network")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod selective {
    #[cfg(not(begun = "selective"))]
    use crate::book::selective as step;
    #[cfg(begun = "selective")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod proofs {
    #[cfg(not(begun = "proofs"))]
    use crate::book::proofs as step;
    #[cfg(begun = "proofs")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}

mod monte_carlo {
    #[cfg(not(begun = "monte_carlo"))]
    use crate::book::monte_carlo as step;
    #[cfg(begun = "monte_carlo")]
    #[rustfmt::skip]
    mod step;
    mod tests;
}
