//! [`PlayerSpec`]: a participant in a match, from which any number of players can be created.

use crate::players::move_limits::MoveLimits;
use crate::players::player::{Fault, Player, StrategyPlayer};
use crate::players::program::{Log, ProgramPlayer, ProgramSpec, ProgramSpecError};
use crate::players::strategy_spec::{StrategySpec, StrategySpecError, split_label};
use plywood_core::Position;
use plywood_search::WithHistory;
use plywood_search::strategies::AnyStrategy;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// A participant in a match. Every thread of the match creates its own players from it.
///
/// As text it is a [`StrategySpec`], or a UCI program after `uci:`, with an optional label before `=`.
///
/// ```
/// use plywood_lab::PlayerSpec;
/// use plywood_search::{AlphaBeta, Score, strategies::AnyStrategy};
///
/// let spec: PlayerSpec = "alpha-beta:depth=3".parse()?;
/// let program: PlayerSpec = "fish=uci:cmd=stockfish,nodes=1000".parse()?;
/// assert_eq!((spec.name(), program.name()), ("alpha-beta:depth=3", "fish"));
///
/// // A strategy of your own.
/// let mine = PlayerSpec::from_strategy("mine", |_seed| Box::new(AlphaBeta::new(|_: &_| Score::DRAW)));
/// assert_eq!(mine.name(), "mine");
/// # Ok::<(), plywood_lab::PlayerSpecError>(())
/// ```
#[derive(Clone)]
pub struct PlayerSpec {
    name: String,
    description: String,
    limits: MoveLimits,
    program: Option<ProgramSpec>,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

/// Why a text is not a player spec.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerSpecError {
    /// It is not a strategy spec.
    #[error(transparent)]
    StrategySpec(#[from] StrategySpecError),
    /// It is not a program spec.
    #[error("in {text:?}: {error}")]
    ProgramSpec {
        /// The whole text.
        text: String,
        /// What is wrong.
        error: ProgramSpecError,
    },
}

impl PlayerSpec {
    /// A participant whose players are created by a function.
    pub fn new<F>(name: &str, make: F) -> Self
    where
        F: Fn() -> Box<dyn Player> + Send + Sync + 'static,
    {
        Self {
            name: name.to_owned(),
            description: name.to_owned(),
            limits: MoveLimits::default(),
            program: None,
            make: Arc::new(make),
        }
    }

    /// A participant that plays by a strategy, created from a seed for every game.
    pub fn from_strategy<F>(name: &str, make: F) -> Self
    where
        F: Fn(u64) -> AnyStrategy<WithHistory<Position>> + Clone + Send + Sync + 'static,
    {
        Self::new(name, move || Box::new(StrategyPlayer::new(make.clone())))
    }

    /// A UCI program, named by the label or else by its file.
    #[must_use]
    pub fn from_program(label: Option<&str>, program: ProgramSpec) -> Self {
        let name = label.map_or_else(|| program.stem(), str::to_owned);
        let limits = program.limits();
        let running = program.clone();
        let spec = Self::new(&name, move || Box::new(ProgramPlayer::new(running.clone())));
        Self {
            program: Some(program),
            ..spec.with_limits(limits)
        }
    }

    /// The same with a log of what it reads and writes, if it is a program.
    #[must_use]
    pub fn with_log(self, log: &Log) -> Self {
        match &self.program {
            None => self,
            Some(program) => Self {
                description: self.description,
                ..Self::from_program(Some(&self.name), program.clone().with_log(log))
            },
        }
    }

    /// The same with its own limits, which replace those of the match.
    #[must_use]
    pub fn with_limits(self, limits: MoveLimits) -> Self {
        Self { limits, ..self }
    }

    /// The name that tables show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the player that a text describes.
    pub(crate) fn name_in(description: &str) -> String {
        match description.parse::<Self>() {
            Ok(spec) => spec.name,
            // A strategy that is made in Rust has no text; and this machine may lack the memory for a player of another one.
            Err(_) => split_label(description).0.unwrap_or(description).to_owned(),
        }
    }

    /// The text it was parsed from, which decides how it plays.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its own limits; if it has none, those of the match apply.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.limits
    }

    /// The program, if it is one.
    pub(crate) const fn program(&self) -> Option<&ProgramSpec> {
        self.program.as_ref()
    }

    /// A new player.
    #[must_use]
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }

    /// Checks that it can play: a program is started once.
    ///
    /// # Errors
    /// It cannot play.
    pub fn check(&self) -> Result<(), Fault> {
        self.player().begin(0)
    }
}

const PROGRAM: &str = "uci:";

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let (label, unlabeled) = split_label(text);
        let spec = if let Some(settings) = unlabeled.strip_prefix(PROGRAM) {
            let wrong = |error| PlayerSpecError::ProgramSpec {
                text: text.to_owned(),
                error,
            };
            Self::from_program(label, settings.parse().map_err(wrong)?)
        } else {
            let spec: StrategySpec = text.parse()?;
            let (name, limits) = (spec.name().to_owned(), spec.limits());
            // A random move needs no search.
            let limits = match spec.strategy_name() {
                "random" => limits.or(MoveLimits::depth(1)),
                _ => limits,
            };
            Self::from_strategy(&name, move |seed| spec.strategy_for_games(seed))
                .with_limits(limits)
        };
        Ok(Self {
            description: text.to_owned(),
            ..spec
        })
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PlayerSpec")
            .field(&self.description)
            .finish()
    }
}
