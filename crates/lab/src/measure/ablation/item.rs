//! [`AblationItem`]: a measured position or a game of an ablation, as a journal records it.

use crate::checksum::Checksum;
use crate::journal::Item;
use crate::measure::suite::Answer;
use crate::play::entry::Entry;
use serde::{Deserialize, Serialize};

/// A measured position, or a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AblationItem {
    /// A position.
    Position(AblatedPosition),
    /// A game of a variant against the full search.
    Game {
        /// Its number, which follows those of the positions.
        number: usize,
        /// The game.
        entry: Box<Entry>,
    },
}

/// What all variants did on one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AblatedPosition {
    /// Its number, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// What the search to the depth cost each variant.
    pub costs: Vec<Cost>,
    /// The answer of each variant within its limits.
    pub answers: Vec<Answer>,
}

/// What a search cost.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cost {
    /// The nodes explored.
    pub nodes: u64,
    /// The time of each repetition.
    pub seconds: Vec<f64>,
}

impl Item for AblationItem {
    const NAMES: [&'static str; 2] = ["position or game", "positions and games"];

    fn number(&self) -> usize {
        match self {
            Self::Position(position) => position.number,
            Self::Game { number, .. } => *number,
        }
    }

    fn fingerprint(&self) -> u64 {
        match self {
            Self::Game { entry, .. } => entry.fingerprint(),
            Self::Position(position) => {
                let start = Checksum::new().with(position.fen.as_bytes());
                let costs = position.costs.iter();
                let costs = costs.fold(start, |sum, cost| sum.with(&cost.nodes.to_le_bytes()));
                let answers = position.answers.iter();
                answers
                    .fold(costs, |sum, answer| answer.add_to(sum))
                    .number()
            }
        }
    }
    fn contradiction(&self) -> Option<String> {
        match self {
            Self::Game { entry, .. } => entry.contradiction(),
            Self::Position(_) => None,
        }
    }
}
