//! Search trees as files of any program: JSON Lines, with an event on each line. `docs/tree-format.md` describes the format.
//!
//! [`EventWriter`] writes the events of this library's searches; [`TreeFile`] reads and checks any program's.

use plywood_catalog::RecordedSearch;
use plywood_report::counted;
use plywood_search::games::Tree;
use plywood_search::{Arrival, Event, Game, Observer, Score, TreeRecorder, Window};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::ops::Neg;
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// The name of the format, in the first line.
pub const FORMAT: &str = "plywood-tree";
/// The version of the format.
pub const VERSION: u32 = 1;

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TreeHeader {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The game, such as `chess`. The scores of the game `tree` are plain numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The searched position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The program or strategy that searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// `root` if scores and windows are from the point of view of the side to move at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// `true` if every value is to be minimax's, so that nothing may be skipped, pruned or reduced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// The table at the start: `none` or `empty`; otherwise its contents are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The kind of search: `fail-hard` if no score is outside its window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The depth that was asked for, beyond which an exact search doesn't go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl TreeHeader {
    /// Returns `true` if the searched tree is a written one.
    pub(crate) fn is_of_tree(&self) -> bool {
        self.game.as_deref() == Some("tree")
    }

    /// Returns the notation of the game's scores.
    pub(crate) fn score_text(&self) -> fn(Score) -> String {
        if self.is_of_tree() {
            return Tree::score_text;
        }
        |score| score.to_string()
    }
}

/// An event, on every line but the first. Scores and windows are from the point of view of the side to move at the node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TreeEvent<'a> {
    /// A node is entered; without a move it is the root, which begins a pass, or the node above, searched again for a step.
    Enter(EnteredNode<'a>),
    /// The node was evaluated, or the game is over there.
    Leaf {
        /// The score.
        score: Points,
        /// The reason: `evaluated`, `over` or `repeated`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<Cow<'a, str>>,
    },
    /// The result of the node came from the table.
    Table(TableResult),
    /// The table gets a result of the node.
    Store(TableResult),
    /// A step pruned the node.
    Pruned {
        /// The name of the step.
        step: Cow<'a, str>,
    },
    /// A step skipped a move.
    Skip {
        /// The move.
        #[serde(rename = "move")]
        mv: Cow<'a, str>,
        /// The name of the step.
        step: Cow<'a, str>,
    },
    /// A number of nodes below the node are left out of the file.
    Unseen {
        /// The number of nodes.
        nodes: u64,
    },
    /// The last searched move caused a cutoff.
    Cut {
        /// The number of searched moves.
        tried: usize,
        /// The number of legal moves.
        of: usize,
    },
    /// The node is left with a score.
    Leave {
        /// The score.
        score: Points,
        /// The best move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        best: Option<Cow<'a, str>>,
    },
    /// The node is left without a score, since the search was stopped.
    Abandon,
}

/// A node that is entered. The window is open at an end that isn't given.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct EnteredNode<'a> {
    /// The move that leads to it; `--` is a null move.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<Cow<'a, str>>,
    /// The weight of the move, if it is an outcome of chance. The side to move stays the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// The step for which it is searched, unless it is to try the move.
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Cow<'a, str>>,
    /// The remaining depth.
    pub depth: Option<u32>,
    /// The lower bound of the window, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<Points>,
    /// The upper bound of the window, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta: Option<Points>,
    /// The key of the position in a table, a number or a string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<serde_json::Value>,
    /// The number of legal moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
}

/// A result in a table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TableResult {
    /// The score.
    pub score: Points,
    /// Its relation to the value; by default that of the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<StoredBound>,
    /// The depth of the search that found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The relation of a result in a table to the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoredBound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A score in a file: centipawns, or an object with `mate`, the distance in moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Points {
    /// Hundredths of a pawn, or of another unit.
    Number(i32),
    /// Either kind, as a score of this library.
    Score(Score),
}

impl From<Score> for Points {
    fn from(score: Score) -> Self {
        let number = score.as_centipawns();
        number.map_or(Self::Score(score), Self::Number)
    }
}

/// The error for a file that is not a tree, with the line.
#[derive(Debug, Error)]
#[error("line {line}: {problem}")]
pub struct TreeFileError {
    /// The line, from 1.
    pub line: u64,
    /// The problem.
    #[source]
    pub problem: TreeProblem,
}

/// The error for a wrong line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TreeProblem {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The line is not an event.
    #[error("expected an event such as {{\"e\":\"leave\",\"score\":25}}: {0}")]
    NoEvent(serde_json::Error),
    /// The first line is not a header.
    #[error(
        "expected a first line with {{\"format\":\"{FORMAT}\",\"version\":{VERSION}}}, found {0}"
    )]
    NoHeader(String),
    /// The line is too long.
    #[error("the line has more than {LONGEST_LINE} bytes, or {LONGEST_HEAD} as the first one")]
    Long,
    /// There is no event.
    #[error("nothing comes after the first line")]
    Empty,
    /// An event of a node comes when no node is open.
    #[error("no node is open for this to belong to")]
    Outside,
    /// A root is entered inside a node.
    #[error(
        "a node is entered without a move inside another one; only the root and a search for a step (\"for\") have none"
    )]
    RootInside,
    /// The first node of a pass has a move.
    #[error(
        "the root is entered with a move; the node before it was left, so this begins a pass, and no move leads to its root"
    )]
    RootMove,
    /// Nodes are nested too deeply.
    #[error("more than {DEEPEST} nodes are open")]
    Deep,
    /// A window is empty.
    #[error("expected alpha below beta")]
    Window,
    /// A number is not a score.
    #[error(
        "expected centipawns from -30000 to 30000, found {0}; a win is written as {{\"mate\":3}}"
    )]
    Score(i32),
    /// More moves were searched than there are.
    #[error("expected from 1 to {of} moves tried, found {tried}")]
    Tried {
        /// The number of searched moves.
        tried: usize,
        /// The number of legal moves.
        of: usize,
    },
    /// A move or a step has a name that can be mistaken for something else.
    #[error(
        "expected a move or a step of 1 to {LONGEST_WORD} letters, digits and signs other than < > & \" ' and \\, found {0:?}"
    )]
    Word(String),
}

const LONGEST_LINE: u64 = 4 << 10;
/// The first line can have a long position.
const LONGEST_HEAD: u64 = 1 << 20;
const LONGEST_WORD: usize = 40;
const DEEPEST: usize = 1_000;
/// The text of a null move.
pub(crate) const NULL: &str = "--";

/// A file of a tree.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TreeFile {
    /// Its first line.
    pub header: TreeHeader,
    /// The trees, limited to the requested number of nodes.
    pub recorded: RecordedSearch,
    /// The counts of its events.
    pub counts: EventCounts,
}

/// The counts of the events of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct EventCounts {
    /// The number of events, without the header.
    pub events: u64,
    /// The number of passes.
    pub passes: u64,
    /// The number of entered nodes.
    pub nodes: u64,
    /// The number of leaves.
    pub leaves: u64,
    /// The number of scores from the table.
    pub table: u64,
    /// The number of cutoffs.
    pub cutoffs: u64,
    /// For each step, the number of pruned nodes, skipped moves and nodes searched for it.
    pub steps: BTreeMap<String, u64>,
    /// The number of open nodes at the end of the file.
    pub open: usize,
}

impl TreeFile {
    /// Reads a file, and keeps about this number of nodes.
    ///
    /// ```
    /// use plywood_judge::tree_events::TreeFile;
    ///
    /// let file = r#"{"format":"plywood-tree","version":1,"game":"tree"}
    /// {"e":"enter","depth":1}
    /// {"e":"enter","move":"1","beta":9}
    /// {"e":"leaf","score":-3}
    /// {"e":"leave","score":-3}
    /// {"e":"leave","score":3}
    /// "#;
    /// let tree = TreeFile::read(file.as_bytes(), 100)?;
    /// assert_eq!((tree.counts.nodes, tree.counts.leaves), (2, 1));
    /// # Ok::<(), plywood_judge::tree_events::TreeFileError>(())
    /// ```
    ///
    /// # Errors
    /// [`TreeFileError`] for the first wrong line.
    pub fn read(file: impl BufRead, nodes: usize) -> Result<Self, TreeFileError> {
        let mut log = Events::of(file)?;
        let mut reading = Reading {
            recorder: TreeRecorder::new(nodes.max(1)),
            words: Words::default(),
            counts: EventCounts::default(),
        };
        while let Some(event) = log.next()? {
            let taken = reading.take(event);
            taken.map_err(|problem| log.wrong(problem))?;
        }
        for _ in 0..reading.counts.open {
            reading.recorder.observe(Event::Abandon);
        }
        let words = reading.words.0.iter();
        let words: HashMap<u32, &String> = words.map(|(word, number)| (*number, word)).collect();
        let (score_text, move_text) = (log.header.score_text(), |mv| words[&mv].clone());
        Ok(Self {
            recorded: RecordedSearch::without_rules(&reading.recorder, score_text, move_text),
            header: log.header,
            counts: reading.counts,
        })
    }

    /// Returns a summary in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = &self.counts;
        let steps = counts.steps.iter();
        let known = [
            counted(counts.events, "event"),
            counted(counts.passes, "pass"),
            counted(counts.nodes, "node"),
            counted(counts.leaves, "leaf"),
            counted(counts.cutoffs, "cutoff"),
        ];
        let table = (counts.table > 0).then(|| format!("{} from the table", counts.table));
        let steps = steps.map(|(step, count)| format!("{count} by {step}"));
        let open = counted(counts.open as u64, "node");
        let open = (counts.open > 0).then(|| format!("{open} still open at the end"));
        let parts = known.into_iter().chain(table).chain(steps).chain(open);
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// The events of a file, from the point of view of the side to move at each node, with their lines.
pub(crate) struct Events<R> {
    pub(crate) header: TreeHeader,
    file: R,
    /// The number of the last line, from 1.
    pub(crate) line: u64,
    /// The number of bytes read so far.
    pub(crate) bytes: u64,
    text: Vec<u8>,
    /// For each open node, `true` if the side to move at the root is to move. It's empty if no event has to be turned around.
    sides: Vec<bool>,
}

impl<R: BufRead> Events<R> {
    /// Reads the header.
    pub(crate) fn of(file: R) -> Result<Self, TreeFileError> {
        let mut events = Self {
            header: TreeHeader::default(),
            file,
            line: 0,
            bytes: 0,
            text: Vec::new(),
            sides: Vec::new(),
        };
        let header = events.read_line().and_then(|is_there| {
            let line = events.text.trim_ascii();
            let shown = if is_there { line } else { b"nothing" };
            let shown = String::from_utf8_lossy(&shown[..shown.len().min(80)]);
            let header = serde_json::from_slice::<TreeHeader>(line).ok();
            let known = header.filter(|it| it.format == FORMAT && it.version == VERSION);
            known.ok_or(TreeProblem::NoHeader(shown.into_owned()))
        });
        events.header = header.map_err(|problem| events.wrong(problem))?;
        Ok(events)
    }

    /// Reads the next line that isn't empty; `false` at the end.
    fn read_line(&mut self) -> Result<bool, TreeProblem> {
        loop {
            self.text.clear();
            self.line += 1;
            let is_first = self.header.format.is_empty();
            let longest = 1 + if is_first { LONGEST_HEAD } else { LONGEST_LINE };
            let mut rest = (&mut self.file).take(longest);
            let read = rest.read_until(b'\n', &mut self.text)?;
            self.bytes += read as u64;
            if read as u64 == longest {
                return Err(TreeProblem::Long);
            }
            if read == 0 || !self.text.trim_ascii().is_empty() {
                return Ok(read > 0);
            }
        }
    }

    /// Returns the next event; `None` at the end, which can be inside a line.
    pub(crate) fn next(&mut self) -> Result<Option<TreeEvent<'static>>, TreeFileError> {
        if !self.read_line().map_err(|problem| self.wrong(problem))? {
            return Ok(None);
        }
        let mut event = match serde_json::from_slice(self.text.trim_ascii()) {
            Ok(event) => event,
            Err(_) if !self.text.ends_with(b"\n") => return Ok(None),
            Err(error) => return Err(self.wrong(TreeProblem::NoEvent(error))),
        };
        if let TreeEvent::Cut { tried, of } = event
            && !(1..=of).contains(&tried)
        {
            return Err(self.wrong(TreeProblem::Tried { tried, of }));
        }
        if self.header.view.as_deref() == Some("root") {
            turn(&mut event, &mut self.sides);
        }
        Ok(Some(event))
    }

    /// Returns the error for a problem in the last line.
    pub(crate) const fn wrong(&self, problem: TreeProblem) -> TreeFileError {
        let line = self.line;
        TreeFileError { line, problem }
    }
}

/// Turns an event from the root's point of view to that of the side to move.
fn turn(event: &mut TreeEvent<'_>, sides: &mut Vec<bool>) {
    if let TreeEvent::Enter(node) = event {
        let is_other = node.mv.is_some() && node.weight.is_none();
        sides.push(sides.last().is_none_or(|above| *above != is_other));
    }
    let is_turned = sides.last() == Some(&false);
    match event {
        TreeEvent::Enter(node) if is_turned => {
            (node.alpha, node.beta) = (node.beta.map(Points::neg), node.alpha.map(Points::neg));
        }
        TreeEvent::Leaf { score, .. } | TreeEvent::Leave { score, .. } if is_turned => {
            *score = -*score;
        }
        TreeEvent::Table(result) | TreeEvent::Store(result) if is_turned => {
            result.score = -result.score;
            result.bound = result.bound.map(|bound| match bound {
                StoredBound::Exact => bound,
                StoredBound::Lower => StoredBound::Upper,
                StoredBound::Upper => StoredBound::Lower,
            });
        }
        _ => {}
    }
    if matches!(event, TreeEvent::Leave { .. } | TreeEvent::Abandon) {
        sides.pop();
    }
}

impl EnteredNode<'_> {
    /// Returns the ends of the window.
    pub(crate) fn window(&self) -> [Points; 2] {
        let ends = [(self.alpha, Score::LOWEST), (self.beta, Score::HIGHEST)];
        ends.map(|(end, open)| end.unwrap_or(Points::Score(open)))
    }
}

impl Neg for Points {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Number(number) => Self::Number(number.saturating_neg()),
            Self::Score(score) => Self::Score(-score),
        }
    }
}

fn check(word: &str) -> Result<(), TreeProblem> {
    let is_plain = |sign: char| !sign.is_control() && !"<>&\"'\\".contains(sign);
    let is_good = !word.is_empty() && word.len() <= LONGEST_WORD && word.chars().all(is_plain);
    let wrong = || TreeProblem::Word(word.chars().take(LONGEST_WORD).collect());
    is_good.then_some(()).ok_or_else(wrong)
}

/// The most names of steps to store; further ones become `other`.
const MOST_STEPS: usize = 256;

/// Returns the stored name of a step, which lives as long as the program.
pub(crate) fn step_name(name: &str) -> Result<&'static str, TreeProblem> {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    check(name)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = known.get(name) {
        return Ok(name);
    }
    if known.len() >= MOST_STEPS {
        return Ok("other");
    }
    let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
    known.insert(name);
    Ok(name)
}

/// The moves of a file, with their numbers.
#[derive(Default)]
pub(crate) struct Words(HashMap<String, u32>);

impl Words {
    /// Returns the number of a move.
    pub(crate) fn number(&mut self, mv: &str) -> Result<u32, TreeProblem> {
        if let Some(known) = self.0.get(mv) {
            return Ok(*known);
        }
        check(mv)?;
        let number = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        self.0.insert(mv.to_owned(), number);
        Ok(number)
    }

    /// Returns the step that leads to a node.
    pub(crate) fn arrival(
        &mut self,
        node: &EnteredNode<'_>,
    ) -> Result<Option<Arrival<u32>>, TreeProblem> {
        Ok(match (node.mv.as_deref(), node.weight) {
            (None, _) => None,
            (Some(NULL), _) => Some(Arrival::Pass),
            (Some(mv), Some(weight)) => Some(Arrival::Outcome(self.number(mv)?, weight)),
            (Some(mv), None) => Some(Arrival::Move(self.number(mv)?)),
        })
    }
}

struct Reading {
    recorder: TreeRecorder<u32>,
    words: Words,
    counts: EventCounts,
}

impl Reading {
    fn take(&mut self, event: TreeEvent<'_>) -> Result<(), TreeProblem> {
        self.counts.events += 1;
        if self.counts.open == 0 && !matches!(event, TreeEvent::Enter(_)) {
            return Err(TreeProblem::Outside);
        }
        let event = match event {
            TreeEvent::Enter(node) => {
                let [alpha, beta] = node.window().map(Points::checked);
                self.check_nesting(node.mv.is_some(), node.purpose.is_some())?;
                let purpose = node.purpose.as_deref().map(|step| self.step(step));
                Event::Enter {
                    purpose: purpose.transpose()?,
                    arrival: self.words.arrival(&node)?,
                    depth: node.depth.unwrap_or(0),
                    window: Window::new(alpha?, beta?).ok_or(TreeProblem::Window)?,
                }
            }
            TreeEvent::Leaf { score, .. } => Event::Leaf(score.checked()?),
            TreeEvent::Table(result) => Event::TableHit(result.score.checked()?),
            // A drawing doesn't show it.
            TreeEvent::Store(_) => return Ok(()),
            TreeEvent::Pruned { step } => Event::Pruned(self.step(&step)?),
            TreeEvent::Skip { mv, step } => {
                let (mv, step) = (self.words.number(&mv)?, self.step(&step)?);
                Event::Skipped { mv, step }
            }
            TreeEvent::Unseen { nodes } => Event::Unseen(nodes.min(u64::from(u32::MAX))),
            TreeEvent::Cut { tried, of } => Event::Cutoff {
                index: tried - 1,
                moves: of,
            },
            TreeEvent::Leave { score, .. } => Event::Leave(score.checked()?),
            TreeEvent::Abandon => Event::Abandon,
        };
        match event {
            Event::Enter { .. } => {
                self.counts.open += 1;
                self.counts.nodes += 1;
            }
            Event::Leaf(_) => self.counts.leaves += 1,
            Event::TableHit(_) => self.counts.table += 1,
            Event::Cutoff { .. } => self.counts.cutoffs += 1,
            Event::Leave(_) | Event::Abandon => self.counts.open -= 1,
            // The steps are counted where they are named.
            _ => {}
        }
        self.recorder.observe(event);
        Ok(())
    }

    /// Verifies that a node may be entered here, with a move or for a step, and counts the passes.
    fn check_nesting(&mut self, is_moved: bool, is_step: bool) -> Result<(), TreeProblem> {
        match (is_moved, is_step, self.counts.open) {
            (true, _, 0) => return Err(TreeProblem::RootMove),
            (false, true, 0) => return Err(TreeProblem::Outside),
            (false, false, 1..) => return Err(TreeProblem::RootInside),
            (_, _, DEEPEST..) => return Err(TreeProblem::Deep),
            (false, false, 0) => self.counts.passes += 1,
            (true, ..) | (false, true, _) => {}
        }
        Ok(())
    }

    fn step(&mut self, name: &str) -> Result<&'static str, TreeProblem> {
        let step = step_name(name)?;
        *self.counts.steps.entry(step.to_owned()).or_default() += 1;
        Ok(step)
    }
}

impl Points {
    /// Returns the score; a number above all scores, such as a program's infinity, is infinite.
    pub(crate) fn or_infinite(self) -> Score {
        self.checked().unwrap_or(match self {
            Self::Number(number) if number > 0 => Score::HIGHEST,
            Self::Number(_) | Self::Score(_) => Score::LOWEST,
        })
    }

    pub(crate) fn checked(self) -> Result<Score, TreeProblem> {
        match self {
            Self::Score(score) => Ok(score),
            Self::Number(number) => Some(Score::centipawns(number))
                .filter(|score| score.as_centipawns() == Some(number))
                .ok_or(TreeProblem::Score(number)),
        }
    }
}

/// An observer that writes each event of a search as a line. Trees kept in memory by a search have no events, and are left out.
#[derive(Debug)]
pub struct EventWriter<W> {
    out: W,
    /// The first error.
    written: io::Result<()>,
}

impl<W: Write> EventWriter<W> {
    /// Writes the first line.
    pub fn new(out: W, header: &TreeHeader) -> Self {
        let mut writer = Self {
            out,
            written: Ok(()),
        };
        let header = TreeHeader {
            format: FORMAT.to_owned(),
            version: VERSION,
            ..header.clone()
        };
        writer.line(&header);
        writer
    }

    /// Returns the writer.
    ///
    /// # Errors
    /// The first error of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.written?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn line(&mut self, line: &impl Serialize) {
        if self.written.is_ok() {
            let text = serde_json::to_string(line).map_err(io::Error::from);
            self.written = text.and_then(|text| writeln!(self.out, "{text}"));
        }
    }
}

impl<W: Write, M: Copy + Display> Observer<M> for EventWriter<W> {
    fn observe(&mut self, event: Event<'_, M>) {
        let event = match event {
            Event::Enter {
                arrival,
                purpose,
                depth,
                window,
            } => {
                let bound = |score: Score| (!score.is_infinite()).then(|| score.into());
                let (mv, weight) = match arrival {
                    None => (None, None),
                    Some(Arrival::Pass) => (Some(NULL.into()), None),
                    Some(Arrival::Move(mv)) => (Some(mv.to_string().into()), None),
                    Some(Arrival::Outcome(mv, of)) => (Some(mv.to_string().into()), Some(of)),
                };
                TreeEvent::Enter(EnteredNode {
                    mv,
                    weight,
                    purpose: purpose.map(Cow::Borrowed),
                    depth: Some(depth),
                    alpha: bound(window.alpha()),
                    beta: bound(window.beta()),
                    ..EnteredNode::default()
                })
            }
            Event::Leaf(it) => TreeEvent::Leaf {
                score: it.into(),
                kind: None,
            },
            Event::TableHit(it) => TreeEvent::Table(TableResult {
                score: it.into(),
                bound: None,
                depth: None,
            }),
            Event::Pruned(step) => TreeEvent::Pruned { step: step.into() },
            Event::Skipped { mv, step } => TreeEvent::Skip {
                mv: mv.to_string().into(),
                step: step.into(),
            },
            Event::Unseen(nodes) => TreeEvent::Unseen { nodes },
            Event::Cutoff { index, moves } => TreeEvent::Cut {
                tried: index + 1,
                of: moves,
            },
            Event::Leave(it) => TreeEvent::Leave {
                score: it.into(),
                best: None,
            },
            Event::Abandon => TreeEvent::Abandon,
            Event::Kept(_) | Event::Progress(_) | Event::Iteration(_) => return,
        };
        self.line(&event);
    }

    /// Returns every ply of the engine's tree that it reports.
    fn plies(&self) -> u32 {
        4
    }
}

#[cfg(test)]
mod tests;
