//! Prints every number of the engine's search in the format of `plywood-lab spsa`, with the values that fit an evaluator: `plywood-lab spsa
//! engine:evaluator=net $(cargo run -p plywood-uci --example numbers -- net) --nodes 8000`.

use plywood_engine::{Number, Numbers};
use std::error::Error;
use std::io::{self, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "net".to_owned());
    let evaluator = plywood_catalog::Catalog::chess().any_evaluator(&name)?;
    let numbers = Numbers::of(evaluator.scale());
    for number in Number::all() {
        let (start, range, step) = (numbers.get(number), number.range(), number.step());
        let (min, max) = (range.start(), range.end());
        writeln!(io::stdout(), "--tune {number}={start},{min},{max},{step}")?;
    }
    Ok(())
}
