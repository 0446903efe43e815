//! Backgammon: two dice, twenty-four points, and fifteen checkers for each side.

use crate::game::{Ending, Game, Keyed, Stakes, Tactical};
use plywood_eval::{Score, Side, Sides, Weighted};
use std::cmp::Reverse;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// A backgammon position, without a doubling cube. As a string it is an XGID, which other backgammon programs read, too.
///
/// Each side counts the points from its own home: it bears off from the points 1 to 6, and enters from the bar onto 24 to 19. A move is a
/// roll of the dice or a complete [play](CheckerPlay) of one. Plays with the same result are listed once.
///
/// The first side begins. Its first roll is never a double, because both players roll a die to decide who begins, and roll again if the dice
/// are equal. A position with all checkers at the start is taken for the first one of a game.
///
/// A win scores a point, a gammon two (the loser hasn't borne off any checker) and a backgammon three (and has one on the bar or in the
/// winner's home). A point is 10,000 centipawns.
///
/// ```
/// use plywood_search::Game;
/// use plywood_search::games::Backgammon;
///
/// let start = Backgammon::START;
/// assert!(start.waits_for_chance());
/// let roll = start.legal_moves().into_iter().find(|roll| roll.to_string() == "31");
/// let rolled = start.after(roll.expect("the dice can show 3 and 1"));
/// assert_eq!(rolled.to_string(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
///
/// let plays: Vec<String> = rolled.legal_moves().iter().map(ToString::to_string).collect();
/// assert_eq!(plays.len(), 16);
/// assert!(plays.contains(&"8/5 6/5".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Backgammon {
    /// The checkers of the first side and of the second.
    checkers: [Checkers; 2],
    side: Side,
    roll: Option<Roll>,
}

/// The checkers of a side: four bits for each of its points, for those borne off (0) and for the bar (25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Checkers(u128);

/// A roll of two dice: `31`, the higher number first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

/// A complete play of a roll, as backgammon books write it: `13/11(2) 6/4*(2)`, `bar/20`, `4/off`; `pass` if no checker can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CheckerPlay {
    roll: Roll,
    /// The point from which each die is played; 0 if it isn't. The higher die comes first, and of a double the highest point.
    from: [u8; 4],
    /// A bit for each die that hits.
    hits: u8,
}

/// A move of backgammon: an outcome of chance, or a player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackgammonMove {
    /// The dice are rolled.
    Roll(Roll),
    /// The player moves checkers.
    Play(CheckerPlay),
}

/// Each side has this many checkers.
const CHECKERS: u8 = 15;
const BAR: u8 = 25;
/// The lowest bit of each place.
const ONES: u128 = 0x11_1111_1111_1111_1111_1111_1111;
/// The centipawns of a point.
const POINT: i32 = 10_000;

impl Checkers {
    const START: Self = Self(2 << (4 * 24) | 5 << (4 * 13) | 3 << (4 * 8) | 5 << (4 * 6));

    #[inline]
    const fn on(self, place: u8) -> u8 {
        (self.0 >> (4 * place)).to_le_bytes()[0] & 0xF
    }

    #[inline]
    const fn moved(self, from: u8, to: u8) -> Self {
        // A checker may move on before it is here, if the dice are not in the order of the play.
        let left = self.0.wrapping_sub(1 << (4 * from));
        Self(left.wrapping_add(1 << (4 * to)))
    }

    /// Returns the highest place with a checker, or 0 if all are borne off.
    #[inline]
    const fn highest(self) -> u8 {
        let bits = 128 - (self.0 & !0xF).leading_zeros();
        (bits.saturating_sub(1) / 4).to_le_bytes()[0]
    }

    /// Returns the points with checkers and the bar, from the highest.
    #[inline]
    fn places(self) -> impl Iterator<Item = u8> {
        let any = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        let mut left = Self(any & ONES);
        std::iter::from_fn(move || {
            let place = left.highest();
            left.0 &= !(1 << (4 * place));
            (place > 0).then_some(place)
        })
    }
}

/// The checkers in the course of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Board {
    own: Checkers,
    other: Checkers,
}

impl Board {
    /// Returns the board after one die, and if it hits; `None` if the rules don't allow it. There is a checker on the point.
    #[inline]
    fn step(self, from: u8, die: u8) -> Option<(Self, bool)> {
        let highest = self.own.highest();
        let to = from.saturating_sub(die);
        let is_allowed = match to {
            _ if highest == BAR && from != BAR => false,
            0 => highest <= 6 && (from == die || from == highest),
            _ => self.other.on(BAR - to) < 2,
        };
        let is_hit = to > 0 && self.other.on(BAR - to) == 1;
        is_allowed.then(|| (self.after((from, to), is_hit), is_hit))
    }

    #[inline]
    const fn after(self, (from, to): (u8, u8), is_hit: bool) -> Self {
        Self {
            own: self.own.moved(from, to),
            other: if is_hit {
                self.other.moved(BAR - to, BAR)
            } else {
                self.other
            },
        }
    }
}

/// The plays found so far that use most of the roll.
struct Plays {
    roll: Roll,
    found: Vec<(Board, BackgammonMove)>,
    /// The sum of the dice that they use.
    used: u8,
}

impl Plays {
    /// Collects the plays of a roll. Rules: both dice if possible, else the higher one if possible, else the lower one; as many dice of a
    /// double as possible. All of this says that the dice used add up to as much as possible.
    fn of(board: Board, roll: Roll) -> Vec<BackgammonMove> {
        let mut plays = Self {
            roll,
            found: Vec::with_capacity(32),
            used: 0,
        };
        let none = CheckerPlay {
            roll,
            from: [0; 4],
            hits: 0,
        };
        if roll.is_double() {
            plays.extend(board, none, &[0, 1, 2, 3]);
        } else {
            plays.extend(board, none, &[0, 1]);
            plays.extend(board, none, &[1, 0]);
        }
        plays.found.into_iter().map(|(_, play)| play).collect()
    }

    fn extend(&mut self, board: Board, play: CheckerPlay, dice: &[usize]) {
        self.keep(board, play);
        let Some((die, rest)) = dice.split_first() else {
            return;
        };
        // Equal dice are played from the highest point down, since their order makes no difference.
        let limit = match (self.roll.is_double(), die.checked_sub(1)) {
            (true, Some(last)) => play.from[last],
            _ => BAR,
        };
        for from in board.own.places().skip_while(|from| *from > limit) {
            if let Some((after, is_hit)) = board.step(from, self.roll.die(*die)) {
                let mut longer = play;
                longer.from[*die] = from;
                longer.hits |= u8::from(is_hit) << die;
                self.extend(after, longer, rest);
            }
        }
    }

    fn keep(&mut self, board: Board, play: CheckerPlay) {
        let dice = (0..4).filter(|die| play.from[*die] > 0);
        let used = dice.map(|die| self.roll.die(die)).sum();
        if used > self.used {
            self.used = used;
            self.found.clear();
        }
        // From the highest point down, no two plays of a double have the same result.
        let is_known = || self.found.iter().any(|(known, _)| *known == board);
        if used == self.used && (self.roll.is_double() || !is_known()) {
            self.found.push((board, BackgammonMove::Play(play)));
        }
    }
}

impl Roll {
    /// Makes a roll of two dice in any order; `None` if they don't show 1 to 6.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Self> {
        let is_die = |die| (1..=6).contains(&die);
        (is_die(one) && is_die(other)).then(|| Self {
            high: one.max(other),
            low: one.min(other),
        })
    }

    /// Returns all 21 rolls.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Self { high, low }))
    }

    /// Returns `true` if both dice show the same number, which is then played four times.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    const fn die(self, index: usize) -> u8 {
        if index == 0 { self.high } else { self.low }
    }
}

impl CheckerPlay {
    /// Returns for each die the points from which and to which a checker can move in this play of a position. There are two if one checker
    /// goes the whole way, and may play either die first.
    #[must_use]
    pub fn ways(&self, position: &Backgammon) -> Vec<[Vec<u8>; 2]> {
        let steps: Vec<_> = self.steps().map(|(step, _)| step).collect();
        let one_way = |(from, to): &(u8, u8)| [vec![*from], vec![*to]];
        let mut ways: Vec<_> = steps.iter().map(one_way).collect();
        let (first, second) = match steps[..] {
            [one, other] if !self.roll.is_double() && one.1 == other.0 => (0, 1),
            [one, other] if !self.roll.is_double() && other.1 == one.0 => (1, 0),
            _ => return ways,
        };
        let (begin, mine) = (steps[first].0, position.of(position.side));
        let between = begin.saturating_sub(self.roll.die(second));
        let is_free = position.of(!position.side).on(BAR - between) == 0;
        // A die that is larger than needed only bears off the last checker.
        let is_last = |point| mine.on(point) == u8::from(point == begin);
        let ends = between >= self.roll.die(first) || (between + 1..=BAR).all(is_last);
        if between > 0 && is_free && ends && self.hits >> first & 1 == 0 {
            ways[first][1].push(between);
            ways[second][0].push(between);
        }
        ways
    }

    /// Returns the points from which and to which checkers move, and if they hit, die by die.
    fn steps(&self) -> impl Iterator<Item = ((u8, u8), bool)> {
        let dice = (0..4).filter(|die| self.from[*die] > 0);
        dice.map(|die| {
            let from = self.from[die];
            let to = from.saturating_sub(self.roll.die(die));
            ((from, to), self.hits >> die & 1 == 1)
        })
    }
}

impl Backgammon {
    /// The start of a game.
    pub const START: Self = Self {
        checkers: [Checkers::START; 2],
        side: Side::First,
        roll: None,
    };

    /// Returns the number of a side's checkers on a point, counted from its home; 0 is for those borne off and 25 for the bar.
    #[must_use]
    #[inline]
    pub fn checkers(&self, side: Side, point: u8) -> u8 {
        self.of(side).on(point.min(BAR + 1))
    }

    /// Returns the name of a point: its number, `bar` or `off`.
    #[must_use]
    pub fn name_of(point: u8) -> String {
        match point {
            0 => "off".to_owned(),
            BAR => "bar".to_owned(),
            point => point.to_string(),
        }
    }

    /// Returns the roll to be played; `None` before it is rolled.
    #[must_use]
    pub const fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// Returns the number of pips that a side's checkers have to move until all are borne off.
    #[must_use]
    pub fn pips(&self, side: Side) -> i32 {
        let own = self.of(side);
        own.places()
            .map(|place| i32::from(place) * i32::from(own.on(place)))
            .sum()
    }

    #[inline]
    const fn of(&self, side: Side) -> Checkers {
        self.checkers[side as usize]
    }

    /// Returns the points that a side has won, if it has won.
    fn points(&self, side: Side) -> Option<i32> {
        let loser = self.of(!side);
        (self.of(side).on(0) == CHECKERS).then(|| match loser.highest() {
            _ if loser.on(0) > 0 => 1,
            0..=18 => 2,
            _ => 3,
        })
    }
}

impl Game for Backgammon {
    type Move = BackgammonMove;
    type Moves = Vec<BackgammonMove>;

    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(3 * POINT)).in_points(3));

    fn legal_moves(&self) -> Vec<BackgammonMove> {
        if self.ending_at_leaf().is_some() {
            return Vec::new();
        }
        let Some(roll) = self.roll else {
            let is_start = self.checkers == [Checkers::START; 2];
            let rolls = Roll::all().filter(|roll| !(roll.is_double() && is_start));
            return rolls.map(BackgammonMove::Roll).collect();
        };
        let [own, other] = [self.side, !self.side].map(|side| self.of(side));
        Plays::of(Board { own, other }, roll)
    }

    fn after(&self, mv: BackgammonMove) -> Self {
        let play = match mv {
            BackgammonMove::Roll(roll) => {
                return Self {
                    roll: Some(roll),
                    ..*self
                };
            }
            BackgammonMove::Play(play) => play,
        };
        let [own, other] = [self.side, !self.side].map(|side| self.of(side));
        let board = Board { own, other };
        let board = play
            .steps()
            .fold(board, |board, (step, is_hit)| board.after(step, is_hit));
        let mut checkers = [board.own, board.other];
        checkers.rotate_left(self.side as usize);
        Self {
            checkers,
            side: !self.side,
            roll: None,
        }
    }

    fn ending(&self, _moves: &[BackgammonMove]) -> Option<Ending> {
        self.ending_at_leaf()
    }

    #[inline]
    fn ending_at_leaf(&self) -> Option<Ending> {
        let won = self.points(self.side);
        let points = won.or_else(|| self.points(!self.side).map(|lost| -lost))?;
        Some(Ending::Scored(Score::centipawns(POINT * points)))
    }

    fn waits_for_chance(&self) -> bool {
        self.roll.is_none() && self.ending_at_leaf().is_none()
    }

    fn weight(&self, outcome: BackgammonMove) -> u32 {
        let is_double = matches!(outcome, BackgammonMove::Roll(roll) if roll.is_double());
        if is_double { 1 } else { 2 }
    }
}

/// Hits are noisy.
impl Tactical for Backgammon {
    fn noisy_moves(&self) -> Vec<BackgammonMove> {
        let mut moves = self.legal_moves();
        moves.retain(|mv| self.capture_rank(*mv) > 0);
        moves
    }

    fn capture_rank(&self, mv: BackgammonMove) -> i32 {
        match mv {
            BackgammonMove::Play(play) => i32::from(play.hits),
            BackgammonMove::Roll(_) => 0,
        }
    }
}

impl Keyed for Backgammon {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "each half of the bits is taken"
    )]
    fn key(&self) -> u64 {
        let roll = self.roll.map_or(0, |roll| 8 * roll.high + roll.low);
        let halves = self
            .checkers
            .map(|Checkers(bits)| [bits as u64, (bits >> 64) as u64]);
        let words = halves.as_flattened().iter();
        // Each step loses nothing of the earlier ones, and the last one brings the high bits, which are mixed best, to the low end.
        let mixed =
            |key: u64, word: &u64| (key.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let turn = 2 * u64::from(roll) + self.side as u64 + 1;
        words
            .fold(turn.wrapping_mul(0xD6E8_FEB8_6659_FD93), mixed)
            .swap_bytes()
    }

    fn move_code(mv: BackgammonMove) -> u16 {
        let play = match mv {
            BackgammonMove::Roll(roll) => return u16::from(8 * roll.high + roll.low),
            BackgammonMove::Play(play) => play,
        };
        let [a, b, c, d] = play.from.map(u32::from);
        let code = if play.roll.is_double() {
            // The place of a descending list among all of them: a > b > c > d if each is raised by the number of those below.
            let (a, b, c) = (a + 3, b + 2, c + 1);
            a * (a - 1) * (a - 2) * (a - 3) / 24 + b * (b - 1) * (b - 2) / 6 + c * (c - 1) / 2 + d
        } else {
            32 * a + b
        };
        u16::try_from(code).unwrap_or(u16::MAX)
    }
}

impl Sides for Backgammon {
    fn to_move(&self) -> Side {
        self.side
    }

    fn mirrored(&self) -> Self {
        let [first, second] = self.checkers;
        Self {
            checkers: [second, first],
            side: !self.side,
            roll: self.roll,
        }
    }
}

impl Backgammon {
    /// Returns a quick evaluation, a sum of these terms: pips to go, the right to roll, checkers borne off, checkers on the bar before the
    /// other side's home, pips that blots may lose to the next roll, points made at home and elsewhere, and the longest prime. Games with
    /// itself have shown the weights.
    #[must_use]
    pub fn terms() -> Weighted<Self> {
        Weighted::new()
            .term("pips", -120, Self::pips)
            .term("roll", 900, |position, side| {
                i32::from(position.side == side)
            })
            .term("off", 800, |position, side| {
                i32::from(position.checkers(side, 0))
            })
            .term("bar", -100, |position, side| {
                i32::from(position.checkers(side, BAR)) * position.made(!side, 1..=6).pow(2)
            })
            .term("blots", -5, Self::at_risk)
            .term("home", 850, |position, side| position.made(side, 1..=6))
            .term("outside", 450, |position, side| position.made(side, 7..=18))
            .term("prime", 120, Self::prime)
    }

    /// Counts a side's points with two checkers or more in this range that a checker of the other side still has to pass.
    fn made(&self, side: Side, points: RangeInclusive<u8>) -> i32 {
        points
            .map(|point| i32::from(self.blocks(side, point)))
            .sum()
    }

    fn blocks(&self, side: Side, point: u8) -> bool {
        self.of(side).on(point) >= 2 && point + self.of(!side).highest() > BAR
    }

    /// Returns the square of the most points in a row that [block](Self::blocks).
    fn prime(&self, side: Side) -> i32 {
        let longer = |(longest, length): (i32, i32), point| {
            let length = (length + 1) * i32::from(self.blocks(side, point));
            (length.max(longest), length)
        };
        let (longest, _) = (1..=24).fold((0, 0), longer);
        longest * longest
    }

    /// Returns the pips that a side's blots lose if they are hit, each times the rolls of 36 that hit it from the nearest checker, if nothing
    /// is in between; 0 if the other side isn't on roll.
    fn at_risk(&self, side: Side) -> i32 {
        let [own, other] = [side, !side].map(|side| self.of(side));
        let blots = (1..=24).filter(|point| self.side != side && own.on(*point) == 1);
        let lost = blots.filter_map(|point| {
            let hitting = other.places().filter(|place| place + point > BAR);
            let nearest = hitting.map(|place| place + point - BAR).min()?;
            Some(ROLLS.get(usize::from(nearest))? * i32::from(BAR - point))
        });
        lost.sum()
    }
}

/// The rolls of 36 that hit a blot this many pips away.
const ROLLS: [i32; 13] = [0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3];

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

impl fmt::Display for CheckerPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps: Vec<_> = self.steps().collect();
        steps.sort_by_key(|((from, _), _)| Reverse(*from));
        // The points of each checker; those on the way are only named if there is a hit.
        let mut paths: Vec<Vec<(u8, &str)>> = Vec::new();
        for ((from, to), is_hit) in steps {
            let end = (to, if is_hit { "*" } else { "" });
            match paths.iter_mut().find(|path| path[path.len() - 1].0 == from) {
                Some(path) if path[path.len() - 1].1.is_empty() => {
                    path.pop();
                    path.push(end);
                }
                Some(path) => path.push(end),
                None => paths.push(vec![(from, ""), end]),
            }
        }
        let paths = paths.into_iter().map(|path| {
            let names = path.iter();
            let names = names.map(|(place, hit)| Backgammon::name_of(*place) + hit);
            names.collect::<Vec<_>>().join("/")
        });
        let paths: Vec<String> = paths.collect();
        // Only the first checker hits.
        let alike = paths.chunk_by(|one, other| one.trim_end_matches('*') == other);
        let texts = alike.map(|alike| match alike.len() {
            1 => alike[0].clone(),
            count => format!("{}({count})", alike[0]),
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        f.pad(if text.is_empty() { "pass" } else { &text })
    }
}

impl fmt::Display for BackgammonMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(roll) => roll.fmt(f),
            Self::Play(play) => play.fmt(f),
        }
    }
}

/// An XGID: the checkers as letters, the first side's large (A is one) from the second side's bar to its own; then the cube, the side to
/// move (1 or -1), its roll or 00, and the match, which doesn't matter here.
impl fmt::Display for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: u8| {
            let [first, second] = [self.checkers[0].on(place), self.checkers[1].on(BAR - place)];
            match (place, first, second) {
                (1..=BAR, 1.., _) => b'A' + first - 1,
                (0..BAR, _, 1..) => b'a' + second - 1,
                _ => b'-',
            }
        };
        let letters: String = (0..=BAR).map(|place| char::from(letter(place))).collect();
        let side = if self.side == Side::First { "1" } else { "-1" };
        let roll = self
            .roll
            .map_or_else(|| "00".to_owned(), |roll| roll.to_string());
        write!(f, "XGID={letters}:0:0:{side}:{roll}:0:0:0:0:10")
    }
}

/// The error for a string that is not a backgammon position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseBackgammonError {
    /// The checkers are not 26 letters or hyphens, with a bar of each side at the ends.
    #[error(
        "expected 26 letters and hyphens for the checkers, such as -b----E-C---eE---c-e----B-, found {0:?}"
    )]
    Checkers(String),
    /// A side has more than 15 checkers, or both have borne off all.
    #[error("each side has at most 15 checkers on the board, and one side has at least one")]
    Count,
    /// A field is missing, or the doubling cube or the match matters.
    #[error(
        "expected CHECKERS:0:0:SIDE:DICE, perhaps with :0:0:0:0:10 after it: cubes and matches are not supported"
    )]
    Fields,
    /// The side to move is neither 1 nor -1, or the dice are not two numbers from 1 to 6, or 00.
    #[error(
        "expected 1 or -1 for the side to move and two dice such as 31, or 00 before the roll, found {0:?}"
    )]
    Turn(String),
}

/// Reads an XGID; `XGID=` and all after the roll may be left out.
impl FromStr for Backgammon {
    type Err = ParseBackgammonError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut fields = text.trim_start_matches("XGID=").split(':');
        let checkers = read_checkers(fields.next().unwrap_or_default())?;
        let rest: Vec<&str> = fields.collect();
        let (["0", "0", side, roll] | ["0", "0", side, roll, "0", "0", _, "0", _]) = rest[..]
        else {
            return Err(ParseBackgammonError::Fields);
        };
        let unknown = || ParseBackgammonError::Turn(format!("{side}:{roll}"));
        let side = match side {
            "1" => Side::First,
            "-1" => Side::Second,
            _ => return Err(unknown()),
        };
        let roll = match roll.as_bytes() {
            b"00" => None,
            [one, other] => Some(
                Roll::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0')).ok_or_else(unknown)?,
            ),
            _ => return Err(unknown()),
        };
        Ok(Self {
            checkers,
            side,
            roll,
        })
    }
}

fn read_checkers(text: &str) -> Result<[Checkers; 2], ParseBackgammonError> {
    let unknown = || ParseBackgammonError::Checkers(text.to_owned());
    if text.len() != usize::from(BAR) + 1 {
        return Err(unknown());
    }
    let (mut checkers, mut left) = ([Checkers(0); 2], [CHECKERS; 2]);
    for (place, letter) in (0..=BAR).zip(text.bytes()) {
        let (side, place, count) = match letter {
            b'-' => continue,
            b'A'..=b'O' => (0, place, letter - b'A' + 1),
            b'a'..=b'o' => (1, BAR - place, letter - b'a' + 1),
            _ => return Err(unknown()),
        };
        if place == 0 {
            return Err(unknown());
        }
        checkers[side].0 |= u128::from(count) << (4 * place);
        left[side] = left[side]
            .checked_sub(count)
            .ok_or(ParseBackgammonError::Count)?;
    }
    for (own, left) in checkers.iter_mut().zip(left) {
        own.0 |= u128::from(left);
    }
    let is_played = left != [CHECKERS; 2];
    is_played
        .then_some(checkers)
        .ok_or(ParseBackgammonError::Count)
}
