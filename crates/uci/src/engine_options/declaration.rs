//! [`OptionName`]: every option with its kind, as `uci` lists them.

use crate::strategies;
use std::fmt;

/// The strategy of a fresh program.
pub(super) const DEFAULT_STRATEGY: &str = strategies::ENGINE;
/// The evaluator of a fresh program.
pub(super) const DEFAULT_EVALUATOR: &str = strategies::DEFAULT_EVALUATOR;
pub(super) const DEFAULT_OVERHEAD: u64 = 10;
pub(super) const DEFAULT_HASH: u32 = 16;
/// No tables have more men.
pub(super) const DEFAULT_PROBE_LIMIT: u32 = 7;
pub(super) const DEFAULT_ELO: u32 = 1_500;

/// An option of the program. Its text is its name in the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OptionName {
    /// How moves are chosen.
    Strategy,
    /// How positions are judged.
    Evaluator,
    /// The size of the engine's table in megabytes.
    Hash,
    /// Clears the tables.
    ClearHash,
    /// The number of threads of the engine.
    Threads,
    /// The number of lines to report.
    MultiPv,
    /// Thinking in the opponent's time.
    Ponder,
    /// The time lost between the interface and the program, in milliseconds.
    MoveOverhead,
    /// Castling written for Chess960.
    Chess960,
    /// Playing below full strength.
    LimitStrength,
    /// The strength to play at.
    Elo,
    /// Reporting shares of wins, draws and losses.
    ShowWdl,
    /// Analysis instead of a game.
    AnalyseMode,
    /// Playing from a book.
    OwnBook,
    /// The book.
    BookFile,
    /// The folders of Syzygy endgame tables.
    SyzygyPath,
    /// The most men of positions that are looked up in endgame tables.
    SyzygyProbeLimit,
}

/// What values an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// On or off; off by default.
    Check,
    /// A whole number in a range.
    Spin {
        /// The value of a fresh program.
        default: u32,
        /// The least value.
        least: u32,
        /// The greatest value.
        most: u32,
    },
    /// One of several words.
    Combo {
        /// The value of a fresh program.
        default: &'static str,
        /// The words.
        choices: Vec<&'static str>,
    },
    /// A text; empty by default.
    Text,
    /// An action without a value.
    Button,
}

impl OptionName {
    /// Every option, in the order of the list that interfaces show.
    pub const ALL: [Self; 17] = [
        Self::Strategy,
        Self::Evaluator,
        Self::Hash,
        Self::ClearHash,
        Self::Threads,
        Self::MultiPv,
        Self::Ponder,
        Self::MoveOverhead,
        Self::Chess960,
        Self::LimitStrength,
        Self::Elo,
        Self::ShowWdl,
        Self::AnalyseMode,
        Self::OwnBook,
        Self::BookFile,
        Self::SyzygyPath,
        Self::SyzygyProbeLimit,
    ];

    /// The name in the protocol.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Strategy => "Strategy",
            Self::Evaluator => "Evaluator",
            Self::Hash => "Hash",
            Self::ClearHash => "Clear Hash",
            Self::Threads => "Threads",
            Self::MultiPv => "MultiPV",
            Self::Ponder => "Ponder",
            Self::MoveOverhead => "Move Overhead",
            Self::Chess960 => "UCI_Chess960",
            Self::LimitStrength => "UCI_LimitStrength",
            Self::Elo => "UCI_Elo",
            Self::ShowWdl => "UCI_ShowWDL",
            Self::AnalyseMode => "UCI_AnalyseMode",
            Self::OwnBook => "OwnBook",
            Self::BookFile => "BookFile",
            Self::SyzygyPath => "SyzygyPath",
            Self::SyzygyProbeLimit => "SyzygyProbeLimit",
        }
    }

    /// The option of that name, in capital or small letters.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|option| option.as_str().eq_ignore_ascii_case(text))
    }

    /// What values it takes.
    #[must_use]
    pub fn kind(self) -> Kind {
        let spin = |default, least, most| Kind::Spin {
            default,
            least,
            most,
        };
        match self {
            Self::Strategy => Kind::Combo {
                default: DEFAULT_STRATEGY,
                choices: strategies::names_for_protocol(),
            },
            Self::Evaluator => Kind::Combo {
                default: DEFAULT_EVALUATOR,
                choices: strategies::evaluator_names(),
            },
            Self::Hash => spin(DEFAULT_HASH, 1, 65_536),
            Self::Threads | Self::MultiPv => spin(1, 1, 256),
            Self::MoveOverhead => spin(10, 0, 5_000),
            Self::SyzygyProbeLimit => spin(DEFAULT_PROBE_LIMIT, 0, 7),
            Self::Elo => spin(DEFAULT_ELO, 800, 2_400),
            Self::Ponder
            | Self::Chess960
            | Self::LimitStrength
            | Self::ShowWdl
            | Self::AnalyseMode
            | Self::OwnBook => Kind::Check,
            Self::BookFile | Self::SyzygyPath => Kind::Text,
            Self::ClearHash => Kind::Button,
        }
    }

    /// The line that declares the option.
    #[must_use]
    pub fn declaration(self) -> String {
        format!("option name {self} type {}", self.kind())
    }
}

/// The names of all options, for an error.
pub(super) fn list_of_names() -> String {
    OptionName::ALL.map(OptionName::as_str).join(", ")
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// As the protocol declares it, from the type on.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check => f.write_str("check default false"),
            Self::Spin {
                default,
                least,
                most,
            } => write!(f, "spin default {default} min {least} max {most}"),
            Self::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
            Self::Text => f.write_str("string default <empty>"),
            Self::Button => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_what_interfaces_expect() {
        let lines = OptionName::ALL.map(OptionName::declaration);
        assert!(
            lines[0].starts_with(
                "option name Strategy type combo default engine var engine var random"
            )
        );
        assert!(
            lines.contains(&"option name Hash type spin default 16 min 1 max 65536".to_owned())
        );
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
        assert!(lines.contains(&"option name BookFile type string default <empty>".to_owned()));
        assert!(
            lines.contains(&"option name MultiPV type spin default 1 min 1 max 256".to_owned())
        );
    }

    #[test]
    fn every_default_is_one_of_the_choices() {
        for option in OptionName::ALL {
            match option.kind() {
                Kind::Combo { default, choices } => {
                    assert!(choices.contains(&default), "{option}");
                    let words = choices.iter().flat_map(|choice| choice.split('-'));
                    let keywords = ["default", "min", "max", "var"];
                    assert!(
                        words.into_iter().all(|word| !keywords.contains(&word)),
                        "{option}"
                    );
                }
                Kind::Spin {
                    default,
                    least,
                    most,
                } => {
                    assert!((least..=most).contains(&default), "{option}");
                }
                Kind::Check | Kind::Text | Kind::Button => {}
            }
        }
    }
}
