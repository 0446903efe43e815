//! Connect four on bitboards: seven columns, six rows, four in a line win.
//!
//! Each column takes seven bits, the seventh always empty, so that shifting a set onto itself in each of the four directions finds four in
//! a line. John Tromp published this layout with his solver of the game.

use crate::game::{Ending, Game, Keyed, Tactical};
use arrayvec::ArrayVec;
use plywood_eval::{Score, Side};
use std::fmt;
use std::ops::BitOr as _;
use std::str::FromStr;
use thiserror::Error;

/// A connect four board. The first side plays `X`.
///
/// ```
/// use plywood_search::Game;
/// use plywood_search::games::ConnectFour;
///
/// let board: ConnectFour = "dded".parse().unwrap();
/// assert_eq!(board.to_string(), "\
/// .......
/// .......
/// .......
/// ...O...
/// ...O...
/// ...XX..
/// ");
/// assert_eq!(board.legal_moves().len(), 7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ConnectFour {
    /// The stones of the side to move.
    ours: u64,
    /// The stones of both sides.
    all: u64,
}

/// A column, `a` to `g`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column(u8);

const WIDTH: u8 = 7;
const HEIGHT: u8 = 6;
/// The bits from one column to the next.
const STRIDE: u8 = HEIGHT + 1;
/// The sideways directions: falling, level and rising.
const SIDEWAYS: [u8; 3] = [STRIDE - 1, STRIDE, STRIDE + 1];
/// All directions: up, and sideways.
const DIRECTIONS: [u8; 4] = [1, SIDEWAYS[0], SIDEWAYS[1], SIDEWAYS[2]];
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3F;
const TOP: u64 = BOTTOM << (HEIGHT - 1);
/// The order of `legal_moves`: from the middle outwards, since a stone in the middle is part of more lines.
const MIDDLE_FIRST: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

impl ConnectFour {
    /// Returns the empty board.
    #[must_use]
    pub const fn new() -> Self {
        Self { ours: 0, all: 0 }
    }

    /// Returns the number of stones on the board.
    #[must_use]
    pub const fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    /// Returns the cells of a side's stones: seven bits for each column from the left, the lowest cell first.
    #[must_use]
    pub fn stones_of(&self, side: Side) -> u64 {
        if side == self.to_move() {
            self.ours
        } else {
            self.ours ^ self.all
        }
    }

    /// Returns the side to move: the first side after an even number of stones.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        if self.stones().is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Returns a quick evaluation: ten centipawns for each cell that would complete a line of four for the side to move, minus those of its
    /// opponent.
    ///
    /// ```
    /// use plywood_search::Score;
    /// use plywood_search::games::ConnectFour;
    ///
    /// // The first side has three stones in a row, open at both ends, and the second side is to move.
    /// let board: ConnectFour = "ccdde".parse().unwrap();
    /// assert_eq!(board.estimate(), Score::centipawns(-20));
    /// ```
    #[must_use]
    pub fn estimate(&self) -> Score {
        let empty = BOARD & !self.all;
        let count = |stones| (completing(stones) & empty).count_ones().cast_signed();
        Score::centipawns(10 * (count(self.ours) - count(self.ours ^ self.all)))
    }

    /// Returns the cells where a stone can land now, one for each column that is not full.
    const fn landings(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    fn columns(cells: u64) -> ArrayVec<Column, 7> {
        MIDDLE_FIRST
            .into_iter()
            .filter(|column| cells >> (column * STRIDE) & 0x3F != 0)
            .map(Column)
            .collect()
    }
}

/// Returns `true` if four of the stones form a line.
#[inline]
fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// Returns the cells, empty or not, that would complete a line of four of these stones.
#[inline]
fn completing(stones: u64) -> u64 {
    // The cells below a stone are never empty, so vertically only the cell above three stones counts.
    let upright = stones << 1 & stones << 2 & stones << 3;
    let along = |step: &u8| {
        let pairs = stones & stones >> step;
        let above = pairs << (2 * step) & (stones << (3 * step) | stones >> step);
        let below = pairs >> step & (stones >> (3 * step) | stones << step);
        above | below
    };
    SIDEWAYS.iter().map(along).fold(upright, u64::bitor)
}

impl Game for ConnectFour {
    type Move = Column;
    type Moves = ArrayVec<Column, 7>;

    #[inline]
    fn legal_moves(&self) -> Self::Moves {
        // Most of the time no column is full.
        if self.all & TOP == 0 {
            MIDDLE_FIRST.map(Column).into()
        } else {
            Self::columns(self.landings())
        }
    }

    #[inline]
    fn after(&self, column: Column) -> Self {
        // Adding the column's bottom bit carries into its lowest empty cell.
        let all = self.all | (self.all + (1 << (column.0 * STRIDE)));
        Self {
            ours: self.ours ^ self.all,
            all,
        }
    }

    #[inline]
    fn ending(&self, _moves: &[Column]) -> Option<Ending> {
        self.ending_at_leaf()
    }

    #[inline]
    fn ending_at_leaf(&self) -> Option<Ending> {
        if has_four(self.ours ^ self.all) {
            Some(Ending::Lost)
        } else {
            (self.all == BOARD).then_some(Ending::Drawn)
        }
    }
}

impl Keyed for ConnectFour {
    #[inline]
    fn key(&self) -> u64 {
        // The sum marks each column's height and owners at once; the empty board must not be 0.
        let state = self.ours + self.all + BOTTOM;
        let mixed = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    }

    #[inline]
    fn move_code(column: Column) -> u16 {
        u16::from(column.0)
    }
}

/// Noisy moves win at once or, if none does, stop the other side from winning at once.
impl Tactical for ConnectFour {
    fn noisy_moves(&self) -> Self::Moves {
        let landings = self.landings();
        let wins = completing(self.ours) & landings;
        let blocks = completing(self.ours ^ self.all) & landings;
        Self::columns(if wins == 0 { blocks } else { wins })
    }

    fn capture_rank(&self, column: Column) -> i32 {
        let landing = self.landings() & 0x3F << (column.0 * STRIDE);
        if completing(self.ours) & landing != 0 {
            2
        } else {
            i32::from(completing(self.ours ^ self.all) & landing != 0)
        }
    }
}

impl From<u8> for Column {
    /// Returns the column by number from the left, 0 to 6; a higher number is the last column.
    fn from(number: u8) -> Self {
        Self(number.min(WIDTH - 1))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.stones_of(Side::First);
        for row in (0..HEIGHT).rev() {
            for column in 0..WIDTH {
                let cell = 1 << (column * STRIDE + row);
                let mark = if self.all & cell == 0 {
                    '.'
                } else if first & cell == 0 {
                    'O'
                } else {
                    'X'
                };
                write!(f, "{mark}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The error for a string that is not a game of connect four.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseConnectFourError {
    /// A character that is no column.
    #[error("expected a column from a to g as move {number}, found {found:?}")]
    Column {
        /// The number of the move, from 1.
        number: usize,
        /// The character.
        found: char,
    },
    /// A stone in a full column, or after the end of the game.
    #[error("move {number} ({column}) is not possible: the column is full or the game is over")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The column.
        column: char,
    },
    /// A diagram of a board that no game can lead to.
    #[error("{0}")]
    Drawn(&'static str),
}

/// Reads the columns played from the empty board, `a` to `g`, one letter for each stone.
impl FromStr for ConnectFour {
    type Err = ParseConnectFourError;

    fn from_str(text: &str) -> Result<Self, ParseConnectFourError> {
        let mut board = Self::new();
        for (number, letter) in (1..).zip(text.chars()) {
            let column = match letter {
                'a'..='g' => Column(letter as u8 - b'a'),
                found => return Err(ParseConnectFourError::Column { number, found }),
            };
            if board.ending_at_leaf().is_some() || !board.legal_moves().contains(&column) {
                return Err(ParseConnectFourError::Illegal {
                    number,
                    column: letter,
                });
            }
            board = board.after(column);
        }
        Ok(board)
    }
}

impl ConnectFour {
    /// Reads a diagram of the board: six rows, the highest first.
    ///
    /// # Errors
    /// [`ParseConnectFourError::Drawn`] if no game leads to such a board.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    ///
    /// let board: ConnectFour = "dded".parse()?;
    /// assert_eq!(ConnectFour::drawn(&board.to_string())?, board);
    /// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
    /// ```
    pub fn drawn(text: &str) -> Result<Self, ParseConnectFourError> {
        Self::of_rows(text).map_err(ParseConnectFourError::Drawn)
    }

    fn of_rows(text: &str) -> Result<Self, &'static str> {
        let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
        let is_row = |row: &&[u8]| {
            row.len() == usize::from(WIDTH) && row.iter().all(|cell| b".XO".contains(cell))
        };
        if rows.len() != usize::from(HEIGHT) || !rows.iter().all(is_row) {
            return Err("expected six rows of seven cells, each of them X, O or .");
        }
        let [mut first, mut second] = [0_u64; 2];
        for (row, cells) in (0..HEIGHT).rev().zip(rows) {
            for (column, cell) in (0..WIDTH).zip(cells) {
                let bit = 1 << (column * STRIDE + row);
                match cell {
                    b'X' => first |= bit,
                    b'O' => second |= bit,
                    _ => (),
                }
            }
        }
        let all = first | second;
        // The cell under every stone is taken, or the stone is at the bottom.
        if all & !BOTTOM & !(all << 1) != 0 {
            return Err("a stone has an empty cell below it");
        }
        let ours = match first.count_ones().checked_sub(second.count_ones()) {
            Some(0) => first,
            Some(1) => second,
            Some(_) | None => return Err("X has as many stones as O, or one more"),
        };
        Ok(Self { ours, all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_as_it_is_written() {
        let mut board = ConnectFour::new();
        for letter in "ddccagfbee".chars() {
            board = board.after(Column(letter as u8 - b'a'));
            assert_eq!(ConnectFour::drawn(&board.to_string()), Ok(board));
        }
        assert_eq!(
            ConnectFour::drawn(&ConnectFour::new().to_string()),
            Ok(ConnectFour::new())
        );
        let empty = ".......\n".repeat(5);
        for (last, reason) in [
            ("X.X....", "as many stones"),
            ("......O", "as many stones"),
            ("X.....", "six rows"),
            ("X.....x", "six rows"),
        ] {
            let error = ConnectFour::drawn(&format!("{empty}{last}")).unwrap_err();
            assert!(error.to_string().contains(reason), "{last}: {error}");
        }
        let hanging = format!("{}X......\n.......", ".......\n".repeat(4));
        let error = ConnectFour::drawn(&hanging).unwrap_err();
        assert!(error.to_string().contains("below"), "{error}");
    }

    #[test]
    fn four_in_each_direction_win() {
        for game in ["adadada", "aabbccd", "abbcgccdgdfdd", "gffeaeedadbdd"] {
            let board: ConnectFour = game
                .parse()
                .unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(
                board.ending_at_leaf(),
                Some(Ending::Lost),
                "{game}\n{board}"
            );
        }
        // Three at the top of one column and one at the foot of the next are not a line.
        let board: ConnectFour = "abacbadadad".parse().unwrap();
        assert_eq!(board.ending_at_leaf(), None, "\n{board}");
    }

    #[test]
    fn completing_cells_are_those_that_win() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut board = ConnectFour::new();
            while board.ending_at_leaf().is_none() {
                for &column in &board.legal_moves() {
                    let wins = board.after(column).ending_at_leaf() == Some(Ending::Lost);
                    assert_eq!(board.capture_rank(column) == 2, wins, "{column}\n{board}");
                }
                let moves = board.legal_moves();
                board = board.after(moves[rng.usize(..moves.len())]);
            }
        }
    }

    #[test]
    fn texts_that_are_no_games_are_errors() {
        for text in ["h", "aaaaaaa", "adadadab", "a b", "é"] {
            assert!(text.parse::<ConnectFour>().is_err(), "{text:?}");
        }
    }
}
