//! Transpositions as a net, and which windows an entry of a table answers.

use std::collections::HashMap;

use plywood::document::plot::Picture;
use plywood::search::{Bound, Window};
use plywood::{Game, Position, Score};

use crate::canvas::{At, Canvas, TOP, number};

/// Only the kings can move here; it is the position of the book's program.
const POSITION: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const PLIES: usize = 4;
const WIDTH: f64 = 760.0;
const LAYER: f64 = 96.0;

/// A position, how many paths lead to it, and the numbers of its parents in the layer above.
struct Met {
    position: Position,
    paths: usize,
    parents: Vec<usize>,
}

/// The positions after each ply, every one once.
fn layers() -> Vec<Vec<Met>> {
    let root = Met {
        position: POSITION.parse().expect("the position is legal"),
        paths: 1,
        parents: Vec::new(),
    };
    let mut layers = vec![vec![root]];
    for ply in 0..PLIES {
        let mut next: Vec<Met> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for (number, from) in layers[ply].iter().enumerate() {
            for mv in from.position.legal_moves() {
                let position = Game::after(&from.position, mv);
                let place = *places.entry(position.key()).or_insert(next.len());
                if place == next.len() {
                    next.push(Met {
                        position,
                        paths: 0,
                        parents: Vec::new(),
                    });
                }
                next[place].paths += from.paths;
                next[place].parents.push(number);
            }
        }
        layers.push(next);
    }
    layers
}

/// The positions of a pawn ending as a net: each is drawn once, however many paths lead to it.
pub(crate) fn transpositions() -> Picture {
    let layers = layers();
    let place = |layer: usize, index: usize| {
        let step = WIDTH / number(layers[layer].len());
        At(
            160.0 + step * (number(index) + 0.5),
            TOP + 16.0 + LAYER * number(layer),
        )
    };
    let mut canvas = Canvas::default();
    for (layer, met) in layers.iter().enumerate().skip(1) {
        for (index, node) in met.iter().enumerate() {
            for parent in &node.parents {
                canvas.line("visited", place(layer - 1, *parent), place(layer, index));
            }
        }
    }
    for (layer, met) in layers.iter().enumerate() {
        for (index, node) in met.iter().enumerate() {
            let hue = if node.paths > 1 { "hue-1" } else { "hue-0" };
            canvas.dot(
                hue,
                place(layer, index),
                2.2 + 0.9 * number(node.paths).sqrt(),
            );
        }
        let At(_, y) = place(layer, 0);
        let paths: usize = met.iter().map(|node| node.paths).sum();
        let plies = if layer == 1 { "ply" } else { "plies" };
        canvas.text(At(0.0, y - 3.0), "", format!("{layer} {plies}"));
        let words = match met.len() {
            1 => "1 position".to_owned(),
            count => format!("{paths} paths, {count} positions"),
        };
        canvas.text(At(0.0, y + 13.0), "note", words);
    }
    let bottom = TOP + 16.0 + LAYER * number(PLIES) + 44.0;
    let at = canvas.legend(At(160.0, bottom - 6.0), "hue-0", "reached by one path");
    canvas.legend(at, "hue-1", "by several: the larger, the more");
    let note = "Two kings walk about, and meet the same positions again and again.";
    canvas.picture((160.0 + WIDTH, bottom), "A tree that is a net", note)
}

/// Three entries with the score 5, and three windows: what the table answers.
pub(crate) fn bounds() -> Picture {
    let entries = [
        ("exactly 5", Bound::Exact),
        ("at least 5", Bound::AtLeast),
        ("at most 5", Bound::AtMost),
    ];
    let windows = [(2, 4), (2, 9), (6, 9)];
    let (left, cell, step) = (96.0, 216.0, 70.0);
    let mut canvas = Canvas::default();
    for (column, (alpha, beta)) in windows.into_iter().enumerate() {
        let x = left + cell * (number(column) + 0.5) - 12.0;
        let words = format!("the window ({alpha}, {beta})");
        canvas.middle(At(x, TOP + 6.0), "", words);
    }
    for (row, (name, bound)) in entries.into_iter().enumerate() {
        let y = TOP + 44.0 + step * number(row);
        canvas.text(At(0.0, y + 4.0), "", name);
        for (column, window) in windows.into_iter().enumerate() {
            let at = At(left + cell * number(column), y);
            answer(&mut canvas, at, window, bound);
        }
    }
    let height = TOP + 44.0 + step * 3.0;
    let at = canvas.legend(At(left, height - 8.0), "hue-0", "values inside the window");
    canvas.legend(at, "hue-2", "values that the entry allows");
    let width = left + cell * 3.0;
    let note = "An entry of a table answers a window if it leaves nothing open inside it.";
    canvas.picture((width, height), "What an entry says", note)
}

/// One window on a line of values from 0 to 10, the values that an entry allows, and whether it answers.
fn answer(canvas: &mut Canvas, At(left, y): At, (alpha, beta): (i32, i32), bound: Bound) {
    let x = |value: i32| left + 18.0 * f64::from(value);
    let (low, high) = match bound {
        Bound::Exact => (5, 5),
        Bound::AtLeast => (5, 10),
        Bound::AtMost => (0, 5),
    };
    canvas.band("hue-0", At(x(alpha), y - 14.0), (x(beta) - x(alpha), 28.0));
    canvas.line("grid", At(x(0), y), At(x(10), y));
    for value in 0..=10 {
        canvas.line("base", At(x(value), y - 2.0), At(x(value), y + 2.0));
    }
    canvas.thick_line("hue-2", 4.0, At(x(low), y), At(x(high), y));
    canvas.dot("hue-2", At(x(5), y), 5.0);
    let centipawns = Score::centipawns;
    let window = Window::new(centipawns(alpha), centipawns(beta)).expect("it is a window");
    let is_answered = window.is_answered_by(centipawns(5), bound);
    let words = match (is_answered, bound) {
        (false, _) => "not answered: search",
        (true, Bound::Exact) => "answered: 5",
        (true, Bound::AtLeast) => "answered: beta is reached",
        (true, Bound::AtMost) => "answered: not above alpha",
    };
    canvas.middle(At(x(5), y + 30.0), "note", words);
}
