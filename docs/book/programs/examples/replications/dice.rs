//! Trees with chance.

use plywood::search::{Expectiminimax, Keyed, Stakes, Star1, Star2, Transpositions};
use plywood::{Game, Limits, Score, Stats, Strategy};

use crate::sample::Mean;
use crate::synthetic::mixed;

/// A tree in which a move and a roll of dice alternate, and neither has an end. Values are made by chance alone.
#[derive(Clone)]
struct Rolled {
    moves: u8,
    rolls: u8,
    node: u64,
    ply: u32,
}

/// The highest value.
const WIN: i32 = 1_000;

impl Rolled {
    fn value(&self) -> Score {
        Score::centipawns((mixed(self.node ^ 7) % 2_001) as i32 - WIN)
    }
}

impl Game for Rolled {
    type Move = u8;
    type Moves = Vec<u8>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(WIN)));

    fn legal_moves(&self) -> Vec<u8> {
        (0..if self.waits_for_chance() {
            self.rolls
        } else {
            self.moves
        })
            .collect()
    }

    fn after(&self, mv: u8) -> Self {
        Self {
            node: mixed(self.node.wrapping_mul(257) + u64::from(mv) + 1),
            ply: self.ply + 1,
            ..*self
        }
    }

    fn ending(&self, _: &[u8]) -> Option<plywood::Ending> {
        None
    }

    fn waits_for_chance(&self) -> bool {
        self.ply % 2 == 1
    }
}

impl Keyed for Rolled {
    fn key(&self) -> u64 {
        self.node
    }

    fn move_code(mv: u8) -> u16 {
        mv.into()
    }
}

/// Ballard (1983).
pub(crate) fn ballard(is_slow: bool) {
    println!(
        "                                    leaves, expectiminimax = 1                                     Star1 = 1"
    );
    println!(
        "moves  rolls  plies  trees                Star1                Star2         Star2, table                Star2         Star2, table"
    );
    let trees = if is_slow { 100 } else { 12 };
    let shapes: &[(u8, u8, u32)] = if is_slow {
        &[(4, 2, 5), (4, 6, 4), (8, 6, 3), (20, 6, 3), (20, 21, 2)]
    } else {
        &[(4, 2, 3), (8, 6, 3)]
    };
    for &(moves, rolls, plies) in shapes {
        let each = |seed: u64| {
            let root = Rolled {
                moves,
                rolls,
                node: mixed(seed + 1),
                ply: 0,
            };
            let all: [Box<dyn Strategy<Rolled>>; 4] = [
                Box::new(Expectiminimax::new(Rolled::value)),
                Box::new(Star1::new(Rolled::value)),
                Box::new(Star2::new(Rolled::value)),
                Box::new(Star2::new(Rolled::value).table(Transpositions::exact(16))),
            ];
            let reports = all.map(|mut search| search.search(&root, &Limits::depth(plies)));
            let value = reports[0].score;
            assert!(
                reports.iter().all(|report| report.score == value),
                "all find its value"
            );
            reports.map(|report| report.stats)
        };
        let all: Vec<[Stats; 4]> = (0..trees).map(each).collect();
        let mut line = format!("{moves:>5}{rolls:>7}{plies:>7}{trees:>7}");
        for (search, other) in [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1)] {
            let leaves = all
                .iter()
                .map(|of: &[Stats; 4]| (of[search].leaves(), of[other].leaves()));
            line += &format!("{:>21}", Mean::ratio(leaves));
        }
        println!("{line}");
    }
}
