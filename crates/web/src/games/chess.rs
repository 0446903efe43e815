//! Chess and Chess960.

use crate::games::explained;
use crate::games::{
    Castling, Evaluated, GameName, Memory, MoveData, OutcomeData, Place, PresetData, QuestionData,
    Search, StrategyName, WebGame,
};
use crate::strength::ENGINE;
use plywood_core::{File, History, Move, MoveKind, Outcome, Piece, Position, Square, Wing};
use plywood_eval::evaluators;
use plywood_lab::{Failure, LabGame, PRESETS, StrategySpec, StrategySpecError, strategies};
use plywood_notation::san;
use plywood_notation::uci::{self, CastlingForm};
use plywood_search::WithHistory;
use plywood_uci::{EngineOptions, Searcher};

/// The size of the engine's table.
const ENGINE_MEGABYTES: usize = 16;
/// A weak player searches so few nodes that a small table holds them.
const WEAK_MEGABYTES: u32 = 1;

impl WebGame for Position {
    const DEFAULT_STRATEGY: &'static str = ENGINE;
    const DEFAULT_EVALUATOR: &'static str = "classical";
    const POSITION_HINT: &'static str = "send a FEN, such as 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    fn start_text() -> &'static str {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    }

    fn strategy_names() -> Vec<&'static str> {
        strategies().collect()
    }

    fn preset(name: &str) -> Option<PresetData> {
        PRESETS.iter().find(|(preset, _)| *preset == name)?;
        let spec: StrategySpec = name.parse().ok()?;
        Some(PresetData {
            evaluator: spec.evaluator_name().to_owned(),
            depth: spec.limits().depth,
        })
    }

    fn usual_evaluator(strategy: &str) -> String {
        let spec = spec(strategy).ok();
        spec.map_or(Self::DEFAULT_EVALUATOR.to_owned(), |spec| {
            spec.evaluator_name().to_owned()
        })
    }

    fn evaluators() -> Vec<&'static str> {
        evaluators::names().collect()
    }

    fn search(
        place: &Place<Self>,
        name: &StrategyName,
        memory: Memory,
    ) -> Result<Search<Move>, Failure> {
        if let Some(elo) = name.elo {
            return weakened(place, name, elo);
        }
        let table = (name.strategy == ENGINE).then(|| format!("hash={ENGINE_MEGABYTES}"));
        let evaluator = name.evaluator.as_ref();
        let evaluator = evaluator.map(|evaluator| format!("evaluator={evaluator}"));
        let settings: Vec<String> = table.into_iter().chain(evaluator).collect();
        let separator = if settings.is_empty() { "" } else { ":" };
        let spec = spec(&format!(
            "{}{separator}{}",
            name.strategy,
            settings.join(",")
        ))?;
        let seed = name.seed;
        Ok(match memory {
            Memory::PositionOnly => {
                let position = place.position().clone();
                Box::new(move |limits, observer| {
                    spec.strategy(seed)
                        .search_observed(&position, limits, observer)
                })
            }
            Memory::WholeGame => {
                let game = WithHistory::from(&history(place));
                Box::new(move |limits, observer| {
                    spec.strategy_for_games(seed)
                        .search_observed(&game, limits, observer)
                })
            }
        })
    }

    fn evaluate(place: &Place<Self>, names: &[String]) -> Result<Vec<Evaluated>, Failure> {
        explained::explain(place.position(), names)
    }

    fn questions(&self) -> Vec<QuestionData> {
        explained::questions(self)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        if let Ok(mv) = uci::parse(self, text) {
            return Ok(mv);
        }
        san::parse(self, text).map_err(|error| error.to_string())
    }

    fn move_text(mv: Move, game: GameName) -> String {
        let form = match game {
            GameName::Chess960 => CastlingForm::TakesRook,
            GameName::Chess | GameName::TicTacToe | GameName::ConnectFour => CastlingForm::Landing,
        };
        uci::write(mv, form).to_string()
    }

    fn move_data(&self, mv: Move, game: GameName) -> MoveData {
        let captured_on = captured_on(self, mv);
        let letter = |square| {
            self.piece_at(square)
                .map(|piece| piece.letter().to_string())
        };
        let to = match game {
            GameName::Chess960 => mv.to(),
            GameName::Chess | GameName::TicTacToe | GameName::ConnectFour => mv.destination(),
        };
        MoveData {
            text: Self::move_text(mv, game),
            san: self.written(mv),
            from: Some(mv.from().to_string()),
            to: to.to_string(),
            piece: letter(mv.from()),
            captured: captured_on.and_then(letter),
            captured_on: captured_on.map(|square| square.to_string()),
            promotion: mv.promotion().map(|kind| kind.letter().to_string()),
            castling: castling(mv),
        }
    }

    fn player_to_move(&self) -> usize {
        self.side_to_move() as usize
    }

    fn check(&self) -> Option<String> {
        self.is_check()
            .then(|| self.king(self.side_to_move()).to_string())
    }

    fn board(&self) -> Vec<String> {
        let letter = |square| self.piece_at(square).map_or('.', Piece::letter);
        let squares =
            |row: usize| (0..8).filter_map(move |file| Square::from_index((7 - row) * 8 + file));
        (0..8)
            .map(|row| squares(row).map(letter).collect())
            .collect()
    }

    fn text(&self, _start: &str, _moves: &[Move]) -> String {
        self.fen().to_string()
    }

    fn is_over(_position: &Self) -> bool {
        // Without a legal move no text is read as one, and after a draw by rule players may go on.
        false
    }

    fn outcome(place: &Place<Self>) -> Option<OutcomeData> {
        let players = place.game().players();
        history(place).outcome().map(|outcome| match outcome {
            Outcome::Checkmate { winner } => {
                OutcomeData::won(players[winner as usize], "checkmate", Vec::new())
            }
            Outcome::Draw(draw) => OutcomeData::drawn(draw.to_string()),
        })
    }

    fn claim(place: &Place<Self>) -> Option<String> {
        history(place).claim().map(|claim| claim.to_string())
    }
}

/// The engine at a lower strength.
fn weakened(
    place: &Place<Position>,
    name: &StrategyName,
    elo: u32,
) -> Result<Search<Move>, Failure> {
    let usual = EngineOptions::default();
    let options = EngineOptions {
        evaluator: name.evaluator.clone().unwrap_or(usual.evaluator),
        hash_megabytes: WEAK_MEGABYTES,
        limit_strength: true,
        elo,
        ..EngineOptions::default()
    };
    let mut searcher = Searcher::with_seed(&options, name.seed)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let game = history(place);
    Ok(Box::new(move |limits, observer| {
        searcher.search(&game, limits, observer)
    }))
}

fn spec(text: &str) -> Result<StrategySpec, Failure> {
    let usage = |error: StrategySpecError| Failure::Usage(error.to_string());
    text.parse().map_err(usage)
}

/// The game so far, with its repetitions.
fn history(place: &Place<Position>) -> History {
    let mut history = History::new(place.start().clone());
    for mv in place.moves() {
        history.play(mv).expect("the moves of a place are legal");
    }
    history
}

fn captured_on(position: &Position, mv: Move) -> Option<Square> {
    match mv.kind() {
        MoveKind::EnPassant => Some(Square::new(mv.to().file(), mv.from().rank())),
        MoveKind::Castling => None,
        MoveKind::Normal
        | MoveKind::DoublePush
        | MoveKind::PromoteKnight
        | MoveKind::PromoteBishop
        | MoveKind::PromoteRook
        | MoveKind::PromoteQueen => position.piece_at(mv.to()).map(|_| mv.to()),
    }
}

fn castling(mv: Move) -> Option<Castling> {
    let (rook, wing) = mv.castling_rook().zip(mv.wing())?;
    let file = match wing {
        Wing::Kingside => File::F,
        Wing::Queenside => File::D,
    };
    Some(Castling {
        king_to: mv.destination().to_string(),
        rook_from: rook.to_string(),
        rook_to: Square::new(file, rook.rank()).to_string(),
    })
}
