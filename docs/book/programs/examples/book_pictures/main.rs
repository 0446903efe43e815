//! The pictures of the book that no other command draws: `cargo run --release --example book_pictures -- clock clock.svg`.

#[path = "../../../../../examples/shared/options.rs"]
mod options;

#[path = "../book/pairs.rs"]
mod pairs;

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
use plywood::report::plot::Picture;

const HELP: &str = "\
Draws a picture of the book, from a search or a count that it makes: the same one on every machine.

usage: cargo run --release --example book_pictures -- NAME FILE

  --help     this text
  NAME       killers, clock, transpositions, bounds, aspiration, mtd-f, sss-star, fit, learning, units, late-moves, steps,
             uct, proof-numbers or young-brothers
  FILE       the SVG file to write
";

/// The name of a picture, and what draws it.
type Named = (&'static str, fn() -> Picture);

/// The pictures in the order of the book.
const PICTURES: [Named; 15] = [
    ("killers", ordering::killers),
    ("clock", time::clock),
    ("transpositions", memory::transpositions),
    ("bounds", memory::bounds),
    ("aspiration", windows::aspiration),
    ("mtd-f", windows::mtd_f),
    ("sss-star", lists::sss_star),
    ("fit", fitting::fit),
    ("learning", learning::learning),
    ("units", learning::units),
    ("late-moves", engine::late_moves),
    ("steps", engine::steps),
    ("uct", forest::uct),
    ("proof-numbers", forest::proof_numbers),
    ("young-brothers", threads::young_brothers),
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
            fs::write(path, draw().standalone())?;
            Ok(String::new())
        }
        _ => Err("a name and a file are needed".into()),
    }
}
