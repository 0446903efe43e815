//! Analysis of positions and games: the best moves, the cost of each move played, and better lines.

use crate::judgment::{Judgment, Reason};
use plywood_core::{History, Move, Position};
use plywood_notation::pgn::{self, Comment, NodeMut, PgnGame, PgnScore};
use plywood_notation::san;
use plywood_search::{Limits, Report, Score, StopHandle, Strategy, WithHistory};

/// Returns the score of a search; a draw if the strategy has no score.
fn score_of(report: &Report<Move>) -> Score {
    report.score.unwrap_or(Score::DRAW)
}

/// The main line of a game, analyzed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedGame {
    /// The moves in their order.
    pub moves: Vec<AnalyzedMove>,
}

/// A move of a game with the searches before and after it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedMove {
    /// The position before it.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The search before the move.
    pub before: Report<Move>,
    /// The search after the move.
    pub after: Report<Move>,
    /// The judgment of the move, if it was bad.
    pub judgment: Option<(Judgment, Reason)>,
}

/// The most moves shown of a better line: enough to see the point.
const LONGEST_VARIATION: usize = 10;

impl AnalyzedGame {
    /// Analyzes every position of a game, calling `progress` after each one. If the stop handle of the limits is used, the analysis ends
    /// with the last move whose position was searched completely.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    /// use plywood_core::History;
    /// use plywood_notation::pgn::PgnGame;
    /// use plywood_search::Limits;
    /// use plywood_analysis::{AnalyzedGame, Judgment};
    ///
    /// let mut pgn: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// let game = pgn.to_history().expect("it has no null moves");
    /// let mut engine = Catalog::chess().contender("engine:evaluator=net")?.in_game(0);
    /// let analyzed =
    ///     AnalyzedGame::analyze(&game, &mut *engine, &Limits::depth(3), &mut || {});
    /// let judgments: Vec<_> = analyzed
    ///     .moves
    ///     .iter()
    ///     .map(|mv| mv.judgment.map(|(how_bad, _)| how_bad))
    ///     .collect();
    /// assert_eq!(judgments[2], Some(Judgment::Blunder));
    ///
    /// analyzed.annotate(&mut pgn);
    /// assert!(pgn.to_string().contains("2. g4 $4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(
        game: &History,
        strategy: &mut dyn Strategy<WithHistory<Position>>,
        limits: &Limits,
        progress: &mut dyn FnMut(),
    ) -> Self {
        let mut replay = History::new(game.start().clone());
        let mut search = |replay: &History| {
            let found = strategy.search(&WithHistory::from(replay), limits);
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
            let judgment = Judgment::of(score_of(&before), -score_of(&after));
            moves.push(AnalyzedMove {
                position,
                mv,
                judgment: judgment.filter(|_| before.best_move != Some(mv)),
                before: std::mem::replace(&mut before, after.clone()),
                after,
            });
        }
        Self { moves }
    }

    /// Writes evaluations, glyphs, judgments and better lines into the analyzed game.
    pub fn annotate(&self, game: &mut PgnGame) {
        let mut node = game.root_mut();
        for analyzed in &self.moves {
            if analyzed.judgment.is_some() {
                add_variation(node.by_ref(), &analyzed.before.line);
            }
            node.advance();
            if let Some((judgment, _)) = analyzed.judgment {
                node.add_nag(judgment.nag());
            }
            node.add_comment(analyzed.comment());
        }
    }
}

fn add_variation(mut node: NodeMut<'_>, line: &[Move]) {
    for &mv in line.iter().take(LONGEST_VARIATION) {
        let Ok(next) = node.play(mv) else { return };
        node = next;
    }
}

impl AnalyzedMove {
    /// Returns the sentence about a bad move, such as `(0.15 → -1.20) Mistake. Nf3 was best.`
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        let (judgment, reason) = self.judgment?;
        let before = score_of(&self.before).for_white(self.position.side_to_move());
        let after = self.score_after();
        let what = match reason {
            Reason::Chances => format!("{judgment}."),
            Reason::MateMissed => format!("{judgment}. The forced mate is gone."),
            Reason::MateAllowed => format!("{judgment}. It allows a forced mate."),
        };
        let scores = format!("({} → {})", text(before), text(after));
        let best = san::write(&self.position, self.before.best_move);
        Some(format!("{scores} {what} {best} was best."))
    }

    /// Returns the score after the move from White's point of view.
    pub(crate) fn score_after(&self) -> Score {
        score_of(&self.after).for_white(!self.position.side_to_move())
    }

    /// Returns the comment with the evaluation after the move; a game that is over needs none.
    fn comment(&self) -> Comment {
        let comment = Comment::new(&self.sentence().unwrap_or_default());
        if self.after.best_move.is_none() {
            comment
        } else {
            comment.with(pgn::Evaluation::from(pgn_score(self.score_after())))
        }
    }
}

fn pgn_score(score: Score) -> PgnScore {
    PgnScore::from_parts(score.mate_in(), score.as_centipawns())
}

fn text(score: Score) -> String {
    pgn_score(score).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_catalog::Catalog;

    /// Quadratic time in the length would take minutes here.
    #[test]
    fn a_long_game_is_annotated_in_linear_time() {
        const ROUNDS: usize = 25_000;
        let mut pgn: PgnGame = "Nf3 Nf6 Ng1 Ng8".parse().expect("four moves");
        let game = pgn.to_history().expect("no null moves");
        let player = Catalog::chess().contender("alpha-beta").expect("a search");
        let mut strategy = player.in_game(0);
        let mut analyzed =
            AnalyzedGame::analyze(&game, &mut *strategy, &Limits::depth(1), &mut || {});
        analyzed.moves[0].judgment = Some((Judgment::Mistake, Reason::Chances));
        let best = analyzed.moves[0].before.best_move;
        analyzed.annotate(&mut pgn);
        let mistake = pgn.root().next().expect("a move");
        assert_eq!(mistake.nags(), [Judgment::Mistake.nag()]);
        assert_eq!(
            pgn.root().continuations().nth(1).and_then(pgn::Node::mv),
            best
        );

        let mut pgn: PgnGame = "Nf3 Nf6 Ng1 Ng8 "
            .repeat(ROUNDS)
            .parse()
            .expect("four moves");
        analyzed.moves = vec![analyzed.moves; ROUNDS].concat();
        analyzed.annotate(&mut pgn);
        assert_eq!(
            pgn.main_line()
                .filter(|node| !node.comments().is_empty())
                .count(),
            4 * ROUNDS
        );
    }
}
