//! [`AnyPlace`]: a position of any game, so that the routes need not know which.

use crate::games::{
    Evaluated, GameName, MoveData, OutcomeData, Place, PlaceText, QuestionData, WebGame,
};
use crate::problem::Problem;
use crate::searches::{Job, Prepare, TreeJob, job, tree};
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe};
use serde::Serialize;
use utoipa::ToSchema;

/// A position of any game.
pub(crate) trait AnyPlace: Send {
    /// The position with its legal moves and the game that led to it.
    fn data(&self) -> PositionData;

    /// Plays a move.
    fn play(&mut self, mv: &str) -> Result<(), Problem>;

    /// Prepares a search.
    fn job(&self, prepare: Prepare<'_>) -> Result<Job, Problem>;

    /// Prepares a search and keeps its first nodes, up to this number.
    fn tree(&self, prepare: Prepare<'_>, nodes: usize) -> Result<TreeJob, Problem>;

    /// The scores of evaluators, or of all of them if no names are given.
    fn evaluate(&self, names: &[String]) -> Result<EvaluatedPlace, Problem>;

    /// Questions about the position with their answers.
    fn questions(&self) -> Vec<QuestionData>;
}

/// Reads a position of any game.
pub(crate) fn open(text: PlaceText<'_>) -> Result<Box<dyn AnyPlace>, Problem> {
    Ok(match text.game {
        GameName::Chess | GameName::Chess960 => Box::new(Place::<Position>::read(text)?),
        GameName::TicTacToe => Box::new(Place::<TicTacToe>::read(text)?),
        GameName::ConnectFour => Box::new(Place::<ConnectFour>::read(text)?),
    })
}

/// A position with its legal moves and the game that led to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PositionData {
    pub(crate) game: GameName,
    /// The position as text; a FEN in chess.
    pub(crate) position: String,
    /// The rows of the board from the top, with `.` for an empty square.
    pub(crate) board: Vec<String>,
    pub(crate) side_to_move: &'static str,
    /// The square of the king in check.
    pub(crate) check: Option<String>,
    /// The legal moves; empty if the game is over.
    pub(crate) moves: Vec<MoveData>,
    pub(crate) outcome: Option<OutcomeData>,
    /// The draw that the side to move can claim.
    pub(crate) claim: Option<String>,
    /// The moves of the request.
    pub(crate) history: Vec<PlayedData>,
}

/// A move that was played.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PlayedData {
    #[serde(flatten)]
    pub(crate) mv: MoveData,
    /// The position after it.
    pub(crate) position: String,
    /// The square of the king in check after it.
    pub(crate) check: Option<String>,
}

/// A position and the scores that evaluators give it.
#[derive(Debug, Clone)]
pub(crate) struct EvaluatedPlace {
    pub(crate) position: String,
    pub(crate) side_to_move: &'static str,
    pub(crate) evaluators: Vec<Evaluated>,
    pub(crate) score_text: fn(plywood_eval::Score) -> String,
}

impl<G: WebGame> Place<G> {
    fn text(&self) -> String {
        let moves: Vec<G::Move> = self.moves().collect();
        self.position().text(self.start_text(), &moves)
    }

    fn side_to_move(&self) -> &'static str {
        self.game().players()[self.position().player_to_move()]
    }

    fn history(&self) -> Vec<PlayedData> {
        let mut moves = Vec::new();
        let played = |(before, mv, after): (&G, G::Move, &G)| {
            moves.push(mv);
            PlayedData {
                mv: before.move_data(mv, self.game()),
                position: after.text(self.start_text(), &moves),
                check: after.check(),
            }
        };
        self.steps().map(played).collect()
    }

    fn legal_moves(&self) -> Vec<MoveData> {
        let position = self.position();
        let moves = position.legal_moves();
        moves
            .iter()
            .map(|mv| position.move_data(*mv, self.game()))
            .collect()
    }
}

impl<G: WebGame> AnyPlace for Place<G> {
    fn data(&self) -> PositionData {
        let outcome = G::outcome(self);
        PositionData {
            game: self.game(),
            position: self.text(),
            board: self.position().board(),
            side_to_move: self.side_to_move(),
            check: self.position().check(),
            moves: if outcome.is_some() {
                Vec::new()
            } else {
                self.legal_moves()
            },
            outcome,
            claim: G::claim(self),
            history: self.history(),
        }
    }

    fn play(&mut self, mv: &str) -> Result<(), Problem> {
        Self::play(self, mv).map_err(|reason| {
            Problem::value("move", reason).hint("POST /api/v1/legal-moves lists the legal moves")
        })
    }

    fn job(&self, prepare: Prepare<'_>) -> Result<Job, Problem> {
        job(self, prepare)
    }

    fn tree(&self, prepare: Prepare<'_>, nodes: usize) -> Result<TreeJob, Problem> {
        tree(self, prepare, nodes)
    }

    fn evaluate(&self, names: &[String]) -> Result<EvaluatedPlace, Problem> {
        let all: Vec<String> = G::evaluators().into_iter().map(str::to_owned).collect();
        if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
            let detail = format!("{} has no evaluator {unknown:?}", self.game().title());
            let hint = format!("choose from {}", all.join(", "));
            return Err(Problem::value("evaluators", detail).hint(hint));
        }
        let names = if names.is_empty() { &all } else { names };
        let evaluators = G::evaluate(self, names);
        Ok(EvaluatedPlace {
            position: self.text(),
            side_to_move: self.side_to_move(),
            evaluators: evaluators
                .map_err(|failure| Problem::value("evaluators", failure.to_string()))?,
            score_text: G::score_text,
        })
    }

    fn questions(&self) -> Vec<QuestionData> {
        self.position().questions()
    }
}
