//! [`LogCheck`]: verifies each node of any program's search from its log, a file of [`tree_events`](crate::tree_events).

use crate::tree_events::{
    Events, Points, StoredBound, TableResult, TreeEvent, TreeFileError, TreeHeader, TreeProblem,
    Words, step_name,
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
use std::hash::{DefaultHasher, Hash, Hasher};
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
/// The number of lines between two calls with the progress.
const LINES_OF_PROGRESS: u64 = 1 << 16;

impl LogCheck {
    /// Verifies a log of any length. `progress` is called now and then with the number of bytes read so far.
    ///
    /// # Errors
    /// [`TreeFileError`] for the first line that is no event.
    pub fn read(file: impl BufRead, mut progress: impl FnMut(u64)) -> Result<Self, TreeFileError> {
        let mut log = Events::of(file)?;
        let header = log.header.clone();
        let mut reader = Reader::new(&header);
        let mut events = 0;
        let contradiction = loop {
            let taken = match log.next() {
                Ok(Some((line, event))) => reader.take(line, event).map(|()| true),
                Ok(None) => Ok(false),
                Err(problem) => Err(Stop::Problem(problem)),
            };
            let line = log.line();
            events += u64::from(!matches!(taken, Ok(false)));
            match taken {
                Ok(false) => break None,
                Ok(true) if line % LINES_OF_PROGRESS == 0 => progress(log.bytes()),
                Ok(true) => {}
                Err(Stop::Problem(problem)) => return Err(TreeFileError { line, problem }),
                Err(Stop::Contradiction(found)) => break Some(found),
            }
        };
        if events == 0 {
            let (line, problem) = (log.line(), TreeProblem::Empty);
            return Err(TreeFileError { line, problem });
        }
        let open = reader.path.len();
        let coverage = match &contradiction {
            Some(_) => reader.check.coverage().clone(),
            None => reader.check.verdict().unwrap_or_default(),
        };
        Ok(Self {
            header,
            events,
            contradiction,
            coverage,
            open,
            wasteful: reader.wasteful,
            first_waste: reader.first_waste,
        })
    }
}

/// A node on the path.
struct Node {
    /// The moves from the root.
    ply: u32,
    depth: Option<u32>,
    key: Option<u64>,
    /// The node of the written tree, if the log is of one.
    tree: Option<Tree>,
    window: Window,
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
}

struct Reader {
    check: TreeCheck<u32>,
    words: Words,
    path: Vec<Node>,
    tree: Option<Tree>,
    is_tree: bool,
    is_hard: bool,
    /// The depth beyond which an exact search may not go.
    depth: Option<u32>,
    /// The results that the table got last, by key, with their lines.
    stores: HashMap<u64, (Stored, u64)>,
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
        let is_tree = header.game.as_deref() == Some("tree");
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
        let score_text = if is_tree {
            Tree::score_text
        } else {
            |score: Score| score.to_string()
        };
        Self {
            check: TreeCheck::new(Expected {
                promise,
                table,
                score_text,
                ..Expected::SELECTIVE
            }),
            words: Words::default(),
            path: Vec::new(),
            tree: position.and_then(|text| text.parse().ok()),
            is_tree,
            is_hard: header.search.as_deref() == Some("fail-hard"),
            depth: header.depth.filter(|_| promise == Promise::Exact),
            stores: HashMap::new(),
            score_text,
            wasteful: 0,
            first_waste: None,
        }
    }

    fn take(&mut self, line: u64, event: TreeEvent<'_>) -> Result<(), Stop> {
        self.check.at(line);
        if let Some(node) = self.path.last_mut() {
            node.is_said |= !matches!(event, TreeEvent::Enter { .. } | TreeEvent::Leave { .. });
        }
        match event {
            TreeEvent::Enter { .. } => return self.enter(line, event),
            TreeEvent::Leaf { score, kind } => {
                let score = self.score(score)?;
                let kind = match kind.as_deref() {
                    Some("evaluated") => LeafKind::Evaluated,
                    Some("over") => LeafKind::Over,
                    Some("repeated") => LeafKind::Repeated,
                    Some(_) | None if self.is_repeated() => LeafKind::Repeated,
                    Some(_) | None => self.kind_in_tree(),
                };
                self.check_leaf(line, score, kind)?;
                self.check.leaf(score, kind)?;
            }
            TreeEvent::Table(_) if self.is_repeated() => {
                let rule = "a position that is already on the path is a draw";
                let said = "the table answers".to_owned();
                let shown = "the node is on the path already".to_owned();
                return Err(broken(line, rule, said, shown));
            }
            TreeEvent::Table(result) => self.check.answered(self.stored(result)?)?,
            TreeEvent::Store(result) => {
                let result = self.stored(result)?;
                if let Some((key, node)) = self.path.last().and_then(|it| Some((it.key?, it))) {
                    let own = Stored {
                        bound: result.bound.or(Some(node.window.bound_of(result.score))),
                        depth: result.depth.or(node.depth),
                        ..result
                    };
                    self.stores.insert(key, (own, line));
                }
                self.check.stored(result)?;
            }
            TreeEvent::Pruned { step } => self.check.pruned(step_name(&step)?)?,
            TreeEvent::Skip { .. } => self.check.skipped()?,
            TreeEvent::Unseen { .. } => self.check.unseen()?,
            TreeEvent::Cut { tried, of } if tried == 0 || tried > of => {
                return Err(TreeProblem::Tried { tried, of }.into());
            }
            TreeEvent::Cut { tried, .. } => self.check.cutoff(Some(tried))?,
            TreeEvent::Leave { score, best } => {
                let score = self.score(score)?;
                let best = best.map(|mv| self.words.number(&mv)).transpose()?;
                self.take_silent_leaf(line, score)?;
                self.leave(line, score)?;
                self.check.leave(score, best)?;
            }
            TreeEvent::Abandon => {
                self.path.pop();
                self.check.abandon()?;
            }
        }
        Ok(())
    }

    /// Leaves a node, and tells its parent.
    fn leave(&mut self, line: u64, score: Score) -> Result<(), Stop> {
        let left = self.path.pop();
        if let Some(node) = left.as_ref().filter(|it| self.is_hard && it.last.is_some()) {
            self.check_hard(line, score, node.window)?;
        }
        let tried = left.filter(|node| node.is_try);
        if let Some((node, parent)) = tried.zip(self.path.last_mut()) {
            let alpha = parent.window.alpha().max(parent.best);
            parent.is_settled = -score <= alpha || -score >= parent.window.beta();
            if score < node.window.beta() {
                parent.best = parent.best.max(-score);
            }
        }
        Ok(())
    }

    fn enter(&mut self, line: u64, event: TreeEvent<'_>) -> Result<(), Stop> {
        let TreeEvent::Enter {
            mv,
            weight,
            purpose,
            depth,
            alpha,
            beta,
            key,
            moves,
        } = event
        else {
            return Ok(());
        };
        let mv = mv.as_deref();
        let tree = self.node_after(line, mv)?;
        let window = self.window(line, [alpha, beta])?;
        let legal = tree.as_ref().map(|node| node.legal_moves().len());
        let entered = Entered {
            key: match &tree {
                Some(node) => Some(node.key()),
                None => key.map(|key| hash(&key.to_string())),
            },
            arrival: self.words.arrival(mv, weight)?,
            purpose: purpose.map(|step| step_name(&step)).transpose()?,
            depth,
            moves: legal.or(moves),
            ..Entered::in_window(window)
        };
        let above = self.path.last().map_or(0, |parent| parent.ply);
        let ply = above + u32::from(mv.is_some() && weight.is_none());
        self.check_depth(line, ply, depth.unwrap_or(0))?;
        let tried = match entered.arrival {
            Some(Arrival::Move(mv)) if entered.purpose.is_none() => Some(mv),
            _ => None,
        };
        if let Some(mv) = tried {
            self.look_for_waste(line, (mv, depth), window);
        }
        self.path.push(Node {
            ply,
            depth,
            key: entered.key,
            tree,
            window,
            is_try: tried.is_some(),
            best: Score::LOWEST,
            last: None,
            is_settled: false,
            is_said: false,
        });
        Ok(self.check.enter(entered)?)
    }

    /// Verifies that an exact search goes no deeper than its header says.
    fn check_depth(&self, line: u64, ply: u32, depth: u32) -> Result<(), Stop> {
        match self.depth {
            Some(most) if ply + depth > most => Err(broken(
                line,
                "a search goes as deep as its depth",
                format!("a node {ply} plies below the root is searched {depth} plies deep"),
                format!("the depth is {most}"),
            )),
            _ => Ok(()),
        }
    }

    /// Verifies the score of a node whose moves a fail-hard search has searched.
    fn check_hard(&self, line: u64, score: Score, window: Window) -> Result<(), Stop> {
        if window.clamp(score) == score {
            return Ok(());
        }
        Err(broken(
            line,
            "a fail-hard search returns a score inside its window, or its end",
            format!("the node returns {}", (self.score_text)(score)),
            format!("its window is {}", window.text(self.score_text)),
        ))
    }

    /// Returns the node of the written tree that is entered; `None` if there is no tree, or the move is a pass.
    fn node_after(&self, line: u64, mv: Option<&str>) -> Result<Option<Tree>, Stop> {
        let (tree, mv) = match (self.path.last(), mv) {
            (None, _) => return Ok(self.tree.clone()),
            (Some(parent), None) => return Ok(parent.tree.clone()),
            (Some(_), Some("--")) => return Ok(None),
            (Some(parent), Some(mv)) => (parent.tree.as_ref(), mv),
        };
        let Some(tree) = tree else {
            return Ok(None);
        };
        let moves: Vec<Branch> = tree.legal_moves();
        let branch = moves.iter().find(|branch| branch.to_string() == mv);
        let next = branch.map(|branch| Some(tree.after(*branch)));
        next.ok_or_else(|| {
            let rule = "a move leads to a node of the tree";
            let shown = format!("the node has {}", counted(moves.len() as u64, "move"));
            broken(line, rule, format!("move {mv} is searched"), shown)
        })
    }

    /// Returns a window; an end that isn't given is open.
    fn window(&self, line: u64, [alpha, beta]: [Option<Points>; 2]) -> Result<Window, Stop> {
        let low = alpha.map_or(Ok(Score::LOWEST), |end| self.score(end))?;
        let high = beta.map_or(Ok(Score::HIGHEST), |end| self.score(end))?;
        Window::new(low, high).ok_or_else(|| {
            let [low, high] = [low, high].map(self.score_text);
            let rule = "a window's alpha is below its beta; a child's is its parent's, negated and swapped";
            broken(line, rule, format!("alpha is {low}"), format!("beta is {high}"))
        })
    }

    /// Takes note of a move whose window is wider than necessary, or that needn't be searched at all.
    fn look_for_waste(&mut self, line: u64, tried: (u32, Option<u32>), child: Window) {
        let Some(parent) = self.path.last_mut() else {
            return;
        };
        let is_first = parent.last.is_none();
        let last = parent.last.replace(tried);
        let (alpha, beta) = (parent.window.alpha().max(parent.best), parent.window.beta());
        let text = self.score_text;
        let known = parent.key.and_then(|key| self.stores.get(&key));
        let answers = |(stored, _): &&(Stored, u64)| {
            let bound = stored.bound.unwrap_or(Bound::Exact);
            stored.depth == parent.depth
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
            .get_or_insert(format!("line {line}: {waste}"));
    }

    /// Returns a score. In a written tree a win in n plies can be 100000 - n.
    fn score(&self, score: Points) -> Result<Score, TreeProblem> {
        match score {
            Points::Number(number) if self.is_tree && WINS.contains(&number.abs()) => {
                let plies = (WINS.end() - number.abs()).unsigned_abs();
                let win = Score::won_in(plies);
                Ok(if number > 0 { win } else { -win })
            }
            score => score.or_infinite(),
        }
    }

    fn stored(&self, result: TableResult) -> Result<Stored, TreeProblem> {
        Ok(Stored {
            score: self.score(result.score)?,
            bound: result.bound.map(|bound| match bound {
                StoredBound::Exact => Bound::Exact,
                StoredBound::Lower => Bound::AtLeast,
                StoredBound::Upper => Bound::AtMost,
            }),
            depth: result.depth,
        })
    }

    /// Returns `true` if the current node of a written tree is on the path above itself.
    fn is_repeated(&self) -> bool {
        let Some((node, above)) = self.path.split_last() else {
            return false;
        };
        let key = |node: &Node| node.tree.as_ref().map(Keyed::key);
        let own = key(node);
        own.is_some() && above.iter().any(|other| key(other) == own)
    }

    /// Returns the kind of a leaf of a written tree.
    fn kind_in_tree(&self) -> LeafKind {
        let tree = self.path.last().and_then(|node| node.tree.as_ref());
        match tree.map(|tree| tree.legal_moves().is_empty()) {
            Some(true) => LeafKind::Over,
            Some(false) => LeafKind::Evaluated,
            None => LeafKind::Unknown,
        }
    }

    /// Returns the value of the current node of a written tree as a leaf.
    fn value_in_tree(&self) -> Option<Score> {
        let node = self.path.last()?;
        let (value, win) = (node.tree.as_ref()?.estimate(), Score::centipawns(WON));
        Some(match () {
            () if value == win => Score::won_in(node.ply),
            () if value == -win => -Score::won_in(node.ply),
            () => value,
        })
    }

    /// Takes a leaf of a written tree, of which only the score is said, as a leaf.
    fn take_silent_leaf(&mut self, line: u64, score: Score) -> Result<(), Stop> {
        let is_silent = |node: &&Node| !node.is_said && node.last.is_none();
        let is_end = |tree: &Tree| tree.legal_moves().is_empty();
        let node = self.path.last().filter(is_silent);
        let node = node.filter(|node| node.tree.as_ref().is_some_and(is_end));
        let Some((node, value)) = node.zip(self.value_in_tree()) else {
            return Ok(());
        };
        let is_end_of_window = node.window.clamp(value) == score;
        let leaf = if is_end_of_window { value } else { score };
        self.check_leaf(line, leaf, LeafKind::Over)?;
        self.check.leaf(leaf, LeafKind::Over)?;
        self.check.at(line);
        Ok(())
    }

    /// Verifies a leaf of a written tree.
    fn check_leaf(&self, line: u64, score: Score, kind: LeafKind) -> Result<(), Stop> {
        let (node, value) = (self.path.last(), self.value_in_tree());
        let tree = node.and_then(|node| Some((node, node.tree.as_ref()?)));
        let Some(((node, tree), value)) = tree.zip(value) else {
            return Ok(());
        };
        let moves = tree.legal_moves().len();
        let shown = if self.is_repeated() {
            (score != Score::DRAW).then(|| "the node repeats, which is a draw".to_owned())
        } else if moves > 0 && node.depth.is_some_and(|depth| depth > 0) {
            Some(format!(
                "the node has {moves} moves, and the depth isn't used up"
            ))
        } else if moves == 0 && kind == LeafKind::Evaluated {
            Some("the tree ends there, which isn't tested".to_owned())
        } else {
            let is_right = score == value || score == tree.estimate();
            (!is_right).then(|| format!("the tree says {}", Tree::score_text(value)))
        };
        shown.map_or(Ok(()), |shown| {
            let said = format!("this is a leaf of {}", Tree::score_text(score));
            let rule = "a leaf has the value that the tree says";
            Err(broken(line, rule, said, shown))
        })
    }
}

fn broken(line: u64, rule: &str, said: String, shown: String) -> Stop {
    Stop::Contradiction(LogContradiction {
        line,
        rule: rule.to_owned(),
        said,
        shown,
        shown_by: None,
    })
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
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
            writeln!(
                f,
                "  lines that waste time: {}, the first is {first}",
                self.wasteful
            )?;
        }
        writeln!(f, "  verified: {}", self.coverage)
    }
}

#[cfg(test)]
mod tests;
