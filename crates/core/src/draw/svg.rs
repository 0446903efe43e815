//! A board as a picture.

mod write;

use crate::board::Board;
use crate::color::Color;
use crate::draw::marks::{Arrow, Mark};
use crate::draw::theme::Theme;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;

/// Where a drawn board shows the names of files and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Coordinates {
    /// Nowhere.
    Hidden,
    /// In the corners of the squares at the edge.
    #[default]
    Inside,
    /// On a frame around the board.
    Framed,
}

/// A board that prints itself as SVG; from [`Position::to_svg`] or [`Board::to_svg`].
///
/// The same board is always the same text, well-formed XML of a few thousand bytes that stands
/// alone or inside an HTML page. Screen readers find a title and a list of the pieces.
///
/// ```
/// use plywood_core::{Color, Position, Square};
/// use plywood_core::draw::{Arrow, Coordinates, Mark, Paint};
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
    theme: Theme,
}

impl<'a> SvgBoard<'a> {
    /// Puts that player's side at the bottom.
    pub const fn seen_by(self, player: Color) -> Self {
        Self {
            seen_by: player,
            ..self
        }
    }

    /// Makes the picture so many pixels wide and high, 360 if it is not told.
    pub const fn size(self, pixels: u32) -> Self {
        Self {
            size: pixels,
            ..self
        }
    }

    /// Shows coordinates elsewhere, or not at all.
    pub const fn coordinates(self, coordinates: Coordinates) -> Self {
        Self {
            coordinates,
            ..self
        }
    }

    /// Colors the squares between which a piece has just moved; the king's, if it castled.
    pub const fn last_move(self, mv: Move) -> Self {
        Self {
            last_move: Some(mv),
            ..self
        }
    }

    /// Lets a square glow as that of a king in check does.
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

    /// Names the picture, for screen readers and for the pointer that rests on it.
    pub const fn title(self, title: &'a str) -> Self {
        Self { title, ..self }
    }

    /// Begins the names of the drawing's parts with a text of the caller's. Boards of one page
    /// need prefixes that differ.
    pub const fn id_prefix(self, prefix: &'a str) -> Self {
        Self {
            id_prefix: prefix,
            ..self
        }
    }

    /// Paints the board in other colors.
    pub const fn theme(self, theme: Theme) -> Self {
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
            theme: Theme::WOOD,
        }
    }
}

impl Position {
    /// The position as a picture: its board, with the king glowing if it is in check.
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
