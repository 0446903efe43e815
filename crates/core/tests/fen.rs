//! FENs that other readers get wrong, repairs, and the start positions of Chess960.

use std::collections::HashSet;

use crate::suites::shared;
use plywood_core::{
    Bitboard, Board, ByColor, CastlingFen, CastlingRights, CastlingSide, Color, EnPassantFen,
    FenFormat, Piece, PieceKind, Position, Repair, Setup, Square, Violation,
};

const SHREDDER: FenFormat = FenFormat {
    en_passant: EnPassantFen::Legal,
    castling: CastlingFen::Shredder,
};

/// A wrong FEN and a part of the expected error text.
#[rustfmt::skip]
const REFUSED: [(&str, &str); 45] = [
    ("", "expected 8 ranks, found 1"),
    (" ", "expected 8 ranks, found 1"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "expected 8 ranks, found 7"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "expected 8 ranks, found 9"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1", "expected 8 ranks, found 9"),
    ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7, found 9"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "rank 1, found 7"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9' on rank 6"),
    ("rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'0' on rank 6"),
    ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "two digits side by side on rank 6"),
    ("rnbqkbnr/pppppppp/7x/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x' on rank 6"),
    ("rnbqkbnr/pppppppp/7é/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'é' on rank 6"),
    ("rnbqkbnr/pppppppp/8//8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "expected 8 ranks, found 9"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "the FEN ends before the side to move"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "expected \"w\" or \"b\", found \"W\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1", "found \"white\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1", "found \"\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 0 1", "en passant square: expected \"-\" or a square, found \"0\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqK - 0 1", "found \"KQkqK\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKkq - 0 1", "found \"KKkq\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KH - 0 1", "found \"KH\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w éé - 0 1", "found \"éé\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "found \"e9\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq é 0 1", "found \"é\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", "half-move clock: expected a number, found \"-1\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +1 1", "found \"+1\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999 1", "found \"99999999999\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 4294967295", "a clock is 4294967295"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", "move numbers begin at 1"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ", "after the six fields, found \"\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "found \"1\\n\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\0", "found \"1\\0\""),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 id", "after the six fields, found \"id\""),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings, on d1, e1"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn can be on h8"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "no pawn can be on a1"),
    ("rnbqkbnr/pppppppp/8/8/P7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White has 17 pieces"),
    ("4k3/8/8/8/8/p7/pppppppp/4K3 b - - 0 1", "Black has 9 pawns"),
    ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black has just moved, but its king is attacked from e7"),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "White cannot castle with a rook on h1: there is none"),
    ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "White cannot castle: its king is not on its first rank"),
    ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "the right to castle with two rooks on one side"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant square e6: no pawn"),
    ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "en passant square e3: no pawn"),
];

#[test]
fn errors_say_what_is_wrong() {
    for (fen, words) in REFUSED {
        let error = Position::from_fen(fen).unwrap_err().to_string();
        assert!(error.contains(words), "{fen:?}: {error}");
    }
}

#[test]
fn all_reasons_are_given_at_once() {
    let error = Position::from_fen("P3k3/4R3/8/8/8/8/8/4K3 w Kq e6 0 1").unwrap_err();
    for words in [
        "on a8",
        "attacked from e7",
        "rook on h1",
        "rook on a8",
        "square e6",
    ] {
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn long_texts_are_refused() {
    for text in [
        "8/".repeat(1_000_000),
        " ".repeat(1_000_000),
        "é".repeat(200),
    ] {
        let error = Position::from_fen_lenient(&text).unwrap_err().to_string();
        assert!(error.contains("at most 256 bytes"), "{error}");
    }
}

#[test]
fn the_longest_setup_is_written_in_full() {
    let mut board = Board::EMPTY;
    for square in Square::ALL {
        board.put(square, Piece::from_letter('R').unwrap());
    }
    let setup = Setup {
        board,
        castling: CastlingRights::from_rooks(Bitboard::FULL),
        en_passant: Some(Square::E3),
        halfmove_clock: u32::MAX,
        fullmove_number: u32::MAX,
        ..Setup::EMPTY
    };
    assert!(
        setup
            .fen()
            .ends_with(" w HGFEDCBAhgfedcba e3 4294967295 4294967295")
    );
}

#[test]
fn what_is_impossible_is_dropped_and_reported() {
    let cases: [(&str, &str, &[&str]); 8] = [
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            &["h1", "a1", "h8", "a8"],
        ),
        (
            "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1",
            &["a1", "h1"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
            "4k3/8/8/8/8/8/8/4K1RR w K - 0 1",
            &["g1"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K1R1 w GH - 0 1",
            "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
            &["h1"],
        ),
        (
            "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1",
            "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",
            &["b1"],
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
            &["e3"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 7 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 7 1",
            &["move number"],
        ),
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[]),
    ];
    for (fen, expected, dropped) in cases {
        let (position, repairs) = Position::from_fen_lenient(fen).unwrap();
        assert_eq!(position.to_string(), expected, "{fen}");
        assert_eq!(repairs.len(), dropped.len(), "{fen}: {repairs:?}");
        for word in dropped {
            let is_named = |repair: &Repair| repair.to_string().contains(word);
            assert!(repairs.iter().any(is_named), "{fen}: {repairs:?}");
        }
    }
}

#[test]
fn pieces_and_checks_are_never_repaired() {
    for fen in [
        "8/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w K - 0 1",
    ] {
        let error = Position::from_fen_lenient(fen).unwrap_err().to_string();
        assert!(!error.contains("castle"), "{error}");
    }
}

/// No pawn can capture on e3, so the FEN does not show the square and the positions are equal.
#[test]
fn a_position_equals_the_one_its_text_gives() {
    let after: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
        .parse()
        .unwrap();
    let back: Position = after.to_string().parse().unwrap();
    assert_eq!(after.double_push_square(), Some(Square::E3));
    assert_eq!(back.double_push_square(), None);
    assert_eq!(back, after);
    assert_eq!(HashSet::from([back, after]).len(), 1);
}

/// No game leads to a check by two knights, but the rules cover it, and lists of perft counts have such positions.
#[test]
fn a_double_check_that_no_move_can_give_is_accepted() {
    for fen in [
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/r3K2r w - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.checkers().len(), 2);
        assert!(
            position
                .legal_moves()
                .iter()
                .all(|mv| mv.from() == position.king(position.side_to_move()))
        );
    }
    let error = "4k3/1N6/3N1N2/2N5/8/8/8/4K3 b - - 0 1".parse::<Position>();
    assert!(error.is_ok(), "{error:?}");
    let error = "4k3/2N5/3N1N2/8/8/8/8/4K3 b - - 0 1"
        .parse::<Position>()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("no move can give check from d6, f6, c7 at once"),
        "{error}"
    );
}

#[test]
fn a_setup_holds_move_number_zero_and_a_position_does_not() {
    let setup = Setup {
        fullmove_number: 0,
        ..Setup::START
    };
    assert_eq!(setup.fen().parse(), Ok(setup.clone()));
    let error = Position::new(&setup).unwrap_err();
    assert_eq!(error.violations(), [Violation::MoveNumber]);
}

/// A game can continue with full clocks, and every position of it has a FEN that can be read.
#[test]
fn full_clocks_stay_full() {
    assert!(
        "4k3/8/8/8/8/8/8/4K3 b - - 1000001 1"
            .parse::<Position>()
            .is_err()
    );
    let mut position: Position = "4k3/8/8/8/8/8/8/4K3 b - - 999998 999999".parse().unwrap();
    for _ in 0..1_000 {
        position = position.play_unchecked(position.legal_moves()[0]);
        assert_eq!(position.double_push_square(), None);
        let back: Position = position.to_string().parse().expect("it was written");
        assert_eq!(back, position);
        assert!(back.is_same(&position));
        assert_eq!(Position::new(&position.setup()).as_ref(), Ok(&position));
        let hash = |position: &Position| HashSet::from([position.clone()]);
        assert_eq!(hash(&back), hash(&position));
    }
    assert_eq!(position.halfmove_clock(), 1_000_000);
    assert_eq!(position.fullmove_number(), 1_000_000);
}

#[test]
fn chess960_starts_have_their_numbers() {
    let starts: Vec<_> = (0..960).filter_map(Position::chess960).collect();
    assert_eq!(starts.iter().collect::<HashSet<_>>().len(), 960);
    for (number, start) in (0..).zip(&starts) {
        assert_eq!(start.chess960_number(), Some(number));
        assert_eq!(Position::new(&start.setup()).as_ref(), Ok(start));
        let bishops = start.pieces(Color::White, PieceKind::Bishop);
        assert!(bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK));
        let rooks =
            CastlingSide::ALL.map(|castling_side| start.castling_rook(Color::White, castling_side));
        assert!(rooks.iter().all(Option::is_some), "{start}");
    }
    assert_eq!(starts[518], Position::START);
    assert!(starts[959].to_string().starts_with("rkrnnqbb/"));
}

#[test]
#[ignore = "needs ../shared/data"]
fn chess960_starts_are_those_of_others() {
    let text = shared("edge/chess960-starts.sfen");
    let mut known: Vec<_> = text.lines().collect();
    let starts = (0..960).filter_map(Position::chess960);
    let mut ours: Vec<_> = starts
        .map(|start| start.fen_with(SHREDDER).to_string())
        .collect();
    ours.sort_unstable();
    known.sort_unstable();
    assert_eq!(ours, known);
}

#[test]
fn only_start_positions_have_chess960_numbers() {
    let numbers = |fen: &str| fen.parse::<Position>().unwrap().chess960_numbers();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(numbers(fen), None, "{fen}");
    }
    let mixed = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 7";
    assert_eq!(
        numbers(mixed),
        Some(ByColor {
            white: 518,
            black: 0
        })
    );
    assert_eq!(mixed.parse::<Position>().unwrap().chess960_number(), None);
    assert_eq!(
        Position::double_chess960(ByColor {
            white: 0,
            black: 960
        }),
        None
    );
}

#[test]
fn text_is_padded_and_debug_shows_the_fen() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let position: Position = fen.parse().unwrap();
    assert_eq!(format!("{position:?}"), format!("Position({fen:?})"));
    assert_eq!(format!("{:?}", position.setup()), format!("Setup({fen:?})"));
    assert_eq!(format!("{position:>33}"), format!("    {fen}"));
    assert_eq!(
        format!(
            "[{:<4}|{:>3}|{:^3}]",
            Square::E4,
            Square::E4.file(),
            Square::E4.rank()
        ),
        "[e4  |  e| 4 ]"
    );
    let mv = position.legal_moves()[0];
    assert_eq!(format!("[{mv:>6}]"), format!("[  {mv}]"));
}

#[test]
fn odd_fens_are_read_as_others_read_them() {
    for line in include_str!("data/fen.tsv").lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let [input, _, valid, canonical, shredder, _, note] = columns[..] else {
            panic!("{line}");
        };
        let setup = Setup::from_fen_lenient(input);
        let position = setup.and_then(|setup| Ok(Position::new(&setup)?));
        assert_eq!(position.is_ok(), valid == "1", "{note}: {position:?}");
        if let Ok(position) = position {
            assert_eq!(position.fen().as_str(), canonical, "{note}");
            assert_eq!(position.fen_with(SHREDDER).as_str(), shredder, "{note}");
        }
    }
}

/// Checks that every FEN is accepted and is itself when written.
fn check_accepted(fens: &str) {
    let format = FenFormat {
        en_passant: EnPassantFen::Always,
        ..SHREDDER
    };
    for fen in fens.lines() {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.fen_with(format).as_str(), fen);
    }
}

/// Of the FENs that another library refuses, one class is accepted: a check that no double push of the pawn in front of the en passant
/// square can have left. Stockfish also accepts such positions, and lists of perft counts have one. Returns the number of accepted ones.
fn check_refused(fens: &str) -> usize {
    let accepted: Vec<Position> = fens.lines().filter_map(|fen| fen.parse().ok()).collect();
    for position in &accepted {
        let is_of_that_class = position.double_push_square().is_some() && position.is_check();
        assert!(is_of_that_class, "{position}");
    }
    accepted.len()
}

#[test]
fn fens_that_others_accept_are_accepted() {
    check_accepted(include_str!("data/valid.sfen"));
}

#[test]
fn fens_that_others_refuse_are_refused_but_for_one_class() {
    assert_eq!(check_refused(include_str!("data/invalid.sfen")), 1);
}

#[test]
#[ignore = "needs ../shared/data"]
fn all_fens_that_others_accept_are_accepted() {
    check_accepted(&shared("edge/valid.sfen.gz"));
}

#[test]
#[ignore = "needs ../shared/data"]
fn all_fens_that_others_refuse_are_refused_but_for_one_class() {
    assert_eq!(check_refused(&shared("edge/invalid.sfen.gz")), 12);
}
