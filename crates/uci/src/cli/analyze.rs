//! `plywood analyze`.

use crate::cli::position;
use crate::cli::searching::SearchOptions;
use clap::Args;
use plywood_analysis::{AnalyzedGame, GameReport, PositionReport};
use plywood_console::numbers::within;
use plywood_console::output::{self, Destination, Kind, Replace};
use plywood_console::{Failure, OutputPath, counted, files};
use plywood_core::{History, Move};
use plywood_notation::epd::Epd;
use plywood_notation::pgn::Games;
use plywood_notation::san;
use plywood_search::{Report, Score};
use plywood_workbench::PositionLines;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The end of `--help`.
const EXAMPLES: &str = "\
A PGN file (its name ends in .pgn) is annotated: each move gets an evaluation in the format of
lichess, [%eval 0.24] or [%eval #-3]; bad moves get ?!, ? or ??, a sentence, and the better line.
Any other file has a FEN or an EPD on each line. A move is bad if it loses winning chances. If a
game has an error, the moves before it are analyzed, and the exit code is 1.


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
    subject: PathBuf,
    #[command(flatten)]
    search: SearchOptions,
    /// The number of best lines to show for a position.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = within(1..=256_u32))]
    lines: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write to this file instead of standard output. It stays unchanged until everything is analyzed.
    #[arg(long, short, value_name = "FILE")]
    output: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
}

const LIST: Kind<'static> = Kind::Begins("[\n", "a list in JSON");
const POSITIONS: Kind<'static> = Kind::Is(
    |start| String::from_utf8_lossy(start).contains(VIEW),
    "analyzed positions",
);
/// A part of each analyzed position.
const VIEW: &str = "; scores are from ";

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let file = self.subject.as_path();
        let is_pgn = file
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        if is_pgn {
            self.games(file)
        } else if file.exists() {
            self.positions(&positions(file)?)
        } else {
            self.positions(&[one_position(&file.to_string_lossy())?])
        }
    }

    fn destination(&self, text: Kind<'_>) -> Result<Destination, Failure> {
        let kind = if self.json { LIST } else { text };
        Destination::new(self.output.as_ref(), kind, self.replace)
    }

    fn positions(&self, positions: &[Epd]) -> Result<(), Failure> {
        let mut searcher = self.search.searcher()?;
        let mut destination = self.destination(POSITIONS)?;
        let limits = self.search.limits(TIME_FOR_A_POSITION);
        let limits = limits.with_lines(self.lines);
        let progress = output::progress(positions.len());
        let mut reports = Vec::new();
        for epd in positions {
            let game = History::new(epd.position().clone());
            searcher.new_game();
            let found = searcher.search(&game, &limits, &mut ());
            let report = PositionReport::new(epd, &found);
            if !self.json {
                let text = position_text(epd, &found, &report);
                progress.suspend(|| destination.write(&text))?;
            }
            reports.push(report);
            progress.inc(1);
        }
        progress.finish_and_clear();
        if self.json {
            destination.write(&output::json(&reports)?)?;
            return destination.finish();
        }
        let tests: Vec<bool> = reports.iter().filter_map(|report| report.solved).collect();
        let solved = tests.iter().filter(|&&is_solved| is_solved).count();
        let all = tests.len();
        if all > 1 {
            destination.write(&format!("solved: {solved} of {all}\n"))?;
        }
        destination.finish()
    }

    /// Annotates the games of a file. If one has an error, the moves before it are annotated.
    fn games(&self, file: &Path) -> Result<(), Failure> {
        let games = Games::new(files::open(file)?);
        let mut searcher = self.search.searcher()?;
        let mut destination = self.destination(Kind::GAMES)?;
        let limits = self.search.limits(TIME_FOR_A_MOVE);
        let progress = output::progress(0);
        let warn = |text: &str| progress.suspend(|| output::complain(&format!("warning: {text}")));
        let (mut all, mut faulty, mut reports) = (0, 0, Vec::new());
        for game in games {
            let mut game = game.map_err(|error| Failure::in_file(file, &error))?;
            if let Some(other) = game.tags().get("Game").filter(|name| *name != "chess") {
                let problem = format!("only chess is analyzed, and this is a game of {other}");
                return Err(Failure::in_file(file, &problem));
            }
            all += 1;
            progress.set_message(format!("game {all}"));
            progress.reset();
            progress.set_length(game.main_line().count() as u64 + 1);
            for error in game.errors() {
                warn(&error.to_string());
            }
            let history = game.to_history();
            faulty += usize::from(history.is_none() || !game.errors().is_empty());
            if let Some(history) = history {
                searcher.new_game();
                let mut step = || progress.inc(1);
                let analyzed = AnalyzedGame::analyze(&history, &mut searcher, &limits, &mut step);
                reports.push(GameReport::new(&game, &analyzed));
                analyzed.annotate(&mut game);
            } else {
                warn(&format!("game {all} has null moves and is not analyzed"));
            }
            if !self.json {
                progress.suspend(|| destination.write(&format!("{game}\n")))?;
            }
        }
        progress.finish_and_clear();
        if all == 0 {
            return Err(Failure::in_file(file, &"there is no game in it"));
        }
        if self.json {
            destination.write(&output::json(&reports)?)?;
        }
        destination.finish()?;
        match faulty {
            0 => Ok(()),
            _ => Err(Failure::Work(format!(
                "{}: {faulty} of {all} games were not analyzed to the end, for the reasons above",
                file.display()
            ))),
        }
    }
}

/// Reads a FEN, or an EPD with operations, which has no clocks but a semicolon.
fn one_position(text: &str) -> Result<Epd, Failure> {
    if text.contains(';') {
        return text
            .parse()
            .map_err(|error| Failure::Usage(format!("EPD: {error}")));
    }
    let is_board = text.matches('/').count() == 7
        && text
            .chars()
            .all(|c| "pnbrqk/".contains(c.to_ascii_lowercase()) || c.is_ascii_digit());
    let looks_like_file = !text.contains(' ') && !is_board && text != "startpos";
    if looks_like_file {
        return Err(Failure::Usage(format!(
            "{text}: there is no such file, and it is not a FEN"
        )));
    }
    position::read(text).map(Epd::new)
}

fn positions(file: &Path) -> Result<Vec<Epd>, Failure> {
    let positions: Vec<Epd> = PositionLines::open(file)?
        .positions()
        .collect::<Result<_, _>>()?;
    if positions.is_empty() {
        return Err(Failure::in_file(file, &"there is no position in it"));
    }
    Ok(positions)
}

fn position_text(epd: &Epd, found: &Report<Move>, report: &PositionReport) -> String {
    let name = report.id.as_deref().unwrap_or(&report.fen);
    let mut text = format!("{name}\n");
    text.push_str(match report.solved {
        Some(true) => "  solved\n",
        Some(false) => "  not solved\n",
        None => "",
    });
    if found.line.is_empty() {
        text.push_str("  the game is over\n");
    }
    for (score, line) in found.lines() {
        let score = score.unwrap_or(Score::DRAW);
        let moves = san::write_line(epd.position(), line);
        let _ = writeln!(text, "  {score:>7}  {moves}");
    }
    let (depth, nodes) = (found.depth, found.stats.nodes);
    let side = epd.position().side_to_move();
    let _ = writeln!(
        text,
        "  depth {depth}, {}{VIEW}{side}'s view",
        counted(nodes, "node")
    );
    text
}
