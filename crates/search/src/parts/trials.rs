//! [`Assembled::prune`] and [`Assembled::depths`]: carry out the decisions of a [`Selectivity`].

use super::{Assembled, Parts, Recursion};
use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::Horizon;
use crate::node::{Candidate, Node};
use crate::search_state::SearchState;
use crate::selectivity::{Decision, Selectivity, Trial, Tried};
use crate::transpositions::TranspositionTable;
use crate::window::{Bound, Window};
use plywood_eval::Score;

/// A search that asks if a move is worth a score.
#[derive(Clone, Copy)]
struct Test<'a> {
    step: &'static str,
    goal: Score,
    /// The depths of the position after the move, each of which is searched only if the one before reached the goal.
    depths: &'a [u32],
}

impl<R, P> Assembled<R, P> {
    /// Returns the score of a node that a [`Selectivity`] ends before its moves are searched; `moves` are its legal moves. The node gets its
    /// static value if the selectivity asks for it. Does nothing at the root, which needs a move.
    ///
    /// # Errors
    /// If the budget has run out.
    #[inline]
    pub fn prune<G: Game>(
        &mut self,
        node: &mut Node<'_, G>,
        moves: &[G::Move],
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped>
    where
        R: Recursion,
        P: Parts<G>,
    {
        let parts = self.parts.list();
        if parts.selectivity.is_absent() {
            return Ok(None);
        }
        if parts.selectivity.evaluates(node.position) {
            node.static_value = parts.horizon.static_value(node.position, state);
        }
        node.is_improving = state.keep_static_value(node.static_value);
        let is_again = state.take_again();
        if node.ply == 0 {
            return Ok(None);
        }
        node.may_pass = !state.has_passed() && !node.window.beta().is_decisive();
        state.extend(0);
        for number in 0..self.parts.list().selectivity.trials() {
            let selectivity = &self.parts.list().selectivity;
            let Some(trial) = selectivity.trial_at(node, number) else {
                continue;
            };
            if is_again && matches!(trial.tried, Tried::Depth(_)) {
                continue;
            }
            if let Some(score) = self.run(trial, node, moves, state)? {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Returns the depths of a move's first search and of the full one, in which it is searched again if it turns out better than alpha;
    /// `None` if it is skipped.
    #[inline]
    pub fn depths<G: Game>(
        &self,
        node: &Node<'_, G>,
        candidate: &Candidate<'_, G>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Option<[u32; 2]>
    where
        P: Parts<G>,
    {
        let selectivity = &self.parts.list().selectivity;
        if selectivity.is_absent() {
            return Some([node.depth - 1; 2]);
        }
        let (extended, reduced) = match selectivity.decide(node, candidate) {
            Decision::Search { extended, reduced } => (extended, reduced),
            // The root needs a move, and a loss is one only if every move loses.
            Decision::Skip(step) if node.ply > 0 && !candidate.only_losses() => {
                state.skipped_beside(candidate.mv, step);
                return None;
            }
            Decision::Skip(_) => (0, 0),
        };
        let is_singular = node.is_singular && node.table_move == Some(candidate.mv);
        let extended = state.extend(extended.max(u32::from(is_singular)));
        let full = node.depth - 1 + extended;
        Some([full.saturating_sub(reduced), full])
    }

    /// Returns the score of a node that a trial ends.
    fn run<G: Game>(
        &mut self,
        trial: Trial<G>,
        node: &mut Node<'_, G>,
        moves: &[G::Move],
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped>
    where
        R: Recursion,
        P: Parts<G>,
    {
        let (step, window) = (trial.step, node.window);
        let found = match trial.tried {
            Tried::Score(score) => {
                let decides = !score.is_decisive() && window.bound_of(score) != Bound::Exact;
                decides.then_some(score)
            }
            Tried::Horizon if window.alpha().is_decisive() => None,
            Tried::Horizon => {
                state.enter_aside(step);
                let score = R::value(self, node.position, 0, window.null_at_alpha(), state)?;
                state.leave_aside(score);
                (score <= window.alpha()).then_some(score)
            }
            Tried::Pass(..) if !node.may_pass => None,
            Tried::Pass(passed, depth) => {
                let beta = window.beta();
                state.pass(step);
                let score = -R::value(self, &passed, depth, -Window::reaches(beta), state)?;
                state.unpass(score);
                // A mate after a pass is no mate.
                let score = if score.is_decisive() {
                    score.min(beta)
                } else {
                    score
                };
                (score >= beta).then_some(score)
            }
            Tried::Moves { worth, depth, goal } => {
                let depths = &[0, depth];
                let test = Test { step, goal, depths };
                let chosen = moves.iter().filter(|mv| worth(node.position, **mv));
                self.good_move(chosen, node, test, state)?
            }
            Tried::Table => return Ok(self.known_cutoff(node, moves, state)),
            Tried::Depth(_) if self.parts.list().table.is_absent() || state.is_guided() => None,
            Tried::Depth(depth) => {
                state.enter_aside(step);
                state.set_again(true);
                let score = R::value(self, node.position, depth, window, state)?;
                state.set_again(false);
                state.leave_aside(score);
                Some(score)
            }
            Tried::Others {
                depth,
                known,
                margin,
            } => {
                if let Some(score) = self.reliable_score(known, node, moves) {
                    let goal = score.minus(Score::centipawns(margin));
                    let others = moves.iter().filter(|mv| node.table_move != Some(**mv));
                    let depths = &[depth];
                    let test = Test { step, goal, depths };
                    node.is_singular = self.good_move(others, node, test, state)?.is_none();
                }
                None
            }
        };
        Ok(found.map(|score| state.pruned(score, step)))
    }

    /// Returns the score of the first move that reaches the goal at every depth.
    fn good_move<'m, G: Game>(
        &mut self,
        moves: impl Iterator<Item = &'m G::Move>,
        node: &Node<'_, G>,
        test: Test<'_>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped>
    where
        G::Move: 'm,
        R: Recursion,
        P: Parts<G>,
    {
        for &mv in moves {
            let child = node.position.after(mv);
            let mut score = Score::HIGHEST;
            for &depth in test.depths {
                if score >= test.goal {
                    state.down_for(mv, test.step);
                    let window = -Window::reaches(test.goal);
                    score = -R::value(self, &child, depth, window, state)?;
                    state.up(score);
                }
            }
            if score >= test.goal {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Returns the table's score of a node, if it is a value or a lower bound, from a search to this depth or more, and no win or loss.
    fn reliable_score<G: Game>(
        &self,
        depth: u32,
        node: &Node<'_, G>,
        moves: &[G::Move],
    ) -> Option<Score>
    where
        P: Parts<G>,
    {
        let table = &self.parts.list().table;
        let known = table.find(node.position, moves, node.depth, node.ply)?;
        let is_reliable = known.bound != Bound::AtMost && u32::from(known.depth) >= depth;
        (is_reliable && !known.score.is_decisive()).then_some(known.score)
    }

    /// Returns the score of a move that the table knows to reach beta.
    fn known_cutoff<G: Game>(
        &self,
        node: &Node<'_, G>,
        moves: &[G::Move],
        state: &mut SearchState<'_, G::Move>,
    ) -> Option<Score>
    where
        P: Parts<G>,
    {
        let (table, depth) = (&self.parts.list().table, node.depth - 1);
        if table.is_absent() {
            return None;
        }
        let known = moves.iter().find_map(|&mv| {
            let child = node.position.after(mv);
            let known = table.find(&child, &[], depth, node.ply + 1)?;
            let cuts = -known.score >= node.window.beta()
                && table.answers(&known, depth, -node.window)
                && child.ending_at_leaf().is_none();
            cuts.then_some(known)
        })?;
        Some(state.saved(-known.score, known.flag))
    }
}
