//! From a played game to PGN and back, with the reason it ended.

use plywood_core::{History, Outcome};

use crate::pgn::comment::Comment;
use crate::pgn::result::GameResult;
use crate::pgn::termination::Termination;
use crate::pgn::tree::{NodeId, PgnGame};

impl PgnGame {
    /// The game as a [`History`], which knows repetitions and all draw rules: the moves of the main
    /// line. `None` if one of them is a null move.
    ///
    /// ```
    /// use plywood_core::{Draw, Outcome};
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4) + "1/2-1/2";
    /// let history = shuffle.parse::<PgnGame>()?.to_history().expect("no null moves");
    /// assert_eq!(history.outcome(), Some(Outcome::Draw(Draw::FivefoldRepetition)));
    ///
    /// // And back, with the result and the reason.
    /// let game = PgnGame::from(&history);
    /// assert_eq!(game.tags().get("Termination"), Some("normal"));
    /// let last = game.main_line().last().expect("there are moves");
    /// assert_eq!(last.comments()[0].text(), "fivefold repetition");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn to_history(&self) -> Option<History> {
        let mut history = History::new(self.start().clone());
        for node in self.main_line() {
            history.play(node.mv()?).ok()?;
        }
        Some(history)
    }

    /// Why the game ended, by its tag `Termination`; `None` if it has none that the standard knows.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.tags()
            .get("Termination")
            .and_then(Termination::from_text)
    }

    /// Sets the tag `Termination`.
    pub fn set_termination(&mut self, termination: Termination) {
        let set = self.set_tag("Termination", termination.as_str());
        debug_assert!(set.is_ok(), "the name of the tag is valid");
    }
}

/// The moves as the main line. If the game has ended by the rules, the result and the termination
/// are set, and a comment names the kind of a draw. A draw that was claimed is yours to set, since
/// the moves do not show it.
impl From<&History> for PgnGame {
    fn from(history: &History) -> Self {
        let start = history.positions().next().unwrap_or(history.position());
        let mut game = Self::from_position(start.clone());
        let mut last = NodeId::ROOT;
        for &mv in history.moves() {
            last = game.push(last, Some(mv));
        }
        if let Some(outcome) = history.outcome() {
            game.set_result(GameResult::from(outcome));
            game.set_termination(Termination::Normal);
            match outcome {
                Outcome::Checkmate { .. } => {}
                Outcome::Draw(draw) => game
                    .comments_mut(last)
                    .push(Comment::new(&draw.to_string())),
            }
        }
        game
    }
}
