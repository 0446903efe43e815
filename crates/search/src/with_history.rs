//! [`WithHistory`]: a position together with the game that led to it, in which repetition is a draw.

use crate::game::{Ending, Game};
use crate::keyed::Keyed;
use crate::tactical::Tactical;
use plywood_eval::{Evaluator, Score, Side, Sides};
use std::sync::Arc;

/// A position that remembers how it was reached. It is a game like the bare position, but coming back to an earlier
/// position is a draw, and so is a game in which nothing irreversible happens for too long.
///
/// Any strategy plays it, so whether repetition counts is a choice of type, not a setting: over bare positions every
/// table is exact, over `WithHistory` ones a table may hide a repetition, since values then depend on the path.
/// One earlier occurrence is enough: whoever can repeat once can repeat twice.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Game, WithHistory};
///
/// let start = WithHistory::new(ConnectFour::new());
/// let next = start.after(start.legal_moves()[0]);
/// assert_eq!(next.position(), &ConnectFour::new().after(3.into()));
/// ```
#[derive(Debug, Clone)]
pub struct WithHistory<G> {
    position: G,
    earlier: Option<Arc<Earlier>>,
    plies_from_root: u32,
}

/// The chain of earlier positions, shared by all continuations.
#[derive(Debug)]
struct Earlier {
    key: u64,
    before: Option<Arc<Self>>,
}

impl<G: Keyed> WithHistory<G> {
    /// A position with nothing before it.
    #[must_use]
    pub const fn new(position: G) -> Self {
        Self {
            position,
            earlier: None,
            plies_from_root: 0,
        }
    }

    /// A position reached by a game whose earlier positions had these keys, the first one first.
    ///
    /// The position itself is not called a draw even if it is a repetition: a search from it must find a move.
    #[must_use]
    pub fn with_earlier_keys(position: G, keys: impl IntoIterator<Item = u64>) -> Self {
        let link = |before, key| Some(Arc::new(Earlier { key, before }));
        Self {
            position,
            earlier: keys.into_iter().fold(None, link),
            plies_from_root: 0,
        }
    }

    /// The bare position.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// The keys of the earlier positions, the latest first.
    pub fn earlier_keys(&self) -> impl Iterator<Item = u64> {
        std::iter::successors(self.earlier.as_deref(), |earlier| earlier.before.as_deref())
            .map(|earlier| earlier.key)
    }

    /// The same position and history as the start of a new search.
    #[must_use]
    pub fn as_root(&self) -> Self {
        Self {
            plies_from_root: 0,
            ..self.clone()
        }
    }

    fn ends_by_history(&self) -> bool {
        self.plies_from_root > 0 && (self.position.is_drawn_by_clock() || self.is_repetition())
    }

    fn is_repetition(&self) -> bool {
        let reach = usize::try_from(self.position.reversible_plies()).unwrap_or(usize::MAX);
        let key = self.position.key();
        // The same side is to move only at every second earlier position.
        self.earlier_keys()
            .take(reach)
            .skip(1)
            .step_by(2)
            .any(|earlier| earlier == key)
    }
}

/// A long game is a long chain, and dropping it link by link must not need a long stack.
impl Drop for Earlier {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut earlier) = next.and_then(Arc::into_inner) {
            next = earlier.before.take();
        }
    }
}

impl<G: Keyed> Game for WithHistory<G> {
    type Move = G::Move;
    type Moves = G::Moves;

    fn legal_moves(&self) -> G::Moves {
        self.position.legal_moves()
    }

    fn after(&self, mv: G::Move) -> Self {
        let before = self.earlier.clone();
        Self {
            position: self.position.after(mv),
            earlier: Some(Arc::new(Earlier {
                key: self.position.key(),
                before,
            })),
            plies_from_root: self.plies_from_root + 1,
        }
    }

    fn ending(&self, moves: &[G::Move]) -> Option<Ending> {
        self.position
            .ending(moves)
            .or_else(|| self.ends_by_history().then_some(Ending::Repeated))
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        self.position
            .ending_at_leaf()
            .or_else(|| self.ends_by_history().then_some(Ending::Repeated))
    }
}

impl<G: Keyed> Keyed for WithHistory<G> {
    const DEPENDS_ON_HISTORY: bool = true;

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn move_code(mv: G::Move) -> u16 {
        G::move_code(mv)
    }

    fn reversible_plies(&self) -> u32 {
        self.position.reversible_plies()
    }

    fn is_drawn_by_clock(&self) -> bool {
        self.position.is_drawn_by_clock()
    }
}

impl<G: Keyed + Tactical> Tactical for WithHistory<G> {
    fn noisy_moves(&self) -> G::Moves {
        self.position.noisy_moves()
    }

    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    fn capture_rank(&self, mv: G::Move) -> i32 {
        self.position.capture_rank(mv)
    }

    fn exchange(&self, mv: G::Move) -> Score {
        self.position.exchange(mv)
    }
}

impl<G: Keyed + Sides> Sides for WithHistory<G> {
    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn mirrored(&self) -> Self {
        Self::new(self.position.mirrored())
    }
}

/// Judges a [`WithHistory`] position by its bare position.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Evaluator, PositionOnly, WithHistory, Score};
///
/// let evaluator = PositionOnly(|position: &ConnectFour| Score::centipawns(position.stones() as i32));
/// assert_eq!(evaluator.evaluate(&WithHistory::new(ConnectFour::new())), Score::DRAW);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PositionOnly<E>(pub E);

impl<G: Keyed, E: Evaluator<G>> Evaluator<WithHistory<G>> for PositionOnly<E> {
    #[inline]
    fn evaluate(&self, position: &WithHistory<G>) -> Score {
        self.0.evaluate(position.position())
    }
}
