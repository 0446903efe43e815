//! One player that grows from chapter to chapter, and what each chapter is worth.

#[path = "../../../../../examples/shared/options.rs"]
mod options;

mod alpha_beta;
mod horizon;
mod matches;
mod ordering;
mod players;
mod selective;
mod tables;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
use std::thread;

use alpha_beta::Cutting;
use horizon::Quiet;
use matches::{elo, opened, pair};
use options::Options;
use ordering::TakeFirst;
use players::{Player, blind, counting, deepening, learned};
use plywood::document::plot::{Curve, CurvePlot, Unit};
use plywood::engine::Evaluation;
use plywood::search::{GenerationOrder, Horizon, MAX_DEPTH};
use plywood::{AlphaBeta, Classical, Limits, Minimax, Position, PrincipalVariationSearch, Random};
use plywood_net::Network;
use selective::Betting;
use tables::Memory;

const HELP: &str = "\
Plays the player of each chapter of the book against the one before, and prints by how many Elo it is better: with the same nodes
for both, and with the same instructions.

usage: cargo run --release --example player -- [OPTIONS]

  --nodes N   the nodes of each move (default 1000)
  --pairs N   pairs of games, of which each has an opening of its own (default 2)
  --chapter N only the player of this chapter; fails unless it is shown to be stronger than the one before
  --svg FILE  also draw the sums as curves
  --alone N   play nothing; search some positions with the player of this chapter, and print its nodes
  --help      this text
";

/// The search of chapter 8 with any horizon.
fn asking(horizon: impl Horizon<Position> + 'static) -> Player {
    let search = PrincipalVariationSearch::with_horizon(horizon).ordering(learned());
    deepening(search.table(Memory::default()))
}

/// The player after a chapter.
struct Grown {
    chapter: u32,
    learned: &'static str,
    /// The instructions of a node: what `valgrind --tool=callgrind` counts of this program with `--alone`, with 1000 nodes less
    /// with 10.
    cost: u64,
    make: fn() -> Player,
}

const fn after(chapter: u32, learned: &'static str, cost: u64, make: fn() -> Player) -> Grown {
    Grown {
        chapter,
        learned,
        cost,
        make,
    }
}

static PLAYERS: [Grown; 13] = [
    after(1, "the rules", 1550, || Box::new(Random)),
    after(2, "one ply", 1550, || Box::new(Minimax::new(counting()))),
    after(3, "minimax", 1560, || deepening(Minimax::new(counting()))),
    after(4, "alpha-beta", 1600, || {
        deepening(Cutting(blind(), GenerationOrder))
    }),
    after(5, "captures first", 1790, || {
        deepening(Cutting(blind(), TakeFirst))
    }),
    after(6, "what iterations learn", 1920, || {
        deepening(AlphaBeta::with_horizon(blind()).ordering(learned()))
    }),
    after(7, "a table", 1970, || {
        let search = AlphaBeta::with_horizon(blind()).ordering(learned());
        deepening(search.table(Memory::default()))
    }),
    after(8, "null windows", 1960, || asking(blind())),
    after(10, "quiescence", 3010, || asking(Quiet(counting()))),
    after(11, "more to count", 4440, || {
        asking(Quiet(Classical::default()))
    }),
    after(11, "fitted weights", 4440, || {
        asking(Quiet(Evaluation::fitted()))
    }),
    after(12, "a network", 3040, || asking(Quiet(Network::default()))),
    after(13, "three bets", 3710, || {
        deepening(Betting(
            Quiet(Network::default()),
            learned(),
            Memory::default(),
        ))
    }),
];

impl Grown {
    /// So many nodes for a move; before chapter 3 a single ply.
    fn limits(&self, nodes: u64) -> Limits {
        Limits::nodes(nodes).with_depth(if self.chapter < 3 { 1 } else { MAX_DEPTH })
    }

    /// The Elo by which it is better than another player, with these nodes for a move of each.
    fn against(&self, other: &Self, nodes: [u64; 2], pairs: u64) -> [f64; 3] {
        let [mut new, mut old] = [self, other].map(|grown| (grown.make)());
        let [many, few] = [self.limits(nodes[0]), other.limits(nodes[1])];
        let pairs = (0..pairs).map(|opening| {
            new.new_game();
            old.new_game();
            pair(&opened(opening), (&mut *new, &many), (&mut *old, &few))
        });
        elo(&pairs.collect::<Vec<_>>())
    }
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let nodes: u64 = options.number("--nodes", 1000)?;
    let pairs: u64 = options.number("--pairs", 2)?;
    let chapter: u32 = options.number("--chapter", 0)?;
    if options.has("--alone") {
        return alone(options.number("--alone", 1)?, nodes);
    }
    // Each player and the one before, by equal nodes and by equal instructions.
    let matches: Vec<_> = thread::scope(|scope| {
        let pairs_of_players = PLAYERS.iter().zip(&PLAYERS[1..]);
        let is_wanted = |(_, new): &(&Grown, &Grown)| chapter == 0 || new.chapter == chapter;
        let pairs_of_players = pairs_of_players.filter(is_wanted);
        let running: Vec<_> = pairs_of_players
            .map(|(old, new)| {
                let affordable = nodes * old.cost / new.cost;
                let gained = move |own| new.against(old, [own, nodes], pairs);
                (
                    new,
                    affordable,
                    scope.spawn(move || [nodes, affordable].map(gained)),
                )
            })
            .collect();
        let ended = running.into_iter();
        ended
            .map(|(new, affordable, games)| {
                (new, affordable, games.join().expect("no game panics"))
            })
            .collect()
    });
    let mut text = format!(
        "chapter  {:<22}{:>19}{:>23}{:>6}{:>19}{:>23}\n",
        "learned", "Elo, equal nodes", "sum", "nodes", "equal instructions", "sum"
    );
    let mut curves = [vec![(1.0, [0.0; 3])], vec![(1.0, [0.0; 3])]];
    if matches.is_empty() {
        return Err("no player learns something in this chapter".into());
    }
    let is_stronger = matches[0].2[0][0] > 0.0;
    for (now, affordable, gained) in matches {
        let [equal_nodes, equal_work] = [0, 1].map(|column| {
            let before = curves[column].last().map_or([0.0; 3], |point| point.1);
            let sum = added(before, gained[column]);
            curves[column].push((f64::from(now.chapter), sum));
            let [gain, sum] = [gained[column], sum]
                .map(|[low, middle, high]| format!("{middle:+.0} [{low:+.0}, {high:+.0}]"));
            format!("{gain:>19}{sum:>23}")
        });
        let Grown {
            chapter, learned, ..
        } = now;
        writeln!(
            text,
            "{chapter:>7}  {learned:<22}{equal_nodes}{affordable:>6}{equal_work}"
        )?;
    }
    if chapter > 0 && !is_stronger {
        let unshown = "with equal nodes, it is not shown to be stronger than the player before";
        return Err(format!("{unshown}:\n{text}").into());
    }
    if let Some(path) = options.get("--svg") {
        fs::write(path, drawn(curves))?;
    }
    Ok(text)
}

/// The sum of two measurements with their intervals. Errors of separate matches are independent, so their squares add up.
fn added([low, middle, high]: [f64; 3], [least, more, most]: [f64; 3]) -> [f64; 3] {
    let sum = middle + more;
    [
        sum - (middle - low).hypot(more - least),
        sum,
        sum + (high - middle).hypot(most - more),
    ]
}

/// The sums as the table has them, each labeled where it ends.
fn drawn(curves: [Vec<(f64, [f64; 3])>; 2]) -> String {
    let plot = CurvePlot::walk("One player that grows", "chapter", Unit::Number)
        .note("Elo above a player of random moves, as the sum of what each chapter gains.")
        .bound(0.0, "random moves");
    let named = ["equal nodes", "equal instructions"]
        .into_iter()
        .zip(curves);
    let plot = named.fold(plot, |plot, (name, points)| {
        let points = points
            .into_iter()
            .map(|(chapter, [_, sum, _])| (chapter, sum.round()));
        let points: Vec<_> = points.collect();
        let (_, end) = points[points.len() - 1];
        plot.bound(end, name).curve(Curve::new(name, points))
    });
    plot.picture().standalone()
}

/// Searches twenty positions with the player of a chapter.
fn alone(chapter: u32, nodes: u64) -> Result<String, Box<dyn Error>> {
    let grown = PLAYERS.iter().find(|grown| grown.chapter == chapter);
    let grown = grown.ok_or("no player learns something in this chapter")?;
    let mut player = (grown.make)();
    let mut visited = 0;
    for opening in 0..20 {
        let position = opened(opening).position().clone();
        visited += player.search(&position, &grown.limits(nodes)).stats.nodes;
    }
    Ok(format!("{visited} nodes\n"))
}
