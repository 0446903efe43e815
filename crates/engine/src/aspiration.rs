//! Aspiration windows: each iteration begins with a narrow window around the last value, and widens the side that it fails
//! on.

use crate::margins::Margin;
use crate::node::Node;
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::{HIGHEST, LOWEST, Value, is_decisive};
use plywood_core::Position;
use plywood_search::{Bound, Stopped};

/// Shallower iterations are cheap, and their values change too much.
const LEAST_DEPTH: i32 = 4;
/// From this width on, the window is opened.
const MOST_MARGIN: Value = 500;

impl Searcher<'_> {
    /// Searches the root for the line of this rank, and leaves its move at that rank.
    pub(crate) fn search_line(
        &mut self,
        position: &Position,
        depth: i32,
        rank: usize,
    ) -> Result<(), Stopped> {
        let guess = self
            .root
            .begin_line(rank)
            .filter(|value| depth >= LEAST_DEPTH && !is_decisive(*value))
            .filter(|_| self.does(Step::AspirationWindows));
        let narrow = self.margin(Margin::Aspiration);
        let mut margin = if guess.is_some() { narrow } else { MOST_MARGIN };
        let mut window = around(guess.unwrap_or(0), margin);
        loop {
            let result = self.visit(position, Node::root(window.0, window.1, depth), By::Start);
            self.root.sort_rest();
            let value = result?;
            self.tell_failure(window, value);
            margin += margin / 2;
            if value <= window.0 {
                let beta = i32::midpoint(window.0, window.1);
                window = (
                    around(value, margin).0,
                    if window.1 == HIGHEST { HIGHEST } else { beta },
                );
            } else if value >= window.1 {
                window.1 = around(value, margin).1;
            } else {
                return Ok(());
            }
            self.stats.researches += 1;
            self.root.search_again();
        }
    }

    /// Reports to the observer that the value lies outside the window.
    fn tell_failure(&mut self, window: (Value, Value), value: Value) {
        let bound = if value <= window.0 {
            Bound::AtMost
        } else if value >= window.1 {
            Bound::AtLeast
        } else {
            return;
        };
        if let Some(mv) = self.root.first_move() {
            self.tell_bound(mv, bound);
        }
    }
}

/// A window around a value, open if the margin is wide.
fn around(value: Value, margin: Value) -> (Value, Value) {
    if margin >= MOST_MARGIN {
        (LOWEST, HIGHEST)
    } else {
        (value - margin, value + margin)
    }
}
