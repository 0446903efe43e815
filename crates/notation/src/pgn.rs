//! Games as PGN files hold them: read as a stream or as trees, and written.

mod text;
mod limits;
mod problem;
mod nag;
mod result;
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

pub use annotations::{Annotation, Arrow, Evaluation, Mark, MarkColor, PgnScore};
pub use builder::Games;
pub use comment::Comment;
pub use limits::Limits;
pub use nag::Nag;
pub use problem::{Part, PgnError, Problem};
pub use reader::Reader;
pub use result::GameResult;
pub use tags::{ROSTER, TagError, Tags};
pub use text::Text;
pub use tree::{Game, Node, NodeId, NodeMut};
pub use visitor::{Interest, MoveToken, Place, Tag, Visitor};
