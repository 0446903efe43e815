//! [`Search`]: one recursion for minimax, alpha-beta and principal variation search, correct or with a [`Bug`].

use crate::judge::bug::Bug;
use crate::log_check::{WINS, WON};
use plywood_eval::{Score, ScoreKind};
use plywood_search::{Ending, Keyed};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;

/// A number above every value.
pub(super) const INFINITE: i32 = 1_000_000;
/// The least number of a type, whose negation overflows.
const MINIMUM: i32 = -INFINITE - 1;
/// The window without bounds.
pub(super) const OPEN: [i32; 2] = [-INFINITE, INFINITE];

/// The kind of search that a program claims to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SearchKind {
    /// Minimax or negamax, which visit every leaf.
    Minimax,
    /// Alpha-beta, fail-hard or fail-soft.
    #[default]
    AlphaBeta,
    /// Alpha-beta with scores inside the window; some questions have a window.
    FailHard,
    /// Alpha-beta with scores that can be outside the window; some questions have a window.
    FailSoft,
    /// Principal variation search.
    Pvs,
}

impl SearchKind {
    /// Returns the kinds of search that a program of this kind can be.
    pub(super) const fn variants(self) -> &'static [Self] {
        match self {
            Self::Minimax => &[Self::Minimax],
            Self::AlphaBeta => &[Self::FailSoft, Self::FailHard],
            Self::FailHard => &[Self::FailHard],
            Self::FailSoft => &[Self::FailSoft],
            Self::Pvs => &[Self::Pvs],
        }
    }
}

/// The forms of alpha-beta that differ.
pub(super) const PRUNING: [SearchKind; 3] =
    [SearchKind::FailSoft, SearchKind::FailHard, SearchKind::Pvs];

/// A search, correct or with a bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) kind: SearchKind,
    pub(super) bug: Option<Bug>,
    /// It has a table, which answers with deeper results as well.
    pub(super) table: bool,
    /// After a move it raises alpha to the best score and tests `alpha >= beta`, instead of `score >= beta`, and PVS tries a null window even
    /// where the window is one. Without a bug that's the same.
    pub(super) tests_alpha: bool,
    /// Its table has all nodes of a tree, and not only those with names.
    pub(super) keeps_all: bool,
}

/// The result of a search. Values are from the point of view of the side to move at the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Found {
    pub(super) value: i32,
    pub(super) best: Option<String>,
    /// The scores of the searched root moves.
    pub(super) moves: Vec<(String, i32)>,
    pub(super) leaves: Vec<i32>,
    /// The steps, if they are wanted.
    pub(super) steps: Vec<Step>,
}

/// A step of a search. Values and windows are for the side to move at the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) ply: u32,
    pub(super) event: StepEvent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StepEvent {
    /// A node whose moves are searched.
    Enter(Entered),
    Leaf(Entered, i32),
    Table(Entered, i32),
    Cut {
        tried: usize,
        of: usize,
    },
    /// The table gets this value, whose bounds are counted from the node.
    Store(i32, [i32; 2]),
    /// The value, and the best move.
    Leave(i32, Option<String>),
}

/// A node that is entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entered {
    /// The move that leads to it.
    pub(super) mv: String,
    pub(super) window: [i32; 2],
    pub(super) depth: u32,
    pub(super) key: u64,
    /// The number of its moves.
    pub(super) moves: usize,
}

/// A running search of one position.
struct Run<G> {
    search: Search,
    evaluate: fn(&G) -> Score,
    depth: u32,
    shows_steps: bool,
    ply: u32,
    /// The last move made.
    arrived_by: String,
    path: Vec<u64>,
    repetitions: u64,
    table: HashMap<u64, Entry>,
    /// The keys of the positions in the table, if not all are stored under their own.
    keys: Option<HashMap<u64, u64>>,
    /// The one window of [`Bug::GlobalWindow`], from the root's point of view.
    shared: [i32; 2],
    found: Found,
}

#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    value: i32,
    /// The least and the greatest possible value.
    bounds: [i32; 2],
}

impl Search {
    /// Returns a correct search without a table.
    pub(super) const fn right(kind: SearchKind) -> Self {
        Self {
            kind,
            bug: None,
            table: false,
            tests_alpha: false,
            keeps_all: false,
        }
    }

    /// Returns the search without its bug.
    pub(super) const fn mended(self) -> Self {
        Self { bug: None, ..self }
    }

    /// Returns every search with one of these bugs and kinds, in all forms.
    pub(super) fn all(bugs: &[Option<Bug>], kinds: &[SearchKind], table: bool) -> Vec<Self> {
        let mut all = Vec::new();
        for &bug in bugs {
            for &kind in kinds {
                let form = |form| Self {
                    kind,
                    bug,
                    table,
                    tests_alpha: form % 2 == 1,
                    keeps_all: form >= 2,
                };
                all.extend((0..if table { 4 } else { 2 }).map(form));
            }
        }
        all
    }

    /// Searches a position, within a window of the root.
    pub(super) fn run<G: Keyed>(
        self,
        position: &G,
        (depth, window): (u32, [i32; 2]),
        evaluate: fn(&G) -> Score,
        (keys, shows_steps): (Option<HashMap<u64, u64>>, bool),
    ) -> Found {
        let depth = depth + u32::from(self.bug == Some(Bug::HorizonTooLate));
        let window = match self.bug {
            Some(Bug::NegatedMinimum) if window == OPEN => [MINIMUM, INFINITE],
            _ => window,
        };
        let mut run = Run {
            search: self,
            evaluate,
            depth,
            shows_steps,
            ply: 0,
            arrived_by: "root".to_owned(),
            path: Vec::new(),
            repetitions: 0,
            table: HashMap::new(),
            keys,
            shared: window,
            found: Found::default(),
        };
        run.found.value = run.value(position, depth, window);
        run.found
    }
}

impl<G: Keyed> Run<G> {
    fn has(&self, bug: Bug) -> bool {
        self.search.bug == Some(bug)
    }

    fn value(&mut self, position: &G, depth: u32, window: [i32; 2]) -> i32 {
        let key = position.key();
        let slot = match &self.keys {
            Some(keys) => keys.get(&key).copied(),
            None => Some(key),
        };
        let moves = position.legal_moves();
        let entered = Entered {
            mv: std::mem::take(&mut self.arrived_by),
            window,
            depth,
            key,
            moves: moves.len(),
        };
        let known = slot.and_then(|slot| self.probe(slot, depth, window));
        let ignores = self.has(Bug::RepetitionInTable);
        if self.path.contains(&key) && !(ignores && known.is_some()) {
            self.repetitions += 1;
            return self.leaf(entered, [0; 2]);
        }
        let is_horizon =
            depth == 0 || (self.has(Bug::HorizonTooEarly) && depth == 1 && self.ply > 0);
        let is_tested = depth > 0 || !self.has(Bug::EndNotTested);
        let ending = position.ending(&moves).filter(|_| is_tested);
        if is_horizon || ending.is_some() {
            let value = self.evaluated(position, ending);
            return self.leaf(entered, value);
        }
        if let Some(value) = known {
            self.step(|| StepEvent::Table(entered, value));
            return value;
        }
        self.step(|| StepEvent::Enter(entered));
        let before = self.repetitions;
        self.path.push(key);
        let (value, best) = self.best_of(position, &moves, depth, window);
        self.path.pop();
        if let Some(slot) = slot.filter(|_| ignores || self.repetitions == before) {
            self.store(slot, depth, window, value);
        }
        if self.ply == 0 {
            self.found.best = best.map(|mv| mv.to_string());
        }
        self.step(|| StepEvent::Leave(value, best.map(|mv| mv.to_string())));
        value
    }

    fn best_of(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        [alpha, mut beta]: [i32; 2],
    ) -> (i32, Option<G::Move>) {
        let prunes = self.search.kind != SearchKind::Minimax && !self.has(Bug::NeverCuts);
        let (is_min, tests_alpha) = (self.ply % 2 == 1, self.search.tests_alpha);
        let raises = match self.search.bug {
            Some(Bug::BetaNotLowered | Bug::AlphaAtMin) => prunes && !is_min,
            _ => prunes,
        };
        let misses = |bug| usize::from(self.has(bug) && moves.len() > 1);
        let searched = misses(Bug::FirstMoveMissed)..moves.len() - misses(Bug::LastMoveMissed);
        let lowest = i32::from(!self.has(Bug::BestFromZero)) * -INFINITE;
        // The correct bound, and the value that a move must exceed: the same unless alpha is never raised.
        let (mut sharp, mut best, mut to_beat) = (alpha, lowest, alpha.max(lowest));
        let mut best_move = None;
        for (place, index) in searched.enumerate() {
            let mv = moves[index];
            if self.has(Bug::GlobalWindow) {
                [sharp, beta] = turned(self.ply, self.shared);
            }
            let score = self.score_of((position, mv), depth - 1, [sharp, beta], place > 0);
            best = best.max(score);
            if self.ply == 0 {
                self.found.moves.push((mv.to_string(), score));
            }
            let is_tie = self.has(Bug::TieReplacesMove) && place > 0 && score == to_beat;
            if score > to_beat || is_tie {
                (best_move, to_beat) = (Some(mv), score);
            }
            [sharp, beta] = self.misplaced(score, [sharp, beta]);
            let reached = if tests_alpha { sharp.max(best) } else { score };
            if prunes && self.cuts(reached, [sharp, beta]) {
                self.step(|| StepEvent::Cut {
                    tried: place + 1,
                    of: moves.len(),
                });
                break;
            }
            if raises {
                let is_last = self.has(Bug::AlphaWithoutMax);
                sharp = if is_last { score } else { sharp.max(reached) };
            }
        }
        if self.search.kind == SearchKind::FailHard && !self.has(Bug::SoftForHard) {
            best = best.max(alpha).min(beta);
        }
        (best, best_move)
    }

    /// Returns a window that a bug changes before it is seen if the score cuts off.
    fn misplaced(&mut self, score: i32, [alpha, beta]: [i32; 2]) -> [i32; 2] {
        match self.search.bug {
            Some(Bug::GlobalWindow) => {
                let [lower, upper] = turned(self.ply, self.shared);
                self.shared = turned(self.ply, [lower.max(score), upper]);
                [lower.max(score), upper]
            }
            Some(Bug::AlphaAtMin) if self.ply % 2 == 1 => [alpha, beta.min(score)],
            _ => [alpha, beta],
        }
    }

    fn cuts(&self, score: i32, [alpha, beta]: [i32; 2]) -> bool {
        match self.search.bug {
            Some(Bug::NoCutAtEquality) => score > beta,
            Some(Bug::CutOneBelow) => score >= beta - 1,
            Some(Bug::GlobalWindow) => alpha >= beta,
            Some(Bug::AlphaAtMin) if self.ply % 2 == 1 => alpha >= beta,
            _ => score >= beta,
        }
    }

    /// Returns the score of a move.
    fn score_of(
        &mut self,
        child: (&G, G::Move),
        depth: u32,
        [alpha, beta]: [i32; 2],
        is_later: bool,
    ) -> i32 {
        let is_wide = beta > alpha + 1 || self.search.tests_alpha;
        let is_null = is_later && self.search.kind == SearchKind::Pvs && is_wide;
        let asked = match self.search.bug {
            _ if !is_null => [alpha, beta],
            Some(Bug::NullBelowAlpha) => [alpha - 1, alpha],
            _ => [alpha, alpha + 1],
        };
        let score = self.score_within(child, depth, asked);
        let is_inside = (alpha < score && score < beta) || self.has(Bug::SecondSearchAlways);
        if is_null && is_inside && !self.has(Bug::NoSecondSearch) {
            return self.score_within(child, depth, [alpha, beta]);
        }
        score
    }

    fn score_within(
        &mut self,
        (position, mv): (&G, G::Move),
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> i32 {
        let window = match self.search.bug {
            Some(Bug::WindowNotNegated) => [beta, alpha],
            Some(Bug::WindowNotSwapped) => [-alpha, -beta],
            Some(Bug::NegatedMinimum) => {
                [beta, alpha].map(|end| if end == MINIMUM { end } else { -end })
            }
            Some(Bug::NoDeepCuts) if beta != alpha + 1 => [-INFINITE, -alpha],
            _ => [-beta, -alpha],
        };
        if self.shows_steps {
            self.arrived_by = mv.to_string();
        }
        self.ply += 1;
        let value = self.value(&position.after(mv), depth, window);
        self.ply -= 1;
        match self.search.bug {
            Some(Bug::ScoreNotNegated) => value,
            _ => -value,
        }
    }

    /// Returns the right value of a node whose moves aren't searched, for its side to move, and the value with the bug.
    fn evaluated(&self, position: &G, ending: Option<Ending>) -> [i32; 2] {
        let score = ending.map_or_else(|| (self.evaluate)(position), |ending| ending.score(0));
        let value = match self.search.bug {
            Some(Bug::MateDistance) => value_of(score, 0),
            _ => value_of(score, self.ply),
        };
        let flips = match self.search.bug {
            Some(Bug::LeafForRoot) => self.ply % 2 == 1,
            Some(Bug::DepthParity) => self.ply % 2 != self.depth % 2,
            Some(Bug::LeafForOther) => true,
            _ => false,
        };
        [value, if flips { -value } else { value }]
    }

    /// Visits a leaf, which programs list with its right value.
    fn leaf(&mut self, entered: Entered, [right, value]: [i32; 2]) -> i32 {
        self.found.leaves.push(for_root(self.ply, right));
        self.step(|| StepEvent::Leaf(entered, value));
        value
    }

    /// Records a step at this node.
    fn step(&mut self, event: impl FnOnce() -> StepEvent) {
        if self.shows_steps {
            let (ply, event) = (self.ply, event());
            self.found.steps.push(Step { ply, event });
        }
    }

    /// The distance between the root and this node in the table's wins.
    fn plies_in_table(&self) -> i32 {
        match self.search.bug {
            Some(Bug::MateInTable) => 0,
            _ => self.ply.cast_signed(),
        }
    }

    fn probe(&self, key: u64, depth: u32, [alpha, beta]: [i32; 2]) -> Option<i32> {
        // The root is searched despite an entry.
        let entry = self.table.get(&key).filter(|_| self.ply > 0)?;
        let is_deep = entry.depth >= depth || self.has(Bug::TableDepth);
        let plies = self.plies_in_table();
        let [least, most] = entry.bounds.map(|bound| shifted(bound, -plies));
        let is_used = match self.search.bug {
            Some(Bug::UpperBoundAnywhere) => least == -INFINITE,
            Some(Bug::LowerBoundAnywhere) => most == INFINITE,
            _ => false,
        };
        let is_used = is_used || least == most || least >= beta || most <= alpha;
        (is_deep && is_used).then(|| shifted(entry.value, -plies))
    }

    fn store(&mut self, key: u64, depth: u32, [alpha, beta]: [i32; 2], value: i32) {
        if !self.search.table {
            return;
        }
        let own = value;
        let value = shifted(value, self.plies_in_table());
        let [alpha, beta] = [alpha, beta].map(|bound| shifted(bound, self.plies_in_table()));
        let bounds = if self.has(Bug::BoundAsExact) || (alpha < value && value < beta) {
            [value, value]
        } else if (value >= beta) != self.has(Bug::BoundsSwapped) {
            [value, INFINITE]
        } else {
            [-INFINITE, value]
        };
        self.step(|| StepEvent::Store(own, bounds));
        let entry = Entry {
            depth,
            value,
            bounds,
        };
        self.table.insert(key, entry);
    }
}

impl fmt::Display for Step {
    /// Writes values and windows from the root's point of view, where the two ends of a window change places at the other side's nodes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &i32| text_of(for_root(self.ply, *value));
        let indent = "  ".repeat(self.ply as usize);
        match &self.event {
            StepEvent::Enter(entered) => {
                let [low, high] = turned(self.ply, entered.window).map(text_of);
                write!(f, "{indent}{} ({low}, {high})", entered.mv)
            }
            StepEvent::Leaf(entered, value) => {
                write!(f, "{indent}{} leaf {}", entered.mv, text(value))
            }
            StepEvent::Table(_, value) => write!(f, "{indent}table {}", text(value)),
            StepEvent::Cut { tried, of } => write!(f, "{indent}  cut: {} left out", of - tried),
            StepEvent::Store(..) => Ok(()),
            StepEvent::Leave(value, _) => write!(f, "{indent}= {}", text(value)),
        }
    }
}

/// Returns a value of the side to move from the root's point of view.
const fn for_root(ply: u32, value: i32) -> i32 {
    if ply.is_multiple_of(2) { value } else { -value }
}

/// Returns a window of the side to move from the root's point of view, and the other way round.
const fn turned(ply: u32, [alpha, beta]: [i32; 2]) -> [i32; 2] {
    match ply % 2 {
        0 => [alpha, beta],
        _ => [-beta, -alpha],
    }
}

fn text_of(value: i32) -> String {
    match value {
        INFINITE.. => "+∞".to_owned(),
        value if value <= -INFINITE => "-∞".to_owned(),
        value => value.to_string(),
    }
}

/// Moves the distance of a win by a number of plies; other values stay.
pub(super) fn shifted(value: i32, plies: i32) -> i32 {
    if WINS.contains(&value.abs()) {
        value + value.signum() * plies
    } else {
        value
    }
}

/// Returns a score as a number, at a node this many plies below the root.
pub(super) fn value_of(score: Score, plies: u32) -> i32 {
    let far = |distance: u32| WINS.end() - (distance + plies).cast_signed();
    match score.kind() {
        ScoreKind::Centipawns(WON) => far(0),
        ScoreKind::Centipawns(value) if value == -WON => -far(0),
        ScoreKind::Centipawns(value) => value,
        ScoreKind::WonIn(distance) => far(distance),
        ScoreKind::LostIn(distance) => -far(distance),
    }
}
