//! PGN: reads games as a stream or as trees, and writes them.
//!
//! [`Reader`] reports tags, moves, comments and variations to a [`Visitor`] as it reads them, for any number of games in little memory.
//! [`LegalReader`] also plays the moves, and reports them to a [`LegalVisitor`] with their positions. [`Games`] builds a [`PgnGame`] for
//! each game, a tree of legal moves that can be edited and written.
//!
//! All accept everything that people and programs write: byte order marks, Windows-1252, `%` lines, `;` comments, `0-0`, null moves, UCI
//! moves, marks such as `!?` and `+-`. Results and tags may be missing. A game with a mistake ends with an error that gives its place, and
//! the next game follows.
//!
//! ```
//! use plywood_notation::pgn::{PgnGame, Games, PgnScore};
//!
//! let pgn = "[White \"Légal\"]\n[Black \"Saint Brie\"]\n\n\
//! 1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5! {[%eval #2] a pseudo-sacrifice} 5... Bxd1\n\
//! 6. Bxf7+ Ke7 7. Nd5# 1-0\n";
//! for game in Games::new(pgn.as_bytes()).strict() {
//!     let game = game?;
//!     assert_eq!(game.tags().get("White"), Some("Légal"));
//!     assert!(game.final_position().is_checkmate());
//!     let mut scores = game
//!         .main_line()
//!         .flat_map(|node| node.comments())
//!         .filter_map(|comment| comment.evaluation());
//!     assert_eq!(scores.next().map(|found| found.score), Some(PgnScore::Mate(2)));
//!     assert_eq!(game.to_string().parse::<PgnGame>()?, game);
//! }
//! # Ok::<(), plywood_notation::pgn::PgnError>(())
//! ```

mod bytes;
mod problem;
mod input;
mod nag;
mod tags;
mod visitor;
mod reader;
mod legal;
mod comment;
mod tree;
mod builder;
mod writer;

pub use builder::Games;
pub use comment::{
    Annotation, ArrowAnnotation, Comment, Evaluation, MarkColor, PgnScore, SquareAnnotation,
};
pub use input::Place;
pub use legal::{LegalMove, LegalReader, LegalVisitor};
pub use nag::Nag;
pub use problem::{Part, PgnError, Problem, ReadLimits};
pub use reader::Reader;
pub use tags::{GameResult, GameResultError, ROSTER, TagError, Tags};
pub use tree::{Node, NodeId, NodeMut, PgnGame, Step};
pub use visitor::{MoveToken, Tag, Text, Visitor};
