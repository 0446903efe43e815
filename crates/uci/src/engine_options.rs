//! [`EngineOptions`]: the UCI options of the program, with their names, kinds and ranges in one table.

use crate::strategies;
use plywood_notation::uci::CastlingForm;
use plywood_notation::uci_protocol::SetOption;
use std::ops::RangeInclusive;
use std::time::Duration;
use thiserror::Error;

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
    /// The milliseconds that each move loses on the way between the interface and the program.
    pub move_overhead_millis: u32,
    /// Whether to play from the book.
    pub own_book: bool,
    /// The Polyglot book.
    pub book_file: Option<String>,
    /// The folders of Syzygy endgame tables, separated as in `PATH`.
    pub syzygy_path: Option<String>,
    /// The most men of positions that are looked up in endgame tables; 0 for none.
    pub syzygy_probe_limit: u32,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            strategy: strategies::ENGINE.to_owned(),
            evaluator: strategies::DEFAULT_EVALUATOR.to_owned(),
            hash_megabytes: 16,
            threads: 1,
            lines: 1,
            ponder: false,
            chess960: false,
            limit_strength: false,
            elo: 1_500,
            show_wdl: false,
            analyse_mode: false,
            move_overhead_millis: 10,
            own_book: false,
            book_file: None,
            syzygy_path: None,
            // No tables have more men.
            syzygy_probe_limit: 7,
        }
    }
}

/// What an option takes, and where its value is kept.
enum Kind {
    /// `true` or `false`.
    Check(fn(&mut EngineOptions) -> &mut bool),
    /// A whole number in a range.
    Spin(RangeInclusive<u32>, fn(&mut EngineOptions) -> &mut u32),
    /// One of several words.
    Combo(
        fn() -> Vec<&'static str>,
        fn(&mut EngineOptions) -> &mut String,
    ),
    /// A text, perhaps none.
    Text(fn(&mut EngineOptions) -> &mut Option<String>),
    /// Nothing: it clears the tables.
    ClearHash,
}

/// Every option by its name, in the order of the list that interfaces show.
const OPTIONS: [(&str, Kind); 17] = [
    (
        "Strategy",
        Kind::Combo(strategies::names_for_protocol, |set| &mut set.strategy),
    ),
    (
        "Evaluator",
        Kind::Combo(strategies::evaluator_names, |set| &mut set.evaluator),
    ),
    (
        "Hash",
        Kind::Spin(1..=65_536, |set| &mut set.hash_megabytes),
    ),
    ("Clear Hash", Kind::ClearHash),
    ("Threads", Kind::Spin(1..=256, |set| &mut set.threads)),
    ("MultiPV", Kind::Spin(1..=256, |set| &mut set.lines)),
    ("Ponder", Kind::Check(|set| &mut set.ponder)),
    (
        "Move Overhead",
        Kind::Spin(0..=5_000, |set| &mut set.move_overhead_millis),
    ),
    ("UCI_Chess960", Kind::Check(|set| &mut set.chess960)),
    (
        "UCI_LimitStrength",
        Kind::Check(|set| &mut set.limit_strength),
    ),
    (
        "UCI_Elo",
        Kind::Spin(EngineOptions::ELO, |set| &mut set.elo),
    ),
    ("UCI_ShowWDL", Kind::Check(|set| &mut set.show_wdl)),
    ("UCI_AnalyseMode", Kind::Check(|set| &mut set.analyse_mode)),
    ("OwnBook", Kind::Check(|set| &mut set.own_book)),
    ("BookFile", Kind::Text(|set| &mut set.book_file)),
    ("SyzygyPath", Kind::Text(|set| &mut set.syzygy_path)),
    (
        "SyzygyProbeLimit",
        Kind::Spin(0..=7, |set| &mut set.syzygy_probe_limit),
    ),
];

/// What setting an option did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// The option has the value.
    Set,
    /// The number was outside the range of the option, and became this one.
    Clamped(u32),
    /// The tables are to be cleared.
    ClearHash,
}

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0:?}; the options are {list}", list = OPTIONS.map(|(name, _)| name).join(", "))]
    Unknown(String),
    /// The value is missing, or of the wrong kind.
    #[error("{name}: expected {expected}, found {found:?}")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl EngineOptions {
    /// The strengths that the engine can be limited to.
    pub const ELO: RangeInclusive<u32> = 800..=2_400;

    /// The strength to play at; `None` for the full strength.
    #[must_use]
    pub fn elo_limit(&self) -> Option<u32> {
        self.limit_strength.then_some(self.elo)
    }

    /// The time that each move loses on the way between the interface and the program.
    #[must_use]
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead_millis.into())
    }

    /// How castling is written.
    #[must_use]
    pub const fn castling_form(&self) -> CastlingForm {
        if self.chess960 {
            CastlingForm::TakesRook
        } else {
            CastlingForm::Landing
        }
    }

    /// The lines that declare the options, as the answer to `uci` has them.
    pub fn declarations() -> impl Iterator<Item = String> {
        let mut defaults = Self::default();
        OPTIONS.into_iter().map(move |(name, kind)| {
            let kind = match kind {
                Kind::Check(field) => format!("check default {}", field(&mut defaults)),
                Kind::Spin(range, field) => {
                    let (default, least, most) = (field(&mut defaults), range.start(), range.end());
                    format!("spin default {default} min {least} max {most}")
                }
                Kind::Combo(choices, field) => {
                    let choices = choices().join(" var ");
                    format!("combo default {} var {choices}", field(&mut defaults))
                }
                Kind::Text(_) => format!("string default {NO_TEXT}"),
                Kind::ClearHash => "button".to_owned(),
            };
            format!("option name {name} type {kind}")
        })
    }

    /// Sets an option. A number outside the range becomes the nearest one inside.
    ///
    /// # Errors
    /// When there is no such option, or the value is of the wrong kind.
    pub fn set(&mut self, set: &SetOption) -> Result<Effect, OptionError> {
        let option = OPTIONS
            .into_iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(&set.name));
        let (name, kind) = option.ok_or_else(|| OptionError::Unknown(set.name.clone()))?;
        let text = set.value.as_deref().unwrap_or_default();
        let expected = |expected: String| OptionError::Value {
            name,
            expected,
            found: text.to_owned(),
        };
        match kind {
            Kind::Check(field) => {
                let value = text.to_ascii_lowercase().parse();
                *field(self) = value.map_err(|_| expected("true or false".to_owned()))?;
            }
            Kind::Spin(range, field) => {
                let (least, most) = (range.start(), range.end());
                let number = nearest(text, &range)
                    .ok_or_else(|| expected(format!("a whole number from {least} to {most}")))?;
                *field(self) = number;
                if text.parse() != Ok(number) {
                    return Ok(Effect::Clamped(number));
                }
            }
            Kind::Combo(choices, field) => {
                let choices = choices();
                let found = choices.iter().find(|word| word.eq_ignore_ascii_case(text));
                let found =
                    found.ok_or_else(|| expected(format!("one of {}", choices.join(", "))))?;
                (*found).clone_into(field(self));
            }
            Kind::Text(field) => {
                let is_empty = text.is_empty() || text == NO_TEXT;
                *field(self) = (!is_empty).then(|| text.to_owned());
            }
            Kind::ClearHash => return Ok(Effect::ClearHash),
        }
        Ok(Effect::Set)
    }
}

/// The word that interfaces send for an empty text.
const NO_TEXT: &str = "<empty>";

/// The number of the range that is nearest to the one in the text; `None` if the text is no whole number.
fn nearest(text: &str, range: &RangeInclusive<u32>) -> Option<u32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') {
        *range.start()
    } else {
        *range.end()
    };
    let number: u32 = text.parse().unwrap_or(beyond);
    Some(number.clamp(*range.start(), *range.end()))
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
    fn declarations_are_what_interfaces_expect() {
        let lines: Vec<String> = EngineOptions::declarations().collect();
        let first = "option name Strategy type combo default engine var engine var random";
        assert!(lines[0].starts_with(first), "{}", lines[0]);
        for line in [
            "option name Hash type spin default 16 min 1 max 65536",
            "option name Clear Hash type button",
            "option name BookFile type string default <empty>",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
        ] {
            assert!(lines.iter().any(|known| known == line), "{line}");
        }
    }

    #[test]
    fn every_default_can_be_set() {
        for line in EngineOptions::declarations() {
            let (name, kind) = line.split_once(" type ").unwrap();
            let name = name.trim_start_matches("option name ");
            let Some((_, default)) = kind.split_once(" default ") else {
                continue;
            };
            let default = default.split(' ').next().unwrap();
            let mut options = EngineOptions::default();
            assert_eq!(set(&mut options, name, default), Ok(Effect::Set), "{line}");
            assert_eq!(options, EngineOptions::default(), "{line}");
        }
    }

    /// Interfaces take a keyword inside a hyphenated name for the keyword.
    #[test]
    fn no_choice_has_a_keyword_in_it() {
        for (name, kind) in OPTIONS {
            let Kind::Combo(choices, _) = kind else {
                continue;
            };
            for word in choices().iter().flat_map(|choice| choice.split('-')) {
                assert!(!["default", "min", "max", "var"].contains(&word), "{name}");
            }
        }
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
