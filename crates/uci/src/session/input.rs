//! Reading lines of bounded length.

use crate::session::event::Event;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;

/// A game of ten thousand moves fits into a line, but a line without end does not fill the memory.
const LONGEST_LINE: u64 = 256 * 1024;

/// Sends each line as an event until the input ends or the session is gone.
pub(super) fn read_lines(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            let _ = events.send(Event::InputEnded);
            return;
        }
        let is_cut = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        let event = if is_cut {
            // The rest of the line belongs to it and is no command.
            if input.skip_until(b'\n').is_err() {
                let _ = events.send(Event::InputEnded);
                return;
            }
            Event::LineTooLong
        } else {
            Event::Line(String::from_utf8_lossy(&bytes).into_owned())
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn events(input: &[u8]) -> Vec<String> {
        let (sender, events) = channel();
        read_lines(input, &sender);
        drop(sender);
        events.iter().map(|event| format!("{event:?}")).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_to_its_end() {
        let mut input = vec![b'x'; 1_000_000];
        input.extend_from_slice(b" quit\nisready\r\nlast");
        assert_eq!(
            events(&input),
            [
                "LineTooLong",
                r#"Line("isready\r\n")"#,
                r#"Line("last")"#,
                "InputEnded"
            ]
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(
            events(b"\xff\0go\n"),
            ["Line(\"\u{fffd}\\0go\\n\")", "InputEnded"]
        );
    }
}
