//! PGN files as tables, in batches.

use crate::columns::{Columns, stream};
use crate::pgn::{Source, free, score_of, source};
use crate::rows::Rows;
use crate::run::Run;
use crate::values::{List, one_of, wrong};
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
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A PGN file as a table that is read in batches: PgnTable("games.pgn") has a row for each game, PgnTable("games.pgn", "positions") one for
/// each move of the main lines. tags adds columns for the tags in this list, such as white_elo for WhiteElo.
///
/// pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__, any number of times; a file object is read once. Iterating gives
/// Columns for each batch.
///
/// Positions have game, ply, fen, move (UCI) and san, and with fen_after=True also the FEN after the move; then what the comment after the
/// move says about the position after it: white_centipawns and white_mate_in (a score from White's point of view), depth, and clock in
/// seconds; and points, the result for White. Anything missing or unknown ("?") in the file is None.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct PgnTable {
    /// The path, if there is one, which is read from its beginning each time.
    file: Py<PyAny>,
    asked: Arc<AskedRows>,
    in_batch: usize,
    rows: Mutex<Option<Games>>,
    run: Arc<Run>,
}

#[pymethods]
impl PgnTable {
    #[new]
    #[pyo3(signature = (file, rows="games", *, tags=List::default(), fen_after=false, batch_rows=65_536))]
    fn new(
        file: &Bound<'_, PyAny>,
        rows: &str,
        tags: List<String>,
        fen_after: bool,
        batch_rows: usize,
    ) -> PyResult<Self> {
        let run = Run::new();
        let kinds = [("games", Kind::Games), ("positions", Kind::Positions)];
        let kind = one_of("rows", rows, &kinds)?;
        let asked = Arc::new(AskedRows::new(kind, tags.0, fen_after)?);
        let in_batch = batch_rows.max(1);
        Ok(Self {
            rows: Mutex::new(Some(Games::of(file, &asked, in_batch, &run)?)),
            file: file.clone().unbind(),
            asked,
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
            return stream(py, Games::of(file, &self.asked, self.in_batch, &self.run)?);
        }
        let rows = free(&self.rows)?.take();
        let rows = rows.ok_or_else(|| PyRuntimeError::new_err("the file was read already"))?;
        stream(py, rows)
    }

    /// The whole table as a frame of pandas.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let data = slf.py().import("plywood.data")?;
        data.call_method1("frame_of_batches", (slf,))
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
        Reading::new(&self.reading.asked).batch().schema()
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
    /// The games of a file from its beginning.
    fn of(
        file: &Bound<'_, PyAny>,
        asked: &Arc<AskedRows>,
        in_batch: usize,
        run: &Arc<Run>,
    ) -> PyResult<Self> {
        Ok(Self {
            reader: LegalReader::new(source(file, run)?),
            reading: Reading::new(asked),
            in_batch,
        })
    }
}

/// The requested rows.
#[derive(Clone)]
struct AskedRows {
    kind: Kind,
    /// The tags with columns, and the names of those.
    tags: Vec<(String, String)>,
    fen_after: bool,
}

/// The tags that games have as columns.
const TAGS: [&str; 10] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "ECO",
    "TimeControl",
    "WhiteElo",
    "BlackElo",
];

impl AskedRows {
    fn new(kind: Kind, tags: Vec<String>, fen_after: bool) -> PyResult<Self> {
        let usual = match kind {
            Kind::Games => &TAGS[..],
            Kind::Positions => &[],
        };
        let mut all: Vec<String> = usual.iter().map(|&tag| tag.to_owned()).collect();
        for tag in tags {
            if !all.contains(&tag) {
                all.push(tag);
            }
        }
        let named = all.into_iter().map(|tag| (column_of(&tag), tag));
        let asked = Self {
            kind,
            tags: named.map(|(name, tag)| (tag, name)).collect(),
            fen_after,
        };
        let schema = Reading::new(&Arc::new(asked.clone())).batch().schema();
        let mut names = HashSet::new();
        for field in schema.fields() {
            if !names.insert(field.name()) {
                let text = format!("two columns would be called {:?}", field.name());
                return Err(wrong(text));
            }
        }
        Ok(asked)
    }
}

/// The name of a tag's column: white_elo of WhiteElo.
fn column_of(tag: &str) -> String {
    let (mut name, mut was_small) = (String::new(), false);
    for letter in tag.chars() {
        if was_small && letter.is_uppercase() {
            name.push('_');
        }
        was_small = letter.is_lowercase();
        name.extend(letter.to_lowercase());
    }
    name
}

/// A tag, unless its value marks it as unknown, like "?" and "????.??.??".
fn known<'a>(tags: &'a Tags, tag: &str) -> Option<&'a str> {
    let value = tags.get(tag)?;
    value
        .contains(|letter| !"?.".contains(letter))
        .then_some(value)
}

/// The games of a batch, and their positions if they are requested.
struct Reading {
    asked: Arc<AskedRows>,
    games: Vec<GameRow>,
    positions: Vec<PositionRow>,
    /// The number of games read, including those of earlier batches.
    number: i64,
    /// The number of open variations.
    depth: u32,
    /// The data in comments before the first move of a variation. They belong to the move of the main line if no move follows.
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

/// A position and the move played in it.
struct PositionRow {
    /// The number of its game in the batch.
    game: usize,
    ply: i32,
    fen: FenText,
    fen_after: Option<FenText>,
    mv: MoveText,
    san: MoveText,
    said: Said,
}

/// The first evaluation and the first clock in the comments after a move.
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
    fn new(asked: &Arc<AskedRows>) -> Self {
        Self {
            asked: Arc::clone(asked),
            games: Vec::new(),
            positions: Vec::new(),
            number: 0,
            depth: 0,
            early: None,
        }
    }

    fn rows(&self) -> usize {
        match self.asked.kind {
            Kind::Games => self.games.len(),
            Kind::Positions => self.positions.len(),
        }
    }

    /// The data on the last move of the main line, if there is one.
    fn said(&mut self) -> Option<&mut Said> {
        let game = self.games.len() - 1;
        let last = self.positions.last_mut().filter(|row| row.game == game);
        last.map(|row| &mut row.said)
    }

    fn batch(&self) -> RecordBatch {
        match self.asked.kind {
            Kind::Games => self.game_rows(),
            Kind::Positions => self.position_rows(),
        }
    }

    /// Adds a column for each tag. A rating is a number.
    fn with_tags<'a, R>(
        &'a self,
        rows: Rows<'a, R>,
        tags_of: impl Fn(&'a R) -> &'a Tags + Copy,
    ) -> Rows<'a, R> {
        self.asked.tags.iter().fold(rows, |rows, (tag, name)| {
            if tag.ends_with("Elo") {
                return rows.add(name, |row| tags_of(row).get(tag)?.parse::<i32>().ok());
            }
            rows.add(name, |row| known(tags_of(row), tag))
        })
    }

    fn game_rows(&self) -> RecordBatch {
        let rows = Rows::of(&self.games).add("game", |game| Some(game.number));
        self.with_tags(rows, |game| &game.tags)
            .add("result", |game| Some(game.result.as_str()))
            .add("plies", |game| Some(game.plies))
            .add("moves", |game| Some(game.moves.as_str()))
            .add("error", |game| Some(game.error.as_ref()?.to_string()))
            .batch()
    }

    fn position_rows(&self) -> RecordBatch {
        let game = |row: &PositionRow| &self.games[row.game];
        let mut rows = Rows::of(&self.positions)
            .add("game", |row| Some(game(row).number))
            .add("ply", |row| Some(row.ply))
            .add("fen", |row| Some(row.fen.as_str()))
            .add("move", |row| Some(row.mv.as_str()))
            .add("san", |row| Some(row.san.as_str()));
        if self.asked.fen_after {
            rows = rows.add("fen_after", |row| Some(row.fen_after.as_ref()?.as_str()));
        }
        let rows = rows
            .add_white_score(|row| row.said.evaluation.map(score_of))
            .add("depth", |row| {
                i32::try_from(row.said.evaluation?.depth?).ok()
            })
            .add("clock", |row| Some(row.said.clock?.as_secs_f64()))
            .add("points", |row| points(game(row).result));
        self.with_tags(rows, |row| &self.games[row.game].tags)
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
        match self.asked.kind {
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
                    fen_after: self.asked.fen_after.then(|| mv.after.fen()),
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
