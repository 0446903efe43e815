//! The options that several commands share, each declared once.

use crate::cli::games::wrong;
use clap::Args;
use plywood_arena::{Adjudication, DrawRule, ResignRule, Rules, TimeControl};
use plywood_catalog::{Catalog, Playable};
use plywood_console::numbers::{seed, within};
use plywood_console::signals::{self, NextSignal};
use plywood_console::{Failure, LimitOptions, OutputPath, duration, number};
use plywood_search::{Limits, StopHandle};
use plywood_workbench::PlayerSpec;
use plywood_workbench::journal::{MOST_ITEMS, Shard};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

/// The rules of games.
#[derive(Debug, Args)]
pub(super) struct GameRules {
    #[command(flatten, next_help_heading = "Limits of a move")]
    pub(super) limits: LimitOptions,

    /// End drawn games early; for example after=40,moves=8,score=10.
    #[arg(long, value_name = "SETTINGS", help_heading = "Ending games early")]
    draw: Option<DrawRule>,

    /// End lost games early; for example moves=3,score=600.
    #[arg(long, value_name = "SETTINGS", help_heading = "Ending games early")]
    resign: Option<ResignRule>,

    /// End games as draws after this many moves.
    #[arg(long, value_name = "N", help_heading = "Ending games early", value_parser = within(1..=MOST_PLIES))]
    max_moves: Option<u32>,

    /// The seed of all random choices.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = seed())]
    pub(super) seed: u64,
}

impl GameRules {
    /// Returns the rules without a clock.
    pub(super) fn rules(&self) -> Rules {
        Rules {
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                max_moves: self.max_moves,
            },
            ..Rules::within(self.limits.into())
        }
    }
}

/// The number of threads.
#[derive(Debug, Args)]
pub(super) struct ThreadsOption {
    /// The number of threads; by default the number of processors. It does not change the results.
    #[arg(long, value_name = "N", value_parser = threads())]
    pub(super) threads: Option<NonZeroUsize>,
}

impl ThreadsOption {
    /// Returns the given number, or the number of processors.
    pub(super) fn count(&self) -> usize {
        let threads = self.threads.or(available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }
}

/// The journal of work, and the part of it to do.
#[derive(Debug, Args)]
pub(super) struct JournalOptions {
    /// Record every result in this file, so that an interrupted run can resume.
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<OutputPath>,

    /// Do only part of the work, such as 3/16; `plywood-lab merge` merges the journals of all parts.
    #[arg(long, value_name = "N/COUNT", requires = "journal")]
    pub(super) shard: Option<Shard>,

    /// Repeat items that the journal records as failed, such as games lost by a crash.
    #[arg(long, requires = "journal")]
    pub(super) replay_failed: bool,
}

impl JournalOptions {
    /// Returns the part of the work to do.
    pub(super) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Returns the message about interrupted work, with the remaining part.
    pub(super) fn interrupted(&self, left: &str) -> Failure {
        Failure::Interrupted(match &self.journal {
            Some(_) => format!("interrupted; the same command {left}"),
            None => "interrupted; with --journal FILE work can be continued".to_owned(),
        })
    }
}

/// Makes the next signal stop this work. Nothing is lost, since finished items are in the journal.
pub(super) fn stop_by_signal(stop: &StopHandle) -> NextSignal {
    let stop = stop.clone();
    signals::next(move || stop.stop())
}

/// Reads an even number of games, since each opening is played with both colors.
pub(super) fn even(least: usize) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let games = number::read(text)
            .filter(|games| games % 2 == 0 && (least..=MOST_ITEMS).contains(games));
        games.ok_or_else(|| {
            let forms = number::FORMS;
            format!("expected an even number of games from {least} to {MOST_ITEMS}, {forms}")
        })
    }
}

/// Reads a number of items of a journal.
pub(super) fn items() -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    within(1..=MOST_ITEMS)
}

/// The longest opening: few games of random moves last longer.
const MOST_PLIES: u32 = 1_000;

/// Reads a number of plies at the start of games.
pub(super) fn plies() -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    within(0..=MOST_PLIES as usize)
}

/// Reads a number of threads. No machine gains from more; each takes memory for its own players.
pub(super) fn threads() -> impl Fn(&str) -> Result<NonZeroUsize, String> + Clone + Send + Sync {
    within(NonZeroUsize::MIN..=NonZeroUsize::MIN.saturating_add(1_023))
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let time = duration::read(text);
    time.ok_or_else(|| format!("expected a time such as 100ms, 1.5s or 2m, found {text:?}"))
}

/// Reads the described players.
pub(super) fn players<G: Playable>(
    catalog: &Catalog<G>,
    texts: &[String],
) -> Result<Vec<PlayerSpec<G>>, Failure> {
    let players = texts.iter().map(|text| PlayerSpec::read(catalog, text));
    players.collect::<Result<_, _>>().map_err(wrong)
}

/// Checks that players can search single positions within these limits, unless they have their own.
pub(super) fn check_limits<G: Playable>(
    players: &[PlayerSpec<G>],
    limits: &Limits,
) -> Result<(), Failure> {
    let control = TimeControl {
        limits: limits.clone(),
        clock: None,
    };
    players.iter().try_for_each(|player| {
        player.check(&control).map_err(wrong)?;
        player.check_depth(&control).map_err(wrong)
    })
}
