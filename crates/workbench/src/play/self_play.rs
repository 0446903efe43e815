//! [`SelfPlay`]: games of a strategy against itself, from which networks learn.

use crate::journal::Item;
use crate::play::game::play;
use crate::play::openings::Openings;
use crate::players::player_spec::PlayerSpec;
use plywood_arena::numbers::real;
use plywood_arena::{GameEnd, Rules, seed};
use plywood_catalog::{Catalog, Playable};
use plywood_core::Position;
use plywood_eval::Side;
use plywood_net::data::ScoredGame;
use plywood_report::Checksum;
use plywood_search::Score;
use serde::{Deserialize, Serialize};

/// Games of a strategy with itself. The number of a game decides its opening and seed.
#[derive(Debug)]
pub struct SelfPlay<G: Playable = Position> {
    /// The game.
    pub catalog: Catalog<G>,
    /// The strategy.
    pub player: PlayerSpec<G>,
    /// The openings; their moves are not training data.
    pub openings: Openings<G>,
    /// The rules of every game.
    pub rules: Rules,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A game of a strategy with itself, as a journal records it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayed {
    /// Its number, from 0.
    pub number: usize,
    /// The number of the game this position comes from, if it is a single position. Its move is then the best one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// Its moves and scores. A game in which a player failed has none.
    pub game: ScoredGame,
    /// The player's failure, if it failed; it is not in the journal.
    #[serde(skip)]
    pub fault: Option<String>,
}

impl<G: Playable> SelfPlay<G> {
    /// Plays the game with this number.
    #[must_use]
    pub fn play(&self, number: usize) -> SelfPlayed {
        let opening = self.openings.get(number);
        let seed = seed::derived(self.seed, number as u64);
        let players = [&self.player; 2];
        let record = play(&self.catalog, &opening, players, &self.rules, seed);
        let position = &opening.start;
        let is_usual = position.key() == self.catalog.start().key();
        let start = if is_usual {
            String::new()
        } else {
            position.to_string()
        };
        let moves = opening.moves.iter();
        let moves: Vec<String> = moves.map(|mv| self.catalog.move_text(*mv)).collect();
        let mut game = ScoredGame {
            start,
            opening: moves.join(" "),
            ..ScoredGame::default()
        };
        let fault = matches!(record.end, GameEnd::Fault(..)).then(|| {
            let (name, number) = (self.player.name(), number + 1);
            format!("{name} in game {number}: {}", record.reason(G::PLAYERS))
        });
        if fault.is_none() {
            for played in &record.moves {
                let mv = self.catalog.move_text(played.mv);
                game.push(&mv, played.score.unwrap_or(Score::DRAW));
            }
            // The points of the side that moves first, as a share of the most that can be won.
            let won = match (record.points_of_first(), G::STAKES) {
                (Some(points), Some(stakes)) => points / stakes.points(stakes.win()),
                _ => real(record.end.steps_of_first() as u64) - 1.0,
            };
            let first = record.moves.iter().find_map(|played| played.side);
            let won = if first == Some(Side::Second) {
                -won
            } else {
                won
            };
            #[expect(clippy::cast_possible_truncation, reason = "it is a simple fraction")]
            let share = (0.5 + won / 2.0) as f32;
            game.points = Some(share);
        }
        SelfPlayed {
            number,
            of: None,
            game,
            fault,
        }
    }
}

impl Item for SelfPlayed {
    const NAMES: [&'static str; 2] = ["game", "games"];

    fn number(&self) -> usize {
        self.number
    }

    fn has_failed(&self) -> bool {
        self.game.line.is_empty()
    }

    fn fingerprint(&self) -> u64 {
        let texts = [&self.game.start, &self.game.opening, &self.game.line];
        let add = |sum: Checksum, text: &String| sum.with(text.as_bytes()).with(&[0xFF]);
        texts.into_iter().fold(Checksum::new(), add).number()
    }
}
