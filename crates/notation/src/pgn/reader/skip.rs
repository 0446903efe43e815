//! Moves that nobody wants to be told of: only what ends them is looked for.

use super::super::problem::Problem;
use super::super::result::GameResult;
use super::super::tokens::{BYTE_ORDER_MARK, ends_word, matters_when_skipping};
use super::super::visitor::{Visitor, Window};
use super::movetext::{Movetext, Token, comment, rest_of_line};
use super::step::Step;

/// What is skipped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skip {
    /// How deep the skipped line stands; 0 is the main line.
    depth: usize,
    is_whole: bool,
}

impl Skip {
    /// What is left of the line at that depth. Its end is told.
    pub(super) const fn rest_of_line(depth: usize) -> Self {
        Self {
            depth,
            is_whole: false,
        }
    }

    /// The variation at that depth, whose end is not told.
    pub(super) const fn whole_variation(depth: usize) -> Self {
        Self {
            depth,
            is_whole: true,
        }
    }
}

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
            let rest = bytes.get(at..).unwrap_or_default();
            let Some(next) = rest.iter().position(|&byte| matters_when_skipping(byte)) else {
                return Err(self.out_of_bytes(window, bytes.len()));
            };
            at += next;
            at = match bytes[at] {
                b'{' => comment(window, at)? + 1,
                b';' => rest_of_line(window, at)?,
                b'\n' => self.line(window, at)?,
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

    /// The beginning of the line after a line feed: a tag ends the game, `%` hides the line.
    fn line(&self, window: &Window<'_>, at: usize) -> Token {
        match window.bytes.get(at + 1..at + 3) {
            None if !window.is_last => Err(Step::More(at)),
            Some([b'%', _]) => rest_of_line(window, at + 1).map_err(|step| match step {
                // The line feed must be seen again, or the `%` is none of a line's beginning.
                Step::More(_) => Step::More(at),
                Step::Done(_) | Step::Broken(..) => step,
            }),
            Some([b'[', b' ' | b'A'..=b'Z' | b'a'..=b'z']) if self.depth == 0 => {
                Err(Step::Done(at + 1))
            }
            Some([b'[', b' ' | b'A'..=b'Z' | b'a'..=b'z']) => {
                Err(Step::Broken(at + 1, Problem::UnclosedVariation))
            }
            Some(_) | None => Ok(at + 1),
        }
    }
}

/// The result around a `*` or `-`, and where it ends; nothing if it is castling or a long move.
fn result(window: &Window<'_>, at: usize) -> Result<Option<(GameResult, usize)>, Step> {
    let bytes = window.bytes;
    if bytes[at] == b'*' {
        return Ok(Some((GameResult::Unknown, at + 1)));
    }
    if bytes.len() < at + AFTER && !window.is_last {
        return Err(Step::More(at));
    }
    let first = at.saturating_sub(BEFORE);
    let before = &bytes[first..at];
    let start = match before.iter().rposition(|&byte| ends_word(byte)) {
        Some(end) => first + end + 1,
        None => first,
    };
    let rest = &bytes[at..bytes.len().min(at + AFTER)];
    let length = rest.iter().position(|&byte| ends_word(byte));
    let end = at + length.unwrap_or(rest.len());
    let mut text = &bytes[start..end];
    if start > 0 && bytes[start - 1] == b'$' {
        text = without_digits(text);
    }
    Ok(GameResult::from_text(without_numbers(text)).map(|result| (result, end)))
}

/// How many bytes after the middle of a result decide: its end, and what ends the word.
const AFTER: usize = 5;

/// How many bytes before the middle of a result are looked at. The reader keeps them.
const BEFORE: usize = 16;

/// What is left of a word when move numbers and byte order marks before it are taken away.
fn without_numbers(mut text: &[u8]) -> &[u8] {
    loop {
        text = match (text.strip_prefix(BYTE_ORDER_MARK), without_digits(text)) {
            (Some(rest), _) | (None, [b'.', rest @ ..]) => rest,
            (None, _) => return text,
        };
    }
}

fn without_digits(text: &[u8]) -> &[u8] {
    let length = text.iter().position(|byte| !byte.is_ascii_digit());
    &text[length.unwrap_or(text.len())..]
}
