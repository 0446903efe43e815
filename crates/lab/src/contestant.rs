//! [`Contestant`]: somebody who takes part in a match, by name, and can be brought to the board any number of times.

use crate::effort::Effort;
use crate::player::{Fault, Player, StrategyPlayer};
use crate::program::{Program, ProgramError, ProgramPlayer};
use crate::subject::{Subject, SubjectError, split_label};
use plywood_core::Position;
use plywood_search::WithHistory;
use plywood_search::strategies::AnyStrategy;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// Somebody who takes part in a match. Every thread of the match makes players of its own.
///
/// As text it is a [`Subject`], or a UCI program after `uci:`, with a label before `=` if wanted.
///
/// ```
/// use plywood_lab::Contestant;
/// use plywood_search::{AlphaBeta, Score, strategies::AnyStrategy};
///
/// let subject: Contestant = "alpha-beta:depth=3".parse()?;
/// let program: Contestant = "fish=uci:cmd=stockfish,nodes=1000".parse()?;
/// assert_eq!((subject.name(), program.name()), ("alpha-beta:depth=3", "fish"));
///
/// // A strategy of your own.
/// let mine = Contestant::from_strategy("mine", |_seed| Box::new(AlphaBeta::new(|_: &_| Score::DRAW)));
/// assert_eq!(mine.name(), "mine");
/// # Ok::<(), plywood_lab::ContestantError>(())
/// ```
#[derive(Clone)]
pub struct Contestant {
    name: String,
    description: String,
    effort: Effort,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

/// Why a text names no contestant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContestantError {
    /// It is no strategy with settings.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// It is no program.
    #[error("in {text:?}: {error}")]
    Program {
        /// The whole text.
        text: String,
        /// What is wrong.
        error: ProgramError,
    },
}

impl Contestant {
    /// A contestant whose players are made by a function.
    pub fn new<F>(name: &str, make: F) -> Self
    where
        F: Fn() -> Box<dyn Player> + Send + Sync + 'static,
    {
        Self {
            name: name.to_owned(),
            description: name.to_owned(),
            effort: Effort::default(),
            make: Arc::new(make),
        }
    }

    /// A contestant who plays by a strategy, which is made anew of a seed for every game.
    pub fn from_strategy<F>(name: &str, make: F) -> Self
    where
        F: Fn(u64) -> AnyStrategy<WithHistory<Position>> + Clone + Send + Sync + 'static,
    {
        Self::new(name, move || Box::new(StrategyPlayer::new(make.clone())))
    }

    /// A contestant who is a program, called as the label says, or as its file.
    #[must_use]
    pub fn from_program(label: Option<&str>, program: Program) -> Self {
        let stem = program.command().file_stem().unwrap_or_default();
        let name = label.map_or_else(|| stem.to_string_lossy().into_owned(), str::to_owned);
        let effort = program.effort();
        Self::new(&name, move || Box::new(ProgramPlayer::new(program.clone()))).with_effort(effort)
    }

    /// The same with limits that count instead of the match's.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// What tables call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All that decides how it plays, as text.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its own limits; without any, the match's count.
    #[must_use]
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// Somebody to sit at the board.
    #[must_use]
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }

    /// Whether it can play at all: a program is started once.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self) -> Result<(), Fault> {
        self.player().begin(0)
    }
}

const PROGRAM: &str = "uci:";

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let (label, unlabeled) = split_label(text);
        let contestant = if let Some(settings) = unlabeled.strip_prefix(PROGRAM) {
            let wrong = |error| ContestantError::Program {
                text: text.to_owned(),
                error,
            };
            Self::from_program(label, settings.parse().map_err(wrong)?)
        } else {
            let subject: Subject = text.parse()?;
            let (name, effort) = (subject.name().to_owned(), subject.effort());
            Self::from_strategy(&name, move |seed| subject.strategy_for_games(seed))
                .with_effort(effort)
        };
        Ok(Self {
            description: text.to_owned(),
            ..contestant
        })
    }
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contestant")
            .field(&self.description)
            .finish()
    }
}
