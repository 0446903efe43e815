//! The events that a reader reports to a visitor.

use plywood_notation::pgn::{Annotation, Comment, Evaluation, GameResult, Nag, PgnScore, Reader};

use crate::pgn::log::Log;

/// Returns the events of a visitor that skips a part after a move or mark; a mistake is an `x!`.
fn report_skipping(behind: &str, pgn: &str) -> String {
    let text = |line: &str| match line.split_once(':') {
        Some((_, text)) if !line.starts_with('{') => text.to_owned(),
        _ => line.to_owned(),
    };
    let mut log =
        Log::new(|lines: &[String]| lines.last().is_some_and(|line| text(line) == behind));
    let mut reader = Reader::new(pgn.as_bytes());
    loop {
        match reader.read_game(&mut log) {
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(_) => log.lines.push("x!".to_owned()),
        }
    }
    let texts: Vec<_> = log.lines.iter().map(|line| text(line)).collect();
    texts.join(" ")
}

fn report(pgn: &str) -> String {
    report_skipping("", pgn)
}

#[test]
fn tags() {
    assert_eq!(
        report("[White \"a\"]\n[ Black\t \"b\" ]\n\n*"),
        "< White=a Black=b | * >"
    );
    assert_eq!(report("[A \"x\"][B \"\"] 1-0"), "< A=x B= | 1-0 >");
    assert_eq!(report(r#"[A "\"q\" \\ \x"] *"#), r#"< A="q" \ \x | * >"#);
    assert_eq!(
        report(r#"[A "the "pen" Doe"] *"#),
        r#"< A=the "pen" Doe | * >"#
    );
    assert_eq!(report("[WhiteElo 2700]\n*"), "< WhiteElo=2700 | * >");
    // An empty line among the tags does not begin a game; a second Event after it does.
    assert_eq!(
        report("[Event \"a\"]\n\n[Site \"b\"]\n\n*"),
        "< Event=a Site=b | * >"
    );
    assert_eq!(
        report("[Event \"a\"]\n\n[Event \"b\"]\n\n*"),
        "< Event=a | > < Event=b | * >"
    );
}

#[test]
fn moves() {
    assert_eq!(
        report("1.e4 e5 2 . Nf3 2... Nc6 3.Bb5"),
        "< | e4 e5 Nf3 Nc6 Bb5 >"
    );
    assert_eq!(report("e4 1-0 d4 0-1"), "< | e4 1-0 > < | d4 0-1 >");
    assert_eq!(
        report("1. e4 0-0 0-0-0 O-O -- Z0 0000 e2e4 1/2-1/2"),
        "< | e4 0-0 0-0-0 O-O -- Z0 0000 e2e4 1/2-1/2 >"
    );
    assert_eq!(
        report("exd6 e.p. exd6e.p. a8=Q+ a8(Q)"),
        "< | exd6 exd6e.p. a8=Q+ a8 ( Q ) >"
    );
    assert_eq!(report("e4\n[Event \"b\"]\nd4"), "< | e4 > < Event=b | d4 >");
}

#[test]
fn marks_and_glyphs() {
    assert_eq!(
        report("e4! e5? d4!! d5?? c4!? c5?! b4!!!"),
        "< | e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6 b4 $3 >"
    );
    assert_eq!(
        report("e4 $0 $255 $ = +- -+ ± ⩲ ?"),
        "< | e4 $0 $255 $10 $18 $19 $16 $14 $2 >"
    );
}

#[test]
fn comments() {
    assert_eq!(
        report("{a} e4 {b ( ; ) [x] } e5 ; {c\nd4"),
        "< | {a} e4 {b ( ; ) [x] } e5 { {c} d4 >"
    );
    assert_eq!(
        report("e4 {two\nlines} e5 {} *"),
        "< | e4 {two\nlines} e5 {} * >"
    );
    assert_eq!(
        report("% first\n[A \"b\"]\n% second\ne4\n%third (\ne5 % *"),
        "< A=b | e4 e5 * >"
    );
    assert_eq!(report("; between games\n\n[A \"b\"]\n*"), "< A=b | * >");
}

/// Comments after a result, up to an empty line, belong to the game before.
#[test]
fn comments_behind_a_result() {
    for (pgn, expected) in [
        (
            "e4 1-0 {Black resigns}\n\n[A \"b\"]\n*",
            "< | e4 1-0 {Black resigns} > < A=b | * >",
        ),
        (
            "e4 1-0\n{Black\nresigns} ; on\n[A \"b\"]\n*",
            "< | e4 1-0 {Black\nresigns} { on} > < A=b | * >",
        ),
        (
            "e4 1-0\r\n{x}\r\n\r\n{y} d4 *",
            "< | e4 1-0 {x} > < | {y} d4 * >",
        ),
        ("e4 1-0.\n\n{y} d4 *\n", "< | e4 1-0 > < | {y} d4 * >"),
        ("e4 * {x} d4 1/2 {y}", "< | e4 * {x} > < | d4 1/2-1/2 {y} >"),
    ] {
        assert_eq!(report(pgn), expected, "{pgn:?}");
    }
    assert_eq!(
        report_skipping("|", "e4 1-0 {x}\n\n[A \"b\"]\n*"),
        "< | 1-0 > < A=b | * >"
    );
}

#[test]
fn variations() {
    assert_eq!(
        report("e4 (d4 d5 (Nf6) c4 1-0) e5 *"),
        "< | e4 ( d4 d5 ( Nf6 ) c4 ) e5 * >"
    );
    assert_eq!(report("e4 () ( {x} ) e5"), "< | e4 ( ) ( {x} ) e5 >");
}

#[test]
fn what_is_skipped() {
    let pgn = "[A \"b\"]\ne4 {x)} (d4 ; )\nd5 (Nf6) c4) e5 O-O-O 1-0 e4 *";
    for (behind, expected) in [
        ("|", "< A=b | 1-0 > < | * >"),
        ("(", "< A=b | e4 {x)} ( e5 O-O-O 1-0 > < | e4 * >"),
        ("d4", "< A=b | e4 {x)} ( d4 ) e5 O-O-O 1-0 > < | e4 * >"),
        ("e4", "< A=b | e4 1-0 > < | e4 * >"),
    ] {
        assert_eq!(report_skipping(behind, pgn), expected);
    }
}

#[test]
fn nothing_is_no_game() {
    for nothing in ["", " \n\r\n", "\u{feff}", "% x\n", "; x"] {
        assert_eq!(report(nothing), "", "{nothing:?}");
    }
}

#[test]
fn text_honors_a_width() {
    let mark = Annotation::from_command("csl Ge4").unwrap();
    let evaluation = Evaluation::from(PgnScore::Mate(-3));
    let comment = Comment::new("[%eval 0.2] x");
    assert_eq!(
        format!("{:>4}|{:<4}|", Nag::GOOD, GameResult::Draw),
        "  $1|1/2-1/2|"
    );
    assert_eq!(
        format!("{mark:>13}|{evaluation:4}|{comment:>16}|"),
        "   [%csl Ge4]|#-3 |  [%eval 0.20] x|"
    );
}
