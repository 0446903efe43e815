//! Any bytes as a move in SAN, long algebraic or UCI, after an optional FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::{Move, Position};
use plywood_notation::uci::CastlingForm;
use plywood_notation::{lan, san, uci};

/// Has promotions with captures, castling, en passant, and three knights for one square.
const BUSY: &str = "r3k2r/pP1n1pPp/8/1KpP4/8/3N1N2/P4P2/5N2 w kq c6 0 2";
const CASTLING: &str = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Some((fen, text)) = text.split_once('\n') {
        if let Ok((position, _)) = Position::from_fen_lenient(fen) {
            check(&position, text);
            check_writers(&position);
        }
    }
    for fen in [BUSY, CASTLING] {
        let position = Position::from_fen(fen).expect("a legal position");
        check(&position, &text);
    }
});

fn check(position: &Position, text: &str) {
    match san::parse(position, text) {
        Ok(mv) => check_move(position, mv),
        Err(error) => assert!(error.to_string().len() < 2_000),
    }
    match uci::parse(position, text) {
        Ok(mv) => check_move(position, mv),
        Err(error) => assert!(error.to_string().len() < 400),
    }
}

fn check_move(position: &Position, mv: Move) {
    assert!(position.is_legal(mv), "{mv:?} in {position}");
    let written = san::write(position, mv);
    assert_eq!(san::parse(position, &written).ok(), Some(mv), "{position}");
}

fn check_writers(position: &Position) {
    for mv in position.legal_moves() {
        check_move(position, mv);
        let written = lan::write(position, mv);
        assert_eq!(
            san::parse(position, &written).ok(),
            Some(mv),
            "{written} {position}"
        );
        let written = uci::write(mv, CastlingForm::TakesRook);
        assert_eq!(
            uci::parse(position, &written).ok(),
            Some(mv),
            "{written} {position}"
        );
    }
}
