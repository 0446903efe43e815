//! A move given only in part is found exactly when one listed move fits it.

use plywood_core::{
    Bitboard, Color, File, Move, MoveKind, Piece, PieceKind, Position, Setup, Square,
};
use proptest::prelude::{any, prop, proptest};

/// Starts from which rare moves are near: promotions, en passant, castling in Chess960.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "1rk2r2/8/8/8/8/8/8/1R3KR1 w GBfb - 0 1",
];

fn walk(start: &str, choices: &[usize]) -> Position {
    let mut position: Position = start.parse().expect("a start is legal");
    for choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else {
            break;
        };
        position = position.play_unchecked(mv);
    }
    position
}

proptest! {
    #[test]
    fn origins_are_those_of_the_listed_moves(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let position = walk(STARTS[start], &choices);
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
    fn two_squares_find_the_listed_move(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let position = walk(STARTS[start], &choices);
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
    fn a_telling_comes_true(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..60), numbers in prop::collection::vec(any::<u16>(), 500)) {
        let position = walk(STARTS[start], &choices);
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

    /// A first rank with anything on it: who may castle is what Chess960 makes hard.
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
