//! Claims of the documents outside of their figures, compared with the programs.

use std::fs;
use std::path::{Path, PathBuf};

use plywood::chess::{CastlingSide, MoveKind};
use plywood::search::games::Tree;
use plywood::search::{Known, NodeKind, TreeRecorder};
use plywood::{AlphaBeta, Game, Limits, Minimax, MtdF, Position};
use plywood::{PrincipalVariationSearch, ProofNumber, San, SssStar, Strategy, Transpositions};

use crate::answers::{Written, chances};

fn document(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    // Words, regardless of lines.
    let text = fs::read_to_string(path).expect("the document is there");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rules with frequent mistakes that occur within this number of plies: castling to each side, promotion, capture en passant.
fn rules_that_come_up(position: &Position, plies: u32, found: &mut [bool; 4]) {
    for mv in position.legal_moves() {
        let side = mv.castling_side();
        let now = [
            side == Some(CastlingSide::Kingside),
            side == Some(CastlingSide::Queenside),
            mv.promotion().is_some(),
            mv.kind() == MoveKind::EnPassant,
        ];
        *found = std::array::from_fn(|rule| found[rule] || now[rule]);
        if plies > 1 && found.contains(&false) {
            rules_that_come_up(&Game::after(position, mv), plies - 1, found);
        }
    }
}

#[test]
fn a_count_tests_the_rules_that_come_up() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert!(document("docs/book/src/sticks.md").contains(kiwipete));
    let [mut from_start, mut from_kiwipete] = [[false; 4]; 2];
    rules_that_come_up(&Position::START, 5, &mut from_start);
    rules_that_come_up(&kiwipete.parse().unwrap(), 4, &mut from_kiwipete);
    assert_eq!(from_start, [false, false, false, true]);
    assert_eq!(from_kiwipete, [true; 4]);
}

#[test]
fn a_proof_about_points_claims_no_mate() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let report = ProofNumber::new()
        .megabytes(1)
        .search(&tree, &Limits::depth(2));
    let points = report.score.and_then(|score| score.as_centipawns());
    assert!(
        points.is_some_and(|points| (1..=3).contains(&points)),
        "{points:?}"
    );
}

#[test]
fn sss_star_looks_at_the_leaves_that_the_chapter_names() {
    let chapter = document("docs/book/src/passes.md");
    for said in ["3, 2 and 14", "14, 3, 2", "5, 3, 2"] {
        assert!(chapter.contains(said), "{said}");
    }
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let mut recorder = TreeRecorder::new(1_000);
    SssStar::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
    let queue = |leaf: usize| -> Vec<i32> {
        let nodes = recorder.passes()[leaf].nodes.iter();
        let queued = nodes.filter_map(|node| match node.kind {
            NodeKind::Kept(Known::Queued { place, merit, .. }) => {
                Some((place, merit.as_centipawns().expect("it was looked at")))
            }
            _ => None,
        });
        let mut queued: Vec<_> = queued.collect();
        queued.sort_unstable();
        queued.into_iter().map(|(_, merit)| merit).collect()
    };
    assert_eq!((queue(2), queue(3)), (vec![14, 3, 2], vec![5, 3, 2]));
    let nodes = recorder.nodes().iter();
    let answers = nodes.filter(|node| node.parent == Some(2));
    assert_eq!(answers.count(), 1, "neither 4 nor 6 is looked at");
}

/// Measurements that take hours are not repeated by the checks, so they have a date and a version. For a table made by one command, the
/// mark has the date.
#[test]
fn slow_figures_have_a_date_and_a_version() {
    let results = document("docs/results.md");
    assert!(results.contains("<!-- made on 2026-") && results.contains("version 0.1.0+"));
}

#[test]
fn no_document_has_a_gap_to_fill_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents: Vec<PathBuf> = ["README.md", "GLOSSARY.md"]
        .map(|name| root.join(name))
        .to_vec();
    for folder in ["docs", "docs/book/src"] {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        documents.extend(entries.map(|entry| entry.unwrap().path()));
    }
    for path in documents
        .iter()
        .filter(|path| path.extension().is_some_and(|kind| kind == "md"))
    {
        let text = fs::read_to_string(path).unwrap();
        for gap in ["OWNER", "TODO", "FIXME", "XXX"] {
            assert!(!text.contains(gap), "{}: {gap}", path.display());
        }
    }
}

/// A search that repeats nodes visits them twice. Alpha-beta itself visits no leaf that minimax does not.
#[test]
fn only_plain_alpha_beta_never_visits_more_than_minimax() {
    let again: Tree = "(((3 1) (5 2)) ((9 7) (5 12)))".parse().unwrap();
    let limits = Limits::depth(3);
    let nodes = |mut search: Box<dyn Strategy<Tree>>| search.search(&again, &limits).stats.nodes;
    let estimate = Tree::estimate;
    let minimax = nodes(Box::new(Minimax::new(estimate)));
    assert!(nodes(Box::new(AlphaBeta::new(estimate))) < minimax);
    assert!(nodes(Box::new(PrincipalVariationSearch::new(estimate))) > minimax);
    let table = Transpositions::exact(1);
    let questions = MtdF::new(AlphaBeta::new(estimate).table(table));
    assert!(nodes(Box::new(questions)) > minimax);

    let mut chance = chances();
    for round in 0..300 {
        let text = Written::random(2 + round % 3, &mut chance).text();
        let tree: Tree = text.parse().unwrap();
        let leaves = |mut search: Box<dyn Strategy<Tree>>| {
            let report = search.search(&tree, &Limits::depth(9));
            report.stats.leaves()
        };
        let [all, some] = [
            leaves(Box::new(Minimax::new(estimate))),
            leaves(Box::new(AlphaBeta::new(estimate))),
        ];
        assert!(some <= all, "{text}");
    }
}

/// The value of alpha-beta that passes its window down in some way, and the leaves it visits.
fn passing_on(
    node: &Tree,
    [mut alpha, beta]: [i32; 2],
    pass: fn(i32, i32) -> [i32; 2],
) -> (i32, u64) {
    let moves = node.legal_moves();
    if moves.is_empty() {
        return (node.estimate().as_centipawns().unwrap(), 1);
    }
    let (mut best, mut visited) = (-i32::MAX, 0);
    for mv in moves {
        let (value, leaves) = passing_on(&node.after(mv), pass(alpha, beta), pass);
        visited += leaves;
        best = best.max(-value);
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    (best, visited)
}

#[test]
fn a_window_without_its_signs_does_what_the_chapter_says() {
    let chapter = document("docs/book/src/alpha_beta.md");
    assert!(chapter.contains(
        "If you pass down `(alpha, beta)`, every value is right, and nothing is ever cut off."
    ));
    let mut chance = chances();
    let mut wrong = 0;
    for round in 0..300 {
        let text = Written::random(2 + round % 3, &mut chance).text();
        let tree: Tree = text.parse().unwrap();
        let open = [-i32::MAX, i32::MAX];
        let minimax = passing_on(&tree, open, |_, _| [-i32::MAX, i32::MAX]);
        let right = passing_on(&tree, open, |alpha, beta| [-beta, -alpha]);
        assert!(right.0 == minimax.0 && right.1 <= minimax.1, "{text}");
        let unswapped = passing_on(&tree, open, |alpha, beta| [alpha, beta]);
        assert_eq!(unswapped, minimax, "{text}");
        let swapped = passing_on(&tree, open, |alpha, beta| [beta, alpha]);
        wrong += u32::from(swapped.0 != minimax.0);
    }
    assert!(wrong > 100, "{wrong} of 300 values are wrong");
}

#[test]
fn the_queen_on_f3_wins_the_pawn_that_the_chapter_names() {
    assert!(document("docs/book/src/horizon.md").contains("Qf6 attacks the pawn on d6"));
    let mut position: Position = "4k3/1pp2p2/p2p2p1/4p3/8/4P1Q1/5PPP/6K1 w - - 0 1"
        .parse()
        .unwrap();
    for text in ["Qf3", "c6", "Qf6", "e4", "Qxd6"] {
        let moves = position.legal_moves();
        let found = moves.iter().find(|&&mv| position.san(mv) == text);
        position = position.after(*found.unwrap_or_else(|| panic!("{text} is legal")));
    }
    let takes = |&mv: &_| position.is_capture(mv);
    assert!(
        !position.legal_moves().iter().any(takes),
        "nothing takes back"
    );
}
