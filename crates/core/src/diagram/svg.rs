//! A board as an SVG picture, written from the lowest layer to the highest. A square is 100 units wide at every picture size.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write as _};

use crate::board::Board;
use crate::color::Color;
use crate::diagram::pieces::drawing;
use crate::diagram::theme::{Arrow, Mark, Paint};
use crate::diagram::{columns, place, rows};
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::{Rank, Square};

/// The place of the file and rank names in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
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
/// The string is well-formed XML of a few thousand bytes, and always the same for the same picture. Save it as a file or put it into an
/// HTML page as it is. For screen readers it has a title and a list of the pieces.
///
/// ```
/// use plywood_core::{Color, Position, Square};
/// use plywood_core::diagram::{Arrow, Coordinates, Mark, Paint};
///
/// let position: Position =
///     "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4".parse()?;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    light: Paint,
    dark: Paint,
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

    /// Sets the colors of the light and the dark squares.
    pub const fn squares(self, light: Paint, dark: Paint) -> Self {
        Self {
            light,
            dark,
            ..self
        }
    }
}

impl Board {
    /// Returns the board as a picture.
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
            light: Paint::new(0xF1, 0xDC, 0xB9),
            dark: Paint::new(0xB9, 0x89, 0x60),
        }
    }
}

impl Position {
    /// Returns the position as a picture. A king in check has a red glow, and the title says who is to move.
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

/// The color over the squares of the last move.
const LAST_MOVE: Paint = Paint::new(0xEC, 0xD0, 0x2E).with_opacity(48);
/// The color of the frame.
const BROWN: Paint = Paint::new(0x5B, 0x3F, 0x2B);
/// The color of the coordinates on the frame.
const CREAM: Paint = Paint::new(0xF1, 0xDC, 0xB9);
/// The width of the frame around a board.
const FRAME: i32 = 44;

impl fmt::Display for SvgBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_head(f)?;
        self.write_definitions(f)?;
        self.write_squares(f)?;
        self.write_colored_squares(f)?;
        self.write_coordinates(f)?;
        for color in Color::ALL {
            self.write_pieces(f, color)?;
        }
        for &arrow in self.arrows {
            self.write_arrow(f, arrow)?;
        }
        f.write_str("</svg>\n")
    }
}

impl SvgBoard<'_> {
    /// Returns an identifier: the caller's prefix and a letter. Characters of the prefix other than letters, digits and hyphens are written
    /// as numbers, so that no prefix breaks the XML and no two prefixes give the same identifier.
    fn id(&self, part: char) -> String {
        let mut id = String::new();
        for character in self.id_prefix.chars() {
            if character.is_ascii_alphanumeric() || character == '-' {
                id.push(character);
            } else {
                let _ = write!(id, "_{:x}_", character as u32);
            }
        }
        id.push(part);
        id
    }

    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (corner, width) = match self.coordinates {
            Coordinates::Hidden | Coordinates::Inside => (0, 800),
            Coordinates::Framed => (-FRAME, 800 + 2 * FRAME),
        };
        let (size, title, pieces) = (self.size, self.id('T'), self.id('D'));
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{corner} {corner} {width} {width}" role="img" aria-labelledby="{title} {pieces}">"#,
        )?;
        write!(f, r#"<title id="{title}">{}</title>"#, Escaped(self.title))?;
        write!(f, r#"<desc id="{pieces}">"#)?;
        self.write_description(f)?;
        f.write_str("</desc>\n")
    }

    /// Writes every piece in words: `White: king e1, rooks a1 h1. Black: king e8.`
    fn write_description(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            let gap = if color == Color::White { "" } else { " " };
            write!(f, "{gap}{color}:")?;
            let mut comma = "";
            for kind in PieceKind::ALL.into_iter().rev() {
                let squares = self.board.pieces(color, kind);
                if squares.is_empty() {
                    continue;
                }
                let plural = if squares.has_many() { "s" } else { "" };
                write!(f, "{comma} {kind}{plural}")?;
                for square in squares {
                    write!(f, " {square}")?;
                }
                comma = ",";
            }
            if self.board.color(color).is_empty() {
                f.write_str(" no pieces")?;
            }
            f.write_str(".")?;
        }
        Ok(())
    }

    /// Writes the definitions that the picture uses several times: gradients, and each kind of piece on the board.
    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = ['W', 'B'].map(|color| self.id(color));
        writeln!(
            f,
            "<defs>\n\
             <linearGradient id=\"{white}\"><stop stop-color=\"#ffffff\"/><stop offset=\"1\" stop-color=\"#dad4ca\"/></linearGradient>\n\
             <linearGradient id=\"{black}\"><stop stop-color=\"#6c6966\"/><stop offset=\"1\" stop-color=\"#2e2c2b\"/></linearGradient>"
        )?;
        if self.check.is_some() {
            let (id, red) = (self.id('C'), r##"stop-color="#e0140e" stop-opacity"##);
            writeln!(
                f,
                r#"<radialGradient id="{id}"><stop offset=".25" {red}=".92"/><stop offset=".6" {red}=".69"/><stop offset="1" {red}=".00"/></radialGradient>"#
            )?;
        }
        for kind in PieceKind::ALL {
            if !self.board.kind(kind).is_empty() {
                let (id, [piece, foot]) = (self.id(kind.letter()), drawing(kind));
                writeln!(f, r#"<g id="{id}">{piece}{foot}</g>"#)?;
            }
        }
        f.write_str("</defs>\n")
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.coordinates == Coordinates::Framed {
            let (corner, width) = (-FRAME, 800 + 2 * FRAME);
            let paint = painted("fill", BROWN);
            writeln!(
                f,
                r#"<rect x="{corner}" y="{corner}" width="{width}" height="{width}" rx="14"{paint}/>"#
            )?;
        }
        // Fills every other row and every other column; where they cross, `evenodd` leaves a light square.
        let light = painted("fill", self.light);
        let dark = painted("fill", self.dark);
        writeln!(f, r#"<path{light} d="M0 0h800v800H0z"/>"#)?;
        write!(f, r#"<path{dark} fill-rule="evenodd" d=""#)?;
        for stripe in [0, 200, 400, 600] {
            write!(f, "M0 {stripe}h800v100H0zM{stripe} 0h100v800h-100z")?;
        }
        f.write_str("\"/>\n")
    }

    /// Writes the colors of the last move, the marks and the check.
    fn write_colored_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = self.last_move {
            for square in [mv.from(), mv.destination()] {
                self.write_square(f, square, LAST_MOVE)?;
            }
        }
        for mark in self.marks {
            for square in mark.squares {
                self.write_square(f, square, mark.paint)?;
            }
        }
        let Some(square) = self.check else {
            return Ok(());
        };
        let (x, y) = self.center(square);
        let id = self.id('C');
        writeln!(f, r#"<circle cx="{x}" cy="{y}" r="58" fill="url(#{id})"/>"#)
    }

    fn write_square(
        &self,
        f: &mut fmt::Formatter<'_>,
        square: Square,
        paint: Paint,
    ) -> fmt::Result {
        let (column, row) = place(square, self.seen_by);
        let (x, y, paint) = (column * 100, row * 100, painted("fill", paint));
        writeln!(f, r#"<path{paint} d="M{x} {y}h100v100h-100z"/>"#)
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let font = r#"font-family="sans-serif" font-weight="bold""#;
        match self.coordinates {
            Coordinates::Hidden => Ok(()),
            Coordinates::Inside => {
                writeln!(f, r#"<g {font} font-size="21">"#)?;
                let left = columns(self.seen_by).next();
                for (row, rank) in (0..).zip(rows(self.seen_by)) {
                    let paint = left.map(|file| self.on(Square::new(file, rank)));
                    write_label(f, (5, row * 100 + 21), rank, paint)?;
                }
                f.write_str("</g>\n")?;
                writeln!(f, r#"<g {font} font-size="21" text-anchor="end">"#)?;
                let bottom = Rank::One.relative_to(self.seen_by);
                for (column, file) in (1..).zip(columns(self.seen_by)) {
                    let paint = Some(self.on(Square::new(file, bottom)));
                    write_label(f, (column * 100 - 5, 794), file, paint)?;
                }
                f.write_str("</g>\n")
            }
            Coordinates::Framed => {
                let paint = painted("fill", CREAM);
                writeln!(
                    f,
                    r#"<g {font} font-size="26" text-anchor="middle"{paint}>"#
                )?;
                for (row, rank) in (0..).zip(rows(self.seen_by)) {
                    write_label(f, (-FRAME / 2, row * 100 + 59), rank, None)?;
                }
                for (column, file) in (0..).zip(columns(self.seen_by)) {
                    write_label(f, (column * 100 + 50, 800 + FRAME / 2 + 8), file, None)?;
                }
                f.write_str("</g>\n")
            }
        }
    }

    /// Returns the color of a letter on a square: that of the squares of the other color.
    fn on(&self, square: Square) -> Paint {
        if square.is_light() {
            self.dark
        } else {
            self.light
        }
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let pieces = self.board.color(color);
        if pieces.is_empty() {
            return Ok(());
        }
        let (fill, outline, detail) = match color {
            Color::White => (self.id('W'), "#2b2622", "#2b2622"),
            Color::Black => (self.id('B'), "#151312", "#ebe6de"),
        };
        writeln!(
            f,
            r#"<g fill="url(#{fill})" stroke="{outline}" color="{detail}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">"#
        )?;
        for (square, piece) in self.board.iter().filter(|(_, piece)| piece.color == color) {
            let (column, row) = place(square, self.seen_by);
            let (id, x, y) = (self.id(piece.kind.letter()), column * 100, row * 100);
            writeln!(f, r##"<use href="#{id}" x="{x}" y="{y}"/>"##)?;
        }
        f.write_str("</g>\n")
    }

    /// Writes an arrow to the center of a square, or a ring.
    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, arrow: Arrow) -> fmt::Result {
        let (x, y) = self.center(arrow.from);
        let (to_x, to_y) = self.center(arrow.to);
        let (across, down) = (to_x - x, to_y - y);
        // Ten times the distance, so that an integer is precise enough.
        let length = (100 * (across * across + down * down)).isqrt();
        if length == 0 {
            let paint = painted("stroke", arrow.paint);
            return writeln!(
                f,
                r#"<circle cx="{x}" cy="{y}" r="45" fill="none"{paint} stroke-width="8"/>"#
            );
        }
        // Seven corners, in tenths: the distance along the arrow and to its right.
        let (tail, neck, tip) = (250, length - 380, length);
        let corners = [
            (tail, -80),
            (neck, -80),
            (neck, -210),
            (tip, 0),
            (neck, 210),
            (neck, 80),
            (tail, 80),
        ];
        write!(f, r#"<path{} d=""#, painted("fill", arrow.paint))?;
        for (index, (along, right)) in corners.into_iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            let corner_x = Tenths(10 * x + (along * across - right * down) * 10 / length);
            let corner_y = Tenths(10 * y + (along * down + right * across) * 10 / length);
            write!(f, "{command}{corner_x} {corner_y}")?;
        }
        f.write_str("z\"/>\n")
    }

    fn center(&self, square: Square) -> (i32, i32) {
        let (column, row) = place(square, self.seen_by);
        (column * 100 + 50, row * 100 + 50)
    }
}

fn write_label(
    f: &mut fmt::Formatter<'_>,
    (x, y): (i32, i32),
    name: impl fmt::Display,
    paint: Option<Paint>,
) -> fmt::Result {
    write!(f, r#"<text x="{x}" y="{y}""#)?;
    if let Some(paint) = paint {
        f.write_str(&painted("fill", paint))?;
    }
    writeln!(f, ">{name}</text>")
}

/// A string for XML or HTML, between tags or in double quotes. Markup is escaped, and characters that XML forbids are replaced.
///
/// ```
/// use plywood_core::diagram::Escaped;
///
/// assert_eq!(Escaped("<script>").to_string(), "&lt;script&gt;");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' => f.write_char(character)?,
                '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => f.write_char('\u{FFFD}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// Returns the attributes of a color: ` fill="#f1dcb9" fill-opacity=".75"`.
fn painted(attribute: &str, paint: Paint) -> String {
    match paint.opacity() {
        100 => format!(r#" {attribute}="{paint}""#),
        percent => format!(r#" {attribute}="{paint}" {attribute}-opacity=".{percent:02}""#),
    }
}

/// A length in tenths, written without trailing zeros: `12`, `-0.5`.
#[derive(Clone, Copy)]
struct Tenths(pub(crate) i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let length = self.0.unsigned_abs();
        write!(f, "{sign}{}", length / 10)?;
        match length % 10 {
            0 => Ok(()),
            tenth => write!(f, ".{tenth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_breaks_the_markup() {
        assert_eq!(
            Escaped("<b> & \"q\"\0\n").to_string(),
            "&lt;b&gt; &amp; &quot;q&quot;\u{FFFD}\n"
        );
        let id = |prefix| Board::EMPTY.to_svg().id_prefix(prefix).id('k');
        assert_eq!(id("game-1-"), "game-1-k");
        assert_eq!(id("a\"b"), "a_22_bk");
        assert_ne!(id("_22_"), id("\""));
    }

    #[test]
    fn numbers_have_no_trailing_zeros() {
        let texts = [0, 5, -5, 120, -123].map(|tenths| Tenths(tenths).to_string());
        assert_eq!(texts, ["0", "0.5", "-0.5", "12", "-12.3"]);
        let paint = Paint::new(1, 2, 3).with_opacity(5);
        assert_eq!(
            painted("fill", paint),
            r##" fill="#010203" fill-opacity=".05""##
        );
    }
}
