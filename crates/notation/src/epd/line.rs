//! Reads and writes the line of an EPD.

use std::fmt::{self, Display, Write};

use plywood_core::{EnPassantFen, Excerpt, FenError, FenFormat, Move, Position, Setup};

use crate::epd::{Dialect, Epd, EpdError, Operand, Operation, Value};
use crate::san;

/// The longest line that is read.
pub(super) const LONGEST: usize = 1 << 16;

pub(super) fn read(text: &str) -> Result<Epd, EpdError> {
    if text.len() > LONGEST {
        return Err(EpdError::TooLong(text.len()));
    }
    let (fen, rest) = split(text);
    let mut epd = Epd::new(Position::new(&Setup::from_fen_lenient(fen)?).map_err(FenError::from)?);
    let mut tokens = Tokens::new(rest, Dialect::Standard);
    while let Some(operation) = tokens.operation(&epd.position)? {
        epd.push(operation)?;
    }
    Ok(epd)
}

impl Dialect {
    /// Reads operations without their meaning: all operands are kept.
    ///
    /// # Errors
    /// If an opcode isn't one, or a quotation mark is never closed.
    pub fn read(self, operations: &str) -> Result<Vec<(String, Vec<Operand>)>, EpdError> {
        let mut tokens = Tokens::new(operations, self);
        std::iter::from_fn(|| tokens.raw().transpose()).collect()
    }

    /// Writes an operation.
    ///
    /// # Errors
    /// If the opcode isn't one.
    pub fn write(self, opcode: &str, operands: &[Operand]) -> Result<String, EpdError> {
        if !self.is_opcode(opcode) {
            return Err(EpdError::Opcode(Excerpt::new(opcode)));
        }
        let mut written = opcode.to_owned();
        let _ = self.write_operands(&mut written, operands);
        Ok(written + ";")
    }

    fn write_operands(self, f: &mut impl Write, operands: &[Operand]) -> fmt::Result {
        operands.iter().try_for_each(|operand| match operand {
            Operand::Word(text) => write!(f, " {text}"),
            Operand::Quoted(text) => self.write_quoted(f, text),
        })
    }

    /// Returns `true` if a string is a letter, then letters, digits and `_`; for python-chess all that doesn't end a word.
    fn is_opcode(self, text: &str) -> bool {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_loose = self == Self::PythonChess && !text.contains(ends_word);
        text.starts_with(char::is_alphabetic) && (is_loose || text.chars().all(is_plain))
    }

    /// The character that an escaped one means.
    const fn escaped(self, character: char) -> Option<char> {
        Some(match (self, character) {
            (Self::Standard, '"' | '\\') => character,
            (Self::Standard, _) => return None,
            (_, 'n') => '\n',
            (_, 'r') => '\r',
            (_, 't') => '\t',
            _ => character,
        })
    }

    /// Writes a string in quotation marks, with a backslash before those inside it.
    fn write_quoted(self, f: &mut impl Write, text: &str) -> fmt::Result {
        f.write_str(" \"")?;
        for character in text.chars() {
            let mut escapes = "\"\\nrt".chars();
            match escapes.find(|escape| self.escaped(*escape) == Some(character)) {
                Some(escape) => write!(f, "\\{escape}")?,
                None => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

/// Splits the position from the operations: four fields, or six if the next two are numbers.
fn split(text: &str) -> (&str, &str) {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut end = 0;
    let mut rest = text;
    for field in 0..6 {
        let start = rest.trim_start();
        let word = start
            .split(|c: char| c.is_whitespace() || c == ';')
            .next()
            .unwrap_or_default();
        if word.is_empty() || field >= 4 && !is_number(word) {
            break;
        }
        rest = &start[word.len()..];
        end = text.len() - rest.len();
    }
    text.split_at(end)
}

/// The rest of a line, after the position.
struct Tokens<'a> {
    rest: &'a str,
    dialect: Dialect,
}

impl<'a> Tokens<'a> {
    const fn new(rest: &'a str, dialect: Dialect) -> Self {
        Self { rest, dialect }
    }

    /// Returns the next operation, with moves of the position.
    fn operation(&mut self, position: &Position) -> Result<Option<Operation>, EpdError> {
        let Some((opcode, operands)) = self.raw()? else {
            return Ok(None);
        };
        let value = value(&opcode, operands, position)?;
        Ok(Some(Operation { opcode, value }))
    }

    /// Returns the next opcode and its operands; empty operations are skipped.
    fn raw(&mut self) -> Result<Option<(String, Vec<Operand>)>, EpdError> {
        let is_between = |c: char| c == ';' || c.is_whitespace();
        loop {
            self.rest = self.rest.trim_start_matches(is_between);
            if self.rest.is_empty() {
                return Ok(None);
            }
            let opcode = self.word();
            if self.dialect.is_opcode(opcode) {
                return Ok(Some((opcode.to_owned(), self.operands(opcode)?)));
            }
            // python-chess skips a dash.
            if opcode != "-" || self.dialect == Dialect::Standard {
                let found = if opcode.is_empty() { self.rest } else { opcode };
                return Err(EpdError::Opcode(Excerpt::new(found)));
            }
        }
    }

    /// Returns the operands up to the next semicolon, or the end of the line.
    fn operands(&mut self, opcode: &str) -> Result<Vec<Operand>, EpdError> {
        let mut operands = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() {
                return Ok(operands);
            } else if let Some(rest) = self.rest.strip_prefix(';') {
                self.rest = rest;
                return Ok(operands);
            } else if let Some(rest) = self.rest.strip_prefix('"') {
                let text = self
                    .quoted(rest)
                    .ok_or_else(|| EpdError::Unclosed(Excerpt::new(opcode), Excerpt::new(rest)))?;
                operands.push(Operand::Quoted(text));
                if self.dialect == Dialect::PythonChess {
                    return Ok(operands);
                }
            } else {
                operands.push(Operand::Word(self.word().to_owned()));
            }
        }
    }

    /// Takes the text up to white space, a semicolon or a quotation mark.
    fn word(&mut self) -> &'a str {
        let (word, rest) = self
            .rest
            .split_at(self.rest.find(ends_word).unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// Takes a string up to its closing quotation mark; the opening one is taken already. If the only one is escaped at the end of the
    /// operation, it ends the string: many programs write paths such as `"C:\books\"` without escaping them.
    fn quoted(&mut self, text: &'a str) -> Option<String> {
        let mut value = String::new();
        // The value and the rest, if an escaped quotation mark ends the string.
        let mut escaped_end = None;
        let mut characters = text.char_indices().peekable();
        while let Some((index, character)) = characters.next() {
            let meant = |next| self.dialect.escaped(next).filter(|_| character == '\\');
            match characters.next_if(|(_, next)| meant(*next).is_some()) {
                Some((index, escaped)) => {
                    let rest = &text[index + escaped.len_utf8()..];
                    if escaped == '"' && escaped_end.is_none() && ends_operation(rest) {
                        escaped_end = Some((format!("{value}\\"), rest));
                    }
                    value.extend(meant(escaped));
                }
                None if character == '"' => {
                    self.rest = &text[index + 1..];
                    return Some(value);
                }
                None => value.push(character),
            }
        }
        // python-chess ends an open string with the line.
        let at_end = (self.dialect == Dialect::PythonChess).then_some((value, ""));
        let (value, rest) = at_end.or(escaped_end)?;
        self.rest = rest;
        Some(value)
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | '"')
}

fn ends_operation(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(';')
}

/// The value that an opcode takes.
enum Kind {
    /// Moves of the position, at least one.
    Moves,
    /// One move.
    OneMove,
    /// Moves that follow one another, perhaps none.
    Line,
    /// A whole number from this one on.
    Number(i64),
    /// A string.
    Text,
    /// An unknown opcode keeps its operands.
    Any,
}

fn kind(opcode: &str) -> Kind {
    match opcode {
        "bm" | "am" => Kind::Moves,
        "sm" | "pm" => Kind::OneMove,
        "pv" => Kind::Line,
        "ce" => Kind::Number(i64::MIN),
        "dm" | "acd" | "acn" | "acs" | "hmvc" | "fmvn" | "rc" => Kind::Number(0),
        "id" => Kind::Text,
        _ if matches!(opcode.as_bytes(), [b'c', b'0'..=b'9']) => Kind::Text,
        _ => Kind::Any,
    }
}

/// Reads the value of an operation.
fn value(opcode: &str, operands: Vec<Operand>, position: &Position) -> Result<Value, EpdError> {
    let wrong = |expected| EpdError::Operands {
        opcode: Excerpt::new(opcode),
        expected,
        found: operands.len(),
    };
    let texts = || operands.iter().map(Operand::as_str);
    let read = |position: &Position, text| {
        san::parse(position, text).map_err(|error| EpdError::Move(Excerpt::new(opcode), error))
    };
    Ok(match kind(opcode) {
        Kind::Moves if operands.is_empty() => return Err(wrong("one move or more")),
        Kind::OneMove if operands.len() != 1 => return Err(wrong("one move")),
        Kind::Number(_) if operands.len() != 1 => return Err(wrong("one number")),
        Kind::Text if operands.is_empty() => return Err(wrong("a text in quotation marks")),
        Kind::Moves | Kind::OneMove => {
            let moves = texts().map(|text| read(position, text));
            Value::Moves(moves.collect::<Result<_, _>>()?)
        }
        Kind::Line => {
            let (mut position, mut moves) = (position.clone(), Vec::new());
            for text in texts() {
                let mv = read(&position, text)?;
                position = position.play_unchecked(mv);
                moves.push(mv);
            }
            Value::Moves(moves)
        }
        Kind::Number(least) => {
            let text = texts().collect::<String>();
            let number = text.parse().ok().filter(|number| *number >= least);
            let wrong = || EpdError::Number(Excerpt::new(opcode), Excerpt::new(&text));
            Value::Number(number.ok_or_else(wrong)?)
        }
        Kind::Text => Value::Text(texts().collect::<Vec<_>>().join(" ")),
        Kind::Any => Value::Operands(operands),
    })
}

impl Operation {
    /// Returns the operation with a space for each line end, tab or other control character in its strings, since an EPD is one line and
    /// its strings have no escapes for them.
    pub(super) fn on_one_line(mut self) -> Self {
        match &mut self.value {
            Value::Text(text) => remove_controls(text),
            Value::Operands(operands) => operands.iter_mut().for_each(|operand| match operand {
                Operand::Quoted(text) => remove_controls(text),
                Operand::Word(_) => {}
            }),
            Value::Moves(_) | Value::Number(_) => {}
        }
        self
    }

    /// Returns an error unless the operation, once written, is read again as itself.
    pub(super) fn check(&self, position: &Position) -> Result<(), EpdError> {
        let opcode = Excerpt::new(&self.opcode);
        if !Dialect::Standard.is_opcode(&self.opcode) {
            return Err(EpdError::Opcode(opcode));
        }
        let mut written = String::new();
        let _ = self.write(&mut written, position);
        match Tokens::new(&written, Dialect::Standard).operation(position)? {
            Some(read) if read == *self => Ok(()),
            _ => Err(EpdError::Value(opcode)),
        }
    }

    /// Writes the operation after a space, with moves in SAN and strings in quotation marks.
    fn write(&self, f: &mut impl Write, position: &Position) -> fmt::Result {
        let Self { opcode, value } = self;
        write!(f, " {opcode}")?;
        match value {
            Value::Moves(moves) => {
                let is_line = matches!(kind(opcode), Kind::Line);
                write_moves(f, moves, position, is_line)
            }
            Value::Number(number) => write!(f, " {number}"),
            Value::Text(text) => Dialect::Standard.write_quoted(f, text),
            Value::Operands(operands) => Dialect::Standard.write_operands(f, operands),
        }?;
        f.write_char(';')
    }
}

fn remove_controls(text: &mut String) {
    if text.contains(char::is_control) {
        *text = text.replace(char::is_control, " ");
    }
}

impl Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The standard requires the en passant square after every double push.
        let fen = self.position.fen_with(FenFormat {
            en_passant: EnPassantFen::Always,
            ..FenFormat::default()
        });
        let fields = fen.split(' ').take(4);
        for (index, field) in fields.enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            f.write_str(field)?;
        }
        let mut operations = self.operations.iter();
        operations.try_for_each(|operation| operation.write(f, &self.position))
    }
}

/// Writes moves of a position; those of a line, up to one that is not legal, follow one another.
fn write_moves(
    f: &mut impl Write,
    moves: &[Move],
    position: &Position,
    is_line: bool,
) -> fmt::Result {
    let mut position = position.clone();
    for &mv in moves {
        write!(f, " {}", san::write(&position, mv))?;
        if is_line {
            let Ok(next) = position.play(mv) else { break };
            position = next;
        }
    }
    Ok(())
}
