//! Searches as they go, as server-sent events.

use crate::api::body::Json as Body;
use crate::api::compare::{CompareRequest, Contender};
use crate::api::games::read;
use crate::app::App;
use crate::limits::{AppliedLimits, LimitsRequest};
use crate::pool::Ticket;
use crate::problem::Problem;
use crate::searches::{Answer, Compared, IterationData, Job, Progress, compare};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use plywood_search::StopHandle;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{JoinHandle, JoinSet};
use tokio_stream::Stream;
use utoipa::IntoParams;

/// The strategies to watch, for clients that can only send GET.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchQuery {
    /// The game; the first one of the server by default.
    game: Option<String>,
    /// Where the moves begin; the start of the game by default.
    position: Option<String>,
    /// The moves since then, with spaces between them.
    #[serde(default)]
    moves: String,
    /// One to four strategies, with commas between them.
    #[param(example = "alpha-beta,everything")]
    strategies: String,
    /// The evaluator.
    evaluator: Option<String>,
    /// The limit of depth.
    depth: Option<u64>,
    /// The limit of nodes.
    nodes: Option<u64>,
    /// The limit of time in milliseconds.
    time_ms: Option<u64>,
    /// The name of the strategy with which the others are compared.
    against: Option<String>,
    /// How many of the best lines each strategy is to find, from 1 to 5.
    lines: Option<u32>,
    /// Whether the side to move passes first, so that the answers are what its opponent threatens.
    #[serde(default)]
    threat: bool,
    /// The seed of random choices.
    #[serde(default)]
    seed: u64,
}

impl From<SearchQuery> for CompareRequest {
    fn from(query: SearchQuery) -> Self {
        let contender = |name: &str| Contender {
            strategy: name.to_owned(),
            ..Contender::default()
        };
        Self {
            game: query.game,
            position: query.position,
            moves: query.moves.split_whitespace().map(str::to_owned).collect(),
            strategies: query.strategies.split(',').map(contender).collect(),
            evaluator: query.evaluator,
            limits: LimitsRequest {
                depth: query.depth,
                nodes: query.nodes,
                time_ms: query.time_ms,
            },
            against: query.against,
            lines: query.lines,
            threat: query.threat,
            seed: query.seed,
        }
    }
}

/// What is sent while strategies search. Its kind is the name of the event.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Live {
    Started {
        index: usize,
        name: String,
        strategy: String,
        evaluator: String,
        limits: AppliedLimits,
        clipped: Vec<&'static str>,
    },
    Iteration {
        index: usize,
        #[serde(flatten)]
        iteration: Box<IterationData>,
        /// The nodes of all iterations so far.
        total_nodes: u64,
    },
    Progress {
        index: usize,
        nodes: u64,
        time_ms: f64,
    },
    Result {
        index: usize,
        name: String,
        #[serde(flatten)]
        answer: Box<Answer>,
    },
    Failed {
        index: usize,
        #[serde(flatten)]
        problem: Problem,
    },
    Comparison {
        rows: Vec<Compared>,
        reference: Option<usize>,
    },
    Done {},
}

impl Live {
    const fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::Iteration { .. } => "iteration",
            Self::Progress { .. } => "progress",
            Self::Result { .. } => "result",
            Self::Failed { .. } => "failed",
            Self::Comparison { .. } => "comparison",
            Self::Done {} => "done",
        }
    }

    fn event(&self) -> Event {
        let data = serde_json::to_string(self).unwrap_or_default();
        Event::default().event(self.name()).data(data)
    }
}

/// Runs several strategies at once and sends events as they search. Closing the connection stops them.
///
/// The events are `started`, `iteration`, `progress`, `result` and `failed`, each with the `index` of its strategy; then
/// `comparison` and `done`. A search sends at most as many events as it has iterations, and about ten a second besides.
#[utoipa::path(get, path = "/search", tag = "search", params(SearchQuery),
    responses((status = 200, description = "The events", content_type = "text/event-stream", body = String),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn search_by_query(
    State(app): State<Arc<App>>,
    query: Result<Query<SearchQuery>, QueryRejection>,
) -> Result<LiveAnswer, Problem> {
    start(&app, &read(query)?.into())
}

/// The same for clients that can send a body, which has the fields of `/compare`.
#[utoipa::path(post, path = "/search", tag = "search", request_body = CompareRequest,
    responses((status = 200, description = "The events", content_type = "text/event-stream", body = String),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn search(
    State(app): State<Arc<App>>,
    Body(request): Body<CompareRequest>,
) -> Result<LiveAnswer, Problem> {
    start(&app, &request)
}

type LiveAnswer = Sse<KeepAliveStream<Events>>;

fn start(app: &Arc<App>, request: &CompareRequest) -> Result<LiveAnswer, Problem> {
    let (names, reference) = request.names()?;
    let jobs = request.jobs(app)?;
    let tickets = app.pool.admit(jobs.len())?;
    let (sender, receiver) = unbounded_channel();
    let mut searches = JoinSet::new();
    for (index, ((name, job), ticket)) in names.into_iter().zip(jobs).zip(tickets).enumerate() {
        let one = OneSearch {
            app: Arc::clone(app),
            index,
            name,
            sender: sender.clone(),
        };
        searches.spawn(one.run(job, ticket));
    }
    let all = tokio::spawn(finish(searches, reference, sender));
    let events = Events { receiver, all };
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// One strategy of the request.
struct OneSearch {
    app: Arc<App>,
    index: usize,
    name: String,
    sender: UnboundedSender<Live>,
}

impl OneSearch {
    async fn run(self, job: Job, ticket: Ticket) -> (usize, Option<Answer>) {
        let stop = StopHandle::new();
        let order = job.order(&stop);
        let started = Live::Started {
            index: self.index,
            name: self.name.clone(),
            strategy: job.strategy.clone(),
            evaluator: job.evaluator.clone(),
            limits: job.limits.clone(),
            clipped: job.limits.clipped.clone(),
        };
        let (index, sender) = (self.index, self.sender.clone());
        let search = move || {
            let mut watch = |progress| drop(sender.send(live(index, progress)));
            job.run(&stop, Some(&mut watch))
        };
        let starting = || drop(self.sender.send(started));
        let (event, answer) = match ticket.run(order, starting, search).await.flatten() {
            Ok(answer) => {
                self.app.metrics.nodes.add(answer.counts.nodes);
                let (name, boxed) = (self.name, Box::new(answer.clone()));
                (
                    Live::Result {
                        index,
                        name,
                        answer: boxed,
                    },
                    Some(answer),
                )
            }
            Err(problem) => (Live::Failed { index, problem }, None),
        };
        // Nobody receives it any more if the client has gone.
        drop(self.sender.send(event));
        (index, answer)
    }
}

fn live(index: usize, progress: Progress) -> Live {
    match progress {
        Progress::Iteration(iteration, total_nodes) => Live::Iteration {
            index,
            iteration,
            total_nodes,
        },
        Progress::Nodes(nodes, time_ms) => Live::Progress {
            index,
            nodes,
            time_ms,
        },
    }
}

/// Waits for all searches, then compares them.
async fn finish(
    searches: JoinSet<(usize, Option<Answer>)>,
    reference: Option<usize>,
    sender: UnboundedSender<Live>,
) {
    let mut answers = searches.join_all().await;
    answers.sort_by_key(|(index, _)| *index);
    let answers: Vec<Option<&Answer>> = answers.iter().map(|(_, answer)| answer.as_ref()).collect();
    let rows = compare(&answers, reference);
    drop(sender.send(Live::Comparison { rows, reference }));
    drop(sender.send(Live::Done {}));
}

/// The events of a request. When the connection is closed it is dropped, and so are the searches.
pub(super) struct Events {
    receiver: UnboundedReceiver<Live>,
    all: JoinHandle<()>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let received = self.receiver.poll_recv(context);
        received.map(|live| live.map(|live| Ok(live.event())))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.all.abort();
    }
}
