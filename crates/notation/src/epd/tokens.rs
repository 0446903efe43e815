//! An EPD line in pieces: opcodes, words and quoted texts.

use plywood_core::Excerpt;

use crate::epd::operation::is_opcode;
use crate::epd::{EpdError, Operand};

/// The rest of a line behind the position.
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) const fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// The next opcode; empty operations are passed over.
    pub(crate) fn opcode(&mut self) -> Result<Option<&'a str>, EpdError> {
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

    /// The operands up to the next semicolon, or the end of the line.
    pub(crate) fn operands(&mut self, opcode: &str) -> Result<Vec<Operand>, EpdError> {
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

    /// Takes a text up to its closing quotation mark; the opening one is taken already.
    fn quoted(&mut self, text: &'a str) -> Option<String> {
        let mut value = String::new();
        let mut characters = text.char_indices();
        while let Some((index, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &text[index + 1..];
                    return Some(value);
                }
                '\\' => match characters.next()?.1 {
                    'n' => value.push('\n'),
                    'r' => value.push('\r'),
                    't' => value.push('\t'),
                    escaped @ ('"' | '\\') => value.push(escaped),
                    // Many write paths without escaping them.
                    other => value.extend(['\\', other]),
                },
                other => value.push(other),
            }
        }
        None
    }
}
