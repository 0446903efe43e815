//! Additions for chess: captured pieces, tables, questions, terms of a score, and an engine that can be weakened.

use crate::games::data::{Castling, MoveData, TableData, TableMove};
use crate::games::explained::{EvaluatedData, PieceData, QuestionData, ScoreData, TermData};
use crate::problem::Problem;
use plywood_analysis::ExplainedPosition;
use plywood_catalog::recast::{recast, recast_ref};
use plywood_catalog::{AnyEvaluator, Catalog, Contender, Playable, Played, Strength};
use plywood_core::{Move, MoveKind, Position, Square};
use plywood_engine::Engine;
use plywood_eval::{Answered, Answers};
use plywood_search::{Limits, Observer, Report, Strategy};
use plywood_tables::Tables;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The table size of a weak player, which searches few nodes.
const WEAK_MEGABYTES: usize = 1;

/// Adds to a move what a page draws besides the cells that change.
pub(super) fn describe<G: Playable>(before: &G, mv: G::Move, data: MoveData) -> MoveData {
    let Some((before, mv)) = recast_ref(before).zip(recast(mv)) else {
        return data;
    };
    let captured_on = captured_on(before, mv);
    let letter = |square| {
        let piece = before.piece_at(square);
        piece.map(|piece| piece.letter().to_string())
    };
    MoveData {
        to: mv.destination().to_string(),
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
    let catalog: &Catalog<Position> = recast_ref(catalog)?;
    let found = tables.root_moves(recast_ref(position)?).ok()?;
    let moves = found.all().iter().map(|root| TableMove {
        mv: catalog.move_text(root.mv),
        result: root.wdl.to_string(),
        dtz: root.dtz.plies(),
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
    let game: &Played<Position> = recast_ref(played).ok_or_else(full)?;
    let position = game.with_history();
    let strength = Strength::of_elo(elo);
    let evaluator: &AnyEvaluator<Position> = recast_ref(contender.evaluator()).ok_or_else(full)?;
    let seed = Arc::new(AtomicU64::new(seed));
    let evaluator = evaluator.clone().with_noise(strength.error, &seed);
    let mut engine = Engine::new().scaled(evaluator.scale(), evaluator);
    let resized = engine.set_hash_megabytes(WEAK_MEGABYTES);
    resized.map_err(|error| Problem::busy(&error.to_string()))?;
    let nodes = Limits::nodes(strength.nodes);
    let search: Search<Move> = Box::new(move |limits, observer| {
        engine.search_observed(&position, &limits.within(&nodes), observer)
    });
    recast(search).ok_or_else(full)
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

/// Breaks down the score of an evaluator of a catalog of chess.
pub(super) fn explain<G: Playable>(
    catalog: &Catalog<G>,
    position: &G,
    name: &str,
) -> Option<EvaluatedData> {
    let (catalog, position) = recast_ref(catalog).zip(recast_ref(position))?;
    let explanation = ExplainedPosition::new(catalog, position, &[name]).ok()?;
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
    let asked = (1..).zip(Answers::of(position).in_words());
    let question = |(number, asked): (u32, Answered)| QuestionData {
        question: format!("{number}. {}", asked.question),
        answers: asked.answers,
    };
    asked.map(question).collect()
}
