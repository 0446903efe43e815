//! Drawings of recorded searches, especially of those that keep their tree.

use plywood_catalog::{Catalog, RecordedSearch, RecordedTree, STEPPER};
use plywood_search::games::{Branch, Tree};
use plywood_search::{
    AlphaBeta, Bound, Event, Known, Limits, MonteCarlo, NodeKind, Observer,
    PrincipalVariationSearch, ProofNumber, Quiescence, Score, SssStar, Strategy, TreeRecorder,
    Window,
};

/// Returns the picture of a search of the same tree that keeps its tree.
fn kept(search: impl Strategy<Tree>) -> (RecordedTree, String) {
    let catalog = Catalog::tactical(
        "tree",
        "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree"),
    );
    let mut recorder = TreeRecorder::new(100);
    let (mut search, limits) = (search, Limits::depth(2).with_nodes(1_000).with_seed(1));
    search.search_observed(catalog.start(), &limits, &mut recorder);
    let recorded = RecordedSearch::new(&catalog, catalog.start(), &recorder);
    let tree = recorded.passes.last().expect("there are passes").clone();
    let svg = tree.to_svg();
    (tree, svg)
}

#[test]
fn pictures_say_what_a_search_knows_of_the_nodes_that_it_keeps() {
    let searches = [
        kept(MonteCarlo::new(Tree::estimate)),
        kept(ProofNumber::new().megabytes(1)),
        kept(SssStar::new(Tree::estimate)),
    ];
    let legends = [
        "games played through the node, and the share of points",
        "the fewest leaves that must still be won to prove a win",
        "its place in the queue, and the most that it can be worth",
    ];
    for ((tree, svg), legend) in searches.iter().zip(legends) {
        let (_, svg) = svg.split_once("</style>").expect("there is a style");
        assert!(svg.contains(legend), "{svg}");
        assert!(!svg.contains("pruned"), "nothing is pruned: {svg}");
        assert!(!svg.contains("window"), "there are no windows: {svg}");
        assert!(!svg.contains("noisy"), "nor is there a horizon: {svg}");
        let kinds = tree.nodes.iter().map(|node| node.kind);
        assert!(
            kinds
                .into_iter()
                .all(|kind| matches!(kind, NodeKind::Kept(_)))
        );
    }
    assert!(searches[2].1.contains("the search has gone on below it"));
}

#[test]
fn lines_of_a_kept_tree_do_not_cross() {
    let (tree, svg) = kept(MonteCarlo::new(Tree::estimate));
    assert_eq!(tree.nodes.len(), 13);
    // Each line ends at its node; children are in the order of their parents.
    let ends = svg.split("<path class=\"other\" d=\"M").skip(1);
    let mut ends: Vec<(f64, f64)> = ends
        .map(|path| {
            let (from, to) = path.split_once('L').expect("it is a line");
            let x = |point: &str| {
                let number = point.split_whitespace().next().expect("it has an x");
                number.parse().expect("it is a number")
            };
            (x(to), x(from))
        })
        .skip(3)
        .collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert!(ends.is_sorted_by(|one, other| one.1 <= other.1), "{ends:?}");
}

#[test]
fn the_outline_of_a_kept_tree_has_each_node_below_its_parent() {
    let (tree, _) = kept(MonteCarlo::new(Tree::estimate));
    let mut nodes: Vec<String> = Vec::new();
    for node in &tree.nodes {
        let mv = node.san.as_deref().unwrap_or("root");
        let above = node.parent.map(|parent| nodes[parent].as_str());
        nodes.push(format!("{} {mv}", above.unwrap_or_default()));
    }
    let text = tree.to_text();
    let (mut path, mut lines) = (Vec::new(), Vec::new());
    for line in text.lines() {
        path.truncate((line.len() - line.trim_start().len()) / 2);
        path.extend(line.split_whitespace().take(1));
        lines.push(format!(" {}", path.join(" ")));
    }
    nodes.sort();
    lines.sort();
    assert_eq!(lines, nodes, "{text}");
}

#[test]
fn a_node_that_was_being_pruned_when_the_search_ended_was_not_skipped() {
    let mut recorder = TreeRecorder::new(10);
    for event in [
        Event::Enter {
            arrival: None,
            purpose: None,
            depth: 1,
            window: Window::OPEN,
        },
        Event::Pruned("razoring"),
        Event::Abandon,
    ] {
        Observer::<Branch>::observe(&mut recorder, event);
    }
    let catalog = Catalog::tactical("tree", "(1 2)".parse::<Tree>().unwrap());
    let recorded = RecordedSearch::new(&catalog, catalog.start(), &recorder);
    let text = recorded.passes[0].to_text();
    assert!(
        text.contains("razoring") && !text.contains("skipped"),
        "{text}"
    );
}

#[test]
fn the_script_has_words_for_every_kind_of_kept_node() {
    let (proof, disproof) = (Some(1), None);
    let all = [
        Known::Games {
            visits: 1,
            points: 0.5,
        },
        Known::Valued {
            visits: 1,
            score: Score::DRAW,
            is_proven: false,
        },
        Known::Valued {
            visits: 1,
            score: Score::DRAW,
            is_proven: true,
        },
        Known::Proof { proof, disproof },
        Known::Queued {
            place: 0,
            merit: Score::DRAW,
            is_solved: false,
        },
        Known::Extended,
    ];
    let story = STEPPER.iter().find(|(name, _)| *name == "story.js");
    let (_, story) = story.expect("it is there");
    for known in all {
        // A new case doesn't compile until it is in the list.
        match known {
            Known::Games { .. }
            | Known::Valued { .. }
            | Known::Proof { .. }
            | Known::Queued { .. }
            | Known::Extended => {}
        }
        let words = format!("\n  {}: (", known.name());
        assert!(story.contains(&words), "{known:?}");
    }
}

/// The first pass of a search.
fn pass(text: &str, depth: u32, mut search: impl Strategy<Tree>) -> RecordedTree {
    let catalog = Catalog::tactical("tree", text.parse::<Tree>().expect("a tree"));
    let mut recorder = TreeRecorder::new(100);
    search.search_observed(catalog.start(), &Limits::depth(depth), &mut recorder);
    let recorded = RecordedSearch::new(&catalog, catalog.start(), &recorder);
    recorded.passes[0].clone()
}

#[test]
fn every_form_shows_scores_from_the_roots_view() {
    let tree = pass(
        "((3 12 8) (2 4 6) (14 5 2))",
        2,
        AlphaBeta::new(Tree::estimate),
    );
    // The second move is worth at most 2 to the side at the root, and so at least -2 to the side that answers.
    let second = &tree.nodes[5];
    let cp = Score::centipawns;
    assert_eq!((second.alpha, second.beta), (cp(3), Score::HIGHEST));
    assert_eq!(
        (second.score, second.bound),
        (Some(cp(2)), Some(Bound::AtMost))
    );
    let told = serde_json::to_value(second).expect("it is data");
    let json = |number: i32| serde_json::json!({"cp": number});
    assert_eq!(
        (&told["alpha"], &told["beta"]),
        (&json(3), &serde_json::Value::Null)
    );
    assert_eq!(
        (&told["score"], &told["bound"]),
        (&json(2), &"at most".into())
    );
    assert!(tree.to_svg().contains("≤ 2"));
    assert!(tree.to_text().contains("b  (3, +∞)  ≤ 2  2 ≤ α 3  ✂ 2"));
    // A leaf's value does not depend on the window.
    assert_eq!(tree.nodes[3].bound, Some(Bound::Exact));
}

#[test]
fn noisy_moves_below_the_horizon_have_dashes() {
    let dashes = |text: &str| {
        let search = AlphaBeta::with_horizon(Quiescence::new(Tree::estimate));
        pass(text, 1, search)
            .to_svg()
            .matches("class=\"noisy\"")
            .count()
    };
    // A line and a box for the noisy answer, and a line of the legend.
    assert_eq!((dashes("(5 3(!1 9))"), dashes("(5 3(1 9))")), (0, 0));
    assert_eq!(dashes("(9(!-5 9) 1(1 2))"), 3);
}

#[test]
fn a_move_that_is_searched_again_is_marked() {
    let search = PrincipalVariationSearch::new(Tree::estimate);
    let tree = pass("((3 12 8) (9 14 11) (14 5 2))", 2, search);
    assert!(tree.to_svg().contains("b ↻"));
}
