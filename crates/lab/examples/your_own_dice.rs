//! A lab for your own game with dice: Pig, in every command of `plywood-lab`.
//!
//! ```sh
//! cargo run --release -p plywood-lab --example your_own_dice -- compare expectiminimax star1 star2 --game pig --depth 6
//! cargo run --release -p plywood-lab --example your_own_dice -- match star2+table:depth=7 monte-carlo:rounds=500 --game pig
//! ```

use plywood_catalog::{Catalog, Games, Playable};
use plywood_search::{Ending, Game, Keyed, Score, Stakes};
use std::fmt;
use std::process::ExitCode;
use std::str::FromStr;

fn main() -> ExitCode {
    plywood_lab::main(plywood_catalog::standard().and(pig()))
}

/// Returns the catalog of the game, with the searches that handle chance. A lead is in hundredths of a win.
fn pig() -> Catalog<Pig> {
    let lead = |pig: &Pig| Score::centipawns(100 * (i32::from(pig.0[0]) - i32::from(pig.0[1])));
    Catalog::rolling("pig", Pig([0; 4])).evaluator("lead", "points ahead", lead)
}

/// Roll a die as often as you like. A one ends your turn without points; hold to keep the sum of the turn. The first to 50 points wins.
///
/// The points of the side to move and of the other side, those of the turn, and the phase. Sides alternate, so after a roll that is no one,
/// the other side passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pig([u8; 4]);

const GOAL: u8 = 50;
/// The phases: the side to move chooses, the die rolls, and the side to move passes.
const CHOOSES: u8 = 0;
const ROLLS: u8 = 1;
const PASSES: u8 = 2;

impl Game for Pig {
    type Move = char;
    type Moves = Vec<char>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(10_000)));

    fn legal_moves(&self) -> Vec<char> {
        let moves = match self.0 {
            [_, _, _, ROLLS] => "123456",
            [_, _, _, PASSES] => "-",
            [_, _, 0, _] => "r",
            _ => "rh",
        };
        moves.chars().collect()
    }

    fn after(&self, mv: char) -> Self {
        let [own, other, sum, _] = self.0;
        Self(match mv {
            'r' => [other, own, sum, ROLLS],
            'h' => [other, own + sum, 0, CHOOSES],
            '-' => [other, own, sum, CHOOSES],
            '1' => [own, other, 0, CHOOSES],
            rolled => [own, other, sum + rolled as u8 - b'0', PASSES],
        })
    }

    fn ending(&self, _: &[char]) -> Option<Ending> {
        (self.0[1] >= GOAL).then_some(Ending::Lost)
    }

    fn waits_for_chance(&self) -> bool {
        self.0[3] == ROLLS
    }
}

impl Keyed for Pig {
    fn key(&self) -> u64 {
        let number = u64::from(u32::from_le_bytes(self.0));
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15).swap_bytes()
    }

    fn move_code(mv: char) -> u16 {
        mv as u16
    }
}

impl fmt::Display for Pig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, other, sum, phase] = self.0;
        write!(f, "{own} {other} {sum} {phase}")
    }
}

impl FromStr for Pig {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let numbers: Result<Vec<u8>, _> = text.split(' ').map(str::parse).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        numbers.map(Self).ok_or("expected four numbers")
    }
}

impl Playable for Pig {}

#[cfg(test)]
#[path = "../tests/examples/your_own_dice.rs"]
mod tests;
