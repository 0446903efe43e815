//! [`Node`]: a node of a search, as its recursion sees it; and [`Candidate`], one of its moves.

use crate::game::Game;
use crate::search_state::{Checkpoint, SearchState};
use crate::window::Window;
use plywood_eval::Score;

/// A node whose moves are about to be searched: its position, the remaining depth, and the window. A recursion makes one once the game is
/// known to go on, and passes it to the operations of [`Assembled`](crate::Assembled).
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, Node, SearchState, Window};
///
/// let (board, mut silent) = (ConnectFour::new(), ());
/// let state = SearchState::new(&Limits::none(), &mut silent);
/// let node = Node::new(&board, 5, Window::OPEN, &state);
/// assert_eq!((node.ply, node.depth, node.static_value), (0, 5, None));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Node<'a, G: Game> {
    /// The position.
    pub position: &'a G,
    /// The remaining depth, at least 1.
    pub depth: u32,
    /// Its window.
    pub window: Window,
    /// The number of plies below the root.
    pub ply: u32,
    /// The best move of an earlier search, if the table has one.
    pub table_move: Option<G::Move>,
    /// The horizon's evaluation of the position, if a [selectivity](crate::Selectivity::evaluates) asks for it.
    pub static_value: Option<Score>,
    /// `true` if the static value is above that of two plies before.
    pub is_improving: bool,
    /// `false` if a null move led here or beta is a win or a loss, so that a null move would prove nothing.
    pub may_pass: bool,
    /// `true` if all moves but the table's are much worse.
    pub(crate) is_singular: bool,
    /// The state of the search when it entered the node, to find out later what happened below it.
    pub(crate) entered: Checkpoint,
}

#[expect(
    clippy::expl_impl_clone_on_copy,
    reason = "a derived one would ask that the game is `Copy`"
)]
impl<G: Game> Clone for Node<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Node<'_, G> {}

impl<'a, G: Game> Node<'a, G> {
    /// Makes the node that the search is at.
    #[must_use]
    #[inline]
    pub fn new(
        position: &'a G,
        depth: u32,
        window: Window,
        state: &SearchState<'_, G::Move>,
    ) -> Self {
        Self {
            position,
            depth,
            window,
            ply: state.ply(),
            table_move: None,
            static_value: None,
            is_improving: false,
            may_pass: true,
            is_singular: false,
            entered: state.checkpoint(),
        }
    }
}

/// A move of a node on which a [`Selectivity`](crate::Selectivity) decides.
#[derive(Debug)]
#[non_exhaustive]
pub struct Candidate<'a, G: Game> {
    /// Its place in the order tried.
    pub index: usize,
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub child: &'a G,
    /// The best score of the moves before it, or [`Score::LOWEST`].
    pub best: Score,
}

impl<'a, G: Game> Candidate<'a, G> {
    /// Makes the candidate with this index, which leads to this position, after a best score so far.
    #[must_use]
    #[inline]
    pub const fn new(index: usize, mv: G::Move, child: &'a G, best: Score) -> Self {
        Self {
            index,
            mv,
            child,
            best,
        }
    }

    /// Returns the score that the move has to beat.
    #[must_use]
    #[inline]
    pub fn alpha(&self, node: &Node<'_, G>) -> Score {
        node.window.alpha().max(self.best)
    }

    /// Returns `true` if every move before it loses, so that it must be searched.
    #[inline]
    pub(crate) fn only_losses(&self) -> bool {
        self.best.is_decisive() && self.best < Score::DRAW
    }
}
