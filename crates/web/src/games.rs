//! A position of a game with the moves that led to it, and how it is written as JSON; and what chess has beyond other games.

mod data;
mod explained;
mod place;
mod chess;

pub(crate) use chess::rules;
pub(crate) use data::{GameTree, MoveData, PositionData, TriedMove};
pub(crate) use explained::{EvaluatedData, Evaluation, ScoreData};
pub(crate) use place::{Place, PlaceText, Rules, Search, cells, grid, refuse_file};
