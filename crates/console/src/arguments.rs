//! Reads the arguments of a program. No result may take the place of another file that the command names.

use crate::failure::Failure;
use crate::output::print;
use crate::paths::{OutputPath, are_one_file};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Parser};
use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Reads the arguments, and runs what they say. Wrong arguments end the program.
///
/// # Errors
/// The command fails, or its help cannot be printed.
pub fn run<P: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
    run: impl FnOnce(P) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match read(arguments) {
        Ok(parsed) => run(parsed),
        Err(error) if error.use_stderr() => error.exit(),
        // Help and the version are results, and can get lost like others.
        Err(text) => print(&text.render().ansi().to_string()),
    }
}

/// Reads the arguments.
///
/// # Errors
/// They are wrong, or ask for help.
pub fn read<P: Parser>(arguments: impl IntoIterator<Item = OsString>) -> Result<P, clap::Error> {
    let mut command = with_negatives(P::command());
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

/// On a command line `-1` is a number, and not an option that nobody knows.
fn with_negatives(command: Command) -> Command {
    let command = command.mut_subcommands(with_negatives);
    command.mut_args(|option| {
        let takes_values = option.get_action().takes_values();
        option.allow_negative_numbers(takes_values)
    })
}

/// A file that an argument names.
struct NamedFile {
    /// As help shows it.
    argument: String,
    path: PathBuf,
    is_output: bool,
}

/// Why two arguments cannot stand together.
fn clash(one: &NamedFile, other: &NamedFile) -> Option<String> {
    let is_clash = (one.is_output || other.is_output) && are_one_file(&one.path, &other.path);
    is_clash.then(|| {
        let (path, [one, other]) = (one.path.display(), [&one.argument, &other.argument]);
        format!("{one} and {other} name one file, {path}; what is written needs a file of its own")
    })
}

/// The files that the arguments of a command and of its subcommand name.
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
    // Players and evaluators have files within: NAME@WEIGHTS, uci:cmd=PROGRAM,option.NAME=FILE.
    let text = value.to_str().unwrap_or_default();
    let parts = text
        .split(',')
        .filter(|part| part.contains('@') || text.contains("uci:"));
    let parts = parts.filter_map(|part| part.rsplit(['@', '=']).next());
    parts.map(|part| named(Path::new(part))).collect()
}
