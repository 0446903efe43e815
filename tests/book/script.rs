//! The script with which readers predict the visits of alpha-beta agrees with the library.

use std::fmt::Write as _;
use std::process::Command;

use crate::answers::{Written, chances};
use plywood::search::games::{Branch, Tree};
use plywood::search::{Event, Observer};
use plywood::{AlphaBeta, Limits, Score};

/// Returns a line for each node entered, with its window, and for each node left, with its value: from the side to move.
#[derive(Default)]
struct Steps(String);

fn number(score: Score) -> String {
    match score.as_centipawns() {
        Some(points) => points.to_string(),
        None if score > Score::DRAW => "Infinity".to_owned(),
        None => "-Infinity".to_owned(),
    }
}

impl Observer<Branch> for Steps {
    fn observe(&mut self, event: Event<'_, Branch>) {
        let _ = match event {
            Event::Enter { window, .. } => {
                let (alpha, beta) = (number(window.alpha()), number(window.beta()));
                writeln!(self.0, "{alpha} {beta}")
            }
            Event::Leave(score) => writeln!(self.0, "{}", number(score)),
            _ => Ok(()),
        };
    }
}

const SCRIPT: &str = "
const { readTree, stepsOf } = require('./docs/book/predict.js');
for (const text of process.argv.slice(1)) {
    console.log(text);
    for (const { alpha, beta, value } of stepsOf(readTree(text))) {
        console.log(value === undefined ? `${alpha + 0} ${beta + 0}` : `${value + 0}`);
    }
}";

const VALUES: &str = "
const { readTree, stepsOf, valueOf } = require('./docs/book/predict.js');
const [text] = process.argv.slice(1);
const entered = new Map();
const isLeaf = (path) => typeof path.reduce((node, index) => node[index], readTree(text)) === 'number';
const values = [];
for (const step of stepsOf(readTree(text))) {
    const known = { ...entered.get(String(step.path)), ...step };
    entered.set(String(step.path), known);
    if (step.value !== undefined) values.push(valueOf(known, isLeaf(step.path)));
}
console.log(values.join(', '));";

#[test]
#[ignore = "needs Node.js"]
fn the_script_shows_bounds_as_bounds() {
    for (tree, expected) in [
        (
            "(((5 1) (3 9)) ((2 6) (8 7)))",
            "5, 1, 5, 3, 9, ≥ 9, 5, 2, 6, 6, 8, ≥ 8, 6, 6\n",
        ),
        (
            "(((3 5) (4 9)) ((1 2) (8 7)))",
            "3, 5, 5, 4, 9, ≥ 9, 5, 1, 2, ≤ 2, ≤ 2, 5\n",
        ),
    ] {
        let node = Command::new("node")
            .args(["-e", VALUES, tree])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("Node.js is installed");
        assert_eq!(String::from_utf8_lossy(&node.stderr), "");
        assert_eq!(String::from_utf8_lossy(&node.stdout), expected, "{tree}");
    }
}

#[test]
#[ignore = "needs Node.js"]
fn the_script_takes_the_steps_of_the_library() {
    let mut chance = chances();
    let written = (0..200).map(|round| Written::random(1 + round % 4, &mut chance));
    let trees: Vec<String> = written.map(|tree| tree.text()).collect();
    let mut expected = String::new();
    for text in &trees {
        let tree: Tree = text.parse().expect("the tree is well written");
        let mut steps = Steps::default();
        let mut search = AlphaBeta::new(Tree::estimate);
        search.search_observed(&tree, &Limits::depth(9), &mut steps);
        let _ = write!(expected, "{text}\n{}", steps.0);
    }
    let node = Command::new("node")
        .args(["-e", SCRIPT])
        .args(&trees)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("Node.js is installed");
    assert_eq!(String::from_utf8_lossy(&node.stderr), "");
    assert_eq!(String::from_utf8_lossy(&node.stdout), expected);
}
