//! A lab for a game of your own: Othello with its rules, two evaluators and a search, in every command of `plywood-lab`.
//!
//! ```sh
//! cargo run --release -p plywood-lab --example your_own_lab -- compare minimax pvs+table narrow --game othello
//! cargo run --release -p plywood-lab --example your_own_lab -- match narrow:depth=4 alpha-beta:depth=4 --game othello
//! cargo run --release -p plywood-lab --example your_own_lab -- tree narrow --game othello --html tree.html
//! ```

use plywood_eval::{Evaluator, Score, Side};
use plywood_search::registry::{Catalog, Clicks, Games, Grid};
use plywood_search::{Ending, FixedDepth, Game, Keyed, Limits, Observer, Report};
use plywood_search::{SearchState, Stopped, Strategy, Window, search_once};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::ExitCode;
use std::str::FromStr;

fn main() -> ExitCode {
    plywood_lab::main(plywood_catalog::standard().and(othello()))
}

/// The game with all that it has by name: the textbook's searches and those below.
fn othello() -> Catalog<Othello> {
    Catalog::keyed("othello", Othello::START)
        .players("black", "white")
        .to_move(|board| board.side)
        .evaluator("mobility", "moves and corners", Othello::mobility)
        .evaluator("discs", "discs", Othello::discs)
        .search("narrow", "only the best moves", |knobs, evaluator| {
            let width = knobs.number("width", 4, 1..=64);
            Narrow { evaluator, width }
        })
        .draws(|board| Grid::rows(board.to_string().trim_end_matches(['X', 'O', '\n'])))
        .clicks(|_, Place(square)| match square {
            PASS => Clicks::default(),
            square => Clicks::on(square % 8, square / 8),
        })
}

/// A position: the discs of the side to move and of the other side, a bit for each square from the top left, and whose move it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Othello {
    own: u64,
    other: u64,
    side: Side,
}

/// A disc on a square, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place(usize);

const PASS: usize = 64;
const CORNERS: u64 = 0x8100_0000_0000_0081;
const LEFT: u64 = 0x0101_0101_0101_0101;
const DIRECTIONS: [i32; 8] = [-9, -8, -7, -1, 1, 7, 8, 9];

/// All squares one step from these in a direction; none is beyond an edge.
const fn step(squares: u64, direction: i32) -> u64 {
    let moved = if direction > 0 {
        squares << direction
    } else {
        squares >> -direction
    };
    match direction {
        -7 | 1 | 9 => moved & !LEFT,
        -9 | -1 | 7 => moved & !(LEFT << 7),
        _ => moved,
    }
}

impl Othello {
    const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
        side: Side::First,
    };

    /// The discs that a disc on this square turns over: all between it and one of the own discs.
    fn turned(&self, square: usize) -> u64 {
        let line = |direction: i32| {
            let (mut line, mut next) = (0, step(1 << square, direction));
            while next & self.other != 0 {
                line |= next;
                next = step(next, direction);
            }
            if next & self.own == 0 { 0 } else { line }
        };
        DIRECTIONS.into_iter().map(line).sum()
    }

    fn places(&self) -> impl Iterator<Item = usize> {
        let is_empty = |square: &usize| (self.own | self.other) >> square & 1 == 0;
        (0..PASS).filter(move |square| is_empty(square) && self.turned(*square) != 0)
    }

    fn passed(&self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            side: !self.side,
        }
    }

    /// How many more discs the side to move has.
    fn lead(&self) -> i32 {
        self.own.count_ones().cast_signed() - self.other.count_ones().cast_signed()
    }

    fn discs(&self) -> Score {
        Score::centipawns(100 * self.lead())
    }

    fn mobility(&self) -> Score {
        let worth = |board: &Self| {
            let corners = (board.own & CORNERS).count_ones().cast_signed();
            80 * corners + board.places().map(|_| 10).sum::<i32>()
        };
        Score::centipawns(worth(self) - worth(&self.passed()))
    }
}

impl Game for Othello {
    type Move = Place;
    type Moves = Vec<Place>;

    fn legal_moves(&self) -> Vec<Place> {
        let places: Vec<Place> = self.places().map(Place).collect();
        let must_pass = places.is_empty() && self.passed().places().next().is_some();
        if must_pass { vec![Place(PASS)] } else { places }
    }

    fn after(&self, Place(square): Place) -> Self {
        let mut board = self.clone();
        if square != PASS {
            let turned = self.turned(square);
            board.own |= turned | 1 << square;
            board.other &= !turned;
        }
        board.passed()
    }

    fn ending(&self, moves: &[Place]) -> Option<Ending> {
        let by_discs = match self.lead() {
            ..0 => Ending::Lost,
            0 => Ending::Drawn,
            1.. => Ending::Won,
        };
        moves.is_empty().then_some(by_discs)
    }
}

impl Keyed for Othello {
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn move_code(Place(square): Place) -> u16 {
        u16::try_from(square).unwrap_or(u16::MAX)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            PASS => f.write_str("pass"),
            square => write!(
                f,
                "{}{}",
                char::from(b"abcdefgh"[square % 8]),
                1 + square / 8
            ),
        }
    }
}

/// The signs of the sides.
const SIGNS: [&str; 2] = ["X", "O"];

/// Eight rows, and then the sign of the side to move.
impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..64 {
            let sign = match (self.own >> square & 1, self.other >> square & 1) {
                (0, 0) => ".",
                (1, _) => SIGNS[self.side as usize],
                _ => SIGNS[!self.side as usize],
            };
            write!(f, "{sign}{}", if square % 8 == 7 { "\n" } else { "" })?;
        }
        f.write_str(SIGNS[self.side as usize])
    }
}

impl FromStr for Othello {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let signs: String = text.split_whitespace().collect();
        let (board, side) = match signs.split_at_checked(64) {
            Some((board, "X")) => (board, Side::First),
            Some((board, "O")) => (board, Side::Second),
            _ => return Err("expected 64 signs . X O, and X or O for the side to move"),
        };
        let discs = |side: Side| {
            let found = board.match_indices(SIGNS[side as usize]);
            found.map(|(square, _)| 1 << square).sum()
        };
        let (own, other) = (discs(side), discs(!side));
        Ok(Self { own, other, side })
    }
}

/// Searches only the moves after which the evaluator likes the position best.
struct Narrow<E> {
    evaluator: E,
    width: usize,
}

impl<G: Game, E: Evaluator<G>> FixedDepth<G> for Narrow<E> {
    fn is_exact(&self) -> bool {
        false
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        if depth == 0 {
            return Ok(state.evaluate(&self.evaluator, position));
        }
        moves.sort_by_cached_key(|&mv| self.evaluator.evaluate(&position.after(mv)));
        let mut best = Score::LOWEST;
        for &mv in moves.iter().take(self.width) {
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, window, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Narrow<E> {
    fn name(&self) -> String {
        format!("narrow+width={}", self.width)
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_lab::PlayerSpec;
    use plywood_search::MoveLimits;
    use plywood_search::laws::{check_alternation, check_game, check_keyed};

    #[test]
    fn othello_obeys_the_laws() {
        for seed in 0..20 {
            check_game(&Othello::START, seed).unwrap();
            check_keyed(&Othello::START, seed).unwrap();
            check_alternation(&Othello::START, seed, |board| board.side).unwrap();
        }
        let text = Othello::START.to_string();
        assert_eq!(text.parse(), Ok(Othello::START));
        othello().check().unwrap();
    }

    #[test]
    fn a_search_that_leaves_nothing_out_finds_minimaxs_value() {
        let othello = othello();
        let found = |text: &str| {
            let player = PlayerSpec::read(&othello, text).unwrap();
            player
                .search(&Othello::START, MoveLimits::depth(4))
                .unwrap()
        };
        let minimax = found("minimax");
        assert_eq!(found("narrow+width=64").score, minimax.score);
        // The numbers of positions after each of the first four plies are known.
        assert_eq!(minimax.stats.explored, 1 + 4 + 12 + 56 + 244);
    }
}
