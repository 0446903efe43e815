//! The evaluators of a catalog.

use crate::any_evaluator::AnyEvaluator;
use crate::catalog::{Catalog, CatalogEntry};
use crate::files;
use crate::playable::Playable;
use crate::spec::EvaluatorSpec;
use crate::spec_error::SpecError;
use plywood_eval::{Evaluator, Linear, NamedWeights, Score};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

#[derive(Clone)]
pub(super) struct Evaluators<G> {
    /// The evaluators by name, the game's default first.
    named: Vec<NamedEvaluator<G>>,
    /// The evaluator of all strategies that name none, if it is not the default.
    for_all: Option<EvaluatorSpec>,
}

impl<G> Default for Evaluators<G> {
    fn default() -> Self {
        Self {
            named: Vec::new(),
            for_all: None,
        }
    }
}

#[derive(Clone)]
struct NamedEvaluator<G> {
    name: &'static str,
    about: &'static str,
    make: Arc<dyn Fn() -> AnyEvaluator<G> + Send + Sync>,
    /// Reads another evaluator of its kind from the bytes of a file.
    read: Option<ReadEvaluator<G>>,
    /// Makes it with access to its weights, if it is a sum of weighted counts.
    linear: Option<Arc<dyn Fn() -> AnyLinear<G> + Send + Sync>>,
}

type ReadEvaluator<G> = Arc<dyn Fn(&[u8]) -> Result<AnyEvaluator<G>, String> + Send + Sync>;

/// An evaluator that is a sum of weighted counts, chosen at run time.
pub type AnyLinear<G> = Box<dyn Linear<G> + Send + Sync>;

impl<G> Evaluators<G> {
    fn find(&self, name: &str) -> Option<&NamedEvaluator<G>> {
        self.named.iter().find(|known| known.name == name)
    }

    /// Returns the evaluator of a strategy that names none and has no default.
    pub(super) fn usual(&self) -> &'static str {
        self.named.first().map_or(NONE, |first| first.name)
    }

    pub(super) fn for_all(&self) -> Option<&EvaluatorSpec> {
        self.for_all.as_ref()
    }
}

/// Evaluators by name.
impl<G: Playable> Catalog<G> {
    /// Adds an evaluator under a name. The first one is the default of all strategies.
    #[must_use]
    pub fn evaluator(
        self,
        name: &'static str,
        about: &'static str,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
    ) -> Self {
        let evaluator = AnyEvaluator::new(evaluator);
        self.evaluator_from(name, about, move || evaluator.clone())
    }

    /// Adds an evaluator that is made when a strategy first needs it.
    #[must_use]
    pub fn evaluator_from(
        mut self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> AnyEvaluator<G> + Send + Sync + 'static,
    ) -> Self {
        let is_taken = self.evaluators.find(name).is_some();
        self.take_name("evaluators", name, is_taken);
        let made = OnceLock::new();
        self.evaluators.named.push(NamedEvaluator {
            name,
            about,
            make: Arc::new(move || made.get_or_init(&make).clone()),
            read: None,
            linear: None,
        });
        self
    }

    /// Lets the last added evaluator also be read from a file, as in `pvs:evaluator=net@mine.net`. The error is for bytes that it cannot
    /// read.
    #[must_use]
    pub fn or_from_file<E: Display>(
        mut self,
        read: impl Fn(&[u8]) -> Result<AnyEvaluator<G>, E> + Send + Sync + 'static,
    ) -> Self {
        match self.evaluators.named.last_mut() {
            Some(last) => {
                last.read = Some(Arc::new(move |bytes| {
                    read(bytes).map_err(|error| error.to_string())
                }));
            }
            None => self.unknown_name("evaluator", "or_from_file"),
        }
        self
    }

    /// Adds an evaluator that is a sum of weighted counts. Other weights can be read from a file, as in `pvs:evaluator=mine@mine.json`, and
    /// its weights can be fitted.
    #[must_use]
    pub fn weighted(
        self,
        name: &'static str,
        about: &'static str,
        evaluator: impl Linear<G> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.weighted_from(name, about, move || Box::new(evaluator.clone()))
    }

    /// Adds an evaluator that is a sum of weighted counts, made when it is needed.
    #[must_use]
    pub fn weighted_from(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> AnyLinear<G> + Send + Sync + 'static,
    ) -> Self {
        let make = Arc::new(make);
        let linear = Arc::clone(&make);
        let mut catalog = self.evaluator_from(name, about, move || AnyEvaluator::new(make()));
        if let Some(added) = catalog.evaluators.named.last_mut() {
            added.linear = Some(linear);
        }
        catalog
    }

    /// Makes this evaluator the default of all strategies, first in the list.
    #[must_use]
    pub fn usual_evaluator(mut self, name: &'static str) -> Self {
        let named = &mut self.evaluators.named;
        if let Some(place) = named.iter().position(|known| known.name == name) {
            named[..=place].rotate_right(1);
        } else {
            let error = self.no_evaluator(name);
            self.taken.get_or_insert(error);
        }
        self
    }

    /// Makes every strategy that names no evaluator use this one, even if it has a different default.
    ///
    /// # Errors
    /// [`SpecError::Evaluator`], which lists the known names.
    pub fn judged_by(mut self, evaluator: &str) -> Result<Self, SpecError> {
        let evaluator: EvaluatorSpec = evaluator.parse()?;
        self.evaluator_of(&evaluator)?;
        self.evaluators.for_all = Some(evaluator);
        Ok(self)
    }

    /// Returns the evaluators, the default first.
    pub fn evaluators(&self) -> impl Iterator<Item = CatalogEntry> {
        let all = self.evaluators.named.iter();
        all.map(|&NamedEvaluator { name, about, .. }| CatalogEntry { name, about })
    }

    /// Makes the evaluator with that name, or of `NAME@FILE` with the weights in a file, as [`EvaluatorSpec`] parses it.
    ///
    /// # Errors
    /// [`SpecError::Evaluator`], which lists the known names, or the mistake in the file.
    pub fn any_evaluator(&self, text: &str) -> Result<AnyEvaluator<G>, SpecError> {
        self.evaluator_of(&text.parse()?)
    }

    /// Makes the evaluator of a spec.
    ///
    /// # Errors
    /// Those of [`any_evaluator`](Self::any_evaluator).
    pub fn evaluator_of(&self, spec: &EvaluatorSpec) -> Result<AnyEvaluator<G>, SpecError> {
        let name = spec.name.as_str();
        if let Some(file) = &spec.file {
            let known = self.evaluators.find(name);
            return match known.and_then(|known| known.read.as_ref()) {
                Some(read) => read_evaluator(file, &**read),
                None => self.linear_of(spec).map(AnyEvaluator::new),
            };
        }
        // Without an evaluator a search sees only the ends of games.
        match self.evaluators.find(name) {
            Some(known) => Ok((known.make)()),
            None if self.evaluators.named.is_empty() && name == NONE => {
                Ok(AnyEvaluator::new(|_: &G| Score::DRAW))
            }
            None => Err(self.no_evaluator(name)),
        }
    }

    fn no_evaluator(&self, name: &str) -> SpecError {
        let known = self.evaluators().map(|entry| entry.name.to_owned());
        SpecError::Evaluator {
            game: self.name.to_owned(),
            name: name.to_owned(),
            known: known.collect(),
        }
    }

    /// Makes the evaluator with that name, which must be a sum of weighted counts; `NAME@FILE` has the weights in a file.
    ///
    /// # Errors
    /// [`SpecError::NoWeights`], which lists the evaluators with weights, or the mistake in the file.
    pub fn linear(&self, text: &str) -> Result<AnyLinear<G>, SpecError> {
        self.linear_of(&text.parse()?)
    }

    /// Makes the evaluator of a spec, which must be a sum of weighted counts.
    ///
    /// # Errors
    /// Those of [`linear`](Self::linear).
    pub fn linear_of(
        &self,
        EvaluatorSpec { name, file }: &EvaluatorSpec,
    ) -> Result<AnyLinear<G>, SpecError> {
        let found = self.evaluators.find(name);
        let make = found.and_then(|known| known.linear.as_ref());
        let unknown = || {
            let all = self.evaluators.named.iter();
            let known = all.filter(|known| known.linear.is_some());
            SpecError::NoWeights {
                game: self.name.to_owned(),
                name: name.clone(),
                known: known.map(|known| known.name.to_owned()).collect(),
            }
        };
        let make = make.ok_or_else(unknown)?;
        let mut evaluator = make();
        if let Some(file) = file {
            weights_of(file)
                .and_then(|weights| {
                    weights
                        .set(&mut *evaluator)
                        .map_err(|error| error.to_string())
                })
                .map_err(|reason| wrong_file(file, reason))?;
        }
        Ok(evaluator)
    }
}

/// Reads the evaluator in a file.
fn read_evaluator<G>(
    file: &Path,
    read: impl Fn(&[u8]) -> Result<AnyEvaluator<G>, String>,
) -> Result<AnyEvaluator<G>, SpecError> {
    let bytes = weights_bytes(file).map_err(|error| error.to_string());
    bytes
        .and_then(|bytes| read(&bytes))
        .map_err(|reason| wrong_file(file, reason))
}

fn wrong_file(file: &Path, reason: String) -> SpecError {
    let file = file.to_string_lossy().into_owned();
    SpecError::Weights { file, reason }
}

/// Returns the contents of a file of weights (`NAME@FILE`). It is read for every player, so a shell's pipe is not accepted.
///
/// # Errors
/// If it cannot be read or is too long.
pub fn weights_bytes(file: &Path) -> io::Result<Vec<u8>> {
    files::read_whole(&files::open_again(file)?, files::MOST_BYTES)
}

/// Reads the weights in a JSON file.
fn weights_of(file: &Path) -> Result<NamedWeights, String> {
    let text = files::open_again(file)
        .and_then(|opened| files::read_text(&opened, MOST_JSON))
        .map_err(|error| error.to_string())?;
    NamedWeights::from_json(&text).map_err(|error| error.to_string())
}

/// No table of weights by name is longer.
const MOST_JSON: u64 = 64 << 20;

/// The name of the evaluator of a game that has none.
const NONE: &str = "none";
