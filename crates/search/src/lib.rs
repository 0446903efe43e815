#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! - several strategies on one position: [`Comparison`]; strategies by name: the crate `plywood-catalog`;
//! - a search with repetition and the fifty-move rule: [`WithHistory`];
//! - the tree that a search visited, drawn: [`TreeRecorder`]; its events, step by step: [`Observer`];
//! - your own game: [`Game`], then [`Keyed`] for tables, [`Tactical`] for quiescence, and [`laws`] to check them;
//! - your own search: [`Recursion`], which takes the same parts as ours; [`FixedDepth`] if it needs none, or [`Strategy`] if it isn't a
//!   search to a fixed depth.
//!
//! # Reading order
//!
//! The page of each strategy and part describes its idea, its invariant, its cost and a source. They build on one another:
//!
//! 1. [`Minimax`] and [`Negamax`], which define an exact search;
//! 2. [`AlphaBeta`], with [`Window`] and [`Bound`]; [`AlphaBetaMaxMin`] and [`AlphaBetaFailHard`] are other ways to write it;
//! 3. move ordering: [`MoveOrdering`], [`Captures`], [`Exchanges`], [`Looks`], [`Killers`], [`QuietHistory`];
//! 4. [`IterativeDeepening`] and [`Transpositions`];
//! 5. [`PrincipalVariationSearch`], [`Aspiration`] and [`Parallel`];
//! 6. [`MtdF`], [`SssStar`] and [`BestNode`];
//! 7. the horizon: [`StaticEvaluation`] and [`Quiescence`];
//! 8. selectivity: [`Selectivity`], then [`NullMove`] and [`LateMoves`]; what ends a node early ([`ReverseFutility`], [`Razoring`],
//!    [`ProbCut`], [`EnhancedCutoffs`]), skips moves ([`FutilityPruning`], [`LateMovePruning`], [`HistoryPruning`]) or changes the depth
//!    ([`CheckExtension`], [`SingularExtension`], [`InternalReduction`]);
//! 9. chance: [`Expectiminimax`], then [`Star1`] and [`Star2`], with [`Chances`];
//! 10. best-first search: [`BestFirst`] and its parts, [`MonteCarlo`]; proofs: [`ProofNumber`] and [`DfPn`].
//!
//! `wasm32-unknown-unknown` has no clock until the program [installs](clock::install) one; until then limit searches by depth or nodes.
//!
//! The book, in `docs/book` of the repository, explains them in this order.
//!
//! # Features
//!
//! - `chess` (on by default): makes [`Position`](plywood_core::Position) a game. Without it no chess code is compiled.
//! - `serde`: serializes [`Limits`], [`Report`]s and [`ComparisonTable`]s.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

/// Makes the value of `new` the default.
macro_rules! new_by_default {
    ($($Type:ty)*) => {
        $(impl Default for $Type {
            fn default() -> Self {
                Self::new()
            }
        })*
    };
}

/// Passes methods on to what an `Option` contains; without it they return the value after `=`, or do nothing.
macro_rules! if_present {
    (
        $self:ident
        $(get $get:ident($($arg:ident: $Arg:ty),*) -> $Value:ty = $none:expr;)*
        $(set $set:ident($($new:ident: $New:ty),*);)*
    ) => {
        $(#[inline]
        fn $get(&$self, $($arg: $Arg),*) -> $Value {
            // A closure would be compiled for each type again.
            match $self {
                Some(inner) => inner.$get($($arg),*),
                None => $none,
            }
        })*
        $(#[inline]
        fn $set(&mut $self, $($new: $New),*) {
            if let Some(inner) = $self {
                inner.$set($($new),*);
            }
        })*
    };
}

#[cfg(feature = "serde")]
mod seconds;
mod game;
mod with_history;
mod played;
mod with_passes;
mod chance;
pub mod games;

pub mod clock;
mod limits;
pub mod threads;
mod budget;
mod window;
mod expectation;
mod line;
mod stats;
mod observer;
mod recorder;
mod tree_check;
mod table;
mod search_state;
mod fault;
mod report;
mod strategy_names;
mod strategy;
#[macro_use]
mod boxed;
#[macro_use]
mod root;

mod horizon;
mod ordering;
mod quiescence;
mod transpositions;
mod node;
#[macro_use]
mod selectivity;
mod pruning;
mod skipping;
mod depths;
mod parts;
mod best_first;

mod proof;
pub mod strategies;
pub mod laws;
mod comparison;

pub use best_first::{
    Adjusted, AnyMove, AtOnce, Backing, BestFirst, BestLooking, BestValue, CaptureFirst, Child,
    EpsilonGreedy, FinalChoice, GameMove, Growing, Keeping, LeafValue, Learner, LookedAt, Mast,
    NoPriors, Outcome, Parent, Priors, Puct, RandomGames, RootNoise, Round, Selection, Shallow,
    Transposing, Ucb1, Ucb1Tuned, Voting,
};
pub use budget::{Budget, StopReason, Stopped};
pub use chance::Dice;
pub use comparison::{
    Agreement, Comparison, ComparisonRow, ComparisonSummary, ComparisonTable, Conclusion,
    DepthMeans, Finding, ProductMean, Saving, Unfinished, distinct_positions,
};
pub use depths::{CheckExtension, InternalReduction, LateMoves, SingularExtension};
pub use expectation::{Chance, Chances};
pub use fault::{Fault, FaultKind};
pub use game::{Ending, Game, Keyed, Stakes, Tactical};
pub use horizon::{Horizon, StaticEvaluation};
pub use limits::{ClockTime, Limits, MAX_DEPTH, Pondering, RootMovesError, StopHandle};
pub use line::{Line, ScoredLine};
pub use node::{Candidate, Node};
pub use observer::{Arrival, Event, KeptNode, Known, Observer};
pub use ordering::{
    Captures, Exchanges, GenerationOrder, Killers, Looks, MoveOrdering, MovePriority, QuietHistory,
    arrange,
};
pub use parts::{Assembled, PartList, Parts, Recursion, SharedParts, YoungerBrothers};
pub use played::{GameOver, Played};
pub use plywood_eval::{Evaluator, Score, Session};
pub use proof::minimal_leaves;
pub use pruning::{EnhancedCutoffs, NullMove, ProbCut, Razoring, ReverseFutility};
pub use quiescence::{EveryNoisyMove, NoLosingExchange, NoisySelection, Quiescence};
pub use recorder::{NodeKind, RecordedNode, RecordedPass, TreeRecorder};
pub use report::Report;
pub use root::{best_moves, search_once};
pub use search_state::{Checkpoint, SearchState};
pub use selectivity::{Decision, FullWidth, Selectivity, Trial, Tried};
pub use skipping::{FutilityPruning, HistoryPruning, LateMovePruning};
pub use stats::{Iteration, News, Progress, Stats};
pub use strategies::alpha_beta::{AlphaBeta, AlphaBetaRecursion};
pub use strategies::alpha_beta_fail_hard::{AlphaBetaFailHard, FailHardRecursion};
pub use strategies::alpha_beta_max_min::{AlphaBetaMaxMin, MaxMinRecursion};
pub use strategies::aspiration::Aspiration;
pub use strategies::best_node::BestNode;
pub use strategies::df_pn::DfPn;
pub use strategies::expectiminimax::{Expectiminimax, ExpectiminimaxRecursion};
pub use strategies::iterative_deepening::IterativeDeepening;
pub use strategies::minimax::{Minimax, MinimaxRecursion};
pub use strategies::monte_carlo::MonteCarlo;
pub use strategies::mtd_f::MtdF;
pub use strategies::negamax::{Negamax, NegamaxRecursion};
pub use strategies::parallel::Parallel;
pub use strategies::principal_variation::{PrincipalVariationRecursion, PrincipalVariationSearch};
pub use strategies::proof_number::ProofNumber;
pub use strategies::random::Random;
pub use strategies::sss_star::{SssStar, SssStarRecursion};
pub use strategies::star1::{Star1, Star1Recursion};
pub use strategies::star2::{Star2, Star2Recursion};
pub use strategy::{Claims, FixedDepth, SearchedBy, Strategy};
pub use table::{NoRoom, Table, TableEntry};
pub use threads::catch_panic;
pub use transpositions::{NoTable, Reuse, SharedTable, TranspositionTable, Transpositions};
pub use tree_check::{
    Contradiction, Coverage, Entered, Expected, LeafKind, Promise, Property, Rule, Stored,
    TableStart, TreeCheck,
};
pub use window::{Bound, Window};
pub use with_history::{PositionOnly, WithHistory};
pub use with_passes::{MoveOrPass, WithPasses};
