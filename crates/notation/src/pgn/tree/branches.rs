//! Removing branches of a game, and changing their order.

use crate::pgn::tree::{NodeId, NodeMut, PgnGame};

impl PgnGame {
    /// Removes a move with everything that follows it; `false` if there is no such move, or it is
    /// the beginning. The first variation, if there is one, takes the place of a main move. The
    /// identifiers of other moves stay valid.
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
        let mut siblings = self.siblings(id);
        siblings.retain(|&sibling| sibling != id);
        self.set_siblings(self.parent(id), &siblings);
        let mut removed = vec![id];
        while let Some(id) = removed.pop() {
            let children = self.children(id);
            removed.extend(children);
            self.mark_removed(id);
        }
        true
    }

    /// Moves a variation one place forward among the alternatives; the first variation changes
    /// places with the main move. `false` if the move is the main move already.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game: PgnGame = "1. e4 (1. d4 d5) (1. c4) 1... e5 *".parse()?;
    /// let c4 = game.root().continuations().last().expect("there are three").id();
    /// assert!(game.promote(c4));
    /// assert!(game.to_string().ends_with("1. e4 (1. c4) (1. d4 d5) 1... e5 *\n"));
    /// assert!(game.promote(c4) && !game.promote(c4));
    /// assert!(game.to_string().ends_with("1. c4 (1. e4 e5) (1. d4 d5) *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.reorder(id, |index| index.checked_sub(1))
    }

    /// Moves a variation one place back among the alternatives; the main move changes places with
    /// the first variation. `false` if the move is the last alternative already.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.reorder(id, |index| Some(index + 1))
    }

    /// Makes the line that leads to a move the main line of the game; `false` if it was already.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game: PgnGame = "1. e4 (1. d4 d5 (1... f5)) 1... e5 *".parse()?;
    /// let dutch = game.steps().find(|step| step.san() == "f5").expect("it is there").node.id();
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
            is_changed |= self.reorder(id, |index| (index > 0).then_some(0));
            id = self.parent(id);
        }
        is_changed
    }

    /// Moves a move to another place among its siblings, which may be out of range.
    fn reorder(&mut self, id: NodeId, place: impl FnOnce(usize) -> Option<usize>) -> bool {
        if id == NodeId::ROOT || self.node(id).is_none() {
            return false;
        }
        let mut siblings = self.siblings(id);
        let Some(from) = siblings.iter().position(|&sibling| sibling == id) else {
            return false;
        };
        let Some(to) = place(from).filter(|&to| to < siblings.len()) else {
            return false;
        };
        siblings.remove(from);
        siblings.insert(to, id);
        self.set_siblings(self.parent(id), &siblings);
        true
    }

    /// The alternatives of a move, itself included.
    fn siblings(&self, id: NodeId) -> Vec<NodeId> {
        self.children(self.parent(id))
    }

    /// Links the moves that follow a move in a new order.
    fn set_siblings(&mut self, parent: NodeId, siblings: &[NodeId]) {
        self.link_children(parent, siblings);
        // PGN has no place for comments before a main move: they go behind the previous move.
        if let Some(&first) = siblings.first()
            && self
                .node(first)
                .is_some_and(|node| !node.comments_before().is_empty())
        {
            let before = std::mem::take(&mut self.notes_mut(first).before);
            self.comments_mut(parent).extend(before);
        }
    }
}

impl NodeMut<'_> {
    /// Removes the move with everything that follows it, as [`PgnGame::remove`] does.
    pub fn remove(self) {
        self.game.remove(self.id);
    }

    /// Moves the variation one place forward, as [`PgnGame::promote`] does.
    pub fn promote(&mut self) -> bool {
        self.game.promote(self.id)
    }

    /// Moves the variation one place back, as [`PgnGame::demote`] does.
    pub fn demote(&mut self) -> bool {
        self.game.demote(self.id)
    }

    /// Makes the line to this move the main line, as [`PgnGame::make_main_line`] does.
    pub fn make_main_line(&mut self) -> bool {
        self.game.make_main_line(self.id)
    }
}
