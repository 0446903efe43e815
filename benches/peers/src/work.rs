//! Batches of one operation each, as a crate does them.

use std::hint::black_box;

use crate::contest::Work;
use crate::prepared::Prepared;
use crate::rules::Operations;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    List,
    Count,
    Make,
    MakeWithKey,
    ReadFen,
    WriteFen,
    ReadSan,
    WriteSan,
    ReadUci,
    IsLegal,
    GivesCheck,
    Status,
}

impl Operation {
    pub const ALL: [Self; 12] = [
        Self::List,
        Self::Count,
        Self::Make,
        Self::MakeWithKey,
        Self::ReadFen,
        Self::WriteFen,
        Self::ReadSan,
        Self::WriteSan,
        Self::ReadUci,
        Self::IsLegal,
        Self::GivesCheck,
        Self::Status,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list the legal moves",
            Self::Count => "count the legal moves",
            Self::Make => "make a move",
            Self::MakeWithKey => "make a move, key of the child",
            Self::ReadFen => "FEN to a checked position",
            Self::WriteFen => "position to FEN",
            Self::ReadSan => "SAN to a legal move",
            Self::WriteSan => "legal move to SAN",
            Self::ReadUci => "UCI to a legal move",
            Self::IsLegal => "is a move from elsewhere legal",
            Self::GivesCheck => "does a legal move give check",
            Self::Status => "mate, stalemate or neither",
        }
    }
}

/// The batch of an operation, if the crate offers it.
pub fn work<R: Operations>(operation: Operation, prepared: Prepared<R>) -> Option<Work> {
    match operation {
        Operation::List => Some(list(prepared)),
        Operation::Count => Some(count(prepared)),
        Operation::Make => Some(make(prepared)),
        Operation::MakeWithKey => Some(make_with_key(prepared)),
        Operation::ReadFen => Some(read_fen(prepared)),
        Operation::WriteFen => Some(write_fen(prepared)),
        Operation::ReadSan => R::READ_SAN.map(|_| read_san(prepared)),
        Operation::WriteSan => R::WRITE_SAN.map(|_| write_san(prepared)),
        Operation::ReadUci => R::READ_UCI.map(|_| read_uci(prepared)),
        Operation::IsLegal => R::IS_LEGAL.map(|_| is_legal(prepared)),
        Operation::GivesCheck => R::GIVES_CHECK.map(|_| gives_check(prepared)),
        Operation::Status => R::STATUS.map(|_| status(prepared)),
    }
}

fn list<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || on.each_position(|position| R::list(position)))
}

fn count<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_position(|position| {
            black_box(R::count(position));
        })
    })
}

fn make<R: Operations>(mut on: Prepared<R>) -> Work {
    Box::new(move || on.each_move(|position, item| R::make(position, item.mv)))
}

fn make_with_key<R: Operations>(mut on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_move(|position, item| {
            black_box(R::make_with_key(position, item.key, item.mv));
        })
    })
}

fn read_fen<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_fen(|fen| {
            black_box(&R::read(fen));
        })
    })
}

fn write_fen<R: Operations>(on: Prepared<R>) -> Work {
    let mut text = String::with_capacity(256);
    Box::new(move || {
        on.each_position(|position| {
            text.clear();
            R::write_fen(position, &mut text);
            black_box(&text);
        })
    })
}

// From here on the function is a constant of the crate, named again inside the batch: the
// compiler knows it there, and calls it as directly as a program would.

fn read_san<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_text(|position, text| {
            black_box(R::READ_SAN.map(|read| read(position, &text.texts.san)));
        })
    })
}

fn write_san<R: Operations>(on: Prepared<R>) -> Work {
    let mut written = String::with_capacity(256);
    Box::new(move || {
        on.each_text(|position, text| {
            written.clear();
            if let Some(write) = R::WRITE_SAN {
                write(position, text.mv, &mut written);
            }
            black_box(&written);
        })
    })
}

fn read_uci<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_text(|position, text| {
            black_box(R::READ_UCI.map(|read| read(position, &text.texts.uci)));
        })
    })
}

fn is_legal<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_question(|position, mv| {
            black_box(R::IS_LEGAL.map(|ask| ask(position, mv)));
        })
    })
}

fn gives_check<R: Operations>(mut on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_move(|position, item| {
            black_box(R::GIVES_CHECK.map(|ask| ask(position, item.mv)));
        })
    })
}

fn status<R: Operations>(on: Prepared<R>) -> Work {
    Box::new(move || {
        on.each_position(|position| {
            black_box(R::STATUS.map(|status| status(position)));
        })
    })
}
