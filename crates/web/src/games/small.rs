//! Tic-tac-toe and connect four.

use crate::games::{GameName, Memory, MoveData, OutcomeData, Place, Search, StrategyName, WebGame};
use plywood_eval::Sides;
use plywood_lab::Failure;
use plywood_search::games::{Cell, Column, ConnectFour, TicTacToe};
use plywood_search::{Ending, Game};
use std::fmt::Display;

impl WebGame for TicTacToe {
    const DEFAULT_STRATEGY: &'static str = "alpha-beta";
    const DEFAULT_EVALUATOR: &'static str = "none";
    const POSITION_HINT: &'static str = "send nine cells from the top left, such as X...O....";

    fn start_text() -> &'static str {
        "........."
    }

    fn evaluators() -> Vec<&'static str> {
        vec!["none", "random"]
    }

    fn search(
        place: &Place<Self>,
        name: &StrategyName,
        _memory: Memory,
    ) -> Result<Search<Cell>, Failure> {
        search(place, name)
    }

    fn read_move(&self, text: &str) -> Result<Cell, String> {
        read_move(self, text)
    }

    fn move_text(cell: Cell, _game: GameName) -> String {
        cell.to_string()
    }

    fn move_data(&self, cell: Cell, _game: GameName) -> MoveData {
        MoveData::stone(cell.to_string(), cell.to_string())
    }

    fn player_to_move(&self) -> usize {
        self.to_move() as usize
    }

    fn board(&self) -> Vec<String> {
        rows(self)
    }

    fn text(&self, _start: &str, _moves: &[Cell]) -> String {
        rows(self).concat()
    }

    fn outcome(place: &Place<Self>) -> Option<OutcomeData> {
        outcome(place, 3, "three in a row")
    }
}

impl WebGame for ConnectFour {
    const DEFAULT_STRATEGY: &'static str = "everything";
    const DEFAULT_EVALUATOR: &'static str = "estimate";
    const POSITION_HINT: &'static str = "send the columns played so far, such as ddcc";

    fn start_text() -> &'static str {
        ""
    }

    fn evaluators() -> Vec<&'static str> {
        vec!["estimate", "random"]
    }

    fn search(
        place: &Place<Self>,
        name: &StrategyName,
        _memory: Memory,
    ) -> Result<Search<Column>, Failure> {
        search(place, name)
    }

    fn read_move(&self, text: &str) -> Result<Column, String> {
        read_move(self, text)
    }

    fn move_text(column: Column, _game: GameName) -> String {
        column.to_string()
    }

    fn move_data(&self, column: Column, _game: GameName) -> MoveData {
        let (before, after) = (rows(self), rows(&self.after(column)));
        let changed = before
            .iter()
            .zip(&after)
            .position(|(before, after)| before != after);
        let rank = changed.map_or(1, |row| before.len() - row);
        MoveData::stone(column.to_string(), format!("{column}{rank}"))
    }

    fn player_to_move(&self) -> usize {
        self.to_move() as usize
    }

    fn board(&self) -> Vec<String> {
        rows(self)
    }

    fn text(&self, start: &str, moves: &[Column]) -> String {
        let columns = moves.iter().map(ToString::to_string);
        std::iter::once(start.to_owned()).chain(columns).collect()
    }

    fn outcome(place: &Place<Self>) -> Option<OutcomeData> {
        outcome(place, 4, "four in a row")
    }
}

fn search<G: WebGame>(place: &Place<G>, name: &StrategyName) -> Result<Search<G::Move>, Failure> {
    // The names are checked now; the strategy is made on the thread that searches, with its tables.
    G::named_strategy(&name.strategy, name.evaluator.as_deref())?;
    let (position, name) = (place.position().clone(), name.clone());
    Ok(Box::new(move |limits, observer| {
        let named = G::named_strategy(&name.strategy, name.evaluator.as_deref());
        let named = named.expect("the names are known");
        named
            .strategy()
            .search_observed(&position, limits, observer)
    }))
}

fn read_move<G: Game>(position: &G, text: &str) -> Result<G::Move, String> {
    let moves = position.legal_moves();
    let found = moves.iter().find(|mv| mv.to_string() == text);
    found.copied().ok_or_else(|| {
        let known: Vec<String> = moves.iter().map(ToString::to_string).collect();
        format!(
            "{text:?} is not possible here; possible are {}",
            known.join(" ")
        )
    })
}

fn rows(position: &impl Display) -> Vec<String> {
    position.to_string().lines().map(str::to_owned).collect()
}

fn outcome<G: WebGame>(place: &Place<G>, length: usize, reason: &str) -> Option<OutcomeData> {
    let position = place.position();
    let players = place.game().players();
    Some(match position.ending_at_leaf()? {
        Ending::Lost => {
            let winner = players[1 - position.player_to_move()];
            OutcomeData::won(
                winner,
                reason,
                winning_line(&position.board(), winner, length),
            )
        }
        Ending::Won => OutcomeData::won(players[position.player_to_move()], reason, Vec::new()),
        Ending::Drawn | Ending::Repeated | Ending::Scored(_) => {
            OutcomeData::drawn("the board is full".to_owned())
        }
    })
}

/// The cells of the first line of that many equal signs.
fn winning_line(rows: &[String], sign: &str, length: usize) -> Vec<String> {
    let is_set = |column: usize, row: usize| {
        rows.get(row).and_then(|row| row.get(column..=column)) == Some(sign)
    };
    let line = |column: usize, row: usize, (right, down): (isize, isize)| {
        let cell = |step: isize| {
            let column = column.checked_add_signed(step * right)?;
            let row = row.checked_add_signed(step * down)?;
            is_set(column, row).then_some((column, row))
        };
        (0..length.cast_signed())
            .map(cell)
            .collect::<Option<Vec<_>>>()
    };
    let cells =
        (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (column, row)));
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let mut lines = cells.flat_map(|(column, row)| {
        directions
            .into_iter()
            .filter_map(move |direction| line(column, row, direction))
    });
    let name = |(column, row): (usize, usize)| {
        let file = char::from(b'a' + u8::try_from(column).unwrap_or_default());
        format!("{file}{}", rows.len() - row)
    };
    lines
        .next()
        .unwrap_or_default()
        .into_iter()
        .map(name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::PlaceText;

    fn place<G: WebGame>(game: GameName, position: &str) -> Place<G> {
        let position = Some(position);
        Place::read(PlaceText {
            game,
            position,
            moves: &[],
        })
        .unwrap()
    }

    #[test]
    fn a_winning_line_is_named() {
        let won = place::<ConnectFour>(GameName::ConnectFour, "aabbccd");
        let outcome = ConnectFour::outcome(&won).unwrap();
        assert_eq!(
            (outcome.winner, outcome.line.join(" ")),
            (Some("X"), "a1 b1 c1 d1".to_owned())
        );
        let won = place::<TicTacToe>(GameName::TicTacToe, "XXOXO.O..");
        let outcome = TicTacToe::outcome(&won).unwrap();
        assert_eq!(
            (outcome.winner, outcome.line.join(" ")),
            (Some("O"), "a1 b2 c3".to_owned())
        );
        assert_eq!(outcome.text, "O wins by three in a row.");
    }

    #[test]
    fn a_stone_falls_to_the_lowest_free_cell() {
        let board: ConnectFour = "dd".parse().unwrap();
        let cell = |text| {
            board
                .move_data(board.read_move(text).unwrap(), GameName::ConnectFour)
                .to
        };
        assert_eq!((cell("d"), cell("a")), ("d3".to_owned(), "a1".to_owned()));
    }
}
