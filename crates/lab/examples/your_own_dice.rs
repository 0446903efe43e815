//! A lab for your own game with dice, in every command of `plywood-lab`.
//!
//! ```sh
//! cargo run --release -p plywood-lab --example your_own_dice -- compare expectiminimax star1 star2 --game race --depth 6
//! cargo run --release -p plywood-lab --example your_own_dice -- match star2+table:depth=7 monte-carlo:rounds=500 --game race
//! ```

use plywood_catalog::{Catalog, Games, Playable};
use plywood_search::{Ending, Game, Keyed, Score, Stakes};
use std::{fmt, process::ExitCode, str::FromStr};

fn main() -> ExitCode {
    plywood_lab::main(plywood_catalog::standard().and(race()))
}

/// Returns the catalog of the game, with the searches that handle chance. A lead is in hundredths of a win.
fn race() -> Catalog<Race> {
    let lead = |race: &Race| Score::centipawns(100 * (i32::from(race.0[0]) - i32::from(race.0[1])));
    Catalog::rolling("race", Race([0; 3])).evaluator("lead", "steps ahead", lead)
}

/// Go three steps, or roll a die and go as many as it shows; but a one is none. The first to make 50 steps wins.
///
/// The steps of the side to move and of the other side, and 1 while the die of the other side rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Race([u8; 3]);

impl Game for Race {
    type Move = char;
    type Moves = Vec<char>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(10_000)));

    fn legal_moves(&self) -> Vec<char> {
        let moves = if self.0[2] == 1 { "123456" } else { "gr" };
        moves.chars().collect()
    }

    fn after(&self, mv: char) -> Self {
        let [own, other, _] = self.0;
        Self(match mv {
            'g' => [other, own + 3, 0],
            'r' => [other, own, 1],
            '1' => [own, other, 0],
            rolled => [own, other + rolled as u8 - b'0', 0],
        })
    }

    fn ending(&self, _: &[char]) -> Option<Ending> {
        (self.0[1] >= 50).then_some(Ending::Lost)
    }

    fn waits_for_chance(&self) -> bool {
        self.0[2] == 1
    }
}

impl Keyed for Race {
    fn key(&self) -> u64 {
        let mix = |key: u64, &number| (key ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0.iter().fold(1, mix)
    }

    fn move_code(mv: char) -> u16 {
        mv as u16
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.0[0], self.0[1], self.0[2])
    }
}

impl FromStr for Race {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let numbers: Result<Vec<_>, _> = text.split(' ').map(str::parse).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        let numbers = numbers.filter(|numbers: &[u8; 3]| numbers.iter().all(|&number| number < 60));
        numbers.map(Self).ok_or("expected three numbers below 60")
    }
}

impl Playable for Race {}

#[cfg(test)]
#[path = "../tests/examples/your_own_dice.rs"]
mod tests;
