//! [`Job`]: a search in any game, ready to run on a separate thread, and its progress reports.

use crate::games::{Place, Rules};
use crate::limits::{AppliedLimits, ServiceLimits};
use crate::problem::Problem;
use crate::searches::answer::{Answer, IterationData, milliseconds};
use crate::searches::strategy::{Choice, Chosen};
use crate::searches::warm::{Search, Warm};
use plywood_catalog::{Playable, Strength};
use plywood_search::clock::Moment;
use plywood_search::{Event, Fault, Limits, Observer, StopHandle, catch_panic};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The progress of a running search.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Progress {
    /// An iteration is complete.
    Iteration {
        #[serde(flatten)]
        iteration: Box<IterationData>,
        /// The nodes of all iterations so far.
        total_nodes: u64,
    },
    /// The number of nodes entered so far.
    Nodes { nodes: u64, time_ms: f64 },
}

/// Receives a search's progress, on the thread of the search.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(Progress);

type Run<T> = Box<dyn FnOnce(&StopHandle, Option<Watch<'_>>) -> Result<T, Problem> + Send>;

/// A search that is ready to run; its event describes it.
#[derive(Serialize)]
pub(crate) struct Job<T> {
    pub(crate) strategy: String,
    evaluator: String,
    pub(crate) limits: AppliedLimits,
    clipped: Vec<&'static str>,
    #[serde(skip)]
    run: Run<T>,
}

impl<T> Job<T> {
    pub(super) fn new<G: Playable>(
        chosen: Chosen<G>,
        run: impl FnOnce(&Chosen<G>, &StopHandle, Option<Watch<'_>>) -> Result<T, Problem>
        + Send
        + 'static,
    ) -> Self {
        Self {
            strategy: chosen.name.clone(),
            evaluator: chosen.contender.spec().evaluator_text(),
            limits: chosen.limits.clone(),
            clipped: chosen.limits.clipped.clone(),
            run: Box::new(move |stop, watch| run(&chosen, stop, watch)),
        }
    }

    /// Runs the search. `watch` receives the strategy's progress.
    ///
    /// # Errors
    /// [`Problem`] if the strategy panicked, or chose no legal move.
    pub(crate) fn run(self, stop: &StopHandle, watch: Option<Watch<'_>>) -> Result<T, Problem> {
        let Self { strategy, run, .. } = self;
        catch_panic(|| run(stop, watch)).unwrap_or_else(|panic| {
            let fault = Fault::Panicked(panic);
            Err(Problem::broken(format!("{strategy} failed: {fault}")))
        })
    }

    /// Returns the longest time that it takes.
    pub(crate) fn time(&self) -> Duration {
        self.limits.time()
    }
}

/// Prepares a search of a position; one that continues takes its strategy from `warm`.
pub(crate) fn job<G: Playable>(
    place: &Place<G>,
    choice: &Choice,
    server: &ServiceLimits,
    warm: &Arc<Warm<G>>,
) -> Result<Job<Answer>, Problem> {
    let chosen = choice.check(&place.rules.catalog, server)?;
    let search = if choice.goes_on && chosen.elo.is_none() {
        warm.search(place, &chosen, choice.in_game)
    } else {
        search(place, &chosen, choice.in_game)
    };
    let (rules, root) = (Arc::clone(&place.rules), place.position().clone());
    let root_moves = root_moves(&root, &choice.root_moves)?;
    let may_choose = place.outcome().is_none() && !root.waits_for_chance();
    let must_move = choice.in_game && may_choose;
    Ok(Job::new(chosen, move |chosen, stop, watch| {
        let limits = chosen.limits.for_search(chosen.seed, stop);
        let limits = limits.with_lines(chosen.lines);
        let limits = match root_moves {
            None => limits,
            Some(moves) => limits
                .with_root_moves(&root, moves)
                .map_err(|error| Problem::value("root_moves", error.to_string()))?,
        };
        let report = match watch {
            Some(watch) => {
                let (rules, root) = (&*rules, &root);
                let mut watching = Watching {
                    rules,
                    root,
                    watch,
                    nodes: 0,
                    finished: 0,
                    started: Moment::now(),
                    last: Duration::ZERO,
                };
                search(&limits, &mut watching)
            }
            None => search(&limits, &mut ()),
        };
        let name = &chosen.name;
        match report.legal_move(&root) {
            Err(fault) if must_move || fault != Fault::NoMove => {
                Err(Problem::broken(format!("{name} failed in {root}: {fault}")))
            }
            Ok(_) | Err(_) => Ok(Answer::new(&rules, &root, &report, chosen)),
        }
    }))
}

/// Reads the only moves to search, if there are any.
fn root_moves<G: Playable>(root: &G, texts: &[String]) -> Result<Option<Vec<G::Move>>, Problem> {
    let moves = texts.iter().map(|text| {
        let refused = |reason| Problem::value("root_moves", reason);
        root.read_move(text).map_err(refused)
    });
    let moves: Vec<G::Move> = moves.collect::<Result<_, _>>()?;
    Ok((!moves.is_empty()).then_some(moves))
}

/// Returns the search of a position. The strategy is made on the searching thread, with its tables. A weakened one sees the whole game.
pub(super) fn search<G: Playable>(
    place: &Place<G>,
    chosen: &Chosen<G>,
    in_game: bool,
) -> Search<G::Move> {
    let (contender, seed) = (chosen.with_other_limits(), chosen.seed);
    let strength = chosen.elo.map(Strength::of_elo);
    if in_game || strength.is_some() {
        let game = place.played.with_history();
        let contender = contender.with_noise(strength.map_or(0, |level| level.error));
        let most = strength.map_or_else(Limits::none, |level| Limits::nodes(level.nodes));
        return Box::new(move |limits, observer| {
            let mut strategy = contender.in_game(seed);
            strategy.search_observed(&game, &limits.within(&most), observer)
        });
    }
    let position = place.position().clone();
    Box::new(move |limits, observer| {
        contender
            .strategy(seed)
            .search_observed(&position, limits, observer)
    })
}

/// The time between reports of the nodes.
const INTERVAL: Duration = Duration::from_millis(100);
/// The nodes between readings of the clock.
const NODES: u64 = 512;

/// An observer that reports iterations, and from time to time the number of nodes.
struct Watching<'a, G: Playable> {
    rules: &'a Rules<G>,
    root: &'a G,
    watch: Watch<'a>,
    nodes: u64,
    finished: u64,
    started: Moment,
    /// The time of the last report.
    last: Duration,
}

impl<G: Playable> Watching<'_, G> {
    /// Reports the nodes if it is time.
    fn count(&mut self) {
        let time = self.started.elapsed();
        if time >= self.last + INTERVAL {
            self.last = time;
            let (nodes, time_ms) = (self.nodes, milliseconds(time));
            (self.watch)(Progress::Nodes { nodes, time_ms });
        }
    }
}

impl<G: Playable> Observer<G::Move> for Watching<'_, G> {
    fn observe(&mut self, event: Event<'_, G::Move>) {
        match event {
            Event::Enter { .. } => {
                self.nodes += 1;
                if self.nodes.is_multiple_of(NODES) {
                    self.count();
                }
            }
            Event::Progress(progress) => {
                self.nodes = progress.nodes;
                self.count();
            }
            Event::Iteration(iteration) => {
                self.finished += iteration.nodes;
                let iteration = IterationData::new(self.rules, self.root, iteration);
                (self.watch)(Progress::Iteration {
                    iteration: Box::new(iteration),
                    total_nodes: self.finished,
                });
            }
            _ => {}
        }
    }
}
