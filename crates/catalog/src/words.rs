//! The words of compositions, a row each: what a search or a part does, how a sentence says it, its values, and what it needs; and
//! the searches that are built from them.
//!
//! Orderings that are decided when the program runs are `Option`s, which a search takes like any other part, so a search is compiled
//! a few times for a game and a horizon, and not once for each composition. Drivers are compiled once for a game, over a
//! boxed search.

use crate::playable::{AnyFixedDepth, AnyStrategy};
use crate::settings::Settings;
use crate::spec::{Composition, SpecError, Word};
use plywood_eval::Evaluator;
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Aspiration, BestNode, IterativeDeepening,
    Minimax, MonteCarlo, MtdF, Negamax, Parallel, PrincipalVariationSearch, ProofNumber, Random,
    SssStar,
};
use plywood_search::{
    Captures, Exchanges, GenerationOrder, Killers, Looks, MoveOrdering, QuietHistory,
};
use plywood_search::{Game, Keyed, Tactical};
use plywood_search::{Horizon, Quiescence, StaticEvaluation};
use plywood_search::{Reuse, Table, Transpositions};

/// A part by its word, in the order in which compositions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub word: &'static str,
    /// What it does, in short.
    pub about: &'static str,
    /// How a sentence says it; `#` is the value.
    says: &'static str,
    kind: PartKind,
    /// Whether the game must be tactical.
    is_tactical: bool,
    /// The value that it has unless one is given, and the range of values; without it the part takes no value.
    values: Option<(Option<u32>, u32, u32)>,
    /// Parts of the same group exclude each other.
    group: Option<Group>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Horizon,
    Inside,
    Driver,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Looks,
    Table,
    Window,
}

/// In megabytes; the upper end is more than any machine has.
const TABLE: Option<(Option<u32>, u32, u32)> = Some((Some(16), 1, 1 << 24));

#[rustfmt::skip]
const PARTS: [Part; 14] = [
    part("quiescence", PartKind::Horizon, "captures are played out at the horizon", "quiescence").tactical(),
    part("best-looking", PartKind::Inside, "moves are tried in the order of what the evaluator says after each", "the best-looking moves first").group(Group::Looks),
    part("worst-looking", PartKind::Inside, "the other way round, to see what the order is worth", "the worst-looking moves first").group(Group::Looks),
    part("captures", PartKind::Inside, "captures are tried first", "captures first").tactical(),
    part("exchanges", PartKind::Inside, "the same, but of captures those that do not lose", "captures first that do not lose").tactical(),
    part("killers", PartKind::Inside, "then moves that caused a cut-off at the same ply", "killers"),
    part("history", PartKind::Inside, "then moves that caused cut-offs anywhere", "history"),
    part("table", PartKind::Inside, "a table of so many megabytes, exact", "an exact table of # MB").values(TABLE).group(Group::Table),
    part("deep-table", PartKind::Inside, "one that also answers from deeper searches", "a table of # MB that reuses deeper entries").values(TABLE).group(Group::Table),
    part("parallel", PartKind::Inside, "so many threads, which share the table", "on # threads").values(Some((Some(2), 1, 256))),
    part("aspiration", PartKind::Driver, "a narrow window around the last score; =25 says how narrow", "in aspiration windows").values(Some((None, 1, 10_000))).group(Group::Window),
    part("mtd-f", PartKind::Driver, "null windows only, driven by MTD(f)", "driven by MTD(f)").group(Group::Window),
    part("best-node", PartKind::Driver, "which root move is best, not by how much", "driven by best-node search").group(Group::Window),
    part("deepening", PartKind::Driver, "to depth 1, 2, 3 and so on", "deepened iteratively"),
];

/// The searches by their words, with their names in sentences.
const SEARCHES: [(&str, &str, Textbook); 10] = [
    ("random", "random", Textbook::Random),
    ("minimax", "minimax", Textbook::Minimax),
    ("negamax", "negamax", Textbook::Negamax),
    (
        "alpha-beta-max-min",
        "alpha-beta in two functions",
        Textbook::MaxMin,
    ),
    (
        "alpha-beta-fail-hard",
        "fail-hard alpha-beta",
        Textbook::FailHard,
    ),
    ("alpha-beta", "alpha-beta", Textbook::AlphaBeta),
    ("pvs", "principal variation search", Textbook::Pvs),
    ("sss-star", "SSS*", Textbook::SssStar),
    ("monte-carlo", "monte-carlo", Textbook::MonteCarlo),
    ("proof-number", "proof-number", Textbook::ProofNumber),
];

const fn part(word: &'static str, kind: PartKind, about: &'static str, says: &'static str) -> Part {
    Part {
        word,
        about,
        says,
        kind,
        is_tactical: false,
        values: None,
        group: None,
    }
}

impl Part {
    const fn tactical(self) -> Self {
        Self {
            is_tactical: true,
            ..self
        }
    }

    const fn values(self, values: Option<(Option<u32>, u32, u32)>) -> Self {
        Self { values, ..self }
    }

    const fn group(self, group: Group) -> Self {
        Self {
            group: Some(group),
            ..self
        }
    }

    /// All parts, in the order in which compositions are written.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        PARTS.iter()
    }

    /// The word with its usual value, as one writes it: `table=16`.
    #[must_use]
    pub fn example(&self) -> String {
        match self.values {
            Some((Some(usual), ..)) => format!("{}={usual}", self.word),
            Some((None, ..)) | None => self.word.to_owned(),
        }
    }

    /// The part that a word names.
    pub(crate) fn named(word: &str) -> Option<&'static Self> {
        PARTS.iter().find(|part| part.word == word)
    }

    /// The word with its usual value, if it has one; or why the value is not one that the part takes.
    fn checked(&self, word: &Word) -> Result<Option<String>, SpecError> {
        let wrong = |expected: String| SpecError::Value {
            word: word.name.clone(),
            expected,
            found: word.value.clone(),
            known: Vec::new(),
        };
        match (&word.value, self.values) {
            (None, None) => Ok(None),
            (None, Some((usual, ..))) => Ok(usual.map(|usual| usual.to_string())),
            (Some(_), None) => Err(wrong("no value".to_owned())),
            (Some(value), Some((_, min, max))) => {
                let number = value.parse::<u32>().ok();
                let number = number.filter(|number| (min..=max).contains(number));
                let number =
                    number.ok_or_else(|| wrong(format!("a whole number from {min} to {max}")))?;
                if self.group == Some(Group::Table) && !Table::fits(number as usize) {
                    return Err(wrong(
                        "megabytes for which this machine has room".to_owned(),
                    ));
                }
                Ok(Some(number.to_string()))
            }
        }
    }
}

/// Whether two words exclude each other.
pub(crate) fn exclude_each_other(one: &str, other: &str) -> bool {
    let group = |word: &str| Part::named(word).and_then(|part| part.group);
    one != other && group(one).is_some() && group(one) == group(other)
}

/// The words of the drivers.
pub(crate) fn drivers() -> impl Iterator<Item = &'static str> {
    let words = PARTS.iter().map(|part| part.word);
    words.filter(|word| is_driver(word))
}

/// Whether a part of a composition needs a tactical game.
pub(crate) fn is_tactical(composition: &str) -> bool {
    let mut words = composition.split('+').filter_map(Part::named);
    words.any(|part| part.is_tactical)
}

/// Whether the word is one of a driver, which fits every fixed-depth search.
pub(crate) fn is_driver(word: &str) -> bool {
    Part::named(word).is_some_and(|part| part.kind == PartKind::Driver)
}

/// The words in their usual order, with their usual values. Words that are not parts stay in front.
pub(crate) fn in_order(
    composition: &Composition,
    is_part: impl Fn(&str) -> bool,
) -> Result<Composition, SpecError> {
    let place = |word: &Word| {
        let mut all = PARTS.iter();
        all.position(|part| part.word == word.name && is_part(part.word))
    };
    let mut words: Vec<&Word> = composition.parts().iter().collect();
    words.sort_by_key(|word| place(word).map_or(0, |place| place + 1));
    let mut ordered = Composition::new(composition.search());
    for word in words {
        let value = match place(word) {
            Some(place) => PARTS[place].checked(word)?,
            None => word.value.clone(),
        };
        ordered.push(&word.name, value.as_deref());
    }
    Ok(ordered)
}

/// Checks that no two words of a composition exclude each other.
pub(crate) fn check_exclusions(composition: &Composition) -> Result<(), SpecError> {
    for (index, other) in composition.parts().iter().enumerate() {
        let mut before = composition.parts()[..index].iter();
        if let Some(one) = before.find(|one| exclude_each_other(&one.name, &other.name)) {
            return Err(SpecError::Exclusive {
                one: one.name.clone(),
                other: other.name.clone(),
            });
        }
    }
    Ok(())
}

impl Part {
    /// Whether a sentence has it behind a comma: what drives a search, and its threads.
    fn stands_behind(&self) -> bool {
        self.kind == PartKind::Driver || self.word == "parallel"
    }
}

impl Composition {
    /// The same as a sentence would say it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let search = SEARCHES.iter().find(|(word, ..)| *word == self.search());
        let search = search.map_or(self.search(), |(_, says, _)| says);
        let (drivers, parts): (Vec<&Word>, Vec<&Word>) = self
            .parts()
            .iter()
            .partition(|part| Part::named(&part.name).is_some_and(Part::stands_behind));
        let parts: Vec<String> = parts.into_iter().map(Word::in_words).collect();
        let driven = drivers.into_iter().map(Word::in_words);
        let text = match parts.as_slice() {
            [] => search.to_owned(),
            [only] => format!("{search} with {only}"),
            [first @ .., last] => format!("{search} with {} and {last}", first.join(", ")),
        };
        std::iter::once(text)
            .chain(driven)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl Word {
    fn in_words(&self) -> String {
        match (Part::named(&self.name), &self.value) {
            (Some(part), value) => part.says.replace('#', value.as_deref().unwrap_or("some")),
            (None, Some(value)) => format!("{} {value}", self.name),
            (None, None) => self.name.clone(),
        }
    }
}

/// A strategy with a name, its composition, and what it does.
pub(crate) type Named = (&'static str, &'static str, &'static str);

/// The strategies that are listed by name, the simplest first.
#[rustfmt::skip]
pub(crate) const NAMED: [Named; 24] = [
    ("random", "random", "any legal move, chosen by the seed"),
    ("minimax", "minimax", "every line to the depth, by two functions for two sides"),
    ("negamax", "negamax", "minimax in one function"),
    ("alpha-beta-max-min", "alpha-beta-max-min", "alpha-beta by two functions for two sides"),
    ("alpha-beta-fail-hard", "alpha-beta-fail-hard", "alpha-beta whose scores stay inside the window"),
    ("alpha-beta", "alpha-beta", "fail-soft alpha-beta, moves in the order of the generator"),
    ("alpha-beta-killers", "alpha-beta+killers", "alpha-beta, killer moves first"),
    ("principal-variation", "pvs", "principal variation search: null windows after the first move"),
    ("sss-star", "sss-star", "SSS*, the best-first counterpart of alpha-beta"),
    ("deepening", "alpha-beta+deepening", "alpha-beta to depth 1, 2, 3 and so on"),
    ("monte-carlo", "monte-carlo", "Monte Carlo tree search (UCT) with random games"),
    ("proof-number", "proof-number", "proof-number search: finds forced wins and nothing else"),
    ("alpha-beta-table", "alpha-beta+table", "alpha-beta with an exact table"),
    ("practical-table", "alpha-beta+deep-table+deepening", "deepening with a table that also answers from deeper searches; not exact"),
    ("deepening-table", "alpha-beta+table+deepening", "deepening with an exact table"),
    ("aspiration", "pvs+table+aspiration+deepening", "deepening principal variation search with a table, in a narrow window"),
    ("mtd-f", "alpha-beta+table+mtd-f+deepening", "deepening MTD(f): alpha-beta with a table, in null windows only"),
    ("best-node", "alpha-beta+table+best-node+deepening", "deepening best-node search: which root move is best, not by how much"),
    ("parallel", "pvs+table+parallel+deepening", "deepening principal variation search with a table, on two threads"),
    ("alpha-beta-captures", "alpha-beta+captures", "alpha-beta, captures first"),
    ("alpha-beta-ordered", "alpha-beta+captures+killers+history", "alpha-beta, captures first, then killer moves, then by history"),
    ("everything-exact", "pvs+captures+killers+history+table+aspiration+deepening", "all parts together that keep minimax's value"),
    ("quiescence", "alpha-beta+quiescence+captures+killers+history+deepening", "deepening alpha-beta with ordered moves and quiescence search"),
    ("everything", "pvs+quiescence+captures+killers+history+deep-table+aspiration+deepening", "all parts together: the strongest in play; not exact"),
];

/// A search of the textbooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Textbook {
    Random,
    Minimax,
    Negamax,
    MaxMin,
    FailHard,
    AlphaBeta,
    Pvs,
    SssStar,
    MonteCarlo,
    ProofNumber,
}

impl Textbook {
    pub(crate) fn named(word: &str) -> Option<Self> {
        let mut all = SEARCHES.iter();
        all.find(|(name, ..)| *name == word)
            .map(|(.., search)| *search)
    }

    fn takes(self, part: &Part) -> bool {
        match self {
            Self::Random | Self::MonteCarlo | Self::ProofNumber => false,
            Self::Minimax | Self::Negamax | Self::MaxMin | Self::FailHard | Self::SssStar => {
                part.kind != PartKind::Inside
            }
            Self::AlphaBeta => part.word != "parallel",
            Self::Pvs => true,
        }
    }

    /// Whether it searches to a fixed depth, so that drivers can drive it.
    pub(crate) fn has_fixed_depth(self) -> bool {
        !matches!(self, Self::Random | Self::MonteCarlo | Self::ProofNumber)
    }

    /// The words of the parts that it takes in a game.
    pub(crate) fn words(self, is_tactical: bool) -> Vec<String> {
        let fits = |part: &&Part| self.takes(part) && (is_tactical || !part.is_tactical);
        let words = Part::all().filter(fits);
        words.map(|part| part.word.to_owned()).collect()
    }

    /// Checks that the search and the game take all parts of a composition whose words are in order.
    pub(crate) fn check(
        self,
        composition: &Composition,
        (game, is_tactical): (&str, bool),
    ) -> Result<(), SpecError> {
        for word in composition.parts() {
            let part = Part::named(&word.name).filter(|part| self.takes(part));
            match part {
                Some(part) if part.is_tactical && !is_tactical => {
                    return Err(SpecError::NotTactical {
                        game: game.to_owned(),
                        part: word.name.clone(),
                    });
                }
                Some(_) => {}
                None => {
                    return Err(SpecError::Part {
                        strategy: composition.search().to_owned(),
                        part: word.name.clone(),
                        takes: self.words(is_tactical),
                        hidden: Vec::new(),
                    });
                }
            }
        }
        let has = |word| composition.part(word).is_some();
        if has("parallel") && !has("table") && !has("deep-table") {
            return Err(SpecError::Needs {
                part: "parallel",
                needed: "a table",
                example: "pvs+table+parallel",
            });
        }
        Ok(())
    }
}

/// A search to a fixed depth with the drivers of the composition.
pub(crate) fn driven<G>(search: AnyFixedDepth<G>, words: &Settings) -> AnyStrategy<G>
where
    G: Game<Move: Send> + 'static,
{
    let has = |word| words.part(word).is_some();
    let search: AnyFixedDepth<G> = if let Some(aspiration) = words.part("aspiration") {
        let driver = Aspiration::new(search);
        Box::new(match number(aspiration) {
            Some(margin) => driver.margin(margin.cast_signed()),
            None => driver,
        })
    } else if has("mtd-f") {
        Box::new(MtdF::new(search))
    } else if has("best-node") {
        Box::new(BestNode::new(search))
    } else {
        search
    };
    if has("deepening") {
        Box::new(IterativeDeepening::new(search))
    } else {
        search
    }
}

fn number(word: &Word) -> Option<u32> {
    word.value.as_ref().and_then(|value| value.parse().ok())
}

/// The search of a game that is not known to be tactical.
pub(crate) fn keyed<G, E>(search: Textbook, words: &Settings, evaluator: &E) -> AnyStrategy<G>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    let horizon = StaticEvaluation::new(evaluator.clone());
    simple(search, words, (&horizon, evaluator)).unwrap_or_else(|| {
        let ordering = (looks(words, evaluator), killers(words), history(words));
        windowed(search, words, horizon, ordering)
    })
}

/// The search of a tactical game.
pub(crate) fn tactical<G, E>(search: Textbook, words: &Settings, evaluator: &E) -> AnyStrategy<G>
where
    G: Tactical + Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    if words.part("quiescence").is_some() {
        let horizon = Quiescence::new(evaluator.clone());
        let unordered = unwindowed(search, words, (&horizon, evaluator));
        return unordered.unwrap_or_else(|| ordered(search, words, horizon, evaluator));
    }
    let horizon = StaticEvaluation::new(evaluator.clone());
    let simple = simple(search, words, (&horizon, evaluator));
    simple.unwrap_or_else(|| ordered(search, words, horizon, evaluator))
}

/// A search with a window whose moves are ordered. The usual orderings are types, so that they cost what they cost in a program
/// that names them; the others are parts that may be absent.
fn ordered<G, H, E>(search: Textbook, words: &Settings, horizon: H, evaluator: &E) -> AnyStrategy<G>
where
    G: Tactical + Keyed<Move: Send + Sync> + Sync + 'static,
    H: Horizon<G> + Clone + Send + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    let looks = looks(words, evaluator);
    let captures = words.part("captures").map(|_| Captures);
    let exchanges = words.part("exchanges").map(|_| Exchanges);
    match (looks, captures, exchanges, killers(words), history(words)) {
        (None, Some(captures), None, None, None) => windowed(search, words, horizon, captures),
        (None, Some(captures), None, Some(killers), Some(history)) => {
            windowed(search, words, horizon, (captures, killers, history))
        }
        any => windowed(search, words, horizon, any),
    }
}

/// A search without moves to order, or with killers alone.
fn simple<G, H, E>(
    search: Textbook,
    words: &Settings,
    (horizon, evaluator): (&H, &E),
) -> Option<AnyStrategy<G>>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
    H: Horizon<G> + Clone + Send + 'static,
{
    unwindowed(search, words, (horizon, evaluator)).or_else(|| {
        let mut orderings = ORDERINGS.iter().filter(|word| words.part(word).is_some());
        match (orderings.next(), orderings.next()) {
            (None, _) => Some(windowed(search, words, horizon.clone(), GenerationOrder)),
            (Some(&"killers"), None) => {
                Some(windowed(search, words, horizon.clone(), Killers::new()))
            }
            (Some(_), _) => None,
        }
    })
}

/// The words of the orderings.
const ORDERINGS: [&str; 6] = [
    "best-looking",
    "worst-looking",
    "captures",
    "exchanges",
    "killers",
    "history",
];

fn looks<E: Clone>(words: &Settings, evaluator: &E) -> Option<Looks<E>> {
    let is_there = |word| words.part(word).is_some();
    if is_there("worst-looking") {
        return Some(Looks::worst_first(evaluator.clone()));
    }
    is_there("best-looking").then(|| Looks::best_first(evaluator.clone()))
}

fn killers(words: &Settings) -> Option<Killers> {
    words.part("killers").map(|_| Killers::new())
}

fn history(words: &Settings) -> Option<QuietHistory> {
    words.part("history").map(|_| QuietHistory::new())
}

/// A search that takes no parts but a horizon.
fn unwindowed<G, H, E>(
    search: Textbook,
    words: &Settings,
    (horizon, evaluator): (&H, &E),
) -> Option<AnyStrategy<G>>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
    H: Horizon<G> + Clone + Send + 'static,
{
    let horizon = horizon.clone();
    let search: AnyFixedDepth<G> = match search {
        Textbook::Random => return Some(Box::new(Random)),
        Textbook::MonteCarlo => return Some(Box::new(MonteCarlo::new(evaluator.clone()))),
        Textbook::ProofNumber => return Some(Box::new(ProofNumber::new())),
        Textbook::Minimax => Box::new(Minimax::with_horizon(horizon)),
        Textbook::Negamax => Box::new(Negamax::with_horizon(horizon)),
        Textbook::MaxMin => Box::new(AlphaBetaMaxMin::with_horizon(horizon)),
        Textbook::FailHard => Box::new(AlphaBetaFailHard::with_horizon(horizon)),
        Textbook::SssStar => Box::new(SssStar::with_horizon(horizon)),
        Textbook::AlphaBeta | Textbook::Pvs => return None,
    };
    Some(driven(search, words))
}

/// Alpha-beta or principal variation search with an ordering and, if the composition has one, a table.
fn windowed<G, H, O>(search: Textbook, words: &Settings, horizon: H, ordering: O) -> AnyStrategy<G>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
    H: Horizon<G> + Clone + Send + 'static,
    O: MoveOrdering<G> + Clone + Send + 'static,
{
    let of = |word: &str, reuse: Reuse| {
        let megabytes = number(words.part(word)?)? as usize;
        Some(Transpositions::owning(megabytes, reuse))
    };
    let table =
        of("table", Reuse::SameDepth).or_else(|| of("deep-table", Reuse::SameDepthOrDeeper));
    let threads = words.part("parallel").and_then(number);
    let search: AnyFixedDepth<G> = if search == Textbook::Pvs {
        let search = PrincipalVariationSearch::with_horizon(horizon).ordering(ordering);
        match (table, threads) {
            (None, _) => Box::new(search),
            (Some(table), None) => Box::new(search.table(table)),
            (Some(table), Some(threads)) => {
                Box::new(Parallel::new(search.table(table), threads as usize))
            }
        }
    } else {
        let search = AlphaBeta::with_horizon(horizon).ordering(ordering);
        match table {
            None => Box::new(search),
            Some(table) => Box::new(search.table(table)),
        }
    };
    driven(search, words)
}
