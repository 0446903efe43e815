//! [`GameEnd`]: how a game ended; and [`Adjudication`], which ends games early when both players' scores agree. It is off by default.

use plywood_eval::{Score, ScoreKind, Side};
use plywood_report::{Setting, SettingError};
use plywood_search::{Fault, FaultKind, GameOver};
use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEnd {
    /// The game ended by its own rules, or by a claim.
    Rules(GameOver),
    /// A player lost on time.
    Time(Side),
    /// A player failed.
    Fault(Side, Fault),
    /// The players agreed on a draw.
    AgreedDraw,
    /// A player resigned.
    Resigned(Side),
    /// The game reached the maximum number of moves.
    TooLong,
    /// Endgame tables show a win for this side, or a draw.
    Tables(Option<Side>),
}

/// The kind of a game's ending. Kinds are compared and looked up by the name that journals and tables show: `result.ends["repetition"]`.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "String", into = "String"))]
pub enum EndKind {
    /// By the rules or a claim, in the words of the game: `checkmate`, `repetition`.
    Rules(Cow<'static, str>),
    /// A player lost on time.
    Time,
    /// A player failed.
    Fault(FaultKind),
    /// The players agreed on a draw.
    AgreedDraw,
    /// A player resigned.
    Resigned,
    /// The game reached the maximum number of moves.
    TooLong,
    /// Endgame tables decided.
    Tables,
}

impl EndKind {
    /// Returns the kind in a word or two.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Rules(words) => words,
            Self::Time => "time",
            Self::Fault(fault) => fault.name(),
            Self::AgreedDraw => "draw agreed",
            Self::Resigned => "resignation",
            Self::TooLong => "too long",
            Self::Tables => "endgame tables",
        }
    }

    /// Returns true if a player failed; it lost.
    #[must_use]
    pub const fn is_fault(&self) -> bool {
        matches!(self, Self::Fault(_))
    }
}

impl PartialEq for EndKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for EndKind {}

impl PartialOrd for EndKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EndKind {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl Borrow<str> for EndKind {
    fn borrow(&self) -> &str {
        self.name()
    }
}

impl fmt::Display for EndKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kind with this name; other names are words of a game.
impl From<String> for EndKind {
    fn from(name: String) -> Self {
        let faults = FaultKind::ALL.into_iter().map(Self::Fault);
        let others = [
            Self::Time,
            Self::AgreedDraw,
            Self::Resigned,
            Self::TooLong,
            Self::Tables,
        ];
        let mut known = others.into_iter().chain(faults);
        let found = known.find(|kind| kind.name() == name);
        found.unwrap_or(Self::Rules(name.into()))
    }
}

impl From<EndKind> for String {
    fn from(kind: EndKind) -> Self {
        kind.name().to_owned()
    }
}

/// Capitalizes a name for the beginning of a sentence.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

impl GameEnd {
    /// Returns the winner, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Rules(end) => end.winner,
            Self::Tables(winner) => *winner,
            Self::AgreedDraw | Self::TooLong => None,
            Self::Time(loser) | Self::Fault(loser, _) | Self::Resigned(loser) => Some(!*loser),
        }
    }

    /// Returns the PGN result: `1-0` if the first side has won, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn result(&self) -> &'static str {
        result_of(self.winner())
    }

    /// Twice the points of the player of the first side.
    #[must_use]
    pub fn steps_of_first(&self) -> usize {
        steps_of(self.winner())
    }

    /// Returns the kind of ending, for counting.
    #[must_use]
    pub const fn kind(&self) -> EndKind {
        match self {
            Self::Rules(end) => EndKind::Rules(Cow::Borrowed(end.kind)),
            Self::Time(_) => EndKind::Time,
            Self::Fault(_, fault) => EndKind::Fault(fault.kind()),
            Self::AgreedDraw => EndKind::AgreedDraw,
            Self::Resigned(_) => EndKind::Resigned,
            Self::TooLong => EndKind::TooLong,
            Self::Tables(_) => EndKind::Tables,
        }
    }

    /// Returns the ending as a sentence, with these names for the sides.
    #[must_use]
    pub fn sentence(&self, names: [&str; 2]) -> String {
        let name = |side: &Side| capitalized(names[*side as usize]);
        match self {
            Self::Rules(end) => match (end.winner, end.reason.as_deref()) {
                (Some(winner), None) => format!("{} wins", name(&winner)),
                (Some(winner), Some(reason)) => format!("{} wins: {reason}", name(&winner)),
                (None, reason) => format!("draw: {}", reason.unwrap_or("the rules")),
            },
            Self::Time(loser) => format!("{} loses on time", name(loser)),
            Self::Fault(loser, fault) => format!("{} loses: {fault}", name(loser)),
            Self::AgreedDraw => "draw: both players agree".to_owned(),
            Self::Resigned(loser) => format!("{} resigns", name(loser)),
            Self::TooLong => "draw: the game reached its maximum length".to_owned(),
            Self::Tables(Some(winner)) => format!("{} wins by the endgame tables", name(winner)),
            Self::Tables(None) => "draw by the endgame tables".to_owned(),
        }
    }
}

/// Returns a result as PGN writes it.
#[must_use]
pub const fn result_of(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    }
}

/// Twice the points of the player of the first side.
#[must_use]
pub const fn steps_of(winner: Option<Side>) -> usize {
    match winner {
        Some(Side::First) => 2,
        Some(Side::Second) => 0,
        None => 1,
    }
}

/// The rules for ending games early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Adjudication {
    /// The rule for draws by agreement.
    pub draw: Option<DrawRule>,
    /// The rule for resigning.
    pub resign: Option<ResignRule>,
    /// The number of moves by each side after which a game is drawn.
    pub max_moves: Option<u32>,
}

/// Ends a game as a draw from move `after` on, when both players' scores were within `score` centipawns for `moves` moves.
///
/// ```
/// use plywood_arena::DrawRule;
///
/// let rule: DrawRule = "after=40,moves=8,score=10".parse()?;
/// assert_eq!(rule.moves, 8);
/// # Ok::<(), plywood_arena::SettingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrawRule {
    /// The number of moves by each side before the rule applies.
    pub after: u32,
    /// The number of moves by each side that the players must agree for.
    pub moves: u32,
    /// The limit of the scores, in centipawns from 0.
    pub score: i32,
}

/// Makes a side resign once both players' scores have put it at least `score` centipawns behind for `moves` moves.
///
/// ```
/// use plywood_arena::ResignRule;
///
/// assert_eq!("score=900".parse(), Ok(ResignRule { moves: 3, score: 900 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ResignRule {
    /// The number of moves by each side that the players must agree for.
    pub moves: u32,
    /// The margin the side must be behind by, in centipawns.
    pub score: i32,
}

impl Default for DrawRule {
    fn default() -> Self {
        Self {
            after: 40,
            moves: 8,
            score: 10,
        }
    }
}

impl Default for ResignRule {
    fn default() -> Self {
        Self {
            moves: 3,
            score: 600,
        }
    }
}

impl FromStr for DrawRule {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut rule = Self::default();
        for setting in Setting::list(text)? {
            match setting.key {
                "after" => rule.after = setting.number()?,
                "moves" => rule.moves = setting.positive()?,
                "score" => rule.score = setting.number()?,
                _ => return Err(setting.unknown(&["after", "moves", "score"])),
            }
        }
        Ok(rule)
    }
}

impl FromStr for ResignRule {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut rule = Self::default();
        for setting in Setting::list(text)? {
            match setting.key {
                "moves" => rule.moves = setting.positive()?,
                // At even scores a side never resigns.
                "score" => rule.score = setting.positive()?,
                _ => return Err(setting.unknown(&["moves", "score"])),
            }
        }
        Ok(rule)
    }
}

impl Adjudication {
    /// Returns the end of the game, if the rules end it, given the scores so far, each from its player's point of view.
    #[must_use]
    pub fn ruling(&self, to_move: Side, scores: &[Option<Score>]) -> Option<GameEnd> {
        let moves = scores.len() / 2;
        if self.max_moves.is_some_and(|most| moves >= most as usize) {
            return Some(GameEnd::TooLong);
        }
        let all = |count: u32, is_so: &dyn Fn(usize, i32) -> bool| {
            let wanted = count as usize * 2;
            let latest = scores.iter().rev().take(wanted).enumerate();
            scores.len() >= wanted
                && latest
                    .into_iter()
                    .all(|(ago, score)| score.is_some_and(|score| is_so(ago, number(score))))
        };
        let draw = self.draw.filter(|rule| moves >= rule.after as usize);
        if draw.is_some_and(|rule| all(rule.moves, &|_, score| score.abs() <= rule.score)) {
            return Some(GameEnd::AgreedDraw);
        }
        let rule = self.resign?;
        // The last move was the other side's, and so was every second move before it.
        let is_lost_for_side_to_move = |ago: usize, score: i32| {
            let of_the_other = if ago.is_multiple_of(2) { score } else { -score };
            of_the_other >= rule.score
        };
        if all(rule.moves, &is_lost_for_side_to_move) {
            return Some(GameEnd::Resigned(to_move));
        }
        all(rule.moves, &|ago, score| {
            is_lost_for_side_to_move(ago, -score)
        })
        .then_some(GameEnd::Resigned(!to_move))
    }
}

/// Returns a score in centipawns; a mate is larger than any other score.
const fn number(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Centipawns(number) => number,
        ScoreKind::WonIn(_) => i32::MAX,
        ScoreKind::LostIn(_) => -i32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Option<GameEnd> = Some(GameEnd::Resigned(Side::First));
    const SECOND: Option<GameEnd> = Some(GameEnd::Resigned(Side::Second));

    fn rules(draw: &str, resign: &str, max_moves: Option<u32>) -> Adjudication {
        Adjudication {
            draw: draw.parse().ok(),
            resign: resign.parse().ok(),
            max_moves,
        }
    }

    fn ruling(rules: Adjudication, scores: &[i32]) -> Option<GameEnd> {
        let given: Vec<_> = scores
            .iter()
            .map(|score| Some(Score::centipawns(*score)))
            .collect();
        let to_move = [Side::First, Side::Second][scores.len() % 2];
        rules.ruling(to_move, &given)
    }

    #[test]
    fn a_win_is_told_with_the_reason_that_the_rules_give() {
        let sentence = |reason: Option<&str>| {
            let reason = reason.map(str::to_owned);
            let winner = Some(Side::First);
            let kind = "checkmate";
            GameEnd::Rules(GameOver {
                winner,
                kind,
                reason,
            })
            .sentence(["white", "black"])
        };
        assert_eq!(sentence(Some("four in a row")), "White wins: four in a row");
        assert_eq!(sentence(None), "White wins");
    }

    #[test]
    fn a_draw_needs_both_players_and_enough_moves() {
        let rules = rules("after=2,moves=1,score=10", "none", None);
        assert_eq!(
            ruling(rules, &[0, 0, 90, 5, -10]),
            Some(GameEnd::AgreedDraw)
        );
        assert_eq!(ruling(rules, &[0, 0, 90, 5, -11]), None);
        assert_eq!(ruling(rules, &[0, 0, 0]), None);
        assert_eq!(rules.ruling(Side::First, &[None; 6]), None);
    }

    #[test]
    fn a_side_resigns_when_both_scores_agree() {
        let rules = rules("none", "moves=2,score=500", None);
        assert_eq!(ruling(rules, &[600, -700, 800, -500]), SECOND);
        assert_eq!(ruling(rules, &[0, 600, -700, 800, -500]), FIRST);
        assert_eq!(ruling(rules, &[-600, 700, -800, 500]), FIRST);
        assert_eq!(ruling(rules, &[600, -700, 800, -499]), None);
        // Each sees itself ahead.
        assert_eq!(ruling(rules, &[600, 700, 800, 900]), None);
    }

    #[test]
    fn long_games_end() {
        let rules = rules("none", "none", Some(2));
        assert_eq!(ruling(rules, &[0; 3]), None);
        assert_eq!(ruling(rules, &[0; 4]), Some(GameEnd::TooLong));
    }
}
