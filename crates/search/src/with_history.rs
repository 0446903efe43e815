//! [`WithHistory`]: a position together with the game that led to it, so that repetition is a draw.

use crate::game::{Ending, Game, Keyed, Stakes, Tactical};
use plywood_eval::{Evaluator, Score, Session};
use std::sync::Arc;

/// A position with the game that led to it. It has the same moves as the bare position, but returning to an earlier position is a draw, and
/// so is reaching the limit of a move count such as the fifty-move rule's.
///
/// Every strategy can search it. Wrap an evaluator of bare positions in [`PositionOnly`]; without it the compiler reports that it expected
/// a `&Position` and found a `&WithHistory<Position>`.
///
/// So whether repetition counts is a choice of type, not a setting. Over bare positions every table is exact; here a value depends on the
/// moves that led to a position, so a table may hide a repetition. One earlier occurrence is enough for a draw, since a side that can
/// repeat once can repeat twice.
///
/// ```
/// use plywood_core::{History, Position};
/// use plywood_eval::{Material, Score};
/// use plywood_search::{AlphaBeta, Limits, PositionOnly, Strategy, WithHistory};
///
/// // White has much less material. Qe8+ Kh7 Qh5+ Kg8 comes back to the position that is on the board.
/// let start: Position = "6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1".parse()?;
/// let bare = AlphaBeta::new(Material::default()).search(&start, &Limits::depth(4));
/// assert!(bare.score < Some(Score::centipawns(-300)));
///
/// let game = WithHistory::from(&History::new(start));
/// let report = AlphaBeta::new(PositionOnly(Material::default()))
///     .search(&game, &Limits::depth(4));
/// assert_eq!(
///     (report.score, report.line.to_string().as_str()),
///     (Some(Score::DRAW), "h5e8 g8h7 e8h5 h7g8")
/// );
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone)]
pub struct WithHistory<G> {
    position: G,
    earlier: Option<Arc<Earlier>>,
    /// `None` if repetition doesn't count.
    plies_from_root: Option<u32>,
}

/// The chain of earlier positions, shared by all continuations.
#[derive(Debug)]
struct Earlier {
    key: u64,
    before: Option<Arc<Self>>,
}

impl<G: Keyed> WithHistory<G> {
    /// Makes a position without earlier ones.
    #[must_use]
    pub const fn new(position: G) -> Self {
        Self {
            position,
            earlier: None,
            plies_from_root: Some(0),
        }
    }

    /// Makes a position in which repetition doesn't count: a search of it visits the nodes that a search of the bare position visits. Code
    /// that has one type for both needs it.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{AlphaBeta, Limits, PositionOnly, Strategy, WithHistory};
    ///
    /// let (board, limits) = (ConnectFour::new(), Limits::depth(5));
    /// let bare = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
    /// let alone = AlphaBeta::new(PositionOnly(ConnectFour::estimate))
    ///     .search(&WithHistory::alone(board), &limits);
    /// assert_eq!(alone.stats, bare.stats);
    /// ```
    #[must_use]
    pub const fn alone(position: G) -> Self {
        Self {
            position,
            earlier: None,
            plies_from_root: None,
        }
    }

    /// Makes a position reached by a game whose earlier positions had these keys, in the order of the game.
    ///
    /// The position itself is never a draw by repetition, since a search from it must find a move.
    #[must_use]
    pub fn with_earlier_keys(position: G, keys: impl IntoIterator<Item = u64>) -> Self {
        let link = |before, key| Some(Arc::new(Earlier { key, before }));
        Self {
            position,
            earlier: keys.into_iter().fold(None, link),
            plies_from_root: Some(0),
        }
    }

    /// Returns the position without its history.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// Returns the keys of the earlier positions, the latest first.
    pub fn earlier_keys(&self) -> impl Iterator<Item = u64> {
        std::iter::successors(self.earlier.as_deref(), |earlier| earlier.before.as_deref())
            .map(|earlier| earlier.key)
    }

    fn ends_by_history(&self) -> bool {
        self.plies_from_root.is_some_and(|plies| plies > 0)
            && (self.position.is_drawn_by_clock() || self.is_repetition())
    }

    fn is_repetition(&self) -> bool {
        let reach = usize::try_from(self.position.reversible_plies()).unwrap_or(usize::MAX);
        let key = self.position.key();
        // Only every second earlier position has the same side to move.
        self.earlier_keys()
            .take(reach)
            .skip(1)
            .step_by(2)
            .any(|earlier| earlier == key)
    }
}

/// A long game is a long chain, and dropping it recursively would need a deep stack.
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
    const STAKES: Option<Stakes> = G::STAKES;

    fn legal_moves(&self) -> G::Moves {
        self.position.legal_moves()
    }

    fn after(&self, mv: G::Move) -> Self {
        let position = self.position.after(mv);
        let Some(plies) = self.plies_from_root else {
            return Self::alone(position);
        };
        let before = self.earlier.clone();
        Self {
            position,
            earlier: Some(Arc::new(Earlier {
                key: self.position.key(),
                before,
            })),
            plies_from_root: Some(plies + 1),
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

    fn waits_for_chance(&self) -> bool {
        self.position.waits_for_chance()
    }

    fn weight(&self, outcome: Self::Move) -> u32 {
        self.position.weight(outcome)
    }

    fn score_text(score: Score) -> String {
        G::score_text(score)
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

    const PASSES: bool = G::PASSES;

    /// Nothing before a pass can be repeated after it.
    fn pass(&self) -> Option<Self> {
        Some(Self {
            position: self.position.pass()?,
            earlier: None,
            plies_from_root: self.plies_from_root.map(|plies| plies + 1),
        })
    }

    fn capture_rank(&self, mv: G::Move) -> i32 {
        self.position.capture_rank(mv)
    }

    fn exchange(&self, mv: G::Move) -> Score {
        self.position.exchange(mv)
    }
}

/// An evaluator of [`WithHistory`] positions that depends only on the position; see there for an example. It also evaluates those of
/// [`WithPasses`](crate::WithPasses).
#[derive(Debug, Clone, Copy)]
pub struct PositionOnly<E>(pub E);

impl<G: Keyed, E: Evaluator<G>> Evaluator<WithHistory<G>> for PositionOnly<E> {
    #[inline]
    fn evaluate_in(&self, position: &WithHistory<G>, session: &mut Session) -> Score {
        self.0.evaluate_in(position.position(), session)
    }
}
