//! What a reader reports to a visitor, piece by piece.

use std::ops::ControlFlow;

use plywood_notation::pgn::{
    Annotation, Comment, Evaluation, GameResult, Leave, MoveToken, Nag, PgnScore, Reader, Tag,
    Text, Visitor,
};

/// Records what is reported, and skips the parts that its fields name.
#[derive(Default)]
struct Log {
    report: String,
    skips_movetext: bool,
    skips_variations: bool,
    /// Skips the rest of the line after this move.
    stops_after: &'static str,
}

impl Log {
    fn note(&mut self, text: &str) {
        if !self.report.is_empty() {
            self.report.push(' ');
        }
        self.report.push_str(text);
    }
}

fn leave_if(skips: bool) -> ControlFlow<Leave> {
    if skips {
        ControlFlow::Break(Leave::Line)
    } else {
        ControlFlow::Continue(())
    }
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.note("<");
    }

    fn tag(&mut self, tag: Tag<'_>) {
        self.note(&format!("{}={}", tag.name(), tag.value()));
    }

    fn begin_movetext(&mut self) -> ControlFlow<Leave> {
        self.note("|");
        leave_if(self.skips_movetext)
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        self.note(&token.text().to_str());
        leave_if(token.text().as_bytes() == self.stops_after.as_bytes())
    }

    fn comment(&mut self, text: Text<'_>) {
        self.note(&format!("{{{text}}}"));
    }

    fn nag(&mut self, nag: Nag) {
        self.note(&nag.to_string());
    }

    fn begin_variation(&mut self) -> ControlFlow<Leave> {
        self.note("(");
        leave_if(self.skips_variations)
    }

    fn end_variation(&mut self) {
        self.note(")");
    }

    fn result(&mut self, result: GameResult) {
        self.note(result.as_str());
    }

    fn end_game(&mut self) {
        self.note(">");
    }
}

/// What is reported of a text without mistakes.
fn report_to(mut log: Log, pgn: &str) -> String {
    let mut reader = Reader::new(pgn.as_bytes());
    while reader
        .read_game(&mut log)
        .expect("nothing is wrong")
        .is_some()
    {}
    log.report
}

fn report(pgn: &str) -> String {
    report_to(Log::default(), pgn)
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
    // An empty line among the tags is no new game; a second Event after it is.
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

/// Comments behind a result, up to an empty line, belong to the game that has ended.
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
    let movetext = Log {
        skips_movetext: true,
        ..Log::default()
    };
    assert_eq!(
        report_to(movetext, "e4 1-0 {x}\n\n[A \"b\"]\n*"),
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
    let movetext = Log {
        skips_movetext: true,
        ..Log::default()
    };
    assert_eq!(report_to(movetext, pgn), "< A=b | 1-0 > < | * >");
    let variations = Log {
        skips_variations: true,
        ..Log::default()
    };
    assert_eq!(
        report_to(variations, pgn),
        "< A=b | e4 {x)} ( e5 O-O-O 1-0 > < | e4 * >"
    );
    let line = Log {
        stops_after: "d4",
        ..Log::default()
    };
    assert_eq!(
        report_to(line, pgn),
        "< A=b | e4 {x)} ( d4 ) e5 O-O-O 1-0 > < | e4 * >"
    );
    let game = Log {
        stops_after: "e4",
        ..Log::default()
    };
    assert_eq!(report_to(game, pgn), "< A=b | e4 1-0 > < | e4 * >");
}

#[test]
fn nothing_is_no_game() {
    for nothing in ["", " \n\r\n", "\u{feff}", "% x\n", "; x"] {
        assert_eq!(report(nothing), "", "{nothing:?}");
    }
}

/// A visitor that stops reads nothing more, and the next game is found.
#[test]
fn reading_stops_where_a_visitor_stops() {
    /// Stops at the first move with this text, at any depth.
    struct Stopper(&'static str, String);

    impl Visitor for Stopper {
        fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
            let text = token.text().to_str();
            self.1.extend([&*text, " "]);
            if text == self.0 {
                ControlFlow::Break(Leave::Game)
            } else {
                ControlFlow::Continue(())
            }
        }

        fn end_game(&mut self) {
            self.1 += "> ";
        }
    }

    let pgn = "1. e4 (1. d4 (1. c4 {)} c5)) 1... e5 1-0 {x} 1-0\n1. Nf3 *\n\n1. e4 )\n\n[A \"b\"]\n1. f4 *";
    for (stop, expected) in [
        ("e4", "e4 Nf3 > e4 f4 > "),
        ("c4", "e4 d4 c4 Nf3 > e4 f4 > "),
        ("e5", "e4 d4 c4 c5 e5 Nf3 > e4 f4 > "),
    ] {
        let mut stopper = Stopper(stop, String::new());
        let mut reader = Reader::new(pgn.as_bytes());
        while !matches!(reader.read_game(&mut stopper), Ok(None)) {}
        assert_eq!(stopper.1, expected, "{stop}");
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
