//! [`EngineOptions`]: the UCI options of the program, as types.

mod declaration;

use plywood_notation::uci_protocol::SetOption;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

pub use declaration::{Kind, OptionName};

/// The values of all options.
///
/// ```
/// use plywood_uci::EngineOptions;
///
/// let mut options = EngineOptions::default();
/// let set = |text: &str| match text.parse() {
///     Ok(plywood_notation::uci_protocol::Command::SetOption(set)) => set,
///     _ => unreachable!(),
/// };
/// options.set(&set("setoption name strategy value minimax"))?;
/// assert_eq!(options.strategy, "minimax");
/// let error = options.set(&set("setoption name Strategy value maximin")).unwrap_err();
/// assert!(error.to_string().starts_with("Strategy: expected one of "));
/// # Ok::<(), plywood_uci::OptionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the protocol has these switches, and each is independent of the others"
)]
pub struct EngineOptions {
    /// The strategy, by its name.
    pub strategy: String,
    /// The evaluator, by its name.
    pub evaluator: String,
    /// The size of the engine's table in megabytes.
    pub hash_megabytes: u32,
    /// The number of threads of the engine.
    pub threads: u32,
    /// How many lines to report.
    pub lines: u32,
    /// Whether the interface lets the program think in the opponent's time.
    pub ponder: bool,
    /// Whether castling is written as the king taking its rook.
    pub chess960: bool,
    /// Whether to play at the strength of `elo` instead of the full strength.
    pub limit_strength: bool,
    /// The strength to play at if it is limited.
    pub elo: u32,
    /// Whether to report the shares of wins, draws and losses.
    pub show_wdl: bool,
    /// Whether a person analyzes and no game is played, so that the book is not used.
    pub analyse_mode: bool,
    /// The time that is lost on the way between the interface and the program, for each move.
    pub move_overhead: Duration,
    /// Whether to play from the book.
    pub own_book: bool,
    /// The Polyglot book.
    pub book_file: Option<PathBuf>,
    /// The folders of Syzygy endgame tables, separated as in `PATH`.
    pub syzygy_path: Option<String>,
    /// The most men of positions that are looked up in endgame tables; 0 for none.
    pub syzygy_probe_limit: u32,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            strategy: declaration::DEFAULT_STRATEGY.to_owned(),
            evaluator: declaration::DEFAULT_EVALUATOR.to_owned(),
            hash_megabytes: declaration::DEFAULT_HASH,
            threads: 1,
            lines: 1,
            ponder: false,
            chess960: false,
            limit_strength: false,
            elo: declaration::DEFAULT_ELO,
            show_wdl: false,
            analyse_mode: false,
            move_overhead: Duration::from_millis(declaration::DEFAULT_OVERHEAD),
            own_book: false,
            book_file: None,
            syzygy_path: None,
            syzygy_probe_limit: declaration::DEFAULT_PROBE_LIMIT,
        }
    }
}

/// What setting an option did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The option has the value.
    Set,
    /// The number was outside the range of the option, and became this one.
    Clamped(i64),
    /// The tables are to be cleared.
    ClearHash,
}

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0:?}; the options are {list}", list = declaration::list_of_names())]
    Unknown(String),
    /// The value is missing, or of the wrong kind.
    #[error("{name}: expected {expected}, found {found:?}")]
    Value {
        /// The option.
        name: OptionName,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl EngineOptions {
    /// The strength to play at; `None` for the full strength.
    #[must_use]
    pub fn elo_limit(&self) -> Option<u32> {
        self.limit_strength.then_some(self.elo)
    }

    /// Sets an option. A number outside the range becomes the nearest one inside.
    ///
    /// # Errors
    /// When there is no such option, or the value is of the wrong kind.
    pub fn set(&mut self, set: &SetOption) -> Result<Effect, OptionError> {
        let name = OptionName::from_text(&set.name)
            .ok_or_else(|| OptionError::Unknown(set.name.clone()))?;
        let value = Value {
            name,
            text: set.value.as_deref().unwrap_or_default(),
        };
        match name {
            OptionName::Strategy => self.strategy = value.choice()?,
            OptionName::Evaluator => self.evaluator = value.choice()?,
            OptionName::Hash => return value.number_into(|number| self.hash_megabytes = number),
            OptionName::Threads => return value.number_into(|number| self.threads = number),
            OptionName::ClearHash => return Ok(Effect::ClearHash),
            OptionName::MultiPv => return value.number_into(|number| self.lines = number),
            OptionName::Ponder => self.ponder = value.switch()?,
            OptionName::MoveOverhead => {
                return value.number_into(|millis| {
                    self.move_overhead = Duration::from_millis(millis.into());
                });
            }
            OptionName::Chess960 => self.chess960 = value.switch()?,
            OptionName::LimitStrength => self.limit_strength = value.switch()?,
            OptionName::Elo => return value.number_into(|elo| self.elo = elo),
            OptionName::ShowWdl => self.show_wdl = value.switch()?,
            OptionName::AnalyseMode => self.analyse_mode = value.switch()?,
            OptionName::OwnBook => self.own_book = value.switch()?,
            OptionName::BookFile => self.book_file = value.text().map(PathBuf::from),
            OptionName::SyzygyPath => self.syzygy_path = value.text().map(str::to_owned),
            OptionName::SyzygyProbeLimit => {
                return value.number_into(|men| self.syzygy_probe_limit = men);
            }
        }
        Ok(Effect::Set)
    }
}

/// The value of an option, which must fit its kind.
struct Value<'a> {
    name: OptionName,
    text: &'a str,
}

impl Value<'_> {
    fn wrong(&self, expected: impl Into<String>) -> OptionError {
        OptionError::Value {
            name: self.name,
            expected: expected.into(),
            found: self.text.to_owned(),
        }
    }

    fn switch(&self) -> Result<bool, OptionError> {
        match self.text.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong("true or false")),
        }
    }

    fn choice(&self) -> Result<String, OptionError> {
        let Kind::Combo { choices, .. } = self.name.kind() else {
            return Ok(self.text.to_owned());
        };
        let found = choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(self.text));
        let expected = || self.wrong(format!("one of {}", choices.join(", ")));
        found.map(ToString::to_string).ok_or_else(expected)
    }

    /// Hands over the number, which is moved into the range of the option.
    fn number_into(&self, store: impl FnOnce(u32)) -> Result<Effect, OptionError> {
        let Kind::Spin { least, most, .. } = self.name.kind() else {
            return Ok(Effect::Set);
        };
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.wrong(format!("a whole number from {least} to {most}")));
        }
        let beyond = if self.text.starts_with('-') {
            least
        } else {
            most
        };
        let inside = self.text.parse::<i64>().map_or(beyond, |number| {
            u32::try_from(number.clamp(least.into(), most.into())).unwrap_or(beyond)
        });
        store(inside);
        if self.text.parse() == Ok(i64::from(inside)) {
            Ok(Effect::Set)
        } else {
            Ok(Effect::Clamped(inside.into()))
        }
    }

    /// A text; interfaces send `<empty>` for none.
    fn text(&self) -> Option<&str> {
        let is_empty = self.text.is_empty() || self.text == "<empty>";
        (!is_empty).then_some(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut EngineOptions, name: &str, value: &str) -> Result<Effect, OptionError> {
        options.set(&SetOption {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        })
    }

    #[test]
    fn absurd_numbers_become_the_nearest_ones_in_range() {
        let mut options = EngineOptions::default();
        for (value, expected) in [
            ("0", 1),
            ("-99999999999999999999", 1),
            ("99999999999999999999999", 256),
        ] {
            assert_eq!(
                set(&mut options, "multipv", value),
                Ok(Effect::Clamped(expected))
            );
        }
        assert_eq!(options.lines, 256);
        for value in ["", "two", "1e3", "+4", "é"] {
            assert!(set(&mut options, "MultiPV", value).is_err(), "{value:?}");
        }
    }

    #[test]
    fn the_elo_counts_only_when_the_strength_is_limited() {
        let mut options = EngineOptions::default();
        set(&mut options, "UCI_Elo", "1600").unwrap();
        assert_eq!(options.elo_limit(), None);
        set(&mut options, "UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.elo_limit(), Some(1_600));
    }

    #[test]
    fn errors_list_what_is_known() {
        let mut options = EngineOptions::default();
        let error = set(&mut options, "Hsah", "3").unwrap_err().to_string();
        assert!(
            error.contains("\"Hsah\"") && error.contains("Strategy"),
            "{error}"
        );
        let error = set(&mut options, "OwnBook", "yes").unwrap_err().to_string();
        assert_eq!(error, "OwnBook: expected true or false, found \"yes\"");
    }
}
