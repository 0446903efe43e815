//! [`TreeCheck`]: verifies each node of a search from the search's events.

mod coverage;
mod rule;
mod known;
mod following;

use crate::observer::{Arrival, Event, Observer};
use crate::window::{Bound, Window};
pub use coverage::{Coverage, Property};
use known::{Entry, Known, Range};
use plywood_eval::Score;
pub use rule::{Contradiction, Rule};
use std::mem::take;
use std::ops::Neg;

/// Verifies each node of a search from the search's events, for any depth-first search of any game.
///
/// **Idea.** A score and its window make a claim: at or above beta the value is at least the score, at or below alpha at most, and between
/// them it is the score. What a node claims must follow from what its children, its leaf or the table have shown. That covers fail-hard and
/// fail-soft searches, null windows, second searches and drivers.
///
/// It is an [`Observer`]; [`verdict`](Self::verdict) is the first contradiction, or what was covered. The reader of another program's log
/// calls [`enter`](Self::enter), [`leave`](Self::leave) and the methods between them. What such a log doesn't say isn't verified, and the
/// [`Coverage`] says so.
///
/// **Cost.** Memory for the current path and its moves, and for each key one entry per depth.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Expected, Limits, Property, TreeCheck};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let mut check = TreeCheck::new(Expected::EXACT);
/// AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut check);
/// let coverage = check.verdict().unwrap();
/// assert_eq!((coverage.of(Property::Leaves), coverage.of(Property::Cutoffs)), (7, 2));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
///
/// A node that returns 17 above a single child worth 5:
///
/// ```
/// use plywood_search::{Arrival, Entered, Expected, LeafKind, Rule, Score, TreeCheck, Window};
///
/// let entered = |arrival| Entered { arrival, ..Entered::in_window(Window::OPEN) };
/// let mut check = TreeCheck::new(Expected::EXACT);
/// check.enter(entered(None))?;
/// check.enter(entered(Some(Arrival::Move(1))))?;
/// check.leaf(Score::centipawns(-5), LeafKind::Unknown)?;
/// check.leave(Score::centipawns(-5), None)?;
/// let error = check.leave(Score::centipawns(17), None).unwrap_err();
/// assert_eq!((error.event, error.rule), (5, Rule::Reached));
/// # Ok::<(), plywood_search::Contradiction<i32>>(())
/// ```
#[derive(Debug, Clone)]
pub struct TreeCheck<M> {
    expected: Expected,
    path: Vec<Frame<M>>,
    /// The moves of the nodes on the path, each node's after its parent's.
    tried: Vec<Tried<M>>,
    known: Known,
    /// The moves of the root, and its depth.
    root: (Option<u32>, Vec<Tried<M>>),
    event: u64,
    coverage: Coverage,
    broken: Option<Contradiction<M>>,
}

/// The expected properties of a search.
#[derive(Debug, Clone, Copy)]
pub struct Expected {
    /// The relation of its values to minimax's.
    pub promise: Promise,
    /// The contents of its table before the first event.
    pub table: TableStart,
    /// `true` if the table may answer with the result of a deeper search.
    pub reuses_deeper: bool,
    /// `true` if other threads search as well, whose events are missing.
    pub has_threads: bool,
    /// `true` if a node below the horizon may be worth less than its evaluation.
    pub has_any_horizon: bool,
    /// The notation of scores, as in [`Game::score_text`](crate::Game::score_text).
    pub score_text: fn(Score) -> String,
}

/// The relation of a search's values to minimax's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Promise {
    /// They are the same.
    Exact,
    /// They differ, since the search reduces, extends, skips or prunes, and says where.
    Selective,
}

/// The contents of a table before the first event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableStart {
    /// There is no table.
    NoTable,
    /// Nothing.
    Empty,
    /// Unknown results, so an answer that the events don't explain may be right.
    Unknown,
}

impl Expected {
    /// A search that leaves nothing out.
    pub const EXACT: Self = Self {
        promise: Promise::Exact,
        table: TableStart::Unknown,
        reuses_deeper: false,
        has_threads: false,
        has_any_horizon: false,
        score_text: |score| score.to_string(),
    };

    /// A search that may leave something out, and whose table may answer with deeper results.
    pub const SELECTIVE: Self = Self {
        promise: Promise::Selective,
        reuses_deeper: true,
        ..Self::EXACT
    };
}

/// A node that is entered. What isn't known is `None`, and what depends on it isn't verified.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entered<M> {
    /// The move that leads to it. The root has none, nor has a node that is searched again for a step.
    pub arrival: Option<Arrival<M>>,
    /// The step for which it is searched.
    pub purpose: Option<&'static str>,
    /// The depth left.
    pub depth: Option<u32>,
    /// The window, from its side to move's point of view.
    pub window: Option<Window>,
    /// The key of its position.
    pub key: Option<u64>,
    /// The number of its legal moves.
    pub moves: Option<usize>,
}

impl<M> Entered<M> {
    /// Makes a root with this window, about which nothing else is known.
    #[must_use]
    pub const fn in_window(window: Window) -> Self {
        Self {
            arrival: None,
            purpose: None,
            depth: None,
            window: Some(window),
            key: None,
            moves: None,
        }
    }

    /// Returns `true` if the node is searched to try a move.
    const fn is_try(&self) -> bool {
        self.purpose.is_none() && matches!(self.arrival, Some(Arrival::Move(_)))
    }

    const fn is_outcome(&self) -> bool {
        matches!(self.arrival, Some(Arrival::Outcome(..)))
    }
}

/// The origin of a leaf's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeafKind {
    /// The evaluator.
    Evaluated,
    /// The end of the game.
    Over,
    /// A repetition, which depends on the path.
    Repeated,
    /// One of these.
    Unknown,
}

/// A result that a table stores, or with which it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// The score, with wins and losses counted from the root.
    pub score: Score,
    /// Its relation to the value; by default that of the node's window.
    pub bound: Option<Bound>,
    /// The depth of the search that found it.
    pub depth: Option<u32>,
}

impl From<Score> for Stored {
    fn from(score: Score) -> Self {
        Self {
            score,
            bound: None,
            depth: None,
        }
    }
}

/// A node on the path.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that doesn't depend on the others"
)]
struct Frame<M> {
    entered: Entered<M>,
    window: Window,
    /// The event that entered it.
    event: u64,
    ply: u32,
    /// The index of its first tried move.
    first: usize,
    /// The index of the move that was left last.
    last: Option<usize>,
    /// Its leaf's score, which is its evaluation if moves follow.
    leaf: Option<Score>,
    /// What the table has shown.
    table: Option<Range>,
    pruned_by: Option<&'static str>,
    /// The last search for a step.
    step: Option<StepSearch>,
    /// The best that one of its moves is sure to reach.
    best: Score,
    /// The depth of its moves, unless they are reduced.
    full_depth: Option<u32>,
    skipped: u64,
    is_cut: bool,
    /// `true` if it waits for chance: the mean of its outcomes isn't verified.
    is_chance: bool,
    /// `true` if the events may lack evidence.
    is_partial: bool,
    has_repetition: bool,
    /// `true` if no depth limited it.
    is_complete: Option<bool>,
}

impl<M> Frame<M> {
    /// Returns the evaluation of a node below the horizon, which its side to move may take instead of a move.
    fn standing_pat(&self) -> Option<Score> {
        let depth = self.entered.depth;
        self.leaf.filter(|_| depth.is_none_or(|depth| depth == 0))
    }

    fn limit(&mut self, is_complete: Option<bool>) {
        self.is_complete = match (self.is_complete, is_complete) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (None, _) | (_, None) => None,
            (Some(true), Some(true)) => Some(true),
        };
    }
}

/// A search for a step.
#[derive(Debug, Clone, Copy)]
struct StepSearch {
    name: &'static str,
    range: Range,
    event: u64,
    /// What it has shown of the node that it searched again.
    again: Option<Entry>,
}

/// A move that was searched, from the point of view of the side that made it.
#[derive(Debug, Clone, Copy)]
struct Tried<M> {
    mv: M,
    depth: Option<u32>,
    range: Range,
    is_reduced: bool,
    event: u64,
}

impl<M> Tried<M> {
    /// Returns the score that the move is sure to reach; a reduced search proves nothing.
    fn sure(&self) -> Score {
        if self.is_reduced {
            Score::LOWEST
        } else {
            self.range.lower
        }
    }
}

type Checked<M> = Result<(), Contradiction<M>>;

impl<M: Copy + Eq> TreeCheck<M> {
    /// Makes a check of a search with these properties.
    #[must_use]
    pub fn new(expected: Expected) -> Self {
        Self {
            expected,
            path: Vec::new(),
            tried: Vec::new(),
            known: Known::default(),
            root: (None, Vec::new()),
            event: 0,
            coverage: Coverage::default(),
            broken: None,
        }
    }

    /// Numbers the next event, such as by its line in a file. By default events are counted.
    pub fn at(&mut self, event: u64) {
        self.event = event.saturating_sub(1);
    }

    /// Returns the numbers of verified properties so far.
    #[must_use]
    pub const fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Returns the first contradiction found as an observer, or the coverage. Nodes that were not left count as not verified.
    ///
    /// # Errors
    /// The first [`Contradiction`].
    pub fn verdict(mut self) -> Result<Coverage, Contradiction<M>> {
        self.coverage
            .unverified(Property::Values, self.path.len() as u64);
        self.broken.map_or(Ok(self.coverage), Err)
    }

    /// Prepares for a search from another root, with the same table.
    pub(crate) fn begin(&mut self) {
        self.root = (None, Vec::new());
    }

    pub(crate) const fn promise(&self) -> Promise {
        self.expected.promise
    }

    /// Verifies what a closure reports, unless a contradiction was found.
    pub(crate) fn record(&mut self, event: impl FnOnce(&mut Self) -> Checked<M>) {
        if self.broken.is_none() {
            self.broken = event(self).err();
        }
    }

    /// Takes note of a contradiction that only the rules of the game show.
    pub(crate) fn note(&mut self, rule: Rule, said: &str, shown: &str) {
        self.record(|check| Err(check.broken(rule, said, shown)));
    }

    /// Returns what was covered and found since the last time.
    pub(crate) fn take(&mut self) -> (Coverage, Option<Contradiction<M>>) {
        (take(&mut self.coverage), self.broken.take())
    }

    /// Verifies an event of a search. What happens outside of the nodes is ignored.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn check(&mut self, event: Event<'_, M>) -> Checked<M> {
        match event {
            Event::Enter {
                arrival,
                purpose,
                depth,
                window,
            } => {
                return self.enter(Entered {
                    arrival,
                    purpose,
                    depth: Some(depth),
                    ..Entered::in_window(window)
                });
            }
            // A best-first search evaluates positions outside of any node.
            Event::Leaf(_) if self.path.is_empty() => {}
            Event::Leaf(score) => return self.leaf(score, LeafKind::Unknown),
            Event::TableHit(score) => return self.answered(score.into()),
            Event::Pruned(step) => return self.pruned(step),
            Event::Skipped { .. } => return self.skipped(),
            Event::Unseen(_) => return self.unseen(),
            Event::Cutoff { index, .. } => return self.cutoff(Some(index + 1)),
            Event::Leave(score) => return self.leave(score, None),
            Event::Abandon => return self.abandon(),
            Event::Iteration(iteration) => return self.iteration(iteration),
            // The nodes of such a tree are not entered.
            Event::Kept(_) if !self.path.is_empty() => return self.unseen(),
            Event::Kept(_) | Event::Progress(_) => {}
        }
        self.event += 1;
        Ok(())
    }

    /// Verifies that a node may be entered here, with its window and depth.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn enter(&mut self, entered: Entered<M>) -> Checked<M> {
        self.event += 1;
        let is_moved = entered.arrival.is_some();
        let is_exact = self.expected.promise == Promise::Exact;
        let mut ply = 0;
        let wrong = match self.path.last() {
            None if is_moved || entered.purpose.is_some() => {
                Some((Rule::Nesting, "no node is open"))
            }
            None => None,
            Some(_) if !is_moved && entered.purpose.is_none() => {
                Some((Rule::Nesting, "another is open, and there is no move"))
            }
            Some(parent) if parent.is_cut => Some((Rule::AfterCutoff, "its parent was cut off")),
            Some(parent)
                if is_exact && parent.leaf.is_some() && parent.standing_pat().is_none() =>
            {
                Some((Rule::LeafMoves, "its parent is a leaf"))
            }
            Some(_) if is_exact && !entered.is_try() && !entered.is_outcome() => {
                Some((Rule::Exact, "it is for a step"))
            }
            Some(parent) => {
                ply = parent.ply + u32::from(is_moved && !entered.is_outcome());
                None
            }
        };
        if let Some((rule, shown)) = wrong {
            return Err(self.broken(rule, "a node is entered", shown));
        }
        if entered.is_try() {
            self.enter_child(&entered)?;
        }
        if let Some(parent) = self.path.last_mut() {
            parent.is_chance |= entered.is_outcome();
        }
        self.path.push(Frame {
            entered,
            window: entered.window.unwrap_or(Window::OPEN),
            event: self.event,
            ply,
            first: self.tried.len(),
            last: None,
            leaf: None,
            table: None,
            pruned_by: None,
            step: None,
            best: Score::LOWEST,
            full_depth: entered.depth.map(|depth| depth.saturating_sub(1)),
            skipped: 0,
            is_cut: false,
            is_chance: false,
            is_partial: self.expected.has_threads || entered.window.is_none(),
            has_repetition: false,
            is_complete: Some(true),
        });
        Ok(())
    }

    fn enter_child(&mut self, child: &Entered<M>) -> Checked<M> {
        let may_know_more = self.may_know_more(child);
        let Some(parent) = self.path.last_mut() else {
            return Ok(());
        };
        let (outer, by) = (parent.window, parent.event);
        let tried = &self.tried[parent.first..];
        if let Some(Arrival::Move(mv)) = child.arrival
            && parent.entered.moves == Some(tried.len())
            && tried.iter().all(|tried| tried.mv != mv)
        {
            let said = "another move is searched";
            let shown = format!("the node has {}", tried.len());
            return Err(self.broken(Rule::Legal, said, shown).by(by));
        }
        if let Some((depth, full)) = child.depth.zip(parent.full_depth) {
            if self.expected.promise == Promise::Exact && depth != full {
                let said = format!("a child is searched {depth} plies deep");
                let shown = format!("its parent's depth leaves {full}");
                return Err(self.broken(Rule::Depth, said, shown).by(by));
            }
            if self.tried.len() == parent.first {
                parent.full_depth = Some(full.min(depth));
            }
        }
        let Some(asked) = child.window.map(Window::neg) else {
            self.coverage.unverified(Property::Windows, 1);
            return Ok(());
        };
        let left = outer.alpha().max(parent.best);
        let is_whole = asked.alpha() <= left && outer.beta() <= asked.beta();
        let is_part = outer.alpha() <= asked.alpha() && asked.beta() <= outer.beta();
        let is_near = asked.alpha() <= outer.beta() && outer.alpha() <= asked.beta();
        let is_null = asked.is_null();
        // A part of the window may be what a table left of it. Only later moves have a null window otherwise.
        let is_scout = is_null && asked.alpha() <= left && self.tried.len() > parent.first;
        parent.is_partial |= may_know_more && !is_whole && !is_scout;
        if !(is_whole || is_part || is_null && is_near) {
            let [asked, outer] = [asked, outer].map(|it| it.text(self.expected.score_text));
            let said = format!("the child's window, negated and swapped, is {asked}");
            return Err(self
                .broken(Rule::Window, said, format!("its parent's is {outer}"))
                .by(by));
        }
        let property = [Property::Windows, Property::NullWindows][usize::from(is_null)];
        self.coverage.verified(property, 1);
        Ok(())
    }

    /// Verifies that the current node may have this score, from the evaluator or because the game is over.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn leaf(&mut self, score: Score, kind: LeafKind) -> Checked<M> {
        let frame = self.node("a leaf")?;
        let is_inner = frame.entered.depth.is_some_and(|depth| depth > 0);
        frame.leaf = Some(score);
        frame.has_repetition |= kind == LeafKind::Repeated;
        frame.limit(match kind {
            LeafKind::Evaluated => Some(false),
            LeafKind::Over | LeafKind::Repeated => Some(true),
            LeafKind::Unknown => is_inner.then_some(true),
        });
        let coverage = &mut self.coverage;
        coverage.verified(Property::Repetitions, u64::from(kind == LeafKind::Repeated));
        coverage.verified(Property::Mates, u64::from(score.is_decisive()));
        Ok(())
    }

    /// Verifies that the table may answer at the current node with this result.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn answered(&mut self, answer: Stored) -> Checked<M> {
        self.answered_below(answer, Vec::new)
    }

    /// Verifies an answer that may come from one of the positions after the node's moves, which have these keys.
    pub(crate) fn answered_below(
        &mut self,
        answer: Stored,
        keys: impl FnOnce() -> Vec<u64>,
    ) -> Checked<M> {
        let text = self.expected.score_text;
        let frame = self.node("an answer of the table")?;
        let (ply, entered) = (frame.ply, frame.entered);
        let claim = match answer.bound {
            Some(bound) => Range::bounded(answer.score, bound),
            None => Range::claimed(answer.score, entered.window),
        };
        frame.table = Some(claim);
        frame.limit(None);
        let said = format!(
            "the table answers {}{}",
            claim.text(text),
            depth_text(entered.depth)
        );
        if self.expected.table == TableStart::NoTable {
            return Err(self.broken(Rule::Table, said, "there is no table"));
        }
        let Some(key) = entered.key else {
            self.coverage.unverified(Property::TableHits, 1);
            return Ok(());
        };
        let found = self.known.find(key, ply, entered.depth);
        let reused = self.reused(found);
        let is_shown_below = || {
            let depth = entered.depth.map(|depth| depth.saturating_sub(1));
            let mut moves = keys().into_iter();
            moves.any(|key| claim.lower <= -self.reused(self.known.find(key, ply + 1, depth)).upper)
                && claim.upper.is_infinite()
        };
        let is_known =
            claim.contains(found.same_depth) || !claim.contains(reused) && is_shown_below();
        let coverage = &mut self.coverage;
        if is_known {
            coverage.verified(Property::TableHits, 1);
        } else if claim.contains(reused) {
            coverage.verified(Property::DeeperHits, 1);
        } else if found.is_doubtful
            || self.expected.has_threads
            || self.expected.table == TableStart::Unknown
        {
            coverage.unverified(Property::TableHits, 1);
        } else {
            let shown = format!(
                "the searches of the position that were deep enough show: {}",
                reused.text(text)
            );
            return Err(self.broken(Rule::Table, said, shown));
        }
        Ok(())
    }

    /// Verifies that a result of the current node may be stored.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn stored(&mut self, result: Stored) -> Checked<M> {
        self.event += 1;
        let Some(frame) = self.path.last().copied() else {
            return Err(self.broken(Rule::Nesting, "a result is stored", "no node is open"));
        };
        let bound = result
            .bound
            .unwrap_or_else(|| frame.window.bound_of(result.score));
        let claim = Range::bounded(result.score, bound);
        let evidence = self.evidence(&frame, claim);
        let is_deeper = result
            .depth
            .zip(frame.entered.depth)
            .is_some_and(|(depth, node)| depth > node);
        let follows = claim.contains(evidence) || self.table_explains(&frame, claim, evidence);
        if !is_deeper && (frame.is_partial || frame.pruned_by.is_some()) {
            self.coverage.unverified(Property::Stores, 1);
        } else if is_deeper || !follows {
            let text = self.expected.score_text;
            let said = format!(
                "the table gets {}{}",
                claim.text(text),
                depth_text(result.depth)
            );
            let shown = format!(
                "the node shows {}{}",
                evidence.text(text),
                depth_text(frame.entered.depth)
            );
            return Err(self.broken(Rule::Store, said, shown).by(frame.event));
        } else {
            self.coverage.verified(Property::Stores, 1);
        }
        Ok(())
    }

    /// Verifies that a step may prune the current node.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn pruned(&mut self, step: &'static str) -> Checked<M> {
        let text = self.expected.score_text;
        let frame = self.node("a pruned node")?;
        if let Some(pat) = frame.standing_pat() {
            frame.is_cut = true;
            if pat >= frame.window.beta() || frame.entered.window.is_none() {
                return Ok(());
            }
            let beta = format!("beta is {}", text(frame.window.beta()));
            let said = format!("the side to move stands pat on {}", text(pat));
            return Err(self.broken(Rule::StandPat, said, beta));
        }
        frame.pruned_by = Some(step);
        frame.limit(Some(false));
        self.only_selective("a step prunes the node")
    }

    /// Verifies that a move of the current node may be skipped.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn skipped(&mut self) -> Checked<M> {
        let frame = self.node("a skipped move")?;
        frame.skipped += 1;
        frame.limit(Some(false));
        self.coverage.verified(Property::Skips, 1);
        self.only_selective("a move is skipped")
    }

    fn only_selective(&self, said: &str) -> Checked<M> {
        match self.expected.promise {
            Promise::Exact => Err(self.broken(Rule::Exact, said, "every value is to be minimax's")),
            Promise::Selective => Ok(()),
        }
    }

    /// Takes note that nodes below the current one are missing.
    ///
    /// # Errors
    /// The [`Contradiction`], if no node is open.
    pub fn unseen(&mut self) -> Checked<M> {
        let frame = self.node("an unseen node")?;
        frame.is_partial = true;
        frame.limit(None);
        Ok(())
    }

    /// Verifies that the last move cuts off the others. `tried` is the number of moves searched, including that one.
    ///
    /// # Errors
    /// The [`Contradiction`].
    pub fn cutoff(&mut self, tried: Option<usize>) -> Checked<M> {
        let frame = self.node("a cutoff")?;
        frame.is_cut = true;
        let frame = *frame;
        if frame.is_chance {
            self.coverage.unverified(Property::Cutoffs, 1);
            return Ok(());
        }
        let count = self.tried.len() - frame.first;
        let beta = frame.window.beta();
        let last = frame.last.map(|last| self.tried[last]);
        let reached = last.map_or(Score::LOWEST, |last| last.sure());
        let evidence = Range {
            lower: reached,
            ..Range::ANY
        };
        if let Some(tried) = tried.filter(|tried| *tried < count && !self.expected.has_threads) {
            let said = format!("the cutoff comes after {tried} moves");
            return Err(self.broken(Rule::Cutoff, said, format!("{count} were searched")));
        }
        if reached >= beta
            || self.table_explains(&frame, Range::bounded(beta, Bound::AtLeast), evidence)
        {
            self.coverage.verified(Property::Cutoffs, 1);
            let is_deep = self.is_from_above(beta);
            self.coverage
                .verified(Property::DeepCutoffs, u64::from(is_deep));
        } else if frame.is_partial {
            self.coverage.unverified(Property::Cutoffs, 1);
        } else {
            let text = self.expected.score_text;
            let said = format!(
                "the last move cuts off the others, and beta is {}",
                text(beta)
            );
            let Some(last) = last else {
                return Err(self.broken(Rule::Cutoff, said, "no move was searched"));
            };
            let rule = if last.is_reduced {
                Rule::Reduction
            } else {
                Rule::Cutoff
            };
            let shown = format!("it is known to be {}", last.range.text(text));
            return Err(self.broken(rule, said, shown).by(last.event).about(last.mv));
        }
        Ok(())
    }

    /// Returns `true` if the current node's beta comes from above its parent.
    fn is_from_above(&self, beta: Score) -> bool {
        let parent = self.path.iter().rev().nth(1);
        let parent = parent.filter(|parent| parent.ply > 0 && !beta.is_infinite());
        parent.is_some_and(|parent| parent.best < -beta && parent.window.alpha() >= -beta)
    }

    /// Leaves the current node without a score.
    ///
    /// # Errors
    /// The [`Contradiction`], if no node is open.
    pub fn abandon(&mut self) -> Checked<M> {
        self.event += 1;
        let Some(frame) = self.path.pop() else {
            return Err(self.broken(Rule::Nesting, "a node is abandoned", "no node is open"));
        };
        self.tried.truncate(frame.first);
        if let Some(parent) = self.path.last_mut() {
            parent.is_partial = true;
            parent.limit(None);
        }
        self.coverage.unverified(Property::Values, 1);
        Ok(())
    }

    /// Returns the current node, at which something happens.
    fn node(&mut self, said: &str) -> Result<&mut Frame<M>, Contradiction<M>> {
        self.event += 1;
        let wrong = match self.path.last() {
            None => Some((Rule::Nesting, "no node is open")),
            Some(frame) if frame.is_cut => Some((Rule::AfterCutoff, "the node was cut off")),
            Some(_) => None,
        };
        if let Some((rule, shown)) = wrong {
            return Err(self.broken(rule, format!("there is {said}"), shown));
        }
        Ok(self
            .path
            .last_mut()
            .unwrap_or_else(|| unreachable!("a node is open")))
    }

    fn broken(
        &self,
        rule: Rule,
        said: impl Into<String>,
        shown: impl Into<String>,
    ) -> Contradiction<M> {
        Contradiction {
            event: self.event,
            rule,
            said: said.into(),
            shown: shown.into(),
            shown_by: None,
            mv: None,
        }
    }
}

impl<M: Copy + Eq> Observer<M> for TreeCheck<M> {
    fn observe(&mut self, event: Event<'_, M>) {
        self.record(|check| check.check(event));
    }
}

fn depth_text(depth: Option<u32>) -> String {
    depth.map_or_else(String::new, |depth| format!(" at depth {depth}"))
}
