//! Makes every figure of the documents again, or checks them: `cargo run --release --example figures`.

#[path = "../../../../../examples/shared/options.rs"]
mod options;

mod claims;
mod typed;

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use options::Options;

const HELP: &str = "\
Makes every table, number and picture of README.md, docs/ and the book again. Each comes right after the command that makes it:

    <!-- made by: cargo run --release --example book -- minimax -->

If a block of code or a table follows, it is the command's output. If a picture or a page follows, the command
writes it. If a paragraph follows, it describes the output: every number, square and move in it must occur
there, or the check fails. Figures that take minutes have a date, and are only made again with --slow:

    <!-- made on 2026-11-23 by: cargo run --release -p plywood-lab -- match --players players.txt --markdown table.md | cat table.md -->

Figures that depend on time have no such line, but a date and a machine.

A check with --built also runs the commands that the documents show in blocks marked `sh`, and in sentences, each with
small limits and for two seconds, in a folder under the temporary one: no command may be refused.

usage: cargo run --release --example figures -- [OPTIONS] [FILE...]

  --check    change nothing; print the differences, and fail if there are any
  --slow DAY the slow figures instead of the others, made on this day, such as 2026-11-23
  --built    run the programs next to this one, as `cargo test` builds them, and build nothing
  --help     this text
  FILE       only the figures of these documents
";

const MARK: &str = "<!-- made ";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let mut maker = Maker::new(options)?;
    let mut count = 0;
    let documents = documents(&options.plain)?;
    for path in &documents {
        let old =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut new = String::new();
        let mut rest = old.as_str();
        while let Some(figure) = next_figure(rest) {
            new += figure.before;
            rest = figure.after;
            if figure.day.is_some() != maker.day.is_some() {
                new += &figure.mark(figure.day);
                continue;
            }
            count += 1;
            let command = figure.command;
            let printed = maker.figure(command)?;
            new += &figure.mark(maker.day.as_deref());
            rest = match block(rest) {
                Some((opening, content, after)) => {
                    if maker.is_check && content != printed {
                        let place = path.display();
                        maker.wrong.push(format!(
                            "{place}: {command}\n--- is\n{content}+++ should be\n{printed}"
                        ));
                    }
                    new += opening;
                    new += &printed;
                    after
                }
                None => {
                    if maker.is_check {
                        let place = path.display();
                        let claims = claims::unfounded(rest, &printed);
                        let wrong = claims.map(|word| {
                            format!("{place}: the text below this says {word:?}, and it does not: {command}\n")
                        });
                        maker.wrong.extend(wrong);
                    }
                    rest
                }
            };
        }
        new += rest;
        if !maker.is_check && new != old {
            fs::write(path, new)?;
            println!("{} has changed", path.display());
        }
    }
    let mut typed = 0;
    if maker.is_check && maker.day.is_none() {
        let (commands, refused) = maker.typed(&documents)?;
        typed = commands;
        maker.wrong.extend(refused);
    }
    if maker.wrong.is_empty() {
        let typed = match typed {
            0 => String::new(),
            typed => format!(", and {typed} commands are understood"),
        };
        return Ok(format!("{count} figures are up to date{typed}\n"));
    }
    Err(maker.wrong.join("\n").into())
}

/// The documents of these names, or all that may have figures.
fn documents(names: &[String]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !names.is_empty() {
        return Ok(names.iter().map(PathBuf::from).collect());
    }
    let mut documents = vec![PathBuf::from("GLOSSARY.md"), PathBuf::from("README.md")];
    let crates = fs::read_dir("crates")?.map(|entry| Ok(entry?.path().join("README.md")));
    documents.extend(crates.collect::<io::Result<Vec<_>>>()?);
    for folder in ["docs", "docs/book/src"] {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    Ok(documents)
}

/// A mark in a document: `<!-- made by: COMMAND -->`, or for a slow figure `<!-- made on DAY by: COMMAND -->`.
struct Figure<'a> {
    /// The text before the mark.
    before: &'a str,
    /// When a slow figure was made.
    day: Option<&'a str>,
    command: &'a str,
    /// The text behind the mark's line.
    after: &'a str,
}

impl Figure<'_> {
    fn mark(&self, day: Option<&str>) -> String {
        let day = day.map_or_else(String::new, |day| format!("on {day} "));
        format!("{MARK}{day}by: {} -->\n", self.command)
    }
}

/// The next mark of a text.
fn next_figure(text: &str) -> Option<Figure<'_>> {
    let start = text.find(MARK)?;
    let (mark, after) = text[start + MARK.len()..].split_once(" -->\n")?;
    let (day, command) = mark.split_once("by: ")?;
    Some(Figure {
        before: &text[..start],
        day: day.strip_prefix("on ").map(str::trim_end),
        command,
        after,
    })
}

/// The block of code or the table at the beginning of a text: the text before its content, the content, and the rest.
fn block(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.len() - text.trim_start_matches('\n').len();
    let end_of = |mark: &str| Some(start + text[start..].find(mark)?);
    let (from, to) = if text[start..].starts_with("```") {
        let from = end_of("\n")? + 1;
        (from, from + text[from..].find("```")?)
    } else if text[start..].starts_with('|') {
        (start, end_of("|\n\n")? + 2)
    } else {
        return None;
    };
    Some((&text[..from], &text[from..to], &text[to..]))
}

/// Runs the commands.
struct Maker {
    is_check: bool,
    /// The day of the slow figures, if these are made.
    day: Option<String>,
    /// The folder of the programs that are run instead of `cargo run`.
    built: Option<PathBuf>,
    /// The output of programs, by their command lines: several figures can be parts of one program's output.
    printed: HashMap<String, String>,
    /// The differences, in a check.
    wrong: Vec<String>,
}

impl Maker {
    fn new(options: &Options) -> io::Result<Self> {
        let own = env::current_exe()?;
        // This program lies in the folder `examples` of its profile.
        let built = own.ancestors().nth(2).map(Path::to_owned);
        Ok(Self {
            is_check: options.has("--check"),
            day: options.get("--slow").map(str::to_owned),
            built: built.filter(|_| options.has("--built")),
            printed: HashMap::new(),
            wrong: Vec::new(),
        })
    }

    /// Runs a command and returns what it prints. In a check, the files that it writes are compared, and put back.
    fn figure(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        let written: Vec<&Path> = command
            .split_whitespace()
            .map(Path::new)
            .filter(|path| path.starts_with("docs"))
            .collect();
        let is_compared = |path: &Path| path.extension().is_none_or(|kind| kind != "html");
        let old: Vec<Option<Vec<u8>>> = written.iter().map(|path| fs::read(path).ok()).collect();
        for folder in written.iter().filter_map(|path| path.parent()) {
            fs::create_dir_all(folder)?;
        }
        let mut text = String::new();
        for (number, part) in parts(command).into_iter().enumerate() {
            let is_known = number == 0 && self.printed.contains_key(part);
            text = if is_known {
                self.printed[part].clone()
            } else {
                let line = self.command_line(part)?;
                output_of(&line, &text).map_err(|error| format!("{command}: {error}"))?
            };
            if number == 0 {
                self.printed.insert(part.to_owned(), text.clone());
            }
        }
        if self.is_check {
            for (path, old) in written
                .iter()
                .zip(old)
                .filter_map(|(path, old)| Some((path, old?)))
            {
                // A page contains the version that made it, and is not in the repository.
                if is_compared(path) && fs::read(path)? != old {
                    self.wrong.push(format!(
                        "{} is not what this makes: {command}",
                        path.display()
                    ));
                    fs::write(path, old)?;
                }
            }
        }
        Ok(text)
    }

    /// The command line as it is run: `cargo run` says nothing itself, or is replaced by the program that is built.
    fn command_line(&self, command: &str) -> Result<String, String> {
        let Some(arguments) = command.strip_prefix("cargo run ") else {
            return Ok(command.to_owned());
        };
        let Some(built) = &self.built else {
            return Ok(format!("cargo run --quiet {arguments}"));
        };
        let (cargo, arguments) = arguments.split_once("-- ").unwrap_or((arguments, ""));
        let after = |option: &str| {
            let mut words = cargo.split_whitespace();
            words.find(|word| *word == option)?;
            words.next()
        };
        let program = match (after("--example"), after("--bin").or(after("-p"))) {
            (Some(example), _) => built.join("examples").join(example),
            // The one package with a single program of another name.
            (None, Some("plywood-uci")) => built.join("plywood"),
            (None, Some(program)) => built.join(program),
            (None, None) => return Err(format!("{command:?} names no program")),
        };
        if !program.exists() {
            return Err(format!("there is no {}: build it first", program.display()));
        }
        Ok(format!("'{}' {arguments}", program.display()))
    }
}

/// The parts of a command between pipes. They are run one by one, since a shell only looks at how the last one ends.
fn parts(command: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (place, _) in command.match_indices(" | ") {
        let before = &command[..place];
        let is_quoted = before.matches('\'').count() % 2 == 1;
        let is_inside = before.matches("$(").count() > before.matches(')').count();
        if !is_quoted && !is_inside {
            parts.push(&command[start..place]);
            start = place + " | ".len();
        }
    }
    parts.push(&command[start..]);
    parts
}

/// Runs a command with this text as input, and returns its output.
fn output_of(command: &str, text: &str) -> Result<String, Box<dyn Error>> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let input = child.stdin.take();
    let output = thread::scope(|threads| {
        threads.spawn(move || {
            // A program like `head` need not read everything, and then closes its end.
            input.map(|mut input| input.write_all(text.as_bytes()))
        });
        child.wait_with_output()
    })?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed, {}: {message}", output.status).into())
}
