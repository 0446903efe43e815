//! Tic-tac-toe: 549,946 nodes from the empty board, and a draw.

use crate::game::{Ending, Game, Keyed};
use arrayvec::ArrayVec;
use plywood_eval::{Side, Sides};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

new_by_default!(TicTacToe);

/// A tic-tac-toe board. X, the first side, moves first; the cells are listed from the top left, row by row.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Ending, Game};
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let won = board.after("c3".parse().unwrap());
/// assert_eq!(won.to_string(), "XXX\nOO.\n...\n");
/// assert_eq!(won.ending_at_leaf(), Some(Ending::Lost));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of X and of O, one bit each.
    cells: [u16; 2],
    to_move: Side,
}

/// A cell: its file `a` to `c` and its rank, `3` at the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

const FULL: u16 = 0b1_1111_1111;
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

impl TicTacToe {
    /// Returns the empty board.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            cells: [0; 2],
            to_move: Side::First,
        }
    }

    fn taken(self) -> u16 {
        self.cells[0] | self.cells[1]
    }

    /// Only the side that has just moved can have completed a line.
    fn last_mover_won(self) -> bool {
        let theirs = self.cells[(!self.to_move) as usize];
        LINES.iter().any(|line| theirs & line == *line)
    }
}

impl Game for TicTacToe {
    type Move = Cell;
    type Moves = ArrayVec<Cell, 9>;

    fn legal_moves(&self) -> Self::Moves {
        let taken = self.taken();
        (0..9)
            .filter(|index| taken >> index & 1 == 0)
            .map(Cell)
            .collect()
    }

    fn after(&self, cell: Cell) -> Self {
        let mut cells = self.cells;
        cells[self.to_move as usize] |= 1 << cell.0;
        Self {
            cells,
            to_move: !self.to_move,
        }
    }

    fn ending(&self, _moves: &[Cell]) -> Option<Ending> {
        self.ending_at_leaf()
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        if self.last_mover_won() {
            Some(Ending::Lost)
        } else {
            (self.taken() == FULL).then_some(Ending::Drawn)
        }
    }
}

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        let cells =
            u64::from(self.cells[0]) | u64::from(self.cells[1]) << 9 | (self.to_move as u64) << 18;
        // Multiplying by an odd constant spreads the bits upwards, and the swap brings them to the low end.
        (cells + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).swap_bytes()
    }

    fn move_code(cell: Cell) -> u16 {
        u16::from(cell.0)
    }
}

impl Sides for TicTacToe {
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn mirrored(&self) -> Self {
        Self {
            cells: [self.cells[1], self.cells[0]],
            to_move: !self.to_move,
        }
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..9 {
            let of = |side: usize| self.cells[side] >> index & 1 == 1;
            let mark = if of(0) {
                'X'
            } else if of(1) {
                'O'
            } else {
                '.'
            };
            write!(f, "{mark}{}", if index % 3 == 2 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), 3 - self.0 / 3)
    }
}

/// The error for a string that is not a tic-tac-toe board or cell.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseTicTacToeError {
    /// A character other than `X`, `O` and `.`.
    #[error("expected X, O or . on cell {cell} of 9, found {found:?}")]
    Character {
        /// The number of the cell, from 1.
        cell: usize,
        /// The character.
        found: char,
    },
    /// Too few or too many cells.
    #[error("expected 9 cells, found {found}")]
    Cells {
        /// The number of cells.
        found: usize,
    },
    /// X must have as many marks as O, or one more.
    #[error("expected as many X as O, or one more, found {x} X and {o} O")]
    Turn {
        /// The number of X.
        x: u32,
        /// The number of O.
        o: u32,
    },
    /// Not a cell.
    #[error("expected a cell from a1 to c3, found {text:?}")]
    Cell {
        /// The string.
        text: String,
    },
}

/// Reads nine characters `X`, `O` and `.` from the top left; white space and `/` may separate them.
impl FromStr for TicTacToe {
    type Err = ParseTicTacToeError;

    fn from_str(text: &str) -> Result<Self, ParseTicTacToeError> {
        let mut cells = [0_u16; 2];
        let characters: Vec<char> = text
            .chars()
            .filter(|character| !character.is_whitespace() && *character != '/')
            .collect();
        if characters.len() != 9 {
            return Err(ParseTicTacToeError::Cells {
                found: characters.len(),
            });
        }
        for (index, &character) in characters.iter().enumerate() {
            match character {
                'X' | 'x' => cells[0] |= 1 << index,
                'O' | 'o' => cells[1] |= 1 << index,
                '.' => (),
                found => {
                    return Err(ParseTicTacToeError::Character {
                        cell: index + 1,
                        found,
                    });
                }
            }
        }
        let [x, o] = cells.map(u16::count_ones);
        match x.checked_sub(o) {
            Some(0) => Ok(Self {
                cells,
                to_move: Side::First,
            }),
            Some(1) => Ok(Self {
                cells,
                to_move: Side::Second,
            }),
            Some(2..) | None => Err(ParseTicTacToeError::Turn { x, o }),
        }
    }
}

/// Reads a file `a` to `c` and a rank `1` to `3`.
impl FromStr for Cell {
    type Err = ParseTicTacToeError;

    fn from_str(text: &str) -> Result<Self, ParseTicTacToeError> {
        match text.as_bytes() {
            [file @ b'a'..=b'c', rank @ b'1'..=b'3'] => Ok(Self(file - b'a' + (b'3' - rank) * 3)),
            _ => Err(ParseTicTacToeError::Cell {
                text: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_cells_are_read_as_written() {
        let board: TicTacToe = "X.O/.X./..O".parse().unwrap();
        assert_eq!(board.to_string().parse(), Ok(board));
        for index in 0..9 {
            assert_eq!(Cell(index).to_string().parse(), Ok(Cell(index)));
        }
    }

    #[test]
    fn texts_that_are_no_boards_are_errors() {
        for text in ["", "X", "XXX......", "O........", "..........", "....?...."] {
            assert!(text.parse::<TicTacToe>().is_err(), "{text:?}");
        }
        for text in ["", "a", "a0", "d1", "a11", "é"] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }
}
