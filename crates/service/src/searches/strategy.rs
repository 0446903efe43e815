//! The strategy chosen in a request, in plywood's usual notation; and its description for a page.

use crate::games::refuse_file;
use crate::limits::{AppliedLimits, LimitsRequest, ServiceLimits, milliseconds};
use crate::problem::Problem;
use crate::strength::{self, EloRange};
use plywood_catalog::{
    Catalog, Composition, Contender, Cost, EvaluatorSpec, Playable, Resource, Setting, SettingKind,
    Spec, SpecError,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A strategy of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StrategyData {
    #[schema(example = "alpha-beta")]
    pub(crate) name: String,
    /// A short description.
    pub(crate) description: String,
    /// The strategy, written out.
    #[schema(example = "alpha-beta:evaluator=classical")]
    pub(crate) spec: String,
    /// The content of `name`, as data.
    pub(crate) asked: CompositionData,
    /// The content of `spec`, as data.
    pub(crate) parts_of: CompositionData,
    /// True if it makes good use of a time limit alone; others need a depth.
    pub(crate) deepens: bool,
    /// Its default evaluator.
    #[schema(example = "classical")]
    pub(crate) evaluator: String,
    /// The depth that the author of a published program chose for it.
    pub(crate) depth: Option<u32>,
    /// The chapters of the book that explain its search and its parts.
    pub(crate) chapters: Vec<String>,
    /// The strengths it can play at; `null` if it always plays at full strength.
    pub(crate) elo: Option<EloRange>,
    /// The words that may follow it, as in `alpha-beta+killers+table=16`.
    pub(crate) parts: Vec<String>,
    /// The settings among these words.
    pub(crate) settings: Vec<SettingData>,
}

/// A search and its parts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CompositionData {
    #[schema(example = "pvs+table=16")]
    pub(crate) text: String,
    #[schema(example = "pvs")]
    pub(crate) search: String,
    pub(crate) words: Vec<WordData>,
}

/// A part or a setting as it is given.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WordData {
    #[schema(example = "table")]
    pub(crate) name: String,
    #[schema(example = "16")]
    pub(crate) value: Option<String>,
}

/// Other values for a word of a strategy: none removes it, an empty one is a switch that is on, and several repeat it.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub(crate) word: String,
    pub(crate) values: Vec<String>,
}

/// A setting of a strategy: `NAME=VALUE`, or `NAME` alone for a switch.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SettingData {
    #[schema(example = "width")]
    pub(crate) name: String,
    /// `number`, `switch`, `amount` (a switch that may have a number), `choice`, or `without`, which may be given several times.
    pub(crate) kind: &'static str,
    /// The default value.
    pub(crate) usual: Option<String>,
    /// The lowest and the highest number.
    pub(crate) range: Option<[String; 2]>,
    /// True if the number is whole.
    pub(crate) is_whole: bool,
    /// The words of a choice.
    pub(crate) words: Vec<String>,
    /// `megabytes` or `threads` if its number is an amount of them; the range then ends with the most that this server has for a search.
    pub(crate) resource: Option<&'static str>,
}

/// The strategy, evaluator, limits, seed and strength that a request chooses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) strategy: Option<String>,
    pub(crate) evaluator: Option<String>,
    pub(crate) limits: LimitsRequest,
    pub(crate) seed: u64,
    /// The number of best lines to find; one by default.
    pub(crate) lines: Option<u32>,
    /// The Elo to play at.
    pub(crate) elo: Option<u32>,
    /// True if the moves that led to the position count, so that repetition is a draw. A position alone has exact tables.
    pub(crate) in_game: bool,
    /// The only moves to search in the position; all if there are none.
    pub(crate) root_moves: Vec<String>,
    /// True if it continues with the tables of the last such search.
    pub(crate) goes_on: bool,
}

/// A strategy whose limits are within those of the server.
#[derive(Debug, Clone)]
pub(super) struct Chosen<G: Playable> {
    /// The name in the request.
    pub(super) name: String,
    pub(super) contender: Contender<G>,
    pub(super) limits: AppliedLimits,
    pub(super) seed: u64,
    pub(super) lines: u32,
    pub(super) elo: Option<u32>,
}

impl<G: Playable> Chosen<G> {
    /// Returns the strategy for a search within the applied limits, which contain its own depth, nodes, rounds and time.
    pub(super) fn with_other_limits(&self) -> Contender<G> {
        let own = self.contender.limits().clone();
        let others = own.with_depth(None).with_nodes(None).with_rounds(None);
        let others = others.with_time(None);
        self.contender.clone().with_limits(others)
    }
}

/// The most lines of a search.
const MOST_LINES: u32 = 5;
/// SSS* keeps every node it visits, and their siblings: about a kilobyte for each visit in chess.
const MOST_NODES_IN_MEMORY: u64 = 100_000;

/// Returns the most of a resource that one search gets.
const fn most(resource: Resource) -> u32 {
    match resource {
        Resource::Megabytes => 64,
        Resource::Threads => 4,
        _ => 0,
    }
}

impl Choice {
    pub(super) fn check<G: Playable>(
        &self,
        catalog: &Catalog<G>,
        server: &ServiceLimits,
    ) -> Result<Chosen<G>, Problem> {
        let asked = self.strategy.as_deref();
        let name = asked.unwrap_or(catalog.default_strategy()).to_owned();
        let contender = contender(catalog, &name, self.evaluator.as_deref())?;
        let (own, plays_rounds) = (contender.limits(), contender.facts().plays_rounds);
        let asked = LimitsRequest {
            depth: own.max_depth().map(u64::from).or(self.limits.depth),
            nodes: own.max_nodes().or(self.limits.nodes),
            rounds: own
                .max_rounds()
                .or(self.limits.rounds)
                .filter(|_| plays_rounds),
            time_ms: own.max_time().map(milliseconds).or(self.limits.time_ms),
            clock: self.limits.clock.filter(|_| own.max_time().is_none()),
        };
        if asked.is_empty() && !self.limits.is_empty() {
            let detail = format!("{name} plays no rounds");
            return Err(Problem::value("rounds", detail).hint("choose a depth, nodes or a time"));
        }
        let lines = self.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            let detail = format!("{lines} lines cannot be found at once");
            return Err(Problem::value("lines", detail)
                .hint(format!("choose a number from 1 to {MOST_LINES}")));
        }
        let usual = contender.needs_depth().then(|| catalog.depth());
        let nodes = if contender.facts().keeps_nodes {
            server.nodes.min(MOST_NODES_IN_MEMORY)
        } else {
            server.nodes
        };
        let mut limits = asked.within(&ServiceLimits { nodes, ..*server }, usual);
        // The limit set by memory is reported like a requested limit that was lowered.
        if nodes < server.nodes && asked.nodes.is_none() {
            limits.clipped.push("nodes");
        }
        Ok(Chosen {
            elo: strength::elo(catalog, &contender, self.elo)?,
            limits,
            seed: self.seed,
            lines,
            name,
            contender,
        })
    }
}

/// Reads a strategy, perhaps with an evaluator that replaces its default.
fn contender<G: Playable>(
    catalog: &Catalog<G>,
    text: &str,
    evaluator: Option<&str>,
) -> Result<Contender<G>, Problem> {
    let mut spec = parsed(text)?;
    if let Some(evaluator) = evaluator {
        let evaluator = evaluator.parse::<EvaluatorSpec>();
        spec.evaluator = Some(evaluator.map_err(|error| refused(&error))?);
    }
    if let Some(evaluator) = &spec.evaluator {
        refuse_file("evaluator", evaluator)?;
    }
    of_spec(catalog, spec)
}

fn parsed(text: &str) -> Result<Spec, Problem> {
    text.parse().map_err(|error: SpecError| refused(&error))
}

/// Returns the strategy, if it needs no more than the server has for one search.
fn of_spec<G: Playable>(catalog: &Catalog<G>, spec: Spec) -> Result<Contender<G>, Problem> {
    let found = catalog
        .contender_of(spec)
        .map_err(|error| refused(&error))?;
    for Cost {
        word,
        resource,
        amount,
        ..
    } in found.costs()
    {
        let most = most(resource);
        if amount > most {
            let detail = format!("{word}: at most {most} is allowed here");
            return Err(Problem::value("strategy", detail));
        }
    }
    Ok(found)
}

/// Returns the problem of a wrong strategy.
fn refused(error: &SpecError) -> Problem {
    let is_evaluator = matches!(error, SpecError::Evaluator { .. });
    let field = if is_evaluator {
        "evaluator"
    } else {
        "strategy"
    };
    Problem::of_parts(field, error.parts())
}

/// Returns the description of a strategy for a page.
pub(crate) fn strategy_data<G: Playable>(
    catalog: &Catalog<G>,
    name: &str,
    edit: Option<&Edit>,
) -> Result<StrategyData, Problem> {
    let mut spec = parsed(name)?;
    if let Some(Edit { word, values }) = edit {
        let fewer = spec.composition.without(word);
        let values = values.iter().map(|value| Some(value.as_str()));
        spec.composition = values.fold(fewer, |composition, value| {
            composition.with(word, value.filter(|value| !value.is_empty()))
        });
    }
    if let Some(evaluator) = &spec.evaluator {
        refuse_file("evaluator", evaluator)?;
    }
    let contender = of_spec(catalog, spec)?;
    let name = &*contender.asked().to_string();
    let search = contender.spec().composition.search();
    let about = catalog.describe(name).map(str::to_owned);
    let words = catalog.settings(search).map(|setting| setting.name.clone());
    let parts = catalog.parts(search).map(|part| part.word().to_owned());
    Ok(StrategyData {
        name: name.to_owned(),
        description: about.unwrap_or_else(|| contender.spec().composition.in_words()),
        spec: contender.spec().to_string(),
        asked: CompositionData::new(&contender.asked().composition),
        parts_of: CompositionData::new(&contender.spec().composition),
        deepens: !contender.needs_depth(),
        evaluator: contender.spec().evaluator_text(),
        depth: contender.limits().max_depth(),
        chapters: contender.chapters().map(str::to_owned).collect(),
        elo: EloRange::of(&contender),
        parts: words.chain(parts).collect(),
        settings: catalog.settings(search).map(SettingData::new).collect(),
    })
}

impl CompositionData {
    fn new(composition: &Composition) -> Self {
        let words = composition.parts().iter().map(|word| WordData {
            name: word.name.clone(),
            value: word.value.clone(),
        });
        Self {
            text: composition.to_string(),
            search: composition.search().to_owned(),
            words: words.collect(),
        }
    }
}

impl SettingData {
    fn new(setting: &Setting) -> Self {
        let (kind, usual, mut range, words) = match setting.kind.clone() {
            SettingKind::Number {
                usual, min, max, ..
            } => ("number", Some(usual), Some([min, max]), Vec::new()),
            SettingKind::Switch => ("switch", None, None, Vec::new()),
            SettingKind::Amount { usual, min, max } => {
                let (usual, range) = (usual.map(|n| n.to_string()), [min, max]);
                (
                    "amount",
                    usual,
                    Some(range.map(|n| n.to_string())),
                    Vec::new(),
                )
            }
            SettingKind::Choice { usual, words } => ("choice", Some(usual), None, words),
            SettingKind::Without(words) => ("without", None, None, words),
        };
        let resource = setting.resource.and_then(|resource| {
            let name = match resource {
                Resource::Megabytes => "megabytes",
                Resource::Threads => "threads",
                _ => return None,
            };
            if let Some([_, highest]) = &mut range {
                let most = most(resource);
                *highest = highest
                    .parse()
                    .map_or(most, |own: u32| own.min(most))
                    .to_string();
            }
            Some(name)
        });
        Self {
            resource,
            name: setting.name.clone(),
            kind,
            usual,
            range,
            is_whole: setting.is_whole() || matches!(setting.kind, SettingKind::Amount { .. }),
            words,
        }
    }
}
