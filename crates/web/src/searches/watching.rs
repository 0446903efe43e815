//! [`Watch`]: an observer that reports iterations, and from time to time how many nodes were entered.

use crate::games::Rules;
use crate::searches::answer::{IterationData, milliseconds};
use plywood_catalog::Playable;
use plywood_search::{Iteration, Observer, Window};
use std::time::{Duration, Instant};

/// What a search reports while it runs.
#[derive(Debug, Clone)]
pub(crate) enum Progress {
    /// An iteration is complete; also the nodes of all iterations so far.
    Iteration(Box<IterationData>, u64),
    /// The number of nodes entered after this number of milliseconds.
    Nodes(u64, f64),
}

/// Receives what a search reports, on the thread of the search.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(Progress);

/// How often nodes are reported.
const INTERVAL: Duration = Duration::from_millis(100);
/// After how many nodes the clock is read.
const NODES: u64 = 512;

pub(super) struct Watching<'a, G: Playable> {
    rules: &'a Rules<G>,
    root: &'a G,
    watch: Watch<'a>,
    nodes: u64,
    finished: u64,
    started: Instant,
    last: Instant,
}

impl<'a, G: Playable> Watching<'a, G> {
    pub(super) fn new(rules: &'a Rules<G>, root: &'a G, watch: Watch<'a>) -> Self {
        let now = Instant::now();
        Self {
            rules,
            root,
            watch,
            nodes: 0,
            finished: 0,
            started: now,
            last: now,
        }
    }
}

impl<G: Playable> Watching<'_, G> {
    /// Reports the nodes if it is time.
    fn count(&mut self) {
        if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            let time = milliseconds(self.started.elapsed());
            (self.watch)(Progress::Nodes(self.nodes, time));
        }
    }
}

impl<G: Playable> Observer<G::Move> for Watching<'_, G> {
    fn enter(&mut self, _depth: u32, _window: Window) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES) {
            self.count();
        }
    }

    fn progress(&mut self, progress: &plywood_search::Progress<G::Move>) {
        self.nodes = progress.explored;
        self.count();
    }

    fn iteration(&mut self, iteration: &Iteration<G::Move>) {
        self.finished += iteration.explored;
        let data = IterationData::new(self.rules, self.root, iteration);
        (self.watch)(Progress::Iteration(Box::new(data), self.finished));
    }
}
