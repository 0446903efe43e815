//! The small games: connect four, tic-tac-toe, and written trees; and their boards as pictures.

use crate::games::{LabGame, NamedStrategy};
use crate::players::move_limits::MoveLimits;
use plywood_catalog::PlainEvaluator;
use plywood_console::Failure;
use plywood_core::diagram::Paint;
use plywood_eval::{Evaluator, RandomEvaluator, Score};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::strategies::{Catalog, UnknownStrategy};
use plywood_search::{Game, Keyed};
use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

/// The strategies and evaluators of a small game.
struct SmallGame<G: Game> {
    catalog: Catalog<G, PlainEvaluator<G>>,
    /// The evaluators by name, the default one first.
    evaluators: [(&'static str, PlainEvaluator<G>); 2],
}

impl<G: LabGame> SmallGame<G> {
    fn named_strategy(
        self,
        name: &str,
        evaluator: Option<&str>,
    ) -> Result<NamedStrategy<G>, Failure> {
        let [usual, _] = self.evaluators;
        let evaluate = match evaluator {
            None => usual.1,
            Some(wanted) => {
                let known = self.evaluators.iter().find(|(known, _)| *known == wanted);
                known.map(|(_, evaluate)| *evaluate).ok_or_else(|| {
                    let known = self.evaluators.map(|(name, _)| name).join(", ");
                    Failure::Usage(format!(
                        "{} has no evaluator {wanted:?}; it has {known}",
                        <G as LabGame>::NAME
                    ))
                })?
            }
        };
        let known = self.catalog.names().find(|known| *known == name);
        let known = known.ok_or_else(|| {
            let known = self.catalog.names().collect();
            let name = name.to_owned();
            Failure::Usage(UnknownStrategy { name, known }.to_string())
        })?;
        let make = move || {
            let made = self.catalog.by_name(known, evaluate);
            made.expect("the name is the catalog's own")
        };
        Ok(NamedStrategy::new(known, MoveLimits::default(), make))
    }
}

/// A random score between -100 and 100, always the same for the same position.
fn random<G: Keyed>(position: &G) -> Score {
    RandomEvaluator::new(0, 100)
        .by_key(G::key)
        .evaluate(position)
}

fn draw<G>(_: &G) -> Score {
    Score::DRAW
}

/// The differences between the small games.
trait Small: Keyed + FromStr<Err: Display> + Display + 'static {
    const NAME: &'static str;
    const EXAMPLE: &'static str;
    const USUAL_DEPTH: u32;
    /// The look of its board, if it has one.
    const LOOK: Option<Look>;

    fn game() -> SmallGame<Self>;
}

impl<G: Small> LabGame for G {
    const NAME: &'static str = <G as Small>::NAME;
    const EXAMPLE: &'static str = <G as Small>::EXAMPLE;
    const USUAL_DEPTH: u32 = <G as Small>::USUAL_DEPTH;

    fn read(text: &str) -> Result<Self, Failure> {
        let name = <G as Small>::NAME;
        text.parse()
            .map_err(|error| Failure::Usage(format!("{name} {text:?}: {error}")))
    }

    fn strategies() -> Vec<&'static str> {
        G::game().catalog.names().collect()
    }

    fn describe(name: &str) -> Option<&'static str> {
        G::game().catalog.describe(name)
    }

    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure> {
        G::game().named_strategy(text, evaluator)
    }

    fn picture(&self, moves: &[(G::Move, Paint)], _id: &str) -> Option<String> {
        let after = |&(mv, paint): &(G::Move, Paint)| (self.after(mv).to_string(), paint);
        let moves: Vec<(String, Paint)> = moves.iter().map(after).collect();
        G::LOOK.map(|look| grid_picture(&self.to_string(), &moves, look))
    }

    fn lines(&self) -> String {
        G::LOOK.map(|_| self.to_string()).unwrap_or_default()
    }
}

impl Small for ConnectFour {
    const NAME: &'static str = "connect-four";
    const EXAMPLE: &'static str = "";
    const USUAL_DEPTH: u32 = 6;
    const LOOK: Option<Look> = Some(Look::Discs);

    fn game() -> SmallGame<Self> {
        SmallGame {
            catalog: plywood_catalog::connect_four(),
            evaluators: [("estimate", Self::estimate), ("random", random)],
        }
    }
}

impl Small for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const EXAMPLE: &'static str = ".........";
    const USUAL_DEPTH: u32 = 9;
    const LOOK: Option<Look> = Some(Look::Signs);

    fn game() -> SmallGame<Self> {
        SmallGame {
            catalog: plywood_catalog::tic_tac_toe(),
            evaluators: [("none", draw), ("random", random)],
        }
    }
}

impl Small for Tree {
    const NAME: &'static str = "tree";
    /// The tree of the textbooks: the second branch is cut off after its first leaf.
    const EXAMPLE: &'static str = "((3 12 8) (2 4 6) (14 5 2))";
    const USUAL_DEPTH: u32 = 8;
    const LOOK: Option<Look> = None;

    fn game() -> SmallGame<Self> {
        SmallGame {
            catalog: plywood_catalog::written_tree(),
            evaluators: [("estimate", Self::estimate), ("none", draw)],
        }
    }
}

const CELL: usize = 70;

/// The look of the stones of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Crosses and noughts on a grid of lines.
    Signs,
    /// Red and yellow discs in the holes of a blue board.
    Discs,
}

/// Draws a board as SVG from its text, one line for each row. `moves` are the boards after a move, whose new stone is
/// drawn in that color.
fn grid_picture(board: &str, moves: &[(String, Paint)], look: Look) -> String {
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
        let svg = grid_picture(
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
