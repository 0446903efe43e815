//! The tree reported to an observer.

use plywood_core::{Move, Position};
use plywood_engine::{Engine, Step};
use plywood_search::{
    Arrival, Event, Limits, NodeKind, Observer, RecordedNode, Report, Strategy, TreeRecorder,
};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

fn position() -> Position {
    MIDDLEGAME.parse().expect("it is a FEN")
}

fn shown(depth: u32, plies: u32) -> (Report<Move>, TreeRecorder<Move>) {
    let mut recorder = TreeRecorder::new(1_000_000).plies(plies);
    let report = Engine::new().search_observed(&position(), &Limits::depth(depth), &mut recorder);
    (report, recorder)
}

/// Returns true if the search came to the node, and did not skip its move.
const fn is_entered(node: &RecordedNode<Move>) -> bool {
    !matches!(node.kind, NodeKind::Skipped(_))
}

#[test]
fn watching_changes_nothing() {
    let (seen, _) = shown(8, 240);
    let unseen = Engine::new().search(&position(), &Limits::depth(8));
    assert_eq!((&seen.line, seen.score), (&unseen.line, unseen.score));
    assert_eq!(seen.stats, unseen.stats);
}

#[test]
fn every_node_of_the_last_pass_is_shown_or_counted() {
    // Deeper searches have windows that can fail, and so several passes for a depth.
    for plies in [1, 2, 4, 240] {
        let (report, recorder) = shown(3, plies);
        let entered = recorder
            .nodes()
            .iter()
            .filter(|node| is_entered(node))
            .count() as u64;
        let last = report.iterations.last().expect("there are iterations");
        assert_eq!(
            entered + recorder.passes().last().unwrap().omitted,
            last.nodes,
            "{plies}"
        );
        assert!(
            recorder
                .nodes()
                .iter()
                .filter(|node| is_entered(node))
                .all(|node| node.ply < plies)
        );
    }
}

#[test]
fn the_steps_that_prune_and_skip_are_named() {
    let (report, recorder) = shown(9, 6);
    let nodes = recorder.nodes();
    for step in [Step::NullMove, Step::ReverseFutility, Step::MateDistance] {
        let pruned = NodeKind::Pruned(step.name());
        let found = nodes.iter().any(|node| node.kind == pruned);
        assert_eq!(found, step != Step::MateDistance, "{step}");
    }
    for step in [
        Step::LateMovePruning,
        Step::FutilityPruning,
        Step::ExchangePruning,
    ] {
        let skipped = NodeKind::Skipped(step.name());
        assert!(nodes.iter().any(|node| node.kind == skipped), "{step}");
    }
    let purpose = |step: Step| {
        nodes
            .iter()
            .filter(move |node| node.purpose == Some(step.name()))
    };
    assert!(
        purpose(Step::LateMoveReduction)
            .all(|node| node.depth + 1 < nodes[node.parent.unwrap()].depth)
    );
    assert!(purpose(Step::LateMoveReduction).count() > 100);
    assert!(purpose(Step::NullMove).all(|node| node.arrival == Some(Arrival::Pass)));
    let best = recorder.passes().last().unwrap().best_line();
    assert_eq!(nodes[best[1]].mv(), report.best_move);
    assert_eq!(nodes[0].score, report.score);
}

#[test]
fn another_search_of_a_position_is_seen_from_the_side_of_its_neighbors() {
    let (_, recorder) = shown(10, 240);
    let nodes = recorder.nodes();
    let razored = |node: &&RecordedNode<Move>| node.purpose == Some(Step::Razoring.name());
    let mut count = 0;
    for node in nodes.iter().filter(razored).filter(|node| is_entered(node)) {
        // It asks whether captures reach alpha, which is the window of its parent where that is a null window.
        let parent = nodes[node.parent.expect("it is below another")].for_root();
        assert_eq!(node.for_root().window, parent.window);
        count += 1;
    }
    assert!(count > 0);
}

/// Counts the nodes entered and left.
#[derive(Default)]
struct Balance {
    open: i64,
    entered: u64,
    plies: u32,
}

impl Observer<Move> for Balance {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Enter { .. } => {
                self.open += 1;
                self.entered += 1;
            }
            Event::Leave(_) | Event::Abandon => self.open -= 1,
            _ => {}
        }
    }

    fn plies(&self) -> u32 {
        self.plies
    }
}

#[test]
fn a_search_that_is_stopped_leaves_every_node() {
    for nodes in [1, 10, 1_000, 10_000] {
        let mut balance = Balance {
            plies: 240,
            ..Balance::default()
        };
        Engine::new().search_observed(&position(), &Limits::nodes(nodes), &mut balance);
        assert_eq!(balance.open, 0, "{nodes}");
        assert!(balance.entered > 0);
    }
    let mut nobody = Balance::default();
    Engine::new().search_observed(&position(), &Limits::depth(5), &mut nobody);
    assert_eq!(nobody.entered, 0, "who wants no ply gets none");
}
