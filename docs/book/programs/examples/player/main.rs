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
use std::time::Duration;

use alpha_beta::Cutting;
use horizon::Quiet;
use matches::{elo, play};
use options::Options;
use ordering::TakeFirst;
use plywood::report::plot::{Curve, CurvePlot, Unit};
use plywood::search::{FixedDepth, GenerationOrder, Horizon, MAX_DEPTH, StaticEvaluation};
use plywood::{
    AlphaBeta, Classical, IterativeDeepening, Killers, Limits, Material, Minimax, Position,
};
use plywood::{Mobility, PrincipalVariationSearch, QuietHistory, Random, Strategy, Weighted};
use plywood_net::Network;
use selective::Betting;
use tables::Memory;

const HELP: &str = "\
Plays the player of each chapter of the book against the one before, and prints by how many Elo it is better.

usage: cargo run --release --example player -- [OPTIONS]

  --nodes N   the nodes of each move (default 500)
  --ms N      the milliseconds of each move, instead of its nodes
  --pairs N   pairs of games, of which each has an opening of its own (default 2)
  --svg FILE  also draw the sums as a curve
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
    /// How deep it may look.
    plies: u32,
    make: fn() -> Player,
}

const fn after(chapter: u32, learned: &'static str, make: fn() -> Player) -> Grown {
    let plies = if chapter < 3 { 1 } else { MAX_DEPTH };
    Grown {
        chapter,
        learned,
        plies,
        make,
    }
}

const PLAYERS: [Grown; 12] = [
    after(1, "the rules", || Box::new(Random)),
    after(2, "one ply", || Box::new(Minimax::new(counting()))),
    after(3, "minimax", || deepening(Minimax::new(counting()))),
    after(4, "alpha-beta", || {
        deepening(Cutting(blind(), GenerationOrder))
    }),
    after(5, "captures first", || {
        deepening(Cutting(blind(), TakeFirst))
    }),
    after(6, "what iterations learn", || {
        deepening(AlphaBeta::with_horizon(blind()).ordering(learned()))
    }),
    after(7, "a table", || {
        let search = AlphaBeta::with_horizon(blind()).ordering(learned());
        deepening(search.table(Memory::default()))
    }),
    after(8, "null windows", || asking(blind())),
    after(10, "quiescence", || asking(Quiet(counting()))),
    after(11, "fitted weights", || asking(Quiet(Classical::default()))),
    after(12, "a network", || asking(Quiet(Network::default()))),
    after(13, "late moves reduced", || {
        deepening(Betting(
            Quiet(Network::default()),
            learned(),
            Memory::default(),
        ))
    }),
];

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let pairs: u64 = options.number("--pairs", 2)?;
    let limits = match options.get("--ms") {
        Some(_) => Limits::time(Duration::from_millis(options.number("--ms", 1)?)),
        None => Limits::nodes(options.number("--nodes", 500)?),
    };
    let mut text = format!(
        "chapter  {:<22} {:>22} {:>6}\n",
        "learned", "Elo, with 95 %", "sum"
    );
    let (mut sum, mut points) = (0.0, vec![(1.0, 0.0)]);
    for (before, now) in PLAYERS.iter().zip(&PLAYERS[1..]) {
        let [mut new, mut old] = [now, before].map(|grown| (grown.make)());
        let [few, many] = [before, now].map(|grown| limits.clone().with_depth(grown.plies));
        let pairs = (0..pairs).map(|opening| {
            new.new_game();
            old.new_game();
            let white = play(opening, [(&mut *new, &many), (&mut *old, &few)]);
            f64::midpoint(
                white,
                1.0 - play(opening, [(&mut *old, &few), (&mut *new, &many)]),
            )
        });
        let [low, middle, high] = elo(&pairs.collect::<Vec<_>>());
        sum += middle;
        points.push((f64::from(now.chapter), sum));
        let gained = format!("{middle:+.0} [{low:+.0}, {high:+.0}]");
        let Grown {
            chapter, learned, ..
        } = now;
        writeln!(text, "{chapter:>7}  {learned:<22} {gained:>22} {sum:>+6.0}")?;
    }
    if let Some(path) = options.get("--svg") {
        let plot = CurvePlot::walk("One player that grows", "chapter", Unit::Number)
            .note("Elo above a player of random moves, as the sum of what each chapter gains.")
            .curve(Curve::new("", points));
        fs::write(path, plot.picture().standalone())?;
    }
    Ok(text)
}
