//! Any bytes as a Polyglot book, with the keys of a few positions in it.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use plywood_core::Position;
use plywood_notation::polyglot::{Book, BookFile, key};

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPpp1pPp/8/3PpP2/8/8/P1P3PP/R3K2R w KQkq e6 0 2",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
];

fuzz_target!(|bytes: &[u8]| {
    let positions = FENS.map(|fen| Position::from_fen(fen).expect("a legal position"));
    // An entry with a small first byte gets the key of a position.
    let mut bytes = bytes.to_vec();
    for entry in bytes.chunks_exact_mut(16) {
        if let Some(position) = positions.get(usize::from(entry[0])) {
            entry[..8].copy_from_slice(&key(position).to_be_bytes());
        }
    }
    let Ok(book) = Book::from_bytes(&bytes) else {
        assert!(BookFile::new(Cursor::new(bytes)).is_err());
        return;
    };
    assert_eq!(book.len() * 16, bytes.len());
    // Searching an unsorted file need not find everything, but must not panic.
    let mut unsorted = BookFile::new(Cursor::new(&bytes)).expect("whole entries");
    let sorted = book.to_bytes();
    let again = Book::from_bytes(&sorted).expect("whole entries");
    assert_eq!(again.to_bytes(), sorted);
    let mut file = BookFile::new(Cursor::new(&sorted)).expect("whole entries");
    for position in &positions {
        let _ = unsorted.moves(position);
        let moves = again.moves(position);
        assert_eq!(file.moves(position).expect("memory can be read"), moves);
        for known in &moves {
            assert!(position.is_legal(known.mv));
        }
        let number = u64::from(bytes.first().copied().unwrap_or(0)) * 0x0101_0101;
        let chosen = moves.choose(number);
        assert_eq!(chosen.is_some(), moves.iter().any(|known| known.weight > 0));
        assert_eq!(moves.best().is_some(), !moves.is_empty());
    }
});
