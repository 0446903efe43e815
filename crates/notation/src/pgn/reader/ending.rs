//! What follows the result of a game: comments, and the result again.

use crate::pgn::bytes::{ends_line, word_end};
use crate::pgn::reader::scan::{Token, at_end, comment, rest_of_line};
use crate::pgn::reader::step::Step;
use crate::pgn::result::GameResult;
use crate::pgn::text::Text;
use crate::pgn::visitor::Visitor;
use crate::pgn::window::Window;

/// Comments behind a result, such as why a player resigned. They belong to the game that has ended,
/// up to an empty line or anything that is neither a comment nor a result. A second result is
/// ignored: some programs append one and write `1-0 1-0`.
#[derive(Debug)]
pub(super) struct Ending {
    /// Whether the moves were read and not skipped; then the visitor gets the comments, too.
    is_read: bool,
    is_line_over: bool,
}

impl Ending {
    pub(super) const fn new(is_read: bool) -> Self {
        Self {
            is_read,
            is_line_over: false,
        }
    }

    pub(super) fn step<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Step {
        let bytes = window.bytes;
        loop {
            let token = match bytes.get(at) {
                None => return at_end(window),
                Some(b' ' | b'\t' | b'.') => Ok(at + 1),
                // The carriage return has ended the line.
                Some(b'\n') if bytes[..at].ends_with(b"\r") => Ok(at + 1),
                Some(&byte) if ends_line(byte) && !self.is_line_over => {
                    self.is_line_over = true;
                    Ok(at + 1)
                }
                Some(b'{' | b';') => self.comment(window, at, visitor),
                Some(b'0' | b'1' | b'*') => self.result(window, at),
                Some(_) => return Step::Done(at),
            };
            match token {
                Ok(end) => at = end,
                Err(step) => return step,
            }
        }
    }

    fn comment<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let (end, next) = match window.bytes[at] {
            b'{' => comment(window, at).map(|end| (end, end + 1))?,
            _ => rest_of_line(window, at).map(|end| (end, end))?,
        };
        self.is_line_over = false;
        if self.is_read {
            visitor.comment(Text::new(&window.bytes[at + 1..end]));
        }
        Ok(next)
    }

    /// Passes over a result; anything else begins the next game.
    fn result(&mut self, window: &Window<'_>, at: usize) -> Token {
        let rest = &window.bytes[at..];
        let word = rest.get(..LONGEST).unwrap_or(rest);
        let end = match word_end(word, 1) {
            _ if word.starts_with(b"*") => 1,
            Some(end) => end,
            None if word.len() == LONGEST || window.is_last => word.len(),
            None => return Err(Step::More(at)),
        };
        if GameResult::from_text(&word[..end]).is_none() {
            return Err(Step::Done(at));
        }
        self.is_line_over = false;
        Ok(at + end)
    }
}

/// The longest result, `1/2-1/2`, and the byte that ends the word.
const LONGEST: usize = 8;
