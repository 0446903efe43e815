//! [`BoardGame`]: any game played with letters on cells, made from its rules alone.

use crate::game::{Ending, Game, Keyed};
use plywood_eval::Side;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::iter::successors;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::str::FromStr;
use thiserror::Error;

/// The rules of a game on a board of cells, each empty (a dot) or with a letter. [`BoardGame`] supplies the rest: text, keys and the side
/// to move; with `Catalog::board` of `plywood-catalog` also pictures and clicks.
///
/// The implementing type is only a name for the rules.
///
/// **Cost.** Letters on cells are easy to write but slower to search than bits. The whole tree of tic-tac-toe, 549,946 nodes, takes five
/// times as many instructions (524 million instead of 104) as [`TicTacToe`](super::TicTacToe), two fifths of them to look for three in a
/// row with [`ray`](BoardGame::ray). If searches must be fast, implement [`Game`] directly.
///
/// ```
/// use plywood_search::games::{BoardGame, BoardRules, Play};
/// use plywood_search::{AlphaBeta, Ending, Limits, Score, Strategy};
///
/// /// The players write X and O in turn into a row of five cells; two equal letters side by side win.
/// #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
/// struct Pairs;
///
/// impl BoardRules for Pairs {
///     const START: &'static str = "..... X";
///     const SIDES: [char; 2] = ['X', 'O'];
///
///     fn moves(board: &BoardGame<Self>) -> Vec<Play> {
///         board.with('.').map(Play::On).collect()
///     }
///
///     fn play(board: &mut BoardGame<Self>, play: Play) {
///         if let Play::On(cell) = play {
///             board[cell] = board.own();
///         }
///     }
///
///     fn ending(board: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
///         let is_pair = |cell| {
///             board.step(cell, (1, 0)).is_some_and(|next| board[next] == board.other())
///         };
///         let is_lost = board.with(board.other()).any(is_pair);
///         let is_full = moves.is_empty().then_some(Ending::Drawn);
///         if is_lost { Some(Ending::Lost) } else { is_full }
///     }
/// }
///
/// let draw = |_: &BoardGame<Pairs>| Score::DRAW;
/// let report = AlphaBeta::new(draw).search(&BoardGame::start(), &Limits::depth(5));
/// assert_eq!(
///     report.line.to_string(),
///     "b1 a1 c1",
///     "in the middle there are two ways to go on"
/// );
/// ```
pub trait BoardRules: Debug + Clone + Eq + Hash + Send + Sync + 'static {
    /// The start position: rows from the top, separated by spaces or line ends, then the letter of the side to move.
    const START: &'static str;

    /// The letters of the sides, the first one first.
    const SIDES: [char; 2];

    /// The names of the players, the first one first.
    const PLAYERS: [&'static str; 2] = ["first", "second"];

    /// Returns all legal moves, always in the same order. A game with passes lists a [`Play::Pass`] where one is legal.
    fn moves(board: &BoardGame<Self>) -> Vec<Play>;

    /// Plays a legal move on the cells. The side to move is still the one that makes it; it changes afterwards.
    fn play(board: &mut BoardGame<Self>, play: Play);

    /// Returns the result of the game for the side to move, if it is over; `moves` are the legal moves.
    fn ending(board: &BoardGame<Self>, moves: &[Play]) -> Option<Ending>;

    /// Returns the picture of a letter or a dot: SVG in a square of 70 by 70. The default draws the letter.
    #[must_use]
    fn picture(_letter: char) -> Option<String> {
        None
    }

    /// Returns the reason the game is over, such as `four in a row`, if the rules have words for it.
    #[must_use]
    fn reason(_board: &BoardGame<Self>) -> Option<String> {
        None
    }

    /// Returns `true` if a cell may have this letter; a position with any other letter is rejected. By default the letters of the start
    /// position and of the sides.
    #[must_use]
    fn is_letter(letter: char) -> bool {
        letter == EMPTY || Self::SIDES.contains(&letter) || Self::START.contains(letter)
    }
}

/// A position of a game on a board. As a string it is `......../......../…/........ X`: the rows from the top and the letter of the side to
/// move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BoardGame<R> {
    /// The letters, row by row from the top.
    letters: Letters,
    columns: u8,
    rows: u8,
    side: Side,
    rules: PhantomData<R>,
}

/// A cell by column and row, both counted from 0 at the bottom left, which is `a1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// The column.
    pub column: u8,
    /// The row.
    pub row: u8,
}

/// A move on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// The other side moves: `pass`.
    Pass,
    /// On a cell: `d3`.
    On(At),
    /// From one cell to another one: `d3d4`.
    Between(At, At),
}

/// A step to another cell: the number of columns to the right and of rows up.
pub type Direction = (i8, i8);

/// The steps to the neighbors of a cell, including those at its corners.
pub const ALL_AROUND: [Direction; 8] = [
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The letter of an empty cell.
const EMPTY: char = '.';

/// More columns or rows would not fit into a move's code.
const MOST: usize = 15;

/// The letters of a board. A search copies a board at each node, so boards of the usual sizes need no heap.
#[derive(Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a board that is copied at each node shall not need memory of its own"
)]
enum Letters {
    Few { letters: [char; FEW], count: u8 },
    Many(Vec<char>),
}

/// Eight by eight.
const FEW: usize = 64;

impl From<Vec<char>> for Letters {
    fn from(many: Vec<char>) -> Self {
        let mut letters = [EMPTY; FEW];
        match (letters.get_mut(..many.len()), u8::try_from(many.len())) {
            (Some(few), Ok(count)) => {
                few.copy_from_slice(&many);
                Self::Few { letters, count }
            }
            (_, _) => Self::Many(many),
        }
    }
}

impl Deref for Letters {
    type Target = [char];

    #[inline]
    fn deref(&self) -> &[char] {
        match self {
            Self::Few { letters, count } => &letters[..usize::from(*count)],
            Self::Many(letters) => letters,
        }
    }
}

impl DerefMut for Letters {
    #[inline]
    fn deref_mut(&mut self) -> &mut [char] {
        match self {
            Self::Few { letters, count } => &mut letters[..usize::from(*count)],
            Self::Many(letters) => letters,
        }
    }
}

impl PartialEq for Letters {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Letters {}

impl Hash for Letters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl Debug for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<R: BoardRules> BoardGame<R> {
    /// Returns the position at the start of a game.
    ///
    /// # Panics
    /// If the rules' [`START`](BoardRules::START) is no position.
    #[must_use]
    pub fn start() -> Self {
        let board = Self::read(R::START);
        board.unwrap_or_else(|error| panic!("the start of the rules: {error}"))
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the letter of the side to move.
    #[must_use]
    pub const fn own(&self) -> char {
        R::SIDES[self.side as usize]
    }

    /// Returns the letter of the other side.
    #[must_use]
    pub const fn other(&self) -> char {
        R::SIDES[1 - self.side as usize]
    }

    /// Returns all cells, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = At> + use<R> {
        let columns = self.columns;
        (0..self.rows).rev().flat_map(move |row| {
            let columns = 0..columns;
            columns.map(move |column| At { column, row })
        })
    }

    /// Returns the cells with this letter; a dot finds the empty ones.
    pub fn with(&self, letter: char) -> impl Iterator<Item = At> + '_ {
        let places = self.letters.iter().zip(0..);
        let alike = places.filter(move |(known, _)| **known == letter);
        alike.map(|(_, place)| self.cell(place))
    }

    /// Returns the number of cells with this letter.
    #[must_use]
    pub fn count(&self, letter: char) -> i32 {
        let alike = self.letters.iter().filter(|known| **known == letter);
        alike.map(|_| 1).sum()
    }

    /// Returns the cell one step away in this direction, if it is on the board.
    #[must_use]
    #[inline]
    pub fn step(&self, cell: At, (right, up): Direction) -> Option<At> {
        let moved = |from: u8, by, end| from.checked_add_signed(by).filter(|to| *to < end);
        Some(At {
            column: moved(cell.column, right, self.columns)?,
            row: moved(cell.row, up, self.rows)?,
        })
    }

    /// Returns the cells from this one, exclusive, to the edge.
    ///
    /// ```
    /// # use plywood_search::games::{At, BoardGame, BoardRules, Play};
    /// # use plywood_search::Ending;
    /// # #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    /// # struct Rules;
    /// # impl BoardRules for Rules {
    /// #     const START: &'static str = ".... .... .... ..X. X";
    /// #     const SIDES: [char; 2] = ['X', 'O'];
    /// #     fn moves(_: &BoardGame<Self>) -> Vec<Play> { Vec::new() }
    /// #     fn play(_: &mut BoardGame<Self>, _: Play) {}
    /// #     fn ending(_: &BoardGame<Self>, _: &[Play]) -> Option<Ending> { Some(Ending::Drawn) }
    /// # }
    /// let board = BoardGame::<Rules>::start();
    /// let ray: String = board
    ///     .ray(At { column: 0, row: 1 }, (1, 1))
    ///     .map(|cell| format!("{cell} "))
    ///     .collect();
    /// assert_eq!(ray, "b3 c4 ");
    /// ```
    pub fn ray(&self, from: At, direction: Direction) -> impl Iterator<Item = At> + '_ {
        let next = move |cell: &At| self.step(*cell, direction);
        successors(next(&from), next)
    }

    /// Returns the cell at this place of the letters.
    #[inline]
    fn cell(&self, place: u8) -> At {
        At {
            column: place % self.columns,
            row: self.rows - 1 - place / self.columns,
        }
    }

    #[inline]
    fn place(&self, cell: At) -> usize {
        usize::from(self.rows - 1 - cell.row) * usize::from(self.columns) + usize::from(cell.column)
    }

    /// Returns the letters, a line for each row from the top.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.joined("\n")
    }

    fn joined(&self, between: &str) -> String {
        let rows = self.letters.chunks(usize::from(self.columns));
        let rows: Vec<String> = rows.map(String::from_iter).collect();
        rows.join(between)
    }

    /// Reads a board of any size.
    fn read(text: &str) -> Result<Self, ParseBoardError> {
        let words = text.split(|sign: char| sign.is_whitespace() || sign == '/');
        let mut rows: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let last = rows.pop().and_then(|word| word.parse().ok());
        let mut sides = Side::BOTH.into_iter();
        let side = sides.find(|side| last == Some(R::SIDES[*side as usize]));
        let [first, second] = R::SIDES;
        let side = side.ok_or(ParseBoardError::Side(first, second))?;
        let columns = rows.first().map_or(0, |row| row.chars().count());
        let is_even = rows.iter().all(|row| row.chars().count() == columns);
        if !is_even || !(1..=MOST).contains(&columns) || rows.len() > MOST {
            return Err(ParseBoardError::Size);
        }
        let letters: Vec<char> = rows.concat().chars().collect();
        if let Some(unknown) = letters.iter().find(|letter| !R::is_letter(**letter)) {
            return Err(ParseBoardError::Letter(*unknown));
        }
        Ok(Self {
            letters: letters.into(),
            columns: u8::try_from(columns).map_err(|_| ParseBoardError::Size)?,
            rows: u8::try_from(rows.len()).map_err(|_| ParseBoardError::Size)?,
            side,
            rules: PhantomData,
        })
    }
}

impl<R: BoardRules> Index<At> for BoardGame<R> {
    type Output = char;

    /// Returns the letter on a cell.
    fn index(&self, cell: At) -> &char {
        &self.letters[self.place(cell)]
    }
}

impl<R: BoardRules> IndexMut<At> for BoardGame<R> {
    fn index_mut(&mut self, cell: At) -> &mut char {
        let place = self.place(cell);
        &mut self.letters[place]
    }
}

impl<R: BoardRules> Game for BoardGame<R> {
    type Move = Play;
    type Moves = Vec<Play>;

    fn legal_moves(&self) -> Vec<Play> {
        R::moves(self)
    }

    fn after(&self, play: Play) -> Self {
        let mut board = self.clone();
        R::play(&mut board, play);
        board.side = !self.side;
        board
    }

    fn ending(&self, moves: &[Play]) -> Option<Ending> {
        R::ending(self, moves)
    }
}

impl<R: BoardRules> Keyed for BoardGame<R> {
    fn key(&self) -> u64 {
        // Each step loses nothing of the earlier ones, and the last one brings the high bits, which are mixed best, to the low end.
        let mixed = |key: u64, letter: &char| {
            (key.rotate_left(5) ^ u64::from(*letter)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        let side = self.side as u64 + 1;
        self.letters.iter().fold(side, mixed).swap_bytes()
    }

    fn move_code(play: Play) -> u16 {
        let four = |from: At, to: At| [from.column, from.row, to.column, to.row];
        let nibbles = match play {
            Play::Pass => return u16::MAX,
            Play::On(cell) => four(cell, cell),
            Play::Between(from, to) => four(from, to),
        };
        let add = |code: u16, nibble: u8| code << 4 | u16::from(nibble);
        nibbles.into_iter().fold(0, add)
    }
}

/// The rows with slashes between them, and the letter of the side to move.
impl<R: BoardRules> fmt::Display for BoardGame<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.joined("/"), self.own())
    }
}

/// The error for a string that is not a position of a game on a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// The string does not end with the letter of the side to move.
    #[error("expected rows of letters and the side to move, {0} or {1}")]
    Side(char, char),
    /// The board's columns and rows differ from the start position's, or are more than 15.
    #[error("expected as many rows and columns as at the start, up to 15")]
    Size,
    /// A letter that no cell may have.
    #[error("{0:?} cannot be on a cell")]
    Letter(char),
}

impl<R: BoardRules> FromStr for BoardGame<R> {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (board, start) = (Self::read(text)?, Self::start());
        let size = |board: &Self| (board.columns, board.rows);
        if size(&board) == size(&start) {
            Ok(board)
        } else {
            Err(ParseBoardError::Size)
        }
    }
}

/// Its column as a letter and its row as a number: `d3`.
impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::On(cell) => write!(f, "{cell}"),
            Self::Between(from, to) => write!(f, "{from}{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{check_alternation, check_game, check_keyed};

    /// Pawns that only step forward, on boards of two by three cells.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    struct Race;

    impl BoardRules for Race {
        const START: &'static str = "bb .. ww w";
        const SIDES: [char; 2] = ['w', 'b'];

        fn moves(board: &BoardGame<Self>) -> Vec<Play> {
            let forward = [1, -1][board.side() as usize];
            let own = board.with(board.own());
            let steps = own.filter_map(|from| {
                let to = board.step(from, (0, forward))?;
                (board[to] == '.').then_some(Play::Between(from, to))
            });
            steps.collect()
        }

        fn play(board: &mut BoardGame<Self>, play: Play) {
            if let Play::Between(from, to) = play {
                board[to] = board[from];
                board[from] = '.';
            }
        }

        fn ending(_: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
            moves.is_empty().then_some(Ending::Lost)
        }
    }

    #[test]
    fn rules_alone_are_a_game_that_obeys_the_laws() {
        let start = BoardGame::<Race>::start();
        for seed in 0..8 {
            check_game(&start, seed).unwrap();
            check_keyed(&start, seed).unwrap();
            check_alternation(&start, seed, BoardGame::side).unwrap();
        }
        let moved = start.after(start.legal_moves()[0]);
        assert_eq!(moved.to_string(), "bb/w./.w b");
        assert_eq!(moved.to_string().parse(), Ok(moved));
    }

    #[test]
    fn each_move_has_a_code_of_its_own() {
        let cells = || (0..15).flat_map(|row| (0..15).map(move |column| At { column, row }));
        let between = |from: At| {
            cells()
                .filter(move |to| *to != from)
                .map(move |to| Play::Between(from, to))
        };
        let all = cells()
            .map(Play::On)
            .chain([Play::Pass])
            .chain(cells().flat_map(between));
        let mut codes: Vec<u16> = all.map(BoardGame::<Race>::move_code).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }

    #[test]
    fn a_text_that_is_no_position_is_refused() {
        let error = |text: &str| text.parse::<BoardGame<Race>>().unwrap_err();
        assert_eq!(error("bb/../ww"), ParseBoardError::Side('w', 'b'));
        assert_eq!(error(""), ParseBoardError::Side('w', 'b'));
        assert_eq!(error("b"), ParseBoardError::Size);
        assert_eq!(error("bb/./ww w"), ParseBoardError::Size);
        assert_eq!(error("bb/ww w"), ParseBoardError::Size);
        assert_eq!(error("bb/.x/ww w"), ParseBoardError::Letter('x'));
    }
}
