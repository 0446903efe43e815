//! [`Task`]: a position of a file, with its name and solution if the file has them.

use plywood_eval::Score;
use plywood_search::Game;

/// A position of a file, with its name and solution if the file has them.
///
/// ```
/// use plywood_catalog::Playable;
/// use plywood_search::games::ConnectFour;
///
/// let task = ConnectFour::read_task("ddcc; bm e b; id \"three in a row\";")?;
/// assert_eq!(task.name.as_deref(), Some("three in a row"));
/// let wanted = task.position.read_move("e")?;
/// assert!(task.is_solved_by(Some(wanted), None));
/// let error = |line: &str| ConnectFour::read_task(line).unwrap_err();
/// assert_eq!(error("ddcc; bm ;"), "bm: expected a move, found none");
/// let possible = "\"z\" is not possible here; possible are d c e b f a g";
/// assert_eq!(error("ddcc; bm z;"), format!("bm: {possible}"));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task<G: Game> {
    /// Its name.
    pub name: Option<String>,
    /// The position.
    pub position: G,
    /// The goals, all of which must be met.
    pub goals: Vec<Goal<G::Move>>,
    /// Moves that give points.
    pub points: Vec<(G::Move, u32)>,
}

/// One goal of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal<M> {
    /// One of these moves (`bm`).
    Play(Vec<M>),
    /// None of these moves (`am`).
    Avoid(Vec<M>),
    /// A win in at most this many moves (`dm`), which the score must show.
    Mate(u32),
}

impl<G: Game> Task<G> {
    /// Makes a position without a name or solution.
    pub const fn new(position: G) -> Self {
        Self {
            name: None,
            position,
            goals: Vec::new(),
            points: Vec::new(),
        }
    }

    /// Reads `POSITION; bm MOVE …; am MOVE …; id NAME;`. Only the position is required.
    pub(super) fn read(
        text: &str,
        read: impl Fn(&str) -> Result<G, String>,
        read_move: impl Fn(&G, &str) -> Result<G::Move, String>,
    ) -> Result<Self, String> {
        let mut parts = text.split(';');
        let mut task = Self::new(read(parts.next().unwrap_or_default().trim())?);
        for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once(' ').unwrap_or((part, ""));
            let moves = || -> Result<Vec<G::Move>, String> {
                // A move may contain spaces.
                if let Ok(only) = read_move(&task.position, value.trim()) {
                    return Ok(vec![only]);
                }
                if value.trim().is_empty() {
                    return Err(format!("{name}: expected a move, found none"));
                }
                let moves = value.split_whitespace();
                let moves = moves.map(|text| read_move(&task.position, text));
                let moves: Result<_, _> = moves.collect();
                moves.map_err(|error| format!("{name}: {error}"))
            };
            match name {
                "bm" => task.goals.push(Goal::Play(moves()?)),
                "am" => task.goals.push(Goal::Avoid(moves()?)),
                "id" => task.name = Some(value.trim_matches('"').to_owned()),
                other => return Err(format!("expected bm, am or id, found {other:?}")),
            }
        }
        Ok(task)
    }

    /// Returns `true` if it has a solution.
    #[must_use]
    pub fn has_solution(&self) -> bool {
        !self.goals.is_empty() || !self.points.is_empty()
    }

    /// Returns `true` if an answer meets all goals. If there are only points, the move with the most points does.
    #[must_use]
    pub fn is_solved_by(&self, mv: Option<G::Move>, score: Option<Score>) -> bool {
        let Some(mv) = mv else {
            return false;
        };
        let is_met = |goal: &Goal<G::Move>| match goal {
            Goal::Play(moves) => moves.contains(&mv),
            Goal::Avoid(moves) => !moves.contains(&mv),
            Goal::Mate(most) => score
                .and_then(Score::mate_in)
                .is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= *most),
        };
        if self.goals.is_empty() {
            self.points_of(mv) == self.most_points()
        } else {
            self.goals.iter().all(is_met)
        }
    }

    /// Returns the points of a move.
    #[must_use]
    pub fn points_of(&self, mv: G::Move) -> u32 {
        let known = self.points.iter().find(|(known, _)| *known == mv);
        known.map_or(0, |(_, points)| *points)
    }

    /// Returns the points of the best move.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        let points = self.points.iter().map(|(_, points)| *points);
        points.max().unwrap_or(0)
    }

    /// Returns the solution in words, with moves written by this function.
    #[must_use]
    pub fn wanted(&self, written: impl Fn(&G, G::Move) -> String) -> String {
        let list = |moves: &[G::Move]| {
            let moves = moves.iter().map(|&mv| written(&self.position, mv));
            moves.collect::<Vec<_>>().join(" or ")
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
