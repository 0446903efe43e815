//! Weights as JSON: an object with a number for each name. Only this subset of JSON is supported, so that engines and searches need no JSON
//! crate.

use std::fmt::Write;
use std::str::Chars;

/// Writes the weights as an object, one on each line.
pub(crate) fn write<'a>(weights: impl Iterator<Item = (&'a str, f64)>) -> String {
    let line = |(name, value): (&str, f64)| {
        let number = Some(value).filter(|value| value.is_finite());
        let number = number.map_or_else(|| "null".to_owned(), |number| format!("{number:?}"));
        format!("  {}: {number}", quoted(name))
    };
    let lines: Vec<String> = weights.map(line).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

/// Reads an object, or returns the line, from 1, of the first mistake.
pub(crate) fn read(text: &str) -> Result<Vec<(String, f64)>, usize> {
    let mut rest = text;
    object(&mut rest).ok_or_else(|| {
        let read = &text[..text.len() - rest.len()];
        read.matches('\n').count() + 1
    })
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

/// Reads the only object of a string. If this fails, the rest begins at the unexpected part.
fn object(rest: &mut &str) -> Option<Vec<(String, f64)>> {
    let mut weights = Vec::new();
    take(rest, '{')?;
    if take(rest, '}').is_none() {
        loop {
            let name = string(rest)?;
            take(rest, ':')?;
            match name.as_str() {
                // The program that wrote the file marked it.
                "written by" => drop(string(rest)?),
                _ => weights.push((name, number(rest)?)),
            }
            if take(rest, ',').is_none() {
                break;
            }
        }
        take(rest, '}')?;
    }
    skip_spaces(rest);
    rest.is_empty().then_some(weights)
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

/// Reads the characters after a backslash.
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
