//! Everything that a reader reports, as lines of text.

use std::io::Read;

use plywood_notation::pgn::{GameResult, Interest, MoveToken, Nag, Reader, Tag, Text, Visitor};

/// Records what is reported, and skips some of it.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) lines: Vec<String>,
    /// What is skipped: whatever could be, when as many lines as this, counted modulo 8, are
    /// written. 0 for nothing.
    pub(crate) skips: usize,
}

/// Reads all games, and what is wrong with them.
pub(crate) fn log<R: Read>(mut reader: Reader<R>, skips: usize) -> Vec<String> {
    let mut log = Log {
        skips,
        ..Log::default()
    };
    loop {
        match reader.read_game(&mut log) {
            Ok(None) => return log.lines,
            Ok(Some(number)) => log.note(format!("game {number}")),
            Err(error) => log.note(error.to_string()),
        }
    }
}

impl Log {
    fn note(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn interest(&self) -> Interest {
        if self.skips > 0 && self.lines.len() % 8 == self.skips {
            Interest::Skip
        } else {
            Interest::Read
        }
    }
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.note("begin");
    }

    fn tag(&mut self, tag: Tag<'_>) {
        let line = tag.place().line();
        self.note(format!("{line} [{} {}]", tag.name(), tag.value()));
    }

    fn begin_movetext(&mut self) -> Interest {
        self.note("moves");
        self.interest()
    }

    fn mv(&mut self, token: MoveToken<'_>) -> Interest {
        self.note(format!("{} {}", token.place().line(), token.text()));
        self.interest()
    }

    fn comment(&mut self, text: Text<'_>) {
        self.note(format!("{{{text}}}"));
    }

    fn nag(&mut self, nag: Nag) {
        self.note(nag.to_string());
    }

    fn begin_variation(&mut self) -> Interest {
        self.note("(");
        self.interest()
    }

    fn end_variation(&mut self) {
        self.note(")");
    }

    fn result(&mut self, result: GameResult) {
        self.note(result.as_str());
    }

    fn end_game(&mut self) {
        self.note("end");
    }
}
