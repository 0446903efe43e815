//! Two threads on one tree: who searches which leaf, and when.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, ThreadId};

use plywood::report::plot::Picture;
use plywood::search::games::{Branch, Tree};
use plywood::search::{Ending, FixedDepth, Keyed, Observer, SearchState, Window};
use plywood::{
    AlphaBeta, Game, Limits, Parallel, PrincipalVariationSearch, Score, Strategy, Transpositions,
};

use crate::canvas::{At, Canvas, TOP, number};

/// Six moves with four answers each; the first move is the best one, as it often is in a good order.
const TREE: &str = "((7 9 8 9) (6 9 7 8) (5 8 9 6) (9 4 8 7) (6 3 9 8) (2 7 8 9))";
const MOVES: usize = 6;

/// A thread's work on one move of the root.
struct Work {
    thread: usize,
    /// The number of the move.
    mv: usize,
    start: usize,
    leaves: usize,
}

/// A written tree in which every leaf takes one unit of a time of its own, so that a search with several threads takes the same course
/// on every machine.
#[derive(Clone)]
struct Timed {
    tree: Tree,
    /// The move of the root that leads here, from 1.
    mv: usize,
    clock: Arc<Clock>,
}

impl Game for Timed {
    type Move = Branch;
    type Moves = Vec<Branch>;

    fn legal_moves(&self) -> Vec<Branch> {
        self.tree.legal_moves()
    }

    fn after(&self, mv: Branch) -> Self {
        let place = || {
            self.tree
                .legal_moves()
                .iter()
                .position(|&other| other == mv)
        };
        Self {
            tree: self.tree.after(mv),
            mv: if self.mv == 0 {
                place().map_or(0, |place| place + 1)
            } else {
                self.mv
            },
            clock: Arc::clone(&self.clock),
        }
    }

    fn ending(&self, moves: &[Branch]) -> Option<Ending> {
        self.tree.ending(moves)
    }

    /// The search asks this where its depth ends: at the leaves.
    fn ending_at_leaf(&self) -> Option<Ending> {
        self.clock.leaf(self.mv);
        self.tree.ending_at_leaf()
    }
}

impl Keyed for Timed {
    fn key(&self) -> u64 {
        self.tree.key()
    }

    fn move_code(mv: Branch) -> u16 {
        Tree::move_code(mv)
    }
}

/// Lets threads go on in turns, the one that has used the least time first, and keeps what each has done.
struct Clock {
    threads: usize,
    course: Mutex<Course>,
    turn: Condvar,
}

#[derive(Default)]
struct Course {
    works: Vec<Work>,
    /// Who works on each move.
    by: BTreeMap<usize, ThreadId>,
    /// The threads that wait at a leaf: the time that each has used, and its move.
    waiting: BTreeMap<(usize, usize), ThreadId>,
}

impl Course {
    /// The time that a thread has used. Those that help begin when the first move is known.
    fn time(&self, thread: ThreadId) -> usize {
        let own = self.works.iter().filter(|work| self.by[&work.mv] == thread);
        let first = self.works.iter().filter(|work| work.mv == 1);
        own.chain(first)
            .map(|work| work.start + work.leaves)
            .max()
            .unwrap_or(0)
    }
}

impl Clock {
    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().expect("no thread panics")
    }

    /// A thread is at a leaf below this move, and goes on when it is its turn.
    fn leaf(&self, mv: usize) {
        let thread = thread::current().id();
        let mut course = self.course();
        let time = course.time(thread);
        course.by.insert(mv, thread);
        match course.works.iter().position(|work| work.mv == mv) {
            Some(place) => course.works[place].leaves += 1,
            None => course.works.push(Work {
                thread: 0,
                mv,
                start: time,
                leaves: 1,
            }),
        }
        let turn = (time, mv);
        course.waiting.insert(turn, thread);
        self.turn.notify_all();
        // The first move is searched alone. When a thread has taken the last one, nobody waits for another move.
        let is_free = |course: &mut Course| {
            let is_alone = mv == 1 || course.works.len() == MOVES;
            let is_first =
                course.waiting.len() == self.threads && course.waiting.keys().next() == Some(&turn);
            is_alone || is_first
        };
        let mut course = self
            .turn
            .wait_while(course, |course| !is_free(course))
            .expect("no thread panics");
        course.waiting.remove(&turn);
    }
}

/// What the library's parallel search does with so many threads.
fn searched(threads: usize) -> Vec<Work> {
    let clock = Arc::new(Clock {
        threads,
        course: Mutex::default(),
        turn: Condvar::new(),
    });
    let root = Timed {
        tree: tree(),
        mv: 0,
        clock: Arc::clone(&clock),
    };
    let inner = PrincipalVariationSearch::new(|timed: &Timed| timed.tree.estimate());
    let mut search = Parallel::new(inner.table(Transpositions::exact(1)), threads).split_depth(2);
    search.search(&root, &Limits::depth(2));
    let mut course = clock.course();
    // It is a matter of chance which thread takes the second move; the one that does is drawn first.
    let first = course.by[&2];
    let thread_of = |mv| usize::from(mv > 1 && course.by[&mv] != first);
    let threads: Vec<usize> = course.works.iter().map(|work| thread_of(work.mv)).collect();
    for (work, thread) in course.works.iter_mut().zip(threads) {
        work.thread = thread;
    }
    std::mem::take(&mut course.works)
}

fn tree() -> Tree {
    TREE.parse().expect("the tree is well written")
}

/// The value of a move, for who moves at the root, and how many leaves alpha-beta visits for it with this alpha.
fn value(mv: Branch, alpha: Score) -> (Score, usize) {
    #[derive(Default)]
    struct Leaves(usize);
    impl Observer<Branch> for Leaves {
        fn leaf(&mut self, _score: Score) {
            self.0 += 1;
        }
    }
    let window = Window::new(alpha, Score::HIGHEST).expect("no move wins at once");
    let mut leaves = Leaves::default();
    let mut state = SearchState::new(&Limits::none(), &mut leaves);
    let value = AlphaBeta::new(Tree::estimate).value(&tree().after(mv), 1, -window, &mut state);
    drop(state);
    (-value.expect("there are no limits"), leaves.0)
}

/// Two threads that wait for nothing: each takes the next move with the alpha that is known by then.
fn at_once() -> Vec<Work> {
    let mut free = [0, 0];
    // The values that are known, with the time from which on they are.
    let mut known: Vec<(usize, Score)> = Vec::new();
    let mut works = Vec::new();
    for (mv, branch) in (1..).zip(tree().legal_moves()) {
        let thread = usize::from(free[1] < free[0]);
        let start = free[thread];
        let values = known.iter().filter(|(time, _)| *time <= start);
        let alpha = values
            .map(|(_, value)| *value)
            .max()
            .unwrap_or(Score::LOWEST);
        let (value, leaves) = value(branch, alpha);
        free[thread] = start + leaves;
        known.push((free[thread], value));
        works.push(Work {
            thread,
            mv,
            start,
            leaves,
        });
    }
    works
}

/// One thread, two at once, and two of which the second waits for the value of the first move.
pub(crate) fn young_brothers() -> Picture {
    let plans = [
        ("One thread", searched(1)),
        ("Two threads at once", at_once()),
        ("Two threads, and young brothers wait", searched(2)),
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
