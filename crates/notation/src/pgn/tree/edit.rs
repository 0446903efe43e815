//! Edits a game: adds moves and notes, removes variations and changes their order.

use std::fmt;

use plywood_core::{IllegalMove, Move, Position};

use crate::pgn::comment::Comment;
use crate::pgn::nag::Nag;
use crate::pgn::tree::{Node, NodeId, PgnGame};

/// A place in a game where moves and notes can be added: a move, or the root.
///
/// ```
/// use plywood_notation::{pgn::PgnGame, san};
///
/// let mut game = PgnGame::new();
/// let mut node = game.root_mut();
/// for text in ["e4", "e5"] {
///     let mv = san::parse(node.position(), text)?;
///     node = node.play(mv)?;
/// }
/// // The second move that is played from one place begins a variation.
/// let root = game.root_mut();
/// let d4 = san::parse(root.position(), "d4")?;
/// root.play(d4)?;
/// assert!(game.to_string().ends_with("1. e4 (1. d4) 1... e5 *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NodeMut<'a> {
    pub(super) game: &'a mut PgnGame,
    pub(super) id: NodeId,
    position: Position,
}

impl<'a> NodeMut<'a> {
    pub(super) const fn new(game: &'a mut PgnGame, id: NodeId, position: Position) -> Self {
        Self { game, id, position }
    }

    /// Returns the identifier that finds the move again in the game.
    #[must_use]
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the position after the move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the move, for reading.
    #[must_use]
    pub const fn as_node(&self) -> Node<'_> {
        Node::new(self.game, self.id)
    }

    /// Goes to the next move of the line; `false` at its end. Each step makes one move, so this is how to annotate a whole line.
    ///
    /// ```
    /// use plywood_notation::pgn::{Comment, PgnGame};
    ///
    /// let mut game: PgnGame = "1. e4 f5 2. Qh5+ g6 *".parse()?;
    /// let mut node = game.root_mut();
    /// while node.advance() {
    ///     if node.position().is_check() {
    ///         node.add_comment(Comment::new("check"));
    ///     }
    /// }
    /// assert!(game.to_string().ends_with("1. e4 f5 2. Qh5+ {check} 2... g6 *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn advance(&mut self) -> bool {
        let Some(next) = self.as_node().next() else {
            return false;
        };
        let (id, position) = (next.id(), next.after(&self.position));
        (self.id, self.position) = (id, position);
        true
    }

    /// Returns this place for a variation that is added before going on from here.
    pub fn by_ref(&mut self) -> NodeMut<'_> {
        NodeMut::new(self.game, self.id, self.position.clone())
    }

    /// Goes to this next move, adding it if the game doesn't have it: the first move continues the line, and others begin variations.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal; then nothing is added.
    pub fn play(self, mv: Move) -> Result<Self, IllegalMove> {
        let position = self.position.play(mv)?;
        Ok(self.add(Some(mv), position))
    }

    /// Goes to a null move that follows here, like [`play`](Self::play). `None` in check, where the side to move may not pass.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new();
    /// game.root_mut().pass().expect("White is not in check");
    /// assert!(game.to_string().ends_with("1. -- *\n"));
    /// ```
    #[must_use]
    pub fn pass(self) -> Option<Self> {
        let position = self.position.after_null()?;
        Some(self.add(None, position))
    }

    fn add(self, mv: Option<Move>, position: Position) -> Self {
        let known = self.as_node().continuations().find(|node| node.mv() == mv);
        let known = known.map(Node::id);
        let id = known.unwrap_or_else(|| self.game.push(self.id, mv));
        Self {
            game: self.game,
            id,
            position,
        }
    }

    /// Adds a comment after the move, unless the comment is empty.
    pub fn add_comment(&mut self, comment: Comment) {
        if !comment.is_empty() {
            self.game.comments_mut(self.id).push(comment);
        }
    }

    /// Adds a comment before the move, unless the comment is empty. PGN only has a place for it before the first move of a variation; for
    /// other moves it goes after the previous move.
    ///
    /// ```
    /// use plywood_notation::pgn::{Comment, PgnGame};
    ///
    /// let mut game: PgnGame = "1. e4 (1. d4) *".parse()?;
    /// let last = game.last_added();
    /// let mut variation = game.node_mut(last).expect("the game has this move");
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

    /// Adds a glyph. The root can have none.
    pub fn add_nag(&mut self, nag: Nag) {
        if self.id != NodeId::ROOT {
            self.game.nags_mut(self.id).push(nag);
        }
    }
}

impl fmt::Debug for NodeMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_node().fmt(f)
    }
}

impl PgnGame {
    /// Removes a move with everything that follows it; `false` if there is no such move, or it is the root. The first variation, if there
    /// is one, takes the place of a main move. The identifiers of other moves stay valid.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game: PgnGame = "1. e4 (1. d4 d5) (1. c4) 1... e5 *".parse()?;
    /// let e4 = game.root().next().expect("there are moves").id();
    /// assert!(game.remove(e4));
    /// assert!(game.to_string().ends_with("1. d4 (1. c4) 1... d5 *\n"));
    /// assert!(game.node(e4).is_none());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn remove(&mut self, id: NodeId) -> bool {
        if id == NodeId::ROOT || self.node(id).is_none() {
            return false;
        }
        let parent = self.parent(id);
        let mut siblings = self.children(parent);
        siblings.retain(|&sibling| sibling != id);
        self.set_children(parent, &siblings);
        let mut removed = vec![id];
        while let Some(id) = removed.pop() {
            removed.extend(self.children(id));
            self.entries[id.index()].is_removed = true;
            self.removed += 1;
        }
        true
    }

    /// Makes the line that leads to a move the main line of the game; `false` if it was already.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game: PgnGame = "1. e4 (1. d4 d5 (1... f5)) 1... e5 *".parse()?;
    /// let dutch =
    ///     game.steps().find(|step| step.san() == "f5").expect("it is there").node.id();
    /// assert!(game.make_main_line(dutch));
    /// assert!(game.to_string().ends_with("1. d4 (1. e4 e5) 1... f5 (1... d5) *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn make_main_line(&mut self, id: NodeId) -> bool {
        if self.node(id).is_none() {
            return false;
        }
        let (mut id, mut is_changed) = (id, false);
        while id != NodeId::ROOT {
            let parent = self.parent(id);
            let mut children = self.children(parent);
            let place = children.iter().position(|&child| child == id);
            if let Some(place @ 1..) = place {
                children[..=place].rotate_right(1);
                self.set_children(parent, &children);
                is_changed = true;
            }
            id = parent;
        }
        is_changed
    }

    /// Returns the moves that follow a move, the main one first.
    fn children(&self, id: NodeId) -> Vec<NodeId> {
        let children = Node::new(self, id).continuations();
        children.map(Node::id).collect()
    }

    /// Links the moves that follow a move in a new order.
    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        let entry = &mut self.entries[parent.index()];
        entry.first_child = children.first().copied();
        entry.last_child = children.last().copied();
        for (index, child) in children.iter().enumerate() {
            self.entries[child.index()].next_sibling = children.get(index + 1).copied();
        }
        // PGN has no place for comments before a main move: they go after the previous move.
        if let Some(&first) = children.first()
            && !Node::new(self, first).comments_before().is_empty()
        {
            let before = std::mem::take(&mut self.notes_mut(first).before);
            self.comments_mut(parent).extend(before);
        }
    }
}
