//! [`LogCheck`]: verifies each node of any program's search from its log, a file of [`tree_events`](crate::tree_events).

use crate::tree_events::{
    EnteredNode, Events, NULL, Points, StoredBound, TableResult, TreeEvent, TreeFileError,
    TreeHeader, TreeProblem, Words, step_name,
};
use plywood_report::counted;
use plywood_search::games::{Branch, Tree};
use plywood_search::{
    Arrival, Bound, Contradiction, Coverage, Entered, Expected, Game, Keyed, LeafKind, Promise,
    Score, Stored, TableStart, TreeCheck, Window,
};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::BufRead;
use std::ops::RangeInclusive;

/// The result of a check: the first line that contradicts earlier ones, or the numbers of verified properties.
///
/// ```
/// use plywood_judge::LogCheck;
///
/// let log = r#"{"format":"plywood-tree","version":1}
/// {"e":"enter"}
/// {"e":"enter","move":"a"}
/// {"e":"leave","score":-5}
/// {"e":"leave","score":17}
/// "#;
/// let check = LogCheck::read(log.as_bytes(), |_| {})?;
/// let wrong = check.contradiction.expect("5 is not 17");
/// assert_eq!((wrong.line, wrong.shown_by), (5, Some(2)));
/// assert!(wrong.to_string().starts_with("line 5: the node returns +0.17 in the window"), "{wrong}");
/// # Ok::<(), plywood_judge::tree_events::TreeFileError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LogCheck {
    /// The first line.
    pub header: TreeHeader,
    /// The number of lines after it.
    pub events: u64,
    /// The first contradiction.
    pub contradiction: Option<LogContradiction>,
    /// The properties that were verified, up to the contradiction.
    pub coverage: Coverage,
    /// The number of nodes that are still open at the end.
    pub open: usize,
    /// The lines that only waste time: windows wider than necessary, and moves after beta is reached. Nothing contradicts them.
    pub wasteful: u64,
    /// The first of them, in words.
    pub first_waste: Option<String>,
}

/// A line that contradicts earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LogContradiction {
    /// The line, from 1.
    pub line: u64,
    /// The broken rule.
    pub rule: String,
    /// The program's claim.
    pub said: String,
    /// The conclusion from its earlier lines, or from the written tree.
    pub shown: String,
    /// The line that shows it.
    pub shown_by: Option<u64>,
}

impl<M> From<Contradiction<M>> for LogContradiction {
    fn from(found: Contradiction<M>) -> Self {
        Self {
            line: found.event,
            rule: found.rule.to_string(),
            said: found.said,
            shown: found.shown,
            shown_by: found.shown_by,
        }
    }
}

/// The number of a leaf that is a win for the side to move at the root.
pub(crate) const WON: i32 = 30_000;
/// A win in `n` plies is worth the end of this range minus `n` in a written tree.
pub(crate) const WINS: RangeInclusive<i32> = 99_000..=100_000;
/// The number of nodes, with their depths, whose searches are compared.
const MOST_SHOWN: usize = 1 << 20;
/// The number of lines between two calls with the progress.
const LINES_OF_PROGRESS: u64 = 1 << 16;

impl LogCheck {
    /// Verifies a log of any length. `progress` is called now and then with the number of bytes read so far.
    ///
    /// # Errors
    /// [`TreeFileError`] for the first line that is no event.
    pub fn read(file: impl BufRead, mut progress: impl FnMut(u64)) -> Result<Self, TreeFileError> {
        let mut log = Events::of(file)?;
        let mut reader = Reader::new(&log.header);
        let (mut events, mut contradiction) = (0, None);
        while let Some(event) = log.next()? {
            events += 1;
            match reader.take(log.line, event) {
                Ok(()) => {}
                Err(Stop::Problem(problem)) => return Err(log.wrong(problem)),
                Err(Stop::Contradiction(found)) => {
                    contradiction = Some(found);
                    break;
                }
            }
            if log.line % LINES_OF_PROGRESS == 0 {
                progress(log.bytes);
            }
        }
        if events == 0 {
            return Err(log.wrong(TreeProblem::Empty));
        }
        let coverage = match &contradiction {
            Some(_) => reader.check.coverage().clone(),
            None => reader.check.verdict().unwrap_or_default(),
        };
        Ok(Self {
            header: log.header,
            events,
            contradiction,
            coverage,
            open: reader.path.len(),
            wasteful: reader.wasteful,
            first_waste: reader.first_waste,
        })
    }
}

/// A node on the path.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that doesn't depend on the others"
)]
struct Node {
    /// The moves from the root.
    ply: u32,
    entered: Entered<u32>,
    window: Window,
    /// The node of the written tree, if the log is of one.
    tree: Option<Tree>,
    /// `true` if it is searched to try a move.
    is_try: bool,
    /// The best that one of its moves is sure to reach.
    best: Score,
    /// The last move that was tried, with its depth.
    last: Option<(u32, Option<u32>)>,
    /// `true` if that move's search has shown that it doesn't count, or cuts.
    is_settled: bool,
    /// `true` if something but moves says what it's worth.
    is_said: bool,
    /// The moves that lead to it, hashed.
    id: u64,
    /// `true` if another search of it to the same depth may rightly find another value.
    is_doubtful: bool,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that doesn't depend on the others"
)]
struct Reader {
    check: TreeCheck<u32>,
    /// The current line.
    line: u64,
    words: Words,
    path: Vec<Node>,
    tree: Option<Tree>,
    is_tree: bool,
    is_hard: bool,
    /// The depth beyond which an exact search may not go.
    depth: Option<u32>,
    /// `true` if every value is to be minimax's.
    is_exact: bool,
    /// `true` if some nodes may be answers of a table that isn't shown.
    has_answers: bool,
    /// `true` if every pass begins in the same position.
    is_of_one: bool,
    /// The results that the table got last, by key, with their lines.
    stores: HashMap<u64, (Stored, u64)>,
    /// The least and the greatest value that searches of a node to a depth have shown, with their lines.
    shown: HashMap<(u64, u32), [(Score, u64); 2]>,
    score_text: fn(Score) -> String,
    wasteful: u64,
    first_waste: Option<String>,
}

/// The reason to read no further.
enum Stop {
    Problem(TreeProblem),
    Contradiction(LogContradiction),
}

impl From<TreeProblem> for Stop {
    fn from(problem: TreeProblem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Contradiction<u32>> for Stop {
    fn from(found: Contradiction<u32>) -> Self {
        Self::Contradiction(found.into())
    }
}

impl Reader {
    fn new(header: &TreeHeader) -> Self {
        let (is_tree, score_text) = (header.is_of_tree(), header.score_text());
        let position = header.position.as_ref().filter(|_| is_tree);
        let promise = if header.exact.unwrap_or(is_tree) {
            Promise::Exact
        } else {
            Promise::Selective
        };
        let table = match header.table.as_deref() {
            Some("none") => TableStart::NoTable,
            Some("empty") => TableStart::Empty,
            Some(_) | None => TableStart::Unknown,
        };
        Self {
            check: TreeCheck::new(Expected {
                promise,
                table,
                score_text,
                ..Expected::SELECTIVE
            }),
            line: 0,
            words: Words::default(),
            path: Vec::new(),
            tree: position.and_then(|text| text.parse().ok()),
            is_tree,
            is_hard: header.search.as_deref() == Some("fail-hard"),
            depth: header.depth.filter(|_| promise == Promise::Exact),
            is_exact: promise == Promise::Exact,
            has_answers: false,
            is_of_one: promise == Promise::Exact || header.position.is_some(),
            stores: HashMap::new(),
            shown: HashMap::new(),
            score_text,
            wasteful: 0,
            first_waste: None,
        }
    }

    fn take(&mut self, line: u64, event: TreeEvent<'_>) -> Result<(), Stop> {
        self.line = line;
        self.check.at(line);
        self.note(&event);
        match event {
            TreeEvent::Enter(node) => self.enter(&node)?,
            TreeEvent::Leaf { score, kind } => {
                let score = self.unclamped(self.score(score));
                let kind = match kind.as_deref() {
                    Some("evaluated") => LeafKind::Evaluated,
                    Some("over") => LeafKind::Over,
                    Some("repeated") => LeafKind::Repeated,
                    Some(_) | None => self.kind_in_tree(),
                };
                self.check_leaf(score, kind)?;
                self.check.leaf(score, kind)?;
            }
            TreeEvent::Table(_) if self.is_repeated() => {
                let rule = "a position that is already on the path is a draw";
                let said = "the table answers".to_owned();
                let shown = "the node is on the path already".to_owned();
                return Err(self.broken(rule, said, shown));
            }
            TreeEvent::Table(result) => self.check.answered(self.stored(result))?,
            TreeEvent::Store(result) => {
                let result = self.stored(result);
                if let Some(node) = self.path.last()
                    && let Some(key) = node.entered.key
                {
                    let own = Stored {
                        bound: result.bound.or(Some(node.window.bound_of(result.score))),
                        depth: result.depth.or(node.entered.depth),
                        ..result
                    };
                    self.stores.insert(key, (own, line));
                }
                self.check.stored(result)?;
            }
            TreeEvent::Pruned { step } => self.check.pruned(step_name(&step)?)?,
            TreeEvent::Skip { .. } => self.check.skipped()?,
            TreeEvent::Unseen { .. } => self.check.unseen()?,
            TreeEvent::Cut { tried, .. } => self.check.cutoff(Some(tried))?,
            TreeEvent::Leave { score, best } => {
                let score = self.score(score);
                let best = best.map(|mv| self.words.number(&mv)).transpose()?;
                self.take_silent_leaf(score)?;
                let node = self.leave(score)?;
                self.check.leave(score, best)?;
                if let Some(node) = node {
                    self.compare(&node, score)?;
                }
            }
            TreeEvent::Abandon => {
                self.path.pop();
                self.doubt();
                self.check.abandon()?;
            }
        }
        Ok(())
    }

    /// Takes note of what an event says of the current node.
    fn note(&mut self, event: &TreeEvent<'_>) {
        let is_step = matches!(
            event,
            TreeEvent::Table(_)
                | TreeEvent::Pruned { .. }
                | TreeEvent::Skip { .. }
                | TreeEvent::Unseen { .. }
        );
        if let Some(node) = self.path.last_mut() {
            node.is_said |= !matches!(event, TreeEvent::Enter(_) | TreeEvent::Leave { .. });
            node.is_doubtful |= is_step;
        }
    }

    fn doubt(&mut self) {
        if let Some(node) = self.path.last_mut() {
            node.is_doubtful = true;
        }
    }

    /// Verifies that another search of the same moves, to the same depth, has not shown another value.
    fn compare(&mut self, node: &Node, score: Score) -> Result<(), Stop> {
        // A node about which nothing is said may be an answer of the table.
        let is_unsaid = !node.is_said && node.last.is_none();
        let is_horizon = node.entered.depth == Some(0) && node.tree.is_none();
        self.has_answers |= is_unsaid && !is_horizon;
        let is_shown = !is_unsaid || self.is_exact && !self.has_answers;
        let depth = node.entered.depth.filter(|_| is_shown);
        let Some(depth) = depth.filter(|_| !node.is_doubtful) else {
            self.doubt();
            return Ok(());
        };
        let (low, high, bound) = match node.window.bound_of(score) {
            Bound::Exact => (score, score, ""),
            Bound::AtLeast => (score, Score::HIGHEST, "at least "),
            Bound::AtMost => (Score::LOWEST, score, "at most "),
        };
        let (key, line, text) = ((node.id, depth), self.line, self.score_text);
        let known = self.shown.get(&key).copied();
        let [lower, upper] = known.unwrap_or([(Score::LOWEST, 0), (Score::HIGHEST, 0)]);
        let (other, (value, by)) = match () {
            () if high < lower.0 => ("at least", lower),
            () if upper.0 < low => ("at most", upper),
            () if known.is_none() && self.shown.len() >= MOST_SHOWN => return Ok(()),
            () => {
                let both = [lower.max((low, line)), upper.min((high, line))];
                self.shown.insert(key, both);
                return Ok(());
            }
        };
        Err(Stop::Contradiction(LogContradiction {
            line,
            rule: "two searches of a node to the same depth agree".to_owned(),
            said: format!("the node is worth {bound}{}", text(score)),
            shown: format!(
                "another search of it, to the same depth, shows {other} {}",
                text(value)
            ),
            shown_by: Some(by),
        }))
    }

    /// Verifies the score of a node whose moves a fail-hard search has searched, and leaves any node.
    fn leave(&mut self, score: Score) -> Result<Option<Node>, Stop> {
        let Some(node) = self.path.pop() else {
            return Ok(None);
        };
        if self.is_hard && node.last.is_some() && node.window.clamp(score) != score {
            let rule = "a fail-hard search returns a score inside its window, or its end";
            let said = format!("the node returns {}", (self.score_text)(score));
            let shown = format!("its window is {}", node.window.text(self.score_text));
            return Err(self.broken(rule, said, shown));
        }
        if let Some(parent) = self.path.last_mut().filter(|_| node.is_try) {
            let alpha = parent.window.alpha().max(parent.best);
            parent.is_settled = -score <= alpha || -score >= parent.window.beta();
            if score < node.window.beta() {
                parent.best = parent.best.max(-score);
            }
        }
        Ok(Some(node))
    }

    fn enter(&mut self, node: &EnteredNode<'_>) -> Result<(), Stop> {
        let tree = self.node_after(node.mv.as_deref())?;
        let window = self.window(node)?;
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let key = || node.key.as_ref().map(|key| hasher.hash_one(key));
        let legal = tree.as_ref().map(|tree| tree.legal_moves().len());
        let entered = Entered {
            key: tree.as_ref().map(Keyed::key).or_else(key),
            arrival: self.words.arrival(node)?,
            purpose: node.purpose.as_deref().map(step_name).transpose()?,
            depth: node.depth,
            moves: legal.or(node.moves),
            ..Entered::in_window(window)
        };
        let above = self.path.last().map_or(0, |parent| parent.ply);
        let is_move = matches!(entered.arrival, Some(Arrival::Move(_) | Arrival::Pass));
        let ply = above + u32::from(is_move);
        self.check_depth(ply, node.depth.unwrap_or(0))?;
        let tried = match entered.arrival {
            Some(Arrival::Move(mv)) if entered.purpose.is_none() => Some((mv, node.depth)),
            _ => None,
        };
        let above = self.enter_from_above(tried.is_some(), window);
        if let Some(tried) = tried {
            self.look_for_waste(tried, window);
        }
        self.path.push(Node {
            ply,
            entered,
            window,
            tree,
            is_try: tried.is_some(),
            best: Score::LOWEST,
            last: None,
            is_settled: false,
            is_said: false,
            id: hasher.hash_one((above, entered.key, node.mv.as_deref())),
            is_doubtful: false,
        });
        Ok(self.check.enter(entered)?)
    }

    /// Takes note of what lets two searches of the parent differ. Returns a number for the path to it and, of a selective search, for the
    /// windows, below which only leaves are compared.
    fn enter_from_above(&mut self, is_try: bool, window: Window) -> u64 {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let own = (!self.is_exact).then_some(window);
        let Some(parent) = self.path.last_mut() else {
            return hasher.hash_one((own, (!self.is_of_one).then_some(self.line)));
        };
        // A part of the window may be what a table left of it.
        let (asked, beta) = (-window, parent.window.beta());
        let is_whole = asked.beta() >= beta || asked.is_null() && parent.last.is_some();
        let is_part = !is_whole || asked.alpha() > parent.window.alpha().max(parent.best);
        let is_horizon = parent.entered.depth == Some(0);
        parent.is_doubtful |= !self.is_exact || !is_try || is_horizon || is_part;
        hasher.hash_one((own, parent.id))
    }

    /// Verifies that an exact search goes no deeper than its header says.
    fn check_depth(&self, ply: u32, depth: u32) -> Result<(), Stop> {
        if let Some(most) = self.depth.filter(|most| ply + depth > *most) {
            let rule = "a search goes as deep as its depth";
            let said = format!("a node {ply} plies below the root is searched {depth} plies deep");
            return Err(self.broken(rule, said, format!("the depth is {most}")));
        }
        Ok(())
    }

    /// Returns the node of the written tree that is entered; `None` if there is no tree, or the move is a pass.
    fn node_after(&self, mv: Option<&str>) -> Result<Option<Tree>, Stop> {
        let Some(parent) = self.path.last() else {
            return Ok(self.tree.clone());
        };
        let (Some(tree), Some(mv)) = (&parent.tree, mv) else {
            return Ok(parent.tree.clone());
        };
        if mv == NULL {
            return Ok(None);
        }
        let moves: Vec<Branch> = tree.legal_moves();
        let branch = moves.iter().find(|branch| branch.to_string() == mv);
        let next = branch.map(|branch| Some(tree.after(*branch)));
        next.ok_or_else(|| {
            let rule = "a move leads to a node of the tree";
            let shown = format!("the node has {}", counted(moves.len() as u64, "move"));
            self.broken(rule, format!("move {mv} is searched"), shown)
        })
    }

    /// Returns the window of a node.
    fn window(&self, node: &EnteredNode<'_>) -> Result<Window, Stop> {
        let [low, high] = node.window().map(|end| self.score(end));
        Window::new(low, high).ok_or_else(|| {
            let [low, high] = [low, high].map(self.score_text);
            let rule = "a window's alpha is below its beta; a child's is its parent's, negated and swapped";
            self.broken(rule, format!("alpha is {low}"), format!("beta is {high}"))
        })
    }

    /// Takes note of a move whose window is wider than necessary, or that needn't be searched at all.
    fn look_for_waste(&mut self, tried: (u32, Option<u32>), child: Window) {
        let Some(parent) = self.path.last_mut() else {
            return;
        };
        let is_first = parent.last.is_none();
        let last = parent.last.replace(tried);
        let (alpha, beta) = (parent.window.alpha().max(parent.best), parent.window.beta());
        let text = self.score_text;
        let known = parent.entered.key.and_then(|key| self.stores.get(&key));
        let answers = |(stored, _): &&(Stored, u64)| {
            let bound = stored.bound.unwrap_or(Bound::Exact);
            stored.depth == parent.entered.depth
                && !stored.score.is_decisive()
                && parent.window.is_answered_by(stored.score, bound)
        };
        let known = known.filter(|it| is_first && parent.ply > 0 && answers(it));
        let waste = if let Some((_, line)) = known {
            format!("the node is searched, although the table got its result in line {line}")
        } else if last == Some(tried) && parent.is_settled {
            "a move is searched again, although its first search was enough".to_owned()
        } else if last.is_some_and(|(mv, _)| mv == tried.0) {
            // A second search of a move may begin where the first one did.
            return;
        } else if alpha >= beta {
            "a move is searched although beta is reached".to_owned()
        } else if -child.beta() < alpha || -child.alpha() > beta {
            let needed = format!("({}, {})", text(-beta), text(-alpha));
            format!("the window is {}, and {needed} is enough", child.text(text))
        } else {
            return;
        };
        self.wasteful += 1;
        self.first_waste
            .get_or_insert(format!("line {}: {waste}", self.line));
    }

    /// Returns a score. In a written tree a win in n plies can be 100000 - n.
    fn score(&self, score: Points) -> Score {
        match score {
            Points::Number(number) if self.is_tree && WINS.contains(&number.abs()) => {
                let plies = (WINS.end() - number.abs()).unsigned_abs();
                let win = Score::won_in(plies);
                if number > 0 { win } else { -win }
            }
            score => score.or_infinite(),
        }
    }

    fn stored(&self, result: TableResult) -> Stored {
        Stored {
            score: self.score(result.score),
            bound: result.bound.map(|bound| match bound {
                StoredBound::Exact => Bound::Exact,
                StoredBound::Lower => Bound::AtLeast,
                StoredBound::Upper => Bound::AtMost,
            }),
            depth: result.depth,
        }
    }

    /// Returns the current node with its node of the written tree.
    fn in_tree(&self) -> Option<(&Node, &Tree)> {
        let node = self.path.last()?;
        Some((node, node.tree.as_ref()?))
    }

    /// Returns `true` if the current node of a written tree is on the path above itself.
    fn is_repeated(&self) -> bool {
        self.path.split_last().is_some_and(|(own, above)| {
            let mut above = above.iter();
            own.tree.is_some() && above.any(|node| node.entered.key == own.entered.key)
        })
    }

    /// Returns the kind of a leaf of a written tree.
    fn kind_in_tree(&self) -> LeafKind {
        match self.in_tree() {
            None => LeafKind::Unknown,
            Some(_) if self.is_repeated() => LeafKind::Repeated,
            Some((node, _)) if node.entered.moves == Some(0) => LeafKind::Over,
            Some(_) => LeafKind::Evaluated,
        }
    }

    /// Returns the value of a leaf of a written tree if the score is the end of the window that it passes.
    fn unclamped(&self, score: Score) -> Score {
        let value = self.in_tree().map(|(node, tree)| {
            let value = if self.is_repeated() {
                Score::DRAW
            } else {
                value_at(tree, node.ply)
            };
            (value, node.window.clamp(value))
        });
        match value {
            Some((value, clamped)) if clamped == score => value,
            _ => score,
        }
    }

    /// Takes a leaf of a written tree, of which only the score is said, as a leaf.
    fn take_silent_leaf(&mut self, score: Score) -> Result<(), Stop> {
        let Some((node, tree)) = self.in_tree() else {
            return Ok(());
        };
        let is_silent = !node.is_said && node.last.is_none();
        let is_end = node.entered.moves == Some(0);
        let leaf = self.unclamped(score);
        let may_end = node.entered.depth.unwrap_or(0) == 0 && leaf == value_at(tree, node.ply);
        if is_silent && (is_end || may_end) {
            let kind = self.kind_in_tree();
            self.check_leaf(leaf, kind)?;
            self.check.leaf(leaf, kind)?;
            self.check.at(self.line);
            if let Some(node) = self.path.last_mut() {
                node.is_said = true;
            }
        }
        Ok(())
    }

    /// Verifies a leaf of a written tree.
    fn check_leaf(&self, score: Score, kind: LeafKind) -> Result<(), Stop> {
        let Some((node, tree)) = self.in_tree() else {
            return Ok(());
        };
        let value = value_at(tree, node.ply);
        let has_depth = node.entered.depth.is_some_and(|depth| depth > 0);
        let shown = match tree.legal_moves().len() {
            _ if self.is_repeated() && score == Score::DRAW => return Ok(()),
            _ if self.is_repeated() => "the node repeats, which is a draw".to_owned(),
            moves @ 1.. if has_depth => {
                format!("the node has {moves} moves, and the depth isn't used up")
            }
            0 if kind == LeafKind::Evaluated => {
                "the tree ends there, which isn't tested".to_owned()
            }
            _ if score == value || score == tree.estimate() => return Ok(()),
            _ => format!("the tree says {}", Tree::score_text(value)),
        };
        let said = format!("this is a leaf of {}", Tree::score_text(score));
        let rule = "a leaf has the value that the tree says";
        Err(self.broken(rule, said, shown))
    }

    /// Returns the contradiction of this line.
    fn broken(&self, rule: &str, said: String, shown: String) -> Stop {
        Stop::Contradiction(LogContradiction {
            line: self.line,
            rule: rule.to_owned(),
            said,
            shown,
            shown_by: None,
        })
    }
}

/// Returns the value of a node of a written tree as a leaf.
fn value_at(tree: &Tree, ply: u32) -> Score {
    let (value, win) = (tree.estimate(), Score::centipawns(WON));
    match value {
        _ if value == win => Score::won_in(ply),
        _ if value == -win => -Score::won_in(ply),
        _ => value,
    }
}

impl LogContradiction {
    /// Returns what contradicts what, without the rule.
    pub(crate) fn sentence(&self) -> String {
        let by = self
            .shown_by
            .map_or_else(String::new, |line| format!(" (line {line})"));
        format!("line {}: {}, but {}{by}", self.line, self.said, self.shown)
    }
}

impl fmt::Display for LogContradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  the rule: {}", self.sentence(), self.rule)
    }
}

impl fmt::Display for LogCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.contradiction {
            Some(contradiction) => writeln!(f, "wrong: {contradiction}")?,
            None => writeln!(f, "nothing contradicts in {}", counted(self.events, "line"))?,
        }
        if self.open > 0 && self.contradiction.is_none() {
            writeln!(f, "  the log ends while nodes are open: {}", self.open)?;
        }
        if let Some(first) = &self.first_waste {
            let wasteful = self.wasteful;
            writeln!(
                f,
                "  lines that waste time: {wasteful}, the first is {first}"
            )?;
        }
        writeln!(f, "  verified: {}", self.coverage)
    }
}

#[cfg(test)]
mod tests;
