//! `plywood judge`.

use clap::Args;
use plywood_console::arguments::named;
use plywood_console::numbers::{seed, time, within};
use plywood_console::output::{self, Kind, OutputFile, Replace};
use plywood_console::{Failure, OutputPath, counted, files};
use plywood_judge::{Finding, JudgeSettings, JudgedGame, Outcome, Part, SearchKind, Verdict};
use plywood_report::Document;
use plywood_report::plot::escaped;
use plywood_search::StopHandle;
use plywood_workbench::Submission;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The end of `--help`.
const EXAMPLES: &str = "\
The program reads a question from each line of its input and answers it with a line of output. With --plain a
question is a tree, such as ((3 12 8) (2 4 6) (14 5 2)), and an answer its value, the number of the best move and
the visited leaves, such as 3 1 3 12 8 2 14 5 2. Move and leaves are optional. Without --plain both are JSON.
docs/judge.md describes both, and examples/judge has programs to start from.

The verdict has three parts: value, move and cutoffs, each right, wrong or not tested. A program passes if it answers
95 % of the questions, its value is right, and its move and cutoffs are right or not tested; --require makes a part
that isn't tested a failure. The exit code is 0 if every program passes, and 1 otherwise.

Examples:
  plywood judge --plain -- ./my_search
  plywood judge --search pvs --game tree --game tic-tac-toe -- ./my_search
  plywood judge --plain --programs submissions.txt --junit grades.xml
  plywood judge --plain --require move,cutoffs --report results.json --html verdict.html -- ./my_search";

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
    /// Ask in plain text: whole trees, and for fail-hard and fail-soft a window.
    #[arg(long, conflicts_with_all = ["table", "repetition"])]
    plain: bool,
    /// The programs have a transposition table, and read names in trees.
    #[arg(long)]
    table: bool,
    /// The programs count a repetition as a draw, and read names in trees.
    #[arg(long, requires = "table")]
    repetition: bool,
    /// The number of questions to begin with; more follow if an answer is wrong.
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = within(1..=100_000_usize))]
    questions: usize,
    /// The percentage of the questions that a program must answer.
    #[arg(long, value_name = "PERCENT", default_value_t = 95, value_parser = within(0..=100_u8))]
    answered: u8,
    /// The parts that a program must answer to pass: move, cutoffs.
    #[arg(long, value_name = "PART,…", value_delimiter = ',', value_parser = named::<Part>(&PARTS))]
    require: Vec<Part>,
    /// The seed of the questions, which can be kept secret; `random` picks one and prints it at the end.
    #[arg(long, value_name = "NUMBER|random", default_value = "1", value_parser = any_seed)]
    seed: Seed,
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
    /// Write the verdict on the only program to this file, as Gradescope's results.json.
    #[arg(long, value_name = "FILE")]
    report: Option<OutputPath>,
    /// Write the verdict to this file as a page; of several programs each gets a page, with its number before the ending.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,
    /// The points for value, move and cutoffs; a part that isn't tested has none.
    #[arg(long, value_name = "VALUE,MOVE,CUTOFFS", value_delimiter = ',', num_args = 1, default_value = "60,20,20", value_parser = within(0..=1_000_000_u32))]
    points: Vec<u32>,
    #[command(flatten)]
    replace: Replace,
}

/// A seed, and if it was picked at random.
#[derive(Debug, Clone, Copy)]
struct Seed {
    number: u64,
    is_random: bool,
}

fn any_seed(text: &str) -> Result<Seed, String> {
    let is_random = text == "random";
    let number = if is_random {
        // Any number will do, and a short one is easier to type.
        RandomState::new().hash_one(text) % 1_000_000_000
    } else {
        seed()(text)?
    };
    Ok(Seed { number, is_random })
}

/// A program with its verdict, or the reason there is none.
#[derive(Debug, Serialize)]
struct Judged {
    program: String,
    seconds: f64,
    verdict: Verdict,
}

/// The file that Gradescope reads.
#[derive(Debug, Serialize)]
struct Results {
    score: u32,
    execution_time: f64,
    output: String,
    tests: Vec<Graded>,
}

/// A part of the answers with its points.
#[derive(Debug, Serialize)]
struct Graded {
    name: Part,
    score: u32,
    max_score: u32,
    status: &'static str,
    output: String,
}

/// The kinds of search.
const SEARCHES: [&str; 5] = ["minimax", "alpha-beta", "fail-hard", "fail-soft", "pvs"];
/// The parts that can be required.
const PARTS: [&str; 3] = ["value", "move", "cutoffs"];
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
        if self.points.len() != Part::ALL.len() {
            let wrong = "--points takes three numbers, for value, move and cutoffs: 60,20,20";
            return Err(Failure::Usage(wrong.to_owned()));
        }
        if self.report.is_some() && commands.len() > 1 {
            let wrong = "--report is for one program; --junit and --json are for several";
            return Err(Failure::Usage(wrong.to_owned()));
        }
        let junit = OutputFile::of(self.junit.as_ref(), Kind::XML, self.replace)?;
        let json = Kind::Begins("{\n  \"score\":", "a report");
        let report = OutputFile::of(self.report.as_ref(), json, self.replace)?;
        let pages = (1..=commands.len()).filter_map(|number| {
            let path = self.html.as_ref()?;
            let path = match commands.len() {
                1 => path.clone(),
                _ => numbered(path, number),
            };
            Some(OutputFile::open(&path, Kind::HTML, self.replace))
        });
        let pages = pages.collect::<Result<Vec<_>, _>>()?;
        let judged = self.judge_all(&commands);
        if self.json {
            output::print(&output::json(&judged)?)?;
        } else {
            output::print(&text(&judged))?;
        }
        if self.seed.is_random {
            output::complain(&format!("the seed was {}", self.seed.number));
        }
        output::write(junit, || self.junit_report(&judged))?;
        for (judged, page) in judged.iter().zip(pages) {
            page.write(self.page(judged).to_html())?;
        }
        if let Some((report, judged)) = report.zip(judged.first()) {
            report.write(output::json(&self.results(judged))?)?;
        }
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
            table: self.table,
            repetition: self.repetition,
            questions: self.questions,
            answered: self.answered,
            require: self.require.clone(),
            seed: self.seed.number,
        };
        let submission = Submission {
            command: command.to_vec(),
            patience: self.patience,
            time: self.time,
            kilobytes: (self.memory > 0).then(|| self.memory.saturating_mul(1024)),
        };
        let begin = Instant::now();
        Judged {
            program: command.join(" "),
            verdict: submission.judge(&settings, &StopHandle::new()),
            seconds: begin.elapsed().as_secs_f64(),
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

fn wrong_of(judged: &[Judged]) -> usize {
    judged.iter().filter(|it| !it.verdict.passed).count()
}

/// Returns the full verdict on one program, or a line for each of several.
fn text(judged: &[Judged]) -> String {
    if let [judged] = judged {
        return judged.verdict.to_string();
    }
    let widths = judged.iter().map(|judged| judged.program.chars().count());
    let width = widths.max().unwrap_or(0).min(48);
    let mut text = String::new();
    for judged in judged {
        let _ = writeln!(
            text,
            "{:<width$}  {}",
            judged.program,
            judged.verdict.headline()
        );
    }
    let right = judged.len() - wrong_of(judged);
    let programs = counted(judged.len() as u64, "program");
    text + &format!("{right} of {programs} right\n")
}

/// Returns the path with a number before its ending.
fn numbered(path: &Path, number: usize) -> OutputPath {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or_else(String::new, |ending| {
        format!(".{}", ending.to_string_lossy())
    });
    let name = format!("{stem}-{number}{ending}");
    OutputPath::from(path.with_file_name(name).as_path())
}

impl Options {
    /// Returns each part with its points. If too few questions are answered, the points are their share, and the value fails.
    fn graded(
        &self,
        Verdict {
            parts,
            asked,
            unanswered,
            outcome,
            ..
        }: &Verdict,
    ) -> Vec<Graded> {
        let is_short = *outcome == Outcome::Unanswered;
        let graded = Part::ALL
            .into_iter()
            .zip(&self.points)
            .map(|(name, &max_score)| {
                let finding = parts[&name];
                let share = if is_short {
                    u64::from(max_score) * (asked - unanswered) as u64 / (*asked).max(1) as u64
                } else {
                    u64::from(max_score)
                };
                let is_right = finding == Finding::Right;
                let is_needed = name == Part::Value || self.require.contains(&name);
                let fails = match finding {
                    Finding::Wrong => true,
                    Finding::NotTested => is_needed,
                    Finding::Right => name == Part::Value && is_short,
                };
                Graded {
                    name,
                    score: u32::try_from(share).unwrap_or(max_score) * u32::from(is_right),
                    max_score,
                    status: if fails { "failed" } else { "passed" },
                    output: finding.to_string(),
                }
            });
        graded.collect()
    }

    /// Returns the file that Gradescope reads.
    fn results(&self, judged: &Judged) -> Results {
        let tests = self.graded(&judged.verdict);
        Results {
            score: tests.iter().map(|it| it.score).sum(),
            execution_time: judged.seconds,
            output: judged.verdict.to_string(),
            tests,
        }
    }

    fn page(&self, judged: &Judged) -> Document {
        let (results, most) = (self.results(judged), self.points.iter().sum::<u32>());
        let lines = results.tests.iter().map(|it| {
            let (part, finding) = (it.name.to_string(), &it.output);
            format!(
                "{part:<8} {finding:<11} {} of {} points\n",
                it.score, it.max_score
            )
        });
        let block = |text: &str| format!("<pre>{}</pre>", escaped(text));
        Document::new(&judged.program)
            .lead(&judged.verdict.headline())
            .section(
                &format!("{} of {most} points", results.score),
                &block(&lines.collect::<String>()),
            )
            .section("The verdict", &block(&results.output))
    }

    /// Returns a suite for each program, with a test for each part.
    fn junit_report(&self, judged: &[Judged]) -> String {
        let (mut suites, mut failures) = (String::new(), 0);
        for judged in judged {
            let (results, program) = (self.results(judged), escaped(&judged.program));
            let most: u32 = self.points.iter().sum();
            let failed = results.tests.iter().filter(|it| it.status == "failed");
            let failed = failed.count();
            failures += failed;
            let _ = write!(
                suites,
                "<testsuite name=\"{program}\" tests=\"3\" failures=\"{failed}\" time=\"{:.3}\">\n  <properties><property \
                 name=\"score\" value=\"{}\"/><property name=\"max_score\" value=\"{most}\"/></properties>\n{}  \
                 <system-out>{}</system-out>\n</testsuite>\n",
                judged.seconds,
                results.score,
                cases(judged, &results.tests),
                escaped(&results.output)
            );
        }
        let tests = judged.len() * Part::ALL.len();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plywood judge\" tests=\"{tests}\" failures=\"{failures}\">\n\
             {suites}</testsuites>\n"
        )
    }
}

/// Returns a program's tests.
fn cases(judged: &Judged, tests: &[Graded]) -> String {
    let (program, verdict) = (escaped(&judged.program), &judged.verdict);
    let mut xml = String::new();
    for Graded {
        name,
        status,
        output,
        ..
    } in tests
    {
        let _ = write!(xml, "  <testcase classname=\"{program}\" name=\"{name}\">");
        if *status == "failed" {
            let witness = verdict.witness.as_ref().map(ToString::to_string);
            let question = witness.unwrap_or_else(|| verdict.notes.concat());
            let (headline, question) = (escaped(&verdict.headline()), escaped(&question));
            let _ = write!(
                xml,
                "<failure message=\"{headline}\">{name} {output}\n{question}</failure>"
            );
        } else if verdict.parts[name] == Finding::NotTested {
            xml += "<skipped message=\"not tested\"/>";
        }
        xml += "</testcase>\n";
    }
    xml
}
