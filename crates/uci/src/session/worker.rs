//! The searching thread.

use crate::benchmark::{DEPTH, bench};
use crate::engine_options::EngineOptions;
use crate::option_list::open_book;
use crate::searcher::Searcher;
use crate::session::allotment::Allotment;
use crate::session::lines::Output;
use crate::session::reporting::{InfoWriter, legal_start};
use crate::session::{Answer, Event, PATIENCE};
use plywood_catalog::Catalog;
use plywood_console::{Failure, counted};
use plywood_core::{History, Move, Position, perft};
use plywood_notation::polyglot::{BookError, BookFile};
use plywood_search::{Fault, Limits, Report, StopHandle, catch_panic};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

/// A job from the session. Jobs are done one after another.
#[derive(Debug)]
pub(super) enum Job {
    /// Apply these options.
    Follow(Box<EngineOptions>),
    /// Forget earlier games.
    NewGame,
    /// Search.
    Search(Box<SearchJob>),
    /// Answer a `go` without anything to search.
    Refuse,
    /// Count positions.
    Perft {
        game: Arc<History>,
        depth: u32,
        stop: StopHandle,
    },
    /// Search fixed positions.
    Bench {
        depth: Option<u32>,
        stop: StopHandle,
    },
    /// Report when everything before is done.
    Ping,
}

#[derive(Debug)]
pub(super) struct SearchJob {
    pub(super) game: Arc<History>,
    pub(super) allotment: Allotment,
    pub(super) stop: StopHandle,
}

/// Does jobs until the session is gone.
pub(super) struct Worker {
    output: Output,
    events: SyncSender<Event>,
    catalog: Arc<Catalog<Position>>,
    options: EngineOptions,
    searcher: Option<Searcher>,
    book: Option<BookFile<File>>,
}

impl Worker {
    pub(super) fn new(
        output: Output,
        events: SyncSender<Event>,
        catalog: Arc<Catalog<Position>>,
        options: EngineOptions,
    ) -> Self {
        Self {
            output,
            events,
            catalog,
            options,
            searcher: None,
            book: None,
        }
    }

    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            let event = match job {
                Job::Follow(options) => {
                    self.follow(*options);
                    continue;
                }
                Job::NewGame => {
                    self.with_searcher(Searcher::new_game);
                    continue;
                }
                Job::Search(job) => Event::Answered(self.search(&job)),
                Job::Refuse => Event::Answered(Answer::Move {
                    best: None,
                    reply: None,
                }),
                Job::Perft { game, depth, stop } => {
                    self.perft(game.position(), depth, &stop);
                    Event::Answered(Answer::Done)
                }
                Job::Bench { depth, stop } => {
                    self.bench(depth.unwrap_or(DEPTH), &stop);
                    Event::Answered(Answer::Done)
                }
                Job::Ping => {
                    self.prepare();
                    Event::Ready
                }
            };
            if self.events.send(event).is_err() {
                return;
            }
        }
    }

    fn follow(&mut self, options: EngineOptions) {
        if options.book_file != self.options.book_file {
            self.book = None;
        }
        self.options = options;
        let options = self.options.clone();
        if let Some(Err(error)) = self.with_searcher(|searcher| searcher.follow(&options)) {
            self.output.refuse(error);
        }
        self.complain();
    }

    /// Calls a function with the searcher, if there is one. If its strategy panics, the searcher is dropped.
    fn with_searcher<T>(&mut self, work: impl FnOnce(&mut Searcher) -> T) -> Option<T> {
        let searcher = self.searcher.as_mut()?;
        let result = catch_panic(|| work(searcher)).map_err(Fault::Panicked);
        if let Err(fault) = &result {
            self.searcher = None;
            let strategy = &self.options.strategy;
            self.output.say(format_args!("{strategy} failed: {fault}"));
        }
        result.ok()
    }

    /// Reports the files of endgame tables that cannot be used.
    fn complain(&self) {
        for complaint in self.searcher.iter().flat_map(Searcher::take_complaints) {
            self.output.refuse(format_args!("SyzygyPath: {complaint}"));
        }
    }

    /// Makes the searcher when it is first needed, since its tables take memory.
    fn prepare(&mut self) {
        if self.searcher.is_some() {
            return;
        }
        let make = |options: &EngineOptions| {
            let made = catch_panic(|| Searcher::of_catalog(Arc::clone(&self.catalog), options, 0));
            match made {
                Ok(made) => made.map_err(|error| error.to_string()),
                Err(message) => Err(format!(
                    "{} failed: it panicked: {message}",
                    options.strategy
                )),
            }
        };
        let made = make(&self.options).or_else(|error| {
            self.output.refuse(error);
            // A move is due, so the search does without its table or its endgame tables.
            let modest = EngineOptions::default();
            make(&EngineOptions {
                hash_megabytes: modest.hash_megabytes,
                syzygy_path: modest.syzygy_path,
                ..self.options.clone()
            })
        });
        self.searcher = made.ok();
        self.complain();
    }

    fn search(&mut self, job: &SearchJob) -> Answer {
        let SearchJob {
            game,
            allotment,
            stop,
        } = job;
        if let Some(best) = self.book_move(job) {
            self.output.say("the move is from the book");
            return Answer::Move {
                best: Some(best),
                reply: None,
            };
        }
        self.prepare();
        let (output, options) = (self.output.clone(), self.options.clone());
        let limits = allotment.limits.clone().with_stop(stop);
        let start = Instant::now();
        let report = self.with_searcher(|searcher| {
            let mut writer = InfoWriter::new(output, &options, searcher, game.position(), stop)
                .until_mate(allotment.mate);
            let report = searcher.search(game, &limits, &mut writer);
            writer.result(&report);
            report
        });
        self.complain();
        let (taken, most) = (start.elapsed(), limits.max_time());
        if let Some(most) = most.filter(|&most| !allotment.waits && taken > most + PATIENCE) {
            let strategy = &options.strategy;
            self.output.say(format_args!(
                "{strategy} took {taken:.1?} of the {most:?} that it had"
            ));
        }
        self.answer(game.position(), &limits, report)
    }

    /// Returns the moves to answer with. A strategy may be the user's own: one that panicked, or returned no legal move, is not used again,
    /// and another move is made.
    fn answer(
        &mut self,
        position: &Position,
        limits: &Limits,
        report: Option<Report<Move>>,
    ) -> Answer {
        let moves = limits.root_moves(&position.legal_moves());
        let strategy = &self.options.strategy;
        if let Some(report) = report {
            match report.best_move {
                Some(best) if !moves.contains(&best) => self.output.say(format_args!(
                    "{strategy} returned {best}, which is not one of the moves to choose from"
                )),
                None if !moves.is_empty() => {
                    self.output.say(format_args!("{strategy} returned no move"));
                }
                best @ (Some(_) | None) => {
                    let line = legal_start(position, &report.line);
                    let reply = line.get(1).copied();
                    return Answer::Move { best, reply };
                }
            }
        }
        self.searcher = None;
        let best = moves.first().copied();
        if let Some(best) = best {
            self.output.say(format_args!(
                "{best} is played instead, and the next search is made by a new {strategy}; the position is {position}"
            ));
        }
        Answer::Move { best, reply: None }
    }

    /// Picks a move from the book, by chance and weight, in games only: a person who analyzes wants a search.
    fn book_move(&mut self, job: &SearchJob) -> Option<Move> {
        let is_game = !self.options.analyse_mode && !job.allotment.waits;
        let path = self.options.book_file.as_deref()?;
        if !self.options.own_book || !is_game {
            return None;
        }
        let found = choose_from_book(&mut self.book, path, job.game.position());
        found.unwrap_or_else(|error| {
            self.output.refuse(format_args!("BookFile {error}"));
            // The complaint is made once; another BookFile or OwnBook is a new attempt.
            self.options.own_book = false;
            None
        })
    }

    /// Searches as at the beginning of a game. So the searcher is a new one, for which the old one makes room.
    fn bench(&mut self, depth: u32, stop: &StopHandle) {
        self.searcher = None;
        self.prepare();
        if let Ok(about) = self.options.about(&self.catalog) {
            self.output.say(about);
        }
        match self.with_searcher(|searcher| bench(searcher, depth, stop)) {
            Some(_) if stop.is_stopped() => self.output.say("the benchmark was stopped"),
            Some(result) => self.output.line(result),
            None => {}
        }
    }

    fn perft(&self, position: &Position, depth: u32, stop: &StopHandle) {
        let mut sum = 0;
        for mv in position.legal_moves() {
            let child = position.play_unchecked(mv);
            let Some(count) = count(child, depth.saturating_sub(1), stop) else {
                return self.output.say(format_args!(
                    "the count was stopped after {}",
                    counted(sum, "position")
                ));
            };
            self.output.line(format_args!("{mv}: {count}"));
            sum += count;
        }
        self.output.line(format_args!("\nNodes searched: {sum}"));
    }
}

fn choose_from_book(
    book: &mut Option<BookFile<File>>,
    path: &Path,
    position: &Position,
) -> Result<Option<Move>, Failure> {
    let wrong = |error: BookError| Failure::in_file(path, &error);
    let book = match book {
        Some(book) => book,
        None => book.insert(open_book(path)?),
    };
    let moves = book.moves(position).map_err(wrong)?;
    Ok(moves.choose(fastrand::u64(..)).map(|found| found.mv))
}

/// The plies up to which a count takes milliseconds, and is not stopped.
const UNSTOPPABLE_PLIES: u32 = 3;

/// Counts positions like [`perft`], but can be stopped, and needs no deep stack.
fn count(position: Position, depth: u32, stop: &StopHandle) -> Option<u64> {
    let mut open = vec![(position, depth)];
    let mut sum = 0_u64;
    while let Some((position, depth)) = open.pop() {
        if stop.is_stopped() {
            return None;
        }
        if depth <= UNSTOPPABLE_PLIES {
            sum = sum.saturating_add(perft(&position, depth));
        } else {
            let moves = position.legal_moves();
            open.extend(
                moves
                    .iter()
                    .map(|&mv| (position.play_unchecked(mv), depth - 1)),
            );
        }
    }
    Some(sum)
}
