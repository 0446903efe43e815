//! Moves and EPD lines as text: laws over random games, known examples, hostile input.

mod walks;
mod moves;
mod san;
mod epd;
mod hostile;
