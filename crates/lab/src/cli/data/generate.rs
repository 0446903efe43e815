//! `plywood-lab data generate`.

use crate::cli::games::{GameCommand, run_on};
use crate::cli::output::{note, print, progress};
use crate::cli::playing::stop_on_interruption;
use crate::cli::playing_options::{thread_count, threads};
use crate::journal::{JournalFile, Shard};
use crate::numbers::real;
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::game::Rules;
use crate::play::opening::Openings;
use crate::play::self_play::{SelfPlay, SelfPlayed};
use crate::players::player_spec::PlayerSpec;
use clap::Args;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::{Failure, LimitOptions};
use plywood_search::StopHandle;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

/// The end of `--help`.
const EXAMPLES: &str = "\
The journal has a line for each game, with the score of every move. Interrupted work goes on when the
same command is run again, and a larger --games adds games. Which positions of the games are learned
from is decided by `plywood-lab train`.

Examples:
  plywood-lab data generate --journal games.jsonl --games 10000 --nodes 500
  plywood-lab data generate --journal 3.jsonl --games 1000000 --nodes 5000 --shard 3/16
  plywood-lab data generate --journal four.jsonl --game connect-four --player alpha-beta --depth 5 --games 5000";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Options {
    /// Record every game in this file.
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// The game; an unknown name lists the known ones. By default the first one, which is chess.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The strategy that plays both sides; for chess a small table is enough.
    #[arg(long, default_value = "engine+hash=1", value_name = "STRATEGY")]
    player: String,
    /// The number of games, those of other shards included.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    games: usize,
    #[command(flatten, next_help_heading = "Limits of a move")]
    limits: LimitOptions,
    /// The number of random moves before the players take over. The position is then balanced, as far as a shallow search sees.
    #[arg(long, default_value_t = 8, value_name = "PLIES")]
    random_plies: usize,
    /// When a side resigns.
    #[arg(long, default_value = "moves=2,score=1500", value_name = "SETTINGS")]
    resign: ResignRule,
    /// When a game is drawn by agreement.
    #[arg(
        long,
        default_value = "after=40,moves=4,score=5",
        value_name = "SETTINGS"
    )]
    draw: DrawRule,
    /// End games as draws after this many moves.
    #[arg(long, default_value_t = 200, value_name = "N")]
    max_moves: u32,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Play only a part of the games, such as 3/16; the journals of all parts are put together by `plywood-lab merge`.
    #[arg(long, value_name = "N/COUNT", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// The number of games played at once; by default the number of processors.
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroUsize>,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        run_on(games, self.game.as_deref(), self)
    }

    fn self_play<G: Playable>(&self, catalog: &Catalog<G>) -> Result<SelfPlay<G>, Failure> {
        let player = PlayerSpec::read(catalog, &self.player);
        let rules = Rules {
            adjudication: Adjudication {
                draw: Some(self.draw),
                resign: Some(self.resign),
                max_moves: Some(self.max_moves),
            },
            ..Rules::within(self.limits.into())
        };
        Ok(SelfPlay {
            catalog: catalog.clone(),
            player: player.map_err(|error| Failure::Usage(error.to_string()))?,
            openings: Openings::random(catalog, self.random_plies, self.seed),
            rules,
            seed: self.seed,
        })
    }
}

/// The journal is on the disk after this time at the latest.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let self_play = self.self_play(catalog)?;
        let mut positions = 0;
        let mut count = |played: SelfPlayed| positions += played.game.plies();
        let job = self_play.job();
        let mut journal = JournalFile::open(&self.journal, &job, self.games, &mut count)?;
        let left = |number: &usize| self.shard.contains(*number) && !journal.is_done(*number);
        let left: Vec<usize> = (0..self.games).filter(left).collect();
        let work = Work {
            self_play: &self_play,
            left: &left,
            next: AtomicUsize::new(0),
            stop: stop_on_interruption(),
        };
        let bar = progress(self.shard.size_of(self.games));
        bar.set_position(journal.done() as u64);
        let (started, before) = (Instant::now(), positions);
        let mut synced = Instant::now();
        let speed = |positions: usize| {
            let seconds = started.elapsed().as_secs_f64();
            format!(
                "{positions} positions, {:.0}/s",
                real((positions - before) as u64) / seconds
            )
        };
        let mut failed = 0;
        work.run(threads(self.threads), &mut |played| {
            positions += played.game.plies();
            if let Some(fault) = &played.fault {
                failed += 1;
                if failed == 1 {
                    bar.suspend(|| note(fault));
                }
            }
            journal.add(&played)?;
            if synced.elapsed() > BETWEEN_SYNCS {
                journal.sync()?;
                synced = Instant::now();
            }
            bar.inc(1);
            bar.set_message(speed(positions));
            Ok(())
        })?;
        journal.sync()?;
        bar.finish_and_clear();
        print(&format!("{} games, {}\n", journal.done(), speed(positions)))?;
        if work.stop.is_stopped() {
            let how = "interrupted; the same command plays the other games";
            return Err(Failure::Interrupted(how.to_owned()));
        }
        if failed > 0 {
            let what = format!("the player failed; games of which nothing is learned: {failed}");
            return Err(Failure::Within(what));
        }
        Ok(())
    }
}

/// Games that are left to play.
struct Work<'a, G: Playable> {
    self_play: &'a SelfPlay<G>,
    left: &'a [usize],
    next: AtomicUsize,
    stop: StopHandle,
}

impl<G: Playable> Work<'_, G> {
    /// Plays the games on this many threads. `record` gets each as soon as it has ended.
    fn run(
        &self,
        threads: usize,
        record: &mut dyn FnMut(SelfPlayed) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        thread::scope(|scope| {
            // Games that are played faster than they are written wait in their threads.
            let (sender, played) = sync_channel(threads);
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(move || {
                    let player = || self.self_play.player.player();
                    let mut players = [player(), player()];
                    while let Some(number) = self.take() {
                        let game = self.self_play.play(number, &mut players);
                        if game.fault.is_some() {
                            players = [player(), player()];
                        }
                        if sender.send(game).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            played.into_iter().try_for_each(record)
        })
    }

    fn take(&self) -> Option<usize> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        let is_stopped = self.stop.is_stopped();
        self.left.get(place).copied().filter(|_| !is_stopped)
    }
}
