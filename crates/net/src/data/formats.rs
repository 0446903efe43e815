//! Positions as comma-separated values; and [`FormatError`].

use crate::data::ScoredMove;
use plywood_core::{Color, FenError, Move, PieceKind, Position, PositionError, Square};
use plywood_search::Score;
use std::io::{self, ErrorKind};
use thiserror::Error;

/// The error for data that cannot be read or does not fit a format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A line has the wrong fields.
    #[error("expected {expected}, found {found:?}")]
    Fields {
        /// The expected fields.
        expected: &'static str,
        /// The line.
        found: String,
    },
    /// A position is wrong.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A position is not legal.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A move is not legal.
    #[error("expected a legal move, found {found:?} in {position}")]
    Move {
        /// The move.
        found: String,
        /// The position.
        position: Box<Position>,
    },
    /// A score is not a number.
    #[error("expected a score in centipawns, from -32000 to 32000, found {0:?}")]
    Score(String),
    /// A result is not one of the three.
    #[error("expected a result, 1.0, 0.5, 0.0 or *, found {0:?}")]
    Result(String),
    /// A number does not denote a piece.
    #[error("expected a piece on {square}, found the number {code}")]
    Piece {
        /// The square.
        square: Square,
        /// The number.
        code: u8,
    },
    /// There are too many pieces.
    #[error("the format has room for 32 pieces, and there are more")]
    Pieces,
    /// The format has results, and this game has none.
    #[error("the format needs a result, and the game has none")]
    NoResult,
    /// The format has moves, and this game has none.
    #[error("the format needs a move, and the position has none")]
    NoMove,
    /// A position does not follow from the one before it.
    #[error("ply {0} does not follow from the one before it")]
    NoGame(usize),
    /// A game has no end.
    #[error("a game has more than {0} plies")]
    Long(usize),
    /// The file cannot be read, or ends too early.
    #[error("{}", said(.0))]
    File(#[from] io::Error),
}

/// Returns the description of a file error.
fn said(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => "the file ends in the middle of it".to_owned(),
        _ => error.to_string(),
    }
}

impl ScoredMove<Position> {
    /// Returns White's score in centipawns, and White's points.
    pub(super) fn for_white(&self) -> (i16, Option<f32>) {
        let score = self.score.packed();
        match self.position.side_to_move() {
            Color::White => (score, self.points),
            Color::Black => (-score, self.points.map(|points| 1.0 - points)),
        }
    }

    /// Sets the score and the points from White's.
    pub(super) fn of_white(
        position: Position,
        mv: Option<Move>,
        (score, points): (i16, Option<f32>),
    ) -> Result<Self, FormatError> {
        const MOST: i16 = 32_000;
        if !(-MOST..=MOST).contains(&score) {
            return Err(FormatError::Score(score.to_string()));
        }
        let (score, points) = match position.side_to_move() {
            Color::White => (score, points),
            Color::Black => (-score, points.map(|points| 1.0 - points)),
        };
        Ok(Self {
            position,
            mv,
            score: Score::from_packed(score),
            points,
        })
    }

    /// The columns of [`to_csv`](Self::to_csv).
    pub const CSV_COLUMNS: &'static str = "fen,move,score,result";

    /// Writes `FEN,move,score,result`, for White, with the result as 1.0, 0.5 or 0.0, or `*` if it is unknown.
    ///
    /// ```
    /// use plywood_net::data::ScoredMove;
    /// use plywood_search::Score;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1,e8d7,90,1.0";
    /// let scored = ScoredMove::from_csv(line)?;
    /// assert_eq!((scored.score, scored.points), (Score::centipawns(-90), Some(0.0)));
    /// assert_eq!(scored.to_csv(), line);
    /// # Ok::<(), plywood_net::data::FormatError>(())
    /// ```
    #[must_use]
    pub fn to_csv(&self) -> String {
        let (score, points) = self.for_white();
        let mv = self.mv.map(|mv| mv.to_string()).unwrap_or_default();
        format!("{},{mv},{score},{}", self.position, result(points))
    }

    /// Reads a line written by [`to_csv`](Self::to_csv).
    ///
    /// # Errors
    /// [`FormatError`] if the line is anything else.
    pub fn from_csv(line: &str) -> Result<Self, FormatError> {
        let mut fields = line.split(',').map(str::trim);
        let fields = [(); 5].map(|()| fields.next());
        let [Some(fen), Some(mv), Some(score), Some(points), None] = fields else {
            return Err(FormatError::Fields {
                expected: Self::CSV_COLUMNS,
                found: line.to_owned(),
            });
        };
        let position: Position = fen.parse()?;
        let mv = (!mv.is_empty()).then(|| find(&position, mv)).transpose()?;
        Self::of_white(position, mv, (read_score(score)?, read_result(points)?))
    }
}

/// Returns the points from twice their number.
pub(super) fn half_points(steps: u8) -> Result<f32, FormatError> {
    match steps {
        0..=2 => Ok(f32::from(steps) / 2.0),
        _ => Err(FormatError::Result(steps.to_string())),
    }
}

fn result(points: Option<f32>) -> String {
    points.map_or_else(|| "*".to_owned(), |points| format!("{points:.1}"))
}

fn read_result(text: &str) -> Result<Option<f32>, FormatError> {
    match text.trim_matches(['[', ']']) {
        "*" => Ok(None),
        "1.0" | "1" | "1-0" => Ok(Some(1.0)),
        "0.5" | "1/2" | "1/2-1/2" => Ok(Some(0.5)),
        "0.0" | "0" | "0-1" => Ok(Some(0.0)),
        _ => Err(FormatError::Result(text.to_owned())),
    }
}

fn read_score(text: &str) -> Result<i16, FormatError> {
    text.parse()
        .map_err(|_| FormatError::Score(text.to_owned()))
}

/// Finds the move of the UCI protocol.
fn find(position: &Position, text: &str) -> Result<Move, FormatError> {
    let wrong = || FormatError::Move {
        found: text.to_owned(),
        position: Box::new(position.clone()),
    };
    let square = |at: usize| -> Option<Square> { text.get(at..at + 2)?.parse().ok() };
    let (from, to) = square(0).zip(square(2)).ok_or_else(wrong)?;
    let promotion = match text.get(4..) {
        Some("") | None => None,
        Some("n") => Some(PieceKind::Knight),
        Some("b") => Some(PieceKind::Bishop),
        Some("r") => Some(PieceKind::Rook),
        Some("q") => Some(PieceKind::Queen),
        Some(_) => return Err(wrong()),
    };
    position.find_move(from, to, promotion).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        for mv in ["h2h1q", "e8g8", "", "e8c8"] {
            let line = format!("r3k2r/8/8/8/8/8/7p/1R2K3 b kq - 3 20,{mv},-1210,0.5");
            assert_eq!(ScoredMove::from_csv(&line).unwrap().to_csv(), line);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let text = |line: &str| ScoredMove::from_csv(line).unwrap_err().to_string();
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(text("x,y"), "expected fen,move,score,result, found \"x,y\"");
        assert!(text(&format!("{kings},,1,2,3")).contains("found"));
        assert!(text(&format!("{kings},,32001,1.0")).contains("from -32000 to 32000"));
        assert!(text(&format!("{kings},,1,0.7")).contains("found \"0.7\""));
        let csv = |mv: &str| ScoredMove::from_csv(&format!("{kings},{mv},1,1.0"));
        for mv in ["e1e3", "e1", "é1e2", "e1e2k", "e1e22"] {
            assert!(matches!(csv(mv), Err(FormatError::Move { .. })), "{mv}");
        }
    }
}
