//! Games as PGN files hold them: read as a stream or as trees, and written.
//!
//! [`Reader`] tells a [`Visitor`] of tags, moves, comments and variations as they come, for any
//! number of games in little memory. [`Games`] puts each game together as a [`PgnGame`], a tree of
//! legal moves that can be changed and written. Both read what people and programs write, not only
//! what the standard has: byte order marks, Latin-1, `%` lines, `;` comments, `0-0`, null moves,
//! moves as UCI writes them, marks such as `!?` and `+-`, results and tags that are missing. A game
//! in which something is wrong is left with an error that says where, and the next one follows.
//!
//! ```
//! use plywood_notation::pgn::{PgnGame, Games, PgnScore};
//!
//! let pgn = "[White \"Légal\"]\n[Black \"Saint Brie\"]\n\n\
//!     1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5! {[%eval #2] a pseudo-sacrifice} 5... Bxd1\n\
//!     6. Bxf7+ Ke7 7. Nd5# 1-0\n";
//! for game in Games::new(pgn.as_bytes()) {
//!     let game = game?;
//!     assert_eq!(game.tags().get("White"), Some("Légal"));
//!     assert!(game.final_position().is_checkmate());
//!     let mut scores = game.main_line().flat_map(|node| node.comments()).filter_map(|comment| comment.evaluation());
//!     assert_eq!(scores.next().map(|found| found.score), Some(PgnScore::Mate(2)));
//!     assert_eq!(game.to_string().parse::<PgnGame>()?, game);
//! }
//! # Ok::<(), plywood_notation::pgn::PgnError>(())
//! ```

mod text;
mod limits;
mod problem;
mod nag;
mod result;
mod bytes;
mod window;
mod tokens;
mod visitor;
mod input;
mod reader;
mod annotations;
mod comment;
mod tags;
mod tree;
mod builder;
mod writer;

pub use annotations::{
    Annotation, ArrowAnnotation, Evaluation, MarkColor, PgnScore, SquareAnnotation,
};
pub use builder::{Games, StrictGames};
pub use comment::Comment;
pub use limits::ReadLimits;
pub use nag::Nag;
pub use problem::{Part, PgnError, Problem};
pub use reader::Reader;
pub use result::GameResult;
pub use tags::{ROSTER, TagError, Tags};
pub use text::Text;
pub use tokens::{MoveToken, Tag};
pub use tree::{Node, NodeId, NodeMut, PgnGame, Step};
pub use visitor::{Interest, Visitor};
pub use window::Place;
