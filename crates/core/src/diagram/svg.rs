//! A board as a picture.

mod write;

use crate::board::Board;
use crate::color::Color;
use crate::diagram::marks::{Arrow, Mark};
use crate::diagram::theme::BoardTheme;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;

/// Where a drawn board shows the names of files and ranks.
///
/// ```
/// use plywood_core::{Position, diagram::Coordinates};
///
/// let bare = Position::START.to_svg().coordinates(Coordinates::Hidden).to_string();
/// assert!(bare.len() < Position::START.to_svg().to_string().len());
/// ```
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
    /// Puts that player's side at the bottom.
    ///
    /// ```
    /// use plywood_core::{Color, Position};
    ///
    /// let board = Position::START.to_svg();
    /// assert_ne!(board.seen_by(Color::Black).to_string(), board.to_string());
    /// ```
    pub const fn seen_by(self, player: Color) -> Self {
        Self {
            seen_by: player,
            ..self
        }
    }

    /// Makes the picture so many pixels wide and high, 360 if it is not told.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert!(Position::START.to_svg().size(480).to_string().contains("width=\"480\""));
    /// ```
    pub const fn size(self, pixels: u32) -> Self {
        Self {
            size: pixels,
            ..self
        }
    }

    /// Shows coordinates elsewhere, or not at all.
    ///
    /// ```
    /// use plywood_core::{Position, diagram::Coordinates};
    ///
    /// let framed = Position::START.to_svg().coordinates(Coordinates::Framed);
    /// assert!(framed.to_string().ends_with("</svg>\n"));
    /// ```
    pub const fn coordinates(self, coordinates: Coordinates) -> Self {
        Self {
            coordinates,
            ..self
        }
    }

    /// Colors the squares between which a piece has just moved; the king's, if it castled.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// let after = Position::START.play_unchecked(mv);
    /// assert_ne!(after.to_svg().last_move(mv), after.to_svg());
    /// ```
    pub const fn last_move(self, mv: Move) -> Self {
        Self {
            last_move: Some(mv),
            ..self
        }
    }

    /// Lets a square glow as that of a king in check does.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let board = Position::START.to_svg();
    /// assert_ne!(board.check(Square::E1), board);
    /// ```
    pub const fn check(self, square: Square) -> Self {
        Self {
            check: Some(square),
            ..self
        }
    }

    /// Draws arrows, the last on top.
    ///
    /// ```
    /// use plywood_core::{Position, Square, diagram::Arrow};
    ///
    /// let plan = [Arrow::new(Square::G1, Square::F3), Arrow::new(Square::F1, Square::C4)];
    /// assert_ne!(Position::START.to_svg().arrows(&plan), Position::START.to_svg());
    /// ```
    pub const fn arrows(self, arrows: &'a [Arrow]) -> Self {
        Self { arrows, ..self }
    }

    /// Colors squares, the last on top.
    ///
    /// ```
    /// use plywood_core::{Position, Rank, diagram::Mark};
    ///
    /// let center = [Mark::new(Rank::Four), Mark::new(Rank::Five)];
    /// assert_ne!(Position::START.to_svg().marks(&center), Position::START.to_svg());
    /// ```
    pub const fn marks(self, marks: &'a [Mark]) -> Self {
        Self { marks, ..self }
    }

    /// Names the picture, for screen readers and for the pointer that rests on it.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let svg = Position::START.to_svg().title("Before <the> game").to_string();
    /// assert!(svg.contains("Before &lt;the&gt; game"));
    /// ```
    pub const fn title(self, title: &'a str) -> Self {
        Self { title, ..self }
    }

    /// Begins the names of the drawing's parts with a text of the caller's. Boards of one page
    /// need prefixes that differ.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert!(Position::START.to_svg().id_prefix("first-").to_string().contains("id=\"first-"));
    /// ```
    pub const fn id_prefix(self, prefix: &'a str) -> Self {
        Self {
            id_prefix: prefix,
            ..self
        }
    }

    /// Paints the board in other colors.
    ///
    /// ```
    /// use plywood_core::{Position, diagram::{Paint, BoardTheme}};
    ///
    /// let sea = BoardTheme { dark_square: Paint::new(0x6F, 0x92, 0xA8), ..BoardTheme::WOOD };
    /// assert!(Position::START.to_svg().theme(sea).to_string().contains("#6f92a8"));
    /// ```
    pub const fn theme(self, theme: BoardTheme) -> Self {
        Self { theme, ..self }
    }
}

impl Board {
    /// The board as a picture.
    ///
    /// ```
    /// use plywood_core::Setup;
    ///
    /// assert!(Setup::START.board.to_svg().to_string().starts_with("<svg"));
    /// ```
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
    /// The position as a picture: its board, with the king glowing if it is in check.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert!(Position::START.to_svg().to_string().contains("White to move"));
    /// ```
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
