//! `plywood judge`.

use clap::Args;
use plywood_console::arguments::named;
use plywood_console::numbers::{seed, time, within};
use plywood_console::output::{self, Kind, OutputFile, Replace};
use plywood_console::{Failure, OutputPath, counted, files};
use plywood_judge::{JudgeSettings, JudgedGame, Outcome, SearchKind, Verdict};
use plywood_report::plot::escaped;
use plywood_search::StopHandle;
use plywood_workbench::Submission;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The end of `--help`.
const EXAMPLES: &str = "\
The program reads a question from each line of its input and answers it with a line of output. With --plain a
question is a tree, such as ((3 12 8) (2 4 6) (14 5 2)), and an answer its value, the number of the best move and
the visited leaves, such as 3 1 3 12 8 2 14 5 2. Move and leaves are optional. Without --plain both are JSON.
docs/judge.md describes both, and examples/judge has programs to start from.

The exit code is 0 if every program is right, even if it visits more leaves than necessary, and 1 otherwise.

Examples:
  plywood judge --plain -- ./my_search
  plywood judge --search pvs --game tree --game tic-tac-toe -- ./my_search
  plywood judge --plain --programs submissions.txt --junit grades.xml";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(super) struct Options {
    /// The program and its arguments.
    #[arg(last = true, value_name = "PROGRAM")]
    command: Vec<String>,
    /// Judge this program as well; can be repeated. Words with spaces need double quotes.
    #[arg(long, value_name = "COMMAND")]
    program: Vec<String>,
    /// Judge the programs in this file, a command on each line; lines that begin with # are comments.
    #[arg(long, value_name = "FILE")]
    programs: Option<PathBuf>,
    /// The kind of search the programs claim to be.
    #[arg(long, value_name = "NAME", default_value = "alpha-beta", value_parser = named::<SearchKind>(&SEARCHES))]
    search: SearchKind,
    /// A game to ask about; can be repeated. Games other than trees need JSON.
    #[arg(long, value_name = "NAME", default_value = "tree", value_parser = named::<JudgedGame>(&GAMES))]
    game: Vec<JudgedGame>,
    /// Ask in plain text: whole trees, without depth or window.
    #[arg(long, conflicts_with_all = ["table", "repetition"])]
    plain: bool,
    /// The programs have a transposition table, and read names in trees.
    #[arg(long)]
    table: bool,
    /// The programs count a repetition as a draw, and read names in trees.
    #[arg(long, requires = "table")]
    repetition: bool,
    /// The programs sort moves, so their leaf counts are not compared.
    #[arg(long)]
    ordered: bool,
    /// The number of questions to begin with; more follow if an answer is wrong.
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = within(1..=100_000_usize))]
    questions: usize,
    /// The seed for random questions.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = seed())]
    seed: u64,
    /// The time for all questions of a program.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    time: Duration,
    /// The time for one answer; the first may take as long as all of them together.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    patience: Duration,
    /// The megabytes that a program may use, if the system can limit them; 0 for no limit.
    #[arg(long, value_name = "MEGABYTES", default_value_t = 4_096, value_parser = within(0..=1_000_000_000_u64))]
    memory: u64,
    /// Judge this many programs at a time; by default one per processor.
    #[arg(long, value_name = "COUNT", value_parser = within(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    jobs: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the verdicts to this file as a test report in `JUnit` XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
}

/// A program with its verdict, or the reason there is none.
#[derive(Debug, Serialize)]
struct Judged {
    program: String,
    seconds: f64,
    #[serde(flatten)]
    end: End,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum End {
    Verdict(Verdict),
    Failure(String),
}

/// The kinds of search.
const SEARCHES: [&str; 5] = ["minimax", "alpha-beta", "fail-hard", "fail-soft", "pvs"];
/// The games.
const GAMES: [&str; 4] = ["tree", "tic-tac-toe", "connect-four", "chess"];
/// A longer file is not a list of commands.
const LONGEST_LIST: u64 = 1 << 20;

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let commands = self.commands()?;
        let is_tree = |game: &JudgedGame| *game == JudgedGame::Tree;
        if self.plain && !self.game.iter().all(is_tree) {
            let wrong = "--plain asks about trees alone; leave it out to ask about other games";
            return Err(Failure::Usage(wrong.to_owned()));
        }
        let junit = OutputFile::of(self.junit.as_ref(), Kind::XML, self.replace)?;
        let judged = self.judge_all(&commands);
        if self.json {
            output::print(&output::json(&judged)?)?;
        } else {
            output::print(&text(&judged))?;
        }
        output::write(junit, || junit_report(&judged))?;
        match wrong_of(&judged) {
            0 => Ok(()),
            wrong => Err(Failure::Work(format!(
                "{wrong} of {} not right",
                counted(judged.len() as u64, "program")
            ))),
        }
    }

    fn commands(&self) -> Result<Vec<Vec<String>>, Failure> {
        let mut commands = Vec::new();
        commands.extend(Some(self.command.clone()).filter(|words| !words.is_empty()));
        commands.extend(self.program.iter().map(|line| words(line)));
        if let Some(file) = &self.programs {
            let text = files::read_text(file, LONGEST_LIST)?;
            let lines = text.lines().map(str::trim);
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
            commands.extend(lines.map(words));
        }
        commands.retain(|words| !words.is_empty());
        if commands.is_empty() {
            let wrong =
                "expected a program to judge, such as: plywood judge --plain -- ./my_search";
            return Err(Failure::Usage(wrong.to_owned()));
        }
        Ok(commands)
    }

    fn judge_all(&self, commands: &[Vec<String>]) -> Vec<Judged> {
        let jobs = self.jobs.or_else(|| thread::available_parallelism().ok());
        let jobs = jobs.map_or(1, NonZeroUsize::get).min(commands.len());
        let next = Mutex::new(commands.iter().enumerate());
        let next = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
        let done = Mutex::new(BTreeMap::new());
        let work = || {
            while let Some((number, command)) = next() {
                let judged = self.judge(command);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                done.insert(number, judged);
            }
        };
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(work);
            }
        });
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_values().collect()
    }

    fn judge(&self, command: &[String]) -> Judged {
        let settings = JudgeSettings {
            search: self.search,
            games: self.game.clone(),
            plain: self.plain,
            windows: false,
            table: self.table,
            repetition: self.repetition,
            ordered: self.ordered,
            questions: self.questions,
            seed: self.seed,
        };
        let submission = Submission {
            command: command.to_vec(),
            patience: self.patience,
            time: self.time,
            kilobytes: (self.memory > 0).then(|| self.memory.saturating_mul(1024)),
        };
        let begin = Instant::now();
        let end = match submission.judge(&settings, &StopHandle::new()) {
            Ok(verdict) => End::Verdict(verdict),
            Err(failed) => End::Failure(failed.to_string()),
        };
        Judged {
            program: command.join(" "),
            seconds: begin.elapsed().as_secs_f64(),
            end,
        }
    }
}

/// Returns the words of a command; words with spaces are in double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split('"').enumerate() {
        match number % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

impl Judged {
    fn is_right(&self) -> bool {
        match &self.end {
            // Outcomes added later are not taken as right.
            End::Verdict(verdict) => {
                matches!(verdict.outcome, Outcome::Right | Outcome::Wasteful)
            }
            End::Failure(_) => false,
        }
    }

    fn headline(&self) -> String {
        match &self.end {
            End::Verdict(verdict) => verdict.headline(),
            End::Failure(failure) => {
                format!("failed: {}", failure.lines().next().unwrap_or_default())
            }
        }
    }

    fn details(&self) -> String {
        match &self.end {
            End::Verdict(verdict) => verdict.to_string(),
            End::Failure(failure) => format!("failed: {failure}\n"),
        }
    }
}

fn wrong_of(judged: &[Judged]) -> usize {
    judged.iter().filter(|judged| !judged.is_right()).count()
}

/// Returns the full verdict on one program, or a line for each of several.
fn text(judged: &[Judged]) -> String {
    if let [judged] = judged {
        return judged.details();
    }
    let widths = judged.iter().map(|judged| judged.program.chars().count());
    let width = widths.max().unwrap_or(0).min(48);
    let mut text = String::new();
    for judged in judged {
        let _ = writeln!(text, "{:<width$}  {}", judged.program, judged.headline());
    }
    let right = judged.len() - wrong_of(judged);
    let programs = counted(judged.len() as u64, "program");
    text + &format!("{right} of {programs} right\n")
}

fn junit_report(judged: &[Judged]) -> String {
    let (tests, failures) = (judged.len(), wrong_of(judged));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"plywood judge\" tests=\"{tests}\" failures=\"{failures}\">\n",
    );
    for judged in judged {
        let (program, seconds) = (escaped(&judged.program), judged.seconds);
        let _ = write!(xml, "  <testcase name=\"{program}\" time=\"{seconds:.3}\">");
        let details = escaped(&judged.details());
        let _ = if judged.is_right() {
            write!(xml, "<system-out>{details}</system-out>")
        } else {
            let headline = escaped(&judged.headline());
            write!(xml, "<failure message=\"{headline}\">{details}</failure>")
        };
        xml += "</testcase>\n";
    }
    xml + "</testsuite>\n"
}
