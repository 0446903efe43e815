//! [`Metrics`]: counts of what the server did, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
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
const BOUNDS: [f64; 9] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 10.0];

#[derive(Debug, Default)]
struct Latencies {
    count: u64,
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
        latencies.count += 1;
        latencies.seconds += seconds;
        for (bucket, bound) in latencies.buckets.iter_mut().zip(BOUNDS) {
            *bucket += u64::from(seconds <= bound);
        }
    }

    /// A number that grows with everything that is done.
    pub(crate) fn work(&self) -> u64 {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let answered: u64 = requests.values().map(|latencies| latencies.count).sum();
        answered + self.searches.get()
    }

    /// All of it as text.
    pub(crate) fn to_text(&self, gauges: Gauges) -> String {
        let mut text = String::new();
        self.write(&mut text, gauges)
            .expect("writing to a string cannot fail");
        text
    }

    fn write(&self, text: &mut String, gauges: Gauges) -> fmt::Result {
        let counters = [
            ("searches", "searches that have ended", &self.searches),
            (
                "searches_refused",
                "searches refused because the queue was full",
                &self.refused,
            ),
            (
                "threads_lost",
                "threads of searches that did not stop",
                &self.lost_threads,
            ),
            ("nodes", "nodes explored by searches", &self.nodes),
            ("connections", "connections accepted", &self.connections),
        ];
        for (name, help, counter) in counters {
            writeln!(text, "# HELP plywood_{name}_total {help}")?;
            writeln!(text, "# TYPE plywood_{name}_total counter")?;
            writeln!(text, "plywood_{name}_total {}", counter.get())?;
        }
        let gauges = [
            ("searches_running", "searches that run now", gauges.running),
            ("searches_waiting", "searches in the queue", gauges.waiting),
            (
                "connections_open",
                "connections that are open",
                gauges.open_connections,
            ),
        ];
        for (name, help, value) in gauges {
            writeln!(text, "# HELP plywood_{name} {help}")?;
            writeln!(text, "# TYPE plywood_{name} gauge")?;
            writeln!(text, "plywood_{name} {value}")?;
        }
        self.write_requests(text)
    }

    fn write_requests(&self, text: &mut String) -> fmt::Result {
        const NAME: &str = "plywood_request_seconds";
        writeln!(text, "# HELP {NAME} the time until the head of the answer")?;
        writeln!(text, "# TYPE {NAME} histogram")?;
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), latencies) in &*requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            for (bound, count) in BOUNDS.iter().zip(latencies.buckets) {
                writeln!(text, "{NAME}_bucket{{{labels},le=\"{bound}\"}} {count}")?;
            }
            writeln!(
                text,
                "{NAME}_bucket{{{labels},le=\"+Inf\"}} {}",
                latencies.count
            )?;
            writeln!(text, "{NAME}_sum{{{labels}}} {}", latencies.seconds)?;
            writeln!(text, "{NAME}_count{{{labels}}} {}", latencies.count)?;
        }
        Ok(())
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
