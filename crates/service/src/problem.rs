//! [`Problem`]: the reason a request was refused.

use serde::Serialize;
use std::fmt;
use thiserror::Error;
use utoipa::ToSchema;

/// The reason a request was refused, in the form of RFC 9457 (problem details).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, Error)]
pub struct Problem {
    /// Always `about:blank`: the status identifies the kind of problem.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The name of the status.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The field of the request that is wrong, such as `limits.depth`.
    field: Option<String>,
    /// The reason.
    detail: String,
    /// Advice on how to fix it.
    hint: Option<String>,
    #[serde(skip)]
    retry_after: Option<u16>,
}

/// The content type of problems.
pub const PROBLEM_KIND: &str = "application/problem+json";

/// The most bytes of a message: it may quote a mistake in a long request.
const MOST_BYTES: usize = 4 << 10;

impl Problem {
    /// Makes a problem with an HTTP status and its reason.
    #[must_use]
    pub fn new(status: u16, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: title(status),
            status,
            field: None,
            detail: shortened(detail.into()),
            hint: None,
            retry_after: None,
        }
    }

    /// Makes the problem of a value that has the right type but is still wrong.
    #[must_use]
    pub fn value(field: &str, detail: impl Into<String>) -> Self {
        Self::new(422, detail).field(field)
    }

    /// Makes the problem of a wrong value from its mistake and the advice, if there is any.
    pub(crate) fn of_parts(field: &str, (mistake, advice): (String, Option<String>)) -> Self {
        let hint = advice.map(shortened);
        Self {
            hint,
            ..Self::value(field, mistake)
        }
    }

    /// Makes the problem of a server that is too busy.
    #[must_use]
    pub fn busy(detail: &str) -> Self {
        Self::new(503, detail).retry_after(5)
    }

    /// Makes the problem of a strategy that breaks its promises.
    pub(crate) fn broken(detail: String) -> Self {
        let problem = Self::new(500, detail).field("strategy");
        problem.hint("the strategy has an error; choose another one")
    }

    /// Makes the problem of a body that is too long.
    #[must_use]
    pub fn too_long(most: usize) -> Self {
        Self::new(413, format!("the body is longer than {most} bytes"))
    }

    /// Makes the problem of an address that does not exist.
    #[must_use]
    pub fn nothing_at(path: &str) -> Self {
        let problem = Self::new(404, format!("there is nothing at {path}"));
        problem.hint("choose one of the routes in the API's description")
    }

    /// Makes the problem of a method that this address does not support.
    #[must_use]
    pub fn wrong_method(method: &str, path: &str) -> Self {
        let detail = format!("{path} does not answer {method}");
        Self::new(405, detail).hint("choose one of the methods in the API's description")
    }

    /// Names the field that is wrong.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(shortened(field.into()));
        self
    }

    /// Adds advice on how to fix it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(shortened(hint.into()));
        self
    }

    /// Returns true if one of these fields is wrong.
    pub(crate) fn is_of(&self, fields: &[&str]) -> bool {
        let field = self.field.as_deref();
        field.is_some_and(|field| fields.contains(&field))
    }

    /// Makes the field a part of another one.
    pub(crate) fn inside(mut self, outer: &str) -> Self {
        let inner = self.field.map(|field| format!(".{field}"));
        self.field = Some(outer.to_owned() + &inner.unwrap_or_default());
        self
    }

    /// Sets the seconds after which the same request may succeed.
    #[must_use]
    pub fn retry_after(mut self, seconds: u16) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Returns the name of the status.
    pub(crate) const fn title(&self) -> &'static str {
        self.title
    }

    /// Returns the HTTP status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the seconds after which the same request may succeed, if that is known.
    #[must_use]
    pub const fn retries_after(&self) -> Option<u16> {
        self.retry_after
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.detail)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

/// Returns the name of a status in HTTP.
const fn title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Payload Too Large",
        422 => "Unprocessable Entity",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

fn shortened(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MOST_BYTES));
    text
}
