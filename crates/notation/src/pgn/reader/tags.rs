//! What stands before the moves of a game.

use super::super::problem::{Part, Problem};
use super::super::text::{QUOTED_BYTES, Text};
use super::super::tokens::{BYTE_ORDER_MARK, is_line_start, line_end};
use super::super::visitor::{Place, Tag, Visitor, Window};
use super::step::Step;

/// Goes over what may stand between games: space, a byte order mark, lines that are hidden by `%`
/// or are comments.
pub(super) fn before_game(window: &Window<'_>, mut at: usize) -> Step {
    const MARK: &[u8] = BYTE_ORDER_MARK;
    loop {
        match window.bytes.get(at) {
            None if window.is_last => return Step::Done(at),
            None => return Step::More(at),
            Some(0..=b' ') => at += 1,
            Some(b'%' | b';') if is_line_start(window.bytes, at) => {
                match line_end(window.bytes, at) {
                    Some(end) => at = end,
                    None if window.is_last => return Step::Done(window.bytes.len()),
                    None => return Step::More(at),
                }
            }
            Some(0xEF) => match window.bytes.get(at..at + MARK.len()) {
                Some(MARK) => at += MARK.len(),
                None if !window.is_last => return Step::More(at),
                Some(_) | None => return Step::Done(at),
            },
            Some(_) => return Step::Done(at),
        }
    }
}

/// The tags of a game, read one by one.
#[derive(Debug, Default)]
pub(super) struct TagSection {
    /// An `Event` was seen: another one after an empty line begins another game.
    has_event: bool,
    is_after_empty_line: bool,
    /// There are no moves: the next game follows at once.
    pub(super) is_next_game: bool,
}

impl TagSection {
    pub(super) fn step<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        mut at: usize,

        visitor: &mut V,
    ) -> Step {
        loop {
            match window.bytes.get(at) {
                None if window.is_last => return Step::Done(at),
                None => return Step::More(at),
                Some(b'\n') => {
                    self.is_after_empty_line |= is_empty_line(window.bytes, at);
                    at += 1;
                }
                Some(0..=b' ') => at += 1,
                Some(b'%') if is_line_start(window.bytes, at) => match line_end(window.bytes, at) {
                    Some(end) => at = end,
                    None if window.is_last => return Step::Done(window.bytes.len()),
                    None => return Step::More(at),
                },
                Some(b'[') => match self.tag(window, at, visitor) {
                    Ok(Some(end)) => at = end,
                    Ok(None) => return Step::Done(at),
                    Err(step) => return step,
                },
                Some(_) => return Step::Done(at),
            }
        }
    }

    /// Tells of the tag at a place and returns where it ends; nothing if it is of the next game.
    fn tag<V: Visitor>(
        &mut self,
        window: &Window<'_>,
        at: usize,

        visitor: &mut V,
    ) -> Result<Option<usize>, Step> {
        let rest = &window.bytes[at..];
        match scan(rest) {
            Scan::Tag { length, .. } if length > window.limits.tag => {
                let limit = window.limits.tag as u64;
                Err(Step::Broken(at, Problem::TooLong(Part::Tag, limit)))
            }
            Scan::Tag {
                name,
                value,
                length,
            } => {
                let is_event = name == b"Event";
                if is_event && self.has_event && self.is_after_empty_line {
                    self.is_next_game = true;
                    return Ok(None);
                }
                self.has_event |= is_event;
                self.is_after_empty_line = false;
                let place = Place { window, at };
                visitor.tag(Tag { name, value, place });
                Ok(Some(at + length))
            }
            Scan::Open if rest.len() > window.limits.tag => {
                let limit = window.limits.tag as u64;
                Err(Step::Broken(at, Problem::TooLong(Part::Tag, limit)))
            }
            Scan::Open if !window.is_last => Err(Step::More(at)),
            // The error quotes the line, as far as it quotes anything.
            Scan::Wrong if !window.is_last && is_short_of_quote(rest) => Err(Step::More(at)),
            Scan::Open | Scan::Wrong => {
                let line = rest.split(|&byte| byte == b'\n').next();
                let text = Text::new(line.unwrap_or_default().trim_ascii_end());
                Err(Step::Broken(at, Problem::Tag(text.excerpt())))
            }
        }
    }
}

/// Whether more bytes could still change what an error quotes.
fn is_short_of_quote(rest: &[u8]) -> bool {
    rest.len() < QUOTED_BYTES && !rest.contains(&b'\n')
}

/// Whether nothing but space stands before a line feed on its line.
fn is_empty_line(bytes: &[u8], at: usize) -> bool {
    let mut before = bytes[..at].iter().rev();
    before.find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) == Some(&b'\n')
}

/// What stands at a `[`.
enum Scan<'a> {
    Tag {
        name: &'a [u8],
        value: &'a [u8],
        length: usize,
    },
    /// A tag whose end is not in sight.
    Open,
    /// Not a tag.
    Wrong,
}

/// Reads a tag, `[Name "value"]`. A value may also stand without quotes, and quotes in it need no
/// backslash as long as no `]` follows them: people write such tags.
fn scan(bytes: &[u8]) -> Scan<'_> {
    let name_start = skip_space(bytes, 1);
    let Some(name_end) = find(bytes, name_start, |byte| {
        matches!(byte, 0..=b' ' | b'"' | b']')
    }) else {
        return Scan::Open;
    };
    let value_start = skip_space(bytes, name_end);
    if name_end == name_start {
        return Scan::Wrong;
    }
    let name = &bytes[name_start..name_end];
    match bytes.get(value_start) {
        None => Scan::Open,
        Some(b'"') => quoted(bytes, name, value_start + 1),
        Some(_) => match find(bytes, value_start, |byte| matches!(byte, b']' | b'\n')) {
            None => Scan::Open,
            Some(end) if bytes[end] == b']' && end > value_start => Scan::Tag {
                name,
                value: bytes[value_start..end].trim_ascii_end(),
                length: end + 1,
            },
            Some(_) => Scan::Wrong,
        },
    }
}

/// Reads a value up to a quote that a `]` follows.
fn quoted<'a>(bytes: &'a [u8], name: &'a [u8], start: usize) -> Scan<'a> {
    let mut at = start;
    loop {
        let Some(stop) = find(bytes, at, |byte| matches!(byte, b'"' | b'\\' | b'\n')) else {
            return Scan::Open;
        };
        if bytes[stop] == b'\n' {
            return Scan::Wrong;
        }
        if bytes[stop] == b'\\' {
            // What is escaped is not the end; but no backslash hides the end of a line.
            let is_line_end = matches!(bytes.get(stop + 1), Some(b'\n'));
            at = stop + if is_line_end { 1 } else { 2 };
            continue;
        }
        let close = skip_space(bytes, stop + 1);
        match bytes.get(close) {
            None => return Scan::Open,
            Some(b']') => {
                return Scan::Tag {
                    name,
                    value: &bytes[start..stop],
                    length: close + 1,
                };
            }
            Some(_) => at = stop + 1,
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
