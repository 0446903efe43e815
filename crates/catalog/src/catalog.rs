//! [`Catalog`]: a game with everything by name.

mod hooks;
mod lookup;

use crate::any_evaluator::AnyEvaluator;
use crate::composition::Composition;
use crate::playable::Playable;
use crate::settings::Settings;
use crate::spec::SpecError;
use crate::textbook::{self, Built, Textbook};
use lookup::{Own, making};
use plywood_eval::{Evaluator, Linear};
use plywood_search::Tactical;
use plywood_search::WithHistory;
use plywood_search::{FixedDepth, Strategy};
use std::fmt::{self, Debug, Display};
use std::sync::{Arc, OnceLock};

/// A game with its strategies and evaluators by name, and how it is read, written and drawn. Every program takes one, so what is
/// added here is in all of them.
///
/// ```
/// use plywood_catalog::Catalog;
/// use plywood_search::{AlphaBeta, Limits, Score};
/// use plywood_search::games::ConnectFour;
///
/// let catalog = Catalog::tactical("connect-four", ConnectFour::new())
///     .evaluator(
///         "estimate",
///         "open lines of four",
///         ConnectFour::estimate as fn(&_) -> _,
///     )
///     .evaluator("middle", "stones in the middle column", |_: &ConnectFour| {
///         Score::DRAW
///     })
///     .search("mine", "alpha-beta, as simple as it can be", |_, evaluator| {
///         AlphaBeta::new(evaluator)
///     });
/// for name in
///     ["mine+deepening", "alpha-beta+killers+table=4", "everything:evaluator=middle"]
/// {
///     let contender = catalog.contender(name)?;
///     let report = contender.strategy(0).search(catalog.start(), &Limits::depth(4));
///     println!("{:<40}{report}", contender.name());
/// }
/// let error = catalog.contender("alfa-beta").unwrap_err().to_string();
/// assert!(error.contains("the strategies are random, minimax, "));
/// assert_eq!(
///     catalog.contender("minimax+table").unwrap_err().to_string(),
///     "minimax takes no \"table\"; it takes quiescence, aspiration, mtd-f, best-node, deepening"
/// );
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Catalog<G: Playable> {
    name: &'static str,
    title: String,
    start: G,
    example: Option<G>,
    usual_depth: u32,
    move_text: fn(G::Move) -> String,
    is_tactical: bool,
    alone: Build<G, G>,
    in_game: Option<Build<G, WithHistory<G>>>,
    own: Vec<Own<G>>,
    aliases: Vec<Alias>,
    listed: Option<Vec<&'static str>>,
    evaluators: Vec<NamedEvaluator<G>>,
    /// The evaluator of strategies that name none.
    asked: Option<String>,
    taken: Option<SpecError>,
}

/// Builds a search of the textbooks, for a game or for the same game with its history.
type Build<G, P> = fn(Textbook, &Composition, &AnyEvaluator<G>) -> Built<P>;

/// A strategy or an evaluator in the lists of a [`Catalog`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in short.
    pub about: &'static str,
}

#[derive(Clone)]
struct Alias {
    name: &'static str,
    about: &'static str,
    spec: String,
}

#[derive(Clone)]
struct NamedEvaluator<G> {
    name: &'static str,
    about: &'static str,
    make: Arc<dyn Fn() -> AnyEvaluator<G> + Send + Sync>,
    /// Reads another one of its kind from the bytes of a file.
    read: Option<ReadEvaluator<G>>,
    /// The same with its weights, if it is a sum of weighted counts.
    linear: Option<Arc<dyn Fn() -> AnyLinear<G> + Send + Sync>>,
}

type ReadEvaluator<G> = Arc<dyn Fn(&[u8]) -> Result<AnyEvaluator<G>, String> + Send + Sync>;

/// An evaluator that is a sum of weighted counts, whose type is known only at run time.
pub type AnyLinear<G> = Box<dyn Linear<G> + Send + Sync>;

impl<G: Playable> Catalog<G> {
    /// A game that begins at this position, with the searches that need no more than keys.
    pub fn keyed(name: &'static str, start: G) -> Self {
        Self::new(name, start, textbook::keyed::<G, AnyEvaluator<G>>)
    }

    /// The same for a game in which positions can be repeated, and a repetition is a draw.
    pub fn repeating(name: &'static str, start: G) -> Self {
        Self {
            in_game: Some(textbook::keyed::<WithHistory<G>, AnyEvaluator<G>>),
            ..Self::keyed(name, start)
        }
    }

    /// A game that knows its noisy moves, with all searches.
    pub fn tactical(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        Self {
            is_tactical: true,
            ..Self::new(name, start, textbook::tactical::<G, AnyEvaluator<G>>)
        }
    }

    /// The same for a game in which positions can be repeated, and a repetition is a draw.
    pub fn tactical_repeating(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        Self {
            in_game: Some(textbook::tactical::<WithHistory<G>, AnyEvaluator<G>>),
            ..Self::tactical(name, start)
        }
    }

    fn new(name: &'static str, start: G, alone: Build<G, G>) -> Self {
        Self {
            name,
            title: name.replace('-', " "),
            start,
            example: None,
            usual_depth: 4,
            move_text: |mv| mv.to_string(),
            is_tactical: false,
            alone,
            in_game: None,
            own: Vec::new(),
            aliases: Vec::new(),
            listed: None,
            evaluators: Vec::new(),
            asked: None,
            taken: None,
        }
    }

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
        let own = Own::new(name, about, &make, Built::fixed_depth);
        self.own(Own {
            in_game: Some(making(&make, Built::fixed_depth)),
            is_fixed_depth: true,
            ..own
        })
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
        let own = Own::new(name, about, &make, Built::complete);
        self.own(Own {
            in_game: Some(making(&make, Built::complete)),
            ..own
        })
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
        self.own(Own {
            is_fixed_depth: true,
            ..Own::new(name, about, &Arc::new(make), Built::fixed_depth)
        })
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
        self.own(Own::new(name, about, &Arc::new(make), Built::complete))
    }

    fn own(mut self, own: Own<G>) -> Self {
        self.take_name("strategies", own.name, self.is_taken(own.name));
        self.own.push(own);
        self
    }

    /// The evaluator that the strategy added last gets unless another one is named.
    #[must_use]
    pub fn usually_with(mut self, evaluator: &'static str) -> Self {
        if let Some(own) = self.own.last_mut() {
            own.evaluator = Some(evaluator);
        }
        self
    }

    /// The same, in which this strategy of one's own gets another evaluator unless one is named.
    #[must_use]
    pub fn usual_evaluator_of(mut self, strategy: &str, evaluator: &'static str) -> Self {
        let mut own = self.own.iter_mut();
        if let Some(own) = own.find(|own| own.name == strategy) {
            own.evaluator = Some(evaluator);
        }
        self
    }

    /// The same with one more evaluator under a name. The first one is the usual one of all strategies.
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

    /// The same with an evaluator that is made when a strategy first needs it.
    #[must_use]
    pub fn evaluator_from(
        mut self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> AnyEvaluator<G> + Send + Sync + 'static,
    ) -> Self {
        let is_taken = self.evaluators.iter().any(|known| known.name == name);
        self.take_name("evaluators", name, is_taken);
        let made = OnceLock::new();
        self.evaluators.push(NamedEvaluator {
            name,
            about,
            make: Arc::new(move || made.get_or_init(&make).clone()),
            read: None,
            linear: None,
        });
        self
    }

    /// The evaluator that was added last can also be read from a file, as in `pvs:evaluator=net@mine.net`. An error says what is wrong
    /// with the bytes.
    #[must_use]
    pub fn or_from_file<E: Display>(
        mut self,
        read: impl Fn(&[u8]) -> Result<AnyEvaluator<G>, E> + Send + Sync + 'static,
    ) -> Self {
        if let Some(last) = self.evaluators.last_mut() {
            last.read = Some(Arc::new(move |bytes| {
                read(bytes).map_err(|error| error.to_string())
            }));
        }
        self
    }

    /// The same with one more evaluator that is a sum of weighted counts. Other weights can be read from a file, as in
    /// `pvs:evaluator=mine@mine.json`, and its weights can be fitted.
    #[must_use]
    pub fn weighted(
        self,
        name: &'static str,
        about: &'static str,
        evaluator: impl Linear<G> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.weighted_from(name, about, move || Box::new(evaluator.clone()))
    }

    /// The same with one that is made when it is needed.
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
        if let Some(added) = catalog.evaluators.last_mut() {
            added.linear = Some(linear);
        }
        catalog
    }

    /// The same with this evaluator as the usual one of all strategies, in front of the list.
    #[must_use]
    pub fn usual_evaluator(mut self, name: &'static str) -> Self {
        self.evaluators.sort_by_key(|known| known.name != name);
        self
    }

    /// The same with this evaluator for every strategy that names none, also for those that have one of their own.
    ///
    /// # Errors
    /// [`SpecError::Evaluator`], which lists the names that are known.
    pub fn judged_by(mut self, evaluator: &str) -> Result<Self, SpecError> {
        self.any_evaluator(evaluator)?;
        self.asked = Some(evaluator.to_owned());
        Ok(self)
    }

    /// The same under another name, for a variant of the game.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same with a name for a strategy that is written out, with settings if it is to have any, such as
    /// `negamax:evaluator=material,depth=3`. Settings and parts that follow the name replace its own.
    #[must_use]
    pub fn alias(mut self, name: &'static str, spec: &str, about: &'static str) -> Self {
        self.take_name("strategies", name, self.is_taken(name));
        self.aliases.push(Alias {
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
        self.listed = Some(names.to_vec());
        self
    }

    fn is_taken(&self, name: &str) -> bool {
        self.is_name(name) || Textbook::named(name).is_some()
    }

    /// Notes that a name cannot be used: another part has it, or it would be read as several words.
    fn take_name(&mut self, kind: &'static str, name: &str, is_taken: bool) {
        let ends_word = |letter: char| letter.is_whitespace() || "+=:,@".contains(letter);
        let is_word = !name.is_empty() && !name.contains(ends_word);
        if is_word && !is_taken {
            return;
        }
        let (game, name) = (self.name.to_owned(), name.to_owned());
        self.taken.get_or_insert(if is_word {
            SpecError::Taken { game, kind, name }
        } else {
            SpecError::Name { game, kind, name }
        });
    }

    /// Checks that every strategy and evaluator has a name of its own, every alias can be made, every name to be listed exists, and
    /// so does every evaluator that a strategy usually has.
    ///
    /// # Errors
    /// Says which name is the second of its kind, what is wrong with an alias, or which name is unknown.
    pub fn check(&self) -> Result<(), SpecError> {
        if let Some(taken) = &self.taken {
            return Err(taken.clone());
        }
        let all = Self {
            listed: None,
            ..self.clone()
        };
        for name in self.listed.iter().flatten() {
            all.contender(name)?;
        }
        let is_known = |name: &&str| self.evaluators().any(|known| known.name == *name);
        let mut usual = self.own.iter().filter_map(|own| own.evaluator);
        if let Some(unknown) = usual.find(|name| !is_known(name)) {
            return Err(self.no_evaluator(unknown));
        }
        let mut aliases = self.aliases.iter();
        aliases.try_for_each(|alias| self.contender(alias.name).map(|_| ()))
    }
}

impl<G: Playable> Debug for Catalog<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.names().collect();
        f.debug_struct("Catalog")
            .field("game", &self.name)
            .field("strategies", &names)
            .finish_non_exhaustive()
    }
}
