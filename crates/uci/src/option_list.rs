//! [`OptionList`]: the options that a program offers, with their current values. An unusable value is refused, and the previous one stays.

#[cfg(any(feature = "tune", test))]
use crate::engine_options::plywood;
use crate::engine_options::{ENGINE, EngineOptions, strategies};
use crate::probed_tables::ProbedTables;
use plywood_catalog::{
    Catalog, EvaluatorSpec, NET, Setting, SettingKind, Settings, Spec, SpecError, files,
};
use plywood_console::Failure;
use plywood_core::Position;
use plywood_engine::{Number, Numbers};
use plywood_notation::polyglot::BookFile;
use plywood_notation::uci_protocol::SetOption;
use plywood_report::did_you_mean;
use plywood_search::Table;
use plywood_tables::OpenError;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The options that a program offers, with their current values: its own, and the settings of the strategies in its list.
#[derive(Debug, Clone)]
pub(crate) struct OptionList {
    catalog: Arc<Catalog<Position>>,
    /// The options of the program as settings.
    declared: Arc<[Setting]>,
    offered: Vec<Offered>,
    /// The numbers of the engine, which only a program built for tuning has.
    numbers: Vec<Setting>,
    /// The given values under the offered names. A switch that is on has an empty value; one that is off is absent.
    given: Vec<(String, String)>,
    /// A strategy by its parts. It replaces that of the list.
    composition: Option<Spec>,
    /// A network that replaces the evaluator of the list.
    network: Option<EvaluatorSpec>,
    book_file: Option<PathBuf>,
    syzygy_path: Option<String>,
}

#[derive(Debug, Clone)]
enum Offered {
    /// A number, a switch or a choice.
    Setting(Setting),
    /// A text, perhaps none.
    Text(Text),
    /// A button that clears the tables.
    ClearHash,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Text {
    Composition,
    BookFile,
    EvalFile,
    SyzygyPath,
}

impl Text {
    const ALL: [Self; 4] = [
        Self::Composition,
        Self::BookFile,
        Self::EvalFile,
        Self::SyzygyPath,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Composition => "Composition",
            Self::BookFile => "BookFile",
            Self::EvalFile => "EvalFile",
            Self::SyzygyPath => "SyzygyPath",
        }
    }
}

/// The effect of setting an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The option has the value.
    Set,
    /// The number was out of range and became this one.
    Clamped(String),
    /// The tables must be cleared.
    ClearHash,
}

/// A strategy has a setting that cannot be distinguished from an option of the program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the setting {setting:?} of the strategy {strategy} has the same name as an option of the program; rename it"
)]
pub struct AmbiguousSetting {
    strategy: String,
    setting: String,
}

/// The reason an option cannot be set.
#[derive(Debug, Error)]
pub(crate) enum OptionError {
    /// There is no such option.
    #[error("there is no option {name:?}{}; the options are {}", did_you_mean(name, known), known.join(", "))]
    Unknown { name: String, known: Vec<String> },
    /// The value is missing, or of the wrong kind.
    #[error(transparent)]
    Value(Box<SpecError>),
    /// There is no such strategy or evaluator.
    #[error("{name}: {error}")]
    Strategy { name: String, error: Box<SpecError> },
    /// The book cannot be used.
    #[error("BookFile {0}")]
    Book(Failure),
    /// The endgame tables cannot be used.
    #[error("SyzygyPath: {0}")]
    Tables(OpenError),
}

impl OptionList {
    /// Makes the options of a program with these strategies.
    ///
    /// # Errors
    /// [`AmbiguousSetting`] if a setting of a strategy has the name of another option.
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
        let declared = EngineOptions::declared(&catalog);
        let own = declared.iter().filter(|setting| setting.is_offered);
        let own = own.cloned().map(Offered::Setting);
        let strategies = strategies(&catalog);
        let has_engine = strategies.contains(&ENGINE);
        let is_offered = |text: &Text| match text {
            Text::SyzygyPath => has_engine,
            Text::EvalFile => catalog.evaluators().any(|entry| entry.name == NET),
            Text::Composition | Text::BookFile => true,
        };
        let texts = Text::ALL.into_iter().filter(is_offered).map(Offered::Text);
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
                    None if is_an_option(setting) => {
                        offered.push(Offered::Setting(setting.clone()));
                    }
                    Some(_) | None => {}
                }
            }
        }
        offered.extend(numbers.iter().cloned().map(Offered::Setting));
        Ok(Self {
            declared,
            catalog,
            offered,
            numbers,
            given: Vec::new(),
            composition: None,
            network: None,
            book_file: None,
            syzygy_path: None,
        })
    }

    /// Returns the values of all options.
    pub(crate) fn options(&self) -> EngineOptions {
        let given = self.given.iter();
        let given = given.map(|(name, value)| (name.as_str(), some_text(value)));
        let options = EngineOptions::read(&Settings::new(Arc::clone(&self.declared), given));
        let composition = self.composition.clone();
        EngineOptions {
            strategy: composition.unwrap_or_else(|| self.with_settings(options.strategy)),
            evaluator: self.network.clone().or(options.evaluator),
            book_file: self.book_file.clone(),
            syzygy_path: self.syzygy_path.clone(),
            ..options
        }
    }

    /// Adds the given settings to a strategy.
    fn with_settings(&self, mut strategy: Spec) -> Spec {
        let search = strategy.composition.search().to_owned();
        let settings: Vec<&Setting> = match search.as_str() {
            // It has separate options.
            ENGINE => self.numbers.iter().collect(),
            search => self.catalog.settings(search).collect(),
        };
        for Setting { name, .. } in settings {
            if let Some(value) = self.given(name) {
                strategy.composition = strategy.composition.with(name, some_text(value));
            }
        }
        strategy
    }

    fn given(&self, name: &str) -> Option<&str> {
        let mut given = self.given.iter();
        let found = given.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the lines that declare the options in the answer to `uci`.
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
                    // The protocol has only whole numbers.
                    SettingKind::Number { usual, .. } => format!("string default {usual}"),
                    SettingKind::Choice { usual, words } => {
                        format!("combo default {usual} var {}", words.join(" var "))
                    }
                    SettingKind::Amount { .. } => "string default <empty>".to_owned(),
                    SettingKind::Without(words) => format!("combo var {}", words.join(" var ")),
                },
            };
            format!("option name {} type {kind}", offered.name())
        };
        self.offered.iter().map(line)
    }

    /// Sets an option. A whole number out of range becomes the nearest one in range.
    ///
    /// # Errors
    /// [`OptionError`] if there is no such option, or the value is of the wrong kind.
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
        let text = set.value.as_deref().unwrap_or_default();
        let (changed, effect) = match offered {
            Offered::ClearHash => return Ok(Effect::ClearHash),
            Offered::Text(kind) => (self.with_text(*kind, text)?, Effect::Set),
            Offered::Setting(setting) => self.with_setting(setting, text)?,
        };
        *self = changed;
        Ok(effect)
    }

    /// Returns the list with another text, which is checked by using it.
    fn with_text(&self, kind: Text, text: &str) -> Result<Self, OptionError> {
        let text = Some(text).filter(|text| !["", NO_TEXT].contains(text));
        let refused = |error| OptionError::Strategy {
            name: kind.name().to_owned(),
            error: Box::new(error),
        };
        let mut changed = self.clone();
        match kind {
            Text::Composition => {
                changed.composition = text.map(str::parse).transpose().map_err(refused)?;
                changed
                    .options()
                    .contender(&self.catalog)
                    .map_err(refused)?;
            }
            Text::EvalFile => {
                changed.network = text.map(|file| EvaluatorSpec::in_file(NET, file));
                let network = changed.network.as_ref();
                let read = network.map(|network| self.catalog.evaluator_of(network));
                read.transpose().map_err(refused)?;
            }
            Text::BookFile => {
                changed.book_file = text.map(PathBuf::from);
                let book = changed.book_file.as_deref().map(open_book);
                book.transpose().map_err(OptionError::Book)?;
            }
            Text::SyzygyPath => {
                changed.syzygy_path = text.map(str::to_owned);
                let tables = text.map(ProbedTables::open).transpose();
                tables.map_err(OptionError::Tables)?;
            }
        }
        Ok(changed)
    }

    /// Returns the list with another value of a setting.
    fn with_setting(&self, setting: &Setting, text: &str) -> Result<(Self, Effect), OptionError> {
        let value = accepted(setting, text).map_err(|error| OptionError::Value(Box::new(error)))?;
        let effect = match &value {
            Some(number) if setting.is_whole() && text.parse() != number.parse::<i128>() => {
                Effect::Clamped(number.clone())
            }
            Some(_) | None => Effect::Set,
        };
        let mut changed = self.clone();
        changed.given.retain(|(known, _)| *known != setting.name);
        changed
            .given
            .extend(value.map(|value| (setting.name.clone(), value)));
        let (before, options) = (self.options(), changed.options());
        let megabytes = options.hash_megabytes as usize;
        if before.hash_megabytes != options.hash_megabytes && !Table::fits(megabytes) {
            return Err(OptionError::Value(Box::new(SpecError::Value {
                word: setting.name.clone(),
                expected: "megabytes for which this machine has room".to_owned(),
                found: Some(text.to_owned()),
                known: Vec::new(),
            })));
        }
        if (before.strategy, before.evaluator)
            != (options.strategy.clone(), options.evaluator.clone())
        {
            let made = options.contender(&self.catalog);
            made.map_err(|error| OptionError::Strategy {
                name: setting.name.clone(),
                error: Box::new(error),
            })?;
        }
        Ok((changed, effect))
    }
}

/// Returns a text, unless it is empty.
fn some_text(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Returns `true` if the protocol has a kind of option for it.
const fn is_an_option(setting: &Setting) -> bool {
    match setting.kind {
        SettingKind::Number { .. } | SettingKind::Switch | SettingKind::Choice { .. } => true,
        SettingKind::Amount { .. } | SettingKind::Without(_) => false,
    }
}

/// Opens a Polyglot book.
pub(crate) fn open_book(path: &Path) -> Result<BookFile<File>, Failure> {
    let file = files::open_again(path).map_err(|error| Failure::in_file(path, &error))?;
    BookFile::new(file).map_err(|error| Failure::in_file(path, &error))
}

/// Returns the values of the engine's numbers with its default evaluator.
fn usual_numbers(catalog: &Catalog<Position>) -> Numbers {
    let engine = catalog.contender(ENGINE);
    engine.map_or_else(
        |_| Numbers::default(),
        |engine| Numbers::of(engine.evaluator().scale()),
    )
}

/// Returns the numbers of the engine's search as options.
fn numbers(catalog: &Catalog<Position>) -> Vec<Setting> {
    let values = usual_numbers(catalog);
    let setting = |number: &Number| {
        let name = number.name();
        Setting::number(&name, values.get(number), number.range())
    };
    Number::all().map(setting).collect()
}

/// Returns the options of the engine's numbers in `OpenBench`'s format for SPSA, one per line: the name and type, the start value, the
/// range, the final step, and the final rate, which is the usual one.
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

/// Returns the value of a setting in a composition; `None` for a switch that is off.
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
                SettingKind::Number { .. }
                | SettingKind::Amount { .. }
                | SettingKind::Without(_)
                | SettingKind::Switch => None,
            };
            let value = value.unwrap_or_else(|| text.to_owned());
            setting.check(Some(&value))
        }
    }
}

/// Returns the number in the range nearest to the one in the text; `None` if the text is not a whole number.
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
            Self::Text(text) => text.name(),
            Self::ClearHash => "Clear Hash",
        }
    }

    fn is_named(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
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
            assert_eq!(
                set(&mut options, name, default).unwrap(),
                Effect::Set,
                "{line}"
            );
            assert_eq!(options.options(), EngineOptions::default(), "{line}");
        }
    }

    /// Interfaces mistake a keyword inside a hyphenated name for the keyword.
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
            assert_eq!(set(&mut options, "multipv", value).unwrap(), clamped);
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
        // The default evaluator is a network, which has separate values.
        let line = "option name razoring type spin default 268 min 0 max 1500";
        assert!(options.declarations().any(|known| known == line));
        let others = list(plywood()).declarations().count();
        assert_eq!(
            options.declarations().count() - others,
            Number::all().count()
        );
        set(&mut options, "razoring", "300").unwrap();
        assert_eq!(
            options.options().strategy.to_string(),
            "engine+razoring=300"
        );
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

    /// The values printed for `OpenBench` are the ones the program offers, with the step of the last iteration.
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
            catalog
                .fixed_depth("mine", "for a test", |_, evaluator| {
                    AlphaBeta::new(evaluator)
                })
                .with_settings([Setting::number("hash", 8, 1..=64)])
        };
        let error = OptionList::new(Arc::new(mine(plywood()))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the setting \"hash\" of the strategy mine has the same name as an option of the program; rename it"
        );
        // Without the engine nothing else has a table of settable size.
        let alone = list(mine(Catalog::chess()).only(["mine"]));
        let mut lines = alone.declarations();
        assert!(lines.any(|line| line == "option name hash type spin default 8 min 1 max 64"));
    }

    #[test]
    fn settings_of_strategies_are_options() {
        let search = |name| {
            move |catalog: Catalog<Position>| {
                catalog
                    .fixed_depth(name, "for a test", |_, evaluator| AlphaBeta::new(evaluator))
                    .with_settings([
                        Setting::number("width", 8, 1..=64),
                        Setting::number("greed", 0.5, 0.0..=1.0),
                        Setting::switch("bold"),
                        Setting::choice("order", &["captures", "checks"]),
                    ])
            }
        };
        let catalog = search("other")(search("mine")(Catalog::chess())).only(["mine", "other"]);
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
        assert_eq!(options.options().strategy.to_string(), "mine");
        for (name, value) in [
            ("Width", "99"),
            ("greed", "0.25"),
            ("BOLD", "true"),
            ("order", "Checks"),
        ] {
            set(&mut options, name, value).unwrap();
        }
        assert_eq!(
            options.options().strategy.to_string(),
            "mine+width=64+greed=0.25+bold+order=checks"
        );
        set(&mut options, "strategy", "other").unwrap();
        set(&mut options, "bold", "false").unwrap();
        assert_eq!(
            options.options().strategy.to_string(),
            "other+width=64+greed=0.25+order=checks"
        );
        assert!(options.options().contender(&options.catalog).is_ok());
        let error = set(&mut options, "greed", "2").unwrap_err().to_string();
        assert_eq!(error, "greed: expected a number from 0 to 1, found \"2\"");
        set(&mut options, "Composition", "mine+deepening").unwrap();
        assert_eq!(options.options().strategy.to_string(), "mine+deepening");
        set(&mut options, "Composition", "").unwrap();
        assert_eq!(
            options.options().strategy.to_string(),
            "other+width=64+greed=0.25+order=checks"
        );
    }
}
