//! Monte Carlo tree search: games played to their end say which move is good.
//!
//! **Idea.** Each round goes down the tree of what is known, choosing at every node the move with the best upper
//! confidence bound, adds one node, plays a game from there, and counts the result on the way back. Good moves are
//! visited more and more, but none is ever given up.
//!
//! **Invariant.** A node's visits are one more than the sum of its children's, and its sum of results lies between 0
//! and its visits.
//!
//! **Cost.** As many rounds as the limits allow, each about as long as a game. The value approaches minimax's slowly;
//! where an evaluator is known and tactics are sharp, alpha-beta is stronger.
//!
//! **Source.** Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT).

mod tree;

use self::tree::{Node, centipawns, expectation, favorite, most_visited};
use crate::budget::Stopped;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use plywood_eval::{Evaluator, Score};

/// UCT with random games, which an evaluator judges if they take too long.
///
/// All chance comes from the seed of the limits. Without a node or time limit it plays ten thousand rounds; a depth
/// limit is the depth of the tree, not of the games.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Limits, MonteCarlo, Score, Strategy};
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let mut search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW);
/// let report = search.search(&board, &Limits::none().nodes(2_000).seed(1));
/// assert_eq!(report.best_move.unwrap().to_string(), "c3");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct MonteCarlo<E> {
    evaluator: E,
    exploration: f64,
    playout_plies: u32,
}

/// How far a search without any limit goes.
const DEFAULT_ROUNDS: u32 = 10_000;
/// The theory of bandits gives √2 for results between 0 and 1.
const DEFAULT_EXPLORATION: f64 = std::f64::consts::SQRT_2;
const DEFAULT_PLAYOUT_PLIES: u32 = 200;

impl<E> MonteCarlo<E> {
    /// Random games of up to 200 plies, then this evaluator.
    pub const fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            exploration: DEFAULT_EXPLORATION,
            playout_plies: DEFAULT_PLAYOUT_PLIES,
        }
    }

    /// The same with another constant of exploration: higher tries more moves, lower trusts the best sooner.
    #[must_use]
    pub fn exploration(self, exploration: f64) -> Self {
        Self {
            exploration,
            ..self
        }
    }

    /// The same with shorter games; 0 asks the evaluator at once.
    #[must_use]
    pub fn playout_plies(self, plies: u32) -> Self {
        Self {
            playout_plies: plies,
            ..self
        }
    }

    fn run<G: Game>(
        &self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
    {
        let mut rng = fastrand::Rng::with_seed(limits.random_seed());
        let mut nodes = vec![Node::new(position.clone())];
        if let Some(ending) = nodes[0].ending {
            return Report::game_over(ending.score(0));
        }
        let is_limited = limits.max_nodes().is_some()
            || limits.max_time().is_some()
            || limits.stop_handle().is_some();
        let rounds = if is_limited { u32::MAX } else { DEFAULT_ROUNDS };
        let mut state = SearchState::new(limits, observer);
        for _ in 0..rounds {
            if self
                .round(&mut nodes, limits.depth_to_search(), &mut rng, &mut state)
                .is_err()
            {
                break;
            }
        }
        let mut line = most_visited(&nodes, 0);
        if line.is_empty() {
            line = position
                .legal_moves()
                .first()
                .copied()
                .into_iter()
                .collect();
        }
        let favorite = favorite(&nodes, 0).map(|(_, child)| &nodes[*child]);
        Report {
            best_move: line.first().copied(),
            score: favorite.map(|child| centipawns(child.results / f64::from(child.visits.max(1)))),
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            line,
            reason: state.stop_reason(),
            is_exact: false,
            stats: state.stats(),
            iterations: Vec::new(),
            elapsed: state.elapsed(),
        }
    }

    /// One round: down, one node more, a game, and back.
    fn round<G: Game>(
        &self,
        nodes: &mut Vec<Node<G>>,
        max_depth: u32,
        rng: &mut fastrand::Rng,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<G>,
    {
        let mut path = vec![0];
        let mut current = 0;
        state.visit_at(0)?;
        while nodes[current].untried.is_empty()
            && nodes[current].ending.is_none()
            && state.ply() < max_depth
        {
            current = self.choose(nodes, current);
            path.push(current);
            state.visit_at(state.ply() + 1)?;
        }
        let node = &mut nodes[current];
        if node.ending.is_none() && !node.untried.is_empty() && state.ply() < max_depth {
            let mv = node.untried.swap_remove(rng.usize(..node.untried.len()));
            let child = Node::new(node.position.after(mv));
            let number = nodes.len();
            nodes[current].children.push((mv, number));
            nodes.push(child);
            current = number;
            path.push(number);
            state.visit_at(state.ply() + 1)?;
        }
        let mut result = match nodes[current].ending {
            Some(ending) => expectation(state.ended(ending)),
            None => self.play_out(nodes[current].position.clone(), rng, state)?,
        };
        // The result is the side to move's; each node counts it for the side that moved there.
        for &node in path.iter().rev() {
            result = 1.0 - result;
            nodes[node].visits += 1;
            nodes[node].results += result;
        }
        Ok(())
    }

    /// The child with the highest upper confidence bound, the first of equals.
    fn choose<G: Game>(&self, nodes: &[Node<G>], parent: usize) -> usize {
        let log_visits = f64::from(nodes[parent].visits.max(1)).ln();
        let bound = |child: usize| {
            let visits = f64::from(nodes[child].visits.max(1));
            nodes[child].results / visits + self.exploration * (log_visits / visits).sqrt()
        };
        let mut best = (f64::NEG_INFINITY, parent);
        for &(_, child) in &nodes[parent].children {
            let bound = bound(child);
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// The result, from 0 to 1, of a random game for the side to move at its start.
    fn play_out<G: Game>(
        &self,
        mut position: G,
        rng: &mut fastrand::Rng,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<f64, Stopped>
    where
        E: Evaluator<G>,
    {
        for played in 0..=self.playout_plies {
            let view = |score: Score| {
                if played % 2 == 0 {
                    expectation(score)
                } else {
                    1.0 - expectation(score)
                }
            };
            let moves = position.legal_moves();
            if let Some(ending) = position.ending(&moves) {
                return Ok(view(state.ended(ending)));
            }
            if played == self.playout_plies {
                return Ok(view(state.evaluated(self.evaluator.evaluate(&position))));
            }
            state.visit_at(state.ply() + 1)?;
            position = position.after(moves[rng.usize(..moves.len())]);
        }
        Ok(expectation(Score::DRAW))
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for MonteCarlo<E> {
    fn name(&self) -> String {
        "Monte Carlo tree search".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        self.run(position, limits, observer)
    }
}
