//! The strategies of a catalog: those of the textbooks, your own, and names for compositions; and how one is made from its text.

use crate::any_evaluator::AnyEvaluator;
use crate::catalog::{Catalog, CatalogEntry};
use crate::contender::{BySeed, Contender, positions_alone};
use crate::playable::{AnyStrategy, Playable, check_turns};
use crate::settings::{Setting, Settings};
use crate::spec::{Composition, Spec, SpecError, WITHOUT, Word};
use crate::words::{self, NAMED, Textbook, driven};
use plywood_eval::{Evaluator, Score};
use plywood_search::{FixedDepth, Game, Strategy, WithHistory, catch_panic};
use std::sync::{Arc, OnceLock};

#[derive(Clone)]
pub(super) struct Strategies<G: Playable> {
    is_tactical: bool,
    /// Builds the searches of the textbooks over positions, and over games if positions can be repeated.
    alone: Textbooks<G, G>,
    pub(super) in_game: Option<Textbooks<G, WithHistory<G>>>,
    own: Vec<Recipe<G>>,
    aliases: Vec<Alias>,
    listed: Option<Vec<&'static str>>,
}

type Textbooks<G, P> = fn(Textbook, &Settings, &AnyEvaluator<G>) -> AnyStrategy<P>;

/// A name for a composition.
#[derive(Clone)]
struct Alias {
    name: &'static str,
    about: &'static str,
    spec: String,
}

/// How a search is made: one of the textbooks, or one of your own.
#[derive(Clone)]
pub(super) struct Recipe<G: Playable> {
    name: &'static str,
    about: &'static str,
    is_fixed_depth: bool,
    /// The evaluator that it gets unless another one is named.
    evaluator: Option<&'static str>,
    alone: Make<G, G>,
    in_game: Option<Make<G, WithHistory<G>>>,
    settings: Arc<OnceLock<[Vec<Setting>; 2]>>,
}

type Make<G, P> = Arc<dyn Fn(&Settings, AnyEvaluator<G>) -> AnyStrategy<P> + Send + Sync>;

/// Makes strategies of a type that is forgotten.
fn complete<G: Playable, P: Game + 'static, S: Strategy<P> + Send + 'static>(
    make: &Arc<impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static>,
) -> Make<G, P> {
    let make = Arc::clone(make);
    Arc::new(move |settings, evaluator| Box::new(make(settings, evaluator)))
}

/// The same of searches to a fixed depth, with their drivers.
fn fixed_depth<G: Playable, P: Game<Move: Send> + 'static, S: FixedDepth<P> + Send + 'static>(
    make: &Arc<impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static>,
) -> Make<G, P> {
    let make = Arc::clone(make);
    Arc::new(move |settings, evaluator| driven(Box::new(make(settings, evaluator)), settings))
}

impl<G: Playable> Recipe<G> {
    fn new(
        (name, about): (&'static str, &'static str),
        is_fixed_depth: bool,
        alone: Make<G, G>,
        in_game: Option<Make<G, WithHistory<G>>>,
    ) -> Self {
        Self {
            name,
            about,
            is_fixed_depth,
            evaluator: None,
            alone,
            in_game,
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
            let draw = AnyEvaluator::new(|_: &G| Score::DRAW);
            let _ = catch_panic(|| (self.alone)(&settings, draw));
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
                Some(setting) => setting.check(value.as_deref())?,
                None if self.is_fixed_depth && words::is_driver(name) => {}
                None => {
                    let [_, hidden] = self.all_settings();
                    let hidden = hidden.iter();
                    return Err(SpecError::Part {
                        strategy: self.name.to_owned(),
                        part: name.clone(),
                        takes: self.takes(),
                        hidden: hidden.map(|setting| setting.name.clone()).collect(),
                    });
                }
            }
        }
        Ok(())
    }
}

impl<G: Playable> Strategies<G> {
    pub(super) const fn new(
        is_tactical: bool,
        alone: Textbooks<G, G>,
        in_game: Option<Textbooks<G, WithHistory<G>>>,
    ) -> Self {
        Self {
            is_tactical,
            alone,
            in_game,
            own: Vec::new(),
            aliases: Vec::new(),
            listed: None,
        }
    }

    fn find_own(&self, name: &str) -> Option<&Recipe<G>> {
        self.own.iter().find(|own| own.name == name)
    }

    fn find_alias(&self, name: &str) -> Option<&Alias> {
        self.aliases.iter().find(|alias| alias.name == name)
    }

    /// How the search of that name is made.
    fn recipe(&self, search: &str) -> Option<Recipe<G>> {
        if let Some(own) = self.find_own(search) {
            let in_game = own.in_game.clone().filter(|_| self.in_game.is_some());
            return Some(Recipe {
                in_game,
                ..own.clone()
            });
        }
        let (textbook, build) = (Textbook::named(search)?, self.alone);
        let in_game = self.in_game.map(|build| -> Make<G, WithHistory<G>> {
            Arc::new(move |settings, evaluator| build(textbook, settings, &evaluator))
        });
        let alone: Make<G, G> =
            Arc::new(move |settings, evaluator| build(textbook, settings, &evaluator));
        let is_fixed_depth = textbook.has_fixed_depth();
        Some(Recipe::new(("", ""), is_fixed_depth, alone, in_game))
    }

    /// Whether it is the name of a strategy, which need not be listed.
    fn is_name(&self, name: &str) -> bool {
        self.find_own(name).is_some()
            || self.find_alias(name).is_some()
            || NAMED.iter().any(|(known, ..)| *known == name)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.is_name(name) || Textbook::named(name).is_some()
    }
}

/// Strategies by name.
impl<G: Playable> Catalog<G> {
    /// The same with one more fixed-depth search under a name. It may be driven: `NAME+aspiration+deepening`. The function
    /// gets its settings and the evaluator.
    ///
    /// A search that knows nothing of [`WithHistory`] is added by [`position_search`](Self::position_search).
    #[must_use]
    pub fn search<S>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: FixedDepth<G> + FixedDepth<WithHistory<G>> + Send + 'static,
    {
        let make = Arc::new(make);
        let (alone, in_game) = (fixed_depth(&make), Some(fixed_depth(&make)));
        self.own(Recipe::new((name, about), true, alone, in_game))
    }

    /// The same with one more strategy under a name. The function gets its settings and the evaluator.
    ///
    /// A strategy that knows nothing of [`WithHistory`] is added by [`position_strategy`](Self::position_strategy).
    #[must_use]
    pub fn strategy<S>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: Strategy<G> + Strategy<WithHistory<G>> + Send + 'static,
    {
        let make = Arc::new(make);
        let (alone, in_game) = (complete(&make), Some(complete(&make)));
        self.own(Recipe::new((name, about), false, alone, in_game))
    }

    /// The same with one more fixed-depth search that looks at positions alone, so that repetitions in games are nothing to it.
    #[must_use]
    pub fn position_search<S>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: FixedDepth<G> + Send + 'static,
    {
        let alone = fixed_depth(&Arc::new(make));
        self.own(Recipe::new((name, about), true, alone, None))
    }

    /// The same with one more strategy that looks at positions alone, so that repetitions in games are nothing to it.
    #[must_use]
    pub fn position_strategy<S>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: Strategy<G> + Send + 'static,
    {
        let alone = complete(&Arc::new(make));
        self.own(Recipe::new((name, about), false, alone, None))
    }

    fn own(mut self, own: Recipe<G>) -> Self {
        self.take_name("strategies", own.name, self.strategies.is_taken(own.name));
        self.strategies.own.push(own);
        self
    }

    /// The same, in which this strategy of one's own gets another evaluator unless one is named.
    #[must_use]
    pub fn usual_evaluator_of(mut self, strategy: &str, evaluator: &'static str) -> Self {
        let mut own = self.strategies.own.iter_mut();
        if let Some(own) = own.find(|own| own.name == strategy) {
            own.evaluator = Some(evaluator);
        }
        self
    }

    /// The same with a name for a strategy that is written out, with settings if it is to have any, such as
    /// `negamax:evaluator=material,depth=3`. Settings and parts that follow the name replace its own.
    #[must_use]
    pub fn alias(mut self, name: &'static str, spec: &str, about: &'static str) -> Self {
        self.take_name("strategies", name, self.strategies.is_taken(name));
        self.strategies.aliases.push(Alias {
            name,
            about,
            spec: spec.to_owned(),
        });
        self
    }

    /// The same without the strategies of other names.
    ///
    /// Only lists become shorter: all searches still have their texts.
    #[must_use]
    pub fn only<const N: usize>(mut self, names: [&'static str; N]) -> Self {
        self.strategies.listed = Some(names.to_vec());
        self
    }

    /// The strategies by name, the simplest first.
    pub fn strategies(&self) -> impl Iterator<Item = CatalogEntry> {
        let own = self.strategies.own.iter().map(|own| (own.name, own.about));
        let aliases = self
            .strategies
            .aliases
            .iter()
            .map(|alias| (alias.name, alias.about));
        let is_tactical = self.strategies.is_tactical;
        let has = move |composition| is_tactical || !words::is_tactical(composition);
        let named = NAMED
            .iter()
            .filter(move |(_, composition, _)| has(composition));
        let named = named.map(|(name, _, about)| (*name, *about));
        let all = named.chain(own).chain(aliases);
        let all = all.filter(|(name, _)| self.is_listed(name));
        let written = self.strategies.listed.iter().flatten();
        let written = written.filter(|name| !self.strategies.is_name(name));
        all.chain(written.map(|name| (*name, "as it is written")))
            .map(|(name, about)| CatalogEntry { name, about })
    }

    /// The names of the strategies in the list that were added one by one: neither the textbook's nor compositions under a name.
    pub fn own_names(&self) -> impl Iterator<Item = &'static str> {
        self.names()
            .filter(|name| self.strategies.find_own(name).is_some())
    }

    fn is_listed(&self, name: &str) -> bool {
        let mut listed = self.strategies.listed.iter().flatten();
        self.strategies.listed.is_none() || listed.any(|known| *known == name)
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
        let named = NAMED.iter().find(|(known, ..)| *known == name);
        let named = named.filter(|(name, composition, _)| name != composition);
        let alias = self
            .strategies
            .find_alias(name)
            .map(|alias| alias.spec.as_str());
        alias.or(named.map(|(_, composition, _)| *composition))
    }

    /// The settings that a strategy of your own declares, or the one that a name stands for.
    #[must_use]
    pub fn settings(&self, name: &str) -> &[Setting] {
        let own = self.strategies.find_own(self.searches(name));
        own.map_or(&[], Recipe::settings)
    }

    /// The search that a name stands for.
    fn searches<'a>(&'a self, name: &'a str) -> &'a str {
        let composition = self.meaning(name).unwrap_or(name);
        composition
            .split(['+', ' ', ':'])
            .next()
            .unwrap_or_default()
    }

    /// The words that may follow the name of a strategy.
    #[must_use]
    pub fn parts(&self, name: &str) -> Vec<String> {
        let search = self.searches(name);
        let own = || {
            self.strategies
                .find_own(search)
                .map_or_else(Vec::new, Recipe::takes)
        };
        Textbook::named(search)
            .map_or_else(own, |textbook| textbook.words(self.strategies.is_tactical))
    }

    /// The strategy of a text: `[LABEL=]COMPOSITION[:SETTING=VALUE,…]`, as a [`Spec`] reads it.
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
        first.is_some_and(|first| self.strategies.is_taken(first))
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

    fn made(
        &self,
        (name, text): (String, String),
        given: Spec,
        over: Option<AnyEvaluator<G>>,
    ) -> Result<Contender<G>, SpecError> {
        let mut spec = self.resolved(given)?;
        let search = spec.composition.search();
        let recipe = self
            .strategies
            .recipe(search)
            .ok_or_else(|| self.unknown(search))?;
        let named = spec
            .evaluator
            .or_else(|| self.evaluators.for_all().cloned())
            .or_else(|| recipe.evaluator.map(str::to_owned))
            .unwrap_or_else(|| self.evaluators.usual().to_owned());
        let evaluator = match &over {
            Some(evaluator) => evaluator.clone(),
            None => self.any_evaluator(&named)?,
        };
        spec.evaluator = Some(named);
        let alone = by_seed(recipe.alone, &spec, &evaluator);
        Ok(Contender {
            name,
            text,
            is_fixed_depth: recipe.is_fixed_depth && !spec.composition.deepens(),
            in_game: match recipe.in_game {
                Some(make) => by_seed(make, &spec, &evaluator),
                None => positions_alone(&alone),
            },
            alone,
            evaluator: over,
            spec,
        })
    }

    /// The spec with every alias replaced by what it stands for, and its words in order and checked.
    fn resolved(&self, given: Spec) -> Result<Spec, SpecError> {
        words::check_exclusions(&given.composition)?;
        let mut spec = given;
        // An alias may stand for another one, but not for itself.
        for _ in 0..=self.strategies.aliases.len() + 1 {
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
        let own = self.strategies.find_own(search);
        let ordered = match (own, Textbook::named(search)) {
            (Some(own), _) => {
                let ordered = words::in_order(&spec.composition, words::is_driver)?;
                own.check(&ordered)?;
                ordered
            }
            (None, Some(textbook)) => {
                let ordered = words::in_order(&spec.composition, |_| true)?;
                textbook.check(&ordered, (self.name, self.strategies.is_tactical))?;
                ordered
            }
            (None, None) => return Err(self.unknown(search)),
        };
        spec.composition = ordered;
        Ok(spec)
    }

    /// Checks that every strategy and evaluator has a name of its own, every alias can be made, every name to be listed exists, and
    /// so does every evaluator that a strategy usually has; and that the sides alternate, in a random game.
    ///
    /// # Errors
    /// Says which name is the second of its kind, what is wrong with an alias, which name is unknown, or that a player moves again.
    pub fn check(&self) -> Result<(), SpecError> {
        // A game that panics is no wrong catalog.
        if let Ok(Err(law)) = catch_panic(|| check_turns(&self.start, 1)) {
            let game = self.name.to_owned();
            return Err(SpecError::Turns { game, law });
        }
        if let Some(taken) = &self.taken {
            return Err(taken.clone());
        }
        for name in self.strategies.own.iter().filter_map(|own| own.evaluator) {
            self.any_evaluator(name)?;
        }
        // An error lists every strategy, not only those that are to be listed.
        let mut all = self.clone();
        all.strategies.listed = None;
        let aliases = self.strategies.aliases.iter().map(|alias| alias.name);
        let listed = self.strategies.listed.iter().flatten().copied();
        for text in listed.chain(aliases) {
            all.contender(text)?;
        }
        Ok(())
    }

    fn unknown(&self, name: &str) -> SpecError {
        SpecError::Strategy {
            name: name.to_owned(),
            known: self.names().map(str::to_owned).collect(),
        }
    }
}

/// Makes strategies; the seed decides the noise.
fn by_seed<G: Playable, P>(make: Make<G, P>, spec: &Spec, evaluator: &AnyEvaluator<G>) -> BySeed<P>
where
    P: Game<Move: Send> + 'static,
{
    let (composition, noise) = (spec.composition.clone(), spec.noise.unwrap_or(0));
    let evaluator = evaluator.clone();
    Arc::new(move |seed| {
        let settings = Settings::from(&composition);
        let evaluator = evaluator.clone().with_noise(noise, &Arc::new(seed.into()));
        make(&settings, evaluator)
    })
}

/// The name of an evaluator that is not in the list.
const GIVEN: &str = "given";

/// A composition with more words: each replaces one that it excludes, and `without` removes a part, unless the search has such a
/// setting of its own.
fn added(base: Composition, words: Vec<Word>, has_without: bool) -> Result<Composition, SpecError> {
    let mut composition = base;
    for Word { name, value } in words {
        if name == WITHOUT && !has_without {
            let part = value.unwrap_or_default();
            if composition.part(&part).is_none() {
                let parts = composition.parts().iter();
                return Err(SpecError::Value {
                    word: WITHOUT.to_owned(),
                    expected: format!("a part of {composition}"),
                    found: Some(part),
                    known: parts.map(|part| part.name.clone()).collect(),
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
