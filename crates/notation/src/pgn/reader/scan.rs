//! The ends of words, comments and lines.

use crate::pgn::bytes::{EVENT, ends_line, ends_word, line_end, word_end};
use crate::pgn::limits::MOVE_BYTES;
use crate::pgn::problem::{Part, Problem};
use crate::pgn::reader::step::Step;
use crate::pgn::window::Window;

/// What reading a token gives: the place after it, or the end of this part.
pub(super) type Token = Result<usize, Step>;

/// The place after a space, if there is one.
#[inline]
pub(super) fn after_space(bytes: &[u8], at: usize) -> usize {
    at + usize::from(bytes.get(at) == Some(&b' '))
}

/// The step of a part that has used all bytes.
pub(super) fn at_end(window: &Window<'_>) -> Step {
    let end = window.bytes.len();
    if window.is_last {
        Step::Done(end)
    } else {
        Step::More(end)
    }
}

/// The end of the word at a place. Its first byte belongs to it, whatever that is.
#[inline]
pub(super) fn end_of_word(window: &Window<'_>, at: usize) -> Token {
    let bytes = window.bytes;
    let end = match word_end(bytes, at + 1) {
        Some(end) if bytes[end] == b'.' && bytes[end - 1] == b'e' => en_passant(window, at, end)?,
        Some(end) => end,
        None if window.is_last => bytes.len(),
        None if bytes.len() - at <= MOVE_BYTES => return Err(Step::More(at)),
        None => bytes.len(),
    };
    if end - at > MOVE_BYTES {
        let problem = Problem::TooLong(Part::Move, MOVE_BYTES as u64);
        return Err(Step::Broken(at, problem));
    }
    Ok(end)
}

/// The end of a word with a dot behind an `e`: after `e.p.`, or before the dot.
#[cold]
fn en_passant(window: &Window<'_>, at: usize, dot: usize) -> Token {
    match window.bytes[dot..] {
        [_, b'p', b'.', ..] => Ok(dot + 3),
        [_, b'p', next, ..] if ends_word(next) => Ok(dot + 2),
        [_, b'p'] if window.is_last => Ok(dot + 2),
        [_] | [_, b'p'] if !window.is_last => Err(Step::More(at)),
        _ => Ok(dot),
    }
}

/// The end of the comment that begins at a place: the place of its `}`.
#[inline]
pub(super) fn comment(window: &Window<'_>, at: usize) -> Token {
    let mut from = at + 1;
    loop {
        let rest = window.bytes.get(from..).unwrap_or_default();
        let stop = rest
            .iter()
            .position(|&byte| byte == b'}' || ends_line(byte));
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

/// The end of a line that is skipped. It is not kept in memory, however long it is.
pub(super) fn passed_line(window: &Window<'_>, at: usize) -> Token {
    line_end(window.bytes, at).ok_or_else(|| at_end(window))
}

/// The end of the line of a `;` comment, or of a line that `%` hides.
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
