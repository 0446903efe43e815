//! Searches as they go, as server-sent events.

use crate::api::body::Json as Body;
use crate::api::compare::CompareRequest;
use crate::app::App;
use crate::connections::Client;
use crate::pool::{Order, Ticket};
use crate::problem::Problem;
use crate::searches::{Answer, Job, Progress, compare};
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use plywood_search::StopHandle;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_stream::{Stream, StreamExt};

/// The most `progress` events that wait for a client. There is no end of them, and the next one says more than those it has missed.
const MOST_PROGRESS: usize = 16;

/// Runs several strategies at once and sends events as they search. Closing the connection stops them.
///
/// The events are `started`, `iteration`, `progress`, `result` and `failed`, each with the `index` and the `name` of its
/// strategy; then `comparison` and `done`. A search of one strategy alone may take ten minutes, but ends after ten seconds as soon as
/// another search waits. A search sends at most as many events as it has iterations, and about ten a second besides, of which a client
/// that reads slowly gets fewer.
#[utoipa::path(post, path = "/search", tag = "search", request_body = CompareRequest,
    responses((status = 200, description = "The events", content_type = "text/event-stream", body = String),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn search(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<CompareRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let (names, reference, jobs) = request.prepare(&app, &client, true).await?;
    let tickets = app.pool.admit(client.address, jobs.len())?;
    let (sender, receiver) = unbounded_channel();
    let room = Arc::new(Semaphore::new(MOST_PROGRESS));
    let mut searches = JoinSet::new();
    for (index, ((name, job), ticket)) in names.into_iter().zip(jobs).zip(tickets).enumerate() {
        let one = One {
            index,
            name,
            sender: sender.clone(),
            room: Arc::clone(&room),
        };
        searches.spawn(one.run(Arc::clone(&app), job, ticket));
    }
    let mut all = JoinSet::new();
    all.spawn(async move {
        let mut answers = searches.join_all().await;
        answers.sort_by_key(|(index, _)| *index);
        let answers: Vec<_> = answers.iter().map(|(_, answer)| answer.as_ref()).collect();
        let compared = json!({"rows": compare(&answers, reference), "reference": reference});
        drop(sender.send((event("comparison", &compared), None)));
        drop(sender.send((event("done", &json!({})), None)));
    });
    let events = UnboundedReceiverStream::new(receiver).map(move |(event, _room)| {
        // When the connection is closed the stream is dropped, and with it the searches.
        let _all = &all;
        Ok(event)
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// One of the searches, and where its events go.
#[derive(Clone)]
struct One {
    index: usize,
    name: String,
    sender: UnboundedSender<Waiting>,
    room: Arc<Semaphore>,
}

/// An event until it is sent, and what it takes of the room for `progress`.
type Waiting = (Event, Option<OwnedSemaphorePermit>);

/// What is sent about one of the searches.
#[derive(Serialize)]
struct Of<'a, T> {
    index: usize,
    name: &'a str,
    #[serde(flatten)]
    what: T,
}

impl One {
    async fn run(self, app: Arc<App>, job: Job<Answer>, ticket: Ticket) -> (usize, Option<Answer>) {
        let (order, live) = (job.order(), self.clone());
        let order = Order {
            own_time: app.limits.time,
            ..order
        };
        let search = move |stop: &StopHandle| {
            live.send("started", &job);
            let mut watch = |progress: Progress| match progress {
                Progress::Iteration { .. } => live.send("iteration", progress),
                Progress::Nodes { .. } => live.send_if_room("progress", progress),
            };
            job.run(stop, Some(&mut watch))
        };
        let answer = match ticket.run(order, search).await.flatten() {
            Ok(answer) => {
                app.metrics.nodes.add(answer.counts.stats.nodes);
                self.send("result", &answer);
                Some(answer)
            }
            Err(problem) => {
                self.send("failed", problem);
                None
            }
        };
        (self.index, answer)
    }

    fn send(&self, name: &str, what: impl Serialize) {
        self.send_with(None, name, what);
    }

    /// Sends what a client that lags need not know.
    fn send_if_room(&self, name: &str, what: impl Serialize) {
        if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
            self.send_with(Some(room), name, what);
        }
    }

    fn send_with(&self, room: Option<OwnedSemaphorePermit>, name: &str, what: impl Serialize) {
        let of = Of {
            index: self.index,
            name: &self.name,
            what,
        };
        // Nobody receives it any more if the client has gone.
        drop(self.sender.send((event(name, &of), room)));
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data).unwrap_or_default();
    Event::default().event(name).data(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_lags_misses_progress_and_nothing_else() {
        let (sender, mut receiver) = unbounded_channel();
        let one = One {
            index: 0,
            name: "minimax".to_owned(),
            sender,
            room: Arc::new(Semaphore::new(MOST_PROGRESS)),
        };
        for _ in 0..1_000 {
            one.send_if_room("progress", json!({}));
        }
        one.send("result", json!({}));
        assert_eq!(receiver.len(), MOST_PROGRESS + 1);
        drop(receiver.try_recv());
        one.send_if_room("progress", json!({}));
        assert_eq!(receiver.len(), MOST_PROGRESS + 1);
    }
}
