//! [`EngineOptions`]: the UCI options of a program. They are read as the settings of a strategy are, so each stands in one place
//! with its name, its range and its usual value.

use plywood_catalog::{Catalog, Contender, Setting, SettingKind, Settings, Spec, SpecError};
use plywood_catalog::{NET, Strength, chess};
use plywood_core::{Position, cpu};
use plywood_engine::{Number, Numbers};
use plywood_eval::Evaluator;
use plywood_notation::uci::CastlingForm;
use plywood_notation::uci_protocol::SetOption;
use plywood_report::did_you_mean;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use thiserror::Error;

/// The values of all options.
///
/// ```
/// use plywood_uci::EngineOptions;
///
/// let options = EngineOptions {
///     strategy: "pvs+killers+table=4".to_owned(),
///     ..EngineOptions::default()
/// };
/// assert_eq!((options.threads, options.elo_limit()), (1, None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the protocol has these switches, and each is independent of the others"
)]
pub struct EngineOptions {
    /// The strategy: a name of the catalog, or a composition of parts.
    pub strategy: String,
    /// The evaluator by its name, or `standard` for the one that suits the strategy: for the engine the network.
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

/// Those of the program `plywood`.
impl Default for EngineOptions {
    fn default() -> Self {
        Self::read(&Settings::default(), &plywood())
    }
}

/// The full-strength engine, which has options of its own.
pub(crate) const ENGINE: &str = "engine";
/// The name for the evaluator that suits a strategy.
pub(crate) const STANDARD: &str = "standard";

/// What the program `plywood` offers: everything there is for chess, judged by the network unless another evaluator is set.
pub(crate) fn plywood() -> Catalog<Position> {
    // An engine is made to learn its settings. Clones share them, so that happens once and not for each searcher.
    static PLYWOOD: LazyLock<Catalog<Position>> = LazyLock::new(|| {
        let chess = chess().usual_evaluator(NET);
        chess.usual_evaluator_of(ENGINE, NET)
    });
    PLYWOOD.clone()
}

/// The strategies that the protocol lists, the engine first. Some programs, python-chess among them, take these words for keywords,
/// even inside a hyphenated name, so a name with `max` in it would spoil the list.
fn strategies(catalog: &Catalog<Position>) -> Vec<&'static str> {
    let is_keyword = |word| ["default", "min", "max", "var"].contains(&word);
    let mut names: Vec<&str> = catalog.names().collect();
    names.retain(|name| !name.split('-').any(is_keyword));
    names.sort_by_key(|name| *name != ENGINE);
    if names.is_empty() {
        names.push(catalog.names().next().unwrap_or(ENGINE));
    }
    names
}

impl EngineOptions {
    /// The sizes of the engine's table.
    pub(crate) const HASH_MEGABYTES: RangeInclusive<u32> = 1..=65_536;
    /// The numbers of threads of the engine.
    pub(crate) const THREADS: RangeInclusive<u32> = 1..=256;

    /// The options with these values, of which each is declared here. What the engine alone has is not offered without it.
    fn read(settings: &Settings, catalog: &Catalog<Position>) -> Self {
        let strategies = strategies(catalog);
        let evaluators = catalog.evaluators().map(|entry| entry.name);
        let evaluators: Vec<&str> = [STANDARD].into_iter().chain(evaluators).collect();
        let nobody = Settings::default();
        let of_engine = if strategies.contains(&ENGINE) {
            settings
        } else {
            &nobody
        };
        Self {
            strategy: settings.choice("Strategy", &strategies).to_owned(),
            evaluator: settings.choice("Evaluator", &evaluators).to_owned(),
            hash_megabytes: of_engine.number("Hash", 16, Self::HASH_MEGABYTES),
            threads: of_engine.number("Threads", 1, Self::THREADS),
            lines: settings.number("MultiPV", 1, 1..=256),
            ponder: settings.switch("Ponder"),
            move_overhead_millis: settings.number("Move Overhead", 10, 0..=5_000),
            chess960: settings.switch("UCI_Chess960"),
            limit_strength: of_engine.switch("UCI_LimitStrength"),
            elo: of_engine.number("UCI_Elo", 1_500, Strength::ELO),
            show_wdl: settings.switch("UCI_ShowWDL"),
            analyse_mode: settings.switch("UCI_AnalyseMode"),
            own_book: settings.switch("OwnBook"),
            book_file: None,
            syzygy_path: None,
            // No tables have more men.
            syzygy_probe_limit: of_engine.number("SyzygyProbeLimit", 7, 0..=7),
        }
    }

    /// The strategy and its evaluator. An evaluator that the strategy names itself comes before that of the options.
    pub(crate) fn contender(
        &self,
        catalog: &Catalog<Position>,
    ) -> Result<Contender<Position>, SpecError> {
        let mut spec: Spec = self.strategy.parse()?;
        if self.evaluator != STANDARD {
            spec.evaluator.get_or_insert_with(|| self.evaluator.clone());
        }
        catalog.contender(&spec.to_string())
    }

    /// What judges the positions, and the instructions that the program uses.
    pub(crate) fn about(&self, catalog: &Catalog<Position>) -> Result<String, SpecError> {
        let contender = self.contender(catalog)?;
        let name = contender.evaluator();
        let evaluator = catalog.any_evaluator(name)?;
        let judge = match Evaluator::<Position>::network(&evaluator) {
            Some(network) => format!("network {network}"),
            None => format!("evaluator {name}"),
        };
        Ok(format!("{judge}; instructions {}", cpu::name()))
    }

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
}

/// The options that a program offers, with the values that were set: its own, and the settings of the strategies in its list.
#[derive(Debug, Clone)]
pub(crate) struct OptionList {
    catalog: Arc<Catalog<Position>>,
    offered: Vec<Offered>,
    /// Those of the engine that only a program has that is built to be tuned.
    numbers: Vec<Setting>,
    /// The names as they were offered. A switch that is on has an empty value, and one that is off has none.
    given: Vec<(String, String)>,
}

#[derive(Debug, Clone)]
enum Offered {
    /// A number, a switch or a choice.
    Setting(Setting),
    /// A text, perhaps none.
    Text(&'static str),
    /// A button that clears the tables.
    ClearHash,
}

/// A strategy by its parts. It replaces that of the list while it is not empty.
const COMPOSITION: &str = "Composition";
const BOOK_FILE: &str = "BookFile";
const SYZYGY_PATH: &str = "SyzygyPath";
/// The file of a network that judges instead of the evaluator of the list.
const EVAL_FILE: &str = "EvalFile";

/// What setting an option did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The option has the value.
    Set,
    /// The number was outside the range of the option, and became this one.
    Clamped(String),
    /// The tables are to be cleared.
    ClearHash,
}

/// A strategy has a setting that cannot be distinguished from an option of the program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the setting {setting:?} of the strategy {strategy} has the name of an option of the program; rename it"
)]
pub struct AmbiguousSetting {
    strategy: String,
    setting: String,
}

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum OptionError {
    /// There is no such option.
    #[error("there is no option {name:?}{}; the options are {}", did_you_mean(name, known), known.join(", "))]
    Unknown { name: String, known: Vec<String> },
    /// The value is missing, or of the wrong kind.
    #[error(transparent)]
    Value(SpecError),
    /// The file is no network.
    #[error("{EVAL_FILE}: {0}")]
    Network(SpecError),
    /// There is no such composition.
    #[error("{COMPOSITION}: {0}")]
    Composition(#[from] SpecError),
}

impl OptionList {
    /// The options of a program with these strategies.
    ///
    /// # Errors
    /// A setting of a strategy has the name of another option.
    pub(crate) fn new(catalog: Arc<Catalog<Position>>) -> Result<Self, AmbiguousSetting> {
        let is_tuned = cfg!(feature = "tune") && strategies(&catalog).contains(&ENGINE);
        let numbers = if is_tuned {
            numbers(&catalog)
        } else {
            Vec::new()
        };
        Self::with_numbers(catalog, numbers)
    }

    fn with_numbers(
        catalog: Arc<Catalog<Position>>,
        numbers: Vec<Setting>,
    ) -> Result<Self, AmbiguousSetting> {
        let settings = Settings::default();
        EngineOptions::read(&settings, &catalog);
        let own = settings.declared().into_iter().map(Offered::Setting);
        let strategies = strategies(&catalog);
        let has_engine = strategies.contains(&ENGINE);
        let texts = [COMPOSITION, BOOK_FILE, EVAL_FILE, SYZYGY_PATH].map(Offered::Text);
        let is_offered = |text: &Offered| match text.name() {
            SYZYGY_PATH => has_engine,
            EVAL_FILE => catalog.evaluators().any(|entry| entry.name == NET),
            _ => true,
        };
        let texts = texts.into_iter().filter(is_offered);
        let mut offered: Vec<Offered> = own.chain(texts).chain([Offered::ClearHash]).collect();
        let of_program = offered.len();
        for strategy in strategies.into_iter().filter(|name| *name != ENGINE) {
            for setting in catalog.settings(strategy) {
                let known = offered
                    .iter()
                    .position(|known| known.is_named(&setting.name));
                match known {
                    Some(place) if place < of_program => {
                        let (strategy, setting) = (strategy.to_owned(), setting.name.clone());
                        return Err(AmbiguousSetting { strategy, setting });
                    }
                    None if !matches!(setting.kind, SettingKind::Without(_)) => {
                        offered.push(Offered::Setting(setting.clone()));
                    }
                    Some(_) | None => {}
                }
            }
        }
        offered.extend(numbers.iter().cloned().map(Offered::Setting));
        Ok(Self {
            catalog,
            offered,
            numbers,
            given: Vec::new(),
        })
    }

    /// The values of all options.
    pub(crate) fn options(&self) -> EngineOptions {
        let text = |name| self.given(name).map(str::to_owned);
        let options = EngineOptions::read(&self.given.iter().cloned().collect(), &self.catalog);
        EngineOptions {
            strategy: text(COMPOSITION).unwrap_or_else(|| self.with_settings(&options.strategy)),
            evaluator: text(EVAL_FILE).unwrap_or(options.evaluator),
            book_file: text(BOOK_FILE),
            syzygy_path: text(SYZYGY_PATH),
            ..options
        }
    }

    /// The strategy with those of its settings that were set.
    fn with_settings(&self, strategy: &str) -> String {
        let settings = match strategy {
            // It has options of its own.
            ENGINE => &self.numbers,
            _ => self.catalog.settings(strategy),
        };
        let words = settings.iter().filter_map(|setting| {
            let name = &setting.name;
            self.given(name).map(|value| match value {
                "" => format!("+{name}"),
                value => format!("+{name}={value}"),
            })
        });
        [strategy.to_owned()].into_iter().chain(words).collect()
    }

    fn given(&self, name: &str) -> Option<&str> {
        let mut given = self.given.iter();
        let found = given.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The lines that declare the options, as the answer to `uci` has them.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = String> {
        let line = |offered: &Offered| {
            let kind = match offered {
                Offered::ClearHash => "button".to_owned(),
                Offered::Text(_) => format!("string default {NO_TEXT}"),
                Offered::Setting(setting) => match &setting.kind {
                    SettingKind::Switch => "check default false".to_owned(),
                    SettingKind::Number {
                        usual,
                        min,
                        max,
                        is_whole: true,
                    } => format!("spin default {usual} min {min} max {max}"),
                    // The protocol has whole numbers only.
                    SettingKind::Number { usual, .. } => format!("string default {usual}"),
                    SettingKind::Choice { usual, words } => {
                        format!("combo default {usual} var {}", words.join(" var "))
                    }
                    SettingKind::Without(words) => format!("combo var {}", words.join(" var ")),
                },
            };
            format!("option name {} type {kind}", offered.name())
        };
        self.offered.iter().map(line)
    }

    /// Sets an option. A whole number outside the range becomes the nearest one inside.
    ///
    /// # Errors
    /// When there is no such option, or the value is of the wrong kind.
    pub(crate) fn set(&mut self, set: &SetOption) -> Result<Effect, OptionError> {
        let mut offered = self.offered.iter();
        let unknown = || OptionError::Unknown {
            name: set.name.clone(),
            known: self
                .offered
                .iter()
                .map(|known| known.name().to_owned())
                .collect(),
        };
        let offered = offered
            .find(|known| known.is_named(&set.name))
            .ok_or_else(unknown)?;
        let name = offered.name().to_owned();
        let text = set.value.as_deref().unwrap_or_default();
        let value = match offered {
            Offered::ClearHash => return Ok(Effect::ClearHash),
            Offered::Text(_) => Some(text)
                .filter(|text| !["", NO_TEXT].contains(text))
                .map(str::to_owned),
            Offered::Setting(setting) => accepted(setting, text).map_err(OptionError::Value)?,
        };
        if let Some(composition) = value.as_ref().filter(|_| name == COMPOSITION) {
            self.catalog.contender(composition)?;
        }
        let value = if name == EVAL_FILE {
            let evaluator = value.map(|file| format!("{NET}@{file}"));
            let network = evaluator
                .as_ref()
                .map(|evaluator| self.catalog.any_evaluator(evaluator));
            network.transpose().map_err(OptionError::Network)?;
            evaluator
        } else {
            value
        };
        let effect = match &value {
            Some(number) if offered.is_whole_number() && text.parse() != number.parse::<i128>() => {
                Effect::Clamped(number.clone())
            }
            Some(_) | None => Effect::Set,
        };
        self.given.retain(|(known, _)| *known != name);
        self.given.extend(value.map(|value| (name, value)));
        Ok(effect)
    }
}

/// The values of the engine's numbers with the evaluator that it usually has.
fn usual_numbers(catalog: &Catalog<Position>) -> Numbers {
    let contender = catalog.contender(ENGINE).ok();
    let evaluator = contender.and_then(|engine| catalog.any_evaluator(engine.evaluator()).ok());
    evaluator.map_or_else(Numbers::default, |evaluator| Numbers::of(&evaluator))
}

/// The numbers of the engine's search as options.
fn numbers(catalog: &Catalog<Position>) -> Vec<Setting> {
    let values = usual_numbers(catalog);
    let setting = |number: &Number| {
        let (name, settings) = (number.name(), Settings::default());
        settings.number(&name, values.get(number), number.range());
        settings.declared()
    };
    Number::all().flat_map(setting).collect()
}

/// The options of the engine's numbers as `OpenBench` takes them for SPSA, one on each line: the name and the type, the value to begin
/// with, the range, the step at the end, and the rate at the end, which is the usual one.
#[cfg(any(feature = "tune", test))]
pub(crate) fn numbers_for_openbench() -> String {
    let values = usual_numbers(&plywood());
    let line = |number: &Number| {
        let (value, range, step) = (values.get(number), number.range(), number.step());
        let (min, max) = (range.start(), range.end());
        format!("{number}, int, {value}, {min}, {max}, {step}, 0.002\n")
    };
    Number::all().map(line).collect()
}

/// The word that interfaces send for an empty text.
const NO_TEXT: &str = "<empty>";

/// The value of a setting as a composition has it, none for a switch that is off.
fn accepted(setting: &Setting, text: &str) -> Result<Option<String>, SpecError> {
    match &setting.kind {
        SettingKind::Switch => match text.to_ascii_lowercase().as_str() {
            "true" => Ok(Some(String::new())),
            "false" => Ok(None),
            _ => Err(SpecError::Value {
                word: setting.name.clone(),
                expected: "true or false".to_owned(),
                found: Some(text.to_owned()),
                known: Vec::new(),
            }),
        },
        kind => {
            let value = match kind {
                SettingKind::Number {
                    min,
                    max,
                    is_whole: true,
                    ..
                } => nearest(text, min, max),
                SettingKind::Choice { words, .. } => {
                    let mut words = words.iter();
                    words.find(|word| word.eq_ignore_ascii_case(text)).cloned()
                }
                SettingKind::Number { .. } | SettingKind::Without(_) | SettingKind::Switch => None,
            };
            let value = value.unwrap_or_else(|| text.to_owned());
            setting.check(Some(&value)).map(|()| Some(value))
        }
    }
}

/// The number of the range that is nearest to the one in the text; `None` if the text is no whole number.
fn nearest(text: &str, min: &str, max: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') {
        i128::MIN
    } else {
        i128::MAX
    };
    let number = text.parse().unwrap_or(beyond);
    let number = number.max(min.parse().ok()?).min(max.parse().ok()?);
    Some(number.to_string())
}

impl Offered {
    fn name(&self) -> &str {
        match self {
            Self::Setting(setting) => &setting.name,
            Self::Text(name) => name,
            Self::ClearHash => "Clear Hash",
        }
    }

    fn is_named(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    fn is_whole_number(&self) -> bool {
        matches!(
            self,
            Self::Setting(Setting {
                kind: SettingKind::Number { is_whole: true, .. },
                ..
            })
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searcher::Searcher;
    use plywood_core::History;
    use plywood_search::{AlphaBeta, Limits};

    fn list(catalog: Catalog<Position>) -> OptionList {
        OptionList::with_numbers(Arc::new(catalog), Vec::new()).unwrap()
    }

    fn set(options: &mut OptionList, name: &str, value: &str) -> Result<Effect, OptionError> {
        options.set(&SetOption {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        })
    }

    #[test]
    fn declarations_are_what_interfaces_expect() {
        let lines: Vec<String> = list(plywood()).declarations().collect();
        let first = "option name Strategy type combo default engine var engine var random";
        assert!(lines[0].starts_with(first), "{}", lines[0]);
        for line in [
            "option name Hash type spin default 16 min 1 max 65536",
            "option name Clear Hash type button",
            "option name BookFile type string default <empty>",
            "option name Composition type string default <empty>",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
        ] {
            assert!(lines.iter().any(|known| known == line), "{line}");
        }
    }

    #[test]
    fn every_default_can_be_set() {
        for line in list(plywood()).declarations() {
            let (name, kind) = line.split_once(" type ").unwrap();
            let name = name.trim_start_matches("option name ");
            let Some((_, default)) = kind.split_once(" default ") else {
                continue;
            };
            let default = default.split(' ').next().unwrap();
            let mut options = list(plywood());
            assert_eq!(set(&mut options, name, default), Ok(Effect::Set), "{line}");
            assert_eq!(options.options(), EngineOptions::default(), "{line}");
        }
    }

    /// Interfaces take a keyword inside a hyphenated name for the keyword.
    #[test]
    fn no_choice_has_a_keyword_in_it() {
        for line in list(plywood()).declarations() {
            for choice in line.split(" var ").skip(1) {
                for word in choice.split('-') {
                    assert!(!["default", "min", "max", "var"].contains(&word), "{line}");
                }
            }
        }
    }

    #[test]
    fn absurd_numbers_become_the_nearest_ones_in_range() {
        let mut options = list(plywood());
        for (value, expected) in [
            ("0", "1"),
            ("-99999999999999999999", "1"),
            ("99999999999999999999999999999999999999999999", "256"),
        ] {
            let clamped = Effect::Clamped(expected.to_owned());
            assert_eq!(set(&mut options, "multipv", value), Ok(clamped));
        }
        assert_eq!(options.options().lines, 256);
        for value in ["", "two", "1e3", "+4", "é"] {
            assert!(set(&mut options, "MultiPV", value).is_err(), "{value:?}");
        }
    }

    #[test]
    fn a_program_that_is_built_to_be_tuned_offers_every_number_of_the_search() {
        let catalog = Arc::new(plywood());
        let mut options =
            OptionList::with_numbers(Arc::clone(&catalog), numbers(&catalog)).unwrap();
        // The usual evaluator is a network, which has values of its own.
        let line = "option name razoring type spin default 268 min 0 max 1500";
        assert!(options.declarations().any(|known| known == line));
        let others = list(plywood()).declarations().count();
        assert_eq!(
            options.declarations().count() - others,
            Number::all().count()
        );
        set(&mut options, "razoring", "300").unwrap();
        assert_eq!(options.options().strategy, "engine+razoring=300");
        let nodes = |options: &EngineOptions| {
            let mut searcher = Searcher::new(options).unwrap();
            let report = searcher.search(&History::default(), &Limits::depth(9), &mut ());
            report.stats.nodes
        };
        set(&mut options, "late-moves", "1").unwrap();
        assert_ne!(nodes(&options.options()), nodes(&EngineOptions::default()));
        set(&mut options, "Composition", "engine").unwrap();
        assert_eq!(nodes(&options.options()), nodes(&EngineOptions::default()));
    }

    /// What `OpenBench` is told is what the program offers, with the step of the last iteration.
    #[test]
    fn numbers_are_printed_for_openbench_as_they_are_offered() {
        let catalog = Arc::new(plywood());
        let options = OptionList::with_numbers(Arc::clone(&catalog), numbers(&catalog)).unwrap();
        let declared: Vec<String> = options.declarations().collect();
        let text = numbers_for_openbench();
        assert_eq!(text.lines().count(), Number::all().count());
        for line in text.lines() {
            let [name, "int", value, min, max, step, "0.002"] =
                line.split(", ").collect::<Vec<_>>()[..]
            else {
                panic!("{line}");
            };
            let option =
                format!("option name {name} type spin default {value} min {min} max {max}");
            assert!(declared.contains(&option), "{option}");
            assert!(step.parse::<f64>().unwrap() > 0.0, "{line}");
        }
    }

    #[test]
    fn the_elo_counts_only_when_the_strength_is_limited() {
        let mut options = list(plywood());
        set(&mut options, "UCI_Elo", "1600").unwrap();
        assert_eq!(options.options().elo_limit(), None);
        set(&mut options, "UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.options().elo_limit(), Some(1_600));
        set(&mut options, "UCI_LimitStrength", "False").unwrap();
        assert_eq!(options.options().elo_limit(), None);
    }

    #[test]
    fn errors_list_what_is_known() {
        let mut options = list(plywood());
        let mut error = |name, value| set(&mut options, name, value).unwrap_err().to_string();
        let unknown = error("Hsah", "3");
        assert!(
            unknown.contains("\"Hsah\"") && unknown.contains("Strategy"),
            "{unknown}"
        );
        assert_eq!(
            error("OwnBook", "yes"),
            "OwnBook: expected true or false, found \"yes\""
        );
        let strategy = error("Composition", "minmax");
        let hint = "Composition: there is no strategy \"minmax\" (did you mean \"minimax\"?); ";
        assert!(strategy.starts_with(hint), "{strategy}");
        let part = error("Composition", "negamax+killers");
        assert!(
            part.starts_with("Composition: negamax takes no \"killers\"; it takes "),
            "{part}"
        );
    }

    #[test]
    fn a_setting_with_the_name_of_an_option_is_refused() {
        let mine = |catalog: Catalog<Position>| {
            catalog.search("mine", "for a test", |settings, evaluator| {
                settings.number("hash", 8, 1..=64);
                AlphaBeta::new(evaluator)
            })
        };
        let error = OptionList::new(Arc::new(mine(plywood()))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the setting \"hash\" of the strategy mine has the name of an option of the program; rename it"
        );
        // Without the engine nothing else has a table whose size is set.
        let alone = list(mine(chess()).only(["mine"]));
        let mut lines = alone.declarations();
        assert!(lines.any(|line| line == "option name hash type spin default 8 min 1 max 64"));
    }

    #[test]
    fn settings_of_strategies_are_options() {
        let search = |name| {
            move |catalog: Catalog<Position>| {
                catalog.search(name, "for a test", |settings, evaluator| {
                    settings.number("width", 8, 1..=64);
                    settings.number("greed", 0.5, 0.0..=1.0);
                    settings.switch("bold");
                    settings.choice("order", &["captures", "checks"]);
                    AlphaBeta::new(evaluator)
                })
            }
        };
        let catalog = search("other")(search("mine")(chess())).only(["mine", "other"]);
        let mut options = list(catalog);
        let lines: Vec<String> = options.declarations().collect();
        let own = &lines[lines.len() - 4..];
        assert_eq!(
            own,
            [
                "option name width type spin default 8 min 1 max 64",
                "option name greed type string default 0.5",
                "option name bold type check default false",
                "option name order type combo default captures var captures var checks",
            ]
        );
        assert!(
            !lines.iter().any(|line| line.contains("Hash type spin")),
            "there is no engine"
        );
        assert_eq!(options.options().strategy, "mine");
        for (name, value) in [
            ("Width", "99"),
            ("greed", "0.25"),
            ("BOLD", "true"),
            ("order", "Checks"),
        ] {
            set(&mut options, name, value).unwrap();
        }
        assert_eq!(
            options.options().strategy,
            "mine+width=64+greed=0.25+bold+order=checks"
        );
        set(&mut options, "strategy", "other").unwrap();
        set(&mut options, "bold", "false").unwrap();
        assert_eq!(
            options.options().strategy,
            "other+width=64+greed=0.25+order=checks"
        );
        assert!(options.options().contender(&options.catalog).is_ok());
        let error = set(&mut options, "greed", "2").unwrap_err().to_string();
        assert_eq!(error, "greed: expected a number from 0 to 1, found \"2\"");
        set(&mut options, "Composition", "mine+deepening").unwrap();
        assert_eq!(options.options().strategy, "mine+deepening");
        set(&mut options, "Composition", "").unwrap();
        assert_eq!(
            options.options().strategy,
            "other+width=64+greed=0.25+order=checks"
        );
    }
}
