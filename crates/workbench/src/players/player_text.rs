//! [`PlayerText`]: the description of a player, a strategy or a UCI program, as a string.

use crate::players::program::{ProgramChecks, ProgramSpec, ProgramSpecError};
use plywood_catalog::{Spec, SpecError};
use plywood_search::Limits;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The description of a player as a string: a strategy, or for chess a UCI program after `uci:`, with an optional label before `=`.
///
/// ```
/// use plywood_workbench::PlayerText;
///
/// let mut pvs: PlayerText = "mine=pvs+killers:depth=3".parse()?;
/// pvs.set("table", 16.0);
/// assert_eq!((pvs.name(), pvs.to_string()), ("mine".to_owned(), "mine=pvs+killers+table=16:depth=3".to_owned()));
/// let mut fish: PlayerText = r#"uci:cmd="/bin/a, b",arg=x"#.parse()?;
/// fish.set("Contempt", 0.5);
/// assert_eq!(fish.to_string(), r#"uci:cmd="/bin/a, b",arg=x,option.Contempt=0.5"#);
/// # Ok::<(), plywood_workbench::PlayerSpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlayerText(pub(crate) Kind);

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Strategy(Spec),
    Program(ProgramSpec),
}

/// The error for a string that is not a player spec.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerSpecError {
    /// It is not a strategy.
    #[error(transparent)]
    Strategy(#[from] SpecError),
    /// It is not a program spec.
    #[error("in {text:?}: {error}")]
    ProgramSpec {
        /// The whole string.
        text: String,
        /// The mistake.
        error: ProgramSpecError,
    },
    /// It is a strategy, but a program is wanted.
    #[error("expected a UCI program, as in uci:cmd=FILE, found {0:?}")]
    NotAProgram(String),
    /// It is a program, but the game is not chess.
    #[error("UCI programs such as {text:?} play chess, not {game}; name a strategy")]
    NotChess {
        /// The whole string.
        text: String,
        /// The game.
        game: &'static str,
    },
}

const PROGRAM: &str = "uci:";

impl PlayerText {
    /// Returns the name that tables show.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.0 {
            Kind::Strategy(spec) => spec.label.clone().unwrap_or_else(|| spec.to_string()),
            Kind::Program(program) => program.name(),
        }
    }

    /// Replaces the label.
    #[must_use]
    pub fn labeled(mut self, label: &str) -> Self {
        *self.label_mut() = Some(label.to_owned());
        self
    }

    /// Returns the string without the label.
    #[must_use]
    pub(crate) fn unlabeled(mut self) -> String {
        *self.label_mut() = None;
        self.to_string()
    }

    const fn label_mut(&mut self) -> &mut Option<String> {
        match &mut self.0 {
            Kind::Strategy(spec) => &mut spec.label,
            Kind::Program(program) => &mut program.label,
        }
    }

    /// Replaces the limits.
    #[must_use]
    pub(crate) fn with_limits(mut self, limits: &Limits) -> Self {
        match &mut self.0 {
            Kind::Strategy(spec) => spec.limits = limits.clone(),
            Kind::Program(program) => program.limits = limits.clone(),
        }
        self
    }

    /// Returns the strategy, unless it is a program.
    #[must_use]
    pub const fn strategy(&self) -> Option<&Spec> {
        match &self.0 {
            Kind::Strategy(spec) => Some(spec),
            Kind::Program(_) => None,
        }
    }

    /// Returns checks of how a program follows the protocol. Its `patience` applies to each answer.
    ///
    /// # Errors
    /// [`PlayerSpecError`] if it is a strategy.
    pub fn program_checks(&self) -> Result<ProgramChecks, PlayerSpecError> {
        match &self.0 {
            Kind::Program(program) => Ok(ProgramChecks::of(program.clone())),
            Kind::Strategy(_) => Err(PlayerSpecError::NotAProgram(self.to_string())),
        }
    }

    /// Sets a number: a setting of the strategy, or an option of the program.
    pub fn set(&mut self, name: &str, value: f64) {
        let value = value.to_string();
        match &mut self.0 {
            Kind::Strategy(spec) => spec.composition = spec.composition.with(name, Some(&value)),
            Kind::Program(program) => program.options.push((name.to_owned(), value)),
        }
    }
}

impl From<Spec> for PlayerText {
    fn from(spec: Spec) -> Self {
        Self(Kind::Strategy(spec))
    }
}

impl From<ProgramSpec> for PlayerText {
    fn from(program: ProgramSpec) -> Self {
        Self(Kind::Program(program))
    }
}

impl FromStr for PlayerText {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let (label, unlabeled) = Spec::split_label(text);
        let Some(settings) = unlabeled.strip_prefix(PROGRAM) else {
            return Ok(Self(Kind::Strategy(text.parse()?)));
        };
        let wrong = |error| PlayerSpecError::ProgramSpec {
            text: text.to_owned(),
            error,
        };
        let mut program: ProgramSpec = settings.parse().map_err(wrong)?;
        program.label = label.map(Cow::into_owned);
        Ok(Self(Kind::Program(program)))
    }
}

/// Writes the string that [`FromStr`] reads.
impl fmt::Display for PlayerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Strategy(spec) => write!(f, "{spec}"),
            Kind::Program(program) => match (&program.label, format!("{PROGRAM}{program}")) {
                (Some(label), text) => f.write_str(&Spec::labeled(label, &text)),
                (None, text) => f.write_str(&text),
            },
        }
    }
}
