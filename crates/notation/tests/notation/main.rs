//! All formats read and written: laws over random games, known examples, hostile input.

mod data;
mod walks;
mod moves;
mod san;
mod epd;
mod hostile;
mod pgn;
mod polyglot;
mod protocol;
