//! What is printed about a solved endgame.

use std::error::Error;
use std::fmt::Write;

use plywood::Color;
use plywood::chess::ByColor;
use plywood::tables::Endgame;

use crate::longest::LongestMate;
use crate::solution::{LONGEST, Solution, Value};
use crate::solver::Solver;

/// The longest bar of the histogram, in characters.
const BAR: u64 = 50;

/// How many positions there are, with all mirror images.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    wins: u64,
    draws: u64,
    losses: u64,
}

pub fn text(solver: &Solver, endgame: Endgame) -> Result<String, Box<dyn Error>> {
    let solution = solver.solution(endgame).ok_or("it has not been solved")?;
    let mut text = format!("{endgame}\n");
    for (color, counts) in [Color::White, Color::Black].map(|color| (color, count(solution)[color]))
    {
        let Counts {
            wins,
            draws,
            losses,
        } = counts;
        writeln!(
            text,
            "{color} to move: {wins} wins, {draws} draws, {losses} losses"
        )?;
    }
    let Some(longest) = LongestMate::find(solver, endgame) else {
        text += "No position is won by force.\n";
        return Ok(text);
    };
    let position = &longest.position;
    write!(
        text,
        "\nThe longest mate takes {} moves:\n{}",
        longest.moves(),
        position.to_text()
    )?;
    writeln!(text, "{position}\n{}\n", wrap(&longest.san()))?;
    text += &histogram(solution)?;
    Ok(text)
}

fn count(solution: &Solution) -> ByColor<Counts> {
    let mut counts = ByColor::from_fn(|_| Counts::default());
    let images = solution.numbering.images() as u64;
    for number in 0..solution.plies.len() {
        // Even numbers have White to move.
        let color = if number % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let Counts {
            wins,
            draws,
            losses,
        } = &mut counts[color];
        match solution.value(number) {
            Some(Value::Win(_)) => *wins += images,
            Some(Value::Draw) => *draws += images,
            Some(Value::Loss(_)) => *losses += images,
            None => {}
        }
    }
    counts
}

/// How many positions are won in each number of moves.
fn histogram(solution: &Solution) -> Result<String, Box<dyn Error>> {
    let mut by_moves = vec![0_u64; usize::from(LONGEST)];
    for number in 0..solution.plies.len() {
        if let Some(Value::Win(plies)) = solution.value(number) {
            by_moves[usize::from(plies).div_ceil(2)] += solution.numbering.images() as u64;
        }
    }
    let most = by_moves.iter().copied().max().unwrap_or_default().max(1);
    let last = by_moves
        .iter()
        .rposition(|&count| count > 0)
        .unwrap_or_default();
    let mut text = "mate in  positions\n".to_owned();
    for (moves, &count) in by_moves.iter().enumerate().take(last + 1).skip(1) {
        let bar = "#".repeat((count * BAR).div_ceil(most) as usize);
        writeln!(
            text,
            "{}",
            format!("{moves:>7}  {count:>9}  {bar}").trim_end()
        )?;
    }
    Ok(text)
}

/// Breaks a line before it gets longer than 100 characters.
fn wrap(line: &str) -> String {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        match lines.last_mut() {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) if last.len() + word.len() < 100 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}
