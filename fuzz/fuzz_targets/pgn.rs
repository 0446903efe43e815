//! Any bytes as a file of games: read, skipped, written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_notation::pgn::{Games, Limits, Reader};

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default().nesting(20).comment_bytes(200);
    let mut whole = Reader::with_limits(bytes, limits);
    let mut read = Vec::new();
    loop {
        match whole.read_game(&mut ()) {
            Ok(None) => break,
            Ok(Some(number)) => read.push(number),
            Err(_) => read.push(0),
        }
    }
    if !read.contains(&0) {
        let mut skipping = Reader::with_limits(bytes, limits);
        for number in &read {
            assert_eq!(skipping.skip_game().ok().flatten(), Some(*number));
        }
        assert_eq!(skipping.skip_game().ok().flatten(), None);
    }
    let mut games = 0;
    for game in Games::with_reader(Reader::with_limits(bytes, limits)) {
        let game = game.expect("bytes in memory do not fail");
        let text = game.to_string();
        let again: Vec<_> = Games::new(text.as_bytes()).flatten().collect();
        assert_eq!(again.len(), 1, "{text}");
        assert!(again[0].errors().is_empty(), "{text}");
        assert_eq!(again[0], game, "{text}");
        assert_eq!(again[0].to_string(), text);
        games += 1;
    }
    assert_eq!(games, read.len());
});
