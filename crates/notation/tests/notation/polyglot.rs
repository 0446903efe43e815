//! Polyglot books: the published keys, a real book, and hostile bytes.

use std::fs;
use std::io::Cursor;

use plywood_core::{Move, Position};
use plywood_notation::polyglot::{self, Book, BookEntry, BookError, BookFile};
use proptest::prelude::*;

use crate::data::{file, shared, text};

fn find(position: &Position, text: &str) -> Move {
    let mut moves = position.legal_moves().into_iter();
    moves
        .find(|mv| mv.to_string() == text || format!("{mv:#}") == text)
        .expect("the move is legal")
}

fn after(moves: &str) -> Position {
    moves
        .split_whitespace()
        .fold(Position::START, |position, text| {
            position.play_unchecked(find(&position, text))
        })
}

/// The keys of the examples in the format's description.
#[test]
fn published_keys() {
    let keys = [
        ("", 0x463B_9618_1691_FC9C),
        ("e2e4", 0x823C_9B50_FD11_4196),
        ("e2e4 d7d5", 0x0756_B944_61C5_0FB0),
        ("e2e4 d7d5 e4e5", 0x662F_AFB9_65DB_29D4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22A4_8B5A_8E47_FF78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A_607C_A3F2_42C1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FD_D303_C946_BDD9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C81_23EA_7B06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F_9B82_9B27_9560),
    ];
    for (moves, key) in keys {
        assert_eq!(polyglot::key(&after(moves)), key, "{moves}");
    }
}

/// Checks the keys of positions, and of the games that lead to them.
fn check_keys(table: &str) {
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let key = u64::from_str_radix(fields[2], 16).expect("a key is a hexadecimal number");
        let position: Position = fields[0].parse().expect("the FEN is valid");
        assert_eq!(polyglot::key(&position), key, "{line}");
        assert_eq!(polyglot::key(&after(fields[1])), key, "{line}");
    }
}

#[test]
fn keys_of_random_games() {
    check_keys(&text("edge/polyglot-keys.tsv"));
}

#[test]
#[ignore = "reads the long list in ../shared/data"]
fn keys_of_more_random_games() {
    check_keys(&shared("edge/polyglot-keys.tsv"));
}

#[test]
fn a_real_book() {
    let file = file("edge/lasker-trap.bin");
    let bytes = fs::read(&file).unwrap();
    let book = Book::from_bytes(&bytes).unwrap();
    assert_eq!(book.to_bytes(), bytes);
    let mut on_disk = BookFile::new(fs::File::open(&file).unwrap()).unwrap();
    // The book has moves only for Black.
    let mut position = after("d2d4");
    let mut line = Vec::new();
    while let Some(found) = book.moves(&position).best() {
        assert_eq!(on_disk.moves(&position).unwrap(), book.moves(&position));
        line.push(found.mv.to_string());
        position = position.play_unchecked(found.mv);
    }
    assert_eq!(line.join(" "), "d7d5");
    assert_eq!(book.len(), 7);
}

#[test]
fn illegal_moves_are_neither_added_nor_found() {
    let mut book = Book::new();
    let castling = find(&"4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap(), "e1g1");
    assert!(matches!(
        book.add(&Position::START, castling, 1),
        Err(BookError::IllegalMove { .. })
    ));
    let key = polyglot::key(&Position::START);
    let entries = (0..=u16::MAX).map(|code| BookEntry {
        key,
        code,
        weight: 1,
        learn: 0,
    });
    let book: Book = entries.collect();
    assert_eq!(book.moves(&Position::START).len(), 20);
}

/// Castling and promotions keep their meaning in a book, including those of Chess960.
#[test]
fn special_moves_travel() {
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "1r6/P6k/8/3pP3/8/8/8/K7 w - d6 0 2",
        "rnbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKRN w KQkq - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let mut book = Book::new();
        for mv in position.legal_moves() {
            book.add(&position, mv, 2).unwrap();
            book.add(&position, mv, u16::MAX).unwrap();
        }
        let book = Book::from_bytes(&book.to_bytes()).unwrap();
        let found: Vec<_> = book.moves(&position).iter().map(|found| found.mv).collect();
        assert_eq!(found, position.legal_moves().to_vec());
        assert!(
            book.moves(&position)
                .iter()
                .all(|found| found.weight == u16::MAX)
        );
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_book_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let whole = bytes.len() % 16 == 0;
        prop_assert_eq!(Book::from_bytes(&bytes).is_ok(), whole);
        prop_assert_eq!(BookFile::new(Cursor::new(&bytes)).is_ok(), whole);
    }

    /// Searches of a file and of memory find the same, for any bytes.
    #[test]
    fn memory_and_file_agree(codes in proptest::collection::vec((any::<u16>(), any::<u16>(), any::<bool>()), 0..60)) {
        let start = polyglot::key(&Position::START);
        let book: Book = codes
            .iter()
            .map(|&(code, weight, here)| BookEntry {
                key: if here { start } else { start ^ u64::from(weight) << 48 },
                code: code % 4096,
                weight,
                learn: 0,
            })
            .collect();
        let bytes = book.to_bytes();
        let mut file = BookFile::new(Cursor::new(&bytes)).unwrap();
        let moves = Book::from_bytes(&bytes).unwrap().moves(&Position::START);
        prop_assert!(moves.iter().all(|found| Position::START.is_legal(found.mv)));
        prop_assert_eq!(&file.moves(&Position::START).unwrap(), &moves);
        for number in 0..50 {
            if let Some(chosen) = moves.choose(number) {
                prop_assert!(chosen.weight > 0 && moves.contains(&chosen));
            }
        }
    }

    /// An unsorted file gives wrong moves or none, but no panic and no illegal move.
    #[test]
    fn unsorted_files_do_no_harm(mut bytes in proptest::collection::vec(any::<u8>(), 0..640)) {
        bytes.truncate(bytes.len() / 16 * 16);
        let mut file = BookFile::new(Cursor::new(&bytes)).unwrap();
        let moves = file.moves(&Position::START).unwrap();
        let legal = Position::START.legal_moves();
        prop_assert!(moves.iter().all(|found| legal.contains(&found.mv)));
    }
}
