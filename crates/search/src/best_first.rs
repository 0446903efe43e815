//! Best-first search: one loop in four steps, made of parts.

mod tree;
mod selection;
mod priors;
mod leaf_value;
mod final_choice;
mod keeping;

pub use final_choice::FinalChoice;
pub use keeping::Keeping;
pub use leaf_value::{
    AnyMove, AtOnce, BestLooking, CaptureFirst, GameMove, LeafValue, Mast, Outcome, RandomGames,
    Round, Shallow,
};
pub use priors::{LookedAt, NoPriors, Priors, RootNoise};
pub use selection::{
    Adjusted, BestValue, Child, EpsilonGreedy, Parent, Puct, Selection, Ucb1, Ucb1Tuned,
};

use crate::budget::{StopReason, Stopped};
use crate::chance::Dice;
use crate::game::Game;
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::{KeptNode, Observer};
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use priors::normalized;
use tree::{ROOT, Room, Tree, expectation, one_ply_up};

/// Best-first search with exchangeable parts. [`MonteCarlo`](crate::MonteCarlo) is its usual composition.
///
/// **Idea.** Each round selects a leaf of the tree in memory, expands it, values it, and backs the value up to the root. The next round goes
/// where the results so far lead, so the tree grows deep where it matters and stays shallow elsewhere.
///
/// **Invariant.** A node's visits are those of its children and the rounds that ended there; the root's are the rounds. With minimax backups
/// a node has the value of its best child. What is proven is minimax's: the tree shares no nodes, so no proof depends on another path.
///
/// **Parts.** A [`Selection`] chooses the child through which a round goes, [`Priors`] say which moves are worth a look, and a [`LeafValue`]
/// values the leaf: by a random game, the evaluator, or a depth-first search. [`Backing`] says what is backed up, and
/// [`solving`](Self::solving) adds proofs.
///
/// **Cost.** Each round takes the time of one value and some forty bytes of memory for a node.
///
/// **Source.** Pearl, "Heuristics", 1984, for best-first search in general; Browne et al., "A survey of Monte Carlo tree search methods",
/// 2012, for the four steps.
///
/// **Chapter.** `docs/book/src/other_trees.md`, in the repository.
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
/// Room for a million and a half nodes of chess.
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

impl<V, S: Selection, P> BestFirst<V, S, P> {
    /// Plays one round: selects a leaf, expands it, values it, and backs the value up.
    fn round<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        max_depth: u32,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        V: LeafValue<G>,
        P: Priors<G>,
    {
        // Select.
        let mut path = Path::from(&*tree);
        round.begin();
        state.visit_at(0)?;
        while path.ply() < max_depth
            && tree.is_expanded(path.node())
            && let Some(child) = self.select_child(tree, path.node(), &mut round.dice)
        {
            path.follow(child, tree, round, state)?;
        }
        // Expand.
        let is_inside = path.ply() < max_depth && tree.ending(path.node()).is_none();
        if is_inside && self.is_ready(tree, path.node()) {
            self.expand(tree, &mut path, round, state)?;
        }
        // Value.
        let result = self.leaf_result(tree, &path, round, state)?;
        // Back up.
        self.back_up(tree, &path, result, round);
        Ok(())
    }

    /// Returns the child that is worth most, the first of equals; `None` if there are no children, or all are proven.
    fn select_child<G: Game>(&self, tree: &Tree<G>, node: usize, dice: &mut Dice) -> Option<usize> {
        let visits = f64::from(tree.visits(node).max(1));
        let parent = Parent {
            visits: tree.visits(node),
            ln_visits: visits.ln(),
            sqrt_visits: visits.sqrt(),
            mean: 1.0 - tree.mean(node),
        };
        let hidden = self.hidden(tree, node, &parent);
        let children = tree.children(node).skip(hidden).map(|(_, child)| child);
        let open = children.filter(|child| !self.options.solves || tree.is_open(node, *child));
        let share = self.selection.random_share();
        if share > 0.0 && dice.share() < share {
            let open: Vec<usize> = open.collect();
            return (!open.is_empty()).then(|| open[dice.below(open.len())]);
        }
        let worth = |child: usize| {
            self.selection
                .worth(&parent, &self.child(tree, child, &parent))
        };
        let worths = open.map(|child| (worth(child), child));
        // Children come latest first, and the latest of equals is `max_by`'s choice: the one that was added first.
        let best = worths.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map(|(_, child)| child)
    }

    /// Returns the statistics of a child.
    #[inline]
    fn child<G: Game>(&self, tree: &Tree<G>, child: usize, parent: &Parent) -> Child {
        let visits = tree.visits(child);
        let value = tree.value(child);
        let mean = match (visits, self.options.backing) {
            (_, Backing::Minimax) => expectation(value),
            (0, _) => self.selection.first_play(parent),
            (_, Backing::Mean) => tree.mean(child),
            (_, Backing::ImplicitMinimax(percent)) => {
                let share = f64::from(percent) / 100.0;
                (1.0 - share) * tree.mean(child) + share * expectation(value)
            }
        };
        let details = tree.details(child);
        let squares = f64::from(details.squares) / f64::from(visits.max(1));
        let amaf = f64::from(details.amaf_points) / f64::from(details.amaf_visits.max(1));
        Child {
            visits,
            mean,
            prior: f64::from(details.prior),
            variance: (squares - mean * mean).max(0.0),
            amaf: (details.amaf_visits, amaf),
            value: f64::from(one_ply_up(value).packed()),
        }
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

    /// Returns `true` if a leaf is to be expanded: it was visited before, or valued with its siblings.
    fn is_ready<G: Game>(&self, tree: &Tree<G>, node: usize) -> bool {
        let is_known = node == ROOT || tree.visits(node) > 0 || self.values_all();
        is_known && tree.has_untried(node)
    }

    /// Adds children to the leaf where the path ends, as far as there is room, and goes to one of them. With minimax backups it values them
    /// all and stays.
    fn expand<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        path: &mut Path<G>,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        V: LeafValue<G>,
        P: Priors<G>,
    {
        let node = path.node();
        let mut moves = tree.untried(node, &path.position);
        let needed = if self.options.expands_all || self.values_all() {
            moves.len()
        } else {
            1
        };
        if !tree.has_room(needed) {
            tree.needs_room = true;
            return Ok(());
        }
        if needed == 1 && !self.options.expands_all {
            let mv = moves.swap_remove(round.dice.below(moves.len()));
            let child = tree.add(node, mv, 0.0);
            return path.follow(child, tree, round, state);
        }
        let priors = self
            .priors
            .priors(&path.position, &moves, &mut round.dice, state)?;
        let priors = normalized(priors, moves.len());
        let mut likely: Vec<_> = moves.into_iter().zip(priors).collect();
        if self.options.widening.is_some() {
            likely.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        }
        for (mv, prior) in likely {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a prior needs no more digits"
            )]
            let child = tree.add(node, mv, prior as f32);
            if self.values_all() {
                state.visit_at(path.ply() + 1)?;
                self.value_child(tree, child, &path.position.after(mv), round, state)?;
            }
        }
        if !self.values_all()
            && let Some(child) = self.select_child(tree, node, &mut round.dice)
        {
            path.follow(child, tree, round, state)?;
        }
        Ok(())
    }

    /// Values a new child for minimax backups.
    fn value_child<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        child: usize,
        position: &G,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        V: LeafValue<G>,
    {
        tree.open(child, position);
        match tree.ending(child) {
            Some(ending) => {
                let _ = state.ended(ending);
            }
            None => {
                let value = self.value_of(tree, child, position, round, state)?;
                tree.set_value(child, -value.score);
            }
        }
        Ok(())
    }

    /// Returns the value of a position that isn't over, for its side to move and counted from there. A proof is noted.
    fn value_of<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        node: usize,
        position: &G,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped>
    where
        V: LeafValue<G>,
    {
        let (ply, entered) = (state.ply(), state.checkpoint());
        let Outcome { result, score } = self.value.value(position, round, state)?;
        let is_proven = self.value.proves() && state.may_keep(score, entered);
        let score = score.relative_to_node(ply);
        if is_proven && score.is_decisive() {
            tree.set_proven(node, -score);
        }
        Ok(Outcome { result, score })
    }

    /// Returns the result of the leaf where the path ends, for its side to move.
    fn leaf_result<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        path: &Path<G>,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<f64, Stopped>
    where
        V: LeafValue<G>,
    {
        let node = path.node();
        if let Some(ending) = tree.ending(node) {
            return Ok(expectation(state.ended(ending)));
        }
        if self.values_all() && (tree.has_children(node) || tree.visits(node) > 0) {
            return Ok(1.0 - expectation(tree.value(node)));
        }
        let estimate = match self.options.backing {
            Backing::ImplicitMinimax(_) => self.value.estimate(&path.position, state)?,
            Backing::Mean | Backing::Minimax => None,
        };
        let value = self.value_of(tree, node, &path.position, round, state)?;
        if !tree.has_children(node) {
            let estimate = estimate.map(|score| score.relative_to_node(path.ply()));
            tree.set_value(node, -estimate.unwrap_or(value.score));
        }
        Ok(value.result)
    }

    /// Counts the result at each node of the path, from the leaf to the root, and backs up values and proofs.
    fn back_up<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        path: &Path<G>,
        mut result: f64,
        round: &Round<G::Move>,
    ) where
        V: LeafValue<G>,
    {
        let mut is_news = true;
        // The result is the side to move's; each node counts it for the side that moved there.
        for (ply, &node) in path.nodes.iter().enumerate().rev() {
            if self.selection.needs_amaf() {
                let played = || round.moves()[ply..].iter().step_by(2);
                let alike = tree
                    .children(node)
                    .filter(|(mv, _)| played().any(|it| it == mv));
                let alike: Vec<usize> = alike.map(|(_, child)| child).collect();
                alike
                    .into_iter()
                    .for_each(|child| tree.count_amaf(child, result));
            }
            if self.options.backing != Backing::Mean {
                tree.minimax(node);
            }
            if self.options.solves && is_news && tree.has_children(node) {
                is_news = tree.prove(node);
                result = tree
                    .proven(node)
                    .map_or(result, |score| expectation(-score));
            }
            result = match self.options.backing {
                Backing::Minimax => expectation(tree.value(node)),
                Backing::Mean | Backing::ImplicitMinimax(_) => 1.0 - result,
            };
            tree.count(node, result);
        }
        if self.value.learns() {
            self.value.learn(round.moves(), 1.0 - result);
        }
    }
}

/// The way of a round: its nodes from the root, and the position it has reached.
struct Path<G> {
    nodes: Vec<usize>,
    position: G,
}

impl<G: Game> From<&Tree<G>> for Path<G> {
    fn from(tree: &Tree<G>) -> Self {
        Self {
            nodes: vec![ROOT],
            position: tree.root.clone(),
        }
    }
}

impl<G: Game> Path<G> {
    fn node(&self) -> usize {
        self.nodes.last().copied().unwrap_or(ROOT)
    }

    fn ply(&self) -> u32 {
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    /// Goes on to a child, and visits it.
    fn follow(
        &mut self,
        child: usize,
        tree: &mut Tree<G>,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        if let Some(mv) = tree.move_to(child) {
            self.position = self.position.after(mv);
            round.note(mv);
        }
        self.nodes.push(child);
        tree.deepest = tree.deepest.max(self.ply());
        state.visit_at(self.ply())?;
        tree.open(child, &self.position);
        Ok(())
    }
}

impl<V, S: Selection, P> BestFirst<V, S, P> {
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
            let mut tree = Tree::new(&root, self.room());
            search.grow(&mut tree, limits, &mut state);
            grown = self.kept(&tree);
            Report::new(state.stop_reason())
        });
        grown
    }

    fn room(&self) -> Room {
        Room {
            megabytes: self.options.megabytes,
            has_details: self.selection.needs_details() || self.options.expands_all,
            is_rebuilt: self.options.makes_room,
        }
    }

    fn kept<G: Game>(&self, tree: &Tree<G>) -> Vec<KeptNode<G::Move>> {
        tree.kept(self.options.solves, self.values_all())
    }

    /// Plays rounds until the limits end them, or nothing is left to find.
    fn grow<G: Game>(
        &mut self,
        tree: &mut Tree<G>,
        limits: &Limits,
        state: &mut SearchState<'_, G::Move>,
    ) -> StopReason
    where
        V: LeafValue<G>,
        P: Priors<G>,
    {
        self.value.begin();
        let notes_moves = self.selection.needs_amaf() || self.value.learns();
        let mut round = Round::new(limits.random_seed(), notes_moves);
        let is_until_stopped = limits.stop_handle().is_some() && limits.max_depth().is_none();
        let ends = limits.max_nodes().is_some() || limits.max_time().is_some() || is_until_stopped;
        let usual = if ends { u64::MAX } else { DEFAULT_ROUNDS };
        let rounds = limits.max_rounds().unwrap_or(usual);
        let mut reason = match limits.max_rounds() {
            Some(_) => StopReason::Rounds,
            None => StopReason::Depth,
        };
        for played in 0..rounds {
            if played.is_power_of_two() {
                state.notify(|watch| watch.kept(&self.kept(tree)));
            }
            if self.options.solves && tree.proven(ROOT).is_some() {
                reason = StopReason::Solved;
                break;
            }
            if tree.needs_room && self.options.makes_room {
                tree.make_room();
            } else if tree.needs_room && self.values_all() {
                // The next round would end at the same leaf, and so would all after it.
                reason = StopReason::Memory;
                break;
            }
            let round = self.round(tree, limits.depth_to_search(), &mut round, state);
            if round.is_err() {
                reason = state.stop_reason();
                break;
            }
        }
        state.notify(|watch| watch.kept(&self.kept(tree)));
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
        let reason = self.grow(tree, limits, &mut state);
        let mut dice = Dice::new(limits.random_seed());
        let mut lines = self.favorites(tree, lines, &mut dice).into_iter();
        let best = lines.next();
        let score = best.as_ref().map(|best| best.score);
        let line = best.map_or_else(|| Line::from_iter([tree.root_moves[0]]), |best| best.line);
        let mut stats = state.stats();
        if self.options.solves {
            stats.deepest_ply = stats.deepest_ply.max(tree.deepest);
        }
        Report {
            best_move: line.first().copied(),
            score,
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            line,
            other_lines: lines.collect(),
            stats,
            elapsed: state.budget.elapsed(),
            ..Report::new(reason)
        }
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
            FinalChoice::BestMean => Some("best-mean"),
            FinalChoice::Safest => Some("safest"),
            FinalChoice::ByVisits => Some("by-visits"),
        };
        let memory = self.options.megabytes;
        let memory = (memory != DEFAULT_MEGABYTES).then(|| format!("memory={memory}"));
        let widening = self
            .options
            .widening
            .map(|moves| format!("widening={moves}"));
        let words = std::iter::once("monte-carlo".to_owned())
            .chain(self.selection.parts())
            .chain(choice.map(str::to_owned))
            .chain(self.priors.parts())
            .chain(widening)
            .chain(self.value.parts())
            .chain(backing)
            .chain(switch(self.options.solves, "solver"))
            .chain(memory)
            .chain(switch(self.options.makes_room, "making-room"));
        words.collect::<Vec<_>>().join("+")
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| {
            let mut tree = Tree::new(&root, self.room());
            self.run(&mut tree, root.lines, limits, observer)
        })
    }
}
