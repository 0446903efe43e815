//! The pictures of the book that no other command draws: `cargo run --release --example book_pictures -- clock clock.svg`.

#[path = "../../../../../examples/shared/options.rs"]
mod options;

#[path = "../book/pairs.rs"]
mod pairs;

mod boards;
mod canvas;
mod engine;
mod fitting;
mod forest;
mod learning;
mod lists;
mod memory;
mod ordering;
mod threads;
mod time;
mod windows;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use options::{Options, unknown};

const HELP: &str = "\
Draws a picture of the book, from a search or a count that it makes: the same one on every machine.

usage: cargo run --release --example book_pictures -- NAME FILE

  --help     this text
  NAME       board-blunder, board-en-passant, board-zugzwang, killers, clock, transpositions, bounds, aspiration, mtd-f, sss-star,
             star1, fit, learning, units, late-moves, steps, uct, proof-numbers or young-brothers
  FILE       the SVG file to write
";

/// The name of a picture, and what draws it.
type Named = (&'static str, fn() -> String);

/// The pictures in the order of the book.
const PICTURES: [Named; 19] = [
    ("board-blunder", boards::blunder),
    ("board-en-passant", boards::en_passant),
    ("board-zugzwang", boards::zugzwang),
    ("killers", || ordering::killers().standalone()),
    ("clock", || time::clock().standalone()),
    ("transpositions", || memory::transpositions().standalone()),
    ("bounds", || memory::bounds().standalone()),
    ("aspiration", || windows::aspiration().standalone()),
    ("mtd-f", || windows::mtd_f().standalone()),
    ("sss-star", || lists::sss_star().standalone()),
    ("star1", lists::star1),
    ("fit", || fitting::fit().standalone()),
    ("learning", || learning::learning().standalone()),
    ("units", || learning::units().standalone()),
    ("late-moves", || engine::late_moves().standalone()),
    ("steps", || engine::steps().standalone()),
    ("uct", || forest::uct().standalone()),
    ("proof-numbers", || forest::proof_numbers().standalone()),
    ("young-brothers", || threads::young_brothers().standalone()),
];

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    match options.plain.as_slice() {
        [] => Ok(HELP.to_owned()),
        [name, path] => {
            let names = PICTURES.map(|(name, _)| name);
            let found = PICTURES.iter().find(|(known, _)| known == name);
            let (_, draw) = found.ok_or_else(|| unknown("picture", name, &names))?;
            fs::write(path, draw())?;
            Ok(String::new())
        }
        _ => Err("a name and a file are needed".into()),
    }
}
