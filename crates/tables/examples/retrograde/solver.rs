//! Retrograde analysis.
//!
//! First every position is visited once: the mates are found, and the moves of every position are counted. A capture or a promotion leaves
//! the endgame for one that has been solved before. Then the solver goes backwards, one ply at a time. A position from which a move leads
//! to a loss of the opponent is won. A position is lost when the last of its moves has turned out to lead to a win of the opponent.
//! Positions that are never reached are draws.

use std::collections::BTreeMap;
use std::mem;

use plywood_core::{Move, Position};
use plywood_tables::Endgame;

use crate::placement::Numbering;

/// The value of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    /// The number of plies to the mate that it gives.
    Win(u8),
    /// Neither side can force mate.
    Draw,
    /// The number of plies to the mate that it suffers.
    Loss(u8),
}

/// Replaces a distance if neither side can force mate, or this is not known yet.
const OPEN: u8 = 255;

/// Replaces a distance if there is no such position.
const ILLEGAL: u8 = 254;

/// The longest distance.
pub(crate) const LONGEST: u8 = 253;

/// The distances of all positions of an endgame.
pub(crate) struct Solution {
    endgame: Endgame,
    pub(crate) numbering: Numbering,
    /// For each number the plies to mate: odd for a win, even for a loss.
    pub(crate) plies: Vec<u8>,
    /// True if every capture and promotion leads to a draw.
    pub(crate) has_drawn_exits: bool,
}

impl Solution {
    /// Returns the value of the position with a number; `None` if there is no such position.
    pub(crate) fn value(&self, number: usize) -> Option<Value> {
        match self.plies[number] {
            ILLEGAL => None,
            OPEN => Some(Value::Draw),
            plies if plies % 2 == 1 => Some(Value::Win(plies)),
            plies => Some(Value::Loss(plies)),
        }
    }

    /// Returns the value of a position of this endgame.
    fn value_of(&self, position: &Position) -> Option<Value> {
        self.value(self.numbering.number(self.numbering.of_position(position)))
    }

    /// Returns all legal positions with their values, one of each set of mirror images.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Position, Value)> {
        let numbers = 0..self.plies.len();
        numbers.filter_map(|number| {
            let value = self.value(number)?;
            let placement = self.numbering.placement(number)?;
            Some((self.numbering.position(placement)?, value))
        })
    }
}

/// The endgames solved so far.
#[derive(Default)]
pub(crate) struct Solver {
    solved: BTreeMap<Endgame, Solution>,
}

impl Solver {
    /// Solves an endgame, after those that captures and promotions lead to.
    pub(crate) fn solve(&mut self, endgame: Endgame) {
        if self.solution(endgame).is_some() {
            return;
        }
        for exit in exits(endgame) {
            self.solve(exit);
        }
        let mut work = Work::survey(self, endgame);
        work.go_back();
        self.solved.insert(endgame, work.solution);
    }

    /// Returns the solution of an endgame, under this name or with the colors exchanged.
    pub(crate) fn solution(&self, endgame: Endgame) -> Option<&Solution> {
        let flipped = endgame.flip_colors();
        self.solved
            .get(&endgame)
            .or_else(|| self.solved.get(&flipped))
    }

    /// Returns the value of a position whose endgame has been solved.
    pub(crate) fn value(&self, position: &Position) -> Value {
        let endgame = Endgame::of(position.board());
        let Some(solution) = self.solution(endgame) else {
            // Bare kings.
            return Value::Draw;
        };
        let value = if solution.endgame == endgame {
            solution.value_of(position)
        } else {
            solution.value_of(&position.flip_colors())
        };
        value.expect("every legal position has been solved")
    }

    /// Returns the first of the positions that take longest to win, and the moves to the mate: the shortest path for the winner, and the
    /// longest resistance of the loser.
    pub(crate) fn longest_mate(&self, endgame: Endgame) -> Option<(Position, Vec<Move>)> {
        let positions = self.solution(endgame)?.positions();
        let wins = positions.filter_map(|(position, value)| match value {
            Value::Win(plies) => Some((position, plies)),
            Value::Draw | Value::Loss(_) => None,
        });
        let (start, _) = wins.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let (mut position, mut line) = (start.clone(), Vec::new());
        loop {
            let next = match self.value(&position) {
                Value::Draw | Value::Loss(0) => return Some((start, line)),
                Value::Win(plies) => Value::Loss(plies - 1),
                Value::Loss(plies) => Value::Win(plies - 1),
            };
            let mut moves = position.legal_moves().into_iter();
            let best = moves.find(|&mv| self.value(&position.play_unchecked(mv)) == next);
            let mv = best.expect("one move is the one that the value comes from");
            position = position.play_unchecked(mv);
            line.push(mv);
        }
    }
}

/// Returns the endgames after a capture or a promotion, without bare kings.
fn exits(endgame: Endgame) -> Vec<Endgame> {
    let name = endgame.to_string();
    let mut exits = Vec::new();
    for (at, piece) in name
        .char_indices()
        .filter(|(_, letter)| !"Kv".contains(*letter))
    {
        let replacements: &[&str] = if piece == 'P' {
            &["", "Q", "R", "B", "N"]
        } else {
            &[""]
        };
        for replacement in replacements {
            let mut exit = name.clone();
            exit.replace_range(at..=at, replacement);
            exits.extend(exit.parse::<Endgame>().ok().filter(|exit| exit.men() > 2));
        }
    }
    exits
}

/// An endgame while it is solved.
struct Work {
    solution: Solution,
    /// For each position the number of moves that may still turn out not to lose.
    open_moves: Vec<u8>,
    /// The positions at each distance from mate.
    decided: Vec<Vec<u32>>,
    /// Positions that win with a capture or promotion, by their distance.
    exits_that_win: Vec<Vec<u32>>,
    /// Positions with a capture or promotion that loses, by the distance of the position after it.
    exits_that_lose: Vec<Vec<u32>>,
}

impl Work {
    /// Finds all legal positions, their numbers of moves, and the values of the moves that leave the endgame.
    fn survey(solver: &Solver, endgame: Endgame) -> Self {
        let numbering = Numbering::new(endgame);
        let count = numbering.len();
        let by_distance = || vec![Vec::new(); usize::from(LONGEST) + 2];
        let mut work = Self {
            solution: Solution {
                endgame,
                numbering,
                plies: vec![ILLEGAL; count],
                has_drawn_exits: true,
            },
            open_moves: vec![0; count],
            decided: by_distance(),
            exits_that_win: by_distance(),
            exits_that_lose: by_distance(),
        };
        for number in 0..count {
            let numbering = &work.solution.numbering;
            let placement = numbering.placement(number);
            let position = placement.and_then(|placement| numbering.position(placement));
            if let Some(position) = position {
                work.visit(solver, number, &position);
            }
        }
        work
    }

    fn visit(&mut self, solver: &Solver, number: usize, position: &Position) {
        self.solution.plies[number] = OPEN;
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            self.decide(number, 0);
        }
        self.open_moves[number] = moves.len() as u8;
        for mv in moves.into_iter().filter(|&mv| leaves_endgame(position, mv)) {
            let value = solver.value(&position.play_unchecked(mv));
            self.solution.has_drawn_exits &= value == Value::Draw;
            match value {
                Value::Win(plies) => self.exits_that_lose[usize::from(plies)].push(number as u32),
                Value::Loss(plies) => {
                    self.exits_that_win[usize::from(plies) + 1].push(number as u32);
                }
                // This move stays open forever, so the position cannot be lost.
                Value::Draw => {}
            }
        }
    }

    /// Goes back from the mates, one ply at a time.
    fn go_back(&mut self) {
        for plies in 0..LONGEST {
            let level = usize::from(plies);
            for number in mem::take(&mut self.exits_that_win[level]) {
                self.win(number as usize, plies);
            }
            for number in mem::take(&mut self.exits_that_lose[level]) {
                self.close_move(number as usize, plies);
            }
            for number in mem::take(&mut self.decided[level]) {
                self.visit_predecessors(number as usize, plies);
            }
        }
    }

    fn visit_predecessors(&mut self, number: usize, plies: u8) {
        let numbering = self.solution.numbering.clone();
        let Some(placement) = numbering.placement(number) else {
            return;
        };
        numbering.for_each_predecessor(placement, |before| {
            if plies.is_multiple_of(2) {
                self.win(before, plies + 1);
            } else {
                self.close_move(before, plies);
            }
        });
    }

    /// Records that a position is won, unless it has been decided already, in fewer plies.
    fn win(&mut self, number: usize, plies: u8) {
        if self.solution.plies[number] == OPEN {
            self.decide(number, plies);
        }
    }

    /// Records that a move leads to a position that the opponent wins in this number of plies. After the last such move the position is
    /// lost.
    fn close_move(&mut self, number: usize, plies: u8) {
        if self.solution.plies[number] == OPEN {
            self.open_moves[number] -= 1;
            if self.open_moves[number] == 0 {
                self.decide(number, plies + 1);
            }
        }
    }

    fn decide(&mut self, number: usize, plies: u8) {
        self.solution.plies[number] = plies;
        self.decided[usize::from(plies)].push(number as u32);
    }
}

fn leaves_endgame(position: &Position, mv: Move) -> bool {
    position.is_capture(mv) || mv.promotion().is_some()
}
