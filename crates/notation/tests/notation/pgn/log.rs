//! Everything that a reader reports, as lines of text.

use std::fmt::Display;
use std::io::Read;
use std::ops::ControlFlow;

use plywood_notation::pgn::{GameResult, MoveToken, Nag, Reader, Tag, Text, Visitor};

/// Records all events, and skips some parts.
pub(crate) struct Log<F> {
    pub(crate) lines: Vec<String>,
    /// Decides after these lines whether to skip the rest of a part.
    skips: F,
}

/// Reads all games and their errors. A part that can be skipped is skipped if the number of lines, modulo 8, is `skips`; nothing is skipped
/// if that is 0.
pub(crate) fn log<R: Read>(mut reader: Reader<R>, skips: usize) -> Vec<String> {
    let mut log = Log::new(|lines: &[String]| skips > 0 && lines.len() % 8 == skips);
    loop {
        match reader.read_game(&mut log) {
            Ok(None) => return log.lines,
            Ok(Some(number)) => log.note(format!("game {number}")),
            Err(error) => log.note(error),
        }
    }
}

impl<F: FnMut(&[String]) -> bool> Log<F> {
    pub(crate) const fn new(skips: F) -> Self {
        let lines = Vec::new();
        Self { lines, skips }
    }

    fn note(&mut self, line: impl Display) {
        self.lines.push(line.to_string());
    }

    fn flow(&mut self) -> ControlFlow<()> {
        if (self.skips)(&self.lines) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<F: FnMut(&[String]) -> bool> Visitor for Log<F> {
    fn begin_game(&mut self) {
        self.note("<");
    }

    fn tag(&mut self, tag: Tag<'_>) {
        let line = tag.place().line();
        self.note(format_args!("{line}:{}={}", tag.name(), tag.value()));
    }

    fn begin_movetext(&mut self) -> ControlFlow<()> {
        self.note("|");
        self.flow()
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<()> {
        self.note(format_args!("{}:{}", token.place().line(), token.text()));
        self.flow()
    }

    fn comment(&mut self, text: Text<'_>) {
        self.note(format_args!("{{{text}}}"));
    }

    fn nag(&mut self, nag: Nag) {
        self.note(nag);
    }

    fn begin_variation(&mut self) -> ControlFlow<()> {
        self.note("(");
        self.flow()
    }

    fn end_variation(&mut self) {
        self.note(")");
    }

    fn result(&mut self, result: GameResult) {
        self.note(result);
    }

    fn end_game(&mut self) {
        self.note(">");
    }
}
