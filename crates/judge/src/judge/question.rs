//! [`Question`]: a position for a program to search, and [`Answer`]: its reply; as lines of text and as JSON.

use crate::judge::search::{Found, OPEN, PRUNING, Search, SearchKind, TableUse};
use crate::judge::shape::{Names, Shape};
use plywood_core::{PieceValues, Position, perft};
use plywood_eval::{Evaluator, Material, Score};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{Game, minimal_leaves};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Display;
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

/// A position for a program to search.
#[derive(Debug, Clone)]
pub struct Question {
    pub(super) root: Root,
    pub(super) depth: u32,
    pub(super) ask: Ask,
    pub(super) truth: Truth,
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
            let json = serde_json::from_str(line);
            let json: Value = json.map_err(|error| AnswerError::Json(error.to_string()))?;
            return Self::from_json(&json, id);
        }
        let number = |part, word: &str| whole(part, word.parse().ok(), &word);
        let mut words = line.split_whitespace();
        let value = number("value", words.next().unwrap_or_default())?;
        let best = words.next().filter(|word| *word != "-");
        let leaves = in_range(words.map(|word| number("leaf", word)))?;
        Ok(Some(Self {
            value,
            best: best.map(str::to_owned),
            leaves: (!leaves.is_empty()).then_some(leaves),
        }))
    }

    /// Reads an answer from JSON: an object with `value`, `move` and `leaves`, the value alone, or `null` for none.
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
        let leaves = leaves.map(|leaves| in_range(leaves.iter().map(|leaf| number("leaf", leaf))));
        let text = |best: &Value| match best {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Ok(Some(Self {
            value: number("value", value)?,
            best: field("move").map(text),
            leaves: leaves.transpose()?,
        }))
    }
}

/// Reads a number of JSON, which may be written as a fraction.
fn number(part: &'static str, value: &Value) -> Result<i64, AnswerError> {
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
    let small = |float: f64| (float.fract() == 0.0 && float.abs() < 1e15).then_some(float as i64);
    let number = value.as_i64().or_else(|| value.as_f64().and_then(small));
    whole(part, number, value)
}

/// Returns a part of an answer, which is `None` if the text found there is no whole number.
fn whole(part: &'static str, number: Option<i64>, found: &dyn Display) -> Result<i64, AnswerError> {
    number.ok_or_else(|| AnswerError::Number {
        part,
        found: excerpt(found),
    })
}

fn excerpt(text: &dyn Display) -> String {
    text.to_string().chars().take(LONGEST).collect()
}

/// Collects leaves; a number that no leaf can have becomes the largest.
fn in_range(
    leaves: impl Iterator<Item = Result<i64, AnswerError>>,
) -> Result<Vec<i32>, AnswerError> {
    leaves
        .map(|leaf| Ok(i32::try_from(leaf?).unwrap_or(i32::MAX)))
        .collect()
}

/// Start positions of games near castling, en passant, promotions and pins.
pub(super) const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/P6k/8/8/3pP3/8/6pK/8 b - e3 0 1",
];

/// Chess scores are material: 100, 300, 300, 500 and 900.
const MATERIAL: Material = Material::new(PieceValues {
    knight: 300,
    bishop: 300,
    queen: 900,
    ..PieceValues::STANDARD
});

impl Root {
    /// Searches within a window.
    fn search(&self, search: Search, asked: (u32, [i32; 2]), shows_steps: bool) -> Found {
        match self {
            Self::Tree(_, tree) => search.run(tree, asked, Tree::estimate, shows_steps),
            Self::TicTacToe(board) => search.run(board, asked, |_| Score::DRAW, shows_steps),
            Self::ConnectFour(_, board) => search.run(board, asked, |_| Score::DRAW, shows_steps),
            Self::Chess(position) => {
                search.run(position, asked, |it| MATERIAL.evaluate(it), shows_steps)
            }
        }
    }

    /// Returns the written tree, if it is one.
    pub(super) fn tree(&self) -> Option<(&Shape, &Tree)> {
        match self {
            Self::Tree(shape, tree) => Some((shape, tree)),
            Self::TicTacToe(_) | Self::ConnectFour(..) | Self::Chess(_) => None,
        }
    }

    /// Searches for the value.
    fn value(&self, depth: u32, kind: SearchKind, window: [i32; 2]) -> Truth {
        let run = |kind, window| self.search(Search::right(kind), (depth, window), false);
        let exact = run(SearchKind::Minimax, OPEN);
        let leaves = self.tree().map(|(shape, tree)| {
            let minimal = match shape.names() {
                Names::None => minimal_leaves(tree, depth, &Tree::estimate),
                Names::Shared | Names::Repeated => 0,
            };
            let usual = run(kind.variants()[0], window);
            [minimal, usual.count(), exact.count()]
        });
        let best = exact.moves.into_iter();
        let best = best.filter(|(_, value)| *value == exact.value);
        Truth {
            value: exact.value.into(),
            best: best.map(|(name, _)| name).collect(),
            leaves,
        }
    }

    /// Counts the positions at a depth.
    fn count(&self, depth: u32) -> u64 {
        match self {
            Self::Tree(_, tree) => count(tree, depth),
            Self::TicTacToe(board) => count(board, depth),
            Self::ConnectFour(_, board) => count(board, depth),
            Self::Chess(position) => perft(position, depth),
        }
    }

    /// Returns the positions after each move, except for trees.
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
        };
        let root = &question.root;
        question.truth = match ask {
            Ask::Value(kind, _) => root.value(depth, kind, question.window()),
            Ask::Perft => Truth {
                value: root.count(depth).cast_signed(),
                ..Truth::default()
            },
        };
        question
    }

    /// Makes a tree question; `None` if the tree's names are wrong, or if correct searches with a table find different values.
    pub(super) fn tree(shape: Shape, depth: u32, ask: Ask) -> Option<Self> {
        let tree: Tree = shape.to_string().parse().ok()?;
        // A leaf by itself has no moves.
        if depth == 0 || tree.legal_moves().is_empty() {
            return None;
        }
        let mut question = Self::new(Root::Tree(shape, tree), depth, ask);
        if question.has_names() {
            let minimax = [SearchKind::Minimax];
            let kinds = [&minimax[..], &PRUNING].concat();
            let mut most = 0;
            for search in Search::all(&[None], &kinds, &TableUse::ALL.map(Some)) {
                let found = question.root.search(search, (depth, OPEN), false);
                if i64::from(found.value) != question.truth.value {
                    return None;
                }
                if search.kind != SearchKind::Minimax {
                    most = most.max(found.count());
                }
            }
            let leaves = question.truth.leaves;
            question.truth.leaves = leaves.map(|[minimal, _, all]| [minimal, most, all]);
        }
        Some(question)
    }

    /// Returns `true` if nodes of the tree have names.
    pub(super) fn has_names(&self) -> bool {
        let tree = self.root.tree();
        tree.is_some_and(|(shape, _)| shape.names() != Names::None)
    }

    /// Runs a search on this question.
    pub(super) fn run(&self, search: Search) -> Found {
        self.root.search(search, (self.depth, self.window()), false)
    }

    /// Runs a search on this question, and returns its steps.
    pub(super) fn steps(&self, search: Search) -> Vec<String> {
        self.root
            .search(search, (self.depth, self.window()), true)
            .steps
    }

    pub(super) fn window(&self) -> [i32; 2] {
        match self.ask {
            Ask::Value(_, Some(window)) => window,
            Ask::Value(_, None) | Ask::Perft => OPEN,
        }
    }

    /// Returns the questions after each move, with one ply less; trees, which alone have windows, have none.
    pub(super) fn below(&self) -> Vec<Self> {
        let roots = match self.depth {
            0..=1 => Vec::new(),
            _ => self.root.after_each(),
        };
        let below = roots.into_iter();
        let below = below.map(|root| Self::new(root, self.depth - 1, self.ask));
        below.collect()
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

    /// Returns the question as a line of text, the tree alone; only questions for the value of a whole tree have one, others need JSON.
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
        let position = self.text();
        let mut json = json!({ "id": id, "game": game, "position": position, "depth": self.depth });
        if let Some((name, value)) = more {
            json[name] = value;
        }
        match self.ask {
            Ask::Perft => json["ask"] = json!("perft"),
            Ask::Value(kind, window) => {
                json["ask"] = json!("value");
                json["search"] = json!(kind);
                if let Some(window) = window {
                    json["window"] = json!(window);
                }
            }
        }
        json
    }
}

/// Makes something of each move and the position after it; there are none if the game is over.
fn after_each<G: Game, T>(position: &G, make: impl Fn(G::Move, G) -> T) -> Vec<T> {
    let moves = position.legal_moves();
    let is_over = position.ending(&moves).is_some();
    let legal = moves.iter().filter(|_| !is_over);
    legal.map(|mv| make(*mv, position.after(*mv))).collect()
}

fn count<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => after_each(position, |_, next| count(&next, depth - 1))
            .iter()
            .sum(),
    }
}
