//! Quiescence: below the horizon only captures and promotions to a queen are searched, and in check every move, so that no position is
//! evaluated in the middle of an exchange. At the horizon itself quiet checks are tried as well: without them a null move, which often
//! leads right there, would hide every threat of mate.

use crate::node::{MAX_PLY, Node, TypedMove};
use crate::ordering::{EXCHANGE_VALUES, Picker, Ranked, Wanted, is_noisy};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::table::{OwnEntry, keep};
use crate::value::{LOWEST, Value, is_decisive, is_lost, mated_at};
use plywood_core::{Move, MoveKind, Position};
use plywood_search::{Bound, Event, Stopped};

/// The best value of a node so far, the move that gave it, and the raw evaluation, `None` in check.
#[derive(Debug, Clone, Copy)]
struct Best {
    value: Value,
    mv: Option<Move>,
    raw: Option<Value>,
}

impl Searcher<'_> {
    /// Returns the value of a node at the horizon (depth 0) or below it.
    pub(crate) fn quiesce(&mut self, position: &Position, node: Node) -> Result<Value, Stopped> {
        self.initialize(&node)?;
        self.stats.quiescence += 1;
        let is_check = position.is_check();
        if let Some(value) = self.quiet_ending(position, &node, is_check) {
            return Ok(self.leaf(&node, value));
        }
        let known = self.look_up(position, &node);
        if let Some(known) = known
            && !node.is_pv()
            && known.depth >= least_depth(&node, is_check)
            && known.cuts(node.beta)
        {
            self.stats.saved += 1;
            return Ok(self.known(&node, known.value));
        }
        let mut best = Best {
            value: LOWEST,
            mv: None,
            raw: None,
        };
        if !is_check {
            let evaluated = self.evaluate(position, node.ply, known);
            best.raw = Some(evaluated.raw);
            best.value = match known {
                Some(known) if known.refines(evaluated.corrected) && !is_decisive(known.value) => {
                    known.value
                }
                Some(_) | None => evaluated.corrected,
            };
        }
        let stands_pat = best.value >= node.beta;
        if stands_pat {
            self.note(&node, || Event::Pruned("stand pat"));
        } else {
            if !is_check {
                self.leaf(&node, best.value);
            }
            best = self.quiesce_moves(position, node, best, known)?;
        }
        best.value = self.drawn_to_beta(&node, best.value);
        if is_check && best.value == LOWEST {
            return Ok(self.leaf(&node, mated_at(node.ply)));
        }
        if self.does(Step::TableUpdates) && !(stands_pat && known.is_some()) {
            self.keep_quiet(position, &node, best, known);
        }
        Ok(best.value)
    }

    /// Returns the value of a node where the game is over, or that is too deep to continue.
    fn quiet_ending(&mut self, position: &Position, node: &Node, is_check: bool) -> Option<Value> {
        if node.depth == 0 || is_check {
            let draw = self.immediate_draw(position, is_check);
            if draw.is_some() {
                return draw;
            }
        }
        if node.depth == 0 && !is_check && !position.has_legal_move() {
            return Some(0);
        }
        if node.ply < MAX_PLY {
            return None;
        }
        Some(if is_check {
            0
        } else {
            self.evaluate(position, node.ply, None).corrected
        })
    }

    fn quiesce_moves(
        &mut self,
        position: &Position,
        mut node: Node,
        mut best: Best,
        known: Option<OwnEntry>,
    ) -> Result<Best, Stopped> {
        let is_check = best.value == LOWEST;
        let table_move = known.and_then(|known| known.mv);
        let stand_pat = best.value;
        let mut quiet = 0;
        let may_be_quiet = is_check || node.depth == 0;
        let wanted = if is_check {
            Wanted::Evasions
        } else if node.depth == 0 && self.does(Step::QuiescenceChecks) {
            Wanted::NoisyAndChecks
        } else {
            Wanted::Noisy
        };
        let table_move = table_move.filter(|mv| is_check || is_noisy(position, *mv));
        let mut picker = Picker::new(wanted, &self.arena, table_move);
        node.alpha = node.alpha.max(best.value);
        while let Some(Ranked { mv, .. }) = self.next_move(position, node.ply, &mut picker) {
            let mv = TypedMove {
                mv,
                is_noisy: !may_be_quiet || is_noisy(position, mv),
            };
            if is_check {
                quiet += i32::from(!mv.is_noisy);
                if self.does(Step::QuiescencePruning)
                    && quiet > self.shared.numbers.quiescence_evasions
                    && !is_lost(best.value)
                {
                    break;
                }
            } else if let Some(hope) = self.hopeless(position, &node, stand_pat, mv.mv) {
                best.value = best.value.max(hope);
                let step = Step::QuiescencePruning;
                self.note(&node, || Event::Skipped {
                    mv: mv.mv,
                    step: step.name(),
                });
                continue;
            }
            let child = self.make(position, node.ply, mv);
            let value = -self.visit_quietly(&child, node.child(node.depth - 1), By::Move(mv.mv))?;
            self.undo();
            if value <= best.value {
                continue;
            }
            best.value = value;
            if value > node.alpha {
                best.mv = Some(mv.mv);
                if node.is_pv() {
                    self.lines.put_first(node.ply, mv.mv);
                }
                if value >= node.beta {
                    break;
                }
                node.alpha = value;
            }
        }
        picker.finish(&mut self.arena);
        Ok(best)
    }

    /// For a move that is not worth searching, the most it could bring: it loses material, or its capture is too little to reach alpha.
    fn hopeless(
        &self,
        position: &Position,
        node: &Node,
        stand_pat: Value,
        mv: Move,
    ) -> Option<Value> {
        if self.does(Step::QuiescencePruning)
            && mv.kind() != MoveKind::PromoteQueen
            && let Some(victim) = position.captured(mv)
        {
            let hope = stand_pat + self.shared.numbers.quiescence + EXCHANGE_VALUES.of(victim);
            if hope <= node.alpha {
                return Some(hope);
            }
        }
        (!position.see_at_least(mv, 0, &EXCHANGE_VALUES)).then_some(stand_pat)
    }

    fn keep_quiet(&self, position: &Position, node: &Node, best: Best, known: Option<OwnEntry>) {
        let bound = if best.value >= node.beta {
            Bound::AtLeast
        } else if node.is_pv() && best.mv.is_some() {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let kept = OwnEntry {
            value: best.value,
            bound,
            depth: least_depth(node, best.raw.is_none()),
            mv: best.mv,
            evaluation: best.raw,
            was_pv: known.is_some_and(|known| known.was_pv),
        };
        keep(self.shared.table, position, node.ply, &kept);
    }
}

/// Returns the depth of a table entry that answers for this node, and of the node's own entry: 0 if quiet checks were tried, and -1 below
/// the horizon. In check all moves are tried at either.
#[inline]
fn least_depth(node: &Node, is_check: bool) -> i32 {
    if is_check { -1 } else { node.depth.max(-1) }
}
