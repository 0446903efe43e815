//! A game of your own on the page: hexapawn on five by five cells, and a written tree, which has no board at all.
//!
//! ```sh
//! cargo run --release -p plywood-web --example your_own_page
//! ```

use plywood_eval::{Score, Side};
use plywood_search::registry::{Catalog, Cell, Clicks, Games, Grid};
use plywood_search::{Ending, Game, Keyed};
use std::fmt;
use std::process::ExitCode;
use std::str::FromStr;

const SIZE: usize = 5;

fn main() -> ExitCode {
    let start: Hexapawn = "bbbbb/...../...../...../wwwww/w"
        .parse()
        .expect("the start is a position");
    let [white, black] = ["#fffdf9", "#2e2c2b"].map(|color| {
        let circle = "circle cx=\"35\" cy=\"35\" r=\"24\" stroke=\"#5b3f2b\" stroke-width=\"3\"";
        Cell::Svg(format!("<{circle} fill=\"{color}\"/>"))
    });
    let hexapawn = Catalog::keyed("hexapawn", start)
        .title("Hexapawn")
        .players("white", "black")
        .to_move(|position| position.to_move)
        .usual_depth(6)
        .evaluator(
            "pawns",
            "the number of pawns",
            Hexapawn::count as fn(&_) -> _,
        )
        .draws(move |position| {
            let grid = Grid::rows(&position.to_string()[..SIZE * (SIZE + 1)].replace('/', "\n"));
            grid.with(&Cell::Letter('w'), &white)
                .with(&Cell::Letter('b'), &black)
        })
        .clicks(|_, step| {
            let [from, to] = [step.from, step.to].map(|cell| (cell % SIZE, cell / SIZE));
            Clicks::on(from.0, from.1).then(to.0, to.1)
        })
        .ends(|position, _| {
            let reasons = ["blocking all pawns", "a pawn on the last row"];
            reasons[usize::from(position.has_arrived())].to_owned()
        });
    plywood_web::main(hexapawn.and(plywood_catalog::written_tree()))
}

/// Pawns step forward and capture diagonally. Whoever reaches the other end, or leaves no move to the other side, has won.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hexapawn {
    /// `w`, `b` or a dot, from the top left.
    cells: [u8; SIZE * SIZE],
    to_move: Side,
}

/// A step of a pawn between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    from: usize,
    to: usize,
}

impl Hexapawn {
    fn count(&self) -> Score {
        let pawns = |sign| {
            self.cells
                .map(|cell| i32::from(cell == sign))
                .iter()
                .sum::<i32>()
        };
        let [own, other] = self.signs().map(pawns);
        Score::centipawns(100 * (own - other))
    }

    /// The signs of the side to move and of the other one.
    const fn signs(&self) -> [u8; 2] {
        match self.to_move {
            Side::First => *b"wb",
            Side::Second => *b"bw",
        }
    }

    /// Whether the side that has just moved is at the other end.
    fn has_arrived(&self) -> bool {
        let last = match self.to_move {
            Side::First => &self.cells[SIZE * (SIZE - 1)..],
            Side::Second => &self.cells[..SIZE],
        };
        last.contains(&self.signs()[1])
    }
}

impl Game for Hexapawn {
    type Move = Step;
    type Moves = Vec<Step>;

    fn legal_moves(&self) -> Vec<Step> {
        let [own, other] = self.signs();
        let all =
            (0..SIZE * SIZE).flat_map(|from| (0..SIZE * SIZE).map(move |to| Step { from, to }));
        let is_legal = |step: &Step| {
            let (next, behind) = match self.to_move {
                Side::First => (step.from, step.to + SIZE),
                Side::Second => (step.from + SIZE, step.to),
            };
            // Straight ahead is for an empty cell, one column aside for a pawn of the other side.
            let aside = (step.from % SIZE).abs_diff(step.to % SIZE);
            let fits = [b'.', other].get(aside) == Some(&self.cells[step.to]);
            next / SIZE == behind / SIZE && self.cells[step.from] == own && fits
        };
        all.filter(is_legal).collect()
    }

    fn after(&self, step: Step) -> Self {
        let mut cells = self.cells;
        cells[step.to] = std::mem::replace(&mut cells[step.from], b'.');
        let to_move = match self.to_move {
            Side::First => Side::Second,
            Side::Second => Side::First,
        };
        Self { cells, to_move }
    }

    fn ending(&self, moves: &[Step]) -> Option<Ending> {
        (moves.is_empty() || self.has_arrived()).then_some(Ending::Lost)
    }
}

impl Keyed for Hexapawn {
    fn key(&self) -> u64 {
        let number = |key: u64, cell: &u8| key * 5 + u64::from(*cell % 5);
        self.cells.iter().fold(self.to_move as u64, number)
    }

    fn move_code(step: Step) -> u16 {
        u16::try_from(step.from * SIZE * SIZE + step.to).unwrap_or_default()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in [self.from, self.to] {
            let column = (b'a'..).map(char::from).nth(cell % SIZE).unwrap_or('?');
            write!(f, "{column}{}", SIZE - cell / SIZE)?;
        }
        Ok(())
    }
}

/// The rows from the top with slashes behind them, and the letter of the side to move.
impl fmt::Display for Hexapawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(SIZE) {
            write!(f, "{}/", String::from_utf8_lossy(row))?;
        }
        write!(f, "{}", char::from(self.signs()[0]))
    }
}

impl FromStr for Hexapawn {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let signs: Vec<u8> = text.bytes().filter(|sign| *sign != b'/').collect();
        let (side, cells) = signs
            .split_last()
            .ok_or("expected rows and the side to move")?;
        let is_known = signs.iter().all(|sign| b"wb.".contains(sign));
        let cells = cells.try_into().ok().filter(|_| is_known);
        Ok(Self {
            cells: cells.ok_or("expected five rows of w, b and dots")?,
            to_move: if *side == b'w' {
                Side::First
            } else {
                Side::Second
            },
        })
    }
}
