//! Reads the arguments of a program, and makes sure that no result replaces another file that the command names.

use crate::failure::Failure;
use crate::output::print;
use crate::paths::{OutputPath, are_one_file};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Parser};
use serde::de::DeserializeOwned;
use serde::de::value::StringDeserializer;
use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Reads the arguments, and runs the command. Wrong arguments end the program.
///
/// # Errors
/// [`Failure`] if the command fails, or its help cannot be printed.
pub fn run<P: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
    run: impl FnOnce(P) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match read(arguments) {
        Ok(parsed) => run(parsed),
        Err(error) if error.use_stderr() => error.exit(),
        // Help and the version are results, and can be lost like others.
        Err(text) => print(&text.render().ansi().to_string()),
    }
}

/// Reads the arguments.
///
/// # Errors
/// If they are wrong, or ask for help.
pub fn read<P: Parser>(arguments: impl IntoIterator<Item = OsString>) -> Result<P, clap::Error> {
    let mut command = prepared(P::command());
    let matches = command.try_get_matches_from_mut(arguments)?;
    let files = named_files(&command, &matches);
    let clashes = files.iter().enumerate().flat_map(|(place, one)| {
        let others = files[place + 1..].iter();
        others.filter_map(move |other| clash(one, other))
    });
    match clashes.into_iter().next() {
        Some(clash) => Err(command.error(ErrorKind::ArgumentConflict, clash)),
        None => P::from_arg_matches(&matches),
    }
}

/// Reads one of these names with serde, for an option whose values are a type of the library.
#[must_use]
pub fn named<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    names: &[&'static str],
) -> impl TypedValueParser<Value = T> {
    let read = |name| T::deserialize(StringDeserializer::<serde::de::value::Error>::new(name));
    PossibleValuesParser::new(names).try_map(read)
}

/// Applies the conventions of every command. On a command line `-1` is a number, not an unknown option; a value such as `-5ms` is refused
/// by the option that reads it, which lists the values it takes. The lines of a help paragraph are joined, so that they break only where
/// the terminal ends.
fn prepared(command: Command) -> Command {
    let help = command.get_after_long_help().map(ToString::to_string);
    let command = match help {
        Some(help) => command.after_long_help(joined(&help)),
        None => command,
    };
    let command = command.mut_subcommands(prepared);
    command.mut_args(|option| {
        let takes_values = option.get_action().takes_values();
        let kind = option.get_value_parser().type_id();
        let takes_any = [
            TypeId::of::<String>(),
            TypeId::of::<PathBuf>(),
            TypeId::of::<OutputPath>(),
        ];
        let is_read = !option.is_positional() && !takes_any.iter().any(|any| kind == *any);
        option
            .allow_negative_numbers(takes_values)
            .allow_hyphen_values(takes_values && is_read)
    })
}

/// Joins each paragraph of a text into one line. Empty lines, lines that begin with a space, and headings stay unchanged.
fn joined(text: &str) -> String {
    let (mut joined, mut last) = (String::new(), "");
    for line in text.lines() {
        let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let goes_on = is_prose(line) && is_prose(last) && !last.ends_with(':');
        if !joined.is_empty() {
            joined += if goes_on { " " } else { "\n" };
        }
        joined += line;
        last = line;
    }
    joined
}

/// A file named by an argument.
struct NamedFile {
    /// The argument as help shows it.
    argument: String,
    path: PathBuf,
    is_output: bool,
}

/// Returns the reason two arguments cannot be combined.
fn clash(one: &NamedFile, other: &NamedFile) -> Option<String> {
    let is_clash = (one.is_output || other.is_output) && are_one_file(&one.path, &other.path);
    is_clash.then(|| {
        let (path, [one, other]) = (one.path.display(), [&one.argument, &other.argument]);
        format!("{one} and {other} name the same file, {path}; the output needs a separate file")
    })
}

/// Returns the files named by the arguments of a command and of its subcommand.
fn named_files(command: &Command, matches: &ArgMatches) -> Vec<NamedFile> {
    let mut files = Vec::new();
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            files.extend(paths(argument, Path::new(value)));
        }
    }
    if let Some((name, matches)) = matches.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        files.extend(named_files(command, matches));
    }
    files
}

fn paths(argument: &Arg, value: &Path) -> Vec<NamedFile> {
    let kind = argument.get_value_parser().type_id();
    let is_output = kind == TypeId::of::<OutputPath>();
    let named = |path: &Path| NamedFile {
        argument: argument.to_string(),
        path: path.to_owned(),
        is_output,
    };
    if is_output || kind == TypeId::of::<PathBuf>() {
        return vec![named(value)];
    }
    let text = value.to_str().unwrap_or_default();
    files_within(text).map(named).collect()
}

/// Returns the files named in the description of a player or an evaluator: `NAME@WEIGHTS`, `uci:cmd=PROGRAM,option.NAME=FILE`.
fn files_within(text: &str) -> impl Iterator<Item = &Path> {
    let (settings, sign) = match text.split_once("uci:") {
        Some((_, settings)) => (settings, '='),
        None => (text, '@'),
    };
    let files = settings
        .split(',')
        .filter_map(move |part| part.split_once(sign));
    files.map(|(_, file)| Path::new(file))
}

/// Refuses an output that would replace a file named in such a description. Those of arguments were checked when they were read.
///
/// # Errors
/// [`Failure`] with the output and the description.
pub fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = &'a Option<OutputPath>>,
    texts: &[String],
) -> Result<(), Failure> {
    for output in outputs.into_iter().flatten() {
        let is_named = |text: &&String| files_within(text).any(|file| are_one_file(output, file));
        if let Some(text) = texts.iter().find(is_named) {
            let output = output.display();
            return Err(Failure::Usage(format!(
                "{output} is a file of {text:?}; the output needs a separate file"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_of_help_are_lines() {
        let help = "One two\nthree.\n\nExamples:\n  program\n  program 2\nMore:\nsome\ntext";
        let joined = joined(help);
        assert_eq!(
            joined,
            "One two three.\n\nExamples:\n  program\n  program 2\nMore:\nsome text"
        );
    }
}
