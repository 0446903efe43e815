//! Hostile texts: no panic, no hang, and short errors.

use std::fmt::Display;
use std::thread;
use std::time::{Duration, Instant};

use crate::walks::{STARTS, walk};
use plywood_core::Position;
use plywood_notation::epd::Epd;
use plywood_notation::{epd, lan, san, uci};
use proptest::prelude::{any, prop, proptest};

/// Tries every reader; every error is short.
fn read_all(position: &Position, text: &str) {
    check(san::parse(position, text));
    check(uci::parse(position, text));
    check(text.parse::<Epd>());
}

fn check<T>(read: Result<T, impl Display>) {
    let message = read.map_or_else(|error| error.to_string(), |_| String::new());
    assert!(message.len() < 2_000, "{message}");
}

proptest! {
    #[test]
    fn any_text(text: String) {
        read_all(&Position::START, &text);
        for (_, epd) in epd::suite(&text) {
            assert!(epd.is_err());
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = san::parse_bytes(&Position::START, &bytes);
        read_all(&Position::START, &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn text_of_the_right_letters(start in 0..STARTS.len(), text in "[NBRQKSP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[NBRQKqn])?[+#]?|[NBRQKSPOo0a-h1-8x=+#!?:/().ep -]{0,12}") {
        let position: Position = STARTS[start].parse().unwrap();
        read_all(&position, &text);
        let read = san::parse(&position, &text).ok();
        assert!(read.is_none_or(|mv| position.is_legal(mv)), "{text} in {position}");
        // A mark at the end makes the reader lenient: both readings must agree.
        assert_eq!(san::parse(&position, &format!("{text}!")).ok(), read, "{text} in {position}");
    }

    #[test]
    fn spoiled_moves(start in 0..STARTS.len(), choices in prop::collection::vec(any::<usize>(), 1..40), place: usize, byte: u8) {
        let position = walk(STARTS[start], &choices).pop().unwrap();
        for mv in position.legal_moves() {
            for text in [san::write(&position, mv), lan::write(&position, mv), uci::write(mv, uci::CastlingForm::Landing)] {
                let mut bytes = text.as_bytes().to_vec();
                let place = place % bytes.len();
                bytes[place] = byte;
                // If it is still a move, it is a legal one.
                if let Ok(mv) = san::parse_bytes(&position, &bytes) {
                    assert!(position.is_legal(mv));
                }
                bytes.insert(place, byte);
                if let Ok(mv) = san::parse_bytes(&position, &bytes) {
                    assert!(position.is_legal(mv));
                }
                read_all(&position, &String::from_utf8_lossy(&bytes));
                bytes.truncate(place);
                read_all(&position, &String::from_utf8_lossy(&bytes));
            }
        }
    }

    #[test]
    fn spoiled_lines(operations in r#"( (bm|am|pv|sm|id|c1|ce|noop|x_1) ("[^"]{0,9}"?|[a-h][1-8]|-?[0-9]{1,30}|[ ;"\\])){0,5}"#, start in 0..STARTS.len()) {
        let fen = STARTS[start];
        let bare = fen.rsplitn(3, ' ').last().unwrap();
        for line in [format!("{fen}{operations}"), format!("{bare}{operations}")] {
            if let Ok(epd) = line.parse::<Epd>() {
                assert_eq!(epd.to_string().parse(), Ok(epd), "{line}");
            }
        }
    }
}

#[test]
fn five_megabytes_on_a_small_stack() {
    let read = || {
        let start = Instant::now();
        let position = Position::START;
        for piece in [
            "N", "e4", "!", "+", "\0", "é", "(", "O-", " ", "\"", ";", "x ", "\\", "\n",
        ] {
            let text = piece.repeat(5_000_000 / piece.len());
            read_all(&position, &text);
            read_all(&position, &format!("Nf3{text}"));
            read_all(&position, &format!("{} bm {text}", STARTS[0]));
            assert!(san::parse_bytes(&position, text.as_bytes()).is_err());
        }
        let longest = |piece: &str| {
            let line = format!("{} noop {}", STARTS[0], piece.repeat(65_000 / piece.len()));
            let _ = line.parse::<Epd>();
        };
        for piece in ["x ", "\"\"", "\\", ";", "a;", "\"", "\"a\" "] {
            longest(piece);
        }
        start.elapsed()
    };
    let reader = thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(read)
        .expect("a thread can be started");
    let taken = reader.join().expect("no reader panics");
    assert!(taken < Duration::from_mins(5), "{taken:?}");
}
