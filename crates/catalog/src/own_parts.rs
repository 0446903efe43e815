//! [`OwnParts`]: the parts that are added to a catalog, by their words; and [`Driver`], a trait for one kind of them.

use crate::any_evaluator::AnyEvaluator;
use crate::playable::{AnyFixedDepth, Playable};
use crate::words::Settings;
use plywood_search::{Candidate, Decision, Game, Keyed, Node, Selection, Trial, WithHistory};
use plywood_search::{Horizon, MoveOrdering, MovePriority, Selectivity, TranspositionTable};
use plywood_search::{LeafValue, Priors};
use std::sync::Arc;

/// Returns the part with this word, which was added together with the word.
pub(crate) fn named<'a, M>(all: &'a [(&'static str, M)], word: &str) -> &'a M {
    let found = all.iter().find(|(name, _)| *name == word);
    found
        .map(|(_, make)| make)
        .expect("a word is added together with its part")
}

/// The parts added to a catalog, for positions alone and for games.
#[derive(Clone)]
pub(crate) struct OwnParts<G: Playable> {
    alone: OwnPartsOver<G, G>,
    in_game: OwnPartsOver<G, WithHistory<G>>,
    pub(crate) selections: Vec<(&'static str, MakeSelection)>,
}

/// Makes a rule by which rounds choose their way, from the settings.
pub(crate) type MakeSelection = Arc<dyn Fn(&Settings) -> Box<dyn Selection + Send> + Send + Sync>;

#[derive(Clone)]
pub(crate) struct OwnPartsOver<G: Playable, P> {
    pub(crate) horizons: Named<G, Box<dyn AnyHorizon<P>>>,
    pub(crate) orderings: Named<G, Box<dyn AnyOrdering<P>>>,
    pub(crate) selectivities: Named<G, Box<dyn AnySelectivity<P>>>,
    pub(crate) tables: Named<G, Box<dyn AnyTable<P>>>,
    pub(crate) drivers: Named<G, Drive<P>>,
    pub(crate) values: Named<G, Box<dyn LeafValue<P> + Send>>,
    pub(crate) priors: Named<G, Box<dyn Priors<P> + Send>>,
}

/// Parts by their words, each with the function that makes it from the settings and the evaluator.
type Named<G, T> = Vec<(&'static str, MakePart<G, T>)>;
type MakePart<G, T> = Arc<dyn Fn(&Settings, AnyEvaluator<G>) -> T + Send + Sync>;
/// Wraps a search in a driver.
type Drive<P> = Box<dyn FnOnce(AnyFixedDepth<P>) -> AnyFixedDepth<P>>;

impl<G: Playable> Default for OwnParts<G> {
    fn default() -> Self {
        Self {
            alone: OwnPartsOver::new(),
            in_game: OwnPartsOver::new(),
            selections: Vec::new(),
        }
    }
}

impl<G: Playable, P> OwnPartsOver<G, P> {
    const fn new() -> Self {
        Self {
            horizons: Vec::new(),
            orderings: Vec::new(),
            selectivities: Vec::new(),
            tables: Vec::new(),
            drivers: Vec::new(),
            values: Vec::new(),
            priors: Vec::new(),
        }
    }
}

/// Decides what a fixed-depth search searches, as [`MtdF`](plywood_search::MtdF) and [`Aspiration`](plywood_search::Aspiration) do: a part that [`Catalog::driver`](crate::Catalog::driver)
/// adds under a word.
///
/// ```
/// use plywood_catalog::{AnyFixedDepth, Catalog, Driver};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Aspiration, Game, Limits};
///
/// struct Wide;
///
/// impl Driver for Wide {
///     fn drive<G: Game<Move: Send> + 'static>(&self, search: AnyFixedDepth<G>) -> AnyFixedDepth<G> {
///         Box::new(Aspiration::new(search).margin(200))
///     }
/// }
///
/// let games = Catalog::tactical("connect-four", ConnectFour::new())
///     .evaluator("estimate", "open lines of four", ConnectFour::estimate)
///     .driver("wide", "windows of 200 centipawns to each side", |_| Wide);
/// let report = games.contender("pvs+wide+deepening")?
///     .strategy(0)
///     .search(games.start(), &Limits::depth(4));
/// assert_eq!(report.depth, 4);
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
pub trait Driver: 'static {
    /// Wraps a search in this driver.
    fn drive<G: Game<Move: Send> + 'static>(&self, search: AnyFixedDepth<G>) -> AnyFixedDepth<G>;
}

/// Parts of a kind, and the function that boxes one.
type Boxed<'a, G, S, A> = (&'a mut Named<G, A>, fn(S) -> A);

/// Adds a part under a word, for positions alone and in a game, from the function that makes it.
fn add<G: Playable, S, A, B>(
    word: &'static str,
    make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    (alone, boxed): Boxed<'_, G, S, A>,
    (in_game, boxed_in_game): Boxed<'_, G, S, B>,
) where
    S: 'static,
    A: 'static,
    B: 'static,
{
    let make = Arc::new(make);
    let same = Arc::clone(&make);
    alone.push((word, Arc::new(move |of, by| boxed(same(of, by)))));
    in_game.push((word, Arc::new(move |of, by| boxed_in_game(make(of, by)))));
}

/// Adds the parts of each kind.
macro_rules! added {
    ($($add:ident: $Any:ident $(+ $Send:ident)? in $kind:ident;)*) => {
        $(pub(crate) fn $add<S: $Any<G> + $Any<WithHistory<G>> $(+ $Send)? + 'static>(
            &mut self,
            word: &'static str,
            make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
        ) {
            let (alone, in_game) = (&mut self.alone.$kind, &mut self.in_game.$kind);
            add(word, make, (alone, |it| Box::new(it)), (in_game, |it| Box::new(it)));
        })*
    };
}

impl<G: Playable> OwnParts<G> {
    added! {
        add_horizon: AnyHorizon in horizons;
        add_ordering: AnyOrdering in orderings;
        add_selectivity: AnySelectivity in selectivities;
        add_table: AnyTable in tables;
        add_value: LeafValue + Send in values;
        add_priors: Priors + Send in priors;
    }

    pub(crate) fn add_driver<D: Driver>(
        &mut self,
        word: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> D + Send + Sync + 'static,
    ) {
        let (alone, in_game) = (&mut self.alone.drivers, &mut self.in_game.drivers);
        let drive = |it: D| -> Drive<G> { Box::new(move |search| it.drive(search)) };
        let in_games =
            |it: D| -> Drive<WithHistory<G>> { Box::new(move |search| it.drive(search)) };
        add(word, make, (alone, drive), (in_game, in_games));
    }
}

/// Positions to search: those of a game alone, or with their history. Chooses the parts made for them.
pub(crate) trait Searched<G: Playable>:
    Keyed<Move: Send + Sync> + Clone + Sync + 'static
{
    fn own(parts: &OwnParts<G>) -> &OwnPartsOver<G, Self>;
}

impl<G: Playable> Searched<G> for G {
    fn own(parts: &OwnParts<G>) -> &OwnPartsOver<G, Self> {
        &parts.alone
    }
}

impl<G: Playable> Searched<G> for WithHistory<G> {
    fn own(parts: &OwnParts<G>) -> &OwnPartsOver<G, Self> {
        &parts.in_game
    }
}

/// Declares the parts whose types are known only at run time, and which are copied for threads.
macro_rules! any {
    ($($Any:ident: $Part:ident;)*) => {
        $(pub(crate) trait $Any<P: Game>: $Part<P> + Send {
            fn boxed(&self) -> Box<dyn $Any<P>>;
        }

        impl<P: Game, S: $Part<P> + Clone + Send + 'static> $Any<P> for S {
            fn boxed(&self) -> Box<dyn $Any<P>> {
                Box::new(self.clone())
            }
        }

        impl<P: Game> Clone for Box<dyn $Any<P>> {
            fn clone(&self) -> Self {
                (**self).boxed()
            }
        })*
    };
}

any! {
    AnyHorizon: Horizon;
    AnyOrdering: MoveOrdering;
    AnySelectivity: Selectivity;
}

/// Custom orderings, by their words.
#[derive(Clone)]
pub(crate) struct OwnOrdering<P: Game>(pub(crate) Vec<(&'static str, Box<dyn AnyOrdering<P>>)>);

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

/// Custom selectivities, by their words, which decide as a tuple of them does.
#[derive(Clone)]
pub(crate) struct OwnSelectivity<P: Game>(
    pub(crate) Vec<(&'static str, Box<dyn AnySelectivity<P>>)>,
);

impl<P: Game> Selectivity<P> for OwnSelectivity<P> {
    fn evaluates(&self, position: &P) -> bool {
        self.0.iter().any(|(_, one)| one.evaluates(position))
    }

    fn decide(&self, node: &Node<'_, P>, candidate: &Candidate<'_, P>) -> Decision {
        let decisions = self.0.iter();
        let decisions = decisions.map(|(_, one)| one.decide(node, candidate));
        decisions.fold(Decision::FULL, Decision::and)
    }

    fn learn(&mut self, node: &Node<'_, P>, tried: &[P::Move]) {
        for (_, one) in &mut self.0 {
            one.learn(node, tried);
        }
    }

    fn begin(&mut self) {
        for (_, one) in &mut self.0 {
            one.begin();
        }
    }

    fn trials(&self) -> usize {
        self.0.iter().map(|(_, one)| one.trials()).sum()
    }

    fn trial_at(&self, node: &Node<'_, P>, mut number: usize) -> Option<Trial<P>> {
        for (_, one) in &self.0 {
            match number.checked_sub(one.trials()) {
                Some(behind) => number = behind,
                None => return one.trial_at(node, number),
            }
        }
        None
    }

    fn is_exact(&self) -> bool {
        self.0.iter().all(|(_, one)| one.is_exact())
    }

    fn parts(&self) -> Vec<String> {
        self.0.iter().map(|(word, _)| (*word).to_owned()).collect()
    }
}

/// A [`TranspositionTable`] whose type is known only at run time.
pub(crate) trait AnyTable<P: Game>: TranspositionTable<P> + Send {}

impl<P: Game, T: TranspositionTable<P> + Send> AnyTable<P> for T {}
