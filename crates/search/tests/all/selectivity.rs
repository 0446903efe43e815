//! The permitted effects of null moves and late-move reductions on a search.

use plywood_core::{Move, Position};
use plywood_eval::{Classical, Material};
use plywood_search::games::{ConnectFour, Tree};
use plywood_search::laws::{Contract, verify};
use plywood_search::{
    AlphaBeta, Arrival, Candidate, Captures, Decision, Event, FullWidth, Game, Killers, LateMoves,
    Limits, Minimax, Node, NullMove, Observer, Parallel, PrincipalVariationSearch, QuietHistory,
    Score, SearchState, Selectivity, Strategy, Transpositions, Tried, Window,
};
use proptest::prelude::*;

use proptest::strategy::Strategy as Strategy_;

const OPENINGS: [&str; 3] = [
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

/// Counts the null moves of a search, and checks their nodes.
#[derive(Default)]
struct Passes {
    /// For each node of the path, from the root, true if a null move led to it.
    path: Vec<bool>,
    null_moves: u32,
    cutoffs: u32,
}

impl Observer<Move> for Passes {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Enter {
                arrival: Some(Arrival::Pass),
                ..
            } => {
                assert!(!self.path.is_empty(), "nobody passes before the root");
                assert!(self.path.len() > 1, "nobody passes at the root");
                assert_eq!(self.path.last(), Some(&false), "two null moves in a row");
                self.path.push(true);
                self.null_moves += 1;
            }
            Event::Enter { .. } => self.path.push(false),
            Event::Pruned(step) => self.cutoffs += u32::from(step == "null-move"),
            Event::Leave(_) | Event::Abandon => {
                self.path.pop();
            }
            _ => {}
        }
    }
}

#[test]
fn null_moves_are_shown_and_never_follow_each_other() {
    for fen in OPENINGS {
        let mut passes = Passes::default();
        let mut search = AlphaBeta::new(Classical::default())
            .ordering(Captures)
            .selectivity(NullMove::new());
        let report = search.search_observed(&position(fen), &Limits::depth(4), &mut passes);
        assert!(passes.null_moves > passes.cutoffs && passes.cutoffs > 0);
        assert!(passes.path.is_empty());
        assert!(!report.is_exact);
    }
}

#[test]
fn selective_searches_visit_fewer_nodes_on_the_same_position() {
    for fen in OPENINGS {
        let ordering = || (Captures, Killers::new(), QuietHistory::new());
        let nodes = |mut search: Box<dyn Strategy<Position>>| {
            search.search(&position(fen), &Limits::depth(5)).stats.nodes
        };
        let pvs = || {
            PrincipalVariationSearch::new(Material::default())
                .quiescence()
                .ordering(ordering())
        };
        let full = nodes(Box::new(pvs()));
        assert!(
            nodes(Box::new(pvs().selectivity(NullMove::new()))) < full,
            "{fen}"
        );
        assert!(
            nodes(Box::new(pvs().selectivity(LateMoves::new()))) < full,
            "{fen}"
        );
        let both = (NullMove::new(), LateMoves::new());
        assert!(nodes(Box::new(pvs().selectivity(both))) < full, "{fen}");
    }
}

#[test]
fn nobody_passes_in_check_or_with_pawns_alone() {
    let pawns = position("8/8/1p1k4/1P6/2K5/8/8/8 w - - 0 1");
    let check = position("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1");
    let mut silent = ();
    let mut trial = |position: &Position, search: NullMove| {
        let state = SearchState::new(&Limits::none(), &mut silent);
        search.trial(&Node::new(position, 5, Window::OPEN, &state))
    };
    assert!(trial(&pawns, NullMove::new()).is_none());
    assert!(trial(&check, NullMove::new()).is_none());
    let start = Position::START;
    let Some(Tried::Pass(passed, depth)) = trial(&start, NullMove::new()).map(|it| it.tried) else {
        panic!("the start is no zugzwang");
    };
    assert_eq!((passed.side_to_move(), depth), (!start.side_to_move(), 2));
    assert!(trial(&start, NullMove::new().reduced_by(5)).is_none());
}

#[test]
fn a_name_has_its_selectivity() {
    let search = AlphaBeta::new(Material::default())
        .ordering(Captures)
        .selectivity((NullMove::new(), LateMoves::after(6)));
    assert_eq!(
        Strategy::<Position>::name(&search),
        "alpha-beta+captures+null-move+late-moves=6"
    );
    let absent = search.selectivity((None::<NullMove>, None::<LateMoves>));
    assert_eq!(Strategy::<Position>::name(&absent), "alpha-beta+captures");
}

#[test]
fn threads_are_selective_as_well() {
    let one = PrincipalVariationSearch::new(Material::default())
        .quiescence()
        .ordering(Captures)
        .table(Transpositions::exact(1))
        .selectivity((NullMove::new(), LateMoves::new()));
    let mut two = Parallel::new(one, 2).split_depth(2);
    let report = two.search(&position(OPENINGS[0]), &Limits::depth(5));
    assert!(report.best_move.is_some() && !report.is_exact);
}

/// Trees of any shape, with noisy moves, whose inner nodes have estimates.
fn tree_text() -> impl Strategy_<Value = String> {
    let leaf = (-4_i32..=4).prop_map(|value| value.to_string());
    leaf.prop_recursive(5, 120, 6, |inner| {
        (proptest::collection::vec(inner, 1..6), -4_i32..=4)
            .prop_map(|(children, estimate)| format!("{estimate}({})", children.join(" ")))
            .prop_flat_map(|text| (proptest::bool::weighted(0.3), Just(text)))
            .prop_map(|(is_noisy, text)| if is_noisy { format!("!{text}") } else { text })
    })
}

/// Reduces every move but the first by this number of plies.
struct Greedy(u32);

impl Selectivity<Tree> for Greedy {
    fn decide(&self, _: &Node<'_, Tree>, candidate: &Candidate<'_, Tree>) -> Decision {
        Decision::reduced(if candidate.index > 0 { self.0 } else { 0 })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_selective_search_plays_by_the_rules(seed: u64, depth in 0_u32..6) {
        let estimate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
        let mut search = PrincipalVariationSearch::new(estimate).selectivity(LateMoves::after(1));
        let mut minimax = Minimax::new(estimate);
        let contract = Contract::selective(&ConnectFour::new(), &mut minimax).keyed().with_passes();
        // A search as short as some of these reduces no move.
        let broken = verify(&mut search, contract.depth(depth).seed(seed).games(1)).err();
        prop_assert!(broken.as_ref().is_none_or(|broken| broken.searches.is_empty()), "{:?}", broken);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// If every line ends long before the depth, even a reduced search visits all of it.
    #[test]
    fn a_reduction_changes_no_value_of_a_tree_that_ends_before(text in tree_text()) {
        let tree: Tree = text.parse().unwrap();
        let value = Minimax::new(Tree::estimate).search(&tree, &Limits::none()).score;
        let limits = Limits::depth(60);
        let reduced = AlphaBeta::new(Tree::estimate).selectivity(LateMoves::after(1)).search(&tree, &limits);
        prop_assert_eq!(reduced.score, value);
        let reduced = PrincipalVariationSearch::new(Tree::estimate).selectivity(Greedy(3)).search(&tree, &limits);
        prop_assert_eq!(reduced.score, value);
    }

    /// A reduced depth is never larger than the search's, and a move above alpha is searched to its full depth.
    #[test]
    fn the_first_line_keeps_its_depth(text in tree_text(), depth in 1_u32..6) {
        let tree: Tree = text.parse().unwrap();
        let mut absent = AlphaBeta::new(Tree::estimate).selectivity(Greedy(0));
        let mut full = AlphaBeta::new(Tree::estimate).selectivity(FullWidth);
        let limits = Limits::depth(depth);
        prop_assert_eq!(absent.search(&tree, &limits).stats, full.search(&tree, &limits).stats);
        let mut most = AlphaBeta::new(Tree::estimate).selectivity(Greedy(u32::MAX));
        let best = most.search(&tree, &limits);
        prop_assert!(best.best_move.is_some() || tree.legal_moves().is_empty());
    }
}
