//! Einstein würfelt nicht! ("Einstein doesn't play dice"), by Ingo Althöfer, 2004: six numbered stones a side, and a die that chooses.

use super::board::At;
use crate::chance::Dice;
use crate::game::{Ending, Game, Keyed, Stakes};
use plywood_eval::{Score, Side, Sides, Weighted};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A position of _Einstein würfelt nicht!_ on five by five cells.
///
/// A roll of a die says which stone may move. If it is gone, those with the next lower and the next higher number may. A stone moves one
/// step towards the opposite corner: sideways, forward or diagonally. It captures anything there, its own side's stones, too. The side that
/// reaches the opposite corner or takes every stone of the other side wins.
///
/// The first side's stones are `A` to `F`, at the start in the corner at the top left; those of the second are `a` to `f`. As a string a
/// position is its rows from the top, the first letter of the side to move, `A` or `a`, and the number rolled, or nothing before the roll.
///
/// ```
/// use plywood_search::Game;
/// use plywood_search::games::EinStein;
///
/// let start: EinStein = "ABC../DE.../F...f/...ed/..cba A".parse()?;
/// assert_eq!(start.legal_moves().len(), 6, "the numbers of a die");
/// let rolled: EinStein = "ABC../DE.../F...f/...ed/..cba A 6".parse()?;
/// let moves: Vec<String> = rolled.legal_moves().iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["a3b3", "a3a2", "a3b2"]);
/// # Ok::<(), plywood_search::games::ParseEinSteinError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EinStein {
    /// The places of each side's stones, counted from its own corner, row by row; [`GONE`] for a captured one.
    stones: [[u8; 6]; 2],
    side: Side,
    /// The index of the rolled stone.
    roll: Option<u8>,
}

/// A move: an outcome of the die, or a stone's step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EinSteinMove {
    /// The die shows this number: `4`.
    Roll(u8),
    /// A stone goes from one cell to another one: `b3c2`.
    Step(At, At),
}

/// Each side's cells in a row or column.
const SIZE: u8 = 5;
/// The opposite corner.
const GOAL: u8 = SIZE * SIZE - 1;
/// The place of a captured stone.
const GONE: u8 = SIZE * SIZE;
/// The places of a side's stones at the start.
const START: [u8; 6] = [0, 1, 2, 5, 6, 10];

impl EinStein {
    /// Returns a start of a game, with both sides' stones set up at random.
    #[must_use]
    pub fn drawn(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let stones = Side::BOTH.map(|_| {
            let mut stones = START;
            for last in (1..stones.len()).rev() {
                stones.swap(last, dice.below(last + 1));
            }
            stones
        });
        Self {
            stones,
            side: Side::First,
            roll: None,
        }
    }

    /// Returns the number rolled; `None` before the roll.
    #[must_use]
    pub fn roll(&self) -> Option<u8> {
        self.roll.map(|index| index + 1)
    }

    /// Returns a side's stones that a number on the die may move, by their indices.
    fn movable(&self, side: Side, index: usize) -> impl Iterator<Item = usize> {
        let stones = self.stones[side as usize];
        let is_left = move |index: &usize| stones[*index] != GONE;
        let lower = (0..=index).rev().find(is_left);
        let higher = (index..stones.len())
            .find(is_left)
            .filter(|_| lower != Some(index));
        lower.into_iter().chain(higher)
    }

    fn has_won(&self, side: Side) -> bool {
        self.stones[side as usize].contains(&GOAL) || self.stones[!side as usize] == [GONE; 6]
    }

    /// Returns a quick evaluation, a sum of these terms: the steps of the nearest stone to the opposite corner, the numbers on the die that
    /// may move it, and the right to roll. A win is worth 10,000 centipawns.
    #[must_use]
    pub fn terms() -> Weighted<Self> {
        Weighted::new()
            .term("steps", -2_500, |position: &Self, side| position.nearest(side).0)
            .term("rolls", 400, |position, side| position.nearest(side).1)
            .term("roll", 1_100, |position, side| i32::from(position.side == side))
    }

    /// Returns the steps of the stone nearest to the opposite corner, and the most numbers on the die that may move one so near.
    fn nearest(&self, side: Side) -> (i32, i32) {
        let steps = |index: usize| {
            let place = self.stones[side as usize][index];
            i32::from(SIZE - 1 - (place / SIZE).min(place % SIZE))
        };
        let mut rolls = [0; 6];
        for index in (0..6).flat_map(|number| self.movable(side, number)) {
            rolls[index] += 1;
        }
        let left = (0..6).filter(|index| rolls[*index] > 0);
        let nearest = left.map(|index| (-steps(index), rolls[index])).max();
        nearest.map_or((SIZE.into(), 0), |(steps, rolls)| (-steps, rolls))
    }
}

/// Returns the cell of a place that a side counts from its own corner.
const fn cell(side: Side, place: u8) -> At {
    let from_top_left = match side {
        Side::First => place,
        Side::Second => GOAL - place,
    };
    At {
        column: from_top_left % SIZE,
        row: SIZE - 1 - from_top_left / SIZE,
    }
}

fn place(side: Side, At { column, row }: At) -> u8 {
    let from_top_left = (SIZE - 1 - row) * SIZE + column;
    match side {
        Side::First => from_top_left,
        Side::Second => GOAL - from_top_left,
    }
}

impl Game for EinStein {
    type Move = EinSteinMove;
    type Moves = Vec<EinSteinMove>;

    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(10_000)));

    fn legal_moves(&self) -> Vec<EinSteinMove> {
        if self.ending_at_leaf().is_some() {
            return Vec::new();
        }
        let Some(index) = self.roll else {
            return (1..=6).map(EinSteinMove::Roll).collect();
        };
        let stones = self.movable(self.side, index.into());
        let steps = stones.flat_map(|stone| {
            let from = self.stones[self.side as usize][stone];
            let (right, down) = (from % SIZE < SIZE - 1, from / SIZE < SIZE - 1);
            let steps = [(right, 1), (down, SIZE), (right && down, SIZE + 1)];
            let steps = steps.into_iter().filter(|(is_on_board, _)| *is_on_board);
            steps.map(move |(_, by)| {
                EinSteinMove::Step(cell(self.side, from), cell(self.side, from + by))
            })
        });
        steps.collect()
    }

    fn after(&self, mv: EinSteinMove) -> Self {
        let (from, to) = match mv {
            EinSteinMove::Roll(number) => {
                let roll = number.checked_sub(1);
                return Self { roll, ..*self };
            }
            EinSteinMove::Step(from, to) => (from, to),
        };
        let mut stones = self.stones;
        for (side, stones) in Side::BOTH.into_iter().zip(&mut stones) {
            for stone in stones.iter_mut().filter(|stone| **stone == place(side, to)) {
                *stone = GONE;
            }
            let is_moved = |stone: &&mut u8| side == self.side && **stone == place(side, from);
            for stone in stones.iter_mut().filter(is_moved) {
                *stone = place(side, to);
            }
        }
        Self {
            stones,
            side: !self.side,
            roll: None,
        }
    }

    fn ending(&self, _moves: &[EinSteinMove]) -> Option<Ending> {
        self.ending_at_leaf()
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        let lost = self.has_won(!self.side).then_some(Ending::Lost);
        lost.or_else(|| self.has_won(self.side).then_some(Ending::Won))
    }

    fn waits_for_chance(&self) -> bool {
        self.roll.is_none() && self.ending_at_leaf().is_none()
    }
}

impl Keyed for EinStein {
    fn key(&self) -> u64 {
        let places = self.stones.as_flattened().iter();
        let turn = 2 * u64::from(self.roll().unwrap_or(0)) + self.side as u64 + 1;
        // Twelve places below 32 and the turn fill 64 bits exactly.
        let state = places.fold(turn, |state, place| state << 5 | u64::from(*place));
        let mixed = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    }

    fn move_code(mv: EinSteinMove) -> u16 {
        match mv {
            EinSteinMove::Roll(number) => number.into(),
            EinSteinMove::Step(from, to) => {
                let code = |cell| u16::from(place(Side::First, cell));
                (code(from) + 1) * 32 + code(to)
            }
        }
    }
}

impl Sides for EinStein {
    fn to_move(&self) -> Side {
        self.side
    }

    fn mirrored(&self) -> Self {
        let [first, second] = self.stones;
        Self {
            stones: [second, first],
            side: !self.side,
            roll: self.roll,
        }
    }
}

impl fmt::Display for EinSteinMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(number) => write!(f, "{number}"),
            Self::Step(from, to) => write!(f, "{from}{to}"),
        }
    }
}

impl fmt::Display for EinStein {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [b'.'; 25];
        for (side, first) in [(Side::First, b'A'), (Side::Second, b'a')] {
            for (letter, stone) in (first..).zip(self.stones[side as usize]) {
                let from_top_left = if side == Side::First {
                    stone
                } else {
                    GOAL.wrapping_sub(stone)
                };
                if let Some(cell) = letters.get_mut(usize::from(from_top_left)) {
                    *cell = letter;
                }
            }
        }
        let rows: Vec<_> = letters
            .chunks(SIZE.into())
            .map(String::from_utf8_lossy)
            .collect();
        let side = if self.side == Side::First { 'A' } else { 'a' };
        write!(f, "{} {side}", rows.join("/"))?;
        self.roll().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

/// The error for a string that is not a position of _Einstein würfelt nicht!_
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseEinSteinError {
    /// There are not five rows of five cells.
    #[error("expected five rows of five cells, such as ABC../DE.../F...f/...ed/..cba, found {0:?}")]
    Rows(String),
    /// A letter is no stone, or occurs twice.
    #[error("{0:?} cannot be on a cell, or is there twice; stones are A to F and a to f")]
    Stone(char),
    /// No side has a stone, or both are in their goals.
    #[error("at most one side has won")]
    Won,
    /// What follows the rows is not a side and perhaps a roll.
    #[error("expected A or a for the side to move and perhaps a number from 1 to 6, found {0:?}")]
    Turn(String),
}

impl FromStr for EinStein {
    type Err = ParseEinSteinError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (rows, turn) = text.split_once(' ').unwrap_or((text, ""));
        let is_row = |row: &str| row.chars().count() == usize::from(SIZE);
        if rows.split('/').count() != usize::from(SIZE) || !rows.split('/').all(is_row) {
            return Err(ParseEinSteinError::Rows(rows.to_owned()));
        }
        let mut stones = [[GONE; 6]; 2];
        for (index, letter) in (0..).zip(rows.chars().filter(|letter| *letter != '/')) {
            let (side, first, place) = match letter {
                '.' => continue,
                'A'..='F' => (Side::First, 'A', index),
                'a'..='f' => (Side::Second, 'a', GOAL - index),
                _ => return Err(ParseEinSteinError::Stone(letter)),
            };
            let stone = &mut stones[side as usize][letter as usize - first as usize];
            if *stone != GONE {
                return Err(ParseEinSteinError::Stone(letter));
            }
            *stone = place;
        }
        let (side, roll) = match turn.as_bytes() {
            [side @ (b'A' | b'a')] => (side, None),
            [side @ (b'A' | b'a'), b' ', number @ b'1'..=b'6'] => (side, Some(number - b'1')),
            _ => return Err(ParseEinSteinError::Turn(turn.to_owned())),
        };
        let side = if *side == b'A' {
            Side::First
        } else {
            Side::Second
        };
        let position = Self { stones, side, roll };
        if Side::BOTH.into_iter().all(|side| position.has_won(side)) {
            return Err(ParseEinSteinError::Won);
        }
        Ok(position)
    }
}
