//! EPD written.

use std::fmt::{self, Display, Write};

use plywood_core::{EnPassantFen, FenFormat, Position};

use crate::epd::opcodes::{Value, parts};
use crate::epd::{Epd, Operand};
use crate::san;
use crate::text::pad;

/// The line, with moves in SAN and texts in quotation marks.
impl Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, format_args!("{}", Line(self)))
    }
}

struct Line<'a>(&'a Epd);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(epd) = self;
        // The standard gives the en passant square after every double push.
        let fen = epd.position.fen_with(FenFormat {
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
        for operation in &epd.operations {
            let (opcode, value) = parts(operation);
            write!(f, " {opcode}")?;
            write_value(f, value, &epd.position)?;
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

/// A text in quotation marks, with a backslash before those inside it.
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
