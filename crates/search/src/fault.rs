//! [`Fault`]: the ways a strategy can misbehave, and how a caller detects them.

use crate::threads::{MachineFault, caught, message};
use std::borrow::Cow;
use std::time::Duration;
use thiserror::Error;

/// A strategy's misbehavior. A strategy may be your own or another program, so code that runs one checks for these.
///
/// ```
/// use plywood_search::games::{Branch, Tree};
/// use plywood_search::{Fault, Game, Report, StopReason};
///
/// let tree: Tree = "(3 12)".parse()?;
/// let mut report = Report::<Branch>::new(StopReason::Depth);
/// assert_eq!(report.legal_move(&tree), Err(Fault::NoMove));
/// report.best_move = Some(tree.legal_moves()[1]);
/// assert!(report.legal_move(&tree).is_ok());
/// assert_eq!(
///     Fault::caught(|| panic!("out of ideas")),
///     Err::<(), _>(Fault::Panicked("out of ideas".to_owned()))
/// );
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Fault {
    /// It panicked. In a program built with `panic = "abort"` that ends the program.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// It chose a move that is not legal.
    #[error("it chose {0:?}, which is not legal")]
    IllegalMove(String),
    /// It chose no move in a position that has legal ones.
    #[error("it chose no move")]
    NoMove,
    /// The program could not be started.
    #[error("it could not be started: {0}")]
    Start(String),
    /// The program exited.
    #[error("it ended in the middle of the game ({0})")]
    Crash(String),
    /// The program did not answer in time.
    #[error("there was no {wanted} within {patience:?}")]
    Hang {
        /// The expected answer.
        wanted: Cow<'static, str>,
        /// The time it had.
        patience: Duration,
    },
    /// The program wrote too much.
    #[error("it wrote {0}")]
    Flood(String),
    /// It searched many more nodes than allowed.
    #[error("it searched {found} nodes, and its limit was {limit}")]
    Nodes {
        /// The nodes it searched.
        found: u64,
        /// Its limit.
        limit: u64,
    },
}

/// The kind of a [`Fault`], to count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// The program could not be started.
    Start,
    /// The program exited.
    Crash,
    /// The program did not answer in time.
    Hang,
    /// The program wrote too much.
    Flood,
    /// The move was not legal.
    IllegalMove,
    /// There was no move.
    NoMove,
    /// The strategy panicked.
    Panic,
    /// The strategy searched too many nodes.
    Nodes,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Start,
        Self::Crash,
        Self::Hang,
        Self::Flood,
        Self::IllegalMove,
        Self::NoMove,
        Self::Panic,
        Self::Nodes,
    ];

    /// Returns the kind in a word or two, such as `illegal move`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "did not start",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Flood => "flood",
            Self::IllegalMove => "illegal move",
            Self::NoMove => "no move",
            Self::Panic => "panic",
            Self::Nodes => "nodes",
        }
    }
}

impl Fault {
    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> FaultKind {
        match self {
            Self::Panicked(_) => FaultKind::Panic,
            Self::IllegalMove(_) => FaultKind::IllegalMove,
            Self::NoMove => FaultKind::NoMove,
            Self::Start(_) => FaultKind::Start,
            Self::Crash(_) => FaultKind::Crash,
            Self::Hang { .. } => FaultKind::Hang,
            Self::Flood(_) => FaultKind::Flood,
            Self::Nodes { .. } => FaultKind::Nodes,
        }
    }

    /// Runs code of a strategy. A [`MachineFault`] is not the strategy's and ends the caller's work as well.
    ///
    /// # Errors
    /// [`Fault::Panicked`] if it panicked. Values that it was changing may be incomplete; don't use them again.
    pub fn caught<T>(code: impl FnOnce() -> T) -> Result<T, Self> {
        caught(code).map_err(|panic| match panic.downcast::<MachineFault>() {
            Ok(fault) => fault.raise(),
            Err(panic) => Self::Panicked(message(&*panic)),
        })
    }
}
