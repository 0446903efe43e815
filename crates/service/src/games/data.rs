//! Positions, moves and outcomes as JSON.

use plywood_catalog::Grid;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A position with its legal moves and the game that led to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PositionData {
    #[schema(example = "chess")]
    pub(crate) game: String,
    /// The position as text; a FEN in chess. Empty if the game cannot write it: then use the start and the moves.
    pub(crate) position: String,
    /// The rows of the board from the top, with `.` for an empty square.
    pub(crate) board: Vec<String>,
    /// The position in lines of text, if the game has no board.
    pub(crate) text: Option<String>,
    /// The board; `null` if the game has none.
    pub(crate) grid: Option<GridData>,
    /// The cells before the first move, as in `grid`.
    pub(crate) start_cells: BTreeMap<String, String>,
    pub(crate) side_to_move: &'static str,
    /// The square of the king in check.
    pub(crate) check: Option<String>,
    /// The legal moves; empty if the game is over.
    pub(crate) moves: Vec<MoveData>,
    pub(crate) outcome: Option<OutcomeData>,
    /// The draw that the side to move can claim.
    pub(crate) claim: Option<String>,
    /// The endgame tables' data, if the server has tables for the remaining pieces.
    pub(crate) table: Option<TableData>,
    /// The error of a table that cannot be read.
    pub(crate) unread_table: Option<String>,
    /// The moves of the request.
    pub(crate) history: Vec<PlayedData>,
}

/// A board of cells, which are named as in chess: `a1` is at the bottom left.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct GridData {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The height of a cell in widths.
    pub(crate) cell_height: usize,
    /// The names of cells for the first side, and for the second one, if they aren't those of chess.
    pub(crate) names: [BTreeMap<String, String>; 2],
    /// The color of the board.
    pub(crate) color: Option<&'static str>,
    /// The SVG of the whole board, behind the cells.
    pub(crate) backdrop: Option<String>,
    /// The letter on each cell that is not empty.
    pub(crate) cells: BTreeMap<String, String>,
    /// The SVG of letters, and of `.` for an empty cell.
    pub(crate) pictures: BTreeMap<String, String>,
    /// The highlighted cells, such as the stones that have won.
    pub(crate) highlighted: Vec<String>,
}

/// A move with everything that a page needs to draw it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MoveData {
    /// The move in the notation of the API.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    pub(crate) text: String,
    /// The move in the notation of people.
    #[schema(example = "e4")]
    pub(crate) san: String,
    /// The square of the piece; `null` where stones are put down.
    #[schema(example = "e2")]
    pub(crate) from: Option<String>,
    /// The target square; for castling the one where the king lands.
    #[schema(example = "e4")]
    pub(crate) to: String,
    /// The cells to click, one step after the other, any of those in a step; `null` if moves are entered as text.
    #[schema(example = json!([["e2"], ["e4"]]))]
    pub(crate) clicks: Option<Vec<Vec<String>>>,
    /// `true` if the steps are pairs of clicks that may come in any order.
    pub(crate) clicks_in_pairs: bool,
    /// The new contents of the cells that change, empty or as in `cells`; `null` if the board changes its size.
    pub(crate) changes: Option<BTreeMap<String, String>>,
    /// The letter of the piece, upper case for White.
    #[schema(example = "P")]
    pub(crate) piece: Option<String>,
    /// The letter of the captured piece.
    pub(crate) captured: Option<String>,
    /// The square of the captured piece.
    pub(crate) captured_on: Option<String>,
    /// The letter of the piece that a pawn promotes to.
    pub(crate) promotion: Option<String>,
    pub(crate) castling: Option<Castling>,
    /// The weight of an outcome of chance, such as a roll of dice, among all outcomes; `null` for a player's move.
    pub(crate) weight: Option<u32>,
}

impl MoveData {
    /// Makes a null move, which changes nothing on the board.
    pub(super) fn null(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            san: text.to_owned(),
            changes: Some(BTreeMap::new()),
            ..Self::default()
        }
    }
}

/// The target squares of king and rook in castling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Castling {
    pub(crate) king_to: String,
    pub(crate) rook_from: String,
    pub(crate) rook_to: String,
}

/// A move played.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PlayedData {
    #[serde(flatten)]
    pub(crate) mv: MoveData,
    /// The position after it.
    pub(crate) position: String,
    /// The square of the king in check after it.
    pub(crate) check: Option<String>,
}

/// The endgame tables' data for a position, for its side to move.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TableData {
    /// `win`, `cursed win`, `draw`, `blessed loss` or `loss`; the fifty-move rule turns the second and the fourth into draws.
    #[schema(example = "win")]
    pub(crate) result: String,
    /// All moves, the best first.
    pub(crate) moves: Vec<TableMove>,
}

/// A move with its result, for the side that makes it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TableMove {
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    pub(crate) mv: String,
    pub(crate) result: String,
    /// The plies to the next capture, pawn move, or mate that keeps the result; negative if the side loses.
    pub(crate) dtz: i32,
}

/// A move of a game with variations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TriedMove {
    /// The number of the previous move, from 0; `null` for one from the first position.
    pub(crate) parent: Option<usize>,
    /// The move; `--` is a null move, where the side to move may pass.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    pub(crate) mv: String,
}

/// A game with variations.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameTree {
    /// The position where the moves begin.
    pub(crate) start: PositionData,
    /// The moves, in the order of the request.
    pub(crate) nodes: Vec<PlayedData>,
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OutcomeData {
    /// The winner; `null` after a draw.
    pub(crate) winner: Option<&'static str>,
    #[schema(example = "checkmate")]
    pub(crate) reason: String,
    /// Winner and reason in one sentence.
    #[schema(example = "White wins by checkmate.")]
    pub(crate) text: String,
    /// The cells of the winning line, if there is one.
    pub(crate) line: Vec<String>,
}

impl OutcomeData {
    /// Makes the end of a game, with its reason if that is known.
    pub(crate) fn new(winner: Option<&'static str>, reason: Option<String>) -> Self {
        let text = match (winner, &reason) {
            (Some(winner), Some(reason)) => format!("{} wins by {reason}.", capitalized(winner)),
            (Some(winner), None) => format!("{} wins.", capitalized(winner)),
            (None, Some(reason)) => format!("The game is drawn: {reason}."),
            (None, None) => "The game is drawn.".to_owned(),
        };
        Self {
            winner,
            reason: reason.unwrap_or_else(|| "the end of the game".to_owned()),
            text,
            line: Vec::new(),
        }
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.clone()).collect()
}

impl GridData {
    pub(super) fn new(grid: &Grid) -> Self {
        let full = grid.places().filter(|(_, cell)| *cell != EMPTY);
        let cells = full.map(|(place, cell)| (cell_name(grid, place), content(cell)));
        let pictures = grid.pictures().iter();
        let highlighted = grid.highlighted().iter();
        Self {
            columns: grid.columns(),
            rows: grid.cells().len(),
            cell_height: grid.cell_height(),
            names: grid.names().each_ref().map(|names| {
                let names = names.iter();
                names
                    .map(|(place, name)| (cell_name(grid, *place), name.clone()))
                    .collect()
            }),
            color: grid.board(),
            backdrop: grid.backdrop().map(str::to_owned),
            cells: cells.collect(),
            pictures: pictures
                .map(|(cell, svg)| (cell.to_string(), svg.clone()))
                .collect(),
            highlighted: highlighted.map(|place| cell_name(grid, *place)).collect(),
        }
    }
}

/// Returns the rows of characters from the top.
pub(super) fn rows(grid: &Grid) -> Vec<String> {
    grid.cells().iter().map(String::from_iter).collect()
}

/// Returns the name of the cell in a column and row from the top left.
pub(super) fn cell_name(grid: &Grid, (column, row): (usize, usize)) -> String {
    let letter = ('a'..='z').chain('A'..='Z').nth(column).unwrap_or('?');
    format!("{letter}{}", grid.cells().len().saturating_sub(row))
}

/// An empty cell of a grid.
const EMPTY: char = '.';

/// Returns the contents of a cell: empty, or a letter.
fn content(cell: char) -> String {
    Some(cell)
        .filter(|cell| *cell != EMPTY)
        .into_iter()
        .collect()
}

/// Returns the cells that differ, with their contents in the second grid; `None` if the grids differ in size.
pub(super) fn changes(before: &Grid, after: &Grid) -> Option<BTreeMap<String, String>> {
    let size = |grid: &Grid| (grid.columns(), grid.cells().len());
    let other = after
        .places()
        .filter(|(place, cell)| before.cell(place.0, place.1) != Some(*cell));
    (size(before) == size(after)).then(|| {
        other
            .map(|(place, cell)| (cell_name(after, place), content(cell)))
            .collect()
    })
}
