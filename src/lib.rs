//! Chess and any other two-player game, in layers: the rules, evaluators that score a position, and search strategies that choose a move.
//! Any evaluator works with any strategy.
//!
//! ```
//! use plywood::search::Comparison;
//! use plywood::{AlphaBeta, Limits, Material, Minimax, Position};
//!
//! let position: Position = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1".parse()?;
//! let table = Comparison::new(&position, Limits::depth(3))
//!     .strategy("minimax", Minimax::new(Material::default()))
//!     .strategy("alpha-beta", AlphaBeta::new(Material::default()))
//!     .against("minimax")
//!     .run();
//! println!("{table}");
//! assert_eq!(table.rows[1].same_value, Some(true));
//! # Ok::<(), plywood::chess::FenError>(())
//! ```
//!
//! The imports that many programs begin with:
//!
//! ```
//! use plywood::{History, Limits, PlaySan, San, Square, Strategy, engine_with_net};
//! use std::time::Duration;
//!
//! let mut game = History::default();
//! game.play_san("e4")?;
//! game.play_san("e5")?;
//! let position = game.position();
//! println!("{}\n{position}", position.board());
//! assert_eq!(position.legal_moves().len(), 29);
//! let knight = position.parse_san("g1f3")?;
//! assert_eq!(position.san(knight), "Nf3");
//! assert!(position.play(knight)?.board().piece_at(Square::F3).is_some());
//!
//! let report = engine_with_net().search(position, &Limits::time(Duration::from_millis(50)));
//! println!(
//!     "{} in {}",
//!     position.san(report.best_move),
//!     position.san_line(&report.line)
//! );
//! println!("{:?} pawns", report.score.map(|score| score.pawns()));
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Starting points:
//!
//! - positions, moves and the end of a game: [`Position`] and [`History`]; their notation: [`notation`], moves as text: [`San`],
//!   [`PlaySan`];
//! - your own evaluator: a closure `|position: &Position| -> Score`, or the trait [`Evaluator`]; one evaluator in several strategies:
//!   [`Borrowed`]`(&evaluator)`, or a clone;
//! - your own game: the trait [`Game`], which [`search::laws`] checks; [`Keyed`] for transposition tables, [`Tactical`] for quiescence and
//!   captures; for letters on cells [`search::games::BoardRules`], which is less work but slower;
//! - your own strategy: the trait [`Strategy`]; [`search::Recursion`] if it should take an ordering, a table and other parts, or
//!   [`search::FixedDepth`] if it only needs deepening, with a skeleton in its docs; everything else it needs is in [`search`];
//! - the result of a search: [`Report`], the same for every strategy; several side by side: [`Comparison`];
//!   two in a match, with Elo and its interval: [`Match`];
//! - the full-strength engine: [`engine_with_net`], which is an [`Engine`] with its network; endgame tables: [`tables::Syzygy`].
//!
//! # Features
//!
//! - `arena` (on by default): [`Match`] and its statistics;
//! - `engine` (on by default): [`Engine`], [`engine_with_net`], and the next three;
//! - `net`: networks as evaluators, and their trainer; `notation`: SAN, UCI, EPD, PGN and Polyglot books; `tables`: endgame tables;
//! - `catalog`: strategies, evaluators and games by name, chess and yours; `games`: connect four, tic-tac-toe and written trees as well;
//! - `judge`: a judge of anyone's search; `analysis`: games of chess with every move rated; `workbench`: tournaments with journals, UCI
//!   programs, and measurements;
//! - `serde`: serializes positions, moves, games and reports.
//!
//! Without them plywood is the rules, evaluators, strategies and comparison.
#![warn(clippy::print_stdout)]

/// The README's examples are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// Each room is a module that re-exports a crate, not a renamed crate: rustc would suggest paths such as
// `plywood::plywood_eval::Linear`, which don't exist.

/// Games of chess with every move rated, and scores term by term.
#[cfg(feature = "analysis")]
pub mod analysis {
    #[doc(inline)]
    pub use plywood_analysis::*;
}

/// Matches between strategies of any game: Elo with intervals, sequential tests.
#[cfg(feature = "arena")]
pub mod arena {
    #[doc(inline)]
    pub use plywood_arena::*;
}

/// Strategies, evaluators and games by name, and the presentation of games.
#[cfg(feature = "catalog")]
pub mod catalog {
    #[doc(inline)]
    pub use plywood_catalog::*;
}

/// The rules of chess: positions, moves, draws, FEN, boards as text and SVG.
pub mod chess {
    #[doc(inline)]
    pub use plywood_core::*;
}

/// The full-strength engine, as a strategy.
#[cfg(feature = "engine")]
pub mod engine {
    #[doc(inline)]
    pub use plywood_engine::*;
}

/// Scores, and evaluators that can be combined.
pub mod eval {
    #[doc(inline)]
    pub use plywood_eval::*;
}

/// A judge of anyone's search, which names its bug; trees of any program's search.
#[cfg(feature = "judge")]
pub mod judge {
    #[doc(inline)]
    pub use plywood_judge::*;
}

/// Networks as evaluators, the games they learn from, and their trainer.
#[cfg(feature = "net")]
pub mod net {
    #[doc(inline)]
    pub use plywood_net::*;
}

/// Chess notation: SAN, UCI, EPD, PGN and Polyglot books.
#[cfg(feature = "notation")]
pub mod notation {
    #[doc(inline)]
    pub use plywood_notation::*;
}

/// Tables, plots and documents of any numbers.
pub mod document {
    #[doc(inline)]
    pub use plywood_report::*;
}

/// Strategies for any two-player game, their parts and laws, and comparisons.
pub mod search {
    #[doc(inline)]
    pub use plywood_search::*;
}

/// Endgame tables: the result of every position with few pieces.
#[cfg(feature = "tables")]
pub mod tables {
    #[doc(inline)]
    pub use plywood_tables::*;
}

/// Tournaments with journals, UCI programs, test suites, ablations and tuning.
#[cfg(feature = "workbench")]
pub mod workbench {
    #[doc(inline)]
    pub use plywood_workbench::*;
}

#[cfg(feature = "arena")]
pub use plywood_arena::{Entrant, Match};
pub use plywood_core::{Color, History, Move, MoveList, Outcome, Piece, PieceKind};
pub use plywood_core::{Position, Setup, Square, divide, perft};
#[cfg(feature = "engine")]
pub use plywood_engine::Engine;
pub use plywood_eval::{
    Borrowed, Classical, Evaluator, Material, Mobility, Score, Side, Sides, Weighted,
};
#[cfg(feature = "notation")]
pub use plywood_notation::san::{PlaySan, San};
pub use plywood_search::{AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Aspiration, BestNode};
pub use plywood_search::{Captures, Killers, LateMoves, NullMove, QuietHistory, Transpositions};
pub use plywood_search::{
    CheckExtension, EnhancedCutoffs, FutilityPruning, HistoryPruning, InternalReduction,
    LateMovePruning, ProbCut, Razoring, ReverseFutility, SingularExtension,
};
pub use plywood_search::{
    Comparison, Ending, Game, Keyed, Limits, Report, Stats, StopReason, Strategy, Tactical,
};
pub use plywood_search::{IterativeDeepening, Minimax, MonteCarlo, MtdF, Negamax, Parallel};
pub use plywood_search::{PositionOnly, StopHandle, WithHistory};
pub use plywood_search::{PrincipalVariationSearch, ProofNumber, Random, SssStar};

/// Returns the engine as the programs play it: with its network, and the numbers that fit it.
///
/// ```
/// use plywood::{Limits, Position, Strategy};
///
/// let report = plywood::engine_with_net().search(&Position::START, &Limits::depth(6));
/// println!("{report}");
/// ```
#[cfg(feature = "engine")]
#[must_use]
pub fn engine_with_net() -> Engine {
    let network = plywood_net::Network::<plywood_net::ChessInputs>::default();
    Engine::new().scaled(plywood_eval::Scale::Network, network)
}
