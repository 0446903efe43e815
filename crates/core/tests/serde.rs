//! Positions, moves and their parts are written as JSON and read back.

use std::fmt::Debug;

use plywood_core::{
    Bitboard, ByColor, CastlingSide, Color, History, Move, MoveKind, MoveList, Outcome, Piece,
    PieceKind, Position, Square,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks the JSON of a value, and that reading it gives the value.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(
        serde_json::to_string(value).expect("it can be written"),
        json
    );
    assert_eq!(
        &serde_json::from_str::<T>(json).expect("it can be read"),
        value
    );
}

/// Checks that a text is refused, and the reason.
fn refuse<T: DeserializeOwned + Debug>(json: &str, why: &str) {
    let error = serde_json::from_str::<T>(json)
        .expect_err("it is refused")
        .to_string();
    assert!(error.contains(why), "{error}");
}

#[test]
fn squares_colors_and_pieces_are_their_names() {
    check(&Square::E4, r#""e4""#);
    check(&Color::Black, r#""black""#);
    check(
        &PieceKind::Knight.of(Color::White),
        r#"{"color":"white","kind":"knight"}"#,
    );
    check(&CastlingSide::Kingside, r#""kingside""#);
    check(&(Bitboard::from(Square::A1) | Square::H8), r#"["a1","h8"]"#);
    check(&ByColor { white: 1, black: 2 }, r#"{"white":1,"black":2}"#);
    check(
        &Outcome::Checkmate {
            winner: Color::White,
        },
        r#"{"checkmate":{"winner":"white"}}"#,
    );
    for square in Square::ALL {
        check(&square, &format!("\"{square}\""));
    }
}

#[test]
fn positions_are_fens() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    check(&fen.parse::<Position>().unwrap(), &format!("\"{fen}\""));
}

#[test]
fn moves_are_their_parts() {
    let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    check(&mv, r#"{"from":"e2","to":"e4","kind":"double-push"}"#);
    let moves = Position::START.legal_moves();
    let json = serde_json::to_string(&moves).unwrap();
    assert_eq!(serde_json::from_str::<MoveList>(&json).unwrap(), moves);
    for &mv in &moves {
        let json = serde_json::to_string(&mv).unwrap();
        assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), mv);
    }
}

#[test]
fn games_are_played_when_they_are_read() {
    let mut game = History::default();
    for _ in 0..20 {
        let moves = game.position().legal_moves();
        game.play(moves[moves.len() / 2]).unwrap();
    }
    let json = serde_json::to_string(&game).unwrap();
    assert_eq!(serde_json::from_str::<History>(&json).unwrap(), game);
    let start = r#""start":"4k3/8/8/8/8/8/8/4K3 w - - 0 1""#;
    let mv = r#"{"from":"e1","to":"e3","kind":"normal"}"#;
    refuse::<History>(
        &format!(r#"{{{start},"moves":[{mv}]}}"#),
        "not a legal move",
    );
}

#[test]
fn impossible_values_are_refused() {
    refuse::<Position>(r#""8/8/8/8/8/8/8/8 w - - 0 1""#, "no king");
    refuse::<Position>(r#""4k3""#, "expected 8 ranks");
    refuse::<Position>("[1]", "the FEN of a legal position");
    refuse::<Position>(
        r#""4k3/8/8/8/8/8/8/4K3 w - - 0 0""#,
        "move numbers begin at 1",
    );
    refuse::<Square>(r#""e9""#, "expected a square");
    refuse::<Bitboard>(r#"["a1","a1"]"#, "twice");
    refuse::<Piece>(r#"{"color":"red","kind":"pawn"}"#, "red");
    refuse::<Move>(r#"{"from":"e2","to":"e4"}"#, "kind");
    let mv = r#"{"from":"e2","to":"e4","kind":"normal"},"#;
    let many = format!("[{}]", mv.repeat(416).trim_end_matches(','));
    refuse::<MoveList>(&many, "no more than 415 items");
}
