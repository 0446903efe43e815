//! Additions for chess: captured pieces, tables, questions, and the value of each piece.

use crate::games::data::{Castling, MoveData, TableData, TableMove};
use crate::games::explained::{PieceData, QuestionData};
use plywood_catalog::recast::{recast, recast_ref};
use plywood_catalog::{AnyEvaluator, Catalog, Playable};
use plywood_core::{Move, MoveKind, Position, Square};
use plywood_eval::{Answered, Answers, PieceWorth};
use plywood_tables::{ProbeError, Tables};

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

/// Returns the endgame tables' data for a position of chess, or the error of a table that cannot be read.
pub(super) fn table<G: Playable>(
    tables: &dyn Tables,
    catalog: &Catalog<G>,
    position: &G,
) -> Result<Option<TableData>, String> {
    let chess = recast_ref::<_, Catalog<Position>>(catalog).zip(recast_ref(position));
    let found = chess.map(|(catalog, position)| (catalog, tables.root_moves(position)));
    let (catalog, found) = match found {
        Some((catalog, Ok(found))) => (catalog, found),
        Some((_, Err(ProbeError::Table(error)))) => {
            // Its folder is the server's business.
            let file = error.path.file_name().unwrap_or_default();
            return Err(format!("{} {}", file.display(), error.problem));
        }
        Some((_, Err(_))) | None => return Ok(None),
    };
    let moves = found.all().iter().map(|root| TableMove {
        mv: catalog.move_text(root.mv),
        result: root.wdl.to_string(),
        dtz: root.dtz.plies(),
    });
    Ok(found.result().map(|result| TableData {
        result: result.to_string(),
        moves: moves.collect(),
    }))
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

/// Returns the value of each piece to an evaluator, if the game is chess.
pub(super) fn pieces<G: Playable>(
    evaluator: &AnyEvaluator<G>,
    position: &G,
) -> Option<Vec<PieceData>> {
    let evaluator: &AnyEvaluator<Position> = recast_ref(evaluator)?;
    let pieces = PieceWorth::of_all(evaluator, recast_ref(position)?);
    let pieces = pieces.into_iter().map(|piece| PieceData {
        square: piece.square.to_string(),
        piece: piece.piece.letter().to_string(),
        worth: piece.worth,
        lead: piece.lead,
    });
    Some(pieces.collect())
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
