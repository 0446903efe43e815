//! [`Spec`]: a strategy with its evaluator and limits, as one line of text; and its [`Composition`], the search and its parts.

use plywood_report::{did_you_mean, duration, number, quotes};
use plywood_search::MoveLimits;
use plywood_search::clock::has_clock;
use plywood_search::laws::BrokenLaw;
use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// A strategy with its evaluator and limits, as one line of text: `[LABEL=]COMPOSITION[:SETTING=VALUE,…]`.
///
/// A string is parsed once. After that the parts are read and changed here, and a [`Catalog`](crate::Catalog) builds the strategy
/// from them. `Display` writes a string that parses to the same value.
///
/// The settings are `evaluator`, `noise` (a random number of centipawns up to this one is added to each evaluation, by the seed), and the
/// limits `depth`, `nodes`, `time` and `soft-nodes`. Any other setting is one more word of the composition.
///
/// ```
/// use plywood_catalog::Spec;
///
/// let spec: Spec = "mine=pvs+killers:depth=6,evaluator=material,table=4".parse()?;
/// assert_eq!(spec.label.as_deref(), Some("mine"));
/// assert_eq!(spec.composition.to_string(), "pvs+killers+table=4");
/// assert_eq!(spec.limits.to_string(), "depth=6");
/// assert_eq!(spec.to_string(), "mine=pvs+killers+table=4:evaluator=material,depth=6");
/// assert_eq!(Spec::split_label("my best=pvs"), (Some("my best"), "pvs"));
/// assert_eq!(Spec::split_label("pvs table=4"), (None, "pvs table=4"));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The name that people gave it.
    pub label: Option<String>,
    /// The search.
    pub composition: Composition,
    /// The evaluator; without one, the strategy has its usual one.
    pub evaluator: Option<EvaluatorSpec>,
    /// The most centipawns that are added to an evaluation by chance.
    pub noise: Option<u16>,
    /// Its own limits.
    pub limits: MoveLimits,
}

/// Why a text is not a strategy of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
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
    /// A part or setting was given twice.
    #[error("{name} was given twice in {text:?}")]
    Twice {
        /// The part.
        name: String,
        /// The whole text.
        text: String,
    },
    /// There is no such game.
    #[error("there is no game {name:?}{}; the games are {}", did_you_mean(name, known), known.join(", "))]
    Game {
        /// The name that was given.
        name: String,
        /// The names that are known.
        known: Vec<String>,
    },
    /// The game has no such strategy.
    #[error("there is no strategy {name:?}{}; the strategies are {}", did_you_mean(name, known), known.join(", "))]
    Strategy {
        /// The name that was given.
        name: String,
        /// The names that are known.
        known: Vec<String>,
    },
    /// What was meant as a part was read as a label.
    #[error(
        "{label:?} was read as a label, and there is no strategy {name:?}; a part is written {meant}"
    )]
    Label {
        /// The label.
        label: String,
        /// What follows it.
        name: String,
        /// How it is written if it is a part.
        meant: String,
    },
    /// The strategy does not take such a part.
    #[error(
        "{strategy} takes no {part:?}{}; it takes {}",
        meant_part(part, takes, hidden),
        taken(takes)
    )]
    Part {
        /// The strategy.
        strategy: String,
        /// The part that was given.
        part: String,
        /// The parts that it takes.
        takes: Vec<String>,
        /// Those that it takes and does not offer.
        hidden: Vec<String>,
    },
    /// A player moves again without a pass in between, so that every search would find wrong values.
    #[error("the searches cannot play {game}: {law}")]
    Turns {
        /// The game.
        game: String,
        /// The law, and where it is broken.
        law: BrokenLaw,
    },
    /// The game lacks what the part needs.
    #[error(
        "{part:?} needs to know which moves are noisy, and {game} does not say it (`Tactical`)"
    )]
    NotTactical {
        /// The game.
        game: String,
        /// The part.
        part: String,
    },
    /// Two parts exclude each other.
    #[error("{one} and {other} exclude each other: choose one")]
    Exclusive {
        /// The one part.
        one: String,
        /// The other part.
        other: String,
    },
    /// A part needs another one.
    #[error("{part} needs {needed}, as in {example}")]
    Needs {
        /// The part.
        part: &'static str,
        /// What it needs.
        needed: &'static str,
        /// A composition with both.
        example: &'static str,
    },
    /// A value is not one that the word takes.
    #[error("{word}: expected {expected}, found {}", found.as_ref().map_or("nothing".to_owned(), |found| format!("{found:?}{}", did_you_mean(found, known))))]
    Value {
        /// The word.
        word: String,
        /// What it takes.
        expected: String,
        /// What was found.
        found: Option<String>,
        /// The words that it takes, if it takes words.
        known: Vec<String>,
    },
    /// A setting is not `KEY=VALUE`.
    #[error("expected SETTING=VALUE, found {found:?} in {text:?}")]
    Setting {
        /// What was found.
        found: String,
        /// The whole text.
        text: String,
    },
    /// A value begins with a quote, and does not end with one.
    #[error("expected a quote at the end, and quotes inside doubled, found {found:?} in {text:?}")]
    Quotes {
        /// What was found.
        found: String,
        /// The whole text.
        text: String,
    },
    /// The game has no such evaluator.
    #[error("{game} has no evaluator {name:?}{}; the evaluators are {}", did_you_mean(name, known), known.join(", "))]
    Evaluator {
        /// The game.
        game: String,
        /// The name that was given.
        name: String,
        /// The names that are known.
        known: Vec<String>,
    },
    /// The game has no such evaluator that is a sum of weighted counts.
    #[error("{game} has no evaluator {name:?} with weights{}; those with weights are {}", did_you_mean(name, known), known.join(", "))]
    NoWeights {
        /// The game.
        game: String,
        /// The name that was given.
        name: String,
        /// The names that are known.
        known: Vec<String>,
    },
    /// A file of weights cannot be used.
    #[error("weights in {file:?}: {reason}")]
    Weights {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The name would not be read as it is written.
    #[error("{game} cannot have {kind} of the name {name:?}: use letters, digits and hyphens")]
    Name {
        /// The game.
        game: String,
        /// What has the name.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// Two parts of a catalog have the same name.
    #[error("{game} has two {kind} of the name {name:?}: rename one")]
    Taken {
        /// The game.
        game: String,
        /// What has the name.
        kind: &'static str,
        /// The name.
        name: String,
    },
}

impl SpecError {
    /// There is no game of that name.
    #[must_use]
    pub fn game(name: &str, known: &[&str]) -> Self {
        Self::Game {
            name: name.to_owned(),
            known: known.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The names of the settings that every strategy takes.
fn settings() -> impl Iterator<Item = &'static str> {
    let examples = Spec::SETTINGS.into_iter().map(|(example, _)| example);
    examples.filter_map(|example| Some(example.split_once('=')?.0))
}

/// The part or setting that was probably meant, or where a setting stands that is no part.
fn meant_part(part: &str, takes: &[String], hidden: &[String]) -> String {
    if settings().any(|setting| setting == part) {
        return format!(" (it stands after a colon, as in :{part}=…)");
    }
    let mut known: Vec<&str> = settings().collect();
    known.extend(takes.iter().chain(hidden).map(String::as_str));
    did_you_mean(part, &known)
}

/// The parts and settings that a strategy takes.
fn taken(takes: &[String]) -> String {
    let settings = settings().collect::<Vec<_>>().join(", ");
    let parts = match takes {
        [] => "no parts".to_owned(),
        takes => takes.join(", "),
    };
    format!("{parts}, and after a colon {settings}")
}

impl Spec {
    /// The settings that every strategy takes after the colon: an example of each, and what it does.
    pub const SETTINGS: [(&'static str, &'static str); 6] = [
        ("depth=4", "search this many plies"),
        ("nodes=5000", "search this many nodes for a move"),
        ("time=100ms", "search this long for a move; also 1.5s, 2m"),
        (
            "evaluator=material",
            "the evaluator of a strategy; the first one of the game unless set",
        ),
        (
            "noise=10",
            "up to this many centipawns, drawn by the seed, are added to each evaluation",
        ),
        (
            "soft-nodes=5000",
            "begin no iteration after this many nodes, but finish the one that began before",
        ),
    ];

    /// These settings over those of `base`: the words of the composition follow those of the base, and replace or remove them.
    #[must_use]
    pub(super) fn over(&self, base: &Self) -> Self {
        Self {
            label: self.label.clone(),
            composition: base.composition.clone(),
            evaluator: self.evaluator.clone().or_else(|| base.evaluator.clone()),
            noise: self.noise.or(base.noise),
            limits: MoveLimits {
                depth: self.limits.depth.or(base.limits.depth),
                nodes: self.limits.nodes.or(base.limits.nodes),
                time: self.limits.time.or(base.limits.time),
                soft_nodes: self.limits.soft_nodes.or(base.limits.soft_nodes),
            },
        }
    }

    /// Returns the evaluator as text, which is empty without one.
    #[must_use]
    pub fn evaluator_text(&self) -> String {
        let evaluator = self.evaluator.as_ref();
        evaluator.map_or_else(String::new, ToString::to_string)
    }

    /// Reads a setting, and says whether it is one; all others are words of the composition.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, SpecError> {
        let wrong = |expected: &str| SpecError::Value {
            word: key.to_owned(),
            expected: expected.to_owned(),
            found: Some(value.to_owned()),
            known: Vec::new(),
        };
        let whole = || wrong("a whole number from 0 on that is not too large");
        match key {
            "evaluator" => self.evaluator = Some(value.parse()?),
            "noise" => self.noise = Some(number::read(value).ok_or_else(whole)?),
            "depth" => self.limits.depth = Some(number::read(value).ok_or_else(whole)?),
            "nodes" => self.limits.nodes = Some(number::read(value).ok_or_else(whole)?),
            "soft-nodes" => {
                self.limits.soft_nodes = Some(number::read(value).ok_or_else(whole)?);
            }
            "time" => {
                let expected = if has_clock() {
                    "a time such as 100ms, 1.5s or 2m"
                } else {
                    "a depth or nodes instead, since this system has no clock"
                };
                let time = duration::read(value).filter(|_| has_clock());
                self.limits.time = Some(time.ok_or_else(|| wrong(expected))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Splits off the label, which ends with the first `=`, if that comes before the parts and settings. A label may have spaces,
    /// unless it could be a composition: `pvs table=16` and `engine without=null-move` have none.
    #[must_use]
    pub fn split_label(text: &str) -> (Option<&str>, &str) {
        let Some((label, rest)) = text.split_once('=') else {
            return (None, text);
        };
        let is_part = label.contains(' ')
            && (label.ends_with(WITHOUT) || rest.starts_with(|first: char| first.is_ascii_digit()));
        if is_part || label.trim().is_empty() || label.contains([':', '+']) {
            (None, text)
        } else {
            (Some(label), rest)
        }
    }
}

/// A search with its usual evaluator and no limits.
impl From<Composition> for Spec {
    fn from(composition: Composition) -> Self {
        Self {
            label: None,
            composition,
            evaluator: None,
            noise: None,
            limits: MoveLimits::default(),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (label, unlabeled) = Self::split_label(text);
        let (composition, settings) = unlabeled.split_once(':').unwrap_or((unlabeled, ""));
        let mut spec = Self {
            label: label.map(str::to_owned),
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

/// The text that [`FromStr`] reads.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.label.as_ref().map(|label| format!("{label}="));
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
        f.pad(&format!(
            "{}{}{separator}{}",
            label.unwrap_or_default(),
            self.composition,
            settings.join(",")
        ))
    }
}

/// An evaluator by its name, perhaps with a file: `classical`, `net@mine.net`. A file may be called anything.
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
    /// The file of its weights, if they are not the usual ones.
    pub file: Option<PathBuf>,
}

impl EvaluatorSpec {
    /// The evaluator of that name with its usual weights.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            file: None,
        }
    }

    /// The evaluator of that name with the weights in a file.
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
    /// What it names.
    pub name: String,
    /// The value behind `=`.
    pub value: Option<String>,
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

    /// Returns the number that a part has.
    #[must_use]
    pub fn number<N: FromStr>(&self, name: &str) -> Option<N> {
        self.part(name)?.value.as_ref()?.parse().ok()
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

    /// Adds a word of a text.
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

/// A composition is written as its text.
#[cfg(feature = "serde")]
impl serde::Serialize for Composition {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Composition {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
