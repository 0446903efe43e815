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

pub use limits::Limits;
pub use nag::Nag;
pub use problem::{Part, PgnError, Problem};
pub use reader::Reader;
pub use result::GameResult;
pub use text::Text;
pub use visitor::{Interest, MoveToken, Place, Tag, Visitor};
