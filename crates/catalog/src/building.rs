//! Builds strategies from planned parts.
//!
//! Parts are chosen at run time, so they are `Option`s and enums, which a search takes like any other part. A [`Recursion`] is compiled
//! twice for a game, not once for each of the thousands of compositions: with the usual orderings, for speed, and with everything that can
//! be chosen. Drivers are compiled once for a game, over a boxed search.
//!
//! In a game that can repeat, every search is compiled for [`WithHistory`] alone, and [`WithHistory::alone`] switches repetition off.

use crate::any_evaluator::AnyEvaluator;
use crate::own_parts::{
    AnyHorizon, AnyTable, OwnOrdering, OwnParts, OwnSelectivity, Searched, named,
};
use crate::plan::{Looking, PlannedDriver, PlannedHorizon, PlannedTable, SearchParts};
use crate::playable::{AnyFixedDepth, AnyStrategy, Playable};
use crate::words::Settings;
use plywood_eval::{Evaluator, Score};
use plywood_search::{AlphaBetaRecursion, Assembled, PartList, Recursion, Star1Recursion};
use plywood_search::{Aspiration, BestNode, IterativeDeepening, MtdF, Parallel};
use plywood_search::{Captures, Exchanges, Killers, QuietHistory};
use plywood_search::{FixedDepth, Strategy};
use plywood_search::{FullWidth, Looks, MoveOrdering, Selectivity};
use plywood_search::{Game, Keyed, Tactical, WithHistory};
use plywood_search::{Horizon, Quiescence, StaticEvaluation};
use plywood_search::{SearchState, Stopped, Window};
use plywood_search::{SharedTable, TableEntry, TranspositionTable, Transpositions};
use std::sync::Arc;

/// The ingredients of a strategy.
pub(crate) struct Ingredients<G: Playable> {
    pub(crate) parts: SearchParts,
    pub(crate) settings: Settings,
    pub(crate) evaluator: AnyEvaluator<G>,
    pub(crate) own: Arc<OwnParts<G>>,
    /// True if repetition is a draw, so that a value depends on more than the position.
    pub(crate) repeats: bool,
}

impl<G: Playable> Ingredients<G> {
    /// Returns the ingredients of a search at the leaves of a tree: the threads are the tree's.
    pub(crate) fn on_one_thread(&self) -> Self {
        let mut parts = self.parts.clone();
        parts.threads = None;
        Self {
            parts,
            settings: self.settings.clone(),
            evaluator: self.evaluator.clone(),
            own: Arc::clone(&self.own),
            repeats: self.repeats,
        }
    }
}

/// Builds strategies over the positions that a search sees.
#[derive(Clone)]
pub(crate) enum Make<G: Playable> {
    /// Positions alone: nothing repeats.
    Alone(MakeFor<G, G>),
    /// Positions with their game, whose repetition can be switched off.
    InGame(MakeFor<G, WithHistory<G>>),
}

type MakeFor<G, P> = Arc<dyn Fn(&Ingredients<G>) -> AnyStrategy<P> + Send + Sync>;

/// Chooses the searches that a game has, and the positions that they are compiled for.
pub(crate) trait Mode<G: Playable>: 'static {
    /// Makes a search that plays any game.
    fn make(build: impl Build<G>) -> Make<G>;

    /// Makes a search for games without chance, unless the game has it: the search would choose the outcomes like moves.
    fn without_chance(build: impl Build<G>) -> Option<Make<G>> {
        Some(Self::make(build))
    }

    /// Makes a search for games with chance, if the game has it.
    fn with_chance(_: impl Build<G>) -> Option<Make<G>> {
        None
    }

    /// Builds the search at the leaves of a best-first search.
    fn shallow<T: Tactics<G, P>, P: Searched<G>>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        T::recursion(of, AlphaBetaRecursion)
    }
}

/// Games in which nothing repeats.
pub(crate) enum Once {}
/// Games in which positions can be repeated.
pub(crate) enum Repeating {}
/// Games with chance, in which nothing repeats.
pub(crate) enum Rolling {}

impl<G: Playable> Mode<G> for Once {
    fn make(build: impl Build<G>) -> Make<G> {
        Make::Alone(Arc::new(move |of| build.build(of)))
    }
}

impl<G: Playable> Mode<G> for Rolling {
    fn make(build: impl Build<G>) -> Make<G> {
        Once::make(build)
    }

    fn without_chance(_: impl Build<G>) -> Option<Make<G>> {
        None
    }

    fn with_chance(build: impl Build<G>) -> Option<Make<G>> {
        Some(Once::make(build))
    }

    fn shallow<T: Tactics<G, P>, P: Searched<G>>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        T::tabled::<Star1Recursion>(of)
    }
}

impl<G: Playable> Mode<G> for Repeating {
    fn make(build: impl Build<G>) -> Make<G> {
        Make::InGame(Arc::new(move |of| build.build(of)))
    }
}

/// Builds strategies over one kind of positions.
pub(crate) trait BuildFor<G: Playable, P: Game> {
    fn build(&self, of: &Ingredients<G>) -> AnyStrategy<P>;
}

/// Builds strategies over either kind of positions.
pub(crate) trait Build<G: Playable>:
    BuildFor<G, G> + BuildFor<G, WithHistory<G>> + Send + Sync + 'static
{
}

impl<G: Playable, B> Build<G> for B where
    B: BuildFor<G, G> + BuildFor<G, WithHistory<G>> + Send + Sync + 'static
{
}

impl<G: Playable> Make<G> {
    /// Builds for the positions of a game that can repeat, or cannot.
    pub(crate) fn either(build: impl Build<G>, repeats: bool) -> Self {
        if repeats {
            Repeating::make(build)
        } else {
            Once::make(build)
        }
    }
}

/// Builds a strategy of any kind from its settings and evaluator.
pub(crate) struct Whole<F>(pub(crate) F);

impl<G, P, S, F> BuildFor<G, P> for Whole<F>
where
    G: Playable,
    P: Game,
    S: Strategy<P> + Send + 'static,
    F: Fn(&Settings, AnyEvaluator<G>) -> S,
{
    fn build(&self, of: &Ingredients<G>) -> AnyStrategy<P> {
        Box::new(self.0(&of.settings, of.evaluator.clone()))
    }
}

/// Builds a fixed-depth search from its settings and evaluator, with its drivers.
pub(crate) struct Driven<F>(pub(crate) F);

impl<G, P, S, F> BuildFor<G, P> for Driven<F>
where
    G: Playable,
    P: Searched<G>,
    S: FixedDepth<P> + Send + 'static,
    F: Fn(&Settings, AnyEvaluator<G>) -> S,
{
    fn build(&self, of: &Ingredients<G>) -> AnyStrategy<P> {
        driven(Box::new(self.0(&of.settings, of.evaluator.clone())), of)
    }
}

/// Builds a recursion with its parts and drivers, for games with noisy moves or without.
pub(crate) struct WithParts<T, F>(pub(crate) F, pub(crate) PhantomTactics<T>);

/// The kind of game, which has no value.
pub(crate) type PhantomTactics<T> = std::marker::PhantomData<fn() -> T>;

impl<G, P, R, T, F> BuildFor<G, P> for WithParts<T, F>
where
    G: Playable,
    P: Searched<G>,
    R: Recursion + Clone + Send + 'static,
    T: Tactics<G, P>,
    F: Fn(&Settings) -> R,
{
    fn build(&self, of: &Ingredients<G>) -> AnyStrategy<P> {
        driven(T::recursion(of, self.0(&of.settings)), of)
    }
}

/// Declares how recursions are built that take fewer parts, each by a method of [`Tactics`].
macro_rules! with_fewer_parts {
    ($($(#[$about:meta])* $Built:ident: $build:ident;)*) => {
        $($(#[$about])*
        pub(crate) struct $Built<R, T>(pub(crate) PhantomTactics<(R, T)>);

        impl<G, P, R, T> BuildFor<G, P> for $Built<R, T>
        where
            G: Playable,
            P: Searched<G>,
            R: Recursion + Send + 'static,
            T: Tactics<G, P>,
        {
            fn build(&self, of: &Ingredients<G>) -> AnyStrategy<P> {
                driven(T::$build::<R>(of), of)
            }
        })*
    };
}

with_fewer_parts! {
    /// Builds a recursion that searches every move to its full depth: it takes only a horizon and drivers.
    OverHorizon: over_horizon;
    /// Builds a recursion that takes a move ordering but no table and no selectivity.
    WithOrdering: ordered;
    /// Builds a recursion that takes a move ordering and a table but no selectivity.
    WithTable: tabled;
}

/// Wraps a fixed-depth search in the planned drivers.
fn driven<G: Playable, P: Searched<G>>(
    search: AnyFixedDepth<P>,
    of: &Ingredients<G>,
) -> AnyStrategy<P> {
    let search: AnyFixedDepth<P> = match of.parts.driver {
        PlannedDriver::None => search,
        PlannedDriver::Aspiration(None) => Box::new(Aspiration::new(search)),
        PlannedDriver::Aspiration(Some(margin)) => Box::new(Aspiration::new(search).margin(margin)),
        PlannedDriver::MtdF(guess) => Box::new(MtdF::new(search).guessing(guess)),
        PlannedDriver::BestNode => Box::new(BestNode::new(search)),
        PlannedDriver::Own(word) => {
            named(&P::own(&of.own).drivers, word)(&of.settings, of.evaluator.clone())(search)
        }
    };
    if of.parts.is_deepened {
        Box::new(IterativeDeepening::new(search))
    } else {
        search
    }
}

/// Builds searches for games with or without noisy moves.
pub(crate) trait Tactics<G: Playable, P: Searched<G>> {
    type Horizon: Horizon<P> + Clone + Send + 'static;
    type Ordering: MoveOrdering<P> + Send + 'static;

    fn horizon(of: &Ingredients<G>) -> Self::Horizon;
    fn ordering(of: &Ingredients<G>) -> Self::Ordering;

    fn recursion<R: Recursion + Clone + Send + 'static>(
        of: &Ingredients<G>,
        recursion: R,
    ) -> AnyFixedDepth<P>;

    fn tabled<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        let search = Assembled::<R, _>::with_horizon(Self::horizon(of));
        Box::new(search.ordering(Self::ordering(of)).table(table(of)))
    }

    fn ordered<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        let search = Assembled::<R, _>::with_horizon(Self::horizon(of));
        Box::new(search.ordering(Self::ordering(of)))
    }

    fn over_horizon<R: Recursion + Send + 'static>(of: &Ingredients<G>) -> AnyFixedDepth<P> {
        Box::new(Assembled::<R, _>::with_horizon(Self::horizon(of)))
    }
}

/// The horizon of a composition, with quiescence or without.
type Leaf<G, Q, P> = ChosenHorizon<StaticEvaluation<AnyEvaluator<G>>, Q, P>;

/// Games that don't define their noisy moves.
pub(crate) enum Quiet {}
/// Games that do.
pub(crate) enum Noisy {}

impl<G: Playable, P: Searched<G>> Tactics<G, P> for Quiet
where
    AnyEvaluator<G>: Evaluator<P>,
{
    type Horizon = Leaf<G, NoQuiescence, P>;
    type Ordering = QuietOrdering<G, P>;

    fn horizon(of: &Ingredients<G>) -> Self::Horizon {
        horizon(of, None)
    }

    fn ordering(of: &Ingredients<G>) -> Self::Ordering {
        quiet_ordering(of)
    }

    fn recursion<R: Recursion + Clone + Send + 'static>(
        of: &Ingredients<G>,
        recursion: R,
    ) -> AnyFixedDepth<P> {
        let parts = of.parts.clone();
        let built = Built::new(of, recursion, <Self as Tactics<G, P>>::horizon(of));
        let steps = &parts.steps;
        let selectivity = (
            steps.before.0,
            steps.before.1,
            steps.singular_extension,
            own_selectivity(of),
        );
        let selectivity = present::<P, _>(selectivity);
        built.with(quiet_ordering(of), selectivity, parts.threads)
    }
}

impl<G: Playable, P: Searched<G> + Tactical> Tactics<G, P> for Noisy
where
    AnyEvaluator<G>: Evaluator<P>,
{
    type Horizon = Leaf<G, Quiescence<AnyEvaluator<G>>, P>;
    type Ordering = NoisyOrdering<G, P>;

    fn horizon(of: &Ingredients<G>) -> Self::Horizon {
        let quiescence = matches!(of.parts.horizon, PlannedHorizon::Quiescence);
        let evaluator = of.evaluator.clone();
        horizon(of, quiescence.then(|| Quiescence::new(evaluator)))
    }

    fn ordering(of: &Ingredients<G>) -> Self::Ordering {
        let (looks, own, killers, history) = quiet_ordering(of);
        let (captures, exchanges) = (of.parts.captures, of.parts.exchanges);
        (looks, captures, exchanges, own, killers, history)
    }

    fn recursion<R: Recursion + Clone + Send + 'static>(
        of: &Ingredients<G>,
        recursion: R,
    ) -> AnyFixedDepth<P> {
        let parts = of.parts.clone();
        let built = Built::new(of, recursion, <Self as Tactics<G, P>>::horizon(of));
        let ordering = <Self as Tactics<G, P>>::ordering(of);
        let steps = parts.steps;
        let selectivity = (
            present::<P, _>(steps.before),
            steps.null_move,
            present::<P, _>(steps.after),
            steps.late_moves,
            steps.singular_extension,
            own_selectivity(of),
        );
        let selectivity = present::<P, _>(selectivity);
        match ordering {
            (None, captures, None, None, killers, history) if selectivity.is_none() => {
                built.with((captures, killers, history), FullWidth, parts.threads)
            }
            any => built.with(any, selectivity, parts.threads),
        }
    }
}

/// A recursion with its horizon and table, before its ordering and selectivity.
struct Built<R, P, H> {
    search: Assembled<R, PartList<H>>,
    table: ChosenTable<P>,
}

impl<R, P, H> Built<R, P, H>
where
    R: Recursion + Clone + Send + 'static,
    P: Keyed<Move: Send + Sync> + Sync + 'static,
    H: Horizon<P> + Clone + Send + 'static,
{
    fn new<G: Playable>(of: &Ingredients<G>, recursion: R, horizon: H) -> Self
    where
        P: Searched<G>,
    {
        let search = Assembled::<R, PartList<H>>::with_horizon(horizon);
        Self {
            search: search.with_recursion(recursion),
            table: table(of),
        }
    }

    /// Builds the search, on threads that share the table if that is planned.
    fn with<O, S>(self, ordering: O, selectivity: S, threads: Option<usize>) -> AnyFixedDepth<P>
    where
        O: MoveOrdering<P> + Clone + Send + 'static,
        S: Selectivity<P> + Clone + Send + 'static,
    {
        let search = self.search.ordering(ordering).table(self.table);
        let search = search.selectivity(selectivity);
        let Some(threads) = threads else {
            return Box::new(search);
        };
        match Parallel::if_split(search, threads) {
            Ok(parallel) => Box::new(parallel),
            // Only recursions that can be split take threads.
            Err(alone) => Box::new(alone),
        }
    }
}

fn table<G: Playable, P: Searched<G>>(of: &Ingredients<G>) -> ChosenTable<P> {
    match of.parts.table {
        PlannedTable::None => ChosenTable::None,
        PlannedTable::Of(reuse, megabytes) => {
            let table = Transpositions::owning(megabytes, reuse);
            ChosenTable::Ours(if of.repeats {
                table
            } else {
                table.without_repetition()
            })
        }
        PlannedTable::Own(word) => ChosenTable::Own(
            word,
            named(&P::own(&of.own).tables, word)(&of.settings, of.evaluator.clone()),
        ),
    }
}

fn looks<G: Playable>(of: &Ingredients<G>) -> Option<Looks<AnyEvaluator<G>>> {
    let evaluator = of.evaluator.clone();
    of.parts.looks.map(|looking| match looking {
        Looking::BestFirst => Looks::best_first(evaluator),
        Looking::WorstFirst => Looks::worst_first(evaluator),
    })
}

/// The planned orderings of a game that doesn't define its noisy moves.
type QuietOrdering<G, P> = (
    Option<Looks<AnyEvaluator<G>>>,
    Option<OwnOrdering<P>>,
    Option<Killers>,
    Option<QuietHistory>,
);

fn quiet_ordering<G: Playable, P: Searched<G>>(of: &Ingredients<G>) -> QuietOrdering<G, P> {
    let parts = of.parts.clone();
    (looks(of), own_ordering(of), parts.killers, parts.history)
}

/// The planned orderings of a game that does.
type NoisyOrdering<G, P> = (
    Option<Looks<AnyEvaluator<G>>>,
    Option<Captures>,
    Option<Exchanges>,
    Option<OwnOrdering<P>>,
    Option<Killers>,
    Option<QuietHistory>,
);

fn horizon<G: Playable, P: Searched<G>, Q>(
    of: &Ingredients<G>,
    quiescence: Option<Q>,
) -> Leaf<G, Q, P> {
    if let PlannedHorizon::Own(word) = of.parts.horizon {
        let make = named(&P::own(&of.own).horizons, word);
        return ChosenHorizon::Own(word, make(&of.settings, of.evaluator.clone()));
    }
    match quiescence {
        Some(quiescence) => ChosenHorizon::Quiescence(quiescence),
        None => ChosenHorizon::Static(StaticEvaluation::new(of.evaluator.clone())),
    }
}

/// Returns the first given custom ordering, followed by the others.
fn own_ordering<G: Playable, P: Searched<G>>(of: &Ingredients<G>) -> Option<OwnOrdering<P>> {
    let own = &P::own(&of.own).orderings;
    let made = of.parts.own_orderings.iter().map(|word| {
        let ordering = named(own, word)(&of.settings, of.evaluator.clone());
        (*word, ordering)
    });
    let all: Vec<_> = made.collect();
    (!all.is_empty()).then_some(OwnOrdering(all))
}

/// Returns a selectivity if any part of it is present.
fn present<P: Game, S: Selectivity<P>>(selectivity: S) -> Option<S> {
    (!selectivity.parts().is_empty()).then_some(selectivity)
}

fn own_selectivity<G: Playable, P: Searched<G>>(of: &Ingredients<G>) -> Option<OwnSelectivity<P>> {
    let own = &P::own(&of.own).selectivities;
    let words = of.parts.own_selectivities.iter();
    let all: Vec<_> = words
        .map(|word| (*word, named(own, word)(&of.settings, of.evaluator.clone())))
        .collect();
    (!all.is_empty()).then_some(OwnSelectivity(all))
}

/// The horizon of a composition.
#[derive(Clone)]
pub(crate) enum ChosenHorizon<S, Q, P: Game> {
    Static(S),
    Quiescence(Q),
    Own(&'static str, Box<dyn AnyHorizon<P>>),
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

    fn static_value(&self, position: &P, state: &mut SearchState<'_, P::Move>) -> Option<Score> {
        match self {
            Self::Static(horizon) => horizon.static_value(position, state),
            Self::Quiescence(horizon) => horizon.static_value(position, state),
            Self::Own(_, horizon) => horizon.static_value(position, state),
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
pub(crate) enum NoQuiescence {}

impl<P: Game> Horizon<P> for NoQuiescence {
    fn value(&self, _: &P, _: Window, _: &mut SearchState<'_, P::Move>) -> Result<Score, Stopped> {
        match *self {}
    }

    fn is_exact(&self) -> bool {
        match *self {}
    }
}

/// The table of a composition.
enum ChosenTable<P> {
    None,
    Ours(Transpositions),
    Own(&'static str, Box<dyn AnyTable<P>>),
}

impl<P> SharedTable for ChosenTable<P> {
    fn share(&self) -> Self {
        match self {
            Self::Ours(table) => Self::Ours(table.share()),
            Self::None => Self::None,
            Self::Own(word, _) => unreachable!("{word} on threads is refused"),
        }
    }
}

impl<P: Keyed> TranspositionTable<P> for ChosenTable<P> {
    #[inline]
    fn find(
        &self,
        position: &P,
        moves: &[P::Move],
        depth: u32,
        ply: u32,
    ) -> Option<TableEntry<P::Move>> {
        match self {
            Self::None => None,
            Self::Ours(table) => table.find(position, moves, depth, ply),
            Self::Own(_, table) => table.find(position, moves, depth, ply),
        }
    }

    #[inline]
    fn answers(&self, entry: &TableEntry<P::Move>, depth: u32, window: Window) -> bool {
        match self {
            Self::None => false,
            Self::Ours(table) => TranspositionTable::<P>::answers(table, entry, depth, window),
            Self::Own(_, table) => table.answers(entry, depth, window),
        }
    }

    #[inline]
    fn store(&mut self, position: &P, ply: u32, entry: TableEntry<P::Move>) {
        match self {
            Self::None => {}
            Self::Ours(table) => table.store(position, ply, entry),
            Self::Own(_, table) => table.store(position, ply, entry),
        }
    }

    fn is_exact(&self) -> bool {
        self.any().is_none_or(TranspositionTable::is_exact)
    }

    #[inline]
    fn is_absent(&self) -> bool {
        matches!(self, Self::None)
    }

    fn begin(&mut self) {
        if let Some(table) = self.any_mut() {
            table.begin();
        }
    }

    fn clear(&mut self) {
        if let Some(table) = self.any_mut() {
            table.clear();
        }
    }

    fn parts(&self) -> Vec<String> {
        match self {
            Self::None => Vec::new(),
            Self::Ours(table) => TranspositionTable::<P>::parts(table),
            Self::Own(word, _) => vec![(*word).to_owned()],
        }
    }
}

impl<P: Keyed> ChosenTable<P> {
    fn any(&self) -> Option<&dyn TranspositionTable<P>> {
        match self {
            Self::None => None,
            Self::Ours(table) => Some(table),
            Self::Own(_, table) => Some(&**table),
        }
    }

    fn any_mut(&mut self) -> Option<&mut dyn TranspositionTable<P>> {
        match self {
            Self::None => None,
            Self::Ours(table) => Some(table),
            Self::Own(_, table) => Some(&mut **table),
        }
    }
}
