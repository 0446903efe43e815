//! A board as an SVG picture.

mod write;

use crate::board::Board;
use crate::color::Color;
use crate::diagram::marks::{Arrow, Mark};
use crate::diagram::theme::BoardTheme;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;

/// Where a picture shows the names of the files and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Coordinates {
    /// Nowhere.
    Hidden,
    /// In the corners of the squares at the edge of the board.
    #[default]
    Inside,
    /// On a frame around the board.
    Framed,
}

/// A board as SVG, written with `Display`; from [`Position::to_svg`] or [`Board::to_svg`].
///
/// The text is well-formed XML of a few thousand bytes. It is a file of its own or goes into an HTML
/// page as it is, and it is the same every time. For screen readers it has a title and a list of the
/// pieces.
///
/// ```
/// use plywood_core::{Color, Position, Square};
/// use plywood_core::diagram::{Arrow, Coordinates, Mark, Paint};
///
/// let position: Position = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4".parse()?;
/// let svg = position
///     .to_svg()
///     .seen_by(Color::White)
///     .size(480)
///     .coordinates(Coordinates::Framed)
///     .arrows(&[Arrow::new(Square::C4, Square::F7).paint(Paint::BLUE)])
///     .marks(&[Mark::new(Square::F7)])
///     .title("Scholar's mate")
///     .id_prefix("diagram-1-")
///     .to_string();
/// assert!(svg.contains("Scholar's mate"));
/// assert!(svg.len() < 9_000);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct SvgBoard<'a> {
    board: Board,
    seen_by: Color,
    size: u32,
    coordinates: Coordinates,
    last_move: Option<Move>,
    check: Option<Square>,
    arrows: &'a [Arrow],
    marks: &'a [Mark],
    title: &'a str,
    id_prefix: &'a str,
    theme: BoardTheme,
}

impl<'a> SvgBoard<'a> {
    /// Puts a player's side at the bottom.
    pub const fn seen_by(self, player: Color) -> Self {
        Self {
            seen_by: player,
            ..self
        }
    }

    /// Sets the width and height in pixels; the default is 360.
    pub const fn size(self, pixels: u32) -> Self {
        Self {
            size: pixels,
            ..self
        }
    }

    /// Sets where coordinates are shown; the default is inside the squares at the edge.
    pub const fn coordinates(self, coordinates: Coordinates) -> Self {
        Self {
            coordinates,
            ..self
        }
    }

    /// Colors the two squares of the last move. For castling they are the king's.
    pub const fn last_move(self, mv: Move) -> Self {
        Self {
            last_move: Some(mv),
            ..self
        }
    }

    /// Gives a square a red glow, as for a king in check.
    pub const fn check(self, square: Square) -> Self {
        Self {
            check: Some(square),
            ..self
        }
    }

    /// Draws arrows, the last on top.
    pub const fn arrows(self, arrows: &'a [Arrow]) -> Self {
        Self { arrows, ..self }
    }

    /// Colors squares, the last on top.
    pub const fn marks(self, marks: &'a [Mark]) -> Self {
        Self { marks, ..self }
    }

    /// Sets the title, which screen readers read and browsers show under the pointer.
    pub const fn title(self, title: &'a str) -> Self {
        Self { title, ..self }
    }

    /// Sets the prefix of all `id` attributes. Pictures on the same HTML page need different
    /// prefixes.
    pub const fn id_prefix(self, prefix: &'a str) -> Self {
        Self {
            id_prefix: prefix,
            ..self
        }
    }

    /// Sets the colors of the board and the pieces.
    pub const fn theme(self, theme: BoardTheme) -> Self {
        Self { theme, ..self }
    }
}

impl Board {
    /// The board as a picture.
    pub const fn to_svg(&self) -> SvgBoard<'static> {
        SvgBoard {
            board: *self,
            seen_by: Color::White,
            size: 360,
            coordinates: Coordinates::Inside,
            last_move: None,
            check: None,
            arrows: &[],
            marks: &[],
            title: "Chess board",
            id_prefix: "board-",
            theme: BoardTheme::WOOD,
        }
    }
}

impl Position {
    /// The position as a picture. A king in check has a red glow, and the title says who is to move.
    pub fn to_svg(&self) -> SvgBoard<'static> {
        let side = self.side_to_move();
        let title = match side {
            Color::White => "Chess board, White to move",
            Color::Black => "Chess board, Black to move",
        };
        SvgBoard {
            check: self.is_check().then(|| self.king(side)),
            ..self.board().to_svg().title(title)
        }
    }
}
