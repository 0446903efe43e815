//! Choosing a move: interchangeable search strategies for any two-player game.
//!
//! A game says what its positions are ([`Game`]); an [`Evaluator`] says how good they are; a [`Strategy`] chooses a
//! move within [`Limits`] and answers with a [`Report`].
//!
//! ```
//! use plywood_search::games::ConnectFour;
//! use plywood_search::{AlphaBeta, Killers, Limits, Strategy};
//!
//! let board: ConnectFour = "ddcc".parse().unwrap();
//! let mut strategy = AlphaBeta::new(ConnectFour::estimate).ordering(Killers::new());
//! let report = strategy.search(&board, &Limits::depth(6));
//! println!("{report}");
//! assert_eq!(report.best_move.map(|column| column.to_string()).as_deref(), Some("e"));
//! ```
#![warn(clippy::print_stdout)]

mod game;
mod keyed;
mod tactical;
mod with_history;
pub mod games;
pub mod laws;

mod limits;
mod budget;
mod window;
mod line;
mod stats;
mod observer;
mod recorder;
mod table;
mod search_state;
mod report;
mod strategy;

mod horizon;
mod ordering;
mod quiescence;
mod transpositions;

pub mod strategies;
mod comparison;

pub use budget::{Budget, StopReason, Stopped};
pub use comparison::{Comparison, ComparisonRow, ComparisonTable};
pub use game::{Ending, Game};
pub use horizon::{Horizon, StaticEvaluation};
pub use keyed::Keyed;
pub use limits::{Limits, MAX_DEPTH, StopHandle};
pub use line::Line;
pub use observer::Observer;
pub use ordering::{
    Captures, Exchanges, GenerationOrder, Killers, MoveOrdering, QuietHistory, Rank, arrange,
};
pub use plywood_eval::{Evaluator, Score};
pub use quiescence::{EveryNoisyMove, NoLosingExchange, Quiescence, Selection};
pub use recorder::{NodeKind, RecordedNode, TreeRecorder};
pub use report::Report;
pub use search_state::{Mark, SearchState, Subtree};
pub use stats::{Iteration, Stats};
pub use strategies::alpha_beta::AlphaBeta;
pub use strategies::alpha_beta_fail_hard::AlphaBetaFailHard;
pub use strategies::alpha_beta_max_min::AlphaBetaMaxMin;
pub use strategies::aspiration::Aspiration;
pub use strategies::best_node::BestNode;
pub use strategies::iterative_deepening::IterativeDeepening;
pub use strategies::minimax::Minimax;
pub use strategies::monte_carlo::MonteCarlo;
pub use strategies::mtd_f::MtdF;
pub use strategies::negamax::Negamax;
pub use strategies::parallel::Parallel;
pub use strategies::principal_variation::PrincipalVariation;
pub use strategies::proof_number::ProofNumber;
pub use strategies::random::Random;
pub use strategies::sss_star::SssStar;
pub use strategy::{FixedDepth, Strategy, search_once};
pub use table::{Entry, Table};
pub use tactical::Tactical;
pub use transpositions::{NoTable, Reuse, TranspositionTable, Transpositions};
pub use window::{Bound, Window};
pub use with_history::{PositionOnly, WithHistory};
