//! Boards of X and O as pictures.

use plywood_core::diagram::Paint;
use std::fmt::{self, Write as _};

const CELL: usize = 70;

/// What the stones of a game look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Crosses and noughts on a grid of lines.
    Signs,
    /// Red and yellow discs in the holes of a blue board.
    Discs,
}

/// Draws a board as SVG from its text, one line for each row. `moves` are the boards after a move, whose new stone is
/// drawn in that color.
pub(super) fn picture(board: &str, moves: &[(String, Paint)], look: Look) -> String {
    Grid { board, moves, look }.to_string()
}

struct Grid<'a> {
    board: &'a str,
    moves: &'a [(String, Paint)],
    look: Look,
}

impl fmt::Display for Grid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.board.lines().count();
        let columns = self.board.lines().map(str::len).max().unwrap_or(0);
        let (width, height) = (columns * CELL, rows * CELL);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"grid-board\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"The board\" fill=\"none\" stroke=\"currentColor\">"
        )?;
        self.write_board(f, (columns, rows))?;
        for (sign, place) in signs(self.board) {
            match self.look {
                Look::Signs => write_sign(f, sign, place, "currentColor")?,
                Look::Discs => write_disc(f, sign, place)?,
            }
        }
        for (after, paint) in self.moves {
            let added = signs(after).filter(|(sign, place)| {
                let before = signs(self.board).find(|(_, other)| other == place);
                before.is_some_and(|(before, _)| before != *sign)
            });
            for (sign, place) in added {
                match self.look {
                    Look::Signs => write_sign(f, sign, place, &paint.to_string())?,
                    Look::Discs => write_ring(f, place, &paint.to_string())?,
                }
            }
        }
        f.write_str("</svg>\n")
    }
}

impl Grid<'_> {
    fn write_board(
        &self,
        f: &mut fmt::Formatter<'_>,
        (columns, rows): (usize, usize),
    ) -> fmt::Result {
        let (width, height) = (columns * CELL, rows * CELL);
        if self.look == Look::Discs {
            return writeln!(
                f,
                "<rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"#2f5fa8\" stroke=\"none\"/>"
            );
        }
        let mut lines = String::new();
        (1..columns).try_for_each(|column| write!(lines, "M{} 4V{}", column * CELL, height - 4))?;
        (1..rows).try_for_each(|row| write!(lines, "M4 {}H{}", row * CELL, width - 4))?;
        writeln!(
            f,
            "<path d=\"{lines}\" stroke-width=\"2\" opacity=\".35\"/>"
        )
    }
}

fn write_disc(
    f: &mut fmt::Formatter<'_>,
    sign: char,
    (column, row): (usize, usize),
) -> fmt::Result {
    let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL / 2);
    let color = match sign {
        'X' => "#e0483e",
        'O' => "#f2c230",
        _ => "#e9edf3",
    };
    writeln!(
        f,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"27\" fill=\"{color}\" stroke=\"none\"/>"
    )
}

/// Where a disc would fall.
fn write_ring(
    f: &mut fmt::Formatter<'_>,
    (column, row): (usize, usize),
    color: &str,
) -> fmt::Result {
    let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL / 2);
    writeln!(
        f,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"21\" stroke=\"{color}\" stroke-width=\"9\"/>"
    )
}

/// Every X and O with its column and row.
fn signs(board: &str) -> impl Iterator<Item = (char, (usize, usize))> {
    let rows = board.lines().enumerate();
    rows.flat_map(|(row, line)| {
        let signs = line.chars().enumerate();
        signs.map(move |(column, sign)| (sign, (column, row)))
    })
}

fn write_sign(
    f: &mut fmt::Formatter<'_>,
    sign: char,
    (column, row): (usize, usize),
    color: &str,
) -> fmt::Result {
    let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL / 2);
    match sign {
        'X' => writeln!(
            f,
            "<path d=\"M{} {}l36 36m0 -36l-36 36\" stroke=\"{color}\" stroke-width=\"8\" stroke-linecap=\"round\"/>",
            x - 18,
            y - 18
        ),
        'O' => writeln!(
            f,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" stroke=\"{color}\" stroke-width=\"8\"/>"
        ),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_drawn_on_the_changed_square() {
        let svg = picture(
            "X..\n.O.\n...\n",
            &[("X.X\n.O.\n...\n".to_owned(), Paint::RED)],
            Look::Signs,
        );
        let red = Paint::RED.to_string();
        assert_eq!(svg.matches(&red).count(), 1, "{svg}");
        assert!(
            svg.contains("M157 17"),
            "the third column of the first row: {svg}"
        );
        assert_eq!(
            (svg.matches("<path").count(), svg.matches("<circle").count()),
            (3, 1)
        );
    }
}
