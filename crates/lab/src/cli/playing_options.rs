//! The options of the commands that play games.

use crate::cli::games::wrong;
use crate::cli::output::note;
use crate::journal::{MOST_RESULTS, Shard};
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::game::Rules;
use crate::play::opening::{Openings, read_openings};
use crate::play::schedule::Format;
use crate::play::tournament::{Terms, Tournament};
use crate::players::player_spec::PlayerSpec;
use crate::players::program::Log;
use crate::players::time_control::{Clock, TimeControl};
use crate::statistics::Sprt;
use clap::Args;
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use plywood_console::{LimitOptions, duration};
use plywood_search::MoveLimits;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct PlayingOptions {
    /// The number of games for every two players who meet; even, since each opening is played with both colors.
    #[arg(long, default_value_t = 20, value_parser = even, value_name = "N")]
    games: usize,

    #[command(flatten, next_help_heading = "Limits of a move")]
    limits: LimitOptions,

    /// A clock for the game with an increment, such as 10s+100ms.
    #[arg(long, value_name = "CLOCK", help_heading = "Limits of a move")]
    clock: Option<Clock>,

    /// How late a move may come before the game is lost on time.
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = time, help_heading = "Limits of a move")]
    margin: Duration,

    /// The openings: a file (for chess .epd, .fen, .pgn, or .bin for Polyglot; for other games with a position in each line), or random for balanced random moves.
    #[arg(
        long,
        default_value = "random",
        value_name = "FILE",
        help_heading = "Openings"
    )]
    openings: PathBuf,

    /// The length of openings in plies: for random moves, games and books.
    #[arg(long, default_value_t = 8, value_name = "N", help_heading = "Openings", value_parser = plies)]
    plies: usize,

    /// Use the openings of the file in random order.
    #[arg(long, help_heading = "Openings")]
    shuffle: bool,

    /// End drawn games early; for example after=40,moves=8,score=10.
    #[arg(long, value_name = "SETTINGS", help_heading = "Ending games early")]
    draw: Option<DrawRule>,

    /// End lost games early; for example moves=3,score=600.
    #[arg(long, value_name = "SETTINGS", help_heading = "Ending games early")]
    resign: Option<ResignRule>,

    /// End games as draws after this many moves.
    #[arg(long, value_name = "N", help_heading = "Ending games early")]
    max_moves: Option<u32>,

    /// The seed of everything random.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// The number of games played at once; by default the number of processors.
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroUsize>,

    /// Add every game to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,

    /// Record every game in this file; an interrupted match resumes from it, and a finished one can be extended with --games.
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,

    /// Write everything that programs read and write to this file: > what the lab sends, < answers, ! their standard error.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Play only a part of the games, such as 3/16; the journals of all parts are put together by `plywood-lab merge`.
    #[arg(long, value_name = "N/COUNT", requires = "journal")]
    shard: Option<Shard>,

    /// Print the result as JSON.
    #[arg(long)]
    pub(super) json: bool,

    /// Play nothing. The exit code is 0 if the journal has every game that is to be played here, and 1 if some are missing.
    #[arg(long, requires = "journal")]
    pub(super) check: bool,
}

/// Reads a number for which this holds.
pub(super) fn number<N: FromStr>(
    text: &str,
    expected: &str,
    holds: impl FnOnce(&N) -> bool,
) -> Result<N, String> {
    let number = text.parse().ok().filter(holds);
    number.ok_or_else(|| format!("expected {expected}, found {text:?}"))
}

fn even(text: &str) -> Result<usize, String> {
    let expected = format!("an even number of games, at most {MOST_RESULTS}");
    number(text, &expected, |games| {
        games % 2 == 0 && (1..=MOST_RESULTS).contains(games)
    })
}

/// No opening is longer: few games of random moves go on for so long.
const MOST_PLIES: usize = 1_000;
/// No machine gains by more; each takes memory for its own players.
const MOST_THREADS: usize = 1_024;

fn plies(text: &str) -> Result<usize, String> {
    let expected = format!("a number of plies, at most {MOST_PLIES}");
    number(text, &expected, |plies| *plies <= MOST_PLIES)
}

/// Reads a number of threads.
pub(super) fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    let expected = format!("a number of threads, from 1 to {MOST_THREADS}");
    number(text, &expected, |threads: &NonZeroUsize| {
        threads.get() <= MOST_THREADS
    })
}

fn time(text: &str) -> Result<Duration, String> {
    duration::read(text).ok_or_else(|| "expected a time such as 100ms, 1.5s or 2m".to_owned())
}

/// The number of games to play at once: as given, or else the number of processors.
pub(super) fn threads(given: Option<NonZeroUsize>) -> usize {
    given
        .or(available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

/// The players that texts describe.
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
    limits: MoveLimits,
) -> Result<(), Failure> {
    let clock = None;
    let control = TimeControl { limits, clock };
    players.iter().try_for_each(|player| {
        player.check(&control).map_err(wrong)?;
        player.check_depth(&control).map_err(wrong)
    })
}

/// The players with a log of what programs read and write.
fn logged<G: Playable>(
    players: Vec<PlayerSpec<G>>,
    path: &Path,
) -> Result<Vec<PlayerSpec<G>>, Failure> {
    let log = Log::create(path).map_err(|error| Failure::in_file(path, &error))?;
    Ok(players
        .into_iter()
        .map(|player| player.with_log(&log))
        .collect())
}

impl PlayingOptions {
    /// The match that these options describe.
    pub(super) fn tournament<G: Playable>(
        &self,
        catalog: &Catalog<G>,
        players: Vec<PlayerSpec<G>>,
        format: Format,
        sprt: Option<Sprt>,
    ) -> Result<Tournament<G>, Failure> {
        let rules = Rules {
            time_control: TimeControl {
                limits: self.limits.into(),
                clock: self.clock,
            },
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                max_moves: self.max_moves,
            },
            margin: self.margin,
        };
        let terms = Terms {
            format,
            rounds: self.games / 2,
            rules,
            sprt,
            seed: self.seed,
        };
        if self.shard.is_some_and(|shard| !shard.is_whole()) && sprt.is_some() {
            let alone =
                "no shard can decide a sequential test alone; play the shards without --sprt";
            return Err(Failure::Usage(alone.to_owned()));
        }
        let openings = self.read_openings(catalog)?;
        let players = match &self.log {
            Some(path) => logged(players, path)?,
            None => players,
        };
        for player in &players {
            player.check_depth(&rules.time_control).map_err(wrong)?;
        }
        let tournament = Tournament::new(catalog, players, openings.clone(), terms);
        let tournament = tournament.map_err(wrong)?;
        let wanted = tournament.schedule().openings();
        if let Some(found) = openings.known_count(wanted) {
            note(&format!(
                "{wanted} pairs of games have {found} different openings, so some games may repeat others"
            ));
        }
        Ok(tournament.shard(self.shard.unwrap_or(Shard::WHOLE)))
    }

    /// The number of games to play at once.
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }

    fn read_openings<G: Playable>(&self, catalog: &Catalog<G>) -> Result<Openings<G>, Failure> {
        if self.openings == Path::new("random") {
            return Ok(Openings::random(catalog, self.plies, self.seed));
        }
        let openings = read_openings(catalog, &self.openings, self.plies, self.seed);
        let openings = openings.map_err(wrong)?;
        Ok(if self.shuffle {
            openings.shuffled(self.seed)
        } else {
            openings
        })
    }
}
