//! Plays a match for the commands that do: files, progress, interruptions.

use crate::cli::games_file::GamesFile;
use crate::cli::output::{self, complain, print, print_json, progress};
use crate::cli::playing_options::PlayingOptions;
use crate::journal::Journal;
use crate::play::entry::Entry;
use crate::play::page::MatchPage;
use crate::play::summary::Summary;
use crate::play::tournament::Tournament;
use crate::players::player_spec::PlayerSpec;
use indicatif::ProgressBar;
use plywood_catalog::Playable;
use plywood_console::Failure;
use plywood_report::Document;
use plywood_search::StopHandle;
use std::collections::HashSet;
use std::path::Path;
use std::process;

/// A match that was played.
pub(super) struct PlayedMatch<G: Playable> {
    pub(super) summary: Summary,
    tournament: Tournament<G>,
    journal: Journal<Entry>,
}

impl<G: Playable> PlayedMatch<G> {
    /// The match as a page.
    pub(super) fn page(&self) -> Result<Document, Failure> {
        let mut page = MatchPage::new(self.tournament.schedule().clone(), &self.summary);
        self.journal.in_order(&mut |entry| {
            page.add(&entry);
            Ok::<(), Failure>(())
        })?;
        Ok(page.page(&self.summary))
    }

    /// An error if the log was not written, or a player failed.
    fn failures(&self) -> Result<(), Failure> {
        let players = self.tournament.players().iter();
        for log in players.filter_map(PlayerSpec::log) {
            log.outcome().map_err(Failure::Work)?;
        }
        failures(&self.summary)
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

/// An error if a player failed in a game.
pub(super) fn failures(summary: &Summary) -> Result<(), Failure> {
    match summary.failures().as_slice() {
        [] => Ok(()),
        failures => Err(Failure::Within(format!(
            "players failed ({})",
            failures.join("; ")
        ))),
    }
}

/// Looks whether the journal has all games that are to be played here.
fn check<G: Playable>(tournament: &Tournament<G>, options: &PlayingOptions) -> Result<(), Failure> {
    let path = options.journal.as_deref().unwrap_or(Path::new(""));
    let games = tournament.games();
    let (job, count) = (tournament.job(), tournament.schedule().len());
    let is_done = match path.try_exists() {
        Ok(false) => Vec::new(),
        _ => Journal::<Entry>::done_in(path, &job, count)?,
    };
    let is_missing = |number: &usize| !is_done.get(*number).is_some_and(|is_done| *is_done);
    let missing = tournament.numbers().filter(is_missing).count();
    let path = path.display();
    match missing {
        0 => print(&format!("{path} has all {games} games\n")),
        _ => Err(Failure::Work(format!(
            "{path}: {missing} of {games} games are missing"
        ))),
    }
}

/// Plays a match, or the rest of it, prints its result, and writes more of it; or only looks whether all was played.
pub(super) fn play<G: Playable>(
    tournament: Tournament<G>,
    options: &PlayingOptions,
    write: impl FnOnce(&PlayedMatch<G>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if options.check {
        return check(&tournament, options);
    }
    let played = play_games(tournament, options)?;
    write(&played)?;
    played.failures()
}

fn play_games<G: Playable>(
    tournament: Tournament<G>,
    options: &PlayingOptions,
) -> Result<PlayedMatch<G>, Failure> {
    let mut journal = open_journal(&tournament, options)?;
    let numbers = || tournament.numbers();
    let mut games = match &options.pgn {
        Some(path) => Some(GamesFile::open(path, numbers(), &journal)?),
        None => None,
    };
    let stop = stop_on_interruption();
    let scheduled = tournament.games();
    let tournament = tournament.stopped_by(&stop);
    let played = tournament.numbers().filter(|number| journal.has(*number));
    let mut news = News::new(scheduled, played.count());
    let mut trouble = Ok(());
    let standing = tournament.run(&mut journal, options.threads(), &mut |entry, standing| {
        let players = tournament.schedule().fixture(entry.game).players;
        let names = players.map(|player| tournament.players()[player].name());
        news.tell(entry, names, &Summary::new(&tournament, standing));
        if let (Some(games), Ok(())) = (&mut games, &trouble) {
            trouble = games.add(entry);
        }
    });
    news.bar.finish_and_clear();
    let standing = standing.map_err(|error| Failure::Work(error.to_string()))?;
    let summary = Summary::new(&tournament, &standing);
    show(&summary, options.json)?;
    trouble?;
    let is_interrupted = stop.is_stopped() && standing.games() < scheduled;
    // With a journal, games that wait for others are written when the match resumes.
    if let Some(games) = games.filter(|_| !is_interrupted || options.journal.is_none()) {
        games.finish()?;
    }
    if is_interrupted {
        let left = scheduled - standing.games();
        return Err(Failure::Interrupted(match &options.journal {
            Some(_) => format!("interrupted; the same command plays the other {left} games"),
            None => "interrupted; with --journal FILE a match can be continued".to_owned(),
        }));
    }
    Ok(PlayedMatch {
        summary,
        tournament,
        journal,
    })
}

fn open_journal<G: Playable>(
    tournament: &Tournament<G>,
    options: &PlayingOptions,
) -> Result<Journal<Entry>, Failure> {
    let Some(path) = &options.journal else {
        return Ok(Journal::in_memory());
    };
    Ok(Journal::open(
        path,
        &tournament.job(),
        tournament.schedule().len(),
    )?)
}

/// A handle that is used by Ctrl-C and by the signals that end programs. A second one ends the program at once.
pub(super) fn stop_on_interruption() -> StopHandle {
    let stop = StopHandle::new();
    let handle = stop.clone();
    // It can be installed only once, and a program plays only one match.
    let _ = ctrlc::set_handler(move || {
        if handle.is_stopped() {
            process::exit(130);
        }
        handle.stop();
    });
    stop
}

/// The reports on standard error while games are played.
struct News {
    bar: ProgressBar,
    /// Without a terminal there is a line after this many games.
    every: u64,
    noted: HashSet<String>,
}

impl News {
    fn new(scheduled: usize, played: usize) -> Self {
        let bar = progress(scheduled);
        bar.set_position(played as u64);
        Self {
            bar,
            every: (scheduled as u64 / 20).max(50),
            noted: HashSet::new(),
        }
    }

    fn tell(&mut self, entry: &Entry, names: [&str; 2], summary: &Summary) {
        self.bar.inc(1);
        let message = message(summary);
        let (count, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
        if self.bar.is_hidden() && count.is_multiple_of(self.every) {
            complain(&format!("{count} of {all} games  {message}"));
        }
        self.bar.set_message(message);
        for note in &entry.notes {
            self.note_once(note, note);
        }
        if entry.is_fault() {
            let loser = names[entry.steps_of_first() / 2];
            let fault = format!("{loser} in game {}: {}", entry.game + 1, entry.reason);
            self.note_once(&format!("{loser}: {}", entry.end), &fault);
        }
    }

    /// Prints what happened, unless something of this kind was printed before.
    fn note_once(&mut self, kind: &str, text: &str) {
        if self.noted.insert(kind.to_owned()) {
            self.bar.suspend(|| output::note(text));
        }
    }
}

/// The score between two players, or the leader of several.
fn message(summary: &Summary) -> String {
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
