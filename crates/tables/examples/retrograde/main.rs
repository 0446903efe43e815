//! Solves endgames backwards from their mates: `cargo run --release --example retrograde -- KBNvK`.
//!
//! `solver.rs` has the algorithm; this file writes the results and compares them with tables.

#![expect(
    clippy::cast_possible_truncation,
    reason = "four men have fewer placements than fit in 32 bits, and fewer moves than in 8"
)]

mod placement;
mod solver;

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use plywood_core::{Color, PieceKind};
use plywood_notation::san;
use plywood_tables::{Endgame, Syzygy, Tables};

use solver::{LONGEST, Solver, Value};

const HELP: &str = "\
Solves endgames backwards from their mates (retrograde analysis), and prints the longest mate of each and how
many positions there are at every distance.

usage: cargo run --release --example retrograde -- [ENDGAME...] [OPTIONS]

  ENDGAME       three or four men, pawns on one side only, such as KQvKR; KQvK KRvK KPvK KBNvK if not given
  --tables DIR  compare every position with the Syzygy tables in this folder, or in a list of folders
  --help        this text
example: cargo run --release --example retrograde -- KRvKB --tables /tables/syzygy

The fifty-move rule is left aside. An endgame of four men takes some seconds, those that it can turn into included.
";

fn main() -> ExitCode {
    let printed = run().and_then(|text| Ok(io::stdout().write_all(text.as_bytes())?));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<String, Box<dyn Error>> {
    let (mut endgames, mut tables) = (Vec::new(), None);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" => return Ok(HELP.to_owned()),
            "--tables" => {
                let folders = arguments.next().ok_or("--tables needs a value: DIR")?;
                tables = Some(Syzygy::open(&folders)?);
            }
            option if option.starts_with('-') => {
                return Err(format!("there is no option {option:?}").into());
            }
            name => endgames.push(endgame(name)?),
        }
    }
    if endgames.is_empty() {
        for name in ["KQvK", "KRvK", "KPvK", "KBNvK"] {
            endgames.push(endgame(name)?);
        }
    }
    let mut solver = Solver::default();
    let mut texts = Vec::new();
    for endgame in endgames {
        let start = Instant::now();
        solver.solve(endgame);
        let seconds = start.elapsed().as_secs_f64();
        let mut text = report(&solver, endgame)?;
        writeln!(text, "Solved in {seconds:.1} s.")?;
        if let Some(tables) = &tables {
            text += &compare(&solver, endgame, tables)?;
        }
        texts.push(text);
    }
    Ok(texts.join("\n"))
}

/// Returns an endgame that can be solved here.
fn endgame(name: &str) -> Result<Endgame, Box<dyn Error>> {
    let endgame: Endgame = name.parse()?;
    let men = endgame.men();
    if !(3..=placement::MOST_MEN as u32).contains(&men) {
        return Err(format!("{name} has {men} men; three or four can be solved").into());
    }
    if Color::ALL.map(|color| endgame.count(color, PieceKind::Pawn) > 0) == [true; 2] {
        let why = "both sides have pawns, and en passant is not implemented here";
        return Err(format!("{name}: {why}").into());
    }
    Ok(endgame)
}

/// Returns the results of each side, the longest mate, and the number of positions won in each number of moves.
fn report(solver: &Solver, endgame: Endgame) -> Result<String, Box<dyn Error>> {
    let solution = solver.solution(endgame).ok_or("it has not been solved")?;
    let images = solution.numbering.images() as u64;
    // Wins, draws and losses of each color, and the wins by moves, with all mirror images.
    let mut results = [[0_u64; 3]; 2];
    let mut by_moves = vec![0_u64; usize::from(LONGEST)];
    for number in 0..solution.plies.len() {
        let Some(value) = solution.value(number) else {
            continue;
        };
        let result = match value {
            Value::Win(plies) => {
                by_moves[usize::from(plies).div_ceil(2)] += images;
                0
            }
            Value::Draw => 1,
            Value::Loss(_) => 2,
        };
        // Even numbers have White to move.
        results[number % 2][result] += images;
    }
    let mut text = format!("{endgame}\n");
    for (color, [wins, draws, losses]) in Color::ALL.into_iter().zip(results) {
        writeln!(
            text,
            "{color} to move: {wins} wins, {draws} draws, {losses} losses"
        )?;
    }
    let Some((position, line)) = solver.longest_mate(endgame) else {
        return Ok(text + "No position is won by force.\n");
    };
    let moves = line.len().div_ceil(2);
    let (board, san) = (position.to_text(), san::write_line(&position, &line));
    writeln!(
        text,
        "\nThe longest mate takes {moves} moves:\n{board}{position}\n{san}\n"
    )?;
    writeln!(text, "mate in  positions")?;
    let most = by_moves.iter().copied().max().unwrap_or(1);
    for (moves, &count) in by_moves.iter().enumerate().take(moves + 1).skip(1) {
        let bar = "#".repeat((50 * count).div_ceil(most) as usize);
        let row = format!("{moves:>7}  {count:>9}  {bar}");
        writeln!(text, "{}", row.trim_end())?;
    }
    Ok(text)
}

/// Compares the results of all positions with the tables. Where every capture and promotion leads to a draw, the distance to zero equals
/// that to mate, and some are compared as well: looking up a distance takes twenty times as long as a result, since tables have it for only
/// one side to move.
fn compare(solver: &Solver, endgame: Endgame, tables: &Syzygy) -> Result<String, Box<dyn Error>> {
    const DISTANCES: usize = 50_000;
    let solution = solver.solution(endgame).ok_or("it has not been solved")?;
    let step = solution.plies.len().div_ceil(DISTANCES);
    let (mut positions, mut distances) = (0, 0);
    for (position, value) in solution.positions() {
        let (points, plies) = match value {
            Value::Win(plies) => (1, i32::from(plies)),
            Value::Draw => (0, 0),
            // Tables store a mate on the board as if it took a ply.
            Value::Loss(plies) => (-1, -i32::from(plies.max(1))),
        };
        let wdl = tables.wdl(&position)?;
        if wdl.points_without_fifty_moves() != points {
            return Err(format!("{position} is {value:?} here and {wdl} in the tables").into());
        }
        if solution.has_drawn_exits && positions % step == 0 {
            let dtz = tables.dtz(&position)?.plies();
            // A table that counts in moves may be one ply off.
            if plies.abs_diff(dtz) > 1 {
                return Err(
                    format!("{position} is {value:?} here; the tables say {dtz} plies").into(),
                );
            }
            distances += 1;
        }
        positions += 1;
    }
    Ok(match distances {
        0 => format!("The tables agree with the results of all {positions} positions.\n"),
        _ => format!(
            "The tables agree with the results of all {positions} positions, and with {distances} distances.\n"
        ),
    })
}
