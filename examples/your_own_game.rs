//! A game of your own: Nim joins the comparison of all strategies. `cargo run --release --example your_own_game`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;
#[path = "common/comparison.rs"]
mod comparison;
#[path = "common/table.rs"]
mod table;

use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;

use plywood::search::strategies::Catalog;
use plywood::search::{Ending, Keyed, laws};
use plywood::{Game, Score};

use comparison::Setting;

const HELP: &str = "\
Nim: matches lie in heaps, whoever is to move takes any number from one heap, and whoever takes the last
match wins. The game is written in some forty lines; then every strategy that asks nothing more
plays it to its end, and with a key for its positions those that use a table join.

usage: cargo run --release --example your_own_game -- [OPTIONS]

  --heaps a,b,c    how many matches lie in the three heaps, up to 5 each; 3,4,5 if not given
  --help           this text
";

/// How many matches lie in each heap. Who is to move makes no difference to what may be played.
#[derive(Clone)]
struct Nim([u8; 3]);

/// So many matches are taken from this heap.
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
        // The other side has just taken the last match.
        moves.is_empty().then_some(Ending::Lost)
    }
}

/// What a table needs, and all it needs.
impl Keyed for Nim {
    fn key(&self) -> u64 {
        let append = |key: u64, heap| key * 8 + u64::from(heap);
        let heaps = self.0.into_iter().fold(1, append);
        // Multiplying by an odd number spreads the bits upwards, and the swap brings them down.
        heaps.wrapping_mul(0x9E37_79B9_7F4A_7C15).swap_bytes()
    }

    fn move_code(take: Take) -> u16 {
        u16::from_le_bytes([take.heap, take.matches])
    }
}

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([heaps]) = command::options(arguments, ["--heaps"])? else {
        return Ok(HELP.to_owned());
    };
    let text = heaps.unwrap_or("3,4,5");
    let size = |heap| command::number(heap, 0..=5);
    let heaps: Vec<u8> = text.split(',').map(size).collect::<Result<_, _>>()?;
    let heaps = heaps.try_into();
    let nim = Nim(heaps.map_err(|_| format!("expected three heaps, as in 3,4,5, found {text:?}"))?);
    // Is it a game at all? The laws play it by chance and look for what strategies rely on.
    for seed in 0..20 {
        let laws = laws::check_game(&nim, seed).and_then(|()| laws::check_keyed(&nim, seed));
        laws.map_err(command::told)?;
    }
    let setting = Setting {
        game: "nim",
        position: &nim,
        text,
        evaluator: "none",
        judge: Arc::new(|_: &Nim| Score::DRAW),
        depth: nim.0.iter().copied().map(u32::from).sum(),
    };
    let (any, keyed) = (Catalog::for_any_game(), Catalog::for_keyed_games());
    let plain: Vec<&str> = any.names().collect();
    let is_new = |name: &&str| *name == "minimax" || !plain.contains(name);
    let with_table: Vec<&str> = keyed.names().filter(is_new).collect();
    // Bouton, 1901: who moves loses if the heaps, as binary numbers, add up to 0 without carries.
    let is_lost = nim.0.iter().fold(0, |sum, heap| sum ^ heap) == 0;
    Ok(format!(
        "{}\nAnd with a key, so that a table can remember positions:\n\n{}\nBy theory the side to move {}.\n",
        table::text(&setting.compare(&plain, &any)?),
        table::text(&setting.compare(&with_table, &keyed)?),
        if is_lost { "loses" } else { "wins" }
    ))
}
