//! Laws that relate the value of a position to those of its successors, in the real tables.

use plywood_core::Position;
use plywood_tables::{Syzygy, Tables, Wdl};

use crate::data::{position, random_en_passant, random_position, real_tables};

/// The result is the best result of a move.
fn check_result(tables: &Syzygy, position: &Position) {
    let wdl = tables.wdl(position).unwrap();
    let moves = position.legal_moves().into_iter();
    let best = moves
        .map(|mv| -tables.wdl(&position.play_unchecked(mv)).unwrap())
        .max();
    let expected = match best {
        Some(best) => best,
        None if position.is_check() => Wdl::Loss,
        None => Wdl::Draw,
    };
    assert_eq!(wdl, expected, "{position}");
}

/// The distance belongs to the result, and is that of the best move. It can be one ply off, since some tables count in moves.
fn check_distance(tables: &Syzygy, position: &Position) {
    let (wdl, dtz) = (tables.wdl(position).unwrap(), tables.dtz(position).unwrap());
    assert_eq!(dtz.wdl(0), wdl, "{position}: {dtz}");
    let moves = tables.root_moves(position).unwrap();
    let Some(best) = moves.best().first() else {
        return;
    };
    let difference = best.dtz.plies().abs_diff(dtz.plies());
    assert!(
        difference <= 1,
        "{position}: {dtz}, but {} after {}",
        best.dtz,
        best.mv
    );
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn values_follow_from_those_of_the_moves() {
    let tables = real_tables();
    let mut random = fastrand::Rng::with_seed(1);
    for endgame in tables.endgames() {
        for _ in 0..2000 {
            let position = random_position(&mut random, endgame);
            check_result(&tables, &position);
            check_distance(&tables, &position);
        }
    }
    for _ in 0..2000 {
        let position = random_en_passant(&mut random);
        check_result(&tables, &position);
        check_distance(&tables, &position);
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn known_positions() {
    let tables = real_tables();
    let cases = [
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", Wdl::Draw),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Wdl::Draw),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Wdl::Loss),
        // Réti's study: the king catches the pawn or supports its own.
        ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", Wdl::Draw),
        // Saavedra's position: 1. c7, and later a promotion to a rook.
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", Wdl::Win),
        // With a far king a queen does not win against a bishop's pawn on the seventh rank; with a near one it does.
        ("8/8/8/8/8/1Q3K2/2p5/2k5 w - - 0 1", Wdl::Win),
        ("6K1/8/8/4Q3/8/8/2p5/1k6 w - - 0 1", Wdl::Draw),
        // Two knights cannot force mate.
        ("8/8/8/3k4/8/8/3KNN2/8 w - - 0 1", Wdl::Draw),
        // Black wins by capturing en passant, with check.
        ("8/8/8/8/1Pp5/8/k1K5/8 b - b3 0 1", Wdl::Win),
    ];
    for (fen, wdl) in cases {
        assert_eq!(tables.wdl(&position(fen)).unwrap(), wdl, "{fen}");
    }
}
