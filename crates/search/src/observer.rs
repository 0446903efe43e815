//! [`Observer`]: watching a search from outside.

use crate::stats::{Iteration, Progress};
use crate::window::Window;
use plywood_eval::Score;
use std::fmt;

/// Receives the events of a search. Every method does nothing unless overridden, and `()` is the observer that ignores all.
/// A pair of observers is an observer.
///
/// The calls for a node come in this order: perhaps a `purpose`, `down` (not for the root), `enter`, the same for each child that is
/// searched, perhaps a `leaf`, `table_hit`, `pruned`, `skipped` or `cutoff`, then `leave` or `abandon`. Every node that is entered
/// is left or abandoned, even if the search is stopped or has several threads. A node that is searched again is
/// left and entered once more.
///
/// A search asks [`is_silent`](Observer::is_silent) once, when it begins. For a silent observer an event costs one branch,
/// which the processor predicts.
///
/// ```
/// use plywood_search::games::{Branch, Tree};
/// use plywood_search::{AlphaBeta, Limits, Observer, Score, Strategy};
///
/// #[derive(Default)]
/// struct Leaves(Vec<String>);
///
/// impl Observer<Branch> for Leaves {
///     fn leaf(&mut self, score: Score) {
///         self.0.push(score.to_string());
///     }
/// }
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut leaves = Leaves::default();
/// AlphaBeta::new(Tree::estimate).search_observed(
///     &tree,
///     &Limits::depth(2),
///     &mut leaves,
/// );
/// assert_eq!(
///     leaves.0,
///     ["+0.03", "+0.12", "+0.08", "+0.02", "+0.14", "+0.05", "+0.02"]
/// );
/// ```
pub trait Observer<M> {
    /// Whether the observer ignores every event, so that a search need not report any.
    fn is_silent(&self) -> bool {
        false
    }

    /// How many plies of its tree a search is to report that visits millions of nodes in a second, the root being the first. Only the
    /// engine asks; the textbook searches report every node.
    fn plies(&self) -> u32 {
        0
    }

    /// The node entered next is not searched to try a move, but for a step of this name. If no move is made, it is the same position
    /// once more.
    fn purpose(&mut self, _step: &'static str) {}

    /// A move is made; the node it leads to is entered next.
    fn down(&mut self, _mv: M) {}

    /// The side to move passes; the node this leads to is entered next.
    fn pass(&mut self) {}

    /// A node is entered with this much depth left: the root, or the node the last move led to.
    fn enter(&mut self, _depth: u32, _window: Window) {}

    /// The node entered last has this score for its side to move: the game is over there, or it was evaluated.
    fn leaf(&mut self, _score: Score) {}

    /// The table had the score of the node entered last.
    fn table_hit(&mut self, _score: Score) {}

    /// The node entered last was pruned without looking at its moves, by a step of this name.
    fn pruned(&mut self, _step: &'static str) {}

    /// At the node entered last, this move is not searched: a step of this name skips it, perhaps with all that come after it.
    fn skipped(&mut self, _mv: M, _step: &'static str) {}

    /// This many nodes below the node entered last are not reported.
    fn unseen(&mut self, _nodes: u64) {}

    /// At the node entered last, the move of this index in the order tried cut off the rest of the `moves` moves.
    fn cutoff(&mut self, _index: usize, _moves: usize) {}

    /// The node entered last is left with this score for its side to move.
    fn leave(&mut self, _score: Score) {}

    /// The node entered last is left without a score: the search was stopped, or another thread cut off a node above.
    fn abandon(&mut self) {}

    /// A search that keeps its tree and does not visit it depth first shows it, parents before their children: again and again while it
    /// grows, and at its end.
    fn kept(&mut self, _nodes: &[KeptNode<M>]) {}

    /// How far an iteration has come that is not complete: a better line, a bound, the move that is searched, or only counts.
    fn progress(&mut self, _progress: &Progress<M>) {}

    /// An iteration of a deepening search is complete.
    fn iteration(&mut self, _iteration: &Iteration<M>) {}

    /// The type of the strategy whose provided method begins the search, to notice one that has no method of its own.
    #[doc(hidden)]
    fn asked_by(&self) -> Option<&'static str> {
        None
    }
}

/// The observer that ignores all, of a search that a provided method of a strategy of this type begins.
pub(crate) struct AskedBy(pub(crate) &'static str);

impl<M> Observer<M> for AskedBy {
    fn is_silent(&self) -> bool {
        true
    }

    fn asked_by(&self) -> Option<&'static str> {
        Some(self.0)
    }
}

/// A node of a tree that a search keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptNode<M> {
    /// The number of its parent in the list; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; `None` for the root.
    pub mv: Option<M>,
    /// What the search knows of it.
    pub known: Known,
}

/// What a search knows of a node that it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Known {
    /// So many games went through it, with so many points in a hundred games for the side that moved there.
    Games {
        /// The games.
        visits: u32,
        /// The points in a hundred.
        percent: u8,
    },
    /// So many leaves must at least be shown to be won to prove it, and not to be won to disprove it; `None` if no number would do.
    Proof {
        /// The leaves that prove it.
        proof: Option<u32>,
        /// The leaves that disprove it.
        disproof: Option<u32>,
    },
    /// A partial strategy in the queue of SSS* ends there.
    Queued {
        /// Its place in the queue; the search goes on with place 0.
        place: u32,
        /// The most that it can still be worth, from the root's view.
        merit: Score,
        /// Whether the node is solved, so that the merit is what it is worth in this strategy.
        is_solved: bool,
    },
    /// SSS* has gone on below it, or needs it no more.
    Extended,
}

impl Known {
    /// It in few signs, with scores as a game writes them: `97: 42 %`, `6 | 25`, `2. ≤ 12` of the second in the queue and `2. = 12` if
    /// that is solved.
    #[must_use]
    pub fn text(&self, score_text: impl Fn(Score) -> String) -> String {
        let finite =
            |number: Option<u32>| number.map_or_else(|| "∞".to_owned(), |it| it.to_string());
        match *self {
            Self::Games { visits, percent } => format!("{visits}: {percent} %"),
            Self::Proof { proof, disproof } => format!("{} | {}", finite(proof), finite(disproof)),
            Self::Queued {
                place,
                merit,
                is_solved,
            } => {
                let sign = if is_solved { '=' } else { '≤' };
                let most = if merit == Score::HIGHEST {
                    "+∞".to_owned()
                } else {
                    score_text(merit)
                };
                format!("{}. {sign} {most}", place + 1)
            }
            Self::Extended => String::new(),
        }
    }
}

impl<M> Observer<M> for () {
    fn is_silent(&self) -> bool {
        true
    }
}

/// The methods of an observer that passes every event on to others.
macro_rules! pass_on {
    ($self:ident to $($observer:expr),+) => {
        fn is_silent(&$self) -> bool {
            true $(&& $observer.is_silent())+
        }
        fn plies(&$self) -> u32 {
            [$($observer.plies()),+].into_iter().max().unwrap_or_default()
        }
        fn purpose(&mut $self, step: &'static str) {
            $($observer.purpose(step);)+
        }
        fn down(&mut $self, mv: M) {
            $($observer.down(mv);)+
        }
        fn pass(&mut $self) {
            $($observer.pass();)+
        }
        fn enter(&mut $self, depth: u32, window: Window) {
            $($observer.enter(depth, window);)+
        }
        fn leaf(&mut $self, score: Score) {
            $($observer.leaf(score);)+
        }
        fn table_hit(&mut $self, score: Score) {
            $($observer.table_hit(score);)+
        }
        fn pruned(&mut $self, step: &'static str) {
            $($observer.pruned(step);)+
        }
        fn skipped(&mut $self, mv: M, step: &'static str) {
            $($observer.skipped(mv, step);)+
        }
        fn unseen(&mut $self, nodes: u64) {
            $($observer.unseen(nodes);)+
        }
        fn cutoff(&mut $self, index: usize, moves: usize) {
            $($observer.cutoff(index, moves);)+
        }
        fn leave(&mut $self, score: Score) {
            $($observer.leave(score);)+
        }
        fn abandon(&mut $self) {
            $($observer.abandon();)+
        }
        fn kept(&mut $self, nodes: &[KeptNode<M>]) {
            $($observer.kept(nodes);)+
        }
        fn progress(&mut $self, progress: &Progress<M>) {
            $($observer.progress(progress);)+
        }
        fn iteration(&mut $self, iteration: &Iteration<M>) {
            $($observer.iteration(iteration);)+
        }
    };
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    pass_on!(self to self.0, self.1);
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    pass_on!(self to (**self));
}

/// What happens at a node between entering and leaving it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
    Leaf(Score),
    TableHit(Score),
    Pruned(&'static str),
    Cutoff(usize, usize),
}

/// How a search comes from a node to the next.
#[derive(Debug, Clone, Copy)]
enum Step<M> {
    Move(M),
    /// A null move, for a step of this name.
    Pass(&'static str),
}

/// An observer and the path of the search, so that every node that is entered is left or abandoned, once.
pub(crate) struct Watch<'a, M> {
    observer: &'a mut dyn Observer<M>,
    /// The steps from the root to the node the search is at.
    path: Vec<Step<M>>,
    /// How many nodes were entered and not left. If the last move was made and its node not yet entered, this is the
    /// length of the path, and otherwise one more.
    open: usize,
    /// A strategy visits nodes out of order, and they are not reported.
    is_paused: bool,
}

impl<'a, M: Copy> Watch<'a, M> {
    pub(crate) fn new(observer: &'a mut dyn Observer<M>) -> Self {
        Self {
            observer,
            path: Vec::new(),
            open: 0,
            is_paused: false,
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn down(&mut self, mv: M) {
        if !self.is_paused {
            self.path.push(Step::Move(mv));
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn pass(&mut self, step: &'static str) {
        if !self.is_paused {
            self.path.push(Step::Pass(step));
        }
    }

    /// A move and the node it leads to are reported together, so no move stays without a node when the
    /// search is stopped in between.
    #[cold]
    #[inline(never)]
    pub(crate) fn enter(&mut self, depth: u32, window: Window) {
        if self.is_paused {
            return;
        }
        debug_assert_eq!(
            self.open,
            self.path.len(),
            "a node is left before it is entered again"
        );
        match self.path.last() {
            Some(&Step::Move(mv)) => self.observer.down(mv),
            Some(&Step::Pass(step)) => {
                self.observer.purpose(step);
                self.observer.pass();
            }
            None => {}
        }
        self.observer.enter(depth, window);
        self.open += 1;
    }

    /// Reports an event of the node the search is at, if that node was reported; of nodes visited out of
    /// order below a root that was not entered, only leaves are reported.
    #[cold]
    #[inline(never)]
    pub(crate) fn at_node(&mut self, event: Event) {
        let is_entered = !self.is_paused && self.open > self.path.len();
        match event {
            Event::Leaf(score) if is_entered || self.open == 0 => self.observer.leaf(score),
            Event::TableHit(score) if is_entered => self.observer.table_hit(score),
            Event::Pruned(step) if is_entered => self.observer.pruned(step),
            Event::Cutoff(index, moves) if is_entered => self.observer.cutoff(index, moves),
            Event::Leaf(_) | Event::TableHit(_) | Event::Pruned(_) | Event::Cutoff(..) => (),
        }
    }

    /// A move of the node the search is at is skipped.
    #[cold]
    #[inline(never)]
    pub(crate) fn skipped(&mut self, mv: M, step: &'static str) {
        if !self.is_paused && self.open > self.path.len() {
            self.observer.skipped(mv, step);
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn leave(&mut self, score: Score) {
        if !self.is_paused && self.open > self.path.len() {
            self.open -= 1;
            self.observer.leave(score);
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn up(&mut self, score: Score) {
        if !self.is_paused {
            self.leave(score);
            self.path.pop();
        }
    }

    pub(crate) fn pause(&mut self) {
        self.is_paused = true;
    }

    /// Abandons every node below this ply.
    pub(crate) fn unwind_to(&mut self, ply: u32) {
        let ply = ply as usize;
        for _ in ply + 1..self.open {
            self.observer.abandon();
        }
        self.open = self.open.min(ply + 1);
        self.path.truncate(ply);
        self.is_paused = false;
    }

    pub(crate) fn kept(&mut self, nodes: &[KeptNode<M>]) {
        self.observer.kept(nodes);
    }

    pub(crate) fn iteration(&mut self, iteration: &Iteration<M>) {
        self.observer.iteration(iteration);
    }
}

/// When a search ends, the nodes that are still open are abandoned.
impl<M> Drop for Watch<'_, M> {
    fn drop(&mut self) {
        for _ in 0..self.open {
            self.observer.abandon();
        }
    }
}

impl<M> fmt::Debug for Watch<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("open", &self.open)
            .finish_non_exhaustive()
    }
}
