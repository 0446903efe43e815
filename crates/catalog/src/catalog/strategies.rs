//! The strategies of a catalog: textbook searches and yours, and names for compositions.

mod contenders;

use crate::any_evaluator::AnyEvaluator;
use crate::building::{Driven, Make, Mode, Noisy, Quiet, Tactics, Whole, WithParts};
use crate::catalog::{Catalog, CatalogEntry};
use crate::contender::{Facts, Search};
use crate::own_parts::Driver;
use crate::playable::Playable;
use crate::spec::Spec;
use crate::spec_error::SpecError;
use crate::words::{Part, Role, Setting, Settings};
use plywood_search::{
    FixedDepth, Horizon, MoveOrdering, Recursion, Selectivity, Strategy, Tactical,
    TranspositionTable, WithHistory,
};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The names of the strategies and parts of a game. It has no type of the game, so that its checks are compiled once.
#[derive(Clone)]
pub(super) struct Strategies {
    pub(super) is_tactical: bool,
    pub(super) repeats: bool,
    pub(super) searches: Vec<Arc<Search>>,
    /// The names in the list, the simplest first.
    named: Vec<Named>,
    /// The names from the textbook that the game's chance rules out.
    pub(super) ruled_out: Vec<&'static str>,
    /// The number of names from the textbook.
    textbook: usize,
    /// The parts, in the order in which compositions are written.
    parts: Arc<[Part]>,
    /// The last part that was added.
    added: Option<&'static str>,
    /// The default.
    usual: Option<&'static str>,
    listed: Option<Vec<&'static str>>,
}

/// A name in the list: of a search, or for a composition.
#[derive(Clone)]
struct Named {
    name: &'static str,
    about: &'static str,
    stands_for: Option<Spec>,
}

/// Drivers alone.
const DRIVEN: &[Role] = &[Role::Driver];
/// The parts of searches without a window.
pub(super) const OVER_HORIZON: &[Role] = &[Role::Horizon, Role::Driver];
/// The parts of the plain forms of alpha-beta.
pub(super) const ORDERED: &[Role] = &[Role::Horizon, Role::Ordering, Role::Driver];
/// The parts of the searches of games with chance.
pub(super) const TABLED: &[Role] = &[Role::Horizon, Role::Ordering, Role::Table, Role::Driver];
/// The parts of a recursion.
const RECURSION: &[Role] = &[
    Role::Horizon,
    Role::Ordering,
    Role::Table,
    Role::Selectivity,
    Role::Driver,
];
/// The parts of a recursion that can be split among threads.
const ON_THREADS: &[Role] = &[
    Role::Horizon,
    Role::Ordering,
    Role::Table,
    Role::Selectivity,
    Role::Threads,
    Role::Driver,
];

/// Returns the parts that a recursion takes.
const fn taken_by<R: Recursion>() -> &'static [Role] {
    match R::YOUNGER_BROTHERS {
        Some(_) => ON_THREADS,
        None => RECURSION,
    }
}

impl Strategies {
    pub(super) fn new(is_tactical: bool, repeats: bool) -> Self {
        Self {
            is_tactical,
            repeats,
            searches: Vec::new(),
            named: Vec::new(),
            ruled_out: Vec::new(),
            textbook: 0,
            parts: Part::all().cloned().collect(),
            added: None,
            usual: None,
            listed: None,
        }
    }

    fn search(&self, name: &str) -> Option<&Arc<Search>> {
        self.searches.iter().find(|search| search.name == name)
    }

    fn named(&self, name: &str) -> Option<&Named> {
        self.named.iter().find(|named| named.name == name)
    }

    fn part(&self, word: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.word() == word)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.named(name).is_some() || self.search(name).is_some()
    }

    /// Returns the parts that a search takes.
    fn parts_of(&self, search: &Search) -> impl Iterator<Item = &Part> {
        let takes = search.takes;
        let fits = move |part: &&Part| {
            takes.contains(&part.role) && (self.is_tactical || !part.is_tactical)
        };
        self.parts.iter().filter(fits)
    }

    /// Ends the textbook: this search is not listed under its word, and later ones are yours.
    pub(super) fn end_textbook(&mut self, unlisted: &str) {
        self.named.retain(|named| named.name != unlisted);
        self.textbook = self.named.len();
    }

    fn excludes(&self, one: &str, other: &str) -> bool {
        let both = self.part(one).zip(self.part(other));
        both.is_some_and(|(one, other)| one.excludes(other))
    }

    /// Returns the default strategy of programs, otherwise the last of the list.
    fn default(&self) -> &'static str {
        let listed = self.usual.filter(|name| self.describe(name).is_some());
        let last = || self.listed().last().map(|entry| entry.name);
        listed.or_else(last).unwrap_or("random")
    }

    /// Returns the strategies by name, the simplest first.
    fn listed(&self) -> impl Iterator<Item = CatalogEntry> {
        let all = self.named.iter();
        let all = all.map(|named| (named.name, named.about));
        let all = all.filter(|(name, _)| self.is_listed(name));
        let written = self.listed.iter().flatten();
        let written = written.filter(|name| self.named(name).is_none());
        all.chain(written.map(|name| (*name, "as it is written")))
            .map(|(name, about)| CatalogEntry { name, about })
    }

    fn describe(&self, name: &str) -> Option<&'static str> {
        let mut all = self.listed();
        all.find(|entry| entry.name == name)
            .map(|entry| entry.about)
    }

    /// Returns the names of the searches in the list, after the first of all names, that don't stand for others.
    fn searches_from(&self, first: usize) -> impl Iterator<Item = &'static str> {
        let all = self.named.iter().skip(first);
        let searches = all.filter(|named| named.stands_for.is_none() && self.is_listed(named.name));
        searches.map(|named| named.name)
    }

    fn is_listed(&self, name: &str) -> bool {
        let mut listed = self.listed.iter().flatten();
        self.listed.is_none() || listed.any(|known| *known == name)
    }

    fn meaning(&self, name: &str) -> Option<&Spec> {
        self.named(name)?.stands_for.as_ref()
    }

    /// Returns the search of a name.
    fn search_of(&self, name: &str) -> Option<&Arc<Search>> {
        let mut name = name;
        // A name may stand for another one, but not for itself.
        for _ in 0..=self.named.len() {
            match self.meaning(name) {
                Some(meaning) => name = meaning.composition.search(),
                None => break,
            }
        }
        self.search(name)
    }
}

/// Strategies by name.
impl<G: Playable> Catalog<G> {
    /// Adds a strategy under a name. The function receives its [settings](Self::with_settings) and the evaluator.
    ///
    /// Wrap one that doesn't support [`WithHistory`] in [`PositionAlone`](crate::PositionAlone).
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
        let make = Make::either(Whole(make), self.strategies.repeats);
        self.with_search((name, about), &[], make)
    }

    /// Adds a fixed-depth search under a name, which drivers can drive: `NAME+aspiration+deepening`. The function receives its
    /// [settings](Self::with_settings) and the evaluator.
    ///
    /// Wrap one that doesn't support [`WithHistory`] in [`PositionAlone`](crate::PositionAlone).
    #[must_use]
    pub fn fixed_depth<S>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: FixedDepth<G> + FixedDepth<WithHistory<G>> + Send + 'static,
    {
        let make = Make::either(Driven(make), self.strategies.repeats);
        self.with_search((name, about), DRIVEN, make)
    }

    /// Adds a recursion under a name. It takes every part, like alpha-beta, and threads if it declares
    /// [`YOUNGER_BROTHERS`](Recursion::YOUNGER_BROTHERS): `NAME+quiescence+captures+killers+table=16+aspiration+deepening`. The function
    /// receives its [settings](Self::with_settings).
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    /// use plywood_search::AlphaBetaRecursion as Mine;
    /// use plywood_search::Limits;
    /// use plywood_search::games::ConnectFour;
    ///
    /// let games = Catalog::tactical("connect-four", ConnectFour::new())
    ///     .evaluator("estimate", "open lines of four", ConnectFour::estimate)
    ///     .recursion("mine", "a recursion of mine", |_| Mine);
    /// let mine = games.contender("mine+captures+killers+table=1+deepening")?;
    /// let report = mine.strategy(0).search(games.start(), &Limits::depth(4));
    /// assert_eq!(report.depth, 4);
    /// # Ok::<(), plywood_catalog::SpecError>(())
    /// ```
    #[must_use]
    pub fn recursion<R>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings) -> R + Send + Sync + 'static,
    ) -> Self
    where
        R: Recursion + Clone + Send + 'static,
        G: Tactical,
    {
        let build = WithParts(make, PhantomData::<fn() -> Noisy>);
        let make = Make::either(build, self.strategies.repeats);
        self.with_search((name, about), taken_by::<R>(), make)
    }

    /// Adds a [recursion](Self::recursion) to a game that is not [`Tactical`], without the parts that need noisy moves.
    #[must_use]
    pub fn keyed_recursion<R>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&Settings) -> R + Send + Sync + 'static,
    ) -> Self
    where
        R: Recursion + Clone + Send + 'static,
    {
        let build = WithParts(make, PhantomData::<fn() -> Quiet>);
        let make = Make::either(build, self.strategies.repeats);
        self.with_search((name, about), taken_by::<R>(), make)
    }

    pub(super) fn with_recursion<R, T, M>(self, name: &'static str, about: &'static str) -> Self
    where
        R: Recursion + Clone + Send + 'static,
        T: Tactics<G, G> + Tactics<G, WithHistory<G>> + 'static,
        M: Mode<G>,
    {
        let make = M::without_chance(WithParts(
            |_: &Settings| R::default(),
            PhantomData::<fn() -> T>,
        ));
        self.with_search((name, about), taken_by::<R>(), make)
    }

    pub(super) fn with_search(
        mut self,
        (name, about): (&'static str, &'static str),
        takes: &'static [Role],
        make: impl Into<Option<Make<G>>>,
    ) -> Self {
        let make = make.into();
        self.take_name("strategies", name, self.strategies.is_taken(name));
        self.strategies.searches.push(Arc::new(Search {
            name,
            takes,
            settings: Arc::default(),
            evaluator: None,
            facts: Facts::default(),
            chapter: None,
        }));
        if make.is_some() {
            self.strategies.named.push(Named {
                name,
                about,
                stands_for: None,
            });
        } else if G::STAKES.is_some() {
            self.strategies.ruled_out.push(name);
        }
        self.makes.push(make);
        self
    }

    /// Declares the settings of the last added search.
    #[must_use]
    pub fn with_settings(mut self, settings: impl IntoIterator<Item = Setting>) -> Self {
        let strategies = &mut self.strategies;
        let Some(last) = strategies.searches.last_mut().map(Arc::make_mut) else {
            self.unknown_name("strategy", "settings");
            return self;
        };
        last.settings = settings.into_iter().collect();
        let (name, takes) = (last.name, last.takes);
        let taken = strategies
            .parts
            .iter()
            .filter(|part| takes.contains(&part.role));
        let taken: Vec<&str> = taken.map(Part::word).collect();
        let mut names = last.settings.iter().map(|setting| &setting.name);
        let twice = names.find(|name| taken.contains(&name.as_str()));
        if let Some(twice) = twice {
            self.taken.get_or_insert(SpecError::Taken {
                game: name.to_owned(),
                kind: "parts",
                name: twice.clone(),
            });
        }
        self
    }

    /// Declares facts about the last added search.
    #[must_use]
    pub fn with_facts(mut self, facts: Facts) -> Self {
        match self.strategies.searches.last_mut().map(Arc::make_mut) {
            Some(last) => last.facts = facts,
            None => self.unknown_name("strategy", "facts"),
        }
        self
    }

    /// Adds a horizon under a word, which every recursion takes instead of `quiescence`. The function receives the evaluator.
    #[must_use]
    pub fn horizon<H>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(AnyEvaluator<G>) -> H + Send + Sync + 'static,
    ) -> Self
    where
        H: Horizon<G> + Horizon<WithHistory<G>> + Clone + Send + 'static,
    {
        let own = Arc::make_mut(&mut self.own);
        own.add_horizon(word, move |_, evaluator| make(evaluator));
        self.with_part((word, about), Role::Horizon)
    }

    /// Adds a move ordering under a word, which every recursion takes. The function receives the evaluator. Captures come before its moves,
    /// killers and history after them.
    #[must_use]
    pub fn ordering<O>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(AnyEvaluator<G>) -> O + Send + Sync + 'static,
    ) -> Self
    where
        O: MoveOrdering<G> + MoveOrdering<WithHistory<G>> + Clone + Send + 'static,
    {
        let own = Arc::make_mut(&mut self.own);
        own.add_ordering(word, move |_, evaluator| make(evaluator));
        self.with_part((word, about), Role::Ordering)
    }

    /// Adds a selectivity under a word, which every recursion takes. The function receives the settings, among them the word's number if
    /// [`numbered`](Self::numbered) declares one.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{LateMoves, Limits};
    ///
    /// let games = Catalog::tactical("connect-four", ConnectFour::new())
    ///     .evaluator("estimate", "open lines of four", ConnectFour::estimate)
    ///     .selectivity("late", "late moves are searched less deeply", |settings| {
    ///         LateMoves::after(settings.given("late").unwrap_or(3))
    ///     })
    ///     .numbered(1..=7);
    /// let nodes = |name| {
    ///     let contender = games.contender(name)?;
    ///     let report = contender.strategy(0).search(games.start(), &Limits::depth(6));
    ///     Ok::<_, plywood_catalog::SpecError>(report.stats.nodes)
    /// };
    /// assert!(nodes("alpha-beta+late=2")? < nodes("alpha-beta+late=5")?);
    /// # Ok::<(), plywood_catalog::SpecError>(())
    /// ```
    #[must_use]
    pub fn selectivity<S>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(&Settings) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: Selectivity<G> + Selectivity<WithHistory<G>> + Clone + Send + 'static,
    {
        Arc::make_mut(&mut self.own).add_selectivity(word, move |settings, _| make(settings));
        self.with_part((word, about), Role::Selectivity)
    }

    /// Adds a table under a word, which every recursion takes instead of `table`. Threads can't share it.
    #[must_use]
    pub fn table<T>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(&Settings) -> T + Send + Sync + 'static,
    ) -> Self
    where
        T: TranspositionTable<G> + TranspositionTable<WithHistory<G>> + Send + 'static,
    {
        Arc::make_mut(&mut self.own).add_table(word, move |settings, _| make(settings));
        self.with_part((word, about), Role::Table)
    }

    /// Adds a driver under a word, which every fixed-depth search takes instead of `aspiration` and `mtd-f`.
    #[must_use]
    pub fn driver<D: Driver>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(&Settings) -> D + Send + Sync + 'static,
    ) -> Self {
        Arc::make_mut(&mut self.own).add_driver(word, move |settings, _| make(settings));
        self.with_part((word, about), Role::Driver)
    }

    /// Lets the last added part have a number in this range: `WORD` or `WORD=N`. Its function reads it with [`Settings::given`].
    #[must_use]
    pub fn numbered(mut self, range: RangeInclusive<u32>) -> Self {
        let added = self.strategies.added;
        let mut parts = self.strategies.parts.to_vec();
        match parts.iter_mut().find(|part| Some(part.word()) == added) {
            Some(part) => part.setting = Setting::amount(part.word(), None, range),
            None => self.unknown_name("part", "numbered"),
        }
        self.strategies.parts = parts.into();
        self
    }

    /// Adds a part in the place of its role, before the textbook's parts that are tried after it.
    pub(super) fn with_part(
        mut self,
        (word, about): (&'static str, &'static str),
        role: Role,
    ) -> Self {
        let is_taken = self.strategies.part(word).is_some();
        self.take_name("parts", word, is_taken);
        let mut parts = self.strategies.parts.to_vec();
        let before = |part: &Part| (part.role, part.is_after_own) > (role, false);
        let place = parts.iter().position(before).unwrap_or(parts.len());
        parts.insert(place, Part::own(word, Setting::switch(word), role, about));
        self.strategies.parts = parts.into();
        self.strategies.added = Some(word);
        self
    }

    /// Sets the default evaluator of this search.
    #[must_use]
    pub fn usual_evaluator_of(mut self, search: &str, evaluator: &'static str) -> Self {
        let mut searches = self.strategies.searches.iter_mut();
        if let Some(search) = searches.find(|known| known.name == search) {
            Arc::make_mut(search).evaluator = Some(evaluator);
        } else {
            let error = self.strategies.unknown(search);
            self.taken.get_or_insert(error);
        }
        self
    }

    /// Adds an alias for a composition with any settings, such as `negamax:evaluator=material,depth=3`. Settings and parts that follow the
    /// name override its own.
    #[must_use]
    pub fn alias(mut self, name: &'static str, spec: &str, about: &'static str) -> Self {
        self.take_name("strategies", name, self.strategies.is_taken(name));
        match spec.parse() {
            Ok(spec) => self.strategies.named.push(Named {
                name,
                about,
                stands_for: Some(spec),
            }),
            Err(error) => {
                self.taken.get_or_insert(error);
            }
        }
        self
    }

    /// Shortens the list to these names. All searches stay available by their words.
    #[must_use]
    pub fn only<const N: usize>(mut self, names: [&'static str; N]) -> Self {
        self.strategies.listed = Some(names.to_vec());
        self
    }

    /// Makes this strategy the default of programs, as long as the list has it.
    #[must_use]
    pub fn usual_strategy(mut self, name: &'static str) -> Self {
        self.strategies.usual = Some(name);
        self
    }

    /// Returns the default strategy of programs, otherwise the last of the list.
    #[must_use]
    pub fn default_strategy(&self) -> &'static str {
        self.strategies.default()
    }

    /// Returns the strategies by name, the simplest first.
    pub fn strategies(&self) -> impl Iterator<Item = CatalogEntry> {
        self.strategies.listed()
    }

    /// Returns the names of the searches in the list that are not the textbook's.
    pub fn own_names(&self) -> impl Iterator<Item = &'static str> {
        self.strategies.searches_from(self.strategies.textbook)
    }

    /// Returns the names of the searches in the list that don't stand for others with parts.
    pub(crate) fn searches(&self) -> impl Iterator<Item = &'static str> {
        self.strategies.searches_from(0)
    }

    /// Returns the name of a search that searches every line to its depth.
    pub(crate) fn searches_all(&self) -> &'static str {
        let mut all = self.strategies.searches.iter().zip(&self.makes);
        let found = all.find(|(search, make)| search.facts.searches_all && make.is_some());
        found.map_or("minimax", |(search, _)| search.name)
    }

    /// Returns the names of the strategies, the simplest first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.strategies().map(|entry| entry.name)
    }

    /// Describes the strategy with that name briefly.
    #[must_use]
    pub fn describe(&self, name: &str) -> Option<&'static str> {
        self.strategies.describe(name)
    }

    /// Returns the strategy that a name stands for, if it is not itself a search.
    #[must_use]
    pub fn meaning(&self, name: &str) -> Option<&Spec> {
        self.strategies.meaning(name)
    }

    /// Returns the settings of the search with that name, or of the one that a name stands for.
    pub fn settings(&self, name: &str) -> impl Iterator<Item = &Setting> {
        let search = self.strategies.search_of(name).into_iter();
        let declared = search.flat_map(|search| search.settings.iter());
        declared.filter(|setting| setting.is_offered)
    }

    /// Returns the parts that may follow the name of a strategy, besides its [settings](Self::settings).
    pub fn parts(&self, name: &str) -> impl Iterator<Item = &Part> {
        let search = self.strategies.search_of(name).into_iter();
        search.flat_map(|search| self.strategies.parts_of(search))
    }
}
