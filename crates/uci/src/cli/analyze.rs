//! `plywood analyze`.

use crate::analysis::{AnalyzedGame, Evaluated, GameReport, PositionReport};
use crate::cli::searching::SearchOptions;
use crate::cli::{output, position};
use crate::failure::Failure;
use crate::searcher::Searcher;
use clap::Args;
use plywood_core::History;
use plywood_notation::epd::{self, Epd};
use plywood_notation::pgn::{Games, PgnGame};
use plywood_notation::san;
use plywood_search::{Limits, Score};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The end of `--help`.
const EXAMPLES: &str = "\
A PGN file (its name ends in .pgn) is annotated: each move gets an evaluation as lichess writes
it, [%eval 0.24] or [%eval #-3]; bad moves get ?!, ? or ??, a sentence, and the better line.
Any other file has a FEN or an EPD on each line. A move is judged by the winning chances that it
gives away.

Examples:
  plywood analyze game.pgn --time 0.5 > annotated.pgn
  plywood analyze game.pgn --depth 12 --json
  plywood analyze '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' --lines 3
  plywood analyze wac.epd --nodes 100000";

const TIME_FOR_A_POSITION: Duration = Duration::from_secs(2);
const TIME_FOR_A_MOVE: Duration = Duration::from_millis(500);

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// A FEN, an EPD, or a file.
    #[arg(value_name = "FEN|EPD|FILE")]
    subject: String,
    #[command(flatten)]
    search: SearchOptions,
    /// Show so many lines for a position.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    lines: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let file = Path::new(&self.subject);
        let is_pgn = file
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let mut searcher = self.search.searcher()?;
        let text = if is_pgn {
            self.games(file, &mut searcher)?
        } else {
            let positions = if file.is_file() {
                positions(file)?
            } else {
                vec![one_position(&self.subject)?]
            };
            self.positions(&positions, &mut searcher)?
        };
        match &self.output {
            Some(file) => output::write(file, &text),
            None => output::print(&text),
        }
    }

    fn positions(&self, positions: &[Epd], searcher: &mut Searcher) -> Result<String, Failure> {
        let limits = self
            .search
            .limits(TIME_FOR_A_POSITION)
            .with_lines(self.lines);
        let progress = output::progress(positions.len());
        let mut reports = Vec::new();
        let mut text = String::new();
        for epd in positions {
            let game = History::new(epd.position().clone());
            searcher.new_game();
            let found = Evaluated::search(searcher, &game, &limits);
            let report = PositionReport::new(epd, &found);
            write_position(&mut text, epd, &found, &report);
            reports.push(report);
            progress.inc(1);
        }
        progress.finish_and_clear();
        let tests = reports.iter().filter_map(|report| report.solved);
        let (solved, all) = tests.fold((0, 0), |(solved, all), is_solved| {
            (solved + usize::from(is_solved), all + 1)
        });
        if all > 1 {
            let _ = writeln!(text, "solved: {solved} of {all}");
        }
        if self.json {
            output::json(&reports)
        } else {
            Ok(text)
        }
    }

    fn games(&self, file: &Path, searcher: &mut Searcher) -> Result<String, Failure> {
        let games: Result<Vec<PgnGame>, _> = Games::new(output::open(file)?).collect();
        let games =
            games.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
        if games.is_empty() {
            return Err(Failure::Usage(format!(
                "{}: there is no game in it",
                file.display()
            )));
        }
        let limits = self.search.limits(TIME_FOR_A_MOVE);
        let progress =
            output::progress(games.iter().map(|game| game.main_line().count() + 1).sum());
        let mut reports = Vec::new();
        let mut text = String::new();
        for (index, mut game) in games.into_iter().enumerate() {
            for error in game.errors() {
                progress.suspend(|| anstream::eprintln!("warning: {error}"));
            }
            progress.set_message(format!("game {}", index + 1));
            let analyzed =
                analyze(&game, searcher, &limits, &mut || progress.inc(1)).ok_or_else(|| {
                    Failure::Work(format!(
                        "game {} has null moves, which no engine can judge",
                        index + 1
                    ))
                })?;
            reports.push(GameReport::new(&game, &analyzed));
            analyzed.annotate(&mut game);
            let _ = writeln!(text, "{game}");
        }
        progress.finish_and_clear();
        if self.json {
            output::json(&reports)
        } else {
            Ok(text)
        }
    }
}

fn analyze(
    game: &PgnGame,
    searcher: &mut Searcher,
    limits: &Limits,
    progress: &mut dyn FnMut(),
) -> Option<AnalyzedGame> {
    let history = game.to_history()?;
    searcher.new_game();
    Some(AnalyzedGame::analyze(&history, searcher, limits, progress))
}

/// A FEN, or an EPD with operations, which has no clocks but a semicolon.
fn one_position(text: &str) -> Result<Epd, Failure> {
    if text.contains(';') {
        return text
            .parse()
            .map_err(|error| Failure::Usage(format!("EPD: {error}")));
    }
    let looks_like_file = !text.contains(' ') && text != "startpos";
    if looks_like_file {
        return Err(Failure::Usage(format!(
            "{text}: there is no such file, and it is no FEN"
        )));
    }
    position::read(text).map(Epd::new)
}

fn positions(file: &Path) -> Result<Vec<Epd>, Failure> {
    let text = output::read(file)?;
    let wrong = |line, error| Failure::Usage(format!("{}, line {line}: {error}", file.display()));
    let positions: Result<Vec<Epd>, Failure> = epd::suite(&text)
        .map(|(line, read)| read.map_err(|error| wrong(line, error)))
        .collect();
    match positions {
        Ok(positions) if positions.is_empty() => Err(Failure::Usage(format!(
            "{}: there is no position in it",
            file.display()
        ))),
        other => other,
    }
}

fn write_position(text: &mut String, epd: &Epd, found: &Evaluated, report: &PositionReport) {
    let name = report.id.as_deref().unwrap_or(&report.fen);
    let _ = writeln!(text, "{name}");
    match report.solved {
        Some(true) => text.push_str("  solved\n"),
        Some(false) => text.push_str("  not solved\n"),
        None => {}
    }
    if found.line.is_empty() {
        text.push_str("  the game is over\n");
    }
    let mut add = |score: Score, line: &[plywood_core::Move]| {
        let moves = san::write_line(epd.position(), line);
        let _ = writeln!(text, "  {score:>7}  {moves}");
    };
    add(found.score, &found.line);
    for (score, line) in &found.other_lines {
        add(*score, line);
    }
    let _ = writeln!(
        text,
        "  depth {}, {} nodes; scores are from the view of the side to move",
        found.depth, found.nodes
    );
}
