//! Moves that nobody wants to be told of: only what ends them is looked for.

use crate::pgn::bytes::{is_line_start, is_word_start, next_that_matters, word_end};
use crate::pgn::problem::Problem;
use crate::pgn::reader::movetext::{Movetext, Skip};
use crate::pgn::reader::scan::{Token, comment, rest_of_line};
use crate::pgn::reader::step::Step;
use crate::pgn::result::GameResult;
use crate::pgn::visitor::Visitor;
use crate::pgn::window::Window;

impl Movetext {
    /// Passes over what is skipped and returns where it ends.
    pub(super) fn pass_over<V: Visitor>(
        &mut self,
        skip: Skip,
        window: &Window<'_>,
        mut at: usize,

        visitor: &mut V,
    ) -> Token {
        let bytes = window.bytes;
        loop {
            let Some(next) = next_that_matters(bytes, at) else {
                return Err(self.out_of_bytes(window, bytes.len()));
            };
            at = next;
            at = match bytes[at] {
                b'{' => comment(window, at)? + 1,
                b';' => rest_of_line(window, at)?,
                b'%' if is_line_start(bytes, at) => rest_of_line(window, at)?,
                b'[' if is_line_start(bytes, at) => self.tag(window, at)?,
                b'%' | b'[' => at + 1,
                b'(' => {
                    self.depth += 1;
                    at + 1
                }
                b')' => {
                    let Some(depth) = self.depth.checked_sub(1) else {
                        return Err(Step::Broken(at, Problem::UnopenedVariation));
                    };
                    let was_skipped = self.depth == skip.depth;
                    self.leave(depth);
                    if was_skipped {
                        self.skip = None;
                        if !skip.is_whole {
                            visitor.end_variation();
                        }
                        return Ok(at + 1);
                    }
                    at + 1
                }
                _ if self.depth == 0 => match result(window, at)? {
                    Some((result, end)) => {
                        visitor.result(result);
                        return Err(Step::Done(end));
                    }
                    None => at + 1,
                },
                _ => at + 1,
            };
        }
    }

    /// A `[` at the beginning of a line, which ends the game if a tag follows.
    fn tag(&self, window: &Window<'_>, at: usize) -> Token {
        match window.bytes.get(at + 1) {
            None if !window.is_last => Err(Step::More(at)),
            Some(b' ' | b'A'..=b'Z' | b'a'..=b'z') if self.depth == 0 => Err(Step::Done(at)),
            Some(b' ' | b'A'..=b'Z' | b'a'..=b'z') => {
                Err(Step::Broken(at, Problem::UnclosedVariation))
            }
            Some(_) | None => Ok(at + 1),
        }
    }
}

/// The result around a `*`, `-` or `/`, and where it ends; nothing if it is castling or a long move.
fn result(window: &Window<'_>, at: usize) -> Result<Option<(GameResult, usize)>, Step> {
    let bytes = window.bytes;
    if bytes[at] == b'*' {
        return Ok(Some((GameResult::Unknown, at + 1)));
    }
    if bytes.len() < at + AFTER && !window.is_last {
        return Err(Step::More(at));
    }
    // One digit stands before the middle of every result.
    let Some(start) = at
        .checked_sub(1)
        .filter(|&start| is_word_start(bytes, start))
    else {
        return Ok(None);
    };
    let rest = &bytes[at..bytes.len().min(at + AFTER)];
    let end = word_end(rest, 0).map_or(at + rest.len(), |length| at + length);
    let result = GameResult::from_text(&bytes[start..end]);
    Ok(result.map(|result| (result, end)))
}

/// How many bytes from the middle of a result on decide: `/2-1/2`, and what ends the word.
const AFTER: usize = 7;
