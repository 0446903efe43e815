//! Writes games as PGN, in lines of fewer than 80 columns.

use std::fmt::{self, Write};

use plywood_core::{Color, EnPassantFen, FenFormat, Position};

use crate::pgn::comment::Comment;
use crate::pgn::tree::{Event, PgnGame, Step};

/// The longest line; the standard requires fewer than 80 columns.
const COLUMNS: usize = 79;

/// Writes the game as PGN: the seven tags first, then the others, an empty line, and the moves.
///
/// In a file an empty line separates games: `writeln!(file, "{game}")`.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags().iter() {
            write_tag(f, name, value)?;
        }
        if *self.start() != Position::START {
            let format = FenFormat {
                en_passant: EnPassantFen::Always,
                ..FenFormat::default()
            };
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start().fen_with(format))?;
        }
        f.write_char('\n')?;
        let mut movetext = Movetext::new(Lines::new(f));
        movetext.comments(self.root().comments())?;
        for event in self.events() {
            movetext.event(&event)?;
        }
        movetext.lines.word(self.result().as_str())?;
        movetext.lines.finish()
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_str("\"]\n")
}

/// The moves, with their numbers and notes.
struct Movetext<'a, 'f> {
    lines: Lines<'a, 'f>,
    /// `true` if the next move is written with its number even if it is Black's.
    needs_number: bool,
}

impl<'a, 'f> Movetext<'a, 'f> {
    const fn new(lines: Lines<'a, 'f>) -> Self {
        Self {
            lines,
            needs_number: true,
        }
    }

    fn event(&mut self, event: &Event<'_>) -> fmt::Result {
        match event {
            Event::Move(step) => return self.mv(step),
            Event::Begin => self.lines.glue("(")?,
            Event::End => self.lines.append(")"),
        }
        self.needs_number = true;
        Ok(())
    }

    fn mv(&mut self, step: &Step<'_>) -> fmt::Result {
        let node = step.node;
        self.comments(node.comments_before())?;
        let number = step.before.fullmove_number();
        match step.before.side_to_move() {
            Color::White => self.lines.word(&format!("{number}."))?,
            Color::Black if self.needs_number => self.lines.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        self.needs_number = false;
        self.lines.word(&step.san())?;
        for nag in node.nags() {
            self.lines.word(&nag.to_string())?;
        }
        self.comments(node.comments())
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        for comment in comments.iter().filter(|comment| !comment.is_empty()) {
            self.lines.glue("{")?;
            for annotation in comment.annotations() {
                self.lines.word(&annotation.to_string())?;
            }
            for word in comment.text().split_terminator(' ') {
                self.lines.word(word)?;
            }
            self.lines.append("}");
            self.needs_number = true;
        }
        Ok(())
    }
}

/// Breaks words into lines. The last word is held back, since a bracket may still follow it.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    column: usize,
    word: String,
    /// `true` if the next word is joined to the one held back.
    is_glued: bool,
}

impl<'a, 'f> Lines<'a, 'f> {
    fn new(f: &'a mut fmt::Formatter<'f>) -> Self {
        Self {
            f,
            column: 0,
            word: String::new(),
            is_glued: false,
        }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        if !self.is_glued {
            self.flush()?;
        }
        self.is_glued = false;
        self.word.push_str(word);
        Ok(())
    }

    /// Begins a word with a bracket, to which the next word is joined.
    fn glue(&mut self, bracket: &str) -> fmt::Result {
        self.word(bracket)?;
        self.is_glued = true;
        Ok(())
    }

    /// Adds a bracket to the last word.
    fn append(&mut self, bracket: &str) {
        self.word.push_str(bracket);
    }

    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.column > 0 && self.column + 1 + length > COLUMNS {
            self.f.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.f.write_char(' ')?;
            self.column += 1;
        }
        // At the beginning of a line `[` would begin a tag, and `%` would hide the line.
        if self.column == 0 && self.word.starts_with(['[', '%']) {
            self.f.write_char(' ')?;
            self.column = 1;
        }
        self.f.write_str(&self.word)?;
        self.column += length;
        self.word.clear();
        Ok(())
    }

    fn finish(&mut self) -> fmt::Result {
        self.flush()?;
        self.f.write_char('\n')
    }
}
