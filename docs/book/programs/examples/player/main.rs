//! One player that grows from chapter to chapter, and what each chapter is worth.

#[path = "../../../../../examples/shared/options.rs"]
mod options;

mod alpha_beta;
mod horizon;
mod matches;
mod ordering;
mod selective;
mod tables;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
use std::thread;

use alpha_beta::Cutting;
use horizon::Quiet;
use matches::{elo, opened, play};
use options::Options;
use ordering::TakeFirst;
use plywood::document::plot::{Curve, CurvePlot, Unit};
use plywood::engine::Evaluation;
use plywood::search::{FixedDepth, GenerationOrder, Horizon, MAX_DEPTH, StaticEvaluation};
use plywood::{AlphaBeta, IterativeDeepening, Killers, Limits, Material, Minimax, Position};
use plywood::{Mobility, PrincipalVariationSearch, QuietHistory, Random, Strategy, Weighted};
use plywood_net::Network;
use selective::Betting;
use tables::Memory;

const HELP: &str = "\
Plays the player of each chapter of the book against the one before, and prints by how many Elo it is better: with the same nodes
for both, and with the same instructions.

usage: cargo run --release --example player -- [OPTIONS]

  --nodes N   the nodes of each move (default 1000)
  --pairs N   pairs of games, of which each has an opening of its own (default 2)
  --svg FILE  also draw the sums as curves
  --alone N   play nothing; search some positions with the player of this chapter, and print its nodes
  --help      this text
";

type Player = Box<dyn Strategy<Position>>;

/// A referee asks for depth 1, then 2, then 3, until the nodes or the time are used up.
fn deepening(search: impl FixedDepth<Position> + 'static) -> Player {
    Box::new(IterativeDeepening::new(search))
}

/// The order of quiet moves that a search has learned on its way.
fn learned() -> (TakeFirst, Killers, QuietHistory) {
    (TakeFirst, Killers::new(), QuietHistory::new())
}

/// What all players before chapter 11 know: the pieces, and a little for each move, so that they do not shuffle about.
fn counting() -> Weighted<Position> {
    let material = Weighted::new().with("material", Material::default());
    material.with("mobility", Mobility::pawns_per_move(0.05))
}

/// A horizon that sees the position as it stands.
fn blind() -> StaticEvaluation<Weighted<Position>> {
    StaticEvaluation::new(counting())
}

/// The search of chapter 8 with any horizon.
fn asking(horizon: impl Horizon<Position> + 'static) -> Player {
    let search = PrincipalVariationSearch::with_horizon(horizon).ordering(learned());
    deepening(search.table(Memory::default()))
}

/// What the player is after a chapter.
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

static PLAYERS: [Grown; 12] = [
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
    after(11, "fitted weights", 4440, || {
        asking(Quiet(Evaluation::fitted()))
    }),
    after(12, "a network", 3040, || asking(Quiet(Network::default()))),
    after(13, "late moves reduced", 3170, || {
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

    /// By how many Elo it is better than another player, with so many nodes for a move of each.
    fn against(&self, other: &Self, nodes: [u64; 2], pairs: u64) -> [f64; 3] {
        let [mut new, mut old] = [self, other].map(|grown| (grown.make)());
        let [many, few] = [self.limits(nodes[0]), other.limits(nodes[1])];
        let pairs = (0..pairs).map(|opening| {
            new.new_game();
            old.new_game();
            let white = play(opening, [(&mut *new, &many), (&mut *old, &few)]);
            let black = play(opening, [(&mut *old, &few), (&mut *new, &many)]);
            f64::midpoint(white, 1.0 - black)
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
    if options.has("--alone") {
        return alone(options.number("--alone", 1)?, nodes);
    }
    // Each player and the one before, by equal nodes and by equal instructions.
    let matches: Vec<_> = thread::scope(|scope| {
        let pairs_of_players = PLAYERS.iter().zip(&PLAYERS[1..]);
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
        "chapter  {:<22}{:>19}{:>6}{:>6}{:>19}{:>6}\n",
        "learned", "Elo, equal nodes", "sum", "nodes", "equal instructions", "sum"
    );
    let mut curves = [vec![(1.0, 0.0)], vec![(1.0, 0.0)]];
    for (now, affordable, gained) in matches {
        let [equal_nodes, equal_work] = [0, 1].map(|column| {
            let [low, middle, high] = gained[column];
            let sum = curves[column].last().map_or(0.0, |point| point.1) + middle;
            curves[column].push((f64::from(now.chapter), sum));
            let interval = format!("{middle:+.0} [{low:+.0}, {high:+.0}]");
            format!("{interval:>19}{sum:>+6.0}")
        });
        let Grown {
            chapter, learned, ..
        } = now;
        writeln!(
            text,
            "{chapter:>7}  {learned:<22}{equal_nodes}{affordable:>6}{equal_work}"
        )?;
    }
    if let Some(path) = options.get("--svg") {
        fs::write(path, drawn(curves))?;
    }
    Ok(text)
}

/// The sums as the table has them, each labeled where it ends.
fn drawn(curves: [Vec<(f64, f64)>; 2]) -> String {
    let plot = CurvePlot::walk("One player that grows", "chapter", Unit::Number)
        .note("Elo above a player of random moves, as the sum of what each chapter gains.")
        .bound(0.0, "random moves");
    let named = ["equal nodes", "equal instructions"]
        .into_iter()
        .zip(curves);
    let plot = named.fold(plot, |plot, (name, points)| {
        let points = points
            .into_iter()
            .map(|(chapter, sum)| (chapter, sum.round()));
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
