//! Where words, comments and lines end.

use super::super::bytes::{EVENT, line_end, word_end};
use super::super::limits::MOVE_BYTES;
use super::super::problem::{Part, Problem};
use super::super::window::Window;
use super::step::Step;

/// What a token did: the place after it, or the end of the reading.
pub(super) type Token = Result<usize, Step>;

/// The place after the one space that mostly stands between two words.
#[inline]
pub(super) fn after_space(bytes: &[u8], at: usize) -> usize {
    at + usize::from(bytes.get(at) == Some(&b' '))
}

/// Where the word at a place ends.
#[inline]
pub(super) fn end_of_word(window: &Window<'_>, at: usize) -> Token {
    let end = match word_end(window.bytes, at) {
        Some(end) => end,
        None if window.is_last => window.bytes.len(),
        None if window.bytes.len() - at <= MOVE_BYTES => return Err(Step::More(at)),
        None => window.bytes.len(),
    };
    if end - at > MOVE_BYTES {
        let problem = Problem::TooLong(Part::Move, MOVE_BYTES as u64);
        return Err(Step::Broken(at, problem));
    }
    // A character that no word begins with must still be passed.
    Ok(end.max(at + 1))
}

/// Where the comment that begins at a place ends: the place of its `}`.
#[inline]
pub(super) fn comment(window: &Window<'_>, at: usize) -> Token {
    let mut from = at + 1;
    loop {
        let rest = window.bytes.get(from..).unwrap_or_default();
        let stop = rest.iter().position(|&byte| matches!(byte, b'}' | b'\n'));
        let stop = stop.map_or(window.bytes.len(), |length| from + length);
        if stop - at > window.limits.comment {
            let problem = Problem::TooLong(Part::Comment, window.limits.comment as u64);
            return Err(Step::Broken(at, problem));
        }
        match window.bytes.get(stop) {
            Some(b'}') => return Ok(stop),
            None if window.is_last => return Err(Step::Broken(at, Problem::UnclosedComment)),
            None => return Err(Step::More(at)),
            Some(_) => from = stop + 1,
        }
        let line = &window.bytes[from..];
        if line.starts_with(EVENT) {
            return Err(Step::Broken(at, Problem::UnclosedComment));
        }
        if EVENT.starts_with(line) && !window.is_last {
            return Err(Step::More(at));
        }
    }
}

/// Where the line of a comment with `;`, or one hidden by `%`, ends.
pub(super) fn rest_of_line(window: &Window<'_>, at: usize) -> Token {
    let end = line_end(window.bytes, at);
    let length = end.unwrap_or(window.bytes.len()) - at;
    match end {
        _ if length > window.limits.comment => {
            let problem = Problem::TooLong(Part::Comment, window.limits.comment as u64);
            Err(Step::Broken(at, problem))
        }
        Some(end) => Ok(end),
        None if window.is_last => Ok(window.bytes.len()),
        None => Err(Step::More(at)),
    }
}
