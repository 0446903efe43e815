//! Three crates as the plain search asks them.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, Piece};
use plywood_core::{MoveKind, MoveList, Position};
use plywood_eval::{Evaluator, Material, PieceValues};
use shakmaty::{Chess, Position as _};

use super::plain::{Searched, VALUES, place};
use crate::crates::{CozyChess, Plywood, Shakmaty};

impl Searched for CozyChess {
    type Moves = ArrayVec<cozy_chess::Move, 218>;

    #[inline]
    fn legal_moves(board: &Board) -> Self::Moves {
        let mut list = ArrayVec::new();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    #[inline]
    fn after(board: &Board, mv: cozy_chess::Move) -> Board {
        let mut child = board.clone();
        child.play_unchecked(mv);
        child
    }

    #[inline]
    fn has_legal_move(board: &Board) -> bool {
        board.generate_moves(|_| true)
    }

    #[inline]
    fn is_check(board: &Board) -> bool {
        !board.checkers().is_empty()
    }

    #[inline]
    fn is_insufficient_material(board: &Board) -> bool {
        [Color::White, Color::Black]
            .into_iter()
            .all(|color| cannot_mate(board, color))
    }

    #[inline]
    fn material(board: &Board) -> i32 {
        let us = board.side_to_move();
        let lead = |kind| {
            let count = |color| board.colored_pieces(color, kind).len().cast_signed();
            VALUES[kind as usize] * (count(us) - count(!us))
        };
        Piece::ALL.into_iter().map(lead).sum()
    }

    #[inline]
    fn place(mv: cozy_chess::Move) -> u32 {
        let promotion = mv.promotion.map_or(0, |kind| kind as u32);
        place(mv.from as u32, mv.to as u32, promotion)
    }

    #[inline]
    fn is_queening(mv: cozy_chess::Move) -> bool {
        mv.promotion == Some(Piece::Queen)
    }

    #[inline]
    fn victim(board: &Board, mv: cozy_chess::Move) -> Option<usize> {
        let victim = if board.colors(!board.side_to_move()).has(mv.to) {
            board.piece_on(mv.to)
        } else {
            // A pawn that changes files and captures nothing where it goes captures en passant.
            let is_en_passant =
                mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from);
            is_en_passant.then_some(Piece::Pawn)
        };
        victim.map(|kind| kind as usize)
    }

    #[inline]
    fn attacker(board: &Board, mv: cozy_chess::Move) -> u32 {
        board.piece_on(mv.from).map_or(0, |kind| kind as u32)
    }
}

/// Whether a side can never give mate, even with the enemy's help. cozy-chess leaves the question to its users.
#[inline]
fn cannot_mate(board: &Board, color: Color) -> bool {
    let (own, enemies) = (board.colors(color), board.colors(!color));
    let kind = |kind| board.pieces(kind);
    let heavy = kind(Piece::Pawn) | kind(Piece::Rook) | kind(Piece::Queen);
    if !(own & heavy).is_empty() {
        return false;
    }
    if !(own & kind(Piece::Knight)).is_empty() {
        let walls = enemies - kind(Piece::King) - kind(Piece::Queen);
        return own.len() <= 2 && walls.is_empty();
    }
    let bishops = kind(Piece::Bishop);
    let one_color = (bishops & BitBoard::LIGHT_SQUARES).is_empty()
        || (bishops & BitBoard::DARK_SQUARES).is_empty();
    (own & bishops).is_empty() || one_color && (kind(Piece::Knight) | kind(Piece::Pawn)).is_empty()
}

impl Searched for Shakmaty {
    type Moves = shakmaty::MoveList;

    #[inline]
    fn legal_moves(position: &Chess) -> Self::Moves {
        position.legal_moves()
    }

    #[inline]
    fn after(position: &Chess, mv: shakmaty::Move) -> Chess {
        let mut child = position.clone();
        child.play_unchecked(mv);
        child
    }

    #[inline]
    fn has_legal_move(position: &Chess) -> bool {
        !position.legal_moves().is_empty()
    }

    #[inline]
    fn is_check(position: &Chess) -> bool {
        position.is_check()
    }

    #[inline]
    fn is_insufficient_material(position: &Chess) -> bool {
        position.is_insufficient_material()
    }

    #[inline]
    fn material(position: &Chess) -> i32 {
        let board = position.board();
        let us = position.us();
        let lead = |(role, value): (shakmaty::Role, i32)| {
            let both = board.by_role(role);
            let (ours, all) = ((both & us).count(), both.count());
            value * (2 * i32::try_from(ours).unwrap_or(0) - i32::try_from(all).unwrap_or(0))
        };
        shakmaty::Role::ALL.into_iter().zip(VALUES).map(lead).sum()
    }

    #[inline]
    fn place(mv: shakmaty::Move) -> u32 {
        let promotion = mv.promotion().map_or(0, |role| role as u32 - 1);
        place(mv.from().map_or(0, u32::from), mv.to().into(), promotion)
    }

    #[inline]
    fn is_queening(mv: shakmaty::Move) -> bool {
        mv.promotion() == Some(shakmaty::Role::Queen)
    }

    #[inline]
    fn victim(_position: &Chess, mv: shakmaty::Move) -> Option<usize> {
        // Roles are counted from 1.
        mv.capture().map(|role| role as usize - 1)
    }

    #[inline]
    fn attacker(_position: &Chess, mv: shakmaty::Move) -> u32 {
        mv.role() as u32 - 1
    }
}

/// The evaluator of every contestant.
pub const MATERIAL: Material = Material::new(PieceValues::BLOGCHESS);

impl Searched for Plywood {
    type Moves = MoveList;

    #[inline]
    fn legal_moves(position: &Position) -> MoveList {
        position.legal_moves()
    }

    #[inline]
    fn after(position: &Position, mv: plywood_core::Move) -> Position {
        position.play_unchecked(mv)
    }

    #[inline]
    fn has_legal_move(position: &Position) -> bool {
        position.has_legal_move()
    }

    #[inline]
    fn is_check(position: &Position) -> bool {
        position.is_check()
    }

    #[inline]
    fn is_insufficient_material(position: &Position) -> bool {
        position.is_insufficient_material()
    }

    #[inline]
    fn material(position: &Position) -> i32 {
        let score = MATERIAL.evaluate(position);
        score.as_centipawns().unwrap_or(0)
    }

    #[inline]
    fn place(mv: plywood_core::Move) -> u32 {
        let promotion = mv.promotion().map_or(0, |kind| kind as u32);
        place(mv.from() as u32, mv.to() as u32, promotion)
    }

    #[inline]
    fn is_queening(mv: plywood_core::Move) -> bool {
        mv.kind() == MoveKind::PromoteQueen
    }

    #[inline]
    fn victim(position: &Position, mv: plywood_core::Move) -> Option<usize> {
        position.captured(mv).map(|kind| kind as usize)
    }

    #[inline]
    fn attacker(position: &Position, mv: plywood_core::Move) -> u32 {
        let kind = position.board().kind_at(mv.from());
        kind.map_or(0, |kind| kind as u32)
    }
}
