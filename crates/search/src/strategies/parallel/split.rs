//! A node that several threads search, and what they have found at it.

use super::helping::Help;
use crate::keyed::Keyed;
use crate::limits::StopHandle;
use crate::line::Line;
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::Score;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A node whose younger children several threads search.
pub(super) struct Split<'a, G: Keyed> {
    pub(super) position: &'a G,
    pub(super) moves: &'a [G::Move],
    next: AtomicUsize,
    pub(super) depth: u32,
    beta: Score,
    found: Mutex<Found<G::Move>>,
    /// Is used when a move cuts off the others, or the search is stopped.
    pub(super) done: StopHandle,
}

/// What has been found at a split node.
pub(super) struct Found<M> {
    pub(super) rest: Window,
    pub(super) best: Score,
    pub(super) best_move: Option<M>,
    pub(super) line: Line<M>,
    /// The index of the move that cut off the others.
    pub(super) cut_by: Option<usize>,
    pub(super) helped: Help,
    pub(super) is_stopped: bool,
}

impl<'a, G: Keyed> Split<'a, G> {
    pub(super) fn new(position: &'a G, moves: &'a [G::Move], depth: u32, window: Window) -> Self {
        Self {
            position,
            moves,
            next: AtomicUsize::new(0),
            depth,
            beta: window.beta(),
            found: Mutex::new(Found::nothing(window)),
            done: StopHandle::new(),
        }
    }

    pub(super) fn into_found(self) -> Found<G::Move> {
        self.found
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn found(&self) -> MutexGuard<'_, Found<G::Move>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next move to search, unless there is none or the rest is cut off.
    pub(super) fn take_move(&self) -> Option<(usize, G::Move)> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        self.moves
            .get(index)
            .filter(|_| !self.done.is_stopped())
            .map(|mv| (index, *mv))
    }

    pub(super) fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) + 1 < self.moves.len()
    }

    pub(super) fn learn(
        &self,
        (index, mv): (usize, G::Move),
        score: Score,
        state: &mut SearchState<'_, G::Move>,
    ) {
        let mut found = self.found();
        if score <= found.best || found.cut_by.is_some() {
            return;
        }
        found.best = score;
        if score > found.rest.alpha() {
            state.improved(mv, score);
            found.best_move = Some(mv);
            found.line = state.line();
        }
        if score >= self.beta {
            found.cut_by = Some(index);
            self.done.stop();
        } else {
            found.rest.raise_alpha(score);
        }
    }
}

impl<M> Found<M> {
    pub(super) fn nothing(window: Window) -> Self {
        Self {
            rest: window,
            best: Score::LOWEST,
            best_move: None,
            line: Line::new(),
            cut_by: None,
            helped: Help::default(),
            is_stopped: false,
        }
    }
}
