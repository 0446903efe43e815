//! [`Spec`]: a strategy with its evaluator and limits, in one line; and its [`Composition`], the search and its parts.

use crate::spec_error::{SETTINGS, SpecError};
use plywood_report::{duration, number, quotes};
use plywood_search::Limits;
use plywood_search::clock::has_clock;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A strategy with its evaluator and limits, in one line: `[LABEL=]COMPOSITION[:SETTING=VALUE,…]`.
///
/// The string is parsed once. After that, read and change the parts here; a [`Catalog`](crate::Catalog) builds the strategy from them.
/// `Display` writes a string that parses to an equal value, and serde writes and reads that string.
///
/// The settings are `evaluator`, `noise` (adds a random number of up to this many centipawns to each evaluation, decided by the seed), and
/// the limits `depth`, `nodes`, `rounds`, `time` and `soft-nodes`. Any other setting is another word of the composition.
///
/// ```
/// use plywood_catalog::Spec;
///
/// let spec: Spec = "mine=pvs+killers:depth=6,evaluator=material,table=4".parse()?;
/// assert_eq!(spec.label.as_deref(), Some("mine"));
/// assert_eq!(spec.composition.to_string(), "pvs+killers+table=4");
/// assert_eq!(spec.limits.to_string(), "depth=6");
/// assert_eq!(spec.to_string(), "mine=pvs+killers+table=4:evaluator=material,depth=6");
/// assert_eq!(Spec::split_label("my best=pvs"), (Some("my best".into()), "pvs"));
/// assert_eq!(Spec::split_label("pvs table=4"), (None, "pvs table=4"));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The name given by the user.
    pub label: Option<String>,
    /// The search.
    pub composition: Composition,
    /// The evaluator; `None` for the strategy's default.
    pub evaluator: Option<EvaluatorSpec>,
    /// The most centipawns that are randomly added to an evaluation.
    pub noise: Option<u16>,
    /// Its limits.
    pub limits: Limits,
}

/// Names for differences other than words of a composition, in [`Spec::differences`].
const SEARCH: &str = "search";
const EVALUATOR: &str = "evaluator";

impl Spec {
    /// The settings that every strategy takes after the colon: an example and a description of each.
    pub const SETTINGS: [(&'static str, &'static str); 7] = SETTINGS;

    /// Merges these settings into `base`: the words of the composition follow those of the base, and replace or remove them.
    #[must_use]
    pub(super) fn over(&self, base: &Self) -> Self {
        Self {
            label: self.label.clone(),
            composition: base.composition.clone(),
            evaluator: self.evaluator.clone().or_else(|| base.evaluator.clone()),
            noise: self.noise.or(base.noise),
            limits: self.limits.inherit(&base.limits),
        }
    }

    /// Returns the evaluator as a string, empty for the default.
    #[must_use]
    pub fn evaluator_text(&self) -> String {
        let evaluator = self.evaluator.as_ref();
        evaluator.map_or_else(String::new, ToString::to_string)
    }

    /// Returns the differences between two strategies: `search`, `evaluator`, or the name of a part or setting.
    #[must_use]
    pub fn differences<'a>(&'a self, other: &'a Self) -> Vec<&'a str> {
        let (one, two) = (&self.composition, &other.composition);
        let is_different = |name: &str| one.part(name) != two.part(name);
        let mut parts = Vec::new();
        if one.search() != two.search() {
            parts.push(SEARCH);
        }
        for part in one.parts().iter().chain(two.parts()) {
            let name = part.name.as_str();
            if is_different(name) && !parts.contains(&name) {
                parts.push(name);
            }
        }
        for (name, is_different) in [
            (EVALUATOR, self.evaluator != other.evaluator),
            ("noise", self.noise != other.noise),
            ("limits", self.limits != other.limits),
        ] {
            if is_different {
                parts.push(name);
            }
        }
        parts
    }

    /// Replaces one part, which may be absent, with another strategy's.
    pub(crate) fn with_part_of(&self, other: &Self, name: &str) -> Option<Self> {
        let mut changed = self.clone();
        changed.label = None;
        match name {
            SEARCH => {
                changed.composition = self.composition.with_search(other.composition.search());
            }
            EVALUATOR | "noise" | "limits" => return None,
            name => {
                let mut parts = Composition::new(self.composition.search());
                let kept = self
                    .composition
                    .parts()
                    .iter()
                    .filter(|part| part.name != name);
                for part in kept.chain(other.composition.part(name)) {
                    parts.push(&part.name, part.value.as_deref());
                }
                changed.composition = parts;
            }
        }
        Some(changed)
    }

    /// Reads a setting; returns `false` for a word of the composition.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, SpecError> {
        let wrong = |expected: &str| SpecError::Value {
            word: key.to_owned(),
            expected: expected.to_owned(),
            found: Some(value.to_owned()),
            known: Vec::new(),
        };
        let whole = || wrong("a whole number from 0 on that is not too large");
        let count = || number::read::<u64>(value).ok_or_else(whole);
        let limits = || self.limits.clone();
        match key {
            "evaluator" => self.evaluator = Some(value.parse()?),
            "noise" => self.noise = Some(number::read(value).ok_or_else(whole)?),
            "depth" => {
                let depth = number::read::<u32>(value).ok_or_else(whole)?;
                self.limits = limits().with_depth(depth);
            }
            "nodes" => self.limits = limits().with_nodes(count()?),
            "rounds" => self.limits = limits().with_rounds(count()?),
            "soft-nodes" => self.limits = limits().with_soft_nodes(count()?),
            "time" => {
                let expected = if has_clock() {
                    "a time such as 100ms, 1.5s or 2m"
                } else {
                    "a depth or nodes instead, since this system has no clock"
                };
                let time = duration::read(value).filter(|_| has_clock());
                self.limits = limits().with_time(time.ok_or_else(|| wrong(expected))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Splits off the label, which ends with the first `=`, if that comes before the parts and settings. A label may contain spaces, unless
    /// it could be a composition: `pvs table=16` and `engine without=null-move` have none. In quotes it may be any text: `"a+b=c"=pvs`.
    #[must_use]
    pub fn split_label(text: &str) -> (Option<Cow<'_, str>>, &str) {
        if let Some((label, rest)) = quotes::leading(text)
            && let Some(rest) = rest.strip_prefix('=')
        {
            return (Some(label), rest);
        }
        let Some((label, rest)) = text.split_once('=') else {
            return (None, text);
        };
        let is_part = label.contains(' ')
            && (label.ends_with(WITHOUT) || rest.starts_with(|first: char| first.is_ascii_digit()));
        if is_part || label.trim().is_empty() || label.contains([':', '+']) {
            (None, text)
        } else {
            (Some(label.into()), rest)
        }
    }

    /// Writes a label before a strategy or program, in quotes if they're needed, so that [`split_label`](Self::split_label) reads it.
    ///
    /// ```
    /// use plywood_catalog::Spec;
    ///
    /// assert_eq!(Spec::labeled("mine", "pvs"), "mine=pvs");
    /// assert_eq!(Spec::labeled("pvs+table", "pvs"), r#""pvs+table"=pvs"#);
    /// ```
    #[must_use]
    pub fn labeled(label: &str, rest: &str) -> String {
        let plain = format!("{label}={rest}");
        if Self::split_label(&plain) == (Some(label.into()), rest) {
            return plain;
        }
        format!("\"{}\"={rest}", label.replace('"', "\"\""))
    }
}

/// Makes a search with its default evaluator and no limits.
impl From<Composition> for Spec {
    fn from(composition: Composition) -> Self {
        Self {
            label: None,
            composition,
            evaluator: None,
            noise: None,
            limits: Limits::default(),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (label, unlabeled) = Self::split_label(text);
        let (composition, settings) = unlabeled.split_once(':').unwrap_or((unlabeled, ""));
        let mut spec = Self {
            label: label.map(Cow::into_owned),
            ..Self::from(composition.parse::<Composition>()?)
        };
        let mut known = HashSet::new();
        for setting in quotes::split(settings).filter(|_| !settings.is_empty()) {
            let Some((key, value)) = setting.split_once('=') else {
                return Err(SpecError::Setting {
                    found: setting.to_owned(),
                    text: text.to_owned(),
                });
            };
            let (key, value) = (key.trim(), value.trim());
            let value = &*quotes::unquote(value).ok_or_else(|| SpecError::Quotes {
                found: value.to_owned(),
                text: text.to_owned(),
            })?;
            if !spec.set(key, value)? {
                spec.composition.add(&format!("{key}={value}"), text)?;
            } else if !known.insert(key) {
                return Err(SpecError::Twice {
                    name: key.to_owned(),
                    text: text.to_owned(),
                });
            }
        }
        Ok(spec)
    }
}

/// Writes the string that [`FromStr`] reads.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let evaluator = self.evaluator.as_ref();
        let settings = [
            evaluator.map(|evaluator| {
                let text = evaluator.to_string();
                format!("evaluator={}", quotes::quote(&text))
            }),
            self.noise.map(|noise| format!("noise={noise}")),
            Some(self.limits.to_string()).filter(|limits| !limits.is_empty()),
        ];
        let settings: Vec<String> = settings.into_iter().flatten().collect();
        let separator = if settings.is_empty() { "" } else { ":" };
        let text = format!("{}{separator}{}", self.composition, settings.join(","));
        match &self.label {
            Some(label) => f.pad(&Self::labeled(label, &text)),
            None => f.pad(&text),
        }
    }
}

/// An evaluator by its name, perhaps with a file: `classical`, `net@mine.net`. A file can have any name.
///
/// ```
/// use plywood_catalog::{EvaluatorSpec, Spec};
///
/// let net: EvaluatorSpec = "net@a, b@c.net".parse()?;
/// assert_eq!(net, EvaluatorSpec::in_file("net", "a, b@c.net"));
/// // Among other settings, a file with a comma is in quotes.
/// let spec: Spec = r#"pvs:evaluator="net@a, b@c.net",depth=3"#.parse()?;
/// assert_eq!(spec.evaluator, Some(net));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EvaluatorSpec {
    /// The name in the catalog.
    pub name: String,
    /// The file of its weights; `None` for the default weights.
    pub file: Option<PathBuf>,
}

impl EvaluatorSpec {
    /// Makes the evaluator with that name and its default weights.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            file: None,
        }
    }

    /// Makes the evaluator with that name and the weights in a file.
    #[must_use]
    pub fn in_file(name: &str, file: impl Into<PathBuf>) -> Self {
        Self {
            name: name.to_owned(),
            file: Some(file.into()),
        }
    }
}

impl FromStr for EvaluatorSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Ok(match text.split_once('@') {
            Some((name, file)) => Self::in_file(name, file),
            None => Self::named(text),
        })
    }
}

impl fmt::Display for EvaluatorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => f.pad(&format!("{}@{}", self.name, file.display())),
            None => f.pad(&self.name),
        }
    }
}

/// A search by its parts: `pvs+quiescence+captures+killers+history+table=16+aspiration+deepening`.
///
/// The first word names the search; the others name its parts, perhaps with a value. Words are separated by `+` or a space, so that neither
/// a shell nor a URL needs quotes. A [`Catalog`](crate::Catalog) gives the words their meaning and puts them into their usual order.
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
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Composition {
    search: String,
    parts: Vec<Word>,
}

/// A word of a [`Composition`]: `captures`, or `table=16` with its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word {
    /// The name of the part or search.
    pub name: String,
    /// The value after `=`.
    pub value: Option<String>,
}

/// The word that removes a part: `everything+without=killers`. It may be given several times.
pub(crate) const WITHOUT: &str = "without";

impl Composition {
    /// Makes a search without parts.
    #[must_use]
    pub fn new(search: &str) -> Self {
        Self {
            search: search.to_owned(),
            parts: Vec::new(),
        }
    }

    /// Returns the first word, which names the search.
    #[must_use]
    pub fn search(&self) -> &str {
        &self.search
    }

    /// Returns the words of the parts.
    #[must_use]
    pub fn parts(&self) -> &[Word] {
        &self.parts
    }

    /// Returns the part with that name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Word> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Returns the number given to a part.
    #[must_use]
    pub fn number<N: FromStr>(&self, name: &str) -> Option<N> {
        self.part(name)?.value.as_ref()?.parse().ok()
    }

    /// Replaces the search.
    #[must_use]
    pub fn with_search(&self, search: &str) -> Self {
        Self {
            search: search.to_owned(),
            parts: self.parts.clone(),
        }
    }

    /// Adds a part at the end; it replaces one with the same name, except that `without` may come several times.
    #[must_use]
    pub fn with(&self, name: &str, value: Option<&str>) -> Self {
        let mut with = match name {
            WITHOUT => self.clone(),
            _ => self.without(name),
        };
        with.push(name, value);
        with
    }

    /// Removes a part.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut without = self.clone();
        without.parts.retain(|part| part.name != name);
        without
    }

    /// Returns `true` if it searches to depth 1, 2, 3 and so on, so that it has an answer whenever it is stopped.
    #[must_use]
    pub fn deepens(&self) -> bool {
        self.part("deepening").is_some()
    }

    /// Adds a word of a string.
    fn add(&mut self, word: &str, text: &str) -> Result<(), SpecError> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        if name.is_empty() || value == Some("") {
            return Err(SpecError::Word {
                word: word.to_owned(),
                text: text.to_owned(),
            });
        }
        if name != WITHOUT && self.part(name).is_some() {
            return Err(SpecError::Twice {
                name: name.to_owned(),
                text: text.to_owned(),
            });
        }
        self.push(name, value);
        Ok(())
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
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let separated = text.replace('+', " ");
        let mut words = separated.split_whitespace();
        let search = words.next().ok_or(SpecError::Empty)?;
        match search.split_once('=') {
            Some(("", _)) => {
                return Err(SpecError::Word {
                    word: search.to_owned(),
                    text: text.to_owned(),
                });
            }
            Some((search, _)) => {
                let search = search.to_owned();
                return Err(SpecError::SearchValue { search });
            }
            None => {}
        }
        let mut composition = Self::new(search);
        for word in words {
            composition.add(word, text)?;
        }
        Ok(composition)
    }
}

/// Specs are serialized as their strings.
#[cfg(feature = "serde")]
macro_rules! serialized_as_text {
    ($($spec:ty)*) => {
        $(impl serde::Serialize for $spec {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $spec {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        })*
    };
}
#[cfg(feature = "serde")]
serialized_as_text!(Composition EvaluatorSpec Spec);
