//! Serializes analyses, for JSON.

use crate::game::{AnalyzedGame, AnalyzedMove};
use crate::judgment::Judgment;
use plywood_core::{Color, Move, Position};
use plywood_notation::pgn::PgnGame;
use plywood_notation::uci::{self, CastlingForm};
use plywood_notation::{epd::Epd, san};
use plywood_search::{Report, Score};
use serde::Serialize;

/// A score from White's point of view: `{"cp": 35}` or `{"mate": -3}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportedScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves to mate, negative if Black mates.
    Mate(i32),
}

impl From<Score> for ReportedScore {
    fn from(score: Score) -> Self {
        match (score.mate_in(), score.as_centipawns()) {
            (Some(moves), _) => Self::Mate(moves),
            (None, centipawns) => Self::Cp(centipawns.unwrap_or_default()),
        }
    }
}

/// An analyzed position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PositionReport {
    /// The name of a test position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// The best move in SAN; `None` if the game is over.
    pub best: Option<String>,
    /// `true` if the best move is the solution of the test position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// The completed depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best lines, the best one first.
    pub lines: Vec<LineReport>,
}

/// A line with its score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LineReport {
    /// The score from White's point of view.
    pub score: ReportedScore,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// The moves in UCI notation.
    pub uci: Vec<String>,
}

impl PositionReport {
    /// Makes the report of a search in a position.
    #[must_use]
    pub fn new(epd: &Epd, found: &Report<Move>) -> Self {
        let position = epd.position();
        let is_test = !epd.best_moves().is_empty() || !epd.avoid_moves().is_empty();
        Self {
            id: epd.id().map(str::to_owned),
            fen: position.to_string(),
            best: found
                .best_move
                .map(|mv| san::write(position, mv).to_string()),
            solved: found
                .best_move
                .filter(|_| is_test)
                .map(|mv| epd.is_solved_by(mv)),
            depth: found.depth,
            nodes: found.stats.nodes,
            lines: found
                .lines()
                .map(|(score, line)| LineReport {
                    score: score
                        .unwrap_or(Score::DRAW)
                        .for_white(position.side_to_move())
                        .into(),
                    moves: sans(position, line),
                    uci: line.iter().map(|&mv| uci_text(mv)).collect(),
                })
                .collect(),
        }
    }
}

/// An analyzed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GameReport {
    /// The tags of the game.
    pub tags: std::collections::BTreeMap<String, String>,
    /// White's mistakes.
    pub white: SideReport,
    /// Black's mistakes.
    pub black: SideReport,
    /// The moves.
    pub moves: Vec<MoveReport>,
}

/// The number of errors of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct SideReport {
    /// Moves that gave away a tenth of the range from lost to won.
    pub inaccuracies: usize,
    /// Moves that gave away two tenths.
    pub mistakes: usize,
    /// Moves that gave away three tenths or more.
    pub blunders: usize,
}

/// An analyzed move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI notation.
    pub uci: String,
    /// The score after the move, from White's point of view.
    pub score: ReportedScore,
    /// The depth of the search after the move.
    pub depth: u32,
    /// The judgment of the move: `inaccuracy`, `mistake` or `blunder`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgment: Option<Judgment>,
    /// The best line instead, in SAN, if the move was bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Vec<String>>,
}

impl GameReport {
    /// Makes the report of an analyzed game.
    #[must_use]
    pub fn new(game: &PgnGame, analyzed: &AnalyzedGame) -> Self {
        let tags = game.tags().iter();
        Self {
            tags: tags
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            white: side_report(analyzed, Color::White),
            black: side_report(analyzed, Color::Black),
            moves: analyzed.moves.iter().map(move_report).collect(),
        }
    }
}

fn side_report(game: &AnalyzedGame, side: Color) -> SideReport {
    let own = game
        .moves
        .iter()
        .filter(|mv| mv.position.side_to_move() == side);
    let mut report = SideReport::default();
    for (judgment, _) in own.filter_map(|mv| mv.judgment) {
        match judgment {
            Judgment::Inaccuracy => report.inaccuracies += 1,
            Judgment::Mistake => report.mistakes += 1,
            Judgment::Blunder => report.blunders += 1,
        }
    }
    report
}

fn move_report(analyzed: &AnalyzedMove) -> MoveReport {
    let position = &analyzed.position;
    let judgment = analyzed.judgment.map(|(judgment, _)| judgment);
    MoveReport {
        san: san::write(position, analyzed.mv).to_string(),
        uci: uci_text(analyzed.mv),
        score: analyzed.score_after().into(),
        depth: analyzed.after.depth,
        judgment,
        better: judgment.map(|_| sans(position, &analyzed.before.line)),
    }
}

fn sans(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut written = Vec::new();
    for &mv in line {
        let Ok(next) = position.play(mv) else { break };
        written.push(san::write(&position, mv).to_string());
        position = next;
    }
    written
}

fn uci_text(mv: Move) -> String {
    uci::write(mv, CastlingForm::Landing).to_string()
}
