//! [`Settings`]: the settings of a strategy, declared and read in one place.

use crate::spec::{Composition, SpecError, WITHOUT, Word};
use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The settings from which a strategy is made. To read a setting is to declare it, so a program can offer it: as a word of a
/// composition (`type-b+width=12`), as an option of the UCI protocol, or as a field of a page.
///
/// Read every setting whatever the values of the others are, or programs will not know all of them.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_catalog::Catalog;
/// use plywood_search::{AlphaBeta, Quiescence};
///
/// let games = Catalog::keyed("connect-four", ConnectFour::new()).search(
///     "mine",
///     "alpha-beta, perhaps with a bonus",
///     |settings, evaluator| {
///         let _bonus = settings.number("bonus", 10, 0..=100);
///         let _is_bold = settings.switch("bold");
///         AlphaBeta::new(evaluator)
///     },
/// );
/// assert_eq!(
///     games.contender("mine+bonus=20 bold")?.composition().to_string(),
///     "mine+bonus=20+bold"
/// );
/// let error = games.contender("mine+bonus=200").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "bonus: expected a whole number from 0 to 100, found \"200\""
/// );
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Default)]
pub struct Settings {
    given: Vec<Word>,
    declared: RefCell<Vec<Setting>>,
    hidden: RefCell<Vec<Setting>>,
}

/// A setting that a strategy declares.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// The values that it takes.
    pub kind: SettingKind,
}

/// The values that a setting takes.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingKind {
    /// A number; texts, since the number may be whole or not.
    Number {
        /// The number unless one is given.
        usual: String,
        /// The lowest number.
        min: String,
        /// The highest number.
        max: String,
        /// Whether the number is whole.
        is_whole: bool,
    },
    /// Off unless it is given.
    Switch,
    /// One of several words.
    Choice {
        /// The word unless one is given.
        usual: String,
        /// All words.
        words: Vec<String>,
    },
    /// Several of these words, each of which takes something away: `without=WORD`, once or more.
    Without(Vec<String>),
}

/// A number that a setting can be.
pub trait Number: Copy + PartialOrd + FromStr + Display {
    /// Whether it has no fraction.
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

/// ```
/// use plywood_catalog::Settings;
///
/// let settings: Settings = [("width".to_owned(), "12".to_owned())].into_iter().collect();
/// assert_eq!(settings.number("width", 8, 1..=64), 12);
/// assert_eq!(settings.declared()[0].expected(), "a whole number from 1 to 64");
/// ```
impl FromIterator<(String, String)> for Settings {
    /// Settings with these values; the value of a switch does not matter.
    fn from_iter<I: IntoIterator<Item = (String, String)>>(given: I) -> Self {
        let word = |(name, value)| Word {
            name,
            value: Some(value),
        };
        Self {
            given: given.into_iter().map(word).collect(),
            ..Self::default()
        }
    }
}

/// The words of its parts.
impl From<&Composition> for Settings {
    fn from(composition: &Composition) -> Self {
        Self {
            given: composition.parts().to_vec(),
            ..Self::default()
        }
    }
}

impl Settings {
    fn declare(&self, name: &str, kind: SettingKind) {
        add(&mut self.declared.borrow_mut(), name, kind);
    }

    /// The word that gives a setting.
    pub(super) fn part(&self, name: &str) -> Option<&Word> {
        self.given.iter().find(|word| word.name == name)
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.part(name).and_then(|word| word.value.as_deref())
    }

    /// What was declared so far.
    #[must_use]
    pub fn declared(self) -> Vec<Setting> {
        self.declared.into_inner()
    }

    /// What was declared so far, and what is not offered.
    pub(super) fn all_declared(self) -> [Vec<Setting>; 2] {
        [self.declared.into_inner(), self.hidden.into_inner()]
    }

    /// A number in a range that is written like any other, but that no program offers: one that only games can decide, and whoever
    /// develops the strategy.
    ///
    /// ```
    /// use plywood_catalog::Settings;
    ///
    /// let settings: Settings = [("margin".to_owned(), "12".to_owned())].into_iter().collect();
    /// assert_eq!(settings.hidden_number("margin", 8, 1..=64), 12);
    /// assert!(settings.declared().is_empty());
    /// ```
    pub fn hidden_number<N: Number>(&self, name: &str, usual: N, range: RangeInclusive<N>) -> N {
        add(
            &mut self.hidden.borrow_mut(),
            name,
            number_kind(usual, &range),
        );
        self.number_given(name, usual, &range)
    }

    /// A number in a range.
    pub fn number<N: Number>(&self, name: &str, usual: N, range: RangeInclusive<N>) -> N {
        self.declare(name, number_kind(usual, &range));
        self.number_given(name, usual, &range)
    }

    fn number_given<N: Number>(&self, name: &str, usual: N, range: &RangeInclusive<N>) -> N {
        let number = self.value(name).and_then(|text| text.parse().ok());
        number
            .filter(|number| range.contains(number))
            .unwrap_or(usual)
    }

    /// Whether a switch is on.
    pub fn switch(&self, name: &str) -> bool {
        self.declare(name, SettingKind::Switch);
        self.part(name).is_some()
    }

    /// One of these words; the first unless one is given.
    ///
    /// # Panics
    /// If there are no words.
    pub fn choice<'a>(&self, name: &str, words: &[&'a str]) -> &'a str {
        let usual = *words.first().expect("a choice has at least one word");
        self.declare(
            name,
            SettingKind::Choice {
                usual: usual.to_owned(),
                words: words.iter().map(ToString::to_string).collect(),
            },
        );
        let given = self.value(name);
        let known = words.iter().find(|word| Some(**word) == given);
        known.copied().unwrap_or(usual)
    }

    /// Those of the words that are to be taken away, as in `engine+without=null-move+without=futility`.
    pub fn without<'a>(&self, words: &[&'a str]) -> Vec<&'a str> {
        self.declare(
            WITHOUT,
            SettingKind::Without(words.iter().map(ToString::to_string).collect()),
        );
        let is_taken = |word: &&&str| {
            let mut given = self.given.iter();
            given.any(|given| given.name == WITHOUT && given.value.as_deref() == Some(**word))
        };
        words.iter().filter(is_taken).copied().collect()
    }
}

fn add(declared: &mut Vec<Setting>, name: &str, kind: SettingKind) {
    if declared.iter().all(|setting| setting.name != name) {
        let name = name.to_owned();
        declared.push(Setting { name, kind });
    }
}

fn number_kind<N: Number>(usual: N, range: &RangeInclusive<N>) -> SettingKind {
    SettingKind::Number {
        usual: usual.to_string(),
        min: range.start().to_string(),
        max: range.end().to_string(),
        is_whole: N::IS_WHOLE,
    }
}

impl Setting {
    /// Checks a value, or that there is none.
    ///
    /// # Errors
    /// [`SpecError::Value`].
    pub fn check(&self, value: Option<&str>) -> Result<(), SpecError> {
        let is_known = match (&self.kind, value) {
            (SettingKind::Switch, value) => value.is_none(),
            (
                SettingKind::Number {
                    min, max, is_whole, ..
                },
                Some(value),
            ) => {
                if *is_whole {
                    // As the number is written, so that whatever type it has can be read from it.
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
            Ok(())
        } else {
            Err(SpecError::Value {
                word: self.name.clone(),
                expected: self.expected(),
                found: value.map(str::to_owned),
                known: match &self.kind {
                    SettingKind::Choice { words, .. } | SettingKind::Without(words) => {
                        words.clone()
                    }
                    SettingKind::Number { .. } | SettingKind::Switch => Vec::new(),
                },
            })
        }
    }

    /// What the setting takes, for people.
    #[must_use]
    pub fn expected(&self) -> String {
        match &self.kind {
            SettingKind::Number {
                min, max, is_whole, ..
            } => {
                let kind = if *is_whole { "whole number" } else { "number" };
                format!("a {kind} from {min} to {max}")
            }
            SettingKind::Switch => "no value".to_owned(),
            SettingKind::Choice { words, .. } | SettingKind::Without(words) => {
                format!("one of {}", words.join(", "))
            }
        }
    }
}
