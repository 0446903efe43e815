//! What every command that plays games has in common: its options, the files it writes, the progress it shows.

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
    /// How many games each two play who meet; an even number, for each opening is played with both colors.
    #[arg(long, default_value_t = 20, value_parser = even, value_name = "N")]
    games: usize,

    /// Plies to look ahead.
    #[arg(long, value_name = "N", help_heading = "Limits of a move", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Nodes to explore.
    #[arg(long, value_name = "N", help_heading = "Limits of a move", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time to take, such as 100ms.
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits of a move")]
    time: Option<Duration>,

    /// A clock for the game, with what each move adds: 10s+100ms.
    #[arg(long, value_name = "CLOCK", help_heading = "Limits of a move")]
    clock: Option<Clock>,

    /// How much too late a move may come before the game is lost on time.
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = time, help_heading = "Limits of a move")]
    margin: Duration,

    /// Where games begin: a file (.epd, .fen, .pgn, or .bin for Polyglot), or random for balanced random moves.
    #[arg(
        long,
        default_value = "random",
        value_name = "FILE",
        help_heading = "Openings"
    )]
    openings: PathBuf,

    /// Plies of openings that are moves: random ones, and those of games and books.
    #[arg(long, default_value_t = 8, value_name = "N", help_heading = "Openings")]
    plies: usize,

    /// Use the openings of the file in random order.
    #[arg(long, help_heading = "Openings")]
    shuffle: bool,

    /// End drawn games early, such as after=40,moves=8,score=10.
    #[arg(long, value_name = "SETTINGS", help_heading = "Ending games early")]
    draw: Option<DrawRule>,

    /// End lost games early, such as moves=3,score=600.
    #[arg(long, value_name = "SETTINGS", help_heading = "Ending games early")]
    resign: Option<ResignRule>,

    /// Call games drawn after so many moves.
    #[arg(long, value_name = "N", help_heading = "Ending games early")]
    max_moves: Option<u32>,

    /// What everything random follows from.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// How many games to play at once; as many as there are processors, unless set.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Write every game to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Remember every game here; a match that was interrupted goes on where it was.
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

/// How many games to play at once: as many as were told, or as there are processors.
pub(super) fn threads(told: Option<NonZeroUsize>) -> usize {
    told.or(available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

impl PlayingOptions {
    /// The match these options describe.
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

/// Plays a match, or what is left of it.
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

/// Between two players their score, and among more of them who leads.
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

/// The games as a PGN file: those of the journal first, then each as it is counted.
struct GamesFile {
    path: PathBuf,
    file: File,
}

impl GamesFile {
    /// Writes the games that were played already.
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

    /// A new file takes the place of the old one only when it is whole. A link stays, as does what is no file, such as a pipe.
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
