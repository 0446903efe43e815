//! [`Observer`]: watches a search from outside, [`Event`] by event.

use crate::stats::{Iteration, Progress};
use crate::window::Window;
use plywood_eval::Score;
use std::fmt;

/// Receives the [events](Event) of a search. `()` ignores all events, and a pair of observers is an observer.
///
/// ```
/// use plywood_search::games::{Branch, Tree};
/// use plywood_search::{AlphaBeta, Event, Limits, Observer, Score, Strategy};
///
/// #[derive(Default)]
/// struct Leaves(Vec<String>);
///
/// impl Observer<Branch> for Leaves {
///     fn observe(&mut self, event: Event<'_, Branch>) {
///         if let Event::Leaf(score) = event {
///             self.0.push(score.to_string());
///         }
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
    /// Receives an event.
    fn observe(&mut self, event: Event<'_, M>);

    /// Returns `true` if the observer ignores every event, so that a search need not report any.
    ///
    /// A search asks once, when it begins. For a silent observer an event costs one branch, which the processor predicts.
    fn is_silent(&self) -> bool {
        false
    }

    /// Returns the plies, counted from the root, to report from a fast search. Only the engine, which visits millions of nodes per second,
    /// uses this; the textbook searches report every node.
    fn plies(&self) -> u32 {
        0
    }

    /// Returns the type of the strategy whose default method starts the search, to detect one that implements neither method.
    #[doc(hidden)]
    fn asked_by(&self) -> Option<&'static str> {
        None
    }
}

/// The silent observer of a search started by the default method of a strategy of this type.
pub(crate) struct AskedBy(pub(crate) &'static str);

impl<M> Observer<M> for AskedBy {
    fn observe(&mut self, _: Event<'_, M>) {}

    fn is_silent(&self) -> bool {
        true
    }

    fn asked_by(&self) -> Option<&'static str> {
        Some(self.0)
    }
}

/// An event of a search.
///
/// The events of a node come in this order: `Enter`, the events of each child searched, perhaps a `Leaf`, `TableHit`, `Pruned`, `Skipped` or `Cutoff`, then `Leave` or `Abandon`. Every entered node is left or
/// abandoned, even if the search is stopped or has several threads. A node that is searched again is left and entered again.
///
/// ```
/// use plywood_search::games::{Column, ConnectFour};
/// use plywood_search::{AlphaBeta, Event, LateMovePruning, Limits, Observer};
///
/// /// Counts the moves that each step skips.
/// #[derive(Default)]
/// struct Skips(Vec<&'static str>);
///
/// impl Observer<Column> for Skips {
///     fn observe(&mut self, event: Event<'_, Column>) {
///         if let Event::Skipped { step, .. } = event {
///             self.0.push(step);
///         }
///     }
/// }
/// let mut skips = Skips::default();
/// let mut search = AlphaBeta::new(ConnectFour::estimate).selectivity(LateMovePruning::after(1));
/// search.search_observed(&ConnectFour::new(), &Limits::depth(3), &mut skips);
/// assert!(!skips.0.is_empty() && skips.0.iter().all(|step| *step == "late-move-pruning"));
/// ```
///
/// Observers that show every event match without `_`, so that a new event fails to compile until they handle it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event<'a, M> {
    /// A node is entered.
    Enter {
        /// The step that led to it; `None` for the root, and for a search of the current node again.
        arrival: Option<Arrival<M>>,
        /// The step of the search for which it is searched, unless it is to try the move.
        purpose: Option<&'static str>,
        /// The depth left.
        depth: u32,
        /// The window, from its side to move's point of view.
        window: Window,
    },
    /// The current node has this score for its side to move: the game is over there, or it was evaluated.
    Leaf(Score),
    /// The table had the score of the current node.
    TableHit(Score),
    /// The current node was pruned by a step with this name, without searching its moves.
    Pruned(&'static str),
    /// A step skips a move of the current node, and perhaps all moves after it.
    Skipped {
        /// The move.
        mv: M,
        /// The name of the step.
        step: &'static str,
    },
    /// This many nodes below the current node are not reported.
    Unseen(u64),
    /// At the current node, a move cut off the rest.
    Cutoff {
        /// The index of the move, in the order tried.
        index: usize,
        /// The number of moves.
        moves: usize,
    },
    /// The current node is left with this score for its side to move.
    Leave(Score),
    /// The current node is left without a score: the search was stopped, or another thread cut off a node above.
    Abandon,
    /// The tree of a search that keeps it in memory instead of going depth first, parents before their children. The search reports it
    /// again and again as it grows, and once at the end.
    Kept(&'a [KeptNode<M>]),
    /// The state of an unfinished iteration: a better line, a bound, the move being searched, or only counts.
    Progress(&'a Progress<M>),
    /// An iteration of a deepening search is complete.
    Iteration(&'a Iteration<M>),
}

/// The step that leads to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival<M> {
    /// A move.
    Move(M),
    /// A pass, which not every game has as a move.
    Pass,
    /// An outcome of chance, with its weight. The side to move stays the same.
    Outcome(M, u32),
}

/// A node of a tree that a search keeps in memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeptNode<M> {
    /// The number of its parent in the list; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; `None` for the root.
    pub mv: Option<M>,
    /// The search's data on it.
    pub known: Known,
}

/// A search's data on a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known {
    /// Monte Carlo search: the games played through the node.
    Games {
        /// The number of games.
        visits: u32,
        /// The sum of their results, each from 0 to 1, for the side that moved to this node.
        points: f64,
    },
    /// Best-first search: the value that was backed up to the node.
    Valued {
        /// The number of rounds through the node.
        visits: u32,
        /// The value for the side that moved to this node, with wins and losses counted from the node.
        score: Score,
        /// `true` if the value is proven.
        is_proven: bool,
    },
    /// Proof-number search: the numbers of the node.
    Proof {
        /// The fewest leaves that must still be proven won to prove the node; `None` if it cannot be proven.
        proof: Option<u32>,
        /// The fewest leaves that must still be proven not won to disprove it; `None` if it cannot be disproven.
        disproof: Option<u32>,
    },
    /// SSS*: a partial strategy in the queue ends at the node.
    Queued {
        /// Its place in the queue; the search continues with place 0.
        place: u32,
        /// The most it can still be worth, from the root's point of view.
        merit: Score,
        /// `true` if the node is solved, so that the merit is its value in this strategy.
        is_solved: bool,
    },
    /// SSS* has continued below the node, or no longer needs it.
    Extended,
}

impl Known {
    /// Returns the kind of information in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games { .. } => "games",
            Self::Valued {
                is_proven: false, ..
            } => "valued",
            Self::Valued {
                is_proven: true, ..
            } => "proven",
            Self::Proof { .. } => "proof",
            Self::Queued { .. } => "queued",
            Self::Extended => "extended",
        }
    }

    /// Returns the information in short, with scores in the game's notation: `97: 42 %`, `97: = #2` if that is proven, `6 | 25`, `2. ≤ 12` for the second in the queue,
    /// and `2. = 12` if it is solved.
    #[must_use]
    pub fn text(&self, score_text: impl Fn(Score) -> String) -> String {
        let finite =
            |number: Option<u32>| number.map_or_else(|| "∞".to_owned(), |it| it.to_string());
        match *self {
            Self::Games { visits, points } => {
                let share = points / f64::from(visits.max(1));
                format!("{visits}: {:.0} %", (100.0 * share).round())
            }
            Self::Valued {
                visits,
                score,
                is_proven,
            } => {
                let sign = if is_proven { "= " } else { "" };
                format!("{visits}: {sign}{}", score_text(score))
            }
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
    fn observe(&mut self, _: Event<'_, M>) {}

    fn is_silent(&self) -> bool {
        true
    }
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    fn observe(&mut self, event: Event<'_, M>) {
        self.0.observe(event);
        self.1.observe(event);
    }

    fn is_silent(&self) -> bool {
        self.0.is_silent() && self.1.is_silent()
    }

    fn plies(&self) -> u32 {
        self.0.plies().max(self.1.plies())
    }
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    fn observe(&mut self, event: Event<'_, M>) {
        (**self).observe(event);
    }

    fn is_silent(&self) -> bool {
        (**self).is_silent()
    }

    fn plies(&self) -> u32 {
        (**self).plies()
    }
}

/// An observer and the path of the search, which ensure that every entered node is left or abandoned, once.
pub(crate) struct Watch<'a, M> {
    observer: &'a mut dyn Observer<M>,
    /// The steps from the root to the node the search is at, and the purpose of each.
    path: Vec<(Option<Arrival<M>>, Option<&'static str>)>,
    /// The number of nodes entered and not left. It is the length of the path if the last move was made and its node not yet entered, and
    /// otherwise one more.
    open: usize,
    /// `true` while a strategy visits nodes out of order, which are not reported.
    is_paused: bool,
    /// The window of the last search of the root.
    root_window: Window,
}

impl<'a, M: Copy> Watch<'a, M> {
    pub(crate) fn new(observer: &'a mut dyn Observer<M>) -> Self {
        Self {
            observer,
            path: Vec::new(),
            open: 0,
            is_paused: false,
            root_window: Window::OPEN,
        }
    }

    /// Returns the window of the last search of the root.
    pub(crate) const fn root_window(&self) -> Window {
        self.root_window
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn down(&mut self, arrival: Option<Arrival<M>>, purpose: Option<&'static str>) {
        if !self.is_paused {
            self.path.push((arrival, purpose));
        }
    }

    /// Reports a move and the node it leads to together, so no move is left without a node when the search is stopped in between.
    #[cold]
    #[inline(never)]
    pub(crate) fn enter(&mut self, depth: u32, window: Window) {
        if self.is_paused {
            return;
        }
        debug_assert_eq!(
            self.open,
            self.path.len(),
            "a node is entered twice: each `up` needs a `down` before it"
        );
        if self.path.is_empty() {
            self.root_window = window;
        }
        let (arrival, purpose) = self.path.last().copied().unwrap_or_default();
        self.observer.observe(Event::Enter {
            arrival,
            purpose,
            depth,
            window,
        });
        self.open += 1;
    }

    /// Reports an event of the current node, if that node was reported; for nodes visited out of order below a root that was not entered,
    /// only leaves are reported.
    #[cold]
    #[inline(never)]
    pub(crate) fn at_node(&mut self, event: Event<'_, M>) {
        let is_entered = !self.is_paused && self.open > self.path.len();
        if is_entered || (self.open == 0 && matches!(event, Event::Leaf(_))) {
            self.observer.observe(event);
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn leave(&mut self, score: Score) {
        if !self.is_paused && self.open > self.path.len() {
            self.open -= 1;
            self.observer.observe(Event::Leave(score));
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

    #[cold]
    #[inline(never)]
    pub(crate) fn unroll(&mut self, score: Option<Score>) {
        match score {
            Some(score) => self.up(score),
            None if self.is_paused => {}
            None => {
                self.open -= 1;
                self.observer.observe(Event::Abandon);
                self.path.pop();
            }
        }
    }

    /// Leaves out a node that is visited out of order, and what follows it.
    pub(crate) fn pause(&mut self) {
        self.is_paused = true;
        if self.open > 0 {
            self.observer.observe(Event::Unseen(1));
        }
    }

    /// Abandons every node below this ply.
    pub(crate) fn unwind_to(&mut self, ply: u32) {
        let ply = ply as usize;
        for _ in ply + 1..self.open {
            self.observer.observe(Event::Abandon);
        }
        self.open = self.open.min(ply + 1);
        self.path.truncate(ply);
        self.is_paused = false;
    }

    pub(crate) fn kept(&mut self, nodes: &[KeptNode<M>]) {
        self.observer.observe(Event::Kept(nodes));
    }

    pub(crate) fn progress(&mut self, progress: &Progress<M>) {
        self.observer.observe(Event::Progress(progress));
    }

    pub(crate) fn iteration(&mut self, iteration: &Iteration<M>) {
        self.observer.observe(Event::Iteration(iteration));
    }
}

/// When a search ends, the nodes that are still open are abandoned.
impl<M> Drop for Watch<'_, M> {
    fn drop(&mut self) {
        for _ in 0..self.open {
            self.observer.observe(Event::Abandon);
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
