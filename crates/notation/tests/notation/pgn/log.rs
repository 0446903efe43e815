//! Everything that a reader reports, as lines of text.

use std::io::Read;
use std::ops::ControlFlow;

use plywood_notation::pgn::{GameResult, Leave, MoveToken, Nag, Reader, Tag, Text, Visitor};

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

    fn flow(&self) -> ControlFlow<Leave> {
        if self.skips > 0 && self.lines.len() % 8 == self.skips {
            ControlFlow::Break(Leave::Line)
        } else {
            ControlFlow::Continue(())
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

    fn begin_movetext(&mut self) -> ControlFlow<Leave> {
        self.note("moves");
        self.flow()
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        self.note(format!("{} {}", token.place().line(), token.text()));
        self.flow()
    }

    fn comment(&mut self, text: Text<'_>) {
        self.note(format!("{{{text}}}"));
    }

    fn nag(&mut self, nag: Nag) {
        self.note(nag.to_string());
    }

    fn begin_variation(&mut self) -> ControlFlow<Leave> {
        self.note("(");
        self.flow()
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
