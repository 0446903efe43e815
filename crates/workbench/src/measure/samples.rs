//! [`Samples`]: the positions of files, with the results of their games, as a stream.

use crate::position_lines::{PositionLines, note_on_errors, read_position};
use crate::read_error::ReadError;
use plywood_catalog::files;
use plywood_core::{Color, Position};
use plywood_eval::{Evaluator, GameResult, Material, Sample, Score};
use plywood_notation::epd::{Epd, Value};
use plywood_notation::pgn::{self, Games, Node, PgnGame, PgnScore};
use plywood_search::{Horizon, Limits, Quiescence, SearchState, Window};
use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The positions of PGN and EPD files, one file after the other, with results and scores.
///
/// A file whose name ends in `.pgn` has games; every position with a next move is used. Its score is the evaluation in the comment after
/// the previous move, `[%eval 0.24]`. Any other file has an EPD per line: a comment such as `c9 "1-0"` contains the result, `ce 35` or `dm
/// 3` the score. Consecutive lines with equal `id` are positions of one game.
///
/// ```
/// use plywood_workbench::Samples;
///
/// let path = std::env::temp_dir().join("plywood-samples.epd");
/// std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - ce 120; c9 \"1/2-1/2\";\n")?;
/// let samples: Vec<_> = Samples::of([&path]).quiet().collect::<Result<_, _>>()?;
/// assert_eq!(samples[0].result, Some(plywood_eval::GameResult::Drawn));
/// assert_eq!(
///     samples[0].score.map(|score| score.to_string()).as_deref(),
///     Some("+1.20")
/// );
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Samples {
    waiting: VecDeque<PathBuf>,
    open: Option<(PathBuf, Source)>,
    /// The positions read ahead.
    ready: VecDeque<PlayedPosition>,
    /// The number of the last game.
    game: u64,
    faulty: usize,
    first_fault: String,
}

/// A position of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedPosition {
    /// The position, with the result of its game. Games are numbered from 1, over all files.
    pub sample: Sample<Position>,
    /// The number of plies before it, by its move number.
    pub ply: u32,
    /// The move played, in SAN.
    pub played: Option<String>,
}

#[derive(Debug)]
enum Source {
    /// Lines, and the `id` of the last one.
    Lines(PositionLines<File>, Option<String>),
    Games(Games<File>),
}

impl Samples {
    /// Returns the positions of these files.
    #[must_use]
    pub fn of<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Self {
        let paths = files.into_iter().map(|path| path.as_ref().to_owned());
        Self {
            waiting: paths.collect(),
            ..Self::default()
        }
    }

    /// Returns the quiet positions with a known result or score, as a [`Fit`](plywood_eval::Fit) needs them.
    pub fn quiet(&mut self) -> impl Iterator<Item = Result<Sample<Position>, ReadError>> {
        self.filter_map(|found| match found {
            Ok(played) if !played.is_quiet_and_known() => None,
            found => Some(found.map(|played| played.sample)),
        })
    }

    /// Returns a note on games with errors, if there are any.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        note_on_errors(self.faulty, &self.first_fault)
    }

    /// Returns the next position, or `None` at the end of the last file.
    fn read(&mut self) -> Result<Option<PlayedPosition>, ReadError> {
        while self.ready.is_empty() {
            match &mut self.open {
                Some((path, Source::Lines(lines, last_id))) => {
                    let Some(line) = lines.next().transpose()? else {
                        self.open = None;
                        continue;
                    };
                    let epd = read_position(&line.text).map_err(|error| line.wrong(path, error))?;
                    let id = epd.id().map(str::to_owned);
                    if id.is_none() || id != *last_id {
                        self.game += 1;
                    }
                    *last_id = id;
                    self.ready.push_back(of_line(self.game, &epd));
                }
                Some((path, Source::Games(games))) => {
                    let Some(game) = games.next() else {
                        self.open = None;
                        continue;
                    };
                    let game = game.map_err(|error| ReadError::mistake(path, error))?;
                    self.game += 1;
                    if let Some(error) = game.errors().first() {
                        if self.faulty == 0 {
                            self.first_fault = format!("{}, {error}", path.display());
                        }
                        self.faulty += 1;
                    }
                    self.ready.extend(positions(self.game, &game));
                }
                None => {
                    let Some(path) = self.waiting.pop_front() else {
                        return Ok(None);
                    };
                    let source = Source::open(&path)?;
                    self.open = Some((path, source));
                }
            }
        }
        Ok(self.ready.pop_front())
    }
}

impl Iterator for Samples {
    type Item = Result<PlayedPosition, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read();
        if next.is_err() {
            // Nothing is read after an error.
            (self.open, self.waiting) = (None, VecDeque::new());
        }
        next.transpose()
    }
}

impl Source {
    fn open(path: &Path) -> Result<Self, ReadError> {
        let extension = path.extension().unwrap_or_default();
        Ok(if extension.eq_ignore_ascii_case("pgn") {
            let file = files::open(path).map_err(|error| ReadError::file(path, error))?;
            Self::Games(Games::new(file))
        } else {
            Self::Lines(PositionLines::open(path)?, None)
        })
    }
}

/// Returns the position of a line, with its result and score.
fn of_line(game: u64, epd: &Epd) -> PlayedPosition {
    let position = epd.position().clone();
    let operations = || epd.operations().iter();
    let result = operations().find_map(|operation| match &operation.value {
        Value::Text(text) if operation.opcode != "id" => text.parse().ok().and_then(result),
        _ => None,
    });
    let score = operations().find_map(|operation| {
        let Value::Number(number) = operation.value else {
            return None;
        };
        let number = i32::try_from(number).ok()?;
        match operation.opcode.as_str() {
            "ce" => Some(Score::centipawns(number)),
            "dm" => Some(Score::mate(number)),
            _ => None,
        }
    });
    let score = score.map(|score| score.for_white(position.side_to_move()));
    PlayedPosition::new(game, position, result, score, None)
}

/// Returns the positions of a game that have a next move.
fn positions(game: u64, pgn: &PgnGame) -> impl Iterator<Item = PlayedPosition> {
    let result = result(pgn.result());
    let steps = pgn
        .main_line_steps()
        .take_while(|step| !step.node.is_null());
    steps.map(move |step| {
        let score = step.node.parent().and_then(score_after);
        let played = Some(step.san().to_string());
        PlayedPosition::new(game, step.before, result, score, played)
    })
}

/// Returns White's score in the comments after a move.
fn score_after(node: Node<'_>) -> Option<Score> {
    let mut comments = node.comments().iter();
    let evaluation = comments.find_map(pgn::Comment::evaluation)?;
    Some(match evaluation.score {
        PgnScore::Centipawns(value) => Score::centipawns(value),
        PgnScore::Mate(moves) => Score::mate(moves),
    })
}

fn result(result: pgn::GameResult) -> Option<GameResult> {
    match result {
        pgn::GameResult::Won(color) => Some(GameResult::Won(color.into())),
        pgn::GameResult::Draw => Some(GameResult::Drawn),
        pgn::GameResult::Unknown => None,
    }
}

impl PlayedPosition {
    fn new(
        game: u64,
        position: Position,
        result: Option<GameResult>,
        score: Option<Score>,
        played: Option<String>,
    ) -> Self {
        let moves = position.fullmove_number() - 1;
        let ply = 2 * moves + u32::from(position.side_to_move() == Color::Black);
        let sample = Sample {
            position,
            game,
            result,
            score,
        };
        Self {
            sample,
            ply,
            played,
        }
    }

    /// Returns `true` if an evaluator can learn from it: it has a result or a score, the side to move is not in check, and by quiescence no
    /// captures or promotions win material.
    #[must_use]
    pub fn is_quiet_and_known(&self) -> bool {
        let sample = &self.sample;
        (sample.result.is_some() || sample.score.is_some()) && is_quiet(&sample.position)
    }
}

fn is_quiet(position: &Position) -> bool {
    if position.is_check() {
        return false;
    }
    let material = Material::default();
    let mut observer = ();
    let mut state = SearchState::new(&Limits::none(), &mut observer);
    let found = Quiescence::new(material).value(position, Window::OPEN, &mut state);
    found.is_ok_and(|score| score == material.evaluate(position))
}
