//! [`EqualWins`]: a game in which a late win is worth as much as an early one.

use crate::game::{Ending, Game, Keyed, Tactical};
use plywood_eval::{Score, Side, Sides};

/// A game whose wins are all worth the same, however far away. Published node counts of small games are for such scores.
///
/// More lines then have the same value, so alpha-beta cuts off more. The drawback is that a strategy need not choose the
/// shorter win, and may never carry out the last move.
///
/// ```
/// use plywood_search::games::{TicTacToe, EqualWins};
/// use plywood_search::{AlphaBeta, Limits, Score, Strategy};
///
/// let plain = EqualWins::new(TicTacToe::new(), Score::centipawns(100));
/// let report = AlphaBeta::new(|_: &EqualWins<TicTacToe>| Score::DRAW)
///     .search(&plain, &Limits::none());
/// assert_eq!(report.stats.explored, 18_297);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EqualWins<G> {
    game: G,
    worth: Score,
}

impl<G> EqualWins<G> {
    /// The game with wins of this score, which should be higher than every evaluation.
    #[must_use]
    pub const fn new(game: G, worth: Score) -> Self {
        Self { game, worth }
    }

    /// The game with its own scores.
    #[must_use]
    pub const fn inner(&self) -> &G {
        &self.game
    }

    fn plain(&self, ending: Ending) -> Ending {
        match ending {
            Ending::Won => Ending::Scored(self.worth),
            Ending::Lost => Ending::Scored(-self.worth),
            Ending::Drawn | Ending::Repeated | Ending::Scored(_) => ending,
        }
    }
}

impl<G: Game> Game for EqualWins<G> {
    type Move = G::Move;
    type Moves = G::Moves;

    fn legal_moves(&self) -> G::Moves {
        self.game.legal_moves()
    }

    fn after(&self, mv: G::Move) -> Self {
        Self::new(self.game.after(mv), self.worth)
    }

    fn ending(&self, moves: &[G::Move]) -> Option<Ending> {
        self.game.ending(moves).map(|ending| self.plain(ending))
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        self.game.ending_at_leaf().map(|ending| self.plain(ending))
    }

    fn score_text(score: Score) -> String {
        G::score_text(score)
    }
}

impl<G: Keyed> Keyed for EqualWins<G> {
    const DEPENDS_ON_HISTORY: bool = G::DEPENDS_ON_HISTORY;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn move_code(mv: G::Move) -> u16 {
        G::move_code(mv)
    }

    fn reversible_plies(&self) -> u32 {
        self.game.reversible_plies()
    }

    fn is_drawn_by_clock(&self) -> bool {
        self.game.is_drawn_by_clock()
    }
}

impl<G: Tactical> Tactical for EqualWins<G> {
    fn noisy_moves(&self) -> G::Moves {
        self.game.noisy_moves()
    }

    fn is_check(&self) -> bool {
        self.game.is_check()
    }

    fn capture_rank(&self, mv: G::Move) -> i32 {
        self.game.capture_rank(mv)
    }

    fn exchange(&self, mv: G::Move) -> Score {
        self.game.exchange(mv)
    }
}

impl<G: Sides> Sides for EqualWins<G> {
    fn to_move(&self) -> Side {
        self.game.to_move()
    }

    fn mirrored(&self) -> Self {
        Self::new(self.game.mirrored(), self.worth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;

    #[test]
    fn only_wins_and_losses_change() {
        let worth = Score::centipawns(100);
        let ending = |text: &str| {
            let board: TicTacToe = text.parse().unwrap();
            EqualWins::new(board, worth).ending_at_leaf()
        };
        assert_eq!(ending("XXX OO. ..."), Some(Ending::Scored(-worth)));
        assert_eq!(ending("XXO OOX XOX"), Some(Ending::Drawn));
        assert_eq!(ending("XX. OO. ..."), None);
    }
}
