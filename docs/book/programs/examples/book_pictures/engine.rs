//! The work of the engine's steps, counted at every node that it visits.

use std::collections::BTreeMap;

use plywood::document::plot::{Picture, Row, RowPlot, Unit};
use plywood::search::{Arrival, Event, Observer};
use plywood::{Engine, Limits, Move, Position, Strategy};

use crate::canvas::{At, Canvas, TOP, number};

const POSITION: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
const DEPTH: u32 = 9;
/// The moves of a node whose fate is drawn; few nodes try more.
const MOVES: usize = 20;

/// The fate of the moves at one place in the order.
#[derive(Default, Clone, Copy)]
struct Fate {
    full: u64,
    reduced: u64,
}

/// A node on the way from the root.
struct Visited {
    depth: u32,
    /// The number of moves tried.
    tried: usize,
    last: Option<Move>,
}

#[derive(Default)]
struct Steps {
    path: Vec<Visited>,
    fates: Vec<Fate>,
    pruned: BTreeMap<&'static str, u64>,
    skipped: BTreeMap<&'static str, u64>,
}

impl Observer<Move> for Steps {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Enter {
                arrival,
                purpose,
                depth,
                ..
            } => {
                // The reduced search of a move is a try of it; all other purposes are questions beside the loop.
                let is_try = purpose.is_none_or(|step| step == "late-move-reduction");
                self.enter(depth, arrival.filter(|_| is_try));
            }
            Event::Pruned(step) => *self.pruned.entry(step).or_default() += 1,
            Event::Skipped { step, .. } => {
                *self.skipped.entry(step).or_default() += 1;
                if let Some(node) = self.path.last_mut().filter(|node| node.depth > 0) {
                    node.tried += 1;
                }
            }
            Event::Leave(_) | Event::Abandon => {
                self.path.pop();
            }
            _ => {}
        }
    }

    fn plies(&self) -> u32 {
        u32::MAX
    }
}

impl Steps {
    fn enter(&mut self, depth: u32, tried: Option<Arrival<Move>>) {
        // When the depth is used up, quiescence tries noisy moves in a different order.
        if let (Some(parent), Some(Arrival::Move(mv))) = (self.path.last_mut(), tried)
            && parent.depth > 0
            && parent.last != Some(mv)
        {
            parent.last = Some(mv);
            let fate = self.fates.get_mut(parent.tried);
            parent.tried += 1;
            if let Some(fate) = fate {
                if depth + 1 < parent.depth {
                    fate.reduced += 1;
                } else {
                    fate.full += 1;
                }
            }
        }
        self.path.push(Visited {
            depth,
            tried: 0,
            last: None,
        });
    }
}

fn watch() -> (Steps, u64) {
    let position: Position = POSITION.parse().expect("the position is legal");
    let mut steps = Steps {
        fates: vec![Fate::default(); MOVES],
        ..Steps::default()
    };
    let mut engine = Engine::new().hash_megabytes(16);
    let report = engine.search_observed(&position, &Limits::depth(DEPTH), &mut steps);
    (steps, report.stats.nodes)
}

/// The fate of a node's first move, its second, and so on.
pub(crate) fn late_moves() -> Picture {
    let (steps, nodes) = watch();
    let (left, wide, high) = (56.0, 26.0, 220.0);
    let top = TOP + 24.0;
    let mut canvas = Canvas::default();
    let hues = ["hue-0", "hue-1"];
    let at = canvas.legend(At(left, TOP), hues[0], "at full depth");
    canvas.legend(at, hues[1], "reduced");
    let all = number(steps.fates[0].full + steps.fates[0].reduced);
    for quarter in 0..=4 {
        let y = top + high * f64::from(4 - quarter) / 4.0;
        canvas.end(
            At(left - 8.0, y + 4.0),
            "tick",
            format!("{} %", 25 * quarter),
        );
        canvas.line("grid", At(left, y), At(left + wide * number(MOVES), y));
    }
    for (place, fate) in steps.fates.iter().enumerate() {
        let counts = [fate.full, fate.reduced].map(number);
        let x = left + wide * number(place);
        let mut y = top + high;
        for (count, hue) in counts.into_iter().zip(hues) {
            let height = high * count / all;
            y -= height;
            canvas.bar(hue, At(x + 1.5, y), (wide - 3.0, height));
        }
        if place == 0 || (place + 1) % 5 == 0 {
            let words = (place + 1).to_string();
            canvas.middle(At(x + wide / 2.0, top + high + 16.0), "tick", words);
        }
    }
    let right = left + wide * number(MOVES);
    canvas.end(
        At(right, top + high + 34.0),
        "tick",
        "the move's place in the order",
    );
    let note = format!(
        "The engine at depth {DEPTH}, {nodes} nodes: in how many nodes the move at each place was searched."
    );
    canvas.picture((right, top + high + 40.0), "Late moves", &note)
}

/// How often each step left something out.
pub(crate) fn steps() -> Picture {
    let (steps, nodes) = watch();
    let rows = |counts: &BTreeMap<&'static str, u64>| {
        let mut counts: Vec<_> = counts.iter().map(|(step, count)| (*step, *count)).collect();
        counts.sort_by_key(|(step, count)| (std::cmp::Reverse(*count), *step));
        let rows = counts
            .iter()
            .map(|(step, count)| Row::bar(step, Some(number(*count))));
        rows.collect::<Vec<_>>()
    };
    let pruned = RowPlot::new("Nodes that were pruned", Unit::Count)
        .note(&format!("A search to depth {DEPTH}, {nodes} nodes."))
        .rows(rows(&steps.pruned));
    let skipped = RowPlot::new("Moves that were skipped", Unit::Count)
        .note("Each entry may stand for all moves after it, too.")
        .rows(rows(&steps.skipped));
    Picture::beside(
        "What each step refused",
        &[pruned.picture(), skipped.picture()],
    )
}
