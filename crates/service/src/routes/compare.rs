//! Compares several strategies on one position.

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
        /// The limits of strategies without their own.
        #[serde(default)]
        pub(super) limits: LimitsRequest,
        /// The name of the reference strategy for the others.
        #[schema(example = "minimax")]
        pub(super) against: Option<String>,
        /// The number of best lines that each strategy should find, from 1 to 5.
        pub(super) lines: Option<u32>,
        /// True if the side to move passes first, so that the answers are its opponent's threats.
        #[serde(default)]
        pub(super) threat: bool,
        /// True to start a live search of one strategy with the table of this client's last one, if its strategy and seed were the same.
        /// Outside a game, in the same position, it resumes at the depth where the limits stopped it.
        #[serde(default)]
        pub(super) goes_on: bool,
        /// True to count the moves that led to the position, so that repetition is a draw, as in a game.
        #[serde(default)]
        pub(super) in_game: bool,
        /// The only moves to search in the position; all if there are none.
        #[serde(default)]
        pub(super) root_moves: Vec<String>,
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
    /// A name for the answer; by default the strategy's.
    pub(super) name: Option<String>,
    /// The Elo to play at, from 800 to 2,400; only the engine can play below its full strength.
    #[schema(example = 1_400)]
    pub(super) elo: Option<u32>,
}

/// The answers, in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Comparison {
    rows: Vec<Row>,
    /// The number of the reference strategy for the others.
    reference: Option<usize>,
    /// The meaning of names, and strategies that differ in more than one part, with the strategies of a fair comparison.
    notes: Vec<String>,
}

/// The answer of one strategy, compared with the reference's.
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
                let detail = format!("the text has {} bytes, and the limit is {most}", text.len());
                return Err(Problem::value(field, detail));
            }
        }
        Ok(())
    }
}

/// The searches of a comparison.
struct Comparing {
    names: Vec<String>,
    /// The number of the reference.
    reference: Option<usize>,
    notes: Vec<String>,
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
        let strategies = self.strategies.iter().map(|it| it.strategy.as_str());
        let notes = self
            .served(offer)?
            .footnotes(&strategies.collect::<Vec<_>>());
        Ok(Comparing {
            names,
            reference,
            notes,
            jobs,
        })
    }

    /// Returns the names of the strategies, and the number of the reference.
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

    /// Returns the searches, with the common evaluator and limits for strategies without their own.
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
                root_moves: self.root_moves.clone(),
                goes_on,
            };
            let job = game.job(place, &choice, limits);
            job.map_err(|problem| {
                if problem.is_of(&["position", "moves", "threat", "lines", "root_moves"]) {
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
        let reference = comparing.reference;
        let compared = compared(&found.iter().map(Some).collect::<Vec<_>>(), reference);
        let rows = comparing.names.into_iter().zip(compared).zip(found);
        let row = |((name, compared), answer)| Row {
            name,
            compared,
            answer,
        };
        Ok(Comparison {
            rows: rows.map(row).collect(),
            reference,
            notes: comparing.notes,
        })
    }))
}

/// Runs several strategies, one after the other, and sends events as they search. Closing the connection stops them.
///
/// The events are `started`, `iteration`, `progress`, `result` and `failed`, each with the `index` and the `name` of its strategy; then
/// `comparison` and `done`. A search of one strategy alone may take ten minutes. A search sends at most one event per iteration, and in
/// addition about ten a second; a client that reads slowly gets fewer of these.
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
    let goes_on = is_alone && request.goes_on;
    let comparing = request.prepare(offer, &limits, goes_on)?;
    Ok(Task::search(comparing.time(), move |stop, events| {
        let Comparing {
            names,
            reference,
            notes,
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
        let rows = compared(
            &answers.iter().map(Option::as_ref).collect::<Vec<_>>(),
            reference,
        );
        let comparison = json!({"rows": rows, "reference": reference, "notes": notes});
        events(Event::new("comparison", &comparison));
        events(Event::new("done", &json!({})));
        Ok(comparison)
    })
    .streaming())
}

/// One of the searches, and the destination of its events.
#[derive(Clone, Copy)]
struct Live<'a> {
    index: usize,
    name: &'a str,
    events: Events<'a>,
}

/// A message about one of the searches.
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
