//! [`Spelled`]: a recorder that gets moves as the API writes them.
//!
//! The plain text of a castling move in Chess960 may be that of a king's move, too.

use crate::games::{GameName, WebGame};
use plywood_search::{Iteration, Observer, Score, TreeRecorder, Window};
use std::marker::PhantomData;

/// Records moves of a game as text.
pub(super) struct Spelled<'a, G> {
    recorder: &'a mut dyn Observer<String>,
    game: GameName,
    moves_of: PhantomData<G>,
}

impl<'a, G> Spelled<'a, G> {
    pub(super) fn new(recorder: &'a mut TreeRecorder, game: GameName) -> Self {
        Self {
            recorder,
            game,
            moves_of: PhantomData,
        }
    }
}

impl<G: WebGame> Observer<G::Move> for Spelled<'_, G> {
    fn down(&mut self, mv: G::Move) {
        self.recorder.down(G::move_text(mv, self.game));
    }

    fn enter(&mut self, depth: u32, window: Window) {
        self.recorder.enter(depth, window);
    }

    fn leaf(&mut self, score: Score) {
        self.recorder.leaf(score);
    }

    fn table_hit(&mut self, score: Score) {
        self.recorder.table_hit(score);
    }

    fn pruned(&mut self, step: &'static str) {
        self.recorder.pruned(step);
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        self.recorder.cutoff(index, moves);
    }

    fn leave(&mut self, score: Score) {
        self.recorder.leave(score);
    }

    fn abandon(&mut self) {
        self.recorder.abandon();
    }

    fn iteration(&mut self, _iteration: &Iteration<G::Move>) {}
}
