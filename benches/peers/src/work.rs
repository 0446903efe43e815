//! Batches of one operation each, for a crate.

use std::hint::black_box;

use crate::contest::Work;
use crate::prepared::Prepared;
use crate::rules::Operations;

/// The operation to measure.
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

/// Returns `true` if the crate has a function for it.
fn is_offered<R: Operations>(operation: Operation) -> bool {
    match operation {
        Operation::ReadSan => R::READ_SAN.is_some(),
        Operation::WriteSan => R::WRITE_SAN.is_some(),
        Operation::ReadUci => R::READ_UCI.is_some(),
        Operation::IsLegal => R::IS_LEGAL.is_some(),
        Operation::GivesCheck => R::GIVES_CHECK.is_some(),
        Operation::Status => R::STATUS.is_some(),
        Operation::List
        | Operation::Count
        | Operation::Make
        | Operation::MakeWithKey
        | Operation::ReadFen
        | Operation::WriteFen => true,
    }
}

/// Returns the batch of an operation, if the crate offers it. An operation that some crates lack is a constant of the crate, named inside
/// the batch: the compiler knows it there, and calls it as directly as a program would.
pub fn work<R: Operations>(operation: Operation, mut on: Prepared<R>) -> Option<Work> {
    let mut written = String::with_capacity(256);
    let work: Work = match operation {
        Operation::List => Box::new(move || on.each_position(R::list)),
        Operation::Count => Box::new(move || on.each_position(R::count)),
        Operation::Make => {
            Box::new(move || on.each_move(|position, item| R::make(position, item.mv)))
        }
        Operation::MakeWithKey => Box::new(move || {
            on.each_move(|position, item| R::make_with_key(position, item.key, item.mv))
        }),
        Operation::ReadFen => Box::new(move || on.each_fen(R::read)),
        Operation::WriteFen => Box::new(move || {
            on.each_position(|position| {
                written.clear();
                R::write_fen(position, &mut written);
                black_box(&written);
            })
        }),
        Operation::ReadSan => Box::new(move || {
            on.each_text(|position, text| R::READ_SAN.map(|read| read(position, &text.texts.san)))
        }),
        Operation::WriteSan => Box::new(move || {
            on.each_text(|position, text| {
                written.clear();
                if let Some(write) = R::WRITE_SAN {
                    write(position, text.mv, &mut written);
                }
                black_box(&written);
            })
        }),
        Operation::ReadUci => Box::new(move || {
            on.each_text(|position, text| R::READ_UCI.map(|read| read(position, &text.texts.uci)))
        }),
        Operation::IsLegal => Box::new(move || {
            on.each_question(|position, mv| R::IS_LEGAL.map(|ask| ask(position, mv)))
        }),
        Operation::GivesCheck => Box::new(move || {
            on.each_move(|position, item| R::GIVES_CHECK.map(|ask| ask(position, item.mv)))
        }),
        Operation::Status => {
            Box::new(move || on.each_position(|position| R::STATUS.map(|status| status(position))))
        }
    };
    is_offered::<R>(operation).then_some(work)
}
