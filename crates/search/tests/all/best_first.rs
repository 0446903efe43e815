//! Best-first search: what it proves is minimax's, its visits add up, and a slow twin grows the same tree.

use plywood_eval::ScoreKind;
use plywood_search::games::{Column, ConnectFour, TicTacToe, Tree};
use plywood_search::laws::{Contract, verify};
use plywood_search::{
    Adjusted, AlphaBeta, AtOnce, Backing, BestFirst, BestLooking, BestValue, CaptureFirst, Dice,
    EpsilonGreedy, FinalChoice, Game, Keeping, KeptNode, Known, Limits, LookedAt, Mast, Minimax,
    MonteCarlo, NoPriors, Observer, Property, Puct, RandomGames, Report, RootNoise, Score, Shallow,
    StaticEvaluation, StopHandle, StopReason, Strategy, Tactical, Transposing, Ucb1, Ucb1Tuned,
    Voting, catch_panic,
};
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop, proptest};
use std::cell::Cell;
use std::fmt::Debug;

pub(crate) type Estimate<G> = fn(&G) -> Score;

/// The tree and the report of a composition.
type Grow<G> =
    fn(Estimate<G>, &G, &Limits) -> (Vec<KeptNode<<G as Game>::Move>>, Report<<G as Game>::Move>);

macro_rules! composition {
    ($evaluator:ident => $search:expr) => {
        |$evaluator, position, limits| {
            let mut search = $search;
            (
                search.tree(position, limits),
                search.search(position, limits),
            )
        }
    };
}

/// Compositions that prove, and their names.
#[expect(clippy::too_many_lines, reason = "it is a list")]
fn solving<G: Tactical + plywood_search::Keyed>() -> Vec<(&'static str, Grow<G>)> {
    vec![
        ("solver", composition!(e => MonteCarlo::new(e).solving())),
        (
            "puct",
            composition!(e => MonteCarlo::new(e).solving().select(Puct::new(1.0)).priors(LookedAt(e))),
        ),
        (
            "noise",
            composition!(e => MonteCarlo::new(e).solving().select(Puct::new(1.0)).priors(RootNoise(LookedAt(e)))),
        ),
        (
            "tuned",
            composition!(e => MonteCarlo::new(e).solving().select(Ucb1Tuned)),
        ),
        (
            "greedy",
            composition!(e => MonteCarlo::new(e).solving().select(EpsilonGreedy::new(20))),
        ),
        (
            "rave",
            composition!(e => MonteCarlo::new(e).solving().select(Adjusted::new(Ucb1::new(0.5)).rave(100).bias(1).first_play(60))),
        ),
        (
            "widening",
            composition!(e => MonteCarlo::new(e).solving().priors(LookedAt(e)).widening(1)),
        ),
        (
            "cut",
            composition!(e => MonteCarlo::new(e).solving().playout_plies(2)),
        ),
        (
            "looking",
            composition!(e => BestFirst::of(RandomGames::new(StaticEvaluation::new(e)).choosing(BestLooking(e))).solving()),
        ),
        (
            "captures",
            composition!(e => BestFirst::of(RandomGames::new(StaticEvaluation::new(e)).choosing(CaptureFirst)).solving()),
        ),
        (
            "mast",
            composition!(e => BestFirst::of(RandomGames::new(StaticEvaluation::new(e)).choosing(Mast::default())).solving()),
        ),
        (
            "evaluated",
            composition!(e => BestFirst::of(AtOnce(StaticEvaluation::new(e))).solving()),
        ),
        (
            "shallow",
            composition!(e => BestFirst::of(Shallow::new(AlphaBeta::new(e), 2)).solving()),
        ),
        (
            "implicit",
            composition!(e => MonteCarlo::new(e).solving().backing(Backing::ImplicitMinimax(40))),
        ),
        (
            "minimax",
            composition!(e => BestFirst::of(AtOnce(StaticEvaluation::new(e))).solving().select(BestValue).backing(Backing::Minimax)),
        ),
        (
            "shallow minimax",
            composition!(e => BestFirst::of(Shallow::new(AlphaBeta::new(e), 1)).solving().select(BestValue).backing(Backing::Minimax)),
        ),
        (
            "little memory",
            composition!(e => MonteCarlo::new(e).solving().megabytes(1).making_room()),
        ),
        (
            "safest",
            composition!(e => MonteCarlo::new(e).solving().choose(FinalChoice::Safest)),
        ),
        (
            "best mean",
            composition!(e => MonteCarlo::new(e).solving().choose(FinalChoice::BestMean)),
        ),
        (
            "by visits",
            composition!(e => MonteCarlo::new(e).solving().choose(FinalChoice::ByVisits(100))),
        ),
        (
            "transpositions",
            composition!(e => MonteCarlo::new(e).solving().priors(Transposing(LookedAt(e)))),
        ),
    ]
}

/// Returns the value of a position, searched to the end of the game.
pub(crate) fn minimax<G: Game>(position: &G) -> Score {
    let report = Minimax::new(|_: &G| Score::DRAW).search(position, &Limits::none());
    report.score.expect("minimax has a score")
}

/// Returns what both sides get: the points, or only who wins.
pub(crate) fn outcome(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::WonIn(_) => i32::MAX,
        ScoreKind::LostIn(_) => -i32::MAX,
        ScoreKind::Centipawns(points) => points,
    }
}

/// Returns the positions of a kept tree.
pub(crate) fn positions<G: Game>(root: &G, tree: &[KeptNode<G::Move>]) -> Vec<G> {
    let mut positions: Vec<G> = Vec::new();
    for node in tree {
        let position = match (node.parent, node.mv) {
            (Some(parent), Some(mv)) => positions[parent].after(mv),
            _ => root.clone(),
        };
        positions.push(position);
    }
    positions
}

pub(crate) fn visits<M>(node: &KeptNode<M>) -> u32 {
    match node.known {
        Known::Games { visits, .. } | Known::Valued { visits, .. } => visits,
        _ => panic!("a best-first search counts visits"),
    }
}

/// Checks every claim of a search on a position, and returns how many there were.
fn check_claims<G: Game<Move: Debug>>(
    name: &str,
    root: &G,
    (tree, report): &(Vec<KeptNode<G::Move>>, Report<G::Move>),
) -> usize {
    let mut claims = 0;
    for (node, position) in tree.iter().zip(positions(root, tree)) {
        if let Known::Valued {
            score,
            is_proven: true,
            ..
        } = node.known
        {
            claims += 1;
            assert_eq!(outcome(-score), outcome(minimax(&position)), "{name}");
        }
    }
    if report.reason == StopReason::Solved {
        let value = minimax(root);
        assert_eq!(report.score.map(outcome), Some(outcome(value)), "{name}");
        let mv = report.best_move.expect("a move");
        assert_eq!(outcome(-minimax(&root.after(mv))), outcome(value), "{name}");
    }
    claims
}

/// Written trees with many ties: four plies at most.
pub(crate) fn written() -> impl Values<Value = String> {
    let leaf = (-2..=2_i32).prop_map(|value| value.to_string());
    leaf.prop_recursive(4, 60, 4, |inner| {
        prop::collection::vec(inner, 1..5).prop_map(|children| format!("({})", children.join(" ")))
    })
}

/// The rounds in which every composition solves these trees.
const ENOUGH: u64 = 3_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_proven_of_a_written_tree_is_minimaxs(text in written(), seed in any::<u64>()) {
        let tree: Tree = text.parse().unwrap();
        if tree.legal_moves().is_empty() {
            return Ok(());
        }
        for (name, grow) in solving::<Tree>() {
            let grown = grow(Tree::estimate, &tree, &Limits::rounds(ENOUGH).with_seed(seed));
            check_claims(name, &tree, &grown);
            assert_eq!(grown.1.reason, StopReason::Solved, "{name} solves {text}");
        }
    }
}

proptest! {
    // Minimax searches each proven position to the end, which takes long near the start.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_proven_of_tic_tac_toe_is_minimaxs(plies in 3..5_usize, seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut board = TicTacToe::new();
        for _ in 0..plies {
            let moves = board.legal_moves();
            board = board.after(moves[dice.below(moves.len())]);
        }
        let mut claims = 0;
        for (name, grow) in solving_keyed() {
            let grown = grow(|_| Score::DRAW, &board, &Limits::rounds(400).with_seed(seed));
            claims += check_claims(name, &board, &grown);
        }
        assert!(claims > 0, "nothing was checked");
    }
}

/// Compositions for a game without noisy moves.
fn solving_keyed() -> Vec<(&'static str, Grow<TicTacToe>)> {
    vec![
        ("solver", composition!(e => MonteCarlo::new(e).solving())),
        (
            "shallow",
            composition!(e => BestFirst::of(Shallow::new(AlphaBeta::new(e), 2)).solving()),
        ),
        (
            "minimax",
            composition!(e => BestFirst::of(AtOnce(StaticEvaluation::new(e))).solving().select(BestValue).backing(Backing::Minimax)),
        ),
        (
            "little memory",
            composition!(e => MonteCarlo::new(e).solving().megabytes(0).making_room()),
        ),
        (
            "transpositions",
            composition!(e => MonteCarlo::new(e).solving().priors(Transposing(NoPriors)).expand_one()),
        ),
        (
            "minimax of transpositions",
            composition!(e => BestFirst::of(AtOnce(StaticEvaluation::new(e))).solving().select(BestValue).backing(Backing::Minimax).priors(Transposing(NoPriors))),
        ),
    ]
}

#[test]
fn a_solver_sees_the_loss_that_random_games_miss() {
    let board: ConnectFour = "ddeec".parse().unwrap();
    let solved = |rounds| {
        let mut search = MonteCarlo::new(ConnectFour::estimate).solving();
        search.search(&board, &Limits::rounds(rounds))
    };
    let report = solved(5_000);
    assert_eq!(
        (report.reason, report.score),
        (StopReason::Solved, Some(Score::lost_in(2)))
    );
    assert_eq!(solved(10).reason, StopReason::Rounds);
}

#[test]
fn visits_add_up() {
    let compositions: [(&str, Grow<ConnectFour>, u32); 5] = [
        ("plain", composition!(e => MonteCarlo::new(e)), 0),
        ("solver", composition!(e => MonteCarlo::new(e).solving()), 0),
        (
            "rave",
            composition!(e => MonteCarlo::new(e).select(Adjusted::new(Ucb1::new(0.5)).rave(100))),
            0,
        ),
        (
            "puct",
            composition!(e => MonteCarlo::new(e).select(Puct::new(1.0)).priors(LookedAt(e))),
            0,
        ),
        (
            "minimax",
            composition!(e => BestFirst::of(AtOnce(StaticEvaluation::new(e))).select(BestValue).backing(Backing::Minimax).solving()),
            1,
        ),
    ];
    for (name, grow, at_root) in compositions {
        let limits = Limits::rounds(700).with_seed(3);
        let (tree, report) = grow(ConnectFour::estimate, &ConnectFour::new(), &limits);
        assert_eq!(report.reason, StopReason::Rounds, "{name}");
        assert_eq!(
            visits(&tree[0]),
            700,
            "{name}: the root's visits are the rounds"
        );
        let mut below = vec![(0, 0); tree.len()];
        for node in &tree {
            if let Some(parent) = node.parent {
                below[parent] = (below[parent].0 + visits(node), below[parent].1 + 1);
            }
        }
        let inner = tree
            .iter()
            .zip(below)
            .filter(|(_, (_, children))| *children > 0);
        for (node, (sum, _)) in inner {
            // One round ended at each node before it had children.
            let ended = if node.parent.is_none() { at_root } else { 1 };
            assert_eq!(visits(node), sum + ended, "{name}");
        }
        assert_eq!(
            tree,
            grow(ConnectFour::estimate, &ConnectFour::new(), &limits).0,
            "{name}"
        );
    }
}

#[test]
fn a_minimax_value_is_the_best_of_the_children() {
    let search = BestFirst::of(AtOnce(StaticEvaluation::new(ConnectFour::estimate)))
        .select(BestValue)
        .backing(Backing::Minimax);
    let tree = search.tree(&ConnectFour::new(), &Limits::rounds(300));
    let value = |node: &KeptNode<_>| match node.known {
        Known::Valued { score, .. } => score,
        _ => panic!("minimax backs up values"),
    };
    let mut checked = 0;
    for (number, node) in tree.iter().enumerate() {
        let children = tree.iter().filter(|child| child.parent == Some(number));
        if let Some(best) = children.map(|child| value(child).relative_to_root(1)).max() {
            assert_eq!(value(node), -best);
            checked += 1;
        }
    }
    assert_eq!(checked, 300, "each round expands a node");
}

/// UCT as a recursion over positions in the order of the paper, written without our tree.
struct Twin {
    dice: Dice,
    nodes: Vec<TwinNode>,
}

#[derive(Default)]
struct TwinNode {
    /// The moves in the order in which they were tried, each with its node.
    tried: Vec<(usize, usize)>,
    /// The rounds through the node, and the points of its side to move.
    rounds: f64,
    points: f64,
}

impl Twin {
    /// Plays a round from a node, and returns the result for its side to move.
    fn round(&mut self, node: usize, board: &ConnectFour, exploration: f64) -> f64 {
        let moves = board.legal_moves();
        let result = if let Some(ending) = board.ending(&moves) {
            points(ending.score(0))
        } else if self.nodes[node].tried.len() < moves.len() {
            let is_tried = |index: &usize| self.nodes[node].tried.iter().any(|it| it.0 == *index);
            let untried: Vec<usize> = (0..moves.len()).filter(|it| !is_tried(it)).collect();
            let index = untried[self.dice.below(untried.len())];
            let child = self.nodes.len();
            self.nodes.push(TwinNode::default());
            self.nodes[node].tried.push((index, child));
            let result = self.game(&board.after(moves[index]));
            self.nodes[child].rounds += 1.0;
            self.nodes[child].points += result;
            1.0 - result
        } else {
            let mut best = (f64::MIN, 0, 0);
            for &(index, child) in &self.nodes[node].tried {
                let n = self.nodes[child].rounds;
                let mean = 1.0 - self.nodes[child].points / n;
                let bound = mean + exploration * (self.nodes[node].rounds.ln() / n).sqrt();
                if bound > best.0 + 1e-9 {
                    best = (bound, index, child);
                }
            }
            1.0 - self.round(best.2, &board.after(moves[best.1]), exploration)
        };
        self.nodes[node].rounds += 1.0;
        self.nodes[node].points += result;
        result
    }

    /// Plays a random game, and returns the result for the side to move at its start.
    fn game(&mut self, board: &ConnectFour) -> f64 {
        let moves = board.legal_moves();
        if let Some(ending) = board.ending(&moves) {
            return points(ending.score(0));
        }
        let mv = moves[self.dice.below(moves.len())];
        1.0 - self.game(&board.after(mv))
    }
}

fn points(score: Score) -> f64 {
    match outcome(score) {
        0 => 0.5,
        won if won > 0 => 1.0,
        _ => 0.0,
    }
}

#[test]
fn a_twin_from_the_paper_visits_the_moves_as_often() {
    for (text, exploration, seed) in [("", 1.4, 1), ("ddeec", 0.7, 2), ("dcdcd", 1.0, 3)] {
        let board: ConnectFour = text.parse().unwrap();
        let mut twin = Twin {
            dice: Dice::new(seed),
            nodes: vec![TwinNode::default()],
        };
        for _ in 0..2_000 {
            twin.round(0, &board, exploration);
        }
        let search = MonteCarlo::new(|_: &ConnectFour| Score::DRAW).exploration(exploration);
        let tree = search.tree(&board, &Limits::rounds(2_000).with_seed(seed));
        let moves = board.legal_moves();
        for (index, child) in &twin.nodes[0].tried {
            let is_it =
                |node: &&KeptNode<_>| node.parent == Some(0) && node.mv == Some(moves[*index]);
            let ours = tree.iter().find(is_it).expect("a child");
            let Known::Games { visits, points } = ours.known else {
                panic!("games");
            };
            let theirs = &twin.nodes[*child];
            assert!((f64::from(visits) - theirs.rounds).abs() < 0.5, "{text}");
            assert!(
                (points - (theirs.rounds - theirs.points)).abs() < 1e-6,
                "{text}"
            );
        }
    }
}

#[test]
fn the_final_choice_is_the_one_that_is_asked_for() {
    /// The rounds of a root move, and their mean result.
    type Statistics = (f64, f64);
    type Rank = fn(&Statistics) -> f64;
    let board = ConnectFour::new();
    let secure: Rank = |it| it.1 - 1.0 / it.0.sqrt();
    let choices: [(FinalChoice, Rank); 3] = [
        (FinalChoice::MostVisits, |it| it.0),
        (FinalChoice::BestMean, |it| it.1),
        (FinalChoice::Safest, secure),
    ];
    let mut differing = 0;
    for seed in 0..40 {
        let limits = Limits::rounds(23).with_seed(seed);
        let tree = MonteCarlo::new(ConnectFour::estimate).tree(&board, &limits);
        let children = tree.iter().filter(|node| node.parent == Some(0));
        let known = children.map(|node| match node.known {
            Known::Games { visits, points } => {
                let visits = f64::from(visits);
                (node.mv.unwrap(), (visits, points / visits))
            }
            _ => panic!("games"),
        });
        let known: Vec<_> = known.collect();
        let chosen = choices.map(|(choice, rank)| {
            let mut search = MonteCarlo::new(ConnectFour::estimate).choose(choice);
            let mv = search.search(&board, &limits).best_move.unwrap();
            let its = known.iter().find(|(it, _)| *it == mv).unwrap();
            let most = known
                .iter()
                .map(|(_, it)| rank(it))
                .fold(f64::MIN, f64::max);
            assert!(rank(&its.1) >= most, "{choice:?}");
            mv
        });
        differing += u32::from(chosen[0] != chosen[1]);
    }
    assert!(differing > 3, "they differ in {differing} trees");
}

#[test]
fn a_kept_subtree_has_the_visits_it_had() {
    let limits = Limits::rounds(400).with_seed(1);
    let start: ConnectFour = "dd".parse().unwrap();
    let plain = MonteCarlo::new(ConnectFour::estimate);
    let tree = plain.tree(&start, &limits);
    let mut checked = 0;
    for reply in tree
        .iter()
        .filter(|node| node.parent.is_some_and(|it| tree[it].parent == Some(0)))
    {
        let mv = tree[reply.parent.unwrap()].mv.unwrap();
        let next = start.after(mv).after(reply.mv.unwrap());
        if next.ending_at_leaf().is_some() {
            continue;
        }
        let mut keeping = Keeping::new(plain);
        keeping.search(&start, &limits);
        let report = keeping.search(&next, &Limits::rounds(50));
        assert_eq!(keeping.visits(), Some(visits(reply) + 50));
        assert!(next.legal_moves().contains(&report.best_move.unwrap()));
        checked += 1;
        // Another position, or a new game, starts a new tree.
        keeping.search(&"aabb".parse().unwrap(), &Limits::rounds(50));
        assert_eq!(keeping.visits(), Some(50));
        keeping.new_game();
        assert_eq!(keeping.visits(), None);
    }
    assert!(checked > 40, "{checked} replies");
}

#[test]
fn a_search_that_keeps_its_tree_plays_on_from_the_position_it_is_given() {
    let mut keeping = Keeping::new(MonteCarlo::new(ConnectFour::estimate).solving());
    let mut board: ConnectFour = "dd".parse().unwrap();
    while board.ending_at_leaf().is_none() {
        let report = keeping.search(&board, &Limits::rounds(300));
        let mut reached = board;
        for &mv in &report.line {
            assert!(reached.legal_moves().contains(&mv), "a stale node");
            reached = reached.after(mv);
        }
        if report.reason == StopReason::Solved && board.stones() > 30 {
            assert_eq!(report.score.map(outcome), Some(outcome(minimax(&board))));
        }
        board = board.after(report.best_move.unwrap());
    }
}

#[test]
fn bad_values_are_refused_by_name() {
    let board = ConnectFour::new();
    let refused = |message: &str, work: &dyn Fn()| {
        let found = catch_panic(work).expect_err("it is refused");
        assert!(found.contains(message), "{found}");
    };
    refused("exploration", &|| _ = Ucb1::new(f64::NAN));
    refused("exploration", &|| _ = Puct::new(-1.0));
    refused("epsilon-greedy", &|| _ = EpsilonGreedy::new(101));
    for bad in [-1.0, f64::NAN, 0.0, f64::INFINITY] {
        refused("priors", &|| {
            let mut search = MonteCarlo::new(ConnectFour::estimate)
                .priors(move |_: &ConnectFour, moves: &[_]| vec![bad; moves.len()]);
            search.search(&board, &Limits::rounds(10));
        });
    }
}

#[test]
fn a_stop_ends_a_search_within_one_evaluation() {
    let handle = StopHandle::new();
    let evaluations = Cell::new(0);
    let evaluator = |board: &ConnectFour| {
        evaluations.set(evaluations.get() + 1);
        if evaluations.get() == 100 {
            handle.stop();
        }
        board.estimate()
    };
    let limits = Limits::none().with_stop(&handle);
    let mut search = BestFirst::of(AtOnce(StaticEvaluation::new(evaluator)));
    assert_eq!(
        search.search(&ConnectFour::new(), &limits).reason,
        StopReason::Asked
    );
    // The handle is read about every fifth of a millisecond.
    assert!(evaluations.get() < 3_000, "{}", evaluations.get());
}

/// A search that takes fewer rounds than usual where neither nodes nor time limit it.
struct Brief(Box<dyn Strategy<ConnectFour>>);

impl Strategy<ConnectFour> for Brief {
    fn search_observed(
        &mut self,
        board: &ConnectFour,
        limits: &Limits,
        observer: &mut dyn Observer<Column>,
    ) -> Report<Column> {
        let mut limits = limits.clone();
        if limits.max_nodes().is_none() && limits.max_time().is_none() {
            limits = limits.with_rounds(500);
        }
        self.0.search_observed(board, &limits, observer)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

#[test]
fn best_first_searches_obey_the_laws_of_strategies() {
    let zero: Estimate<ConnectFour> = ConnectFour::estimate;
    let board: ConnectFour = "ddcc".parse().unwrap();
    let strategies: Vec<Box<dyn Strategy<ConnectFour>>> = vec![
        Box::new(MonteCarlo::new(zero).solving()),
        Box::new(Keeping::new(MonteCarlo::new(zero))),
        Box::new(
            MonteCarlo::new(zero)
                .select(Puct::new(1.0))
                .priors(LookedAt(zero)),
        ),
        Box::new(
            BestFirst::of(AtOnce(StaticEvaluation::new(zero)))
                .select(BestValue)
                .backing(Backing::Minimax)
                .solving(),
        ),
    ];
    let mut proofs = 0;
    for strategy in strategies {
        let name = strategy.name();
        let mut minimax = Minimax::new(zero);
        let contract = Contract::selective(&board, &mut minimax).games(1);
        let coverage = verify(&mut Brief(strategy), contract);
        let coverage = coverage.unwrap_or_else(|law| panic!("{name}: {law}"));
        proofs += coverage.of(Property::Proofs);
    }
    assert!(proofs > 0);
}

#[test]
fn several_trees_lose_no_round_and_prove_the_same() {
    let estimate: Estimate<ConnectFour> = ConnectFour::estimate;
    for threads in [1, 2, 3] {
        for (text, rounds) in [("", 1_001), ("ddeec", 6_000)] {
            let board: ConnectFour = text.parse().unwrap();
            let mut voting = Voting::new(vec![MonteCarlo::new(estimate).solving(); threads]);
            let shown = Cell::new(0);
            let limits = Limits::rounds(rounds).with_seed(1).with_lines(7);
            let report = voting.search(&board, &limits);
            shown.set(report.lines().count());
            let expected = if text.is_empty() {
                StopReason::Rounds
            } else {
                StopReason::Solved
            };
            assert_eq!(report.reason, expected, "{threads} threads: {report}");
            assert_eq!(shown.get(), 7, "every move has votes");
            if threads == 1 {
                let alone = MonteCarlo::new(estimate).solving().search(&board, &limits);
                assert_eq!((report.line, report.stats), (alone.line, alone.stats));
            }
        }
    }
}

#[test]
fn a_low_temperature_plays_the_most_visited_move() {
    let chosen = |choice| {
        let moves = (0..60).map(|seed| {
            let mut search = MonteCarlo::new(ConnectFour::estimate).choose(choice);
            let limits = Limits::rounds(40).with_seed(seed);
            search
                .search(&ConnectFour::new(), &limits)
                .best_move
                .unwrap()
        });
        moves.collect::<Vec<_>>()
    };
    let most = chosen(FinalChoice::MostVisits);
    let alike = |percent| {
        let drawn = chosen(FinalChoice::ByVisits(percent));
        drawn
            .iter()
            .zip(&most)
            .filter(|(one, other)| one == other)
            .count()
    };
    let alike = [0, 20, 100, 1_000].map(alike);
    // Of equals, any is drawn.
    assert!(
        alike[0] > 40 && alike.is_sorted_by(|one, other| one > other),
        "{alike:?}"
    );
}

#[test]
fn the_votes_are_the_sum_of_the_trees() {
    let estimate: Estimate<ConnectFour> = ConnectFour::estimate;
    let board = ConnectFour::new();
    // Each thread has its own seed, so its tree can be grown alone.
    let mut sums: Vec<(String, u32)> = board
        .legal_moves()
        .iter()
        .map(|mv| (mv.to_string(), 0))
        .collect();
    for seed in 0..3 {
        let rounds = 300 + u64::from(seed == 0);
        let tree = MonteCarlo::new(estimate).tree(&board, &Limits::rounds(rounds).with_seed(seed));
        for child in tree.iter().filter(|node| node.parent == Some(0)) {
            let name = child.mv.unwrap().to_string();
            let sum = sums.iter_mut().find(|(known, _)| *known == name).unwrap();
            sum.1 += visits(child);
        }
    }
    assert_eq!(sums.iter().map(|(_, sum)| sum).sum::<u32>(), 901);
    let most = sums.iter().max_by_key(|(_, sum)| *sum).unwrap();
    let mut voting = Voting::new(vec![MonteCarlo::new(estimate); 3]);
    let report = voting.search(&board, &Limits::rounds(901));
    let chosen = report.best_move.unwrap().to_string();
    let its = sums.iter().find(|(known, _)| *known == chosen).unwrap();
    assert_eq!(its.1, most.1);
}

#[test]
fn a_panic_on_one_of_several_threads_ends_the_search_with_its_message() {
    let estimate: Estimate<ConnectFour> = |board| {
        assert!(board.stones() < 4, "four stones");
        board.estimate()
    };
    let search = BestFirst::of(AtOnce(StaticEvaluation::new(estimate)));
    let panic = catch_panic(|| {
        Voting::new(vec![search; 3]).search(&ConnectFour::new(), &Limits::rounds(100_000))
    });
    assert_eq!(panic.unwrap_err(), "four stones");
    let panic = catch_panic(|| {
        let mut shared = Voting::new(vec![search; 3]).on_one_tree();
        shared.search(&ConnectFour::new(), &Limits::rounds(100_000))
    });
    assert_eq!(panic.unwrap_err(), "four stones");
}
