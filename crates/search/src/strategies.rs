//! The strategies, one algorithm in each file.
//!
//! To follow a recursion, read in this order:
//!
//! 1. `negamax.rs`: the recursion without any pruning;
//! 2. `../search_state.rs`: what a recursion calls, such as `visit`, `down`, `up` and `improved`;
//! 3. `../window.rs`: alpha and beta;
//! 4. `../parts.rs` and `alpha_beta.rs`: the same recursion with a window, and with parts that may be absent.
//!
//! That is all of alpha-beta. `../root.rs` is what comes before and after: a game that is over, chosen root moves, several
//! lines. Then come the parts: `../horizon.rs` and `../quiescence.rs` (what happens at depth 0), `../ordering.rs` (which move
//! is tried first), `../transpositions.rs` and `../table.rs` (what is remembered). Then the drivers, from
//! `iterative_deepening.rs` on, and the strategies that are not recursions: `sss_star.rs`, `proof_number.rs` and
//! `monte_carlo.rs`.

pub(crate) mod alpha_beta;
pub(crate) mod alpha_beta_fail_hard;
pub(crate) mod alpha_beta_max_min;
pub(crate) mod minimax;
pub(crate) mod negamax;
pub(crate) mod random;

pub(crate) mod aspiration;
pub(crate) mod best_node;
pub(crate) mod iterative_deepening;
pub(crate) mod monte_carlo;
pub(crate) mod mtd_f;
pub(crate) mod principal_variation;
pub(crate) mod parallel;
pub(crate) mod proof_number;
pub(crate) mod sss_star;

mod catalog;

pub use self::catalog::{AnyStrategy, Catalog, UnknownStrategy};
