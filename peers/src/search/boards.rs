//! Three crates as the plain search asks them.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, Piece};
use plywood_core::{MoveList, PieceKind, Position};
use plywood_eval::{Evaluator, Material, PieceValues};
use shakmaty::{Chess, Position as _};

use super::plain::{Features, Searched, VALUES};
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
    fn features(board: &Board, mv: cozy_chess::Move) -> Features {
        let attacker = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let victim = match board.piece_on(mv.to) {
            None if attacker == Piece::Pawn && mv.from.file() != mv.to.file() => Some(Piece::Pawn),
            // Castling is the king on its own rook.
            Some(Piece::Rook) if board.colors(board.side_to_move()).has(mv.to) => None,
            victim => victim,
        };
        Features {
            victim: victim.map(|kind| kind as usize),
            attacker: attacker as usize,
            from: mv.from as usize,
            to: mv.to as usize,
            promotion: mv.promotion.map(|kind| kind as usize),
        }
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
    fn features(_position: &Chess, mv: shakmaty::Move) -> Features {
        // Roles are counted from 1.
        let index = |role: shakmaty::Role| role as usize - 1;
        Features {
            victim: mv.capture().map(index),
            attacker: index(mv.role()),
            from: mv.from().map_or(0, usize::from),
            to: mv.to().into(),
            promotion: mv.promotion().map(index),
        }
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
        position.after(mv)
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
    fn features(position: &Position, mv: plywood_core::Move) -> Features {
        let index = |kind: PieceKind| kind as usize;
        Features {
            victim: position.captured(mv).map(index),
            attacker: position.board().kind_at(mv.from()).map_or(0, index),
            from: mv.from() as usize,
            to: mv.to() as usize,
            promotion: mv.promotion().map(index),
        }
    }
}
