//! [`Growing`]: a tree whose leaves are valued from outside, so that many trees can ask a network together.

use super::BestFirst;
use super::priors::{noisy, normalized};
use super::selection::{Parent, Puct, Selection};
use super::tree::{ROOT, Tree, single};
use crate::budget::StopReason;
use crate::chance::Dice;
use crate::game::Game;
use crate::limits::Limits;
use crate::played::Played;
use crate::report::Report;
use crate::root::Root;

/// A best-first search that hands out each leaf, and gets its value and the priors of its moves from outside.
///
/// **Idea.** A network values many positions in little more time than one. Grow a tree for each of many games, take a leaf of each, and ask
/// the network once for them all.
///
/// **Invariant.** After the answers to n + 1 leaves, the visits of the root's children sum to n: the first leaf is the root.
///
/// **Source.** Silver et al. 2017.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Ending, Game, Growing, Played, Puct};
///
/// // The side to move wins in column d in the first game, and must defend there in the second.
/// let games = ["aabbcc", "aabbc"].map(|columns| columns.parse::<ConnectFour>());
/// let mut games = games.map(|board| Played::new(board.unwrap()));
/// let mut trees = games.each_ref().map(|game| Growing::new(game.position(), Puct::new(1.5), 1));
/// for _ in 0..=200 {
///     for (tree, game) in trees.iter_mut().zip(&mut games) {
///         let tree = tree.as_mut().expect("the game goes on");
///         tree.descend(game);
///         // A network would now value the leaves of all trees.
///         let moves = game.position().legal_moves();
///         match game.position().ending(&moves) {
///             Some(ending) => tree.answer(game, &[], if ending == Ending::Lost { 0.0 } else { 0.5 }),
///             None => tree.answer(game, &vec![1.0; moves.len()], 0.5),
///         }
///     }
/// }
/// for tree in trees.iter().flatten() {
///     let best = tree.visits().into_iter().max_by_key(|(_, visits)| *visits).unwrap();
///     assert_eq!(best.0.to_string(), "d");
///     assert_eq!(tree.visits().iter().map(|(_, visits)| visits).sum::<u32>(), 200);
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Growing<G: Game, S = Puct> {
    search: BestFirst<(), S>,
    tree: Tree<G>,
    /// The nodes from the root to the leaf that waits for its answer.
    path: Vec<usize>,
    noise: Option<Dice>,
}

impl<G: Game, S: Selection> Growing<G, S> {
    /// Makes a tree with only its root, which takes up to this many megabytes; `None` if the game is over. When they are full, the tree
    /// grows no more, but its leaves are still visited.
    #[must_use]
    pub fn new(position: &G, selection: S, megabytes: usize) -> Option<Self> {
        let search = BestFirst::of(()).select(selection).expand_all();
        let search = search.megabytes(megabytes);
        let mut tree = None;
        Root::search(position, &Limits::none(), |root| {
            tree = Some(Tree::new(&root, search.room()));
            Report::new(StopReason::Depth)
        });
        Some(Self {
            search,
            tree: tree?,
            path: Vec::new(),
            noise: None,
        })
    }

    /// Mixes the priors of the root with [noise](super::RootNoise) that follows from this seed.
    #[must_use]
    pub fn noise(mut self, seed: u64) -> Self {
        self.noise = Some(Dice::new(seed));
        self
    }

    /// Plays the moves from the root to a leaf. The game must be at the root's position, and returns to it by [`answer`](Self::answer).
    pub fn descend(&mut self, game: &mut Played<G>) {
        let mut node = Some(ROOT);
        self.path.clear();
        while let Some(reached) = node {
            if let Some(mv) = self.tree.move_to(reached) {
                game.play(mv);
            }
            self.path.push(reached);
            let (visits, mean) = (self.tree.visits(reached), self.tree.mean(reached));
            let parent = Parent::of(visits, 1.0 - mean);
            let children = self.tree.children(reached).map(|(_, child)| child);
            let known = |child: usize| self.search.child(&self.tree, child, &parent);
            let worths = children.map(|child| {
                let worth = self.search.selection.worth(&parent, &known(child));
                (worth, child)
            });
            let best = worths.max_by(|(one, _), (other, _)| one.total_cmp(other));
            node = best.map(|(_, child)| child);
        }
    }

    /// Adds the leaf's children with these priors, one for each legal move or none if the game is over, and backs up the result, which is
    /// from 0 to 1 for the side to move at the leaf.
    ///
    /// # Panics
    /// If a prior is negative or not a number, or all are 0.
    pub fn answer(&mut self, game: &mut Played<G>, priors: &[f64], mut result: f64) {
        let leaf = self.path.last().copied().unwrap_or(ROOT);
        if !priors.is_empty() && self.tree.has_room(priors.len()) {
            let mut priors = normalized(priors.to_vec(), priors.len());
            if let Some(dice) = self.noise.as_mut().filter(|_| leaf == ROOT) {
                priors = noisy(&priors, dice);
            }
            self.tree.open(leaf, game.position());
            for (mv, prior) in game.position().legal_moves().iter().zip(priors) {
                self.tree.add(leaf, *mv, single(prior));
            }
        }
        // The result is the side to move's; each node counts it for the side that moved there.
        for node in self.path.drain(..).rev() {
            result = 1.0 - result;
            self.tree.count(node, result);
            if node != ROOT {
                game.undo();
            }
        }
    }

    /// Returns the moves of the root with their visits.
    #[must_use]
    pub fn visits(&self) -> Vec<(G::Move, u32)> {
        let children = self.tree.children(ROOT);
        children
            .map(|(mv, child)| (mv, self.tree.visits(child)))
            .collect()
    }

    /// Returns the mean result at the root, from 0 to 1, for the side to move.
    #[must_use]
    pub fn mean(&self) -> f64 {
        1.0 - self.tree.mean(ROOT)
    }
}
