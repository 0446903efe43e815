//! A move given only in part is found if exactly one legal move fits it.

use plywood_core::{
    Bitboard, Color, File, Move, MoveKind, Piece, PieceKind, Position, Setup, Square,
};
use proptest::prelude::{any, prop, proptest};

use crate::games::positions;

proptest! {
    #[test]
    fn origins_are_those_of_the_listed_moves(position in positions()) {
        let listed = position.legal_moves();
        for kind in PieceKind::ALL {
            for to in Square::ALL {
                let expected: Bitboard = listed
                    .iter()
                    .filter(|mv| mv.to() == to && mv.kind() != MoveKind::Castling)
                    .map(|mv| mv.from())
                    .filter(|&from| position.board().kind_at(from) == Some(kind))
                    .collect();
                assert_eq!(position.origins(kind, to), expected, "{kind} to {to} in {position}");
            }
        }
    }

    #[test]
    fn two_squares_find_the_listed_move(position in positions()) {
        let listed = position.legal_moves();
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in [None].into_iter().chain(PieceKind::ALL.map(Some)) {
                    let is_told = |mv: &&Move| mv.from() == from && mv.promotion() == promotion;
                    let step = listed.iter().filter(is_told).find(|mv| mv.to() == to);
                    let castling = listed.iter().filter(is_told).find(|mv| mv.destination() == to);
                    let expected = step.or(castling).copied();
                    assert_eq!(position.find_move(from, to, promotion), expected, "{from}{to} in {position}");
                }
            }
        }
    }

    #[test]
    fn a_telling_comes_true(position in positions(), numbers in prop::collection::vec(any::<u16>(), 500)) {
        let listed = position.legal_moves();
        let strangers = numbers.into_iter().filter_map(Move::from_bits);
        for mv in listed.iter().copied().chain(strangers) {
            let context = position.move_context(mv);
            assert_eq!(context.is_some(), listed.contains(&mv), "{mv:?} in {position}");
            if let Some(context) = context {
                assert_eq!(context.is_check, position.play_unchecked(mv).is_check(), "{mv:?} in {position}");
                let kind = position.board().kind_at(mv.from()).expect("a piece moves");
                let expected = match mv.kind() {
                    MoveKind::Castling => Bitboard::EMPTY,
                    _ => position.origins(kind, mv.to()) - mv.from(),
                };
                assert_eq!(context.rivals, expected, "{mv:?} in {position}");
            }
        }
    }

    /// A random first rank: castling rights are the difficult part of Chess960.
    #[test]
    fn castling_is_found_when_listed(first in "(1|1|1|1|1|1|1|r|q|b|R){8}", second in "(P|P|P|1|p|n|q){8}", king in 0..8_usize, queenside in 0..8_usize, kingside in 0..8_usize) {
        let mut rank: Vec<char> = first.chars().collect();
        let (queenside, kingside) = (queenside.min(king), kingside.max(king));
        rank[queenside] = 'R';
        rank[kingside] = 'R';
        rank[king] = 'K';
        let mut setup = Setup::EMPTY;
        for (file, letters) in rank.into_iter().zip(second.chars()).enumerate() {
            for (index, letter) in [(file, letters.0), (file + 8, letters.1)] {
                if let (Some(square), Some(piece)) = (Square::from_index(index), Piece::from_letter(letter)) {
                    setup.board.put(square, piece);
                }
            }
        }
        setup.board.put(Square::D8, PieceKind::King.of(Color::Black));
        for file in [queenside, kingside] {
            if file != king {
                setup.castling.insert(Color::White, File::ALL[file]);
            }
        }
        if let Ok(position) = Position::new(&setup) {
            let listed = position.legal_moves();
            for to in Square::ALL {
                let from = position.king(Color::White);
                let step = listed.iter().find(|mv| mv.from() == from && mv.to() == to);
                let landing = listed.iter().find(|mv| mv.from() == from && mv.destination() == to);
                assert_eq!(position.find_move(from, to, None), step.or(landing).copied(), "{to} in {position}");
                let castling = Move::new(from, to, MoveKind::Castling);
                assert_eq!(position.move_context(castling).is_some(), listed.contains(&castling), "{to} in {position}");
            }
        }
    }
}
