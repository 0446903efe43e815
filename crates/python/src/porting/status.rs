//! Texts and reasons about a game that need not be in a legal position: its FEN, its status and its end.

use crate::porting::arrangement;
use crate::porting::game::Game;
use plywood_core::{
    self as chess, CastlingFen, Claim, Color, Draw, EnPassantFen, FenFormat, Outcome, PieceKind,
    PositionError, Square, Violation,
};
use pyo3::prelude::*;

/// The name of the reason a game is over, and the winner.
pub(crate) type Ending = Option<(&'static str, Option<bool>)>;

/// The name of the reason the game is over, and the winner.
pub(crate) fn ended(game: &Game, claim_draw: bool) -> PyResult<Ending> {
    let drawn = |name| Ok(Some((name, None)));
    match game.history()?.outcome() {
        Some(Outcome::Checkmate { winner }) => {
            Ok(Some(("CHECKMATE", Some(winner == Color::White))))
        }
        Some(Outcome::Draw(draw)) => drawn(match draw {
            Draw::Stalemate => "STALEMATE",
            Draw::InsufficientMaterial => "INSUFFICIENT_MATERIAL",
            Draw::SeventyFiveMoves => "SEVENTYFIVE_MOVES",
            Draw::FivefoldRepetition => "FIVEFOLD_REPETITION",
        }),
        None if !claim_draw => Ok(None),
        None if game.can_claim(Claim::FiftyMoves)? => drawn("FIFTY_MOVES"),
        None if game.can_claim(Claim::ThreefoldRepetition)? => drawn("THREEFOLD_REPETITION"),
        None => Ok(None),
    }
}

/// The FEN of a position, which need not be legal.
pub(crate) fn fen_of(game: &Game, en_passant: EnPassantFen, castling: CastlingFen) -> String {
    if let Ok(position) = game.position()
        && (game.is_as_told() || en_passant != EnPassantFen::Always)
    {
        let mut format = FenFormat::default();
        (format.en_passant, format.castling) = (en_passant, castling);
        return position.fen_with(format).to_string();
    }
    let (mut setup, given) = (game.setup(), game.given().en_passant);
    let from = setup.board.kind(PieceKind::Pawn);
    let is_shown = |square: &Square| match en_passant {
        EnPassantFen::Legal => {
            !arrangement::legal(&setup, false, from, (*square).into()).is_empty()
        }
        EnPassantFen::PseudoLegal => {
            !arrangement::moves(&setup, false, from, (*square).into()).is_empty()
        }
        _ => true,
    };
    setup.en_passant = given.filter(is_shown);
    setup.fen_with(castling).to_string()
}

/// The reasons why a position is not legal, as bits of a Status.
pub(crate) fn status(game: &Game) -> u32 {
    let given = game.given();
    if game.is_as_told() && game.position().is_ok() && game.checkers().is_empty() {
        return 0;
    }
    let violations = chess::Position::new(&given).err();
    let violations = violations.iter().flat_map(PositionError::violations);
    let bits = violations.fold(0, |bits, violation| bits | status_bit(violation));
    let mut setup = game.setup();
    setup.en_passant = setup.en_passant.filter(|_| bits & 1 << 9 == 0);
    let checkers = game.checkers();
    let is_impossible = arrangement::is_impossible_check(&setup, checkers);
    let is_opposite = arrangement::is_in_check(game.board(), !game.side_to_move());
    bits | u32::from(given.board.kind(PieceKind::King).len() > 2) << 2
        | u32::from(is_opposite) << 10
        | u32::from(checkers.len() > 2) << 15
        | u32::from(game.setup().castling != given.castling) << 8
        | u32::from(given.board.occupied().is_empty()) << 11
        | u32::from(is_impossible) << 16
}

/// The bit of a Status for a reason.
fn status_bit(violation: &Violation) -> u32 {
    let of = |color: Color, white: u32| 1 << (white + u32::from(color == Color::Black));
    match violation {
        Violation::NoKing(color) => of(*color, 0),
        Violation::ManyPawns(color, _) => of(*color, 3),
        Violation::PawnOnEdge(_) => 1 << 5,
        Violation::ManyPieces(color, _) => of(*color, 6),
        Violation::CastlingKing(_) | Violation::CastlingRook(..) | Violation::CastlingRooks(_) => {
            1 << 8
        }
        Violation::EnPassant(_) => 1 << 9,
        _ => 0,
    }
}
