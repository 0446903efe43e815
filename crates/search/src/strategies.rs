//! The strategies, one algorithm a file, each to be read alone.

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
