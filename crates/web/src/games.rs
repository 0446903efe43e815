//! [`WebGame`]: what the server needs of a game beyond searching it; and [`Place`], a position with the game that led to it.

mod name;
mod data;
mod place;
mod explained;
mod chess;
mod small;

pub(crate) use data::{Castling, GameData, MoveData, OutcomeData, PresetData};
pub(crate) use explained::{Evaluated, PieceData, QuestionData, TermData};
pub(crate) use name::GameName;
pub(crate) use place::{Place, PlaceText};

use plywood_lab::{Failure, LabGame};
use plywood_search::{Limits, Observer, Report};

/// A search from one position, to be done on a thread of its own.
pub(crate) type Search<M> = Box<dyn FnOnce(&Limits, &mut dyn Observer<M>) -> Report<M> + Send>;

/// A strategy by name, with the evaluator it is to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StrategyName {
    pub(crate) strategy: String,
    pub(crate) evaluator: Option<String>,
    pub(crate) seed: u64,
    /// The Elo to play at; `None` for the full strength.
    pub(crate) elo: Option<u32>,
}

/// Whether a search knows the moves that led to its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Repetition is a draw: for playing.
    WholeGame,
    /// The position alone counts, and tables are exact: for comparisons.
    PositionOnly,
}

/// A game that the server offers.
pub(crate) trait WebGame: LabGame<Move: Send + Sync> + Send + Sync {
    /// The strategy that plays unless another one is named.
    const DEFAULT_STRATEGY: &'static str;

    /// The evaluator of the strategies that have none of their own.
    const DEFAULT_EVALUATOR: &'static str;

    /// What to send as a position.
    const POSITION_HINT: &'static str;

    /// The text of the first position.
    fn start_text() -> &'static str;

    /// The names of the strategies, the simplest first, then the presets.
    fn strategy_names() -> Vec<&'static str> {
        Self::strategies()
    }

    /// What a preset stands for; `None` if the name is not one of a preset.
    fn preset(_name: &str) -> Option<PresetData> {
        None
    }

    /// The evaluator that a strategy uses unless another one is named.
    fn usual_evaluator(_strategy: &str) -> String {
        Self::DEFAULT_EVALUATOR.to_owned()
    }

    /// The names of the evaluators.
    fn evaluators() -> Vec<&'static str>;

    /// Prepares a search with a strategy and an evaluator of this game.
    ///
    /// # Errors
    /// A name is unknown.
    fn search(
        place: &Place<Self>,
        name: &StrategyName,
        memory: Memory,
    ) -> Result<Search<Self::Move>, Failure>;

    /// The scores of evaluators with these names, taken apart where they have terms.
    ///
    /// # Errors
    /// A name is unknown.
    fn evaluate(place: &Place<Self>, names: &[String]) -> Result<Vec<Evaluated>, Failure> {
        explained::evaluate(place, names)
    }

    /// Questions about the position with their answers.
    fn questions(&self) -> Vec<QuestionData> {
        Vec::new()
    }

    /// Reads a move; the error says what is wrong with it.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// A move as the API writes it.
    fn move_text(mv: Self::Move, game: GameName) -> String;

    /// A legal move with all that a page needs to draw it.
    fn move_data(&self, mv: Self::Move, game: GameName) -> MoveData;

    /// Which player is to move: 0 or 1.
    fn player_to_move(&self) -> usize;

    /// The square of a king in check.
    fn check(&self) -> Option<String> {
        None
    }

    /// The rows of the board from the top.
    fn board(&self) -> Vec<String>;

    /// The position as text, given the text of the start and the moves since then.
    fn text(&self, start: &str, moves: &[Self::Move]) -> String;

    /// Whether no move can be played any more, though some may be listed.
    fn is_over(position: &Self) -> bool {
        position.ending_at_leaf().is_some()
    }

    /// How the game has ended.
    fn outcome(place: &Place<Self>) -> Option<OutcomeData>;

    /// The draw that the side to move can claim.
    fn claim(_place: &Place<Self>) -> Option<String> {
        None
    }
}
