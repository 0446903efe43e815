//! [`Contender`]: a [`Spec`] resolved for a game, ready to make strategies.

use crate::any_evaluator::AnyEvaluator;
use crate::building::{Ingredients, Make};
use crate::own_parts::OwnParts;
use crate::plan::SearchParts;
use crate::playable::{AnyStrategy, Playable};
use crate::spec::{Composition, EvaluatorSpec, Spec};
use crate::spec_error::SpecError;
use crate::words::{EXPLORATION, Part, Resource, Role, Setting, SettingKind, Settings};
use plywood_eval::{Evaluator, Score};
use plywood_search::{Claims, FixedDepth, SearchState, Stopped, Window};
use plywood_search::{
    Game, Limits, Observer, Report, StopHandle, Strategy, WithHistory, passes_on,
};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Makes any number of strategies of one kind, each new and with empty tables. A [`Catalog`](crate::Catalog) makes it from a [`Spec`].
///
/// ```
/// use plywood_search::Limits;
/// use plywood_search::games::ConnectFour;
/// use plywood_catalog::Catalog;
///
/// let catalog = Catalog::tactical("connect-four", ConnectFour::new()).evaluator(
///     "estimate",
///     "open lines of four",
///     ConnectFour::estimate as fn(&_) -> _,
/// );
/// let contender = catalog.contender("mine=alpha-beta+killers+table:depth=5")?;
/// assert_eq!(contender.name(), "mine");
/// assert_eq!(
///     contender.spec().to_string(),
///     "mine=alpha-beta+killers+table=16:evaluator=estimate,depth=5"
/// );
/// let report = contender
///     .strategy(0)
///     .search(&ConnectFour::new(), contender.limits());
/// assert_eq!(report.depth, 5);
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Contender<G: Playable> {
    pub(super) name: String,
    pub(super) asked: Spec,
    pub(super) spec: Spec,
    pub(super) search: Arc<Search>,
    pub(super) make: Make<G>,
    pub(super) parts: Arc<[Part]>,
    pub(super) own: Arc<OwnParts<G>>,
    pub(super) evaluator: AnyEvaluator<G>,
    pub(super) stop: Option<StopHandle>,
}

/// A search in a catalog, and the parts it takes.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) name: &'static str,
    /// The kinds of parts that it takes.
    pub(super) takes: &'static [Role],
    /// The settings that only it has.
    pub(super) settings: Arc<[Setting]>,
    /// Its default evaluator.
    pub(super) evaluator: Option<&'static str>,
    pub(super) facts: Facts,
    /// The chapter of the book that explains it.
    pub(super) chapter: Option<&'static str>,
}

impl Search {
    /// Refuses rounds if it plays none.
    pub(crate) fn check_rounds(&self, rounds: Option<u64>) -> Result<(), SpecError> {
        let Some(rounds) = rounds.filter(|_| !self.facts.plays_rounds) else {
            return Ok(());
        };
        Err(SpecError::Value {
            word: "rounds".to_owned(),
            expected: format!(
                "a depth, nodes or time, since {} plays no rounds",
                self.name
            ),
            found: Some(rounds.to_string()),
            known: Vec::new(),
        })
    }
}

/// Facts about a search that programs need and its type doesn't tell, declared with [`Catalog::with_facts`](crate::Catalog::with_facts).
///
/// ```
/// use plywood_catalog::Facts;
///
/// let random = Facts { evaluates: false, searches: false, ..Facts::default() };
/// assert!(!random.deepens && Facts::default().evaluates);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that doesn't depend on the others"
)]
pub struct Facts {
    /// It asks the evaluator.
    pub evaluates: bool,
    /// It looks ahead, so it needs a limit.
    pub searches: bool,
    /// It searches to depth 1, 2, 3 and so on without a driver.
    pub deepens: bool,
    /// It keeps every node it visits in memory, which then grows with the search.
    pub keeps_nodes: bool,
    /// It searches every line to its depth, so a comparison measures the others against it.
    pub searches_all: bool,
    /// It can play at a level: the nodes and errors for an Elo were measured with it.
    pub has_levels: bool,
    /// The search that it becomes without its own idea, which an ablation compares it with.
    pub refines: Option<&'static str>,
    /// It plays rounds, so that a limit of rounds ends it.
    pub plays_rounds: bool,
}

impl Default for Facts {
    /// Returns the facts of a search that evaluates positions to the depth it is given.
    fn default() -> Self {
        Self {
            evaluates: true,
            searches: true,
            deepens: false,
            keeps_nodes: false,
            searches_all: false,
            has_levels: false,
            refines: None,
            plays_rounds: false,
        }
    }
}

/// An amount of memory or threads that a strategy asks for with one of its words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// The word: `table`, `threads`.
    pub word: String,
    /// The resource.
    pub resource: Resource,
    /// Its amount.
    pub amount: u32,
}

/// The name of an evaluator that is not in the list.
const GIVEN: &str = "given";

impl<G: Playable> Contender<G> {
    /// Returns the name that tables show: the label, or the requested spec.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the requested spec, where a name may be an alias for a composition.
    #[must_use]
    pub const fn asked(&self) -> &Spec {
        &self.asked
    }

    /// Returns the whole spec: every part with its value, the evaluator, and the limits.
    #[must_use]
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the whole spec with the defaults of its search's settings, such as the engine's hash and threads.
    ///
    /// ```
    /// let engine = plywood_catalog::Catalog::chess().contender("engine:nodes=500")?;
    /// assert_eq!(engine.in_full().composition.number("threads"), Some(1));
    /// # Ok::<(), plywood_catalog::SpecError>(())
    /// ```
    #[must_use]
    pub fn in_full(&self) -> Spec {
        let given = self.spec.composition.parts();
        let is_setting = |name: &str| self.search.settings.iter().any(|it| it.name == name);
        let (settings, parts): (Vec<_>, Vec<_>) = given.iter().partition(|it| is_setting(&it.name));
        let mut full = Composition::new(self.search.name);
        for word in settings {
            full.push(&word.name, word.value.as_deref());
        }
        let taken = self.parts.iter().filter(|part| self.takes(part));
        let has_exploration = Part::without_exploration(taken).is_none();
        let is_used = |it: &&Setting| it.is_offered && (has_exploration || it.name != EXPLORATION);
        for setting in self.search.settings.iter().filter(is_used) {
            if let SettingKind::Number { usual, .. } | SettingKind::Choice { usual, .. } =
                &setting.kind
                && full.part(&setting.name).is_none()
            {
                full.push(&setting.name, Some(usual));
            }
        }
        for word in parts {
            full.push(&word.name, word.value.as_deref());
        }
        let mut spec = self.spec.clone();
        spec.composition = full;
        spec
    }

    /// Returns `true` if its searches see the earlier moves of a game, and score a repetition as a draw.
    #[must_use]
    pub fn sees_repetition(&self) -> bool {
        matches!(self.make, Make::InGame(_))
    }

    /// Returns the evaluator.
    #[must_use]
    pub const fn evaluator(&self) -> &AnyEvaluator<G> {
        &self.evaluator
    }

    /// Returns the name of the evaluator behind its scores; `None` for a search that evaluates nothing.
    #[must_use]
    pub fn evaluates_with(&self) -> Option<String> {
        let evaluates = self.facts().evaluates;
        evaluates.then(|| self.spec.evaluator_text())
    }

    /// Returns the facts that its search declares; a search with a `deepening` driver deepens.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let facts = self.search.facts;
        let deepens = facts.deepens || self.spec.composition.deepens();
        Facts { deepens, ..facts }
    }

    fn takes(&self, part: &Part) -> bool {
        self.spec.composition.part(part.word()).is_some()
    }

    /// Returns the chapters of the book that explain its search and its parts.
    pub fn chapters(&self) -> impl Iterator<Item = &'static str> {
        let taken = self.parts.iter().filter(|part| self.takes(part));
        let parts = taken.map(|part| part.chapter);
        std::iter::once(self.search.chapter).chain(parts).flatten()
    }

    /// Returns the memory and threads that its words ask for, given or by default.
    #[must_use]
    pub fn costs(&self) -> Vec<Cost> {
        let spec = self.in_full();
        let parts = self.parts.iter().map(|part| &part.setting);
        let declared = self.search.settings.iter().chain(parts);
        let cost = |setting: &Setting| {
            Some(Cost {
                word: setting.name.clone(),
                resource: setting.resource?,
                amount: spec.composition.number(&setting.name)?,
            })
        };
        declared.filter_map(cost).collect()
    }

    /// Returns its limits. Its strategies apply them: each replaces the run's limit of the same kind, and other kinds are inherited.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.spec.limits
    }

    /// Checks the limits of a run: rounds alone don't end a search that plays none.
    ///
    /// # Errors
    /// [`SpecError`] if nothing would end it.
    pub fn check_limits(&self, limits: &Limits) -> Result<(), SpecError> {
        let others = self.limits().inherit(limits).with_rounds(None);
        let rounds = limits.max_rounds().filter(|_| others.is_unlimited());
        self.search.check_rounds(rounds)
    }

    /// Returns `true` if it searches every line to its depth.
    #[must_use]
    pub fn searches_all(&self) -> bool {
        self.search.facts.searches_all && self.spec.composition.parts().is_empty()
    }

    /// Adds a random number of up to this many centipawns to each evaluation, besides its own noise.
    #[must_use]
    pub fn with_noise(mut self, centipawns: u16) -> Self {
        let own = self.spec.noise.unwrap_or_default();
        self.spec.noise = Some(own.saturating_add(centipawns));
        self
    }

    /// Replaces its limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.spec.limits = limits;
        self
    }

    /// Returns `true` if its strategies [need a depth](Strategy::needs_depth), without regard to its limits.
    #[must_use]
    pub fn needs_depth(&self) -> bool {
        let mut small = self.clone();
        let composition = &mut small.spec.composition;
        let given = |part: &&Part| self.spec.composition.part(part.word()).is_some();
        let parts = self.parts.iter().filter(given).map(|part| &part.setting);
        for setting in self.search.settings.iter().chain(parts) {
            if setting.is_memory() {
                *composition = composition.with(&setting.name, setting.example().as_deref());
            }
        }
        small.made(&small.ingredients(0, true)).needs_depth()
    }

    /// Adds deepening if it searches to a fixed depth, so that it has a move whenever time runs out.
    #[must_use]
    pub fn deepened(mut self) -> Self {
        if self.search.takes.contains(&Role::Driver) && self.needs_depth() {
            self.spec.composition.push("deepening", None);
        }
        self
    }

    /// Replaces the evaluator with one that is not in the catalog.
    #[must_use]
    pub fn evaluated_by(mut self, evaluator: impl Evaluator<G> + Send + Sync + 'static) -> Self {
        self.evaluator = AnyEvaluator::new(evaluator);
        self.spec.evaluator = Some(EvaluatorSpec::named(GIVEN));
        self
    }

    /// Ends its searches when the handle is used, unless their limits already have a handle.
    #[must_use]
    pub fn stopped_by(self, stop: &StopHandle) -> Self {
        let stop = Some(stop.clone());
        Self { stop, ..self }
    }

    /// Makes the strategy for single positions, without repetition. The seed decides random choices.
    #[must_use]
    pub fn strategy(&self, seed: u64) -> AnyStrategy<G> {
        let of = self.ingredients(seed, false);
        self.limited(match &self.make {
            Make::Alone(make) => make(&of),
            Make::InGame(make) => Box::new(WithoutRepetition::new(make(&of))),
        })
    }

    /// Makes the strategy for positions with their game, so that repetition is a draw if the game can repeat.
    #[must_use]
    pub fn in_game(&self, seed: u64) -> AnyStrategy<WithHistory<G>> {
        self.limited(self.made(&self.ingredients(seed, true)))
    }

    /// Returns the settings from which its strategies are made.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let given = self.spec.composition.parts().to_vec();
        Settings::of(Arc::clone(&self.search.settings), given)
    }

    /// Makes a strategy, and notes the settings that were read.
    pub(super) fn noting(
        &self,
        read: &Arc<Mutex<BTreeSet<String>>>,
    ) -> AnyStrategy<WithHistory<G>> {
        let mut of = self.ingredients(0, true);
        of.settings = of.settings.noting(read);
        self.made(&of)
    }

    fn made(&self, of: &Ingredients<G>) -> AnyStrategy<WithHistory<G>> {
        match &self.make {
            Make::Alone(make) => Box::new(PositionAlone(make(of))),
            Make::InGame(make) => make(of),
        }
    }

    fn ingredients(&self, seed: u64, repeats: bool) -> Ingredients<G> {
        let noise = self.spec.noise.unwrap_or(0);
        let evaluator = self.evaluator.clone();
        Ingredients {
            parts: self.planned(),
            settings: self.settings(),
            evaluator: evaluator.with_noise(noise, &Arc::new(seed.into())),
            own: Arc::clone(&self.own),
            repeats,
        }
    }

    /// Returns the parts as types, from its checked words.
    fn planned(&self) -> SearchParts {
        let mut plan = SearchParts::default();
        for word in self.spec.composition.parts() {
            let is_setting = self.search.settings.iter().any(|it| it.name == word.name);
            let mut parts = self.parts.iter().filter(|_| !is_setting);
            if let Some(part) = parts.find(|part| part.word() == word.name) {
                part.apply(&mut plan, self.spec.composition.number(&word.name));
            }
        }
        plan
    }

    fn limited<P: Game + 'static>(&self, strategy: AnyStrategy<P>) -> AnyStrategy<P> {
        if self.spec.limits.is_unlimited() && self.stop.is_none() {
            return strategy;
        }
        Box::new(Limited {
            strategy,
            limits: self.spec.limits.clone(),
            stop: self.stop.clone(),
        })
    }
}

/// A strategy for bare positions: in games it sees only the last position and no repetition.
///
/// ```
/// use plywood_catalog::{Catalog, PositionAlone};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::Random;
///
/// let games = Catalog::keyed("connect-four", ConnectFour::new())
///     .strategy("dice", "any move", |_, _| PositionAlone(Random));
/// assert!(games.contender("dice").is_ok());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PositionAlone<S>(pub S);

impl<G: Playable, S: Strategy<G>> Strategy<G> for PositionAlone<S> {
    passes_on!(self => self.0, G: name search_observed needs_depth fixed_depth has_depths new_game);
}

impl<G: Playable, S: Strategy<G>> Strategy<WithHistory<G>> for PositionAlone<S> {
    passes_on!(self => self.0, G: name needs_depth has_depths new_game);

    fn search_observed(
        &mut self,
        position: &WithHistory<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        self.0
            .search_observed(position.position(), limits, observer)
    }
}

impl<G: Playable, S: FixedDepth<G>> FixedDepth<G> for PositionAlone<S> {
    passes_on!(self => self.0, G: begin is_exact claims value);
}

impl<G: Playable, S: FixedDepth<G>> FixedDepth<WithHistory<G>> for PositionAlone<S> {
    passes_on!(self => self.0, G: begin claims);

    fn value(
        &mut self,
        position: &WithHistory<G>,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        self.0.value(position.position(), depth, window, state)
    }
}

/// A strategy over games, for bare positions: nothing repeats.
struct WithoutRepetition<G: Playable> {
    strategy: AnyStrategy<WithHistory<G>>,
    /// True if the search to a fixed depth in it is exact.
    is_exact: bool,
    claims: Claims,
}

impl<G: Playable> WithoutRepetition<G> {
    fn new(strategy: AnyStrategy<WithHistory<G>>) -> Self {
        Self {
            strategy,
            is_exact: false,
            claims: Claims::default(),
        }
    }

    fn inner(&mut self) -> &mut dyn FixedDepth<WithHistory<G>> {
        let found = self.strategy.fixed_depth();
        found.expect("only a strategy that has one is asked for more")
    }
}

impl<G: Playable> Strategy<G> for WithoutRepetition<G> {
    passes_on!(self => self.strategy, G: name needs_depth has_depths new_game);

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let position = WithHistory::alone(position.clone());
        self.strategy.search_observed(&position, limits, observer)
    }

    fn fixed_depth(&mut self) -> Option<&mut dyn FixedDepth<G>> {
        let inner = self.strategy.fixed_depth()?;
        (self.is_exact, self.claims) = (inner.is_exact(), inner.claims());
        Some(self)
    }
}

impl<G: Playable> FixedDepth<G> for WithoutRepetition<G> {
    passes_on!(self => self.inner(), G: begin);

    fn is_exact(&self) -> bool {
        self.is_exact
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let position = WithHistory::alone(position.clone());
        self.inner().value(&position, depth, window, state)
    }
}

/// A strategy with the limits of its spec, which can be stopped from outside.
struct Limited<S> {
    strategy: S,
    limits: Limits,
    stop: Option<StopHandle>,
}

impl<G: Game, S: Strategy<G>> Strategy<G> for Limited<S> {
    passes_on!(self => self.strategy, G: name fixed_depth has_depths new_game);

    fn needs_depth(&self) -> bool {
        self.limits.max_depth().is_none() && self.strategy.needs_depth()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let mut own = self.limits.inherit(limits);
        if let (Some(stop), None) = (&self.stop, limits.stop_handle()) {
            own = own.with_stop(stop);
        }
        self.strategy.search_observed(position, &own, observer)
    }
}

impl<G: Playable> fmt::Debug for Contender<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contender").field(&self.name).finish()
    }
}
