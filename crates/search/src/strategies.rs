//! The strategies, one algorithm a file, each to be read alone.

pub(crate) mod alpha_beta;
pub(crate) mod alpha_beta_fail_hard;
pub(crate) mod alpha_beta_max_min;
pub(crate) mod minimax;
pub(crate) mod negamax;
pub(crate) mod random;
