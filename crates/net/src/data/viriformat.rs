//! Viriformat: whole games, with four bytes for each move and its score.
//!
//! A game begins with 32 bytes: the set of occupied squares, and four bits for the piece on each, where a rook with which its side may
//! castle has a separate number; the side to move and the en passant square; the clocks; and twice White's points. Every move has two bytes
//! and two for White's score, and four zeros end the game.

use crate::data::formats::half_points;
use crate::data::{FormatError, ScoredMove};
use plywood_core::{
    Bitboard, Board, CastlingRights, Color, Move, MoveKind, PieceKind, Position, Setup, Square,
};
use plywood_search::Game;
use std::io::{self, Read, Write};

/// The most pieces that the format has room for.
const MOST_PIECES: u32 = 32;
/// Set in the number of a black piece.
const BLACK: u8 = 8;
/// The number of a rook that may castle.
const CASTLING_ROOK: u8 = 6;
/// Replaces an en passant square if there is none.
const NO_SQUARE: u8 = 64;
/// Set in the byte with the en passant square when Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;
const EN_PASSANT: u16 = 1 << 14;
const CASTLING: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;
/// The most plies of a game; longer ones are errors of the file and would fill the memory.
const MOST_PLIES: usize = 20_000;

/// Writes a game. Each position must follow from the previous one by its move.
///
/// # Errors
/// [`FormatError`] if something is missing that the format needs, or the positions are not those of a game.
pub fn write_viriformat(
    moves: &[ScoredMove<Position>],
    to: &mut impl Write,
) -> Result<(), FormatError> {
    let Some(first) = moves.first() else {
        return Ok(());
    };
    let mut bytes = head(&first.position)?.to_vec();
    let (_, points) = first.for_white();
    bytes[30] = (2.0 * points.ok_or(FormatError::NoResult)?).round() as u8;
    let mut position = first.position.clone();
    for (ply, scored) in (1..).zip(moves) {
        let mv = scored.mv.ok_or(FormatError::NoMove)?;
        if scored.position != position {
            return Err(FormatError::NoGame(ply));
        }
        bytes.extend(code(mv).to_le_bytes());
        bytes.extend(scored.for_white().0.to_le_bytes());
        position = position.after(mv);
    }
    bytes.extend([0; 4]);
    Ok(to.write_all(&bytes)?)
}

/// Reads the next game; at the end of the file it has no moves.
///
/// # Errors
/// [`FormatError`] if the file cannot be read, is truncated, or is something else.
pub fn read_viriformat(from: &mut impl Read) -> Result<Vec<ScoredMove<Position>>, FormatError> {
    while let Some(bytes) = first_bytes(from)? {
        let moves = moves(from, &bytes)?;
        // A game without moves is useless.
        if !moves.is_empty() {
            return Ok(moves);
        }
    }
    Ok(Vec::new())
}

/// Returns the first bytes of a game, unless the file has ended.
fn first_bytes(from: &mut impl Read) -> io::Result<Option<[u8; 32]>> {
    let mut bytes = Vec::new();
    from.take(32).read_to_end(&mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let bytes = bytes.try_into().map_err(|_| io::ErrorKind::UnexpectedEof)?;
    Ok(Some(bytes))
}

fn moves(from: &mut impl Read, head: &[u8; 32]) -> Result<Vec<ScoredMove<Position>>, FormatError> {
    let mut position = start(head)?;
    let points = half_points(head[30])?;
    let mut moves = Vec::new();
    loop {
        let mut four = [0; 4];
        from.read_exact(&mut four)?;
        if four == [0; 4] {
            return Ok(moves);
        }
        if moves.len() == MOST_PLIES {
            return Err(FormatError::Long(MOST_PLIES));
        }
        let [low, high, score @ ..] = four;
        let mv = find(&position, u16::from_le_bytes([low, high]))?;
        let after = position.after(mv);
        let about = (i16::from_le_bytes(score), Some(points));
        moves.push(ScoredMove::of_white(position, Some(mv), about)?);
        position = after;
    }
}

/// Returns the first 32 bytes of a game, without its result.
fn head(position: &Position) -> Result<[u8; 32], FormatError> {
    let mut bytes = [0; 32];
    let (board, rooks) = (position.board(), position.castling_rights().all_rooks());
    if board.occupied().len() > MOST_PIECES {
        return Err(FormatError::Pieces);
    }
    bytes[..8].copy_from_slice(&board.occupied().0.to_le_bytes());
    for (place, square) in board.occupied().into_iter().enumerate() {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        let kind = match piece.kind {
            PieceKind::Rook if rooks.contains(square) => CASTLING_ROOK,
            kind => kind as u8,
        };
        let color = match piece.color {
            Color::White => 0,
            Color::Black => BLACK,
        };
        bytes[8 + place / 2] |= (kind | color) << (4 * (place % 2));
    }
    let to_move = match position.side_to_move() {
        Color::White => 0,
        Color::Black => BLACK_TO_MOVE,
    };
    let en_passant = position
        .en_passant()
        .map_or(NO_SQUARE, |square| square as u8);
    bytes[24] = to_move | en_passant;
    bytes[25] = u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX);
    let number = u16::try_from(position.fullmove_number()).unwrap_or(u16::MAX);
    bytes[26..28].copy_from_slice(&number.to_le_bytes());
    Ok(bytes)
}

/// Returns the first position of a game.
fn start(bytes: &[u8; 32]) -> Result<Position, FormatError> {
    let (board, rooks) = pieces(bytes)?;
    let side_to_move = match bytes[24] & BLACK_TO_MOVE {
        0 => Color::White,
        _ => Color::Black,
    };
    let setup = Setup {
        board,
        side_to_move,
        castling: CastlingRights::from_rooks(rooks),
        en_passant: Square::from_index(usize::from(bytes[24] & !BLACK_TO_MOVE)),
        halfmove_clock: bytes[25].into(),
        fullmove_number: u16::from_le_bytes([bytes[26], bytes[27]]).max(1).into(),
    };
    Ok(Position::new(&setup)?)
}

/// Returns the pieces of the first position, and the rooks that may castle.
fn pieces(bytes: &[u8; 32]) -> Result<(Board, Bitboard), FormatError> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[..8]);
    let occupied = Bitboard(u64::from_le_bytes(occupied));
    if occupied.len() > MOST_PIECES {
        return Err(FormatError::Pieces);
    }
    let (mut board, mut rooks) = (Board::EMPTY, Bitboard::EMPTY);
    for (place, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + place / 2] >> (4 * (place % 2)) & 15;
        let color = match code & BLACK {
            0 => Color::White,
            _ => Color::Black,
        };
        let kind = match code & !BLACK {
            CASTLING_ROOK => {
                rooks |= square;
                Some(PieceKind::Rook)
            }
            kind => PieceKind::ALL.get(usize::from(kind)).copied(),
        };
        let kind = kind.ok_or(FormatError::Piece { square, code })?;
        board.put(square, kind.of(color));
    }
    Ok((board, rooks))
}

/// Returns a move in two bytes. Castling is the king taking its rook in both forms.
fn code(mv: Move) -> u16 {
    let squares = mv.from() as u16 | (mv.to() as u16) << 6;
    let promotion = |kind: u16| PROMOTION | kind << 12;
    squares
        | match mv.kind() {
            MoveKind::Normal | MoveKind::DoublePush => 0,
            MoveKind::Castling => CASTLING,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::PromoteKnight => promotion(0),
            MoveKind::PromoteBishop => promotion(1),
            MoveKind::PromoteRook => promotion(2),
            MoveKind::PromoteQueen => promotion(3),
        }
}

/// Returns the legal move with this code.
fn find(position: &Position, code: u16) -> Result<Move, FormatError> {
    let wrong = || FormatError::Move {
        found: format!("{code:#06x}"),
        position: Box::new(position.clone()),
    };
    let square = |shift: u16| Square::from_index(usize::from(code >> shift & 63));
    let (from, to) = square(0).zip(square(6)).ok_or_else(wrong)?;
    let promotions = [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ];
    let promotion =
        (code & PROMOTION == PROMOTION).then(|| promotions[usize::from(code >> 12 & 3)]);
    let mv = position.find_move(from, to, promotion);
    mv.filter(|mv| self::code(*mv) == code).ok_or_else(wrong)
}
