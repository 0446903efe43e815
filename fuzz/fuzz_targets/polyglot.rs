//! Any bytes as an opening book: memory and file agree, and only legal moves come out.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use plywood_core::Position;
use plywood_notation::polyglot::{self, Book, BookFile, Entry, decode_move, encode_move};

fuzz_target!(|bytes: &[u8]| {
    let (entries, _) = bytes.as_chunks::<16>();
    let mut position = Position::START;
    let mut book: Book = entries.iter().copied().map(Entry::from_bytes).collect();
    // The bytes name moves of a game, too, so that keys are met.
    for entry in entries {
        let entry = Entry::from_bytes(*entry);
        let Some(mv) = decode_move(&position, entry.code) else {
            continue;
        };
        assert!(position.is_legal(mv));
        assert_eq!(decode_move(&position, encode_move(mv)), Some(mv));
        assert!(book.add(&position, mv, entry.weight).is_ok());
        assert!(book.moves(&position).iter().any(|known| known.mv == mv));
        position = position.after(mv);
        let proven = Position::new(&position.setup()).expect("a game stays legal");
        assert_eq!(polyglot::key(&proven), polyglot::key(&position));
    }
    let written = book.to_bytes();
    let mut file = BookFile::new(Cursor::new(&written)).expect("whole entries");
    let read = Book::from_bytes(&written).expect("whole entries");
    for position in [Position::START, position] {
        let moves = read.moves(&position);
        assert_eq!(file.moves(&position).expect("memory does not fail"), moves);
        assert!(moves.iter().all(|found| position.is_legal(found.mv)));
        let _ = moves.choose(bytes.len() as u64);
    }
    let _ = BookFile::new(Cursor::new(bytes)).and_then(|mut raw| raw.moves(&Position::START));
});
