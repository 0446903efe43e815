//! What stands behind a result: comments, such as why a player resigned.

use crate::pgn::bytes::ends_line;
use crate::pgn::reader::scan::{Token, at_end, comment, rest_of_line};
use crate::pgn::reader::step::Step;
use crate::pgn::text::Text;
use crate::pgn::visitor::Visitor;
use crate::pgn::window::Window;

/// Comments behind a result, up to an empty line or whatever else comes: what is told before the
/// tags of a game belongs to the game before.
#[derive(Debug)]
pub(super) struct Ending {
    /// Whether the moves were told as well.
    is_told: bool,
    is_line_over: bool,
}

impl Ending {
    pub(super) const fn new(is_told: bool) -> Self {
        Self {
            is_told,
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
            match bytes.get(at) {
                None => return at_end(window),
                Some(b' ' | b'\t' | b'.') => at += 1,
                // The carriage return has ended the line.
                Some(b'\n') if bytes[..at].ends_with(b"\r") => at += 1,
                Some(&byte) if ends_line(byte) && !self.is_line_over => {
                    self.is_line_over = true;
                    at += 1;
                }
                Some(b'{' | b';') => match self.comment(window, at, visitor) {
                    Ok(end) => at = end,
                    Err(step) => return step,
                },
                Some(_) => return Step::Done(at),
            }
        }
    }

    fn comment<V: Visitor>(&mut self, window: &Window<'_>, at: usize, visitor: &mut V) -> Token {
        let (end, next) = match window.bytes[at] {
            b'{' => comment(window, at).map(|end| (end, end + 1))?,
            _ => rest_of_line(window, at).map(|end| (end, end))?,
        };
        self.is_line_over = false;
        if self.is_told {
            visitor.comment(Text::new(&window.bytes[at + 1..end]));
        }
        Ok(next)
    }
}
