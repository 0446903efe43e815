//! The words of compositions, declared as data: [`Setting`], the values that a word accepts; [`Part`], a word that searches share; and
//! [`Settings`], the values from which a strategy is made.

mod parts;

use crate::plan::{
    Own, PlannedDriver, PlannedHorizon, PlannedPriors, PlannedSelection, PlannedTable,
    PlannedValue, SearchParts,
};
use crate::spec::{Composition, WITHOUT, Word};
use crate::spec_error::SpecError;
use crate::words::parts::PARTS;
use plywood_search::Table;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

/// A setting of a search, declared as data, so that a program can offer it: as a word of a composition (`type-b+width=12`), as a UCI
/// option, or as a field of a page.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_catalog::{Catalog, Setting};
/// use plywood_search::{AlphaBeta, Quiescence};
///
/// let games = Catalog::keyed("connect-four", ConnectFour::new())
///     .fixed_depth("mine", "alpha-beta, perhaps with a bonus", |settings, evaluator| {
///         let _bonus: i32 = settings.number("bonus");
///         let _is_bold = settings.has("bold");
///         AlphaBeta::new(evaluator)
///     })
///     .with_settings([Setting::number("bonus", 10, 0..=100), Setting::switch("bold")]);
/// assert_eq!(
///     games.contender("mine+bonus=20 bold")?.spec().composition.to_string(),
///     "mine+bonus=20+bold"
/// );
/// let error = games.contender("mine+bonus=200").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "bonus: expected a whole number from 0 to 100, found \"200\""
/// );
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// The accepted values.
    pub kind: SettingKind,
    /// `false` for a setting that can be given but that no program offers: one for developing the search, which only games can decide.
    pub is_offered: bool,
    /// The resource that its number is an amount of.
    pub resource: Option<Resource>,
}

/// Something a computer has a limited amount of, which a program with limits can check before it searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resource {
    /// Megabytes of memory.
    Megabytes,
    /// Threads.
    Threads,
}

/// The values that a setting takes.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingKind {
    /// A number; the fields are strings, since it may be whole or not.
    Number {
        /// The default.
        usual: String,
        /// The lowest number.
        min: String,
        /// The highest number.
        max: String,
        /// `true` if the number is whole.
        is_whole: bool,
    },
    /// Off unless it is given.
    Switch,
    /// Off unless it is given, perhaps with a number: `table`, `table=16`.
    Amount {
        /// The default number; without it, the search decides.
        usual: Option<u32>,
        /// The lowest number.
        min: u32,
        /// The highest number.
        max: u32,
    },
    /// One of several words.
    Choice {
        /// The default word.
        usual: String,
        /// All words.
        words: Vec<String>,
    },
    /// Words that each remove something: `without=WORD`, once or more.
    Without(Vec<String>),
}

/// A number type for settings.
pub trait Number: Copy + PartialOrd + FromStr + Display {
    /// `true` if it has no fraction.
    const IS_WHOLE: bool;
}

macro_rules! numbers {
    ($is_whole:literal: $($number:ty)*) => {
        $(impl Number for $number {
            const IS_WHOLE: bool = $is_whole;
        })*
    };
}
numbers!(true: u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
numbers!(false: f32 f64);

impl Setting {
    fn new(name: &str, kind: SettingKind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            is_offered: true,
            resource: None,
        }
    }

    /// Declares a number in a range.
    pub fn number<N: Number>(name: &str, usual: N, range: RangeInclusive<N>) -> Self {
        let kind = SettingKind::Number {
            usual: usual.to_string(),
            min: range.start().to_string(),
            max: range.end().to_string(),
            is_whole: N::IS_WHOLE,
        };
        Self::new(name, kind)
    }

    /// Declares a switch, which is off unless it is given.
    #[must_use]
    pub fn switch(name: &str) -> Self {
        Self::new(name, SettingKind::Switch)
    }

    /// Declares a switch that may have a number in a range, as in `table` or `table=16`.
    #[must_use]
    pub fn amount(name: &str, usual: Option<u32>, range: RangeInclusive<u32>) -> Self {
        let (min, max) = range.into_inner();
        Self::new(name, SettingKind::Amount { usual, min, max })
    }

    /// Declares a choice of words, the default first.
    #[must_use]
    pub fn choice(name: &str, words: &[&str]) -> Self {
        let kind = SettingKind::Choice {
            usual: words.first().copied().unwrap_or_default().to_owned(),
            words: words.iter().map(ToString::to_string).collect(),
        };
        Self::new(name, kind)
    }

    /// Declares the words that can be removed, as in `engine+without=null-move+without=futility`.
    #[must_use]
    pub fn without(words: &[&str]) -> Self {
        let words = words.iter().map(ToString::to_string).collect();
        Self::new(WITHOUT, SettingKind::Without(words))
    }

    /// Declares that its number is an amount of this resource.
    #[must_use]
    pub fn of(self, resource: Resource) -> Self {
        Self {
            resource: Some(resource),
            ..self
        }
    }

    /// Hides it from programs: it can still be given, but none offers it.
    #[must_use]
    pub fn hidden(self) -> Self {
        Self {
            is_offered: false,
            ..self
        }
    }

    /// Returns the words that each remove something from the search.
    pub fn removals(&self) -> impl Iterator<Item = Word> {
        let words = match &self.kind {
            SettingKind::Without(words) => words.as_slice(),
            SettingKind::Number { .. }
            | SettingKind::Switch
            | SettingKind::Amount { .. }
            | SettingKind::Choice { .. } => &[],
        };
        words.iter().map(|word| Word {
            name: self.name.clone(),
            value: Some(word.clone()),
        })
    }

    /// Checks a value, or its absence, and returns it; an amount without a value gets its default.
    ///
    /// # Errors
    /// [`SpecError::Value`].
    pub fn check(&self, value: Option<&str>) -> Result<Option<String>, SpecError> {
        let is_known = match (&self.kind, value) {
            (SettingKind::Amount { usual, .. }, None) => {
                return Ok(usual.map(|usual| usual.to_string()));
            }
            (SettingKind::Switch, value) => value.is_none(),
            (SettingKind::Amount { min, max, .. }, Some(value)) => {
                let number = value.parse::<u32>().ok();
                number.is_some_and(|n| (min..=max).contains(&&n) && n.to_string() == value)
            }
            (
                SettingKind::Number {
                    min, max, is_whole, ..
                },
                Some(value),
            ) => {
                if *is_whole {
                    // As the number is written, so that any type can be read from it.
                    let number = |text: &str| text.parse::<i128>().ok();
                    number(value).is_some_and(|n| {
                        number(min) <= Some(n) && Some(n) <= number(max) && n.to_string() == value
                    })
                } else {
                    let number = |text: &str| text.parse::<f64>().ok();
                    number(value).is_some_and(|n| number(min) <= Some(n) && Some(n) <= number(max))
                }
            }
            (SettingKind::Choice { words, .. } | SettingKind::Without(words), Some(value)) => {
                words.iter().any(|word| word == value)
            }
            (
                SettingKind::Number { .. } | SettingKind::Choice { .. } | SettingKind::Without(_),
                None,
            ) => false,
        };
        if is_known {
            return Ok(value.map(str::to_owned));
        }
        Err(SpecError::Value {
            word: self.name.clone(),
            expected: self.expected(),
            found: value.map(str::to_owned),
            known: match &self.kind {
                SettingKind::Choice { words, .. } | SettingKind::Without(words) => words.clone(),
                SettingKind::Number { .. } | SettingKind::Amount { .. } | SettingKind::Switch => {
                    Vec::new()
                }
            },
        })
    }

    /// Returns true if it is a whole number.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        matches!(self.kind, SettingKind::Number { is_whole: true, .. })
    }

    /// Describes the accepted values for people.
    #[must_use]
    pub fn expected(&self) -> String {
        match &self.kind {
            SettingKind::Number {
                min, max, is_whole, ..
            } => {
                let kind = if *is_whole { "whole number" } else { "number" };
                format!("a {kind} from {min} to {max}")
            }
            SettingKind::Amount { min, max, .. } => format!("a whole number from {min} to {max}"),
            SettingKind::Switch => "no value".to_owned(),
            SettingKind::Choice { words, .. } | SettingKind::Without(words) => {
                format!("one of {}", words.join(", "))
            }
        }
    }

    /// Returns true if its number is an amount of memory.
    pub(crate) fn is_memory(&self) -> bool {
        self.resource == Some(Resource::Megabytes)
    }

    /// Returns a value with which it can be given, and with which no search takes much memory.
    pub(crate) fn example(&self) -> Option<String> {
        match &self.kind {
            SettingKind::Without(words) => words.first().cloned(),
            SettingKind::Amount { min, .. } => Some(min.to_string()),
            SettingKind::Number { min, .. } if self.is_memory() => Some(min.clone()),
            SettingKind::Number { .. } | SettingKind::Choice { .. } | SettingKind::Switch => {
                self.usual()
            }
        }
    }

    /// Returns its default value.
    fn usual(&self) -> Option<String> {
        match &self.kind {
            SettingKind::Number { usual, .. } | SettingKind::Choice { usual, .. } => {
                Some(usual.clone())
            }
            SettingKind::Amount { usual, .. } => usual.map(|usual| usual.to_string()),
            SettingKind::Switch | SettingKind::Without(_) => None,
        }
    }
}

/// The values from which a strategy is made: the given ones, and defaults for the others.
///
/// ```
/// use plywood_catalog::{Setting, Settings};
///
/// let declared = [Setting::number("width", 8, 1..=64), Setting::switch("bold")];
/// let settings = Settings::new(declared.into(), [("width", Some("12"))]);
/// assert_eq!((settings.number("width"), settings.has("bold")), (12, false));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Settings {
    declared: Arc<[Setting]>,
    given: Vec<Word>,
    /// The names of settings that were read; only [`Catalog::check`](crate::Catalog::check) asks for them.
    read: Option<Arc<Mutex<BTreeSet<String>>>>,
}

impl Settings {
    /// Makes settings with these values; a switch that is on has none.
    pub fn new<'a>(
        declared: Arc<[Setting]>,
        given: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Self {
        let word = |(name, value): (&str, Option<&str>)| Word {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        let given = given.into_iter().map(word).collect();
        Self::of(declared, given)
    }

    /// Returns the settings from the checked words of a composition.
    pub(crate) fn of(declared: Arc<[Setting]>, given: Vec<Word>) -> Self {
        Self {
            declared,
            given,
            read: None,
        }
    }

    /// Writes the name of every setting that is read into `read`.
    pub(crate) fn noting(self, read: &Arc<Mutex<BTreeSet<String>>>) -> Self {
        let read = Some(Arc::clone(read));
        Self { read, ..self }
    }

    fn note(&self, name: &str) {
        if let Some(read) = &self.read {
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            read.insert(name.to_owned());
        }
    }

    fn word(&self, name: &str) -> Option<&Word> {
        self.note(name);
        self.given.iter().find(|word| word.name == name)
    }

    fn usual(&self, name: &str) -> Option<String> {
        let declared = self.declared.iter().find(|setting| setting.name == name);
        declared.and_then(Setting::usual)
    }

    /// Returns `true` if it is given, like a switch that is on.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.word(name).is_some()
    }

    /// Returns the value of a setting if it is given.
    #[must_use]
    pub fn given<N: FromStr>(&self, name: &str) -> Option<N> {
        self.word(name)?.value.as_ref()?.parse().ok()
    }

    /// Returns a number: the given one or the default.
    ///
    /// # Panics
    /// If the search declares no number of that name and type.
    #[must_use]
    pub fn number<N: Number>(&self, name: &str) -> N {
        let usual = || self.usual(name)?.parse().ok();
        let number = self.given(name).or_else(usual);
        number.unwrap_or_else(|| panic!("no number named {name:?} of this type is declared"))
    }

    /// Returns the word of a choice: the given one or the default.
    ///
    /// # Panics
    /// If the search declares no choice of that name.
    #[must_use]
    pub fn choice(&self, name: &str) -> String {
        let choice = self.given(name).or_else(|| self.usual(name));
        choice.unwrap_or_else(|| panic!("no choice named {name:?} is declared"))
    }

    /// Returns the removed words, as in `engine+without=null-move+without=futility`.
    pub fn without(&self) -> impl Iterator<Item = &str> {
        self.note(WITHOUT);
        let given = self.given.iter().filter(|word| word.name == WITHOUT);
        given.filter_map(|word| word.value.as_deref())
    }
}

/// A part that searches take by its word, such as `killers` or `table=16`.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its word, and the accepted values.
    pub setting: Setting,
    /// A short description.
    pub about: &'static str,
    /// Its form in a sentence; `#` is the value.
    says: &'static str,
    /// Its role.
    pub role: Role,
    /// True if the game must be [`Tactical`](plywood_search::Tactical).
    pub is_tactical: bool,
    /// Its relation to parts of other roles.
    pub(crate) relation: Option<Relation>,
    group: Option<Group>,
    /// True if parts of its role that are added to a catalog come before it.
    pub(crate) is_after_own: bool,
    /// Its full name, if the word is short for it.
    full_name: Option<&'static str>,
    /// The chapter of the book that explains it.
    pub chapter: Option<&'static str>,
    /// Plans it, with the number of its word.
    apply: Apply,
}

/// Plans a part.
#[derive(Debug, Clone, Copy)]
enum Apply {
    /// Ours, with the number of its word.
    Textbook(fn(&mut SearchParts, Option<u32>)),
    /// One that was added to a catalog.
    Own(Own),
}

/// The role of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Chooses the way of a round of best-first search, or the move to play after the last.
    Select,
    /// Decides which moves of a leaf get a child.
    Expand,
    /// Values a leaf.
    Value,
    /// Decides what is backed up.
    BackUp,
    /// Decides what a best-first search keeps in memory.
    Keep,
    /// Scores positions at the horizon.
    Horizon,
    /// Decides which moves are tried first.
    Ordering,
    /// Remembers scores and best moves.
    Table,
    /// Decides where to search less deeply.
    Selectivity,
    /// Searches on several threads.
    Threads,
    /// Drives a search to a fixed depth.
    Driver,
}

/// The relation of a part to parts of other roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The search must have a table.
    NeedsTable,
    /// The leaves of a best-first search are searched, so that they take the parts of such a search.
    SearchesLeaves,
    /// Rounds choose their way without the constant of exploration, unless another part chooses it.
    NeedsNoExploration,
}

/// The setting of best-first search that not every selection uses.
pub(crate) const EXPLORATION: &str = "exploration";

/// Parts of the same group exclude each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Selection,
    Priors,
    Leaf,
    Cut,
    Games,
    Backing,
    FinalChoice,
    Horizon,
    Looks,
    Table,
    Threads,
    Window,
}

impl Part {
    fn new(
        setting: Setting,
        role: Role,
        about: &'static str,
        says: &'static str,
        apply: fn(&mut SearchParts, Option<u32>),
    ) -> Self {
        Self {
            setting,
            about,
            says,
            role,
            is_tactical: false,
            relation: None,
            group: None,
            is_after_own: false,
            full_name: None,
            chapter: None,
            apply: Apply::Textbook(apply),
        }
    }

    /// Makes a part that is added to a catalog.
    pub(crate) fn own(
        word: &'static str,
        setting: Setting,
        role: Role,
        about: &'static str,
    ) -> Self {
        let group = match role {
            Role::Horizon => Some(Group::Horizon),
            Role::Table => Some(Group::Table),
            Role::Driver => Some(Group::Window),
            Role::Select => Some(Group::Selection),
            Role::Expand => Some(Group::Priors),
            Role::Value => Some(Group::Leaf),
            Role::BackUp | Role::Keep | Role::Ordering | Role::Selectivity | Role::Threads => None,
        };
        Self {
            group,
            apply: Apply::Own(word),
            ..Self::new(setting, role, about, word, |_, _| ())
        }
    }

    /// Adds this part, whose word was given with this number, to the plan of a search.
    pub(crate) fn apply(&self, plan: &mut SearchParts, number: Option<u32>) {
        let own = match self.apply {
            Apply::Textbook(apply) => return apply(plan, number),
            Apply::Own(own) => own,
        };
        match self.role {
            Role::Horizon => plan.horizon = PlannedHorizon::Own(own),
            Role::Ordering => plan.own_orderings.push(own),
            Role::Table => plan.table = PlannedTable::Own(own),
            Role::Selectivity => plan.own_selectivities.push(own),
            Role::Driver => plan.driver = PlannedDriver::Own(own),
            Role::Select => plan.rounds.selection = PlannedSelection::Own(own),
            Role::Expand => plan.rounds.priors = PlannedPriors::Own(own),
            Role::Value => plan.rounds.value = PlannedValue::Own(own),
            Role::BackUp | Role::Keep | Role::Threads => {
                unreachable!("no catalog adds one")
            }
        }
    }

    /// Names the chapter that explains the parts of Monte Carlo search.
    fn in_monte_carlo(self) -> Self {
        self.explained_in("monte_carlo")
    }

    fn tactical(mut self) -> Self {
        self.is_tactical = true;
        self
    }

    fn that(mut self, relation: Relation) -> Self {
        self.relation = Some(relation);
        self
    }

    fn after_own(mut self) -> Self {
        self.is_after_own = true;
        self
    }

    fn explained_in(self, chapter: &'static str) -> Self {
        let chapter = Some(chapter);
        Self { chapter, ..self }
    }

    fn short_for(self, full_name: &'static str) -> Self {
        let full_name = Some(full_name);
        Self { full_name, ..self }
    }

    fn group(self, group: Group) -> Self {
        let group = Some(group);
        Self { group, ..self }
    }

    /// Returns the parts of the textbook, in the order in which compositions are written.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        PARTS.iter()
    }

    /// Returns its word.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.setting.name
    }

    /// Returns its full name, for use among other things than parts: the word, or `quiet-history` for `history`.
    #[must_use]
    pub fn full_name(&self) -> &str {
        self.full_name.unwrap_or_else(|| self.word())
    }

    /// Returns the word with its default value: `table=16`.
    #[must_use]
    pub fn example(&self) -> String {
        match self.setting.check(None) {
            Ok(Some(usual)) => format!("{}={usual}", self.word()),
            Ok(None) | Err(_) => self.word().to_owned(),
        }
    }

    fn named(word: &str) -> Option<&'static Self> {
        PARTS.iter().find(|part| part.word() == word)
    }

    /// Checks the value of its word, and returns it; a missing one becomes the default.
    pub(crate) fn check(&self, value: Option<&str>) -> Result<Option<String>, SpecError> {
        let value = self.setting.check(value)?;
        let is_memory = self.setting.resource == Some(Resource::Megabytes);
        let megabytes = value.as_ref().filter(|_| is_memory);
        if megabytes.is_some_and(|size| !size.parse().is_ok_and(Table::fits)) {
            return Err(SpecError::Value {
                word: self.word().to_owned(),
                expected: "megabytes for which this machine has room".to_owned(),
                found: value,
                known: Vec::new(),
            });
        }
        Ok(value)
    }

    /// Returns true if threads can share it.
    pub(crate) const fn is_shared(&self) -> bool {
        matches!(self.apply, Apply::Textbook(_))
    }

    /// Returns true if they exclude each other.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        // A leaf that is evaluated or searched has no game.
        let is_gameless = |one: Option<Group>, other: Option<Group>| {
            one == Some(Group::Leaf) && matches!(other, Some(Group::Cut | Group::Games))
        };
        let is_either =
            is_gameless(self.group, other.group) || is_gameless(other.group, self.group);
        let is_alike = self.group.is_some() && self.group == other.group;
        self.word() != other.word() && (is_alike || is_either)
    }

    /// Returns the part by which rounds choose their way without [`EXPLORATION`]; the parts are in their order, in which a selection comes
    /// before what is backed up.
    pub(crate) fn without_exploration<'a>(
        parts: impl IntoIterator<Item = &'a Self>,
    ) -> Option<&'a Self> {
        let needs_none = |part: &Self| part.relation == Some(Relation::NeedsNoExploration);
        let mut parts = parts.into_iter();
        let chosen = parts.find(|part| part.group == Some(Group::Selection) || needs_none(part));
        chosen.filter(|part| needs_none(part))
    }

    /// Returns `true` if a sentence puts it after a comma: drivers and threads.
    fn stands_behind(&self) -> bool {
        matches!(self.role, Role::Driver | Role::Threads)
    }
}

/// The names of searches in a sentence, where they differ from their words.
const SEARCHES: [(&str, &str); 4] = [
    ("alpha-beta-max-min", "alpha-beta in two functions"),
    ("alpha-beta-fail-hard", "fail-hard alpha-beta"),
    ("pvs", "principal variation search"),
    ("sss-star", "SSS*"),
];

impl Composition {
    /// Writes it as part of a sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        let search = SEARCHES.iter().find(|(word, _)| *word == self.search());
        let search = search.map_or(self.search(), |(_, says)| says);
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
