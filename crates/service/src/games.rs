//! A position of a game with the moves that led to it, and how it is written as JSON; and what chess has beyond other games.

mod data;
mod explained;
mod chess;
mod place;

pub(crate) use chess::{Search, questions, weakened};
pub(crate) use data::{GameTree, MoveData, PositionData, TriedMove};
pub(crate) use explained::{EvaluatedData, Evaluation, ScoreData};
pub(crate) use place::{MOST_MOVES, Place, PlaceText, Rules, cells, evaluated, grid, refuse_file};
