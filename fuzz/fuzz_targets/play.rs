//! Any bytes as a game: its start position, then legal moves, and moves that need not be legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::{ByColor, History, Move, Position};
use plywood_fuzz::check_position;

fuzz_target!(|bytes: &[u8]| {
    let (start, choices) = bytes.split_at(bytes.len().min(4));
    let Some(start) = start_position(start) else {
        return;
    };
    let mut game = History::new(start.clone());
    let mut played = 0;
    for choice in choices.chunks(2) {
        check_position(game.position());
        let number = choice
            .iter()
            .fold(0, |number, &byte| number << 8 | u16::from(byte));
        let moves = game.position().legal_moves();
        if let Some(mv) = Move::from_bits(number) {
            let is_listed = moves.contains(&mv);
            assert_eq!(
                game.position().is_legal(mv),
                is_listed,
                "{} {mv:?}",
                game.position()
            );
            assert_eq!(game.position().play(mv).is_ok(), is_listed);
        }
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(number) % moves.len()])
            .expect("a listed move is legal");
        played += 1;
        let _ = (game.outcome(), game.claim(), game.occurrences());
    }
    for _ in 0..played {
        assert!(game.undo().is_some());
    }
    assert_eq!(*game.position(), start);
});

/// The start of standard chess, or one of double Fischer random.
fn start_position(bytes: &[u8]) -> Option<Position> {
    let number = |pair: &[u8]| {
        let number = pair
            .iter()
            .fold(0, |number, &byte| number << 8 | u16::from(byte));
        number % 960
    };
    if bytes.iter().all(|&byte| byte == 0) {
        return Some(Position::START);
    }
    let (white, black) = bytes.split_at(bytes.len().min(2));
    Position::double_chess960(ByColor {
        white: number(white),
        black: number(black),
    })
}
