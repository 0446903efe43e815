//! Two threads on one tree: who searches which leaf, and when.

use plywood::Game;
use plywood::search::games::Tree;
use plywood::search::plot::Picture;

use crate::canvas::{At, Canvas, TOP, number};

/// Six moves with four answers each; the first move is the best one, as it often is in a good order.
const TREE: &str = "((7 9 8 9) (6 9 7 8) (5 8 9 6) (9 4 8 7) (6 3 9 8) (2 7 8 9))";
const INFINITE: i32 = i32::MAX;

/// A thread's work on one move of the root.
struct Work {
    thread: usize,
    /// The number of the move.
    mv: usize,
    start: usize,
    leaves: usize,
}

/// The value of a move, for who moves at the root, and how many leaves it takes with this alpha.
fn search(answers: &Tree, alpha: i32) -> (i32, usize) {
    let mut value = INFINITE;
    let mut leaves = 0;
    for mv in answers.legal_moves() {
        let leaf = answers.after(mv).estimate().as_centipawns();
        value = value.min(leaf.expect("leaves have points"));
        leaves += 1;
        if value <= alpha {
            break;
        }
    }
    (value, leaves)
}

/// Searches every move of the root, each leaf in one unit of time, on so many threads. The first so many moves are searched alone.
fn schedule(threads: usize, alone: usize) -> Vec<Work> {
    let root: Tree = TREE.parse().expect("the tree is well written");
    let mut free = vec![0; threads];
    // The values that are known, with the time from which on they are.
    let mut known: Vec<(usize, i32)> = Vec::new();
    let mut works = Vec::new();
    for (index, mv) in root.legal_moves().into_iter().enumerate() {
        if index == alone {
            let first_done = known.iter().map(|(time, _)| *time).max().unwrap_or(0);
            free.fill(first_done);
        }
        let workers = if index < alone { 1 } else { threads };
        let thread = (0..workers).min_by_key(|thread| free[*thread]).unwrap_or(0);
        let start = free[thread];
        let values = known.iter().filter(|(time, _)| *time <= start);
        let alpha = values.map(|(_, value)| *value).max().unwrap_or(-INFINITE);
        let (value, leaves) = search(&root.after(mv), alpha);
        free[thread] = start + leaves;
        known.push((free[thread], value));
        works.push(Work {
            thread,
            mv: index + 1,
            start,
            leaves,
        });
    }
    works
}

/// One thread, two at once, and two of which the second waits for the value of the first move.
pub(crate) fn young_brothers() -> Picture {
    let plans = [
        ("One thread", schedule(1, 0)),
        ("Two threads at once", schedule(2, 0)),
        ("Two threads, and young brothers wait", schedule(2, 1)),
    ];
    let (left, unit, row) = (76.0, 44.0, 30.0);
    let mut canvas = Canvas::default();
    let mut y = TOP;
    let mut longest = 0;
    for (name, works) in &plans {
        let end = works
            .iter()
            .map(|work| work.start + work.leaves)
            .max()
            .unwrap_or(0);
        let leaves: usize = works.iter().map(|work| work.leaves).sum();
        longest = longest.max(end);
        canvas.text(At(0.0, y + 4.0), "", name);
        let words = format!("{leaves} leaves in the time of {end}");
        canvas.end(At(left + unit * 15.0, y + 4.0), "note", words);
        let threads = works.iter().map(|work| work.thread + 1).max().unwrap_or(1);
        for thread in 0..threads {
            let top = y + 14.0 + row * number(thread);
            canvas.text(
                At(0.0, top + 18.0),
                "tick",
                format!("thread {}", thread + 1),
            );
            canvas.line(
                "grid",
                At(left, top + row - 2.0),
                At(left + unit * 15.0, top + row - 2.0),
            );
        }
        for work in works {
            let top = y + 14.0 + row * number(work.thread);
            for leaf in 0..work.leaves {
                let x = left + unit * number(work.start + leaf);
                let hue = format!("hue-{}", (work.mv - 1) % 6);
                canvas.frame(&hue, 2.0, At(x + 1.5, top), (unit - 3.0, row - 6.0));
                canvas.middle(At(x + unit / 2.0, top + 17.0), "", work.mv);
            }
        }
        y += 14.0 + row * number(threads) + 26.0;
    }
    let note = "Each box is a leaf, with the number of the move that it answers. A move that starts without alpha needs more leaves.";
    let width = left + unit * number(longest).max(15.0);
    canvas.picture((width, y), "Which thread searches what", note)
}
