//! How a strategy is looked up by its text and made.

use crate::any_evaluator::AnyEvaluator;
use crate::catalog::{AnyLinear, Catalog, CatalogEntry, NamedEvaluator};
use crate::composition::{Composition, WITHOUT, Word};
use crate::contender::{Contender, PositionAlone};
use crate::playable::{AnyStrategy, Playable};
use crate::settings::{Setting, Settings};
use crate::spec::{Spec, SpecError};
use crate::textbook::{Built, NAMED, Textbook};
use crate::words;
use plywood_eval::{Evaluator, NamedWeights, Score};
use plywood_search::Game;
use plywood_search::WithHistory;
use plywood_search::catch_panic;
use std::sync::{Arc, OnceLock};

/// A strategy of the user's own.
#[derive(Clone)]
pub(super) struct Own<G: Playable> {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) is_fixed_depth: bool,
    /// The evaluator that it gets unless another one is named.
    pub(super) evaluator: Option<&'static str>,
    pub(super) alone: Make<G, G>,
    pub(super) in_game: Option<Make<G, WithHistory<G>>>,
    pub(super) settings: Arc<OnceLock<[Vec<Setting>; 2]>>,
}

type Make<G, P> = Arc<dyn Fn(&Settings, AnyEvaluator<G>) -> Built<P> + Send + Sync>;

/// Makes strategies by a function, and forgets their type.
pub(super) fn making<G: Playable, P: Game + 'static, S: 'static>(
    make: &Arc<impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static>,
    built: fn(S) -> Built<P>,
) -> Make<G, P> {
    let make = Arc::clone(make);
    Arc::new(move |settings, evaluator| built(make(settings, evaluator)))
}

impl<G: Playable> Own<G> {
    /// A strategy that looks at positions alone.
    pub(super) fn new<S: 'static>(
        name: &'static str,
        about: &'static str,
        make: &Arc<impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static>,
        built: fn(S) -> Built<G>,
    ) -> Self {
        Self {
            name,
            about,
            is_fixed_depth: false,
            evaluator: None,
            alone: making(make, built),
            in_game: None,
            settings: Arc::default(),
        }
    }

    /// The settings that it declares.
    fn settings(&self) -> &[Setting] {
        let [offered, _] = self.all_settings();
        offered
    }

    /// The settings that it declares and those that are not offered, found by making it once.
    fn all_settings(&self) -> &[Vec<Setting>; 2] {
        self.settings.get_or_init(|| {
            let settings = Settings::default();
            let _ = catch_panic(|| (self.alone)(&settings, AnyEvaluator::new(|_: &G| Score::DRAW)));
            settings.all_declared()
        })
    }

    fn takes(&self) -> Vec<String> {
        let settings = self.settings().iter().map(|setting| setting.name.clone());
        let drivers = words::drivers().filter(|_| self.is_fixed_depth);
        settings.chain(drivers.map(str::to_owned)).collect()
    }

    /// Checks every word of a composition whose words are in order.
    fn check(&self, composition: &Composition) -> Result<(), SpecError> {
        let mut settings = self.settings().iter().filter(|_| self.is_fixed_depth);
        if let Some(setting) = settings.find(|setting| words::is_driver(&setting.name)) {
            return Err(SpecError::Taken {
                game: self.name.to_owned(),
                kind: "parts",
                name: setting.name.clone(),
            });
        }
        for Word { name, value } in composition.parts() {
            let mut settings = self.all_settings().iter().flatten();
            let setting = settings.find(|setting| setting.name == *name);
            match setting {
                Some(setting) => {
                    setting
                        .check(value.as_deref())
                        .map_err(|expected| SpecError::Value {
                            word: name.clone(),
                            expected,
                            found: value.clone(),
                        })?;
                }
                None if self.is_fixed_depth && words::is_driver(name) => {}
                None => {
                    return Err(SpecError::Part {
                        strategy: self.name.to_owned(),
                        part: name.clone(),
                        takes: self.takes(),
                    });
                }
            }
        }
        Ok(())
    }
}

/// Looking up.
impl<G: Playable> Catalog<G> {
    /// The strategies by name, the simplest first.
    pub fn strategies(&self) -> impl Iterator<Item = CatalogEntry> {
        let own = self.own.iter().map(|own| (own.name, own.about));
        let aliases = self.aliases.iter().map(|alias| (alias.name, alias.about));
        let named = NAMED
            .iter()
            .filter(|(_, spelled, _)| self.can_spell(spelled));
        let named = named.map(|(name, _, about)| (*name, *about));
        let all = named.chain(own).chain(aliases);
        let all = all.filter(|(name, _)| self.is_listed(name));
        let spelled = self.listed.iter().flatten();
        let spelled = spelled.filter(|name| !self.is_name(name));
        all.chain(spelled.map(|name| (*name, "as it is spelled")))
            .map(|(name, about)| CatalogEntry { name, about })
    }

    /// The names of the strategies in the list that were added one by one: neither the textbook's nor compositions under a name.
    pub fn own_names(&self) -> impl Iterator<Item = &'static str> {
        self.names().filter(|name| self.find_own(name).is_some())
    }

    /// Whether it is the name of a strategy, which need not be listed.
    pub(super) fn is_name(&self, name: &str) -> bool {
        self.find_own(name).is_some()
            || self.aliases.iter().any(|alias| alias.name == name)
            || NAMED.iter().any(|(known, ..)| *known == name)
    }

    fn is_listed(&self, name: &str) -> bool {
        let mut listed = self.listed.iter().flatten();
        self.listed.is_none() || listed.any(|known| *known == name)
    }

    fn can_spell(&self, spelled: &str) -> bool {
        self.is_tactical || !words::is_tactical(spelled)
    }

    /// The names of the strategies, the simplest first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.strategies().map(|entry| entry.name)
    }

    /// What the strategy of that name does, in short.
    #[must_use]
    pub fn describe(&self, name: &str) -> Option<&'static str> {
        let mut all = self.strategies();
        all.find(|entry| entry.name == name)
            .map(|entry| entry.about)
    }

    /// The text of the strategy that a name stands for, if it is not that name itself.
    #[must_use]
    pub fn meaning(&self, name: &str) -> Option<&str> {
        let alias = self.aliases.iter().find(|alias| alias.name == name);
        let named = NAMED.iter().find(|(known, ..)| *known == name);
        let named = named.filter(|(name, spelled, _)| name != spelled);
        alias
            .map(|alias| alias.spec.as_str())
            .or(named.map(|(_, spelled, _)| *spelled))
    }

    /// The evaluators, the usual one first.
    pub fn evaluators(&self) -> impl Iterator<Item = CatalogEntry> {
        self.evaluators
            .iter()
            .map(|&NamedEvaluator { name, about, .. }| CatalogEntry { name, about })
    }

    /// The evaluator of that name, or of `NAME@FILE` with the weights in a file.
    ///
    /// # Errors
    /// [`SpecError::Evaluator`], which lists the names that are known; and what is wrong with the file.
    pub fn any_evaluator(&self, name: &str) -> Result<AnyEvaluator<G>, SpecError> {
        if let Some((name, file)) = name.split_once('@') {
            let mut known = self.evaluators.iter();
            let known = known.find(|known| known.name == name);
            return match known.and_then(|known| known.read.as_ref()) {
                Some(read) => judge_of(file, &**read),
                None => self
                    .linear(&format!("{name}@{file}"))
                    .map(AnyEvaluator::new),
            };
        }
        let found = self.evaluators.iter().find(|known| known.name == name);
        // Without any evaluator a search sees nothing but the ends of games.
        match found {
            Some(known) => Ok((known.make)()),
            None if self.evaluators.is_empty() && name == NONE => {
                Ok(AnyEvaluator::new(|_: &G| Score::DRAW))
            }
            None => Err(self.no_evaluator(name)),
        }
    }

    pub(super) fn no_evaluator(&self, name: &str) -> SpecError {
        let known = self.evaluators().map(|entry| entry.name.to_owned());
        SpecError::Evaluator {
            game: self.name.to_owned(),
            name: name.to_owned(),
            known: known.collect(),
        }
    }

    /// The evaluator of that name, which must be a sum of weighted counts; `NAME@FILE` has the weights in a file.
    ///
    /// # Errors
    /// [`SpecError::NoWeights`], which lists those that have weights; and what is wrong with the file.
    pub fn linear(&self, name: &str) -> Result<AnyLinear<G>, SpecError> {
        let (name, file) = match name.split_once('@') {
            Some((name, file)) => (name, Some(file)),
            None => (name, None),
        };
        let found = self.evaluators.iter().find(|known| known.name == name);
        let make = found.and_then(|known| known.linear.as_ref());
        let unknown = || {
            let known = self
                .evaluators
                .iter()
                .filter(|known| known.linear.is_some());
            SpecError::NoWeights {
                game: self.name.to_owned(),
                name: name.to_owned(),
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
                .map_err(|reason| SpecError::Weights {
                    file: file.to_owned(),
                    reason,
                })?;
        }
        Ok(evaluator)
    }

    /// The settings that a strategy of your own declares, or the one that a name stands for.
    #[must_use]
    pub fn settings(&self, name: &str) -> &[Setting] {
        let own = self.find_own(self.searches(name));
        own.map_or(&[], Own::settings)
    }

    /// The search that a name stands for.
    fn searches<'a>(&'a self, name: &'a str) -> &'a str {
        let spelled = self.meaning(name).unwrap_or(name);
        spelled.split(['+', ' ', ':']).next().unwrap_or_default()
    }

    /// The words that may follow the name of a strategy.
    #[must_use]
    pub fn parts(&self, name: &str) -> Vec<String> {
        let search = self.searches(name);
        let own = || self.find_own(search).map_or_else(Vec::new, Own::takes);
        Textbook::named(search).map_or_else(own, |textbook| textbook.words(self.is_tactical))
    }

    /// The strategy that a text spells: `[LABEL=]COMPOSITION[:SETTING=VALUE,…]`, as a [`Spec`] reads it.
    ///
    /// # Errors
    /// Says what is wrong, and what is known.
    pub fn contender(&self, text: &str) -> Result<Contender<G>, SpecError> {
        if let Some(taken) = &self.taken {
            return Err(taken.clone());
        }
        let given: Spec = text.parse()?;
        let (_, unlabeled) = Spec::split_label(text);
        let label = given.label.clone();
        let name = label.clone().unwrap_or_else(|| unlabeled.to_owned());
        let made = self.made((name, text.to_owned()), given, None);
        made.map_err(|error| match (error, label) {
            (SpecError::Strategy { name, .. }, Some(label)) if self.begins_with_name(&label) => {
                let meant = text.trim().replace(' ', "+");
                SpecError::Label { label, name, meant }
            }
            (error, _) => error,
        })
    }

    /// Whether a label looks like a strategy with a part.
    fn begins_with_name(&self, label: &str) -> bool {
        let first = label.split_once(' ').map(|(first, _)| first);
        first.is_some_and(|first| self.is_taken(first))
    }

    /// The same strategy over an evaluator that is not in the list.
    ///
    /// # Errors
    /// As [`contender`](Self::contender).
    pub fn contender_with_evaluator(
        &self,
        text: &str,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
    ) -> Result<Contender<G>, SpecError> {
        let evaluator = AnyEvaluator::new(evaluator);
        let mut given: Spec = text.parse()?;
        given.evaluator = Some(GIVEN.to_owned());
        self.made((text.to_owned(), text.to_owned()), given, Some(evaluator))
    }

    /// The same strategy for play by a clock: one that searches to a fixed depth is deepened, so that it has a move whenever
    /// time runs out.
    ///
    /// # Errors
    /// As [`contender`](Self::contender).
    pub fn deepened(&self, contender: Contender<G>) -> Result<Contender<G>, SpecError> {
        if !contender.needs_depth() {
            return Ok(contender);
        }
        let Contender {
            name,
            text,
            mut spec,
            evaluator,
            ..
        } = contender;
        spec.composition.push("deepening", None);
        self.made((name, text), spec, evaluator)
    }

    /// The strategy of a composition, with the usual evaluator.
    ///
    /// # Errors
    /// Says what is wrong, and what is known.
    pub fn composed(&self, composition: &Composition) -> Result<Contender<G>, SpecError> {
        self.contender(&composition.to_string())
    }

    fn made(
        &self,
        (name, text): (String, String),
        given: Spec,
        over: Option<AnyEvaluator<G>>,
    ) -> Result<Contender<G>, SpecError> {
        let mut spec = self.resolved(given)?;
        spec.evaluator = spec.evaluator.or_else(|| self.asked.clone());
        let own = self.find_own(spec.composition.search());
        let usual = own.and_then(|own| own.evaluator);
        let asked = spec.evaluator.clone().filter(|_| own.is_some());
        let asked = asked.or_else(|| usual.map(str::to_owned));
        let usual = usual.or_else(|| self.evaluators.first().map(|first| first.name));
        let named = spec
            .evaluator
            .get_or_insert_with(|| usual.unwrap_or(NONE).to_owned());
        let evaluator = match &over {
            Some(evaluator) => evaluator.clone(),
            None => self.any_evaluator(named)?,
        };
        let noise = spec.noise.unwrap_or(0);
        let asked = asked.or_else(|| (noise > 0).then(|| named.clone()));
        let deepens = spec.composition.deepens();
        let Makers {
            is_fixed_depth,
            alone,
            in_game,
        } = self.makers(&spec.composition)?;
        let plan = Arc::new(Plan {
            composition: spec.composition.clone(),
            evaluator,
            noise,
            asked,
        });
        let (again, without_history) = (Arc::clone(&plan), Arc::clone(&alone));
        Ok(Contender {
            name,
            text,
            spec,
            evaluator: over,
            is_fixed_depth: is_fixed_depth && !deepens,
            alone: Arc::new(move |seed| plan.strategy(&alone, seed)),
            in_game: Arc::new(move |seed| match &in_game {
                Some(make) => again.strategy(make, seed),
                None => Box::new(PositionAlone(again.strategy(&without_history, seed))),
            }),
        })
    }

    fn makers(&self, composition: &Composition) -> Result<Makers<G>, SpecError> {
        let search = composition.search();
        if let Some(own) = self.find_own(search) {
            return Ok(Makers {
                is_fixed_depth: own.is_fixed_depth,
                alone: Arc::clone(&own.alone),
                in_game: own.in_game.clone().filter(|_| self.in_game.is_some()),
            });
        }
        let textbook = Textbook::named(search).ok_or_else(|| self.unknown(search))?;
        let (build, words) = (self.alone, composition.clone());
        let in_game = self.in_game.map(|build| -> Make<G, WithHistory<G>> {
            let words = composition.clone();
            Arc::new(move |_, evaluator| build(textbook, &words, &evaluator))
        });
        Ok(Makers {
            is_fixed_depth: textbook.has_fixed_depth(),
            alone: Arc::new(move |_, evaluator| build(textbook, &words, &evaluator)),
            in_game,
        })
    }

    fn find_own(&self, name: &str) -> Option<&Own<G>> {
        self.own.iter().find(|own| own.name == name)
    }

    /// The spec with every alias replaced by what it stands for, and its words in order and checked.
    fn resolved(&self, given: Spec) -> Result<Spec, SpecError> {
        words::check_exclusions(&given.composition)?;
        let mut spec = given;
        // An alias may stand for another one, but not for itself.
        for _ in 0..=self.aliases.len() + 1 {
            let Some(meaning) = self.meaning(spec.composition.search()) else {
                break;
            };
            let base: Spec = meaning.parse()?;
            let words = spec.composition.parts().to_vec();
            spec = spec.over(&base);
            let mut settings = self.settings(spec.composition.search()).iter();
            let has_without = settings.any(|setting| setting.name == WITHOUT);
            spec.composition = added(spec.composition, words, has_without)?;
        }
        let search = spec.composition.search();
        let own = self.find_own(search);
        let ordered = match (own, Textbook::named(search)) {
            (Some(own), _) => {
                let ordered = words::in_order(&spec.composition, words::is_driver)?;
                own.check(&ordered)?;
                ordered
            }
            (None, Some(textbook)) => {
                let ordered = words::in_order(&spec.composition, |_| true)?;
                textbook.check(&ordered, (self.name, self.is_tactical))?;
                ordered
            }
            (None, None) => return Err(self.unknown(search)),
        };
        spec.composition = ordered;
        Ok(spec)
    }

    fn unknown(&self, name: &str) -> SpecError {
        SpecError::Strategy {
            name: name.to_owned(),
            known: self.names().map(str::to_owned).collect(),
        }
    }
}

/// What makes the searches of a composition.
struct Makers<G: Playable> {
    is_fixed_depth: bool,
    alone: Make<G, G>,
    in_game: Option<Make<G, WithHistory<G>>>,
}

/// What a contender's strategies are made from.
struct Plan<G> {
    composition: Composition,
    evaluator: AnyEvaluator<G>,
    noise: u16,
    /// The evaluator, if it was asked for or named as the usual one of the strategy.
    asked: Option<String>,
}

impl<G: Playable> Plan<G> {
    /// A new strategy; the seed decides the noise.
    fn strategy<P>(&self, make: &Make<G, P>, seed: u64) -> AnyStrategy<P>
    where
        P: Game<Move: Send> + 'static,
    {
        let settings = settings(&self.composition, self.asked.as_deref());
        let evaluator = self
            .evaluator
            .clone()
            .with_noise(self.noise, &Arc::new(seed.into()));
        make(&settings, evaluator).driven(&self.composition)
    }
}

/// The evaluator in a file.
fn judge_of<G>(
    file: &str,
    read: impl Fn(&[u8]) -> Result<AnyEvaluator<G>, String>,
) -> Result<AnyEvaluator<G>, SpecError> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string());
    bytes
        .and_then(|bytes| read(&bytes))
        .map_err(|reason| SpecError::Weights {
            file: file.to_owned(),
            reason,
        })
}

/// The weights in a file of JSON.
fn weights_of(file: &str) -> Result<NamedWeights, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    NamedWeights::from_json(&text).map_err(|error| error.to_string())
}

/// The name of an evaluator that is not in the list.
const GIVEN: &str = "given";

/// The evaluator of a game that has none.
const NONE: &str = "none";

/// A composition with more words: each replaces one that it excludes, and `without` removes a part, unless the search has such a
/// setting of its own.
fn added(base: Composition, words: Vec<Word>, has_without: bool) -> Result<Composition, SpecError> {
    let mut composition = base;
    for Word { name, value } in words {
        if name == WITHOUT && !has_without {
            let part = value.unwrap_or_default();
            if composition.part(&part).is_none() {
                return Err(SpecError::Value {
                    word: WITHOUT.to_owned(),
                    expected: format!("a part of {composition}"),
                    found: Some(part),
                });
            }
            composition = composition.without(&part);
            continue;
        }
        let replaced = composition.parts().iter();
        let replaced: Vec<String> = replaced
            .filter(|part| words::exclude_each_other(&part.name, &name))
            .map(|part| part.name.clone())
            .collect();
        for part in replaced {
            composition = composition.without(&part);
        }
        composition = composition.with(&name, value.as_deref());
    }
    Ok(composition)
}

/// The settings that a composition gives to a strategy of the user's own.
fn settings(composition: &Composition, evaluator: Option<&str>) -> Settings {
    let word = |Word { name, value }: &Word| (name.clone(), value.clone().unwrap_or_default());
    let settings: Settings = composition.parts().iter().map(word).collect();
    settings.with_evaluator(evaluator)
}
