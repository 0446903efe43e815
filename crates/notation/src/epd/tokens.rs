//! The tokens of an EPD line: opcodes, words and quoted texts.

use plywood_core::Excerpt;

use crate::epd::opcodes::is_opcode;
use crate::epd::{EpdError, Operand};

/// The rest of a line, behind the position.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(rest: &'a str) -> Self {
        Self { rest }
    }

    /// The next opcode; empty operations are skipped.
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

    /// The operands up to the next semicolon, or the end of the line.
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

    /// Takes a text up to its closing quotation mark; the opening one is taken already. If there is
    /// none but an escaped one at the end of the operation, that ends the text: many programs write
    /// paths such as `"C:\books\"` without escaping them.
    fn quoted(&mut self, text: &'a str) -> Option<String> {
        let mut value = String::new();
        // The value and the rest, if an escaped quotation mark ends the text.
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
