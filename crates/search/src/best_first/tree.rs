//! [`Tree`]: the tree of a best-first search in memory, with what is known of each node.

use crate::expectation::mean;
use crate::game::{Ending, Game};
use crate::observer::{KeptNode, Known};
use crate::root::Root;
use plywood_eval::{Score, ScoreKind};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The number of the root.
pub(super) const ROOT: usize = 0;
/// The number of moves of a node that no round has reached.
const UNOPENED: u16 = u16::MAX;

/// The tree. A node stores the move that leads to it but no position, so that a million nodes of chess take some thirty megabytes; positions
/// are made by playing the moves on the way down. Parents have lower numbers than their children.
///
/// Everything known of a node is from the point of view of the side that moved there. Wins and losses are counted from the node.
#[derive(Debug, Clone)]
pub(super) struct Tree<G: Game> {
    pub(super) root: G,
    /// The moves to search at the root.
    pub(super) root_moves: Vec<G::Move>,
    nodes: Vec<Node<G::Move>>,
    /// Statistics that only some parts need; empty without them.
    details: Vec<Details>,
    /// In a graph, for each node the one whose children it has: its own number, or that of the first node with the same position.
    owners: Vec<u32>,
    owner_of: HashMap<u64, u32>,
    max_nodes: usize,
    /// The deepest ply of a node that was reached.
    pub(super) deepest: u32,
    /// `true` since a node couldn't be expanded because the memory is full.
    pub(super) needs_room: bool,
    /// The rounds that have selected a leaf and don't know its value yet.
    on_their_way: usize,
    /// The number of nodes from which on it is tidied.
    tidied_from: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    /// The number of legal moves without a child.
    untried: u16,
    /// The child added last, and the one that the parent added before this one; 0 if there is none.
    last_child: u32,
    sibling: u32,
    pub(super) visits: u32,
    /// The sum of results from 0 to 1.
    points: f64,
    /// Set once the game is over; its result is the value.
    end: Option<End>,
    /// The bounds that are proven, and the minimax value of the evaluations below, as [packed](Score::packed) scores.
    low: i16,
    high: i16,
    value: i16,
}

/// How the game is over: by a repetition, or in any other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Repeated,
    Other,
}

/// Statistics that only some parts need.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Details {
    pub(super) prior: f32,
    /// The sum of the squares of the results.
    pub(super) squares: f32,
    /// The games below the parent in which the same side played the move now or later, and their results.
    pub(super) amaf_visits: u32,
    pub(super) amaf_points: f32,
}

/// The room that a search gives its tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) bytes: usize,
    pub(super) has_details: bool,
    /// `true` if nodes with the same position share their children.
    pub(super) is_graph: bool,
    /// `true` if the tree is rebuilt even when it's full, which takes two numbers for each node.
    pub(super) is_rebuilt: bool,
}

/// Lends the tree for a step of a round: to the only thread, or to one at a time.
pub(super) trait Lend<G: Game> {
    fn lend<T>(&mut self, step: impl FnOnce(&mut Tree<G>) -> T) -> T;
}

impl<G: Game> Lend<G> for &mut Tree<G> {
    #[inline]
    fn lend<T>(&mut self, step: impl FnOnce(&mut Tree<G>) -> T) -> T {
        step(self)
    }
}

impl<G: Game> Lend<G> for &Mutex<Tree<G>> {
    fn lend<T>(&mut self, step: impl FnOnce(&mut Tree<G>) -> T) -> T {
        step(&mut self.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Gives a position a number that it shares only with positions in which the same happens from there on; `None` if there is no such number.
pub(super) type Sharing<G> = fn(&G) -> Option<u64>;

/// A tree with fewer nodes is in the processor's cache anyway.
const FIRST_TIDIED: usize = 1_024;

/// The most bytes that a node of a graph takes in a hash table: between two and three places of a number and a key.
const IN_GRAPH: usize = size_of::<u32>() + 3 * (size_of::<(u64, u32)>() + 1);

impl<G: Game> Tree<G> {
    /// Makes a tree with only its root, whose nodes never exceed this room.
    pub(super) fn new(root: &Root<'_, G>, room: Room) -> Self {
        let details = usize::from(room.has_details) * size_of::<Details>();
        let rebuilding = usize::from(room.is_rebuilt) * 2 * size_of::<u32>();
        let shared = usize::from(room.is_graph) * IN_GRAPH;
        let bytes = size_of::<Node<G::Move>>() + details + shared + rebuilding;
        let max_nodes = room.bytes / bytes;
        let max_nodes = max_nodes.clamp(1, u32::MAX as usize);
        let mut tree = Self {
            root: root.position.clone(),
            root_moves: root.moves.clone(),
            nodes: Vec::new(),
            details: Vec::new(),
            owners: Vec::new(),
            owner_of: HashMap::new(),
            max_nodes,
            deepest: 0,
            needs_room: false,
            on_their_way: 0,
            tidied_from: FIRST_TIDIED,
        };
        // A growing vector holds its nodes twice for a moment; memory that is only reserved costs nothing.
        let _ = tree.nodes.try_reserve_exact(max_nodes);
        if room.has_details {
            let _ = tree.details.try_reserve_exact(max_nodes);
            tree.details.push(Details::default());
        }
        if room.is_graph {
            let _ = tree.owners.try_reserve_exact(max_nodes);
            let _ = tree.owner_of.try_reserve(max_nodes);
            tree.owners.push(0);
        }
        tree.nodes.push(Node::new(None));
        tree.nodes[ROOT].untried = possible(root.position, &root.moves);
        tree
    }

    /// Returns the bytes of its nodes, and of the numbers that rebuilding takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let reserved = [self.nodes.capacity(), self.details.capacity()];
        assert!(
            reserved.into_iter().all(|nodes| nodes <= self.max_nodes),
            "it never grows"
        );
        let details = self.details.len() * size_of::<Details>();
        let details = details + self.owners.len() * IN_GRAPH;
        self.nodes.len() * (size_of::<Node<G::Move>>() + 2 * size_of::<u32>()) + details
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn visits(&self, node: usize) -> u32 {
        self.nodes[node].visits
    }

    /// Returns the mean result of a node, 0 if it was never visited.
    pub(super) fn mean(&self, node: usize) -> f64 {
        self.nodes[node].mean()
    }

    pub(super) fn details(&self, node: usize) -> Details {
        self.details.get(node).copied().unwrap_or_default()
    }

    /// Returns `true` if nodes with the same position share their children.
    pub(super) fn is_graph(&self) -> bool {
        !self.owners.is_empty()
    }

    /// Returns the node that has the children of this one.
    #[inline]
    fn owner(&self, node: usize) -> usize {
        self.owners.get(node).map_or(node, |owner| *owner as usize)
    }

    /// Returns the rounds among which a child is chosen: in a graph those of all ways to the position.
    pub(super) fn rounds_below(&self, node: usize) -> u32 {
        if self.is_graph() {
            self.children(node).map(|child| self.visits(child)).sum()
        } else {
            self.visits(node)
        }
    }

    pub(super) fn ending(&self, node: usize) -> Option<Ending> {
        let node = &self.nodes[node];
        node.end.map(|end| match end {
            End::Repeated => Ending::Repeated,
            End::Other => Ending::Scored(-node.value()),
        })
    }

    pub(super) fn move_to(&self, node: usize) -> Option<G::Move> {
        self.nodes[node].mv
    }

    /// Notes the legal moves and the end of the game when a round reaches a node for the first time; and the node whose children it shares.
    #[inline]
    pub(super) fn open(&mut self, number: usize, position: &G, sharing: Option<Sharing<G>>) {
        if self.nodes[number].untried == UNOPENED {
            self.open_first(number, position, sharing);
        }
    }

    fn open_first(&mut self, number: usize, position: &G, sharing: Option<Sharing<G>>) {
        let node = &mut self.nodes[number];
        let moves = position.legal_moves();
        node.untried = possible(position, &moves);
        if let Some(ending) = position.ending_in_search(&moves) {
            let is_repeated = ending == Ending::Repeated;
            node.end = Some(if is_repeated {
                End::Repeated
            } else {
                End::Other
            });
            node.value = (-ending.score(0)).packed();
            (node.low, node.high) = (node.value, node.value);
        } else if let Some(key) = sharing.and_then(|key| key(position)) {
            let own = self.owners[number];
            self.owners[number] = *self.owner_of.entry(key).or_insert(own);
        }
    }

    /// Returns `true` if every legal move of a node has a child, or the memory is used up.
    pub(super) fn is_expanded(&self, node: usize) -> bool {
        !self.has_untried(node) || (!self.has_room(1) && self.has_children(node))
    }

    pub(super) fn has_untried(&self, node: usize) -> bool {
        self.nodes[self.owner(node)].untried > 0
    }

    pub(super) fn has_children(&self, node: usize) -> bool {
        self.nodes[self.owner(node)].last_child != 0
    }

    /// Returns `true` if this many nodes can be added.
    pub(super) fn has_room(&self, nodes: usize) -> bool {
        self.nodes.len() + nodes <= self.max_nodes
    }

    /// Returns the children of a node, the one added last first.
    #[inline]
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        self.known_children(node).map(|(child, _)| child)
    }

    /// Returns the children of a node with what is known of them, the one added last first.
    #[inline]
    pub(super) fn known_children(
        &self,
        node: usize,
    ) -> impl Iterator<Item = (usize, &Node<G::Move>)> {
        let known = |child: u32| {
            let child = child as usize;
            (child != ROOT).then(|| (child, &self.nodes[child]))
        };
        let first = known(self.nodes[self.owner(node)].last_child);
        std::iter::successors(first, move |(_, child)| known(child.sibling))
    }

    /// Returns the child to which a move leads.
    pub(super) fn child_by(&self, node: usize, mv: G::Move) -> Option<usize> {
        self.children(node)
            .find(|child| self.nodes[*child].mv == Some(mv))
    }

    /// Lists the moves of a node that have no child yet.
    pub(super) fn list_untried(&self, node: usize, position: &G, moves: &mut Vec<G::Move>) {
        moves.clear();
        if node == ROOT {
            moves.extend_from_slice(&self.root_moves);
        } else {
            moves.extend_from_slice(&position.legal_moves());
        }
        for child in self.children(node) {
            let tried = self.move_to(child);
            if let Some(place) = moves.iter().position(|mv| Some(*mv) == tried) {
                moves.remove(place);
            }
        }
    }

    /// Adds a child by an untried move, and returns its number.
    pub(super) fn add(&mut self, parent: usize, mv: G::Move, prior: f32) -> usize {
        let (number, parent) = (self.nodes.len(), self.owner(parent));
        let mut node = Node::new(Some(mv));
        node.sibling = self.nodes[parent].last_child;
        self.nodes.push(node);
        if self.is_graph() {
            self.owners.push(place(number));
        }
        if !self.details.is_empty() {
            self.details.push(Details {
                prior,
                ..Details::default()
            });
        }
        let parent = &mut self.nodes[parent];
        parent.last_child = place(number);
        parent.untried -= 1;
        number
    }

    /// Counts a loss at each node of a round for the time until its value is known, so that other threads rather go elsewhere.
    pub(super) fn lose(&mut self, path: &[usize]) {
        self.on_their_way += 1;
        for &node in path {
            self.nodes[node].visits += 1;
        }
    }

    /// Takes the losses of a round back.
    pub(super) fn take_back(&mut self, path: &[usize]) {
        self.on_their_way -= 1;
        for &node in path {
            self.nodes[node].visits -= 1;
        }
    }

    /// Counts a result, which is from the point of view of the side that moved to this node.
    pub(super) fn count(&mut self, node: usize, result: f64) {
        let known = &mut self.nodes[node];
        known.visits += 1;
        known.points += result;
        if let Some(details) = self.details.get_mut(node) {
            details.squares += single(result * result);
        }
    }

    /// Counts a result for the children of a node whose moves its side to move played now or later in the round.
    pub(super) fn count_amaf(&mut self, node: usize, moves: &[G::Move], result: f64) {
        let played = |mv: Option<G::Move>| moves.iter().step_by(2).any(|it| Some(*it) == mv);
        let children = self.children(node);
        let alike: Vec<usize> = children
            .filter(|child| played(self.move_to(*child)))
            .collect();
        for child in alike {
            if let Some(details) = self.details.get_mut(child) {
                details.amaf_visits += 1;
                details.amaf_points += single(result);
            }
        }
    }

    /// Returns the minimax value of the evaluations below a node.
    pub(super) fn value(&self, node: usize) -> Score {
        self.nodes[node].value()
    }

    /// Sets the value of a node; if it has children, they decide. A proven one of its side to move is a bound.
    pub(super) fn set_value(&mut self, node: usize, value: Score, proven: Option<Score>) {
        if let Some(score) = proven {
            self.set_proven(node, -score);
        }
        if self.nodes[node].last_child == 0 {
            self.nodes[node].value = value.packed();
        }
    }

    /// Returns what is proven of a node: its value is between these bounds.
    pub(super) fn bounds(&self, node: usize) -> (Score, Score) {
        let node = &self.nodes[node];
        (Score::from_packed(node.low), Score::from_packed(node.high))
    }

    /// Notes a proven win or loss of the side that moved to a node.
    fn set_proven(&mut self, node: usize, score: Score) {
        let node = &mut self.nodes[node];
        match score.kind() {
            ScoreKind::WonIn(_) => node.low = node.low.max(score.packed()),
            ScoreKind::LostIn(_) => node.high = node.high.min(score.packed()),
            ScoreKind::Centipawns(_) => {}
        }
    }

    /// Returns the value of a node that needs no more rounds: its bounds meet, or it is won or lost in at most so many plies.
    pub(super) fn proven(&self, node: usize) -> Option<Score> {
        let (low, high) = self.bounds(node);
        if low == high || is_won(low) {
            Some(low)
        } else {
            is_won(-high).then_some(high)
        }
    }

    /// Returns `true` if a round below this child may still change its parent's bounds.
    pub(super) fn is_open(&self, parent: usize, child: usize) -> bool {
        let (_, reached) = self.bounds(parent);
        let (_, high) = self.bounds(child);
        self.proven(child).is_none() && one_ply_up(high) > -reached
    }

    /// Proves what follows from the children of a node, and returns `true` if that is something new.
    ///
    /// The side to move has at least the best of the lower bounds, and at most the best of the upper ones if no move is missing.
    /// Where chance moves, the value is between the least and the most of the outcomes, which have the same side to move.
    pub(super) fn prove(&mut self, node: usize, is_chance: bool) -> bool {
        let bounds = self.children(node).map(|child| self.bounds(child));
        let (mut least, mut most) = if is_chance {
            let (best, worst) = (Score::HIGHEST, Score::LOWEST);
            bounds.fold((best, worst), |(least, most), (low, high)| {
                (least.min(-high), most.max(-low))
            })
        } else {
            bounds.fold(
                (Score::LOWEST, Score::LOWEST),
                |(least, most), (low, high)| {
                    (least.max(one_ply_up(low)), most.max(one_ply_up(high)))
                },
            )
        };
        if self.has_untried(node) {
            most = Score::HIGHEST;
            least = if is_chance { Score::LOWEST } else { least };
        }
        let known = &mut self.nodes[node];
        let before = (known.low, known.high);
        known.low = known.low.max((-most).packed());
        known.high = known.high.min((-least).packed());
        before != (known.low, known.high)
    }

    /// Makes the value of a node that of its best child, for the side to move; where chance moves, the mean of its outcomes by their rounds.
    pub(super) fn minimax(&mut self, node: usize, is_chance: bool) {
        if let Some(stakes) = G::STAKES.filter(|_| is_chance && self.has_children(node)) {
            let outcomes = self.children(node);
            let known = outcomes.map(|child| (self.visits(child), self.value(child)));
            // Not every outcome is known to be a win, or a loss, while there are more.
            let unknown = self.has_untried(node).then_some((0, Score::DRAW));
            self.nodes[node].value = mean(stakes, known.chain(unknown)).packed();
            return;
        }
        // A child that no round has reached has no value.
        let reached = |child: &usize| self.nodes[*child].untried != UNOPENED;
        let values = self.children(node).filter(reached);
        if let Some(best) = values.map(|child| one_ply_up(self.value(child))).max() {
            self.nodes[node].value = (-best).packed();
        }
    }

    /// Makes room by taking the children of the nodes that were visited least, a quarter of all nodes or more if that's possible.
    /// Waits for rounds that are on their way.
    pub(super) fn make_room(&mut self) {
        if self.on_their_way > 0 {
            return;
        }
        self.share_nothing();
        let mut visits = 1;
        loop {
            let leaves = |node: usize| node != ROOT && self.visits(node) <= visits;
            let freed = (0..self.len()).filter(|node| leaves(*node));
            let freed: usize = freed.map(|node| self.children(node).count()).sum();
            if 4 * freed >= self.len() || visits > self.visits(ROOT) {
                break;
            }
            visits *= 2;
        }
        self.rebuild(ROOT, |node| node.visits > visits);
        self.needs_room = false;
    }

    /// Moves the children of each node next to each other in memory, as often as the tree doubles: a round reads all children on its way, and
    /// in the order in which they were added, each is in a far place. The room that's left holds the two numbers for each node that this takes.
    pub(super) fn tidy(&mut self) {
        let is_due = self.len() >= self.tidied_from && self.len() <= self.max_nodes / 4 * 3;
        if is_due && self.on_their_way == 0 && !self.is_graph() {
            self.rebuild(ROOT, |_| true);
        }
    }

    /// Gives each node that shared the children of another none; they are added anew.
    fn share_nothing(&mut self) {
        self.owner_of.clear();
        self.owners
            .iter_mut()
            .zip(0..)
            .for_each(|(owner, node)| *owner = node);
    }

    /// Makes a node the root and keeps what is below it, with the children of each node next to each other. `keeps` says which other nodes
    /// keep their children.
    fn rebuild(&mut self, root: usize, keeps: impl Fn(&Node<G::Move>) -> bool) {
        let mut order = Vec::with_capacity(self.len());
        order.push(place(root));
        let mut at = 0;
        while let Some(node) = order.get(at).map(|node| *node as usize) {
            let first = order.len();
            order.extend(self.children(node).map(place));
            if node == root || keeps(&self.nodes[node]) {
                order[first..].reverse();
            } else {
                self.nodes[node].untried += count(order.len() - first);
                self.nodes[node].last_child = 0;
                order.truncate(first);
            }
            at += 1;
        }
        let kept = order.len();
        self.arrange(order);
        self.nodes.truncate(kept);
        self.details.truncate(kept);
        self.owners.truncate(kept);
        self.tidied_from = FIRST_TIDIED.max(2 * kept);
        (self.nodes[ROOT].mv, self.nodes[ROOT].sibling) = (None, 0);
    }

    /// Puts nodes in this order, and all others behind them.
    fn arrange(&mut self, order: Vec<u32>) {
        let mut places = vec![u32::MAX; self.len()];
        for (at, &node) in order.iter().enumerate() {
            places[node as usize] = place(at);
        }
        let others = places.iter_mut().filter(|place| **place == u32::MAX);
        others
            .zip(place(order.len())..)
            .for_each(|(other, at)| *other = at);
        drop(order);
        for node in &mut self.nodes {
            let place = |node: u32| if node == 0 { 0 } else { places[node as usize] };
            (node.last_child, node.sibling) = (place(node.last_child), place(node.sibling));
        }
        for at in 0..places.len() {
            while places[at] != place(at) {
                let other = places[at] as usize;
                self.swap(at, other);
                places.swap(at, other);
            }
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.nodes.swap(one, other);
        if !self.details.is_empty() {
            self.details.swap(one, other);
        }
    }

    /// Makes a node the root, which has this position and these moves.
    pub(super) fn descend(&mut self, node: usize, root: &Root<'_, G>) {
        let node = self.owner(node);
        self.share_nothing();
        self.rebuild(node, |_| true);
        self.root = root.position.clone();
        self.root_moves.clone_from(&root.moves);
        self.deepest = 0;
    }

    /// Adds the rounds of another tree through the root and its moves, and what is proven of them.
    pub(super) fn add_votes(&mut self, other: &Self) {
        self.deepest = self.deepest.max(other.deepest);
        self.add_known(ROOT, &other.nodes[ROOT]);
        let moves = other.children(ROOT);
        for (mv, theirs) in moves.filter_map(|child| Some((other.move_to(child)?, child))) {
            let ours = self.child_by(ROOT, mv);
            let ours = ours.unwrap_or_else(|| self.add(ROOT, mv, 0.0));
            self.add_known(ours, &other.nodes[theirs]);
        }
        self.prove(ROOT, self.root.waits_for_chance());
    }

    fn add_known(&mut self, node: usize, other: &Node<G::Move>) {
        let known = &mut self.nodes[node];
        known.visits += other.visits;
        known.points += other.points;
        known.low = known.low.max(other.low);
        known.high = known.high.min(other.high);
    }

    /// Forgets every proof, and every repetition, that may depend on how its position was reached.
    pub(super) fn forget_proofs(&mut self) {
        for node in &mut self.nodes {
            if node.end == Some(End::Repeated) {
                (node.end, node.untried) = (None, UNOPENED);
            }
            if node.end.is_none() {
                (node.low, node.high) = (Score::LOWEST.packed(), Score::HIGHEST.packed());
            }
        }
    }

    /// Returns the nodes in the form for observers: with their proofs if those are sought, and their values if those are backed up.
    pub(super) fn kept(&self, solves: bool, is_minimax: bool) -> Vec<KeptNode<G::Move>> {
        let mut parents = vec![None; self.nodes.len()];
        for parent in (0..self.nodes.len()).filter(|node| self.owner(*node) == *node) {
            let children = self.children(parent);
            children.for_each(|child| parents[child] = Some(parent));
        }
        let known = |node: usize| {
            let visits = self.visits(node);
            let proven = self.proven(node).filter(|_| solves);
            let valued = is_minimax.then(|| self.value(node));
            match proven.or(valued) {
                Some(score) => Known::Valued {
                    visits,
                    score,
                    is_proven: proven.is_some(),
                },
                None => Known::Games {
                    visits,
                    points: self.nodes[node].points,
                },
            }
        };
        let nodes = (0..self.len()).zip(parents);
        let kept = nodes.map(|(node, parent)| KeptNode {
            parent,
            mv: self.move_to(node),
            known: known(node),
        });
        kept.collect()
    }
}

impl<M> Node<M> {
    const fn new(mv: Option<M>) -> Self {
        Self {
            mv,
            untried: UNOPENED,
            last_child: 0,
            sibling: 0,
            visits: 0,
            points: 0.0,
            end: None,
            low: Score::LOWEST.packed(),
            high: Score::HIGHEST.packed(),
            value: 0,
        }
    }

    /// Returns the mean result, 0 without visits.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        self.points / f64::from(self.visits.max(1))
    }

    /// Returns the minimax value of the evaluations below it.
    pub(super) fn value(&self) -> Score {
        Score::from_packed(self.value)
    }
}

fn place(number: usize) -> u32 {
    u32::try_from(number).expect("the number of nodes fits in 32 bits")
}

/// Counts the moves that can lead to a child: of the outcomes of chance those that may happen.
fn possible<G: Game>(position: &G, moves: &[G::Move]) -> u16 {
    let may_happen = |mv: &&G::Move| !position.waits_for_chance() || position.weight(**mv) > 0;
    count(moves.iter().filter(may_happen).count())
}

/// Counts moves. A move's number in a list is less, since no position has as many.
fn count(moves: usize) -> u16 {
    u16::try_from(moves).map_or(UNOPENED - 1, |moves| moves.min(UNOPENED - 1))
}

/// Converts a score of a node to one of its parent: wins and losses are one ply further away.
pub(super) const fn one_ply_up(score: Score) -> Score {
    score.relative_to_root(1)
}

/// The centipawns at which the better side is expected to score ten times as much as the other, as in Elo's formula.
pub(super) const CENTIPAWNS_PER_TENFOLD: f64 = 400.0;

/// Returns the expected result, from 0 to 1, of a side with this score; in a game with chance it grows in proportion to the score, from a
/// loss of the stakes to a win.
pub(super) fn expectation<G: Game>(score: Score) -> f64 {
    match (score.kind(), G::STAKES) {
        (ScoreKind::WonIn(_), _) => 1.0,
        (ScoreKind::LostIn(_), _) => 0.0,
        (ScoreKind::Centipawns(value), Some(stakes)) => {
            let win = f64::from(stakes.win());
            f64::midpoint(1.0, (f64::from(value) / win).clamp(-1.0, 1.0))
        }
        (ScoreKind::Centipawns(value), None) => {
            1.0 / (1.0 + 10_f64.powf(-f64::from(value) / CENTIPAWNS_PER_TENFOLD))
        }
    }
}

fn is_won(score: Score) -> bool {
    matches!(score.kind(), ScoreKind::WonIn(_)) && !score.is_infinite()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "statistics that need no more digits"
)]
pub(super) const fn single(number: f64) -> f32 {
    number as f32
}
