//! Monte Carlo tree search: finds good moves by playing games to their end.

use crate::budget::Stopped;
use crate::chance::below;
use crate::game::{Ending, Game};
use crate::limits::Limits;
use crate::line::{Line, ScoredLine};
use crate::observer::{KeptNode, Known, Observer};
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use plywood_eval::{Evaluator, Score, ScoreKind};
use std::cmp::Reverse;

/// UCT with random games; an evaluator scores games that take too long.
///
/// **Idea.** Each round goes down the tree, choosing at every node the move with the best upper confidence bound, adds one
/// node, plays a random game from there, and counts the result on the way back. Good moves are visited more and more, but
/// every move is tried again from time to time.
///
/// **Invariant.** The sum of a node's results lies between 0 and the number of its visits.
///
/// **Cost.** Each round takes the time of one game and about forty bytes of memory, and rounds go on until a limit is reached. The value
/// approaches minimax's slowly; with a good evaluator, or in sharp tactics, alpha-beta is stronger.
///
/// **Source.** Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT).
///
/// **Chapter.** `docs/book/src/other_trees.md`, in the repository.
///
/// All random choices follow from the seed of the limits. Without a node or time limit it plays ten thousand rounds, or until it is stopped
/// if the only limit is a stop handle. A depth limit applies to the tree, not to the games, and does not end the search. The tree takes up
/// to 64 megabytes, after which the rounds continue without new nodes.
///
/// ```
/// use plywood_search::games::{TicTacToe, Tree};
/// use plywood_search::{Limits, MonteCarlo, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = MonteCarlo::new(Tree::estimate)
///     .search(&tree, &Limits::nodes(1_000).with_seed(1));
/// assert_eq!(
///     report.best_move.unwrap().to_string(),
///     "1",
///     "the value of the first move is 3, that of the others 2"
/// );
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let mut search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW);
/// let report = search.search(&board, &Limits::nodes(2_000).with_seed(1));
/// assert_eq!(report.best_move.unwrap().to_string(), "c3");
/// ```
#[doc(alias("mcts", "uct"))]
#[derive(Debug, Clone, Copy)]
pub struct MonteCarlo<E> {
    evaluator: E,
    playout_plies: u32,
    exploration: f64,
    megabytes: usize,
}

/// The number of rounds of a search without a limit of nodes or time.
const DEFAULT_ROUNDS: u64 = 10_000;
/// A higher number tries more moves, a lower one prefers the best ones sooner. The theory of bandits gives √2 for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
const DEFAULT_PLAYOUT_PLIES: u32 = 200;
/// Room for a million and a half nodes of chess.
const DEFAULT_MEGABYTES: usize = 64;

impl<E> MonteCarlo<E> {
    /// Plays random games of up to 200 plies, then asks this evaluator.
    pub const fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            playout_plies: DEFAULT_PLAYOUT_PLIES,
            exploration: EXPLORATION,
            megabytes: DEFAULT_MEGABYTES,
        }
    }

    /// Limits random games to this many plies; with 0, every new node is evaluated at once.
    #[must_use]
    pub fn playout_plies(self, plies: u32) -> Self {
        Self {
            playout_plies: plies,
            ..self
        }
    }

    /// Sets the exploration constant, the C of UCT, by default √2. A higher one tries more moves, a lower one prefers the best ones sooner;
    /// with 0 every round follows the best results so far.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{Known, Limits, MonteCarlo};
    ///
    /// let limits = Limits::nodes(20_000).with_seed(1);
    /// let rounds_of_the_best = |exploration: f64| {
    ///     let search = MonteCarlo::new(ConnectFour::estimate).exploration(exploration);
    ///     let tree = search.tree(&ConnectFour::new(), &limits);
    ///     let children = tree.iter().filter(|node| node.parent == Some(0));
    ///     let visits = children.filter_map(|node| match node.known {
    ///         Known::Games { visits, .. } => Some(visits),
    ///         _ => None,
    ///     });
    ///     visits.max()
    /// };
    /// assert!(rounds_of_the_best(0.3) > rounds_of_the_best(3.0));
    /// ```
    ///
    /// # Panics
    /// If it is negative or NaN.
    #[must_use]
    pub fn exploration(self, exploration: f64) -> Self {
        assert!(
            exploration >= 0.0,
            "an exploration constant of {exploration}"
        );
        Self {
            exploration,
            ..self
        }
    }

    /// Limits the tree to this many megabytes.
    #[must_use]
    pub fn megabytes(self, megabytes: usize) -> Self {
        Self { megabytes, ..self }
    }

    search_methods!();

    /// Returns the tree grown by a search with these limits, parents before their children. It is empty if the game is over.
    ///
    /// ```
    /// use plywood_search::games::TicTacToe;
    /// use plywood_search::{Known, Limits, MonteCarlo, Score};
    ///
    /// let search = MonteCarlo::new(|_: &TicTacToe| Score::DRAW);
    /// let tree =
    ///     search.tree(&"XX. OO. ...".parse().unwrap(), &Limits::nodes(2_000).with_seed(1));
    /// let children = tree.iter().filter(|node| node.parent == Some(0));
    /// let games = children.filter_map(|node| match node.known {
    ///     Known::Games { visits, points } => Some((visits, points, node.mv?)),
    ///     _ => None,
    /// });
    /// let (visits, points, mv) = games.max_by_key(|(visits, ..)| *visits).unwrap();
    /// assert_eq!(mv.to_string(), "c3");
    /// assert!(points / f64::from(visits) > 0.99);
    /// ```
    pub fn tree<G: Game>(&self, position: &G, limits: &Limits) -> Vec<KeptNode<G::Move>>
    where
        E: Evaluator<G>,
    {
        let mut grown = Vec::new();
        Root::search(position, limits, |root| {
            let mut silent = ();
            let mut state = SearchState::new(limits, &mut silent);
            grown = self.grow(&root, limits, &mut state).kept();
            Report::new(state.stop_reason())
        });
        grown
    }

    fn run<G: Game>(
        &self,
        root: &Root<'_, G>,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
    {
        let mut state = SearchState::new(limits, observer);
        let tree = self.grow(root, limits, &mut state);
        let mut lines = tree.favorites(root.lines).into_iter();
        let best = lines.next();
        let score = best.as_ref().map(|best| best.score);
        let line = best.map_or_else(|| Line::from_iter([root.moves[0]]), |best| best.line);
        Report {
            best_move: line.first().copied(),
            score,
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            line,
            other_lines: lines.collect(),
            stats: state.stats(),
            elapsed: state.budget.elapsed(),
            ..Report::new(state.stop_reason())
        }
    }

    /// Plays rounds until the limits end them.
    fn grow<G: Game>(
        &self,
        root: &Root<'_, G>,
        limits: &Limits,
        state: &mut SearchState<'_, G::Move>,
    ) -> Tree<G>
    where
        E: Evaluator<G>,
    {
        let mut rng = fastrand::Rng::with_seed(limits.random_seed());
        let mut tree = Tree::new(root, self.megabytes);
        let is_until_stopped = limits.stop_handle().is_some() && limits.max_depth().is_none();
        let ends = limits.max_nodes().is_some() || limits.max_time().is_some() || is_until_stopped;
        let rounds = if ends { u64::MAX } else { DEFAULT_ROUNDS };
        for played in 0..rounds {
            if played.is_power_of_two() {
                state.keep_tree(|| tree.kept());
            }
            let round = self.round(&mut tree, limits, &mut rng, state);
            if round.is_err() {
                break;
            }
        }
        state.keep_tree(|| tree.kept());
        tree
    }

    /// Plays one round: down, one more node, a game, and back.
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
            && let Some((mv, child)) = tree.choose(current, self.exploration)
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

    /// Returns the result, from 0 to 1, of a random game for the side to move at its start.
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
            if let Some(ending) = position.ending_in_search(&moves) {
                return Ok(view(state.ended(ending)));
            }
            if played == self.playout_plies {
                return Ok(view(state.evaluate(&self.evaluator, &position)));
            }
            state.visit_at(state.ply() + 1)?;
            position = position.after(moves[below(rng, moves.len())]);
        }
        Ok(expectation(Score::DRAW))
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for MonteCarlo<E> {
    fn name(&self) -> String {
        "monte-carlo".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| self.run(&root, limits, observer))
    }
}

/// The centipawns at which the better side is expected to score ten times as much as the other, as in Elo's formula.
const CENTIPAWNS_PER_TENFOLD: f64 = 400.0;

/// The tree. A node stores the move that leads to it but no position, so that a million nodes take some forty megabytes; positions are made
/// by playing the moves on the way down.
struct Tree<G: Game> {
    root: G,
    /// The moves to search at the root.
    root_moves: Vec<G::Move>,
    nodes: Vec<Node<G::Move>>,
    max_nodes: usize,
}

struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    ending: Option<Ending>,
    /// The number of legal moves without a child.
    untried: u32,
    /// The child added last, and the one that the parent added before this one; 0 if there is none.
    last_child: u32,
    sibling: u32,
    visits: u32,
    /// The sum of results from 0 to 1, from the point of view of the side that moved here.
    results: f64,
}

impl<G: Game> Tree<G> {
    /// Makes a tree with only its root, whose nodes never exceed this many megabytes.
    fn new(root: &Root<'_, G>, megabytes: usize) -> Self {
        let max_nodes = megabytes.saturating_mul(1 << 20) / size_of::<Node<G::Move>>();
        let max_nodes = max_nodes.clamp(1, u32::MAX as usize);
        let mut nodes = Vec::new();
        // A growing vector holds its nodes twice for a moment; memory that is only reserved costs nothing.
        let _ = nodes.try_reserve_exact(max_nodes);
        nodes.push(Node {
            untried: u32::try_from(root.moves.len()).unwrap_or(u32::MAX),
            ..Node::new(None, root.position)
        });
        Self {
            root: root.position.clone(),
            root_moves: root.moves.clone(),
            nodes,
            max_nodes,
        }
    }

    fn node(&self, node: usize) -> &Node<G::Move> {
        &self.nodes[node]
    }

    /// Returns `true` if every legal move of a node has a child, or the memory is used up.
    fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].untried == 0 || (self.is_full() && self.nodes[node].last_child != 0)
    }

    fn can_grow(&self, node: usize) -> bool {
        self.nodes[node].untried > 0 && !self.is_full()
    }

    fn is_full(&self) -> bool {
        self.nodes.len() >= self.max_nodes
    }

    /// Returns the children of a node with the moves that lead to them, the one added last first.
    fn children(&self, node: usize) -> impl Iterator<Item = (G::Move, usize)> {
        let number = |node: u32| (node != 0).then_some(node as usize);
        let first = number(self.nodes[node].last_child);
        std::iter::successors(first, move |child| number(self.nodes[*child].sibling))
            .filter_map(|child| Some((self.nodes[child].mv?, child)))
    }

    /// Returns the child with the highest upper confidence bound, the first of equals; `None` if there are no children.
    fn choose(&self, parent: usize, exploration: f64) -> Option<(G::Move, usize)> {
        let log_visits = f64::from(self.nodes[parent].visits.max(1)).ln();
        let bound = |child: usize| {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits.max(1));
            node.results / visits + exploration * (log_visits / visits).sqrt()
        };
        let children = self.children(parent);
        let bounds = children.map(|(mv, child)| (bound(child), (mv, child)));
        // Children come latest first, and the latest of equals is `max_by`'s choice: the one that was added first.
        let best = bounds.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map(|(_, child)| child)
    }

    /// Adds a child by a random move that has none yet, and returns its number and position.
    fn grow(&mut self, parent: usize, position: &G, rng: &mut fastrand::Rng) -> (usize, G) {
        let mut moves = if parent == 0 {
            self.root_moves.clone()
        } else {
            position.legal_moves().to_vec()
        };
        moves.retain(|mv| self.children(parent).all(|(tried, _)| tried != *mv));
        let mv = moves[below(rng, moves.len())];
        let child = position.after(mv);
        let number = self.nodes.len();
        self.nodes.push(Node {
            sibling: self.nodes[parent].last_child,
            ..Node::new(Some(mv), &child)
        });
        let node = &mut self.nodes[parent];
        node.last_child = u32::try_from(number).expect("the number of nodes fits in 32 bits");
        node.untried -= 1;
        (number, child)
    }

    /// Counts a result, which is from the point of view of the side that moved to this node.
    fn count(&mut self, node: usize, result: f64) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.results += result;
    }

    /// Returns the nodes in the form for observers.
    fn kept(&self) -> Vec<KeptNode<G::Move>> {
        let mut parents = vec![None; self.nodes.len()];
        for parent in 0..self.nodes.len() {
            for (_, child) in self.children(parent) {
                parents[child] = Some(parent);
            }
        }
        let nodes = self.nodes.iter().zip(parents);
        let kept = nodes.map(|(node, parent)| KeptNode {
            parent,
            mv: node.mv,
            known: Known::Games {
                visits: node.visits,
                points: node.results,
            },
        });
        kept.collect()
    }

    /// Returns the most visited root moves, with their values and the line below each.
    fn favorites(&self, count: usize) -> Vec<ScoredLine<G::Move>> {
        // Of equals, the one tried first comes first. Without moves they are sorted by the same code in every game.
        let by_visits = self.children(0);
        let by_visits = by_visits.map(|(_, child)| (Reverse(self.nodes[child].visits), child));
        let mut by_visits: Vec<(Reverse<u32>, usize)> = by_visits.collect();
        by_visits.sort_unstable();
        by_visits.truncate(count);
        let scored = |(_, place): (Reverse<u32>, usize)| {
            let child = &self.nodes[place];
            let favorite = child.mv.map(|mv| (mv, place));
            let below = std::iter::successors(favorite, |(_, child)| self.favorite(*child));
            ScoredLine {
                score: centipawns(child.results / f64::from(child.visits.max(1))),
                line: below.map(|(mv, _)| mv).collect(),
            }
        };
        by_visits.into_iter().map(scored).collect()
    }

    /// Returns the most visited child; of equals, the one tried first.
    fn favorite(&self, node: usize) -> Option<(G::Move, usize)> {
        // Of equals, `max_by_key` returns the last one.
        self.children(node)
            .max_by_key(|(_, child)| self.nodes[*child].visits)
    }
}

impl<M> Node<M> {
    fn new<G: Game<Move = M>>(mv: Option<M>, position: &G) -> Self {
        let moves = position.legal_moves();
        Self {
            mv,
            ending: position.ending_in_search(&moves),
            untried: u32::try_from(moves.len()).unwrap_or(u32::MAX),
            last_child: 0,
            sibling: 0,
            visits: 0,
            results: 0.0,
        }
    }
}

/// Returns the expected result, from 0 to 1, of a side with this score.
fn expectation(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::WonIn(_) => 1.0,
        ScoreKind::LostIn(_) => 0.0,
        ScoreKind::Centipawns(value) => {
            1.0 / (1.0 + 10_f64.powf(-f64::from(value) / CENTIPAWNS_PER_TENFOLD))
        }
    }
}

/// Returns the score of a side with this expected result.
fn centipawns(expectation: f64) -> Score {
    let share = expectation.clamp(1e-6, 1.0 - 1e-6);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the share is clamped, so the logarithm is within ±6"
    )]
    let value = (CENTIPAWNS_PER_TENFOLD * (share / (1.0 - share)).log10()).round() as i32;
    Score::centipawns(value)
}
