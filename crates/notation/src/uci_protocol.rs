//! The UCI protocol: the lines that a user interface and an engine exchange, as types.
//!
//! A [`Command`] is a line from the interface, an [`Info`] a line that an engine writes while it searches. Both are parsed
//! as the protocol asks for: unknown words are skipped, so that newer programs work with older ones. What is wrong with a
//! known word is an error that names it.
//!
//! ```
//! use plywood_notation::uci_protocol::{Command, Info, InfoScore};
//!
//! let Command::Position(game) = "position startpos moves e2e4 e7e5".parse()? else { panic!() };
//! assert_eq!(game.history.moves().len(), 2);
//!
//! let Command::Go(go) = "go wtime 60000 btime 58000 winc 1000 binc 1000".parse()? else { panic!() };
//! assert_eq!(go.increment.white.as_secs(), 1);
//!
//! let info: Info = "depth 9 score mate -2 pv g8h8 f1f8".parse()?;
//! assert_eq!((info.depth, info.score), (Some(9), Some(InfoScore::Mate(-2))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod numbers;
mod command_error;
mod go;
mod game;
mod set_option;
mod command;
mod info;

pub use command::Command;
pub use command_error::CommandError;
pub use game::{GameSoFar, write_position};
pub use go::Go;
pub use info::{Info, InfoBound, InfoScore};
pub use numbers::NumberError;
pub use set_option::SetOption;
