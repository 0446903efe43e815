//! EinStein würfelt nicht! ("Einstein doesn't play dice"), by Ingo Althöfer, 2004: six numbered stones a side, and a die that chooses.

use super::board::At;
use crate::chance::Dice;
use crate::game::{Ending, Game, Keyed, Stakes};
use plywood_eval::{Score, Side, Sides, Weighted};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A position of _EinStein würfelt nicht!_ on five by five cells.
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
    /// The cells of each side's stones; `None` for a captured one.
    stones: [Stones; 2],
    side: Side,
    /// The index of the rolled stone.
    roll: Option<u8>,
}

type Stones = [Option<At>; 6];

/// A move: an outcome of the die, or a stone's step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EinSteinMove {
    /// The die shows this number: `4`.
    Roll(u8),
    /// A stone goes from one cell to another one: `b3c2`.
    Step(At, At),
}

/// The cells in a row or column.
const SIZE: u8 = 5;
/// The corner that each side wants to reach.
const GOALS: [At; 2] = [At { column: 4, row: 0 }, At { column: 0, row: 4 }];
/// The columns and rows of the first side's stones at the start.
const START: [(u8, u8); 6] = [(0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (0, 2)];

impl EinStein {
    /// Returns a start of a game, with both sides' stones set up at random.
    #[must_use]
    pub fn drawn(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let [first, second] = Side::BOTH.map(|_| {
            let mut stones = START.map(|(column, row)| Some(At { column, row }));
            for last in (1..stones.len()).rev() {
                stones.swap(last, dice.below(last + 1));
            }
            stones
        });
        Self {
            stones: [first, turned(second)],
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
        let is_left = move |index: &usize| stones[*index].is_some();
        let lower = (0..=index).rev().find(is_left);
        let higher = (index..stones.len()).find(is_left);
        lower
            .into_iter()
            .chain(higher.filter(|_| lower != Some(index)))
    }

    fn has_won(&self, side: Side) -> bool {
        let is_there = self.stones[side as usize].contains(&Some(GOALS[side as usize]));
        is_there || self.stones[!side as usize] == [None; 6]
    }

    /// Returns a quick evaluation, a sum of these terms: the steps of the nearest stone to the opposite corner, the numbers on the die that
    /// may move it, and the right to roll. A win is worth 10,000 centipawns.
    #[must_use]
    pub fn terms() -> Weighted<Self> {
        Weighted::new()
            .term("steps", -2_500, |position: &Self, side| {
                position.nearest(side).0
            })
            .term("rolls", 400, |position, side| position.nearest(side).1)
            .term("roll", 1_100, |position, side| {
                i32::from(position.side == side)
            })
    }

    /// Returns the steps of the stone nearest to the opposite corner, and the most numbers on the die that may move one so near.
    fn nearest(&self, side: Side) -> (i32, i32) {
        let goal = GOALS[side as usize];
        let mut rolls = [0; 6];
        for index in (0..6).flat_map(|number| self.movable(side, number)) {
            rolls[index] += 1;
        }
        let stones = self.stones[side as usize].iter().zip(rolls);
        let stones = stones.filter_map(|(stone, rolls)| {
            let At { column, row } = (*stone)?;
            let steps = column.abs_diff(goal.column).max(row.abs_diff(goal.row));
            Some((-i32::from(steps), rolls))
        });
        let nearest = stones.max();
        nearest.map_or((SIZE.into(), 0), |(steps, rolls)| (-steps, rolls))
    }
}

/// Turns the board by half.
fn turned(stones: Stones) -> Stones {
    stones.map(|stone| {
        stone.map(|At { column, row }| At {
            column: SIZE - 1 - column,
            row: SIZE - 1 - row,
        })
    })
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
        let forward = [1, -1][self.side as usize];
        let stones = self.movable(self.side, index.into());
        let cells = stones.filter_map(|stone| self.stones[self.side as usize][stone]);
        let steps = cells.flat_map(|from| {
            [(1, 0), (0, 1), (1, 1)]
                .into_iter()
                .filter_map(move |(right, down)| {
                    let on_board = |cell: Option<u8>| cell.filter(|cell| *cell < SIZE);
                    let to = At {
                        column: on_board(from.column.checked_add_signed(forward * right))?,
                        row: on_board(from.row.checked_add_signed(-forward * down))?,
                    };
                    Some(EinSteinMove::Step(from, to))
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
        let moved = |stone: Option<At>| match stone {
            Some(cell) if cell == to => None,
            Some(cell) if cell == from => Some(to),
            unmoved => unmoved,
        };
        Self {
            stones: self.stones.map(|stones| stones.map(moved)),
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

/// Returns the number of a cell, below 32; it's 0 for a captured stone.
fn number(stone: Option<At>) -> u8 {
    stone.map_or(0, |At { column, row }| 1 + SIZE * row + column)
}

impl Keyed for EinStein {
    fn key(&self) -> u64 {
        let stones = self.stones.as_flattened().iter();
        let turn = 2 * u64::from(self.roll().unwrap_or(0)) + self.side as u64 + 1;
        // Twelve cells below 32 and the turn fill 64 bits exactly.
        let state = stones.fold(turn, |state, stone| state << 5 | u64::from(number(*stone)));
        let mixed = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    }

    fn move_code(mv: EinSteinMove) -> u16 {
        match mv {
            EinSteinMove::Roll(number) => number.into(),
            EinSteinMove::Step(from, to) => {
                32 * u16::from(number(Some(from))) + u16::from(number(Some(to)))
            }
        }
    }
}

impl Sides for EinStein {
    fn to_move(&self) -> Side {
        self.side
    }

    fn mirrored(&self) -> Self {
        let [first, second] = self.stones.map(turned);
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
        let mut rows = [['.'; SIZE as usize]; SIZE as usize];
        let letters = ('A'..='F').chain('a'..='f');
        for (stone, letter) in self.stones.as_flattened().iter().zip(letters) {
            if let Some(At { column, row }) = stone {
                rows[usize::from(SIZE - 1 - row)][usize::from(*column)] = letter;
            }
        }
        let side = ['A', 'a'][self.side as usize];
        write!(f, "{} {side}", rows.map(String::from_iter).join("/"))?;
        self.roll().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

/// The error for a string that is not a position of _EinStein würfelt nicht!_
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseEinSteinError {
    /// There are not five rows of five cells, with each stone at most once.
    #[error(
        "expected five rows of five cells with stones A to F and a to f at most once, such as ABC../DE.../F...f/...ed/..cba, found {0:?}"
    )]
    Rows(String),
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
        let stones = read_rows(rows).ok_or_else(|| ParseEinSteinError::Rows(rows.to_owned()))?;
        let (side, roll) = match turn.as_bytes() {
            [side @ (b'A' | b'a')] => (side, None),
            [side @ (b'A' | b'a'), b' ', number @ b'1'..=b'6'] => (side, Some(number - b'1')),
            _ => return Err(ParseEinSteinError::Turn(turn.to_owned())),
        };
        let side = Side::BOTH[usize::from(*side == b'a')];
        let position = Self { stones, side, roll };
        if Side::BOTH.into_iter().all(|side| position.has_won(side)) {
            return Err(ParseEinSteinError::Won);
        }
        Ok(position)
    }
}

fn read_rows(text: &str) -> Option<[Stones; 2]> {
    let mut stones = [[None; 6]; 2];
    let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    if rows.len() != usize::from(SIZE) || rows.iter().any(|row| row.len() != usize::from(SIZE)) {
        return None;
    }
    for (row, letters) in (0..SIZE).rev().zip(rows) {
        for (column, letter) in (0..SIZE).zip(letters) {
            let stone = match letter {
                b'.' => continue,
                b'A'..=b'F' => &mut stones[0][usize::from(letter - b'A')],
                b'a'..=b'f' => &mut stones[1][usize::from(letter - b'a')],
                _ => return None,
            };
            if stone.replace(At { column, row }).is_some() {
                return None;
            }
        }
    }
    Some(stones)
}
