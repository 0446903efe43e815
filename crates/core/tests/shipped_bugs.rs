//! A test for each bug in the rules with which other chess programs were released.

use std::thread;

use plywood_core::{FenError, History, Position, Violation};

/// The violations in a well-formed FEN.
fn violations(fen: &str) -> Vec<Violation> {
    match Position::from_fen(fen) {
        Err(FenError::Illegal(error)) => error.violations().to_vec(),
        other => panic!("{fen}: {other:?}"),
    }
}

fn is_refused_for(fen: &str, is_reason: impl Fn(&Violation) -> bool) {
    let found = violations(fen);
    assert!(found.iter().any(is_reason), "{fen}: {found:?}");
}

#[test]
fn a_missing_castling_field_is_an_error() {
    let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - 0 1").unwrap_err();
    assert!(matches!(error, FenError::EnPassant(_)), "{error}");
    let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w").unwrap_err();
    assert!(matches!(error, FenError::Missing(_)), "{error}");
}

#[test]
fn no_pawn_stands_on_the_last_rank() {
    for fen in [
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        is_refused_for(fen, |violation| {
            matches!(violation, Violation::PawnOnEdge(_))
        });
    }
}

#[test]
fn each_side_has_one_king() {
    for fen in [
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        is_refused_for(fen, |violation| {
            matches!(violation, Violation::NoKing(_) | Violation::ManyKings(..))
        });
    }
}

#[test]
fn a_side_has_at_most_sixteen_pieces() {
    let crowded = "rnbqkbnr/pppppppp/nnnnnnnn/8/8/NNNNNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(violations(crowded).len(), 2);
    is_refused_for(crowded, |violation| {
        matches!(violation, Violation::ManyPieces(_, 24))
    });
}

#[test]
fn castling_rights_need_their_rook_and_king() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2r w K - 0 1",
        "4k2r/8/8/8/8/8/4K3/7R w K - 0 1",
    ] {
        is_refused_for(fen, |violation| {
            matches!(
                violation,
                Violation::CastlingRook(..) | Violation::CastlingKing(_)
            )
        });
    }
}

#[test]
fn an_en_passant_square_needs_a_pawn_in_front_of_it() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
        "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/4p3/8/8/4K3 w - e5 0 1",
    ] {
        is_refused_for(fen, |violation| {
            matches!(violation, Violation::EnPassant(_))
        });
    }
}

/// Otherwise repetitions and table entries would be missed.
#[test]
fn en_passant_without_a_capture_is_not_in_the_key() {
    for (with, without) in [
        // No pawn is beside the one that moved.
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        ),
        // The pawn beside it is pinned.
        (
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
            "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1",
        ),
    ] {
        let (with, without): (Position, Position) =
            (with.parse().unwrap(), without.parse().unwrap());
        assert_eq!(with.key(), without.key());
        assert!(with.is_same(&without));
    }
    let can: Position = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1".parse().unwrap();
    let cannot: Position = "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1".parse().unwrap();
    assert_ne!(can.key(), cannot.key());
    assert!(!can.is_same(&cannot));
}

/// Nothing recurses over the length of a game or a text.
#[test]
fn long_games_and_texts_fit_on_a_small_stack() {
    let work = || {
        let mut game = History::new(Position::START);
        for index in 0..20_000 {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(index % moves.len().max(1)) else {
                break;
            };
            game.play(mv).expect("a listed move is legal");
        }
        assert!(game.moves().len() > 500);
        assert_eq!(game.clone(), game);
        while game.undo().is_some() {}
        assert_eq!(*game.position(), Position::START);
        for text in ["8/", "\0", "é", "(", " ", "K"] {
            let text = text.repeat(5_000_000 / text.len());
            assert!(Position::from_fen(&text).is_err());
            assert!(Position::from_fen_lenient(&text).is_err());
        }
    };
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(work);
    let ended = thread.expect("a thread starts").join();
    assert!(ended.is_ok(), "the thread must not panic");
}
