//! The interface between a reader and its user: a game, piece by piece.

use std::ops::ControlFlow;

use crate::pgn::nag::Nag;
use crate::pgn::result::GameResult;
use crate::pgn::text::Text;
use crate::pgn::tokens::{MoveToken, Tag};

/// What a visitor leaves when it breaks off: the line that is being read, or the whole game.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use plywood_notation::pgn::{Leave, MoveToken, Reader, Visitor};
///
/// struct Print(String);
///
/// impl Visitor for Print {
///     fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
///         self.0 += &token.text().to_str();
///         // The first move of the game is enough.
///         ControlFlow::Break(Leave::Line)
///     }
/// }
///
/// let mut print = Print(String::new());
/// Reader::new("1. e4 e5 2. Nf3 *".as_bytes()).read_game(&mut print)?;
/// assert_eq!(print.0, "e4");
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Leave {
    /// The rest of the line is skipped, which is several times as fast as reading. Reading goes on where the line ends.
    Line,
    /// [`Reader::read_game`](super::Reader::read_game) returns at once, without
    /// [`end_game`](Visitor::end_game). The next call reads the next game.
    Game,
}

/// Receives games as they are read. Every method has a default that does nothing.
///
/// The order is: [`begin_game`](Self::begin_game), each [`tag`](Self::tag),
/// [`begin_movetext`](Self::begin_movetext), then moves with their comments, glyphs and variations,
/// the [`result`](Self::result) if there is one, comments behind it, and
/// [`end_game`](Self::end_game). A game in which something is wrong stops there, without
/// `end_game`, and the reader returns an error. A visitor that has seen enough breaks off, and says
/// what it [leaves](Leave).
///
/// ```
/// use std::ops::ControlFlow;
///
/// use plywood_notation::pgn::{Leave, MoveToken, Reader, Visitor};
///
/// /// Counts the moves of main lines.
/// struct Count(u32);
///
/// impl Visitor for Count {
///     fn mv(&mut self, _: MoveToken<'_>) -> ControlFlow<Leave> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
///
///     fn begin_variation(&mut self) -> ControlFlow<Leave> {
///         ControlFlow::Break(Leave::Line)
///     }
/// }
///
/// let mut count = Count(0);
/// let mut reader = Reader::new("1. e4 (1. d4 d5) 1... e5 1-0 1. c4 *".as_bytes());
/// while reader.read_game(&mut count)?.is_some() {}
/// assert_eq!(count.0, 3);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag, `[White "Réti"]`.
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = tag;
    }

    /// The moves begin. If the line is left, the result and the end are still reported.
    fn begin_movetext(&mut self) -> ControlFlow<Leave> {
        ControlFlow::Continue(())
    }

    /// A move, not checked in any way, or a null move.
    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        let _ = token;
        ControlFlow::Continue(())
    }

    /// A comment, without braces or semicolon.
    fn comment(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A glyph of the previous move: `$1`, or a mark such as `!`.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A variation begins, an alternative to the previous move. If it is left here, its end is not
    /// reported.
    fn begin_variation(&mut self) -> ControlFlow<Leave> {
        ControlFlow::Continue(())
    }

    /// A variation ends.
    fn end_variation(&mut self) {}

    /// The result that ends the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// The game ends.
    fn end_game(&mut self) {}
}

/// Ignores everything: for counting games, or finding out whether they can be read.
impl Visitor for () {
    fn begin_movetext(&mut self) -> ControlFlow<Leave> {
        ControlFlow::Continue(())
    }
}
