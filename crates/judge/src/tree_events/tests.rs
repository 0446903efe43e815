use super::*;
use crate::log_check::LogCheck;
use plywood_catalog::Catalog;
use plywood_search::games::{Branch, ChanceTree};
use plywood_search::{Game, Limits, Star1, Star2, Strategy};

const HEAD: &str = "{\"format\":\"plywood-tree\",\"version\":1}\n";

fn problem(lines: &str) -> String {
    let read = TreeFile::read(format!("{HEAD}{lines}\n").as_bytes(), 100);
    read.expect_err(lines).to_string()
}

/// The engine's steps, passes, null windows and a table survive being written and read.
#[test]
fn a_file_has_the_tree_of_the_search() {
    let chess = Catalog::chess();
    for (name, depth) in [
        ("engine", 7),
        ("pvs+captures+table=1+deepening:evaluator=material", 3),
    ] {
        let contender = chess.contender(name).unwrap();
        let mut writer = EventWriter::new(Vec::new(), &TreeHeader::default());
        let mut recorder = TreeRecorder::new(3_000);
        let limits = Limits::depth(depth);
        let mut strategy = contender.strategy(0);
        strategy.search_observed(chess.start(), &limits, &mut (&mut recorder, &mut writer));
        let written = writer.finish().unwrap();
        let read = TreeFile::read(written.as_slice(), 3_000).unwrap();
        let known = RecordedSearch::new(&chess, chess.start(), &recorder);
        assert_eq!(read.recorded.passes.len(), known.passes.len(), "{name}");
        for (one, other) in read.recorded.passes.iter().zip(&known.passes) {
            assert_eq!(
                (&one.label, one.omitted, &one.best_line),
                (&other.label, other.omitted, &other.best_line)
            );
            for (one, other) in one.nodes.iter().zip(&other.nodes) {
                let found = (
                    one.parent,
                    one.ply,
                    &one.text,
                    one.purpose,
                    one.score,
                    one.kind,
                    &one.score_text,
                );
                let known = (
                    other.parent,
                    other.ply,
                    &other.text,
                    other.purpose,
                    other.score,
                    other.kind,
                    &other.score_text,
                );
                assert_eq!(found, known, "{name}");
                assert_eq!(
                    (one.depth, one.alpha, one.beta, one.unseen),
                    (other.depth, other.alpha, other.beta, other.unseen)
                );
            }
        }
    }
}

/// Outcomes of chance keep their weights and signs in a file, an outline and a picture, and the check of a log takes none for a move.
#[test]
fn a_file_has_the_outcomes_of_chance() {
    let tree: ChanceTree = "({1:(200 500) 2:(100 300)} {1:(-950 400) 1:(600 700 800)})"
        .parse()
        .unwrap();
    for depth in 1..=3 {
        let mut writer = EventWriter::new(Vec::new(), &TreeHeader::default());
        let mut recorder = TreeRecorder::new(3_000);
        Star2::new(ChanceTree::estimate).search_observed(
            &tree,
            &Limits::depth(depth),
            &mut (&mut recorder, &mut writer),
        );
        let written = writer.finish().unwrap();
        let read = TreeFile::read(written.as_slice(), 3_000).unwrap();
        let text = |mv: Branch| mv.to_string();
        let known = RecordedSearch::without_rules(&recorder, |score| score.to_string(), text);
        let [one, other] = [&read.recorded, &known].map(|search| search.passes[0].to_text());
        assert_eq!(one, other);
        let check = LogCheck::read(written.as_slice(), |_| {}).unwrap();
        assert!(check.contradiction.is_none() && check.open == 0, "{check}");
    }
    let mut recorder = TreeRecorder::new(3_000);
    Star1::new(ChanceTree::estimate).search_observed(&tree, &Limits::depth(3), &mut recorder);
    let text = |mv: Branch| mv.to_string();
    let recorded = RecordedSearch::without_rules(&recorder, ChanceTree::score_text, text);
    let lines: Vec<String> = recorded.passes[0]
        .to_text()
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        lines,
        [
            "root  (-∞, +∞)  133",
            "  1  (-∞, +∞)  133",
            "    1:1  (-∞, +∞)  200",
            "      1  (-∞, +∞)  200",
            "      2  (-∞, 200)  500",
            "    2:2  (-∞, +∞)  100",
            "      1  (-∞, +∞)  100",
            "      2  (-∞, 100)  300",
            "  2  (133, +∞)  ≤ 25  25 ≤ α 133  ✂ 1",
            "    1:1  (-734, +∞)  ≤ -950  -950 ≤ α -734  ✂ 1",
            "      1  (-734, +∞)  -950",
        ]
    );
    let picture = recorded.to_svg().unwrap();
    assert!(picture.contains(">2:2<"), "{picture}");
}

#[test]
fn a_wrong_line_is_named() {
    let wrong = |text: &str, line: &str| {
        let found = problem(line);
        assert!(found.contains(text), "{line}: {found}");
    };
    wrong("line 2: expected an event", "leave");
    wrong("line 2: expected an event", "{\"e\":\"left\"}");
    wrong("line 2: no node is open", "{\"e\":\"abandon\"}");
    wrong(
        "line 2: the root is entered with a move",
        "{\"e\":\"enter\",\"move\":\"e4\"}",
    );
    wrong(
        "line 2: expected alpha below beta",
        "{\"e\":\"enter\",\"alpha\":3,\"beta\":3}",
    );
    wrong(
        "line 2: expected centipawns",
        "{\"e\":\"enter\",\"alpha\":32000}",
    );
    wrong("line 2: the line has more than", &" ".repeat(10_000));
    let enter = "{\"e\":\"enter\"}\n";
    wrong("line 3: a node is entered without a move", &enter.repeat(2));
    wrong(
        "line 4: expected from 1 to 3 moves",
        &format!("{enter}\n{{\"e\":\"cut\",\"tried\":4,\"of\":3}}"),
    );
    for word in ["", "<b>", "a\\\"b", "\\u0000", &"x".repeat(41)] {
        wrong(
            "line 3: expected a move or a step",
            &format!("{enter}{{\"e\":\"enter\",\"move\":\"{word}\"}}"),
        );
    }
    let deep = "{\"e\":\"enter\",\"move\":\"a\"}\n".repeat(DEEPEST);
    wrong("nodes are open", &format!("{enter}{deep}"));
    for first in ["", "[]", "{\"format\":\"plywood-tree\",\"version\":2}"] {
        let error = TreeFile::read(first.as_bytes(), 9)
            .expect_err(first)
            .to_string();
        assert!(
            error.starts_with("line 1: expected a first line with"),
            "{error}"
        );
    }
}

/// A search that was stopped, and a file that ends early.
#[test]
fn what_is_open_at_the_end_is_counted() {
    let file = format!(
        "{HEAD}{{\"e\":\"enter\"}}\n{{\"e\":\"enter\",\"move\":\"--\",\"for\":\"null move\"}}"
    );
    let tree = TreeFile::read(file.as_bytes(), 9).unwrap();
    assert_eq!(
        tree.summary(),
        "2 events, 1 pass, 2 nodes, 0 leaves, 0 cutoffs, 1 by null move, 2 nodes still open at the end"
    );
    assert_eq!(tree.recorded.passes[0].nodes[1].text.as_deref(), Some("--"));
}

/// Values, windows and bounds from the root's point of view are turned around.
#[test]
fn the_root_can_be_the_view() {
    let of = |view: &str, [low, high, score, bound]: [&str; 4]| {
        let file = format!(
            r#"{{"format":"plywood-tree","version":1,"view":"{view}"}}
{{"e":"enter","alpha":-5}}
{{"e":"enter","move":"a",{low}{high}"depth":0}}
{{"e":"store","score":{score},"bound":"{bound}"}}
{{"e":"leave","score":{score}}}
{{"e":"leave","score":3}}
"#
        );
        let tree = TreeFile::read(file.as_bytes(), 9).unwrap();
        format!("{:?}", tree.recorded.passes[0].nodes)
    };
    let own = of("node", ["", "\"beta\":5,", "-3", "upper"]);
    assert_eq!(own, of("root", ["\"alpha\":-5,", "", "3", "lower"]));
    assert_ne!(own, of("root", ["", "\"beta\":5,", "-3", "upper"]));
}

/// `cargo test --release -p plywood-arena --all-features million -- --ignored --nocapture`
#[test]
#[ignore = "measures time"]
fn a_million_events() {
    let child = "{\"e\":\"enter\",\"move\":\"e2e4\",\"depth\":1,\"alpha\":-45,\"beta\":30}\n{\"e\":\"leaf\",\"score\":7}\n{\"e\":\"leave\",\"score\":7}\n";
    let file = format!(
        "{HEAD}{{\"e\":\"enter\",\"depth\":2}}\n{}",
        child.repeat(333_333)
    );
    let begin = std::time::Instant::now();
    let tree = TreeFile::read(file.as_bytes(), 20_000).unwrap();
    eprintln!("{} in {:?}", tree.summary(), begin.elapsed());
    let pass = &tree.recorded.passes[0];
    assert_eq!(pass.nodes.len() as u64 + pass.omitted, 333_334);
}
