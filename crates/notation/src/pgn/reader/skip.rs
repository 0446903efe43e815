//! Skipping moves: only what ends them is searched for.

use crate::pgn::bytes::{is_line_start, is_word_start, next_that_matters, word_end};
use crate::pgn::problem::Problem;
use crate::pgn::reader::movetext::{Movetext, Skip};
use crate::pgn::reader::scan::{Token, comment, rest_of_line};
use crate::pgn::reader::step::Step;
use crate::pgn::result::GameResult;
use crate::pgn::visitor::Visitor;
use crate::pgn::window::Window;

impl Movetext {
    /// Skips a part of the moves and returns where it ends.
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
                b'[' if is_line_start(bytes, at) => {
                    self.stop_at_tag(window, at)?;
                    at + 1
                }
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
}

/// The result around a `*`, `-` or `/`, and where it ends; `None` if it is castling or a long move.
fn result(window: &Window<'_>, at: usize) -> Result<Option<(GameResult, usize)>, Step> {
    let bytes = window.bytes;
    if bytes[at] == b'*' {
        return Ok(Some((GameResult::Unknown, at + 1)));
    }
    if bytes.len() < at + AFTER && !window.is_last {
        return Err(Step::More(at));
    }
    // One digit stands before the middle of every result.
    let start = at.saturating_sub(1);
    if !is_word_start(bytes, start) {
        return Ok(None);
    }
    let rest = &bytes[at..bytes.len().min(at + AFTER)];
    let end = word_end(rest, 0).map_or(at + rest.len(), |length| at + length);
    let result = GameResult::from_text(&bytes[start..end]);
    Ok(result.map(|result| (result, end)))
}

/// The bytes that decide, from the middle of a result on: `/2-1/2`, and what ends the word.
const AFTER: usize = 7;
