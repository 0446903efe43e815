//! Shows what each part of a search is worth: `cargo run --release --example compare_strategies`.

#[path = "shared/options.rs"]
mod options;

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use plywood::catalog::files;
use plywood::catalog::{CHESS_POSITIONS, Catalog, EvaluatorSpec, Playable as _, Spec};
use plywood::document::Document;
use plywood::notation::san;
use plywood::search::ComparisonTable;
use plywood::{Comparison, Limits, Position};

use options::{Options, read_position};

const HELP: &str = "\
Runs search strategies with the same evaluator to every depth, and shows what each part of a search is
worth. Unless you name others, each row adds one part to the row above it, and the last rows change only
the search or the driver. Exact strategies find the score of minimax; they differ in how much of the tree
they search. For one position (--fen) you see moves and scores, for several the means of the last depth
with 95 % intervals, and what follows about each row and the row above it.

usage: cargo run --release --example compare_strategies -- [OPTIONS]

  --fen FEN             one position, in quotes, or `startpos`
  --positions FILE      the positions of a file, a FEN or an EPD on each line; 24 selected ones if not given
  --depth N             the greatest depth, in plies; 4 if not given
  --evaluator NAME      material (if not given), blogchess, swift, classical or random
  --strategies A,B,C    these, or `all` named ones; a selection if not given. Any composition of
                        parts works: pvs+quiescence+captures+killers+table=16+deepening
  --csv FILE            write the rows to this file
  --svg FILE            draw how the nodes grow with the depth
  --html FILE           write a page with every depth and plots; beside the program if not given
  --help                this text
example: cargo run --release --example compare_strategies -- --fen startpos --depth 5 --svg nodes.svg
";

/// The most bytes of a file of positions to compare on.
const LONGEST: u64 = 1 << 20;

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let positions = match (options.get("--fen"), options.get("--positions")) {
        (Some(fen), None) => vec![read_position(fen)?],
        (None, None) => read_positions(CHESS_POSITIONS)?,
        (None, Some(file)) => {
            let text = files::open(file.as_ref()).and_then(|file| files::read_text(&file, LONGEST));
            read_positions(&text.map_err(|error| format!("{file}: {error}"))?)?
        }
        (Some(_), Some(_)) => return Err("give either --fen or --positions".into()),
    };
    let evaluator: EvaluatorSpec = options.get("--evaluator").unwrap_or("material").parse()?;
    let chess = Catalog::chess();
    let names: Vec<String> = match options.get("--strategies") {
        None => chess.ladder(),
        Some("all") => chess.names().map(str::to_owned).collect(),
        Some(names) => names.split(',').map(str::to_owned).collect(),
    };
    let mut comparison = Comparison::over(&positions, Limits::none())
        .depths(1..=options.number("--depth", 4)?)
        .written(|position, mv| san::write(position, mv).to_string())
        .ladder()
        .before_each(|search| eprintln!("{search} ..."));
    let mut contenders = Vec::new();
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            return Err(format!("{name} was given twice").into());
        }
        if name == "minimax" {
            comparison = comparison.against(name);
        }
        let mut spec: Spec = name.parse()?;
        spec.evaluator = spec.evaluator.or_else(|| Some(evaluator.clone()));
        let contender = chess.contender_of(spec)?;
        comparison = comparison.strategy(name, contender.strategy(0));
        contenders.push(contender);
    }
    let table = comparison.run();
    for (option, text) in [("--csv", table.to_csv()), ("--svg", table.to_svg())] {
        options
            .get(option)
            .map_or(Ok(()), |file| fs::write(file, text))?;
    }
    let notes = chess.footnotes(&contenders.iter().collect::<Vec<_>>());
    let notes: String = notes.iter().map(|note| format!("\n{note}")).collect();
    if positions.len() == 1 {
        return Ok(format!("evaluator {evaluator}\n\n{table}{notes}"));
    }
    Ok(format!(
        "evaluator {evaluator}; {}{notes}",
        means(options, &table)?
    ))
}

/// Writes the page, and returns the table of the last depth with what follows from it.
fn means(options: &Options, table: &ComparisonTable) -> Result<String, Box<dyn Error>> {
    let summary = table.summary();
    let sentences = summary.sentences().join("\n");
    let page = Document::new("What each part of a search is worth")
        .lead(&sentences)
        .plots(
            "How the work grows",
            vec![summary.nodes_plot(), summary.seconds_plot()],
        )
        .section("Every depth", &summary.table().to_html());
    let file = match options.get("--html") {
        Some(file) => PathBuf::from(file),
        None => env::current_exe()?.with_extension("html"),
    };
    fs::write(&file, page.to_html())?;
    let selected = match options.get("--positions") {
        None => "These positions are selected: a search of three plies misses their best moves.\n",
        Some(_) => "",
    };
    Ok(format!(
        "{}; bars: nodes, on a logarithmic axis\n\n{}\n{sentences}\n{selected}\nEvery depth, with plots: {}\n",
        summary.legend(),
        summary.deepest_table().to_text(),
        file.display()
    ))
}

fn read_positions(text: &str) -> Result<Vec<Position>, Box<dyn Error>> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions = lines.map(|line| Ok(Position::read_task(line)?.position));
    positions.collect()
}
