//! Kalah, where a player may move twice in a row: `cargo run --release --example kalah`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::eval::{Side, Sides};
use plywood::search::{Ending, WithPasses, laws};
use plywood::{AlphaBeta, Game, Limits, PositionOnly, Score};

use options::Options;

const HELP: &str = "\
Kalah: the side to move sows the seeds of one of its pits, one by one, into the pits that follow and into its store. If the last
seed falls into the store, it moves again. A search assumes that the sides take turns, so
the game needs passes: `WithPasses` adds them. Without them the values are wrong, and here that search loses a match.

usage: cargo run --release --example kalah -- [OPTIONS]

  --seeds N    how many seeds each pit has at the start, from 2 to 6; 4 if not given
  --depth N    how many plies both sides search; 5 if not given
  --help       this text
";

const PITS: usize = 6;
const STORE: usize = PITS;

/// The pits and the store of the side to move, followed by those of the other side, in sowing order.
#[derive(Clone)]
struct Kalah {
    seeds: [u8; 2 * (PITS + 1)],
    side: Side,
}

impl Kalah {
    fn new(seeds: u8) -> Self {
        let mut kalah = Self {
            seeds: [seeds; 2 * (PITS + 1)],
            side: Side::First,
        };
        (kalah.seeds[STORE], kalah.seeds[2 * STORE + 1]) = (0, 0);
        kalah
    }

    /// Returns the lead in seeds of the side to move, including those in the pits if the game is over.
    fn lead(&self, stores_only: bool) -> i32 {
        let half = |from: usize| {
            let own = &self.seeds[from..=from + STORE];
            let counted = if stores_only { &own[STORE..] } else { own };
            counted.iter().copied().map(i32::from).sum::<i32>()
        };
        half(0) - half(STORE + 1)
    }

    fn evaluate(&self) -> Score {
        Score::centipawns(100 * self.lead(true))
    }
}

impl Game for Kalah {
    type Move = usize;
    type Moves = Vec<usize>;

    fn legal_moves(&self) -> Vec<usize> {
        (0..PITS).filter(|pit| self.seeds[*pit] > 0).collect()
    }

    fn after(&self, pit: usize) -> Self {
        let (mut seeds, other_store) = (self.seeds, 2 * STORE + 1);
        let mut last = pit;
        for _ in 0..std::mem::take(&mut seeds[pit]) {
            last = (last + 1) % other_store;
            seeds[last] += 1;
        }
        if last < STORE && seeds[last] == 1 {
            let captured = std::mem::take(&mut seeds[2 * STORE - last]);
            if captured > 0 {
                seeds[STORE] += captured + std::mem::take(&mut seeds[last]);
            }
        }
        if last == STORE {
            return Self { seeds, ..*self };
        }
        seeds.rotate_left(STORE + 1);
        Self {
            seeds,
            side: !self.side,
        }
    }

    fn ending(&self, moves: &[usize]) -> Option<Ending> {
        // A side that still has seeds keeps them.
        let lead = Score::centipawns(100 * self.lead(false));
        moves.is_empty().then_some(Ending::Scored(lead))
    }
}

impl Sides for Kalah {
    fn to_move(&self) -> Side {
        self.side
    }

    fn mirrored(&self) -> Self {
        Self {
            side: !self.side,
            ..*self
        }
    }
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let seeds = options.number("--seeds", 4)?;
    if !(2..=6).contains(&seeds) {
        return Err(format!("expected from 2 to 6 seeds, found {seeds}").into());
    }
    let start = Kalah::new(u8::try_from(seeds)?);
    let limits = Limits::depth(options.number("--depth", 5)?);
    let broken =
        (0..20).find_map(|seed| laws::check_alternation(&start, seed, Sides::to_move).err());
    for seed in 0..20 {
        let with_passes = WithPasses::new(start.clone());
        laws::check_game(&with_passes, seed)?;
        laws::check_alternation(&with_passes, seed, Sides::to_move)?;
    }
    let broken = broken.map_or_else(String::new, |law| {
        format!("Kalah as it is breaks a law: {law}\n")
    });
    let (mut won, mut seeds_ahead, mut games) = (0, 0, 0);
    for opening in start.legal_moves() {
        for with_passes in Side::BOTH {
            let lead = play(start.after(opening), with_passes, &limits);
            (won, seeds_ahead, games) = (won + u32::from(lead > 0), seeds_ahead + lead, games + 1);
        }
    }
    Ok(format!(
        "{broken}With passes {won} of {games} games are won, with {seeds_ahead:+} seeds in all.\n"
    ))
}

/// Returns the final lead in seeds of the side whose search has passes.
fn play(start: Kalah, with_passes: Side, limits: &Limits) -> i32 {
    let mut right = AlphaBeta::new(PositionOnly(Kalah::evaluate));
    let mut naive = AlphaBeta::new(Kalah::evaluate);
    let mut kalah = start;
    loop {
        let is_right = kalah.side == with_passes;
        if kalah.ending_at_leaf().is_some() {
            let lead = kalah.lead(false);
            return if is_right { lead } else { -lead };
        }
        let best = if is_right {
            let report = right.search(&WithPasses::new(kalah.clone()), limits);
            report.best_move.and_then(|mv| mv.played())
        } else {
            naive.search(&kalah, limits).best_move
        };
        kalah = kalah.after(best.expect("the game is not over"));
    }
}
