//! Two threads on one tree: who searches which leaf, and when.

use plywood::document::plot::Picture;
use plywood::search::games::{Branch, Tree};
use plywood::search::{Event, FixedDepth, Observer, SearchState, Window};
use plywood::{AlphaBeta, Game, Limits, Score};

use crate::canvas::{At, Canvas, TOP, number};

/// Six moves with four answers each; the first move is the best one, as it often is in a good order.
const TREE: &str = "((7 9 8 9) (6 9 7 8) (5 8 9 6) (9 4 8 7) (6 3 9 8) (2 7 8 9))";

/// A thread's work on one move of the root.
struct Work {
    thread: usize,
    /// The number of the move.
    mv: usize,
    start: usize,
    leaves: usize,
}

impl Work {
    const fn end(&self) -> usize {
        self.start + self.leaves
    }
}

/// The value of a move, for who moves at the root, and how many leaves alpha-beta visits for it with this alpha.
fn value(tree: &Tree, mv: Branch, alpha: Score) -> (Score, usize) {
    #[derive(Default)]
    struct Leaves(usize);
    impl Observer<Branch> for Leaves {
        fn observe(&mut self, event: Event<'_, Branch>) {
            if let Event::Leaf(_) = event {
                self.0 += 1;
            }
        }
    }
    let window = Window::between(alpha, Score::HIGHEST);
    let mut leaves = Leaves::default();
    let mut state = SearchState::new(&Limits::none(), &mut leaves);
    let value = AlphaBeta::new(Tree::estimate).value(&tree.after(mv), 1, -window, &mut state);
    drop(state);
    (-value.expect("there are no limits"), leaves.0)
}

/// The time at which the threads begin.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    AtOnce,
    /// The others wait for the value of the first move.
    AfterFirstMove,
}

/// Each thread takes the next move with the alpha that is known by then, and every leaf takes one unit of time.
fn searched(threads: usize, others: Start) -> Vec<Work> {
    let tree: Tree = TREE.parse().expect("the tree is well written");
    let mut free = vec![0; threads];
    // The values that are known, with the time from which on they are.
    let mut known: Vec<(usize, Score)> = Vec::new();
    let mut works: Vec<Work> = Vec::new();
    for (mv, branch) in (1..).zip(tree.legal_moves()) {
        if mv == 2 && others == Start::AfterFirstMove {
            free.fill(works[0].end());
        }
        let first = (0..threads).min_by_key(|thread| free[*thread]);
        let thread = first.expect("there is a thread");
        let start = free[thread];
        let values = known.iter().filter(|(time, _)| *time <= start);
        let alpha = values.map(|(_, value)| *value).max();
        let (value, leaves) = value(&tree, branch, alpha.unwrap_or(Score::LOWEST));
        let work = Work {
            thread,
            mv,
            start,
            leaves,
        };
        free[thread] = work.end();
        known.push((work.end(), value));
        works.push(work);
    }
    works
}

/// One thread, two at once, and two of which the second waits for the value of the first move.
pub(crate) fn young_brothers() -> Picture {
    let plans = [
        ("One thread", searched(1, Start::AtOnce)),
        ("Two threads at once", searched(2, Start::AtOnce)),
        (
            "Two threads, and young brothers wait",
            searched(2, Start::AfterFirstMove),
        ),
    ];
    let (left, unit, row, wide) = (76.0, 44.0, 30.0, 15.0);
    let right = left + unit * wide;
    let mut canvas = Canvas::default();
    let mut y = TOP;
    for (name, works) in &plans {
        let end = works.iter().map(Work::end).max().unwrap_or(0);
        let leaves: usize = works.iter().map(|work| work.leaves).sum();
        canvas.text(At(0.0, y + 4.0), "", name);
        let words = format!("{leaves} leaves in the time of {end}");
        canvas.end(At(right, y + 4.0), "note", words);
        let threads = works.iter().map(|work| work.thread + 1).max().unwrap_or(1);
        for thread in 0..threads {
            let bottom = y + 14.0 + row * number(thread + 1);
            let name = format!("thread {}", thread + 1);
            canvas.text(At(0.0, bottom - 12.0), "tick", name);
            canvas.line("grid", At(left, bottom - 2.0), At(right, bottom - 2.0));
        }
        for work in works {
            let top = y + 14.0 + row * number(work.thread);
            for leaf in work.start..work.end() {
                let x = left + unit * number(leaf);
                let hue = format!("hue-{}", (work.mv - 1) % 6);
                canvas.frame(&hue, 2.0, At(x + 1.5, top), (unit - 3.0, row - 6.0));
                canvas.middle(At(x + unit / 2.0, top + 17.0), "", work.mv);
            }
        }
        y += 14.0 + row * number(threads) + 26.0;
    }
    let note = "Each box is a leaf, with the number of the move that it answers. A move that starts without alpha needs more leaves.";
    canvas.picture((right, y), "Which thread searches what", note)
}
