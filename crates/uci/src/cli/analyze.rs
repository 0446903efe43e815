//! `plywood analyze`.

use crate::cli::position;
use crate::cli::searching::SearchOptions;
use clap::Args;
use plywood_analysis::{AnalyzedGame, GameReport, PositionReport};
use plywood_catalog::{Catalog, Played};
use plywood_console::counted;
use plywood_console::numbers::within;
use plywood_console::output::ProgressBar;
use plywood_console::output::{self, Destination, Kind, OutputFile, Replace};
use plywood_console::{Failure, OutputPath, files};
use plywood_core::{History, Move};
use plywood_notation::epd::Epd;
use plywood_notation::pgn::{Games, PgnGame};
use plywood_notation::san;
use plywood_search::{Report, Score};
use plywood_workbench::{Opinions, PlayerSpec, PlayerText, PositionLines, UnfitPlayer};
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The end of `--help`.
const EXAMPLES: &str = "\
A PGN file (its name ends in .pgn) is annotated: each move gets an evaluation in the format of
lichess, [%eval 0.24] or [%eval #-3]; bad moves get ?!, ? or ??, a sentence, and the better line.
Any other file has a FEN or an EPD on each line. A move is bad if it loses winning chances. If a
game has an error, the moves before it are analyzed, and the exit code is 1.

With --player, several strategies and UCI programs search each position of the game: a table shows
the moves they choose and where they disagree, and a page (--html) the boards, the lines, and the
evaluations at their ends.

Examples:
  plywood analyze game.pgn --time 0.5 > annotated.pgn
  plywood analyze game.pgn --depth 12 --json
  plywood analyze '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' --lines 3
  plywood analyze wac.epd --nodes 100000
  plywood analyze game.pgn --player engine --player pvs+captures:depth=4,evaluator=material --html disagree.html
  plywood analyze game.pgn --player engine --player uci:cmd=stockfish --nodes 50000";

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
    /// Compare several players: a strategy, or uci:cmd=FILE for a UCI program. Repeat the option for each.
    #[arg(long = "player", value_name = "PLAYER", conflicts_with_all = ["strategy", "evaluator", "lines"])]
    players: Vec<PlayerText>,
    /// Write a page to this file with the boards where the players disagree.
    #[arg(long, value_name = "FILE", requires = "players")]
    html: Option<OutputPath>,
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

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let file = self.subject.as_path();
        let is_pgn = file
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let progress = output::progress(0);
        match (is_pgn, self.players.is_empty()) {
            (true, true) => self.games(FileGames::open(file, &progress)?),
            (true, false) => {
                let mut games = FileGames::open(file, &progress)?;
                let histories = games.by_ref();
                let histories = histories.filter_map(|read| read.map(|it| it.1).transpose());
                self.opinions(&progress, histories)?;
                games.finish()
            }
            (false, true) => self.positions(&self.given_positions()?),
            (false, false) => {
                let positions = self.given_positions()?.into_iter();
                let histories = positions.map(|epd| Ok(History::new(epd.position().clone())));
                self.opinions(&progress, histories)
            }
        }
    }

    fn given_positions(&self) -> Result<Vec<Epd>, Failure> {
        let file = self.subject.as_path();
        if file.exists() {
            positions(file)
        } else {
            Ok(vec![one_position(&file.to_string_lossy())?])
        }
    }

    /// Compares several players in each position of these games.
    fn opinions(
        &self,
        progress: &ProgressBar,
        games: impl Iterator<Item = Result<History, Failure>>,
    ) -> Result<(), Failure> {
        let chess = Catalog::chess();
        let players = self.players.iter().cloned();
        let players = players.map(|player| PlayerSpec::of(&chess, player));
        let players: Vec<PlayerSpec> = players
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let limits = self.search.limits(TIME_FOR_A_MOVE);
        let mut destination = self.destination(Kind::Any)?;
        let page = OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?;
        let mut all: Vec<Opinions> = Vec::new();
        for game in games {
            if page.is_some() && !all.is_empty() {
                let problem = "the page (--html) shows one game or position, and there are more";
                return Err(Failure::Usage(problem.to_owned()));
            }
            let history = game?;
            let start = history.positions().next().unwrap_or(history.position());
            let mut played = Played::new(start.clone());
            history.moves().iter().for_each(|&mv| played.play(mv));
            progress.reset();
            progress.set_length(history.moves().len() as u64 + 1);
            let mut step = || progress.inc(1);
            let opinions = Opinions::of(&chess, &played, &players, &limits, &mut step);
            let opinions = opinions.map_err(|error| match error {
                UnfitPlayer::Fault { .. } => Failure::Within(error.to_string()),
                _ => Failure::Usage(error.to_string()),
            })?;
            if !self.json {
                let text = opinions.document().to_text();
                progress.suspend(|| destination.write(&text))?;
            }
            all.push(opinions);
        }
        progress.finish_and_clear();
        if let (Some(page), [opinions]) = (page, all.as_slice()) {
            page.write(opinions.document().to_html())?;
        }
        if self.json {
            destination.write(&output::json(&all)?)?;
        }
        destination.finish()
    }

    /// Returns the destination of the analysis: it replaces a file of this kind if that is requested.
    fn destination(&self, kind: Kind<'_>) -> Result<Destination, Failure> {
        Destination::new(self.output.as_ref(), kind, self.replace)
    }

    fn positions(&self, positions: &[Epd]) -> Result<(), Failure> {
        let mut searcher = self.search.searcher()?;
        let mut destination = self.destination(Kind::Any)?;
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

    fn games(&self, mut games: FileGames<'_>) -> Result<(), Failure> {
        let mut searcher = self.search.searcher()?;
        let kind = if self.json { Kind::Any } else { Kind::GAMES };
        let mut destination = self.destination(kind)?;
        let limits = self.search.limits(TIME_FOR_A_MOVE);
        let progress = games.progress;
        let mut reports = Vec::new();
        for read in games.by_ref() {
            let (mut game, history) = read?;
            progress.reset();
            progress.set_length(game.main_line().count() as u64 + 1);
            if let Some(history) = history {
                searcher.new_game();
                let mut step = || progress.inc(1);
                let analyzed = AnalyzedGame::analyze(&history, &mut searcher, &limits, &mut step);
                reports.push(GameReport::new(&game, &analyzed));
                analyzed.annotate(&mut game);
            }
            if !self.json {
                progress.suspend(|| destination.write(&format!("{game}\n")))?;
            }
        }
        progress.finish_and_clear();
        if self.json {
            destination.write(&output::json(&reports)?)?;
        }
        destination.finish()?;
        games.finish()
    }
}

/// Games of a PGN file, each with its moves unless there are null moves among them. Prints and counts the errors in them.
struct FileGames<'a> {
    file: &'a Path,
    games: Games<File>,
    progress: &'a ProgressBar,
    all: usize,
    faulty: usize,
}

impl<'a> FileGames<'a> {
    fn open(file: &'a Path, progress: &'a ProgressBar) -> Result<Self, Failure> {
        Ok(Self {
            file,
            games: Games::new(files::open(file)?),
            progress,
            all: 0,
            faulty: 0,
        })
    }

    fn warn(&self, text: &str) {
        self.progress
            .suspend(|| output::complain(&format!("warning: {text}")));
    }

    /// Fails if there were errors in the games.
    fn finish(self) -> Result<(), Failure> {
        let Self {
            file, all, faulty, ..
        } = self;
        match faulty {
            0 => Ok(()),
            _ => Err(Failure::Work(format!(
                "{}: {faulty} of {all} games were not analyzed to the end, for the reasons above",
                file.display()
            ))),
        }
    }
}

impl Iterator for FileGames<'_> {
    type Item = Result<(PgnGame, Option<History>), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = match self.games.next() {
            None if self.all > 0 => return None,
            None => return Some(Err(Failure::in_file(self.file, &"there is no game in it"))),
            Some(Err(error)) => return Some(Err(Failure::in_file(self.file, &error))),
            Some(Ok(game)) => game,
        };
        self.all += 1;
        self.progress.set_message(format!("game {}", self.all));
        for error in game.errors() {
            self.warn(&error.to_string());
        }
        let history = game.to_history();
        if history.is_none() {
            self.warn(&format!(
                "game {} has null moves and is not analyzed",
                self.all
            ));
        }
        self.faulty += usize::from(history.is_none() || !game.errors().is_empty());
        Some(Ok((game, history)))
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
        "  depth {depth}, {}; scores are from {side}'s view",
        counted(nodes, "node")
    );
    text
}
