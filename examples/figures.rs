//! Makes every figure of the documents again, or checks them: `cargo run --release --example figures`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use options::Options;

const HELP: &str = "\
Makes every table, number and picture of README.md, docs/ and the book again. Each stands below the command that makes it:

    <!-- made by: cargo run --release --example book -- minimax -->

If a block of code or a table follows, it is what the command prints. Otherwise the command writes a file, which the
text shows. Figures that depend on time have no such line, but a date and a machine.

usage: cargo run --release --example figures -- [OPTIONS] [FILE...]

  --check    change nothing; print what is different, and fail if anything is
  --help     this text
  FILE       only the figures of these documents
";

const MARK: &str = "<!-- made by: ";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let is_check = options.has("--check");
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in documents(&options.plain)? {
        let old =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut new = String::new();
        let mut rest = old.as_str();
        while let Some((before, command, after)) = next_figure(rest) {
            count += 1;
            let printed = made(command, is_check, &mut wrong)?;
            new += before;
            rest = match block(after) {
                Some((opening, content, after)) => {
                    if is_check && content != printed {
                        let place = path.display();
                        wrong.push(format!(
                            "{place}: {command}\n--- is\n{content}+++ should be\n{printed}"
                        ));
                    }
                    new += opening;
                    new += &printed;
                    after
                }
                None => after,
            };
        }
        new += rest;
        if !is_check && new != old {
            fs::write(&path, new)?;
            println!("{} has changed", path.display());
        }
    }
    if wrong.is_empty() {
        return Ok(format!("{count} figures are up to date\n"));
    }
    Err(wrong.join("\n").into())
}

/// The documents of these names, or all that may have figures.
fn documents(names: &[String]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !names.is_empty() {
        return Ok(names.iter().map(PathBuf::from).collect());
    }
    let mut documents = vec![PathBuf::from("README.md")];
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

/// The text to the end of the next mark, its command, and what follows.
fn next_figure(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find(MARK)? + MARK.len();
    let end = start + text[start..].find(" -->")?;
    let line = end + text[end..].find('\n')? + 1;
    Some((&text[..line], &text[start..end], &text[line..]))
}

/// The block of code or the table at the beginning of a text: what stands before its content, the content, and what follows.
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

/// Runs a command and returns what it prints. In a check, the files that it writes are compared, and put back.
fn made(command: &str, is_check: bool, wrong: &mut Vec<String>) -> Result<String, Box<dyn Error>> {
    let written: Vec<&Path> = command
        .split_whitespace()
        .map(Path::new)
        .filter(|path| path.starts_with("docs"))
        .collect();
    let old: Vec<Option<Vec<u8>>> = written.iter().map(|path| fs::read(path).ok()).collect();
    for folder in written.iter().filter_map(|path| path.parent()) {
        fs::create_dir_all(folder)?;
    }
    let quiet = command.replace("cargo run ", "cargo run --quiet ");
    let output = Command::new("sh").args(["-c", &quiet]).output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command}: {message}").into());
    }
    if is_check {
        for (path, old) in written
            .iter()
            .zip(old)
            .filter_map(|(path, old)| Some((path, old?)))
        {
            if fs::read(path)? != old {
                wrong.push(format!(
                    "{} is not what this makes: {command}",
                    path.display()
                ));
                fs::write(path, old)?;
            }
        }
    }
    Ok(String::from_utf8(output.stdout)?)
}
