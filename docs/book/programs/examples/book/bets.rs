//! Three bets in one short search: null move, futility and late-move reductions. Each saves nodes, and is wrong now and then.

use std::cmp::Reverse;

use plywood::chess::Move;
use plywood::{Evaluator, Material, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bet {
    NullMove,
    Futility,
    LateMoves,
}

const MATE: i32 = 30_000;

/// Captures, the most valuable victim first, by the least valuable attacker.
fn gain(position: &Position, mv: Move) -> i32 {
    let worth = |square| {
        position
            .piece_at(square)
            .map_or(0, |piece| 1 + piece.kind as i32)
    };
    let is_capture = i32::from(position.is_capture(mv));
    is_capture * (10 + 10 * worth(mv.to()) - worth(mv.from()))
}

/// The bets that a search makes, the nodes it has visited, and whether the last move was a null move.
struct Search<'a>(&'a [Bet], u64, bool);

impl Search<'_> {
    // ANCHOR: value
    /// The value of a position for the side to move. Below the horizon only captures are searched.
    fn value(&mut self, position: &Position, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.1 += 1;
        let has_passed = std::mem::take(&mut self.2);
        let (is_check, is_null_window) = (position.is_check(), beta == alpha + 1);
        let now = Material::default().evaluate(position);
        let now = now.as_centipawns().unwrap_or_default();
        let is_quiescence = depth <= 0;
        if is_quiescence && now >= beta {
            return now; // standing pat
        }
        let may_pass = is_null_window && !has_passed && depth >= 3 && now >= beta;
        if self.0.contains(&Bet::NullMove) && may_pass {
            // Even with two moves in a row the opponent can't bring the value below beta.
            self.2 = true;
            if let Some(passed) = position.after_null()
                && -self.value(&passed, depth - 3, -beta, 1 - beta) >= beta
            {
                return beta;
            }
            self.2 = false; // in check nobody passes
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if is_check { -MATE - depth } else { 0 };
        }
        moves.sort_by_key(|&mv| Reverse(gain(position, mv)));
        let mut best = if is_quiescence { now } else { -2 * MATE };
        alpha = alpha.max(best);
        for (index, &mv) in moves.iter().enumerate() {
            let is_quiet = !position.is_capture(mv) && mv.promotion().is_none();
            if is_quiescence && is_quiet {
                continue;
            }
            let is_late = self.0.contains(&Bet::LateMoves)
                && index >= 4
                && depth >= 3
                && is_quiet
                && !is_check;
            if self.0.contains(&Bet::Futility)
                && is_quiet
                && !is_check
                && depth == 1
                && now + 200 <= alpha
            {
                best = best.max(now); // no quiet move gains two pawns at once
                continue;
            }
            let child = position.play_unchecked(mv);
            let window = if index == 0 { beta } else { alpha + 1 };
            let mut value = -self.value(&child, depth - 1 - i32::from(is_late), -window, -alpha);
            if value > alpha && (is_late || window < beta && value < beta) {
                value = -self.value(&child, depth - 1, -beta, -alpha); // better than expected
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
    // ANCHOR_END: value
}

pub fn main() {
    let bets = [Bet::NullMove, Bet::Futility, Bet::LateMoves];
    let rows: [&[Bet]; 5] = [&[], &bets[..1], &bets[1..2], &bets[2..], &bets];
    let positions = include_str!("../../../../../crates/catalog/src/standard/positions.epd");
    let fens = positions.lines().filter(|line| !line.starts_with('#'));
    let parse = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        format!("{} 0 1", fields.join(" "))
            .parse()
            .expect("it is legal")
    };
    let positions: Vec<Position> = fens.map(parse).collect();
    println!("bets at depth 5                        nodes  same value");
    let mut certain = Vec::new();
    for row in rows {
        let mut search = Search(row, 0, false);
        let value = |position: &Position| search.value(position, 5, -2 * MATE, 2 * MATE);
        let values: Vec<i32> = positions.iter().map(value).collect();
        if certain.is_empty() {
            certain.clone_from(&values);
        }
        let same = values
            .iter()
            .zip(&certain)
            .filter(|(one, other)| one == other);
        println!(
            "{:<32}{:>12}{:>6} of {}",
            format!("{row:?}"),
            search.1,
            same.count(),
            values.len()
        );
    }
}
