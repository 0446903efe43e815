//! [`LogCheck`]: verifies each node of any program's search from its log, a file of [`tree_events`](crate::tree_events).

use crate::tree_events::{
    Lines, Points, StoredBound, TreeEvent, TreeFileError, TreeHeader, TreeProblem, header,
    step_name,
};
use plywood_report::counted;
use plywood_search::games::{Branch, Tree};
use plywood_search::{
    Arrival, Bound, Contradiction, Coverage, Entered, Expected, Game, Keyed, LeafKind, Promise,
    Score, Stored, TableStart, TreeCheck, Window,
};
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

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
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// The number of lines between two calls with the progress.
const LINES_OF_PROGRESS: u64 = 1 << 16;

impl LogCheck {
    /// Verifies a log of any length. `progress` is called now and then with the number of bytes read so far.
    ///
    /// # Errors
    /// [`TreeFileError`] for the first line that is no event.
    pub fn read(file: impl BufRead, mut progress: impl FnMut(u64)) -> Result<Self, TreeFileError> {
        let mut lines = Lines::new(file);
        let read = Self::of_lines(&mut lines, &mut progress);
        let line = lines.line();
        read.map_err(|problem| TreeFileError { line, problem })
    }

    fn of_lines(
        lines: &mut Lines<impl BufRead>,
        progress: &mut impl FnMut(u64),
    ) -> Result<Self, TreeProblem> {
        let header = match lines.next()? {
            Some(line) => header(line)?,
            None => return Err(TreeProblem::NoHeader("nothing".to_owned())),
        };
        let mut reader = Reader::new(&header);
        let (mut events, mut contradiction) = (0, None);
        while let Some(line) = lines.next()? {
            let event = serde_json::from_slice(line).map_err(TreeProblem::NoEvent);
            // A log that is cut off can end inside a line.
            if event.is_err() && lines.is_cut_off() {
                break;
            }
            let (event, line) = (event?, lines.line());
            events += 1;
            if line % LINES_OF_PROGRESS == 0 {
                progress(lines.bytes());
            }
            match reader.take(line, event) {
                Ok(()) => {}
                Err(Stop::Problem(problem)) => return Err(problem),
                Err(Stop::Contradiction(found)) => {
                    contradiction = Some(found);
                    break;
                }
            }
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
    /// `true` if the side that moves at the root is to move.
    is_of_root: bool,
    depth: Option<u32>,
    /// The node of the written tree, if the log is of one.
    tree: Option<Tree>,
    window: Window,
    /// `true` if it is searched to try a move.
    is_try: bool,
    /// The best that one of its moves is sure to reach.
    best: Score,
    /// The last move that was tried.
    last: Option<String>,
}

struct Reader {
    check: TreeCheck<u32>,
    /// The moves, with their numbers.
    words: HashMap<String, u32>,
    path: Vec<Node>,
    tree: Option<Tree>,
    is_view_of_root: bool,
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
            words: HashMap::new(),
            path: Vec::new(),
            tree: position.and_then(|text| text.parse().ok()),
            is_view_of_root: header.view.as_deref() == Some("root"),
            score_text,
            wasteful: 0,
            first_waste: None,
        }
    }

    fn take(&mut self, line: u64, event: TreeEvent<'_>) -> Result<(), Stop> {
        self.check.at(line);
        match event {
            TreeEvent::Enter { .. } => return self.enter(line, event),
            TreeEvent::Leaf { score, kind } => {
                let score = self.score(score)?;
                self.check_leaf(line, score)?;
                let kind = match kind.as_deref() {
                    Some("evaluated") => LeafKind::Evaluated,
                    Some("over") => LeafKind::Over,
                    Some("repeated") => LeafKind::Repeated,
                    Some(_) | None if self.is_repeated() => LeafKind::Repeated,
                    Some(_) | None => self.kind_in_tree(),
                };
                self.check.leaf(score, kind)?;
            }
            TreeEvent::Table { .. } if self.is_repeated() => {
                let rule = "a position that is already on the path is a draw";
                let said = "the table answers".to_owned();
                let shown = "the node is on the path already".to_owned();
                return Err(broken(line, rule, said, shown));
            }
            TreeEvent::Table {
                score,
                bound,
                depth,
            } => self.check.answered(self.stored(score, bound, depth)?)?,
            TreeEvent::Store {
                score,
                bound,
                depth,
            } => self.check.stored(self.stored(score, bound, depth)?)?,
            TreeEvent::Pruned { step } => self.check.pruned(step_name(&step)?)?,
            TreeEvent::Skip { .. } => self.check.skipped()?,
            TreeEvent::Unseen { .. } => self.check.unseen()?,
            TreeEvent::Cut { tried, of } if tried == 0 || tried > of => {
                return Err(TreeProblem::Tried { tried, of }.into());
            }
            TreeEvent::Cut { tried, .. } => self.check.cutoff(Some(tried))?,
            TreeEvent::Leave { score, best } => {
                let score = self.score(score)?;
                let best = best.map(|mv| self.number(&mv));
                let is_sure = |node: &Node| node.is_try && score < node.window.beta();
                let left = self.path.pop().filter(is_sure);
                if let Some((_, parent)) = left.zip(self.path.last_mut()) {
                    parent.best = parent.best.max(-score);
                }
                self.check.leave(score, best)?;
            }
            TreeEvent::Abandon => {
                self.path.pop();
                self.check.abandon()?;
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
        let parent = self.path.last();
        let is_of_root =
            parent.is_none_or(|parent| parent.is_of_root != (mv.is_some() && weight.is_none()));
        let tree = self.node_after(line, mv.as_deref())?;
        let window = self.window(line, is_of_root, [alpha, beta])?;
        let legal = tree.as_ref().map(|node| node.legal_moves().len());
        let entered = Entered {
            key: match &tree {
                Some(node) => Some(node.key()),
                None => key.map(|key| hash(&key.to_string())),
            },
            purpose: purpose.map(|step| step_name(&step)).transpose()?,
            arrival: mv.as_deref().map(|mv| match mv {
                "--" => Arrival::Pass,
                mv => match weight {
                    Some(weight) => Arrival::Outcome(self.number(mv), weight),
                    None => Arrival::Move(self.number(mv)),
                },
            }),
            depth,
            moves: legal.or(moves),
            ..Entered::in_window(window)
        };
        let is_try = entered.purpose.is_none() && matches!(entered.arrival, Some(Arrival::Move(_)));
        if let Some(mv) = mv.as_deref().filter(|_| is_try) {
            self.look_for_waste(line, mv, window);
        }
        self.path.push(Node {
            is_of_root,
            depth,
            tree,
            window,
            is_try,
            best: Score::LOWEST,
            last: None,
        });
        Ok(self.check.enter(entered)?)
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

    /// Returns a window for the side to move; an end that isn't given is open.
    fn window(
        &self,
        line: u64,
        is_of_root: bool,
        [alpha, beta]: [Option<Points>; 2],
    ) -> Result<Window, Stop> {
        let is_turned = self.is_view_of_root && !is_of_root;
        let bound = |end: Option<Points>, open: Score| match end {
            None => Ok(open),
            Some(end) if is_turned => end.or_infinite().map(|score| -score),
            Some(end) => end.or_infinite(),
        };
        let [low, high] = if is_turned {
            [beta, alpha]
        } else {
            [alpha, beta]
        };
        let (low, high) = (bound(low, Score::LOWEST)?, bound(high, Score::HIGHEST)?);
        Window::new(low, high).ok_or_else(|| {
            let [low, high] = [low, high].map(self.score_text);
            let rule = "a window's alpha is below its beta; a child's is its parent's, negated and swapped";
            broken(line, rule, format!("alpha is {low}"), format!("beta is {high}"))
        })
    }

    /// Takes note of a move whose window is wider than necessary, or that needn't be searched at all.
    fn look_for_waste(&mut self, line: u64, mv: &str, child: Window) {
        let Some(parent) = self.path.last_mut() else {
            return;
        };
        // A second search of a move may begin where the first one did.
        if parent.last.as_deref() == Some(mv) {
            return;
        }
        parent.last = Some(mv.to_owned());
        let (alpha, beta) = (parent.window.alpha().max(parent.best), parent.window.beta());
        let text = |alpha: Score, beta: Score| {
            format!(
                "({}, {})",
                (self.score_text)(alpha),
                (self.score_text)(beta)
            )
        };
        let waste = if alpha >= beta {
            "a move is searched although beta is reached".to_owned()
        } else if -child.beta() < alpha || -child.alpha() > beta {
            let (asked, needed) = (text(child.alpha(), child.beta()), text(-beta, -alpha));
            format!("the window is {asked}, and {needed} is enough")
        } else {
            return;
        };
        self.wasteful += 1;
        self.first_waste
            .get_or_insert(format!("line {line}: {waste}"));
    }

    /// Returns a score from the point of view of the side to move at the current node.
    fn score(&self, score: Points) -> Result<Score, TreeProblem> {
        let score = score.or_infinite()?;
        let is_own = !self.is_view_of_root || self.path.last().is_none_or(|node| node.is_of_root);
        Ok(if is_own { score } else { -score })
    }

    fn stored(
        &self,
        score: Points,
        bound: Option<StoredBound>,
        depth: Option<u32>,
    ) -> Result<Stored, TreeProblem> {
        let is_own = !self.is_view_of_root || self.path.last().is_none_or(|node| node.is_of_root);
        let bound = bound.map(|bound| match (bound, is_own) {
            (StoredBound::Exact, _) => Bound::Exact,
            (StoredBound::Lower, true) | (StoredBound::Upper, false) => Bound::AtLeast,
            (StoredBound::Upper, true) | (StoredBound::Lower, false) => Bound::AtMost,
        });
        Ok(Stored {
            score: self.score(score)?,
            bound,
            depth,
        })
    }

    /// Returns the number of a move.
    fn number(&mut self, mv: &str) -> u32 {
        if let Some(known) = self.words.get(mv) {
            return *known;
        }
        let number = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.words.insert(mv.to_owned(), number);
        number
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

    /// Verifies a leaf of a written tree.
    fn check_leaf(&self, line: u64, score: Score) -> Result<(), Stop> {
        let Some(node) = self.path.last() else {
            return Ok(());
        };
        let Some(tree) = &node.tree else {
            return Ok(());
        };
        let moves = tree.legal_moves().len();
        let shown = if self.is_repeated() {
            (score != Score::DRAW).then(|| "the node repeats, which is a draw".to_owned())
        } else if moves > 0 && node.depth.is_some_and(|depth| depth > 0) {
            Some(format!(
                "the node has {moves} moves, and the depth isn't used up"
            ))
        } else {
            let value = tree.estimate();
            (value != score).then(|| format!("the tree says {}", Tree::score_text(value)))
        };
        shown.map_or(Ok(()), |shown| {
            let said = format!("this is a leaf of {}", Tree::score_text(score));
            Err(broken(
                line,
                "a leaf has the value that the tree says",
                said,
                shown,
            ))
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

impl fmt::Display for LogContradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}, but {}", self.line, self.said, self.shown)?;
        if let Some(line) = self.shown_by {
            write!(f, " (line {line})")?;
        }
        write!(f, "\n  the rule: {}", self.rule)
    }
}

impl fmt::Display for LogCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.contradiction {
            Some(contradiction) => writeln!(f, "wrong: {contradiction}")?,
            None => writeln!(f, "nothing contradicts in {} lines", self.events)?,
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
