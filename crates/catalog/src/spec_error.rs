//! [`SpecError`]: a string that is not a strategy of a game, and what was probably meant.

use plywood_report::did_you_mean;
use plywood_search::laws::BrokenLaw;
use thiserror::Error;

/// The error for a string that is not a strategy of a game.
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
        /// The whole string.
        text: String,
    },
    /// The search has a value, which only parts have.
    #[error("{}", self.in_full())]
    SearchValue {
        /// The search.
        search: String,
    },
    /// A part or setting was given twice.
    #[error("{name} was given twice in {text:?}")]
    Twice {
        /// The part.
        name: String,
        /// The whole string.
        text: String,
    },
    /// There is no such game.
    #[error("{}", self.in_full())]
    Game {
        /// The given name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// The game has no such strategy.
    #[error("{}", self.in_full())]
    Strategy {
        /// The given name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// The game has chance, and the strategy can't handle it.
    #[error("{}", self.in_full())]
    Chance {
        /// The strategy.
        name: String,
        /// The strategies that can.
        known: Vec<String>,
    },
    /// A part was read as a label.
    #[error("{}", self.in_full())]
    Label {
        /// The label.
        label: String,
        /// The text after it.
        name: String,
        /// The part as it should be written.
        meant: String,
    },
    /// The strategy does not take this part.
    #[error("{}", self.in_full())]
    Part {
        /// The strategy.
        strategy: String,
        /// The given part.
        part: String,
        /// The parts that it takes.
        takes: Vec<String>,
        /// The parts it takes without offering them.
        hidden: Vec<String>,
    },
    /// A player moves again without a pass in between, so every search would find wrong values.
    #[error("the searches cannot play {game}: {law}")]
    Turns {
        /// The game.
        game: String,
        /// The law, and the place where it is broken.
        law: BrokenLaw,
    },
    /// The game lacks something that the part needs.
    #[error("{part:?} needs to know which moves are noisy, and {game} doesn't say (`Tactical`)")]
    NotTactical {
        /// The game.
        game: String,
        /// The part.
        part: String,
    },
    /// Two parts exclude each other.
    #[error("{one} and {other} cannot be combined: choose one")]
    Exclusive {
        /// The first part.
        one: String,
        /// The second part.
        other: String,
    },
    /// A part needs another one.
    #[error("{part} needs {needed}, as in {example}")]
    Needs {
        /// The part.
        part: String,
        /// The missing part.
        needed: &'static str,
        /// A composition with both.
        example: String,
    },
    /// The word does not accept this value.
    #[error("{word}: expected {expected}, found {}", found.as_ref().map_or("nothing".to_owned(), |found| format!("{found:?}{}", did_you_mean(found, known))))]
    Value {
        /// The word.
        word: String,
        /// The accepted values.
        expected: String,
        /// The value.
        found: Option<String>,
        /// The words it accepts, if it accepts words.
        known: Vec<String>,
    },
    /// A setting is not `KEY=VALUE`.
    #[error("expected SETTING=VALUE, found {found:?} in {text:?}")]
    Setting {
        /// The setting.
        found: String,
        /// The whole string.
        text: String,
    },
    /// A value begins with a quote and does not end with one.
    #[error("expected a closing quote, with quotes inside doubled, found {found:?} in {text:?}")]
    Quotes {
        /// The value.
        found: String,
        /// The whole string.
        text: String,
    },
    /// The game has no such evaluator.
    #[error("{}", self.in_full())]
    Evaluator {
        /// The game.
        game: String,
        /// The given name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// The game has no evaluator of that name that is a sum of weighted counts.
    #[error("{}", self.in_full())]
    NoWeights {
        /// The game.
        game: String,
        /// The given name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A file of weights cannot be used.
    #[error("weights in {file:?}: {reason}")]
    Weights {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// The name would not be parsed back.
    #[error("{game} cannot have {kind} named {name:?}: use letters, digits and hyphens")]
    Name {
        /// The game.
        game: String,
        /// The kind of thing with the name.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A builder was called before the thing it changes was added.
    #[error("{game}: `{call}` was called before any {kind} was added")]
    Nothing {
        /// The game.
        game: String,
        /// The kind of thing it changes.
        kind: &'static str,
        /// The call.
        call: &'static str,
    },
    /// A search declares something that it never uses.
    #[error("{game}: {search} declares {declared:?} and never uses it")]
    Unused {
        /// The game.
        game: String,
        /// The search.
        search: String,
        /// The setting, or `evaluator`.
        declared: String,
    },
    /// Two parts of a catalog have the same name.
    #[error("{game} has two {kind} named {name:?}: rename one")]
    Taken {
        /// The game.
        game: String,
        /// The kind of thing with the name.
        kind: &'static str,
        /// The name.
        name: String,
    },
}

impl SpecError {
    /// Makes the error for a game that doesn't exist.
    #[must_use]
    pub fn game(name: &str, known: &[&str]) -> Self {
        Self::Game {
            name: name.to_owned(),
            known: known.iter().map(ToString::to_string).collect(),
        }
    }

    /// Returns the message in two parts: the mistake, and advice on how to fix it if there is any.
    #[must_use]
    pub fn parts(&self) -> (String, Option<String>) {
        let (mistake, advice) = match self {
            Self::SearchValue { search } => (
                format!("{search} takes no value"),
                format!("its parts follow it, as in {search}+table=16"),
            ),
            Self::Game { name, known } => (
                format!("there is no game {name:?}{}", did_you_mean(name, known)),
                format!("the games are {}", known.join(", ")),
            ),
            Self::Strategy { name, known } => (
                format!("there is no strategy {name:?}{}", did_you_mean(name, known)),
                format!("the strategies are {}", known.join(", ")),
            ),
            Self::Chance { name, known } => (
                format!(
                    "{name} would choose the outcomes of chance as if they were its moves, so it can't play this game"
                ),
                format!("choose one of {}", known.join(", ")),
            ),
            Self::Label { label, name, meant } => (
                format!("{label:?} was read as a label, and there is no strategy {name:?}"),
                format!("a part is written {meant}"),
            ),
            Self::Part {
                strategy,
                part,
                takes,
                hidden,
            } => (
                format!(
                    "{strategy} takes no {part:?}{}",
                    meant_part(part, takes, hidden)
                ),
                format!("it takes {}", taken(takes)),
            ),
            Self::Evaluator { game, name, known } => (
                format!(
                    "{game} has no evaluator {name:?}{}",
                    did_you_mean(name, known)
                ),
                format!("the evaluators are {}", known.join(", ")),
            ),
            Self::NoWeights { game, name, known } => (
                format!(
                    "{game} has no evaluator {name:?} with weights{}",
                    did_you_mean(name, known)
                ),
                format!("those with weights are {}", known.join(", ")),
            ),
            other => return (other.to_string(), None),
        };
        (mistake, Some(advice))
    }

    fn in_full(&self) -> String {
        let (mistake, advice) = self.parts();
        format!("{mistake}; {}", advice.unwrap_or_default())
    }
}

/// The settings that every strategy takes after the colon: an example and a description of each.
pub(crate) const SETTINGS: [(&str, &str); 7] = [
    ("depth=4", "search this many plies"),
    ("nodes=5000", "search this many nodes for a move"),
    (
        "rounds=1000",
        "play this many rounds of a best-first search for a move",
    ),
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
        "begin no new iteration after this many nodes, but finish the current one",
    ),
];

/// Returns the names of the settings that every strategy takes.
fn settings() -> impl Iterator<Item = &'static str> {
    let examples = SETTINGS.into_iter().map(|(example, _)| example);
    examples.filter_map(|example| Some(example.split_once('=')?.0))
}

/// Returns the part or setting that was probably meant, or the place of a setting that is not a part.
fn meant_part(part: &str, takes: &[String], hidden: &[String]) -> String {
    if settings().any(|setting| setting == part) {
        return format!(" (it goes after a colon, as in :{part}=…)");
    }
    let mut known: Vec<&str> = settings().collect();
    known.extend(takes.iter().chain(hidden).map(String::as_str));
    did_you_mean(part, &known)
}

/// Returns the parts and settings that a strategy takes.
fn taken(takes: &[String]) -> String {
    let settings = settings().collect::<Vec<_>>().join(", ");
    let parts = match takes {
        [] => "no parts".to_owned(),
        takes => takes.join(", "),
    };
    format!("{parts}, and after a colon {settings}")
}
