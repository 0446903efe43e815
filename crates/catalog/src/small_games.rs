//! The presentation of the small games: connect four, tic-tac-toe and written trees.

use crate::grid::{Clicks, Grid};
use crate::playable::Playable;
use plywood_eval::{Side, Sides};
use plywood_search::games::{Branch, Column, ConnectFour, TicTacToe, Tree};
use plywood_search::{Ending, Game, Keyed};

impl Playable for ConnectFour {
    const PLAYERS: [&'static str; 2] = ["red", "yellow"];

    fn grid(&self) -> Option<Grid> {
        let grid = Grid::rows(&self.to_string()).highlighting_row_of(4);
        let [red, yellow] = Self::PLAYERS;
        let discs = [
            ('.', "empty", "#e9edf3"),
            ('X', red, "#e0483e"),
            ('O', yellow, "#f2c230"),
        ];
        let grid = grid.on_board("#2f5fa8");
        Some(
            discs
                .into_iter()
                .fold(grid, |grid, (letter, title, color)| {
                    let disc = "circle cx=\"35\" cy=\"35\" r=\"27\"";
                    let svg = format!(
                        "<{disc} fill=\"{color}\" stroke=\"none\"><title>{title}</title></circle>"
                    );
                    grid.with_picture(letter, &svg)
                }),
        )
    }

    fn clicks(&self, column: Column) -> Option<Clicks> {
        let column = usize::from(Self::move_code(column));
        Some(Clicks::on_any((0..6).map(|row| (column, row))))
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.to_move()
    }

    fn reason(&self, ending: Ending) -> Option<String> {
        Some(line_or_full("four", ending))
    }
}

impl Playable for TicTacToe {
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    fn grid(&self) -> Option<Grid> {
        Some(Grid::rows(&self.to_string()).highlighting_row_of(3))
    }

    fn clicks(&self, cell: <Self as Game>::Move) -> Option<Clicks> {
        let index = usize::from(Self::move_code(cell));
        Some(Clicks::on(index % 3, index / 3))
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.to_move()
    }

    fn reason(&self, ending: Ending) -> Option<String> {
        Some(line_or_full("three", ending))
    }
}

impl Playable for Tree {
    const PLAYERS: [&'static str; 2] = ["max", "min"];

    /// Returns letters, since the numbers in a tree are its values: `a` to `z`, then `a1`.
    fn move_name(&self, branch: Branch) -> String {
        let index = usize::from(Self::move_code(branch)).saturating_sub(1);
        let letter = (b'a'..=b'z').map(char::from).nth(index % 26);
        let letter = letter.map_or_else(String::new, String::from);
        if index < 26 {
            letter
        } else {
            format!("{letter}{}", index / 26)
        }
    }

    /// Returns an empty string: the outline of a search is the tree itself.
    fn shown(&self) -> String {
        String::new()
    }
}

/// Returns the reason a game of lines is over.
fn line_or_full(length: &str, ending: Ending) -> String {
    if matches!(ending, Ending::Won | Ending::Lost) {
        format!("{length} in a row")
    } else {
        "the board is full".to_owned()
    }
}
