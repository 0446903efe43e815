//! Monte Carlo tree search: finds good moves by playing games to their end.

use crate::best_first::{BestFirst, RandomGames, Ucb1};
use crate::horizon::StaticEvaluation;

/// UCT with random games; an evaluator scores games that take too long.
///
/// **Idea.** Each round goes down the tree, choosing at every node the move with the best upper confidence bound, adds one
/// node, plays a random game from there, and counts the result on the way back. Good moves are visited more and more, but
/// every move is tried again from time to time.
///
/// **Parts.** It is [`BestFirst`] with [`RandomGames`] and [`Ucb1`], and takes every other part of that.
///
/// **Invariant.** The sum of a node's results lies between 0 and the number of its visits.
///
/// **Cost.** Each round takes the time of one game and about thirty bytes of memory, and rounds go on until a limit is reached. The value
/// approaches minimax's slowly; with a good evaluator, or in sharp tactics, alpha-beta is stronger.
///
/// **Source.** Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT).
///
/// **Chapter.** `docs/book/src/monte_carlo.md`, in the repository.
///
/// All random choices follow from the seed of the limits. Without a limit of rounds, nodes or time it plays ten thousand rounds, or until
/// it is stopped if the only limit is a stop handle. A depth limit applies to the tree, not to the games, and does not end the search. The
/// tree takes up to 64 megabytes, after which the rounds continue without new nodes.
///
/// ```
/// use plywood_search::games::{TicTacToe, Tree};
/// use plywood_search::{Limits, MonteCarlo, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = MonteCarlo::new(Tree::estimate)
///     .search(&tree, &Limits::nodes(1_000).with_seed(1));
/// assert_eq!(
///     report.best_move.unwrap().to_string(),
///     "1",
///     "the value of the first move is 3, that of the others 2"
/// );
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let mut search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW);
/// let report = search.search(&board, &Limits::nodes(2_000).with_seed(1));
/// assert_eq!(report.best_move.unwrap().to_string(), "c3");
/// ```
#[doc(alias("mcts", "uct"))]
pub type MonteCarlo<E> = BestFirst<RandomGames<StaticEvaluation<E>>>;

impl<E> MonteCarlo<E> {
    /// Plays random games of up to 200 plies, then asks this evaluator.
    pub const fn new(evaluator: E) -> Self {
        Self::of(RandomGames::new(StaticEvaluation::new(evaluator)))
    }

    /// Limits random games to this many plies; with 0, every new node is evaluated at once.
    #[must_use]
    pub fn playout_plies(self, plies: u32) -> Self {
        self.valued_by(|games| games.plies(plies))
    }

    /// Sets the exploration constant, the C of UCT, by default √2. A higher one tries more moves, a lower one prefers the best ones sooner;
    /// with 0 every round follows the best results so far.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{Known, Limits, MonteCarlo};
    ///
    /// let limits = Limits::nodes(20_000).with_seed(1);
    /// let rounds_of_the_best = |exploration: f64| {
    ///     let search = MonteCarlo::new(ConnectFour::estimate).exploration(exploration);
    ///     let tree = search.tree(&ConnectFour::new(), &limits);
    ///     let children = tree.iter().filter(|node| node.parent == Some(0));
    ///     let visits = children.filter_map(|node| match node.known {
    ///         Known::Games { visits, .. } => Some(visits),
    ///         _ => None,
    ///     });
    ///     visits.max()
    /// };
    /// assert!(rounds_of_the_best(0.3) > rounds_of_the_best(3.0));
    /// ```
    ///
    /// # Panics
    /// If it is negative or NaN.
    #[must_use]
    pub fn exploration(self, exploration: f64) -> Self {
        self.select(Ucb1::new(exploration))
    }
}
