//! Several strategies on one position.

use crate::api::body::Json as Body;
use crate::api::place_fields::with_place;
use crate::app::App;
use crate::beside::Work;
use crate::connections::Client;
use crate::games::PlaceText;
use crate::limits::{LimitsRequest, ServerLimits};
use crate::pool::Order;
use crate::problem::Problem;
use crate::searches::{Answer, Choice, Compared, Job, compare as compared};
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
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

impl CompareRequest {
    /// The names of the strategies, which of them is the reference, and the searches. One that is watched alone may go on for longer.
    pub(super) async fn prepare(
        self,
        app: &Arc<App>,
        client: &Client,
        is_watched: bool,
    ) -> Result<(Vec<String>, Option<usize>, Vec<Job<Answer>>), Problem> {
        let (names, reference) = self.names()?;
        let is_live = is_watched && names.len() == 1;
        let limits = if is_live {
            app.limits.live()
        } else {
            app.limits
        };
        let owner = (is_live && self.goes_on).then_some(client.address);
        let jobs = move |app: &App| self.jobs(app, &limits, owner);
        let jobs = app.prepare(client, Work::Light, jobs);
        Ok((names, reference, jobs.await?))
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

    /// The searches, with the common evaluator and limits where a strategy has none of its own; `server` allows the limits.
    fn jobs(
        &self,
        app: &App,
        server: &ServerLimits,
        goes_on_for: Option<IpAddr>,
    ) -> Result<Vec<Job<Answer>>, Problem> {
        let game = self.served(app)?;
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
                goes_on_for,
                ..Choice::default()
            };
            let job = game.job(place, &choice, server);
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

/// Runs several strategies on one position, one after the other, so that none slows another down.
#[utoipa::path(post, path = "/compare", tag = "search", request_body = CompareRequest,
    responses((status = 200, body = Comparison), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn compare(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<CompareRequest>,
) -> Result<Response, Problem> {
    let (names, reference, jobs) = request.prepare(&app, &client, false).await?;
    let strategies: Vec<&str> = jobs.iter().map(|job| job.strategy.as_str()).collect();
    let time = jobs.iter().map(|job| job.limits.time()).sum();
    let order = Order {
        strategy: strategies.join(", "),
        time,
        own_time: time,
    };
    app.search(client, order, move |stop| {
        let answers = jobs.into_iter().map(|job| job.run(stop, None));
        let answers: Vec<Answer> = answers.collect::<Result<_, Problem>>()?;
        let nodes = answers.iter().map(|answer| answer.counts.stats.nodes).sum();
        let compared = compared(&answers.iter().map(Some).collect::<Vec<_>>(), reference);
        let rows = names.into_iter().zip(compared).zip(answers);
        let row = |((name, compared), answer)| Row {
            name,
            compared,
            answer,
        };
        let rows = rows.map(row).collect();
        Ok((nodes, Comparison { rows, reference }))
    })
    .await
}
