//! What a network looks at, as SVG: the weights of hidden units as boards.

use crate::arithmetic::FIRST_UNIT;
use plywood_core::{Color, PieceKind};
use plywood_eval::Portrait;
use std::fmt::Write as _;

/// The side of a square, of a board with the space beside it, and the width of the names.
const SQUARE: usize = 6;
const BOARD: usize = 8 * SQUARE + 8;
const NAMES: usize = 64;
/// A weight of this size has the full color.
const FULL: i32 = FIRST_UNIT / 2;

const CAPTION: &str = "The hidden units that matter most: for each of a side's own pieces, and of those of the other side, a board as \
                       that side sees it, its own first rank below and its king on the left half. Pieces on blue squares \
                       activate the unit, those on orange squares hold it down.";

/// The weights of a network, as whole numbers: what a portrait is drawn from.
///
/// ```
/// use plywood_net::Network;
///
/// let portrait = Network::default().portrait().unwrap();
/// assert!(
///     portrait.svg.starts_with("<svg ") && portrait.caption.contains("hidden units")
/// );
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    /// How many hidden units there are.
    pub hidden: usize,
    /// The first layer: a row for each input, with a weight for each hidden unit.
    pub first: &'a [i16],
    /// The second layer: weights of all hidden units as the side to move sees them, and as the other side does; again for each output.
    pub second: &'a [i16],
}

impl Layers<'_> {
    /// The hidden units of a network for chess that matter most, each with a board for every kind of piece of a side's own and of the
    /// other side. Since the king is on the left half of what a side sees, so is the king's own board.
    pub(crate) fn boards(&self, units: usize) -> Portrait {
        let units = self.most_important(units);
        let (width, height) = (NAMES + 12 * BOARD, BOARD * units.len() + 20);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"10\" fill=\"#888\">\n"
        );
        for board in 0..12 {
            let (x, kind) = (NAMES + board * BOARD, PieceKind::ALL[board % 6]);
            let color = if board < 6 {
                Color::White
            } else {
                Color::Black
            };
            let figurine = kind.of(color).figurine();
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"14\" font-size=\"14\">{figurine}</text>"
            );
        }
        for (row, unit) in units.into_iter().enumerate() {
            let y = 20 + row * BOARD;
            let _ = writeln!(
                svg,
                "<text x=\"0\" y=\"{}\">unit {}</text>",
                y + BOARD / 2,
                unit + 1
            );
            for board in 0..12 {
                self.draw(&mut svg, unit, board, y);
            }
        }
        Portrait {
            svg: svg + "</svg>\n",
            caption: CAPTION.to_owned(),
        }
    }

    /// The units by the sum of the sizes of their weights in the second layer, the largest first.
    fn most_important(&self, count: usize) -> Vec<usize> {
        let second = self.second;
        let weight = |unit: &usize| -> i32 {
            let of_unit = second.iter().skip(*unit).step_by(self.hidden);
            of_unit.map(|weight| i32::from(*weight).abs()).sum()
        };
        let mut units: Vec<usize> = (0..self.hidden).collect();
        units.sort_by_key(|unit| std::cmp::Reverse(weight(unit)));
        units.truncate(count);
        units
    }

    fn draw(&self, svg: &mut String, unit: usize, board: usize, y: usize) {
        let x = NAMES + board * BOARD;
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">");
        for square in 0..64 {
            let input = 64 * board + square;
            let weight = i32::from(self.first[input * self.hidden + unit]);
            let color = if weight > 0 { "#1f62b8" } else { "#d54b00" };
            let strength = weight.abs().min(FULL) as f32 / FULL as f32;
            let (left, top) = (square % 8 * SQUARE, (7 - square / 8) * SQUARE);
            let _ = write!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" fill-opacity=\"{strength:.2}\"/>"
            );
        }
        svg.push_str("</g>\n");
    }
}
