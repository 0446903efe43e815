//! [`Keeping`]: keeps the tree from move to move.

use super::BestFirst;
use super::leaf_value::LeafValue;
use super::priors::Priors;
use super::selection::Selection;
use super::tree::{ROOT, Room, Tree};
use crate::game::{Game, Keyed};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::root::Root;
use crate::strategy::Strategy;

/// A best-first search that keeps what it knows of the position after its move and the reply.
///
/// **Idea.** The next search begins with the subtree of the position it is given, if the last one has it one or two plies below its root.
///
/// **Invariant.** A kept node has the visits and results that it had. In a game in which the ending of a position may depend on how it was
/// reached, proofs are forgotten, since a repetition may be behind them; so only the statistics are kept.
///
/// **Cost.** Finding the position takes one position for each move and reply. A new game, another position, or limits that exclude moves of
/// the root start a new tree. The new root keeps its priors, so [`RootNoise`](crate::RootNoise) only reaches a root that is new.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{BestFirst, Game, Keeping, Limits, RandomGames, StaticEvaluation, Strategy};
///
/// let games = RandomGames::new(StaticEvaluation::new(ConnectFour::estimate));
/// let mut search = Keeping::new(BestFirst::of(games));
/// let (start, limits) = (ConnectFour::new(), Limits::rounds(1_000));
/// let report = search.search(&start, &limits);
/// let next = start.after(report.line[0]).after(report.line[1]);
/// search.search(&next, &limits);
/// let visits = search.visits().unwrap();
/// assert!(visits > 1_000, "{visits} rounds, some of them of the first search");
/// ```
#[derive(Debug, Clone)]
pub struct Keeping<G: Game, V, S, P> {
    search: BestFirst<V, S, P>,
    kept: Option<Tree<G>>,
}

impl<G: Game, V, S, P> Keeping<G, V, S, P> {
    /// Keeps the tree of this search.
    pub const fn new(search: BestFirst<V, S, P>) -> Self {
        Self { search, kept: None }
    }

    /// Returns the rounds through the root of the last search, some of which earlier searches may have played.
    #[must_use]
    pub fn visits(&self) -> Option<u32> {
        self.kept.as_ref().map(|tree| tree.visits(ROOT))
    }
}

impl<G, V, S, P> Strategy<G> for Keeping<G, V, S, P>
where
    G: Keyed,
    V: LeafValue<G>,
    S: Selection,
    P: Priors<G>,
{
    fn name(&self) -> String {
        format!("{}+keeping", Strategy::<G>::name(&self.search))
    }

    fn has_depths(&self) -> bool {
        false
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| {
            let kept = self.kept.take().and_then(|tree| continued(tree, &root));
            let room = self.search.room::<G>();
            let is_rebuilt = true;
            let new = || Tree::new(&root, Room { is_rebuilt, ..room });
            let tree = self.kept.insert(kept.unwrap_or_else(new));
            self.search.run(tree, root.lines, limits, observer)
        })
    }

    fn new_game(&mut self) {
        self.kept = None;
    }
}

/// Returns the subtree of a position that is one or two plies below the root of a tree, and whose moves are all searched.
fn continued<G: Keyed>(mut tree: Tree<G>, root: &Root<'_, G>) -> Option<Tree<G>> {
    if root.moves.len() != root.position.legal_moves().len() {
        return None;
    }
    let node = reached(&tree, (ROOT, &tree.root), 2, root.position.key())?;
    tree.descend(node, root);
    if G::DEPENDS_ON_HISTORY {
        tree.forget_proofs();
    }
    Some(tree)
}

/// Returns the node of a position with this key that is at most so many plies below another node.
fn reached<G: Keyed>(
    tree: &Tree<G>,
    (node, position): (usize, &G),
    plies: u32,
    key: u64,
) -> Option<usize> {
    let left = plies.checked_sub(u32::from(!position.waits_for_chance()))?;
    tree.children(node).find_map(|child| {
        let after = position.after(tree.move_to(child)?);
        let is_it = (after.key() == key).then_some(child);
        is_it.or_else(|| reached(tree, (child, &after), left, key))
    })
}
