//! `Strategy`: a search by its description, with an evaluator by name or written in Python.

use crate::any_game::{AnyGame, on_game};
use crate::games::{Hosted, chess_catalog};
use crate::limits::Asked;
use crate::own_game::leaked;
use crate::own_parts::{OwnEvaluator, OwnObject, OwnOrdering, OwnSearch, OwnStrategy};
use crate::programs::contender_of_program;
use crate::report::Found;
use crate::run::Run;
use crate::values::{List, wrong};
use plywood_catalog::{
    AnyEvaluator, AnyStrategy, Catalog, Composition, Contender, EvaluatorSpec, Part, Played,
    PositionAlone, Resource, Setting, Spec,
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
/// only positions. parts are added to the string: words such as "deepening", and move orderings of your own, callables that take a position
/// and a move and return a number; moves with higher numbers are tried earlier, and 0 or None leaves a move to the next ordering.
#[pyclass(frozen, subclass, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Strategy {
    /// The string it was made from.
    #[pyo3(get)]
    text: String,
    source: Source,
    /// Parts that are not in the string: the orderings written in Python, and all parts of a strategy written in Python.
    parts: Vec<Py<PyAny>>,
    /// The given evaluator: a name, a callable, or None for the game's default.
    #[pyo3(get)]
    evaluator: Option<Py<PyAny>>,
    state: Mutex<State>,
    /// The call that is searching.
    running: Mutex<Option<Arc<Run>>>,
}

/// The strategy or program of a string, or a strategy written in Python.
#[derive(Debug)]
enum Source {
    Player(Box<PlayerText>),
    Own(Py<PyAny>),
}

impl Source {
    /// Reads a string or takes an object; returns also the string.
    fn read(strategy: &Bound<'_, PyAny>) -> PyResult<(String, Self)> {
        if let Ok(text) = strategy.extract::<String>() {
            let player = text.parse().map_err(wrong)?;
            return Ok((text, Self::Player(Box::new(player))));
        }
        check_own(strategy)?;
        Ok((String::new(), Self::Own(strategy.clone().unbind())))
    }

    fn clone_ref(&self, py: Python<'_>) -> Self {
        match self {
            Self::Player(player) => Self::Player(player.clone()),
            Self::Own(own) => Self::Own(own.clone_ref(py)),
        }
    }
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
    #[pyo3(signature = (text, evaluator=None, parts=None, *, threads=None))]
    fn new(
        text: &Bound<'_, PyAny>,
        evaluator: Option<&Bound<'_, PyAny>>,
        parts: Option<List<Py<PyAny>>>,
        threads: Option<u32>,
    ) -> PyResult<Self> {
        let evaluator = evaluator.filter(|evaluator| !evaluator.is_none());
        let is_evaluator =
            |it: &Bound<'_, PyAny>| it.is_callable() || it.is_instance_of::<PyString>();
        if let Some(it) = evaluator.filter(|it| !is_evaluator(it)) {
            let text =
                format!("an evaluator is a name or a callable that takes a position, not {it}");
            return Err(PyTypeError::new_err(text));
        }
        let evaluator = evaluator.map(|evaluator| evaluator.clone().unbind());
        let (py, List(parts)) = (text.py(), parts.unwrap_or_default());
        // A strategy given for a string stands for that string, with its evaluator and parts.
        let Ok(known) = text.cast::<Self>() else {
            return Self::of(Source::read(text)?, evaluator, parts, threads, py);
        };
        let known = known.get();
        if evaluator.is_some() && known.evaluator.is_some() {
            return Err(given_twice(&known.text));
        }
        let kept = |part: &Py<PyAny>| part.clone_ref(py);
        let evaluator = evaluator.or_else(|| known.evaluator.as_ref().map(kept));
        let parts = known.parts.iter().map(kept).chain(parts).collect();
        let source = (known.text.clone(), known.source.clone_ref(py));
        Self::of(source, evaluator, parts, threads, py)
    }

    /// Search a position. The limits are keywords: depth, nodes, soft_nodes, rounds, time and soft_time (seconds), clock (remaining, increment,
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
        let text = match &self.source {
            Source::Own(own) => own.clone_ref(py),
            Source::Player(player) if !self.parts.is_empty() => {
                player.to_string().into_py_any(py)?
            }
            Source::Player(_) => self.text.clone().into_py_any(py)?,
        };
        (py.get_type::<Self>(), (text, &self.evaluator, &self.parts)).into_pyobject(py)
    }
}

impl Strategy {
    /// Makes a strategy from its string or object, and all that is given with it.
    fn of(
        (mut text, mut source): (String, Source),
        evaluator: Option<Py<PyAny>>,
        mut parts: Vec<Py<PyAny>>,
        threads: Option<u32>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        match &mut source {
            Source::Player(player) if !parts.is_empty() || threads.is_some() => {
                let spec = player.strategy().cloned();
                let spec = spec.ok_or_else(|| wrong("a UCI program has its own parts and threads"));
                let (mut spec, (own, words)) = (spec?, orderings(py, &parts));
                spec.composition = with_words(spec.composition, py, &words)?;
                if let Some(threads) = threads {
                    spec.composition = on_threads(&spec.composition, threads);
                }
                **player = spec.clone().into();
                for ordering in &own {
                    let name = name_of(ordering.bind(py));
                    spec.composition = spec.composition.with(&name, None);
                }
                (text, parts) = (spec.to_string(), own);
            }
            Source::Player(_) => (),
            Source::Own(_) if threads.is_some() || evaluator.is_some() => {
                let reason = "an object that is a strategy brings its own evaluator and threads";
                return Err(PyTypeError::new_err(reason));
            }
            Source::Own(own) => {
                let name = Composition::new(&name_of(own.bind(py)));
                text = with_words(name, py, &parts)?.to_string();
            }
        }
        Ok(Self {
            text,
            source,
            parts,
            evaluator,
            state: Mutex::default(),
            running: Mutex::default(),
        })
    }

    fn running(&self) -> MutexGuard<'_, Option<Arc<Run>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if a part of it is written in Python.
    fn asks_python(&self, py: Python<'_>) -> bool {
        let evaluator = self.evaluator.as_ref();
        let is_name = |evaluator: &Py<PyAny>| evaluator.bind(py).is_instance_of::<PyString>();
        let is_own = matches!(self.source, Source::Own(_));
        is_own || !self.parts.is_empty() || !evaluator.is_none_or(is_name)
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

    /// Adds the strategy with its evaluator and parts to a catalog, if necessary.
    fn learned<G: Hosted>(
        &self,
        py: Python<'_>,
        catalog: Catalog<G>,
        run: &Arc<Run>,
    ) -> PyResult<(Catalog<G>, PlayerText)> {
        let (mut catalog, mut spec) = match &self.source {
            Source::Player(player) => match player.strategy() {
                Some(spec) => (catalog, spec.clone()),
                None if self.evaluator.is_none() => return Ok((catalog, *player.clone())),
                None => return Err(wrong("a UCI program has its own evaluator")),
            },
            Source::Own(own) => learned(catalog, own.bind(py), run)?,
        };
        let (orderings, words) = orderings(py, &self.parts);
        spec.composition = with_words(spec.composition, py, &words)?;
        for function in orderings {
            let taken: Vec<&str> = catalog
                .parts(spec.composition.search())
                .map(Part::word)
                .collect();
            let name = free_name(&name_of(function.bind(py)), &taken);
            let ordering = OwnOrdering(OwnObject::new(function.bind(py), &name, run));
            let make = move |_: AnyEvaluator<G>| ordering.clone();
            catalog = catalog.ordering(leaked(&name), "written in Python", make);
            spec.composition = spec.composition.with(&name, None);
        }
        if let Some(evaluator) = &self.evaluator {
            let evaluator = evaluator.bind(py);
            let evaluator = if let Ok(name) = evaluator.cast::<PyString>() {
                name.to_str()?.parse().map_err(wrong)?
            } else {
                let taken: Vec<_> = catalog.evaluators().map(|entry| entry.name).collect();
                let name = free_name(&name_of(evaluator), &taken);
                let own = OwnEvaluator::new(evaluator, run);
                catalog = catalog.evaluator(leaked(&name), "written in Python", own);
                EvaluatorSpec::named(&name)
            };
            if spec.evaluator.replace(evaluator).is_some() {
                return Err(given_twice(&self.text));
            }
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

/// The orderings written in Python among parts, and the words.
fn orderings(py: Python<'_>, parts: &[Py<PyAny>]) -> (Vec<Py<PyAny>>, Vec<Py<PyAny>>) {
    let parts = parts.iter().map(|part| part.clone_ref(py));
    parts.partition(|part| part.bind(py).is_callable())
}

/// The composition with the words of more parts.
fn with_words(
    mut composition: Composition,
    py: Python<'_>,
    words: &[Py<PyAny>],
) -> PyResult<Composition> {
    for word in words {
        let text = word.bind(py).str()?.to_string();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text.as_str(), None),
        };
        composition = composition.with(name, value);
    }
    Ok(composition)
}

/// The composition on several threads, with the setting of its search or the part for them.
fn on_threads(composition: &Composition, threads: u32) -> Composition {
    let mut settings = chess_catalog().settings(composition.search());
    let parts = Part::all().map(|part| &part.setting);
    let is_threads = |setting: &&Setting| setting.resource == Some(Resource::Threads);
    // The last one is for any search, others for best-first searches alone.
    let part = || parts.filter(is_threads).last();
    let word = settings.find(is_threads).or_else(part);
    word.map_or_else(
        || composition.clone(),
        |word| composition.with(&word.name, Some(&threads.to_string())),
    )
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
        if let Ok(text) = strategy.cast::<PyString>() {
            player = text.to_str()?.parse().map_err(wrong)?;
        } else if let Ok(strategy) = strategy.cast::<Strategy>() {
            (catalog, player) = strategy.get().learned(strategy.py(), catalog, run)?;
        } else {
            let spec;
            (catalog, spec) = learned(catalog, strategy, run)?;
            player = spec.into();
        }
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
) -> PyResult<(Catalog<G>, Spec)> {
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
    Ok((catalog, Composition::new(word).into()))
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
    plays_rounds: bool,
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
                plays_rounds: contender.facts().plays_rounds,
                may_be_cut,
                is_bound_by_depth: has_depths && !G::IS_OWN && !self.strategy.asks_python(py),
            })
        };
        let mut limits = self.asked.search_limits(&made.limits, made.plays_rounds)?;
        limits = limits.with_stop(&run.stop);
        if let Some(moves) = &self.asked.moves {
            let moves = moves.0.iter().map(|mv| plain.move_from_python(mv));
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
        let strays = |mv| !limits.root_moves(&plain.legal_moves()).contains(&mv);
        if self.asked.moves.is_some() && report.best_move.is_some_and(strays) {
            let text = &self.strategy.text;
            return Err(wrong(format!("{text} searches more than the given moves")));
        }
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
