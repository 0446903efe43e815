//! Analysis of positions and games: what was best, by how much each move was worse, and the better lines.

mod judgment;
mod report;

use crate::searcher::Searcher;
use plywood_core::{Color, History, Move, Position};
use plywood_notation::pgn::{self, Comment, Node, NodeId, NodeMut, PgnGame, PgnScore};
use plywood_notation::san;
use plywood_search::{Limits, Line, Score, ScoredLine, StopHandle};

pub use judgment::{Judgment, Reason};
pub use report::{GameReport, LineReport, MoveReport, PositionReport, ReportedScore, SideReport};

/// What a search found in a position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluated {
    /// The side to move.
    pub side: Color,
    /// The score from that side's view.
    pub score: Score,
    /// The best line; empty if the game is over.
    pub line: Line<Move>,
    /// The next best lines with their scores.
    pub other_lines: Vec<ScoredLine<Move>>,
    /// The depth that was completed.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl Evaluated {
    /// Searches the current position of a game.
    ///
    /// ```
    /// use plywood_core::History;
    /// use plywood_search::{Limits, Score};
    /// use plywood_uci::{EngineOptions, Evaluated, Searcher};
    ///
    /// let game = History::new("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".parse()?);
    /// let mut searcher = Searcher::new(&EngineOptions::default())?;
    /// let found = Evaluated::search(&mut searcher, &game, &Limits::depth(3));
    /// assert_eq!(found.score, Score::won_in(1));
    /// assert_eq!(found.best().map(|mv| mv.to_string()).as_deref(), Some("a1a8"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn search(searcher: &mut Searcher, game: &History, limits: &Limits) -> Self {
        let report = searcher.search(game, limits, &mut ());
        Self {
            side: game.position().side_to_move(),
            score: report.score.unwrap_or(Score::DRAW),
            line: report.line,
            other_lines: report.other_lines,
            depth: report.depth,
            nodes: report.stats.explored,
        }
    }

    /// The lines with their scores, the best first; one of them at least, though it has no moves if the game is over.
    pub fn lines(&self) -> impl Iterator<Item = (Score, &[Move])> {
        let others = self.other_lines.iter();
        let others = others.map(|other| (other.score, &*other.line));
        [(self.score, &*self.line)].into_iter().chain(others)
    }

    /// The best move; `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// The score from White's view.
    #[must_use]
    pub fn for_white(&self) -> Score {
        for_white(self.score, self.side)
    }
}

/// A score from White's view.
fn for_white(score: Score, side: Color) -> Score {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

/// The main line of a game, analyzed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedGame {
    /// The moves in their order.
    pub moves: Vec<AnalyzedMove>,
}

/// A move of a game with what a search thinks of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedMove {
    /// The position in which it was made.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// What the search found before the move.
    pub before: Evaluated,
    /// What it found after the move.
    pub after: Evaluated,
    /// How bad the move was, if it was bad.
    pub judgment: Option<(Judgment, Reason)>,
}

/// The moves of a better line that are shown: enough to see the point.
const LONGEST_VARIATION: usize = 10;

impl AnalyzedGame {
    /// Analyzes every position of a game; `progress` is called after each one. If the stop handle of the limits is used,
    /// the analysis ends with the last move whose position was searched to the end.
    ///
    /// ```
    /// use plywood_core::History;
    /// use plywood_notation::pgn::PgnGame;
    /// use plywood_search::Limits;
    /// use plywood_uci::{AnalyzedGame, EngineOptions, Judgment, Searcher};
    ///
    /// let mut pgn: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// let game = pgn.to_history().expect("it has no null moves");
    /// let mut searcher = Searcher::new(&EngineOptions::default())?;
    /// let analyzed = AnalyzedGame::analyze(&game, &mut searcher, &Limits::depth(3), &mut || {});
    /// let judgments: Vec<_> = analyzed.moves.iter().map(|mv| mv.judgment.map(|(how_bad, _)| how_bad)).collect();
    /// assert_eq!(judgments[2], Some(Judgment::Blunder));
    ///
    /// analyzed.annotate(&mut pgn);
    /// assert!(pgn.to_string().contains("2. g4 $4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(
        game: &History,
        searcher: &mut Searcher,
        limits: &Limits,
        progress: &mut dyn FnMut(),
    ) -> Self {
        let start = game.positions().next().unwrap_or(game.position());
        let mut replay = History::new(start.clone());
        let mut search = |replay: &History| {
            let found = Evaluated::search(searcher, replay, limits);
            progress();
            found
        };
        let is_stopped = || limits.stop_handle().is_some_and(StopHandle::is_stopped);
        let mut before = search(&replay);
        let mut moves = Vec::new();
        for &mv in game.moves() {
            let position = replay.position().clone();
            if replay.play(mv).is_err() {
                break;
            }
            let after = search(&replay);
            if is_stopped() {
                break;
            }
            let judgment = Judgment::of(before.score, -after.score);
            moves.push(AnalyzedMove {
                position,
                mv,
                judgment: judgment.filter(|_| before.best() != Some(mv)),
                before: std::mem::replace(&mut before, after.clone()),
                after,
            });
        }
        Self { moves }
    }

    /// Writes evaluations, glyphs, judgments and better lines into the game that was analyzed.
    pub fn annotate(&self, game: &mut PgnGame) {
        let parents: Vec<NodeId> = [game.root().id()]
            .into_iter()
            .chain(game.main_line().map(Node::id))
            .collect();
        for (index, analyzed) in self.moves.iter().enumerate() {
            if let Some(mut node) = parents.get(index + 1).and_then(|&id| game.node_mut(id)) {
                if let Some((judgment, _)) = analyzed.judgment {
                    node.add_nag(judgment.nag());
                }
                node.add_comment(analyzed.comment());
            }
            if analyzed.judgment.is_some()
                && let Some(parent) = parents.get(index).and_then(|&id| game.node_mut(id))
            {
                add_variation(parent, &analyzed.before.line);
            }
        }
    }
}

fn add_variation(parent: NodeMut<'_>, line: &[Move]) {
    let mut node = parent;
    for &mv in line.iter().take(LONGEST_VARIATION) {
        let Ok(next) = node.play(mv) else { return };
        node = next;
    }
}

impl AnalyzedMove {
    /// The sentence about a bad move, such as `(0.15 → -1.20) Mistake. Nf3 was best.`
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        let (judgment, reason) = self.judgment?;
        let (before, after) = (self.before.for_white(), self.after.for_white());
        let what = match reason {
            Reason::Chances => format!("{judgment}."),
            Reason::MateMissed => format!("{judgment}. The forced mate is gone."),
            Reason::MateAllowed => format!("{judgment}. It allows a forced mate."),
        };
        let scores = format!("({} → {})", text(before), text(after));
        let best = san::write(&self.position, self.before.best());
        Some(format!("{scores} {what} {best} was best."))
    }

    /// The comment with the evaluation after the move; a game that is over needs none.
    fn comment(&self) -> Comment {
        let comment = Comment::new(&self.sentence().unwrap_or_default());
        if self.after.best().is_none() {
            comment
        } else {
            comment.with(pgn::Evaluation::from(pgn_score(self.after.for_white())))
        }
    }
}

fn pgn_score(score: Score) -> PgnScore {
    PgnScore::from_parts(score.mate_in(), score.as_centipawns())
}

fn text(score: Score) -> String {
    pgn_score(score).to_string()
}
