//! `plywood-lab data annotate`.

use crate::cli::games::chess;
use crate::cli::output::{note, print, progress};
use crate::cli::playing::stop_on_interruption;
use crate::cli::playing_options::{check_limits, players, thread_count, threads};
use crate::journal::{Job, JournalFile, Shard, work};
use crate::measure::samples::{PlayedPosition, Samples};
use crate::play::self_play::{ANNOTATION, SelfPlayed};
use crate::players::player_spec::PlayerSpec;
use clap::Args;
use plywood_catalog::{Catalog, Games};
use plywood_console::{Failure, LimitOptions};
use plywood_core::Position;
use plywood_eval::{GameResult, Sides};
use plywood_net::Checksum;
use plywood_net::data::ScoredGame;
use plywood_search::{Game, MoveLimits, Score};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The end of `--help`.
const EXAMPLES: &str = "\
The journal has a line for each position, with the best move, its score, and the result of the game if
it is known: in an EPD file as a comment, such as c9 \"1-0\". Interrupted work goes on when the same command
is run again. `plywood-lab train` learns from the journal.

Examples:
  plywood-lab data annotate games.pgn --nodes 5000 --journal positions.jsonl
  plywood-lab data annotate positions.epd --player engine+hash=8 --depth 9 --journal positions.jsonl
  plywood-lab data annotate games.pgn --nodes 5000 --shard 3/16 --journal 3.jsonl";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Options {
    /// Files of games (.pgn), and of positions, one EPD per line.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Record every position in this file.
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// The strategy or UCI program that judges; a small table is enough.
    #[arg(long, default_value = "engine+hash=1", value_name = "STRATEGY")]
    player: String,
    #[command(flatten, next_help_heading = "Limits of a position")]
    limits: LimitOptions,
    /// Leave out the first plies of every game, since many games have them.
    #[arg(long, default_value_t = 8, value_name = "N")]
    skip_plies: u32,
    /// Do only a part of the positions, such as 3/16; the journals of all parts are put together by `plywood-lab merge`.
    #[arg(long, value_name = "N/COUNT", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// The number of positions searched at once; by default the number of processors.
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroUsize>,
}

/// The journal is on the disk after this time at the latest.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let catalog = chess(games)?;
        let player = players(&catalog, std::slice::from_ref(&self.player))?;
        let limits = MoveLimits::from(self.limits);
        check_limits(&player, limits)?;
        let (count, checksum) = self.survey()?;
        let annotator = Annotator {
            catalog,
            player: player.into_iter().next(),
            limits,
        };
        let terms = [
            ("game", "chess".to_owned()),
            ("limits", limits.to_string()),
            ("positions", format!("{count} with checksum {checksum}")),
        ];
        let job = Job::new(ANNOTATION, [self.player.clone()], terms);
        let mut nothing = |_: SelfPlayed| ();
        let mut journal = JournalFile::open(&self.journal, &job, count, &mut nothing)?;
        let bar = progress(self.shard.size_of(count));
        bar.set_position(journal.done() as u64);
        let is_left: Vec<bool> = (0..count)
            .map(|number| self.shard.contains(number) && !journal.is_done(number))
            .collect();
        let stop = stop_on_interruption();
        let tasks = (0..)
            .zip(self.positions())
            .filter(|(number, _)| is_left.get(*number) == Some(&true));
        let tasks = tasks.take_while(|_| !stop.is_stopped());
        let tasks = tasks.map(|(number, found)| Ok((number, found?)));
        let mut synced = Instant::now();
        let mut record = |judged: &Result<SelfPlayed, Failure>| {
            let Ok(judged) = judged else { return Ok(()) };
            journal.add(judged)?;
            if synced.elapsed() > BETWEEN_SYNCS {
                journal.sync()?;
                synced = Instant::now();
            }
            bar.inc(1);
            Ok(())
        };
        let threads = threads(self.threads);
        work(
            tasks,
            threads,
            &|task| annotator.annotate(task),
            &mut record,
            &mut |judged| judged.map(|_| ()),
        )?;
        journal.sync()?;
        bar.finish_and_clear();
        print(&format!("{} positions\n", journal.done()))?;
        if stop.is_stopped() {
            let how = "interrupted; the same command judges the other positions";
            return Err(Failure::Interrupted(how.to_owned()));
        }
        Ok(())
    }

    /// The positions that are judged, in the order of the files.
    fn positions(&self) -> impl Iterator<Item = Result<PlayedPosition, Failure>> {
        let skip = self.skip_plies;
        // A position that is not from a game is nobody's opening.
        let is_early = move |found: &PlayedPosition| found.played.is_some() && found.ply < skip;
        let is_over = |found: &PlayedPosition| found.sample.position.ending_at_leaf().is_some();
        let is_judged = move |found: &PlayedPosition| !is_early(found) && !is_over(found);
        Samples::of(&self.files).filter(move |found| found.as_ref().map_or(true, is_judged))
    }

    /// The number of positions, and a checksum of them.
    fn survey(&self) -> Result<(usize, String), Failure> {
        let (mut count, mut checksum) = (0, Checksum::new());
        let mut samples = Samples::of(&self.files);
        for found in samples.by_ref() {
            found?;
        }
        if let Some(text) = samples.note() {
            note(&text);
        }
        for found in self.positions() {
            let sample = found?.sample;
            let result = format!("{} {:?} {}\n", sample.position, sample.result, sample.game);
            checksum = checksum.with(result.as_bytes());
            count += 1;
        }
        if count == 0 {
            return Err(Failure::Usage("there are no positions to judge".to_owned()));
        }
        Ok((count, checksum.text()))
    }
}

/// Who annotates positions.
struct Annotator {
    catalog: Catalog<Position>,
    player: Option<PlayerSpec<Position>>,
    limits: MoveLimits,
}

impl Annotator {
    fn annotate(&self, (number, found): &(usize, PlayedPosition)) -> Result<SelfPlayed, Failure> {
        let position = &found.sample.position;
        let failed = |problem: String| Failure::Work(format!("{position}: {problem}"));
        let player = self.player.as_ref();
        let player = player.ok_or_else(|| failed("there is nobody to judge it".to_owned()))?;
        let report = player.search(position, self.limits);
        let report = report.map_err(|fault| failed(fault.to_string()))?;
        let mut game = ScoredGame {
            start: position.to_string(),
            points: points(position, found.sample.result),
            ..ScoredGame::default()
        };
        if let Some(mv) = report.best_move {
            let score = report.score.unwrap_or(Score::DRAW);
            game.push(&self.catalog.spelled(position, mv), score);
        }
        Ok(SelfPlayed {
            number: *number,
            of: usize::try_from(found.sample.game - 1).ok(),
            game,
            fault: None,
        })
    }
}

/// The points of the side to move.
fn points(position: &Position, result: Option<GameResult>) -> Option<f32> {
    Some(match result? {
        GameResult::Won(side) if side == position.to_move() => 1.0,
        GameResult::Won(_) => 0.0,
        GameResult::Drawn => 0.5,
    })
}
