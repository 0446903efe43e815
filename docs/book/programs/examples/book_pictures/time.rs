//! Draws how a clock is divided among the moves of a game.

use std::time::Duration;

use plywood::document::plot::{Curve, CurvePlot, Picture, Unit};
use plywood::search::ClockTime;

const MOVES: u32 = 80;

/// Five minutes and two seconds for each move: what is left, what a move may take, and what it is meant to take.
pub(crate) fn clock() -> Picture {
    let mut clock = ClockTime::new(Duration::from_mins(5)).with_increment(Duration::from_secs(2));
    let mut left = Vec::new();
    let mut most = Vec::new();
    let mut meant = Vec::new();
    for mv in 1..=MOVES {
        let across = f64::from(mv);
        left.push((across, clock.remaining.as_secs_f64()));
        most.push((across, clock.hard_time().as_secs_f64()));
        meant.push((across, clock.soft_time().as_secs_f64()));
        // A search ends somewhere between its two limits; in games it has used a fifth more than the lower one on average.
        let used = (clock.soft_time() * 6 / 5).min(clock.hard_time());
        clock.remaining = clock.remaining + clock.increment - used;
    }
    let note = "Five minutes and two seconds a move. Each move takes a fifth more than the time after which no iteration is begun.";
    CurvePlot::new("A clock in a long game", "move", Unit::Seconds)
        .note(note)
        .curve(Curve::new("left on the clock", left))
        .curve(Curve::new("the search is stopped", most))
        .curve(Curve::new("no new iteration", meant))
        .picture()
}
