//! [`Node`]: a node of a search, as its recursion sees it.

use crate::game::Game;
use crate::search_state::{Checkpoint, SearchState};
use crate::window::Window;

/// A node whose moves are about to be searched: its position, the remaining depth, and the window. A recursion makes one once the game is
/// known to go on, and passes it to the operations of [`Assembled`](crate::Assembled).
#[derive(Debug)]
#[non_exhaustive]
pub struct Node<'a, G: Game> {
    /// The position.
    pub position: &'a G,
    /// The remaining depth, at least 1.
    pub depth: u32,
    /// Its window.
    pub window: Window,
    /// The best move of an earlier search, if the table has one.
    pub table_move: Option<G::Move>,
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
            table_move: None,
            entered: state.checkpoint(),
        }
    }
}
