//! [`Question`]: a position for a program to search, and [`Answer`]: its reply; as lines of text and as JSON.

use crate::judge::bug::Bug;
use crate::judge::search::{
    Found, INFINITE, OPEN, Search, SearchKind, Step, StepEvent, shifted, value_of,
};
use crate::judge::shape::{Names, Shape};
use crate::log_check::LogCheck;
use crate::tree_events::{FORMAT, TreeHeader, VERSION};
use plywood_core::{PieceValues, Position, perft};
use plywood_eval::{Evaluator, Material, Score};
use plywood_search::games::{Branch, ConnectFour, TicTacToe, Tree};
use plywood_search::{Game, Keyed, minimal_leaves};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// A game of the judge's questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum JudgedGame {
    /// Written trees.
    #[default]
    Tree,
    /// Tic-tac-toe.
    TicTacToe,
    /// Connect four.
    ConnectFour,
    /// Chess.
    Chess,
}

impl JudgedGame {
    /// Returns the name, as in a question.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::TicTacToe => "tic-tac-toe",
            Self::ConnectFour => "connect-four",
            Self::Chess => "chess",
        }
    }
}

/// A part of an answer, and of the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The value, or the number of positions.
    Value,
    /// The best move.
    Move,
    /// The leaves, which show what was cut off.
    Cutoffs,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::Value, Self::Move, Self::Cutoffs];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A position for a program to search.
#[derive(Debug, Clone)]
pub struct Question {
    pub(super) root: Root,
    pub(super) depth: u32,
    pub(super) ask: Ask,
    pub(super) truth: Truth,
    /// The place of the topic for which it was made in the list of all.
    pub(super) topic: Option<usize>,
    pub(super) is_fresh: bool,
    /// A log of the search would explain an error.
    pub(super) wants_log: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Root {
    Tree(Shape, Tree),
    TicTacToe(TicTacToe),
    /// The moves, in the notation of the game, and the board after them.
    ConnectFour(String, ConnectFour),
    Chess(Position),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// The value, within a window if there is one.
    Value(SearchKind, Option<[i32; 2]>),
    /// The number of positions at this depth.
    Perft,
}

/// The correct answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Truth {
    pub(super) value: i64,
    /// All moves with this value.
    pub(super) best: Vec<String>,
    /// For a tree without names: the numbers of leaves of the smallest proof, of this search in this order, and of the whole tree.
    pub(super) leaves: Option<[u64; 3]>,
}

/// A program's answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Answer {
    /// The value for the side to move at the root, or the count of positions.
    pub value: i64,
    /// The best move.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The visited leaves, in order.
    pub leaves: Option<Vec<i32>>,
    /// The program's log of its search: lines of [`tree_events`](crate::tree_events), with or without the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

/// The error for a line that is not an answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// A word is not a number, but should be one.
    #[error(
        "expected a whole number as the {part}, found {found:?}; an answer is \"VALUE MOVE LEAF LEAF …\" or JSON, and \
         everything else belongs on standard error"
    )]
    Number {
        /// The part of the answer.
        part: &'static str,
        /// The word.
        found: String,
    },
    /// The line begins like JSON, but isn't.
    #[error("the answer is not JSON: {0}")]
    Json(String),
    /// JSON begins, and goes on after this line.
    #[error("the answer is not JSON: it isn't closed")]
    Open,
    /// The answer's number differs from the question's.
    #[error("expected the answer to question {expected}, found one to question {found}")]
    Other {
        /// The number of the question.
        expected: usize,
        /// The number of the answer.
        found: String,
    },
}

/// The longest part of a wrong answer to quote.
const LONGEST: usize = 60;

impl Answer {
    /// Returns `true` if it has this part.
    pub(super) fn has(&self, part: Part) -> bool {
        match part {
            Part::Value => true,
            Part::Move => self.best.is_some(),
            Part::Cutoffs => self.leaves.is_some(),
        }
    }

    /// Reads an answer: `VALUE`, `VALUE MOVE`, `VALUE MOVE LEAF LEAF …`, an object with `value`, `move` and `leaves`, or `-` for none.
    ///
    /// # Errors
    /// The line has another format, or the number of another question.
    ///
    /// ```
    /// use plywood_judge::Answer;
    ///
    /// let answer = Answer::read("3 1 3 12 8", 1)?.expect("an answer");
    /// assert_eq!(Answer::read(r#"{"value":3,"move":1,"leaves":[3,12,8]}"#, 1)?, Some(answer));
    /// # Ok::<(), plywood_judge::AnswerError>(())
    /// ```
    pub fn read(line: &str, id: usize) -> Result<Option<Self>, AnswerError> {
        let line = line.trim();
        if line == "-" {
            return Ok(None);
        }
        if line.starts_with('{') {
            return match serde_json::from_str(line) {
                Ok(json) => Self::from_json(&json, id),
                Err(error) if error.is_eof() => Err(AnswerError::Open),
                Err(error) => Err(AnswerError::Json(error.to_string())),
            };
        }
        let read = |word: &str| {
            let whole = word.parse::<i64>().map(Value::from).ok();
            let number = whole.or_else(|| serde_json::from_str(word).ok());
            number.unwrap_or_else(|| json!(word))
        };
        let mut words = line.split_whitespace();
        let value = read(words.next().unwrap_or_default());
        let best = words.next().filter(|word| *word != "-");
        let leaves: Vec<Value> = words.map(read).collect();
        let leaves = Some(leaves).filter(|leaves| !leaves.is_empty());
        let json = json!({ "value": value, "move": best, "leaves": leaves });
        Self::from_json(&json, id)
    }

    /// Returns `true` if a line belongs to the log of a search, which a program can write before its answer.
    #[must_use]
    pub fn is_of_log(line: &str) -> bool {
        let json = serde_json::from_str::<Value>(line);
        json.is_ok_and(|json| ["e", "format"].iter().any(|name| json.get(name).is_some()))
    }

    /// Reads an answer from JSON: an object with `value`, `move`, `leaves` and `log`, the value alone, or `null` for none.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    ///
    /// ```
    /// use plywood_judge::Answer;
    /// use serde_json::json;
    ///
    /// let three = Answer { value: 3, ..Answer::default() };
    /// assert_eq!(Answer::from_json(&json!(3), 1)?, Some(three));
    /// # Ok::<(), plywood_judge::AnswerError>(())
    /// ```
    pub fn from_json(json: &Value, id: usize) -> Result<Option<Self>, AnswerError> {
        let is_other = |found: &&Value| found.as_u64() != Some(id as u64);
        if let Some(found) = json.get("id").filter(is_other) {
            return Err(AnswerError::Other {
                expected: id,
                found: excerpt(found),
            });
        }
        let field = |name| json.get(name).filter(|value| !value.is_null());
        let Some(value) = field("value").or_else(|| Some(json).filter(|json| json.is_number()))
        else {
            return Ok(None);
        };
        let leaves = field("leaves").and_then(Value::as_array);
        // A number that no leaf can have becomes the largest.
        let leaf = |leaf| Ok(i32::try_from(number("leaf", leaf)?).unwrap_or(i32::MAX));
        let leaves = leaves.map(|leaves| leaves.iter().map(leaf).collect());
        Ok(Some(Self {
            value: number("value", value)?,
            best: field("move").map(text),
            leaves: leaves.transpose()?,
            log: field("log").map(|log| match log {
                Value::Array(events) => {
                    let lines = events.iter().map(|event| format!("{}\n", text(event)));
                    lines.collect()
                }
                log => text(log),
            }),
        }))
    }
}

/// Reads a whole number of JSON, which may be written as a fraction.
fn number(part: &'static str, value: &Value) -> Result<i64, AnswerError> {
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
    let small = |float: f64| (float.fract() == 0.0 && float.abs() < 1e15).then_some(float as i64);
    let number = value.as_i64().or_else(|| value.as_f64().and_then(small));
    number.ok_or_else(|| {
        let found = excerpt(value);
        AnswerError::Number { part, found }
    })
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn excerpt(value: &Value) -> String {
    text(value).chars().take(LONGEST).collect()
}

/// Chess scores are material: 100, 300, 300, 500 and 900.
pub(super) const MATERIAL: Material = Material::new(PieceValues {
    knight: 300,
    bishop: 300,
    queen: 900,
    ..PieceValues::STANDARD
});

/// No tree of a question is deeper.
const DEEPEST_TREE: u32 = 64;

/// Collects the keys of the nodes that a table keeps, each with its key there: the name and the side to move, or by mistake the name alone.
fn table_keys(node: (&Shape, &Tree), search: Search, keys: &mut HashMap<u64, u64>) {
    let (shape, tree) = node;
    let slot = match shape.name() {
        Some(name) if search.bug == Some(Bug::KeyWithoutSide) => {
            Some(u64::from(name.to_ascii_lowercase()))
        }
        Some(_) => Some(tree.key()),
        None => search.keeps_all.then(|| tree.key()),
    };
    keys.extend(slot.map(|slot| (tree.key(), slot)));
    for (child, mv) in shape.moves().iter().zip(tree.legal_moves()) {
        table_keys((child, &tree.after(mv)), search, keys);
    }
}

/// The positions of a search, each with the number of times that it's searched, and the greatest depth.
type Arrivals = HashMap<u64, (Tree, u32, u32)>;

/// The least and the greatest value that a table can know of a position at a depth.
type Known = HashMap<(u64, u32), [i32; 2]>;

fn arrive(tree: &Tree, depth: u32, arrivals: &mut Arrivals) {
    let arrived = || (tree.clone(), 0, 0);
    let (_, times, deepest) = arrivals.entry(tree.key()).or_insert_with(arrived);
    (*times, *deepest) = (*times + 1, depth.max(*deepest));
    for mv in tree.legal_moves().iter().filter(|_| depth > 0) {
        arrive(&tree.after(*mv), depth - 1, arrivals);
    }
}

/// Returns the least and the greatest value that correct searches can find for a node: the table may answer with the result of another path
/// and of a greater depth.
fn reach(tree: &Tree, depth: u32, above: &[u64], known: &Known) -> [i32; 2] {
    let (key, moves) = (tree.key(), tree.legal_moves());
    if above.contains(&key) {
        return [0; 2];
    }
    if depth == 0 || moves.is_empty() {
        return [value_of(tree.estimate(), 0); 2];
    }
    let path = [above, &[key]].concat();
    let own = moves.iter().fold([-INFINITE; 2], |[low, high], mv| {
        let below = reach(&tree.after(*mv), depth - 1, &path, known);
        let [most, least] = below.map(|value| shifted(-value, -1));
        [low.max(least), high.max(most)]
    });
    let answers = (depth..).map_while(|depth| known.get(&(key, depth)));
    answers.fold(own, |[a, b], [c, d]| [a.min(*c), b.max(*d)])
}

/// Returns what a table can know of the positions that a search reaches more than once, whatever the order of the search.
fn known_after(tree: &Tree, depth: u32) -> Known {
    let (mut arrivals, mut known) = (Arrivals::new(), Known::new());
    arrive(tree, depth, &mut arrivals);
    arrivals.retain(|_, (_, times, _)| *times > 1);
    loop {
        let mut more = Known::new();
        for (key, (tree, _, deepest)) in &arrivals {
            for depth in 1..=*deepest {
                more.insert((*key, depth), reach(tree, depth, &[], &known));
            }
        }
        if more == known {
            return known;
        }
        known = more;
    }
}

impl Root {
    /// Returns the written tree, if it is one.
    pub(super) fn tree(&self) -> Option<(&Shape, &Tree)> {
        match self {
            Self::Tree(shape, tree) => Some((shape, tree)),
            Self::TicTacToe(_) | Self::ConnectFour(..) | Self::Chess(_) => None,
        }
    }

    /// Counts the positions of a game at a depth.
    fn count(&self, depth: u32) -> u64 {
        match (self, depth) {
            (_, 0) => 1,
            (Self::Chess(position), _) => perft(position, depth),
            _ => self.after_each().iter().map(|it| it.count(depth - 1)).sum(),
        }
    }

    /// Returns `true` if a game can end before this many plies.
    pub(super) fn ends_within(&self, plies: u32) -> bool {
        if plies == 0 {
            return false;
        }
        let after = self.after_each();
        after.is_empty() || after.iter().any(|it| it.ends_within(plies - 1))
    }

    /// Returns the positions after each move of a game; there are none if it is over.
    fn after_each(&self) -> Vec<Self> {
        match self {
            Self::Tree(..) => Vec::new(),
            Self::TicTacToe(board) => after_each(board, |_, next| Self::TicTacToe(next)),
            Self::ConnectFour(moves, board) => after_each(board, |mv, next| {
                Self::ConnectFour(format!("{moves}{mv}"), next)
            }),
            Self::Chess(position) => after_each(position, |_, next| Self::Chess(next)),
        }
    }
}

impl Question {
    pub(super) fn new(root: Root, depth: u32, ask: Ask) -> Self {
        let mut question = Self {
            root,
            depth,
            ask,
            truth: Truth::default(),
            topic: None,
            is_fresh: false,
            wants_log: false,
        };
        question.truth = match ask {
            Ask::Value(kind, _) => question.value(kind),
            Ask::Perft => Truth {
                value: question.root.count(depth).cast_signed(),
                ..Truth::default()
            },
        };
        question
    }

    /// Searches for the value.
    fn value(&self, kind: SearchKind) -> Truth {
        let exact = self.run(Search::right(SearchKind::Minimax));
        let tree = self.root.tree().filter(|_| !self.has_names());
        let leaves = tree.map(|(_, tree)| {
            let minimal = minimal_leaves(tree, self.depth, &Tree::estimate);
            let usual = self.run(Search::right(kind.variants()[0]));
            let [usual, all] = [&usual, &exact].map(|found| found.leaves.len() as u64);
            [minimal, usual, all]
        });
        let best = exact.moves.into_iter();
        let best = best.filter(|(_, value)| *value == exact.value);
        Truth {
            value: exact.value.into(),
            best: best.map(|(name, _)| name).collect(),
            leaves,
        }
    }

    /// Makes a root of a written tree; `None` if its names are wrong, or it has no moves.
    pub(super) fn root_of(shape: Shape) -> Option<Root> {
        let tree: Tree = shape.to_string().parse().ok()?;
        (!tree.legal_moves().is_empty()).then_some(Root::Tree(shape, tree))
    }

    /// Makes a tree question; `None` if the tree's names are wrong, or if correct searches with a table can find different values.
    pub(super) fn tree(shape: Shape, depth: u32, ask: Ask) -> Option<Self> {
        let root = Self::root_of(shape).filter(|_| depth > 0)?;
        Some(Self::new(root, depth, ask)).filter(Self::is_same_in_any_order)
    }

    /// Returns `true` if correct searches find the same value and the same best moves, in whatever order they fill a table.
    pub(super) fn is_same_in_any_order(&self) -> bool {
        let Some((_, tree)) = self.root.tree().filter(|_| self.has_names()) else {
            return true;
        };
        let (depth, best) = (self.depth, &self.truth.best);
        let known = known_after(tree, depth);
        let looks_best = |mv: Branch| {
            let [low, _] = reach(&tree.after(mv), depth - 1, &[tree.key()], &known);
            i64::from(shifted(-low, -1)) >= self.truth.value
        };
        let mut others = tree.legal_moves().into_iter();
        reach(tree, depth, &[], &known).map(i64::from) == [self.truth.value; 2]
            && !others.any(|mv| !best.contains(&mv.to_string()) && looks_best(mv))
    }

    /// Returns `true` if nodes of the tree have names.
    pub(super) fn has_names(&self) -> bool {
        let tree = self.root.tree();
        tree.is_some_and(|(shape, _)| shape.names() != Names::None)
    }

    /// Returns `true` if an answer to this question can show that a part is right.
    pub(super) fn tests(&self, part: Part) -> bool {
        match part {
            Part::Value => true,
            Part::Move => self.is_inside() && !self.truth.best.is_empty(),
            Part::Cutoffs => self.truth.leaves.is_some(),
        }
    }

    /// Returns `true` if the value is inside the window.
    fn is_inside(&self) -> bool {
        let [alpha, beta] = self.window().map(i64::from);
        alpha < self.truth.value && self.truth.value < beta
    }

    /// Returns the values that are right: outside the window a search may return a bound.
    pub(super) fn right_values(&self) -> RangeInclusive<i64> {
        let value = self.truth.value;
        let [alpha, beta] = self.window().map(i64::from);
        let end = value.clamp(alpha, beta);
        match self.ask {
            Ask::Value(SearchKind::FailHard, Some(_)) => end..=end,
            Ask::Value(_, Some(_)) => value.min(end)..=value.max(end),
            Ask::Value(_, None) | Ask::Perft => value..=value,
        }
    }

    /// Returns `true` if this part of an answer is wrong. Cutoffs are wrong if the visited leaves don't prove the value.
    pub(super) fn is_wrong(&self, answer: &Answer, part: Part) -> bool {
        let truth = &self.truth;
        match part {
            Part::Value => !self.right_values().contains(&answer.value),
            Part::Move => {
                let is_other = |best: &String| !truth.best.contains(best);
                self.tests(part) && answer.best.as_ref().is_some_and(is_other)
            }
            Part::Cutoffs => {
                let listed = self.root.tree().zip(answer.leaves.as_ref());
                let listed = listed.filter(|_| self.tests(part) && self.is_inside());
                listed.is_some_and(|((shape, _), leaves)| {
                    shape.proven(self.depth, leaves, 1).map(i64::from) != [truth.value; 2]
                })
            }
        }
    }

    /// Returns the first contradiction in a program's log of a search of this tree, in general and with its line.
    pub(super) fn contradiction(&self, log: &str) -> Option<(String, String)> {
        let (Ask::Value(kind, _), Some(_)) = (self.ask, self.root.tree()) else {
            return None;
        };
        let (first, rest) = log.split_once('\n').unwrap_or((log, ""));
        let (own, events, shift) = match serde_json::from_str::<TreeHeader>(first) {
            Ok(own) => (own, rest, 0),
            Err(_) => (TreeHeader::default(), log, 1),
        };
        // A tree without names has no use for a table.
        let has_table = self.has_names() || log.contains("\"table\"");
        let no_table = (!has_table).then(|| "none".to_owned());
        let header = TreeHeader {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: Some(JudgedGame::Tree.name().to_owned()),
            position: Some(self.text()),
            exact: Some(true),
            search: (kind == SearchKind::FailHard).then(|| "fail-hard".to_owned()),
            depth: Some(self.depth),
            table: own.table.or(no_table),
            ..own
        };
        let text = format!("{}\n{events}\n", json!(header));
        let check = match LogCheck::read(text.as_bytes(), |_| {}) {
            Ok(check) => check,
            Err(error) => return Some(("its log can't be read".to_owned(), error.to_string())),
        };
        let waste = check
            .first_waste
            .map(|waste| ("its log shows waste".to_owned(), waste));
        let contradiction = check.contradiction.map(|mut found| {
            found.line -= shift;
            found.shown_by = found.shown_by.map(|line| line - shift);
            (
                format!("it breaks a rule: {}", found.rule),
                found.sentence(),
            )
        });
        contradiction.or(waste)
    }

    /// Runs a search on this question.
    pub(super) fn run(&self, search: Search) -> Found {
        self.search(search, false)
    }

    /// Runs a search on this question, with or without its steps.
    pub(super) fn search(&self, search: Search, shows_steps: bool) -> Found {
        let (asked, how) = ((self.depth, self.window()), (None, shows_steps));
        match &self.root {
            Root::Tree(shape, tree) => {
                let mut keys = HashMap::new();
                if search.table {
                    table_keys((shape, tree), search, &mut keys);
                }
                let is_ignored = search.bug == Some(Bug::DepthIgnored);
                let depth = if is_ignored { DEEPEST_TREE } else { self.depth };
                let (asked, how) = ((depth, self.window()), (Some(keys), shows_steps));
                search.run(tree, asked, Tree::estimate, how)
            }
            Root::TicTacToe(board) => search.run(board, asked, |_| Score::DRAW, how),
            Root::ConnectFour(_, board) => search.run(board, asked, |_| Score::DRAW, how),
            Root::Chess(position) => search.run(position, asked, |it| MATERIAL.evaluate(it), how),
        }
    }

    /// Runs a search on this question, and returns its steps as lines.
    pub(super) fn steps(&self, search: Search) -> Vec<String> {
        let found = self.search(search, true);
        let is_shown = |step: &&Step| match step.event {
            StepEvent::Store(..) => false,
            StepEvent::Cut { tried, of } => tried < of,
            _ => true,
        };
        let steps = found.steps.iter().filter(is_shown);
        steps.map(ToString::to_string).collect()
    }

    pub(super) fn window(&self) -> [i32; 2] {
        match self.ask {
            Ask::Value(_, Some(window)) => window,
            Ask::Value(_, None) | Ask::Perft => OPEN,
        }
    }

    /// Returns the questions one step smaller: a tree or a depth, or one without a window. In other games the depth is one ply less, after each move.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let (Root::Tree(shape, _), Ask::Value(kind, window)) = (&self.root, self.ask) else {
            let below = self.root.after_each().into_iter();
            let below = below.filter(|_| self.depth > 1);
            let below = below.map(|root| Self::new(root, self.depth - 1, self.ask));
            return below.collect();
        };
        let repeats = shape.names() == Names::Repeated;
        let deepest = |shape: &Shape| if repeats { u32::MAX } else { shape.height() };
        let smaller = shape.smaller().into_iter();
        let mut asked: Vec<_> = smaller
            .map(|shape| (self.depth.min(deepest(&shape)), shape, self.ask))
            .collect();
        if self.depth < deepest(shape) {
            asked.push((self.depth - 1, shape.clone(), self.ask));
        }
        if window.is_some() {
            asked.push((self.depth, shape.clone(), Ask::Value(kind, None)));
        }
        let asked = asked.into_iter();
        let question = |(depth, shape, ask)| Self::tree(shape, depth, ask);
        let mut smaller: Vec<Self> = asked.filter_map(question).collect();
        smaller.sort_by_key(Self::size);
        smaller
    }

    /// Returns a key that orders questions by size.
    pub(super) fn size(&self) -> (u32, usize, u32, u32) {
        let is_bounded = u32::from(self.window() != OPEN);
        match self.root.tree() {
            Some((shape, _)) => {
                let (nodes, numbers) = shape.size();
                (0, nodes, numbers, self.depth + is_bounded)
            }
            None => (self.depth, self.truth.best.len(), 0, 0),
        }
    }

    /// Returns `true` if a program should be started anew for this question alone, to see if an earlier question changed its answer.
    #[must_use]
    pub const fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Returns the question as a line of plain text: the tree, and the window if it has one. Questions about a depth above the leaves and about
    /// other games need JSON.
    #[must_use]
    pub fn line(&self) -> String {
        match self.ask {
            Ask::Value(_, Some([alpha, beta])) => format!("{} {alpha} {beta}", self.text()),
            Ask::Value(_, None) | Ask::Perft => self.text(),
        }
    }

    /// Returns the tree or the position as text.
    #[must_use]
    pub fn text(&self) -> String {
        let text = match &self.root {
            Root::Tree(shape, _) => shape.to_string(),
            Root::TicTacToe(board) => board.to_string(),
            Root::ConnectFour(_, board) => board.to_string(),
            Root::Chess(position) => position.to_string(),
        };
        text.trim_end().replace('\n', " ")
    }

    /// Returns the question as JSON.
    #[must_use]
    pub fn json(&self, id: usize) -> Value {
        let (game, more) = match &self.root {
            Root::Tree(shape, _) => (JudgedGame::Tree, Some(("tree", shape.json()))),
            Root::TicTacToe(_) => (JudgedGame::TicTacToe, None),
            Root::ConnectFour(moves, _) => (JudgedGame::ConnectFour, Some(("moves", json!(moves)))),
            Root::Chess(_) => (JudgedGame::Chess, None),
        };
        let (ask, search, window) = match self.ask {
            Ask::Perft => ("perft", None, None),
            Ask::Value(kind, window) => ("value", Some(kind), window),
        };
        let position = self.text();
        let mut json = json!({ "id": id, "game": game, "position": position, "depth": self.depth, "ask": ask });
        let optional = [
            more,
            search.map(|search| ("search", json!(search))),
            window.map(|window| ("window", json!(window))),
            self.is_fresh.then_some(("fresh", json!(true))),
            self.wants_log.then_some(("log", json!(true))),
        ];
        for (name, value) in optional.into_iter().flatten() {
            json[name] = value;
        }
        json
    }
}

/// Makes something of each move and the position after it, unless the game is over.
fn after_each<G: Game, T>(position: &G, make: impl Fn(G::Move, G) -> T) -> Vec<T> {
    let moves = position.legal_moves();
    let is_over = position.ending(&moves).is_some();
    let legal = moves.iter().filter(|_| !is_over);
    legal.map(|mv| make(*mv, position.after(*mv))).collect()
}
