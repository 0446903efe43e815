//! The presentation of the games with dice: backgammon and _EinStein würfelt nicht!_

use crate::grid::{Clicks, Grid};
use crate::playable::Playable;
use plywood_eval::{Side, Sides};
use plywood_search::Game;
use plywood_search::games::{Backgammon, BackgammonMove, EinStein, EinSteinMove};
use std::fmt::Write as _;

impl Playable for EinStein {
    const PLAYERS: [&'static str; 2] = ["red", "blue"];

    /// Draws the board, and beside it the die.
    fn grid(&self) -> Option<Grid> {
        let die = self.roll().map_or('.', digit);
        let text = self.to_string();
        let rows = text.split([' ', '/']).take(5).enumerate();
        let rows =
            rows.map(|(row, cells)| format!("{cells}{}\n", if row == 2 { die } else { '.' }));
        let lines =
            "M70 2V348M140 2V348M210 2V348M280 2V348M2 70H348M2 140H348M2 210H348M2 280H348";
        let board = format!(
            "<rect width=\"420\" height=\"350\" rx=\"12\" fill=\"#d9c7a6\" stroke=\"none\"/>\
             <rect width=\"350\" height=\"350\" rx=\"12\" fill=\"#f1e4c8\" stroke=\"none\"/>\
             <path d=\"M2 2h66v66h-66zM282 282h66v66h-66z\" fill=\"#e3cf9f\" stroke=\"none\"/>\
             <path d=\"{lines}\" stroke=\"#a5834f\" stroke-width=\"2\"/>"
        );
        let stone = |(letter, number): (char, u8)| {
            let (player, color) = if letter.is_uppercase() {
                (Self::PLAYERS[0], "#b8392e")
            } else {
                (Self::PLAYERS[1], "#2f5fa8")
            };
            let svg = format!(
                "<title>{player} {number}</title><rect x=\"9\" y=\"9\" width=\"52\" height=\"52\" rx=\"12\" fill=\"{color}\" stroke=\"#0004\" stroke-width=\"2\"/>\
                 <text x=\"35\" y=\"47\" font-size=\"34\" font-weight=\"600\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#fff\" stroke=\"none\">{number}</text>"
            );
            (letter, svg)
        };
        let stones = ('A'..='F').zip(1..).chain(('a'..='f').zip(1..)).map(stone);
        let grid = Grid::rows(&rows.collect::<String>()).with_backdrop(board);
        Some(with_pictures(grid, stones.chain(dice(0))))
    }

    fn clicks(&self, mv: EinSteinMove) -> Option<Clicks> {
        let EinSteinMove::Step(from, to) = mv else {
            return None;
        };
        let [from, to] = [from, to].map(|at| (usize::from(at.column), 4 - usize::from(at.row)));
        Some(Clicks::on_any([from]).then_any([to]))
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.to_move()
    }

    fn swapped(&self) -> Option<Self> {
        Some(self.mirrored())
    }
}

/// The columns of the board: the dice, six points, the bar, six points, and the checkers borne off.
const COLUMNS: u8 = 15;
const BAR_COLUMN: u8 = 7;
/// The height of a point in checkers.
const HEIGHT: u8 = 6;

/// Returns the column and row of one of the first side's points; 0 is for the checkers borne off, and 25 for the bar.
const fn cell(point: u8) -> (u8, u8) {
    match point {
        0 => (COLUMNS - 1, 1),
        1..=6 => (COLUMNS - 1 - point, 1),
        7..=12 => (BAR_COLUMN + 6 - point, 1),
        13..=18 => (point - 12, 0),
        19..=24 => (point - 11, 0),
        _ => (BAR_COLUMN, 1),
    }
}

/// Returns the cell of a side's point.
fn place(side: Side, point: u8) -> (usize, usize) {
    let (column, row) = match (side, point) {
        (Side::First, point) => cell(point),
        (Side::Second, 1..=24) => cell(25 - point),
        (Side::Second, point) => (cell(point).0, 0),
    };
    (column.into(), row.into())
}

impl Playable for Backgammon {
    const PLAYERS: [&'static str; 2] = ["white", "black"];

    /// Draws each point as a cell, and beside the board the dice and the checkers borne off. Large letters are the first side's checkers: A
    /// is one.
    fn grid(&self) -> Option<Grid> {
        let mut rows = [['.'; COLUMNS as usize]; 2];
        for (side, one) in [(Side::First, b'A'), (Side::Second, b'a')] {
            for point in (0..=25).filter(|point| self.checkers(side, *point) > 0) {
                let (column, row) = place(side, point);
                rows[row][column] = char::from(one - 1 + self.checkers(side, point));
            }
        }
        if let Some(roll) = self.roll() {
            for (row, die) in rows.iter_mut().zip(roll.to_string().chars()) {
                row[0] = die;
            }
        }
        let text = rows.map(String::from_iter).join("\n");
        let names = Side::BOTH.map(|side| {
            let own = (0..=25).map(|point| (side, point));
            let all = own.chain([0, 25].map(|point| (!side, point)));
            let named = all.map(|(side, point)| (place(side, point), Self::name_of(point)));
            let dice = [0, 1].map(|row| ((0, row), "die".to_owned()));
            named.chain(dice).collect()
        });
        let stacks = [(b'A', 0), (b'a', 1)].into_iter().flat_map(|(one, side)| {
            let title = move |count| format!("{count} {}", Self::PLAYERS[side]);
            let bottom = 70 * u32::from(HEIGHT);
            let stack = move |count| stack(side, count, bottom, &title(count));
            (1..=15).map(move |count| (char::from(one - 1 + count), stack(count)))
        });
        // A single checker, beside the player's name.
        let checkers = [('W', 0), ('w', 1)];
        let checkers =
            checkers.map(|(letter, side)| (letter, stack(side, 1, 70, Self::PLAYERS[side])));
        let grid = Grid::rows(&text)
            .with_backdrop(backdrop())
            .with_names(names);
        let grid = grid.with_cell_height(HEIGHT.into());
        Some(with_pictures(grid, stacks.chain(checkers).chain(dice(175))))
    }

    fn clicks(&self, mv: BackgammonMove) -> Option<Clicks> {
        let BackgammonMove::Play(play) = mv else {
            return None;
        };
        let cells = |points: &Vec<u8>| {
            points
                .iter()
                .map(|point| place(self.to_move(), *point))
                .collect()
        };
        Some(Clicks::in_pairs(
            play.ways(self)
                .iter()
                .map(|pair| pair.each_ref().map(cells)),
        ))
    }

    /// Reads a roll in any order, and a play with spaces or, as programs write it, with commas.
    fn read_move(&self, text: &str) -> Result<BackgammonMove, String> {
        let text = text.replace(',', " ");
        let turned: String = text.chars().rev().collect();
        let is_meant = |mv: &BackgammonMove| [&text, &turned].contains(&&mv.to_string());
        let found = self.legal_moves().into_iter().find(is_meant);
        found.ok_or_else(|| format!("{text:?} is not possible here"))
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.to_move()
    }

    fn swapped(&self) -> Option<Self> {
        Some(self.mirrored())
    }
}

const fn digit(number: u8) -> char {
    (b'0' + number) as char
}

fn with_pictures(grid: Grid, pictures: impl Iterator<Item = (char, String)>) -> Grid {
    pictures.fold(grid, |grid, (letter, svg)| grid.with_picture(letter, &svg))
}

/// Returns the pictures of the six numbers on a die, this far down.
fn dice(down: u32) -> impl Iterator<Item = (char, String)> {
    (1..=6).map(move |number| {
        let mut svg = format!(
            "<title>{number}</title><rect x=\"11\" y=\"{}\" width=\"48\" height=\"48\" rx=\"9\" fill=\"#fffdf6\" stroke=\"#8a7a5c\" stroke-width=\"2\"/>",
            down + 11
        );
        let pips: &[(u32, u32)] = match number {
            1 => &[(1, 1)],
            2 => &[(0, 0), (2, 2)],
            3 => &[(0, 0), (1, 1), (2, 2)],
            4 => &[(0, 0), (2, 0), (0, 2), (2, 2)],
            5 => &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
            _ => &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
        };
        for (column, row) in pips {
            let (x, y) = (21 + 14 * column, down + 21 + 14 * row);
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#2a221b\" stroke=\"none\"/>");
        }
        (digit(number), svg)
    })
}

/// Returns the picture of a stack of checkers: five high, then a second layer between those of the first.
fn stack(side: usize, count: u8, bottom: u32, title: &str) -> String {
    let (fill, line) = [("#f7f1e1", "#8a7a5c"), ("#33302c", "#8f8877")][side];
    let mut svg =
        format!("<title>{title}</title><g fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"3\">");
    for checker in 0..u32::from(count) {
        let layer = checker / 5;
        let y = bottom - 35 - 70 * (checker % 5) - 23 * layer;
        let _ = write!(svg, "<circle cx=\"35\" cy=\"{y}\" r=\"31\"/>");
    }
    svg + "</g>"
}

/// Returns the board without checkers.
fn backdrop() -> String {
    let (width, height) = (70 * u32::from(COLUMNS), 140 * u32::from(HEIGHT));
    let mut points = [String::new(), String::new()];
    for point in 1..=24 {
        let (column, row) = cell(point);
        let (x, edge, tip) = match row {
            0 => (70 * u32::from(column), 0, 340),
            _ => (70 * u32::from(column), height, height - 340),
        };
        let _ = write!(
            points[usize::from(point % 2)],
            "M{x} {edge}h70L{} {tip}z",
            x + 35
        );
    }
    let [even, odd] = points;
    let bar = 70 * u32::from(BAR_COLUMN);
    format!(
        "<rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"#6b4a2f\" stroke=\"none\"/>\
         <path d=\"M70 0H{bar}V{height}H70zM{} 0h420v{height}h-420z\" fill=\"#e6d5b0\" stroke=\"none\"/>\
         <path d=\"{even}\" fill=\"#b5543c\" stroke=\"none\"/><path d=\"{odd}\" fill=\"#7d8c6f\" stroke=\"none\"/>",
        bar + 70
    )
}
