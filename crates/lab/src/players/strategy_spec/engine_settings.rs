//! [`EngineSettings`]: the full-strength engine with its own settings.

use crate::settings::{SettingError, Settings};
use plywood_engine::{Engine, Step, Steps};

/// The name of the engine among the strategies.
pub(super) const ENGINE: &str = "engine";
/// What it does, for lists.
pub(super) const ENGINE_DESCRIPTION: &str =
    "the full-strength engine, with an evaluator of its own";

/// How the engine is built: `without=STEP`, given once or more, `threads=N` and `hash=MEGABYTES`.
#[derive(Debug, Clone, Copy)]
pub(super) struct EngineSettings {
    steps: Steps,
    threads: usize,
    megabytes: usize,
}

const DEFAULT_MEGABYTES: usize = 32;
const MOST_THREADS: usize = 256;

/// Whether the system has memory for such a table: without it the program would end.
fn fits(megabytes: usize) -> bool {
    let bytes = megabytes.checked_mul(1 << 20).filter(|bytes| *bytes > 0);
    bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

impl EngineSettings {
    /// Takes the engine's settings out of a list.
    pub(super) fn take(settings: &mut Settings) -> Result<Self, SettingError> {
        let mut steps = Steps::ALL;
        for name in settings.every("without") {
            let fewer = name.parse::<Step>().ok().map(|step| steps.without(step));
            let Some(Ok(fewer)) = fewer else {
                return Err(SettingError::Value {
                    key: "without".to_owned(),
                    expected: "a step of the engine that can be switched off, such as null-move",
                    value: name,
                });
            };
            steps = fewer;
        }
        let threads = settings.value("threads", "a number from 1 to 256", |text| {
            text.parse()
                .ok()
                .filter(|threads| (1..=MOST_THREADS).contains(threads))
        })?;
        let expected = "a number of megabytes, from 1 to what this machine has";
        let megabytes = settings.value("hash", expected, |text| {
            text.parse().ok().filter(|megabytes| fits(*megabytes))
        })?;
        Ok(Self {
            steps,
            threads: threads.unwrap_or(1),
            megabytes: megabytes.unwrap_or(DEFAULT_MEGABYTES),
        })
    }

    /// The engine, new.
    pub(super) fn engine(self) -> Engine {
        Engine::new()
            .steps(self.steps)
            .threads(self.threads)
            .hash_megabytes(self.megabytes)
    }
}
