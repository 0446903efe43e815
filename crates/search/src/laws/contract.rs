//! [`Contract`]: what is expected of a search, and the searches that test it.

use super::{LONGEST_GAME, random_game};
use crate::game::{Game, Keyed, Tactical};
use crate::games::{ChanceTree, Tree};
use crate::limits::StopHandle;
use crate::strategy::FixedDepth;
use crate::tree_check::Promise;
use crate::window::Window;
use fastrand::Rng;
use plywood_eval::Score;
use std::fmt;

/// The contract of a search: what is expected of it, and where it is tested.
///
/// For a window (alpha, beta) and a result r, r ≤ alpha means v ≤ r, r ≥ beta means v ≥ r, and otherwise r = v, where v is the value in an
/// open window with an empty table. An exact search has minimax's value. A selective one may search less, if it says where: each of its
/// nodes must follow from its children and from what was skipped, reduced and pruned.
pub struct Contract<'a, G: Game> {
    pub(super) promise: Promise,
    starts: Vec<G>,
    pub(super) minimax: &'a mut dyn FixedDepth<G>,
    depth: u32,
    pub(super) seed: u64,
    games: usize,
    pub(super) stop: StopHandle,
    pub(super) rules: Rules<G>,
}

impl<G: Game> fmt::Debug for Contract<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contract")
            .field("promise", &self.promise)
            .field("depth", &self.depth)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Positions of the same searches, made smaller.
type Simpler<'a, G> = Box<dyn Iterator<Item = Vec<G>> + 'a>;

/// The centipawns from which a score of an opaque search counts as a win.
const WON: i32 = 10_000;

impl<G: Game> Rules<G> {
    /// Returns the score as it's compared: of an opaque search, wins and losses are all alike.
    pub(super) fn compared(&self, score: Score) -> Score {
        match score.as_centipawns().unwrap_or(WON).abs() {
            WON.. if self.is_opaque && score > Score::DRAW => Score::HIGHEST,
            WON.. if self.is_opaque => Score::LOWEST,
            _ => score,
        }
    }
}

/// What a check can ask a game.
pub(super) struct Rules<G: Game> {
    pub(super) key: Option<fn(&G) -> u64>,
    pub(super) pass: Option<fn(&G) -> Option<G>>,
    /// Returns smaller forms of some positions, to find the smallest that go wrong.
    pub(super) simpler: fn(&[G]) -> Simpler<'_, G>,
    pub(super) written: fn(&G) -> Option<String>,
    /// `true` if a leaf above the horizon stands for nodes that the search doesn't show.
    pub(super) is_opaque: bool,
}

impl<'a, G: Game> Contract<'a, G> {
    /// Expects minimax's values, which `minimax` finds, such as [`Minimax`](crate::Minimax) with the same horizon.
    pub fn exact(start: &G, minimax: &'a mut dyn FixedDepth<G>) -> Self {
        Self {
            promise: Promise::Exact,
            starts: vec![start.clone()],
            minimax,
            depth: 4,
            seed: 0,
            games: 6,
            stop: StopHandle::new(),
            rules: Rules {
                key: None,
                pass: None,
                simpler: |_: &[G]| Box::new(std::iter::empty()),
                written: |_| None,
                is_opaque: false,
            },
        }
    }

    /// Expects a search that says what it leaves out. `minimax` tests it where it claims to be exact.
    pub fn selective(start: &G, minimax: &'a mut dyn FixedDepth<G>) -> Self {
        Self {
            promise: Promise::Selective,
            ..Self::exact(start, minimax)
        }
    }

    /// Searches at most this deep, instead of 4 plies.
    #[must_use]
    pub fn depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Chooses other positions and windows.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Takes positions from this many random games, instead of 6.
    #[must_use]
    pub fn games(self, games: usize) -> Self {
        Self { games, ..self }
    }

    /// Skips the searches that are left once this handle is stopped. The result then means nothing.
    #[must_use]
    pub fn stop(self, handle: &StopHandle) -> Self {
        let stop = handle.clone();
        Self { stop, ..self }
    }

    /// Compares the answers of a table with what was searched before.
    #[must_use]
    pub fn keyed(mut self) -> Self
    where
        G: Keyed,
    {
        self.rules.key = Some(G::key);
        self
    }

    /// Expects a search that hides its nodes, such as one in another language: the value that it reports for a node above the horizon comes
    /// from nodes that aren't seen, and only what is seen is verified. A score of 100 pawns or more counts as a win, however far away.
    #[must_use]
    pub fn opaque(mut self) -> Self {
        self.rules.is_opaque = true;
        self
    }

    /// Follows null moves.
    #[must_use]
    pub fn with_passes(mut self) -> Self
    where
        G: Tactical,
    {
        self.rules.pass = Some(G::pass);
        self
    }
}

impl Contract<'_, Tree> {
    /// Starts from random written trees, and makes those that go wrong smaller.
    #[must_use]
    pub fn on_trees(mut self) -> Self {
        let mut rng = Rng::with_seed(self.seed);
        self.starts = Tree::random(TREES, &mut rng);
        self.rules.simpler = Tree::simpler;
        self.rules.written = |tree| Some(tree.to_string());
        self.keyed()
    }
}

impl Contract<'_, ChanceTree> {
    /// Starts from random written trees with chance, and makes those that go wrong smaller.
    #[must_use]
    pub fn on_chance_trees(mut self) -> Self {
        self.starts = ChanceTree::random(TREES, &mut Rng::with_seed(self.seed));
        self.rules.simpler = ChanceTree::simpler;
        self.rules.written = |tree| Some(tree.to_string());
        self.keyed()
    }
}

const TREES: usize = 24;
/// The positions of each random game.
const POSITIONS: usize = 3;
/// The windows in which each position is searched to each depth.
const WINDOWS: usize = 4;
/// A position is searched only as deep as minimax needs about this many nodes.
const MOST_NODES: u64 = 4_000;

/// A search of a position.
#[derive(Clone)]
pub(super) struct Query<G: Game> {
    pub(super) position: G,
    pub(super) played: Vec<G::Move>,
    pub(super) depth: u32,
    pub(super) ask: Ask,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Ask {
    /// The value in a window around it.
    Value(Around),
    /// A report, with this many lines.
    Report(u32),
    /// A report of a driver.
    Driven(Driver),
    /// A report within this many nodes.
    Stopped(u64),
    /// Two reports of a new game.
    Twice,
}

/// A window, by its relation to the value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Around {
    Open,
    JustBelow,
    JustAbove,
    Just,
    Below(i32),
    Above(i32),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Driver {
    Deepening,
    Aspiration,
    MtdF,
    BestNode,
}

impl Around {
    pub(super) fn window(self, value: Score) -> Window {
        let window = match self {
            Self::Open => Some(Window::OPEN),
            Self::JustBelow => Window::new(value.next_below(), value),
            Self::JustAbove => Window::new(value, value.next_above()),
            Self::Just => Window::new(value.next_below(), value.next_above()),
            Self::Below(by) => Window::new(value.minus(Score::centipawns(by)), value),
            Self::Above(by) => Window::new(value, value.plus(Score::centipawns(by))),
        };
        window.unwrap_or(Window::OPEN)
    }

    fn random(rng: &mut Rng) -> Self {
        match rng.u8(..7) {
            0 => Self::Open,
            1 | 2 => Self::JustBelow,
            3 => Self::JustAbove,
            4 => Self::Just,
            5 => Self::Below(rng.i32(2..60)),
            _ => Self::Above(rng.i32(2..60)),
        }
    }
}

impl<G: Game> Contract<'_, G> {
    /// Returns the depth to which a position is searched: not too deep for minimax.
    fn deepest(&self, position: &G) -> u32 {
        let fits = |depth: &u32| self.promise == Promise::Selective || is_small(position, *depth);
        (1..=self.depth).take_while(fits).last().unwrap_or(1)
    }

    /// Chooses the searches.
    pub(super) fn queries(&self, rng: &mut Rng) -> Vec<Query<G>> {
        let mut queries = Vec::new();
        for _ in 0..self.games.max(self.starts.len()) {
            let start = &self.starts[rng.usize(..self.starts.len())];
            let (positions, moves): (Vec<G>, Vec<_>) =
                random_game(start, rng).take(LONGEST_GAME).unzip();
            let played: Vec<_> = moves.into_iter().flatten().collect();
            // The last position is over.
            let first = rng.usize(..positions.len().max(2) - 1);
            for (ply, position) in positions.iter().enumerate().skip(first).take(POSITIONS) {
                if position.ending_in_search(&position.legal_moves()).is_some() {
                    continue;
                }
                let mut add = |depth, ask| {
                    queries.push(Query {
                        position: position.clone(),
                        played: played[..ply].to_vec(),
                        depth,
                        ask,
                    });
                };
                let deepest = self.deepest(position);
                for depth in 1..=deepest {
                    for _ in 0..WINDOWS {
                        add(depth, Ask::Value(Around::random(rng)));
                    }
                }
                for driver in [
                    Driver::Deepening,
                    Driver::Aspiration,
                    Driver::MtdF,
                    Driver::BestNode,
                ] {
                    add(rng.u32(1..=deepest), Ask::Driven(driver));
                }
                add(deepest, Ask::Report(1));
                add(rng.u32(1..=deepest), Ask::Report(2));
                add(deepest, Ask::Stopped(rng.u64(1..200)));
                add(rng.u32(1..=deepest), Ask::Twice);
            }
        }
        rng.shuffle(&mut queries);
        queries
    }
}

/// Returns `true` if minimax searches a position to this depth with an acceptable number of nodes.
pub(super) fn is_small<G: Game>(position: &G, depth: u32) -> bool {
    let width = position.legal_moves().len().max(2) as u64;
    width.saturating_pow(depth) <= MOST_NODES
}

impl<G: Game> Query<G> {
    pub(super) fn is_over(&self) -> bool {
        let moves = self.position.legal_moves();
        self.position.ending_in_search(&moves).is_some()
    }
}

impl<G: Game> fmt::Display for Query<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played: Vec<_> = self.played.iter().map(ToString::to_string).collect();
        let depth = self.depth;
        match self.ask {
            Ask::Value(around) => write!(f, "search to depth {depth} in the window {around:?}")?,
            Ask::Report(lines) => write!(f, "search to depth {depth} with {lines} lines")?,
            Ask::Driven(driver) => write!(f, "{driver:?} to depth {depth}")?,
            Ask::Stopped(_) => write!(f, "search to depth {depth}, stopped early")?,
            Ask::Twice => write!(f, "search to depth {depth}, twice")?,
        }
        if played.is_empty() {
            write!(f, " at the start")
        } else {
            write!(f, " after the moves {}", played.join(" "))
        }
    }
}
