//! Weights as JSON: an object with a number for each name. It reads and writes nothing else of JSON, so that engines and searches
//! need no crate for all of it.

use crate::linear::{NamedWeights, WeightsError};
use std::fmt::Write;
use std::str::Chars;

impl NamedWeights {
    /// Writes the weights as JSON, one on each line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let line = |(name, value): (&str, f64)| {
            let value = if value.is_finite() {
                format!("{value:?}")
            } else {
                "null".to_owned()
            };
            format!("  {}: {value}", quoted(name))
        };
        let lines: Vec<String> = self.iter().map(line).collect();
        format!("{{\n{}\n}}", lines.join(",\n"))
    }

    /// Reads the output of [`to_json`](Self::to_json).
    ///
    /// # Errors
    /// [`WeightsError::Json`], with the line.
    pub fn from_json(text: &str) -> Result<Self, WeightsError> {
        let mut rest = text;
        object(&mut rest).ok_or_else(|| {
            let read = &text[..text.len() - rest.len()];
            let line = read.matches('\n').count() + 1;
            WeightsError::Json { line }
        })
    }
}

fn quoted(name: &str) -> String {
    let mut text = String::from('"');
    for sign in name.chars() {
        match sign {
            '"' | '\\' => text.extend(['\\', sign]),
            '\0'..' ' => write!(text, "\\u{:04x}", u32::from(sign)).expect("a string has room"),
            _ => text.push(sign),
        }
    }
    text + "\""
}

/// Reads the only object of a text. Where this fails, the rest begins at what was not expected.
fn object(rest: &mut &str) -> Option<NamedWeights> {
    let mut weights = Vec::new();
    take(rest, '{')?;
    if take(rest, '}').is_none() {
        loop {
            let name = string(rest)?;
            take(rest, ':')?;
            weights.push((name, number(rest)?));
            if take(rest, ',').is_none() {
                break;
            }
        }
        take(rest, '}')?;
    }
    skip_spaces(rest);
    rest.is_empty().then(|| weights.into_iter().collect())
}

fn skip_spaces(rest: &mut &str) {
    *rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
}

fn take(rest: &mut &str, sign: char) -> Option<()> {
    skip_spaces(rest);
    *rest = rest.strip_prefix(sign)?;
    Some(())
}

fn number(rest: &mut &str) -> Option<f64> {
    skip_spaces(rest);
    let is_part = |sign: char| matches!(sign, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
    let end = rest.find(|sign| !is_part(sign)).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    let number = digits
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite());
    *rest = after;
    number
}

fn string(rest: &mut &str) -> Option<String> {
    take(rest, '"')?;
    let mut text = String::new();
    let mut signs = rest.chars();
    loop {
        match signs.next()? {
            '"' => break,
            '\\' => text.push(escaped(&mut signs)?),
            '\0'..' ' => return None,
            sign => text.push(sign),
        }
    }
    *rest = signs.as_str();
    Some(text)
}

/// Reads what follows a backslash.
fn escaped(signs: &mut Chars) -> Option<char> {
    match signs.next()? {
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => {
            let first = code_unit(signs)?;
            if !(0xd800..0xdc00).contains(&first) {
                return char::from_u32(first.into());
            }
            // Characters beyond the first 65,536 are two code units, each with a backslash.
            let is_next = signs.next()? == '\\' && signs.next()? == 'u';
            let second = is_next.then(|| code_unit(signs))??;
            char::decode_utf16([first, second]).next()?.ok()
        }
        sign @ ('"' | '\\' | '/') => Some(sign),
        _ => None,
    }
}

fn code_unit(signs: &mut Chars) -> Option<u16> {
    let digits = (0..4).map(|_| signs.next()?.to_digit(16));
    let unit = digits.reduce(|unit, digit| Some(unit? * 16 + digit?))??;
    u16::try_from(unit).ok()
}
