//! Games written in Python.

use crate::games::Hosted;
use crate::own_parts::OwnEvaluator;
use crate::position::not_a_position;
use crate::run::Run;
use crate::score;
use crate::values::wrong;
use plywood_catalog::{Catalog, Grid, Playable};
use plywood_eval::{Score, Side};
use plywood_search::{Ending, Game, Keyed, Stakes, Tactical};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

/// A position of a class written in Python, whose game has chance if it `ROLLS`.
#[derive(Clone)]
pub(crate) struct OwnPosition<const ROLLS: bool> {
    object: Arc<Py<PyAny>>,
    class: Arc<OwnClass>,
}

/// The optional methods of a class for its game, and the call that uses them.
struct OwnClass {
    run: Arc<Run>,
    /// The optional methods that it has.
    methods: HashSet<&'static str>,
    /// The side to move in the given position, if the class has it.
    first: Option<Py<PyAny>>,
}

/// Methods that a game may have, and their benefits: pictures, a check that the sides alternate, quiescence and the order of captures,
/// draws by repetition.
const OPTIONAL: [&str; 8] = [
    "board",
    "turn",
    "noisy_moves",
    "is_check",
    "rank",
    "exchange",
    "reversible_plies",
    "is_drawn_by_clock",
];

/// The method of a game with chance.
const OUTCOMES: &str = "outcomes";

/// Returns `true` if the game of a position has chance.
pub(crate) fn has_chance(position: &Bound<'_, PyAny>) -> PyResult<bool> {
    position.hasattr(OUTCOMES)
}

/// A move of such a game, by its number among all moves seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct OwnMove(u32);

impl<const ROLLS: bool> OwnPosition<ROLLS> {
    /// Makes a position, which must have the methods of a game.
    pub(crate) fn new(object: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self> {
        for method in ["legal_moves", "play", "ending", "key"] {
            if !object.hasattr(method)? {
                return Err(not_a_position(object));
            }
        }
        let mut methods = HashSet::new();
        for method in OPTIONAL {
            if object.hasattr(method)? {
                methods.insert(method);
            }
        }
        let has_turn = methods.contains("turn");
        let class = OwnClass {
            run: Arc::clone(run),
            methods,
            first: has_turn.then(|| turn_of(object)).transpose()?,
        };
        Ok(Self {
            object: Arc::new(object.clone().unbind()),
            class: Arc::new(class),
        })
    }

    /// The catalog of the class: its name, its searches, and its evaluators by name. `searches` receives if it has noisy moves, and if
    /// repetition is a draw.
    pub(crate) fn catalog(
        &self,
        searches: impl FnOnce(bool, bool) -> fn(&'static str, Self) -> Catalog<Self>,
    ) -> PyResult<Catalog<Self>> {
        Python::attach(|py| {
            let class = self.object.bind(py).get_type();
            let name = name_of(&class)?;
            let repeats = match class.getattr("repeats") {
                Ok(repeats) => repeats.is_truthy()?,
                Err(_) => false,
            };
            let new = searches(self.is_tactical(), repeats);
            let title = class.name()?.to_string();
            let mut catalog = new(leaked(&name), self.clone()).titled(&title);
            if let Ok(evaluators) = class.getattr("evaluators") {
                for (name, function) in evaluators.cast_into::<PyDict>()? {
                    let name: String = name.extract()?;
                    let evaluator = OwnEvaluator::new(&function, &self.class.run);
                    catalog = catalog.evaluator(leaked(&name), "written in Python", evaluator);
                }
            }
            self.check(&class, &catalog)?;
            Ok(catalog)
        })
    }

    /// Checks once for each class that searches can play it.
    fn check(&self, class: &Bound<'_, PyType>, catalog: &Catalog<Self>) -> PyResult<()> {
        static CHECKED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = class.py();
        let new = || py.import("weakref")?.getattr("WeakSet")?.call0();
        let checked = CHECKED.get_or_try_init(py, || new().map(Bound::unbind))?;
        let checked = checked.bind(py);
        if !checked.contains(class)? {
            let is_right = catalog.check();
            self.class.run.result()?;
            is_right.map_err(wrong)?;
            checked.call_method1("add", (class,))?;
        }
        Ok(())
    }

    fn ask<T: Send>(
        &self,
        part: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T> + Send,
    ) -> Option<T> {
        self.class.run.ask(|py| part(self.object.bind(py)))
    }

    /// The outcomes that the position waits for, with their weights.
    fn outcomes(&self) -> Vec<(OwnMove, u32)> {
        let read = |(outcome, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let number = weight.extract::<u32>();
            let expected = "the weight of an outcome is a whole number from 0 to 4294967295; found";
            let weight = number.map_err(|_| wrong(format!("{expected} {weight}")))?;
            Ok((OwnMove::of(&outcome)?, weight))
        };
        let outcomes = ROLLS.then(|| {
            self.ask(|object| {
                let outcomes = object.call_method0(OUTCOMES)?;
                outcomes.cast::<PyDict>()?.iter().map(read).collect()
            })
        });
        outcomes.flatten().unwrap_or_default()
    }

    /// Returns `true` if the game has noisy moves.
    pub(crate) fn is_tactical(&self) -> bool {
        self.has("noisy_moves")
    }

    /// Returns `true` if the class has the side to move.
    pub(crate) fn has_turn(&self) -> bool {
        self.class.first.is_some()
    }

    /// Returns `true` if the class has an optional method.
    fn has(&self, method: &str) -> bool {
        self.class.methods.contains(method)
    }

    /// The answer of an optional method, which receives a move if it is about one; or the default of games without it.
    fn optional<T: Send>(
        &self,
        method: &'static str,
        mv: Option<OwnMove>,
        usual: T,
        read: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T> + Send,
    ) -> T {
        if !self.has(method) {
            return usual;
        }
        let answer = self.ask(|object| match mv {
            Some(mv) => read(&object.call_method1(method, (mv.object(object.py()),))?),
            None => read(&object.call_method0(method)?),
        });
        answer.unwrap_or(usual)
    }

    /// The result of the method `board`, if the class has it.
    fn board(&self) -> Option<String> {
        let board = || self.optional("board", None, String::new(), |board| board.extract());
        self.has("board").then(board)
    }
}

/// The side to move, by the class.
fn turn_of(object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let turn = object.getattr("turn")?;
    let is_method = turn.is_callable();
    let turn = if is_method { turn.call0()? } else { turn };
    Ok(turn.unbind())
}

/// The name of a class in lower case, with hyphens between words.
fn name_of(class: &Bound<'_, PyType>) -> PyResult<String> {
    let mut name = String::new();
    for letter in class.name()?.to_string().chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    Ok(name)
}

/// A string that lives as long as the process, like the names of a catalog. Each is stored once.
pub(crate) fn leaked(text: &str) -> &'static str {
    static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let texts = texts.get_or_insert_default();
    if let Some(known) = texts.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.insert(text);
    text
}

impl<const ROLLS: bool> Game for OwnPosition<ROLLS> {
    type Move = OwnMove;
    type Moves = Vec<OwnMove>;
    const STAKES: Option<Stakes> = if ROLLS {
        Some(Stakes::new(Score::centipawns(10_000)))
    } else {
        None
    };

    fn legal_moves(&self) -> Vec<OwnMove> {
        let outcomes = self.outcomes();
        if !outcomes.is_empty() {
            return outcomes.into_iter().map(|(outcome, _)| outcome).collect();
        }
        self.ask(|object| read_moves(&object.call_method0("legal_moves")?))
            .unwrap_or_default()
    }

    fn after(&self, mv: OwnMove) -> Self {
        let object = self.ask(|object| {
            Ok(object
                .call_method1("play", (mv.object(object.py()),))?
                .unbind())
        });
        let object = object.map_or_else(|| Arc::clone(&self.object), Arc::new);
        Self {
            object,
            class: Arc::clone(&self.class),
        }
    }

    fn ending(&self, moves: &[OwnMove]) -> Option<Ending> {
        let ending = self.ask(|object| {
            let py = object.py();
            let given: Vec<Py<PyAny>> = moves.iter().map(|mv| mv.object(py)).collect();
            let ending = object.call_method1("ending", (given,))?;
            if ending.is_none() {
                return match moves {
                    [] => Err(PyValueError::new_err(
                        "a position without legal moves is an end: ending must say \"won\", \"lost\" or \"drawn\"",
                    )),
                    _ => Ok(None),
                };
            }
            read_ending(&ending).map(Some)
        });
        ending.unwrap_or(Some(Ending::Drawn))
    }

    fn waits_for_chance(&self) -> bool {
        !self.outcomes().is_empty()
    }

    fn weight(&self, outcome: OwnMove) -> u32 {
        let mut outcomes = self.outcomes().into_iter();
        let found = outcomes.find(|(other, _)| *other == outcome);
        found.map_or(0, |(_, weight)| weight)
    }
}

fn read_moves(moves: &Bound<'_, PyAny>) -> PyResult<Vec<OwnMove>> {
    moves.try_iter()?.map(|mv| OwnMove::of(&mv?)).collect()
}

fn read_ending(ending: &Bound<'_, PyAny>) -> PyResult<Ending> {
    match ending.cast::<PyString>() {
        Ok(text) => match text.to_str()? {
            "won" => Ok(Ending::Won),
            "lost" => Ok(Ending::Lost),
            "drawn" => Ok(Ending::Drawn),
            other => Err(wrong(format!(
                "ending is \"won\", \"lost\" or \"drawn\" for the side to move, a score, or None; found {other:?}"
            ))),
        },
        Err(_) => score::read(ending).map(Ending::Scored),
    }
}

impl<const ROLLS: bool> Keyed for OwnPosition<ROLLS> {
    fn key(&self) -> u64 {
        let key = self.ask(|object| {
            let key = object.call_method0("key")?;
            key.extract::<u64>()
                .or_else(|_| key.bitand(u64::MAX)?.extract())
        });
        key.unwrap_or_default()
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a game has far fewer moves, and two that share a code only share their history"
    )]
    fn move_code(OwnMove(number): OwnMove) -> u16 {
        number as u16
    }

    fn reversible_plies(&self) -> u32 {
        self.optional("reversible_plies", None, u32::MAX, |plies| plies.extract())
    }

    fn is_drawn_by_clock(&self) -> bool {
        self.optional("is_drawn_by_clock", None, false, |answer| {
            answer.is_truthy()
        })
    }
}

impl<const ROLLS: bool> Tactical for OwnPosition<ROLLS> {
    fn noisy_moves(&self) -> Vec<OwnMove> {
        self.optional("noisy_moves", None, Vec::new(), read_moves)
    }

    fn is_check(&self) -> bool {
        self.optional("is_check", None, false, |answer| answer.is_truthy())
    }

    /// Without a method for it, noisy moves all have the same rank.
    fn capture_rank(&self, mv: OwnMove) -> i32 {
        const HIGHEST: i32 = 10_000;
        if !self.has("rank") {
            return i32::from(self.noisy_moves().contains(&mv));
        }
        self.optional("rank", Some(mv), 0, |rank| {
            let rank: i32 = rank.extract()?;
            let is_right = (0..=HIGHEST).contains(&rank);
            let text = || {
                wrong(format!(
                    "a rank is a number from 0 to {HIGHEST}, not {rank}"
                ))
            };
            is_right.then_some(rank).ok_or_else(text)
        })
    }

    fn exchange(&self, mv: OwnMove) -> Score {
        self.optional("exchange", Some(mv), Score::DRAW, score::read)
    }
}

impl<const ROLLS: bool> Playable for OwnPosition<ROLLS> {
    fn shown(&self) -> String {
        self.board().unwrap_or_else(|| self.to_string())
    }

    fn grid(&self) -> Option<Grid> {
        self.board().map(|board| Grid::rows(&board))
    }

    fn side_to_move(&self, plies: usize) -> Side {
        let first = self.class.first.as_ref();
        let is_it = |first| self.ask(|object| turn_of(object)?.bind(object.py()).eq(first));
        let is_first = first.and_then(is_it);
        let is_first = is_first.unwrap_or(plies.is_multiple_of(2));
        [Side::Second, Side::First][usize::from(is_first)]
    }
}

impl<const ROLLS: bool> Hosted for OwnPosition<ROLLS> {
    const IS_OWN: bool = true;

    fn from_python(position: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self> {
        Self::new(position, run)
    }

    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.object.clone_ref(py))
    }

    fn move_to_python(mv: OwnMove, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(mv.object(py))
    }

    /// A class is a game.
    fn is_same_game(&self, other: &Self) -> bool {
        Python::attach(|py| {
            let [one, other] = [self, other].map(|position| position.object.bind(py).get_type());
            one.is(&other)
        })
    }

    fn move_from_python(&self, mv: &Bound<'_, PyAny>) -> PyResult<OwnMove> {
        OwnMove::of(mv)
    }
}

impl<const ROLLS: bool> fmt::Display for OwnPosition<ROLLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.ask(|object| Ok(object.str()?.to_string()));
        f.write_str(&text.unwrap_or_default())
    }
}

impl<const ROLLS: bool> fmt::Debug for OwnPosition<ROLLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnPosition")
    }
}

impl<const ROLLS: bool> FromStr for OwnPosition<ROLLS> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Err(format!(
            "positions of a game written in Python are given as objects, not as the text {text:?}"
        ))
    }
}

/// Every move seen, with its string. A search uses numbers for moves, so that they can be copied.
static SEEN: Mutex<Vec<(Py<PyAny>, String)>> = Mutex::new(Vec::new());

impl OwnMove {
    /// The number of a move; its type counts, since `1`, `1.0` and `True` are equal.
    fn of(mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        static NUMBERS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
        let py = mv.py();
        let numbers = NUMBERS
            .get_or_init(py, || PyDict::new(py).unbind())
            .bind(py);
        let key = PyTuple::new(py, [mv.get_type().as_any(), mv])?;
        if let Some(number) = numbers.get_item(&key)? {
            return number.extract().map(Self);
        }
        let text = mv.str()?.to_string();
        // The lock is held while no Python code runs, which might wait for it.
        let number = {
            let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
            let number = u32::try_from(seen.len()).map_err(wrong)?;
            seen.push((mv.clone().unbind(), text));
            number
        };
        // Another thread may have seen the same move meanwhile; then its number counts, and this one is never used.
        let number = numbers.call_method1("setdefault", (key, number))?;
        number.extract().map(Self)
    }

    /// The Python object of the move.
    fn object(self, py: Python<'_>) -> Py<PyAny> {
        let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        seen[self.0 as usize].0.clone_ref(py)
    }
}

impl fmt::Display for OwnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        f.pad(&seen[self.0 as usize].1)
    }
}

impl fmt::Debug for OwnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
