//! Step 9: `ProbCut`.
//!
//! If a capture beats beta by a margin in a search that is four plies shallower, it will very probably beat beta at full
//! depth. A quiescence search decides first whether even that search is worth its time.

use crate::margins::Margin;
use crate::moves::{EXCHANGE_VALUES, Picker, is_noisy};
use crate::node::{Node, StaticEvaluation, TypedMove};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::table::{TableEntry, keep};
use crate::value::{Value, is_decisive};
use plywood_core::{Move, Position};
use plywood_search::{Bound, Stopped};

const LEAST_DEPTH: i32 = 5;
const REDUCTION: i32 = 4;
/// By how many centipawns less a capture must beat beta if the side is improving.
const MARGIN_IMPROVING: Value = 50;

impl Searcher<'_> {
    /// The value of a capture that beats beta by the margin, if there is one.
    pub(crate) fn prob_cut(
        &mut self,
        position: &Position,
        node: &Node,
        facts: &StaticEvaluation,
    ) -> Result<Option<Value>, Stopped> {
        let goal = node.beta + self.margin(Margin::ProbCut)
            - MARGIN_IMPROVING * i32::from(facts.is_improving);
        let is_known_below = facts
            .known
            .is_some_and(|known| known.depth > node.depth - REDUCTION && known.value < goal);
        let Some(evaluation) = facts.evaluation else {
            return Ok(None);
        };
        if !self.does(Step::ProbCut)
            || node.depth < LEAST_DEPTH
            || is_decisive(node.beta)
            || is_known_below
        {
            return Ok(None);
        }
        let table_move = facts.table_move().filter(|mv| is_noisy(position, *mv));
        let mut picker = Picker::noisy(&self.arena, table_move);
        let mut found = None;
        while let Some(ranked) = self.next_move(position, node.ply, &mut picker) {
            if !position.see_at_least(ranked.mv, goal - evaluation, &EXCHANGE_VALUES) {
                continue;
            }
            let value = self.probe(position, node, goal, ranked.mv)?;
            if value >= goal {
                found = Some(TableEntry {
                    value,
                    bound: Bound::AtLeast,
                    depth: node.depth - REDUCTION + 1,
                    mv: Some(ranked.mv),
                    evaluation: facts.raw,
                    was_pv: facts.was_pv,
                });
                break;
            }
        }
        picker.finish(&mut self.arena);
        if let Some(found) = found.filter(|_| self.does(Step::TableUpdates)) {
            keep(self.shared.table, position, node.ply, &found);
        }
        Ok(found.map(|found| found.value))
    }

    /// The value of a capture by a shallow search, if quiescence confirms it.
    fn probe(
        &mut self,
        position: &Position,
        node: &Node,
        goal: Value,
        mv: Move,
    ) -> Result<Value, Stopped> {
        let capture = TypedMove { mv, is_noisy: true };
        let child = self.make(position, node.ply, capture);
        let by = By::MoveFor(mv, Step::ProbCut);
        let mut value = -self.visit_quietly(&child, node.child_reaching(goal, 0), by)?;
        if value >= goal {
            let depth = node.depth - REDUCTION;
            value = -self.visit(&child, node.child_reaching(goal, depth), by)?;
        }
        self.undo();
        Ok(value)
    }
}
