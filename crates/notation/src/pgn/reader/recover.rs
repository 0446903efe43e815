//! Finding the next game after an error.

use crate::pgn::bytes::{BYTE_ORDER_MARK, EVENT, follows_line, line_end};
use crate::pgn::reader::step::Step;
use crate::pgn::window::Window;

/// The bytes at the beginning of a line that decide whether it begins a game.
const DECIDING: usize = BYTE_ORDER_MARK.len() + EVENT.len();

/// Searches for the next game from somewhere inside another. It begins at a line with a tag `Event`,
/// or at the first line with any tag after a line without one.
#[derive(Debug)]
pub(super) struct Recovery {
    /// Whether a line of moves has come; after it any tag begins a game.
    has_moves: bool,
    /// Whether the current line may belong to another game.
    is_under_way: bool,
}

impl Recovery {
    /// The error is in the tags.
    pub(super) const FROM_TAGS: Self = Self {
        has_moves: false,
        is_under_way: false,
    };

    /// The error is in the moves.
    pub(super) const FROM_MOVES: Self = Self {
        has_moves: true,
        is_under_way: true,
    };

    pub(super) fn step(&mut self, window: &Window<'_>, mut at: usize) -> Step {
        loop {
            let seen = window.bytes.len().saturating_sub(at);
            if follows_line(window.bytes, at) && seen < DECIDING && !window.is_last {
                return Step::More(at);
            }
            if follows_line(window.bytes, at) && self.begins_game(window, at) {
                return Step::Done(at);
            }
            match line_end(window.bytes, at) {
                Some(end) => {
                    at = end + 1;
                    self.is_under_way = true;
                }
                None if window.is_last => return Step::Done(window.bytes.len()),
                // The rest of this line decides nothing, however long it is.
                None => return Step::More(window.bytes.len()),
            }
        }
    }

    fn begins_game(&mut self, window: &Window<'_>, at: usize) -> bool {
        let line = window.bytes.get(at..).unwrap_or_default();
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let is_tag = matches!(line, [b'[', b' ' | b'A'..=b'Z' | b'a'..=b'z', ..]);
        let is_next = is_tag && self.is_under_way && (self.has_moves || line.starts_with(EVENT));
        let is_empty = line.first().is_none_or(u8::is_ascii_whitespace);
        self.has_moves |= !is_tag && !is_empty && self.is_under_way;
        is_next
    }
}
