//! [`Played`]: a game so far; and [`GameOver`], its result.

use crate::game::{Ending, Game, Keyed};
use crate::with_history::WithHistory;
use plywood_eval::{Score, Side};
use std::cmp::Ordering;

/// A game so far: its start, and every move with the position after it.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::Played;
///
/// let mut game = Played::new(ConnectFour::new());
/// for column in ["d", "c"] {
///     let moves = plywood_search::Game::legal_moves(game.position());
///     let mv = moves.iter().find(|mv| mv.to_string() == column).copied();
///     game.play(mv.expect("the column has room"));
/// }
/// assert_eq!(game.position(), &"dc".parse()?);
/// assert_eq!(game.moves().count(), 2);
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Played<G: Game> {
    start: G,
    played: Vec<(G::Move, G)>,
}

impl<G: Game> Played<G> {
    /// Makes a game before its first move.
    #[must_use]
    pub const fn new(start: G) -> Self {
        Self {
            start,
            played: Vec::new(),
        }
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: G::Move) {
        let after = self.position().after(mv);
        self.played.push((mv, after));
    }

    /// Returns the start position.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &G {
        self.played.last().map_or(&self.start, |(_, after)| after)
    }

    /// Returns the moves from the first to the last.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator {
        self.played.iter().map(|(mv, _)| *mv)
    }

    /// Returns the number of moves that players made: outcomes of chance don't count.
    #[must_use]
    pub fn plies(&self) -> usize {
        if G::STAKES.is_none() {
            return self.played.len();
        }
        let before = self.positions().take(self.played.len());
        before
            .filter(|position| !position.waits_for_chance())
            .count()
    }

    /// Returns the positions from the start to the current one.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &G> {
        let after = self.played.iter().map(|(_, after)| after);
        std::iter::once(&self.start).chain(after)
    }

    /// Returns how often the current position has occurred, including now.
    #[must_use]
    pub fn occurrences(&self) -> usize
    where
        G: Keyed,
    {
        let key = self.position().key();
        // Outcomes of chance don't change the side to move.
        let step = if G::STAKES.is_none() { 2 } else { 1 };
        let with_same_side = self.positions().rev().step_by(step);
        with_same_side.filter(|other| other.key() == key).count()
    }

    /// Returns a draw by threefold repetition, or by a move count such as the fifty-move rule's.
    #[must_use]
    pub fn repetition(&self) -> Option<GameOver>
    where
        G: Keyed,
    {
        if self.occurrences() >= 3 {
            Some(GameOver::drawn("repetition", "threefold repetition"))
        } else if self.position().is_drawn_by_clock() {
            Some(GameOver::drawn("no progress", "no progress for too long"))
        } else {
            None
        }
    }

    /// Returns the current position with the earlier ones that can still be repeated.
    #[must_use]
    pub fn with_history(&self) -> WithHistory<G>
    where
        G: Keyed,
    {
        let position = self.position().clone();
        let earlier = self.played.len();
        let reach = usize::try_from(position.reversible_plies()).unwrap_or(usize::MAX);
        let keys = self.positions().take(earlier).map(Keyed::key);
        WithHistory::with_earlier_keys(position, keys.skip(earlier.saturating_sub(reach)))
    }
}

/// The result of a game by its rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameOver {
    /// The winner; `None` after a draw.
    pub winner: Option<Side>,
    /// The kind of end in a word or two, for counting: `checkmate`, `repetition`.
    pub kind: &'static str,
    /// The reason, such as `four in a row`, if the game has words for it.
    pub reason: Option<String>,
}

impl GameOver {
    /// Returns the result for an ending with this side to move.
    #[must_use]
    pub fn of(ending: Ending, to_move: Side) -> Self {
        let (winner, kind) = match ending.score(0).cmp(&Score::DRAW) {
            Ordering::Greater => (Some(to_move), "win"),
            Ordering::Less => (Some(!to_move), "win"),
            Ordering::Equal if ending == Ending::Repeated => (None, "repetition"),
            Ordering::Equal => (None, "draw"),
        };
        Self {
            winner,
            kind,
            reason: None,
        }
    }

    /// Returns a draw of this kind, with this reason.
    #[must_use]
    pub fn drawn(kind: &'static str, reason: &str) -> Self {
        Self {
            winner: None,
            kind,
            reason: Some(reason.to_owned()),
        }
    }
}
