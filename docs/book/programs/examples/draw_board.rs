//! Draws a position as SVG: `cargo run --release --example draw_board -- --out board.svg`.

#[path = "../../../../examples/shared/options.rs"]
mod options;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use plywood::chess::MoveKind;
use plywood::chess::diagram::{Arrow, Coordinates};
use plywood::{Color, Move, Square};

use options::Options;

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
    options::main(HELP, draw)
}

fn draw(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(FEN)?;
    let bottom = if options.has("--flip") {
        Color::Black
    } else {
        Color::White
    };
    let arrow = |text| squares(text).map(|[from, to]| Arrow::new(from, to));
    let arrows: Vec<Arrow> = options
        .all("--arrow")
        .map(arrow)
        .collect::<Result<_, _>>()?;
    let last_move = options.get("--last").map(squares).transpose()?;
    let mut board = position.to_svg().size(480).seen_by(bottom).arrows(&arrows);
    if let Some([from, to]) = last_move {
        board = board.last_move(Move::new(from, to, MoveKind::Normal));
    }
    let picture = board.coordinates(Coordinates::Framed).to_string();
    if let Some(path) = options.get("--out") {
        fs::write(path, picture).map_err(|error| format!("{path}: {error}"))?;
        return Ok(String::new());
    }
    Ok(picture)
}

/// Two squares side by side: `e2e4`.
fn squares(text: &str) -> Result<[Square; 2], Box<dyn Error>> {
    let halves = text.split_at_checked(2);
    let (from, to) = halves.ok_or("expected two squares, as in e2e4")?;
    Ok([from.parse()?, to.parse()?])
}
