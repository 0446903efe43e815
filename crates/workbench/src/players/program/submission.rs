//! [`Submission`]: a submitted program to judge. It is not trusted: its lines, time and memory are limited.

use crate::players::program::ProgramSpec;
use crate::players::program::process::Process;
use plywood_judge::{Answer, AnswerError, Judge, JudgeSettings, Verdict};
use plywood_search::{Fault, StopHandle};
use std::fmt;
use std::time::{Duration, Instant};

/// A program to judge: it reads a question from each line of its input, and writes an answer to each.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The executable file, and its arguments.
    pub command: Vec<String>,
    /// The time for an answer; the first one has the time of all together.
    pub patience: Duration,
    /// The time for all answers.
    pub time: Duration,
    /// The kilobytes that it may use, if the system can limit them.
    pub kilobytes: Option<u64>,
}

/// The reason a program could not be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failed {
    /// It misbehaved after this question.
    Fault(Fault, Option<String>),
    /// Its output is not an answer to this question.
    Answer(AnswerError, String),
}

/// Sets the limit if the shell can.
const LIMITED: &str = "ulimit -d \"$1\" 2>/dev/null; shift; exec \"$@\"";

impl Submission {
    /// Asks the program questions until the verdict is reached.
    ///
    /// # Errors
    /// The program can't be started, crashes, is too slow, or its output is not an answer.
    pub fn judge(&self, settings: &JudgeSettings, stop: &StopHandle) -> Result<Verdict, Failed> {
        let judge = Judge::new(settings.clone());
        let process = Process::start(&self.spec(stop));
        let mut process = process.map_err(|fault| Failed::Fault(fault, None))?;
        let begin = Instant::now();
        judge.run(|question, id| {
            let left = self.time.saturating_sub(begin.elapsed());
            let patience = match id {
                1 => self.time,
                _ => left.min(self.patience),
            };
            let line = if settings.plain {
                question.text()
            } else {
                question.json(id).to_string()
            };
            let sent = process.send(&line);
            let answer = sent.and_then(|()| heard(&mut process, patience, stop));
            let answer = answer.map_err(|fault| Failed::Fault(fault, Some(line.clone())))?;
            Answer::read(&answer, id).map_err(|error| Failed::Answer(error, line))
        })
    }

    fn spec(&self, stop: &StopHandle) -> ProgramSpec {
        let mut words = self.command.clone();
        if let Some(kilobytes) = self.kilobytes.filter(|_| cfg!(unix)) {
            let limited = ["/bin/sh", "-c", LIMITED, "plywood", &kilobytes.to_string()];
            let limited = limited.map(str::to_owned);
            words.splice(..0, limited);
        }
        let mut words = words.into_iter();
        ProgramSpec {
            command: words.next().unwrap_or_default().into(),
            arguments: words.collect(),
            patience: self.patience,
            stop: stop.clone(),
            ..ProgramSpec::default()
        }
    }
}

/// The longest time until a stop is noticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Returns the next line that isn't empty.
fn heard(process: &mut Process, patience: Duration, stop: &StopHandle) -> Result<String, Fault> {
    let begin = Instant::now();
    while !stop.is_stopped() {
        let left = patience.saturating_sub(begin.elapsed());
        match process.line(left.min(BETWEEN_LOOKS))? {
            Some(line) if !line.trim().is_empty() => return Ok(line),
            _ if left <= BETWEEN_LOOKS => break,
            Some(_) | None => {}
        }
    }
    let wanted = "answer".into();
    Err(Fault::Hang { wanted, patience })
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let question = match self {
            Self::Fault(Fault::Crash(how), question) => {
                write!(f, "it ended before it had answered ({how})")?;
                question.as_ref()
            }
            Self::Fault(fault, question) => {
                write!(f, "{fault}")?;
                question.as_ref()
            }
            Self::Answer(error, question) => {
                write!(f, "{error}")?;
                Some(question)
            }
        };
        match question {
            Some(question) => write!(f, "\n  the question was {question}"),
            None => Ok(()),
        }
    }
}
