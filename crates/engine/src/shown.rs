//! The tree as an observer sees it: the nodes of the first plies with their windows and scores, the step for which each is searched, the
//! step that prunes it, and the skipped moves.
//!
//! A search without an observer compares one number at each node: the node is below the requested plies.

use crate::node::Node;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::{Value, to_score};
use plywood_core::{Move, Position};
use plywood_search::{Arrival, Event, Stopped, Window};

/// The way the search comes to a node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By {
    /// The search begins there.
    Start,
    /// By a move to try.
    Move(Move),
    /// By a move, for the purpose of a step.
    MoveFor(Move, Step),
    /// By passing, for the purpose of a step.
    PassFor(Step),
    /// By nothing: a step searches the same position again.
    AgainFor(Step),
}

impl Searcher<'_> {
    /// Searches a node, and reports it to the observer if it wants to see this ply.
    #[inline]
    pub(crate) fn visit(
        &mut self,
        position: &Position,
        node: Node,
        by: By,
    ) -> Result<Value, Stopped> {
        if self.audience.sees(node.ply) {
            self.show(position, node, by, Self::search)
        } else {
            self.search(position, node)
        }
    }

    /// Searches a node at the horizon or below it, and reports it to the observer if it wants to see this ply.
    #[inline]
    pub(crate) fn visit_quietly(
        &mut self,
        position: &Position,
        node: Node,
        by: By,
    ) -> Result<Value, Stopped> {
        if self.audience.sees(node.ply) {
            self.show(position, node, by, Self::quiesce)
        } else {
            self.quiesce(position, node)
        }
    }

    #[cold]
    #[inline(never)]
    fn show(
        &mut self,
        position: &Position,
        node: Node,
        by: By,
        search: fn(&mut Self, &Position, Node) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        let before = self.budget.spent();
        let window = Window::new(to_score(node.alpha), to_score(node.beta));
        let (arrival, purpose) = match by {
            By::Start => (None, None),
            By::Move(mv) => (Some(Arrival::Move(mv)), None),
            By::MoveFor(mv, step) => (Some(Arrival::Move(mv)), Some(step)),
            By::PassFor(step) => (Some(Arrival::Pass), Some(step)),
            By::AgainFor(step) => (None, Some(step)),
        };
        self.audience.tell(|observer| {
            observer.observe(Event::Enter {
                arrival,
                purpose: purpose.map(Step::name),
                depth: node.depth.max(0) as u32,
                window: window.unwrap_or(Window::OPEN),
            });
        });
        // Nodes below another search of the same position are not part of the tree.
        let is_aside = matches!(by, By::AgainFor(_));
        let plies = self.audience.plies;
        if is_aside {
            self.audience.plies = 0;
        }
        let result = search(self, position, node);
        self.audience.plies = plies;
        let below = self.budget.spent().saturating_sub(before + 1);
        let is_last = is_aside || !self.audience.sees(node.ply + 1);
        self.audience.tell(|observer| {
            if is_last {
                observer.observe(Event::Unseen(below));
            }
            observer.observe(match result {
                Ok(value) => Event::Leave(to_score(value)),
                Err(Stopped) => Event::Abandon,
            });
        });
        result
    }

    /// Reports an event of a node to the observer, if it sees the node.
    #[inline]
    pub(crate) fn note(&mut self, node: &Node, event: impl FnOnce() -> Event<'static, Move>) {
        if self.audience.sees(node.ply) {
            self.audience.tell(|observer| observer.observe(event()));
        }
    }

    /// Reports that a step has pruned the node with this value.
    #[inline]
    pub(crate) fn pruned(&mut self, node: &Node, step: Step, value: Value) -> Value {
        self.note(node, || Event::Pruned(step.name()));
        value
    }

    /// Reports that the node has this value by itself: the game is over, or it was evaluated.
    #[inline]
    pub(crate) fn leaf(&mut self, node: &Node, value: Value) -> Value {
        self.note(node, || Event::Leaf(to_score(value)));
        value
    }

    /// Reports that the table has the value of the node.
    #[inline]
    pub(crate) fn known(&mut self, node: &Node, value: Value) -> Value {
        self.note(node, || Event::TableHit(to_score(value)));
        value
    }
}
