//! A UCI session: reads commands as lines, and runs searches on a separate thread.
//!
//! Three threads share the work. One reads lines. One searches, and writes `info` lines while it does. The session itself waits for their
//! messages: it alone decides when `bestmove` is due, so there is exactly one for each `go`.

mod lines;
mod allotment;
mod lateness;
mod reporting;
mod worker;

use self::allotment::Allotment;
use self::lateness::Lateness;
use self::lines::{Output, read_lines};
use self::worker::{Job, SearchJob, Worker};
use crate::explanation;
use crate::option_list::{AmbiguousSetting, Effect, OptionList};
use plywood_catalog::{Catalog, Contender};
use plywood_core::{History, Move, Position};
use plywood_notation::uci::{self, CastlingForm};
use plywood_notation::uci_protocol::{Command, CommandError, GameSoFar, Go, SetOption};
use plywood_report::did_you_mean;
use plywood_search::{Pondering, StopHandle, catch_panic};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Serves the protocol with the strategies of a catalog until `quit` or the end of the input. A search that is still running is then
/// stopped. The program introduces itself by its name and author.
///
/// ```
/// use plywood_uci::session;
///
/// let (mut reader, writer) = std::io::pipe()?;
/// let catalog = plywood_catalog::Catalog::chess().only(["alpha-beta", "everything"]);
/// let input = "uci\nposition startpos moves e2e4\ngo depth 2\n".as_bytes();
/// session::run("Two searches", "A. Student", catalog, input, writer)?;
/// let mut lines = String::new();
/// std::io::Read::read_to_string(&mut reader, &mut lines)?;
/// assert!(lines.starts_with("id name Two searches\nid author A. Student\n"));
/// assert!(lines.contains("option name Strategy type combo default alpha-beta var alpha-beta var everything\n"));
/// assert!(lines.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SessionError`] if a strategy has a setting with the name of another option, the input cannot be read, or the output cannot be written.
/// Each ends the session.
pub fn run(
    name: &str,
    author: &str,
    catalog: Catalog<Position>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), SessionError> {
    let catalog = Arc::new(catalog);
    let options = OptionList::new(Arc::clone(&catalog))?;
    let (sender, events) = sync_channel(MOST_QUEUED);
    let output = Output::new(output, sender.clone());
    let from_input = sender.clone();
    let read = move || read_lines(input, &from_input);
    let begun = thread::Builder::new().spawn(read);
    begun.map_err(SessionError::Thread)?;
    let introduction = format!("id name {name}\nid author {author}");
    let session = Session::new(introduction, (catalog, options), output.clone(), sender);
    let session = session.map_err(SessionError::Thread)?;
    session.serve(&events).map_err(SessionError::Input)?;
    output.take_failure().map_err(SessionError::Output)
}

/// The reason a session did not begin, or ended before `quit` and before the end of its input.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A setting of a strategy cannot be offered as an option.
    #[error(transparent)]
    Setting(#[from] AmbiguousSetting),
    /// The system can start no thread.
    #[error("no thread can be started: {0}")]
    Thread(#[source] io::Error),
    /// The next line cannot be read.
    #[error("the input cannot be read: {0}")]
    Input(#[source] io::Error),
    /// A line cannot be written.
    #[error("standard output: cannot write: {0}")]
    Output(#[source] io::Error),
}

/// A message from another thread to the session.
#[derive(Debug)]
enum Event {
    /// A line was read.
    Line(String),
    /// A line that began with this word was longer than the limit, and was skipped.
    LineTooLong(String),
    /// The input has ended, or cannot be read.
    InputEnded(io::Result<()>),
    /// A line could not be written.
    OutputFailed,
    /// The worker has finished its task.
    Answered(Answer),
    /// The worker has finished everything it was asked before.
    Ready,
}

/// The result of a search or another task of the worker.
#[derive(Debug, Clone, Copy)]
enum Answer {
    /// The moves for the `bestmove` line: the best one, if there is one, and the expected reply.
    Move {
        best: Option<Move>,
        reply: Option<Move>,
    },
    /// A count or a benchmark has written its result.
    Done,
}

/// A task of the worker, and the conditions for its answer.
#[derive(Debug, Default)]
struct Task {
    stop: StopHandle,
    /// `true` if the answer waits for `stop` or `ponderhit`.
    waits: bool,
    pondering: Option<Pondering>,
    /// The arrival of its `go`.
    arrived: Option<Instant>,
    /// The most that the search may take.
    most: Option<Duration>,
    castling: CastlingForm,
    /// The strategy that searches.
    strategy: String,
    /// The time to report that the search has not ended, after it was told to.
    overdue: Option<Instant>,
    answer: Option<Answer>,
}

/// The time that a search may go on after it was told to end, until the session reports it.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time that a search may take to end after the input has ended. Strategies check the stop handle far more often.
const PATIENCE_AT_END: Duration = Duration::from_secs(5);

/// No count of this many plies finishes before the program ends, unless every move is forced.
const MOST_PERFT_PLIES: u32 = 100;

/// The most tasks that wait, so that they cannot fill the memory. Interfaces that do not wait send only a few lines and searches at once.
const MOST_QUEUED: usize = 1_000;

/// The state of a session.
#[derive(Debug)]
struct Session {
    output: Output,
    introduction: String,
    jobs: Sender<Job>,
    catalog: Arc<Catalog<Position>>,
    options: OptionList,
    /// The game; `None` after a refused `position`, since a search of the previous position isn't wanted.
    game: Option<Arc<History>>,
    is_verbose: bool,
    lateness: Lateness,
    task: Option<Task>,
    /// Tasks that arrived while another was running: some interfaces do not wait for `bestmove`.
    queue: VecDeque<(Task, Job)>,
    /// The number of `isready` that wait for the worker.
    pings: usize,
}

impl Session {
    /// Makes a session whose worker sends its events here.
    fn new(
        introduction: String,
        (catalog, options): (Arc<Catalog<Position>>, OptionList),
        output: Output,
        events: SyncSender<Event>,
    ) -> io::Result<Self> {
        let (jobs, received) = channel();
        let start = options.options();
        let worker = Worker::new(output.clone(), events, Arc::clone(&catalog), start);
        thread::Builder::new().spawn(move || worker.run(&received))?;
        Ok(Self {
            output,
            introduction,
            jobs,
            catalog,
            options,
            game: Some(Arc::default()),
            is_verbose: false,
            lateness: Lateness::default(),
            task: None,
            queue: VecDeque::new(),
            pings: 0,
        })
    }

    /// Handles events until `quit`, the end of the input, or the loss of the output.
    fn serve(mut self, events: &Receiver<Event>) -> io::Result<()> {
        let result = loop {
            match self.next(events) {
                Ok(event) => {
                    if let ControlFlow::Break(result) = self.handle(event) {
                        break result;
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.say_overdue(),
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        self.stop();
        let end = Instant::now() + PATIENCE_AT_END;
        while self.task.is_some() || self.pings > 0 {
            let left = end.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(Event::Answered(answer)) => self.answered(answer),
                Ok(Event::Ready) => self.ready(),
                Ok(Event::Line(_) | Event::LineTooLong(_) | Event::InputEnded(_)) => {}
                Ok(Event::OutputFailed) | Err(_) => break,
            }
        }
        result
    }

    /// Returns the next event, unless a search must be reported as overdue first.
    fn next(&self, events: &Receiver<Event>) -> Result<Event, RecvTimeoutError> {
        match self.task.as_ref().and_then(|task| task.overdue) {
            Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    /// Reports once that the search ignores its limits. Only the end of the program can end it.
    fn say_overdue(&mut self) {
        if let Some(task) = &mut self.task {
            task.overdue = None;
            self.output.say(format_args!(
                "{} was told to stop but is still searching: the answer has to wait, though quit ends the program",
                task.strategy
            ));
        }
    }

    /// Handles an event. Breaks with the result of the session when the event ends it.
    fn handle(&mut self, event: Event) -> ControlFlow<io::Result<()>> {
        match event {
            Event::InputEnded(result) => return ControlFlow::Break(result),
            Event::OutputFailed => return ControlFlow::Break(Ok(())),
            Event::LineTooLong(word) => {
                self.output.say("the line is too long and was skipped");
                match word.as_str() {
                    "position" => self.game = None,
                    "go" => self.begin(Task::default(), Job::Refuse),
                    _ => {}
                }
            }
            Event::Answered(answer) => self.answered(answer),
            Event::Ready => self.ready(),
            Event::Line(line) => match line.parse() {
                Ok(Command::Quit) => return ControlFlow::Break(Ok(())),
                Ok(command) => self.obey(command),
                Err(error) => self.refuse(&error),
            },
        }
        ControlFlow::Continue(())
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
            Command::Draw => {
                if let Some(game) = self.game() {
                    self.output.line(explanation::drawing(&game));
                }
            }
            Command::Eval => {
                if let Some(game) = self.game() {
                    let contender = self.options.options().contender(&self.catalog);
                    let explain = |contender: Contender<Position>| {
                        let evaluator = contender.spec().evaluator.as_ref();
                        explanation::explain(&self.catalog, evaluator, game.position())
                    };
                    match catch_panic(|| contender.and_then(explain)) {
                        Ok(Ok(text)) => self.output.line(text),
                        Ok(Err(error)) => self.output.say(error),
                        Err(panic) => self
                            .output
                            .say(format_args!("the evaluator panicked: {panic}")),
                    }
                }
            }
            Command::Bench(depth) => {
                let task = Task::default();
                let stop = task.stop.clone();
                self.begin(task, Job::Bench { depth, stop });
            }
            Command::Perft(depth) => self.perft(depth),
            Command::Help => self.output.line(HELP),
        }
    }

    /// Reports the mistake in a line. A `go` is answered all the same, since an interface waits for it.
    fn refuse(&mut self, error: &CommandError) {
        self.output.say(error);
        match error {
            CommandError::NoPosition | CommandError::Fen(_) | CommandError::Move { .. } => {
                self.game = None;
            }
            CommandError::Go(_) | CommandError::Twice(_) => {
                self.begin(Task::default(), Job::Refuse);
            }
            _ => {}
        }
    }

    /// Returns the game; reports a sentence if there is none.
    fn game(&self) -> Option<Arc<History>> {
        if self.game.is_none() {
            self.output
                .say("there is no position: the last one was refused");
        }
        self.game.clone()
    }

    fn introduce(&self) {
        self.output.line(&self.introduction);
        for declaration in self.options.declarations() {
            self.output.line(declaration);
        }
        let options = self.options.options();
        if let Ok(Ok(about)) = catch_panic(|| options.about(&self.catalog)) {
            self.output.say(about);
        }
        self.output.line("uciok");
    }

    /// Answers `isready`: at once during a search, and otherwise when the worker has prepared everything.
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
            Err(error) => return self.output.refuse(error),
            Ok(Effect::ClearHash) => return self.give(Job::NewGame),
            Ok(Effect::Clamped(value)) => {
                let name = &set.name;
                self.output.say(format_args!(
                    "{name}: {value} is used, the nearest value in range"
                ));
            }
            Ok(Effect::Set) => {}
        }
        self.give(Job::Follow(Box::new(self.options.options())));
    }

    fn set_position(&mut self, game: GameSoFar) {
        for repair in game.repairs {
            self.output.say(format_args!("position: {repair}"));
        }
        self.game = Some(Arc::new(game.history));
    }

    /// Writes a sentence about the first few words.
    fn say_of(&self, words: &[String], sentence: impl Fn(&String) -> String) {
        const FEW: usize = 5;
        for word in words.iter().take(FEW) {
            self.output.say(sentence(word));
        }
        if let Some(more @ 1..) = words.len().checked_sub(FEW) {
            self.output.say(format_args!("… and {more} more"));
        }
    }

    fn go(&mut self, go: &Go) {
        let arrived = Some(Instant::now());
        self.say_of(&go.skipped, |word| {
            let meant = did_you_mean(word, &Go::WORDS);
            format!("go: {word:?} is not known and was skipped{meant}")
        });
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let Some(game) = self.game() else {
            return self.begin(Task::default(), Job::Refuse);
        };
        let options = self.options.options();
        let mut illegal = Vec::new();
        let overhead = options.move_overhead().max(self.lateness.heard(go, &game));
        let allotment = Allotment::new(go, game.position(), &options, overhead, &mut illegal);
        self.say_of(&illegal, |text| {
            format!("searchmoves: {text:?} is not a legal move here")
        });
        let allotment = match allotment {
            Ok(allotment) => allotment,
            Err(error) => {
                self.output.say(format_args!("searchmoves: {error}"));
                return self.begin(Task::default(), Job::Refuse);
            }
        };
        let check = |_| {
            let contender = options.contender(&self.catalog);
            contender.and_then(|it| it.check_limits(&allotment.limits))
        };
        if let Some(Err(error)) = go.rounds.map(check) {
            self.output.say(error);
            return self.begin(Task::default(), Job::Refuse);
        }
        if self.is_verbose {
            let time = match allotment.limits.max_time() {
                Some(time) => format!("for at most {time:?}"),
                None => "without a time limit".to_owned(),
            };
            let strategy = &options.strategy;
            self.output.say(format_args!("{strategy} searches {time}"));
        }
        let task = Task {
            waits: allotment.waits,
            pondering: allotment.limits.pondering().cloned(),
            arrived,
            most: allotment.limits.max_time(),
            castling: options.castling_form(),
            strategy: options.strategy.to_string(),
            ..Task::default()
        };
        let job = SearchJob {
            game,
            allotment,
            stop: task.stop.clone(),
        };
        self.begin(task, Job::Search(Box::new(job)));
    }

    fn perft(&mut self, depth: u32) {
        if depth > MOST_PERFT_PLIES {
            return self.output.say(format_args!(
                "perft: expected at most {MOST_PERFT_PLIES} plies, found {depth}"
            ));
        }
        if let Some(game) = self.game() {
            let task = Task::default();
            let stop = task.stop.clone();
            self.begin(task, Job::Perft { game, depth, stop });
        }
    }

    /// Gives a task to the worker, or queues it behind the earlier ones.
    fn begin(&mut self, task: Task, job: Job) {
        let Some(running) = &self.task else {
            self.task = Some(task);
            return self.give(job);
        };
        if !running.stop.is_stopped() {
            self.output
                .say("a search is running: the answer comes when it ends");
        }
        if self.queue.len() < MOST_QUEUED {
            self.queue.push_back((task, job));
        } else {
            self.output.say(format_args!(
                "{MOST_QUEUED} searches are waiting already, so this one is skipped"
            ));
        }
    }

    /// Returns the task of the worker, and those that wait for it.
    fn tasks(&mut self) -> impl Iterator<Item = &mut Task> {
        let queued = self.queue.iter_mut().map(|(task, _)| task);
        self.task.iter_mut().chain(queued)
    }

    fn stop(&mut self) {
        for task in self.tasks() {
            task.waits = false;
            task.stop.stop();
        }
        self.answer_if_due();
        if let Some(task) = &mut self.task {
            task.overdue = Some(Instant::now() + PATIENCE);
        }
    }

    /// Reports that the opponent has played the expected move. A search that does not ponder ignores it.
    fn ponder_hit(&mut self) {
        for task in self.tasks() {
            if let Some(pondering) = &task.pondering {
                pondering.hit();
                task.waits = false;
            }
        }
        self.answer_if_due();
    }

    fn answered(&mut self, answer: Answer) {
        if let Some(task) = &mut self.task {
            task.answer = Some(answer);
        }
        self.answer_if_due();
    }

    /// Writes `bestmove` once the search has ended and nothing delays it. Then the next task begins.
    fn answer_if_due(&mut self) {
        let Some(task) = self
            .task
            .take_if(|task| task.answer.is_some() && !task.waits)
        else {
            return;
        };
        if let Some(Answer::Move { best, reply }) = task.answer {
            self.write_best_move(best, reply, task.castling);
            let taken = task.arrived.map(|arrived| arrived.elapsed());
            self.lateness.answered(taken.unwrap_or_default(), task.most);
        }
        if let Some((task, job)) = self.queue.pop_front() {
            self.begin(task, job);
        }
    }

    fn write_best_move(&self, best: Option<Move>, reply: Option<Move>, castling: CastlingForm) {
        let Some(best) = best else {
            return self.output.line("bestmove (none)");
        };
        let best = uci::write(best, castling);
        match reply.map(|reply| uci::write(reply, castling)) {
            Some(reply) => self
                .output
                .line(format_args!("bestmove {best} ponder {reply}")),
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

/// The answer to `help`.
const HELP: &str = "\
Commands for people:
  d                       draw the board
  eval                    explain the evaluation of the position, term by term
  perft N                 count the positions N plies ahead
  bench                   search fixed positions with these options and count nodes; also: bench N, to depth N
Commands of the UCI protocol:
  uci                     list the options
  setoption name NAME value VALUE
  position startpos moves e2e4 e7e5
  position fen FEN moves ...
  go depth 8              also: movetime MS, nodes N, rounds N, mate N, infinite, wtime MS btime MS winc MS binc MS
  stop                    end the search
  ucinewgame, isready, ponderhit, debug on, quit";
