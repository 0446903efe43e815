//! A game in the terminal: the board drawn, moves typed in SAN, moves taken back, hints.

mod entry;
mod ending;
mod terminal_game;

pub(crate) use terminal_game::{BoardStyle, Players, Setting, TerminalGame};
