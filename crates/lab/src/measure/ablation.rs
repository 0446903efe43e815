//! [`Ablation`]: what every part of a search is worth, measured by removing it; and its [`Variant`]s and
//! [`AblationItem`]s.

mod sums;
mod report;

use crate::checksum::Checksum;
use crate::games::NamedStrategy;
use crate::journal::{Charter, Item, Journal};
use crate::measure::solver::SolverSpec;
use crate::measure::suite::{Answer, Task};
use crate::play::entry::Entry;
use crate::play::game::Rules;
use crate::play::opening::Openings;
use crate::play::schedule::Format;
use crate::play::tournament::{Terms, Tournament};
use crate::players::move_limits::MoveLimits;
use crate::players::player_spec::PlayerSpec;
use crate::players::strategy_spec::{StrategySpec, StrategySpecError};
use crate::players::time_control::TimeControl;
use plywood_catalog::{Part, Parts};
use plywood_console::Failure;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

pub use sums::{Ablated, AblatedRow, AblationSums};

/// The settings of an ablation.
///
/// ```
/// use plywood_lab::{Ablation, MoveLimits, part_variants, read_suite};
///
/// let limits = MoveLimits { nodes: Some(500), ..MoveLimits::default() };
/// let variants = part_variants("material")?;
/// let ablation = Ablation { variants, depth: 2, limits, game_limits: limits, games: 0 };
/// let tasks = read_suite("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;")?;
/// let ablated = ablation.run(&tasks, 1, &|_| ())?;
/// assert_eq!((ablated.rows[0].without.as_str(), ablated.rows[0].solved), ("nothing", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ablation {
    /// The full strategy first, then those without a part.
    pub variants: Vec<Variant>,
    /// The depth to which nodes and time are measured.
    pub depth: u32,
    /// The limits for solving a position.
    pub limits: MoveLimits,
    /// The limits for a move of a game.
    pub game_limits: MoveLimits,
    /// The number of games each variant plays against the full strategy; an even number, or 0.
    pub games: usize,
}

/// The number of random plies in an opening; each opening is played with both colors.
const OPENING_PLIES: usize = 8;
const SEED: u64 = 1;
/// Each search to the depth is timed this often.
const REPEATS: usize = 3;

impl Ablation {
    /// Measures all positions and plays the games, this many at once, and reports each step before it starts.
    ///
    /// # Errors
    /// The games cannot be played.
    pub fn run(
        &self,
        tasks: &[Task],
        threads: usize,
        progress: &dyn Fn(&str),
    ) -> Result<Ablated, Failure> {
        let mut sums = self.sums();
        for (number, task) in tasks.iter().enumerate() {
            let measured = self.measure(number, task, progress);
            sums.count(&AblationItem::Position(measured));
        }
        if let Some(tournament) = self.tournament()? {
            let mut journal = Journal::in_memory();
            let played = tournament.run(&mut journal, threads, &mut |game, _| {
                progress(&format!("game {}", game.game + 1));
                sums.count_game(game);
            });
            played.map_err(|error| failed(&error))?;
        }
        Ok(sums.ablated())
    }

    /// The sums before anything was measured.
    #[must_use]
    pub fn sums(&self) -> AblationSums {
        AblationSums::new(&self.charter("", ""))
    }

    /// Everything that decides the result, for a journal. The variants come from an evaluator unless they are players;
    /// `positions` describes where the positions come from.
    #[must_use]
    pub fn charter(&self, evaluator: &str, positions: &str) -> Charter {
        let terms = [
            ("evaluator", evaluator.to_owned()),
            ("depth", self.depth.to_string()),
            ("limits", self.limits.to_string()),
            ("game limits", self.game_limits.to_string()),
            ("games", self.games.to_string()),
            ("positions", positions.to_owned()),
        ];
        let variants = self.variants.iter().map(Variant::description);
        Charter::new("ablate", variants, terms)
    }

    /// Measures the position with this number. The variants take turns, so that other load on the machine affects all of them
    /// alike.
    #[must_use]
    pub fn measure(&self, number: usize, task: &Task, progress: &dyn Fn(&str)) -> AblatedPosition {
        let mut measured = AblatedPosition {
            number,
            name: task.name.clone(),
            fen: task.position.to_string(),
            costs: self.variants.iter().map(|_| Cost::default()).collect(),
            answers: Vec::new(),
        };
        let to_depth = MoveLimits {
            depth: Some(self.depth),
            ..MoveLimits::default()
        };
        for repeat in 0..REPEATS {
            for (variant, cost) in self.variants.iter().zip(&mut measured.costs) {
                if repeat == 0 {
                    progress(&format!("without {}, {}", variant.name, task.name));
                }
                // A failure shows in the answer, too.
                if let Ok(found) = variant.solver.search_within(&task.position, to_depth) {
                    cost.nodes = found.nodes;
                    cost.seconds.push(found.elapsed.as_secs_f64());
                }
            }
        }
        let answer = |variant: &Variant| {
            Answer::new(task, variant.solver.search(&task.position, self.limits))
        };
        measured.answers = self.variants.iter().map(answer).collect();
        measured
    }

    /// The games of all variants against the full strategy, if there are any.
    ///
    /// # Errors
    /// They cannot be played.
    pub fn tournament(&self) -> Result<Option<Tournament>, Failure> {
        if self.games == 0 {
            return Ok(None);
        }
        let players = self.variants.iter().map(|variant| variant.player.clone());
        let time_control = TimeControl {
            limits: self.game_limits,
            clock: None,
        };
        let terms = Terms {
            format: Format::Gauntlet,
            rounds: self.games.div_ceil(2),
            rules: Rules {
                time_control,
                ..Rules::default()
            },
            seed: SEED,
            ..Terms::default()
        };
        let openings = Openings::random(OPENING_PLIES, SEED);
        let tournament = Tournament::new(players.collect(), openings, terms);
        tournament.map(Some).map_err(|error| failed(&error))
    }
}

fn failed(error: &impl Display) -> Failure {
    Failure::Work(error.to_string())
}

/// A search with all its parts, or without one of them. It is written as a player of a match is.
#[derive(Debug)]
pub struct Variant {
    /// The removed part, or `nothing`.
    pub name: String,
    /// The solver of single positions.
    pub solver: SolverSpec,
    /// The same as a player of games.
    pub player: PlayerSpec,
}

impl Variant {
    /// The text that decides how it searches.
    #[must_use]
    pub fn description(&self) -> &str {
        self.solver.description()
    }
}

impl FromStr for Variant {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let player: PlayerSpec = text
            .parse()
            .map_err(|error| Failure::Usage(format!("{error}")))?;
        Ok(Self {
            name: player.name().to_owned(),
            solver: text.parse()?,
            player,
        })
    }
}

/// The variants of the textbook search: first with all its parts, then without each part. The evaluator is given
/// by its name.
///
/// # Errors
/// Says which evaluators are known.
pub fn part_variants(evaluator: &str) -> Result<Vec<Variant>, StrategySpecError> {
    let spec: StrategySpec = format!("everything:evaluator={evaluator}").parse()?;
    let whole = ("nothing".to_owned(), Parts::ALL);
    let without = Part::ALL.map(|part| (part.to_string(), Parts::ALL.without(part)));
    let variant = |(name, parts): (String, Parts)| {
        let (alone, playing) = (spec.evaluator(), spec.evaluator());
        let make = move || parts.for_positions(Arc::clone(&alone));
        Variant {
            solver: NamedStrategy::new(&name, MoveLimits::default(), make).into(),
            player: PlayerSpec::from_strategy(&name, move |_seed| {
                parts.for_games(Arc::clone(&playing))
            }),
            name,
        }
    };
    Ok([whole].into_iter().chain(without).map(variant).collect())
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
        entry: Box<Entry>,
    },
}

/// The results of all variants on one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AblatedPosition {
    /// Its number, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The cost of the search to the depth, for each variant.
    pub costs: Vec<Cost>,
    /// The answer of each variant within its limits.
    pub answers: Vec<Answer>,
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
            Self::Position(position) => position.number,
            Self::Game { number, .. } => *number,
        }
    }

    fn fingerprint(&self) -> u64 {
        match self {
            Self::Game { entry, .. } => entry.fingerprint(),
            Self::Position(position) => {
                let start = Checksum::new().with(position.fen.as_bytes());
                let costs = position.costs.iter();
                let costs = costs.fold(start, |sum, cost| sum.with(&cost.nodes.to_le_bytes()));
                let answers = position.answers.iter();
                answers
                    .fold(costs, |sum, answer| answer.add_to(sum))
                    .number()
            }
        }
    }

    fn contradiction(&self) -> Option<String> {
        match self {
            Self::Game { entry, .. } => entry.contradiction(),
            Self::Position(_) => None,
        }
    }
}
