//! Laws of a program's command lines. The commands, options and examples are found in its help.

use crate::patience::PATIENCE;
use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Values that must not crash any option.
const NUMBERS: &[&str] = &[
    "NaN",
    "inf",
    "-1",
    "0",
    "1e400",
    "18446744073709551615",
    LARGEST,
    "x",
    "",
];
/// The largest number that some options accept.
const LARGEST: &str = "1000000000000";
/// Errors that do not name the allowed values, or have another cause.
const UNCLEAR: &[&str] = &[
    "invalid digit",
    "invalid float",
    "number too",
    "cannot parse",
    "cannot be used multiple",
    "unexpected argument",
    "panicked",
];
/// The time after which a command that accepted a number is taken not to crash.
const ACCEPTED: Duration = Duration::from_millis(400);
/// The time in which a server starts, and any other command ends.
const ALONE: Duration = Duration::from_secs(5);
/// The columns of a help text that is not printed to a terminal.
const WIDTH: usize = 100;
/// The memory in kibibytes that suffices for everything made small.
const MEMORY: u32 = 12_000_000;

/// A program whose commands are tried.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
    /// An empty folder.
    pub(crate) folder: std::path::PathBuf,
}

/// A command as described by its help.
struct Described {
    words: String,
    help: String,
}

/// The end of a command, unless it was killed after some time.
struct Ended {
    status: Option<ExitStatus>,
    errors: String,
}

impl Program {
    /// A command line of the shell, in which the program has its name.
    fn shell(&self, line: &str, folder: &Path) -> Command {
        let programs = Path::new(self.path).parent().map(Path::as_os_str);
        let path = [folder.as_os_str(), programs.unwrap_or_default()].map(Path::new);
        let given = env::var_os("PATH").unwrap_or_default();
        let path = path.iter().map(|path| path.to_path_buf());
        let path = env::join_paths(path.chain(env::split_paths(&given)));
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -v {MEMORY}; exec {line}")])
            .current_dir(folder)
            .env("PATH", path.expect("the folders have plain names"))
            .env("HOME", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    fn end(&self, line: &str, folder: &Path, patience: Duration) -> Ended {
        let child = self.shell(line, folder).spawn();
        let mut child = child.expect("the shell can be started");
        let mut pipe = child.stderr.take().expect("it is a pipe");
        let reader = thread::spawn(move || {
            let mut errors = Vec::new();
            let _ = pipe.read_to_end(&mut errors);
            String::from_utf8_lossy(&errors).into_owned()
        });
        let status = wait(&mut child, patience);
        Ended {
            status,
            errors: reader.join().unwrap_or_default(),
        }
    }

    /// All commands, the program without one first.
    fn commands(&self) -> Vec<Described> {
        let mut commands = Vec::new();
        let mut left = vec![String::new()];
        while let Some(words) = left.pop() {
            let output = Command::new(self.path)
                .args(words.split_whitespace())
                .arg("--help")
                .output();
            let help = output.expect("the program can be started").stdout;
            let help = String::from_utf8_lossy(&help).into_owned();
            let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
            let listed = listed.take_while(|line| !line.is_empty());
            let listed = listed.filter_map(|line| line.strip_prefix("  "));
            let names = listed.filter_map(|line| {
                line.split_whitespace()
                    .next()
                    .filter(|_| !line.starts_with(' '))
            });
            left.extend(
                names
                    .filter(|name| *name != "help")
                    .map(|name| format!("{words} {name}")),
            );
            let words = words.trim().to_owned();
            commands.push(Described { words, help });
        }
        commands
    }

    /// Every option accepts a number, or refuses it with an error that names the allowed values. Each command has a line that ends soon, to
    /// which the options are added.
    pub(crate) fn numbers_are_taken_or_refused(&self, lines: &[(&str, &str)]) {
        let (mut tried, mut known) = (Vec::new(), HashSet::new());
        for command in self.commands() {
            let options = command.options();
            if options.is_empty() {
                continue;
            }
            let line = lines.iter().find(|(words, _)| *words == command.words);
            let (_, line) =
                line.unwrap_or_else(|| panic!("a line for {:?} is missing", command.words));
            let start = format!("{} {}", self.name, command.words);
            // Otherwise the lines below would be refused for another reason.
            let folder = self.folder.join(format!("alone {}", command.words));
            fs::create_dir_all(&folder).expect("it can be written");
            let ended = self.end(&format!("{start} {line}"), &folder, ALONE);
            let is_good = ended.status.is_none_or(|status| status.success());
            assert!(is_good, "{start} {line}: {}", ended.errors);
            for (option, about) in options {
                let is_new = known.insert(about);
                let others = if option.is_empty() {
                    String::new()
                } else {
                    without(line, &option)
                };
                // An option shared by several commands is parsed by the same function in all of them; what one does with a number that the
                // function accepts shows with the largest.
                let is_tried = |number: &&&str| is_new || **number == LARGEST;
                let numbers = NUMBERS.iter().filter(is_tried);
                tried.extend(numbers.map(|number| format!("{start} {others} {option} '{number}'")));
            }
        }
        let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(line) = tried.get(number) else {
                    return;
                };
                let folder = self.folder.join(number.to_string());
                fs::create_dir_all(&folder).expect("it can be written");
                let ended = self.end(line, &folder, ACCEPTED);
                if let Some(problem) = problem(&ended) {
                    wrong
                        .lock()
                        .expect("nobody panics")
                        .push(format!("{line}\n  {problem}"));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(work);
            }
        });
        let wrong = wrong.into_inner().expect("nobody panics");
        assert!(tried.len() > 40, "{tried:?}");
        assert!(
            wrong.is_empty(),
            "{} of {}:\n{}",
            wrong.len(),
            tried.len(),
            wrong.join("\n")
        );
    }

    /// Every example of the help runs, with small numbers in place of its own. The files that it names are created first. The help has line
    /// breaks only in full lines.
    pub(crate) fn examples_run(&self, small: &Small, prepare: &dyn Fn(&str, &Path)) {
        let (mut count, mut wrong) = (0, Vec::new());
        for command in self.commands() {
            let folder = self.folder.join(format!("of {}", command.words));
            fs::create_dir_all(&folder).expect("it can be written");
            prepare(&command.words, &folder);
            let lines: Vec<&str> = command.help.lines().collect();
            for next in lines.windows(2) {
                let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
                let word = next[1].split(' ').next().unwrap_or_default();
                let is_full = next[0].len() + 1 + word.len() > WIDTH;
                let is_wrapped = !is_prose(next[0]) || !is_prose(next[1]) || is_full;
                assert!(is_wrapped, "{}: {next:?}", command.words);
            }
            for example in command.examples(self.name) {
                let line = small.line(&example);
                let ended = self.end(&line, &folder, small.serves.unwrap_or(PATIENCE));
                let code = ended.status.map(|status| status.code());
                // A program of an example may be one that only pretends to play or to search.
                let is_good = match code {
                    Some(Some(0)) => true,
                    Some(Some(1)) => line.contains(" check-engine ") || line.contains(" judge "),
                    Some(Some(3)) => line.contains("uci:"),
                    // Endgame tables are too large for tests.
                    Some(Some(2)) => ended.errors.contains("there are no Syzygy tables in"),
                    Some(_) => false,
                    None => small.serves.is_some(),
                };
                count += 1;
                if !is_good || ended.errors.contains("panicked") {
                    wrong.push(format!("{line}\n  {code:?} {}", ended.errors));
                }
            }
        }
        assert!(
            count > 2 && wrong.is_empty(),
            "of {count} examples:\n{}",
            wrong.join("\n")
        );
    }
}

/// The replacements that make examples small.
pub(crate) struct Small {
    /// Values of options.
    pub(crate) values: &'static [(&'static str, &'static str)],
    /// The options to add to the examples of a command that lacks them.
    pub(crate) added: &'static [(&'static str, &'static str)],
    /// The time after which a server is ended.
    pub(crate) serves: Option<Duration>,
}

impl Small {
    fn line(&self, example: &str) -> String {
        let mut words: Vec<String> = example.split(' ').map(str::to_owned).collect();
        for place in 1..words.len() {
            let small = self
                .values
                .iter()
                .find(|(option, _)| *option == words[place - 1]);
            if let Some((_, value)) = small {
                (*value).clone_into(&mut words[place]);
            }
        }
        let mut line = words.join(" ");
        for (command, added) in self.added {
            let option = added.split(' ').next().unwrap_or_default();
            if line.starts_with(command) && !line.contains(option) {
                line = format!("{line} {added}");
            }
        }
        line
    }
}

impl Described {
    /// Returns the options with a value, other than a file, and an empty text for an option without one; each with its help.
    fn options(&self) -> Vec<(String, String)> {
        let mut options = HashSet::new();
        let mut lines = self.help.lines().map(str::trim_start).peekable();
        while let Some(line) = lines.next() {
            let mut about = || format!("{line} {}", lines.peek().unwrap_or(&""));
            let name = line.split_once("--").filter(|_| line.starts_with('-'));
            let name = name.and_then(|(_, rest)| rest.split_once(" <"));
            if let Some((name, value)) = name
                && !value.starts_with("FILE>")
                && !value.starts_with("FOLDER")
                && !name.contains(' ')
            {
                options.insert((format!("--{name}"), about()));
            }
            if line.starts_with("[PLIES]") || line.starts_with("<WORD>") {
                options.insert((String::new(), about()));
            }
        }
        options.into_iter().collect()
    }

    /// Returns the lines after `Examples:` that begin with the program, without their descriptions.
    fn examples(&self, program: &str) -> Vec<String> {
        let examples = self.help.split_once("\nExamples:\n");
        let is_headed = examples.is_some() || !self.help.contains("Examples:");
        assert!(is_headed, "{}: no heading", self.words);
        let (_, lines) = examples.unwrap_or_default();
        // Long lines are broken at a space.
        let mut whole = String::new();
        for line in lines.lines() {
            let is_next = line.is_empty() || line.trim_start().starts_with(program);
            whole += if is_next { "\n" } else { " " };
            whole += line.trim_start();
        }
        let lines = whole.lines();
        let lines = lines.filter(|line| line.split(' ').next() == Some(program));
        let lines = lines.map(|line| line.split("  ").next().unwrap_or_default().to_owned());
        lines.collect()
    }
}

/// Returns a line without an option and its value.
fn without(line: &str, option: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(place) = words.iter().position(|word| *word == option) {
        words.drain(place..place + 2);
    }
    words.join(" ")
}

/// Returns the exit status, or `None` if it had to be killed.
fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let started = Instant::now();
    while started.elapsed() < patience {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Returns the fault in the end of a command, if there is one.
fn problem(ended: &Ended) -> Option<String> {
    let Ended { status, errors } = ended;
    let unclear = UNCLEAR.iter().find(|unclear| errors.contains(**unclear));
    let code = status.map(|status| status.code());
    let is_good = match code {
        None | Some(Some(0 | 1 | 3)) => true,
        Some(Some(2)) => errors.contains("error: "),
        Some(_) => false,
    };
    (unclear.is_some() || !is_good).then(|| format!("{code:?} {errors}"))
}
