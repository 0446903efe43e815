//! The ten answers for one color, a function each.

use super::{CenterAnswer, KingAnswer, PassedPawn, PawnAnswer, PieceMoves, Threatened};
use crate::pawns::{Pawns, islands};
use crate::sets::{CENTER, LONG_DIAGONALS, beside, up};
use plywood_core::{Bitboard, Color, MoveFilter, PieceKind, Position, Square, attacks};

pub(super) fn pieces(position: &Position, color: Color) -> Vec<(PieceKind, Square)> {
    let squares = |kind| {
        position
            .pieces(color, kind)
            .into_iter()
            .map(move |square| (kind, square))
    };
    PieceKind::ALL.into_iter().rev().flat_map(squares).collect()
}

pub(super) fn moves(position: &Position) -> Vec<PieceMoves> {
    let us = position.side_to_move();
    let of = |(kind, from): (PieceKind, Square)| PieceMoves {
        piece: kind.of(us),
        from,
        moves: position.moves(MoveFilter::ALL.from(from)).to_vec(),
    };
    pieces(position, us).into_iter().map(of).collect()
}

/// The attacked pieces, the most valuable first, but a king in check last.
pub(super) fn threatened(position: &Position, color: Color) -> Vec<Threatened> {
    let board = position.board();
    let look = |(kind, square): (PieceKind, Square)| {
        let all = position.attackers(square);
        Threatened {
            kind,
            square,
            attackers: all & board.color(!color),
            defenders: all & board.color(color),
        }
    };
    let mut found: Vec<_> = pieces(position, color)
        .into_iter()
        .map(look)
        .filter(|threatened| !threatened.attackers.is_empty())
        .collect();
    found.sort_by_key(|threatened| threatened.kind == PieceKind::King);
    found
}

pub(super) fn undefended(position: &Position, color: Color) -> Bitboard {
    let own = position.board().color(color);
    let is_alone = |&square: &Square| !position.attackers(square).intersects(own);
    (own - position.king(color))
        .into_iter()
        .filter(is_alone)
        .collect()
}

pub(super) fn pawns(position: &Position, color: Color) -> PawnAnswer {
    let (own, enemy) = both_pawns(position, color);
    let pawns = Pawns::new(own, enemy);
    let king = Bitboard::from(position.king(color)).relative_to(color);
    let front = up(king | beside(king));
    let seen = |set: Bitboard| set.relative_to(color);
    PawnAnswer {
        doubled: seen(pawns.doubled),
        isolated: seen(pawns.isolated),
        backward: seen(pawns.backward),
        blocked: seen(pawns.blocked),
        chained: seen(pawns.chained),
        islands: islands(own),
        shield: seen(own & (front | up(front))),
    }
}

pub(super) fn king(position: &Position, color: Color) -> KingAnswer {
    let board = position.board();
    let square = position.king(color);
    let near = attacks::king(square);
    let enemies = board.color(!color);
    let without_king = board.occupied() - square;
    let is_safe =
        |&step: &Square| !attacks::attackers(board, step, without_king).intersects(enemies - step);
    let attackers = near
        .into_iter()
        .fold(Bitboard::EMPTY, |all, step| all | position.attackers(step));
    KingAnswer {
        square,
        is_in_check: position.attackers(square).intersects(enemies),
        steps: (near - board.color(color))
            .into_iter()
            .filter(is_safe)
            .collect(),
        guards: near & board.color(color),
        attackers: attackers & enemies,
    }
}

pub(super) fn center(position: &Position, color: Color) -> CenterAnswer {
    let own = position.board().color(color);
    CenterAnswer {
        occupied: own & CENTER,
        attacks: CENTER
            .into_iter()
            .map(|square| (position.attackers(square) & own).len())
            .sum(),
    }
}

pub(super) fn blocked_majors(position: &Position, color: Color) -> Bitboard {
    let board = position.board();
    let own = board.color(color);
    let is_blocked = |&square: &Square| {
        let reach = position.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            attacks::of(piece, square, board.occupied())
        });
        (reach - own).len() < 3
    };
    let majors = board.kind(PieceKind::Rook) | board.kind(PieceKind::Queen);
    (own & majors).into_iter().filter(is_blocked).collect()
}

pub(super) fn passed(position: &Position, color: Color) -> Vec<PassedPawn> {
    let (own, enemy) = both_pawns(position, color);
    let passed = |square: Square| PassedPawn {
        square: square.relative_to(color),
        steps: 7 - square.rank() as u8,
    };
    let mut found: Vec<_> = Pawns::new(own, enemy)
        .passed
        .into_iter()
        .map(passed)
        .collect();
    found.sort_by_key(|pawn| pawn.steps);
    found
}

pub(super) fn diagonal_bishops(position: &Position, color: Color) -> Bitboard {
    position.pieces(color, PieceKind::Bishop) & LONG_DIAGONALS
}

/// The pawns of a color and those of its enemy, as that color sees them.
fn both_pawns(position: &Position, color: Color) -> (Bitboard, Bitboard) {
    let pawns = |of| position.pieces(of, PieceKind::Pawn).relative_to(color);
    (pawns(color), pawns(!color))
}
