//! Games, moves and outcomes as JSON.

use crate::games::name::GameName;
use serde::Serialize;
use utoipa::ToSchema;

/// A game that the server offers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GameData {
    pub(crate) name: GameName,
    pub(crate) title: &'static str,
    /// The text of the first position.
    pub(crate) start: String,
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    /// The two players, the first one first.
    pub(crate) players: [&'static str; 2],
    /// The depth for strategies that make nothing of a time limit.
    pub(crate) usual_depth: u32,
    pub(crate) default_strategy: &'static str,
    pub(crate) default_evaluator: &'static str,
}

/// The evaluator and the depth of a preset, which is a published program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PresetData {
    pub(crate) evaluator: String,
    /// The depth its author chose.
    pub(crate) depth: Option<u32>,
}

/// A move with all that a page needs to draw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MoveData {
    /// The move as the API reads and writes it.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    pub(crate) text: String,
    /// The move as people write it.
    #[schema(example = "e4")]
    pub(crate) san: String,
    /// Where the piece stands; `null` where stones are put down.
    #[schema(example = "e2")]
    pub(crate) from: Option<String>,
    /// Where it goes. For castling in Chess960 this is the square of the rook.
    #[schema(example = "e4")]
    pub(crate) to: String,
    /// The letter of the piece, a capital for White.
    #[schema(example = "P")]
    pub(crate) piece: Option<String>,
    /// The letter of the captured piece.
    pub(crate) captured: Option<String>,
    /// Where the captured piece stands.
    pub(crate) captured_on: Option<String>,
    /// The letter of the piece that a pawn becomes.
    pub(crate) promotion: Option<String>,
    pub(crate) castling: Option<Castling>,
}

impl MoveData {
    /// A stone put on a cell.
    pub(crate) fn stone(text: String, cell: String) -> Self {
        Self {
            san: text.clone(),
            text,
            from: None,
            to: cell,
            piece: None,
            captured: None,
            captured_on: None,
            promotion: None,
            castling: None,
        }
    }
}

/// Where king and rook go when castling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Castling {
    pub(crate) king_to: String,
    pub(crate) rook_from: String,
    pub(crate) rook_to: String,
}

/// How a game has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OutcomeData {
    /// The winner; `null` after a draw.
    pub(crate) winner: Option<&'static str>,
    #[schema(example = "checkmate")]
    pub(crate) reason: String,
    /// Both in one sentence.
    #[schema(example = "White wins by checkmate.")]
    pub(crate) text: String,
    /// The cells of the winning line, where there is one.
    pub(crate) line: Vec<String>,
}

impl OutcomeData {
    pub(crate) fn won(winner: &'static str, reason: &str, line: Vec<String>) -> Self {
        let mut name = winner.to_owned();
        name[..1].make_ascii_uppercase();
        Self {
            winner: Some(winner),
            reason: reason.to_owned(),
            text: format!("{name} wins by {reason}."),
            line,
        }
    }

    pub(crate) fn drawn(reason: String) -> Self {
        Self {
            winner: None,
            text: format!("The game is drawn: {reason}."),
            reason,
            line: Vec::new(),
        }
    }
}
