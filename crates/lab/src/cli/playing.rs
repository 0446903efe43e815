//! The common part of the commands that play games: options, files and progress.

use crate::cli::output::progress;
use crate::duration;
use crate::failure::Failure;
use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::game::Rules;
use crate::play::journal::{Entry, Journal};
use crate::play::opening::{Opening, random_openings, read_openings};
use crate::play::schedule::Format;
use crate::play::standing::Standing;
use crate::play::summary::Summary;
use crate::play::tournament::{Terms, Tournament};
use crate::players::move_limits::MoveLimits;
use crate::players::player_spec::PlayerSpec;
use crate::players::time_control::{Clock, TimeControl};
use crate::statistics::Sprt;
use clap::Args;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct PlayingOptions {
    /// The number of games for every two players who meet; even, since each opening is played with both colors.
    #[arg(long, default_value_t = 20, value_parser = even, value_name = "N")]
    games: usize,

    /// The depth in plies.
    #[arg(long, value_name = "N", help_heading = "Limits of a move", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// The number of nodes.
    #[arg(long, value_name = "N", help_heading = "Limits of a move", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The time, such as 100ms.
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits of a move")]
    time: Option<Duration>,

    /// A clock for the game with an increment, such as 10s+100ms.
    #[arg(long, value_name = "CLOCK", help_heading = "Limits of a move")]
    clock: Option<Clock>,

    /// How late a move may come before the game is lost on time.
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = time, help_heading = "Limits of a move")]
    margin: Duration,

    /// The openings: a file (.epd, .fen, .pgn, or .bin for Polyglot), or random for balanced random moves.
    #[arg(
        long,
        default_value = "random",
        value_name = "FILE",
        help_heading = "Openings"
    )]
    openings: PathBuf,

    /// The length of openings in plies: for random moves, games and books.
    #[arg(long, default_value_t = 8, value_name = "N", help_heading = "Openings")]
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
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Write every game to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Record every game in this file; an interrupted match resumes from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

fn even(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|games| games % 2 == 0 && *games > 0)
        .ok_or_else(|| "expected an even number of games".to_owned())
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

impl PlayingOptions {
    /// The match that these options describe.
    pub(super) fn tournament(
        &self,
        players: Vec<PlayerSpec>,
        format: Format,
        sprt: Option<Sprt>,
    ) -> Result<Tournament, Failure> {
        let limits = MoveLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
        };
        let rules = Rules {
            time_control: TimeControl {
                limits,
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
        let openings = self.read_openings()?;
        if openings.len() < terms.rounds {
            let (found, wanted) = (openings.len(), terms.rounds);
            anstream::eprintln!(
                "note: {found} openings for {wanted} rounds, so some games may be played twice"
            );
        }
        Tournament::new(players, openings, terms).map_err(|error| Failure::Usage(error.to_string()))
    }

    fn read_openings(&self) -> Result<Vec<Opening>, Failure> {
        let count = self.games / 2;
        if self.openings == Path::new("random") {
            return Ok(random_openings(self.plies, count, self.seed));
        }
        let openings = read_openings(&self.openings, self.plies, count, self.seed);
        let mut openings = openings.map_err(|error| Failure::Usage(error.to_string()))?;
        if self.shuffle {
            fastrand::Rng::with_seed(self.seed).shuffle(&mut openings);
        }
        Ok(openings)
    }
}

/// Plays a match, or the rest of it.
pub(super) fn play(tournament: &Tournament, options: &PlayingOptions) -> Result<Summary, Failure> {
    let mut journal = match &options.journal {
        Some(path) => Journal::open(path, &tournament.charter(), tournament.schedule().len())
            .map_err(|error| Failure::Usage(error.to_string()))?,
        None => Journal::in_memory(),
    };
    let mut games = options
        .pgn
        .as_deref()
        .map(|path| GamesFile::new(path, journal.entries()))
        .transpose()?;
    let progress = progress(tournament.schedule().len());
    progress.set_position(journal.entries().len() as u64);
    let threads = threads(options.threads);
    let mut trouble = Ok(());
    let standing = tournament.run(&mut journal, threads, &mut |entry, standing| {
        progress.inc(1);
        progress.set_message(message(tournament, standing));
        if let (Some(games), Ok(())) = (&mut games, &trouble) {
            trouble = games.add(entry);
        }
    });
    progress.finish_and_clear();
    trouble?;
    let standing = standing.map_err(|error| Failure::Work(error.to_string()))?;
    Ok(Summary::new(tournament, &standing))
}

/// The progress message: the score between two players, or the leader of several.
fn message(tournament: &Tournament, standing: &Standing) -> String {
    let summary = Summary::new(tournament, standing);
    match (summary.head_to_heads.as_slice(), summary.players.first()) {
        ([head_to_head], _) => {
            let [losses, draws, wins] = head_to_head.games.0;
            let test = summary
                .test
                .map(|test| format!("  LLR {:.2}", test.llr))
                .unwrap_or_default();
            format!("+{wins} ={draws} -{losses}  Elo {}{test}", head_to_head.elo)
        }
        (_, Some(leader)) => format!("{} leads", leader.name),
        (_, None) => String::new(),
    }
}

/// The games as a PGN file: first those of the journal, then each one when it is recorded.
struct GamesFile {
    path: PathBuf,
    file: File,
}

impl GamesFile {
    /// Writes the games that were already played.
    fn new(path: &Path, played: &[Entry]) -> Result<Self, Failure> {
        let games = played.iter().map(|entry| format!("{}\n", entry.pgn));
        match Self::begin(path, &games.collect::<String>()) {
            Ok(file) => Ok(Self {
                path: path.to_owned(),
                file,
            }),
            Err(error) => Err(Failure::Usage(format!("{}: {error}", path.display()))),
        }
    }

    /// The new file replaces the old one only when it is complete. Links stay, and so do pipes and devices.
    fn begin(path: &Path, games: &str) -> io::Result<File> {
        let mut appending = OpenOptions::new();
        appending.append(true);
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let mut file = appending.open(path)?;
            file.write_all(games.as_bytes())?;
            return Ok(file);
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let new = path.with_file_name(name);
        fs::write(&new, games)?;
        fs::rename(&new, &path)?;
        appending.open(&path)
    }

    fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        let written = writeln!(self.file, "{}", entry.pgn);
        written.map_err(|error| Failure::Work(format!("{}: {error}", self.path.display())))
    }
}
