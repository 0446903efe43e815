//! Writes a game, Nim, and compares strategies on it: `cargo run --release --example your_own_game`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use plywood::Transpositions;
use plywood::search::{Comparison, Ending, Keyed, MonteCarlo, MtdF, ProofNumber, SssStar, laws};
use plywood::{
    AlphaBeta, Game, IterativeDeepening, Limits, Minimax, PrincipalVariationSearch, Score,
};

use options::Options;

const HELP: &str = "\
Nim: there are three heaps of matches. The side to move takes any number of matches from one heap, and the
side that takes the last match wins. The game is written in forty lines. Then strategies that only need the
rules play it to the end, and, with a key for its positions, so do those with a transposition table.

usage: cargo run --release --example your_own_game -- [OPTIONS]

  --heaps A,B,C    how many matches the three heaps have, up to 5 each; 3,4,5 if not given
  --help           this text
";

/// The number of matches in each heap. Both sides have the same moves, so the side to move need not be stored.
#[derive(Clone)]
struct Nim([u8; 3]);

/// Takes matches from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Take {
    heap: u8,
    matches: u8,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.matches, char::from(b'a' + self.heap))
    }
}

impl Game for Nim {
    type Move = Take;
    type Moves = Vec<Take>;

    fn legal_moves(&self) -> Vec<Take> {
        let takes = |(heap, size)| (1..=size).map(move |matches| Take { heap, matches });
        (0..).zip(self.0).flat_map(takes).collect()
    }

    fn after(&self, take: Take) -> Self {
        let mut heaps = self.0;
        heaps[usize::from(take.heap)] -= take.matches;
        Self(heaps)
    }

    fn ending(&self, moves: &[Take]) -> Option<Ending> {
        // The opponent has just taken the last match.
        moves.is_empty().then_some(Ending::Lost)
    }
}

/// The requirements of a transposition table.
impl Keyed for Nim {
    fn key(&self) -> u64 {
        let append = |key: u64, heap| key * 8 + u64::from(heap);
        let heaps = self.0.into_iter().fold(1, append);
        // The multiplication spreads the bits upwards, and the swap moves them down.
        heaps.wrapping_mul(0x9E37_79B9_7F4A_7C15).swap_bytes()
    }

    fn move_code(take: Take) -> u16 {
        u16::from_le_bytes([take.heap, take.matches])
    }
}

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let heaps = options.get("--heaps").unwrap_or("3,4,5");
    let error = format!("expected three heaps of up to 5, such as 3,4,5, found {heaps:?}");
    let nim = parse(heaps).ok_or(error)?;
    // Random games check the laws that every strategy relies on.
    for seed in 0..20 {
        laws::check_game(&nim, seed)?;
        laws::check_keyed(&nim, seed)?;
    }
    // Bouton, 1901: the side to move loses if the exclusive-or of the heaps is 0.
    let is_lost = nim.0.iter().fold(0, |sum, heap| sum ^ heap) == 0;
    Ok(format!(
        "{}\nIn theory the side to move {}.\n",
        compare(&nim),
        if is_lost { "loses" } else { "wins" }
    ))
}

fn parse(heaps: &str) -> Option<Nim> {
    let heap = |text: &str| text.parse().ok().filter(|heap| *heap <= 5);
    let heaps: Option<Vec<u8>> = heaps.split(',').map(heap).collect();
    Some(Nim(heaps?.try_into().ok()?))
}

fn compare(nim: &Nim) -> String {
    let depth = nim.0.iter().copied().map(u32::from).sum();
    // A finished game has a fixed score, so the evaluator matters only for unfinished ones.
    let none = |_: &Nim| Score::DRAW;
    let table = || Transpositions::exact(4);
    Comparison::new(nim, Limits::depth(depth))
        .strategy("minimax", Minimax::new(none))
        .strategy("alpha-beta", AlphaBeta::new(none))
        .strategy("principal-variation", PrincipalVariationSearch::new(none))
        .strategy("sss-star", SssStar::new(none))
        .strategy("deepening", IterativeDeepening::new(AlphaBeta::new(none)))
        .strategy("monte-carlo", MonteCarlo::new(none))
        .strategy("proof-number", ProofNumber::new())
        // These need `Keyed`.
        .strategy("alpha-beta-table", AlphaBeta::new(none).table(table()))
        .strategy(
            "mtd-f",
            IterativeDeepening::new(MtdF::new(AlphaBeta::new(none).table(table()))),
        )
        .against("minimax")
        .run()
        .to_string()
}
