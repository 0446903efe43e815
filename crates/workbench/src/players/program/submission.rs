//! [`Submission`]: a submitted program to judge. It is not trusted: its lines, time and memory are limited.

use crate::players::program::ProgramSpec;
use crate::players::program::process::Process;
use plywood_judge::{Answer, AnswerError, Judge, JudgeSettings, Verdict};
use plywood_report::{counted, duration};
use plywood_search::{Fault, StopHandle};
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

/// Sets the limit if the shell can.
const LIMITED: &str = "ulimit -d \"$1\" 2>/dev/null; shift; exec \"$@\"";

impl Submission {
    /// Asks the program questions until the verdict is reached. A program that can't be started, crashes, is too slow, or whose output is not an
    /// answer has failed.
    #[must_use]
    pub fn judge(&self, settings: &JudgeSettings, stop: &StopHandle) -> Verdict {
        let (begin, mut process) = (Instant::now(), None);
        // The number of answers when the time was over.
        let mut late = None;
        let verdict = Judge::new(settings.clone()).run(|question, id| {
            let left = self.time.saturating_sub(begin.elapsed());
            if id > 1 && (left.is_zero() || late.is_some()) {
                late.get_or_insert(id - 1);
                return Ok(None);
            }
            let line = if settings.plain {
                question.line()
            } else {
                question.json(id).to_string()
            };
            let kept = process.take().filter(|_| !question.is_fresh());
            let is_first = kept.is_none();
            let running = kept.map_or_else(|| Process::start(&self.spec(stop)), Ok);
            let running = process.insert(running.map_err(|fault| told(&fault))?);
            let patience = if is_first {
                left
            } else {
                left.min(self.patience)
            };
            match self.ask(running, (&line, id), (is_first, patience), stop) {
                Err(_) if id > 1 && begin.elapsed() >= self.time => {
                    late.get_or_insert(id - 1);
                    Ok(None)
                }
                answer => answer.map_err(|why| format!("{why}\n  the question was {line}")),
            }
        });
        let mut verdict = verdict.unwrap_or_else(Verdict::failed);
        if let Some(answers) = late {
            let time = duration::write(self.time);
            let answers = counted(answers as u64, "answer");
            verdict
                .notes
                .push(format!("its time, {time}, was over after {answers}"));
        }
        verdict
    }

    /// Asks a question; an error says why there is no answer.
    #[expect(clippy::too_many_lines, reason = "its steps share what they know")]
    fn ask(
        &self,
        process: &mut Process,
        (line, id): (&str, usize),
        (is_first, patience): (bool, Duration),
        stop: &StopHandle,
    ) -> Result<Option<Answer>, String> {
        process.send(line).map_err(|fault| told(&fault))?;
        let begin = Instant::now();
        let left = || patience.saturating_sub(begin.elapsed());
        let slow = || {
            let time = if is_first { self.time } else { self.patience };
            format!("there was no answer within {}", duration::write(time))
        };
        let first = if is_first {
            patience.min(UNTIL_A_SECOND)
        } else {
            patience
        };
        let mut next = heard(process, first, stop)?;
        if next.is_none() && first < patience {
            // It began before the second one, so it needs no longer, unless the machine is busy.
            let second = Instant::now();
            let is_answered = self.answers_at_the_end(line, left(), stop);
            let longer = second.elapsed() + UNTIL_A_SECOND;
            let left = if is_answered {
                left().min(longer)
            } else {
                left()
            };
            next = heard(process, left, stop)?;
            if next.is_none() && is_answered {
                return Err(
                    "it doesn't flush its output: its answers come only once its input is closed"
                        .to_owned(),
                );
            }
        }
        let mut answer = next.ok_or_else(slow)?;
        // The log of the search comes first, and an answer may go on for several lines.
        let mut log = String::new();
        loop {
            if Answer::is_of_log(&answer) {
                // A log can be cut off anywhere.
                if log.len() < LONGEST_LOG {
                    log += answer.trim_end();
                    log.push('\n');
                }
                answer.clear();
            } else {
                let read = Answer::read(&answer, id);
                if read != Err(AnswerError::Open) || answer.len() > LONGEST_ANSWER {
                    let log = Some(log).filter(|log| !log.is_empty());
                    let with_log = |it: Answer| Answer {
                        log: log.or(it.log),
                        ..it
                    };
                    let answer = read.map_err(|error| error.to_string())?;
                    return Ok(answer.map(with_log));
                }
            }
            // The rest of an answer needs no time.
            let left = if answer.is_empty() {
                left()
            } else {
                left().min(self.patience)
            };
            match heard(process, left, stop)? {
                Some(more) if !left.is_zero() => answer += &more,
                _ if answer.is_empty() => return Err(slow()),
                _ => return Err(AnswerError::Open.to_string()),
            }
        }
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
) -> Result<Option<String>, String> {
    let begin = Instant::now();
    while !stop.is_stopped() {
        let left = patience.saturating_sub(begin.elapsed());
        match process
            .line(left.min(BETWEEN_LOOKS))
            .map_err(|fault| told(&fault))?
        {
            Some(line) if !line.trim().is_empty() => return Ok(Some(line)),
            _ if left <= BETWEEN_LOOKS => break,
            Some(_) | None => {}
        }
    }
    Ok(None)
}

fn told(fault: &Fault) -> String {
    match fault {
        Fault::Crash(how) => format!("it ended before it had answered ({how})"),
        fault => fault.to_string(),
    }
}
