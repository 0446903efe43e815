//! `Strategy`: a search by its description, with an evaluator by name or written in Python.

use crate::any_game::{AnyGame, on_game};
use crate::games::{Hosted, chess_catalog};
use crate::limits::Asked;
use crate::own_game::leaked;
use crate::own_parts::{OwnEvaluator, OwnObject, OwnSearch, OwnStrategy};
use crate::programs::contender_of_program;
use crate::report::Found;
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{
    AnyStrategy, Catalog, Composition, Contender, EvaluatorSpec, Played, PositionAlone, Spec,
};
use plywood_search::{Event, Game, Limits, Observer, Strategy as _};
use plywood_workbench::PlayerText;
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// A search that keeps its tables between calls.
///
/// The string names its parts: "pvs+captures+killers+table=16+deepening", a known strategy such as "everything", settings after a colon as
/// in "everything:evaluator=material,depth=6", and a label in front as in "mine=alpha-beta". The evaluator is a name, or a callable that
/// takes a position and returns centipawns for the side to move. Instead of a string it takes your own strategy: an object with a method
/// search(position, limits) or value(position, depth, alpha, beta). "uci:cmd=stockfish" is a UCI program, which is started once and sees
/// only positions.
#[pyclass(frozen, subclass, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Strategy {
    /// The string it was made from.
    #[pyo3(get)]
    text: String,
    /// The strategy or program of the string; `None` for one written in Python.
    player: Option<PlayerText>,
    /// A strategy written in Python.
    own: Option<Py<PyAny>>,
    /// The given evaluator: a name, a callable, or None for the game's default.
    #[pyo3(get)]
    evaluator: Option<Py<PyAny>>,
    state: Mutex<State>,
    /// The call that is searching.
    running: Mutex<Option<Arc<Run>>>,
}

/// The searches made so far, by the type of their positions.
#[derive(Debug, Default)]
struct State {
    run: Arc<Run>,
    made: HashMap<TypeId, Box<dyn Kept>>,
}

#[pymethods]
impl Strategy {
    #[new]
    #[pyo3(signature = (text, evaluator=None, *, threads=None))]
    fn new(
        text: &Bound<'_, PyAny>,
        evaluator: Option<&Bound<'_, PyAny>>,
        threads: Option<u32>,
    ) -> PyResult<Self> {
        let evaluator = evaluator.filter(|evaluator| !evaluator.is_none());
        let is_evaluator =
            |it: &Bound<'_, PyAny>| it.is_callable() || it.is_instance_of::<PyString>();
        if !evaluator.is_none_or(is_evaluator) {
            let text = "an evaluator is a name or a callable that takes a position";
            return Err(PyTypeError::new_err(text));
        }
        let evaluator = evaluator.map(|evaluator| evaluator.clone().unbind());
        // A strategy given for a string stands for that string with its evaluator.
        let (text, evaluator) = match text.cast::<Self>() {
            Ok(known) if known.get().own.is_none() => {
                let known = known.get();
                if evaluator.is_some() && known.evaluator.is_some() {
                    return Err(given_twice(&known.text));
                }
                let kept = || known.evaluator.as_ref().map(|it| it.clone_ref(text.py()));
                let text = PyString::new(text.py(), &known.text).into_any();
                (text, evaluator.or_else(kept))
            }
            _ => (text.clone(), evaluator),
        };
        let (text, player, own) = if let Ok(text) = text.extract::<String>() {
            let player: PlayerText = text.parse().map_err(wrong)?;
            match threads {
                Some(threads) => {
                    let player = on_threads(&player, threads)?;
                    (player.to_string(), Some(player), None)
                }
                None => (text, Some(player), None),
            }
        } else {
            check_own(&text)?;
            if threads.is_some() || evaluator.is_some() {
                let reason = "an object that is a strategy brings its own evaluator and threads";
                return Err(PyTypeError::new_err(reason));
            }
            (name_of(&text), None, Some(text.unbind()))
        };
        Ok(Self {
            text,
            player,
            own,
            evaluator,
            state: Mutex::default(),
            running: Mutex::default(),
        })
    }

    /// Search a position. The limits are keywords: depth, nodes, soft_nodes, time and soft_time (seconds), clock (remaining, increment,
    /// moves_to_go), moves (only these at the root), lines (of the best moves), seed. on_iteration is called after every depth of a
    /// deepening search, and ends it by returning True: its results so far are the result.
    #[pyo3(signature = (position, *, on_iteration=None, **limits))]
    fn search(
        &self,
        position: &Bound<'_, PyAny>,
        on_iteration: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let asked = Asked::read(limits)?;
        let mut state = self.state()?;
        let run = Arc::clone(&state.run);
        *self.running() = Some(Arc::clone(&run));
        let searching = Searching {
            py: position.py(),
            strategy: self,
            run: &run,
            made: &mut state.made,
            asked,
            on_iteration,
        };
        let result = AnyGame::at(position, &run).and_then(|game| {
            on_game!(game, |catalog, played| searching
                .search_game(catalog, &played))
        });
        *self.running() = None;
        if run.stop.is_stopped() {
            // The tables may contain scores of an evaluator that has failed.
            *state = State::default();
        }
        result
    }

    /// End the search that another thread is running, if any: it returns its results so far. Its tables are emptied.
    fn stop(&self) {
        if let Some(run) = &*self.running() {
            run.stop.stop();
        }
    }

    /// Forget earlier searches. The tables keep their memory.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let mut state = self.state()?;
        // A new table would cost more than a cleared one: the system has to allocate every page again.
        let made = &mut state.made;
        py.detach(|| made.values_mut().for_each(|made| made.new_game()));
        Ok(())
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Strategy {:?}>", self.text)
    }

    /// Pickle it without its tables.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = match &self.own {
            Some(own) => own.clone_ref(py),
            None => self.text.clone().into_py_any(py)?,
        };
        (py.get_type::<Self>(), (text, &self.evaluator)).into_pyobject(py)
    }
}

impl Strategy {
    fn running(&self) -> MutexGuard<'_, Option<Arc<Run>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if a part of it is written in Python.
    fn asks_python(&self, py: Python<'_>) -> bool {
        let evaluator = self.evaluator.as_ref();
        let is_name = |evaluator: &Py<PyAny>| evaluator.bind(py).is_instance_of::<PyString>();
        self.own.is_some() || !evaluator.is_none_or(is_name)
    }

    /// The searches made so far, unless one is in use.
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(state)) => Ok(state.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let text = "this strategy is already searching; make another one";
                Err(PyRuntimeError::new_err(text))
            }
        }
    }

    /// Adds the strategy with its evaluator to a catalog, if necessary.
    fn learned<G: Hosted>(
        &self,
        py: Python<'_>,
        catalog: Catalog<G>,
        run: &Arc<Run>,
    ) -> PyResult<(Catalog<G>, PlayerText)> {
        let Some(player) = &self.player else {
            let own = self.own.as_ref().map(|own| own.bind(py));
            return own.map_or_else(
                || Err(wrong("no strategy")),
                |own| learned(catalog, own, run),
            );
        };
        let Some(evaluator) = &self.evaluator else {
            return Ok((catalog, player.clone()));
        };
        let Some(spec) = player.strategy() else {
            return Err(wrong("a UCI program has its own evaluator"));
        };
        let evaluator = evaluator.bind(py);
        let (catalog, evaluator) = if let Ok(name) = evaluator.cast::<PyString>() {
            (catalog, name.to_str()?.parse().map_err(wrong)?)
        } else {
            let taken: Vec<_> = catalog.evaluators().map(|entry| entry.name).collect();
            let name = free_name(&name_of(evaluator), &taken);
            let own = OwnEvaluator::new(evaluator, run);
            let catalog = catalog.evaluator(leaked(&name), "written in Python", own);
            (catalog, EvaluatorSpec::named(&name))
        };
        let mut spec = spec.clone();
        if spec.evaluator.replace(evaluator).is_some() {
            return Err(given_twice(&self.text));
        }
        Ok((catalog, spec.into()))
    }
}

/// The error for a second evaluator.
fn given_twice(strategy: &str) -> PyErr {
    wrong(format!(
        "the evaluator was given twice: {strategy:?} has one"
    ))
}

/// The strategy on several threads: the engine has a setting for them, and other searches have a part.
fn on_threads(player: &PlayerText, threads: u32) -> PyResult<PlayerText> {
    let spec = player.strategy();
    let spec = spec.ok_or_else(|| wrong("a UCI program has its own option for threads"))?;
    let mut settings = chess_catalog().settings(spec.composition.search());
    let has_threads = settings.any(|setting| setting.name == "threads");
    let word = if has_threads { "threads" } else { "parallel" };
    let mut spec = spec.clone();
    spec.composition = spec.composition.with(word, Some(&threads.to_string()));
    Ok(spec.into())
}

/// The catalog with any parts that strategies add, and each strategy: a string, a `Strategy`, or an object with a method `search` or
/// `value`.
pub(crate) fn with_strategies<G: Hosted>(
    mut catalog: Catalog<G>,
    strategies: &[Bound<'_, PyAny>],
    run: &Arc<Run>,
) -> PyResult<(Catalog<G>, Vec<PlayerText>)> {
    let mut players = Vec::new();
    for strategy in strategies {
        let player;
        (catalog, player) = match strategy.cast::<PyString>() {
            Ok(text) => (catalog, text.to_str()?.parse().map_err(wrong)?),
            Err(_) => match strategy.cast::<Strategy>() {
                Ok(strategy) => strategy.get().learned(strategy.py(), catalog, run)?,
                Err(_) => learned(catalog, strategy, run)?,
            },
        };
        players.push(player);
    }
    Ok((catalog, players))
}

/// Checks that an object is a strategy, with one of the two methods; returns `true` if it searches to a fixed depth.
fn check_own(strategy: &Bound<'_, PyAny>) -> PyResult<bool> {
    let has_value = strategy.hasattr("value")?;
    if !has_value && !strategy.hasattr("search")? {
        return Err(PyTypeError::new_err(
            "a strategy is a text, a Strategy, or an object with a method search(position, limits) or value(position, depth, alpha, beta)",
        ));
    }
    Ok(has_value)
}

/// Adds a strategy written in Python to the catalog, and returns its name.
fn learned<G: Hosted>(
    catalog: Catalog<G>,
    strategy: &Bound<'_, PyAny>,
    run: &Arc<Run>,
) -> PyResult<(Catalog<G>, PlayerText)> {
    let has_value = check_own(strategy)?;
    let taken: Vec<_> = catalog.names().collect();
    let name = free_name(&name_of(strategy), &taken);
    let object = OwnObject::new(strategy, &name, run);
    let (word, about) = (leaked(&name), "written in Python");
    let catalog = if has_value {
        catalog.fixed_depth(word, about, move |_, _| {
            PositionAlone(OwnSearch(object.clone()))
        })
    } else {
        catalog.strategy(word, about, move |_, _| {
            PositionAlone(OwnStrategy(object.clone()))
        })
    };
    Ok((catalog, Spec::from(Composition::new(word)).into()))
}

/// The name of a function or an object, as a valid word.
fn name_of(part: &Bound<'_, PyAny>) -> String {
    let name = part.getattr("name").or_else(|_| part.getattr("__name__"));
    let name = name.and_then(|name| name.extract::<String>());
    let class = || part.get_type().name().map(|name| name.to_string());
    let name = name.or_else(|_| class()).unwrap_or_default();
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let name: String = name.chars().filter(|letter| is_plain(*letter)).collect();
    if name.is_empty() {
        "python".to_owned()
    } else {
        name
    }
}

fn free_name(name: &str, taken: &[&str]) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names
        .find(|name| !taken.contains(&name.as_str()))
        .unwrap_or_default()
}

/// The contender of a strategy, with deepening if it may run out of nodes or time.
pub(crate) fn contender<G: Hosted>(
    catalog: &Catalog<G>,
    player: &PlayerText,
    asked: &Asked<'_>,
    run: &Arc<Run>,
) -> PyResult<Contender<G>> {
    let Some(spec) = player.strategy() else {
        return contender_of_program(catalog, player, run);
    };
    let contender = catalog.contender_of(spec.clone()).map_err(wrong)?;
    if asked.may_be_cut() && contender.limits().max_depth().is_none() {
        return Ok(contender.deepened());
    }
    Ok(contender)
}

struct Searching<'a, 'py> {
    py: Python<'py>,
    strategy: &'a Strategy,
    run: &'a Arc<Run>,
    made: &'a mut HashMap<TypeId, Box<dyn Kept>>,
    asked: Asked<'py>,
    on_iteration: Option<&'a Bound<'py, PyAny>>,
}

/// A strategy with its limits, the game it was made for, and whether it may be cut short.
struct Made<G, P: Game> {
    strategy: AnyStrategy<P>,
    /// A position of the game.
    game: G,
    limits: Limits,
    may_be_cut: bool,
    /// `true` if a depth ends it soon: it calls no code outside this library, and does not grow a tree by nodes and time.
    is_bound_by_depth: bool,
}

/// A [`Made`] for any type of positions.
trait Kept: Any + Send {
    /// Forgets earlier searches.
    fn new_game(&mut self);
}

impl<G: Hosted, P: Game + 'static> Kept for Made<G, P> {
    fn new_game(&mut self) {
        self.strategy.new_game();
    }
}

impl fmt::Debug for dyn Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Made")
    }
}

impl Searching<'_, '_> {
    fn search_game<G: Hosted>(
        self,
        catalog: Catalog<G>,
        played: &Played<G>,
    ) -> PyResult<Py<PyAny>> {
        if played.moves().len() > 0 && catalog.repeats() {
            let position = played.with_history();
            return self.search(catalog, (&position, played.position()), Contender::in_game);
        }
        let position = played.position();
        self.search(catalog, (position, position), Contender::strategy)
    }

    /// Searches a position, with or without its history.
    fn search<G, P>(
        self,
        catalog: Catalog<G>,
        (position, plain): (&P, &G),
        make: impl FnOnce(&Contender<G>, u64) -> AnyStrategy<P>,
    ) -> PyResult<Py<PyAny>>
    where
        G: Hosted,
        P: Game<Move = G::Move> + Sync + 'static,
    {
        let (py, run) = (self.py, self.run);
        let may_be_cut = self.asked.may_be_cut();
        let known = self.made.remove(&TypeId::of::<P>());
        let known: Option<Box<dyn Any>> = known.map(|known| known as _);
        let known = known.and_then(|known| known.downcast::<Made<G, P>>().ok());
        let known =
            known.filter(|made| made.may_be_cut == may_be_cut && made.game.is_same_game(plain));
        let mut made = if let Some(made) = known {
            made
        } else {
            let (catalog, player) = self.strategy.learned(py, catalog.clone(), run)?;
            let contender = contender(&catalog, &player, &self.asked, run)?;
            let has_depths = contender.needs_depth() || contender.facts().deepens;
            Box::new(Made {
                strategy: make(&contender, 0),
                game: plain.clone(),
                limits: contender.limits().clone(),
                may_be_cut,
                is_bound_by_depth: has_depths && !G::IS_OWN && !self.strategy.asks_python(py),
            })
        };
        let mut limits = self.asked.search_limits(&made.limits)?.with_stop(&run.stop);
        if let Some(moves) = &self.asked.moves {
            let moves = moves.iter().map(|mv| plain.move_from_python(mv));
            let moves = moves.collect::<PyResult<Vec<_>>>()?;
            limits = limits.with_root_moves(plain, moves).map_err(wrong)?;
        }
        let mut observer = self.on_iteration.map(|function| OnIteration {
            function: function.clone().unbind(),
            run,
            root: plain,
        });
        let strategy = &mut made.strategy;
        let search = || match &mut observer {
            Some(observer) => strategy.search_observed(position, &limits, observer),
            None => strategy.search(position, &limits),
        };
        let is_over_at_once =
            made.is_bound_by_depth && limits.max_depth().is_some_and(|depth| depth <= 1);
        let report = if is_over_at_once && self.on_iteration.is_none() {
            run.at_once(py, search)
        } else {
            run.watch(py, search)
        }?;
        self.made.insert(TypeId::of::<P>(), made);
        let found = Found {
            position: plain,
            strategy: &self.strategy.text,
        };
        found.report(py, &report)
    }
}

/// Calls a Python function after every iteration, which ends the search if it returns True.
struct OnIteration<'a, G: Hosted> {
    function: Py<PyAny>,
    run: &'a Arc<Run>,
    root: &'a G,
}

impl<G: Hosted> Observer<G::Move> for OnIteration<'_, G> {
    fn observe(&mut self, event: Event<'_, G::Move>) {
        let Event::Iteration(iteration) = event else {
            return;
        };
        self.run.ask(|py| {
            let found = Found {
                position: self.root,
                strategy: "",
            };
            let answer = self
                .function
                .call1(py, (found.iteration(py, iteration)?,))?;
            if answer.extract(py).is_ok_and(|is_enough: bool| is_enough) {
                self.run.stop.stop();
            }
            Ok(())
        });
    }
}
