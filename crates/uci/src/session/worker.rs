//! The thread that searches.

use crate::engine_options::EngineOptions;
use crate::searcher::Searcher;
use crate::session::allotment::Allotment;
use crate::session::lines::Output;
use crate::session::reporting::InfoWriter;
use crate::session::{Answer, Event};
use plywood_console::{Failure, files};
use plywood_core::{History, Move, Position, perft};
use plywood_notation::polyglot::{BookError, BookFile};
use plywood_search::StopHandle;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

/// What the session asks for. Jobs are done one after another.
#[derive(Debug)]
pub(super) enum Job {
    /// Follow these options.
    Follow(EngineOptions),
    /// Forget earlier games.
    NewGame,
    /// Search.
    Search(Box<SearchJob>),
    /// Answer a `go` that asks for nothing that can be searched.
    Refuse,
    /// Count positions.
    Perft {
        game: Arc<History>,
        depth: u32,
        stop: StopHandle,
    },
    /// Measure the speed of the engine.
    Bench,
    /// Say when everything before is done.
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
    events: Sender<Event>,
    options: EngineOptions,
    searcher: Option<Searcher>,
    book: Option<BookFile<File>>,
}

impl Worker {
    pub(super) fn new(output: Output, events: Sender<Event>) -> Self {
        Self {
            output,
            events,
            options: EngineOptions::default(),
            searcher: None,
            book: None,
        }
    }

    pub(super) fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            let event = match job {
                Job::Follow(options) => {
                    self.follow(options);
                    continue;
                }
                Job::NewGame => {
                    if let Some(searcher) = &mut self.searcher {
                        searcher.new_game();
                    }
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
                Job::Bench => {
                    self.output.line(plywood_engine::bench(None));
                    Event::Answered(Answer::Done)
                }
                Job::Ping => {
                    self.searcher();
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
        if let Some(searcher) = &mut self.searcher
            && let Err(error) = searcher.follow(&self.options)
        {
            self.output.say(error);
        }
        self.complain();
    }

    /// Names the files of endgame tables that cannot be used.
    fn complain(&self) {
        for complaint in self.searcher.iter().flat_map(Searcher::take_complaints) {
            self.output.say(format_args!("SyzygyPath: {complaint}"));
        }
    }

    /// The searcher, which is made when it is first needed, since its tables take memory.
    fn searcher(&mut self) -> Option<&mut Searcher> {
        if self.searcher.is_none() {
            let made = Searcher::new(&self.options).or_else(|error| {
                self.output.say(error);
                // A move is due, so the search does without its table or its endgame tables.
                let modest = EngineOptions::default();
                Searcher::new(&EngineOptions {
                    hash_megabytes: modest.hash_megabytes,
                    syzygy_path: modest.syzygy_path,
                    ..self.options.clone()
                })
            });
            self.searcher = made.ok();
            self.complain();
        }
        self.searcher.as_mut()
    }

    fn search(&mut self, job: &SearchJob) -> Answer {
        if let Some(best) = self.book_move(job) {
            self.output.say("the move is from the book");
            return Answer::Move {
                best: Some(best),
                reply: None,
            };
        }
        let (output, options) = (self.output.clone(), self.options.clone());
        let Some(searcher) = self.searcher() else {
            return Answer::Move {
                best: job.game.position().legal_moves().first().copied(),
                reply: None,
            };
        };
        let SearchJob {
            allotment, stop, ..
        } = job;
        let mut writer = InfoWriter::new(output, &options, searcher, allotment.mate, stop);
        let limits = allotment.limits.clone().with_stop(stop);
        let report = searcher.search(&job.game, &limits, &mut writer);
        writer.result(&report);
        self.complain();
        Answer::Move {
            best: report.best_move,
            reply: report.line.get(1).copied(),
        }
    }

    /// A move from the book, in games only: a person who analyzes wants a search. Moves are chosen by chance, by their
    /// weights.
    fn book_move(&mut self, job: &SearchJob) -> Option<Move> {
        let is_game = !self.options.analyse_mode && !job.allotment.waits;
        let path = self.options.book_file.as_deref()?;
        if !self.options.own_book || !is_game {
            return None;
        }
        let found = choose_from_book(&mut self.book, Path::new(path), job.game.position());
        found.unwrap_or_else(|error| {
            self.output.say(format_args!("BookFile {error}"));
            // The complaint is made once; another BookFile or OwnBook is a new attempt.
            self.options.own_book = false;
            None
        })
    }

    fn perft(&self, position: &Position, depth: u32, stop: &StopHandle) {
        let mut sum = 0;
        for mv in position.legal_moves() {
            let child = position.play_unchecked(mv);
            let Some(count) = count(child, depth.saturating_sub(1), stop) else {
                return self
                    .output
                    .say(format_args!("the count was stopped after {sum} positions"));
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
        None => book.insert(BookFile::new(files::open(path)?).map_err(wrong)?),
    };
    let moves = book.moves(position).map_err(wrong)?;
    Ok(moves.choose(fastrand::u64(..)).map(|found| found.mv))
}

/// A count of three plies takes milliseconds, and is not stopped.
const UNSTOPPABLE_PLIES: u32 = 3;

/// Counts positions like [`perft`], but can be stopped, and needs no stack for great depths.
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
