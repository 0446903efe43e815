//! The longest mate of an endgame.

use plywood::notation::san;
use plywood::tables::Endgame;
use plywood::{Move, Position};

use crate::solution::Value;
use crate::solver::Solver;

/// A position that takes longest to win, and the moves to the mate.
#[derive(Debug)]
pub struct LongestMate {
    pub position: Position,
    pub line: Vec<Move>,
}

impl LongestMate {
    /// The longest mate; `None` if no position is won.
    pub fn find(solver: &Solver, endgame: Endgame) -> Option<Self> {
        let positions = solver.solution(endgame)?.positions();
        let wins = positions.filter_map(|(position, value)| match value {
            Value::Win(plies) => Some((position, plies)),
            Value::Draw | Value::Loss(_) => None,
        });
        // The first of several, so that the answer does not depend on the order of a search.
        let (position, _) = wins.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let line = line(solver, position.clone());
        Some(Self { position, line })
    }

    /// The number of moves of the winning side.
    pub fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// The line as people write it.
    pub fn san(&self) -> String {
        san::write_line(&self.position, &self.line)
    }
}

/// The shortest way to mate for the winner, and the longest resistance of the loser.
fn line(solver: &Solver, mut position: Position) -> Vec<Move> {
    let mut line = Vec::new();
    loop {
        let next = match solver.value(&position) {
            Value::Draw | Value::Loss(0) => return line,
            Value::Win(plies) => Value::Loss(plies - 1),
            Value::Loss(plies) => Value::Win(plies - 1),
        };
        let moves = position.legal_moves().into_iter();
        let mut best = moves.filter(|&mv| solver.value(&position.play_unchecked(mv)) == next);
        let mv = best
            .next()
            .expect("one move is the one that the value comes from");
        position = position.play_unchecked(mv);
        line.push(mv);
    }
}
