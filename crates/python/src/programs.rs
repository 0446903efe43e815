//! UCI programs as strategies.

use crate::games::Hosted;
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{Catalog, Composition, Contender, PositionAlone, Spec};
use plywood_search::{Limits, Observer, Report, StopReason, Strategy};
use plywood_workbench::{PlayerSpec, PlayerText};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A UCI program as in matches, as a strategy that sees only positions.
pub(crate) fn contender_of_program<G: Hosted>(
    catalog: &Catalog<G>,
    program: &PlayerText,
    run: &Arc<Run>,
) -> PyResult<Contender<G>> {
    let player = PlayerSpec::of(catalog, program.clone()).map_err(wrong)?;
    let spec = Spec {
        limits: player.limits().clone(),
        ..Spec::from(Composition::new("uci"))
    };
    let player = player.with_limits(Limits::none());
    let program = Program {
        player: player.stopped_by(&run.stop),
        run: Arc::clone(run),
    };
    let make = move |_: &_, _| PositionAlone(program.clone());
    let catalog = catalog.clone();
    let catalog = catalog.strategy("uci", "a UCI program", make);
    catalog.contender_of(spec).map_err(wrong)
}

#[derive(Clone)]
struct Program<G: Hosted> {
    player: PlayerSpec<G>,
    run: Arc<Run>,
}

impl<G: Hosted> Strategy<G> for Program<G> {
    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        if position.ending_at_leaf().is_some() {
            return Report::new(StopReason::Solved);
        }
        let heard = Limits::none()
            .with_depth(limits.max_depth())
            .with_nodes(limits.max_nodes())
            .with_time(limits.max_time());
        if heard.is_unlimited() {
            let reason = "a UCI program takes only depth, nodes, time and clock";
            self.run.fail(wrong(reason));
            return Report::new(StopReason::Asked);
        }
        let answer = self.player.search(position, &heard).map(|mut report| {
            if report.line.is_empty() {
                report.line = report.best_move.into_iter().collect();
            }
            report
        });
        if self.run.stop.is_stopped() {
            // A program that is stopped before it has started has no move.
            let mut report = answer.unwrap_or_else(|_| Report::new(StopReason::Asked));
            report.reason = StopReason::Asked;
            return report;
        }
        answer.unwrap_or_else(|fault| {
            let text = format!("{}: {fault}", self.player.name());
            self.run.fail(PyRuntimeError::new_err(text));
            Report::new(StopReason::Asked)
        })
    }
}
