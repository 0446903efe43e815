//! Reading and writing of EPD lines.

use crate::data::{shared, text};
use crate::walks::{STARTS, walk};
use plywood_core::{MoveKind, Position};
use plywood_notation::epd::{self, Dialect, Epd, EpdError, Operand, Operation, Value};
use proptest::prelude::{
    Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

const BARE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn read(operations: &str) -> Result<Epd, EpdError> {
    format!("{BARE} {operations}").parse()
}

#[track_caller]
fn itself(operations: &str) {
    let line = format!("{BARE} {operations}");
    assert_eq!(read(operations).map(|epd| epd.to_string()), Ok(line));
}

#[test]
fn every_opcode_is_read_and_written() {
    itself("bm e4 e3 Kd2;");
    itself("am Kf2; bm e4;");
    itself("sm e4; pm e3;");
    itself("pv e4 Kd7 e5 Ke6;");
    itself("pv;");
    itself("dm 12; ce -341; acd 30; acn 123456789012; acs 3600;");
    itself("hmvc 17; fmvn 60; rc 2;");
    itself(r#"id "a; b"; c0 "zero"; c9 "nine \"quoted\" \\ backslash";"#);
    itself(r#"noop; noop 1 "two words" x;"#);
    itself(r#"D1 20; Tcec_2 "S" 7; c10 x;"#);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let line = ["\u{FEFF}", BARE, " bm e4;"].concat();
    assert_eq!(line.parse::<Epd>().unwrap().best_moves().len(), 1);
    let mut suite = epd::suite(&line);
    assert!(
        suite
            .next()
            .is_some_and(|(number, epd)| number == 1 && epd.is_ok())
    );
}

#[test]
fn clocks_are_those_of_the_position() {
    let epd = read("hmvc 17; fmvn 60;").unwrap();
    assert_eq!(epd.position().halfmove_clock(), 17);
    assert_eq!(epd.position().fullmove_number(), 60);
    let whole: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 17 60 id \"x\";"
        .parse()
        .unwrap();
    assert_eq!(whole.position(), epd.position());
    assert_eq!(
        whole.to_string(),
        format!("{BARE} hmvc 17; fmvn 60; id \"x\";")
    );
    let twice = read("hmvc 1; hmvc 2;").unwrap();
    assert_eq!(twice.operations(), [Operation::number("hmvc", 2)]);
    assert!(matches!(read("hmvc 4000000000;"), Err(EpdError::Clock(..))));
}

#[test]
fn forgiven() {
    let last = "dm 2";
    assert_eq!(read(last).unwrap().direct_mate(), Some(2));
    assert_eq!(read("  ;; dm   2 ;  ;").unwrap().direct_mate(), Some(2));
    assert_eq!(read("id two words;").unwrap().id(), Some("two words"));
    assert_eq!(read("ce +30;").unwrap().number("ce"), Some(30));
    assert_eq!(
        read(r#"id "C:\temp\new\readme";"#).unwrap().id(),
        Some(r"C:\temp\new\readme")
    );
    for path in [
        r#"id "C:\books\";"#,
        r#"id "C:\books\""#,
        r#"id "C:\books\" ; dm 3"#,
    ] {
        let epd = read(path).unwrap();
        assert_eq!(epd.id(), Some(r"C:\books\"), "{path}");
        assert_eq!(epd.to_string().parse(), Ok(epd));
    }
    assert_eq!(
        read("bm e2e4;").unwrap().best_moves()[0].kind(),
        MoveKind::DoublePush
    );
    let counts: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ;D1 6 ;D2 30"
        .parse()
        .unwrap();
    assert_eq!(
        counts.operations()[1],
        other("D2", Operand::Word("30".into()))
    );
}

#[test]
fn refused_with_opcode_text_and_reason() {
    let message = |operations| read(operations).unwrap_err().to_string();
    assert_eq!(message("bm e5;"), r#""bm": "e5" is not a legal move here"#);
    assert_eq!(
        message("am Qx;"),
        r#""am": expected a move such as "Nf3" or "exd8=Q+", found "Qx""#
    );
    assert_eq!(
        message("bm;"),
        r#""bm": expected one move or more, found 0 operands"#
    );
    assert_eq!(
        message("sm e3 e4;"),
        r#""sm": expected one move, found 2 operands"#
    );
    assert_eq!(
        message("pv e4 e5;"),
        r#""pv": "e5" is not a legal move here"#
    );
    assert_eq!(message("dm -1;"), r#""dm": expected a number, found "-1""#);
    assert_eq!(
        message("acn 99999999999999999999;"),
        r#""acn": expected a number, found "99999999999999999999""#
    );
    assert_eq!(
        message("rc;"),
        r#""rc": expected one number, found 0 operands"#
    );
    assert_eq!(
        message("id;"),
        r#""id": expected a text in quotation marks, found 0 operands"#
    );
    assert_eq!(
        message(r#"id "open;"#),
        r#""id": the quotation mark is not closed in "open;""#
    );
    assert_eq!(
        message(r#"id "open\" x"#),
        r#""id": the quotation mark is not closed in "open\\\" x""#
    );
    assert!(message("fmvn 0;").starts_with(r#""fmvn": "#));
    assert_eq!(
        message("7x y;"),
        r#"expected an opcode such as "bm", found "7x""#
    );
    assert_eq!(
        message("\"x\" y;"),
        r#"expected an opcode such as "bm", found "\"x\" y;""#
    );
    assert_eq!(
        message("bé x;"),
        r#"expected an opcode such as "bm", found "bé""#
    );
    assert!(matches!(
        "4k3/8/8/8/8/8/8/8 w - - bm e4;".parse::<Epd>(),
        Err(EpdError::Position(_))
    ));
    assert!(matches!("".parse::<Epd>(), Err(EpdError::Position(_))));
}

#[test]
fn what_could_not_be_read_again_is_not_added() {
    let mut epd = Epd::new(Position::START);
    let word = |opcode: &str, word: &str| other(opcode, Operand::Word(word.into()));
    let mut refused = |operation| epd.add(operation).unwrap_err();
    for operation in [
        word("bm", "e4"),
        word("c3", "e4"),
        word("x", "e;4"),
        word("x", "e 4"),
        word("x", ""),
        Operation::text("x", "a text"),
        Operation::text("c10", ""),
        Operation::number("c10", 5),
    ] {
        let opcode = format!("{:?}", operation.opcode);
        let error = refused(operation).to_string();
        assert_eq!(error, format!("{opcode} cannot be written with this value"));
    }
    for opcode in ["bm", "sm"] {
        let operation = Operation::moves(opcode, &[]);
        assert!(matches!(refused(operation), EpdError::Operands { .. }));
    }
    assert!(matches!(
        refused(Operation::number("dm", -1)),
        EpdError::Number(..)
    ));
    assert!(matches!(refused(word("a b", "e4")), EpdError::Opcode(_)));
    assert!(matches!(refused(word("", "e4")), EpdError::Opcode(_)));
    let foreign = walk(STARTS[1], &[]).remove(0).legal_moves()[0];
    for opcode in ["bm", "pv"] {
        let operation = Operation::moves(opcode, &[foreign]);
        assert!(matches!(refused(operation), EpdError::Move(..)));
    }
    assert_eq!(epd, Epd::new(Position::START));
    epd.add(word("x", "e4")).unwrap();
    assert_eq!(epd.to_string().parse(), Ok(epd));
}

/// Every line of a suite is read, has a question, and is written as itself.
fn check_suite(name: &str, suite: &str, count: usize) {
    let mut read = 0;
    for (line, epd) in epd::suite(suite) {
        let epd = epd.unwrap_or_else(|error| panic!("{name}.epd, line {line}: {error}"));
        assert!(
            !epd.best_moves().is_empty()
                || !epd.avoid_moves().is_empty()
                || epd.direct_mate().is_some(),
            "{name}.epd, line {line}"
        );
        assert_eq!(epd.to_string().parse(), Ok(epd));
        read += 1;
    }
    assert_eq!(read, count, "{name}.epd");
}

#[test]
fn suites_are_read() {
    for (name, count) in [("bratko-kopec", 24), ("zugzwang", 30)] {
        check_suite(name, &text(&format!("tactics/{name}.epd")), count);
    }
}

#[test]
#[ignore = "reads the long suites in ../shared/data"]
fn long_suites_are_read() {
    let suites = [
        ("arasan21", 200),
        ("ecm", 183),
        ("eet-endgame", 100),
        ("lapuce2", 35),
        ("mate-in-n", 2_375),
        ("pawn-endgame", 48),
        ("sts", 1_500),
        ("wac", 300),
    ];
    for (name, count) in suites {
        check_suite(name, &shared(&format!("tactics/{name}.epd")), count);
    }
}

#[test]
fn solved_by_the_best_moves_and_not_by_those_to_avoid() {
    let solutions = |operations: &str| {
        let epd = read(operations).unwrap();
        let moves = epd.position().legal_moves();
        let solved = moves.into_iter().filter(|&mv| epd.is_solved_by(mv));
        solved
            .map(|mv| mv.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(solutions("bm e4;"), "e2e4");
    assert_eq!(solutions("am Kd1 Kd2 Kf1 Kf2;"), "e2e3 e2e4");
    assert_eq!(solutions("bm e4 e3; am e3;"), "e2e4");
    assert_eq!(solutions("id \"nothing asked\";"), "");
}

fn operand() -> impl Strategy<Value = Operand> {
    prop_oneof![
        "[a-zA-Z0-9=+#,.é-]{1,8}".prop_map(Operand::Word),
        any::<String>().prop_map(Operand::Quoted),
    ]
}

fn other(opcode: &str, operand: Operand) -> Operation {
    operands(opcode, vec![operand])
}

fn operands(opcode: &str, operands: Vec<Operand>) -> Operation {
    let (opcode, value) = (opcode.to_owned(), Value::Operands(operands));
    Operation { opcode, value }
}

/// Operations without moves.
fn operation() -> impl Strategy<Value = Operation> {
    let counts = prop::sample::select(vec!["dm", "acd", "acn", "acs", "rc"]);
    prop_oneof![
        (counts, 0..i64::MAX).prop_map(|(opcode, count)| Operation::number(opcode, count)),
        any::<i64>().prop_map(|score| Operation::number("ce", score)),
        (0..10_000_i64).prop_map(|clock| Operation::number("hmvc", clock)),
        (1..10_000_i64).prop_map(|number| Operation::number("fmvn", number)),
        any::<String>().prop_map(|text| Operation::text("id", &text)),
        (0..10_u8, any::<String>())
            .prop_map(|(number, text)| Operation::text(&format!("c{number}"), &text)),
        (
            "(noop|x[a-z_0-9]{0,6})",
            prop::collection::vec(operand(), 0..4)
        )
            .prop_map(|(opcode, all)| operands(&opcode, all)),
        Just(Operation::moves("pv", &[])),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 0..60), operations in prop::collection::vec(operation(), 0..6)) {
        let path = walk(STARTS[start], &choices);
        let position = path[path.len() / 2].clone();
        let moves = position.legal_moves();
        let mut epd = Epd::new(position.clone());
        if let Some(&first) = moves.first() {
            epd.add(Operation::moves("bm", &moves)).unwrap();
            epd.add(Operation::moves("am", &[first])).unwrap();
            epd.add(Operation::moves("sm", &[first])).unwrap();
        }
        let mut line = Vec::new();
        let mut at = position.clone();
        for choice in &choices {
            let moves = at.legal_moves();
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            line.push(mv);
            at = at.play_unchecked(mv);
        }
        epd.add(Operation::moves("pv", &line)).unwrap();
        // Another number in a clock can make the en passant square impossible.
        for operation in operations {
            let _ = epd.add(operation);
        }
        prop_assert!(!epd.to_string().contains(char::is_control));
        prop_assert_eq!(epd.to_string().parse::<Epd>(), Ok(epd));
    }

    #[test]
    fn operations_of_a_dialect_are_read_again(opcode in "[a-z][a-z_0-9]{0,6}", text in any::<String>(), word in "[a-zA-Z0-9+-]{1,5}") {
        for dialect in [Dialect::Standard, Dialect::PythonChess] {
            for operands in [vec![Operand::Quoted(text.clone())], vec![Operand::Word(word.clone())], Vec::new()] {
                let written = dialect.write(&opcode, &operands).unwrap();
                let read = dialect.read(&format!("{written} noop;")).unwrap();
                prop_assert_eq!(&read, &[(opcode.clone(), operands), ("noop".to_owned(), Vec::new())]);
            }
        }
    }
}

/// The second form is python-chess 1.11.2's.
#[test]
fn dialects_differ() {
    let quoted = |text: &str| Operand::Quoted(text.to_owned());
    let read = |dialect: Dialect, text: &str| {
        let read = dialect.read(text).ok()?;
        Some(
            read.into_iter()
                .map(|(_, mut operands)| operands.pop())
                .collect::<Vec<_>>(),
        )
    };
    for (text, standard, theirs) in [
        (
            r#"id "a\nb";"#,
            Some(vec![Some(quoted(r"a\nb"))]),
            Some(vec![Some(quoted("a\nb"))]),
        ),
        (
            r#"id "a\"b\\";"#,
            Some(vec![Some(quoted("a\"b\\"))]),
            Some(vec![Some(quoted("a\"b\\"))]),
        ),
        (r#"id "open"#, None, Some(vec![Some(quoted("open"))])),
        (
            r#"id "a" c0 "b""#,
            Some(vec![Some(quoted("b"))]),
            Some(vec![Some(quoted("a")), Some(quoted("b"))]),
        ),
        ("- noop;", None, Some(vec![None])),
        ("a-b;", None, Some(vec![None])),
        ("ä;", None, Some(vec![None])),
        ("5;", None, None),
        ("", Some(vec![]), Some(vec![])),
    ] {
        assert_eq!(read(Dialect::Standard, text), standard, "{text}");
        assert_eq!(read(Dialect::PythonChess, text), theirs, "{text}");
    }
    for opcode in ["", "-", "a b", "a;b", "a\"b", "1"] {
        assert!(Dialect::PythonChess.write(opcode, &[]).is_err(), "{opcode}");
    }
}
