//! Lists of settings, `key=value,key="a, b"`. A value with a comma is quoted, so any file name works.

use std::borrow::Cow;

/// Splits a list at its commas, except those inside quotes. A quote opens only at the beginning of a value, directly after the first `=`.
///
/// ```
/// use plywood_report::quotes;
///
/// let parts: Vec<&str> = quotes::split(r#"file="a,b",depth=3"#).collect();
/// assert_eq!(parts, [r#"file="a,b""#, "depth=3"]);
/// ```
pub fn split(list: &str) -> impl Iterator<Item = &str> {
    // A closed one opens again if the next letter is also a quote.
    let (mut is_inside, mut opens, mut is_key) = (false, false, true);
    list.split(move |letter| {
        if letter == '"' && (is_inside || opens) {
            is_inside = !is_inside;
            opens = true;
        } else {
            opens = letter == '=' && is_key;
            is_key &= letter != '=';
        }
        let is_end = letter == ',' && !is_inside;
        is_key |= is_end;
        is_end
    })
}

/// Quotes a value of a list if it has a comma, begins with a quote, or has a space at either end. A quote inside is doubled.
///
/// ```
/// use plywood_report::quotes;
///
/// assert_eq!(quotes::quote("ä+b.net"), "ä+b.net");
/// assert_eq!(quotes::quote("a, \"b\""), r#""a, ""b""""#);
/// assert_eq!(quotes::unquote(r#""a, ""b""""#).as_deref(), Some("a, \"b\""));
/// ```
#[must_use]
pub fn quote(value: &str) -> Cow<'_, str> {
    if value.contains(',') || value.starts_with('"') || value.trim() != value {
        return format!("\"{}\"", value.replace('"', "\"\"")).into();
    }
    value.into()
}

/// Reads a value of a list. Returns `None` if it begins with a quote and is not in quotes.
#[must_use]
pub fn unquote(value: &str) -> Option<Cow<'_, str>> {
    let Some(inside) = value.strip_prefix('"') else {
        return Some(value.into());
    };
    let parts: Vec<&str> = inside.strip_suffix('"')?.split("\"\"").collect();
    let is_whole = parts.iter().all(|part| !part.contains('"'));
    is_whole.then(|| parts.join("\"").into())
}
/// Reads a value in quotes at the beginning; returns it and the text behind it.
///
/// ```
/// use plywood_report::quotes;
///
/// let read = quotes::leading(r#""my "" search"=pvs"#);
/// assert_eq!(read, Some((r#"my " search"#.into(), "=pvs")));
/// assert_eq!(quotes::leading("mine=pvs"), None);
/// ```
#[must_use]
pub fn leading(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut end = 0;
    loop {
        let rest = text.get(end..)?.strip_prefix('"')?;
        end = text.len() - rest.len() + rest.find('"')? + 1;
        if !text[end..].starts_with('"') {
            return Some((unquote(&text[..end])?, &text[end..]));
        }
    }
}
