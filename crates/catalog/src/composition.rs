//! [`Composition`]: a search by the words of its parts.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A search by its parts: `pvs+quiescence+captures+killers+history+table=16+aspiration+deepening`.
///
/// The first word names the search; the others name its parts, perhaps with a value. In front of a word there is a `+` or a space,
/// so that neither a shell nor a URL needs quotes. What the words mean is known to a [`Catalog`](crate::Catalog),
/// which also puts them into their usual order.
///
/// ```
/// use plywood_catalog::Composition;
///
/// let search: Composition = "alpha-beta captures table=16".parse()?;
/// assert_eq!(search.to_string(), "alpha-beta+captures+table=16");
/// assert_eq!(search.without("captures").to_string(), "alpha-beta+table=16");
/// assert_eq!(
///     search.in_words(),
///     "alpha-beta with captures first and an exact table of 16 MB"
/// );
/// # Ok::<(), plywood_catalog::CompositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Composition {
    search: String,
    parts: Vec<Word>,
}

/// A word of a [`Composition`]: `captures`, or `table=16` with its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word {
    /// What it names.
    pub name: String,
    /// The value behind `=`.
    pub value: Option<String>,
}

/// Why a text is not a [`Composition`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompositionError {
    /// There is no word.
    #[error("expected the name of a strategy, found nothing")]
    Empty,
    /// A word has no name, or an empty value.
    #[error("expected NAME or NAME=VALUE, found {word:?} in {text:?}")]
    Word {
        /// The word.
        word: String,
        /// The whole text.
        text: String,
    },
    /// The search has a value, which only parts have.
    #[error("{search} takes no value; its parts follow it, as in {search}+table=16")]
    SearchValue {
        /// The search.
        search: String,
    },
    /// A part was given twice.
    #[error("{name} was given twice in {text:?}")]
    Twice {
        /// The part.
        name: String,
        /// The whole text.
        text: String,
    },
}

/// The word of a part that is to be left out: `everything+without=killers`. It may be given several times.
pub(crate) const WITHOUT: &str = "without";

impl Composition {
    /// A search without parts.
    #[must_use]
    pub fn new(search: &str) -> Self {
        Self {
            search: search.to_owned(),
            parts: Vec::new(),
        }
    }

    /// The first word, which names the search.
    #[must_use]
    pub fn search(&self) -> &str {
        &self.search
    }

    /// The words of the parts.
    #[must_use]
    pub fn parts(&self) -> &[Word] {
        &self.parts
    }

    /// The part of that name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Word> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The same with another search.
    #[must_use]
    pub fn with_search(&self, search: &str) -> Self {
        Self {
            search: search.to_owned(),
            parts: self.parts.clone(),
        }
    }

    /// The same with one more part at the end; it replaces one of the same name, except that `without` may come several times.
    #[must_use]
    pub fn with(&self, name: &str, value: Option<&str>) -> Self {
        let mut with = match name {
            WITHOUT => self.clone(),
            _ => self.without(name),
        };
        with.push(name, value);
        with
    }

    /// The same without a part.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut without = self.clone();
        without.parts.retain(|part| part.name != name);
        without
    }

    /// Whether it searches to depth 1, 2, 3 and so on, so that it has an answer whenever it is stopped.
    #[must_use]
    pub fn deepens(&self) -> bool {
        self.part("deepening").is_some()
    }

    pub(crate) fn push(&mut self, name: &str, value: Option<&str>) {
        self.parts.push(Word {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        });
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.iter().map(|part| format!("+{part}"));
        f.pad(&format!("{}{}", self.search, parts.collect::<String>()))
    }
}

impl FromStr for Composition {
    type Err = CompositionError;

    fn from_str(text: &str) -> Result<Self, CompositionError> {
        let separated = text.replace('+', " ");
        let mut words = separated.split_whitespace();
        let search = words.next().ok_or(CompositionError::Empty)?;
        let mut composition = Self::new(search);
        for word in words {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            if name.is_empty() || value == Some("") {
                return Err(CompositionError::Word {
                    word: word.to_owned(),
                    text: text.to_owned(),
                });
            }
            if name != WITHOUT && composition.part(name).is_some() {
                return Err(CompositionError::Twice {
                    name: name.to_owned(),
                    text: text.to_owned(),
                });
            }
            composition.push(name, value);
        }
        match search.split_once('=') {
            Some(("", _)) => Err(CompositionError::Word {
                word: search.to_owned(),
                text: text.to_owned(),
            }),
            Some((search, _)) => Err(CompositionError::SearchValue {
                search: search.to_owned(),
            }),
            None => Ok(composition),
        }
    }
}

/// A composition is written as its text.
impl serde::Serialize for Composition {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Composition {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
