//! [`WrongLines`]: lines of a player that cannot be right. They lose no game, but show that something is wrong with the player.

use plywood_eval::{Score, ScoreKind};
use plywood_search::{Ending, Game, Iteration, Report};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// A way a line can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LineFault {
    /// A move of the line is illegal.
    IllegalMove,
    /// The score is a mate, and the line doesn't end with it in that number of moves.
    NoMate,
}

/// The lines that are wrong for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct WrongLine {
    /// The number of lines.
    pub count: u64,
    /// The first line, and its place.
    pub first: String,
}

/// The wrong lines of a player, by reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct WrongLines(BTreeMap<LineFault, WrongLine>);

/// The most characters of a line to repeat.
const LONGEST: usize = 400;

impl Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "illegal moves in lines",
            Self::NoMate => "mates without a line that mates",
        })
    }
}

impl WrongLines {
    /// Checks the lines of a report on a position.
    #[must_use]
    pub fn of_report<G: Game>(position: &G, report: &Report<G::Move>) -> Self {
        let mut wrong = Self::default();
        let iterations = report.iterations.iter();
        let deepening = iterations.flat_map(Iteration::lines);
        let deepening = deepening.map(|(score, line)| (Some(score), line));
        // The last iteration is usually the report.
        let last = report.iterations.last().map(|last| &last.line);
        let lines = report.lines().filter(|(_, line)| Some(*line) != last);
        for (score, line) in deepening.chain(lines) {
            if let Some(fault) = fault_of(position, score, line) {
                let score = score.map_or_else(String::new, |score| G::score_text(score));
                wrong.add(fault, format!("{score} {line}").trim_start());
            }
        }
        wrong
    }

    /// Adds a line.
    pub fn add(&mut self, fault: LineFault, text: &str) {
        let first = || WrongLine {
            count: 0,
            first: text.chars().take(LONGEST).collect(),
        };
        self.0.entry(fault).or_insert_with(first).count += 1;
    }

    /// Adds the lines of a part with this name, such as a game.
    pub fn add_all(&mut self, part: &Self, name: &dyn Display) {
        for (fault, WrongLine { count, first }) in &part.0 {
            let named = || WrongLine {
                count: 0,
                first: format!("{name}{first}"),
            };
            self.0.entry(*fault).or_insert_with(named).count += count;
        }
    }

    /// Leaves out mates: a search with a table often ends its lines early.
    #[must_use]
    pub fn of_moves(mut self) -> Self {
        self.0.retain(|fault, _| match fault {
            LineFault::IllegalMove => true,
            LineFault::NoMate => false,
        });
        self
    }

    /// Returns true if no line is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the reasons with the lines.
    pub fn iter(&self) -> impl Iterator<Item = (LineFault, &WrongLine)> {
        self.0.iter().map(|(fault, lines)| (*fault, lines))
    }

    /// Returns each reason in a sentence about the player with this name.
    pub fn warnings(&self, player: &str) -> impl Iterator<Item = String> {
        self.iter().map(move |(fault, WrongLine { count, first })| {
            format!("{player}: {fault}: {count}, the first {first}")
        })
    }
}

/// Returns the error in a line with this score, if there is one.
pub fn fault_of<G: Game>(
    position: &G,
    score: Option<Score>,
    line: &[G::Move],
) -> Option<LineFault> {
    let mut at = position.clone();
    for mv in line {
        if !at.legal_moves().contains(mv) {
            return Some(LineFault::IllegalMove);
        }
        at = at.after(*mv);
    }
    if G::STAKES.is_some() {
        // A line follows one outcome of many, and a sure win is one after each of them.
        return None;
    }
    let (plies, wins) = match score?.kind() {
        ScoreKind::Centipawns(_) => return None,
        ScoreKind::WonIn(plies) => (plies, true),
        ScoreKind::LostIn(plies) => (plies, false),
    };
    let is_ours_to_move = line.len().is_multiple_of(2);
    let has_won = match at.ending_at_leaf() {
        Some(Ending::Lost) => Some(!is_ours_to_move),
        Some(Ending::Won) => Some(is_ours_to_move),
        // Points may count as a sure win.
        Some(Ending::Scored(_)) => Some(wins),
        Some(_) | None => None,
    };
    let is_mate = has_won == Some(wins) && u32::try_from(line.len()) == Ok(plies);
    (!is_mate).then_some(LineFault::NoMate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::StopReason;
    use plywood_search::games::TicTacToe;

    #[test]
    fn a_line_is_legal_and_ends_as_its_score_says() {
        // X plays c3 and wins; O would have to play there.
        let board: TicTacToe = "XX. OO. ...".parse().unwrap();
        let [mine, theirs, other] = ["c3", "c2", "a1"].map(|text| {
            let moves = board.legal_moves();
            let mut moves = moves.iter().copied();
            moves.find(|mv| mv.to_string() == text).unwrap()
        });
        let (won, lost) = (Score::won_in(1), Score::lost_in(2));
        for (score, line, fault) in [
            (Some(won), vec![mine], None),
            (Some(won), vec![other], Some(LineFault::NoMate)),
            (Some(won), vec![], Some(LineFault::NoMate)),
            (Some(Score::won_in(3)), vec![mine], Some(LineFault::NoMate)),
            (Some(lost), vec![other, theirs], None),
            (Some(won), vec![other, theirs], Some(LineFault::NoMate)),
            (Some(Score::DRAW), vec![other], None),
            (None, vec![mine, mine], Some(LineFault::IllegalMove)),
        ] {
            assert_eq!(fault_of(&board, score, &line), fault, "{score:?} {line:?}");
        }
    }

    #[test]
    fn wrong_lines_are_counted_and_the_first_is_kept() {
        let board = TicTacToe::default();
        let mv = board.legal_moves()[0];
        let mut report = Report::new(StopReason::Depth);
        report.score = Some(Score::won_in(1));
        report.line = [mv].into_iter().collect();
        let wrong = WrongLines::of_report(&board, &report);
        let mut all = WrongLines::default();
        all.add_all(&wrong, &"in game 3, ");
        all.add_all(&wrong, &"in game 5, ");
        let text: Vec<String> = all.warnings("mine").collect();
        let expected =
            format!("mine: mates without a line that mates: 2, the first in game 3, #1 {mv}");
        assert_eq!(text, [expected]);
    }
}
