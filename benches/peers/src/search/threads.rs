//! One search to a depth, on one thread and on two.

use std::thread;

use plywood_core::Position;
use plywood_eval::Classical;
use plywood_search::{
    Captures, IterativeDeepening, Killers, Limits, Parallel, PrincipalVariationSearch,
    QuietHistory, Report, Strategy, Transpositions,
};

use super::rates;
use crate::contest::Contest;
use crate::options::Options;
use crate::perft::{KNOWN, Known};
use crate::table::Table;

const THREADS: [&str; 2] = ["1 thread", "2 threads"];
const MEGABYTES: usize = 16;

/// A contest for each known position, by the clock on the wall.
pub fn contests(options: &Options) -> Vec<Contest> {
    let depth = if options.quick { 4 } else { 7 };
    KNOWN.iter().map(|known| contest(known, depth)).collect()
}

/// Searches a second.
pub fn table(contests: &[Contest]) -> Table {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    Table {
        name: "search-threads",
        title: "parallel principal variation search to a depth, searches a second by the clock on the wall"
            .to_owned(),
        notes: vec![format!(
            "This machine has {processors} processors; what else runs on them counts."
        )],
        ..rates(contests, &THREADS, 1e9)
    }
}

fn contest(known: &Known, depth: u32) -> Contest {
    let position: Position = known.fen.parse().expect("the FEN is of a legal position");
    let mut contest = Contest::new(format!("{} d{depth}, threads", known.name))
        .expecting(1)
        .by_the_wall_clock();
    let truth = search(&position, depth, 1).score;
    for (threads, name) in (1..).zip(THREADS) {
        let position = position.clone();
        let work = move || u64::from(search(&position, depth, threads).score == truth);
        contest.enter(name, Box::new(work));
    }
    contest
}

fn search(position: &Position, depth: u32, threads: usize) -> Report<plywood_core::Move> {
    let inner = PrincipalVariationSearch::new(Classical::default())
        .ordering((Captures, Killers::new(), QuietHistory::new()))
        .table(Transpositions::exact(MEGABYTES));
    let mut strategy = IterativeDeepening::new(Parallel::new(inner, threads));
    strategy.search(position, &Limits::depth(depth))
}
