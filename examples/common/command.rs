//! What the command lines of the examples share: options read, text printed, errors told.
#![allow(dead_code, reason = "no example uses all of it")]

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::str::FromStr;

use plywood::chess::{Position, Setup};

/// Prints what an example answers to its arguments, or what is wrong with them.
pub(crate) fn main(run: impl FnOnce(&[String]) -> Result<String, String>) -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) if io::stdout().write_all(text.as_bytes()).is_ok() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

/// The values of these options, of which each stands once or not at all; `None` if help is asked for.
pub(crate) fn options<'a, const N: usize>(
    arguments: &'a [String],
    names: [&str; N],
) -> Result<Option<[Option<&'a str>; N]>, String> {
    let mut values = [None; N];
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--help" {
            return Ok(None);
        }
        let index = names.iter().position(|name| name == argument);
        let index = index.ok_or_else(|| unknown("option", argument, names))?;
        let value = arguments.next().map(String::as_str);
        values[index] = Some(value.ok_or_else(|| format!("a value must follow {argument}"))?);
    }
    Ok(Some(values))
}

/// What to say of a name that is not known, and of those that are.
pub(crate) fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    format!(
        "there is no {what} {name:?}; those known are {}",
        known.join(", ")
    )
}

/// The position that a FEN tells; its last fields may be missing.
pub(crate) fn position(fen: &str) -> Result<Position, String> {
    let setup = Setup::from_fen_lenient(fen);
    let position = setup.and_then(|setup| Ok(Position::new(&setup)?));
    position.map_err(wrong("FEN", fen))
}

/// The number that a text tells, if it lies in the range.
pub(crate) fn number<N: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<N>,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = range.into_inner();
        format!("expected a number from {least} to {most}, found {text:?}")
    })
}

/// What to say of an error that says all by itself.
pub(crate) fn told(error: impl Display) -> String {
    error.to_string()
}

/// Writes a file that was asked for.
pub(crate) fn write(file: &str, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(wrong("file", file))
}

/// What to say of a text that cannot be read, or of a file that cannot be written.
pub(crate) fn wrong<E: Display>(what: &str, text: &str) -> impl FnOnce(E) -> String {
    move |error| format!("{what} {text:?}: {error}")
}
