//! Draws a position as SVG: `cargo run --release --example draw_board -- --out board.svg`.

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

use plywood::chess::MoveKind;
use plywood::chess::diagram::{Arrow, Coordinates};
use plywood::{Color, Move, Position, Square};

/// The Two Knights Defense: White's knight has just attacked f7, too.
const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";

const HELP: &str = "\
Draws a position as SVG.

usage: cargo run --release --example draw_board -- [OPTIONS]

  --fen FEN        the position, in quotes; the Two Knights Defense if not given
  --flip           put Black at the bottom
  --arrow SQUARES  draw an arrow, such as c4f7; may be given several times
  --last SQUARES   mark the squares of the last move, such as f3g5
  --out FILE       write to this file; to the terminal if not given
  --help           this text
example: cargo run --release --example draw_board -- --last f3g5 --arrow c4f7 --out board.svg
";

fn main() -> ExitCode {
    match draw(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

fn draw(mut arguments: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let mut position: Position = FEN.parse()?;
    let (mut bottom, mut arrows, mut last_move, mut out) = (Color::White, vec![], None, None);
    while let Some(option) = arguments.next() {
        let mut value = || {
            let value = arguments.next();
            value.ok_or_else(|| format!("a value must follow {option}"))
        };
        match option.as_str() {
            "--flip" => bottom = Color::Black,
            "--fen" => position = Position::from_fen_lenient(&value()?)?.0,
            "--arrow" => arrows.push(squares(&value()?)?),
            "--last" => last_move = Some(squares(&value()?)?),
            "--out" => out = Some(value()?),
            "--help" => {
                print!("{HELP}");
                return Ok(());
            }
            _ => return Err(format!("there is no option {option}").into()),
        }
    }

    let arrows: Vec<_> = arrows
        .iter()
        .map(|&[from, to]| Arrow::new(from, to))
        .collect();
    let mut board = position.to_svg().size(480).seen_by(bottom).arrows(&arrows);
    if let Some([from, to]) = last_move {
        board = board.last_move(Move::new(from, to, MoveKind::Normal));
    }
    let picture = board.coordinates(Coordinates::Framed).to_string();
    match out {
        Some(path) => fs::write(path, picture)?,
        None => print!("{picture}"),
    }
    Ok(())
}

/// Two squares side by side: `e2e4`.
fn squares(text: &str) -> Result<[Square; 2], Box<dyn Error>> {
    let halves = text.split_at_checked(2);
    let (from, to) = halves.ok_or("expected two squares, as in e2e4")?;
    Ok([from.parse()?, to.parse()?])
}
