//! The command lines of the examples. A help text declares the options, one per line: `  --depth N    how many plies`.

#![allow(dead_code, reason = "no example needs all of it")]

#[path = "printing.rs"]
mod printing;

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::str::FromStr;

use plywood::Position;
use plywood::document::did_you_mean;

/// The given command line.
pub(crate) struct Options {
    /// Options with their values, which are empty for options without a value.
    named: Vec<(String, String)>,
    /// The arguments without a dash.
    pub(crate) plain: Vec<String>,
}

/// Runs an example: prints its result, the help text, or the mistake on the command line.
pub(crate) fn main(
    help: &str,
    run: impl FnOnce(&Options) -> Result<String, Box<dyn Error>>,
) -> ExitCode {
    printing::end_when_it_fails();
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help") {
        print!("{help}");
        return ExitCode::SUCCESS;
    }
    match Options::parse(help, arguments).and_then(|options| run(&options)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

impl Options {
    fn parse(help: &str, arguments: Vec<String>) -> Result<Self, Box<dyn Error>> {
        let declared = |name: &str| {
            let mut lines = help.lines().map(str::split_whitespace);
            lines.find_map(|mut words| (words.next() == Some(name)).then(|| words.next()))
        };
        // A plain argument is declared with its name in capitals: `  FEN    the position`.
        let takes_plain = help.lines().any(|line| {
            let name = line.strip_prefix("  ").unwrap_or_default();
            name.starts_with(|letter: char| letter.is_ascii_uppercase())
        });
        let mut options = Self {
            named: Vec::new(),
            plain: Vec::new(),
        };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match (argument.starts_with('-'), declared(&argument)) {
                (true, Some(value)) => {
                    let is_value = |word: &str| !word.chars().any(char::is_lowercase);
                    let value = match value {
                        Some(word) if is_value(word) => arguments
                            .next()
                            .ok_or_else(|| format!("{argument} needs a value: {word}"))?,
                        Some(_) | None => String::new(),
                    };
                    options.named.push((argument, value));
                }
                (false, _) if takes_plain => options.plain.push(argument),
                (true, None) | (false, _) => Err(format!("there is no option {argument:?}"))?,
            }
        }
        Ok(options)
    }

    /// Returns `true` if the option is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the value of an option; of the last one, if it is given several times.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut given = self.named.iter().rev();
        given.find_map(|(given, value)| (given == name).then_some(value.as_str()))
    }

    /// Returns the number of an option, or this default.
    pub(crate) fn number<N: FromStr>(&self, name: &str, usual: N) -> Result<N, String> {
        self.get(name).map_or(Ok(usual), |text| {
            let number = text.parse();
            number.map_err(|_| format!("{name} needs a number, found {text:?}"))
        })
    }

    /// Returns the position of `--fen`, or of this FEN by default.
    pub(crate) fn position(&self, usual: &str) -> Result<Position, Box<dyn Error>> {
        read_position(self.get("--fen").unwrap_or(usual))
    }
}

/// Reads a FEN as people type it, and prints any repairs.
pub(crate) fn read_position(fen: &str) -> Result<Position, Box<dyn Error>> {
    let (position, repairs) = Position::from_fen_lenient(fen)?;
    for repair in repairs {
        eprintln!("warning: {repair}");
    }
    Ok(position)
}

/// Returns the error for an unknown name, which lists the known ones.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Box<dyn Error> {
    let (meant, known) = (did_you_mean(name, known), known.join(", "));
    format!("there is no {what} {name:?}{meant}; there are {known}").into()
}
