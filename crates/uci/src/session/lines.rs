//! Reads lines of bounded length from the interface, and writes lines to it from two threads.

use crate::session::Event;
use plywood_notation::uci_protocol::Info;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The longest line: a game of ten thousand moves fits, but a line without end does not fill the memory.
const LONGEST_LINE: u64 = 256 * 1024;

/// The longest sentence, longer than any list of options.
const LONGEST_SENTENCE: usize = 4096;

/// Sends each line as an event until the input ends or the session is gone.
pub(super) fn read_lines(input: impl Read, events: &SyncSender<Event>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let is_cut = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        let event = match read {
            Ok(0) => Event::InputEnded(Ok(())),
            Err(error) => Event::InputEnded(Err(error)),
            Ok(_) if is_cut => {
                // The rest of the line belongs to it and is not a command. An error occurs again with the next line.
                let _ = input.skip_until(b'\n');
                let word = text.split_whitespace().next().unwrap_or_default();
                Event::LineTooLong(word.to_owned())
            }
            Ok(_) => Event::Line(text.into_owned()),
        };
        let is_last = matches!(event, Event::InputEnded(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Writes whole lines, each flushed at once. Clones write to the same output.
#[derive(Clone)]
pub(super) struct Output {
    state: Arc<Mutex<State>>,
    events: SyncSender<Event>,
}

struct State {
    output: Box<dyn Write + Send>,
    /// The first failure; nothing is written after it.
    failure: Option<io::Error>,
}

impl Output {
    /// Writes to this output. Its first failure is also an event of the session.
    pub(super) fn new(output: impl Write + Send + 'static, events: SyncSender<Event>) -> Self {
        let state = State {
            output: Box::new(output),
            failure: None,
        };
        Self {
            state: Arc::new(Mutex::new(state)),
            events,
        }
    }

    /// Writes a line.
    pub(super) fn line(&self, line: impl fmt::Display) {
        let text = format!("{line}\n");
        let mut state = self.lock();
        if state.failure.is_none() {
            let written = state.output.write_all(text.as_bytes());
            state.failure = written.and_then(|()| state.output.flush()).err();
        }
        if state.failure.is_some() {
            // A session that is gone doesn't need the news, and a busy one notices it at the next line.
            let _ = self.events.try_send(Event::OutputFailed);
        }
    }

    /// Writes a sentence for people, on an `info string` line. A sentence that repeats a long line is cut.
    pub(super) fn say(&self, sentence: impl fmt::Display) {
        let sentence = sentence.to_string();
        let kept = &sentence[..sentence.floor_char_boundary(LONGEST_SENTENCE)];
        let dots = if kept.len() < sentence.len() {
            "…"
        } else {
            ""
        };
        self.line(Info::text(&format!("{kept}{dots}")));
    }

    /// Writes the reason an option cannot be used. The protocol has no error reply; testers look for the word.
    pub(super) fn refuse(&self, reason: impl fmt::Display) {
        self.say(format_args!("error: {reason}"));
    }

    /// Returns the first failure, if there was one.
    pub(super) fn take_failure(&self) -> io::Result<()> {
        self.lock().failure.take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn events(input: &[u8]) -> Vec<String> {
        let (sender, events) = sync_channel(9);
        read_lines(input, &sender);
        drop(sender);
        events.iter().map(|event| format!("{event:?}")).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_to_its_end() {
        let mut input = b"position startpos ".to_vec();
        input.resize(1_000_000, b'x');
        input.extend_from_slice(b" quit\nisready\r\nlast");
        assert_eq!(
            events(&input),
            [
                r#"LineTooLong("position")"#,
                r#"Line("isready\r\n")"#,
                r#"Line("last")"#,
                "InputEnded(Ok(()))"
            ]
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(
            events(b"\xff\0go\n"),
            ["Line(\"\u{fffd}\\0go\\n\")", "InputEnded(Ok(()))"]
        );
    }
}
