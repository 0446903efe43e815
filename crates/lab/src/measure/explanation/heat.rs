//! Boards whose squares are colored by what the pieces on them are worth.

use crate::measure::explanation::{Explained, Explanation, PieceWorth};
use plywood_core::Color;
use plywood_core::diagram::{BoardTheme, Coordinates, Escaped, Mark, Paint};
use std::fmt::Write as _;

/// The colors for better and worse than the mean of its kind, distinct for color-blind readers.
const BETTER: Paint = Paint::new(0x1F, 0x62, 0xB8);
const WORSE: Paint = Paint::new(0xD5, 0x4B, 0x00);
/// The smallest difference that gets the full color, so that tiny differences do not look important.
const LEAST_FULL: i32 = 60;
const THICKEST: i32 = 85;

/// Squares without a color of their own, so that those of the values are clear.
const GREY: BoardTheme = BoardTheme {
    light_square: Paint::new(0xF4, 0xF4, 0xF2),
    dark_square: Paint::new(0xD3, 0xD5, 0xD8),
    ..BoardTheme::WOOD
};

/// The text and the background in a dark theme, where the viewer has one.
const DARK: &str =
    "@media (prefers-color-scheme: dark) { .paper { fill: #16171a; } .name { fill: #ececee; } }";

impl Explanation {
    /// One board for each evaluator, side by side. Blue squares hold pieces that are worth more than the mean of their
    /// kind, orange ones less; the number is the value of the piece in pawns.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let width = self.evaluators.len() * 860;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"440\" viewBox=\"0 0 {width} 880\">\n\
             <style>{DARK}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            width / 2
        );
        for (number, explained) in self.evaluators.iter().enumerate() {
            let _ = writeln!(
                svg,
                "<g transform=\"translate({} 70)\"><text class=\"name\" y=\"-24\" font-family=\"sans-serif\" font-size=\"36\" fill=\"#222\">{} {}</text>{}</g>",
                number * 860 + 30,
                Escaped(&explained.evaluator),
                explained.score,
                self.heat(explained, number, 800)
            );
        }
        svg + "</svg>\n"
    }

    /// The board of one evaluator.
    pub(super) fn heat(&self, explained: &Explained, number: usize, size: u32) -> String {
        let leads = explained.pieces.iter().filter_map(|piece| piece.lead);
        let most = leads.map(i32::abs).max().unwrap_or(0).max(LEAST_FULL);
        let marks: Vec<Mark> = explained
            .pieces
            .iter()
            .filter_map(|piece| mark(piece, most))
            .collect();
        let title = format!("What each piece is worth to {}", explained.evaluator);
        let id = format!("heat-{number}-");
        let board = self
            .position
            .to_svg()
            .size(800)
            .theme(GREY)
            .coordinates(Coordinates::Inside)
            .marks(&marks)
            .title(&title)
            .id_prefix(&id);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 800 800\">\n{board}\
             <g font-family=\"sans-serif\" font-size=\"22\" font-weight=\"bold\" text-anchor=\"end\" paint-order=\"stroke\" stroke-width=\"5\" stroke-linejoin=\"round\">\n"
        );
        for piece in &explained.pieces {
            write_worth(&mut svg, piece);
        }
        svg + "</g></svg>\n"
    }
}

fn mark(piece: &PieceWorth, most: i32) -> Option<Mark> {
    let lead = piece.lead.filter(|lead| *lead != 0)?;
    let paint = if lead > 0 { BETTER } else { WORSE };
    let thickness = u8::try_from(THICKEST * lead.abs() / most).unwrap_or(100);
    Some(Mark::new(piece.square).paint(paint.with_opacity(thickness)))
}

/// The number in the upper right corner of the square.
fn write_worth(svg: &mut String, piece: &PieceWorth) {
    let (column, row) = (piece.square.file() as u32, 7 - piece.square.rank() as u32);
    let (fill, stroke) = match piece.piece.color {
        Color::White => ("#1d1d1f", "#ffffff"),
        Color::Black => ("#ffffff", "#1d1d1f"),
    };
    let worth = piece.worth.map_or_else(
        || "?".to_owned(),
        |worth| format!("{:.1}", f64::from(worth) / 100.0),
    );
    let _ = writeln!(
        svg,
        r#"<text x="{}" y="{}" fill="{fill}" stroke="{stroke}">{worth}</text>"#,
        column * 100 + 95,
        row * 100 + 24
    );
}
