//! Step 5: the static evaluation of the position, corrected by the histories, and refined by the table.

use crate::history::CorrectionKeys;
use crate::node::{Facts, Node};
use crate::ordering::{EXCHANGE_VALUES, is_noisy};
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::table::OwnEntry;
use crate::value::{LOWEST, Value, estimate, is_decisive};
use plywood_core::{PieceKind, Position};

/// The pieces that can still win.
const PIECES: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];
/// The value of all of them in pawns.
const ALL_PIECES: Value = 62;
/// The value on the board, in pawns, that leaves an evaluation unchanged.
const USUAL_PIECES: Value = 42;

/// An evaluation, before and after correction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evaluated {
    /// The evaluator's score, which the table keeps.
    pub(crate) raw: Value,
    /// The score weighted by material, with the correction from the histories.
    pub(crate) corrected: Value,
}

impl Searcher<'_> {
    /// Evaluates a position that is not in check, unless the table has the evaluation.
    #[inline]
    pub(crate) fn evaluate(
        &mut self,
        position: &Position,
        ply: usize,
        known: Option<OwnEntry>,
    ) -> Evaluated {
        // Looked up first, so that the memory responds while the position is evaluated.
        let correction = self.does(Step::CorrectionHistory).then(|| {
            let keys = CorrectionKeys::new(position);
            self.histories.corrections.of(keys) / self.shared.numbers.correction_units
        });
        let raw = known.and_then(|known| known.evaluation).unwrap_or_else(|| {
            self.stats.evaluated += 1;
            let session = self.session.at(ply as u32);
            self.shared.evaluation.value(position, session)
        });
        let corrected = correction.map_or(raw, |correction| {
            estimate(self.weighed_by_material(position, raw) + correction)
        });
        Evaluated { raw, corrected }
    }

    /// Returns the evaluation, which counts for less the fewer winning pieces are left.
    fn weighed_by_material(&self, position: &Position, value: Value) -> Value {
        let share = self.shared.numbers.by_material;
        if share == 0 {
            return value;
        }
        let board = position.board();
        let worth = |kind| EXCHANGE_VALUES.of(kind) / 100 * board.kind(kind).len() as Value;
        let material: Value = PIECES.map(worth).iter().sum();
        value * (100 * ALL_PIECES + share * (material.min(ALL_PIECES) - USUAL_PIECES))
            / (100 * ALL_PIECES)
    }

    /// Returns the information on a node before its moves are tried.
    pub(crate) fn examine<'p>(
        &mut self,
        position: &'p Position,
        node: &Node,
        is_check: bool,
        known: Option<OwnEntry>,
    ) -> Facts<'p> {
        let wants_value = !is_check && self.does(Step::StaticEvaluation);
        let evaluated = wants_value.then(|| self.evaluate(position, node.ply, known));
        let evaluation = evaluated.map(|evaluated| evaluated.corrected);
        self.path.frame(node.ply).evaluation = evaluation;
        Facts {
            position,
            is_check,
            known,
            raw: evaluated.map(|evaluated| evaluated.raw),
            evaluation,
            estimate: refined(evaluation, known),
            is_improving: self.is_improving(node.ply, evaluation),
            was_pv: node.is_pv() || known.is_some_and(|known| known.was_pv),
            table_move_is_noisy: known
                .and_then(|known| known.mv)
                .is_some_and(|mv| is_noisy(position, mv)),
        }
    }

    /// Returns `true` if the side to move is better off than at its last turn that was not in check.
    fn is_improving(&self, ply: usize, evaluation: Option<Value>) -> bool {
        let earlier = self
            .path
            .back(ply, 2)
            .evaluation
            .or(self.path.back(ply, 4).evaluation);
        match (evaluation, earlier) {
            (Some(now), Some(before)) => self.does(Step::Improving) && now > before,
            (Some(_) | None, _) => false,
        }
    }
}

/// Returns the evaluation, or the table's value if that is a better estimate.
fn refined(evaluation: Option<Value>, known: Option<OwnEntry>) -> Value {
    let evaluation = evaluation.unwrap_or(LOWEST);
    match known {
        Some(known) if !is_decisive(known.value) && known.refines(evaluation) => known.value,
        Some(_) | None => evaluation,
    }
}
