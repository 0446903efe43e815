//! The standing of any number of players.

use crate::numbers::real;
use crate::play::head_to_head::HeadToHead;
use crate::play::standing::Standing;
use crate::statistics::{Encounter, Estimate, Trinomial, ratings};

impl Standing {
    /// Returns the nodes that a player searched per second, if it reported any.
    #[must_use]
    pub fn speed(&self, player: usize) -> Option<f64> {
        let (nodes, seconds) = self.spent[player];
        (nodes > 0 && seconds > 0.0).then(|| real(nodes) / seconds)
    }

    /// Returns the Elo of every player: for two its difference from the other, for several from the average of all.
    pub fn elos(&self) -> Vec<Estimate> {
        if let ([both], 2) = (self.head_to_heads.as_slice(), self.schedule.players) {
            // With two players there is one difference, and pairs measure it best.
            return vec![both.elo(), -both.elo()];
        }
        let encounters = self.head_to_heads.iter().map(encounter);
        ratings(self.schedule.players, &encounters.collect::<Vec<_>>())
    }

    /// Returns the games of one player against another, from the first one's point of view; `None` if they never meet.
    #[must_use]
    pub fn between(&self, player: usize, other: usize) -> Option<Trinomial> {
        self.head_to_heads
            .iter()
            .find_map(|head_to_head| match head_to_head.players {
                players if players == [player, other] => Some(head_to_head.games),
                players if players == [other, player] => Some(head_to_head.games.reversed()),
                _ => None,
            })
    }

    /// Returns the games of one player against all others.
    #[must_use]
    pub fn games_of(&self, player: usize) -> Trinomial {
        let against = (0..self.schedule.players).filter_map(|other| self.between(player, other));
        against.fold(Trinomial::default(), |sum, games| sum + games)
    }
}

/// Returns the games of two players in the form for the ratings.
fn encounter(both: &HeadToHead) -> Encounter {
    Encounter {
        players: both.players,
        points: both.games.points(),
        games: both.games.points() + both.games.reversed().points(),
        error: both.error(),
    }
}
