//! [`FinalChoice`]: the move to play when the rounds are over.

use super::selection::Selection;
use super::tree::{CENTIPAWNS_PER_TENFOLD, ROOT, Tree, expectation, one_ply_up};
use super::{Backing, BestFirst};
use crate::chance::Dice;
use crate::game::Game;
use crate::line::ScoredLine;
use crate::ordering::sort_in_order;
use plywood_eval::Score;

/// The move to play when the rounds are over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FinalChoice {
    /// The most visited one ("robust child").
    #[default]
    MostVisits,
    /// The one with the best mean or value ("max child").
    BestMean,
    /// The one whose mean less 1/√n is best, n its visits ("secure child").
    ///
    /// **Source.** Chaslot, Winands, van den Herik, Uiterwijk and Bouzy 2008.
    Safest,
    /// Any that isn't proven lost, for games from which a network learns: with a probability in proportion to its visits to the power of
    /// 1 / τ. This is the temperature τ in percent; with 0 it's the most visited move.
    ///
    /// **Source.** Silver et al. 2017.
    #[doc(alias = "temperature")]
    ByVisits(u32),
}

impl<V, S: Selection, P> BestFirst<V, S, P> {
    /// Returns the best root moves by the final choice, with their values and the line below each.
    pub(super) fn favorites<G: Game>(
        &self,
        tree: &Tree<G>,
        count: usize,
        dice: &mut Dice,
    ) -> Vec<ScoredLine<G::Move>> {
        let mut best: Vec<usize> = tree.children(ROOT).collect();
        self.sort(tree, ROOT, &mut best);
        if let FinalChoice::ByVisits(percent) = self.options.choice
            && tree.proven(ROOT).is_none()
        {
            self.draw(tree, &mut best, 100.0 / f64::from(percent), dice);
        }
        best.truncate(count);
        let scored = |place: usize| {
            let below = std::iter::successors(Some(place), |node| self.favorite(tree, *node));
            ScoredLine {
                score: one_ply_up(self.score(tree, place)),
                line: below.filter_map(|node| tree.move_to(node)).collect(),
            }
        };
        best.into_iter().map(scored).collect()
    }

    /// Returns the favorite child of a node.
    fn favorite<G: Game>(&self, tree: &Tree<G>, node: usize) -> Option<usize> {
        let is_reached = |child: &usize| tree.visits(*child) > 0 || !self.options.expands_all;
        let mut best: Vec<usize> = tree.children(node).filter(is_reached).collect();
        self.sort(tree, node, &mut best);
        best.first().copied()
    }

    /// Sorts the children of a node by the final choice, the best first; of equals, the one that was added first. Proven wins come first,
    /// proven losses last, and once the node is solved its children come by their proven values.
    fn sort<G: Game>(&self, tree: &Tree<G>, parent: usize, nodes: &mut [usize]) {
        let is_solved = self.proven(tree, parent).is_some();
        let standing = |node: usize| match self.proven(tree, node) {
            Some(score) if is_solved || score.is_decisive() => one_ply_up(score),
            None if is_solved => tree.bounds(node).0,
            Some(_) | None => Score::DRAW,
        };
        sort_in_order(nodes, &|&one, &other| {
            let by_choice = || self.rank(tree, other).total_cmp(&self.rank(tree, one));
            let by_proof = standing(other).cmp(&standing(one));
            by_proof.then_with(by_choice).then(one.cmp(&other))
        });
        // A proven draw gets no more visits, so it's compared by its value.
        let exact = |node: usize| self.proven(tree, node).filter(|score| !score.is_decisive());
        let hoped = nodes.first().map_or(0.0, |first| tree.mean(*first));
        let better = nodes
            .iter()
            .position(|node| exact(*node).map(expectation::<G>) > Some(hoped));
        if let Some(better) = better.filter(|_| !is_solved && exact(nodes[0]).is_none()) {
            nodes[..=better].rotate_right(1);
        }
    }

    fn proven<G: Game>(&self, tree: &Tree<G>, node: usize) -> Option<Score> {
        tree.proven(node).filter(|_| self.options.solves)
    }

    /// Returns how much a node is preferred by the final choice.
    fn rank<G: Game>(&self, tree: &Tree<G>, node: usize) -> f64 {
        let visits = f64::from(tree.visits(node));
        let mean = || match self.options.backing {
            Backing::Minimax => f64::from(one_ply_up(tree.value(node)).packed()),
            Backing::Mean | Backing::ImplicitMinimax(_) if visits > 0.0 => tree.mean(node),
            Backing::Mean | Backing::ImplicitMinimax(_) => -1.0,
        };
        match self.options.choice {
            FinalChoice::MostVisits | FinalChoice::ByVisits(_) => visits,
            FinalChoice::BestMean => mean(),
            FinalChoice::Safest => mean() - 1.0 / visits.max(1.0).sqrt(),
        }
    }

    /// Puts a node in front, drawn with a probability in proportion to this power of its visits. Those that are proven lost, which come last,
    /// aren't drawn.
    fn draw<G: Game>(&self, tree: &Tree<G>, nodes: &mut [usize], power: f64, dice: &mut Dice) {
        let is_lost = |node: &usize| self.proven(tree, *node).is_some_and(Score::is_decisive);
        let open = nodes.partition_point(|node| !is_lost(node));
        if open == 0 {
            return;
        }
        let nodes = &mut nodes[..open];
        // In shares of the most visited one, so that the power is at most 1.
        let visits = |node: &usize| f64::from(tree.visits(*node));
        let most = nodes.iter().map(visits).fold(1.0, f64::max);
        let weights = nodes.iter().map(|node| (visits(node) / most).powf(power));
        let drawn = dice.drawn(&weights.collect::<Vec<_>>());
        nodes[..=drawn].rotate_right(1);
    }

    /// Returns the score of the side that moved to a node, counted from there.
    pub(super) fn score<G: Game>(&self, tree: &Tree<G>, node: usize) -> Score {
        let valued = || self.values_all().then(|| tree.value(node));
        let known = self.proven(tree, node).or_else(valued);
        known.unwrap_or_else(|| centipawns::<G>(tree.mean(node)))
    }
}

/// Returns the score of a side with this [expected result](expectation).
pub(super) fn centipawns<G: Game>(expectation: f64) -> Score {
    let share = expectation.clamp(1e-6, 1.0 - 1e-6);
    let value = match G::STAKES {
        Some(stakes) => f64::from(stakes.win()) * (2.0 * expectation - 1.0),
        None => CENTIPAWNS_PER_TENFOLD * (share / (1.0 - share)).log10(),
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the share is clamped, so the logarithm is within ±6"
    )]
    Score::centipawns(value.round() as i32)
}
