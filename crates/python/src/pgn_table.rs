//! PGN files as tables, in batches.

use crate::columns::{Columns, stream};
use crate::pgn::{evaluation, source};
use crate::run::Run;
use crate::values::wrong;
use arrow_array::builder::{Float64Builder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use plywood_core::Color;
use plywood_eval::Score;
use plywood_notation::pgn::{Comment, GameResult, Games, PgnGame, Step};
use plywood_notation::uci::{self, CastlingForm};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// A PGN file as a table that is read in batches: PgnTable("games.pgn") has a row for each game, PgnTable("games.pgn", "positions")
/// one for each move of the main lines.
///
/// pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__, once; iterating gives Columns for each batch.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct PgnTable {
    rows: Mutex<Option<Rows>>,
    run: Arc<Run>,
}

#[pymethods]
impl PgnTable {
    #[new]
    #[pyo3(signature = (from, rows="games", *, batch_rows=65_536))]
    fn new(from: &Bound<'_, PyAny>, rows: &str, batch_rows: usize) -> PyResult<Self> {
        let run = Run::new();
        let kind = match rows {
            "games" => Kind::Games,
            "positions" => Kind::Positions,
            _ => return Err(wrong("the rows are \"games\" or \"positions\"")),
        };
        let rows = Rows {
            games: Games::new(source(from, &run)?),
            number: 0,
            kind,
            in_batch: batch_rows.max(1),
        };
        Ok(Self {
            rows: Mutex::new(Some(rows)),
            run,
        })
    }

    /// The Arrow C stream. The file can be read once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let rows = self
            .rows
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let rows = rows.ok_or_else(|| PyRuntimeError::new_err("the file was read already"))?;
        stream(py, rows)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Columns>> {
        let next = self.run.watch(py, || {
            let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.as_mut().and_then(Iterator::next)
        })?;
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

struct Rows {
    games: Games<Box<dyn Read + Send>>,
    number: i64,
    kind: Kind,
    in_batch: usize,
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        let fields = match self.kind {
            Kind::Games => GameColumns::default().columns(),
            Kind::Positions => PositionColumns::default().columns(),
        };
        let field = |(name, array): &(&str, ArrayRef)| {
            Field::new(*name, arrow_array::Array::data_type(array).clone(), true)
        };
        let fields: Vec<Field> = fields.iter().map(field).collect();
        debug_assert!(
            fields
                .iter()
                .all(|field| field.data_type() != &DataType::Null)
        );
        Arc::new(Schema::new(fields))
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut games, mut positions) = (GameColumns::default(), PositionColumns::default());
        let mut rows = 0;
        while rows < self.in_batch {
            let game = match self.games.next() {
                None => break,
                Some(Ok(game)) => game,
                Some(Err(error)) => return Some(Err(ArrowError::ParseError(error.to_string()))),
            };
            self.number += 1;
            rows += match self.kind {
                Kind::Games => games.add(self.number, &game),
                Kind::Positions => positions.add(self.number, &game),
            };
        }
        let columns = match self.kind {
            Kind::Games => games.columns(),
            Kind::Positions => positions.columns(),
        };
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        (rows > 0).then(|| RecordBatch::try_new(self.schema(), arrays))
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

#[derive(Default)]
struct GameColumns {
    number: Int64Builder,
    tags: [StringBuilder; TAGS.len()],
    elo: [Int32Builder; 2],
    result: StringBuilder,
    plies: Int32Builder,
    moves: StringBuilder,
    error: StringBuilder,
}

impl GameColumns {
    fn add(&mut self, number: i64, game: &PgnGame) -> usize {
        self.number.append_value(number);
        for ((tag, _), column) in TAGS.iter().zip(&mut self.tags) {
            column.append_option(game.tags().get(tag));
        }
        for (tag, column) in ["WhiteElo", "BlackElo"].into_iter().zip(&mut self.elo) {
            let elo = game.tags().get(tag);
            column.append_option(elo.and_then(|elo| elo.parse::<i32>().ok()));
        }
        self.result.append_value(game.result().as_str());
        let (mut plies, mut moves) = (0, String::new());
        for step in game.main_line_steps() {
            if plies > 0 {
                moves.push(' ');
            }
            moves.push_str(&step.san());
            plies += 1;
        }
        self.plies.append_value(plies);
        self.moves.append_value(moves);
        let error = game.errors().first();
        self.error.append_option(error.map(ToString::to_string));
        1
    }

    fn columns(mut self) -> Vec<(&'static str, ArrayRef)> {
        let [white, black] = &mut self.elo;
        let mut columns: Vec<(&str, ArrayRef)> = vec![("game", Arc::new(self.number.finish()))];
        for ((_, name), column) in TAGS.iter().zip(&mut self.tags) {
            columns.push((name, Arc::new(column.finish())));
        }
        columns.push(("white_elo", Arc::new(white.finish())));
        columns.push(("black_elo", Arc::new(black.finish())));
        columns.push(("result", Arc::new(self.result.finish())));
        columns.push(("plies", Arc::new(self.plies.finish())));
        columns.push(("moves", Arc::new(self.moves.finish())));
        columns.push(("error", Arc::new(self.error.finish())));
        columns
    }
}

#[derive(Default)]
struct PositionColumns {
    game: Int64Builder,
    ply: Int32Builder,
    fen: StringBuilder,
    mv: StringBuilder,
    san: StringBuilder,
    centipawns: Int32Builder,
    mate_in: Int32Builder,
    depth: Int32Builder,
    clock: Float64Builder,
    points: Float64Builder,
}

impl PositionColumns {
    fn add(&mut self, number: i64, game: &PgnGame) -> usize {
        let points = match game.result() {
            GameResult::Won(Color::White) => Some(1.0),
            GameResult::Won(Color::Black) => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Unknown => None,
        };
        let mut rows = 0;
        for step in game.main_line_steps() {
            self.game.append_value(number);
            self.points.append_option(points);
            self.add_step(&step);
            rows += 1;
        }
        rows
    }

    /// A row is a position and the move that was played in it; the score and the clock come from the comment behind the move.
    fn add_step(&mut self, step: &Step<'_>) {
        let before = &step.before;
        let is_black = before.side_to_move() == Color::Black;
        let ply = 2 * before.fullmove_number().saturating_sub(1) + u32::from(is_black);
        self.ply
            .append_value(i32::try_from(ply).unwrap_or(i32::MAX));
        self.fen.append_value(before.fen().as_str());
        let mv = uci::write(step.node.mv(), CastlingForm::Landing);
        self.mv.append_value(mv.as_str());
        self.san.append_value(step.san().as_str());
        let score = evaluation(step.node);
        self.centipawns
            .append_option(score.and_then(Score::as_centipawns));
        self.mate_in.append_option(score.and_then(Score::mate_in));
        let comments = || step.node.comments().iter();
        let depth = comments()
            .find_map(Comment::evaluation)
            .and_then(|found| found.depth);
        self.depth
            .append_option(depth.and_then(|depth| i32::try_from(depth).ok()));
        let clock = comments().find_map(Comment::clock);
        self.clock
            .append_option(clock.map(|clock| clock.as_secs_f64()));
    }

    fn columns(mut self) -> Vec<(&'static str, ArrayRef)> {
        vec![
            ("game", Arc::new(self.game.finish())),
            ("ply", Arc::new(self.ply.finish())),
            ("fen", Arc::new(self.fen.finish())),
            ("move", Arc::new(self.mv.finish())),
            ("san", Arc::new(self.san.finish())),
            ("centipawns", Arc::new(self.centipawns.finish())),
            ("mate_in", Arc::new(self.mate_in.finish())),
            ("depth", Arc::new(self.depth.finish())),
            ("clock", Arc::new(self.clock.finish())),
            ("points", Arc::new(self.points.finish())),
        ]
    }
}
