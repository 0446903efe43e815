#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

/// The rules of chess: positions, moves, draws, FEN, boards as text and SVG.
pub use plywood_core as chess;
/// The full-strength engine, as a strategy.
pub use plywood_engine as engine;
/// Judging a position: scores, and evaluators that can be combined.
pub use plywood_eval as eval;
/// Chess notation: SAN, UCI, EPD, PGN and Polyglot books.
pub use plywood_notation as notation;
/// Choosing a move: strategies for any two-player game.
pub use plywood_search as search;
/// Endgame tables: the result of every position with few pieces.
pub use plywood_tables as tables;

pub use plywood_core::{Color, History, Move, MoveList, Outcome, Piece, PieceKind};
pub use plywood_core::{Position, Setup, Square, divide, perft};
pub use plywood_eval::{Classical, Evaluator, Material, Mobility, Score, Weighted};
pub use plywood_search::{
    AlphaBeta, IterativeDeepening, Minimax, Negamax, PrincipalVariationSearch,
};
pub use plywood_search::{Comparison, Game, Limits, Report, Stats, Strategy, Transpositions};
