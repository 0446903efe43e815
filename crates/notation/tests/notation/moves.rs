//! Laws of a move as text, over random games.

use crate::walks::{STARTS, walk};
use plywood_core::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveKind, PieceKind, Position, Square,
};
use plywood_notation::san::SanError;
use plywood_notation::uci::{CastlingForm, UciError};
use plywood_notation::{lan, san, uci};
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

/// Every legal move is read again from each of its texts, and no two have the same SAN.
fn check_round_trips(position: &Position) {
    let moves = position.legal_moves();
    let mut texts = Vec::new();
    for &mv in &moves {
        let text = san::write(position, mv);
        assert_eq!(san::parse(position, &text), Ok(mv), "{text} in {position}");
        let marked = format!("{text}?!");
        assert_eq!(
            san::parse(position, &marked),
            Ok(mv),
            "{marked} in {position}"
        );
        assert!(text.is_ascii() && text.len() <= 7, "{text}");
        let full = lan::write(position, mv);
        assert_eq!(san::parse(position, &full), Ok(mv), "{full} in {position}");
        let next = position.play_unchecked(mv);
        let mark = match (next.is_check(), next.has_legal_move()) {
            (false, _) => "",
            (true, true) => "+",
            (true, false) => "#",
        };
        for text in [text, full] {
            let bare = text.trim_end_matches(['+', '#']);
            assert_eq!(&text[bare.len()..], mark, "{text} in {position}");
        }
        let coordinates = uci::write(mv, CastlingForm::TakesRook);
        assert_eq!(coordinates, *format!("{mv:#}"));
        assert_eq!(uci::parse(position, &coordinates), Ok(mv), "{position}");
        assert_eq!(san::parse(position, &coordinates), Ok(mv), "{position}");
        let landing = uci::write(mv, CastlingForm::Landing);
        assert_eq!(landing, *mv.to_string());
        assert_eq!(uci::parse(position, &landing), Ok(mv), "{position}");
        texts.push(text);
    }
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), moves.len(), "{position}");
}

/// Returns the shortest unambiguous text, found with the reader.
fn check_shortest(position: &Position, mv: Move) {
    let text = san::write(position, mv);
    let bare = text.trim_end_matches(['+', '#']);
    let Some(rest) = bare.strip_prefix(['N', 'B', 'R', 'Q']) else {
        return;
    };
    let target = &bare[bare.len() - 2..];
    let origin = rest.trim_end_matches(target).trim_end_matches('x');
    let (file, rank) = (mv.from().file(), mv.from().rank());
    let letter = &bare[..1];
    let tries = [
        String::new(),
        file.to_string(),
        rank.to_string(),
        mv.from().to_string(),
    ];
    let shortest = tries
        .iter()
        .find(|origin| san::parse(position, &format!("{letter}{origin}{target}")).is_ok());
    assert_eq!(
        Some(origin),
        shortest.map(String::as_str),
        "{text} in {position}"
    );
}

proptest! {
    #[test]
    fn every_move_is_read_from_what_is_written(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..70)) {
        for position in walk(STARTS[start], &choices) {
            check_round_trips(&position);
        }
    }

    #[test]
    fn san_is_as_short_as_possible(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..50)) {
        for position in walk(STARTS[start], &choices) {
            for mv in position.legal_moves() {
                check_shortest(&position, mv);
            }
        }
    }

    #[test]
    fn ambiguous_texts_name_the_legal_moves(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..50), kind in 0..5_usize) {
        let position = walk(STARTS[start], &choices).pop().unwrap();
        let letter = ["N", "B", "R", "Q", "K"][kind];
        for to in Square::ALL {
            let meant: Vec<Move> = position.legal_moves().iter().copied().filter(|&mv| {
                mv.to() == to && mv.kind() == MoveKind::Normal
                    && position.piece_at(mv.from()).unwrap().kind.letter().to_ascii_uppercase().to_string() == letter
            }).collect();
            match (san::parse(&position, &format!("{letter}{to}")), meant.as_slice()) {
                (Ok(mv), &[only]) => prop_assert_eq!(mv, only),
                (Err(SanError::NoSuchMove(_)), []) => {}
                (Err(SanError::Ambiguous { candidates, .. }), [_, _, ..]) => {
                    let mut found: Vec<_> = candidates.iter().collect();
                    let mut meant = meant.clone();
                    found.sort_unstable();
                    meant.sort_unstable();
                    prop_assert_eq!(found, meant);
                }
                (read, meant) => prop_assert!(false, "{:?} for {:?} in {}", read, meant, position),
            }
        }
    }

    #[test]
    fn any_move_can_be_written(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..50), numbers in prop::collection::vec(any::<u16>(), 1_000)) {
        let position = walk(STARTS[start], &choices).pop().unwrap();
        let legal = position.legal_moves();
        for mv in numbers.into_iter().filter_map(Move::from_bits) {
            let (short, full) = (san::write(&position, mv), lan::write(&position, mv));
            if !legal.contains(&mv) {
                prop_assert_eq!(&*short, format!("{mv:#}"));
                prop_assert_eq!(short, full);
            }
        }
    }

    #[test]
    fn squares_find_exactly_the_listed_moves(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..60), file in 0..8_usize) {
        let position = walk(STARTS[start], &choices).pop().unwrap();
        // Castling may also be written as the king's move to its destination.
        let listed: Vec<_> = position.legal_moves().iter().map(|&mv| (format!("{mv:#}"), mv)).collect();
        let landing: Vec<_> = listed.iter().filter(|(_, mv)| mv.kind() == MoveKind::Castling).map(|&(_, mv)| (format!("{}{}", mv.from(), mv.destination()), mv)).collect();
        let promotions = [None, Some('n'), Some('b'), Some('r'), Some('q')];
        let squares = Square::ALL.into_iter().filter(|from| from.file() as usize == file);
        for (from, to) in squares.flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for promotion in promotions {
                let text = promotion.map_or(format!("{from}{to}"), |letter| format!("{from}{to}{letter}"));
                let meant = listed.iter().chain(&landing).find(|(listed, _)| *listed == text).map(|&(_, mv)| mv);
                match uci::parse(&position, &text) {
                    Ok(mv) => prop_assert_eq!(Some(mv), meant),
                    Err(error) => {
                        prop_assert!(matches!(error, UciError::NoSuchMove(_)));
                        prop_assert_eq!(meant, None);
                    }
                }
            }
        }
    }
}

#[test]
fn chess960_starts_castle() {
    check_chess960_starts(16);
}

#[test]
#[ignore = "takes several seconds"]
fn all_chess960_starts_castle() {
    check_chess960_starts(1);
}

/// Checks the 960 start positions, or one in `step` of them.
fn check_chess960_starts(step: usize) {
    for index in (0..960_u16).step_by(step) {
        let start = Position::chess960(index)
            .expect("there are 960")
            .to_string();
        let start = start.as_str();
        let index = usize::from(index);
        let choices: Vec<usize> = (0..60).map(|ply| index * 7919 + ply * 104_729).collect();
        for position in walk(start, &choices).iter().step_by(3) {
            check_round_trips(position);
        }
        // With only the king and one rook on the first rank, it castles.
        for (text, castling_side) in [
            ("O-O", CastlingSide::Kingside),
            ("0-0-0", CastlingSide::Queenside),
        ] {
            let position = lonely(start, castling_side);
            check_round_trips(&position);
            let mv =
                san::parse(&position, text).unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(mv.kind(), MoveKind::Castling);
            assert!(san::parse(&position.play_unchecked(mv), text).is_ok());
        }
    }
}

/// A start position with the kings, the pawns, and the rooks of one side only.
fn lonely(start: &str, castling_side: CastlingSide) -> Position {
    let start: Position = start.parse().expect("a start is legal");
    let mut setup = start.setup();
    let mut rooks = Bitboard::EMPTY;
    for color in Color::ALL {
        rooks |= start
            .castling_rook(color, castling_side)
            .expect("both sides castle");
    }
    setup.castling = CastlingRights::from_rooks(rooks);
    let kept = rooks | start.board().kind(PieceKind::Pawn) | start.board().kind(PieceKind::King);
    for square in !kept {
        setup.board.take(square);
    }
    Position::new(&setup).expect("rooks stand where rights say")
}

#[test]
fn null_moves() {
    let start = Position::START;
    assert_eq!(uci::parse(&start, "0000"), Err(UciError::NullMove));
    assert_eq!(uci::write(None, CastlingForm::TakesRook), "0000");
}

#[test]
fn a_step_goes_before_castling() {
    let position: Position = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1".parse().unwrap();
    let side = |text| uci::parse(&position, text).unwrap();
    assert_eq!(side("f1g1").kind(), MoveKind::Normal);
    assert_eq!(side("f1h1").kind(), MoveKind::Castling);
    assert_eq!(side("f1c1").to(), Square::A1);
    assert_eq!(position.side_to_move(), Color::White);
}
