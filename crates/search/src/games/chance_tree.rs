//! Written trees in which chance moves, too: `(1 {1:12 2:-3})`.

use super::tree::{Branch, ParseTreeError, Tree};
use crate::game::{Ending, Game, Keyed, Stakes, Tactical};
use fastrand::Rng;
use plywood_eval::{Score, Side, Sides};
use std::fmt;
use std::str::FromStr;

/// A written tree with nodes where chance moves: `(1 {1:12 2:-3})`.
///
/// Braces enclose the outcomes of chance, each with its weight, which is 1 if it is left out. Everything else is written as in a [`Tree`].
/// An outcome leaves the side to move as it is. A leaf of 1,000 or more is a win for the side to move at the root, one of -1,000 or less a loss.
///
/// ```
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{Expectiminimax, Limits, Score, Strategy};
///
/// let tree: ChanceTree = "(1 {1:1000 35:0})".parse()?;
/// let report = Expectiminimax::new(ChanceTree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(28)), "a win in one of 36 cases");
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ChanceTree(Tree);

/// The value of a leaf that is won.
const WIN: i32 = 1_000;

impl ChanceTree {
    /// Returns the number written at this node, from the side to move's point of view; 0 if there is none.
    #[must_use]
    pub fn estimate(&self) -> Score {
        self.0.estimate()
    }

    /// Makes random trees with chance, many equal values, and wins.
    pub(crate) fn random(count: usize, rng: &mut Rng) -> Vec<Self> {
        let trees = Tree::grown(count, true, rng).into_iter();
        trees.map(Self).collect()
    }

    /// Returns positions of the same trees, each time with one node a little smaller.
    pub(crate) fn simpler(positions: &[Self]) -> Box<dyn Iterator<Item = Vec<Self>>> {
        let trees: Vec<_> = positions.iter().map(|tree| tree.0.clone()).collect();
        let wrapped = |trees: Vec<Tree>| trees.into_iter().map(Self).collect();
        Box::new(Tree::simpler(&trees).map(wrapped))
    }
}

impl Game for ChanceTree {
    type Move = Branch;
    type Moves = Vec<Branch>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(WIN)));

    fn legal_moves(&self) -> Vec<Branch> {
        self.0.legal_moves()
    }

    fn after(&self, branch: Branch) -> Self {
        Self(self.0.after(branch))
    }

    fn ending(&self, moves: &[Branch]) -> Option<Ending> {
        moves.is_empty().then(|| match self.estimate() {
            value if value >= Score::centipawns(WIN) => Ending::Won,
            value if value <= Score::centipawns(-WIN) => Ending::Lost,
            value => Ending::Scored(value),
        })
    }

    fn waits_for_chance(&self) -> bool {
        self.0.weights().is_some()
    }

    fn weight(&self, outcome: Branch) -> u32 {
        self.0.weights().map_or(1, |weights| {
            weights[usize::from(Tree::move_code(outcome)) - 1]
        })
    }

    fn score_text(score: Score) -> String {
        Tree::score_text(score)
    }
}

impl Keyed for ChanceTree {
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn move_code(branch: Branch) -> u16 {
        Tree::move_code(branch)
    }
}

impl Tactical for ChanceTree {
    fn noisy_moves(&self) -> Vec<Branch> {
        self.0.noisy_moves()
    }

    fn capture_rank(&self, branch: Branch) -> i32 {
        self.0.capture_rank(branch)
    }
}

impl Sides for ChanceTree {
    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn mirrored(&self) -> Self {
        Self(self.0.mirrored())
    }
}

impl fmt::Display for ChanceTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ChanceTree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        Tree::read(text, true).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_with_chance_are_written_as_they_are_read() {
        for text in [
            "{1:3 2:(4 5)}",
            "(1 {1:12 2:-3})",
            "5{1:!-3(1 2) 0:x:(1 {2:7 1:8}) 3:{1:x 1:4}}",
        ] {
            assert_eq!(text.parse::<ChanceTree>().unwrap().to_string(), text);
        }
        assert_eq!(
            "{3 2}".parse::<ChanceTree>().unwrap().to_string(),
            "{1:3 1:2}"
        );
        for text in [
            "{1:3",
            "{1:3)",
            "(3}",
            "{}",
            "(1:3)",
            "1:3",
            "{-1:3}",
            "{1:2:3}",
            "{5000000000:3}",
            "{x:1:3}",
            "{1:}",
            "{1:x:(1 2) 1:(x 3)}",
        ] {
            assert!(text.parse::<ChanceTree>().is_err(), "{text:?}");
        }
        assert!("{1:3 2:4}".parse::<Tree>().is_err());
    }
}
