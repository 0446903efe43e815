//! [`Ablation`]: measures the worth of every part of a search by removing it; and its [`AblationItem`]s.

mod ablated;

use crate::journal::Item;
use crate::measure::suite::Solved;
use crate::play::entry::GameEntry;
use crate::play::tournament::{Tournament, TournamentError};
use crate::players::plan::PlayerPlan;
use crate::players::player_spec::PlayerSpec;
use plywood_arena::Format;
use plywood_catalog::{Catalog, Playable, Setting, Spec, SpecError, Task, Word};
use plywood_core::Position;
use plywood_report::Checksum;
use plywood_search::Limits;
use serde::{Deserialize, Serialize};

pub use ablated::{Ablated, AblatedRow};

/// The settings of an ablation.
///
/// ```
/// use plywood_catalog::Playable;
/// use plywood_core::Position;
/// use plywood_workbench::{Ablated, Ablation, AblationItem, PlayerSpec, Results, without_each_part};
/// use plywood_search::Limits;
///
/// let catalog = plywood_catalog::Catalog::chess();
/// let limits = Limits::nodes(500);
/// let whole = "pvs+killers+table+deepening:evaluator=material".parse()?;
/// let specs = without_each_part(&catalog, whole)?;
/// assert_eq!(specs[1].to_string(), "killers=pvs+table=16+deepening:evaluator=material");
/// let variants = specs
///     .into_iter()
///     .map(|spec| PlayerSpec::of(&catalog, spec.into()))
///     .collect::<Result<Vec<_>, _>>()?;
/// let task = Position::read_task("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;")?;
/// let ablation =
///     Ablation { catalog, variants, depth: 2, limits: limits.clone(), game_limits: limits, games: 0 };
/// let mut ablated = Ablated::of(&ablation.settings(None, String::new()));
/// let measured = ablation.measure(0, &task, &|_| ());
/// ablated.count(&AblationItem::Position(measured));
/// assert_eq!(
///     (ablated.rows[0].without.as_str(), ablated.rows[0].solved),
///     ("nothing", 1)
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ablation<G: Playable = Position> {
    /// The game.
    pub catalog: Catalog<G>,
    /// The full strategy first, then those without a part.
    pub variants: Vec<PlayerSpec<G>>,
    /// The depth to which nodes and time are measured.
    pub depth: u32,
    /// The limits for solving a position.
    pub limits: Limits,
    /// The limits for a move of a game.
    pub game_limits: Limits,
    /// The number of games that each variant plays against the full strategy; an even number, or 0.
    pub games: usize,
}

/// The settings that decide the result of an ablation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AblationSettings {
    game: String,
    players: Vec<PlayerPlan>,
    evaluator: Option<String>,
    depth: u32,
    limits: Limits,
    game_limits: Limits,
    games: usize,
    positions: String,
}

/// The number of times each search is timed.
const REPEATS: usize = 3;

/// Returns the depth to which nodes and time are measured; without one, where the limits are rounds, they are those of these rounds.
fn measured_depth(depth: u32, limits: &Limits) -> Option<u32> {
    limits.max_rounds().is_none().then_some(depth)
}

impl<G: Playable> Ablation<G> {
    /// Returns the settings that decide the result. The variants use this evaluator unless they are players; `positions` describes the
    /// source of the positions.
    pub fn settings(&self, evaluator: Option<&str>, positions: String) -> AblationSettings {
        AblationSettings {
            game: self.catalog.name().to_owned(),
            players: self.variants.iter().map(PlayerSpec::plan).collect(),
            evaluator: evaluator.map(str::to_owned),
            depth: self.depth,
            limits: self.limits.clone(),
            game_limits: self.game_limits.clone(),
            games: self.games,
            positions,
        }
    }

    /// Measures the position with this number. The variants take turns, so that other load on the machine affects all of them alike.
    #[must_use]
    pub fn measure(
        &self,
        number: usize,
        task: &Task<G>,
        progress: &dyn Fn(&str),
    ) -> AblatedPosition {
        let name = task.name.as_deref().unwrap_or_default();
        let mut costs = vec![Cost::default(); self.variants.len()];
        let depth = measured_depth(self.depth, &self.limits);
        let measured = depth.map_or_else(|| self.limits.clone(), Limits::depth);
        for repeat in 0..REPEATS {
            for (variant, cost) in self.variants.iter().zip(&mut costs) {
                if repeat == 0 {
                    progress(&format!("without {}, {name}", variant.name()));
                }
                // A failure shows in the answer as well.
                if let Ok(found) = variant.search_within(&task.position, &measured) {
                    cost.nodes = found.stats.nodes;
                    cost.seconds.push(found.elapsed.as_secs_f64());
                }
            }
        }
        let solved = Solved::of((number, task), &self.variants, &self.limits);
        AblatedPosition { solved, costs }
    }

    /// Returns the games of all variants against the full strategy; there may be none.
    ///
    /// # Errors
    /// [`TournamentError`] if no games can be played.
    pub fn games(&self) -> Result<Tournament<G>, TournamentError> {
        let games = Tournament::between(&self.catalog, self.variants.clone());
        let games = games
            .format(Format::Gauntlet)
            .games(self.games)
            .limits(self.game_limits.clone())
            .allow_fixed_depth();
        match self.games {
            0 => Ok(games),
            _ => games.checked(),
        }
    }
}

/// Returns a strategy and its variants without each of its parts, labeled with the part: first the whole one, labeled `nothing`.
///
/// # Errors
/// [`SpecError`] if the strategy is wrong.
pub fn without_each_part<G: Playable>(
    catalog: &Catalog<G>,
    strategy: Spec,
) -> Result<Vec<Spec>, SpecError> {
    let contender = catalog.contender_of(strategy)?;
    let whole = contender.spec().clone();
    let search = whole.composition.search();
    let steps: Vec<Word> = catalog
        .settings(search)
        .flat_map(Setting::removals)
        .collect();
    let given = whole.composition.parts();
    let parts = given.iter().filter(|part| !steps.contains(part));
    let fewer = parts.map(|part| (part.name.clone(), whole.composition.without(&part.name)));
    let plain = contender.facts().refines.map(|plain| {
        let plain = whole.composition.with_search(plain);
        (search.to_owned(), plain)
    });
    let stepless = steps
        .iter()
        .filter(|step| !given.contains(step))
        .map(|step| {
            let value = step.value.as_deref();
            let without = whole.composition.with(&step.name, value);
            (value.unwrap_or_default().to_owned(), without)
        });
    let nothing = ("nothing".to_owned(), whole.composition.clone());
    let all = std::iter::once(nothing).chain(fewer).chain(plain);
    let all = all.chain(stepless);
    let labeled = |(label, composition)| Spec {
        label: Some(label),
        composition,
        ..whole.clone()
    };
    // The rest may lack something it needs, such as the table of a parallel search.
    let can_be_made = |spec: &Spec| catalog.contender_of(spec.clone()).is_ok();
    Ok(all.map(labeled).filter(can_be_made).collect())
}

/// A measured position, or a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AblationItem {
    /// A position.
    Position(AblatedPosition),
    /// A game of a variant against the full search.
    Game {
        /// Its number, which follows those of the positions.
        number: usize,
        /// The game.
        entry: Box<GameEntry>,
    },
}

/// The results of all variants on one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AblatedPosition {
    /// The answer of each variant within its limits.
    #[serde(flatten)]
    pub solved: Solved,
    /// The cost of each variant's search to the depth, or of its rounds.
    pub costs: Vec<Cost>,
}

/// The cost of a search.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cost {
    /// The nodes explored.
    pub nodes: u64,
    /// The time of each repetition.
    pub seconds: Vec<f64>,
}

impl Item for AblationItem {
    const NAMES: [&'static str; 2] = ["position or game", "positions and games"];

    fn number(&self) -> usize {
        match self {
            Self::Position(position) => position.solved.number,
            Self::Game { number, .. } => *number,
        }
    }

    fn fingerprint(&self) -> u64 {
        match self {
            Self::Game { entry, .. } => entry.fingerprint(),
            Self::Position(AblatedPosition { solved, costs }) => {
                let start = Checksum::new().with(&solved.fingerprint().to_le_bytes());
                let add = |sum: Checksum, cost: &Cost| sum.with(&cost.nodes.to_le_bytes());
                costs.iter().fold(start, add).number()
            }
        }
    }

    fn has_failed(&self) -> bool {
        match self {
            Self::Game { entry, .. } => entry.has_failed(),
            Self::Position(position) => position.solved.has_failed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_arena::numbers::real;
    use plywood_catalog::{Part, Role};
    use std::time::Duration;

    fn start<G: Playable>(catalog: &Catalog<G>) -> Task<G> {
        G::read_task(&catalog.start().to_string()).unwrap()
    }

    fn run<G: Playable>(ablation: &Ablation<G>, tasks: &[Task<G>]) -> Ablated {
        let mut ablated = Ablated::of(&ablation.settings(None, String::new()));
        for (number, task) in tasks.iter().enumerate() {
            ablated.count_position(&ablation.measure(number, task, &|_| ()));
        }
        let games = ablation.games().unwrap();
        let counted = games.run_with(&mut |game, _| ablated.count_game(game.get()));
        counted.unwrap();
        ablated
    }

    #[test]
    fn variants_are_those_that_can_be_made_and_keep_what_is_left_out() {
        let chess = Catalog::chess();
        let variants = |text: &str| without_each_part(&chess, text.parse().unwrap()).unwrap();
        let parallel = variants("parallel");
        let labels = parallel.iter().map(|spec| spec.label.as_deref());
        let labels: Vec<&str> = labels.flatten().collect();
        assert_eq!(labels, ["nothing", "parallel", "deepening", "pvs"]);

        let engine = variants("engine+without=null-move");
        let is_further = |spec: &Spec| {
            spec.to_string()
                .contains("=engine+without=null-move+without=")
        };
        assert!(
            engine.len() > 5 && engine[1..].iter().all(is_further),
            "{engine:?}"
        );
    }

    #[test]
    fn each_part_of_a_best_first_search_has_a_row_at_equal_rounds_and_at_equal_time() {
        let catalog = Catalog::breakthrough();
        let whole = "monte-carlo+puct+rave=100+priors+cut=2+solver+memory=1+making-room";
        let specs = without_each_part(&catalog, whole.parse().unwrap()).unwrap();
        let labels = specs.iter().filter_map(|spec| spec.label.clone());
        let labels: Vec<String> = labels.collect();
        let parts = [
            "puct",
            "rave",
            "priors",
            "cut",
            "solver",
            "memory",
            "making-room",
        ];
        assert_eq!(
            (labels[0].as_str(), &labels[1..]),
            ("nothing", &parts.map(str::to_owned)[..])
        );
        let player = |spec: Spec| PlayerSpec::of(&catalog, spec.into()).unwrap();
        let variants: Vec<_> = specs.into_iter().map(player).collect();
        for game_limits in [Limits::rounds(3), Limits::time(Duration::from_millis(1))] {
            let ablation = Ablation {
                catalog: catalog.clone(),
                variants: variants.clone(),
                depth: 1,
                limits: Limits::rounds(10),
                game_limits,
                games: 2,
            };
            let task = start(&catalog);
            let ablated = run(&ablation, std::slice::from_ref(&task));
            assert_eq!(ablated.depth, None);
            let report = variants[0].search_within(&task.position, &Limits::rounds(10));
            let nodes = real(report.unwrap().stats.nodes);
            assert!((ablated.rows[0].nodes - nodes).abs() < 1e-6 * nodes);
            for (row, part) in ablated.rows[1..].iter().zip(parts) {
                assert_eq!(row.without, part);
                assert!(row.elo.is_some() && row.faults.is_empty(), "{row:?}");
            }
        }
    }

    #[test]
    fn each_selective_step_of_a_textbook_search_has_a_row_at_equal_nodes_and_at_equal_time() {
        let catalog = Catalog::chess();
        let steps = Part::all().filter(|part| part.role == Role::Selectivity);
        let steps: Vec<&str> = steps.map(Part::word).collect();
        let whole = format!(
            "pvs+quiescence+captures+killers+table=1+{}+deepening:evaluator=material",
            steps.join("+")
        );
        let specs = without_each_part(&catalog, whole.parse().unwrap()).unwrap();
        let player = |spec: Spec| PlayerSpec::of(&catalog, spec.into()).unwrap();
        let lacks_a_step = |spec: &Spec| {
            let given = spec.composition.parts().iter().map(|part| &*part.name);
            let given: Vec<&str> = given.collect();
            steps.iter().any(|step| !given.contains(step))
        };
        let mut specs = specs.into_iter();
        let whole = specs.next();
        let fewer = specs.filter(lacks_a_step);
        let variants: Vec<_> = whole.into_iter().chain(fewer).map(player).collect();
        assert_eq!((variants.len(), steps.len()), (13, 12));
        let task = Position::read_task("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;").unwrap();
        let equal_time = Limits::time(Duration::from_millis(1));
        for (game_limits, games) in [(Limits::nodes(30), 2), (equal_time, 2)] {
            let ablation = Ablation {
                catalog: catalog.clone(),
                variants: variants.clone(),
                depth: 3,
                limits: Limits::nodes(500),
                game_limits,
                games,
            };
            let ablated = run(&ablation, std::slice::from_ref(&task));
            for (row, without) in ablated.rows[1..].iter().zip(&steps) {
                assert_eq!(row.without, *without);
                assert!(
                    row.nodes > 0.0 && row.elo.is_some() && row.faults.is_empty(),
                    "{row:?}"
                );
            }
        }
    }
}
