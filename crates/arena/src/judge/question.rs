//! [`Question`]: a position for a program to search, and [`Answer`]: its reply; as lines of text and as JSON.

use crate::judge::search::{Found, INFINITE, Search, SearchKind, TableUse};
use crate::judge::shape::{Names, Shape};
use plywood_core::{Color, PieceKind, Position, perft};
use plywood_eval::Score;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{Game, Keyed, minimal_leaves};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
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
    /// All games.
    pub const ALL: [Self; 4] = [Self::Tree, Self::TicTacToe, Self::ConnectFour, Self::Chess];

    /// Returns the name used in questions.
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// use plywood_arena::judge::Answer;
    ///
    /// let answer = Answer::read("3 1 3 12 8", 1)?.expect("an answer");
    /// assert_eq!(Answer::read(r#"{"value":3,"move":1,"leaves":[3,12,8]}"#, 1)?, Some(answer));
    /// # Ok::<(), plywood_arena::judge::AnswerError>(())
    /// ```
    pub fn read(line: &str, id: usize) -> Result<Option<Self>, AnswerError> {
        let line = line.trim();
        let excerpt = |text: &str| text.chars().take(LONGEST).collect::<String>();
        if line == "-" {
            return Ok(None);
        }
        if line.starts_with('{') {
            let json = serde_json::from_str(line);
            let json: Value = json.map_err(|error| AnswerError::Json(error.to_string()))?;
            return Self::from_json(&json, id);
        }
        let number = |part: &'static str, word: &str| {
            let found = excerpt(word);
            word.parse::<i64>()
                .map_err(|_| AnswerError::Number { part, found })
        };
        let mut words = line.split_whitespace();
        let value = number("value", words.next().unwrap_or_default())?;
        let best = words.next().filter(|word| *word != "-");
        let leaves = words.map(|word| Ok(i32::try_from(number("leaf", word)?).unwrap_or(i32::MAX)));
        let leaves = leaves.collect::<Result<Vec<i32>, AnswerError>>()?;
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
    /// use plywood_arena::judge::Answer;
    /// use serde_json::json;
    ///
    /// let three = Answer { value: 3, ..Answer::default() };
    /// assert_eq!(Answer::from_json(&json!(3), 1)?, Some(three));
    /// # Ok::<(), plywood_arena::judge::AnswerError>(())
    /// ```
    pub fn from_json(json: &Value, id: usize) -> Result<Option<Self>, AnswerError> {
        let number = |part: &'static str, value: &Value| {
            let found = || value.to_string().chars().take(LONGEST).collect();
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            let whole =
                |float: f64| (float.fract() == 0.0 && float.abs() < 1e15).then_some(float as i64);
            let number = value.as_i64().or_else(|| value.as_f64().and_then(whole));
            number.ok_or_else(|| AnswerError::Number {
                part,
                found: found(),
            })
        };
        if let Some(found) = json
            .get("id")
            .filter(|found| found.as_u64() != Some(id as u64))
        {
            let found = found.to_string().chars().take(LONGEST).collect();
            return Err(AnswerError::Other {
                expected: id,
                found,
            });
        }
        let value = match json {
            Value::Number(_) => Some(json),
            json => json.get("value").filter(|value| !value.is_null()),
        };
        let Some(value) = value else {
            return Ok(None);
        };
        let best = json.get("move").filter(|best| !best.is_null());
        let leaves = json.get("leaves").and_then(Value::as_array).map(|leaves| {
            let leaves = leaves.iter().map(|leaf| number("leaf", leaf));
            let leaves = leaves.map(|leaf| Ok(i32::try_from(leaf?).unwrap_or(i32::MAX)));
            leaves.collect::<Result<Vec<i32>, AnswerError>>()
        });
        Ok(Some(Self {
            value: number("value", value)?,
            best: best.map(|best| {
                best.as_str()
                    .map_or_else(|| best.to_string(), str::to_owned)
            }),
            leaves: leaves.transpose()?,
        }))
    }
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
fn material(position: &Position) -> Score {
    let white = position.board().weigh(|kind| match kind {
        PieceKind::Pawn => 100,
        PieceKind::Knight | PieceKind::Bishop => 300,
        PieceKind::Rook => 500,
        PieceKind::Queen => 900,
        PieceKind::King => 0,
    });
    Score::centipawns(match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    })
}

fn even<G>(_: &G) -> Score {
    Score::DRAW
}

impl Question {
    /// Makes a tree question; `None` if the tree's names are wrong, or if correct searches with a table find different values.
    pub(super) fn tree(
        shape: Shape,
        depth: u32,
        (kind, window): (SearchKind, Option<[i32; 2]>),
        names: Names,
    ) -> Option<Self> {
        let tree: Tree = shape.to_string().parse().ok()?;
        // A leaf by itself has no moves.
        if depth == 0 || tree.legal_moves().is_empty() {
            return None;
        }
        let mut question = Self::value(Root::Tree(shape, tree), depth, (kind, window));
        if names == Names::None {
            return Some(question);
        }
        let open = [-INFINITE, INFINITE];
        let uses = [TableUse::Equal, TableUse::Deeper, TableUse::KeepsDeepest];
        let kinds = [
            SearchKind::Minimax,
            SearchKind::FailSoft,
            SearchKind::FailHard,
            SearchKind::Pvs,
        ];
        let mut most = 0;
        for table in uses.map(Some) {
            for kind in kinds {
                let bug = None;
                let found = question.found(Search { kind, bug, table }, open, false);
                if i64::from(found.value) != question.truth.value {
                    return None;
                }
                if kind != SearchKind::Minimax {
                    most = most.max(found.leaves.len() as u64);
                }
            }
        }
        question.truth.leaves = Some([0, most, question.exact().leaves.len() as u64]);
        Some(question)
    }

    /// Returns `true` if nodes of the tree have names.
    pub(super) fn has_names(&self) -> bool {
        matches!(&self.root, Root::Tree(shape, _) if shape.to_string().contains(':'))
    }

    fn exact(&self) -> Found {
        let minimax = Search {
            kind: SearchKind::Minimax,
            bug: None,
            table: None,
        };
        self.found(minimax, [-INFINITE, INFINITE], false)
    }

    pub(super) fn value(
        root: Root,
        depth: u32,
        (kind, window): (SearchKind, Option<[i32; 2]>),
    ) -> Self {
        let truth = Truth {
            value: 0,
            best: Vec::new(),
            leaves: None,
        };
        let mut question = Self {
            root,
            depth,
            ask: Ask::Value(kind, window),
            truth,
        };
        let exact = question.exact();
        let best = exact
            .moves
            .iter()
            .filter(|(_, value)| *value == exact.value);
        let leaves = match &question.root {
            Root::Tree(_, tree) if !question.has_names() => {
                let visited = question.run(Search {
                    kind: kind.variants()[0],
                    bug: None,
                    table: None,
                });
                Some([
                    minimal_leaves(tree, depth, &Tree::estimate),
                    visited.leaves.len() as u64,
                    exact.leaves.len() as u64,
                ])
            }
            Root::Tree(..) | Root::TicTacToe(_) | Root::ConnectFour(..) | Root::Chess(_) => None,
        };
        question.truth = Truth {
            value: exact.value.into(),
            best: best.map(|(name, _)| name.clone()).collect(),
            leaves,
        };
        question
    }

    pub(super) fn perft(root: Root, depth: u32) -> Self {
        let count = match &root {
            Root::Tree(_, tree) => count(tree, depth),
            Root::TicTacToe(board) => count(board, depth),
            Root::ConnectFour(_, board) => count(board, depth),
            Root::Chess(position) => perft(position, depth),
        };
        Self {
            root,
            depth,
            ask: Ask::Perft,
            truth: Truth {
                value: count.cast_signed(),
                best: Vec::new(),
                leaves: None,
            },
        }
    }

    /// Runs a search on this question.
    pub(super) fn run(&self, search: Search) -> Found {
        self.found(search, self.window(), false)
    }

    /// Runs a search on this question, and records its steps.
    pub(super) fn steps(&self, search: Search) -> Found {
        self.found(search, self.window(), true)
    }

    pub(super) fn window(&self) -> [i32; 2] {
        match self.ask {
            Ask::Value(_, Some(window)) => window,
            Ask::Value(_, None) | Ask::Perft => [-INFINITE, INFINITE],
        }
    }

    fn found(&self, search: Search, window: [i32; 2], shows_steps: bool) -> Found {
        let asked = (self.depth, window);
        match &self.root {
            Root::Tree(_, tree) => search.run(tree, asked, &Tree::estimate, shows_steps),
            Root::TicTacToe(board) => search.run(board, asked, &even::<TicTacToe>, shows_steps),
            Root::ConnectFour(_, board) => {
                search.run(board, asked, &even::<ConnectFour>, shows_steps)
            }
            Root::Chess(position) => search.run(position, asked, &material, shows_steps),
        }
    }

    /// Returns the questions after each move, with one ply less.
    pub(super) fn below(&self) -> Vec<Self> {
        if self.depth <= 1 {
            return Vec::new();
        }
        let depth = self.depth - 1;
        let asked = |root: Root| match self.ask {
            Ask::Perft => Self::perft(root, depth),
            Ask::Value(kind, _) => Self::value(root, depth, (kind, None)),
        };
        let roots: Vec<Root> = match &self.root {
            Root::Tree(..) => Vec::new(),
            Root::TicTacToe(board) => after_each(board)
                .map(|(_, next)| Root::TicTacToe(next))
                .collect(),
            Root::ConnectFour(moves, board) => after_each(board)
                .map(|(mv, next)| Root::ConnectFour(format!("{moves}{mv}"), next))
                .collect(),
            Root::Chess(position) => after_each(position)
                .map(|(_, next)| Root::Chess(next))
                .collect(),
        };
        roots.into_iter().map(asked).collect()
    }

    /// Returns a key that orders questions by size.
    pub(super) fn size(&self) -> (u32, usize, u32, u32) {
        let is_bounded = u32::from(self.window() != [-INFINITE, INFINITE]);
        match &self.root {
            Root::Tree(shape, _) => {
                let (nodes, numbers) = shape.size();
                (0, nodes, numbers, self.depth + is_bounded)
            }
            Root::TicTacToe(_) | Root::ConnectFour(..) | Root::Chess(_) => {
                (self.depth, self.truth.best.len(), 0, 0)
            }
        }
    }

    pub(super) fn position(&self) -> String {
        match &self.root {
            Root::Tree(shape, _) => shape.to_string(),
            Root::TicTacToe(board) => board.to_string().trim_end().replace('\n', " "),
            Root::ConnectFour(_, board) => board.to_string().trim_end().replace('\n', " "),
            Root::Chess(position) => position.to_string(),
        }
    }

    fn game(&self) -> JudgedGame {
        match self.root {
            Root::Tree(..) => JudgedGame::Tree,
            Root::TicTacToe(_) => JudgedGame::TicTacToe,
            Root::ConnectFour(..) => JudgedGame::ConnectFour,
            Root::Chess(_) => JudgedGame::Chess,
        }
    }

    /// Returns the question as a line of text, the tree alone; only questions for the value of a whole tree have one, others need JSON.
    #[must_use]
    pub fn text(&self) -> String {
        self.position()
    }

    /// Returns the question as JSON.
    #[must_use]
    pub fn json(&self, id: usize) -> Value {
        let mut json = json!({
            "id": id,
            "game": self.game(),
            "position": self.position(),
            "depth": self.depth,
        });
        match &self.root {
            Root::Tree(shape, _) => json["tree"] = shape.json(),
            Root::ConnectFour(moves, _) => json["moves"] = json!(moves),
            Root::TicTacToe(_) | Root::Chess(_) => {}
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

fn after_each<G: Game>(position: &G) -> impl Iterator<Item = (G::Move, G)> {
    let moves = position.legal_moves();
    let moves: Vec<G::Move> = match position.ending(&moves) {
        Some(_) => Vec::new(),
        None => moves.to_vec(),
    };
    let position = position.clone();
    moves.into_iter().map(move |mv| (mv, position.after(mv)))
}

fn count<G: Keyed>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    after_each(position)
        .map(|(_, next)| count(&next, depth - 1))
        .sum()
}
