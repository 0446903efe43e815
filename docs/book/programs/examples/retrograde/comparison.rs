//! Comparing a solved endgame with Syzygy tables, position by position.

use std::error::Error;
use std::fmt;

use plywood::Position;
use plywood::tables::{Endgame, ProbeError, Syzygy, Tables};

use crate::solution::Value;
use crate::solver::Solver;

/// About how many distances are compared. A distance takes twenty times as long to look up as a result, since tables have it
/// for one side to move only.
const DISTANCES: usize = 50_000;

/// How many positions agree. Every one that was compared did.
#[derive(Debug)]
pub struct Agreement {
    positions: usize,
    distances: usize,
}

/// A position about which the solver and the tables disagree.
#[derive(Debug)]
pub struct Disagreement {
    position: Position,
    solved: Value,
    table: String,
}

/// Compares the results of all positions. Where every capture and promotion leads to a draw, the distance to zero is that to
/// mate, and some are compared as well.
pub fn compare(
    solver: &Solver,
    endgame: Endgame,
    tables: &Syzygy,
) -> Result<Agreement, Box<dyn Error>> {
    let mut agreement = Agreement {
        positions: 0,
        distances: 0,
    };
    let solution = solver.solution(endgame).ok_or("it has not been solved")?;
    let step = solution.plies.len().div_ceil(DISTANCES);
    for (at, (position, value)) in solution.positions().enumerate() {
        agreement.positions += 1;
        let mut problem = result_problem(tables, &position, value)?;
        if solution.has_drawn_exits && at % step == 0 && problem.is_none() {
            agreement.distances += 1;
            problem = distance_problem(tables, &position, value)?;
        }
        if let Some(table) = problem {
            let solved = value;
            return Err(Disagreement {
                position,
                solved,
                table,
            }
            .into());
        }
    }
    Ok(agreement)
}

fn result_problem(
    tables: &Syzygy,
    position: &Position,
    value: Value,
) -> Result<Option<String>, ProbeError> {
    let wdl = tables.wdl(position)?;
    let points = match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let differs = points != wdl.points_without_fifty_moves();
    Ok(differs.then(|| wdl.to_string()))
}

/// A table that counts in moves may be one ply off.
fn distance_problem(
    tables: &Syzygy,
    position: &Position,
    value: Value,
) -> Result<Option<String>, ProbeError> {
    let dtz = tables.dtz(position)?.plies();
    let plies = match value {
        Value::Win(plies) => i32::from(plies),
        Value::Draw => 0,
        // Tables write a mate that stands on the board as if it took a ply.
        Value::Loss(plies) => -i32::from(plies.max(1)),
    };
    Ok((plies.abs_diff(dtz) > 1).then(|| format!("{dtz} plies")))
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The tables agree with the results of all {} positions",
            self.positions
        )?;
        match self.distances {
            0 => write!(f, "."),
            distances => write!(f, ", and with {distances} distances."),
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            solved,
            table,
        } = self;
        write!(
            f,
            "{position} is solved as {solved:?}, but the tables have: {table}"
        )
    }
}

impl Error for Disagreement {}
