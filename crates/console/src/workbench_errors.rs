//! The workbench's errors as failures of a command, with their exit codes.

use crate::failure::Failure;
use plywood_workbench::{
    JournalError, PinError, PositionError, ReadError, TournamentError, TuningError, WorkError,
};

/// The command line names the journal, so a bad journal is a wrong argument, except one that was good at first.
impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Unwritten(..) | JournalError::Gone(_) | JournalError::Json(_) => {
                Self::Work(error.to_string())
            }
            _ => Self::Usage(error.to_string()),
        }
    }
}

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Journal(error) => error.into(),
            WorkError::Broken(_) | WorkError::MachineAgain(_) => Self::Work(error.to_string()),
            wrong => Self::Usage(wrong.to_string()),
        }
    }
}

/// The command line names the files.
impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<TournamentError> for Failure {
    fn from(error: TournamentError) -> Self {
        match error {
            TournamentError::Work(error) => error.into(),
            TournamentError::Pin(PinError::Refused(_)) => Self::Work(error.to_string()),
            wrong => Self::Usage(wrong.to_string()),
        }
    }
}

impl From<TuningError> for Failure {
    fn from(error: TuningError) -> Self {
        match error {
            TuningError::Failed { .. } => Self::Work(error.to_string()),
            wrong => Self::Usage(wrong.to_string()),
        }
    }
}
