//! Single moves, and the rules that end a game.

use plywood_core::{
    Claim, Color, Draw, History, MoveKind, Outcome, PieceValues, Position, Violation,
};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays moves given in coordinate text.
fn play(game: &mut History, moves: &str) {
    for text in moves.split_whitespace() {
        let legal = game.position().legal_moves();
        let mv = legal.iter().find(|mv| mv.to_string() == text);
        game.play(*mv.unwrap_or_else(|| panic!("{text} in {}", game.position())))
            .expect("a legal move can be played");
    }
}

#[test]
fn a_null_move_is_not_allowed_in_check() {
    assert!(
        position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
            .after_null()
            .is_none()
    );
    let passed = Position::START.after_null().unwrap();
    assert_eq!(passed.side_to_move(), Color::Black);
    assert_eq!(passed.key(), passed.key_from_scratch());
    let en_passant = position("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2")
        .after_null()
        .unwrap();
    assert_eq!(en_passant.key(), en_passant.key_from_scratch());
}

#[test]
fn draws_can_be_claimed_at_three_and_fifty_and_are_automatic_at_five_and_seventy_five() {
    let mut game = History::default();
    for round in 1..=4 {
        assert_eq!(game.occurrences(), round);
        assert_eq!(game.claim().is_some(), round >= 3, "round {round}");
        assert_eq!(game.outcome(), None);
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    }
    assert_eq!(
        game.outcome(),
        Some(Outcome::Draw(Draw::FivefoldRepetition))
    );

    let claim = |clock: u32| {
        let game = History::new(position(&format!(
            "4k3/8/8/8/8/8/4R3/4K2R b - - {clock} 90"
        )));
        (game.claim(), game.outcome())
    };
    assert_eq!(claim(99), (None, None));
    assert_eq!(claim(100), (Some(Claim::FiftyMoves), None));
    assert_eq!(claim(149), (Some(Claim::FiftyMoves), None));
    assert_eq!(claim(150).1, Some(Outcome::Draw(Draw::SeventyFiveMoves)));
}

#[test]
fn a_draw_can_be_claimed_with_the_move_that_completes_it() {
    let mut game = History::default();
    play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let last = game
        .position()
        .legal_moves()
        .into_iter()
        .find(|mv| mv.to_string() == "f6g8")
        .unwrap();
    assert_eq!(game.claim(), None);
    assert_eq!(game.claim_with(last), Some(Claim::ThreefoldRepetition));
}

#[test]
fn lost_castling_rights_and_en_passant_captures_make_positions_differ() {
    let mut game = History::new(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    play(&mut game, "e1d1 e8d8 d1e1 d8e8");
    assert_eq!(game.occurrences(), 1);
    let mut game = History::new(position("4k2r/8/8/8/3p4/8/4P3/4K2R w - - 0 1"));
    play(&mut game, "e2e4 h8g8 h1g1 g8h8 g1h1");
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn checkmate_precedes_every_draw() {
    let mated = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90");
    assert_eq!(
        mated.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::White
        })
    );
    assert!(!mated.can_claim_fifty_moves());
}

#[test]
fn exchanges_count_hidden_attackers_and_kings() {
    let values = PieceValues::BLOGCHESS;
    let see = |fen: &str, text: &str| {
        let position = position(fen);
        let mv = position
            .legal_moves()
            .into_iter()
            .find(|mv| mv.to_string() == text);
        position.see(mv.unwrap_or_else(|| panic!("{text} in {fen}")), &values)
    };
    assert_eq!(
        see("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
        100
    );
    assert_eq!(
        see(
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5"
        ),
        -200
    );
    // The king can capture an undefended piece but not a defended one.
    assert_eq!(see("8/8/3kp3/4n3/8/8/8/4R1K1 w - - 0 1", "e1e5"), 300 - 500);
    assert_eq!(see("8/8/4k3/4n3/8/8/4R3/4R1K1 w - - 0 1", "e2e5"), 300);
    assert_eq!(see("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "d5e6"), 100);
    assert_eq!(see("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 800);
}

#[test]
fn an_illegal_fen_gives_every_reason() {
    let error = "P3k3/8/8/8/8/8/8/8 w - - 0 1"
        .parse::<Position>()
        .unwrap_err();
    assert_eq!(error.to_string(), "White has no king; no pawn can be on a8");
    let error = "4k3/8/8/8/8/8/4R3/4K3 w KQ e6 0 1"
        .parse::<Position>()
        .unwrap_err();
    let plywood_core::FenError::Illegal(error) = error else {
        panic!("{error}")
    };
    assert_eq!(error.violations().len(), 4);
    assert!(matches!(
        error.violations()[0],
        Violation::OpponentInCheck(Color::Black, _)
    ));
}

/// Chess960 castling can put the rook on an attacked square.
#[test]
fn see_of_castling_looks_at_the_rook() {
    let values = PieceValues::BLOGCHESS;
    for (fen, gain) in [
        // The bishop takes the rook on f1, and the king takes the bishop.
        ("4k3/8/b7/8/8/8/8/6KR w H - 0 1", 300 - 500),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", 0),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0),
    ] {
        let position: Position = fen.parse().expect("the FEN is of a legal position");
        let mut moves = position.legal_moves().into_iter();
        let castling = moves.find(|mv| mv.kind() == MoveKind::Castling);
        let mv = castling.expect("White can castle");
        assert_eq!(position.see(mv, &values), gain, "{fen}");
        assert!(position.see_at_least(mv, gain, &values), "{fen}");
        assert!(!position.see_at_least(mv, gain + 1, &values), "{fen}");
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "is not legal")]
fn an_illegal_move_panics_in_a_debug_build() {
    use plywood_core::{Move, Square};

    let mv = Move::new(Square::E1, Square::E8, MoveKind::Normal);
    let _ = Position::START.play_unchecked(mv);
}
