//! [`Metrics`]: counts of what the server did, in the text format of Prometheus, which is three lines for each number. A crate for it
//! asks for more lines to register them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Counts of what the server did since it started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Searches that have ended.
    pub(crate) searches: Counter,
    /// Searches refused because the queue was full.
    pub(crate) refused: Counter,
    /// Threads lost to searches that did not stop.
    pub(crate) lost_threads: Counter,
    /// Nodes that finished searches explored.
    pub(crate) nodes: Counter,
    /// Connections accepted.
    pub(crate) connections: Counter,
    /// The requests by route and status.
    requests: Mutex<BTreeMap<(String, u16), Latencies>>,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is true at the moment, and not counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gauges {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
    pub(crate) open_connections: usize,
}

/// The upper bounds of the buckets, in seconds.
const BOUNDS: [f64; 10] = [
    0.001,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.5,
    1.0,
    10.0,
    f64::INFINITY,
];

#[derive(Debug, Default)]
struct Latencies {
    seconds: f64,
    /// How many took at most as long as each bound.
    buckets: [u64; BOUNDS.len()],
}

impl Metrics {
    /// Counts a request of a route, answered with a status after some time.
    pub(crate) fn request(&self, route: &str, status: u16, time: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let latencies = requests.entry((route.to_owned(), status)).or_default();
        let seconds = time.as_secs_f64();
        latencies.seconds += seconds;
        for (bucket, bound) in latencies.buckets.iter_mut().zip(BOUNDS) {
            *bucket += u64::from(seconds <= bound);
        }
    }

    /// All of it as text.
    pub(crate) fn to_text(&self, now: Gauges) -> String {
        let number = |value: usize| value as u64;
        let numbers = [
            (
                "searches_total",
                "searches that have ended",
                self.searches.get(),
            ),
            (
                "searches_refused_total",
                "searches for which the queue was full",
                self.refused.get(),
            ),
            (
                "threads_lost_total",
                "threads of searches that did not stop",
                self.lost_threads.get(),
            ),
            (
                "nodes_total",
                "nodes explored by searches",
                self.nodes.get(),
            ),
            (
                "connections_total",
                "connections accepted",
                self.connections.get(),
            ),
            (
                "searches_running",
                "searches that run now",
                number(now.running),
            ),
            (
                "searches_waiting",
                "searches in the queue",
                number(now.waiting),
            ),
            (
                "connections_open",
                "connections that are open",
                number(now.open_connections),
            ),
        ];
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (name, help, value) in numbers {
            let kind = if name.ends_with("_total") {
                "counter"
            } else {
                "gauge"
            };
            let _ = writeln!(
                text,
                "# HELP plywood_{name} {help}\n# TYPE plywood_{name} {kind}\nplywood_{name} {value}"
            );
        }
        let name = "plywood_request_seconds";
        let _ = writeln!(
            text,
            "# HELP {name} the time until the head of the answer\n# TYPE {name} histogram"
        );
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), Latencies { seconds, buckets }) in &*requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            for (bound, count) in BOUNDS.iter().zip(buckets) {
                let bound = if bound.is_finite() {
                    bound.to_string()
                } else {
                    "+Inf".to_owned()
                };
                let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{bound}\"}} {count}");
            }
            let count = buckets[BOUNDS.len() - 1];
            let _ = writeln!(
                text,
                "{name}_sum{{{labels}}} {seconds}\n{name}_count{{{labels}}} {count}"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_in_buckets() {
        let metrics = Metrics::default();
        metrics.request("/a", 200, Duration::from_millis(3));
        metrics.request("/a", 200, Duration::from_millis(30));
        metrics.nodes.add(7);
        let gauges = Gauges {
            running: 1,
            waiting: 2,
            open_connections: 3,
        };
        let text = metrics.to_text(gauges);
        for line in [
            "plywood_nodes_total 7",
            "plywood_searches_waiting 2",
            r#"plywood_request_seconds_bucket{route="/a",status="200",le="0.005"} 1"#,
            r#"plywood_request_seconds_bucket{route="/a",status="200",le="+Inf"} 2"#,
            r#"plywood_request_seconds_count{route="/a",status="200"} 2"#,
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
