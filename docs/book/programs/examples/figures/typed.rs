//! The commands that a reader is told to type: each is run with small limits, and may not be refused.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::Mutex;
use std::{env, fs, thread};

use crate::{Maker, parts};

/// Options whose number says how much is done, and the number with which their command is run here.
const LIMITS: [(&str, &str); 10] = [
    ("--clients", "1"),
    ("--coarse-epochs", "0"),
    ("--depth", "2"),
    ("--epochs", "1"),
    ("--game-nodes", "50"),
    ("--games", "8"),
    ("--hidden", "16"),
    ("--nodes", "50"),
    ("--seconds", "1"),
    ("--to-depth", "2"),
];

/// A command that has not ended after a second of the processor's time was understood. The clock ends only servers and matches of
/// programs, which wait: on a slow machine it would end others too, and leave nothing for the next command to read.
const CUT: &str = "ulimit -c 0; ulimit -S -t";
/// Commands that end by themselves here: the next one reads their results, or they start programs that the limit would end as well.
const WHOLE: [&str; 5] = [
    " > ",
    " check-engine ",
    " data generate ",
    "--output ",
    "--shard ",
];
/// With 3 the lab says that another program failed, as those do that are cut.
const UNDERSTOOD: [i32; 4] = [0, 3, 124, 128 + 24];

/// Files that readers have, and what stands for them here.
const SAMPLES: [(&str, &str); 6] = [
    (
        ".epd",
        "crates/notation/tests/data/tactics/bratko-kopec.epd",
    ),
    (".net", "crates/net/nets/chess.net"),
    (
        ".pgn",
        "crates/notation/tests/data/pgn/kasparov-deep-blue-1997.pgn",
    ),
    ("@FILE", "crates/net/nets/chess.net"),
    ("mine.jsonl", "docs/tree-example.jsonl"),
    ("theirs.jsonl", "docs/tree-example.jsonl"),
];

/// Commands that are not run here: this one would begin again, judged programs are the reader's,
/// built ones have no numbers to tune, a site needs the engine for browsers, and there is no sample of backgammon's first network.
const APART: [&str; 5] = [
    " judge ",
    "backgammon-first.net",
    "--example figures",
    "--features tune",
    "-- site ",
];

/// Programs in matches: other programs and versions, for which `plywood` stands here.
const OTHERS: [&str; 5] = [
    "ethereal-chess",
    "stockfish",
    "plywood",
    "plywood-new",
    "plywood-old",
];

impl Maker {
    /// Runs our programs' commands in these documents, with the programs that are built. Returns how many they are, and which were refused.
    pub(crate) fn typed(&self, documents: &[PathBuf]) -> Result<(usize, Vec<String>), String> {
        let Some(built) = &self.built else {
            return Ok((0, Vec::new()));
        };
        let waiting = Mutex::new(documents.iter().enumerate());
        let worker = || {
            let (mut count, mut refused) = (0, Vec::new());
            loop {
                let next = waiting.lock().ok().and_then(|mut waiting| waiting.next());
                let Some((number, path)) = next else {
                    return Ok((count, refused));
                };
                let folder = env::temp_dir().join(format!("figures-{}-{number}", process::id()));
                let done = self.run_typed(path, built, &folder);
                let done = done.map_err(|error| format!("{}: {error}", path.display()));
                if folder.exists() {
                    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
                }
                let (more, wrong) = done?;
                count += more;
                refused.extend(wrong);
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let done: Result<Vec<(usize, Vec<String>)>, String> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker.join().expect("no command panics here")
            };
            workers.into_iter().map(join).collect()
        });
        let (counts, refused): (Vec<usize>, Vec<Vec<String>>) = done?.into_iter().unzip();
        Ok((counts.into_iter().sum(), refused.concat()))
    }

    /// Runs the commands of one document, one after the other, in this folder.
    fn run_typed(
        &self,
        path: &Path,
        built: &Path,
        folder: &Path,
    ) -> Result<(usize, Vec<String>), Box<dyn Error>> {
        let (mut count, mut refused) = (0, Vec::new());
        for line in shell_lines(&fs::read_to_string(path)?) {
            let Some(command) = self.program_of(&line, built) else {
                continue;
            };
            count += 1;
            let command = match command {
                Ok(command) => limited(&command),
                Err(unknown) => {
                    refused.push(format!("{}: {unknown}", path.display()));
                    continue;
                }
            };
            prepare(folder, built, &command)?;
            let is_whole = WHOLE.iter().any(|part| command.contains(part));
            let (work, time) = (if is_whole { 300 } else { 1 }, seconds(&command));
            let search = env::var("PATH").unwrap_or_default();
            let output = Command::new("bash")
                .args([
                    "-c",
                    &format!("{CUT} {work}; timeout {time} {command}; exit $?"),
                ])
                .current_dir(folder)
                .env(
                    "PATH",
                    format!("{}:{search}", folder.join("programs").display()),
                )
                .stdin(Stdio::null())
                .output()?;
            let code = output.status.code();
            if code.is_none_or(|code| !UNDERSTOOD.contains(&code)) {
                let message = String::from_utf8_lossy(&output.stderr);
                refused.push(format!(
                    "{}: {line}\n{}: {message}",
                    path.display(),
                    output.status
                ));
            }
        }
        Ok((count, refused))
    }

    /// The first part of a line as it is run here, if it is a program of ours.
    fn program_of(&self, line: &str, built: &Path) -> Option<Result<String, String>> {
        let line = parts(line)[0];
        if APART.iter().any(|example| line.contains(example)) {
            return None;
        }
        if line.starts_with("cargo run ") {
            let is_ours = !line.contains("--manifest-path");
            return is_ours.then(|| self.command_line(line));
        }
        let (word, arguments) = line.split_once(' ').unwrap_or((line, ""));
        let name = Path::new(word).file_name()?.to_str()?;
        // What `make` builds may have any name.
        let named = name.starts_with("plywood-").then(|| built.join("plywood"));
        let places = [built.join(name), built.join("examples").join(name)];
        let mut places = places.into_iter().chain(named);
        match places.find(|place| place.is_file()) {
            Some(program) => Some(Ok(format!("'{}' {arguments}", program.display()))),
            None if word.starts_with("target/") => Some(Err(format!("there is no {word}"))),
            None => None,
        }
    }
}

/// The lines of the blocks marked `sh`, whole, without comments and variables; and the commands in sentences, if they have
/// arguments.
fn shell_lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut variables: Vec<(String, String)> = Vec::new();
    for (number, block) in text.split("```").enumerate() {
        if number % 2 == 0 {
            let spans = block.split('`').skip(1).step_by(2);
            let is_whole =
                |span: &&str| span.split_whitespace().nth(2).is_some() && !span.ends_with("NAME");
            lines.extend(spans.filter(is_whole).map(|span| span.replace('\n', " ")));
            continue;
        }
        let block = block.strip_prefix("sh\n").unwrap_or_default();
        let continued: String = block.split("\\\n").map(str::trim_start).collect();
        for line in continued.lines() {
            let line = line.split(" # ").next().unwrap_or_default().trim();
            let fill = |line: String, (name, value): &(String, String)| line.replace(name, value);
            let line = variables.iter().fold(line.to_owned(), fill);
            let is_value = |value: &str| value.starts_with('"') || !value.contains(' ');
            match line.split_once('=') {
                Some((name, value)) if !name.contains(' ') && is_value(value) => {
                    // The last value counts.
                    variables.insert(0, (format!("${name}"), value.replace('"', "")));
                }
                _ => lines.push(line),
            }
        }
    }
    lines
}

/// The seconds after which the clock ends a command. Others than these two kinds only take so long if they hang.
fn seconds(command: &str) -> u32 {
    let waits_for_others = command.contains("uci:cmd=");
    if is_server(command) || waits_for_others {
        2
    } else {
        600
    }
}

fn is_server(command: &str) -> bool {
    let program = command.split(' ').next();
    program.is_some_and(|program| program.ends_with("plywood-web'"))
}

/// The command with small numbers for its limits, a number where a reader puts one, and any free port.
fn limited(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    for place in 1..words.len() {
        let limit = LIMITS
            .iter()
            .find(|(option, _)| words[place - 1] == *option);
        words[place] = match limit {
            Some((_, small)) => small,
            None if words[place] == "GAMES" => "8",
            None => words[place],
        };
    }
    if is_server(command) {
        words.push("--port 0");
    }
    words.join(" ")
}

/// Puts into the folder what the command reads and no command before it has written.
fn prepare(folder: &Path, built: &Path, command: &str) -> Result<(), Box<dyn Error>> {
    let programs = folder.join("programs");
    if !programs.exists() {
        fs::create_dir_all(&programs)?;
        for name in OTHERS {
            fs::copy(built.join("plywood"), programs.join(name))?;
            fs::copy(built.join("plywood"), folder.join(name))?;
        }
        fs::create_dir_all(folder.join("docs/players"))?;
        for entry in fs::read_dir("docs/players")? {
            let path = entry?.path();
            fs::copy(&path, folder.join(&path))?;
        }
    }
    for word in command.split([' ', ',']).filter(|word| !word.contains('*')) {
        let sample = SAMPLES.iter().find(|(end, _)| word.ends_with(end));
        let place = folder.join(word.rsplit('@').next().unwrap_or(word));
        if let Some((_, sample)) = sample.filter(|_| !place.exists()) {
            fs::copy(sample, place)?;
        }
    }
    Ok(())
}
