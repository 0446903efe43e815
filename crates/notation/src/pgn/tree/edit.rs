//! Adding to a game.

use std::fmt;

use plywood_core::{IllegalMove, Move, Position};

use crate::pgn::comment::Comment;
use crate::pgn::nag::Nag;
use crate::pgn::tree::node::Notes;
use crate::pgn::tree::{Node, NodeId, PgnGame};

/// A move of a game, to add moves and notes to it.
///
/// ```
/// use plywood_core::{Move, MoveKind, Square};
/// use plywood_notation::pgn::PgnGame;
///
/// let mut game = PgnGame::new();
/// let push = |from, to| Move::new(from, to, MoveKind::DoublePush);
/// let first = game.root_mut().play(push(Square::E2, Square::E4))?.id();
/// // The second move that is played in one place begins a variation.
/// game.root_mut().play(push(Square::D2, Square::D4))?.play(push(Square::D7, Square::D5))?;
/// let node = game.node_mut(first).expect("the move was just played");
/// node.play(push(Square::E7, Square::E5))?;
/// assert!(game.to_string().ends_with("1. e4 (1. d4 d5) 1... e5 *\n"));
/// # Ok::<(), plywood_core::IllegalMove>(())
/// ```
pub struct NodeMut<'a> {
    game: &'a mut PgnGame,
    id: NodeId,
    position: Position,
}

impl<'a> NodeMut<'a> {
    pub(super) const fn new(game: &'a mut PgnGame, id: NodeId, position: Position) -> Self {
        Self { game, id, position }
    }

    /// The name by which the game finds the move again.
    ///
    /// ```
    /// use plywood_notation::pgn::{PgnGame, NodeId};
    ///
    /// assert_eq!(PgnGame::new().root_mut().id(), NodeId::ROOT);
    /// ```
    #[must_use]
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// The position after the move.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// assert_eq!(*PgnGame::new().root_mut().position(), Position::START);
    /// ```
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The move to look at.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// assert!(PgnGame::new().root_mut().as_node().is_root());
    /// ```
    #[must_use]
    pub const fn as_node(&self) -> Node<'_> {
        Node::new(self.game, self.id)
    }

    /// Goes to a move that follows here, which is added if it is not there: the first continues
    /// the line, others begin variations.
    ///
    /// # Errors
    /// [`IllegalMove`]; nothing is added then.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new();
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Normal);
    /// let first = game.root_mut().play(mv)?.id();
    /// // The same move again is the same node.
    /// assert_eq!(game.root_mut().play(mv)?.id(), first);
    /// assert_eq!(game.len(), 1);
    /// # Ok::<(), plywood_core::IllegalMove>(())
    /// ```
    pub fn play(self, mv: Move) -> Result<Self, IllegalMove> {
        let position = self.position.play(mv)?;
        Ok(self.advance(Some(mv), position))
    }

    /// Goes to a null move that follows here, as [`play`](Self::play) does. `None` in check, where
    /// the side to move may not pass.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new();
    /// game.root_mut().pass().expect("nobody is in check");
    /// assert!(game.to_string().ends_with("1. -- *\n"));
    /// ```
    #[must_use]
    pub fn pass(self) -> Option<Self> {
        let position = self.position.after_null()?;
        Some(self.advance(None, position))
    }

    fn advance(self, mv: Option<Move>, position: Position) -> Self {
        let known = self.as_node().continuations().find(|node| node.mv() == mv);
        let known = known.map(Node::id);
        let id = known.unwrap_or_else(|| self.game.push(self.id, mv));
        Self {
            game: self.game,
            id,
            position,
        }
    }

    /// Adds a comment behind the move, unless it is empty.
    ///
    /// ```
    /// use plywood_notation::pgn::{Comment, PgnGame};
    ///
    /// let mut game = PgnGame::new();
    /// game.root_mut().add_comment(Comment::new("a blank sheet"));
    /// assert!(game.to_string().ends_with("{a blank sheet} *\n"));
    /// ```
    pub fn add_comment(&mut self, comment: Comment) {
        if !comment.is_empty() {
            self.game.comments_mut(self.id).push(comment);
        }
    }

    /// Adds a comment before the move, unless it is empty or the move begins no variation: the
    /// comment then goes behind the move before, where PGN has it.
    ///
    /// ```
    /// use plywood_notation::pgn::{Comment, PgnGame};
    ///
    /// let mut game: PgnGame = "1. e4 (1. d4) *".parse()?;
    /// let mut variation = game.node_mut(game.last()).expect("the game named it");
    /// variation.add_comment_before(Comment::new("or"));
    /// assert!(game.to_string().ends_with("1. e4 ({or} 1. d4) *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn add_comment_before(&mut self, comment: Comment) {
        if comment.is_empty() {
            return;
        }
        let parent = self.game.parent(self.id);
        let first = Node::new(self.game, parent).next().map(Node::id);
        if first == Some(self.id) || self.id == NodeId::ROOT {
            self.game.comments_mut(parent).push(comment);
        } else {
            self.game.notes_mut(self.id).before.push(comment);
        }
    }

    /// Adds a glyph. The beginning of a game has none.
    ///
    /// ```
    /// use plywood_notation::pgn::{PgnGame, Nag};
    ///
    /// let mut game: PgnGame = "1. f3 *".parse()?;
    /// game.node_mut(game.last()).expect("the game named it").add_nag(Nag::DUBIOUS);
    /// assert!(game.to_string().ends_with("1. f3 $6 *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn add_nag(&mut self, nag: Nag) {
        if self.id != NodeId::ROOT {
            self.game.nags_mut(self.id).push(nag);
        }
    }

    /// Takes away all that is said of the move.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game: PgnGame = "1. e4! {best by test} *".parse()?;
    /// game.node_mut(game.last()).expect("the game named it").clear_notes();
    /// assert!(game.to_string().ends_with("1. e4 *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn clear_notes(&mut self) {
        *self.game.notes_mut(self.id) = Notes::default();
    }
}

impl fmt::Debug for NodeMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_node().fmt(f)
    }
}
