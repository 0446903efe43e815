//! Each selective step does what its page says, and announces it.

use crate::strategies::small_table;
use plywood_core::{Move, Position};
use plywood_eval::{Evaluator as _, Material};
use plywood_search::games::{ConnectFour, Tree};
use plywood_search::laws::{Contract, verify};
use plywood_search::{
    AlphaBeta, Arrival, Captures, CheckExtension, Ending, EnhancedCutoffs, Event, FixedDepth,
    FutilityPruning, Game, HistoryPruning, InternalReduction, IterativeDeepening, Killers,
    LateMovePruning, LateMoves, Limits, Minimax, NullMove, Observer, PrincipalVariationSearch,
    ProbCut, Property, Razoring, Report, Reuse, ReverseFutility, Score, Selectivity,
    SingularExtension, Strategy, Tactical, Transpositions, Window,
};
use proptest::prelude::*;
use proptest::strategy::Strategy as Strategy_;
use std::collections::{BTreeMap, BTreeSet};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

/// Deepening PVS with every other part, so that each step has something to go by.
fn deepening(selectivity: impl Selectivity<Position> + 'static) -> Box<dyn Strategy<Position>> {
    let search = PrincipalVariationSearch::new(Material::default())
        .quiescence()
        .ordering((Captures, Killers::new()))
        .table(Transpositions::exact(1))
        .selectivity(selectivity);
    Box::new(IterativeDeepening::new(search))
}

/// Each step, as it is and with limits within which it never applies.
#[expect(clippy::type_complexity, reason = "a list of pairs")]
fn steps() -> Vec<(
    &'static str,
    Box<dyn Strategy<Position>>,
    Option<Box<dyn Strategy<Position>>>,
)> {
    vec![
        (
            "enhanced-cutoffs",
            deepening(EnhancedCutoffs::new()),
            Some(deepening(EnhancedCutoffs::from_depth(100))),
        ),
        (
            "internal-reduction",
            deepening(InternalReduction::from_depth(3)),
            Some(deepening(InternalReduction::from_depth(100))),
        ),
        (
            "razoring",
            deepening(Razoring::new()),
            Some(deepening(Razoring::new().up_to_depth(0))),
        ),
        (
            "reverse-futility",
            deepening(ReverseFutility::new()),
            Some(deepening(ReverseFutility::new().up_to_depth(0))),
        ),
        (
            "null-move",
            deepening(NullMove::new()),
            Some(deepening(NullMove::new().reduced_by(100))),
        ),
        (
            "prob-cut",
            deepening(ProbCut::margin(50).from_depth(3)),
            Some(deepening(ProbCut::new().from_depth(100))),
        ),
        ("check-extension", deepening(CheckExtension::new()), None),
        (
            "late-move-pruning",
            deepening(LateMovePruning::new()),
            Some(deepening(LateMovePruning::after(1_000))),
        ),
        (
            "futility-pruning",
            deepening(FutilityPruning::new()),
            Some(deepening(FutilityPruning::new().up_to_depth(0))),
        ),
        (
            "history-pruning",
            deepening(HistoryPruning::below(1)),
            Some(deepening(HistoryPruning::below(10_000))),
        ),
        (
            "late-moves",
            deepening(LateMoves::new()),
            Some(deepening(LateMoves::after(1_000))),
        ),
        (
            "singular-extension",
            deepening(SingularExtension::from_depth(3)),
            Some(deepening(SingularExtension::from_depth(100))),
        ),
    ]
}

/// Everything about a search but its time and its promise.
fn outcome(report: &Report<Move>) -> (Option<Score>, Vec<Move>, plywood_search::Stats) {
    (report.score, report.line.to_vec(), report.stats)
}

#[test]
fn a_step_that_never_applies_changes_nothing() {
    for (fen, depth) in POSITIONS.into_iter().zip([3, 3, 4, 3]) {
        let limits = Limits::depth(depth);
        let mut full = deepening(plywood_search::FullWidth);
        let full = outcome(&full.search(&position(fen), &limits));
        for (name, _, never) in steps() {
            let Some(mut never) = never else { continue };
            assert_eq!(
                outcome(&never.search(&position(fen), &limits)),
                full,
                "{name}: {fen}"
            );
        }
    }
}

/// A node of a search in chess, as its events describe it.
struct Seen {
    position: Position,
    depth: u32,
    window: Window,
    best: Score,
    /// The moves searched or skipped.
    moves: BTreeSet<u16>,
    /// The moves tried, in order.
    tried: usize,
    /// `true` if its score needs no further moves.
    is_answered: bool,
    /// `true` if it was entered for a step.
    is_step: bool,
    /// `true` if it is the position above again.
    is_aside: bool,
}

/// Follows a search and checks each step against its definition, from positions and scores alone.
#[derive(Default)]
struct Definitions {
    root: Position,
    path: Vec<Seen>,
    /// How often each step pruned a node, skipped a move, or began a search.
    counts: BTreeMap<&'static str, u32>,
    /// How often a move was searched more deeply or less deeply than by one ply less.
    extended: u32,
    reduced: u32,
    /// The inner nodes whose moves were all accounted for.
    complete: u32,
}

const MOVE: fn(Move) -> u16 = <Position as plywood_search::Keyed>::move_code;

impl Definitions {
    fn value(position: &Position) -> i32 {
        let score = Material::default().evaluate(position);
        score.as_centipawns().expect("material has no mates")
    }

    /// Returns `true` if the side to move has improved against two plies before, if both have a static value.
    fn is_improving(&self) -> bool {
        let mut above = self.path.iter().rev().filter(|node| !node.is_aside);
        let now = above.next().expect("a node");
        let before = above.nth(1);
        before.is_some_and(|before| {
            !before.position.is_check()
                && !now.position.is_check()
                && Self::value(&now.position) > Self::value(&before.position)
        })
    }

    fn enter(
        &mut self,
        (way, step): (Option<Arrival<Move>>, Option<&'static str>),
        depth: u32,
        window: Window,
    ) {
        let position = match (self.path.last(), way) {
            (None, _) => self.root.clone(),
            (Some(above), Some(Arrival::Move(mv) | Arrival::Outcome(mv, _))) => {
                above.position.after(mv)
            }
            (Some(above), Some(Arrival::Pass)) => above.position.pass().expect("it may pass"),
            (Some(above), None) => above.position.clone(),
        };
        if let Some(above) = self.path.last_mut().filter(|above| above.depth > 0)
            && step.is_none()
            && let Some(Arrival::Move(mv)) = way
        {
            above.tried += usize::from(above.moves.insert(MOVE(mv)));
            let nominal = above.depth - 1;
            if depth > nominal {
                self.extended += 1;
                assert_eq!(depth, nominal + 1, "an extension is one ply");
            }
            self.reduced += u32::from(depth < nominal);
        }
        if let Some(step) = step {
            *self.counts.entry(step).or_default() += 1;
            let above = self.path.last().expect("a step is no root");
            match step {
                "razoring" => {
                    assert_eq!((depth, above.position.is_check()), (0, false));
                    let hope = Self::value(&above.position) + 300 * above.depth.cast_signed();
                    assert!(Score::centipawns(hope) < above.window.alpha());
                }
                "internal-reduction" => assert_eq!(depth, above.depth - 1),
                "prob-cut" => {
                    let Some(Arrival::Move(mv)) = way else {
                        panic!("a move")
                    };
                    assert!(above.position.capture_rank(mv) > 0);
                    assert!(depth == 0 || depth == above.depth.saturating_sub(4));
                }
                "null-move" => assert_eq!(way, Some(Arrival::Pass)),
                "singular-extension" => assert_eq!(depth, (above.depth - 1) / 2),
                other => panic!("{other} searches nothing"),
            }
        }
        self.path.push(Seen {
            position,
            depth,
            window,
            best: Score::LOWEST,
            moves: BTreeSet::new(),
            tried: 0,
            is_answered: false,
            is_step: step.is_some(),
            is_aside: way.is_none() && step.is_some(),
        });
    }

    fn skipped(&mut self, mv: Move, step: &'static str) {
        let is_improving = self.is_improving();
        let node = self.path.last_mut().expect("a node");
        let depth = node.depth.cast_signed();
        assert!(node.tried > 0 && !(node.best.is_decisive() && node.best < Score::DRAW));
        let is_quiet = node.position.capture_rank(mv) == 0
            && !node.position.is_check()
            && !node.position.after(mv).is_check();
        assert!(is_quiet, "{step} skips quiet moves");
        let (index, alpha) = (node.moves.len(), node.window.alpha().max(node.best));
        match step {
            "futility-pruning" => {
                let hope = Self::value(&node.position) + 150 * depth;
                assert!(Score::centipawns(hope) <= alpha && depth <= 4);
            }
            "late-move-pruning" => {
                let most = (3 + depth * depth) / if is_improving { 1 } else { 2 };
                assert!(index >= usize::try_from(most).expect("a count") && depth <= 8);
            }
            "history-pruning" => assert!(depth <= 4),
            other => panic!("{other} skips no moves"),
        }
        assert!(node.moves.insert(MOVE(mv)), "a move is skipped once");
    }

    fn pruned(&mut self, step: &'static str) {
        let is_improving = self.is_improving();
        let node = self.path.last_mut().expect("a node");
        node.is_answered = true;
        if step == "reverse-futility" {
            let plies = node.depth.cast_signed() - i32::from(is_improving);
            let sure = Self::value(&node.position) - 120 * plies;
            assert!(Score::centipawns(sure) >= node.window.beta() && !node.position.is_check());
        }
    }

    fn leave(&mut self, score: Score) {
        let left = self.path.pop().expect("it was entered");
        if left.depth > 0 && !left.is_answered {
            let legal = left.position.legal_moves().len();
            assert_eq!(left.moves.len(), legal, "every move is searched or skipped");
            self.complete += 1;
        }
        if let Some(above) = self.path.last_mut()
            && !left.is_step
        {
            above.best = above.best.max(-score);
        }
    }
}

impl Observer<Move> for Definitions {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Enter {
                arrival,
                purpose,
                depth,
                window,
            } => self.enter((arrival, purpose), depth, window),
            Event::Skipped { mv, step } => {
                *self.counts.entry(step).or_default() += 1;
                self.skipped(mv, step);
            }
            Event::Pruned("stand pat") => self.pruned("stand pat"),
            Event::Pruned(step) => {
                *self.counts.entry(step).or_default() += 1;
                self.pruned(step);
            }
            Event::Leaf(_) | Event::TableHit(_) => {
                self.path.last_mut().expect("a node").is_answered = true;
            }
            Event::Cutoff { .. } => self.path.last_mut().expect("a node").is_answered = true,
            Event::Leave(score) => self.leave(score),
            _ => {}
        }
    }
}

/// A second search of a move may be its first at full depth, so reductions are counted and not checked here; the trees below check values.
#[test]
fn each_step_does_what_its_page_says_and_announces_it() {
    for (name, mut search, _) in steps() {
        let (mut complete, mut counts, mut depths) = (0, 0, (0, 0));
        for (fen, depth) in POSITIONS.into_iter().zip([4, 4, 5, 4]) {
            let mut seen = Definitions {
                root: position(fen),
                ..Definitions::default()
            };
            let report = search.search_observed(&position(fen), &Limits::depth(depth), &mut seen);
            assert_eq!(report.is_exact, name == "enhanced-cutoffs");
            complete += seen.complete;
            let others: Vec<_> = seen.counts.keys().filter(|step| **step != name).collect();
            assert!(others.is_empty(), "{name} announces {others:?}");
            counts += seen.counts.get(name).copied().unwrap_or(0);
            depths = (depths.0 + seen.extended, depths.1 + seen.reduced);
        }
        assert!(complete > 200, "{name}: {complete} nodes were checked");
        let is_extension = ["check-extension", "singular-extension"].contains(&name);
        assert_eq!(
            depths.0 > 0,
            is_extension,
            "{name} extends {} moves",
            depths.0
        );
        assert_eq!(
            depths.1 > 0,
            name == "late-moves",
            "{name} reduces {} moves",
            depths.1
        );
        let is_silent = ["enhanced-cutoffs", "check-extension", "late-moves"].contains(&name);
        assert_eq!(counts == 0, is_silent, "{name} is announced {counts} times");
    }
}

#[test]
fn enhanced_cutoffs_save_nodes_and_change_no_value() {
    let mut saved = 0;
    for fen in POSITIONS {
        let limits = Limits::depth(5);
        let plain = deepening(plywood_search::FullWidth).search(&position(fen), &limits);
        let enhanced = deepening(EnhancedCutoffs::new()).search(&position(fen), &limits);
        assert_eq!(
            (enhanced.score, enhanced.is_exact),
            (plain.score, true),
            "{fen}"
        );
        saved += i64::try_from(plain.stats.nodes).unwrap()
            - i64::try_from(enhanced.stats.nodes).unwrap();
    }
    assert!(saved > 0);
}

/// A game in which every move gives check: two sides count up to 100.
#[derive(Clone)]
struct Checks(u32);

impl Game for Checks {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        vec![1, 2]
    }

    fn after(&self, mv: u8) -> Self {
        Self(self.0 + u32::from(mv))
    }

    fn ending(&self, _: &[u8]) -> Option<Ending> {
        (self.0 >= 100).then_some(Ending::Lost)
    }
}

impl Tactical for Checks {
    fn noisy_moves(&self) -> Vec<u8> {
        Vec::new()
    }

    fn is_check(&self) -> bool {
        true
    }

    fn capture_rank(&self, _: u8) -> i32 {
        0
    }
}

#[test]
fn a_search_ends_even_if_every_move_is_extended() {
    for depth in 1..=6 {
        let mut search = AlphaBeta::new(|_: &Checks| Score::DRAW).selectivity(CheckExtension);
        let report = search.search(&Checks(0), &Limits::depth(depth));
        assert_eq!(report.depth, depth);
        let nodes = report.stats.nodes;
        assert!(
            nodes < 1 << (2 * depth + 3),
            "{nodes} nodes at depth {depth}"
        );
    }
}

/// Trees of any shape, with noisy moves, whose inner nodes have estimates.
fn trees() -> impl Strategy_<Value = Tree> {
    let leaf = (-40_i32..=40).prop_map(|value| value.to_string());
    let text = leaf.prop_recursive(6, 200, 5, |inner| {
        (
            proptest::collection::vec(inner, 1..5),
            -40_i32..=40,
            proptest::bool::weighted(0.3),
        )
            .prop_map(|(children, estimate, is_noisy)| {
                let mark = if is_noisy { "!" } else { "" };
                format!("{mark}{estimate}({})", children.join(" "))
            })
    });
    text.prop_map(|text| text.parse().expect("a tree"))
}

/// All steps at once, with margins at which they apply often.
fn everything<G: Game + Tactical + plywood_search::Keyed>() -> impl Selectivity<G> + Clone + 'static
{
    (
        (
            EnhancedCutoffs::from_depth(1),
            InternalReduction::from_depth(2),
        ),
        (
            Razoring::margin(5),
            ReverseFutility::margin(5),
            NullMove::new(),
            ProbCut::margin(3).from_depth(2),
        ),
        (
            CheckExtension,
            LateMovePruning::after(1),
            FutilityPruning::margin(5),
            HistoryPruning::below(0),
            LateMoves::after(1),
        ),
        SingularExtension::from_depth(2),
    )
}

/// A table that answers with deeper results may prove more than a search of this depth sees: the first seed shows it.
#[test]
fn all_steps_together_play_by_the_rules_of_a_tree() {
    for (seed, depth) in [(2_864_437_575_925_783_773, 2), (0, 5), (1, 4), (2, 3)] {
        let search = PrincipalVariationSearch::new(Tree::estimate)
            .ordering((Captures, Killers::new()))
            .table(small_table(Reuse::SameDepthOrDeeper))
            .selectivity(everything());
        let mut minimax = Minimax::new(Tree::estimate);
        let contract = Contract::selective(&"1".parse().unwrap(), &mut minimax).with_passes();
        let contract = contract.seed(seed).on_trees().depth(depth);
        let coverage = verify(&mut IterativeDeepening::new(search), contract).unwrap();
        assert!(coverage.of(Property::DeeperHits) > 0, "{coverage}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Legal moves, limits, lines, windows, and no false claim of a solved game.
    #[test]
    fn all_steps_together_play_by_the_rules(seed: u64, depth in 0_u32..6) {
        let estimate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
        let search = PrincipalVariationSearch::new(estimate)
            .ordering((Captures, Killers::new()))
            .table(small_table(Reuse::SameDepth))
            .selectivity(everything());
        let mut search = IterativeDeepening::new(search);
        let mut minimax = Minimax::new(estimate);
        let contract = Contract::selective(&ConnectFour::new(), &mut minimax).with_passes();
        let broken = verify(&mut search, contract.keyed().depth(depth).seed(seed).games(1)).err();
        // A search as short as some of these prunes nothing.
        prop_assert!(broken.as_ref().is_none_or(|broken| broken.searches.is_empty()), "{:?}", broken);
    }

    /// Answers for positions after a move follow from what was searched.
    #[test]
    fn enhanced_cutoffs_keep_the_contract(seed: u64, depth in 1_u32..6) {
        let estimate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
        let search = AlphaBeta::new(estimate)
            .table(small_table(Reuse::SameDepth))
            .selectivity(EnhancedCutoffs::from_depth(1));
        let mut search = IterativeDeepening::new(search);
        let mut minimax = Minimax::new(estimate);
        let contract = Contract::exact(&ConnectFour::new(), &mut minimax);
        let broken = verify(&mut search, contract.keyed().depth(depth).seed(seed).games(1)).err();
        prop_assert!(broken.as_ref().is_none_or(|broken| broken.searches.is_empty()), "{:?}", broken);
    }

    /// A tree that ends before the depth has a value, and only steps that trust the estimates miss it.
    #[test]
    fn depth_steps_keep_the_value_of_a_tree_that_ends_before(tree in trees()) {
        let value = Minimax::new(Tree::estimate).search(&tree, &Limits::none()).score;
        let steps = (EnhancedCutoffs::from_depth(1), CheckExtension, LateMoves::after(1));
        let search = PrincipalVariationSearch::new(Tree::estimate)
            .table(Transpositions::exact(1))
            .selectivity(steps);
        let report = IterativeDeepening::new(search).search(&tree, &Limits::depth(60));
        prop_assert_eq!(report.score, value);
    }

    /// An exact part keeps minimax's value at every depth, from every window.
    #[test]
    fn enhanced_cutoffs_find_minimax(tree in trees(), depth in 1_u32..6) {
        let value = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(depth)).score;
        let search = AlphaBeta::new(Tree::estimate)
            .table(Transpositions::exact(1))
            .selectivity(EnhancedCutoffs::from_depth(1));
        prop_assert!(FixedDepth::<Tree>::is_exact(&search));
        let mut search = plywood_search::MtdF::new(search);
        prop_assert_eq!(search.search(&tree, &Limits::depth(depth)).score, value);
        prop_assert_eq!(search.search(&tree, &Limits::depth(depth)).score, value);
    }
}
