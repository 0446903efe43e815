//! Trees that grow unevenly: Monte Carlo search and proof numbers.

use plywood::document::plot::Picture;
use plywood::search::Known;
use plywood::search::games::{Column, ConnectFour};
use plywood::{Limits, MonteCarlo, ProofNumber};

use crate::canvas::{At, Canvas, TOP, number};

/// A node that is drawn.
struct Drawn {
    parent: Option<usize>,
    mv: String,
    /// The two lines of text in its box.
    words: [String; 2],
    hue: &'static str,
    /// The thickness of the line to it.
    weight: f64,
}

const BOX: (f64, f64) = (58.0, 36.0);
const CELL: f64 = 66.0;
const LAYER: f64 = 86.0;

/// Draws nodes, parents before their children: leaves side by side in the order of the tree, others above their children.
fn draw(canvas: &mut Canvas, nodes: &[Drawn]) -> (f64, f64) {
    let mut places = vec![At(0.0, 0.0); nodes.len()];
    let mut next = 0.0;
    let bottom = place(nodes, 0, TOP + 10.0, &mut next, &mut places);
    for (node, At(x, y)) in nodes.iter().zip(&places) {
        if let Some(At(from_x, from_y)) = node.parent.map(|parent| places[parent]) {
            let (from, to) = (At(from_x, from_y + BOX.1), At(*x, *y));
            canvas.thick_line(node.hue, node.weight, from, to);
            let middle = At(
                f64::midpoint(from_x, *x),
                f64::midpoint(from_y + BOX.1, *y) + 4.0,
            );
            canvas.middle(middle, "value", &node.mv);
        }
    }
    for (node, At(x, y)) in nodes.iter().zip(&places) {
        canvas.frame(node.hue, 1.5, At(x - BOX.0 / 2.0, *y), BOX);
        canvas.middle(At(*x, y + 15.0), "", &node.words[0]);
        canvas.middle(At(*x, y + 30.0), "tick", &node.words[1]);
    }
    (next, bottom)
}

/// Places a node and all below it; returns the lower edge of the result.
fn place(nodes: &[Drawn], index: usize, top: f64, next: &mut f64, places: &mut [At]) -> f64 {
    let children: Vec<usize> = (0..nodes.len())
        .filter(|child| nodes[*child].parent == Some(index))
        .collect();
    let mut bottom = top + BOX.1;
    for child in &children {
        bottom = bottom.max(place(nodes, *child, top + LAYER, next, places));
    }
    let x = match (children.first(), children.last()) {
        (Some(first), Some(last)) => f64::midpoint(places[*first].0, places[*last].0),
        _ => {
            *next += CELL;
            *next - CELL / 2.0
        }
    };
    places[index] = At(x, top);
    bottom
}

/// The nodes of a tree that are worth drawing, with their parents' numbers among these.
fn kept<N>(
    tree: &[N],
    parent: impl Fn(&N) -> Option<usize>,
    is_kept: impl Fn(usize) -> bool,
) -> Vec<(usize, Option<usize>)> {
    let mut kept: Vec<(usize, Option<usize>)> = Vec::new();
    for (index, node) in tree.iter().enumerate() {
        let above = parent(node).map(|above| kept.iter().position(|(old, _)| *old == above));
        if is_kept(index) && above != Some(None) {
            kept.push((index, above.flatten()));
        }
    }
    kept
}

fn name(column: Option<Column>) -> String {
    column.map(|column| column.to_string()).unwrap_or_default()
}

/// A tree that Monte Carlo search has grown: good moves are visited often.
pub(crate) fn uct() -> Picture {
    const NODES: u64 = 60_000;
    let board: ConnectFour = "ddee".parse().expect("the moves are legal");
    let search = MonteCarlo::new(ConnectFour::estimate);
    let tree = search.tree(&board, &Limits::nodes(NODES).with_seed(1));
    let games = |index: usize| match tree[index].known {
        Known::Games { visits, points } => (visits, points),
        _ => unreachable!("Monte Carlo search counts games"),
    };
    let (most, _) = games(0);
    let is_kept = |index: usize| {
        let parent = tree[index].parent;
        parent.is_none_or(|parent| parent == 0) || games(index).0 * 20 >= most
    };
    let mut drawn: Vec<Drawn> = Vec::new();
    for (index, parent) in kept(&tree, |node| node.parent, is_kept) {
        let (visits, points) = games(index);
        let share = points / f64::from(visits.max(1));
        let is_much = visits * 8 >= most;
        drawn.push(Drawn {
            parent,
            mv: name(tree[index].mv),
            words: [format!("{visits}×"), format!("{:.0} %", 100.0 * share)],
            hue: if is_much { "hue-0" } else { "hue-7" },
            weight: 0.8 + 9.0 * f64::from(visits) / f64::from(most),
        });
    }
    let mut canvas = Canvas::default();
    let (width, bottom) = draw(&mut canvas, &drawn);
    let note = format!(
        "Connect four after d d e e: {most} rounds. Each box has its visits, and the share of points for who moved there."
    );
    canvas.picture(
        (width.max(720.0), bottom + 8.0),
        "A tree that Monte Carlo search has grown",
        &note,
    )
}

/// The tree of a proof: the numbers at each node when the win was shown.
pub(crate) fn proof_numbers() -> Picture {
    let board: ConnectFour = "ddca".parse().expect("the moves are legal");
    let tree = ProofNumber::new()
        .megabytes(16)
        .tree(&board, &Limits::depth(5));
    let mut plies = vec![0; tree.len()];
    for (index, node) in tree.iter().enumerate() {
        plies[index] = node.parent.map_or(0, |parent| plies[parent] + 1);
    }
    let numbers = |index: usize| match tree[index].known {
        Known::Proof { proof, disproof } => (proof, disproof),
        _ => unreachable!("proof-number search counts proofs"),
    };
    let is_kept = |index: usize| {
        let parent = tree[index].parent;
        let is_first = parent.is_none_or(|parent| parent == 0);
        is_first || (numbers(index).0 == Some(0) && plies[index] <= 3)
    };
    let shown = |number: Option<u32>| number.map_or("∞".to_owned(), |number| number.to_string());
    let mut drawn: Vec<Drawn> = Vec::new();
    for (index, parent) in kept(&tree, |node| node.parent, is_kept) {
        let (proof, disproof) = numbers(index);
        let is_proven = proof == Some(0);
        drawn.push(Drawn {
            parent,
            mv: name(tree[index].mv),
            words: [shown(proof), shown(disproof)],
            hue: if is_proven { "hue-2" } else { "hue-7" },
            weight: if is_proven { 2.5 } else { 1.0 },
        });
    }
    let mut canvas = Canvas::default();
    let (width, bottom) = draw(&mut canvas, &drawn);
    let note = format!(
        "Connect four after d d c a, {} nodes. In each box the proof number stands above the disproof number; green is proven.",
        tree.len()
    );
    let size = (width.max(number(720)), bottom + 8.0);
    canvas.picture(size, "Proof numbers, when the win was shown", &note)
}
