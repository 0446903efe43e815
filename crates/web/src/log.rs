//! [`Log`]: lines for standard error, which a thread of their own writes, so that no request waits for a disk or a pipe.

use std::io::{self, Write};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// So many lines may wait to be written; more are lost.
const LINES: usize = 4_096;
/// Of a longer line the rest is lost, since the lines that wait take memory.
const LINE_BYTES: usize = 4 << 10;
/// At the end the program waits so long for the lines that are not yet written.
const PATIENCE: Duration = Duration::from_secs(1);

/// Lines for standard error. One that cannot be written is lost, and nobody waits for it.
#[derive(Debug, Clone)]
pub(crate) struct Log(SyncSender<Item>);

#[derive(Debug)]
enum Item {
    Line(Vec<u8>),
    /// Everything before it was written when this is dropped.
    End(Sender<()>),
}

impl Log {
    /// Starts the thread that writes.
    pub(crate) fn start() -> Self {
        let (sender, items) = sync_channel(LINES);
        thread::spawn(move || {
            for item in items {
                match item {
                    Item::Line(line) => drop(io::stderr().write_all(&line)),
                    Item::End(written) => drop(written),
                }
            }
        });
        Self(sender)
    }

    /// Writes a line of the program itself, whatever the level of the log.
    pub(crate) fn say(&mut self, text: &str) {
        drop(self.write(format!("plywood-web: {text}\n").as_bytes()));
    }

    /// Waits a moment until the lines are written.
    pub(crate) fn finish(self) {
        let (written, wait) = channel();
        if self.0.try_send(Item::End(written)).is_ok() {
            let _ = wait.recv_timeout(PATIENCE);
        }
    }
}

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut kept = line[..line.len().min(LINE_BYTES)].to_vec();
        if kept.len() < line.len() {
            kept[LINE_BYTES - 1] = b'\n';
        }
        drop(self.0.try_send(Item::Line(kept)));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_to_be_written_is_bounded() {
        let (sender, items) = sync_channel(LINES);
        let mut log = Log(sender);
        let line = "x".repeat(1 << 20) + "\n";
        for _ in 0..2 * LINES {
            log.write_all(line.as_bytes()).unwrap();
        }
        let mut bytes = 0;
        for item in items.try_iter() {
            let Item::Line(line) = item else {
                panic!("only lines were written")
            };
            assert!(line.ends_with(b"x\n"));
            bytes += line.capacity();
        }
        assert_eq!(bytes, LINES * LINE_BYTES);
    }
}
