//! Best-first search: one loop in four steps, made of parts.

mod tree;
mod path;
mod selection;
mod priors;
mod leaf_value;
mod final_choice;
mod keeping;
mod voting;
mod growing;
#[cfg(test)]
mod tests;

pub use final_choice::FinalChoice;
pub use growing::Growing;
pub use keeping::Keeping;
pub use leaf_value::{
    AnyMove, AtOnce, BestLooking, CaptureFirst, GameMove, LeafValue, Learner, Mast, Outcome,
    RandomGames, Round, Shallow,
};
pub use priors::{LookedAt, NoPriors, Priors, RootNoise, Transposing};
pub use selection::{
    Adjusted, BestValue, Child, EpsilonGreedy, Parent, Puct, Selection, Ucb1, Ucb1Tuned,
};

pub use voting::Voting;

use crate::budget::{StopReason, Stopped};
use crate::chance::{Dice, rolled};
use crate::game::Game;
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::{KeptNode, Observer};
use crate::ordering::sort_in_order;
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use final_choice::centipawns;
use path::Path;
use plywood_eval::Score;
use priors::normalized;
use tree::{Details, Lend, Node, ROOT, Room, Sharing, Tree, expectation, one_ply_up, single};

/// Best-first search with exchangeable parts. [`MonteCarlo`](crate::MonteCarlo) is its usual composition.
///
/// **Idea.** Each round selects a leaf of the tree in memory, expands it, values it, and backs the value up to the root. The next round goes
/// where the results so far lead, so the tree grows deep where it matters and stays shallow elsewhere.
///
/// **Invariant.** A node's visits are those of its children and the rounds that ended there; the root's are the rounds. With minimax backups
/// a node has the value of its best child. What is proven is minimax's, and depends on no path.
///
/// **Parts.** A [`Selection`] chooses the child through which a round goes, [`Priors`] say which moves are worth a look, and a [`LeafValue`]
/// values the leaf: by a random game, the evaluator, or a depth-first search. [`Backing`] says what is backed up, and
/// [`solving`](Self::solving) adds proofs. [`Transposing`] makes the tree a graph, [`Keeping`] keeps it between moves, and [`Voting`] grows it
/// on threads. Proof numbers have another loop, [`ProofNumber`](crate::ProofNumber): its rounds need sums of the children and no visits. AMAF
/// alone is RAVE with a large number of games. `docs/results.md` says what each part is worth.
///
/// **Cost.** Each round takes the time of one value and some thirty bytes of memory for a node.
///
/// **Source.** Pearl, "Heuristics", 1984, for best-first search in general; Browne et al., "A survey of Monte Carlo tree search methods",
/// 2012, for the four steps.
///
/// **Chapter.** `docs/book/src/monte_carlo.md`, in the repository.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{BestFirst, Limits, RandomGames, Score, StaticEvaluation, StopReason};
///
/// let games = RandomGames::new(StaticEvaluation::new(ConnectFour::estimate));
/// let mut search = BestFirst::of(games).solving();
/// let report = search.search(&"ddeec".parse::<ConnectFour>()?, &Limits::rounds(5_000));
/// assert_eq!((report.reason, report.score), (StopReason::Solved, Some(Score::lost_in(2))));
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestFirst<V, S = Ucb1, P = NoPriors> {
    value: V,
    selection: S,
    priors: P,
    options: Options,
}

/// The parts that need no type of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Options {
    backing: Backing,
    solves: bool,
    expands_all: bool,
    widening: Option<u32>,
    choice: FinalChoice,
    megabytes: usize,
    makes_room: bool,
}

/// The number of rounds of a search without a limit of rounds, nodes or time.
const DEFAULT_ROUNDS: u64 = 10_000;
/// Room for two million nodes of chess.
const DEFAULT_MEGABYTES: usize = 64;

/// The value that a node gets from the rounds below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Backing {
    /// The mean of their results.
    ///
    /// **Source.** Kocsis and Szepesvári 2006.
    #[default]
    Mean,
    /// The mean of their results, mixed with this percentage of the minimax value of the leaves' estimates.
    ///
    /// **Source.** Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax
    /// backups", 2014.
    ImplicitMinimax(u32),
    /// The minimax value of the leaves. Every child of an expanded leaf is valued at once.
    ///
    /// **Source.** Korf and Chickering 1996; Cohen-Solal 2020.
    Minimax,
}

impl<V> BestFirst<V> {
    /// Makes UCT with these values of leaves: UCB1 with the constant √2, one new node a round, the mean, and the most visited move.
    pub const fn of(value: V) -> Self {
        Self {
            value,
            selection: Ucb1::new(std::f64::consts::SQRT_2),
            priors: NoPriors,
            options: Options {
                backing: Backing::Mean,
                solves: false,
                expands_all: false,
                widening: None,
                choice: FinalChoice::MostVisits,
                megabytes: DEFAULT_MEGABYTES,
                makes_room: false,
            },
        }
    }
}

impl<V, S, P> BestFirst<V, S, P> {
    /// Changes the values of leaves.
    #[must_use]
    pub fn valued_by<V2>(self, change: impl FnOnce(V) -> V2) -> BestFirst<V2, S, P> {
        BestFirst {
            value: change(self.value),
            selection: self.selection,
            priors: self.priors,
            options: self.options,
        }
    }

    /// Replaces the rule by which a round chooses its way.
    #[must_use]
    pub fn select<S2>(self, selection: S2) -> BestFirst<V, S2, P> {
        BestFirst {
            value: self.value,
            selection,
            priors: self.priors,
            options: self.options,
        }
    }

    /// Gives the moves of each expanded node probabilities. All children of a node are then added at once.
    #[must_use]
    pub fn priors<P2>(self, priors: P2) -> BestFirst<V, S, P2> {
        let all = self.expand_all();
        BestFirst {
            value: all.value,
            selection: all.selection,
            priors,
            options: all.options,
        }
    }

    /// Sets the value that a node gets from the rounds below it.
    #[must_use]
    pub fn backing(mut self, backing: Backing) -> Self {
        self.options.backing = backing;
        self
    }

    /// Backs up proven wins, losses and draws as well, and no longer visits what is proven (MCTS-Solver, score bounds).
    ///
    /// **Invariant.** A node's proven bounds hold minimax's value. A node is won if a child is lost for the side that must answer there, and
    /// lost once all its moves have a child and each is won for the opponent; draws and points are bounded from both sides.
    ///
    /// **Cost.** A proven loss is not visited again, so the mean of its parent is too good until that is proven, too; the first paper
    /// discusses it.
    ///
    /// **Source.** Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008; Cazenave and Saffidine, "Score bounded Monte-Carlo
    /// tree search", 2010.
    #[must_use]
    pub fn solving(mut self) -> Self {
        self.options.solves = true;
        self
    }

    /// Adds all children of a leaf at once, in place of one each round.
    #[must_use]
    pub fn expand_all(mut self) -> Self {
        self.options.expands_all = true;
        self
    }

    /// Adds one child of a leaf each round, by any move. Priors are then not asked.
    #[must_use]
    pub fn expand_one(mut self) -> Self {
        self.options.expands_all = false;
        self
    }

    /// Progressive widening: after N visits only the √N times this many moves with the best priors may be chosen.
    ///
    /// **Source.** Chaslot et al. 2008; Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007.
    #[must_use]
    pub fn widening(mut self, moves: u32) -> Self {
        self.options.widening = Some(moves);
        self.expand_all()
    }

    /// Sets the move to play when the rounds are over.
    #[must_use]
    pub fn choose(mut self, choice: FinalChoice) -> Self {
        self.options.choice = choice;
        self
    }

    /// Limits the tree to this many megabytes.
    #[must_use]
    pub fn megabytes(mut self, megabytes: usize) -> Self {
        self.options.megabytes = megabytes;
        self
    }

    /// Makes room when the memory is full: the nodes with the fewest visits lose their children, but not what is known of themselves.
    #[must_use]
    pub fn making_room(mut self) -> Self {
        self.options.makes_room = true;
        self
    }

    search_methods!();

    /// Returns `true` if every child of a leaf is valued.
    fn values_all(&self) -> bool {
        self.options.backing == Backing::Minimax
    }
}

/// A running search: what its rounds need apart from the tree.
struct Rounds<'a, 'o, G: Game, V, S, P> {
    search: &'a mut BestFirst<V, S, P>,
    current: Round<G::Move>,
    /// The way of the round, and the untried moves where it ends.
    path: Path<G>,
    untried: Vec<G::Move>,
    state: &'a mut SearchState<'o, G::Move>,
    max_depth: u32,
    sharing: Option<Sharing<G>>,
}

/// The value of a position for its side to move, counted from there; and the score that is proven.
type Valued = (Outcome, Option<Score>);

impl<G: Game, V: LeafValue<G>, S: Selection, P: Priors<G>> Rounds<'_, '_, G, V, S, P> {
    /// Plays one round: selects a leaf, expands it, values it, and backs the value up.
    fn round(&mut self, tree: &mut impl Lend<G>) -> Result<(), Stopped> {
        tree.lend(|tree| {
            self.select(tree)?;
            self.expand(tree)?;
            self.path.known = self.known(tree);
            tree.lose(&self.path.nodes);
            Ok(())
        })?;
        // Other threads may use the tree meanwhile.
        let valued = self.valued();
        tree.lend(|tree| {
            tree.take_back(&self.path.nodes);
            self.back_up(tree, valued?);
            Ok(())
        })
    }

    /// Goes from the root to a leaf.
    fn select(&mut self, tree: &mut Tree<G>) -> Result<(), Stopped> {
        self.path.restart(&tree.root);
        self.current.begin();
        self.state.visit_at(0)?;
        while self.path.ply() < self.max_depth
            && let Some(child) = self.search.next(tree, &self.path, &mut self.current.dice)
        {
            self.follow(tree, child)?;
        }
        Ok(())
    }

    /// Goes on to a child, and visits it.
    fn follow(&mut self, tree: &mut Tree<G>, child: usize) -> Result<(), Stopped> {
        let mv = tree.move_to(child);
        if let Some(mv) = mv.filter(|_| !self.path.is_waiting()) {
            self.current.note(mv);
        }
        self.path.push(child, mv);
        let ply = self.path.ply();
        tree.deepest = tree.deepest.max(ply);
        self.state.visit_at(ply)?;
        tree.open(child, &self.path.position, self.sharing);
        Ok(())
    }

    /// Adds children to the leaf where the path ends, as far as there is room, and goes to one of them. With minimax backups it values them
    /// all and stays. A leaf that was never visited isn't expanded, unless it was valued with its siblings.
    fn expand(&mut self, tree: &mut Tree<G>) -> Result<(), Stopped> {
        let path = &self.path;
        let (node, values_all) = (path.node(), self.search.values_all());
        let is_known = node == ROOT || tree.visits(node) > 0 || values_all;
        let is_inside = path.ply() < self.max_depth && tree.ending(node).is_none();
        if !is_inside || !is_known || path.is_waiting() || !tree.has_untried(node) {
            return Ok(());
        }
        let adds_all = self.search.options.expands_all || values_all;
        let moves = &mut self.untried;
        tree.list_untried(node, &path.position, moves);
        if !tree.has_room(if adds_all { moves.len() } else { 1 }) {
            tree.needs_room = true;
            return Ok(());
        }
        if !adds_all {
            let mv = moves[self.current.dice.below(moves.len())];
            let child = tree.add(node, mv, 0.0);
            return self.follow(tree, child);
        }
        let (priors, dice) = (&self.search.priors, &mut self.current.dice);
        let priors = priors.priors(&path.position, moves, dice, self.state)?;
        let priors = normalized(priors, moves.len());
        let mut likely: Vec<usize> = (0..moves.len()).collect();
        if self.search.options.widening.is_some() {
            sort_in_order(&mut likely, &|one, other| {
                priors[*other].total_cmp(&priors[*one])
            });
        }
        for index in likely {
            let mv = self.untried[index];
            let child = tree.add(node, mv, single(priors[index]));
            if values_all {
                self.state.visit_at(self.path.ply() + 1)?;
                self.value_child(tree, child, &self.path.position.after(mv))?;
            }
        }
        let next = self.search.best_child(tree, node, &mut self.current.dice);
        match next.filter(|_| !values_all) {
            Some(child) => self.follow(tree, child),
            None => Ok(()),
        }
    }

    /// Values a new child for minimax backups.
    fn value_child(
        &mut self,
        tree: &mut Tree<G>,
        child: usize,
        position: &G,
    ) -> Result<(), Stopped> {
        tree.open(child, position, self.sharing);
        if let Some(ending) = tree.ending(child) {
            let _ = self.state.ended(ending);
            return Ok(());
        }
        let (value, proven) = self.search.value(position, &mut self.current, self.state)?;
        tree.set_value(child, -value.score, proven);
        Ok(())
    }

    /// Returns the result of the leaf for its side to move, if the game is over there or it was valued with its siblings.
    fn known(&mut self, tree: &Tree<G>) -> Option<f64> {
        let node = self.path.node();
        if let Some(ending) = tree.ending(node) {
            return Some(expectation::<G>(self.state.ended(ending)));
        }
        let is_known = tree.has_children(node) || tree.visits(node) > 0;
        (self.search.values_all() && is_known).then(|| 1.0 - expectation::<G>(tree.value(node)))
    }

    /// Values the leaf where the path ends, unless its result is known; for implicit minimax, the score is then the estimate.
    fn valued(&mut self) -> Result<Option<Valued>, Stopped> {
        let path = &self.path;
        if path.known.is_some() {
            return Ok(None);
        }
        let estimate = match self.search.options.backing {
            Backing::ImplicitMinimax(_) => {
                self.search.value.estimate(&path.position, self.state)?
            }
            Backing::Mean | Backing::Minimax => None,
        };
        let (mut value, proven) =
            self.search
                .value(&path.position, &mut self.current, self.state)?;
        if let Some(estimate) = estimate {
            value.score = estimate.relative_to_node(path.ply());
        }
        Ok(Some((value, proven)))
    }

    /// Counts the result at each node of the path, from the leaf to the root, and backs up values and proofs.
    fn back_up(&mut self, tree: &mut Tree<G>, valued: Option<Valued>) {
        let (options, path) = (self.search.options, &self.path);
        let mut result = path.known.unwrap_or_default();
        if let Some((value, proven)) = valued {
            result = value.result;
            tree.set_value(path.node(), -value.score, proven);
        }
        let mut is_news = options.solves;
        // The result is the side to move's; each node counts it for the side that moved there.
        for (ply, &node) in path.nodes.iter().enumerate().rev() {
            let waits = path.waits_at(ply);
            if self.search.selection.needs_amaf() && !waits {
                tree.count_amaf(
                    node,
                    &self.current.moves()[path.moves_before(ply)..],
                    result,
                );
            }
            if options.backing != Backing::Mean {
                tree.minimax(node, waits);
            }
            if is_news && tree.has_children(node) {
                // A path through another parent may have proven something.
                is_news = tree.prove(node, waits) || tree.is_graph();
                result = tree
                    .proven(node)
                    .map_or(result, |score| expectation::<G>(-score));
            }
            result = match options.backing {
                Backing::Minimax => expectation::<G>(tree.value(node)),
                Backing::Mean | Backing::ImplicitMinimax(_) => 1.0 - result,
            };
            tree.count(node, result);
            result = path.one_ply_up(ply, result);
        }
        if let Some(learner) = self.search.value.learner() {
            learner.learn(self.current.moves(), 1.0 - result);
        }
    }

    /// Plays rounds until the limits end them, or nothing is left to find.
    fn play(&mut self, tree: &mut impl Lend<G>, limits: &Limits) -> StopReason {
        let is_until_stopped = limits.stop_handle().is_some() && limits.max_depth().is_none();
        let ends = limits.max_nodes().is_some() || limits.max_time().is_some() || is_until_stopped;
        let usual = if ends { u64::MAX } else { DEFAULT_ROUNDS };
        for played in 0..limits.max_rounds().unwrap_or(usual) {
            // Before and after a round, so that both states show what it does.
            if played > 0 && (played.is_power_of_two() || (played + 1).is_power_of_two()) {
                tree.lend(|tree| self.show(tree));
            }
            if let Some(reason) = tree.lend(|tree| self.search.end(tree)) {
                return reason;
            }
            if self.round(tree).is_err() {
                return self.state.stop_reason();
            }
        }
        let rounds = limits.max_rounds();
        rounds.map_or(StopReason::Depth, |_| StopReason::Rounds)
    }

    /// Shows the tree to the observer.
    fn show(&mut self, tree: &Tree<G>) {
        self.state.keep_tree(|| self.search.kept(tree));
    }
}

impl<V, S: Selection, P> BestFirst<V, S, P> {
    /// Returns the reason for which no round is played; makes room if that's wanted and no round is on its way.
    fn end<G: Game>(&self, tree: &mut Tree<G>) -> Option<StopReason> {
        if self.options.solves && tree.proven(ROOT).is_some() {
            return Some(StopReason::Solved);
        }
        if tree.needs_room && self.options.makes_room {
            tree.make_room();
        }
        tree.tidy();
        // The next round would end at the same leaf, and so would all after it.
        let is_stuck = tree.needs_room && self.values_all() && !self.options.makes_room;
        is_stuck.then_some(StopReason::Memory)
    }

    /// Returns the child to go on with: one that is rolled where chance moves, and otherwise one that is selected once all are there.
    fn next<G: Game>(&self, tree: &mut Tree<G>, path: &Path<G>, dice: &mut Dice) -> Option<usize> {
        let node = path.node();
        if !path.is_waiting() {
            let is_ready = tree.is_expanded(node);
            return is_ready
                .then(|| self.best_child(tree, node, dice))
                .flatten();
        }
        if tree.ending(node).is_some() {
            return None;
        }
        let outcome = rolled(&path.position, dice)?;
        let known = tree.child_by(node, outcome);
        if known.is_none() && !tree.has_room(1) {
            tree.needs_room = true;
            return None;
        }
        Some(known.unwrap_or_else(|| tree.add(node, outcome, 0.0)))
    }

    /// Values a leaf, and says what that proves.
    fn value<G: Game>(
        &mut self,
        position: &G,
        current: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Valued, Stopped>
    where
        V: LeafValue<G>,
    {
        let (ply, entered) = (state.ply(), state.checkpoint());
        let value = &mut self.value;
        let Outcome { result, score } = value.value(position, current, state)?;
        let is_proven = value.proves() && state.may_keep(score, entered);
        let mut score = score.relative_to_node(ply);
        let is_minimax = self.options.backing == Backing::Minimax;
        if is_minimax && score.is_decisive() && !value.proves() {
            // A random game that was won is no forced win.
            score = centipawns::<G>(result);
        }
        Ok((Outcome { result, score }, is_proven.then_some(score)))
    }

    /// Returns the child that is worth most, the first of equals; `None` if there are no children, or all are proven.
    fn best_child<G: Game>(&self, tree: &Tree<G>, node: usize, dice: &mut Dice) -> Option<usize> {
        let parent = Parent::of(tree.rounds_below(node), 1.0 - tree.mean(node));
        let mut children = tree.known_children(node);
        if let Some(hidden) = self.hidden(tree, node, &parent).checked_sub(1) {
            children.nth(hidden);
        }
        let open = children.filter(|(child, _)| !self.options.solves || tree.is_open(node, *child));
        let share = self.selection.random_share();
        if share > 0.0 && dice.share() < share {
            let open: Vec<usize> = open.map(|(child, _)| child).collect();
            return (!open.is_empty()).then(|| open[dice.below(open.len())]);
        }
        let (mut most, mut best) = (f64::NEG_INFINITY, ROOT);
        for (child, known) in open {
            let known = self.child::<G>(known, tree.details(child), &parent);
            let worth = self.selection.worth(&parent, &known);
            // Children come latest first, so of equals the last here is the one that was added first. A jump would often be mispredicted.
            best = if worth >= most { child } else { best };
            most = if worth > most { worth } else { most };
        }
        (best != ROOT).then_some(best)
    }

    /// Returns the statistics of a child.
    #[inline]
    fn child<G: Game>(&self, node: &Node<G::Move>, details: Details, parent: &Parent) -> Child {
        let (visits, played) = (node.visits, node.mean());
        let (mut mean, mut value) = (played, 0.0);
        if visits == 0 {
            mean = self.selection.first_play(parent);
        }
        if self.options.backing != Backing::Mean {
            (mean, value) = self.backed_up::<G>(node.value(), visits, mean);
        }
        let squares = f64::from(details.squares) / f64::from(visits.max(1));
        let amaf = f64::from(details.amaf_points) / f64::from(details.amaf_visits.max(1));
        Child {
            visits,
            mean,
            prior: f64::from(details.prior),
            variance: (squares - played * played).max(0.0),
            amaf: (details.amaf_visits, amaf),
            value,
        }
    }

    /// Returns the mean of a child with this value as it's backed up, and the value one ply up.
    fn backed_up<G: Game>(&self, value: Score, visits: u32, mean: f64) -> (f64, f64) {
        let mean = match (visits, self.options.backing) {
            (_, Backing::Minimax) => expectation::<G>(value),
            (1.., Backing::ImplicitMinimax(percent)) => {
                let share = f64::from(percent) / 100.0;
                (1.0 - share) * mean + share * expectation::<G>(value)
            }
            _ => mean,
        };
        (mean, f64::from(one_ply_up(value).packed()))
    }

    /// Returns the number of children, counted from the one added last, that widening hides.
    fn hidden<G: Game>(&self, tree: &Tree<G>, node: usize, parent: &Parent) -> usize {
        let Some(moves) = self.options.widening else {
            return 0;
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a square root of a number of visits fits"
        )]
        let shown = (f64::from(moves) * parent.sqrt_visits).ceil() as usize;
        tree.children(node).count().saturating_sub(shown.max(1))
    }

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
        Self: Clone,
        V: LeafValue<G>,
        P: Priors<G>,
    {
        let (mut search, mut grown) = (self.clone(), Vec::new());
        Root::search(position, limits, |root| {
            let mut silent = ();
            let mut state = SearchState::new(limits, &mut silent);
            let mut tree = Tree::new(&root, self.room::<G>());
            search.grow(&mut &mut tree, limits, &mut state);
            grown = self.kept(&tree);
            Report::new(state.stop_reason())
        });
        grown
    }

    fn room<G: Game>(&self) -> Room
    where
        P: Priors<G>,
    {
        Room {
            bytes: self.options.megabytes.saturating_mul(1 << 20),
            is_graph: self.priors.sharing().is_some(),
            has_details: self.selection.needs_details() || self.options.expands_all,
            is_rebuilt: self.options.makes_room,
        }
    }

    fn kept<G: Game>(&self, tree: &Tree<G>) -> Vec<KeptNode<G::Move>> {
        tree.kept(self.options.solves, self.values_all())
    }

    /// Grows a tree until the limits end that.
    fn grow<G: Game>(
        &mut self,
        tree: &mut impl Lend<G>,
        limits: &Limits,
        state: &mut SearchState<'_, G::Move>,
    ) -> StopReason
    where
        V: LeafValue<G>,
        P: Priors<G>,
    {
        self.value.begin();
        let learner = self.value.learner().map(Learner::forget);
        let notes_moves = self.selection.needs_amaf() || learner.is_some();
        let mut rounds = Rounds {
            current: Round::new(limits.random_seed(), notes_moves),
            path: tree.lend(|tree| Path::from_root(&tree.root)),
            untried: Vec::new(),
            max_depth: limits.depth_to_search(),
            sharing: self.priors.sharing(),
            search: self,
            state,
        };
        let reason = rounds.play(tree, limits);
        tree.lend(|tree| rounds.show(tree));
        reason
    }

    /// Searches from a tree that may have been grown before.
    fn run<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        lines: usize,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>
    where
        V: LeafValue<G>,
        P: Priors<G>,
    {
        let mut state = SearchState::new(limits, observer);
        let reason = self.grow(&mut &mut *tree, limits, &mut state);
        let report = Report {
            stats: state.stats(),
            elapsed: state.budget.elapsed(),
            ..Report::new(reason)
        };
        self.concluded(tree, lines, limits, report)
    }

    /// Returns the report of a search with its move, its lines and their scores.
    fn concluded<G: Game>(
        &self,
        tree: &Tree<G>,
        lines: usize,
        limits: &Limits,
        mut report: Report<G::Move>,
    ) -> Report<G::Move> {
        let mut dice = Dice::new(limits.random_seed());
        let mut lines = self.favorites(tree, lines, &mut dice);
        if G::STAKES.is_some() {
            let lines = lines.iter_mut();
            lines.for_each(|scored| scored.line.end_at_chance(&tree.root));
        }
        let mut lines = lines.into_iter();
        if tree.root.waits_for_chance() {
            report.score = Some(-self.score(tree, ROOT));
            return report;
        }
        let best = lines.next();
        report.score = best.as_ref().map(|best| best.score);
        report.line = best.map_or_else(|| Line::from_iter([tree.root_moves[0]]), |best| best.line);
        report.best_move = report.line.first().copied();
        report.depth = u32::try_from(report.line.len()).unwrap_or(u32::MAX);
        report.other_lines = lines.collect();
        if self.options.solves {
            report.stats.deepest_ply = report.stats.deepest_ply.max(tree.deepest);
        }
        report
    }
}

impl<G: Game, V: LeafValue<G>, S: Selection, P: Priors<G>> Strategy<G> for BestFirst<V, S, P> {
    fn name(&self) -> String {
        let switch = |is_on: bool, word: &str| is_on.then(|| word.to_owned());
        let backing = match self.options.backing {
            Backing::Mean => None,
            Backing::ImplicitMinimax(percent) => Some(format!("implicit-minimax={percent}")),
            Backing::Minimax => Some("minimax".to_owned()),
        };
        let choice = match self.options.choice {
            FinalChoice::MostVisits => None,
            FinalChoice::BestMean => Some("best-mean".to_owned()),
            FinalChoice::Safest => Some("safest".to_owned()),
            FinalChoice::ByVisits(100) => Some("by-visits".to_owned()),
            FinalChoice::ByVisits(percent) => Some(format!("by-visits={percent}")),
        };
        let memory = self.options.megabytes;
        let memory = (memory != DEFAULT_MEGABYTES).then(|| format!("memory={memory}"));
        let widening = self.options.widening;
        let words = std::iter::once("monte-carlo".to_owned())
            .chain(self.selection.parts())
            .chain(choice)
            .chain(self.priors.parts())
            .chain(widening.map(|moves| format!("widening={moves}")))
            .chain(self.value.parts())
            .chain(backing)
            .chain(switch(self.options.solves, "solver"))
            .chain(memory)
            .chain(switch(self.options.makes_room, "making-room"));
        words.collect::<Vec<_>>().join("+")
    }

    fn has_depths(&self) -> bool {
        false
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| {
            let mut tree = Tree::new(&root, self.room::<G>());
            self.run(&mut tree, root.lines, limits, observer)
        })
    }
}
