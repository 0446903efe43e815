//! [`Contender`]: a strategy of a game by its text, from which any number of strategies can be made.

use crate::any_evaluator::AnyEvaluator;
use crate::playable::{AnyStrategy, Playable};
use crate::spec::{Composition, Spec};
use plywood_search::{
    Game, Limits, MoveLimits, Observer, Report, StopHandle, Strategy, WithHistory,
};
use std::fmt;
use std::sync::Arc;

/// A strategy under its name, with its evaluator and limits. A [`Catalog`](crate::Catalog) makes it from a text, and it
/// makes as many strategies as are needed, each new and with empty tables.
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
/// let contender = catalog.contender("alpha-beta+killers+table:depth=5")?;
/// assert_eq!(
///     contender.spec(),
///     "alpha-beta+killers+table=16:evaluator=estimate,depth=5"
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
    pub(super) text: String,
    pub(super) spec: Spec,
    /// An evaluator that no list has.
    pub(super) evaluator: Option<AnyEvaluator<G>>,
    pub(super) is_fixed_depth: bool,
    pub(super) alone: BySeed<G>,
    pub(super) in_game: BySeed<WithHistory<G>>,
}

/// Makes strategies; the seed decides what is left to chance.
pub(super) type BySeed<P> = Arc<dyn Fn(u64) -> AnyStrategy<P> + Send + Sync>;

impl<G: Playable> Contender<G> {
    /// The name that tables show: the label, or the text it was made from.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text it was made from, which decides how it searches.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it is made of, written out: every part with its value, the evaluator, and the limits.
    #[must_use]
    pub fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Its search, written out.
    #[must_use]
    pub const fn composition(&self) -> &Composition {
        &self.spec.composition
    }

    /// The name of its evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &str {
        self.spec.evaluator.as_deref().unwrap_or_default()
    }

    /// Its own limits; if it has none, those of the match or measurement apply.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.spec.limits
    }

    /// Whether it searches to a fixed depth, and so has no answer when nodes or time run out before. `+deepening` mends that.
    #[must_use]
    pub const fn needs_depth(&self) -> bool {
        self.is_fixed_depth
    }

    /// The same, whose searches also end when the handle is used, unless their limits have a handle of their own.
    #[must_use]
    pub fn stopped_by(self, stop: &StopHandle) -> Self {
        let (alone, in_game) = (self.alone, self.in_game);
        let [one, other] = [stop.clone(), stop.clone()];
        Self {
            alone: Arc::new(move |seed| Box::new(Stoppable(alone(seed), one.clone()))),
            in_game: Arc::new(move |seed| Box::new(Stoppable(in_game(seed), other.clone()))),
            ..self
        }
    }

    /// The strategy for single positions, without repetition. The seed decides what is left to chance.
    #[must_use]
    pub fn strategy(&self, seed: u64) -> AnyStrategy<G> {
        (self.alone)(seed)
    }

    /// The strategy for positions of games, in which a repetition is a draw if the game can repeat.
    #[must_use]
    pub fn in_game(&self, seed: u64) -> AnyStrategy<WithHistory<G>> {
        (self.in_game)(seed)
    }
}

/// The same strategies in games, of which they know nothing but the last position.
pub(super) fn positions_alone<G: Playable>(make: &BySeed<G>) -> BySeed<WithHistory<G>> {
    let make = Arc::clone(make);
    Arc::new(move |seed| Box::new(PositionAlone(make(seed))))
}

struct PositionAlone<G>(AnyStrategy<G>);

impl<G: Playable> Strategy<WithHistory<G>> for PositionAlone<G> {
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
        f.debug_tuple("Contender").field(&self.text).finish()
    }
}
