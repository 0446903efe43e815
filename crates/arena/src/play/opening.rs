//! [`Opening`]: the moves before the players take over.

use crate::seed::outcome;
use fastrand::Rng;
use plywood_search::{Game, Played};

/// A start position and the legal moves that are played before the players take over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Opening<G: Game> {
    /// The start position.
    pub start: G,
    /// The moves.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// Makes an opening without moves.
    #[must_use]
    pub const fn position(start: G) -> Self {
        Self {
            start,
            moves: Vec::new(),
        }
    }

    /// Returns the game at the point where the players take over.
    #[must_use]
    pub fn played(&self) -> Played<G> {
        let mut game = Played::new(self.start.clone());
        self.moves.iter().for_each(|mv| game.play(*mv));
        game
    }

    /// Returns the position where the players take over.
    #[must_use]
    pub fn end(&self) -> G {
        let moves = self.moves.iter();
        moves.fold(self.start.clone(), |position, mv| position.after(*mv))
    }

    /// Returns `true` if there is a game to play after it.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.end().ending_at_leaf().is_none()
    }

    /// Draws a line of this many random moves, with the outcomes of chance in between; `None` if the game is over before its end.
    #[must_use]
    pub fn random(start: &G, plies: usize, seed: u64) -> Option<Self> {
        let mut random = Rng::with_seed(seed);
        let (mut position, mut line) = (start.clone(), Self::position(start.clone()));
        let mut left = plies;
        while left > 0 {
            let moves = position.legal_moves();
            if position.ending(&moves).is_some() {
                return None;
            }
            let mv = if position.waits_for_chance() {
                outcome(&position, random.u64(..))
            } else {
                left -= 1;
                *random.choice(moves.iter())?
            };
            position = position.after(mv);
            line.moves.push(mv);
        }
        position.ending_at_leaf().is_none().then_some(line)
    }
}
