//! The tags before the moves of a game.

use std::io::Read;
use std::ops::Range;

use crate::pgn::bytes::{ends_line, find, is_line_start};
use crate::pgn::input::Input;
use crate::pgn::problem::{Part, PgnError, Problem};
use crate::pgn::visitor::{QUOTED_BYTES, Tag, Text, Visitor};

/// Reads the tags of a game. Returns `true` if it has no moves: the tags of the next game follow, with another `Event` after an empty
/// line.
pub(super) fn read_tags<R: Read, V: Visitor>(
    input: &mut Input<R>,
    visitor: &mut V,
) -> Result<bool, PgnError> {
    let (mut count, mut has_event) = (0, false);
    let (mut is_line_empty, mut is_after_empty_line) = (false, false);
    while let Some(byte) = input.byte(0)? {
        match byte {
            // The carriage return has ended the line.
            b'\n' if input.before().ends_with(b"\r") => input.take(1),
            b'\n' | b'\r' => {
                is_after_empty_line |= is_line_empty;
                is_line_empty = true;
                input.take(1);
            }
            0..=b' ' => input.take(1),
            b'%' if is_line_start(input.before()) => {
                input.skip_line()?;
                is_line_empty = false;
            }
            b'[' => {
                let tag = next_tag(input)?;
                let is_event = &input.rest()[tag.name.clone()] == b"Event";
                if is_event && has_event && is_after_empty_line {
                    return Ok(true);
                }
                if count == input.limits.tags {
                    return Err(input.error(Problem::TooManyTags(count)));
                }
                count += 1;
                has_event |= is_event;
                (is_line_empty, is_after_empty_line) = (false, false);
                visitor.tag(Tag {
                    name: &input.rest()[tag.name],
                    value: &input.rest()[tag.value],
                    place: input.place(),
                });
                input.take(tag.length);
            }
            _ => break,
        }
    }
    Ok(false)
}

/// Finds the tag that follows.
fn next_tag<R: Read>(input: &mut Input<R>) -> Result<RawTag, PgnError> {
    let limit = input.limits.tag_bytes;
    loop {
        let rest = input.rest();
        let is_long = rest.len() > limit;
        // Bytes beyond the limit are not examined, so that the result does not depend on them.
        let found = scan(rest.get(..limit).unwrap_or(rest));
        let may_change = match found {
            Scan::Tag(tag) => return Ok(tag),
            Scan::Open(_) => !is_long,
            // The error quotes the beginning of the line.
            Scan::Wrong => rest.len() < QUOTED_BYTES && find(rest, 0, ends_line).is_none(),
        };
        if may_change && input.more()? {
            continue;
        }
        let problem = match found {
            Scan::Open(_) if is_long => Problem::TooLong(Part::Tag, limit as u64),
            Scan::Open(Some(tag)) => return Ok(tag),
            Scan::Tag(_) | Scan::Open(None) | Scan::Wrong => {
                let line = input.rest().split(|&byte| ends_line(byte)).next();
                Problem::Tag(Text::new(line.unwrap_or_default()).excerpt())
            }
        };
        return Err(input.error(problem));
    }
}

/// The places of a tag's parts in the bytes that begin with it.
struct RawTag {
    name: Range<usize>,
    value: Range<usize>,
    length: usize,
}

/// The result of scanning from a `[`.
enum Scan {
    Tag(RawTag),
    /// A tag whose line does not end within the bytes; its content if the file ends here.
    Open(Option<RawTag>),
    /// Not a tag.
    Wrong,
}

/// Reads a tag, `[Name "value"]`. A value may lack quotation marks, and those inside it need no backslash unless a `]` follows: people
/// write such tags.
fn scan(bytes: &[u8]) -> Scan {
    let name_start = skip_space(bytes, 1);
    let Some(name_end) = find(bytes, name_start, |byte| {
        matches!(byte, 0..=b' ' | b'"' | b']')
    }) else {
        return Scan::Open(None);
    };
    let value_start = skip_space(bytes, name_end);
    if name_end == name_start {
        return Scan::Wrong;
    }
    let name = name_start..name_end;
    match bytes.get(value_start) {
        None => Scan::Open(None),
        Some(b'"') => quoted(bytes, name, value_start + 1),
        Some(_) => match find(bytes, value_start, |byte| byte == b']' || ends_line(byte)) {
            None => Scan::Open(None),
            Some(end) if bytes[end] == b']' && end > value_start => Scan::Tag(RawTag {
                name,
                value: value_start..value_start + bytes[value_start..end].trim_ascii_end().len(),
                length: end + 1,
            }),
            Some(_) => Scan::Wrong,
        },
    }
}

/// Reads a value up to a quotation mark followed by `]`. If the only one in the line is escaped, it ends the value: many programs write
/// paths such as `"C:\pgn\"` without escaping them.
fn quoted(bytes: &[u8], name: Range<usize>, start: usize) -> Scan {
    let tag = |stop: usize, close: usize| RawTag {
        name: name.clone(),
        value: start..stop,
        length: close + 1,
    };
    let mut escaped_end = None;
    let mut at = start;
    loop {
        let is_stop = |byte| matches!(byte, b'"' | b'\\') || ends_line(byte);
        let Some(stop) = find(bytes, at, is_stop) else {
            return Scan::Open(escaped_end);
        };
        match bytes[stop] {
            b'"' => {
                let close = skip_space(bytes, stop + 1);
                match bytes.get(close) {
                    None => return Scan::Open(escaped_end),
                    Some(b']') => return Scan::Tag(tag(stop, close)),
                    Some(_) => at = stop + 1,
                }
            }
            b'\\' => {
                // A backslash does not escape the end of a line.
                let is_line_end = bytes.get(stop + 1).is_some_and(|&byte| ends_line(byte));
                if bytes.get(stop + 1) == Some(&b'"') {
                    let close = skip_space(bytes, stop + 2);
                    if escaped_end.is_none() && bytes.get(close) == Some(&b']') {
                        escaped_end = Some(tag(stop + 1, close));
                    }
                }
                at = stop + if is_line_end { 1 } else { 2 };
            }
            _ => return escaped_end.map_or(Scan::Wrong, Scan::Tag),
        }
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let is_space = |&byte: &u8| matches!(byte, b' ' | b'\t');
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| is_space(byte)).count()
}
