//! [`Search`]: one recursion for minimax, alpha-beta and principal variation search, correct or with a [`Bug`].

use crate::judge::bug::Bug;
use plywood_eval::{Evaluator, Score, ScoreKind};
use plywood_search::{Ending, Keyed};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;

/// A number above every value.
pub(super) const INFINITE: i32 = 1_000_000;
/// The value of a win in `n` plies is this minus `n`.
pub(super) const WIN: i32 = 100_000;

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
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::FailHard,
        Self::FailSoft,
        Self::Pvs,
    ];

    /// Returns the name used in questions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::FailHard => "fail-hard",
            Self::FailSoft => "fail-soft",
            Self::Pvs => "pvs",
        }
    }

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

/// A search, correct or with a bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) kind: SearchKind,
    pub(super) bug: Option<Bug>,
    pub(super) table: Option<TableUse>,
}

/// The correct uses of a table's entries. On trees with estimates their values can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableUse {
    /// Only entries of the remaining depth.
    Equal,
    /// Deeper entries as well; the last one is kept.
    Deeper,
    /// Deeper entries as well; the deepest one is kept.
    KeepsDeepest,
}

/// A step of a search, with the ply of its node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Enter {
        ply: u32,
        mv: String,
        window: [i32; 2],
    },
    Leaf {
        ply: u32,
        mv: String,
        value: i32,
    },
    Table {
        ply: u32,
        value: i32,
    },
    Cut {
        ply: u32,
        untried: usize,
    },
    Leave {
        ply: u32,
        value: i32,
    },
}

/// The result of a search. Values are from the point of view of the side to move at the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Found {
    pub(super) value: i32,
    pub(super) best: Option<String>,
    /// The scores of the searched root moves.
    pub(super) moves: Vec<(String, i32)>,
    pub(super) leaves: Vec<i32>,
    pub(super) steps: Vec<Step>,
}

/// A running search of one position.
struct Run<'a, E> {
    search: Search,
    evaluator: &'a E,
    depth: u32,
    shows_steps: bool,
    ply: u32,
    arrived_by: String,
    path: Vec<u64>,
    repetitions: u64,
    table: HashMap<u64, Entry>,
    best: Option<usize>,
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
    /// Searches a position, within a window of the root.
    pub(super) fn run<G: Keyed>(
        self,
        position: &G,
        (depth, window): (u32, [i32; 2]),
        evaluator: &impl Evaluator<G>,
        shows_steps: bool,
    ) -> Found
    where
        G::Move: fmt::Display,
    {
        let mut run = Run {
            search: self,
            evaluator,
            depth,
            shows_steps,
            ply: 0,
            arrived_by: String::new(),
            path: Vec::new(),
            repetitions: 0,
            table: HashMap::new(),
            best: None,
            found: Found::default(),
        };
        let value = run.value(position, depth, window);
        let moves = position.legal_moves();
        let best = run.best.and_then(|index| moves.get(index));
        run.found.best = best.map(ToString::to_string);
        for (name, mv) in run.found.moves.iter_mut().zip(&moves[..]) {
            name.0 = mv.to_string();
        }
        run.found.value = value;
        run.found
    }
}

impl<E> Run<'_, E> {
    fn has(&self, bug: Bug) -> bool {
        self.search.bug == Some(bug)
    }

    fn value<G: Keyed>(&mut self, position: &G, depth: u32, window: [i32; 2]) -> i32
    where
        E: Evaluator<G>,
    {
        let key = position.key();
        let ignores = self.has(Bug::RepetitionInTable);
        let known = |run: &mut Self| run.probe(key, depth, window);
        if self.path.contains(&key) && !(ignores && known(self).is_some()) {
            self.repetitions += 1;
            return self.leaf(0);
        }
        let moves = position.legal_moves();
        let is_horizon =
            depth == 0 || (self.has(Bug::HorizonTooEarly) && depth == 1 && self.ply > 0);
        let ending = position.ending(&moves);
        if is_horizon || ending.is_some() {
            let value = self.evaluated(position, ending);
            return self.leaf(value);
        }
        if let Some(value) = known(self) {
            self.step(|ply, _| Step::Table { ply, value });
            return value;
        }
        self.step(|ply, mv| Step::Enter { ply, mv, window });
        let before = self.repetitions;
        self.path.push(key);
        let value = self.best_of(position, &moves, depth, window);
        self.path.pop();
        if ignores || self.repetitions == before {
            self.store(key, depth, window, value);
        }
        self.step(|ply, _| Step::Leave { ply, value });
        value
    }

    fn best_of<G: Keyed>(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> i32
    where
        E: Evaluator<G>,
    {
        let prunes = self.search.kind != SearchKind::Minimax;
        let raises = prunes
            && !self.has(Bug::AlphaNotRaised)
            && !(self.has(Bug::BetaNotLowered) && self.ply % 2 == 1);
        let searched = moves.len() - usize::from(self.has(Bug::LastMoveMissed) && moves.len() > 1);
        let lowest = if self.has(Bug::BestFromZero) {
            0
        } else {
            -INFINITE
        };
        // The correct bound, and the value that a move must exceed: the same unless alpha is never raised.
        let (mut sharp, mut best, mut to_beat) = (alpha, lowest, alpha.max(lowest));
        for (index, mv) in moves[..searched].iter().enumerate() {
            let child = position.after(*mv);
            if self.shows_steps {
                self.arrived_by = mv.to_string();
            }
            let (score, is_second) = self.score_of(&child, depth - 1, [sharp, beta], index > 0);
            best = best.max(score);
            if self.ply == 0 {
                self.found.moves.push((String::new(), score));
            }
            let is_tie = self.has(Bug::TieReplacesMove) && index > 0 && score == to_beat;
            if score > to_beat || is_tie {
                let is_stale = is_second && self.has(Bug::StaleMove);
                if self.ply == 0 && !is_stale {
                    self.best = Some(index);
                }
                to_beat = score;
            }
            if prunes && self.cuts(score, [sharp, beta]) {
                let untried = moves.len() - index - 1;
                self.step(|ply, _| Step::Cut { ply, untried });
                return match self.search.kind {
                    _ if self.has(Bug::AlphaForBeta) => sharp,
                    SearchKind::FailHard => best.min(beta),
                    SearchKind::Minimax
                    | SearchKind::AlphaBeta
                    | SearchKind::FailSoft
                    | SearchKind::Pvs => best,
                };
            }
            if raises {
                sharp = sharp.max(score);
            }
        }
        if self.has(Bug::BetaForAlpha) && best <= alpha {
            return beta;
        }
        match self.search.kind {
            SearchKind::FailHard => best.max(alpha).min(beta),
            SearchKind::Minimax
            | SearchKind::AlphaBeta
            | SearchKind::FailSoft
            | SearchKind::Pvs => best,
        }
    }

    fn cuts(&self, score: i32, [alpha, beta]: [i32; 2]) -> bool {
        if self.has(Bug::NoCutAtEquality) {
            score > beta
        } else if self.has(Bug::CutAtAlpha) {
            score >= beta || (score > alpha && alpha > -INFINITE)
        } else if self.has(Bug::CutOneBelow) {
            score >= beta - 1
        } else {
            score >= beta
        }
    }

    /// Returns the score of a move, and `true` if the move was searched a second time.
    fn score_of<G: Keyed>(
        &mut self,
        child: &G,
        depth: u32,
        [alpha, beta]: [i32; 2],
        is_later: bool,
    ) -> (i32, bool)
    where
        E: Evaluator<G>,
    {
        let is_null = is_later && self.search.kind == SearchKind::Pvs && beta > alpha + 1;
        let asked = if is_null { alpha + 1 } else { beta };
        let score = self.score_within(child, depth, [alpha, asked]);
        if is_null && alpha < score && score < beta && !self.has(Bug::NoSecondSearch) {
            return (self.score_within(child, depth, [alpha, beta]), true);
        }
        (score, false)
    }

    fn score_within<G: Keyed>(&mut self, child: &G, depth: u32, [alpha, beta]: [i32; 2]) -> i32
    where
        E: Evaluator<G>,
    {
        let window = if self.has(Bug::WindowNotNegated) {
            [beta, alpha]
        } else if self.has(Bug::WindowNotSwapped) {
            [-alpha, -beta]
        } else if self.has(Bug::WindowPassedOn) {
            [alpha, beta]
        } else if self.has(Bug::NoDeepCuts) && beta != alpha + 1 {
            [-INFINITE, -alpha]
        } else {
            [-beta, -alpha]
        };
        self.ply += 1;
        let value = self.value(child, depth, window);
        self.ply -= 1;
        if self.has(Bug::ScoreNotNegated) {
            value
        } else {
            -value
        }
    }

    /// Returns the value of a node whose moves aren't searched, for its side to move.
    fn evaluated<G: Keyed>(&mut self, position: &G, ending: Option<Ending>) -> i32
    where
        E: Evaluator<G>,
    {
        let score = match ending {
            Some(ending) => ending.score(0),
            None => self.evaluator.evaluate(position),
        };
        let plies = if self.has(Bug::MateDistance) {
            0
        } else {
            self.ply
        };
        let value = value_of(score, plies);
        let flips = if self.has(Bug::LeafForRoot) {
            self.ply % 2 == 1
        } else if self.has(Bug::DepthParity) {
            self.ply % 2 != self.depth % 2
        } else {
            self.has(Bug::LeafForOther)
        };
        if flips { -value } else { value }
    }

    fn leaf(&mut self, value: i32) -> i32 {
        let for_root = if self.ply.is_multiple_of(2) {
            value
        } else {
            -value
        };
        self.found.leaves.push(for_root);
        self.step(|ply, mv| Step::Leaf { ply, mv, value });
        value
    }

    fn step(&mut self, step: impl FnOnce(u32, String) -> Step) {
        if self.shows_steps {
            let arrived_by = std::mem::take(&mut self.arrived_by);
            self.found.steps.push(step(self.ply, arrived_by));
        }
    }

    fn probe(&self, key: u64, depth: u32, [alpha, beta]: [i32; 2]) -> Option<i32> {
        // The root is searched despite an entry.
        let entry = self.table.get(&key).filter(|_| self.ply > 0)?;
        let is_deep = if self.has(Bug::TableDepth) {
            true
        } else if self.has(Bug::TableDeeper) {
            entry.depth > depth
        } else {
            match self.search.table {
                Some(TableUse::Deeper | TableUse::KeepsDeepest) => entry.depth >= depth,
                Some(TableUse::Equal) | None => entry.depth == depth,
            }
        };
        let [least, most] = entry.bounds;
        (is_deep && (least == most || least >= beta || most <= alpha)).then_some(entry.value)
    }

    fn store(&mut self, key: u64, depth: u32, [alpha, beta]: [i32; 2], value: i32) {
        let deepest = self.table.get(&key).map_or(0, |entry| entry.depth);
        match self.search.table {
            None => return,
            Some(TableUse::KeepsDeepest) if deepest > depth => return,
            Some(TableUse::Equal | TableUse::Deeper | TableUse::KeepsDeepest) => {}
        }
        let bounds = if self.has(Bug::BoundAsExact) || (alpha < value && value < beta) {
            [value, value]
        } else if value >= beta {
            [value, INFINITE]
        } else {
            [-INFINITE, value]
        };
        let entry = Entry {
            depth,
            value,
            bounds,
        };
        self.table.insert(key, entry);
    }
}

/// Returns a score as a number, at a node this many plies below the root.
pub(super) fn value_of(score: Score, plies: u32) -> i32 {
    let far = |distance: u32| WIN - (distance + plies).cast_signed();
    match score.kind() {
        ScoreKind::Centipawns(value) => value,
        ScoreKind::WonIn(distance) => far(distance),
        ScoreKind::LostIn(distance) => -far(distance),
    }
}

/// Returns a value as text.
pub(super) fn value_text(value: i32) -> String {
    match value {
        INFINITE.. => "+∞".to_owned(),
        ..=-999_999 => "-∞".to_owned(),
        value => value.to_string(),
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |value: i32, ply: u32| value_text(if ply.is_multiple_of(2) { value } else { -value });
        let indent = |ply: u32| "  ".repeat(ply as usize);
        match self {
            Self::Enter { ply, mv, window } => {
                let [alpha, beta] = *window;
                let [low, high] = if ply.is_multiple_of(2) {
                    [alpha, beta]
                } else {
                    [-beta, -alpha]
                };
                let mv = if mv.is_empty() { "root" } else { mv };
                let (low, high) = (value_text(low), value_text(high));
                write!(f, "{}{mv} ({low}, {high})", indent(*ply))
            }
            Self::Leaf { ply, mv, value } => {
                write!(f, "{}{mv} leaf {}", indent(*ply), text(*value, *ply))
            }
            Self::Table { ply, value } => {
                write!(f, "{}table {}", indent(*ply), text(*value, *ply))
            }
            Self::Cut { ply, untried } => write!(f, "{}cut: {untried} left out", indent(ply + 1)),
            Self::Leave { ply, value } => write!(f, "{}= {}", indent(*ply), text(*value, *ply)),
        }
    }
}
