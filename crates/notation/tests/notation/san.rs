//! SAN as written and read, and texts that are refused.

use crate::data::text;
use plywood_core::{Move, Position};
use plywood_notation::san::SanError;
use plywood_notation::{san, uci};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn read(fen: &str, text: &str) -> Result<String, SanError> {
    san::parse(&position(fen), text).map(|mv: Move| format!("{mv:#}"))
}

#[track_caller]
fn refused(fen: &str, text: &str) {
    let read = san::parse(&position(fen), text);
    assert!(read.is_err(), "{text:?} was read as {read:?}");
}

#[test]
fn examples_are_read_and_written() {
    let table = text("edge/san.tsv");
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [fen, coordinates, expected, ..] = fields[..] else {
            panic!("a row has five fields: {row}");
        };
        let Ok(position) = fen.parse::<Position>() else {
            let queens = "7k/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1";
            assert_eq!(fen, queens, "only here the side that has moved is in check");
            continue;
        };
        let mv =
            uci::parse(&position, coordinates).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(san::write(&position, mv), expected, "{row}");
        assert_eq!(san::parse(&position, expected), Ok(mv), "{row}");
    }
}

#[test]
fn mistakes_are_refused() {
    let table = text("edge/reject-moves.tsv");
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [kind, fen, text, ..] = fields[..] else {
            panic!("a row has four fields: {row}");
        };
        let text = text.replace("\\n", "\n");
        let position = position(fen);
        let is_refused = match kind {
            "san" => san::parse(&position, &text).is_err(),
            "uci" => uci::parse(&position, &text).is_err(),
            other => panic!("{other} is not a kind"),
        };
        assert!(is_refused, "{row}");
    }
}

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const KNIGHTS: &str = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
const PROMOTION: &str = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
const CAPTURE: &str = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1";

#[test]
fn castling_as_people_write_it() {
    for text in ["O-O", "0-0", "o-o", "O-O!", "O-O+", "0-0??", "e1g1", "e1h1"] {
        assert_eq!(read(CASTLING, text).as_deref(), Ok("e1h1"), "{text}");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1c1", "e1-a1"] {
        assert_eq!(read(CASTLING, text).as_deref(), Ok("e1a1"), "{text}");
    }
    for text in [
        "Kg1", "Kh1", "Ke1g1", "Kc1", "Ke1xh1", "O-", "O-O-", "-O-O", "O-O-O-O", "OO", "O-O e.p.",
        "O-O\n", " O-O", "O-O=Q", "KO-O",
    ] {
        refused(CASTLING, text);
    }
}

#[test]
fn promotion_as_people_write_it() {
    for text in [
        "a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=q", "a8q", "a7a8q", "a7-a8=Q", "Pa8=Q", "a8=Q+",
        "a8Q#", "a8(Q)!?",
    ] {
        assert_eq!(read(PROMOTION, text).as_deref(), Ok("a7a8q"), "{text}");
    }
    for text in [
        "axb8=N", "axb8=S", "axb8S", "axb8/S", "axb8(S)", "a7xb8=n", "a:b8=S", "ab8N",
    ] {
        assert_eq!(read(PROMOTION, text).as_deref(), Ok("a7b8n"), "{text}");
    }
    for text in [
        "a8", "a8=", "a8=K", "a8=P", "a8()", "a8(", "a8(Q", "a8Q)", "a8==Q", "a8=QQ", "a8=Qx",
        "a7a8", "Pa8", "b8=Q", "Ke2=Q", "Ke2Q", "e1e2q", "axb8",
    ] {
        refused(PROMOTION, text);
    }
}

#[test]
fn captures_as_people_write_them() {
    for text in [
        "exd5", "e:d5", "ed5", "e4xd5", "e4-d5", "e4d5", "Pexd5", "exd5!",
    ] {
        assert_eq!(read(CAPTURE, text).as_deref(), Ok("e4d5"), "{text}");
    }
    for text in [
        "Nxd5", "Nd5", "N:d5", "N-d5", "Sxd5", "Ncxd5", "N3d5", "Nc3xd5", "Nc3-d5", "♘xd5",
        "♞xd5+", "Nxd5++",
    ] {
        assert_eq!(read(CAPTURE, text).as_deref(), Ok("c3d5"), "{text}");
    }
    for text in [
        "d5",
        "xd5",
        "Pxd5",
        "Pd5",
        "exd5 e.p.",
        "cxd5",
        "4xd5",
        "e4",
        "ee5e6",
        "Nxxd5",
        "Nx-d5",
        "Nxcd5",
        "N3cd5",
        "Nccd5",
        "N4d5",
        "Nbd5",
        "nd5",
        "d5N",
        "Nd5Q",
        "Nc3d5e.p.",
    ] {
        refused(CAPTURE, text);
    }
}

#[test]
fn en_passant_as_people_write_it() {
    for text in [
        "exd6",
        "exd6e.p.",
        "exd6 e.p.",
        "exd6ep",
        "exd6 ep!",
        "exd6+ e.p.",
        "e5xd6 e.p.",
        "e5d6",
        "ed6",
        "e5d6e.p.",
    ] {
        assert_eq!(read(EN_PASSANT, text).as_deref(), Ok("e5d6"), "{text}");
    }
    for text in [
        "d6",
        "e6 e.p.",
        "exd6 e.p. e.p.",
        "exd6  e.p.",
        "exf6",
        "Ke2ep",
        "e.p.",
        "ep",
        " ep",
    ] {
        refused(EN_PASSANT, text);
    }
}

#[test]
fn more_of_the_origin_than_needed() {
    for text in [
        "Nge2", "N1e2", "Ng1e2", "Ng1-e2", "Sge2", "g1e2", "♘ge2", "Nge2!!", "Nge2+?!",
    ] {
        assert_eq!(read(KNIGHTS, text).as_deref(), Ok("g1e2"), "{text}");
    }
}

#[test]
fn the_three_errors_differ() {
    let quoted = |error: SanError| error.to_string();
    let error = |text| read(KNIGHTS, text).unwrap_err();
    for text in [
        "",
        "N",
        "e",
        "e9",
        "i4",
        "Nf33",
        "Ngg1e2x",
        "--",
        "Z0",
        "0000",
        "1-0",
        "é4",
        "Né2",
        "♘",
        "♘♘e2",
        "Ne\u{302}2",
        "\0",
        "N e2",
    ] {
        assert!(
            matches!(error(text), SanError::NotAMove(_)),
            "{text}: {:?}",
            error(text)
        );
    }
    for text in ["e4", "Nd4", "Qd1", "O-O", "Nhe2", "a8=Q", "b1b2"] {
        assert!(
            matches!(error(text), SanError::NoSuchMove(_)),
            "{text}: {:?}",
            error(text)
        );
    }
    for text in ["Ne2", "Nxe2", "Se2+"] {
        assert!(
            matches!(error(text), SanError::Ambiguous { .. }),
            "{text}: {:?}",
            error(text)
        );
    }
    assert_eq!(quoted(error("Ne2")), r#""Ne2" is ambiguous: g1e2 or c3e2"#);
}

/// Bugs with which others were released.
#[test]
fn pinned_pieces_make_no_move_ambiguous() {
    let pinned = "8/8/8/R2nkn2/8/8/2K5/8 b - - 0 1";
    assert_eq!(read(pinned, "Ne3").as_deref(), Ok("f5e3"));
    refused(pinned, "Nde3");
    let mv = san::parse(&position(pinned), "Nfe3").unwrap();
    assert_eq!(san::write(&position(pinned), mv), "Ne3+");
    // In check, a knight that cannot answer it is no alternative.
    let check = "4k3/8/8/8/1b6/8/8/N3KN2 w - - 0 1";
    assert_eq!(read(check, "Nd2").as_deref(), Ok("f1d2"));
}

#[test]
fn coordinates_that_are_none() {
    let start = Position::START;
    for text in [
        "",
        "e2e",
        "e2",
        "e2e4e",
        "e2e4qq",
        "e2-e4",
        "E2E4",
        "é2e",
        "e2é",
        "éé",
        "♘g1",
        "e2e4k",
        "e2e4\n",
        " e2e4",
        "e2e9",
        "i2i4",
        "\0\0\0\0",
        "e2e\u{301}",
    ] {
        let error = uci::parse(&start, text).unwrap_err();
        assert!(
            matches!(error, uci::UciError::NotAMove(_)),
            "{text:?}: {error}"
        );
    }
    for text in ["e2e5", "e2e4q", "e1g1", "e7e5", "a1a1", "e4e5"] {
        let error = uci::parse(&start, text).unwrap_err();
        assert!(
            matches!(error, uci::UciError::NoSuchMove(_)),
            "{text:?}: {error}"
        );
    }
}
