//! `plywood-lab match`.

use crate::cli::games::{GameCommand, GameOption, wrong};
use crate::cli::games_file::{GamesFile, PgnOptions};
use crate::cli::options::{
    GameRules, JournalOptions, ThreadsOption, even, players, plies, stop_by_signal, time,
};
use crate::cli::output::{
    Kind, OutputFile, Replace, complain, failed, note, print, print_json, progress, write,
};
use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use plywood_arena::statistics::Sprt;
use plywood_arena::{Clock, Format, MatchError, Rules, TimeControl};
use plywood_catalog::{Catalog, Playable};
use plywood_console::arguments::{check_outputs, named};
use plywood_console::output::held;
use plywood_console::{Failure, OutputPath, files};
use plywood_report::counted;
use plywood_search::StopHandle;
use plywood_tables::{Syzygy, Tables};
use plywood_workbench::journal::Done;
use plywood_workbench::{
    GameEntry, Log, MatchPage, MatchResults, Openings, PlayerSpec, Summary, Tournament,
    read_openings,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The end of `--help`.
const EXAMPLES: &str = "\
A player is a strategy, [LABEL=]NAME[:SETTING=VALUE,...] with the settings depth, nodes, time,
evaluator and noise, or for chess a UCI program, [LABEL=]uci:cmd=FILE[,arg=ARGUMENT][,option.NAME=VALUE]
with the settings depth, nodes, time, patience and build. Its own limits replace those of the match.
An interrupted match with a journal resumes when the same command is run again, unless a program, its
script or a file of weights changed: then begin a new journal. Where each machine builds the program,
name its version with build=ID, which takes the place of the program's checksum.

Examples:
  plywood-lab match quiescence alpha-beta-table --depth 4 --games 100
  plywood-lab match strongest blogchess swift:depth=3 --time 50ms --pgn games.pgn
  plywood-lab match everything quiescence --nodes 9000 --games 900 --sprt elo1=9 --journal a
  plywood-lab match strongest uci:cmd=stockfish,option.Hash=16,nodes=500 --clock 10s+100ms
  plywood-lab match new=engine+razoring=300 old=engine --test gain --journal razoring.jsonl
  plywood-lab match old=engine a=engine+razoring=300 b=engine+razoring=400 --format challengers --test gain
  plywood-lab match --game connect-four alpha-beta:depth=5 monte-carlo:nodes=2000 --games 400
  plywood-lab match --players docs/players/chess.txt --svg elo.svg --markdown elo.md";

#[derive(Debug, Args)]
#[command(
    after_long_help = EXAMPLES,
    mut_arg("nodes", |nodes| nodes.default_value_ifs(NODES_OF_TEST)),
    mut_arg("draw", |draw| draw.default_value_if("test", ArgPredicate::IsPresent, "after=40,moves=8,score=10")),
    mut_arg("resign", |resign| resign.default_value_if("test", ArgPredicate::IsPresent, "moves=3,score=600"))
)]
pub(super) struct Options {
    /// Two or more players; see below.
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,

    /// Players to put before these: a file with one per line, and comments after a #.
    #[arg(long = "players", value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) game: GameOption,

    /// The pairings: all players (round-robin), the first against each of the others (gauntlet), or the same with each opening played by
    /// all of the others (challengers): --sprt then tests each of them against the first.
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0], value_parser = named::<Format>(&FORMATS))]
    format: Format,

    /// End once a test decides whether the first of two players is stronger; for example
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05,scale=normalized. With challengers each has a test, and stops playing once it is decided. Games
    /// count in order up to the decision; in shards, once they are merged.
    #[arg(long, value_name = "SETTINGS", default_value_ifs([("test", "gain", "elo0=0,elo1=5"), ("test", "simplification", "elo0=-4,elo1=0")]))]
    sprt: Option<Sprt>,

    /// Test a change: the first player is the new version of the second one. It passes if it is more likely 5 Elo stronger than equal (a
    /// gain), or more likely equal than 4 Elo weaker (a simplification). By default a test has up to 40,000 games of 8,000 nodes a move,
    /// and ends early once it is decided. The last line is for the commit message.
    #[arg(long, value_enum, value_name = "KIND")]
    test: Option<Change>,

    /// The number of games each pair of opponents plays; even, because they play each opening with both colors.
    #[arg(long, default_value_t = 20, value_parser = even(2), value_name = "N", default_value_if("test", ArgPredicate::IsPresent, "40000"))]
    games: usize,

    #[command(flatten)]
    rules: GameRules,

    /// A game clock with increment, such as 10s+100ms.
    #[arg(long, value_name = "CLOCK", help_heading = "Limits of a move")]
    clock: Option<Clock>,

    /// The grace period before a late move loses the game on time.
    #[arg(long, default_value = "100ms", value_name = "TIME", value_parser = time, help_heading = "Limits of a move")]
    margin: Duration,

    /// The openings: a file (for chess .epd, .fen, .pgn, or .bin for Polyglot; for other games with a position on each line), or random for
    /// balanced random moves.
    #[arg(
        long,
        default_value = "random",
        value_name = "FILE",
        help_heading = "Openings"
    )]
    openings: PathBuf,

    /// The length of openings in plies: for random moves, games and books.
    #[arg(long, default_value_t = 8, value_name = "N", help_heading = "Openings", value_parser = plies())]
    plies: usize,

    /// Use the openings of the file in random order.
    #[arg(long, help_heading = "Openings")]
    shuffle: bool,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    care: Care,

    #[command(flatten)]
    pgn: PgnOptions,
    #[command(flatten)]
    replace: Replace,

    #[command(flatten)]
    journal: JournalOptions,

    /// Append everything that programs read and write to this log: > for the lab's lines, < for answers, ! for standard error, ? for
    /// mistakes in an answer.
    #[arg(long, value_name = "FILE")]
    log: Option<OutputPath>,

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,

    /// Play nothing. The exit code is 0 if the journal has every game of this command, and 1 if some are missing.
    #[arg(long, requires = "journal")]
    check: bool,

    /// Write an HTML page with the result, plots, and every game to click through to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,

    /// Write a plot of the Elo to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputPath>,

    /// Write a table of the players and their Elo to this file as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<OutputPath>,
}

/// Options for engine testers.
#[derive(Debug, Args)]
struct Care {
    /// End games once the Syzygy endgame tables in these folders, separated by `:` (`;` on Windows), know the result.
    #[arg(long, value_name = "FOLDERS", help_heading = "Ending games early")]
    tables: Option<String>,

    /// Warn about mate scores whose line doesn't mate in that many moves; searches with tables often end their lines early. Lines are
    /// always checked for legal moves.
    #[arg(long)]
    check_mates: bool,

    /// Pin each game with its programs to one processor (on Linux), so that simultaneous games don't disturb each other. Each player should
    /// need only one thread.
    #[arg(long)]
    pin: bool,
}

impl Care {
    fn taken<G: Playable>(&self, mut game_match: Tournament<G>) -> Result<Tournament<G>, Failure> {
        if let Some(folders) = &self.tables {
            let tables = Syzygy::open(folders);
            let tables = tables.map_err(|error| wrong(format!("--tables: {error}")))?;
            // A file is named once a game needs it.
            for folder in tables.left_out().iter().filter(|it| it.file().is_none()) {
                note(&format!("--tables: {folder}"));
            }
            let tables: Arc<dyn Tables> = Arc::new(tables);
            game_match = game_match.tables(tables);
        }
        if self.check_mates {
            game_match = game_match.check_mates();
        }
        if self.pin {
            game_match = game_match.pinned();
        }
        Ok(game_match)
    }
}

/// The purpose of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Change {
    /// More strength.
    Gain,
    /// Less code, at equal strength.
    Simplification,
}

/// A test limits the nodes unless another limit is given.
const NODES_OF_TEST: [(&str, ArgPredicate, Option<&str>); 5] = [
    ("soft_nodes", ArgPredicate::IsPresent, None),
    ("time", ArgPredicate::IsPresent, None),
    ("depth", ArgPredicate::IsPresent, None),
    ("clock", ArgPredicate::IsPresent, None),
    ("test", ArgPredicate::IsPresent, Some("8000")),
];

/// The names of the formats.
const FORMATS: [&str; 3] = ["round-robin", "gauntlet", "challengers"];

/// The most openings that are counted before the match.
const MOST_LOOKED_AT: usize = 100_000;

/// By nodes, a version that searches fewer of them per second has more time. From this difference on that decides the test.
const MOST_GAIN_OF_SPEED: f64 = 0.01;

/// Opens a file for everything that programs read and write.
fn open_log(path: &OutputPath) -> Result<Log, Failure> {
    held(path, 0, Kind::Is(Log::is_one, "the log of a match"))?;
    Ok(Log::to(OutputFile::appending(path)?))
}

/// Reads the players of a file, each with the number of its line.
fn listed(path: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let text = files::read_text(path, 1 << 20)?;
    let players = text.lines().map(|line| match line.split_once('#') {
        Some((player, _)) => player.trim().to_owned(),
        None => line.trim().to_owned(),
    });
    let players = (1..).zip(players).filter(|(_, player)| !player.is_empty());
    let players: Vec<(usize, String)> = players.collect();
    if players.is_empty() {
        let none = "expected a player on each line, found none";
        return Err(Failure::in_file(path, &none));
    }
    Ok(players)
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let [html, svg, markdown] = [
            OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?,
            OutputFile::of(self.svg.as_ref(), Kind::SVG, self.replace)?,
            OutputFile::of(self.markdown.as_ref(), Kind::MARKDOWN, self.replace)?,
        ];
        let log = self.log.as_ref().map(open_log).transpose()?;
        let game_match = self.game_match(catalog, log.as_ref())?;
        if self.check {
            return self.check(&game_match);
        }
        let summary = self.play(game_match, html)?;
        write(svg, || summary.plot().standalone())?;
        write(markdown, || summary.to_markdown())?;
        if let (Some(log), Some(path)) = (log, &self.log) {
            log.outcome()
                .map_err(|error| Failure::writing(path, &error))?;
        }
        failed(&summary.failures())
    }
}

impl Options {
    fn outputs(&self) -> [&Option<OutputPath>; 6] {
        [
            &self.html,
            &self.svg,
            &self.markdown,
            &self.log,
            &self.pgn.pgn,
            &self.journal.journal,
        ]
    }

    /// Makes the match that these options describe.
    fn game_match<G: Playable>(
        &self,
        catalog: &Catalog<G>,
        log: Option<&Log>,
    ) -> Result<Tournament<G>, Failure> {
        let mut all = players(catalog, &self.players)?;
        if let Some(path) = &self.file {
            let names = all.iter().map(|player| player.name().to_owned());
            let (mut names, mut of_file) = (names.collect::<HashSet<_>>(), Vec::new());
            for (line, player) in listed(path)? {
                let player = [player];
                let read = check_outputs(self.outputs(), &player);
                let read = read.and_then(|()| players(catalog, &player));
                let read = read.and_then(|read| {
                    let mut all = read.iter().map(PlayerSpec::name);
                    match all.find(|name| !names.insert((*name).to_owned())) {
                        Some(name) => Err(wrong(MatchError::SameName(name.to_owned()).to_string())),
                        None => Ok(read),
                    }
                });
                let wrong =
                    |error| Failure::Usage(format!("{}, line {line}: {error}", path.display()));
                of_file.extend(read.map_err(wrong)?);
            }
            all.splice(..0, of_file);
        }
        let players = all.into_iter().map(|player| match log {
            Some(log) => player.with_log(log),
            None => player,
        });
        let rules = Rules {
            time_control: TimeControl {
                limits: self.rules.limits.into(),
                clock: self.clock,
            },
            margin: self.margin,
            ..self.rules.rules()
        };
        let openings = self.read_openings(catalog)?;
        let game_match = Tournament::between(catalog, players.collect())
            .format(self.format)
            .games(self.games)
            .rules(rules)
            .sprt(self.sprt)
            .seed(self.rules.seed)
            .openings(openings.clone())
            .threads(self.threads.threads)
            .shard(self.journal.shard);
        let game_match = self.care.taken(game_match)?;
        let game_match = game_match.checked()?;
        let wanted = game_match.schedule().openings();
        if let Some(found) = openings.known_count(wanted.min(MOST_LOOKED_AT)) {
            note(&format!(
                "{wanted} pairs of games have {found} different openings, so some games may repeat others"
            ));
        }
        let game_match = if self.journal.replay_failed {
            game_match.replay_failed()
        } else {
            game_match
        };
        Ok(match &self.journal.journal {
            Some(path) => game_match.journal(path),
            None => game_match,
        })
    }

    fn read_openings<G: Playable>(&self, catalog: &Catalog<G>) -> Result<Openings<G>, Failure> {
        let seed = self.rules.seed;
        if self.openings == Path::new("random") {
            return Ok(Openings::random(catalog, self.plies, seed));
        }
        let openings = read_openings(catalog, &self.openings, self.plies, seed)?;
        Ok(if self.shuffle {
            openings.shuffled(seed)
        } else {
            openings
        })
    }

    /// Checks whether the journal has all games to play in this shard.
    fn check<G: Playable>(&self, game_match: &Tournament<G>) -> Result<(), Failure> {
        let path = self.journal.journal.as_deref().unwrap_or(Path::new(""));
        let (games, missing) = (game_match.scheduled(), game_match.missing()?);
        let path = path.display();
        match (missing, self.sprt) {
            (0, None) => print(&format!("{path} has all {}\n", counted(games, "game"))),
            (0, Some(_)) => print(&format!("{path} has all games that decide the test\n")),
            _ => Err(Failure::Work(format!(
                "{path}: {missing} of {games} games are missing"
            ))),
        }
    }

    /// Plays a match, or the rest of it, and prints its result.
    fn play<G: Playable>(
        &self,
        game_match: Tournament<G>,
        html: Option<OutputFile>,
    ) -> Result<Summary, Failure> {
        if self.sprt.is_some() && !self.journal.shard().is_whole() {
            note("a shard plays all its games; plywood-lab merge decides the test");
        }
        let played = game_match.played()?;
        let pgn = self.pgn.open(played.as_ref())?;
        let mut files = GameFiles::new(html, pgn, &game_match.results());
        let stop = StopHandle::new();
        let scheduled = game_match.scheduled();
        let mut news = News::new(scheduled);
        let mut gain_of_speed = None;
        let again = game_match.clone();
        let signals = stop_by_signal(&stop);
        let played = game_match.stopped_by(&stop).run_with(&mut |game, results| {
            news.tell(game, results);
            gain_of_speed = results.gain_of_speed();
            // With a journal, games that wait for others are written when the match resumes.
            let is_late = stop.is_stopped() && self.journal.journal.is_some();
            files.add(game.get(), results, is_late);
        });
        drop(signals);
        news.bar.finish_and_clear();
        let summary = played?;
        show(&summary, self.json)?;
        self.judge(&summary, gain_of_speed)?;
        if stop.is_stopped() && summary.games < scheduled {
            // The journal may have games that were no longer counted.
            return Err(self.journal.interrupted(&match again.missing()? {
                0 => "counts all games".to_owned(),
                left => format!("plays the other {}", counted(left, "game")),
            }));
        }
        files.finish(&summary)?;
        Ok(summary)
    }

    /// Returns the verdict on a change, if the match tests one.
    fn judge(&self, summary: &Summary, gain_of_speed: Option<f64>) -> Result<(), Failure> {
        if self.test.is_none() || self.json {
            return Ok(());
        }
        let Some(verdict) = summary.verdict(gain_of_speed) else {
            return Ok(());
        };
        let is_timed = self.rules.limits.time.is_some() || self.clock.is_some();
        let gain = gain_of_speed.filter(|gain| gain.abs() > MOST_GAIN_OF_SPEED);
        if let (Some(gain), false) = (gain, is_timed) {
            note(&format!(
                "the speed differs by {:+.1} %, which games with a node limit do not show; test by time, such as --time 100ms",
                100.0 * gain
            ));
        }
        print(&format!("\n{verdict}\n"))
    }
}

/// Prints the result of a match.
pub(super) fn show(summary: &Summary, as_json: bool) -> Result<(), Failure> {
    if as_json {
        print_json(summary)
    } else {
        print(&summary.to_string())
    }
}

/// The files that get the games of a match as they are counted.
pub(super) struct GameFiles {
    page: Option<(MatchPage, OutputFile)>,
    pgn: Option<GamesFile>,
    /// The first failure of the games' file, which is reported when all games are played.
    added: Result<(), Failure>,
}

impl GameFiles {
    pub(super) fn new(
        html: Option<OutputFile>,
        pgn: Option<GamesFile>,
        results: &MatchResults,
    ) -> Self {
        let page = html.map(|html| (MatchPage::new(results), html));
        let added = Ok(());
        Self { page, pgn, added }
    }

    /// Adds a game that has just been counted; a late one only to the page.
    pub(super) fn add(&mut self, entry: &GameEntry, results: &MatchResults, is_late: bool) {
        if let Some((page, _)) = &mut self.page {
            page.add(entry, results);
        }
        if let (Some(pgn), Ok(()), false) = (&mut self.pgn, &self.added, is_late) {
            self.added = pgn.add(entry);
        }
    }

    pub(super) fn finish(self, summary: &Summary) -> Result<(), Failure> {
        self.added?;
        self.pgn.map_or(Ok(()), GamesFile::finish)?;
        let page = self
            .page
            .map(|(page, html)| html.write(page.page(summary).to_html()));
        page.unwrap_or(Ok(()))
    }
}

/// The reports on standard error while games are played.
struct News {
    bar: ProgressBar,
    /// Without a terminal, a line is printed after this many games.
    every: u64,
    noted: HashSet<String>,
}

impl News {
    fn new(scheduled: usize) -> Self {
        Self {
            bar: progress(scheduled),
            every: (scheduled as u64 / 20).max(50),
            noted: HashSet::new(),
        }
    }

    fn tell(&mut self, game: &Done<GameEntry>, results: &MatchResults) {
        self.bar.inc(1);
        let Done::Now(entry) = game else {
            return;
        };
        let (count, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let is_due = count.is_multiple_of(self.every);
        if self.bar.is_hidden() && is_due {
            let all = counted(all, "game");
            complain(&format!("{count} of {all}  {}", message(results)));
        } else if !self.bar.is_hidden() {
            self.bar.set_message(message(results));
        }
        for note in &entry.notes {
            self.note_once(note, note);
        }
        for (file, error) in &entry.unread_tables {
            self.note_once(file, error);
        }
        for (player, lines) in results
            .players_of(entry.game)
            .into_iter()
            .zip(&entry.wrong_lines)
        {
            for (fault, first) in lines.iter() {
                let game = entry.game + 1;
                let text = format!("{player}: {fault}; in game {game}, {}", first.first);
                self.note_once(&format!("{player}: {fault}"), &text);
            }
        }
        if entry.is_fault() {
            let loser = results.loser(entry);
            let fault = format!("{loser} in game {}: {}", entry.game + 1, entry.reason);
            self.note_once(&format!("{loser}: {}", entry.end), &fault);
        }
    }

    /// Prints news, unless some of this kind was printed before.
    fn note_once(&mut self, kind: &str, text: &str) {
        if self.noted.insert(kind.to_owned()) {
            self.bar.suspend(|| note(text));
        }
    }
}

/// Returns the score between two players, or the leader of several.
fn message(results: &MatchResults) -> String {
    let summary = results.summary();
    match (summary.head_to_heads.as_slice(), summary.players.first()) {
        ([head_to_head], _) => {
            let [lost, drawn, won] = head_to_head.games.0;
            let test = summary.test;
            let test = test
                .map(|test| format!("  LLR {:.2}", test.llr))
                .unwrap_or_default();
            format!("+{won} ={drawn} -{lost}  Elo {}{test}", head_to_head.elo)
        }
        (_, Some(leader)) => format!("{} leads", leader.name),
        (_, None) => String::new(),
    }
}
