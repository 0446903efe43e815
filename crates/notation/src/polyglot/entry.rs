//! One entry of a book, and moves as the format encodes them.

use plywood_core::{Move, MoveFilter, MoveKind, PieceKind, Position, Square};

/// The size of an entry.
pub(super) const ENTRY_BYTES: usize = 16;

/// An entry of a book: 16 bytes, not checked in any way.
///
/// ```
/// use plywood_notation::polyglot::Entry;
///
/// let entry = Entry { key: 0x463B_9618_1691_FC9C, code: 0x031C, weight: 1, learn: 0 };
/// assert_eq!(Entry::from_bytes(entry.to_bytes()), entry);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The [key](super::key) of the position.
    pub key: u64,
    /// The move; [`decode_move`] decodes it.
    pub code: u16,
    /// How often to play it, relative to the other moves of the position.
    pub weight: u16,
    /// Learning data of a program, mostly 0.
    pub learn: u32,
}

impl Entry {
    /// Reads an entry; any bytes are valid.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; ENTRY_BYTES]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            code: (number >> 48 & 0xFFFF) as u16,
            weight: (number >> 32 & 0xFFFF) as u16,
            learn: (number & 0xFFFF_FFFF) as u32,
        }
    }

    /// The bytes of the entry in a book.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let number = (self.key as u128) << 64
            | (self.code as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        number.to_be_bytes()
    }
}

/// The kinds of promotion, which the format numbers from 1.
const PROMOTIONS: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

/// Encodes a move for a book; castling is the king taking its own rook.
#[must_use]
pub fn encode_move(mv: Move) -> u16 {
    let promotion = PROMOTIONS
        .into_iter()
        .zip(1..)
        .find(|&(kind, _)| mv.promotion() == Some(kind))
        .map_or(0, |(_, number)| number);
    mv.to() as u16 | (mv.from() as u16) << 6 | promotion << 12
}

/// Decodes a move of a book; `None` if it is not legal in the position.
///
/// Castling is read in both forms: the king taking its rook, as the format defines it, and `e1g1`, as
/// some books have it.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::polyglot::decode_move;
///
/// assert_eq!(decode_move(&Position::START, 0x031C).map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
/// assert_eq!(decode_move(&Position::START, 0), None);
/// ```
#[must_use]
pub fn decode_move(position: &Position, code: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(code & 63))?;
    let from = Square::from_index(usize::from(code >> 6 & 63))?;
    let promotion = match code >> 12 {
        0 => None,
        number => Some(*PROMOTIONS.get(usize::from(number) - 1)?),
    };
    let moves = position.moves(MoveFilter::ALL.from(from));
    let exact = |mv: &&Move| mv.to() == to && mv.promotion() == promotion;
    let castling = |mv: &&Move| {
        mv.kind() == MoveKind::Castling
            && promotion.is_none()
            && mv.destination() == to
            && from.distance(to) > 1
    };
    let found = moves.iter().find(exact);
    found.or_else(|| moves.iter().find(castling)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_found_again() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "1r6/P6k/8/3pP3/8/8/8/K7 w - d6 0 2",
            "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                assert_eq!(decode_move(&position, encode_move(mv)), Some(mv), "{fen}");
            }
        }
    }

    #[test]
    fn castling_is_read_in_both_ways() {
        let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
        let onto_rook = |mv: Move| mv.kind() == MoveKind::Castling && mv.to() == Square::H1;
        for to in [Square::H1, Square::G1] {
            let code = to as u16 | (Square::E1 as u16) << 6;
            assert!(decode_move(&position, code).is_some_and(onto_rook));
        }
    }

    #[test]
    fn no_number_panics() {
        let position: Position = "1r6/P5k1/8/3pP3/8/8/8/R3K2R w KQ d6 0 2".parse().unwrap();
        let found = (0..=u16::MAX).filter_map(|code| decode_move(&position, code));
        assert!(found.clone().all(|mv| position.is_legal(mv)));
        // Both castlings have two numbers.
        assert_eq!(found.count(), position.legal_moves().len() + 2);
    }
}
