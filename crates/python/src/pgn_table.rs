//! PGN files as tables, in batches.

use crate::columns::{Columns, stream};
use crate::pgn::{Source, free, score_of, source};
use crate::run::Run;
use crate::values::wrong;
use arrow_array::builder::{Float64Builder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use plywood_core::{Color, Position};
use plywood_eval::Score;
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
/// centipawns and mate_in from White's view, depth, and clock in seconds; and points, the result for White.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct PgnTable {
    /// What is read when there is a path, each time from its beginning.
    file: Py<PyAny>,
    kind: Kind,
    in_batch: usize,
    rows: Mutex<Option<Rows>>,
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
            rows: Mutex::new(Some(Rows::of(file, kind, in_batch, &run)?)),
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
            return stream(py, Rows::of(file, self.kind, self.in_batch, &self.run)?);
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

struct Rows {
    games: LegalReader<Source>,
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
        match self.kind {
            Kind::Games => self.batch(GameColumns::default()),
            Kind::Positions => self.batch(PositionColumns::default()),
        }
    }
}

impl Rows {
    /// The rows of a file from its beginning.
    fn of(file: &Bound<'_, PyAny>, kind: Kind, in_batch: usize, run: &Arc<Run>) -> PyResult<Self> {
        Ok(Self {
            games: LegalReader::new(source(file, run)?),
            kind,
            in_batch,
        })
    }

    /// Reads games until a batch is full.
    fn batch(&mut self, mut table: impl Table) -> Option<Result<RecordBatch, ArrowError>> {
        let mut rows = 0;
        while rows < self.in_batch {
            match self.games.read_game(&mut table) {
                Ok(Some(number)) => rows += table.end(number),
                Ok(None) => break,
                Err(error) => return Some(Err(ArrowError::ParseError(error.to_string()))),
            }
        }
        let arrays = table.columns().into_iter().map(|(_, array)| array);
        (rows > 0).then(|| RecordBatch::try_new(self.schema(), arrays.collect()))
    }
}

/// Columns that are filled while games are read.
trait Table: LegalVisitor {
    /// Adds the rows of the game that was read, which has this number, and returns how many there are.
    fn end(&mut self, number: u64) -> usize;

    /// The columns with their names.
    fn columns(self) -> Vec<(&'static str, ArrayRef)>;
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
    /// The game that is being read.
    game: GameRow,
    number: Int64Builder,
    tags: [StringBuilder; TAGS.len()],
    elo: [Int32Builder; 2],
    result: StringBuilder,
    plies: Int32Builder,
    moves: StringBuilder,
    error: StringBuilder,
}

#[derive(Default)]
struct GameRow {
    tags: Tags,
    result: GameResult,
    plies: i32,
    moves: String,
    error: Option<PgnError>,
    /// How many variations are open.
    depth: u32,
}

impl LegalVisitor for GameColumns {
    fn begin_game(&mut self) {
        let mut moves = std::mem::take(&mut self.game.moves);
        moves.clear();
        self.game = GameRow {
            moves,
            ..GameRow::default()
        };
    }

    fn begin_moves(&mut self, tags: Tags, _: &Position) {
        self.game.tags = tags;
    }

    fn mv(&mut self, mv: LegalMove<'_>) {
        let game = &mut self.game;
        if game.depth == 0 {
            if game.plies > 0 {
                game.moves.push(' ');
            }
            game.moves.push_str(&mv.san());
            game.plies += 1;
        }
    }

    fn begin_variation(&mut self) {
        self.game.depth += 1;
    }

    fn end_variation(&mut self) {
        self.game.depth -= 1;
    }

    fn error(&mut self, error: PgnError) {
        self.game.error.get_or_insert(error);
    }

    fn end_game(&mut self, result: GameResult) {
        self.game.result = result;
    }
}

impl Table for GameColumns {
    fn end(&mut self, number: u64) -> usize {
        let game = &self.game;
        self.number.append_value(number.cast_signed());
        for ((tag, _), column) in TAGS.iter().zip(&mut self.tags) {
            column.append_option(game.tags.get(tag));
        }
        for (tag, column) in ["WhiteElo", "BlackElo"].into_iter().zip(&mut self.elo) {
            let elo = game.tags.get(tag);
            column.append_option(elo.and_then(|elo| elo.parse::<i32>().ok()));
        }
        self.result.append_value(game.result.as_str());
        self.plies.append_value(game.plies);
        self.moves.append_value(&game.moves);
        let error = game.error.as_ref();
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

/// A row is a position and the move that was played in it; the score and the clock come from the comments behind the move.
#[derive(Default)]
struct PositionColumns {
    line: MainLine,
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

/// What is known of the main line that is being read.
#[derive(Default)]
struct MainLine {
    rows: usize,
    result: GameResult,
    /// How many variations are open.
    depth: u32,
    /// What the comments of the last move say.
    said: Said,
    /// What comments say before the first move of a variation. They belong to the move of the main line if no move follows.
    early: Option<Said>,
}

/// The first evaluation and the first clock in some comments.
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

impl LegalVisitor for PositionColumns {
    fn begin_game(&mut self) {
        self.line = MainLine::default();
    }

    fn mv(&mut self, mv: LegalMove<'_>) {
        if self.line.depth > 0 {
            self.line.early = None;
            return;
        }
        self.end_row();
        self.line.rows += 1;
        let before = mv.before;
        let is_black = before.side_to_move() == Color::Black;
        let ply = 2 * before.fullmove_number().saturating_sub(1) + u32::from(is_black);
        self.ply
            .append_value(i32::try_from(ply).unwrap_or(i32::MAX));
        self.fen.append_value(before.fen().as_str());
        let written = uci::write(mv.mv, CastlingForm::Landing);
        self.mv.append_value(written.as_str());
        self.san.append_value(mv.san().as_str());
    }

    fn comment(&mut self, text: Text<'_>) {
        let line = &mut self.line;
        let said = match (line.depth, &mut line.early) {
            (0, _) => &mut line.said,
            (_, Some(early)) => early,
            (_, None) => return,
        };
        let comment = Comment::new(&text.to_str());
        said.add(Said {
            evaluation: comment.evaluation(),
            clock: comment.clock(),
        });
    }

    fn begin_variation(&mut self) {
        self.line.depth += 1;
        self.line.early = (self.line.depth == 1).then(Said::default);
    }

    fn end_variation(&mut self) {
        self.line.depth -= 1;
        if let Some(early) = self.line.early.take() {
            self.line.said.add(early);
        }
    }

    fn end_game(&mut self, result: GameResult) {
        self.end_row();
        self.line.result = result;
    }
}

impl PositionColumns {
    /// Adds what the comments said of the last move, if there is one.
    fn end_row(&mut self) {
        let said = std::mem::take(&mut self.line.said);
        if self.line.rows == 0 {
            return;
        }
        let score = said.evaluation.map(score_of);
        self.centipawns
            .append_option(score.and_then(Score::as_centipawns));
        self.mate_in.append_option(score.and_then(Score::mate_in));
        let depth = said.evaluation.and_then(|found| found.depth);
        self.depth
            .append_option(depth.and_then(|depth| i32::try_from(depth).ok()));
        self.clock
            .append_option(said.clock.map(|clock| clock.as_secs_f64()));
    }
}

impl Table for PositionColumns {
    fn end(&mut self, number: u64) -> usize {
        let points = match self.line.result {
            GameResult::Won(Color::White) => Some(1.0),
            GameResult::Won(Color::Black) => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Unknown => None,
        };
        for _ in 0..self.line.rows {
            self.game.append_value(number.cast_signed());
            self.points.append_option(points);
        }
        self.line.rows
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
