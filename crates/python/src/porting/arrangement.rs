//! Moves of pieces that need not be in a legal position: those that leave the king in check, and those without a king.

use crate::porting::moves::PlainMove;
use plywood_core::PieceKind::{self, Bishop, Knight, Queen, Rook};
use plywood_core::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Rank, Setup, Square, attacks,
};

/// The king of a color, the last one if there are many.
pub(crate) fn king(board: &Board, color: Color) -> Option<Square> {
    board.pieces(color, PieceKind::King).last()
}

/// Returns true if a color's king is attacked.
pub(crate) fn is_in_check(board: &Board, color: Color) -> bool {
    king(board, color).is_some_and(|king| {
        attacks::attackers(board, king, board.occupied()).intersects(board.color(!color))
    })
}

/// The pseudo-legal moves from and to certain squares, in python-chess's order.
pub(crate) fn moves(setup: &Setup, chess960: bool, from: Bitboard, to: Bitboard) -> Vec<PlainMove> {
    let (board, us) = (&setup.board, setup.side_to_move);
    let (ours, theirs, occupied) = (board.color(us), board.color(!us), board.occupied());
    let (second, last) = (Rank::Two.relative_to(us), Rank::Eight.relative_to(us));
    let ahead = |squares: Bitboard| squares.shift(0, if us == Color::White { 1 } else { -1 });
    let mut all = Vec::new();
    for (square, piece) in board
        .iter()
        .filter(|(square, _)| (ours & from).contains(*square))
    {
        let is_pawn = piece.kind == PieceKind::Pawn;
        let mut targets = attacks::of(piece, square, occupied) - ours;
        if is_pawn {
            let single = ahead(square.into()) - occupied;
            targets = targets & (theirs | passed(setup, square)) | single;
            if square.rank() == second {
                targets |= ahead(single) - occupied;
            }
        }
        for target in targets & to {
            if is_pawn && target.rank() == last {
                let kinds = [Queen, Rook, Bishop, Knight];
                all.extend(kinds.map(|kind| PlainMove::new(square, target, Some(kind))));
            } else {
                all.push(PlainMove::new(square, target, None));
            }
        }
    }
    for (king, rook, landing) in castling(setup) {
        if from.contains(king) && to.contains(rook) {
            let to = if chess960 { rook } else { landing };
            all.push(PlainMove::new(king, to, None));
        }
    }
    sort(&mut all, setup, false);
    all
}

/// The en passant square, if a pawn on a square could capture there.
fn passed(setup: &Setup, pawn: Square) -> Bitboard {
    let square = setup
        .en_passant
        .filter(|_| pawn.rank() == Rank::Five.relative_to(setup.side_to_move));
    square.into_iter().collect::<Bitboard>() - setup.board.occupied()
}

/// The squares of the king, its rook, and the king after castling, for all castling moves.
fn castling(setup: &Setup) -> Vec<(Square, Square, Square)> {
    let (board, us) = (&setup.board, setup.side_to_move);
    let home = Rank::One.relative_to(us);
    let Some(king) = king(board, us).filter(|king| king.rank() == home) else {
        return Vec::new();
    };
    let rooks = setup.castling.rooks(us) & board.pieces(us, PieceKind::Rook);
    let outermost = [
        (CastlingSide::Kingside, rooks.last()),
        (CastlingSide::Queenside, rooks.first()),
    ];
    let possible = outermost.into_iter().filter_map(|(side, rook)| {
        let rook = rook.filter(|rook| CastlingSide::of(king.file(), rook.file()) == side)?;
        let [landing, beside] =
            [side.king_file(), side.rook_file()].map(|file| Square::new(file, home));
        let others = board.occupied() - king - rook;
        let way = attacks::between(king, landing) | landing;
        let is_free = !others.intersects(
            way | attacks::between(rook, beside) | beside | attacks::between(king, rook),
        );
        let is_attacked = |square: Square, occupied: Bitboard| {
            attacks::attackers(board, square, occupied).intersects(board.color(!us))
        };
        let is_safe = !(way | king)
            .into_iter()
            .any(|square| is_attacked(square, board.occupied() - king))
            && !is_attacked(landing, others | beside);
        (is_free && is_safe).then_some((king, rook, landing))
    });
    possible.collect()
}

/// Returns true if a move castles: a king goes two squares, or takes its rook.
pub(crate) fn is_castling(board: &Board, us: Color, mv: PlainMove) -> bool {
    let own = |kind| board.pieces(us, kind);
    own(PieceKind::King).contains(mv.from)
        && ((mv.from.file() as u8).abs_diff(mv.to.file() as u8) > 1
            || own(PieceKind::Rook).contains(mv.to))
}

/// Sorts moves as python-chess does: pieces, castling, pawns that capture, go one square, two, and capture en passant; each from the last
/// square to the first. Of legal moves in check, those of the king come first.
pub(crate) fn sort(moves: &mut [PlainMove], setup: &Setup, legal: bool) {
    let (board, us) = (&setup.board, setup.side_to_move);
    let is_check = legal && is_in_check(board, us);
    moves.sort_unstable_by_key(|mv| {
        let is_pawn = board.kind(PieceKind::Pawn).contains(mv.from);
        let is_king = board.kind(PieceKind::King).contains(mv.from);
        let stage = match mv.from.index().abs_diff(mv.to.index()) {
            _ if is_king && is_castling(board, us, *mv) => 2,
            _ if !is_pawn => 1 - u32::from(is_king && is_check),
            8 => 4,
            16 => 5,
            _ if board.occupied().contains(mv.to) => 3,
            _ => 6,
        };
        let promotion = mv.promotion.map_or(0, |kind| 7 - kind as u32);
        stage << 15 | (63 - mv.from as u32) << 9 | (63 - mv.to as u32) << 3 | promotion
    });
}

/// Plays a pseudo-legal move, or a null move.
pub(crate) fn play(setup: &mut Setup, mv: PlainMove) {
    let us = setup.side_to_move;
    let castles = is_castling(&setup.board, us, mv);
    let passed = setup.en_passant.take().filter(|passed| *passed == mv.to);
    setup.halfmove_clock += 1;
    setup.fullmove_number += u32::from(us == Color::Black);
    setup.side_to_move = !us;
    let Some(piece) = setup.board.piece_at(mv.from).filter(|_| !mv.is_null()) else {
        return;
    };
    let is_pawn = piece.kind == PieceKind::Pawn;
    if is_pawn || setup.board.piece_at(mv.to).is_some() && !castles {
        setup.halfmove_clock = 0;
    }
    let mut rights = setup.castling.all_rooks() - mv.from - mv.to;
    if piece.kind == PieceKind::King {
        rights -= setup.castling.rooks(us);
    }
    if setup.board.kind_at(mv.to) == Some(PieceKind::King) {
        rights -= setup.castling.rooks(!us);
    }
    let board = &mut setup.board;
    board.take(mv.from);
    if castles {
        let side = CastlingSide::of(mv.from.file(), mv.to.file());
        let rooks = setup.castling.rooks(us);
        let is_kingside = side == CastlingSide::Kingside;
        if let Some(rook) = [rooks.first(), rooks.last()][usize::from(is_kingside)] {
            board.take(rook);
        }
        let square = |file| Square::new(file, mv.from.rank());
        board.put(square(side.rook_file()), Rook.of(us));
        board.put(square(side.king_file()), piece);
    } else {
        board.put(mv.to, mv.promotion.map_or(piece, |kind| kind.of(us)));
    }
    setup.castling = CastlingRights::from_rooks(rights);
    if is_pawn && passed.is_some() && mv.from.file() != mv.to.file() {
        setup.board.take(Square::new(mv.to.file(), mv.from.rank()));
    }
    if is_pawn && mv.from.index().abs_diff(mv.to.index()) == 16 {
        setup.en_passant = attacks::between(mv.from, mv.to).first();
    }
}

/// Returns true if the side to move would be in check after one of its moves.
pub(crate) fn is_into_check(setup: &Setup, mv: PlainMove) -> bool {
    let mut after = setup.clone();
    play(&mut after, mv);
    is_in_check(&after.board, setup.side_to_move)
}

/// The moves that leave no king of the side to move in check.
pub(crate) fn legal(setup: &Setup, chess960: bool, from: Bitboard, to: Bitboard) -> Vec<PlainMove> {
    let mut all = moves(setup, chess960, from, to);
    all.retain(|mv| !is_into_check(setup, *mv));
    sort(&mut all, setup, true);
    all
}

/// A move in SAN.
pub(crate) fn san(setup: &Setup, chess960: bool, mv: PlainMove) -> String {
    if mv.is_null() {
        return "--".to_owned();
    }
    let board = &setup.board;
    let kind = board.kind_at(mv.from);
    let is_pawn = kind == Some(PieceKind::Pawn);
    let takes = board.occupied().contains(mv.to) || is_pawn && mv.from.file() != mv.to.file();
    let [from, to] = [mv.from, mv.to].map(|square| square.to_string());
    let mut text = String::new();
    if is_castling(board, setup.side_to_move, mv) {
        text.push_str(if mv.to > mv.from { "O-O" } else { "O-O-O" });
    } else {
        if is_pawn {
            text.push_str(if takes { &from[..1] } else { "" });
        } else if let Some(kind) = kind {
            let own = board.pieces(setup.side_to_move, kind) - mv.from;
            let rivals = legal(setup, chess960, own, mv.to.into());
            let rivals: Bitboard = rivals.into_iter().map(|rival| rival.from).collect();
            let has_file = rivals.intersects(mv.from.file().into());
            let has_rank = rivals.intersects(mv.from.rank().into());
            text.push(kind.letter().to_ascii_uppercase());
            text.push_str(match (rivals.is_empty(), has_file, has_rank) {
                (true, ..) => "",
                (_, false, _) => &from[..1],
                (_, true, false) => &from[1..],
                (_, true, true) => &from,
            });
        }
        text.push_str(if takes { "x" } else { "" });
        text.push_str(&to);
        if let Some(kind) = mv.promotion {
            text.push('=');
            text.push(kind.letter().to_ascii_uppercase());
        }
    }
    let mut after = setup.clone();
    play(&mut after, mv);
    if is_in_check(&after.board, after.side_to_move) {
        let can_move = !legal(&after, chess960, Bitboard::FULL, Bitboard::FULL).is_empty();
        text.push(if can_move { '+' } else { '#' });
    }
    text
}

/// Returns true if no move can have given this check: by three pieces, by two on one line, or by others than a pawn that has just gone two
/// squares and those behind it.
pub(crate) fn is_impossible_check(setup: &Setup, checkers: Bitboard) -> bool {
    let board = &setup.board;
    let Some(king) = king(board, setup.side_to_move) else {
        return false;
    };
    let (Some(first), Some(last)) = (checkers.first(), checkers.last()) else {
        return false;
    };
    if checkers.len() > 2 || first != last && attacks::line(first, last).contains(king) {
        return true;
    }
    setup.en_passant.is_some_and(|passed| {
        let back = [-1, 1][usize::from(setup.side_to_move == Color::White)];
        let [pushed, origin] = [-back, back].map(|ranks| Bitboard::from(passed).shift(0, ranks));
        let before = attacks::attackers(board, king, (board.occupied() - pushed) | origin);
        first != last || !pushed.contains(first) && (before & checkers).contains(first)
    })
}

/// The castling rights of a king on its first rank with rooks on their squares.
pub(crate) fn possible_rights(setup: &Setup) -> CastlingRights {
    let of = |color: Color| {
        let home = Rank::One.relative_to(color);
        let is_home = king(&setup.board, color).is_some_and(|king| king.rank() == home);
        let rooks = setup.castling.rooks(color) & setup.board.pieces(color, PieceKind::Rook);
        if is_home { rooks } else { Bitboard::EMPTY }
    };
    CastlingRights::from_rooks(of(Color::White) | of(Color::Black))
}
