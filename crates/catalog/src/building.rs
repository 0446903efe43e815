//! Builds strategies from the parts of a composition.
//!
//! Parts are chosen at run time, so they are `Option`s and enums, which a search takes like any other part. A [`Recursion`] is compiled a
//! few times for a game, not once for each of the thousands of compositions: with the usual orderings as types, so that they cost the same
//! as in a program that names them, and with everything else as optional parts. Drivers are compiled once for a game, over a boxed search.

use crate::any_evaluator::AnyEvaluator;
use crate::playable::{AnyFixedDepth, AnyStrategy, Playable};
use crate::words::Settings;
use plywood_eval::{Evaluator, Score};
use plywood_search::{
    Aspiration, BestNode, IterativeDeepening, MtdF, Parallel, PrincipalVariationSearch,
};
use plywood_search::{Assembled, PartList, Recursion};
use plywood_search::{
    Captures, Exchanges, GenerationOrder, Killers, Looks, MoveOrdering, MovePriority, QuietHistory,
};
use plywood_search::{FixedDepth, Strategy};
use plywood_search::{FullWidth, LateMoves, NullMove, Selectivity};
use plywood_search::{Game, Keyed, Tactical, WithHistory};
use plywood_search::{Horizon, Quiescence, StaticEvaluation};
use plywood_search::{Reuse, Transpositions};
use plywood_search::{SearchState, Stopped, Window};
use std::sync::Arc;

/// The ingredients of a strategy.
pub(crate) struct Ingredients<G: Playable> {
    pub(crate) settings: Settings,
    pub(crate) evaluator: AnyEvaluator<G>,
    pub(crate) own: Arc<OwnParts<G>>,
}

/// Builds strategies over positions, and over games in which they can be repeated. Without the second, a search sees only the last
/// position.
#[derive(Clone)]
pub(crate) struct Make<G: Playable> {
    pub(crate) alone: MakeFor<G, G>,
    pub(crate) in_game: Option<MakeFor<G, WithHistory<G>>>,
}

type MakeFor<G, P> = Arc<dyn Fn(&Ingredients<G>) -> AnyStrategy<P> + Send + Sync>;

/// Decides whether a search is also compiled for games in which positions can be repeated.
pub(crate) trait Mode {
    fn in_game<T>(make: impl FnOnce() -> T) -> Option<T>;
}

/// Positions alone: nothing repeats.
pub(crate) enum Once {}
/// Positions, and games in which they can be repeated.
pub(crate) enum Repeating {}

impl Mode for Once {
    fn in_game<T>(_: impl FnOnce() -> T) -> Option<T> {
        None
    }
}

impl Mode for Repeating {
    fn in_game<T>(make: impl FnOnce() -> T) -> Option<T> {
        Some(make())
    }
}

impl<G: Playable> Make<G> {
    /// Builds a strategy of any kind from its settings and evaluator.
    pub(crate) fn strategy<S, M: Mode>(
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: Strategy<G> + Strategy<WithHistory<G>> + Send + 'static,
    {
        let make = Arc::new(make);
        let in_game = || -> MakeFor<G, WithHistory<G>> {
            let make = Arc::clone(&make);
            Arc::new(move |of| Box::new(make(&of.settings, of.evaluator.clone())))
        };
        Self {
            in_game: M::in_game(in_game),
            alone: Arc::new(move |of| Box::new(make(&of.settings, of.evaluator.clone()))),
        }
    }

    /// Builds a fixed-depth search from its settings and evaluator, with its drivers.
    pub(crate) fn fixed_depth<S, M: Mode>(
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: FixedDepth<G> + FixedDepth<WithHistory<G>> + Send + 'static,
    {
        let make = Arc::new(make);
        let in_game = || -> MakeFor<G, WithHistory<G>> {
            let make = Arc::clone(&make);
            Arc::new(move |of| {
                let search = make(&of.settings, of.evaluator.clone());
                driven(Box::new(search), &of.settings)
            })
        };
        Self {
            in_game: M::in_game(in_game),
            alone: Arc::new(move |of| {
                let search = make(&of.settings, of.evaluator.clone());
                driven(Box::new(search), &of.settings)
            }),
        }
    }

    /// Builds a recursion with its parts and drivers.
    pub(crate) fn recursion<R, T, M: Mode>() -> Self
    where
        R: Recursion + Send + 'static,
        T: Tactics<G, G> + Tactics<G, WithHistory<G>>,
    {
        let in_game = || -> MakeFor<G, WithHistory<G>> {
            Arc::new(|of| {
                let search = <T as Tactics<G, WithHistory<G>>>::recursion::<R>(of);
                driven(search, &of.settings)
            })
        };
        Self {
            alone: Arc::new(|of| {
                let search = <T as Tactics<G, G>>::recursion::<R>(of);
                driven(search, &of.settings)
            }),
            in_game: M::in_game(in_game),
        }
    }

    /// Builds a recursion that searches every move to its full depth: it takes only a horizon and drivers.
    pub(crate) fn over_horizon<R, T, M: Mode>() -> Self
    where
        R: Recursion + Send + 'static,
        T: Tactics<G, G> + Tactics<G, WithHistory<G>>,
    {
        let in_game = || -> MakeFor<G, WithHistory<G>> {
            Arc::new(|of| {
                let search = <T as Tactics<G, WithHistory<G>>>::over_horizon::<R>(of);
                driven(search, &of.settings)
            })
        };
        Self {
            alone: Arc::new(|of| {
                let search = <T as Tactics<G, G>>::over_horizon::<R>(of);
                driven(search, &of.settings)
            }),
            in_game: M::in_game(in_game),
        }
    }
}

/// Wraps a fixed-depth search in the given drivers.
fn driven<P>(search: AnyFixedDepth<P>, settings: &Settings) -> AnyStrategy<P>
where
    P: Game<Move: Send> + 'static,
{
    let search: AnyFixedDepth<P> = if settings.has("aspiration") {
        let driver = Aspiration::new(search);
        Box::new(match settings.given("aspiration") {
            Some(margin) => driver.margin(margin),
            None => driver,
        })
    } else if settings.has("mtd-f") {
        Box::new(MtdF::new(search))
    } else if settings.has("best-node") {
        Box::new(BestNode::new(search))
    } else {
        search
    };
    if settings.has("deepening") {
        Box::new(IterativeDeepening::new(search))
    } else {
        search
    }
}

/// Builds searches for games with or without noisy moves.
pub(crate) trait Tactics<G: Playable, P: Searched<G>> {
    fn recursion<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P>;
    fn over_horizon<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P>;
}

/// Games that don't define their noisy moves.
pub(crate) enum Quiet {}
/// Games that do.
pub(crate) enum Noisy {}

impl<G: Playable, P: Searched<G>> Tactics<G, P> for Quiet
where
    AnyEvaluator<G>: Evaluator<P>,
{
    fn recursion<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        let horizon = horizon::<G, P, NoQuiescence>(of, None);
        let table = table(&of.settings);
        let (killers, history) = (killers(&of.settings), history(&of.settings));
        let ordering = (looks(of), own_ordering(of), killers, history);
        if of.settings.has("parallel") {
            return on_threads(&of.settings, horizon, ordering, table, FullWidth);
        }
        match ordering {
            (None, None, None, None) => {
                assembled::<R, _, _, _, _>(horizon, GenerationOrder, table, FullWidth)
            }
            (None, None, Some(killers), None) => {
                assembled::<R, _, _, _, _>(horizon, killers, table, FullWidth)
            }
            any => assembled::<R, _, _, _, _>(horizon, any, table, FullWidth),
        }
    }

    fn over_horizon<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        let horizon = horizon::<G, P, NoQuiescence>(of, None);
        Box::new(Assembled::<R, _>::with_horizon(horizon))
    }
}

impl<G: Playable, P: Searched<G> + Tactical> Tactics<G, P> for Noisy
where
    AnyEvaluator<G>: Evaluator<P>,
{
    fn recursion<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        let settings = &of.settings;
        let horizon = horizon(of, quiescence(of));
        let table = table(settings);
        let ordering = (
            looks(of),
            settings.has("captures").then_some(Captures),
            settings.has("exchanges").then_some(Exchanges),
            own_ordering(of),
            killers(settings),
            history(settings),
        );
        let null_move = settings
            .has("null-move")
            .then(|| match settings.given("null-move") {
                Some(plies) => NullMove::new().reduced_by(plies),
                None => NullMove::new(),
            });
        let late_moves = settings
            .has("late-moves")
            .then(|| match settings.given("late-moves") {
                Some(moves) => LateMoves::after(moves),
                None => LateMoves::new(),
            });
        let selectivity = (null_move, late_moves);
        if settings.has("parallel") {
            return on_threads(settings, horizon, ordering, table, selectivity);
        }
        if selectivity != (None, None) {
            return assembled::<R, _, _, _, _>(horizon, ordering, table, selectivity);
        }
        match ordering {
            (None, None, None, None, None, None) => {
                assembled::<R, _, _, _, _>(horizon, GenerationOrder, table, FullWidth)
            }
            (None, None, None, None, Some(killers), None) => {
                assembled::<R, _, _, _, _>(horizon, killers, table, FullWidth)
            }
            (None, Some(captures), None, None, None, None) => {
                assembled::<R, _, _, _, _>(horizon, captures, table, FullWidth)
            }
            (None, Some(captures), None, None, Some(killers), Some(history)) => {
                let ordering = (captures, killers, history);
                assembled::<R, _, _, _, _>(horizon, ordering, table, FullWidth)
            }
            any => assembled::<R, _, _, _, _>(horizon, any, table, selectivity),
        }
    }

    fn over_horizon<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        Box::new(Assembled::<R, _>::with_horizon(horizon(of, quiescence(of))))
    }
}

/// Assembles a recursion with all its parts.
fn assembled<R, P, H, O, S>(
    horizon: H,
    ordering: O,
    table: Option<Transpositions>,
    selectivity: S,
) -> AnyFixedDepth<P>
where
    R: Recursion + Send + 'static,
    P: Keyed + 'static,
    H: Horizon<P> + Send + 'static,
    O: MoveOrdering<P> + Send + 'static,
    S: Selectivity<P> + Send + 'static,
{
    let search = Assembled::<R, PartList<H>>::with_horizon(horizon);
    let search = search.ordering(ordering).table(table);
    Box::new(search.selectivity(selectivity))
}

/// Builds principal variation search on threads that share the table.
fn on_threads<P, H, O, S>(
    settings: &Settings,
    horizon: H,
    ordering: O,
    table: Option<Transpositions>,
    selectivity: S,
) -> AnyFixedDepth<P>
where
    P: Keyed<Move: Send + Sync> + Sync + 'static,
    H: Horizon<P> + Clone + Send + 'static,
    O: MoveOrdering<P> + Clone + Send + 'static,
    S: Selectivity<P> + Clone + Send + 'static,
{
    // A composition with threads but without a table is refused.
    let table = table.unwrap_or_else(|| Transpositions::exact(1));
    let search = PrincipalVariationSearch::with_horizon(horizon).ordering(ordering);
    let search = search.table(table).selectivity(selectivity);
    let threads = settings.given("parallel").unwrap_or(1);
    Box::new(Parallel::new(search, threads))
}

fn table(settings: &Settings) -> Option<Transpositions> {
    let of = |word, reuse| {
        let megabytes = settings.given(word)?;
        Some(Transpositions::owning(megabytes, reuse))
    };
    of("table", Reuse::SameDepth).or_else(|| of("deep-table", Reuse::SameDepthOrDeeper))
}

fn looks<G: Playable>(of: &Ingredients<G>) -> Option<Looks<AnyEvaluator<G>>> {
    let evaluator = || of.evaluator.clone();
    if of.settings.has("worst-looking") {
        return Some(Looks::worst_first(evaluator()));
    }
    let is_best_first = of.settings.has("best-looking");
    is_best_first.then(|| Looks::best_first(evaluator()))
}

fn killers(settings: &Settings) -> Option<Killers> {
    settings.has("killers").then(Killers::new)
}

fn history(settings: &Settings) -> Option<QuietHistory> {
    settings.has("history").then(QuietHistory::new)
}

fn quiescence<G: Playable>(of: &Ingredients<G>) -> Option<Quiescence<AnyEvaluator<G>>> {
    let is_given = of.settings.has("quiescence");
    is_given.then(|| Quiescence::new(of.evaluator.clone()))
}

fn horizon<G: Playable, P: Searched<G>, Q>(
    of: &Ingredients<G>,
    quiescence: Option<Q>,
) -> ChosenHorizon<StaticEvaluation<AnyEvaluator<G>>, Q, P> {
    let mut own = of.own.horizons.iter();
    if let Some(own) = own.find(|own| of.settings.has(own.name)) {
        let horizon = P::horizon(&own.make)(of.evaluator.clone());
        return ChosenHorizon::Own(own.name, horizon);
    }
    match quiescence {
        Some(quiescence) => ChosenHorizon::Quiescence(quiescence),
        None => ChosenHorizon::Static(StaticEvaluation::new(of.evaluator.clone())),
    }
}

/// Returns the first given custom ordering, followed by the others.
fn own_ordering<G: Playable, P: Searched<G>>(of: &Ingredients<G>) -> Option<OwnOrdering<P>> {
    let given = of
        .own
        .orderings
        .iter()
        .filter(|own| of.settings.has(own.name));
    let made = given.map(|own| {
        let ordering = P::ordering(&own.make)(of.evaluator.clone());
        (own.name, ordering)
    });
    let all: Vec<_> = made.collect();
    (!all.is_empty()).then_some(OwnOrdering(all))
}

/// The custom horizons and orderings.
#[derive(Clone)]
pub(crate) struct OwnParts<G: Playable> {
    horizons: Vec<OwnPart<BothHorizons<G>>>,
    orderings: Vec<OwnPart<BothOrderings<G>>>,
}

impl<G: Playable> Default for OwnParts<G> {
    fn default() -> Self {
        Self {
            horizons: Vec::new(),
            orderings: Vec::new(),
        }
    }
}

/// A custom part: its name, and its makers for positions alone and for games.
#[derive(Clone)]
struct OwnPart<M> {
    name: &'static str,
    make: M,
}

type BothHorizons<G> = (MakeHorizon<G, G>, MakeHorizon<G, WithHistory<G>>);
type BothOrderings<G> = (MakeOrdering<G, G>, MakeOrdering<G, WithHistory<G>>);
type MakeHorizon<G, P> = Arc<dyn Fn(AnyEvaluator<G>) -> Box<dyn AnyHorizon<P>> + Send + Sync>;
type MakeOrdering<G, P> = Arc<dyn Fn(AnyEvaluator<G>) -> Box<dyn AnyOrdering<P>> + Send + Sync>;

impl<G: Playable> OwnParts<G> {
    pub(crate) fn add_horizon<H>(
        &mut self,
        name: &'static str,
        make: impl Fn(AnyEvaluator<G>) -> H + Send + Sync + 'static,
    ) where
        H: Horizon<G> + Horizon<WithHistory<G>> + Clone + Send + 'static,
    {
        let make = Arc::new(make);
        let other = Arc::clone(&make);
        let alone: MakeHorizon<G, G> = Arc::new(move |evaluator| Box::new(make(evaluator)));
        let in_game: MakeHorizon<G, WithHistory<G>> =
            Arc::new(move |evaluator| Box::new(other(evaluator)));
        let make = (alone, in_game);
        self.horizons.push(OwnPart { name, make });
    }

    pub(crate) fn add_ordering<O>(
        &mut self,
        name: &'static str,
        make: impl Fn(AnyEvaluator<G>) -> O + Send + Sync + 'static,
    ) where
        O: MoveOrdering<G> + MoveOrdering<WithHistory<G>> + Clone + Send + 'static,
    {
        let make = Arc::new(make);
        let other = Arc::clone(&make);
        let alone: MakeOrdering<G, G> = Arc::new(move |evaluator| Box::new(make(evaluator)));
        let in_game: MakeOrdering<G, WithHistory<G>> =
            Arc::new(move |evaluator| Box::new(other(evaluator)));
        let make = (alone, in_game);
        self.orderings.push(OwnPart { name, make });
    }
}

/// Positions to search: those of a game alone, or with their history. Chooses the part made for them.
pub(crate) trait Searched<G: Playable>:
    Keyed<Move: Send + Sync> + Clone + Sync + 'static
{
    fn horizon(make: &BothHorizons<G>) -> &MakeHorizon<G, Self>;
    fn ordering(make: &BothOrderings<G>) -> &MakeOrdering<G, Self>;
}

impl<G: Playable> Searched<G> for G {
    fn horizon((alone, _): &BothHorizons<G>) -> &MakeHorizon<G, Self> {
        alone
    }

    fn ordering((alone, _): &BothOrderings<G>) -> &MakeOrdering<G, Self> {
        alone
    }
}

impl<G: Playable> Searched<G> for WithHistory<G> {
    fn horizon((_, in_game): &BothHorizons<G>) -> &MakeHorizon<G, Self> {
        in_game
    }

    fn ordering((_, in_game): &BothOrderings<G>) -> &MakeOrdering<G, Self> {
        in_game
    }
}

/// A [`Horizon`] whose type is known only at run time.
pub(crate) trait AnyHorizon<P: Game>: Horizon<P> + Send {
    fn boxed(&self) -> Box<dyn AnyHorizon<P>>;
}

impl<P: Game, H: Horizon<P> + Clone + Send + 'static> AnyHorizon<P> for H {
    fn boxed(&self) -> Box<dyn AnyHorizon<P>> {
        Box::new(self.clone())
    }
}

/// A [`MoveOrdering`] whose type is known only at run time.
pub(crate) trait AnyOrdering<P: Game>: MoveOrdering<P> + Send {
    fn boxed(&self) -> Box<dyn AnyOrdering<P>>;
}

impl<P: Game, O: MoveOrdering<P> + Clone + Send + 'static> AnyOrdering<P> for O {
    fn boxed(&self) -> Box<dyn AnyOrdering<P>> {
        Box::new(self.clone())
    }
}

/// The horizon of a composition.
enum ChosenHorizon<S, Q, P> {
    Static(S),
    Quiescence(Q),
    Own(&'static str, Box<dyn AnyHorizon<P>>),
}

impl<S: Clone, Q: Clone, P: Game> Clone for ChosenHorizon<S, Q, P> {
    fn clone(&self) -> Self {
        match self {
            Self::Static(horizon) => Self::Static(horizon.clone()),
            Self::Quiescence(horizon) => Self::Quiescence(horizon.clone()),
            Self::Own(name, horizon) => Self::Own(name, (**horizon).boxed()),
        }
    }
}

impl<P: Game, S: Horizon<P>, Q: Horizon<P>> Horizon<P> for ChosenHorizon<S, Q, P> {
    #[inline]
    fn value(
        &self,
        position: &P,
        window: Window,
        state: &mut SearchState<'_, P::Move>,
    ) -> Result<Score, Stopped> {
        match self {
            Self::Static(horizon) => horizon.value(position, window, state),
            Self::Quiescence(horizon) => horizon.value(position, window, state),
            Self::Own(_, horizon) => horizon.value(position, window, state),
        }
    }

    fn is_exact(&self) -> bool {
        match self {
            Self::Static(horizon) => horizon.is_exact(),
            Self::Quiescence(horizon) => horizon.is_exact(),
            Self::Own(_, horizon) => horizon.is_exact(),
        }
    }

    fn parts(&self) -> Vec<String> {
        match self {
            Self::Static(horizon) => horizon.parts(),
            Self::Quiescence(horizon) => horizon.parts(),
            Self::Own(name, _) => vec![(*name).to_owned()],
        }
    }
}

/// The quiescence search of a game without noisy moves: there is none.
#[derive(Clone)]
enum NoQuiescence {}

impl<P: Game> Horizon<P> for NoQuiescence {
    fn value(&self, _: &P, _: Window, _: &mut SearchState<'_, P::Move>) -> Result<Score, Stopped> {
        match *self {}
    }

    fn is_exact(&self) -> bool {
        match *self {}
    }
}

/// Custom orderings, by their words.
struct OwnOrdering<P>(Vec<(&'static str, Box<dyn AnyOrdering<P>>)>);

impl<P: Game> Clone for OwnOrdering<P> {
    fn clone(&self) -> Self {
        let all = self.0.iter();
        Self(all.map(|(name, one)| (*name, (**one).boxed())).collect())
    }
}

impl<P: Game> MoveOrdering<P> for OwnOrdering<P> {
    fn rank(&self, position: &P, mv: P::Move, ply: u32) -> MovePriority {
        let ranks = self.0.iter().map(|(_, one)| one.rank(position, mv, ply));
        let mut known = ranks.filter(|rank| *rank != MovePriority::UNKNOWN);
        known.next().unwrap_or(MovePriority::UNKNOWN)
    }

    fn cut(&mut self, position: &P, mv: P::Move, depth: u32, ply: u32) {
        for (_, one) in &mut self.0 {
            one.cut(position, mv, depth, ply);
        }
    }

    fn begin(&mut self) {
        for (_, one) in &mut self.0 {
            one.begin();
        }
    }

    fn parts(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}
