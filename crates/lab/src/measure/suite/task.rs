//! [`Task`]: a test position and its solution.

use crate::measure::positions::PositionText;
use plywood_core::{Move, Position};
use plywood_eval::Score;
use plywood_notation::epd::{self, Epd, EpdError};
use plywood_notation::san::{self, SanError};
use thiserror::Error;

/// A test position with its solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its name, or its number if it has none.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The goals, all of which must be met.
    pub goals: Vec<Goal>,
    /// Moves that give points.
    pub points: Vec<(Move, u32)>,
}

/// One goal of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// One of these moves (`bm`).
    Play(Vec<Move>),
    /// None of these moves (`am`).
    Avoid(Vec<Move>),
    /// A mate in at most this many moves (`dm`), which the score must show.
    Mate(u32),
}

/// Why a line is not a test position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TaskError {
    /// The line is not EPD.
    #[error("{0}")]
    Epd(Box<EpdError>),
    /// The line has no solution.
    #[error("expected an operation bm, am or dm, or points in c0, found none")]
    Aimless,
    /// The points of a move are wrong.
    #[error("{0}")]
    Points(Box<SanError>),
}

/// Why a suite cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SuiteError {
    /// A line is not a test position.
    #[error("line {line}: {error}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: TaskError,
    },
    /// There are no positions.
    #[error("expected test positions as EPD, found none")]
    Empty,
}

/// Reads a suite with one EPD on each line. Empty lines and lines that begin with `#` are skipped.
///
/// Points are read from `c0`, as the Strategic Test Suite writes them: `c0 "Nf3=10, e4=3"`.
///
/// # Errors
/// [`SuiteError`], which names the line.
pub fn read_suite(text: &str) -> Result<Vec<Task>, SuiteError> {
    let tasks = epd::suite(text).map(|(line, epd)| {
        let epd = epd.map_err(|error| TaskError::Epd(Box::new(error)));
        let task = epd.and_then(|epd| Task::new(&epd, &format!("line {line}")));
        task.map_err(|error| SuiteError::Line { line, error })
    });
    let tasks: Vec<Task> = tasks.collect::<Result<_, _>>()?;
    if tasks.is_empty() {
        return Err(SuiteError::Empty);
    }
    Ok(tasks)
}

impl Task {
    /// The test position of an EPD, with this name if the EPD has none.
    ///
    /// # Errors
    /// [`TaskError`]: there is no solution, or the points of a move are wrong.
    pub fn new(epd: &Epd, place: &str) -> Result<Self, TaskError> {
        let position = epd.position().clone();
        let points = epd
            .comment(0)
            .map_or(Ok(Vec::new()), |text| points(&position, text));
        let points = points.map_err(|error| TaskError::Points(Box::new(error)))?;
        let moves = |moves: &[Move]| (!moves.is_empty()).then(|| moves.to_vec());
        let goals = [
            moves(epd.best_moves()).map(Goal::Play),
            moves(epd.avoid_moves()).map(Goal::Avoid),
            epd.direct_mate().map(Goal::Mate),
        ];
        let goals: Vec<Goal> = goals.into_iter().flatten().collect();
        if goals.is_empty() && points.is_empty() {
            return Err(TaskError::Aimless);
        }
        Ok(Self {
            name: epd.id().unwrap_or(place).to_owned(),
            position,
            goals,
            points,
        })
    }

    /// Reads an EPD from a stream of positions.
    pub(crate) fn read(line: &PositionText) -> Result<Self, TaskError> {
        let epd = line.text.parse::<Epd>();
        let epd = epd.map_err(|error| TaskError::Epd(Box::new(error)))?;
        Self::new(&epd, line.place.as_deref().unwrap_or(&line.text))
    }

    /// Whether an answer meets all goals. If there are only points, the move with the most points does.
    #[must_use]
    pub fn is_solved_by(&self, mv: Option<Move>, score: Option<Score>) -> bool {
        let Some(mv) = mv else {
            return false;
        };
        let is_met = |goal: &Goal| match goal {
            Goal::Play(moves) => moves.contains(&mv),
            Goal::Avoid(moves) => !moves.contains(&mv),
            Goal::Mate(most) => score
                .and_then(Score::mate_in)
                .is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= *most),
        };
        if self.goals.is_empty() {
            self.points(mv) == self.most_points()
        } else {
            self.goals.iter().all(is_met)
        }
    }

    /// The points of a move.
    #[must_use]
    pub fn points(&self, mv: Move) -> u32 {
        let known = self.points.iter().find(|(known, _)| *known == mv);
        known.map_or(0, |(_, points)| *points)
    }

    /// The points of the best move.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        self.points
            .iter()
            .map(|(_, points)| *points)
            .max()
            .unwrap_or(0)
    }

    /// A move of this position in SAN.
    pub(super) fn written(&self, mv: Move) -> String {
        san::write(&self.position, mv).to_string()
    }

    /// The solution in words.
    pub(super) fn wanted(&self) -> String {
        let list = |moves: &[Move]| {
            let moves: Vec<String> = moves.iter().map(|&mv| self.written(mv)).collect();
            moves.join(" or ")
        };
        let goals = self.goals.iter().map(|goal| match goal {
            Goal::Play(moves) => list(moves),
            Goal::Avoid(moves) => format!("not {}", list(moves)),
            Goal::Mate(moves) => format!("mate in {moves}"),
        });
        let goals: Vec<String> = goals.collect();
        if !goals.is_empty() {
            return goals.join(", ");
        }
        let most = self.most_points();
        let best = self.points.iter().filter(|(_, points)| *points == most);
        list(&best.map(|(mv, _)| *mv).collect::<Vec<_>>())
    }
}

/// Reads `Nf3=10, e4=3`; a comment in another format gives no points.
fn points(position: &Position, text: &str) -> Result<Vec<(Move, u32)>, SanError> {
    let mut points = Vec::new();
    for part in text.split(',') {
        // A promotion contains a `=`, too.
        let Some((mv, number)) = part.trim().rsplit_once('=') else {
            return Ok(Vec::new());
        };
        let Ok(number) = number.trim().parse() else {
            return Ok(Vec::new());
        };
        match san::parse(position, mv.trim()) {
            Ok(mv) => points.push((mv, number)),
            Err(SanError::NotAMove(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn task(operations: &str) -> Task {
        let mut tasks = read_suite(&format!("{START} {operations}")).unwrap();
        tasks.remove(0)
    }

    fn is_solved(task: &Task, mv: &str, score: Score) -> bool {
        task.is_solved_by(san::parse(&task.position, mv).ok(), Some(score))
    }

    #[test]
    fn all_goals_must_be_met() {
        let both = task("bm e4 d4; am d4;");
        assert!(is_solved(&both, "e4", Score::DRAW));
        assert!(!is_solved(&both, "d4", Score::DRAW) && !is_solved(&both, "Nf3", Score::DRAW));
        assert_eq!(both.wanted(), "e4 or d4, not d4");
        let mate = task("dm 2;");
        assert!(
            is_solved(&mate, "e4", Score::won_in(3)) && is_solved(&mate, "e4", Score::won_in(1))
        );
        for score in [Score::won_in(5), Score::lost_in(2), Score::centipawns(900)] {
            assert!(!is_solved(&mate, "e4", score), "{score}");
        }
        assert!(!mate.is_solved_by(None, None));
    }

    #[test]
    fn points_are_read_from_the_first_comment() {
        let sts = task("bm e4; c0 \"e4=10, Nf3=5\";");
        let [e4, f3] = ["e4", "Nf3"].map(|mv| san::parse(&sts.position, mv).unwrap());
        assert_eq!(
            (sts.points(e4), sts.points(f3), sts.most_points()),
            (10, 5, 10)
        );
        for comment in ["the king's pawn", "see page=3", "e4=good"] {
            assert_eq!(task(&format!("bm e4; c0 \"{comment}\";")).points, []);
        }
        let only = task("c0 \"e4=10, Nf3=5\";");
        assert!(is_solved(&only, "e4", Score::DRAW) && !is_solved(&only, "Nf3", Score::DRAW));
        assert_eq!(only.wanted(), "e4");
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read_suite(text).unwrap_err().to_string();
        assert!(
            error(&format!("\n{START} id \"x\";")).starts_with("line 2: expected an operation")
        );
        assert!(error(&format!("{START} c0 \"Qh5=10\";")).starts_with("line 1: no legal move"));
        assert!(error("8/8 w").starts_with("line 1: "));
        assert_eq!(error("# nothing\n"), SuiteError::Empty.to_string());
    }
}
