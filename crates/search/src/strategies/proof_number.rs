//! Proof-number search: is there a forced win, and how?
//!
//! **Idea.** The tree is one of "or" nodes, where the attacker needs one winning move, and "and" nodes, where every
//! defence must lose. A node's proof number is how many leaves must still be shown to be won to prove it, its disproof
//! number how many must be shown not to be. The leaf that counts for both numbers of the root is looked at next, so the
//! search follows forcing lines very deep.
//!
//! **Invariant.** At an "or" node: proof = the least of the children's, disproof = the sum of theirs; at an "and" node
//! the other way round. A proven node has (0, ∞), a disproven one (∞, 0).
//!
//! **Cost.** One node in memory for each that is seen; for narrow wins far fewer than alpha-beta needs.
//!
//! **Source.** Allis, van der Meulen and van den Herik, "Proof-number search", 1994.

use crate::budget::{StopReason, Stopped};
use crate::game::{Ending, Game};
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::Observer;
use crate::report::Report;
use crate::strategy::Strategy;
use crate::walk::Walk;
use plywood_eval::{Score, Verdict};

/// Proves that the side to move wins, or that it cannot within the depth of the limits.
///
/// A proven win is reported with the length of the proof that was found, which may be longer than the shortest win.
/// Otherwise there is no score, and the move is the one that is hardest to disprove. Without a node or time limit it
/// gives up after a million nodes.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, ProofNumber, Score, StopReason, Strategy};
///
/// let board: ConnectFour = "ddca".parse().unwrap();
/// let report = ProofNumber.search(&board, &Limits::depth(5));
/// assert_eq!((report.reason, report.score), (StopReason::Solved, Some(Score::won_in(3))));
/// assert_eq!(report.best_move.unwrap().to_string(), "e");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ProofNumber;

const DEFAULT_NODES: u64 = 1_000_000;
const INFINITE: u32 = u32::MAX;

struct Node<G: Game> {
    position: G,
    parent: Option<usize>,
    ply: u32,
    proof: u32,
    disproof: u32,
    moves: Vec<G::Move>,
    /// The first child; the others follow it, in the order of the moves. `None` while the node is a leaf.
    first_child: Option<usize>,
}

struct ProofTree<G: Game> {
    nodes: Vec<Node<G>>,
    max_depth: u32,
}

impl<G: Game> ProofTree<G> {
    fn add<W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: G,
        parent: Option<usize>,
        ply: u32,
        walk: &mut Walk<'_, G::Move, W>,
    ) -> Result<(), Stopped> {
        walk.visit_at(ply)?;
        let moves = position.legal_moves();
        let ending = position.ending(&moves);
        let is_won = ending.map(|ending| is_won_for_attacker(ending, ply, walk));
        let moves = moves.to_vec();
        let (proof, disproof) = match is_won {
            Some(true) => (0, INFINITE),
            Some(false) => (INFINITE, 0),
            None if ply >= self.max_depth => (INFINITE, 0),
            // The more moves a side has, the harder it is to deal with all of them.
            None if is_attacker(ply) => (1, count(&moves)),
            None => (count(&moves), 1),
        };
        self.nodes.push(Node {
            position,
            parent,
            ply,
            proof,
            disproof,
            moves,
            first_child: None,
        });
        Ok(())
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        match self.nodes[node].first_child {
            Some(first) => first..first + self.nodes[node].moves.len(),
            None => 0..0,
        }
    }

    /// The leaf whose proof or disproof brings the root on most.
    fn most_proving(&self) -> usize {
        let mut node = 0;
        while !self.children(node).is_empty() {
            let number = |child: &usize| {
                if is_attacker(self.nodes[node].ply) {
                    self.nodes[*child].proof
                } else {
                    self.nodes[*child].disproof
                }
            };
            node = self.children(node).min_by_key(number).unwrap_or(node);
        }
        node
    }

    fn expand<W: Observer<G::Move> + ?Sized>(
        &mut self,
        node: usize,
        walk: &mut Walk<'_, G::Move, W>,
    ) -> Result<(), Stopped> {
        let (first, ply) = (self.nodes.len(), self.nodes[node].ply + 1);
        for index in 0..self.nodes[node].moves.len() {
            let child = self.nodes[node]
                .position
                .after(self.nodes[node].moves[index]);
            self.add(child, Some(node), ply, walk)?;
        }
        self.nodes[node].first_child = Some(first);
        Ok(())
    }

    /// Brings the numbers of a node and all above it up to date.
    fn update_from(&mut self, node: usize) {
        let mut next = Some(node);
        while let Some(node) = next {
            let children = &self.nodes[self.children(node)];
            let sum = |number: fn(&Node<G>) -> u32| {
                children.iter().map(number).fold(0, u32::saturating_add)
            };
            let least =
                |number: fn(&Node<G>) -> u32| children.iter().map(number).min().unwrap_or(INFINITE);
            let (proof, disproof) = if is_attacker(self.nodes[node].ply) {
                (least(|child| child.proof), sum(|child| child.disproof))
            } else {
                (sum(|child| child.proof), least(|child| child.disproof))
            };
            (self.nodes[node].proof, self.nodes[node].disproof) = (proof, disproof);
            next = self.nodes[node].parent;
        }
    }

    /// How many plies a proven node takes to win: the attacker hurries, the defender delays. Children have higher
    /// numbers than their parents, so going down through the numbers meets every child before its parent.
    fn plies_to_win(&self) -> Vec<u32> {
        let mut plies = vec![0; self.nodes.len()];
        for node in (0..self.nodes.len())
            .rev()
            .filter(|node| self.nodes[*node].proof == 0)
        {
            let proven = self
                .children(node)
                .filter(|child| self.nodes[*child].proof == 0)
                .map(|child| plies[child]);
            let below = if is_attacker(self.nodes[node].ply) {
                proven.min()
            } else {
                proven.max()
            };
            plies[node] = below.map_or(0, |below| below + 1);
        }
        plies
    }

    fn winning_line(&self, plies: &[u32]) -> Line<G::Move> {
        let next = |node: usize| {
            let proven =
                |child: &usize| self.nodes[*child].proof == 0 && plies[*child] + 1 == plies[node];
            self.children(node).find(proven)
        };
        let mv = |child: usize| {
            let parent = self.nodes[child].parent?;
            Some(self.nodes[parent].moves[child - self.children(parent).start])
        };
        std::iter::successors(next(0), |node| next(*node))
            .filter_map(mv)
            .collect()
    }
}

/// The attacker moves at the root, and so at every even ply.
const fn is_attacker(ply: u32) -> bool {
    ply.is_multiple_of(2)
}

fn is_won_for_attacker<M: Copy + Eq, W: Observer<M> + ?Sized>(
    ending: Ending,
    ply: u32,
    walk: &mut Walk<'_, M, W>,
) -> bool {
    match walk.ended(ending).verdict() {
        Verdict::WonIn(_) => is_attacker(ply),
        Verdict::LostIn(_) => !is_attacker(ply),
        // In games that count points, more than nothing is a win.
        Verdict::Centipawns(value) => {
            if is_attacker(ply) {
                value > 0
            } else {
                value < 0
            }
        }
    }
}

fn count<M>(moves: &[M]) -> u32 {
    u32::try_from(moves.len()).unwrap_or(INFINITE)
}

fn run<G: Game, W: Observer<G::Move> + ?Sized>(
    position: &G,
    limits: &Limits,
    observer: &mut W,
) -> Report<G::Move> {
    let moves = position.legal_moves();
    if let Some(ending) = position.ending(&moves) {
        return Report::game_over(ending.score(0));
    }
    let is_limited = limits.max_nodes().is_some() || limits.max_time().is_some();
    let bounded = if is_limited {
        limits.clone()
    } else {
        limits.clone().nodes(DEFAULT_NODES)
    };
    let mut walk = Walk::new(&bounded, observer);
    let mut tree = ProofTree {
        nodes: Vec::new(),
        max_depth: limits.depth_to_search(),
    };
    let mut result = tree.add(position.clone(), None, 0, &mut walk);
    while result.is_ok() && tree.nodes[0].proof > 0 && tree.nodes[0].disproof > 0 {
        let leaf = tree.most_proving();
        result = tree.expand(leaf, &mut walk);
        if result.is_ok() {
            tree.update_from(leaf);
        }
    }
    let reason = if result.is_ok() {
        StopReason::Solved
    } else {
        walk.stop_reason()
    };
    let plies = tree.plies_to_win();
    let is_proven = tree.nodes.first().is_some_and(|root| root.proof == 0);
    let line = if is_proven {
        tree.winning_line(&plies)
    } else {
        Line::new()
    };
    let stubborn = || {
        tree.children(0)
            .max_by_key(|child| (tree.nodes[*child].disproof, std::cmp::Reverse(*child)))
    };
    let best_move = match line.first() {
        Some(&mv) => Some(mv),
        None if tree.nodes.is_empty() || tree.children(0).is_empty() => moves.first().copied(),
        None => stubborn().map(|child| moves[child - tree.children(0).start]),
    };
    Report {
        best_move,
        score: is_proven.then(|| Score::won_in(plies[0])),
        depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
        line: if line.is_empty() {
            best_move.into_iter().collect()
        } else {
            line
        },
        reason,
        is_exact: false,
        stats: walk.stats(),
        iterations: Vec::new(),
        elapsed: walk.elapsed(),
    }
}

impl<G: Game> Strategy<G> for ProofNumber {
    fn name(&self) -> String {
        "proof-number search".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        run(position, limits, observer)
    }
}
