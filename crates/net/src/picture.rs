//! Pictures of networks as SVG: the weights of hidden units as boards.

use crate::arithmetic::FIRST_UNIT;
use plywood_eval::Portrait;
use std::fmt::Write as _;

/// The side of a square, the space beside a board, and the width of the names.
const SQUARE: usize = 6;
const GAP: usize = 8;
const NAMES: usize = 64;
/// The number of hidden units in a picture.
const UNITS: usize = 12;
/// A weight of this size has the full color.
const FULL: i32 = FIRST_UNIT / 2;

/// The arrangement of a game's inputs on boards side by side.
pub(crate) struct Boards<'a> {
    /// The title of each board.
    pub(crate) names: &'a [String],
    /// The columns and rows of a board.
    pub(crate) size: [usize; 2],
    /// The distance of the inputs of two columns, and of two rows; from one board to the next it is 64.
    pub(crate) steps: [usize; 2],
    /// The caption of the boards.
    pub(crate) caption: &'a str,
}

/// The weights of a network, as whole numbers, for its portrait.
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
    /// The number of hidden units.
    pub hidden: usize,
    /// The first layer: a row for each input, with a weight for each hidden unit.
    pub first: &'a [i16],
    /// The second layer: weights of all hidden units as the side to move sees them, and as the other side does; repeated for each output.
    pub second: &'a [i16],
}

impl Layers<'_> {
    /// Draws the hidden units that matter most, each as a row of boards.
    pub(crate) fn drawn(&self, boards: &Boards<'_>) -> Portrait {
        let units = self.most_important(UNITS);
        let [wide, high] = boards.size.map(|cells| cells * SQUARE + GAP);
        let (width, height) = (NAMES + boards.names.len() * wide, high * units.len() + 20);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"10\" fill=\"#888\">\n"
        );
        for (board, name) in boards.names.iter().enumerate() {
            let x = NAMES + board * wide;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"14\" font-size=\"14\">{name}</text>"
            );
        }
        for (row, unit) in units.into_iter().enumerate() {
            let y = 20 + row * high;
            let _ = writeln!(
                svg,
                "<text x=\"0\" y=\"{}\">unit {}</text>",
                y + high / 2,
                unit + 1
            );
            for board in 0..boards.names.len() {
                let at = (NAMES + board * wide, y);
                self.draw(&mut svg, (unit, board), boards, at);
            }
        }
        let caption = format!(
            "The hidden units that matter most. {} on blue squares activate the unit, those on orange squares hold it down.",
            boards.caption
        );
        Portrait {
            svg: svg + "</svg>\n",
            caption,
        }
    }

    /// Returns the units by the sum of the sizes of their weights in the second layer, the largest first.
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

    fn draw(
        &self,
        svg: &mut String,
        (unit, board): (usize, usize),
        Boards { size, steps, .. }: &Boards<'_>,
        (x, y): (usize, usize),
    ) {
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">");
        for row in 0..size[1] {
            for column in 0..size[0] {
                let input = 64 * board + column * steps[0] + row * steps[1];
                let weight = i32::from(self.first[input * self.hidden + unit]);
                let color = if weight > 0 { "#1f62b8" } else { "#d54b00" };
                let strength = weight.abs().min(FULL) as f32 / FULL as f32;
                let (left, top) = (column * SQUARE, (size[1] - 1 - row) * SQUARE);
                let _ = write!(
                    svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" fill-opacity=\"{strength:.2}\"/>"
                );
            }
        }
        svg.push_str("</g>\n");
    }
}
