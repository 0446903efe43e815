//! [`Line`]: a sequence of moves, such as the principal variation; and [`ScoredLine`], one with its score.

use crate::game::Game;
use plywood_eval::Score;
use std::fmt;
use std::ops::Deref;

/// A sequence of moves: the best play of both sides found by a search.
///
/// ```
/// use plywood_search::Line;
///
/// let line: Line<char> = "abc".chars().collect();
/// assert_eq!(line.to_string(), "a b c");
/// assert_eq!(line.first(), Some(&'a'));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Line<M>(Vec<M>);

impl<M> Line<M> {
    /// Makes an empty line.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }
}

impl<M: Copy> Line<M> {
    /// Ends the line, which begins at this position, where chance moves.
    pub(crate) fn end_at_chance<G: Game<Move = M>>(&mut self, start: &G) {
        let mut position = start.clone();
        let is_chance = self.0.iter().position(|mv| {
            let waits = position.waits_for_chance();
            position = position.after(*mv);
            waits
        });
        self.0.truncate(is_chance.unwrap_or(self.0.len()));
    }
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Deref for Line<M> {
    type Target = [M];

    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> FromIterator<M> for Line<M> {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl<M> IntoIterator for Line<M> {
    type Item = M;
    type IntoIter = std::vec::IntoIter<M>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, M> IntoIterator for &'a Line<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<M: fmt::Display> fmt::Display for Line<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.0.iter().enumerate() {
            write!(f, "{}{mv}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// A line with its score, from the point of view of the side to move at its start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ScoredLine<M> {
    /// The score that the line leads to.
    pub score: Score,
    /// The moves.
    pub line: Line<M>,
}

impl<M> ScoredLine<M> {
    /// Makes a line with this score.
    #[must_use]
    pub const fn new(score: Score, line: Line<M>) -> Self {
        Self { score, line }
    }
}

/// A line to follow on the first descent: each of its moves is tried first at its ply, once.
#[derive(Debug, Clone)]
pub(crate) struct Guide<M> {
    line: Line<M>,
    followed: u32,
}

impl<M> Default for Guide<M> {
    fn default() -> Self {
        Self::along(Line::new())
    }
}

impl<M> Guide<M> {
    pub(crate) const fn along(line: Line<M>) -> Self {
        Self { line, followed: 0 }
    }
}

impl<M: Copy> Guide<M> {
    /// Ends the line at this ply: its node is not searched, so its siblings must not follow the line instead.
    #[inline]
    pub(crate) fn end_at(&mut self, ply: u32) {
        if self.followed == ply {
            self.followed = u32::MAX;
        }
    }

    /// Returns `true` if the line has a move at this ply, and the search has not left it.
    pub(crate) fn leads_at(&self, ply: u32) -> bool {
        self.followed == ply && self.line.len() > ply as usize
    }

    /// Returns the move of the line at this ply, unless the search has left the line.
    #[inline]
    pub(crate) fn next_at(&mut self, ply: u32) -> Option<M> {
        if self.followed != ply {
            return None;
        }
        let mv = self.line.get(ply as usize).copied();
        self.followed += u32::from(mv.is_some());
        mv
    }
}

/// The best line from each ply of the current path: a move found at one ply goes in front of the line found one ply deeper.
///
/// The lines are stored backwards, so a line becomes that of the ply above by appending one move, and no move is copied.
#[derive(Debug, Clone)]
pub(crate) struct Lines<M> {
    backwards: Vec<Vec<M>>,
}

/// Longer paths occur only in strategies that keep their line themselves.
const PLIES: usize = 256;

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Self {
            backwards: (0..PLIES).map(|_| Vec::new()).collect(),
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        if let Some(line) = self.backwards.get_mut(ply as usize) {
            line.clear();
        }
    }

    /// Takes the line of the ply below, leaving it empty, and puts a move in front of it.
    #[inline]
    pub(crate) fn put_first(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        if let Some([line, below]) = self.backwards.get_mut(ply..ply + 2) {
            std::mem::swap(line, below);
            below.clear();
            line.push(mv);
        }
    }

    pub(crate) fn put(&mut self, ply: u32, line: &[M]) {
        if let Some(backwards) = self.backwards.get_mut(ply as usize) {
            backwards.clear();
            backwards.extend(line.iter().rev());
        }
    }

    pub(crate) fn get(&self, ply: u32) -> Line<M> {
        let backwards = self.backwards.get(ply as usize);
        backwards.into_iter().flatten().rev().copied().collect()
    }
}
