//! Comparisons of strategies, and the trees that they search.

use crate::any_game::{AnyGame, on_game};
use crate::games::Hosted;
use crate::limits::Asked;
use crate::run::{Run, stopped, thread_count};
use crate::strategy::{contender, with_strategies};
use crate::values::{List, file_error, wrong};
use plywood_catalog::{Catalog, Contender, RecordedTree, files};
use plywood_judge::tree_events::TreeFile;
use plywood_search::{Agreement, Comparison, Limits};
use plywood_workbench::SearchTree;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The subject of a comparison.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Question<'py> {
    positions: List<Bound<'py, PyAny>>,
    strategies: List<Bound<'py, PyAny>>,
    names: List<String>,
    is_named: bool,
    depths: Option<List<u32>>,
    against: Option<String>,
    repeats: u32,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
}

/// A comparison as JSON, text, comma-separated values and SVG.
type Compared = (String, String, String, String);

/// Compare strategies on positions. `plywood.compare` wraps this with keywords.
#[pyfunction]
pub(crate) fn compare(
    question: &Bound<'_, PyDict>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Compared> {
    let question = question.as_any().extract::<Question<'_>>()?;
    let first = question.positions.0.first();
    let first = first.ok_or_else(|| wrong("a comparison needs a position"))?;
    let run = Run::new();
    let asked = Asked::of_many(limits)?;
    on_game!(AnyGame::at(first, &run)?, |catalog, _| {
        compared(catalog, &question, asked, &run)
    })
}

fn compared<G: Hosted>(
    catalog: Catalog<G>,
    question: &Question<'_>,
    mut asked: Asked<'_>,
    run: &Arc<Run>,
) -> PyResult<Compared> {
    let py = question.positions.0[0].py();
    let (catalog, players) = with_strategies(catalog, &question.strategies.0, run)?;
    let all = question.positions.0.iter();
    let all = all.map(|position| G::from_python(position, run));
    let all = all.collect::<PyResult<Vec<G>>>()?;
    let (depths, against) = (question.depths.as_ref(), &question.against);
    if let Some(depths) = depths {
        asked.limits = asked.limits.with_depth(depths.0.iter().max().copied());
    }
    let mut contenders = Vec::new();
    for (name, player) in question.names.0.iter().zip(&players) {
        let contender = contender(&catalog, player, &asked, run)?;
        let limits = asked.search_limits(contender.limits(), contender.facts().plays_rounds)?;
        contenders.push((name, contender, limits.with_stop(&run.stop)));
    }
    let (repeats, threads) = (
        question.repeats,
        thread_count(question.threads.or(Some(1)))?,
    );
    let searches = all.len() * contenders.len() * depths.map_or(1, |depths| depths.0.len());
    run.show(question.progress.clone(), Some(searches));
    let mut begun = 0..;
    let before_each = |name: &str| {
        run.step(name);
        run.done.store(begun.next().unwrap_or(0), Ordering::Relaxed);
    };
    let evaluators = contenders
        .iter()
        .filter_map(|(_, it, _)| it.evaluates_with());
    let agreement = Agreement::with_evaluators(evaluators);
    let names = shown_names(question, &contenders);
    let against = against.as_ref().map(|against| {
        let place = question.names.0.iter().position(|name| name == against);
        place.map_or(against, |place| &names[place])
    });
    let table = run.watch(py, || {
        let comparison = Comparison::over(&all, Limits::none()).repeats(repeats);
        let mut comparison = comparison.agreeing_on(agreement);
        if let Some(depths) = depths {
            comparison = comparison.depths(depths.0.iter().copied());
        }
        if let Some(against) = against {
            comparison = comparison.against(against);
        }
        for ((_, contender, limits), name) in contenders.into_iter().zip(&names) {
            comparison = comparison.strategy_within(name, contender.strategy(0), limits);
        }
        let comparison = comparison.written(|position, mv| position.move_name(mv));
        let table = comparison.threads(threads).before_each(before_each).run();
        run.done.store(searches, Ordering::Relaxed);
        table
    })?;
    let mut json = serde_json::to_value(&table).map_err(wrong)?;
    json["conclusions"] = table.summary().sentences().into();
    Ok((
        json.to_string(),
        table.to_string(),
        table.to_csv(),
        table.to_svg(),
    ))
}

/// The names of the rows. Those that the user has not given say with what evaluator, if these differ.
fn shown_names<G: Hosted>(
    question: &Question<'_>,
    contenders: &[(&String, Contender<G>, Limits)],
) -> Vec<String> {
    let evaluators = || {
        contenders
            .iter()
            .filter_map(|(_, it, _)| it.evaluates_with())
    };
    let is_same = evaluators()
        .zip(evaluators().skip(1))
        .all(|(one, next)| one == next);
    let shown = contenders
        .iter()
        .map(|(name, contender, _)| match contender.evaluates_with() {
            Some(evaluator) if !is_same && !question.is_named && !name.contains(":evaluator=") => {
                format!("{name} ({evaluator})")
            }
            _ => (*name).clone(),
        });
    shown.collect()
}

/// The tree that a search visits, node by node, with windows, scores and cutoffs.
///
/// In a notebook you can step through it, without a server.
#[pyclass(frozen, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Tree(SearchTree);

/// The search ends here, after a second or two, even if it hasn't reached the depth.
const MOST_EXPLORED: u64 = 1_000_000;

#[pymethods]
impl Tree {
    /// Search a position and keep the first nodes of the tree, at most max_nodes of them.
    #[new]
    #[pyo3(signature = (position, strategy, depth, *, max_nodes=2000))]
    fn new(
        position: &Bound<'_, PyAny>,
        strategy: &Bound<'_, PyAny>,
        depth: u32,
        max_nodes: usize,
    ) -> PyResult<Self> {
        let run = Run::new();
        let limits = Limits::depth(depth).with_nodes(MOST_EXPLORED);
        let limits = limits.with_stop(&run.stop);
        let tree = on_game!(AnyGame::at(position, &run)?, |catalog, played| {
            let (catalog, players) =
                with_strategies(catalog, std::slice::from_ref(strategy), &run)?;
            let spec = players[0].strategy().cloned();
            let spec = spec.ok_or_else(|| wrong("a UCI program shows no tree"))?;
            let contender = catalog.contender_of(spec).map_err(wrong)?;
            let position = played.position();
            run.watch(strategy.py(), || {
                SearchTree::record(&catalog, position, &contender, &limits, max_nodes)
            })
        })?;
        if tree.last().is_none() && run.stop.is_stopped() {
            return Err(stopped());
        }
        if tree.last().is_none() {
            return Err(wrong(
                "there is no tree: the game is over here, or the strategy does not search depth first",
            ));
        }
        Ok(Self(tree))
    }

    /// Read the tree of any program's search from a file of events, as docs/tree-format.md describes them.
    #[staticmethod]
    #[pyo3(signature = (path, *, max_nodes=2000))]
    fn read(path: PathBuf, max_nodes: usize) -> PyResult<Self> {
        let opened = files::open(&path).map_err(|error| file_error(&path, &error))?;
        let read = TreeFile::read(BufReader::new(opened), max_nodes);
        let read = read.map_err(|error| wrong(format!("{}: {error}", path.display())))?;
        let tree = SearchTree::from_file(read);
        if tree.last().is_none() {
            return Err(wrong(format!(
                "{}: there is no search in it",
                path.display()
            )));
        }
        Ok(Self(tree))
    }

    /// The tree as an outline: a line for each node with its move, window, score, and the moves that were cut off.
    fn text(&self) -> String {
        self.0.to_text()
    }

    /// A page to step through the search; it needs no server.
    fn html(&self) -> String {
        self.0.document().to_html()
    }

    /// The tree as SVG.
    fn svg(&self) -> String {
        self.0.last().map_or_else(String::new, RecordedTree::to_svg)
    }

    /// The nodes as JSON.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0.last()).map_err(wrong)
    }

    /// The nodes as dictionaries.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tree = py.import("json")?.call_method1("loads", (self.json()?,))?;
        tree.get_item("nodes")
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let notebook = py.import("plywood.notebook")?;
        notebook.call_method1("frame", (self.html(),))
    }

    fn __len__(&self) -> usize {
        self.0.last().map_or(0, |tree| tree.nodes.len())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {} nodes>", self.__len__())
    }
}
