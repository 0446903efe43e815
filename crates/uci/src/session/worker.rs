//! The thread that searches.

use crate::book::OpeningBook;
use crate::engine_options::EngineOptions;
use crate::searcher::Searcher;
use crate::session::allotment::Allotment;
use crate::session::event::{Answer, Event};
use crate::session::output::Output;
use crate::session::reporting::InfoWriter;
use plywood_core::{History, Move, divide};
use plywood_search::StopHandle;
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
    /// Count positions.
    Perft {
        game: History,
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
    pub(super) game: History,
    pub(super) allotment: Allotment,
    pub(super) stop: StopHandle,
}

/// Does jobs until the session is gone.
pub(super) struct Worker {
    output: Output,
    events: Sender<Event>,
    options: EngineOptions,
    searcher: Option<Searcher>,
    book: Option<OpeningBook>,
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
                Job::Perft { game, depth, stop } => {
                    self.perft(&game, depth, &stop);
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
    }

    /// The searcher, which is made when it is first needed, since its tables take memory.
    fn searcher(&mut self) -> Option<&mut Searcher> {
        if self.searcher.is_none() {
            let made = Searcher::new(&self.options).or_else(|error| {
                self.output.say(error);
                // What cannot be had is done without, since a move is due.
                let modest = EngineOptions::default();
                Searcher::new(&EngineOptions {
                    hash_megabytes: modest.hash_megabytes,
                    syzygy_path: modest.syzygy_path,
                    ..self.options.clone()
                })
            });
            self.searcher = made.ok();
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
        let allotment = &job.allotment;
        let writer = InfoWriter::new(self.output.clone(), &self.options, job.stop.clone());
        let writer = writer.until_mate(allotment.mate);
        let limits = allotment.limits.clone().with_stop(&job.stop);
        let Some(searcher) = self.searcher() else {
            return Answer::Move {
                best: job.game.position().legal_moves().first().copied(),
                reply: None,
            };
        };
        let mut writer = writer
            .with_table(searcher.table())
            .with_endgame_tables(searcher.endgame_tables());
        let report = searcher.search(&job.game, &limits, &mut writer);
        let damage = searcher.take_damage();
        writer.result(&report);
        if let Some(damage) = damage {
            self.output.say(format_args!("SyzygyPath: {damage}"));
        }
        Answer::Move {
            best: report.best_move,
            reply: report.line.get(1).copied(),
        }
    }

    /// A move from the book, in games only: a person who analyzes wants a search.
    fn book_move(&mut self, job: &SearchJob) -> Option<Move> {
        let is_game = !self.options.analyse_mode && !job.allotment.waits;
        if !self.options.own_book || !is_game {
            return None;
        }
        if self.book.is_none() {
            let path = self.options.book_file.as_deref()?;
            match OpeningBook::open(path) {
                Ok(book) => self.book = Some(book),
                Err(error) => {
                    self.output.say(error);
                    // The complaint is made once; another BookFile or OwnBook is a new attempt.
                    self.options.own_book = false;
                }
            }
        }
        match self.book.as_mut()?.choose(job.game.position()) {
            Ok(found) => found,
            Err(error) => {
                self.output.say(error);
                None
            }
        }
    }

    fn perft(&self, game: &History, depth: u32, stop: &StopHandle) {
        let mut sum = 0;
        for (mv, count) in divide(game.position(), depth.max(1)) {
            self.output.line(format_args!("{mv}: {count}"));
            sum += count;
            if stop.is_stopped() {
                self.output.say("the count was stopped");
                break;
            }
        }
        self.output.line(format_args!("\nNodes searched: {sum}"));
    }
}
