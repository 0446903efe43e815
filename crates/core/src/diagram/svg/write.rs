//! Writes the picture, from the lowest layer to the highest. A square is 100 units wide, whatever the
//! size of the picture.

use core::fmt;

use crate::color::Color;
use crate::diagram::marks::Arrow;
use crate::diagram::pieces::{Part, parts};
use crate::diagram::svg::{Coordinates, SvgBoard};
use crate::diagram::theme::Paint;
use crate::diagram::xml::{Escaped, Id, Painted, Tenths, Use};
use crate::diagram::{columns, place, rows};
use crate::piece::PieceKind;
use crate::square::{Rank, Square};

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

impl<'a> SvgBoard<'a> {
    const fn id(&self, part: char) -> Id<'a> {
        Id {
            prefix: self.id_prefix,
            part,
        }
    }

    /// The gradient that fills a color's pieces.
    const fn fill(&self, color: Color) -> Id<'a> {
        self.id(match color {
            Color::White => 'W',
            Color::Black => 'B',
        })
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

    /// Writes what the picture uses several times: gradients, and each kind of piece on the board.
    fn write_definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<defs>\n")?;
        for color in Color::ALL {
            let (id, paint) = (self.fill(color), self.theme.pieces[color]);
            let lit = Painted(Use::Stop, paint.lit);
            let shaded = Painted(Use::Stop, paint.shaded);
            writeln!(
                f,
                r#"<linearGradient id="{id}"><stop{lit}/><stop offset="1"{shaded}/></linearGradient>"#
            )?;
        }
        if self.check.is_some() {
            let (id, paint) = (self.id('C'), self.theme.check);
            let center = Painted(Use::Stop, paint);
            let middle = Painted(Use::Stop, paint.with_opacity(paint.opacity() / 4 * 3));
            let edge = Painted(Use::Stop, paint.with_opacity(0));
            writeln!(
                f,
                r#"<radialGradient id="{id}"><stop offset=".25"{center}/><stop offset=".6"{middle}/><stop offset="1"{edge}/></radialGradient>"#
            )?;
        }
        for kind in PieceKind::ALL {
            if !self.board.kind(kind).is_empty() {
                write!(f, r#"<g id="{}">"#, self.id(kind.letter()))?;
                parts(kind)
                    .iter()
                    .try_for_each(|part| write_part(f, part))?;
                f.write_str("</g>\n")?;
            }
        }
        f.write_str("</defs>\n")
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.coordinates == Coordinates::Framed {
            let (corner, width) = (-FRAME, 800 + 2 * FRAME);
            let paint = Painted(Use::Fill, self.theme.frame);
            writeln!(
                f,
                r#"<rect x="{corner}" y="{corner}" width="{width}" height="{width}" rx="14"{paint}/>"#
            )?;
        }
        // Fills every other row and every other column; where they cross, `evenodd` leaves a light square.
        let light = Painted(Use::Fill, self.theme.light_square);
        let dark = Painted(Use::Fill, self.theme.dark_square);
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
                self.write_square(f, square, self.theme.last_move)?;
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
        let (x, y, paint) = (column * 100, row * 100, Painted(Use::Fill, paint));
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
                let paint = Painted(Use::Fill, self.theme.frame_text);
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

    /// The color of a letter on a square: that of the squares of the other color.
    fn on(&self, square: Square) -> Paint {
        if square.is_light() {
            self.theme.dark_square
        } else {
            self.theme.light_square
        }
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let pieces = self.board.color(color);
        if pieces.is_empty() {
            return Ok(());
        }
        let paint = self.theme.pieces[color];
        let outline = Painted(Use::Stroke, paint.outline);
        let (fill, detail) = (self.fill(color), paint.detail);
        writeln!(
            f,
            r#"<g fill="url(#{fill})"{outline} color="{detail}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">"#
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
            let paint = Painted(Use::Stroke, arrow.paint);
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
        write!(f, r#"<path{} d=""#, Painted(Use::Fill, arrow.paint))?;
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

fn write_part(f: &mut fmt::Formatter<'_>, part: &Part) -> fmt::Result {
    match *part {
        Part::Body(path) => write!(f, r#"<path d="{path}"/>"#),
        Part::Line(path) => write!(f, r#"<path fill="none" stroke="currentColor" d="{path}"/>"#),
        Part::Ball(x, y, radius) => {
            let (x, y, radius) = (Tenths(x), Tenths(y), Tenths(radius));
            write!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)
        }
        Part::Dot(x, y, radius) => {
            let (x, y, radius) = (Tenths(x), Tenths(y), Tenths(radius));
            write!(
                f,
                r#"<circle fill="currentColor" stroke="none" cx="{x}" cy="{y}" r="{radius}"/>"#
            )
        }
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
        write!(f, "{}", Painted(Use::Fill, paint))?;
    }
    writeln!(f, ">{name}</text>")
}
