//! Additions for chess: captured pieces, tables, questions, terms of a score, and an engine that can be weakened.

use crate::games::data::{Castling, MoveData, TableData, TableMove};
use crate::games::explained::{EvaluatedData, PieceData, QuestionData, ScoreData, TermData};
use crate::problem::Problem;
use crate::strength::ENGINE;
use plywood_arena::ExplainedPosition;
use plywood_catalog::{Catalog, Composition, Contender, Playable, Played, Spec, Strength};
use plywood_core::{History, Move, MoveKind, Position, Square};
use plywood_eval::Answers;
use plywood_search::{Keyed as _, Limits, MoveLimits, Observer, Report, Strategy, WithHistory};
use plywood_tables::Tables;
use std::any::Any;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The table size of a weak player, which searches few nodes.
const WEAK_MEGABYTES: usize = 1;

/// Adds to a move what a page draws besides the cells that change.
pub(super) fn describe(before: &Position, data: MoveData) -> MoveData {
    let Ok(mv) = before.read_move(&data.text) else {
        return data;
    };
    let captured_on = captured_on(before, mv);
    let letter = |square| {
        let piece = before.piece_at(square);
        piece.map(|piece| piece.letter().to_string())
    };
    // A castling move's text ends with the square that the game shows as its target.
    let to = mv
        .castling_rook()
        .map_or_else(|| mv.to().to_string(), |_| data.text[2..4].to_owned());
    MoveData {
        to,
        piece: letter(mv.from()),
        captured: captured_on.and_then(letter),
        captured_on: captured_on.map(|square| square.to_string()),
        promotion: mv.promotion().map(|kind| kind.letter().to_string()),
        castling: castling(mv),
        ..data
    }
}

/// Returns the endgame tables' data for a position of chess.
pub(super) fn table<G: Playable>(
    tables: &dyn Tables,
    catalog: &Catalog<G>,
    position: &G,
) -> Option<TableData> {
    let found = tables.root_moves(position.as_chess()?).ok()?;
    let legal = position.legal_moves();
    let moves = found.all().iter().filter_map(|root| {
        let code = Position::move_code(root.mv);
        let mv = legal.iter().find(|mv| G::move_code(**mv) == code)?;
        Some(TableMove {
            mv: catalog.move_text(*mv),
            result: root.wdl.to_string(),
            dtz: root.dtz.plies(),
        })
    });
    Some(TableData {
        result: found.result()?.to_string(),
        moves: moves.collect(),
    })
}

/// A search from one position, to run on a separate thread.
pub(crate) type Search<M> = Box<dyn FnOnce(&Limits, &mut dyn Observer<M>) -> Report<M> + Send>;

/// Returns the engine at a lower strength. It only searches chess, so here the type of the game is checked at run time.
pub(crate) fn weakened<G: Playable>(
    played: &Played<G>,
    contender: &Contender<G>,
    elo: u32,
    seed: u64,
) -> Result<Search<G::Move>, Problem> {
    let full = || {
        let detail = format!("{} always plays at its full strength", contender.name());
        Problem::value("elo", detail)
    };
    let played: &dyn Any = played;
    let game = history(played.downcast_ref().ok_or_else(full)?);
    let wrong = |error: &dyn Display| Problem::value("elo", error.to_string());
    let strength = Strength::of_elo(elo);
    let spec = Spec {
        evaluator: contender.spec().evaluator.clone(),
        ..Spec::from(Composition::new(ENGINE))
    };
    let engine = Catalog::chess().contender_of(spec);
    let engine = engine.map_err(|error| wrong(&error))?;
    let evaluator = engine.evaluator().clone();
    let evaluator = evaluator.with_noise(strength.error, &Arc::new(AtomicU64::new(seed)));
    let mut engine = plywood_catalog::engine(&engine.settings(), evaluator);
    let resized = engine.set_hash_megabytes(WEAK_MEGABYTES);
    resized.map_err(|error| wrong(&error))?;
    let nodes = MoveLimits::nodes(strength.nodes);
    let search: Search<Move> = Box::new(move |limits, observer| {
        let position = WithHistory::from(&game);
        engine.search_observed(&position, &nodes.restrict(limits.clone()), observer)
    });
    let search: Box<dyn Any> = Box::new(search);
    search.downcast().map(|search| *search).map_err(|_| full())
}

/// Returns the game so far, with its repetitions.
fn history(played: &Played<Position>) -> History {
    let mut history = History::new(played.start().clone());
    for mv in played.moves() {
        history.play(mv).expect("the moves of a place are legal");
    }
    history
}

fn captured_on(position: &Position, mv: Move) -> Option<Square> {
    position.captured(mv)?;
    let is_en_passant = mv.kind() == MoveKind::EnPassant;
    let beside = Square::new(mv.to().file(), mv.from().rank());
    Some(if is_en_passant { beside } else { mv.to() })
}

fn castling(mv: Move) -> Option<Castling> {
    let (rook, castling_side) = mv.castling_rook().zip(mv.castling_side())?;
    Some(Castling {
        king_to: mv.destination().to_string(),
        rook_from: rook.to_string(),
        rook_to: Square::new(castling_side.rook_file(), rook.rank()).to_string(),
    })
}

/// Breaks down the score of a chess evaluator, if it has terms.
pub(super) fn explain(position: &Position, name: &str) -> Option<EvaluatedData> {
    let explanation = ExplainedPosition::new(&Catalog::chess(), position, &[name]).ok()?;
    let explained = explanation.evaluators.into_iter().next()?;
    let terms = explained.terms.into_iter().map(|term| TermData {
        name: term.name,
        white: term.white,
        black: term.black,
    });
    let pieces = explained.pieces.into_iter().map(|piece| PieceData {
        square: piece.square.to_string(),
        piece: piece.piece.letter().to_string(),
        worth: piece.worth,
        lead: piece.lead,
    });
    Some(EvaluatedData {
        score: ScoreData::new(explained.score),
        score_text: explained.score.to_string(),
        evaluator: explained.evaluator,
        terms: terms.collect(),
        pieces: pieces.collect(),
        has_portrait: explained.portrait.is_some(),
    })
}

/// Returns the ten questions with their answers.
pub(crate) fn questions(position: &Position) -> Vec<QuestionData> {
    let mut questions: Vec<QuestionData> = Vec::new();
    for line in Answers::of(position).to_string().lines().map(str::trim) {
        if line.ends_with('?') {
            let question = line.to_owned();
            questions.push(QuestionData {
                question,
                answers: Vec::new(),
            });
        } else if let Some(last) = questions.last_mut() {
            last.answers.push(line.to_owned());
        }
    }
    questions
}
