//! Several strategies on one position.

use crate::games::PlaceText;
use crate::limits::{LimitsRequest, ServiceLimits};
use crate::offer::Offer;
use crate::place_fields::with_place;
use crate::problem::Problem;
use crate::request::Request;
use crate::searches::{Answer, Choice, Compared, Job, Progress, compare as compared};
use crate::task::{Event, Events, Task};
use plywood_search::StopHandle;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// The most strategies of a comparison.
const MOST: usize = 4;
/// The most bytes of a strategy written out, and of its name: each event of a live search repeats them.
const MOST_STRATEGY: usize = 1_000;
const MOST_NAME: usize = 100;

with_place! {
    /// A position, and the strategies to compare.
    pub(super) struct CompareRequest {
        /// One to four strategies.
        pub(super) strategies: Vec<Contender>,
        /// The evaluator of strategies that name none.
        pub(super) evaluator: Option<String>,
        /// The limits of strategies that have none.
        #[serde(default)]
        pub(super) limits: LimitsRequest,
        /// The name of the strategy with which the others are compared.
        #[schema(example = "minimax")]
        pub(super) against: Option<String>,
        /// How many of the best lines each strategy is to find, from 1 to 5.
        pub(super) lines: Option<u32>,
        /// Whether the side to move passes first, so that the answers are what its opponent threatens.
        #[serde(default)]
        pub(super) threat: bool,
        /// Whether the only strategy of a live search goes on with the table of the last such search of this client; in the same position at
        /// its depth, if its limits ended it.
        #[serde(default)]
        pub(super) goes_on: bool,
        /// Whether the moves that led to the position count, so that repetition is a draw, as in a game. A search in a game doesn't go on.
        #[serde(default)]
        pub(super) in_game: bool,
        /// The seed of random choices.
        #[serde(default)]
        pub(super) seed: u64,
    }
}

/// A strategy of a comparison.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Contender {
    /// Its name, or the strategy written out.
    #[schema(example = "minimax")]
    pub(super) strategy: String,
    pub(super) evaluator: Option<String>,
    #[serde(default)]
    pub(super) limits: LimitsRequest,
    /// A name for the answer; the strategy's own by default.
    pub(super) name: Option<String>,
    /// The Elo to play at, from 800 to 2,400; only the engine can play below its full strength.
    #[schema(example = 1_400)]
    pub(super) elo: Option<u32>,
}

/// The answers, in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Comparison {
    rows: Vec<Row>,
    /// The number of the strategy with which the others are compared.
    reference: Option<usize>,
}

/// The answer of one strategy, compared with that of the reference.
#[derive(Debug, Serialize, ToSchema)]
struct Row {
    name: String,
    #[serde(flatten)]
    compared: Compared,
    #[serde(flatten)]
    answer: Answer,
}

impl Contender {
    fn check_lengths(&self) -> Result<(), Problem> {
        let name = self.name.as_deref().unwrap_or_default();
        for (field, text, most) in [
            ("strategy", self.strategy.as_str(), MOST_STRATEGY),
            ("name", name, MOST_NAME),
        ] {
            if text.len() > most {
                let detail = format!("the text has {} bytes, of at most {most}", text.len());
                return Err(Problem::value(field, detail));
            }
        }
        Ok(())
    }
}

/// The searches of a comparison.
struct Comparing {
    names: Vec<String>,
    /// Which of them is the reference.
    reference: Option<usize>,
    jobs: Vec<Job<Answer>>,
}

impl CompareRequest {
    /// Prepares the searches; `limits` are those of a search.
    fn prepare(
        &self,
        offer: &Arc<Offer>,
        limits: &ServiceLimits,
        goes_on: bool,
    ) -> Result<Comparing, Problem> {
        let (names, reference) = self.names()?;
        let jobs = self.jobs(offer, limits, goes_on)?;
        Ok(Comparing {
            names,
            reference,
            jobs,
        })
    }

    /// The names of the strategies, and which of them is the reference.
    fn names(&self) -> Result<(Vec<String>, Option<usize>), Problem> {
        if !(1..=MOST).contains(&self.strategies.len()) {
            let detail = format!("{} strategies cannot be compared", self.strategies.len());
            return Err(Problem::value("strategies", detail).hint("send one to four strategies"));
        }
        for (index, contender) in self.strategies.iter().enumerate() {
            let within = contender.check_lengths();
            within.map_err(|problem| problem.inside(&format!("strategies[{index}]")))?;
        }
        let names = self.strategies.iter();
        let names = names.map(|it| it.name.as_ref().unwrap_or(&it.strategy).clone());
        let names: Vec<String> = names.collect();
        let Some(against) = &self.against else {
            return Ok((names, None));
        };
        let reference = names.iter().position(|name| name == against);
        if reference.is_none() {
            let detail = format!("{against:?} is not among the strategies");
            let hint = format!("choose one of {}", names.join(", "));
            return Err(Problem::value("against", detail).hint(hint));
        }
        Ok((names, reference))
    }

    /// The searches, with the common evaluator and limits where a strategy has none of its own.
    fn jobs(
        &self,
        offer: &Arc<Offer>,
        limits: &ServiceLimits,
        goes_on: bool,
    ) -> Result<Vec<Job<Answer>>, Problem> {
        let game = self.served(offer)?;
        let place = PlaceText {
            passes: self.threat,
            ..self.place()
        };
        let job = |(index, contender): (usize, &Contender)| {
            let own = (!contender.limits.is_empty()).then_some(contender.limits);
            let evaluator = contender.evaluator.as_ref().or(self.evaluator.as_ref());
            let choice = Choice {
                strategy: Some(contender.strategy.clone()),
                evaluator: evaluator.cloned(),
                limits: own.unwrap_or(self.limits),
                seed: self.seed,
                lines: self.lines,
                elo: contender.elo,
                in_game: self.in_game,
                goes_on,
            };
            let job = game.job(place, &choice, limits);
            job.map_err(|problem| {
                if problem.is_of(&["position", "moves", "threat", "lines"]) {
                    return problem;
                }
                problem.inside(&format!("strategies[{index}]"))
            })
        };
        self.strategies.iter().enumerate().map(job).collect()
    }
}

impl Comparing {
    fn time(&self) -> Duration {
        self.jobs.iter().map(Job::time).sum()
    }
}

/// Runs several strategies on one position, one after the other, so that none slows another down.
#[utoipa::path(post, path = "/compare", tag = "search", request_body = CompareRequest,
    responses((status = 200, body = Comparison)))]
pub(super) fn compare(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: CompareRequest = request.json()?;
    let comparing = request.prepare(offer, &offer.limits, false)?;
    Ok(Task::search(comparing.time(), move |stop, _| {
        let jobs = comparing.jobs.into_iter();
        let found: Vec<Answer> = jobs
            .map(|job| job.run(stop, None))
            .collect::<Result<_, _>>()?;
        let nodes = found.iter().map(|found| found.counts.stats.nodes).sum();
        let reference = comparing.reference;
        let compared = compared(&found.iter().map(Some).collect::<Vec<_>>(), reference);
        let rows = comparing.names.into_iter().zip(compared).zip(found);
        let row = |((name, compared), answer)| Row {
            name,
            compared,
            answer,
        };
        let rows = rows.map(row).collect();
        Ok((nodes, Comparison { rows, reference }))
    }))
}

/// Runs several strategies, one after the other, and sends events as they search. Closing the connection stops them.
///
/// The events are `started`, `iteration`, `progress`, `result` and `failed`, each with the `index` and the `name` of its
/// strategy; then `comparison` and `done`. A search of one strategy alone may take ten minutes. A search sends at most as many events as
/// it has iterations, and about ten a second besides, of which a client that reads slowly gets fewer.
#[utoipa::path(post, path = "/search", tag = "search", request_body = CompareRequest,
    responses((status = 200, description = "The events", content_type = "text/event-stream", body = String)))]
pub(super) fn search(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: CompareRequest = request.json()?;
    let is_alone = request.strategies.len() == 1;
    let limits = if is_alone {
        offer.limits.live()
    } else {
        offer.limits
    };
    let goes_on = is_alone && request.goes_on && !request.in_game;
    let comparing = request.prepare(offer, &limits, goes_on)?;
    Ok(Task::search(comparing.time(), move |stop, events| {
        let Comparing {
            names,
            reference,
            jobs,
        } = comparing;
        let of_each = names.iter().zip(jobs).enumerate();
        let answers = of_each.map(|(index, (name, job))| {
            let live = Live {
                index,
                name,
                events,
            };
            live.search(job, stop)
        });
        let answers: Vec<Option<Answer>> = answers.collect();
        let found = answers.iter().flatten();
        let nodes = found.map(|answer| answer.counts.stats.nodes).sum();
        let rows = compared(
            &answers.iter().map(Option::as_ref).collect::<Vec<_>>(),
            reference,
        );
        let comparison = json!({"rows": rows, "reference": reference});
        events(Event::new("comparison", &comparison));
        events(Event::new("done", &json!({})));
        Ok((nodes, comparison))
    })
    .streaming())
}

/// One of the searches, and where its events go.
#[derive(Clone, Copy)]
struct Live<'a> {
    index: usize,
    name: &'a str,
    events: Events<'a>,
}

/// Something that is sent about one of the searches.
#[derive(Serialize)]
struct Of<'a, T> {
    index: usize,
    name: &'a str,
    #[serde(flatten)]
    what: T,
}

impl Live<'_> {
    fn search(self, job: Job<Answer>, stop: &StopHandle) -> Option<Answer> {
        self.send("started", &job);
        let mut watch = |progress: Progress| match progress {
            Progress::Iteration { .. } => self.send("iteration", progress),
            Progress::Nodes { .. } => self.send("progress", progress),
        };
        match job.run(stop, Some(&mut watch)) {
            Ok(answer) => {
                self.send("result", &answer);
                Some(answer)
            }
            Err(problem) => {
                self.send("failed", problem);
                None
            }
        }
    }

    fn send(self, name: &'static str, what: impl Serialize) {
        let of = Of {
            index: self.index,
            name: self.name,
            what,
        };
        (self.events)(Event::new(name, &of));
    }
}
