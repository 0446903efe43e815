//! Evaluators, move orderings and strategies written in Python.

use crate::games::Hosted;
use crate::run::Run;
use crate::score;
use crate::values::wrong;
use plywood_eval::{Evaluator, Score, Session};
use plywood_search::{
    Fault, FixedDepth, Limits, Line, MoveOrdering, MovePriority, Observer, Report, SearchState,
    StopReason, Stopped, Strategy, Window, WithHistory, searches_once,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;
use std::time::Instant;

/// A callable that takes a position and returns centipawns or a `Score` for the side to move.
pub(crate) struct OwnEvaluator {
    function: Py<PyAny>,
    run: Arc<Run>,
}

impl OwnEvaluator {
    pub(crate) fn new(function: &Bound<'_, PyAny>, run: &Arc<Run>) -> Self {
        Self {
            function: function.clone().unbind(),
            run: Arc::clone(run),
        }
    }
}

impl<G: Hosted> Evaluator<G> for OwnEvaluator {
    fn evaluate_in(&self, position: &G, _: &mut Session) -> Score {
        let score = self.run.ask(|py| {
            let position = position.to_python(py)?;
            score::read(&self.function.bind(py).call1((position,))?)
        });
        // After an exception the search is stopped, and its result is not used.
        score.unwrap_or(Score::DRAW)
    }
}

/// A part written in Python that a catalog copies.
#[derive(Clone)]
pub(crate) struct OwnObject {
    object: Arc<Py<PyAny>>,
    name: String,
    run: Arc<Run>,
}

impl OwnObject {
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str, run: &Arc<Run>) -> Self {
        Self {
            object: Arc::new(object.clone().unbind()),
            name: name.to_owned(),
            run: Arc::clone(run),
        }
    }

    /// Tells the object that a new game begins, if it has the method.
    fn new_game(&self) {
        self.run.ask(|py| {
            let object = self.object.bind(py);
            if object.hasattr("new_game")? {
                object.call_method0("new_game")?;
            }
            Ok(())
        });
    }
}

/// A callable that takes a position and a move and returns a number: the higher it is, the earlier the move is tried. 0 or None leaves the
/// move to the next ordering.
#[derive(Clone)]
pub(crate) struct OwnOrdering(pub(crate) OwnObject);

impl<G: Hosted> MoveOrdering<G> for OwnOrdering {
    fn rank(&self, position: &G, mv: G::Move, _: u32) -> MovePriority {
        let place = self.0.run.ask(|py| {
            let arguments = (position.to_python(py)?, G::move_to_python(mv, py)?);
            let place = self.0.object.bind(py).call1(arguments)?;
            place.extract::<Option<i32>>()
        });
        // After an exception the search is stopped, and its result is not used.
        let place = place.flatten();
        place.map_or(MovePriority::UNKNOWN, MovePriority::quiet)
    }

    fn parts(&self) -> Vec<String> {
        vec![self.0.name.clone()]
    }
}

impl<G: Hosted> MoveOrdering<WithHistory<G>> for OwnOrdering {
    fn rank(&self, position: &WithHistory<G>, mv: G::Move, ply: u32) -> MovePriority {
        self.rank(position.position(), mv, ply)
    }

    fn parts(&self) -> Vec<String> {
        MoveOrdering::<G>::parts(self)
    }
}

/// An object with a method `search(position, limits)` that returns a move, a pair of move and score, or None.
pub(crate) struct OwnStrategy(pub(crate) OwnObject);

impl OwnStrategy {
    fn choose<G: Hosted>(
        &self,
        py: Python<'_>,
        position: &G,
        limits: &Limits,
    ) -> PyResult<(Option<G::Move>, Option<Score>, u64)> {
        let asked = PyDict::new(py);
        asked.set_item("depth", limits.max_depth())?;
        asked.set_item("nodes", limits.max_nodes())?;
        let seconds = limits.max_time().map(|time| time.as_secs_f64());
        asked.set_item("time", seconds)?;
        let arguments = (position.to_python(py)?, asked);
        let answer = self.0.object.bind(py).call_method1("search", arguments)?;
        if answer.is_none() {
            return Ok((None, None, 0));
        }
        let nodes = answer.getattr("nodes").and_then(|nodes| nodes.extract());
        let (mv, score) = if let Ok(best) = answer.getattr("best_move") {
            (best, answer.getattr("score")?)
        } else if let Ok(pair) = answer.cast::<PyTuple>() {
            (pair.get_item(0)?, pair.get_item(1)?)
        } else {
            (answer, py.None().into_bound(py))
        };
        let score = (!score.is_none())
            .then(|| score::read(&score))
            .transpose()?;
        if mv.is_none() {
            return Ok((None, score, nodes.unwrap_or(0)));
        }
        let mv = position.move_from_python(&mv)?;
        if !position.legal_moves().contains(&mv) {
            let fault = Fault::IllegalMove(mv.to_string());
            return Err(wrong(format!(
                "{} failed in {position}: {fault}",
                self.0.name
            )));
        }
        Ok((Some(mv), score, nodes.unwrap_or(0)))
    }
}

impl<G: Hosted> Strategy<G> for OwnStrategy {
    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let start = Instant::now();
        let chosen = self.0.run.ask(|py| self.choose(py, position, limits));
        let Some((mv, score, nodes)) = chosen else {
            return Report::new(StopReason::Asked);
        };
        let mut report = Report::new(StopReason::Depth);
        report.best_move = mv;
        report.line = mv.into_iter().collect();
        report.score = score;
        report.depth = limits.max_depth().unwrap_or(0);
        report.stats.nodes = nodes;
        report.elapsed = start.elapsed();
        report
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

/// An object with a method `value(position, depth, alpha, beta)` that returns a score, or a score and the number of positions it took.
///
/// The root moves are tried here, so that every such search has a best move and can be driven.
pub(crate) struct OwnSearch(pub(crate) OwnObject);

impl OwnSearch {
    /// The object's value for a position other than the root, or for a root at depth 0 or where chance moves.
    fn asked<G: Hosted>(
        &self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let answer = self.0.run.ask(|py| {
            let [alpha, beta] = [window.alpha(), window.beta()].map(bound);
            let beta = beta.max(alpha + 1);
            let arguments = (position.to_python(py)?, depth, alpha, beta);
            let answer = self.0.object.bind(py).call_method1("value", arguments)?;
            match answer.cast::<PyTuple>() {
                Ok(pair) => Ok((
                    score::read(&pair.get_item(0)?)?,
                    pair.get_item(1)?.extract::<u64>()?,
                )),
                Err(_) => Ok((score::read(&answer)?, 1)),
            }
        });
        // After an exception the search is stopped, and its result is not used.
        let (score, nodes) = answer.unwrap_or((Score::DRAW, 1));
        let ply = state.ply();
        for _ in 1..nodes {
            state.visit_at(ply)?;
        }
        state.adopt(ply, &Line::new(), score);
        let score = state.evaluated(score);
        // The object may not have proven a win or loss, so it is no proof.
        Ok(if score.is_decisive() {
            state.pruned(score, "value")
        } else {
            score
        })
    }
}

/// A bound of a window in centipawns. Sure wins and losses are beyond all estimates.
fn bound(score: Score) -> i32 {
    const BEYOND: i32 = 32_000;
    let beyond = if score > Score::DRAW { BEYOND } else { -BEYOND };
    score.as_centipawns().unwrap_or(beyond)
}

impl<G: Hosted> FixedDepth<G> for OwnSearch {
    fn is_exact(&self) -> bool {
        false
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        if depth == 0 || state.ply() > 0 || position.waits_for_chance() {
            return self.asked(position, depth, window, state);
        }
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let mut best = Score::LOWEST;
        for (index, &mv) in moves.iter().enumerate() {
            state.down(mv);
            let child = position.after(mv);
            let score = -self.value(&child, depth - 1, -Window::between(alpha, beta), state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
            if best >= beta {
                state.cutoff(index, moves.len());
                break;
            }
            alpha = alpha.max(best);
        }
        Ok(best)
    }
}

impl<G: Hosted> Strategy<G> for OwnSearch {
    fn name(&self) -> String {
        self.0.name.clone()
    }

    searches_once!(G);

    fn new_game(&mut self) {
        self.0.new_game();
    }
}
