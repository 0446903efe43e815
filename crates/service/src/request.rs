//! [`Request`]: a request of any origin, whose errors name the field.

use crate::problem::Problem;
use serde::de::DeserializeOwned;

/// A request of any origin.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// The route, such as `/best-move`.
    pub path: &'a str,
    /// The part of an address after the question mark.
    pub query: &'a str,
    /// JSON, a PGN text, or the tree of a search.
    pub body: &'a [u8],
}

/// The body that a route takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// Nothing.
    None,
    /// JSON.
    Json,
    /// JSON with a whole game, which may be longer.
    Game,
    /// A PGN text.
    Pgn,
    /// The tree of a search, as JSON Lines.
    Tree,
}

impl Request<'_> {
    /// Returns the body, read as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        if self.body.trim_ascii_start().starts_with(b"[") {
            return Err(unreadable("expected an object, found a list"));
        }
        serde_json::from_slice(self.body).map_err(|error| {
            let lines = self.body.split_inclusive(|byte| *byte == b'\n');
            let before: usize = lines.take(error.line() - 1).map(<[u8]>::len).sum();
            let read = self.body.iter().take(before + error.column());
            let problem = unreadable(&error.to_string());
            match field_after(read.copied()).as_str() {
                "" => problem,
                field => problem.field(field),
            }
        })
    }

    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let query = serde_urlencoded::from_str(self.query);
        query.map_err(|error| unreadable(&error.to_string()))
    }
}

/// Returns the field of the value that a beginning of JSON ends in, such as `strategies[1].name`.
fn field_after(mut read: impl Iterator<Item = u8>) -> String {
    // For each object and list around the value, its key, or in a list its index.
    let mut around: Vec<(String, Option<usize>)> = Vec::new();
    while let Some(byte) = read.next() {
        match (byte, around.last_mut()) {
            (b'"', place) => {
                let mut text = Vec::new();
                while let Some(byte) = read.next().filter(|byte| *byte != b'"') {
                    text.push(byte);
                    text.extend((byte == b'\\').then(|| read.next()).flatten());
                }
                match place {
                    Some((key, None)) if key.is_empty() => {
                        *key = format!(".{}", String::from_utf8_lossy(&text));
                    }
                    _ => {}
                }
            }
            (b'{', _) => around.push((String::new(), None)),
            (b'[', _) => around.push((String::new(), Some(0))),
            (b'}' | b']', _) => drop(around.pop()),
            (b',', Some((_, Some(index)))) => *index += 1,
            (b',', Some((key, None))) => key.clear(),
            _ => {}
        }
    }
    let step =
        |(key, index): (String, Option<usize>)| index.map_or(key, |index| format!("[{index}]"));
    let path: String = around.into_iter().map(step).collect();
    path.trim_start_matches('.').to_owned()
}

/// Refuses a request whose fields are not those of its route. For an unknown one, serde lists them.
fn unreadable(detail: &str) -> Problem {
    Problem::new(400, in_words(detail)).hint("send the fields of the API's description")
}

/// Replaces the names of Rust's types.
fn in_words(detail: &str) -> String {
    let Some((before, rest)) = detail.split_once("expected ") else {
        return detail.to_owned();
    };
    let end = rest.find(' ').unwrap_or(rest.len());
    match rest.split_at(end) {
        ("u16" | "u32" | "u64" | "usize", after) => {
            format!("{before}expected a whole number of at least 0{after}")
        }
        ("struct", after) => {
            let after = after.trim_start().split_once(' ');
            let after = after.map_or("", |(_, after)| after);
            format!("{before}expected an object {after}")
        }
        _ => detail.to_owned(),
    }
}
