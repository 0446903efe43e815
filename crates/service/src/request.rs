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
        let mut deserializer = serde_json::Deserializer::from_slice(self.body);
        let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let path = error.path().to_string();
            let problem = unreadable(&error.into_inner().to_string());
            // If the text ends early, the last part of the path is unknown.
            match path.trim_end_matches('?').trim_end_matches('.') {
                "" => problem,
                field => problem.field(field),
            }
        })?;
        let after = deserializer.end();
        after.map_err(|error| unreadable(&error.to_string()))?;
        Ok(value)
    }

    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let query = serde_urlencoded::from_str(self.query);
        query.map_err(|error| unreadable(&error.to_string()))
    }
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
