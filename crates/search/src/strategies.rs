//! The strategies, one algorithm per file. Each page describes the idea, the invariant, the cost, and the publication; its source is short.
//! The book in `docs/book` explains them in order, with trees to step through.
//!
//! To follow a recursion, read in this order:
//!
//! 1. the source of [`Negamax`](crate::Negamax): the recursion without any pruning;
//! 2. [`SearchState`](crate::SearchState): the calls of a recursion, such as `visit`, `down`, `up` and `improved`;
//! 3. [`Window`](crate::Window): alpha and beta;
//! 4. [`FixedDepth`](crate::FixedDepth): on its page, the same recursion with a window and all parts. That is
//!    [`AlphaBeta`](crate::AlphaBeta), whose parts may be absent.
//!
//! [`search_once`](crate::search_once) is what surrounds a recursion: a game that is over, chosen root moves, several lines. Then come the
//! parts: [`Horizon`](crate::Horizon) and [`Quiescence`](crate::Quiescence) (at depth 0), [`MoveOrdering`](crate::MoveOrdering) (which move
//! is tried first), [`TranspositionTable`](crate::TranspositionTable) and [`Table`](crate::Table) (the memory). Then the drivers, from
//! [`IterativeDeepening`](crate::IterativeDeepening) on, and the strategies that are not recursions: [`SssStar`](crate::SssStar),
//! [`ProofNumber`](crate::ProofNumber), [`DfPn`](crate::DfPn), and the loop of [`BestFirst`](crate::BestFirst) with
//! [`MonteCarlo`](crate::MonteCarlo).

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
pub(crate) mod df_pn;
pub(crate) mod sss_star;
pub(crate) mod expectiminimax;
pub(crate) mod star1;
pub(crate) mod star2;
