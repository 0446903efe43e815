//! Mistakes and habits in real files, and the games read from them.

use plywood_core::{Color, Repair, Square};
use plywood_notation::pgn::{GameResult, Games, PgnGame, Problem};

fn games(pgn: &[u8]) -> Vec<PgnGame> {
    Games::new(pgn)
        .collect::<Result<_, _>>()
        .expect("bytes in memory do not fail")
}

/// The only game of a text, which must have no errors.
#[track_caller]
fn game(pgn: impl AsRef<[u8]>) -> PgnGame {
    let mut games = games(pgn.as_ref());
    assert_eq!(games.len(), 1);
    let game = games.remove(0);
    assert!(game.errors().is_empty(), "{:?}", game.errors());
    game
}

/// The moves of the main line with their glyphs.
fn moves(game: &PgnGame) -> String {
    let text = game.to_string();
    let (_, movetext) = text.split_once("\n\n").expect("moves follow the tags");
    movetext.trim().to_owned()
}

#[test]
fn every_form_of_a_null_move() {
    for null in ["--", "@@@@", "Z0", "0000", "null"] {
        let game = game(format!("1. e4 {null} 2. d4 *"));
        assert_eq!(moves(&game), "1. e4 -- 2. d4 *", "{null}");
    }
}

#[test]
fn evaluation_marks_attached_to_a_move() {
    for (text, expected) in [
        ("e5+-", "e5 $18"),
        ("e5-+", "e5 $19"),
        ("e5=", "e5 $10"),
        ("e5+=", "e5 $14"),
        ("e5=+", "e5 $15"),
        ("e5+/=", "e5 $14"),
        ("e5=/+", "e5 $15"),
        ("e5+/-", "e5 $16"),
        ("e5-/+", "e5 $17"),
        ("e5±", "e5 $16"),
        ("e5∓", "e5 $17"),
        ("e5∞", "e5 $13"),
        ("e5!+-", "e5 $1 $18"),
        ("e5+-!?", "e5 $18 $5"),
    ] {
        let game = game(format!("1. e4 {text} 2. Nf3 *"));
        assert_eq!(moves(&game), format!("1. e4 {expected} 2. Nf3 *"), "{text}");
    }
    assert_eq!(
        moves(&game("1. e4 f5 2. Qh5++- g6 *")),
        "1. e4 f5 2. Qh5+ $18 g6 *"
    );
    // Castling keeps its hyphens.
    let castled = game("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O-+ 0-0= *");
    assert!(moves(&castled).ends_with("4. O-O $19 O-O $10 *"));
}

#[test]
fn a_result_written_twice_ends_one_game() {
    for pgn in [
        "1. e4 1-0 1-0",
        "1. e4 1-0\n1-0\n",
        "1. e4 1-0 {Black resigns} 1-0\n\n",
        "1. e4 1-0 *",
        "1. e4 1-0 1/2-1/2",
    ] {
        let game = game(pgn);
        assert_eq!(game.result(), GameResult::Won(Color::White), "{pgn:?}");
    }
    assert_eq!(games(b"1. e4 1-0 1-0 1. d4 0-1\n\n1. c4 *").len(), 3);
    assert_eq!(games(b"1. e4 1-0\n\n[White \"b\"]\n1-0").len(), 2);
}

#[test]
fn bytes_that_are_not_utf8_are_windows_1252() {
    let game =
        game(b"[White \"\x8Aahovic\"]\n[Black \"R\xE9ti\"]\n\n1. e4 {\x93quoted\x94 \x96} *");
    assert_eq!(game.tags().get("White"), Some("Šahovic"));
    assert_eq!(game.tags().get("Black"), Some("Réti"));
    let first = game.main_line().next().expect("there is a move");
    assert_eq!(first.comments()[0].text(), "“quoted” –");
}

#[test]
fn a_backslash_at_the_end_of_a_tag() {
    for pgn in [
        "[Source \"C:\\pgn\\\"]\n[White \"a\"]\n\n1. e4 *",
        "[Source \"C:\\pgn\\\" ] \r\n[White \"a\"]\r\n\r\n1. e4 *",
        "[White \"a\"]\n[Source \"C:\\pgn\\\"]",
    ] {
        let game = game(pgn);
        assert_eq!(game.tags().get("Source"), Some(r"C:\pgn\"), "{pgn:?}");
        assert_eq!(game.tags().get("White"), Some("a"), "{pgn:?}");
        assert_eq!(game, game.to_string().parse().unwrap());
    }
    // A quotation mark is escaped if the value continues after it.
    let game = game(r#"[A "say \"x\"] and \"y\""] *"#);
    assert_eq!(game.tags().get("A"), Some(r#"say "x"] and "y""#));
}

#[test]
fn stale_castling_rights_are_dropped_with_a_warning() {
    let pgn = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4K3/7R w K - 0 1\"]\n\n1. Rh8+ Kd7 *";
    let game = game(pgn);
    assert_eq!(game.len(), 2);
    let [warning] = game.warnings() else {
        panic!("one warning: {:?}", game.warnings());
    };
    assert_eq!((warning.game, warning.line), (1, 2));
    assert!(matches!(
        warning.problem,
        Problem::Repaired(Repair::CastlingRight(Color::White, Square::H1))
    ));
    assert_eq!(
        warning.to_string(),
        "game 1, line 2: the FEN tag: White cannot castle with a rook on h1: right dropped"
    );
    assert!(pgn.parse::<PgnGame>().is_ok());
}

#[test]
fn the_first_error_ends_a_strict_reading() {
    let pgn = "1. e4 e5 *\n\n1. e4 Ke5 *\n\n1. d4 *";
    let games = Games::new(pgn.as_bytes()).strict();
    let error = games
        .collect::<Result<Vec<_>, _>>()
        .unwrap_err()
        .to_string();
    assert_eq!(error, "game 2, line 3: \"Ke5\" is not a legal move here");
}

#[test]
fn lines_have_fewer_than_80_columns() {
    let pgn = "Nf3 Nf6 Ng1 Ng8 ".repeat(20) + "*";
    let text = pgn.parse::<PgnGame>().unwrap().to_string();
    assert_eq!(text.lines().map(str::len).max(), Some(79));
}
