//! A position of a game with the moves that led to it, in JSON; and the additions for chess.

mod data;
mod explained;
mod chess;
mod place;

pub(crate) use chess::questions;
pub(crate) use data::{GameTree, MoveData, PositionData, TriedMove};
pub(crate) use explained::{EvaluatedData, Evaluation, ScoreData};
pub(crate) use place::{MOST_MOVES, Place, PlaceText, Rules, cells, evaluated, grid, refuse_file};
