//! The text between two games.

use crate::pgn::bytes::{BYTE_ORDER_MARK, is_line_start};
use crate::pgn::reader::scan::{at_end, passed_line};
use crate::pgn::reader::step::Step;
use crate::pgn::window::Window;

/// Skips white space, byte order marks, comment lines and lines that `%` hides, and keeps none of it
/// in memory.
#[derive(Debug, Default)]
pub(super) struct BetweenGames {
    is_hidden: bool,
}

impl BetweenGames {
    pub(super) fn step(&mut self, window: &Window<'_>, mut at: usize) -> Step {
        const MARK: &[u8] = BYTE_ORDER_MARK;
        loop {
            if self.is_hidden {
                match passed_line(window, at) {
                    Ok(end) => at = end,
                    Err(step) => return step,
                }
                self.is_hidden = false;
            }
            match window.bytes.get(at) {
                None => return at_end(window),
                Some(0..=b' ') => at += 1,
                Some(b'%' | b';') if is_line_start(window.bytes, at) => self.is_hidden = true,
                Some(0xEF) => match window.bytes.get(at..at + MARK.len()) {
                    Some(MARK) => at += MARK.len(),
                    None if !window.is_last => return Step::More(at),
                    Some(_) | None => return Step::Done(at),
                },
                Some(_) => return Step::Done(at),
            }
        }
    }
}
