//! The catalogs of the small games, and all of them together.

use super::{NET, network};
use crate::catalog::Catalog;
use crate::games::Games;
use plywood_eval::{RandomEvaluator, Score};
use plywood_net::{BackgammonInputs, ConnectFourInputs, Network};
use plywood_search::Keyed;
use plywood_search::games::{Backgammon, EinStein};
use plywood_search::games::{BoardGame, Breakthrough, ConnectFour, TicTacToe, Tree};

/// Returns the games of this crate: chess, connect four, breakthrough, tic-tac-toe, two games with dice, and written trees. Add your own
/// with [`and`](Games::and).
#[must_use]
pub fn standard() -> impl Games + Clone {
    Catalog::chess()
        .and(Catalog::connect_four())
        .and(Catalog::breakthrough())
        .and(Catalog::tic_tac_toe())
        .and(Catalog::einstein())
        .and(Catalog::backgammon())
        .and(Catalog::written_tree())
}

impl Catalog<ConnectFour> {
    /// Returns the catalog of connect four, with every strategy.
    ///
    /// ```
    /// use plywood_catalog::Playable;
    /// use plywood_search::Limits;
    /// use plywood_search::games::ConnectFour;
    ///
    /// let games = plywood_catalog::Catalog::connect_four();
    /// let mtd_f = games.contender("mtd-f:evaluator=estimate")?;
    /// let report =
    ///     mtd_f.strategy(0).search(&ConnectFour::read("ddcc")?, &Limits::depth(6));
    /// assert_eq!(report.best_move.map(|column| column.to_string()).as_deref(), Some("e"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn connect_four() -> Self {
        Catalog::tactical("connect-four", ConnectFour::new())
            .titled("Connect four")
            .usual_depth(6)
            .evaluator(
                "estimate",
                "lines of four that are still open",
                ConnectFour::estimate as fn(&ConnectFour) -> Score,
            )
            .evaluator_from(
                NET,
                "a network trained on games of alpha-beta; net@FILE for one of your own",
                || network(Network::connect_four()),
            )
            .or_from_file(|bytes| Network::<ConnectFourInputs>::read(bytes).map(network))
            .evaluator("random", RANDOM, random::<ConnectFour>())
    }
}

impl Catalog<BoardGame<Breakthrough>> {
    /// Returns the catalog of breakthrough, with every strategy.
    #[must_use]
    pub fn breakthrough() -> Self {
        Catalog::tactical("breakthrough", BoardGame::start())
            .titled("Breakthrough")
            .usual_depth(4)
            .evaluator(
                "estimate",
                "stones, and how far they have come",
                Breakthrough::estimate as fn(&BoardGame<Breakthrough>) -> Score,
            )
            .evaluator("random", RANDOM, random::<BoardGame<Breakthrough>>())
    }
}

impl Catalog<TicTacToe> {
    /// Returns the catalog of tic-tac-toe, with every strategy that needs no noisy moves.
    #[must_use]
    pub fn tic_tac_toe() -> Self {
        Catalog::keyed("tic-tac-toe", TicTacToe::new())
            .titled("Tic-tac-toe")
            .usual_depth(9)
            .evaluator(
                "none",
                "nothing: every position is a draw",
                (|_| Score::DRAW) as fn(&TicTacToe) -> Score,
            )
            .evaluator("random", RANDOM, random::<TicTacToe>())
    }
}

impl Catalog<EinStein> {
    /// Returns the catalog of _EinStein würfelt nicht!_, with the searches that handle chance.
    #[must_use]
    pub fn einstein() -> Self {
        Catalog::rolling("einstein", EinStein::drawn(1))
            .titled("EinStein würfelt nicht!")
            .weighted(
                "estimate",
                "the nearest stone, and the rolls that may move it",
                EinStein::terms(),
            )
            .evaluator("random", RANDOM, random::<EinStein>())
    }
}

impl Catalog<Backgammon> {
    /// Returns the catalog of backgammon, with the searches that handle chance.
    #[must_use]
    pub fn backgammon() -> Self {
        Catalog::tactical_rolling("backgammon", Backgammon::START)
            .titled("Backgammon")
            .usual_depth(2)
            .moves_as(|mv| mv.to_string().replace(' ', ","))
            .weighted(
                "estimate",
                "pips, blots, points and primes",
                Backgammon::terms(),
            )
            .evaluator_from(
                NET,
                "a network trained on games with itself; net@FILE for one of your own",
                || network(Network::backgammon()),
            )
            .or_from_file(|bytes| Network::<BackgammonInputs>::read(bytes).map(network))
            .evaluator("random", RANDOM, random::<Backgammon>())
    }
}

impl Catalog<Tree> {
    /// The catalog of written trees, such as `((3 12 8) (2 4 6) (14 5 2))`.
    #[expect(
        clippy::missing_panics_doc,
        reason = "its own example can be read, as the tests show"
    )]
    #[must_use]
    pub fn written_tree() -> Self {
        // The tree of the textbooks: the second branch is cut off after its first leaf.
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))"
            .parse()
            .expect("the example is a tree");
        Catalog::tactical("tree", tree)
            .titled("A written tree")
            .usual_depth(8)
            .evaluator(
                "estimate",
                "the numbers of the tree",
                Tree::estimate as fn(&Tree) -> Score,
            )
            .evaluator(
                "none",
                "nothing: every position is a draw",
                (|_| Score::DRAW) as fn(&Tree) -> Score,
            )
    }
}

const RANDOM: &str = "a random number up to 100, always the same one for a position";

fn random<G: Keyed>() -> RandomEvaluator<fn(&G) -> u64> {
    RandomEvaluator::new(0, 100, G::key)
}
