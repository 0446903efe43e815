//! Breakthrough on eight by eight cells, by Dan Troyka, 2000: a wide game that is never drawn.

use super::board::{At, BoardGame, BoardRules, Play};
use crate::game::{Ending, Tactical};
use plywood_eval::{Score, Side};

/// The rules of breakthrough. A stone moves one step forward, straight or diagonally, onto an empty cell, and captures diagonally. The side
/// that reaches the last row, or takes every stone, wins.
///
/// ```
/// use plywood_search::Game;
/// use plywood_search::games::{BoardGame, Breakthrough};
///
/// let start = BoardGame::<Breakthrough>::start();
/// assert_eq!(start.legal_moves().len(), 22, "and that in most of the game, or more");
/// assert_eq!(start.to_string(), "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww w");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Breakthrough;

/// The last row of each side.
const GOALS: [u8; 2] = [7, 0];

impl BoardRules for Breakthrough {
    const START: &'static str =
        "bbbbbbbb bbbbbbbb ........ ........ ........ ........ wwwwwwww wwwwwwww w";
    const SIDES: [char; 2] = ['w', 'b'];
    const PLAYERS: [&'static str; 2] = ["white", "black"];

    fn moves(board: &BoardGame<Self>) -> Vec<Play> {
        let forward = [1, -1][board.side() as usize];
        let mut moves = Vec::new();
        for from in board.with(board.own()) {
            for right in [-1, 0, 1] {
                let Some(to) = board.step(from, (right, forward)) else {
                    continue;
                };
                let is_capture = right != 0 && board[to] == board.other();
                if board[to] == '.' || is_capture {
                    moves.push(Play::Between(from, to));
                }
            }
        }
        moves
    }

    fn play(board: &mut BoardGame<Self>, play: Play) {
        if let Play::Between(from, to) = play {
            board[to] = board[from];
            board[from] = '.';
        }
    }

    fn ending(board: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
        let goal = GOALS[1 - board.side() as usize];
        let mut last_row = (0..board.columns()).map(|column| At { column, row: goal });
        let is_reached = last_row.any(|cell| board[cell] == board.other());
        (is_reached || moves.is_empty()).then_some(Ending::Lost)
    }

    fn picture(letter: char) -> Option<String> {
        let color = match letter {
            'w' => "#f7f7f5",
            'b' => "#3b4252",
            _ => return None,
        };
        Some(format!(
            "<circle cx=\"35\" cy=\"35\" r=\"22\" fill=\"{color}\" stroke=\"#6b7280\" stroke-width=\"2\"/>"
        ))
    }

    fn reason(board: &BoardGame<Self>) -> Option<String> {
        let is_left = board.count(board.own()) > 0;
        let reason = if is_left {
            "the last row is reached"
        } else {
            "every stone is taken"
        };
        Some(reason.to_owned())
    }
}

impl Breakthrough {
    /// Returns a quick evaluation: a hundred centipawns for each stone, and more the further it has come, minus the opponent's.
    ///
    /// ```
    /// use plywood_search::Score;
    /// use plywood_search::games::{BoardGame, Breakthrough};
    ///
    /// assert_eq!(Breakthrough::estimate(&BoardGame::start()), Score::DRAW);
    /// ```
    #[must_use]
    pub fn estimate(board: &BoardGame<Self>) -> Score {
        /// By the rows that a stone has come.
        const WORTH: [i32; 8] = [104, 100, 102, 106, 114, 130, 170, 300];
        let worth = |letter: char, goal: u8| -> i32 {
            let come = |cell: At| WORTH[usize::from(7 - cell.row.abs_diff(goal))];
            board.with(letter).map(come).sum()
        };
        let [own, other] = match board.side() {
            Side::First => GOALS,
            Side::Second => [GOALS[1], GOALS[0]],
        };
        Score::centipawns(worth(board.own(), own) - worth(board.other(), other))
    }
}

/// The noisy moves are captures, and steps to the last row.
impl Tactical for BoardGame<Breakthrough> {
    fn noisy_moves(&self) -> Vec<Play> {
        let mut moves = Breakthrough::moves(self);
        moves.retain(|play| self.capture_rank(*play) > 0);
        moves
    }

    fn capture_rank(&self, play: Play) -> i32 {
        match play {
            Play::Between(_, to) if to.row == GOALS[self.side() as usize] => 10_000,
            // The further the victim has come, the more it is worth.
            Play::Between(_, to) if self[to] != '.' => {
                1 + i32::from(to.row.abs_diff(GOALS[self.side() as usize]))
            }
            Play::Between(..) | Play::On(_) | Play::Pass => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::laws::{check_alternation, check_game, check_keyed, check_tactical};

    #[test]
    fn breakthrough_obeys_the_laws_of_games() {
        let start = BoardGame::<Breakthrough>::start();
        for seed in 0..10 {
            check_game(&start, seed).unwrap();
            check_keyed(&start, seed).unwrap();
            check_tactical(&start, seed).unwrap();
            check_alternation(&start, seed, BoardGame::side).unwrap();
        }
    }

    #[test]
    fn moves_are_counted_by_hand() {
        let moves = |text: &str| {
            let board: BoardGame<Breakthrough> = text.parse().unwrap();
            let moves = board.legal_moves();
            let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            (texts.join(" "), board.ending(&moves))
        };
        // A stone captures diagonally and is blocked straight ahead.
        let (texts, ending) =
            moves("......../......../......../..bbb.../...w..../......../......../........ w");
        assert_eq!((texts.as_str(), ending), ("d4c5 d4e5", None));
        let reached =
            moves("w......./......../......../......../......../......../......../b.b..... b");
        assert_eq!(reached.1, Some(Ending::Lost));
        let taken =
            moves("......../......../......../......../w......./......../......../........ b");
        assert_eq!(taken, (String::new(), Some(Ending::Lost)));
    }

    #[test]
    fn perft_matches_a_count_with_bitboards() {
        assert_eq!(
            [1, 2, 3, 4].map(|depth| perft(&BoardGame::start(), depth)),
            [1, 2, 3, 4].map(slow)
        );
    }

    fn perft(board: &BoardGame<Breakthrough>, depth: u32) -> u64 {
        let moves = board.legal_moves();
        if depth == 0 || board.ending(&moves).is_some() {
            return u64::from(depth == 0);
        }
        moves
            .iter()
            .map(|mv| perft(&board.after(*mv), depth - 1))
            .sum()
    }

    /// Counts with sets of cells: a bit for each, and the board is turned after each move.
    fn slow(depth: u32) -> u64 {
        fn count(own: u64, other: u64, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let mut sum = 0;
            for from in (0..64).filter(|cell| own >> cell & 1 == 1) {
                for right in [-1, 0, 1] {
                    let column = from % 8 + right;
                    let to = from + 8 + right;
                    let is_on = (0..8).contains(&column) && to < 64;
                    let target = if is_on { 1_u64 << to } else { own };
                    if target & own == 0 && (right != 0 || target & other == 0) {
                        let (moved, left) = (own & !(1 << from) | target, other & !target);
                        sum += count(left.swap_bytes(), moved.swap_bytes(), depth - 1);
                    }
                }
            }
            sum
        }
        count(0xFFFF, 0xFFFF << 48, depth)
    }
}
