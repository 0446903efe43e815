//! Reads and writes the line of an EPD.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::str::FromStr;

use plywood_core::{EnPassantFen, Excerpt, FenError, FenFormat, Move, Position, Setup};

use crate::epd::{Epd, EpdError, Operand, Operation};
use crate::san;

/// The longest line that is read.
pub(super) const LONGEST: usize = 1 << 16;

pub(super) fn read(text: &str) -> Result<Epd, EpdError> {
    if text.len() > LONGEST {
        return Err(EpdError::TooLong(text.len()));
    }
    let (fen, rest) = split(text);
    let mut epd = Epd::new(Position::new(&Setup::from_fen_lenient(fen)?).map_err(FenError::from)?);
    let mut tokens = Tokens::new(rest);
    while let Some(opcode) = tokens.opcode()? {
        let operands = tokens.operands(opcode)?;
        let arguments = Arguments { opcode, operands };
        epd.add(match reader(opcode) {
            Some(read) => read(&arguments, &epd.position)?,
            None => Operation::Other(opcode.to_owned(), arguments.operands),
        })?;
    }
    Ok(epd)
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
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// Returns the next opcode; empty operations are skipped.
    pub(super) fn opcode(&mut self) -> Result<Option<&'a str>, EpdError> {
        self.rest = self
            .rest
            .trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if self.rest.is_empty() {
            return Ok(None);
        }
        let opcode = self.word();
        if is_opcode(opcode) {
            Ok(Some(opcode))
        } else {
            Err(EpdError::Opcode(Excerpt::new(if opcode.is_empty() {
                self.rest
            } else {
                opcode
            })))
        }
    }

    /// Returns the operands up to the next semicolon, or the end of the line.
    pub(super) fn operands(&mut self, opcode: &str) -> Result<Vec<Operand>, EpdError> {
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
            } else {
                operands.push(Operand::Word(self.word().to_owned()));
            }
        }
    }

    /// Takes the text up to white space, a semicolon or a quotation mark.
    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '"');
        let (word, rest) = self
            .rest
            .split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
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
            let is_escape = |&(_, next): &(usize, char)| character == '\\' && "\"\\".contains(next);
            match characters.next_if(is_escape) {
                Some((index, escaped)) => {
                    let rest = &text[index + 1..];
                    if escaped == '"' && escaped_end.is_none() && ends_operation(rest) {
                        escaped_end = Some((format!("{value}\\"), rest));
                    }
                    value.push(escaped);
                }
                None if character == '"' => {
                    self.rest = &text[index + 1..];
                    return Some(value);
                }
                None => value.push(character),
            }
        }
        let (value, rest) = escaped_end?;
        self.rest = rest;
        Some(value)
    }
}

fn ends_operation(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(';')
}

/// The content of an operation.
#[derive(Debug, Clone, Copy)]
enum Value<'a> {
    /// Moves in the position of the line.
    Moves(&'a [Move]),
    /// Moves that follow one another.
    Line(&'a [Move]),
    /// A number; every number of an operation fits.
    Number(i128),
    /// A string in quotation marks.
    Text(&'a str),
    /// Operands unchanged from the file.
    Operands(&'a [Operand]),
}

/// Makes an operation from the text after its opcode.
type Read = fn(&Arguments<'_>, &Position) -> Result<Operation, EpdError>;

/// Returns the reader of an operation; `None` for an unknown opcode.
fn reader(opcode: &str) -> Option<Read> {
    Some(match opcode {
        "bm" => |found, position| found.moves(position).map(Operation::BestMoves),
        "am" => |found, position| found.moves(position).map(Operation::AvoidMoves),
        "sm" => |found, position| found.single_move(position).map(Operation::SuppliedMove),
        "pm" => |found, position| found.single_move(position).map(Operation::PredictedMove),
        "pv" => |found, position| found.line(position).map(Operation::PredictedLine),
        "dm" => |found, _| found.number().map(Operation::DirectMate),
        "ce" => |found, _| found.number().map(Operation::Centipawns),
        "acd" => |found, _| found.number().map(Operation::AnalysisDepth),
        "acn" => |found, _| found.number().map(Operation::AnalysisNodes),
        "acs" => |found, _| found.number().map(Operation::AnalysisSeconds),
        "hmvc" => |found, _| found.number().map(Operation::HalfmoveClock),
        "fmvn" => |found, _| found.number().map(Operation::FullmoveNumber),
        "rc" => |found, _| found.number().map(Operation::RepetitionCount),
        "id" => |found, _| found.text().map(Operation::Id),
        "noop" => |found, _| Ok(Operation::NoOperation(found.operands.clone())),
        _ if comment_number(opcode).is_some() => |found, _| {
            let number = comment_number(found.opcode).unwrap_or_default();
            Ok(Operation::Comment(number, found.text()?))
        },
        _ => return None,
    })
}

/// Returns the opcode of an operation, and its content.
fn parts(operation: &Operation) -> (Cow<'_, str>, Value<'_>) {
    let (opcode, value) = match operation {
        Operation::BestMoves(moves) => ("bm", Value::Moves(moves)),
        Operation::AvoidMoves(moves) => ("am", Value::Moves(moves)),
        Operation::SuppliedMove(mv) => ("sm", Value::Moves(std::slice::from_ref(mv))),
        Operation::PredictedMove(mv) => ("pm", Value::Moves(std::slice::from_ref(mv))),
        Operation::PredictedLine(moves) => ("pv", Value::Line(moves)),
        Operation::DirectMate(moves) => ("dm", number(*moves)),
        Operation::Centipawns(value) => ("ce", number(*value)),
        Operation::AnalysisDepth(depth) => ("acd", number(*depth)),
        Operation::AnalysisNodes(nodes) => ("acn", number(*nodes)),
        Operation::AnalysisSeconds(seconds) => ("acs", number(*seconds)),
        Operation::HalfmoveClock(clock) => ("hmvc", number(*clock)),
        Operation::FullmoveNumber(count) => ("fmvn", number(*count)),
        Operation::RepetitionCount(count) => ("rc", number(*count)),
        Operation::Id(text) => ("id", Value::Text(text)),
        Operation::Comment(number, text) => {
            return (Cow::Owned(format!("c{number}")), Value::Text(text));
        }
        Operation::NoOperation(operands) => ("noop", Value::Operands(operands)),
        Operation::Other(opcode, operands) => (opcode.as_str(), Value::Operands(operands)),
    };
    (Cow::Borrowed(opcode), value)
}

fn number<'a>(number: impl Into<i128>) -> Value<'a> {
    Value::Number(number.into())
}

/// Returns the number of a comment, `c0` to `c9`.
fn comment_number(opcode: &str) -> Option<u8> {
    match opcode.as_bytes() {
        [b'c', digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Returns `true` if a string is a letter, then letters, digits and `_`.
fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The operands of an opcode.
struct Arguments<'a> {
    pub(super) opcode: &'a str,
    pub(super) operands: Vec<Operand>,
}

impl Arguments<'_> {
    /// Moves of the position, at least one.
    pub(super) fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        if self.operands.is_empty() {
            return Err(self.wrong("one move or more"));
        }
        self.operands
            .iter()
            .map(|operand| self.read_move(position, operand))
            .collect()
    }

    pub(super) fn single_move(&self, position: &Position) -> Result<Move, EpdError> {
        self.read_move(position, self.single("one move")?)
    }

    /// Moves that follow one another, perhaps none.
    pub(super) fn line(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for operand in &self.operands {
            let mv = self.read_move(&position, operand)?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    fn read_move(&self, position: &Position, operand: &Operand) -> Result<Move, EpdError> {
        san::parse(position, operand.as_str())
            .map_err(|error| EpdError::Move(Excerpt::new(self.opcode), error))
    }

    pub(super) fn number<T: FromStr>(&self) -> Result<T, EpdError> {
        let text = self.single("one number")?.as_str();
        text.parse()
            .map_err(|_| EpdError::Number(Excerpt::new(self.opcode), Excerpt::new(text)))
    }

    /// Reads a string; quotation marks may be missing.
    pub(super) fn text(&self) -> Result<String, EpdError> {
        if self.operands.is_empty() {
            return Err(self.wrong("a text in quotation marks"));
        }
        let texts: Vec<&str> = self.operands.iter().map(Operand::as_str).collect();
        Ok(texts.join(" "))
    }

    fn single(&self, expected: &'static str) -> Result<&Operand, EpdError> {
        match self.operands.as_slice() {
            [operand] => Ok(operand),
            _ => Err(self.wrong(expected)),
        }
    }

    fn wrong(&self, expected: &'static str) -> EpdError {
        EpdError::Operands {
            opcode: Excerpt::new(self.opcode),
            expected,
            found: self.operands.len(),
        }
    }
}

impl Operation {
    /// Returns the opcode.
    ///
    /// ```
    /// use plywood_notation::epd::Operation;
    ///
    /// assert_eq!(Operation::Comment(3, "quiet".into()).opcode(), "c3");
    /// assert_eq!(Operation::Other("tcec".into(), Vec::new()).opcode(), "tcec");
    /// ```
    #[must_use]
    pub fn opcode(&self) -> Cow<'_, str> {
        parts(self).0
    }

    /// Returns the operation with a space for each line end, tab or other control character in its strings, since an EPD is one line and
    /// its strings have no escapes for them.
    pub(super) fn on_one_line(mut self) -> Self {
        match &mut self {
            Self::Id(text) | Self::Comment(_, text) => remove_controls(text),
            Self::NoOperation(operands) | Self::Other(_, operands) => {
                for operand in operands {
                    match operand {
                        Operand::Quoted(text) => remove_controls(text),
                        Operand::Word(_) => {}
                    }
                }
            }
            _ => {}
        }
        self
    }

    /// Returns `true` if the operation fits the position and can be written.
    pub(super) fn check(&self, position: &Position) -> Result<(), EpdError> {
        let (opcode, value) = parts(self);
        if !is_opcode(&opcode) {
            return Err(EpdError::Opcode(Excerpt::new(&opcode)));
        }
        let illegal = |mv| EpdError::Illegal(Excerpt::new(&opcode), mv);
        match value {
            Value::Moves(moves) => {
                let wrong = moves.iter().find(|&&mv| !position.is_legal(mv));
                wrong.map_or(Ok(()), |&mv| Err(illegal(mv)))
            }
            Value::Line(moves) => {
                let mut position = position.clone();
                for &mv in moves {
                    position = position.play(mv).map_err(|_| illegal(mv))?;
                }
                Ok(())
            }
            Value::Operands(operands) => {
                if matches!(self, Self::Other(..)) && reader(&opcode).is_some() {
                    return Err(EpdError::Known(Excerpt::new(&opcode)));
                }
                check_words(&opcode, operands)
            }
            Value::Text(_) if reader(&opcode).is_none() => {
                Err(EpdError::Opcode(Excerpt::new(&opcode)))
            }
            Value::Text(_) | Value::Number(_) => Ok(()),
        }
    }
}

fn remove_controls(text: &mut String) {
    if text.contains(char::is_control) {
        *text = text.replace(char::is_control, " ");
    }
}

/// Checks that unquoted operands are one word, or they would be read as something else.
fn check_words(opcode: &str, operands: &[Operand]) -> Result<(), EpdError> {
    let is_word = |text: &str| {
        let breaks = |c: char| c.is_whitespace() || matches!(c, '"' | ';');
        !text.is_empty() && !text.contains(breaks)
    };
    for operand in operands {
        match operand {
            Operand::Word(text) if !is_word(text) => {
                return Err(EpdError::Word(Excerpt::new(opcode), Excerpt::new(text)));
            }
            Operand::Word(_) | Operand::Quoted(_) => {}
        }
    }
    Ok(())
}

/// Writes the line, with moves in SAN and strings in quotation marks.
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
        for operation in &self.operations {
            let (opcode, value) = parts(operation);
            write!(f, " {opcode}")?;
            write_value(f, value, &self.position)?;
            f.write_char(';')?;
        }
        Ok(())
    }
}

fn write_value(f: &mut impl Write, value: Value<'_>, position: &Position) -> fmt::Result {
    match value {
        Value::Moves(moves) => moves
            .iter()
            .try_for_each(|&mv| write!(f, " {}", san::write(position, mv))),
        Value::Line(moves) => {
            let mut position = position.clone();
            for &mv in moves {
                write!(f, " {}", san::write(&position, mv))?;
                position = position.play_unchecked(mv);
            }
            Ok(())
        }
        Value::Number(number) => write!(f, " {number}"),
        Value::Text(text) => write_quoted(f, text),
        Value::Operands(operands) => operands.iter().try_for_each(|operand| match operand {
            Operand::Word(text) => write!(f, " {text}"),
            Operand::Quoted(text) => write_quoted(f, text),
        }),
    }
}

/// Writes a string in quotation marks, with a backslash before those inside it.
fn write_quoted(f: &mut impl Write, text: &str) -> fmt::Result {
    f.write_str(" \"")?;
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_char('"')
}
