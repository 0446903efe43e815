//! The tests of the chapters' steps, with the book's own steps in place of a reader's.

mod contest;

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
    use crate::book::sticks as step;
    mod tests;
}

mod greedy {
    use crate::book::greedy as step;
    mod tests;
}

mod minimax {
    use crate::book::minimax as step;
    mod tests;
}

mod alpha_beta {
    use crate::book::alpha_beta as step;
    mod tests;
}

mod ordering {
    use crate::book::ordering as step;
    mod tests;
}

mod deepening {
    use crate::book::deepening as step;
    mod tests;
}

mod tables {
    use crate::book::tables as step;
    mod tests;
}

mod null_windows {
    use crate::book::null_windows as step;
    mod tests;
}

mod horizon {
    use crate::book::horizon as step;
    mod tests;
}

mod fit {
    use crate::book::fit as step;
    mod tests;
}

mod network {
    use crate::book::network as step;
    mod tests;
}

mod selective {
    use crate::book::selective as step;
    mod tests;
}
