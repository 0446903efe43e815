//! The tags before the moves of a game.

use crate::pgn::bytes::{ends_line, is_line_start, line_end};
use crate::pgn::input::{Place, Window};
use crate::pgn::problem::{Part, Problem};
use crate::pgn::reader::Step;
use crate::pgn::reader::movetext::{at_end, passed_line};
use crate::pgn::visitor::{QUOTED_BYTES, Tag, Text, Visitor};

/// The tags of a game, read one by one.
#[derive(Debug, Default)]
pub(super) struct TagSection {
    count: usize,
    line: Line,
    /// `true` after an `Event` tag: another one after an empty line begins the next game.
    has_event: bool,
    is_after_empty_line: bool,
    /// `true` if the game has no moves: the tags of the next game follow.
    pub(super) is_next_game: bool,
}

/// The current line.
#[derive(Debug, Default, PartialEq, Eq)]
enum Line {
    /// Only spaces so far.
    Empty,
    /// It has a tag.
    #[default]
    Used,
    /// It begins with `%`.
    Hidden,
}

impl TagSection {
    pub(super) fn step<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Step {
        let bytes = window.bytes;
        loop {
            if self.line == Line::Hidden {
                match passed_line(window, at) {
                    Ok(end) => at = end,
                    Err(step) => return step,
                }
                self.line = Line::Used;
            }
            match bytes.get(at) {
                None => return at_end(window),
                // The carriage return has ended the line.
                Some(b'\n') if bytes[..at].ends_with(b"\r") => at += 1,
                Some(b'\n' | b'\r') => {
                    self.is_after_empty_line |= self.line == Line::Empty;
                    self.line = Line::Empty;
                    at += 1;
                }
                Some(0..=b' ') => at += 1,
                Some(b'%') if is_line_start(bytes, at) => self.line = Line::Hidden,
                Some(b'[') => match self.tag(window, at, visitor) {
                    Ok(Some(end)) => at = end,
                    Ok(None) => return Step::Done(at),
                    Err(step) => return step,
                },
                Some(_) => return Step::Done(at),
            }
        }
    }

    /// Reads the tag at a place and returns its end; `None` if it belongs to the next game.
    fn tag<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Result<Option<usize>, Step> {
        let rest = &window.bytes[at..];
        let limit = window.limits.tag_bytes;
        // Bytes beyond the limit are not examined, so that the result does not depend on them.
        let found = match scan(rest.get(..limit).unwrap_or(rest)) {
            Scan::Open(Some(tag)) if window.is_last && rest.len() <= limit => Scan::Tag(tag),
            found => found,
        };
        match found {
            Scan::Tag(RawTag {
                name,
                value,
                length,
            }) => {
                let is_event = name == b"Event";
                if is_event && self.has_event && self.is_after_empty_line {
                    self.is_next_game = true;
                    return Ok(None);
                }
                if self.count == window.limits.tags {
                    let problem = Problem::TooManyTags(window.limits.tags);
                    return Err(Step::Broken(at, problem));
                }
                self.count += 1;
                self.line = Line::Used;
                self.has_event |= is_event;
                self.is_after_empty_line = false;
                let place = Place { window, at };
                visitor.tag(Tag { name, value, place });
                Ok(Some(at + length))
            }
            Scan::Open(_) if rest.len() > limit => {
                let problem = Problem::TooLong(Part::Tag, limit as u64);
                Err(Step::Broken(at, problem))
            }
            Scan::Open(_) if !window.is_last => Err(Step::More(at)),
            // The error quotes the beginning of the line.
            Scan::Wrong if !window.is_last && is_short_of_quote(rest) => Err(Step::More(at)),
            Scan::Open(_) | Scan::Wrong => {
                let line = rest.split(|&byte| ends_line(byte)).next();
                let text = Text::new(line.unwrap_or_default());
                Err(Step::Broken(at, Problem::Tag(text.excerpt())))
            }
        }
    }
}

/// Returns `true` if more bytes could still change the text that an error quotes.
fn is_short_of_quote(rest: &[u8]) -> bool {
    rest.len() < QUOTED_BYTES && line_end(rest, 0).is_none()
}

/// A tag as written in the file.
struct RawTag<'a> {
    name: &'a [u8],
    value: &'a [u8],
    length: usize,
}

/// The result of scanning from a `[`.
enum Scan<'a> {
    Tag(RawTag<'a>),
    /// A tag whose line does not end within the bytes; its content if the file ends here.
    Open(Option<RawTag<'a>>),
    /// Not a tag.
    Wrong,
}

/// Reads a tag, `[Name "value"]`. A value may lack quotation marks, and those inside it need no backslash unless a `]` follows: people
/// write such tags.
fn scan(bytes: &[u8]) -> Scan<'_> {
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
    let name = &bytes[name_start..name_end];
    match bytes.get(value_start) {
        None => Scan::Open(None),
        Some(b'"') => quoted(bytes, name, value_start + 1),
        Some(_) => match find(bytes, value_start, |byte| byte == b']' || ends_line(byte)) {
            None => Scan::Open(None),
            Some(end) if bytes[end] == b']' && end > value_start => Scan::Tag(RawTag {
                name,
                value: bytes[value_start..end].trim_ascii_end(),
                length: end + 1,
            }),
            Some(_) => Scan::Wrong,
        },
    }
}

/// Reads a value up to a quotation mark followed by `]`. If the only one in the line is escaped, it ends the value: many programs write
/// paths such as `"C:\pgn\"` without escaping them.
fn quoted<'a>(bytes: &'a [u8], name: &'a [u8], start: usize) -> Scan<'a> {
    let tag = |stop: usize, close: usize| RawTag {
        name,
        value: &bytes[start..stop],
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

fn find(bytes: &[u8], at: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let length = rest.iter().position(|&byte| wanted(byte))?;
    Some(at + length)
}
