//! [`Contender`]: a [`Spec`] resolved for a game, ready to make strategies.

use crate::any_evaluator::AnyEvaluator;
use crate::building::{Ingredients, Make, OwnParts};
use crate::playable::{AnyStrategy, Playable};
use crate::spec::{EvaluatorSpec, Spec};
use crate::words::{Role, Setting, SettingKind, Settings};
use plywood_eval::{Evaluator, Score};
use plywood_search::{FixedDepth, SearchState, Stopped, Window};
use plywood_search::{
    Game, Limits, MoveLimits, Observer, Report, StopHandle, Strategy, WithHistory,
};
use std::fmt;
use std::sync::Arc;

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
///     .search(&ConnectFour::new(), &contender.limits().search_limits());
/// assert_eq!(report.depth, 5);
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Contender<G: Playable> {
    pub(super) name: String,
    pub(super) asked: Spec,
    pub(super) spec: Spec,
    pub(super) search: Arc<Search<G>>,
    pub(super) own: Arc<OwnParts<G>>,
    /// `true` if positions can be repeated in games.
    pub(super) repeats: bool,
    pub(super) evaluator: AnyEvaluator<G>,
    pub(super) stop: Option<StopHandle>,
}

/// A search in a catalog: the parts it takes, and how its strategies are made.
#[derive(Clone)]
pub(super) struct Search<G: Playable> {
    pub(super) name: &'static str,
    /// The kinds of parts that it takes.
    pub(super) takes: &'static [Role],
    /// The settings that only it has.
    pub(super) settings: Arc<[Setting]>,
    /// Its default evaluator.
    pub(super) evaluator: Option<&'static str>,
    pub(super) make: Make<G>,
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
        let mut spec = self.spec.clone();
        let offered = self.search.settings.iter().filter(|it| it.is_offered);
        for setting in offered {
            let (SettingKind::Number { usual, .. } | SettingKind::Choice { usual, .. }) =
                &setting.kind
            else {
                continue;
            };
            if spec.composition.part(&setting.name).is_none() {
                spec.composition.push(&setting.name, Some(usual));
            }
        }
        spec
    }

    /// Returns `true` if its searches see the earlier moves of a game, and score a repetition as a draw.
    #[must_use]
    pub fn sees_repetition(&self) -> bool {
        self.repeats && self.search.make.in_game.is_some()
    }

    /// Returns the evaluator.
    #[must_use]
    pub const fn evaluator(&self) -> &AnyEvaluator<G> {
        &self.evaluator
    }

    /// Returns the name of the evaluator behind its scores; `None` for a search that evaluates nothing.
    #[must_use]
    pub fn evaluates_with(&self) -> Option<String> {
        let search = self.spec.composition.search();
        (!matches!(search, "random" | "proof-number")).then(|| self.spec.evaluator_text())
    }

    /// Returns its limits; without any, those of the match or measurement apply.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.spec.limits
    }

    /// Returns `true` if it searches to a fixed depth, and so has no answer if nodes or time run out first ([`deepened`](Self::deepened)
    /// fixes that).
    #[must_use]
    pub fn needs_depth(&self) -> bool {
        self.search.takes.contains(&Role::Driver) && !self.spec.composition.deepens()
    }

    /// Adds deepening if it searches to a fixed depth, so that it has a move whenever time runs out.
    #[must_use]
    pub fn deepened(mut self) -> Self {
        if self.needs_depth() {
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
        self.stoppable((self.search.make.alone)(&self.ingredients(seed)))
    }

    /// Makes the strategy for positions with their game, so that repetition is a draw if the game can repeat.
    #[must_use]
    pub fn in_game(&self, seed: u64) -> AnyStrategy<WithHistory<G>> {
        let of = self.ingredients(seed);
        let Make { alone, in_game } = &self.search.make;
        let in_game = in_game.as_ref().filter(|_| self.repeats);
        self.stoppable(in_game.map_or_else(
            || Box::new(PositionAlone(alone(&of))) as _,
            |make| make(&of),
        ))
    }

    /// Returns the settings from which its strategies are made.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let given = self.spec.composition.parts().to_vec();
        Settings::of(Arc::clone(&self.search.settings), given)
    }

    fn ingredients(&self, seed: u64) -> Ingredients<G> {
        let noise = self.spec.noise.unwrap_or(0);
        let evaluator = self.evaluator.clone();
        Ingredients {
            settings: self.settings(),
            evaluator: evaluator.with_noise(noise, &Arc::new(seed.into())),
            own: Arc::clone(&self.own),
        }
    }

    fn stoppable<P: Game + 'static>(&self, strategy: AnyStrategy<P>) -> AnyStrategy<P> {
        match &self.stop {
            Some(stop) => Box::new(Stoppable(strategy, stop.clone())),
            None => strategy,
        }
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
    fn name(&self) -> String {
        self.0.name()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        self.0.search_observed(position, limits, observer)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

impl<G: Playable, S: Strategy<G>> Strategy<WithHistory<G>> for PositionAlone<S> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn search_observed(
        &mut self,
        position: &WithHistory<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        self.0
            .search_observed(position.position(), limits, observer)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

impl<G: Playable, S: FixedDepth<G>> FixedDepth<G> for PositionAlone<S> {
    fn begin(&mut self) {
        self.0.begin();
    }

    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        self.0.value(position, depth, window, state)
    }
}

impl<G: Playable, S: FixedDepth<G>> FixedDepth<WithHistory<G>> for PositionAlone<S> {
    fn begin(&mut self) {
        self.0.begin();
    }

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

/// A strategy that can be stopped from outside.
struct Stoppable<S>(S, StopHandle);

impl<G: Game, S: Strategy<G>> Strategy<G> for Stoppable<S> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        if limits.stop_handle().is_some() {
            return self.0.search_observed(position, limits, observer);
        }
        let limits = limits.clone().with_stop(&self.1);
        self.0.search_observed(position, &limits, observer)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

impl<G: Playable> fmt::Debug for Contender<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contender").field(&self.name).finish()
    }
}
