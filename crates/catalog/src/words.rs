//! The words of compositions, a row each: what a part does, how a sentence says it, its values, and what it needs.

use crate::composition::{Composition, Word};
use crate::spec::SpecError;
use plywood_search::Table;

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
    pub(crate) is_tactical: bool,
    /// The value that it has unless one is given, and the range of values; without it the part takes no value.
    values: Option<(Option<u32>, u32, u32)>,
    /// Parts of the same group exclude each other.
    group: Option<Group>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartKind {
    Horizon,
    Inside,
    Driver,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Table,
    Window,
}

/// In megabytes; the upper end is more than any machine has.
const TABLE: Option<(Option<u32>, u32, u32)> = Some((Some(16), 1, 1 << 24));

#[rustfmt::skip]
const PARTS: [Part; 12] = [
    part("quiescence", PartKind::Horizon, "captures are played out at the horizon", "quiescence").tactical(),
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

/// The searches whose words are short, with their names in sentences.
const SEARCHES: [(&str, &str); 4] = [
    ("pvs", "principal variation search"),
    ("alpha-beta-max-min", "alpha-beta in two functions"),
    ("alpha-beta-fail-hard", "fail-hard alpha-beta"),
    ("sss-star", "SSS*"),
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

    /// The word with its usual value, as one spells it: `table=16`.
    #[must_use]
    pub fn example(&self) -> String {
        match self.values {
            Some((Some(usual), ..)) => format!("{}={usual}", self.word),
            Some((None, ..)) | None => self.word.to_owned(),
        }
    }

    pub(crate) const fn kind(&self) -> PartKind {
        self.kind
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
        };
        match (&word.value, self.values) {
            (None, None) => Ok(None),
            (None, Some((usual, ..))) => Ok(usual.map(|usual| usual.to_string())),
            (Some(_), None) => Err(wrong("no value".to_owned())),
            (Some(value), Some((_, min, max))) => {
                let number = value.parse::<u32>().ok();
                let number = number.filter(|number| (min..=max).contains(number));
                let number =
                    number.ok_or_else(|| wrong(format!("a number from {min} to {max}")))?;
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
pub(crate) fn is_tactical(spelled: &str) -> bool {
    let mut words = spelled.split('+').filter_map(Part::named);
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
        let search = SEARCHES.iter().find(|(word, _)| *word == self.search());
        let search = search.map_or(self.search(), |(_, meaning)| meaning);
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
