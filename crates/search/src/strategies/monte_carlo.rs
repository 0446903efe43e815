//! Monte Carlo tree search: games played to their end say which move is good.
//!
//! **Idea.** Each round goes down the tree, choosing at every node the move with the best upper confidence bound, adds one
//! node, plays a random game from there, and counts the result on the way back. Good moves are visited more and more, but
//! every move is tried again from time to time.
//!
//! **Invariant.** The sum of a node's results lies between 0 and the number of its visits.
//!
//! **Cost.** As many rounds as the limits allow, each about as long as a game, and about forty bytes of memory for each
//! round. The value approaches minimax's slowly; with a good evaluator, or in sharp tactics, alpha-beta is stronger.
//!
//! **Source.** Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT).

mod tree;

use self::tree::{Tree, centipawns, expectation};
use crate::budget::Stopped;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use plywood_eval::{Evaluator, Score};

/// UCT with random games; an evaluator scores those that take too long.
///
/// All random choices follow from the seed of the limits. Without a limit of nodes or time it plays ten thousand rounds,
/// unless there is no limit but a stop handle: then it goes on until it is stopped. A depth limit is the depth of the tree,
/// not of the games, and does not end the search. The tree takes up to 64 megabytes, after
/// which the rounds go on without new nodes.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Limits, MonteCarlo, Score, Strategy};
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let mut search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW);
/// let report = search.search(&board, &Limits::nodes(2_000).with_seed(1));
/// assert_eq!(report.best_move.unwrap().to_string(), "c3");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct MonteCarlo<E> {
    evaluator: E,
    exploration: f64,
    playout_plies: u32,
    megabytes: usize,
}

/// How many rounds a search without a limit of nodes or time plays.
const DEFAULT_ROUNDS: u64 = 10_000;
/// The theory of bandits gives √2 for results between 0 and 1.
const DEFAULT_EXPLORATION: f64 = std::f64::consts::SQRT_2;
const DEFAULT_PLAYOUT_PLIES: u32 = 200;
/// Room for a million and a half nodes of chess.
const DEFAULT_MEGABYTES: usize = 64;

impl<E> MonteCarlo<E> {
    /// Random games of up to 200 plies, then this evaluator.
    pub const fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            exploration: DEFAULT_EXPLORATION,
            playout_plies: DEFAULT_PLAYOUT_PLIES,
            megabytes: DEFAULT_MEGABYTES,
        }
    }

    /// The same with another exploration constant, √2 unless set: a higher one tries more moves, a lower one prefers the
    /// best ones sooner.
    #[must_use]
    pub fn exploration(self, exploration: f64) -> Self {
        Self {
            exploration,
            ..self
        }
    }

    /// The same with random games of at most so many plies; with 0, every new node is evaluated at once.
    #[must_use]
    pub fn playout_plies(self, plies: u32) -> Self {
        Self {
            playout_plies: plies,
            ..self
        }
    }

    /// The same with a tree of at most so many megabytes.
    #[must_use]
    pub fn megabytes(self, megabytes: usize) -> Self {
        Self { megabytes, ..self }
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
        let mut tree = Tree::new(position, self.megabytes);
        if let Some(ending) = tree.node(0).ending {
            return Report::game_over(ending.score(0));
        }
        let is_until_stopped = limits.stop_handle().is_some() && limits.max_depth().is_none();
        let ends = limits.max_nodes().is_some() || limits.max_time().is_some() || is_until_stopped;
        let rounds = if ends { u64::MAX } else { DEFAULT_ROUNDS };
        let mut state = SearchState::new(limits, observer);
        for _ in 0..rounds {
            let round = self.round(&mut tree, limits, &mut rng, &mut state);
            if round.is_err() {
                break;
            }
        }
        let mut line = tree.most_visited();
        if line.is_empty() {
            let moves = position.legal_moves();
            line = moves.first().copied().into_iter().collect();
        }
        let favorite = tree.favorite(0).map(|(_, child)| tree.node(child));
        Report {
            best_move: line.first().copied(),
            score: favorite.map(|child| centipawns(child.results / f64::from(child.visits.max(1)))),
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            line,
            reason: state.stop_reason(),
            is_exact: false,
            stats: state.stats(),
            other_lines: Vec::new(),
            iterations: Vec::new(),
            elapsed: state.elapsed(),
        }
    }

    /// One round: down, one more node, a game, and back.
    fn round<G: Game>(
        &self,
        tree: &mut Tree<G>,
        limits: &Limits,
        rng: &mut fastrand::Rng,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<G>,
    {
        let (mut path, mut position) = (vec![0], tree.root.clone());
        let mut current = 0;
        state.visit_at(0)?;
        let is_inside = |ply| ply < limits.depth_to_search();
        while tree.is_expanded(current)
            && is_inside(state.ply())
            && let Some((mv, child)) = self.choose(tree, current)
        {
            (current, position) = (child, position.after(mv));
            path.push(current);
            state.visit_at(state.ply() + 1)?;
        }
        let is_over = tree.node(current).ending.is_some();
        if !is_over && tree.can_grow(current) && is_inside(state.ply()) {
            (current, position) = tree.grow(current, &position, rng);
            path.push(current);
            state.visit_at(state.ply() + 1)?;
        }
        let mut result = match tree.node(current).ending {
            Some(ending) => expectation(state.ended(ending)),
            None => self.play_out(position, rng, state)?,
        };
        // The result is the side to move's; each node counts it for the side that moved there.
        for &node in path.iter().rev() {
            result = 1.0 - result;
            tree.count(node, result);
        }
        Ok(())
    }

    /// The child with the highest upper confidence bound, the first of equals; `None` if there are no children.
    fn choose<G: Game>(&self, tree: &Tree<G>, parent: usize) -> Option<(G::Move, usize)> {
        let log_visits = f64::from(tree.node(parent).visits.max(1)).ln();
        let bound = |child: usize| {
            let node = tree.node(child);
            let visits = f64::from(node.visits.max(1));
            node.results / visits + self.exploration * (log_visits / visits).sqrt()
        };
        let bounds = tree
            .children(parent)
            .map(|(mv, child)| (bound(child), (mv, child)));
        // Children come latest first, and the latest of equals is `max_by`'s choice: the one that was added first.
        let best = bounds.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map(|(_, child)| child)
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
                return Ok(view(state.evaluate(&self.evaluator, &position)));
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
