//! [`EngineOptions`]: the UCI options of a program. They are read like the settings of a strategy, so each is declared once with its name,
//! its range and its default.

use plywood_catalog::{
    Catalog, Composition, Contender, EvaluatorSpec, NET, Setting, Settings, Spec, SpecError,
    Strength,
};
use plywood_core::{Position, cpu};
use plywood_engine::Engine;
use plywood_notation::uci::CastlingForm;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// The values of all options.
///
/// ```
/// use plywood_uci::EngineOptions;
///
/// let options = EngineOptions {
///     strategy: "pvs+killers+table=4".parse()?,
///     ..EngineOptions::default()
/// };
/// assert_eq!((options.threads, options.elo_limit()), (1, None));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the protocol has these switches, and each is independent of the others"
)]
pub struct EngineOptions {
    /// The strategy. An evaluator that it names takes precedence over that of the options.
    pub strategy: Spec,
    /// The evaluator; `None` for the strategy's default, which for the engine is the network.
    pub evaluator: Option<EvaluatorSpec>,
    /// The size of the engine's table in megabytes.
    pub hash_megabytes: u32,
    /// The number of threads of the engine.
    pub threads: u32,
    /// The number of lines to report.
    pub lines: u32,
    /// `true` if the interface lets the program think in the opponent's time.
    pub ponder: bool,
    /// `true` if castling is written as the king taking its rook.
    pub chess960: bool,
    /// `true` to play at the strength of `elo` instead of full strength.
    pub limit_strength: bool,
    /// The strength if it is limited.
    pub elo: u32,
    /// `true` to report the shares of wins, draws and losses.
    pub show_wdl: bool,
    /// `true` if a person analyzes and no game is played, so that the book is not used.
    pub analyse_mode: bool,
    /// The milliseconds that each move loses between the interface and the program.
    pub move_overhead_millis: u32,
    /// `true` to play from the book.
    pub own_book: bool,
    /// The Polyglot book.
    pub book_file: Option<PathBuf>,
    /// The folders of Syzygy endgame tables, separated as in `PATH`.
    pub syzygy_path: Option<String>,
    /// The most men of positions to look up in endgame tables; 0 for none.
    pub syzygy_probe_limit: u32,
}

/// The defaults of the program `plywood`.
impl Default for EngineOptions {
    fn default() -> Self {
        Self::read(&Settings::new(Self::declared(&plywood()), []))
    }
}

/// The full-strength engine, which has separate options.
pub(crate) const ENGINE: &str = "engine";
/// The name for a strategy's default evaluator.
pub(crate) const STANDARD: &str = "standard";

/// Returns the offer of the program `plywood`: everything for chess, evaluated by the network unless another evaluator is set.
pub(crate) fn plywood() -> Catalog<Position> {
    // Listing an engine's settings means making one. Clones share them, so that happens once and not for each searcher.
    static PLYWOOD: LazyLock<Catalog<Position>> = LazyLock::new(|| {
        let chess = Catalog::chess().usual_evaluator(NET);
        chess.usual_evaluator_of(ENGINE, NET)
    });
    PLYWOOD.clone()
}

/// Returns the strategies that the protocol lists, the engine first. Some programs, such as python-chess, mistake these words for keywords,
/// even inside a hyphenated name, so a name with `max` in it would spoil the list.
pub(crate) fn strategies(catalog: &Catalog<Position>) -> Vec<&'static str> {
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

    /// Returns the options as settings. Those of the engine are not offered without it.
    pub(crate) fn declared(catalog: &Catalog<Position>) -> Arc<[Setting]> {
        let strategies = strategies(catalog);
        let has_engine = strategies.contains(&ENGINE);
        let of_engine = |setting: Setting| {
            if has_engine {
                setting
            } else {
                setting.hidden()
            }
        };
        let evaluators = catalog.evaluators().map(|entry| entry.name);
        let evaluators: Vec<&str> = [STANDARD].into_iter().chain(evaluators).collect();
        let usual_hash = Engine::USUAL_MEGABYTES;
        Arc::new([
            Setting::choice("Strategy", &strategies),
            Setting::choice("Evaluator", &evaluators),
            of_engine(Setting::number("Hash", usual_hash, Self::HASH_MEGABYTES)),
            of_engine(Setting::number("Threads", 1, Self::THREADS)),
            Setting::number("MultiPV", 1, 1..=256),
            Setting::switch("Ponder"),
            Setting::number("Move Overhead", 10, 0..=5_000),
            Setting::switch("UCI_Chess960"),
            of_engine(Setting::switch("UCI_LimitStrength")),
            of_engine(Setting::number("UCI_Elo", 1_500, Strength::ELO)),
            Setting::switch("UCI_ShowWDL"),
            Setting::switch("UCI_AnalyseMode"),
            Setting::switch("OwnBook"),
            // No tables have more men.
            of_engine(Setting::number("SyzygyProbeLimit", 7, 0..=7)),
        ])
    }

    /// Reads the options from these values.
    pub(crate) fn read(settings: &Settings) -> Self {
        let evaluator = settings.choice("Evaluator");
        Self {
            strategy: listed(&settings.choice("Strategy")),
            evaluator: (evaluator != STANDARD).then(|| EvaluatorSpec::named(&evaluator)),
            hash_megabytes: settings.number("Hash"),
            threads: settings.number("Threads"),
            lines: settings.number("MultiPV"),
            ponder: settings.has("Ponder"),
            move_overhead_millis: settings.number("Move Overhead"),
            chess960: settings.has("UCI_Chess960"),
            limit_strength: settings.has("UCI_LimitStrength"),
            elo: settings.number("UCI_Elo"),
            show_wdl: settings.has("UCI_ShowWDL"),
            analyse_mode: settings.has("UCI_AnalyseMode"),
            own_book: settings.has("OwnBook"),
            book_file: None,
            syzygy_path: None,
            syzygy_probe_limit: settings.number("SyzygyProbeLimit"),
        }
    }

    /// Returns the strategy and its evaluator.
    pub(crate) fn contender(
        &self,
        catalog: &Catalog<Position>,
    ) -> Result<Contender<Position>, SpecError> {
        let mut spec = self.strategy.clone();
        spec.evaluator = spec.evaluator.or_else(|| self.evaluator.clone());
        catalog.contender_of(spec)
    }

    /// Returns the evaluator, and the processor instructions that the program uses.
    pub(crate) fn about(&self, catalog: &Catalog<Position>) -> Result<String, SpecError> {
        let contender = self.contender(catalog)?;
        let named = || format!("evaluator {}", contender.spec().evaluator_text());
        let label = contender.evaluator().label();
        let judge = label.map_or_else(named, str::to_owned);
        Ok(format!("{judge}; instructions {}", cpu::name()))
    }

    /// Returns the strength limit; `None` for full strength.
    #[must_use]
    pub fn elo_limit(&self) -> Option<u32> {
        self.limit_strength.then_some(self.elo)
    }

    /// Returns the time that each move loses between the interface and the program.
    #[must_use]
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead_millis.into())
    }

    /// Returns the notation of castling.
    #[must_use]
    pub const fn castling_form(&self) -> CastlingForm {
        if self.chess960 {
            CastlingForm::TakesRook
        } else {
            CastlingForm::Landing
        }
    }
}

/// Returns a strategy of the list, which may be a composition.
fn listed(name: &str) -> Spec {
    let alone = || Spec::from(Composition::new(name));
    name.parse().unwrap_or_else(|_| alone())
}
