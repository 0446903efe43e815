//! PGN files as tables, in batches.

use crate::columns::{Columns, stream};
use crate::pgn::{Source, free, score_of, source};
use crate::rows::Rows;
use crate::run::Run;
use crate::values::wrong;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use plywood_core::{Color, FenText, Position};
use plywood_notation::MoveText;
use plywood_notation::pgn::{
    Comment, Evaluation, GameResult, LegalMove, LegalReader, LegalVisitor, PgnError, Tags, Text,
};
use plywood_notation::uci::{self, CastlingForm};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A PGN file as a table that is read in batches: PgnTable("games.pgn") has a row for each game, PgnTable("games.pgn", "positions")
/// one for each move of the main lines.
///
/// pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__, as often as they like; a file object is read once. Iterating
/// gives Columns for each batch.
///
/// Positions have game, ply, fen, move (UCI) and san; then what the comment behind the move says, so of the position after it:
/// white_centipawns and white_mate_in (a score from White's view), depth, and clock in seconds; and points, the result for White.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct PgnTable {
    /// What is read when there is a path, each time from its beginning.
    file: Py<PyAny>,
    kind: Kind,
    in_batch: usize,
    rows: Mutex<Option<Games>>,
    run: Arc<Run>,
}

#[pymethods]
impl PgnTable {
    #[new]
    #[pyo3(signature = (file, rows="games", *, batch_rows=65_536))]
    fn new(file: &Bound<'_, PyAny>, rows: &str, batch_rows: usize) -> PyResult<Self> {
        let run = Run::new();
        let kind = match rows {
            "games" => Kind::Games,
            "positions" => Kind::Positions,
            _ => return Err(wrong("the rows are \"games\" or \"positions\"")),
        };
        let in_batch = batch_rows.max(1);
        Ok(Self {
            rows: Mutex::new(Some(Games::of(file, kind, in_batch, &run)?)),
            file: file.clone().unbind(),
            kind,
            in_batch,
            run,
        })
    }

    /// The Arrow C stream of the whole table. A file object can be read once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let file = self.file.bind(py);
        if !file.hasattr("read")? {
            return stream(py, Games::of(file, self.kind, self.in_batch, &self.run)?);
        }
        let rows = free(&self.rows)?.take();
        let rows = rows.ok_or_else(|| PyRuntimeError::new_err("the file was read already"))?;
        stream(py, rows)
    }

    /// Close the file.
    fn close(&self) -> PyResult<()> {
        *free(&self.rows)? = None;
        Ok(())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close()
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Columns>> {
        let read = || free(&self.rows).map(|mut rows| rows.as_mut()?.next());
        let next = self.run.watch(py, read)??;
        next.transpose()
            .map(|batch| batch.map(Columns))
            .map_err(wrong)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Games,
    Positions,
}

/// The games of a file, in batches.
struct Games {
    reader: LegalReader<Source>,
    reading: Reading,
    in_batch: usize,
}

impl RecordBatchReader for Games {
    fn schema(&self) -> SchemaRef {
        Reading::new(self.reading.kind).batch().schema()
    }
}

impl Iterator for Games {
    type Item = Result<RecordBatch, ArrowError>;

    /// Reads games until a batch is full.
    fn next(&mut self) -> Option<Self::Item> {
        let reading = &mut self.reading;
        while reading.rows() < self.in_batch {
            match self.reader.read_game(reading) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => return Some(Err(ArrowError::ParseError(error.to_string()))),
            }
        }
        let batch = (reading.rows() > 0).then(|| Ok(reading.batch()));
        reading.games.clear();
        reading.positions.clear();
        batch
    }
}

impl Games {
    /// Those of a file from its beginning.
    fn of(file: &Bound<'_, PyAny>, kind: Kind, in_batch: usize, run: &Arc<Run>) -> PyResult<Self> {
        Ok(Self {
            reader: LegalReader::new(source(file, run)?),
            reading: Reading::new(kind),
            in_batch,
        })
    }
}

/// The tags that have columns of their own, and the names of those.
const TAGS: [(&str, &str); 8] = [
    ("Event", "event"),
    ("Site", "site"),
    ("Date", "date"),
    ("Round", "round"),
    ("White", "white"),
    ("Black", "black"),
    ("ECO", "eco"),
    ("TimeControl", "time_control"),
];

/// The games of a batch, and their positions if those are wanted.
struct Reading {
    kind: Kind,
    games: Vec<GameRow>,
    positions: Vec<PositionRow>,
    /// How many games were read, those of earlier batches included.
    number: i64,
    /// How many variations are open.
    depth: u32,
    /// What comments say before the first move of a variation. They belong to the move of the main line if no move follows.
    early: Option<Said>,
}

#[derive(Default)]
struct GameRow {
    number: i64,
    tags: Tags,
    result: GameResult,
    plies: i32,
    moves: String,
    error: Option<PgnError>,
}

/// A position and the move that was played in it.
struct PositionRow {
    /// The place of its game in the batch.
    game: usize,
    ply: i32,
    fen: FenText,
    mv: MoveText,
    san: MoveText,
    said: Said,
}

/// The first evaluation and the first clock in the comments behind a move.
#[derive(Default)]
struct Said {
    evaluation: Option<Evaluation>,
    clock: Option<Duration>,
}

impl Said {
    fn add(&mut self, other: Self) {
        self.evaluation = self.evaluation.or(other.evaluation);
        self.clock = self.clock.or(other.clock);
    }
}

impl Reading {
    const fn new(kind: Kind) -> Self {
        Self {
            kind,
            games: Vec::new(),
            positions: Vec::new(),
            number: 0,
            depth: 0,
            early: None,
        }
    }

    const fn rows(&self) -> usize {
        match self.kind {
            Kind::Games => self.games.len(),
            Kind::Positions => self.positions.len(),
        }
    }

    /// What is said of the last move of the main line, if there is one.
    fn said(&mut self) -> Option<&mut Said> {
        let game = self.games.len() - 1;
        let last = self.positions.last_mut().filter(|row| row.game == game);
        last.map(|row| &mut row.said)
    }

    fn batch(&self) -> RecordBatch {
        match self.kind {
            Kind::Games => self.game_rows(),
            Kind::Positions => self.position_rows(),
        }
    }

    fn game_rows(&self) -> RecordBatch {
        let rows = Rows::of(&self.games).add("game", |game| Some(game.number));
        let elo = |game: &GameRow, tag| game.tags.get(tag)?.parse::<i32>().ok();
        let rows = TAGS.into_iter().fold(rows, |rows, (tag, name)| {
            rows.add(name, move |game| game.tags.get(tag))
        });
        rows.add("white_elo", |game| elo(game, "WhiteElo"))
            .add("black_elo", |game| elo(game, "BlackElo"))
            .add("result", |game| Some(game.result.as_str()))
            .add("plies", |game| Some(game.plies))
            .add("moves", |game| Some(game.moves.as_str()))
            .add("error", |game| Some(game.error.as_ref()?.to_string()))
            .batch()
    }

    fn position_rows(&self) -> RecordBatch {
        let game = |row: &PositionRow| &self.games[row.game];
        Rows::of(&self.positions)
            .add("game", |row| Some(game(row).number))
            .add("ply", |row| Some(row.ply))
            .add("fen", |row| Some(row.fen.as_str()))
            .add("move", |row| Some(row.mv.as_str()))
            .add("san", |row| Some(row.san.as_str()))
            .add_white_score(|row| row.said.evaluation.map(score_of))
            .add("depth", |row| {
                i32::try_from(row.said.evaluation?.depth?).ok()
            })
            .add("clock", |row| Some(row.said.clock?.as_secs_f64()))
            .add("points", |row| points(game(row).result))
            .batch()
    }

    fn game(&mut self) -> &mut GameRow {
        self.games
            .last_mut()
            .expect("a game begins before its parts")
    }
}

/// The result for White.
const fn points(result: GameResult) -> Option<f64> {
    match result {
        GameResult::Won(Color::White) => Some(1.0),
        GameResult::Won(Color::Black) => Some(0.0),
        GameResult::Draw => Some(0.5),
        GameResult::Unknown => None,
    }
}

impl LegalVisitor for Reading {
    fn begin_game(&mut self) {
        self.number += 1;
        self.depth = 0;
        self.games.push(GameRow {
            number: self.number,
            ..GameRow::default()
        });
    }

    fn begin_moves(&mut self, tags: Tags, _: &Position) {
        self.game().tags = tags;
    }

    fn mv(&mut self, mv: LegalMove<'_>) {
        if self.depth > 0 {
            self.early = None;
            return;
        }
        match self.kind {
            Kind::Games => {
                let game = self.game();
                if game.plies > 0 {
                    game.moves.push(' ');
                }
                game.moves.push_str(&mv.san());
                game.plies += 1;
            }
            Kind::Positions => {
                let before = mv.before;
                let is_black = before.side_to_move() == Color::Black;
                let ply = 2 * before.fullmove_number().saturating_sub(1) + u32::from(is_black);
                self.positions.push(PositionRow {
                    game: self.games.len() - 1,
                    ply: i32::try_from(ply).unwrap_or(i32::MAX),
                    fen: before.fen(),
                    mv: uci::write(mv.mv, CastlingForm::Landing),
                    san: mv.san(),
                    said: Said::default(),
                });
            }
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        let said = match self.depth {
            0 => self.said(),
            _ => self.early.as_mut(),
        };
        if let Some(said) = said {
            let comment = Comment::new(&text.to_str());
            said.add(Said {
                evaluation: comment.evaluation(),
                clock: comment.clock(),
            });
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
        self.early = (self.depth == 1 && self.said().is_some()).then(Said::default);
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        if let Some(early) = self.early.take()
            && let Some(said) = self.said()
        {
            said.add(early);
        }
    }

    fn error(&mut self, error: PgnError) {
        self.game().error.get_or_insert(error);
    }

    fn end_game(&mut self, result: GameResult) {
        self.game().result = result;
    }
}
