//! [`Follow`]: follows the positions of a search, so that [`TreeCheck`] knows their keys, moves and endings.

use super::contract::Rules;
use crate::game::{Ending, Game};
use crate::observer::{Arrival, Event, Observer};
use crate::tree_check::{Entered, LeafKind, Promise, Rule, TreeCheck};
use std::thread;
use std::time::Duration;

/// Shorter than any thread's share of a processor.
const PAUSE: Duration = Duration::from_micros(100);

/// Follows the positions of a search from its root.
pub(super) struct Follow<'a, G: Game> {
    check: &'a mut TreeCheck<G::Move>,
    rules: &'a Rules<G>,
    root: G,
    /// The positions on the path; `None` after a pass that can't be followed.
    path: Vec<Option<Place<G>>>,
    /// The number of nodes entered; `None` if a search keeps its tree, so that not all are.
    pub(super) nodes: Option<u64>,
    /// The number of nodes at which the search pauses, so that its other threads run, though the machine is busy.
    pub(super) pauses: u32,
}

/// A position on the path.
#[derive(Clone)]
struct Place<G: Game> {
    position: G,
    ply: u32,
    ending: Option<Ending>,
    moves: Vec<G::Move>,
    depth: u32,
    is_below_horizon: bool,
}

impl<'a, G: Game> Follow<'a, G> {
    pub(super) fn new(check: &'a mut TreeCheck<G::Move>, rules: &'a Rules<G>, root: &G) -> Self {
        check.begin();
        Self {
            check,
            rules,
            root: root.clone(),
            path: Vec::new(),
            nodes: Some(0),
            pauses: 0,
        }
    }

    /// Counts a node, at which the search may pause.
    fn count(&mut self) {
        self.nodes = self.nodes.map(|nodes| nodes + 1);
        if self.pauses > 0 {
            self.pauses -= 1;
            thread::sleep(PAUSE);
        }
    }

    /// Returns the position that is entered next.
    fn next_place(&mut self, arrival: Option<Arrival<G::Move>>, depth: u32) -> Option<Place<G>> {
        let Some(above) = self.path.last() else {
            return Some(Place::new(self.root.clone(), 0, depth, false));
        };
        let above = above.as_ref()?;
        let is_below = above.depth == 0;
        let position = match arrival {
            None => above.position.clone(),
            Some(Arrival::Pass) => (self.rules.pass?)(&above.position)?,
            Some(Arrival::Move(mv) | Arrival::Outcome(mv, _))
                if above.moves.contains(&mv) && (above.ending.is_none() || is_below) =>
            {
                above.position.after(mv)
            }
            Some(Arrival::Move(mv) | Arrival::Outcome(mv, _)) => {
                let said = format!("the move {mv} is searched");
                self.check
                    .note(Rule::Legal, &said, "it is not legal, or the game is over");
                return None;
            }
        };
        let is_move = matches!(arrival, Some(Arrival::Move(_) | Arrival::Pass));
        let ply = above.ply + u32::from(is_move);
        Some(Place::new(position, ply, depth, is_below))
    }

    /// Returns `true` if a result of the current node may come from nodes that the search doesn't show.
    fn is_hidden(&self) -> bool {
        let place = self.path.last().and_then(Option::as_ref);
        let is_inner = |place: &Place<G>| place.depth > 0 && place.ending.is_none();
        self.rules.is_opaque && place.is_some_and(is_inner)
    }

    fn leaf_kind(&mut self, score: plywood_eval::Score) -> LeafKind {
        let Some(Some(place)) = self.path.last() else {
            return LeafKind::Unknown;
        };
        let (ending, ply) = (place.ending, place.ply);
        match ending {
            // Quiescence doesn't see every ending.
            Some(_) if place.is_below_horizon => LeafKind::Unknown,
            Some(ending) if ending.score(ply) == score => match ending {
                Ending::Repeated => LeafKind::Repeated,
                Ending::Lost | Ending::Drawn | Ending::Won | Ending::Scored(_) => LeafKind::Over,
            },
            Some(ending) => {
                let said = format!("the node is a leaf of {}", G::score_text(score));
                let shown = format!("the game is over there, {ending}, {ply} plies from the root");
                self.check.note(Rule::Ending, &said, &shown);
                LeafKind::Over
            }
            None if place.depth > 0 && self.check.promise() == Promise::Exact => {
                let said = format!("the node is a leaf of {}", G::score_text(score));
                self.check.note(
                    Rule::Ending,
                    &said,
                    "the game goes on there, and depth is left",
                );
                LeafKind::Evaluated
            }
            None => LeafKind::Evaluated,
        }
    }
}

impl<G: Game> Place<G> {
    fn new(position: G, ply: u32, depth: u32, is_below_horizon: bool) -> Self {
        let moves = position.legal_moves().to_vec();
        Self {
            ending: position.ending_in_search(&moves),
            position,
            ply,
            moves,
            depth,
            is_below_horizon,
        }
    }
}

impl<G: Game> Observer<G::Move> for Follow<'_, G> {
    fn observe(&mut self, event: Event<'_, G::Move>) {
        match event {
            Event::Enter {
                arrival,
                purpose,
                depth,
                window,
            } => {
                self.count();
                let place = self.next_place(arrival, depth);
                let key = self.rules.key.zip(place.as_ref());
                let entered = Entered {
                    arrival,
                    purpose,
                    depth: Some(depth),
                    key: key.map(|(key, place)| key(&place.position)),
                    moves: place.as_ref().map(|place| {
                        if place.ending.is_some() {
                            0
                        } else {
                            place.moves.len()
                        }
                    }),
                    ..Entered::in_window(window)
                };
                self.path.push(place);
                self.check.record(|check| check.enter(entered));
            }
            Event::Leaf(_) | Event::Pruned(_) if self.is_hidden() => {
                self.nodes = None;
                self.check.record(TreeCheck::unseen);
            }
            Event::Leaf(score) if !self.path.is_empty() => {
                let kind = self.leaf_kind(score);
                self.check.record(|check| check.leaf(score, kind));
            }
            Event::TableHit(score) => {
                let place = self.path.last().and_then(Option::as_ref);
                let below = || {
                    let place = place.zip(self.rules.key);
                    place.map_or_else(Vec::new, |(place, key)| {
                        let after = |mv: &G::Move| key(&place.position.after(*mv));
                        place.moves.iter().map(after).collect()
                    })
                };
                self.check
                    .record(|check| check.answered_below(score.into(), below));
            }
            Event::Leave(_) | Event::Abandon => {
                self.path.pop();
                self.check.observe(event);
            }
            Event::Kept(_) | Event::Unseen(_) => {
                self.nodes = None;
                self.check.observe(event);
            }
            _ => self.check.observe(event),
        }
    }
}
