//! [`Submission`]: a submitted program to judge. It is not trusted: its lines, time and memory are limited.

use crate::players::program::ProgramSpec;
use crate::players::program::process::Process;
use plywood_judge::{Answer, AnswerError, Judge, JudgeSettings, Verdict};
use plywood_report::{counted, duration};
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
    /// Its answer to this question comes only once its input is closed.
    Unflushed(String),
    /// It had not answered this question after this time.
    Slow(Duration, String),
}

/// Sets the limit if the shell can.
const LIMITED: &str = "ulimit -d \"$1\" 2>/dev/null; shift; exec \"$@\"";

impl Submission {
    /// Asks the program questions until the verdict is reached.
    ///
    /// # Errors
    /// The program can't be started, crashes, is too slow, or its output is not an answer.
    #[expect(clippy::too_many_lines, reason = "its steps share what they know")]
    pub fn judge(&self, settings: &JudgeSettings, stop: &StopHandle) -> Result<Verdict, Failed> {
        let judge = Judge::new(settings.clone());
        let start = || Process::start(&self.spec(stop)).map_err(|fault| Failed::Fault(fault, None));
        let mut process = start()?;
        let begin = Instant::now();
        // The number of answers when the time was over.
        let mut late = None;
        let verdict = judge.run(|question, id| {
            let left = self.time.saturating_sub(begin.elapsed());
            if id > 1 && (left.is_zero() || late.is_some()) {
                late.get_or_insert(id - 1);
                return Ok(None);
            }
            let is_first = id == 1 || question.is_fresh();
            if question.is_fresh() {
                process = start()?;
            }
            let patience = if is_first {
                left
            } else {
                left.min(self.patience)
            };
            let line = if settings.plain {
                question.line()
            } else {
                question.json(id).to_string()
            };
            let fault = |fault| Failed::Fault(fault, Some(line.clone()));
            process.send(&line).map_err(fault)?;
            let started = Instant::now();
            let first = if is_first {
                patience.min(UNTIL_A_SECOND)
            } else {
                patience
            };
            let mut answer = heard(&mut process, first, stop).map_err(fault)?;
            if answer.is_none() && first < patience {
                // It began before the second one, so it needs no longer, unless the machine is busy.
                let second = Instant::now();
                let is_answered =
                    self.answers_at_the_end(&line, patience.saturating_sub(first), stop);
                let longer = second.elapsed() + UNTIL_A_SECOND;
                let left = patience.saturating_sub(started.elapsed());
                let left = if is_answered { left.min(longer) } else { left };
                answer = heard(&mut process, left, stop).map_err(fault)?;
                if answer.is_none() && is_answered {
                    return Err(Failed::Unflushed(line));
                }
            }
            let is_late = || id > 1 && begin.elapsed() >= self.time;
            let slow = if is_first { self.time } else { self.patience };
            let Some(mut answer) = answer else {
                if is_late() {
                    late.get_or_insert(id - 1);
                    return Ok(None);
                }
                return Err(Failed::Slow(slow, line));
            };
            // The log of the search comes first, and an answer may go on for several lines.
            let mut log = String::new();
            loop {
                if Answer::is_of_log(&answer) {
                    // A log can be cut off anywhere.
                    if log.len() < LONGEST_LOG {
                        log += &answer;
                        log.push('\n');
                    }
                    answer.clear();
                } else {
                    let read = Answer::read(&answer, id);
                    if read != Err(AnswerError::Open) || answer.len() > LONGEST_ANSWER {
                        let answer = read.map_err(|error| Failed::Answer(error, line))?;
                        let log = Some(log).filter(|log| !log.is_empty());
                        return Ok(answer.map(|it| Answer {
                            log: log.or(it.log),
                            ..it
                        }));
                    }
                }
                let mut left = patience.saturating_sub(started.elapsed());
                // The rest of an answer needs no time.
                if !answer.is_empty() {
                    left = left.min(self.patience);
                }
                match heard(&mut process, left, stop).map_err(fault)? {
                    Some(more) if !left.is_zero() => answer += &more,
                    _ if is_late() => {
                        late.get_or_insert(id - 1);
                        return Ok(None);
                    }
                    _ if answer.is_empty() => return Err(Failed::Slow(slow, line)),
                    _ => return Err(Failed::Answer(AnswerError::Open, line)),
                }
            }
        });
        let mut verdict = verdict?;
        if let Some(answers) = late {
            let time = duration::write(self.time);
            let answers = counted(answers as u64, "answer");
            verdict
                .notes
                .push(format!("its time, {time}, was over after {answers}"));
        }
        Ok(verdict)
    }

    /// Returns `true` if the program, started anew, answers a question as soon as its input is closed: it doesn't flush its output.
    fn answers_at_the_end(&self, line: &str, patience: Duration, stop: &StopHandle) -> bool {
        let Ok(mut process) = Process::start(&self.spec(stop)) else {
            return false;
        };
        let sent = process.send(line);
        process.close_input();
        sent.is_ok() && heard(&mut process, patience, stop).is_ok_and(|line| line.is_some())
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

/// A program that hasn't answered the first question after this time is started a second time, to see if it only doesn't flush its output.
const UNTIL_A_SECOND: Duration = Duration::from_secs(5);
/// No answer has more bytes.
const LONGEST_ANSWER: usize = 64 << 10;
/// The bytes of a log that are kept.
const LONGEST_LOG: usize = 256 << 10;

/// Returns the next line that isn't empty; `None` if none comes in time.
fn heard(
    process: &mut Process,
    patience: Duration,
    stop: &StopHandle,
) -> Result<Option<String>, Fault> {
    let begin = Instant::now();
    while !stop.is_stopped() {
        let left = patience.saturating_sub(begin.elapsed());
        match process.line(left.min(BETWEEN_LOOKS))? {
            Some(line) if !line.trim().is_empty() => return Ok(Some(line)),
            _ if left <= BETWEEN_LOOKS => break,
            Some(_) | None => {}
        }
    }
    Ok(None)
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
            Self::Unflushed(question) => {
                write!(
                    f,
                    "it doesn't flush its output: its answers come only once its input is closed"
                )?;
                Some(question)
            }
            Self::Slow(time, question) => {
                write!(f, "there was no answer within {}", duration::write(*time))?;
                Some(question)
            }
        };
        match question {
            Some(question) => write!(f, "\n  the question was {question}"),
            None => Ok(()),
        }
    }
}
