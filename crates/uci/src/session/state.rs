//! [`Session`]: the state of a session, and what each command does to it.

use crate::engine_options::{Effect, EngineOptions, OptionName};
use crate::explanation;
use crate::session::allotment::Allotment;
use crate::session::event::{Answer, Event};
use crate::session::output::Output;
use crate::session::people;
use crate::session::reporting::castling_form;
use crate::session::task::Task;
use crate::session::worker::{Job, SearchJob, Worker};
use crate::strategies;
use plywood_core::{History, Move};
use plywood_notation::uci;
use plywood_notation::uci_protocol::{Command, GameSoFar, Go, SetOption};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a search may take to end after the input has ended. Strategies look at the stop handle far more often.
const PATIENCE_AT_END: Duration = Duration::from_secs(2);

/// The state of a session.
#[derive(Debug)]
pub(super) struct Session {
    output: Output,
    jobs: Sender<Job>,
    options: EngineOptions,
    game: History,
    is_verbose: bool,
    task: Option<Task>,
    /// Tasks that came while another was being stopped: some interfaces do not wait for `bestmove`.
    queue: VecDeque<(Task, Job)>,
    /// How many `isready` wait for the worker.
    pings: usize,
}

/// Whether the session goes on after an event.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Continue,
    End,
}

impl Session {
    /// A session whose worker sends its events here.
    pub(super) fn new(output: Output, events: Sender<Event>) -> Self {
        let (jobs, received) = channel();
        let worker = Worker::new(output.clone(), events);
        thread::spawn(move || worker.run(&received));
        Self {
            output,
            jobs,
            options: EngineOptions::default(),
            game: History::default(),
            is_verbose: false,
            task: None,
            queue: VecDeque::new(),
            pings: 0,
        }
    }

    /// Handles events until `quit` or the end of the input.
    pub(super) fn serve(mut self, events: &Receiver<Event>) {
        for event in events {
            if self.handle(event) == Next::End {
                break;
            }
        }
        self.stop();
        let end = Instant::now() + PATIENCE_AT_END;
        while self.task.is_some() || self.pings > 0 {
            let left = end.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(Event::Answered(answer)) => self.answered(answer),
                Ok(Event::Ready) => self.ready(),
                Ok(Event::Line(_) | Event::LineTooLong | Event::InputEnded) => {}
                Err(_) => return,
            }
        }
    }

    fn handle(&mut self, event: Event) -> Next {
        match event {
            Event::InputEnded => return Next::End,
            Event::LineTooLong => self.output.say("the line is too long and was skipped"),
            Event::Answered(answer) => self.answered(answer),
            Event::Ready => self.ready(),
            Event::Line(line) => match line.parse() {
                Ok(Command::Quit) => return Next::End,
                Ok(command) => self.obey(command),
                Err(error) => self.output.say(error),
            },
        }
        Next::Continue
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Nothing | Command::Register | Command::Quit => {}
            Command::Uci => self.introduce(),
            Command::Debug(is_on) => self.is_verbose = is_on,
            Command::IsReady => self.is_ready(),
            Command::SetOption(set) => self.set_option(&set),
            Command::NewGame => self.give(Job::NewGame),
            Command::Position(game) => self.set_position(game),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Draw => self.output.line(people::drawing(&self.game)),
            Command::Eval => {
                let position = self.game.position();
                let text = explanation::explain(&self.options.evaluator, position);
                self.output.line(text);
            }
            Command::Bench => self.begin(Task::without_wait(), Job::Bench),
            Command::Perft(depth) => self.perft(depth),
            Command::Help => self.output.line(people::HELP),
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.output.line(format_args!("id name plywood {version}"));
        self.output.line("id author the plywood developers");
        for option in OptionName::ALL {
            self.output.line(option.declaration());
        }
        self.output.line("uciok");
    }

    /// While it searches, the program is ready at once; otherwise the worker says when it has prepared everything.
    fn is_ready(&mut self) {
        if self.task.is_some() {
            self.output.line("readyok");
        } else {
            self.pings += 1;
            self.give(Job::Ping);
        }
    }

    fn ready(&mut self) {
        self.pings = self.pings.saturating_sub(1);
        self.output.line("readyok");
    }

    fn set_option(&mut self, set: &SetOption) {
        match self.options.set(set) {
            Err(error) => return self.output.say(error),
            Ok(Effect::ClearHash) => return self.give(Job::NewGame),
            Ok(Effect::Clamped(value)) => {
                let name = &set.name;
                self.output.say(format_args!(
                    "{name}: {value} is used, the nearest value in range"
                ));
            }
            Ok(Effect::Set) => {}
        }
        self.give(Job::Follow(self.options.clone()));
    }

    fn set_position(&mut self, game: GameSoFar) {
        for repair in game.repairs {
            self.output.say(format_args!("position: {repair}"));
        }
        self.game = game.history;
    }

    fn go(&mut self, go: &Go) {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let allotment = Allotment::new(go, self.game.position(), &self.options);
        let strategy = self.options.strategy.as_str();
        let is_engine = strategy == strategies::ENGINE;
        if !is_engine && !go.search_moves.is_empty() {
            self.output.say(format_args!(
                "{strategy} searches every move: searchmoves needs the strategy engine"
            ));
        }
        if !is_engine && self.options.lines > 1 {
            self.output.say(format_args!(
                "{strategy} finds one line: MultiPV needs the strategy engine"
            ));
        }
        for text in &allotment.unknown_moves {
            self.output
                .say(format_args!("searchmoves: no legal move here is {text:?}"));
        }
        if self.is_verbose {
            match allotment.limits.max_time() {
                Some(time) => self
                    .output
                    .say(format_args!("{strategy} searches for at most {time:?}")),
                None => self
                    .output
                    .say(format_args!("{strategy} searches without a limit of time")),
            }
        }
        let task = Task::for_search(&allotment);
        let job = SearchJob {
            game: self.game.clone(),
            allotment,
            stop: task.handle(),
        };
        self.begin(task, Job::Search(Box::new(job)));
    }

    fn perft(&mut self, depth: u32) {
        let task = Task::without_wait();
        let job = Job::Perft {
            game: self.game.clone(),
            depth,
            stop: task.handle(),
        };
        self.begin(task, job);
    }

    fn begin(&mut self, task: Task, job: Job) {
        match &self.task {
            None => {
                self.task = Some(task);
                self.give(job);
            }
            Some(running) if running.is_stopped() => self.queue.push_back((task, job)),
            Some(_) => self.output.say("a search is running: send stop first"),
        }
    }

    fn stop(&mut self) {
        let queued = self.queue.iter_mut().map(|(task, _)| task);
        for task in self.task.iter_mut().chain(queued) {
            task.stop();
        }
        self.answer_if_due();
    }

    fn ponder_hit(&mut self) {
        // A search that was asked for last may still wait for another one to stop.
        let last = self.queue.back_mut().map(|(task, _)| task);
        if let Some(task) = last.or(self.task.as_mut()) {
            task.hit();
        }
        self.answer_if_due();
    }

    fn answered(&mut self, answer: Answer) {
        if let Some(task) = &mut self.task {
            task.answered(answer);
        }
        self.answer_if_due();
    }

    /// Writes `bestmove` once the search has ended and nothing holds it back. Then the next search begins.
    fn answer_if_due(&mut self) {
        let Some(answer) = self.task.as_ref().and_then(Task::due) else {
            return;
        };
        self.task = None;
        if let Answer::Move { best, reply } = answer {
            self.write_best_move(best, reply);
        }
        if let Some((task, job)) = self.queue.pop_front() {
            self.begin(task, job);
        }
    }

    fn write_best_move(&self, best: Option<Move>, reply: Option<Move>) {
        let castling = castling_form(&self.options);
        let Some(best) = best else {
            return self.output.line("bestmove (none)");
        };
        let best = uci::write(best, castling);
        match reply {
            Some(reply) => {
                let reply = uci::write(reply, castling);
                self.output
                    .line(format_args!("bestmove {best} ponder {reply}"));
            }
            None => self.output.line(format_args!("bestmove {best}")),
        }
    }

    fn give(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            self.output
                .say("the search thread has ended: please report this");
        }
    }
}
