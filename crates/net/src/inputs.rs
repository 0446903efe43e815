//! [`Inputs`]: a network's view of a position; and [`ChessInputs`], the pieces on their squares; [`ConnectFourInputs`], the stones;
//! [`BackgammonInputs`], the checkers.

use crate::picture::{Boards, Layers};
use plywood_core::{Color, PieceKind, Position};
use plywood_eval::{Portrait, Score, Side, Sides};
use plywood_search::games::{Backgammon, ConnectFour};
use std::fmt::Debug;

/// A network's view of a position. A position is a set of facts, such as "White has a knight on f3". Each side converts the number of a
/// fact into the number of an input from its own point of view. So both use the same weights, and a position with the colors exchanged has
/// the same score.
///
/// ```
/// use plywood_eval::{Portrait, Side, Sides};
/// use plywood_net::Inputs;
///
/// /// A race on a track of 64 fields: each side has a runner.
/// #[derive(Clone)]
/// struct Race { runners: [u8; 2], to_move: Side }
///
/// #[derive(Debug)]
/// struct Runners;
///
/// impl Inputs for Runners {
///     type Position = Race;
///     type Facts = [u64; 2];
///     const NAME: &'static str = "race";
///     const COUNT: usize = 128;
///
///     fn facts(race: &Race) -> [u64; 2] {
///         race.runners.map(|field| 1 << field)
///     }
///     fn turns(_: &[u64; 2]) -> [u8; 2] {
///         [0, 1]
///     }
///     fn input(turn: u8, fact: usize) -> usize {
///         fact ^ (64 * usize::from(turn))
///     }
///     fn to_move(race: &Race) -> Side {
///         race.to_move
///     }
/// }
/// ```
pub trait Inputs: Debug + Send + Sync + 'static {
    /// The positions of the game.
    type Position;
    /// A set of facts: a bit for each.
    type Facts: AsRef<[u64]> + Copy + Send + Sync + 'static;

    /// The name of the inputs in network files.
    const NAME: &'static str;
    /// The number of inputs, at most 65,536.
    const COUNT: usize;
    /// The most facts of a position.
    const MOST_FACTS: usize = 64;
    /// The name of an older, coarser set of inputs whose networks can also be read, and their number, which divides [`COUNT`](Self::COUNT):
    /// input `n` begins with the weights of input `n % number`.
    const COARSER: Option<(&'static str, usize)> = None;
    /// The scale of the network's scores, if they aren't those of searches.
    const SCALE: Option<u16> = None;

    /// Converts a search's score into the one that the network learns.
    #[must_use]
    fn learned(score: Score) -> Score {
        score
    }

    /// Converts the network's score into a search's, the opposite of [`learned`](Self::learned).
    #[must_use]
    #[inline(always)]
    fn recalled(score: Score) -> Score {
        score
    }

    /// Returns the facts of a position.
    fn facts(position: &Self::Position) -> Self::Facts;

    /// Returns the way the first side sees a position with these facts, and the way the second does.
    fn turns(facts: &Self::Facts) -> [u8; 2];

    /// Returns a side's input for a fact.
    fn input(turn: u8, fact: usize) -> usize;

    /// Returns the side to move.
    fn to_move(position: &Self::Position) -> Side;

    /// Returns the output, of `buckets`, that evaluates a position with these facts.
    #[must_use]
    fn bucket(_facts: &Self::Facts, _buckets: usize) -> usize {
        0
    }

    /// Returns a picture of a network with these layers, if it can be drawn.
    #[must_use]
    fn portrait(_layers: Layers<'_>) -> Option<Portrait> {
        None
    }
}

/// Returns the numbers of the bits that are set.
#[inline(always)]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// Returns the inputs of a position as the side to move sees them, and as the other side does.
pub(crate) fn pairs<I: Inputs>(position: &I::Position) -> impl Iterator<Item = [usize; 2]> {
    let facts = I::facts(position);
    let mut turns = I::turns(&facts);
    if I::to_move(position) == Side::Second {
        turns.reverse();
    }
    (0..facts.as_ref().len()).flat_map(move |word| {
        bits(facts.as_ref()[word]).map(move |bit| turns.map(|turn| I::input(turn, 64 * word + bit)))
    })
}

/// The pieces on their squares: 768 inputs, for a side's own pieces and the other side's, in each of four zones of its king. Each side
/// sees the board with its first rank at the bottom and its king on the queen's half, so that training on one half counts for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChessInputs;

/// Set in Black's view, where the board is flipped.
const FLIPPED: u8 = 1;
/// Set if the king is on the king's half; the board is then mirrored.
const MIRRORED: u8 = 2;
/// The king's zone is in the bits from here on.
const ZONE: u8 = 2;
/// The facts about one color.
const OF_COLOR: usize = 384;
/// The inputs of one zone.
const OF_ZONE: usize = 2 * OF_COLOR;

/// Returns the zone of a king on the queen's half: the corner, the rest of its first rank, its second rank, and further up.
#[inline(always)]
const fn zone(square: u8) -> u8 {
    match square {
        0..=1 => 0,
        2..=7 => 1,
        8..=15 => 2,
        _ => 3,
    }
}

impl Inputs for ChessInputs {
    type Position = Position;
    type Facts = [u64; 12];
    const NAME: &'static str = "chess 768 mirrored 4 zones";
    const COUNT: usize = 4 * OF_ZONE;
    const COARSER: Option<(&'static str, usize)> = Some(("chess 768 mirrored", OF_ZONE));

    #[inline(always)]
    fn facts(position: &Position) -> [u64; 12] {
        let mut facts = [0; 12];
        for (color, facts) in [Color::White, Color::Black]
            .into_iter()
            .zip(facts.chunks_exact_mut(6))
        {
            for (kind, fact) in PieceKind::ALL.into_iter().zip(facts) {
                *fact = position.pieces(color, kind).0;
            }
        }
        facts
    }

    #[inline(always)]
    fn turns(facts: &[u64; 12]) -> [u8; 2] {
        let turn = |king: u64, flipped: u8| {
            let square = (king.trailing_zeros() as u8 & 63) ^ (56 * flipped);
            let (square, mirrored) = match square & 4 {
                0 => (square, 0),
                _ => (square ^ 7, MIRRORED),
            };
            flipped | mirrored | zone(square) << ZONE
        };
        [turn(facts[5], 0), turn(facts[11], FLIPPED)]
    }

    #[inline(always)]
    fn input(turn: u8, fact: usize) -> usize {
        let mirrored = if turn & MIRRORED == 0 { fact } else { fact ^ 7 };
        let seen = match turn & FLIPPED {
            0 => mirrored,
            _ if mirrored < OF_COLOR => (mirrored + OF_COLOR) ^ 56,
            _ => (mirrored - OF_COLOR) ^ 56,
        };
        seen + OF_ZONE * usize::from(turn >> ZONE)
    }

    #[inline(always)]
    fn to_move(position: &Position) -> Side {
        position.to_move()
    }

    /// Chooses by the number of pieces.
    #[inline(always)]
    fn bucket(facts: &[u64; 12], buckets: usize) -> usize {
        let occupied = facts.iter().fold(0, |all, set| all | set);
        (occupied.count_ones() as usize).saturating_sub(2) * buckets / 31
    }

    fn portrait(layers: Layers<'_>) -> Option<Portrait> {
        let colors = [Color::White, Color::Black];
        let pieces = colors.map(|color| PieceKind::ALL.map(|kind| kind.of(color)));
        let names = pieces.as_flattened().iter();
        let names: Vec<String> = names.map(|piece| piece.figurine().to_string()).collect();
        Some(layers.drawn(&Boards {
            names: &names,
            size: [8, 8],
            steps: [1, 8],
            caption: "For each of a side's own pieces, and of those of the other side, a board as that side sees it, its own first \
                      rank below and its king in the corner on the left. Pieces",
        }))
    }
}

/// The stones of connect four, those of each side as a bit for each cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectFourInputs;

impl Inputs for ConnectFourInputs {
    type Position = ConnectFour;
    type Facts = [u64; 2];
    const NAME: &'static str = "connect-four 128";
    const COUNT: usize = 128;
    const MOST_FACTS: usize = 42;

    #[inline(always)]
    fn facts(board: &ConnectFour) -> [u64; 2] {
        Side::BOTH.map(|side| board.stones_of(side))
    }

    #[inline(always)]
    fn turns(_: &[u64; 2]) -> [u8; 2] {
        [0, 1]
    }

    #[inline(always)]
    fn input(turn: u8, fact: usize) -> usize {
        fact ^ (64 * usize::from(turn))
    }

    #[inline(always)]
    fn to_move(board: &ConnectFour) -> Side {
        board.to_move()
    }

    /// Chooses by the number of stones.
    #[inline(always)]
    fn bucket([first, second]: &[u64; 2], buckets: usize) -> usize {
        (first | second).count_ones() as usize * buckets / 43
    }

    fn portrait(layers: Layers<'_>) -> Option<Portrait> {
        Some(layers.drawn(&Boards {
            names: &["own", "other"].map(str::to_owned),
            size: [7, 6],
            steps: [7, 1],
            caption: "For a side's own stones, and for those of the other side, the board. Stones",
        }))
    }
}

/// The checkers of backgammon, without the roll. Each side has six inputs for each of its points and its bar, and 15 for the checkers borne
/// off: the first `n` of them are set for `n` checkers, and all of them for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BackgammonInputs;

impl BackgammonInputs {
    /// The network's score at odds of e to 1.
    const ODDS: u16 = 1_000;
    const OF_SIDE: usize = 192;
    const OF_POINT: u8 = 6;
}

impl Inputs for BackgammonInputs {
    type Position = Backgammon;
    type Facts = [u64; 6];
    const NAME: &'static str = "backgammon 384";
    const COUNT: usize = 2 * Self::OF_SIDE;
    const MOST_FACTS: usize = 30;
    const SCALE: Option<u16> = Some(Self::ODDS);

    /// Converts points, 10,000 for each, into the logarithm of odds: the share of a win of three points, at most 99 %.
    fn learned(points: Score) -> Score {
        let points = f64::from(points.as_centipawns().unwrap_or_default());
        let share = (0.5 + points / 60_000.0).clamp(0.01, 0.99);
        let odds = f64::from(Self::ODDS) * (share / (1.0 - share)).ln();
        Score::centipawns(odds.round() as i32)
    }

    /// Returns points, since the mean of several rolls needs them.
    fn recalled(score: Score) -> Score {
        let odds = f64::from(score.as_centipawns().unwrap_or_default()) / f64::from(Self::ODDS);
        // The exponential function, with operations that give the same number on every machine.
        let power = (0..16).fold(1.0 + odds.abs() / 65_536.0, |power: f64, _| power * power);
        let share = 1.0 / (1.0 + power);
        let points = (30_000.0 * (1.0 - 2.0 * share)).round() as i32;
        Score::centipawns(if odds < 0.0 { -points } else { points })
    }

    fn facts(position: &Backgammon) -> [u64; 6] {
        let mut facts = [0; 6];
        let mut set = |first: usize, count: u8| {
            for fact in first..first + usize::from(count) {
                facts[fact / 64] |= 1 << (fact % 64);
            }
        };
        for side in Side::BOTH {
            let first = Self::OF_SIDE * side as usize;
            for point in 1..=25 {
                let count = position.checkers(side, point).min(Self::OF_POINT);
                set(first + usize::from(Self::OF_POINT * (point - 1)), count);
            }
            set(first + 150, position.checkers(side, 0));
        }
        facts
    }

    fn turns(_: &[u64; 6]) -> [u8; 2] {
        [0, 1]
    }

    fn input(turn: u8, fact: usize) -> usize {
        (fact + Self::OF_SIDE * usize::from(turn)) % Self::COUNT
    }

    fn to_move(position: &Backgammon) -> Side {
        position.to_move()
    }

    /// Chooses by the number of checkers on the board.
    fn bucket(facts: &[u64; 6], buckets: usize) -> usize {
        let off = [2, 5].map(|word: usize| (facts[word] >> 22).count_ones() as usize);
        (30 - off[0] - off[1]).saturating_sub(1) * buckets / 30
    }
}
