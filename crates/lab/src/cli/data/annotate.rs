//! `plywood-lab data annotate`.

use crate::cli::data::Faults;
use crate::cli::games::{chess, wrong};
use crate::cli::measuring::Running;
use crate::cli::options::{JournalOptions, ThreadsOption, check_limits};
use crate::cli::output::{note, print, progress};
use clap::Args;
use plywood_catalog::{Catalog, Games};
use plywood_console::numbers::within;
use plywood_console::{Failure, LimitOptions};
use plywood_core::Position;
use plywood_eval::{GameResult, Sides};
use plywood_net::data::ScoredGame;
use plywood_report::{Checksum, counted};
use plywood_search::{Game, Limits, Score};
use plywood_workbench::journal::{Done, Work};
use plywood_workbench::{PlayedPosition, PlayerSpec, ReadError, Samples, SelfPlayed};
use serde_json::json;
use std::path::PathBuf;
use std::slice;

/// The end of `--help`.
const EXAMPLES: &str = "\
The journal has a line for each position, with the best move, its score, and the result of the game if
it is known: in an EPD file as a comment, such as c9 \"1-0\". Run the same command again to continue
interrupted work. `plywood-lab train` learns from the journal.

Examples:
  plywood-lab data annotate games.pgn --nodes 5000 --journal positions.jsonl
  plywood-lab data annotate positions.epd --player engine+hash=8 --depth 9 --journal judged.jsonl
  plywood-lab data annotate games.pgn --nodes 5000 --shard 3/16 --journal 3.jsonl";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, mut_arg("journal", |journal| journal.required(true)))]
pub(in crate::cli) struct Options {
    /// Files of games (.pgn), and of positions, one EPD per line.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The strategy or UCI program that evaluates; a small table is enough.
    #[arg(long, default_value = "engine+hash=1", value_name = "STRATEGY")]
    player: String,
    #[command(flatten, next_help_heading = "Limits of a position")]
    limits: LimitOptions,
    /// Leave out the first plies of every game, since many games share them.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = within(0..=1_000_u32))]
    skip_plies: u32,
    #[command(flatten)]
    journal: JournalOptions,
    #[command(flatten)]
    threads: ThreadsOption,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let catalog = chess(games)?;
        let player = PlayerSpec::read(&catalog, &self.player).map_err(wrong)?;
        let limits = Limits::from(self.limits);
        check_limits(slice::from_ref(&player), &limits)?;
        let own = player.limits().inherit(&limits);
        let player = player.with_limits(own);
        let (count, checksum) = self.survey()?;
        let bar = progress(self.journal.shard().size_of(count));
        let settings = json!({
            "game": catalog.name(),
            "players": [player.plan()],
            "limits": limits,
            "positions": format!("{count} with checksum {checksum}"),
        });
        let work = Work::new("data annotate", &settings, count, move |number, found| {
            Ok(annotated(&catalog, &player, (number, found)))
        });
        let mut work = Running::begin(&self.journal, work, (&bar, 1))?;
        let mut samples = Samples::of(&self.files);
        let tasks = (0..).zip(self.judged(&mut samples));
        let tasks = tasks.map(|(number, found)| Ok((number, found?)));
        let (mut done, mut faults) = (0, Faults::default());
        work.run(0..count, tasks, self.threads.count(), &mut |judged| {
            done += 1;
            if let Done::Now(judged) = judged {
                faults.count(&judged, &bar);
                bar.inc(1);
            }
            Ok(())
        })?;
        print(&(counted(done, "position") + "\n"))?;
        work.end("evaluates the other positions")?;
        faults.failure("positions")
    }

    /// Returns the positions to evaluate.
    fn judged<'a>(
        &'a self,
        samples: &'a mut Samples,
    ) -> impl Iterator<Item = Result<PlayedPosition, ReadError>> + 'a {
        let is_judged = |found: &PlayedPosition| {
            // A position that is not from a game is not part of an opening.
            let is_early = found.played.is_some() && found.ply < self.skip_plies;
            !is_early && found.sample.position.ending_at_leaf().is_none()
        };
        samples.filter(move |found| found.as_ref().map_or(true, is_judged))
    }

    /// Returns the number of positions, and a checksum of them.
    fn survey(&self) -> Result<(usize, String), Failure> {
        let (mut count, mut checksum) = (0, Checksum::new());
        let mut samples = Samples::of(&self.files);
        for found in self.judged(&mut samples) {
            let sample = found?.sample;
            let result = format!("{} {:?} {}\n", sample.position, sample.result, sample.game);
            checksum = checksum.with(result.as_bytes());
            count += 1;
        }
        let errors = samples.note();
        if count == 0 {
            let expected = "positions to evaluate";
            return Err(ReadError::nothing(&self.files, expected, errors).into());
        }
        if let Some(text) = errors {
            note(&text);
        }
        Ok((count, checksum.text()))
    }
}

/// Returns a position with a player's score. If the player fails at it, the position is dropped, and the player starts again at the next
/// one.
fn annotated(
    catalog: &Catalog<Position>,
    player: &PlayerSpec,
    (number, found): (usize, PlayedPosition),
) -> SelfPlayed {
    let position = &found.sample.position;
    let mut game = ScoredGame {
        start: position.to_string(),
        points: points(position, found.sample.result),
        ..ScoredGame::default()
    };
    let judged = player.search(position, &Limits::none());
    if let Ok(report) = &judged
        && let Some(mv) = report.best_move
    {
        let score = report.score.unwrap_or(Score::DRAW);
        game.push(&catalog.move_text(mv), score);
    }
    let name = player.name();
    SelfPlayed {
        number,
        of: usize::try_from(found.sample.game - 1).ok(),
        game,
        fault: judged
            .err()
            .map(|fault| format!("{name} at {position}: {fault}")),
    }
}

/// Returns the points of the side to move.
fn points(position: &Position, result: Option<GameResult>) -> Option<f32> {
    Some(match result? {
        GameResult::Won(side) if side == position.to_move() => 1.0,
        GameResult::Won(_) => 0.0,
        GameResult::Drawn => 0.5,
    })
}
