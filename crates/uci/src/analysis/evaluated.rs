//! [`Evaluated`]: what a search found in a position.

use crate::searcher::Searcher;
use plywood_core::{Color, History, Move};
use plywood_search::{Limits, Report, Score};

/// What a search found in a position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluated {
    /// The side to move.
    pub side: Color,
    /// The score from that side's view.
    pub score: Score,
    /// The best line; empty if the game is over.
    pub line: Vec<Move>,
    /// The next best lines with their scores.
    pub other_lines: Vec<(Score, Vec<Move>)>,
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
        Self::of_report(game.position().side_to_move(), report)
    }

    fn of_report(side: Color, report: Report<Move>) -> Self {
        let others = report.other_lines.into_iter();
        Self {
            side,
            score: report.score.unwrap_or(Score::DRAW),
            line: report.line.into_iter().collect(),
            other_lines: others
                .map(|other| (other.score, other.line.into_iter().collect()))
                .collect(),
            depth: report.depth,
            nodes: report.stats.explored,
        }
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
pub(super) fn for_white(score: Score, side: Color) -> Score {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}
