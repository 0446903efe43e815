//! [`Growing`]: a tree whose leaves are valued from outside, so that many trees can ask a network together.

use super::BestFirst;
use super::path::Path;
use super::priors::normalized;
use super::selection::{Puct, Selection};
use super::tree::{ROOT, Tree, single};
use crate::budget::StopReason;
use crate::chance::Dice;
use crate::game::Game;
use crate::limits::Limits;
use crate::report::Report;
use crate::root::Root;

/// A best-first search that hands out its leaves, and gets their values and the priors of their moves from outside.
///
/// **Idea.** A network values many positions in little more time than one. Grow a tree for each of many games, take a leaf of each, and ask
/// the network once for them all.
///
/// **Invariant.** After n + 1 answers the visits of the root's children sum to n: the first leaf is the root.
///
/// **Source.** Silver et al. 2017.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Ending, Game, Growing, Puct};
///
/// // The side to move wins in column d on one board, and must defend there on the other.
/// let boards: [ConnectFour; 2] = ["aabbcc".parse()?, "aabbc".parse()?];
/// let mut trees: Vec<_> =
///     boards.iter().filter_map(|board| Growing::new(board, Puct::new(1.0), 1)).collect();
/// for _ in 0..=200 {
///     // A network would value the leaves of all trees.
///     for tree in &mut trees {
///         let leaf = tree.leaf();
///         let moves = leaf.legal_moves();
///         match leaf.ending(&moves) {
///             Some(ending) => tree.answer(&[], if ending == Ending::Lost { 0.0 } else { 0.5 }),
///             None => tree.answer(&vec![1.0; moves.len()], 0.5),
///         }
///     }
/// }
/// for tree in &trees {
///     let best = tree.visits().into_iter().max_by_key(|(_, visits)| *visits).unwrap();
///     assert_eq!(best.0.to_string(), "d");
///     assert_eq!(tree.visits().iter().map(|(_, visits)| visits).sum::<u32>(), 200);
/// }
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Growing<G: Game, S = Puct> {
    search: BestFirst<(), S>,
    tree: Tree<G>,
    /// The way from the root to the leaf.
    path: Path<G>,
    dice: Dice,
}

impl<G: Game, S: Selection> Growing<G, S> {
    /// Makes a tree with only its root; `None` if the game is over. It takes up to this many megabytes, and then grows no more.
    pub fn new(root: &G, selection: S, megabytes: usize) -> Option<Self> {
        let search = BestFirst::of(()).select(selection).expand_all();
        let search = search.megabytes(megabytes);
        let mut tree = None;
        Root::search(root, &Limits::none(), |root| {
            tree = Some(Tree::new(&root, search.room::<G>()));
            Report::new(StopReason::Depth)
        });
        Some(Self {
            search,
            tree: tree?,
            path: Path::from_root(root),
            dice: Dice::new(0),
        })
    }

    /// Sets the seed of the outcomes of chance and of a selection's random choices.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.dice = Dice::new(seed);
        self
    }

    /// Returns the position of the next leaf, which waits for its [`answer`](Self::answer). Where chance moves, it has rolled.
    pub fn leaf(&mut self) -> &G {
        self.path.restart(&self.tree.root);
        while let Some(child) = self.search.next(&mut self.tree, &self.path, &mut self.dice) {
            self.path.push(child, self.tree.move_to(child));
            self.tree.open(child, &self.path.position, None);
        }
        &self.path.position
    }

    /// Adds the leaf's children with these priors, one for each legal move or none if the game is over, and backs up the result, which is
    /// from 0 to 1 for the side to move at the leaf.
    ///
    /// # Panics
    /// If a prior is negative or not a number, or all are 0.
    pub fn answer(&mut self, priors: &[f64], mut result: f64) {
        let (leaf, position) = (self.path.node(), &self.path.position);
        if !priors.is_empty() && self.tree.has_room(priors.len()) {
            let priors = normalized(priors.to_vec(), priors.len());
            let mut moves = Vec::with_capacity(priors.len());
            self.tree.list_untried(leaf, position, &mut moves);
            for (mv, prior) in moves.into_iter().zip(priors) {
                self.tree.add(leaf, mv, single(prior));
            }
        }
        for (ply, node) in self.path.nodes.iter().enumerate().rev() {
            result = 1.0 - result;
            self.tree.count(*node, result);
            result = self.path.one_ply_up(ply, result);
        }
    }

    /// Returns the moves of the root with their visits.
    pub fn visits(&self) -> Vec<(G::Move, u32)> {
        let children = self.tree.children(ROOT);
        let visits = |child: usize| Some((self.tree.move_to(child)?, self.tree.visits(child)));
        children.filter_map(visits).collect()
    }

    /// Returns the mean result at the root, from 0 to 1, for the side to move.
    pub fn mean(&self) -> f64 {
        1.0 - self.tree.mean(ROOT)
    }
}
