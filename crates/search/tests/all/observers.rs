//! Events of an observer: with every strategy, every node that is entered is left or abandoned, in the right order.

use plywood_search::games::{ConnectFour, Tree};
use plywood_search::{
    AlphaBeta, Arrival, BestNode, Bound, Captures, Event, FixedDepth, Game, Iteration,
    IterativeDeepening, Limits, MtdF, News, Observer, Parallel, PrincipalVariationSearch, Score,
    SssStar, Strategy, Transpositions, TreeRecorder,
};

/// Follows the tree of a search and checks the order of its events.
#[derive(Debug)]
struct Balance<M> {
    /// The moves tried at each open node.
    open: Vec<Node<M>>,
    is_shared: bool,
    entered: u64,
    iterations: Vec<Iteration<M>>,
}

impl<M> Balance<M> {
    const fn new() -> Self {
        Self {
            open: Vec::new(),
            is_shared: false,
            entered: 0,
            iterations: Vec::new(),
        }
    }
}

#[derive(Debug)]
struct Node<M> {
    tried: Vec<M>,
}

impl<M: Copy + PartialEq + std::fmt::Debug> Observer<M> for Balance<M> {
    fn observe(&mut self, event: Event<'_, M>) {
        match event {
            Event::Enter { arrival, .. } => self.enter(arrival),
            Event::Cutoff { index, moves } => self.cutoff(index, moves),
            Event::Leave(_) | Event::Abandon => {
                self.open.pop().expect("an open node is left");
            }
            Event::Iteration(iteration) => {
                assert!(
                    self.open.is_empty(),
                    "an iteration is complete when the root is left"
                );
                self.iterations.push(iteration.clone());
            }
            _ => {}
        }
    }
}

impl<M: Copy + PartialEq + std::fmt::Debug> Balance<M> {
    fn enter(&mut self, arrival: Option<Arrival<M>>) {
        let parent = self.open.last_mut();
        assert_eq!(
            arrival.is_none(),
            parent.is_none(),
            "only the root is reached without a move"
        );
        // A move that is searched again is not a further move.
        if let (Some(parent), Some(Arrival::Move(mv))) = (parent, arrival)
            && parent.tried.last() != Some(&mv)
        {
            parent.tried.push(mv);
        }
        self.entered += 1;
        self.open.push(Node { tried: Vec::new() });
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        let node = self.open.last().expect("an open node is cut off");
        assert!(index < moves);
        // For a node shared by threads, the observer gets only the events of its own thread.
        if self.is_shared {
            return;
        }
        assert_eq!(
            node.tried.len(),
            index + 1,
            "the move that cut off was the last one tried"
        );
    }
}

type Any = Box<dyn Strategy<ConnectFour>>;

fn all() -> Vec<Any> {
    let evaluator = ConnectFour::estimate as fn(&ConnectFour) -> Score;
    let mut all = crate::strategies::exact(evaluator);
    all.extend(crate::strategies::with_quiescence(evaluator));
    all.extend(crate::strategies::inexact(evaluator));
    all
}

fn check(mut strategy: Any, board: &ConnectFour, limits: &Limits) {
    let mut balance = Balance::new();
    balance.is_shared = strategy.name().contains("parallel");
    let report = strategy.search_observed(board, limits, &mut balance);
    let what = format!("{} under {limits:?}", strategy.name());
    assert!(balance.open.is_empty(), "{what}: {:?}", balance.open);
    assert_eq!(balance.iterations, report.iterations, "{what}");
    assert!(balance.entered <= report.stats.nodes, "{what}");
}

#[test]
fn every_node_that_is_entered_is_left() {
    for game in ["", "ddcceb"] {
        let board: ConnectFour = game.parse().unwrap();
        for strategy in all() {
            check(strategy, &board, &Limits::depth(4));
        }
        for nodes in [1, 2, 3, 10, 57, 500] {
            for strategy in all() {
                check(strategy, &board, &Limits::depth(7).with_nodes(nodes));
            }
        }
    }
}

#[test]
fn every_node_is_left_though_a_helper_cuts_off_above_it() {
    let board: ConnectFour = "dd".parse().unwrap();
    for _ in 0..8 {
        for strategy in
            crate::strategies::parallel(ConnectFour::estimate as fn(&ConnectFour) -> Score)
        {
            check(strategy, &board, &Limits::depth(7));
        }
        let inner =
            PrincipalVariationSearch::new(ConnectFour::estimate).table(Transpositions::exact(1));
        let mut recorder = TreeRecorder::new(100_000);
        let mut parallel = Parallel::new(inner, 3).split_depth(1);
        let report = parallel.search_observed(&board, &Limits::depth(7), &mut recorder);
        assert_eq!(
            recorder.nodes()[0].score,
            report.score,
            "the root is left with its score"
        );
    }
}

#[test]
fn a_driven_strategy_is_observed_at_any_ply() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let mut recorder = TreeRecorder::new(1_000);
    let mut nested = BestNode::new(MtdF::new(AlphaBeta::new(Tree::estimate)));
    let report = nested.search_observed(&tree, &Limits::depth(2), &mut recorder);
    assert_eq!(recorder.nodes()[0].score, report.score);
    assert!(
        recorder
            .nodes()
            .iter()
            .skip(1)
            .all(|node| node.parent.is_some() && node.mv().is_some())
    );
    let mut out_of_order: Vec<Box<dyn FixedDepth<Tree>>> = vec![
        Box::new(SssStar::new(Tree::estimate)),
        Box::new(BestNode::new(SssStar::new(Tree::estimate))),
    ];
    for strategy in &mut out_of_order {
        let mut balance = Balance::new();
        strategy.search_observed(&tree, &Limits::depth(2), &mut balance);
        assert!(balance.open.is_empty(), "{}", strategy.name());
    }
}

#[test]
fn a_recorder_can_be_used_again_after_a_search_that_was_stopped() {
    let board = ConnectFour::new();
    let mut recorder = TreeRecorder::new(1_000);
    let mut search = AlphaBeta::new(ConnectFour::estimate);
    search.search_observed(&board, &Limits::depth(6).with_nodes(20), &mut recorder);
    assert_eq!(recorder.nodes()[0].score, None);
    let whole = search.search_observed(&board, &Limits::depth(3), &mut recorder);
    assert_eq!(recorder.nodes()[0].score, whole.score);
    assert_eq!(
        recorder
            .nodes()
            .iter()
            .filter(|node| node.parent.is_none())
            .count(),
        1
    );
}

#[test]
fn a_cutoff_in_quiescence_counts_the_moves_that_were_tried() {
    use plywood_core::Position;
    use plywood_eval::Material;

    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: Position = fen.parse().unwrap();
    let mut search = AlphaBeta::new(Material::default())
        .ordering(Captures)
        .quiescence();
    let mut balance = Balance::new();
    search.search_observed(&position, &Limits::depth(2), &mut balance);
    assert!(balance.entered > 100);
}

#[test]
fn an_iteration_has_its_line_and_its_deepest_ply() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: plywood_core::Position = fen.parse().unwrap();
    let inner = AlphaBeta::new(plywood_eval::Material::default()).quiescence();
    let mut search = IterativeDeepening::new(inner);
    let report = search.search(&position, &Limits::depth(3));
    for iteration in &report.iterations {
        assert_eq!(iteration.line.first(), Some(&iteration.best_move));
        assert!(
            iteration.deepest_ply > iteration.depth,
            "quiescence goes deeper"
        );
    }
    let last = report
        .iterations
        .last()
        .expect("three iterations are complete");
    assert_eq!(
        (Some(last.best_move), &last.line),
        (report.best_move, &report.line)
    );
}

/// The last progress of each iteration, checked against the iteration.
#[derive(Default)]
struct Told {
    last: Option<(u32, News<plywood_search::games::Column>)>,
    count: usize,
    bounds: usize,
}

impl Observer<plywood_search::games::Column> for Told {
    fn observe(&mut self, event: Event<'_, plywood_search::games::Column>) {
        match event {
            Event::Progress(progress) => {
                let News::Found { line, bound, .. } = &progress.news else {
                    panic!("a better line is all that there is to tell");
                };
                let first = line.first().expect("a line has a move");
                assert!(ConnectFour::new().legal_moves().contains(first));
                assert!(progress.nodes > 0);
                self.count += 1;
                self.bounds += usize::from(*bound != Bound::Exact);
                self.last = Some((progress.depth, progress.news.clone()));
            }
            Event::Iteration(iteration) => {
                let Some((
                    depth,
                    News::Found {
                        score, bound, line, ..
                    },
                )) = self.last.take()
                else {
                    panic!("an iteration without a best move");
                };
                assert_eq!(depth, iteration.depth);
                if bound == Bound::Exact {
                    assert_eq!((score, line), (iteration.score, iteration.line.clone()));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn deepening_tells_of_every_better_move_while_an_iteration_runs() {
    let search = || AlphaBeta::new(ConnectFour::estimate);
    let mut told = Told::default();
    let (start, limits) = (ConnectFour::new(), Limits::depth(7));
    let report = IterativeDeepening::new(search()).search_observed(&start, &limits, &mut told);
    assert!(told.count >= report.iterations.len() && told.bounds == 0);
    let mut narrow = IterativeDeepening::new(MtdF::new(search()));
    narrow.search_observed(&start, &limits, &mut told);
    assert!(told.bounds > 0, "a null window finds a bound");
    told.count = 0;
    search().search_observed(&start, &limits, &mut told);
    assert_eq!(told.count, 0, "a single search has no iterations");
}
