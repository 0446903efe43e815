//! The tree as an observer sees it: the nodes of the first plies with their windows and scores, for which step each is searched,
//! which step prunes it, and the moves that are skipped.
//!
//! A search that nobody watches compares one number at each node: it lies below the plies that are wanted.

use crate::node::Node;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::{Value, to_score};
use plywood_core::{Move, Position};
use plywood_search::{Event, Observer, Stopped, Window};

/// How the search comes to a node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By {
    /// It begins there.
    Start,
    /// By a move that is tried.
    Move(Move),
    /// By a move, for the purpose of a step.
    MoveFor(Move, Step),
    /// By passing, for the purpose of a step.
    PassFor(Step),
    /// By nothing: a step searches the same position once more.
    AgainFor(Step),
}

impl Searcher<'_> {
    /// Searches a node, and shows it to the observer who wants to see its ply.
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

    /// The same for a node at the horizon or below it.
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
        self.audience.tell(|observer| {
            arrive(observer, by);
            observer.observe(Event::Enter {
                depth: node.depth.max(0) as u32,
                window: window.unwrap_or(Window::OPEN),
            });
        });
        // What lies below another search of the same position is not part of the tree.
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

    /// A step has pruned the node with this value.
    #[inline]
    pub(crate) fn pruned(&mut self, node: &Node, step: Step, value: Value) -> Value {
        self.note(node, || Event::Pruned(step.name()));
        value
    }

    /// The node has this value by itself: the game is over, or it was evaluated.
    #[inline]
    pub(crate) fn leaf(&mut self, node: &Node, value: Value) -> Value {
        self.note(node, || Event::Leaf(to_score(value)));
        value
    }

    /// The table has the value of the node.
    #[inline]
    pub(crate) fn known(&mut self, node: &Node, value: Value) -> Value {
        self.note(node, || Event::TableHit(to_score(value)));
        value
    }
}

fn arrive(observer: &mut dyn Observer<Move>, by: By) {
    match by {
        By::MoveFor(_, step) | By::PassFor(step) | By::AgainFor(step) => {
            observer.observe(Event::Purpose(step.name()));
        }
        By::Start | By::Move(_) => {}
    }
    match by {
        By::Move(mv) | By::MoveFor(mv, _) => observer.observe(Event::Down(mv)),
        By::PassFor(_) => observer.observe(Event::Pass),
        By::Start | By::AgainFor(_) => {}
    }
}
