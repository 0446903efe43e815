//! [`Metrics`]: counts of what the server did, in the text format of Prometheus. Each number is three lines of it; to register them with
//! a crate takes more.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A count that only grows.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts of what the server did since it started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) searches: Count,
    pub(crate) refused: Count,
    pub(crate) nodes: Count,
    pub(crate) connections: Count,
    /// The requests by route and status.
    requests: Mutex<BTreeMap<(String, u16), Latencies>>,
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

    /// All of it as text, with numbers that are true at the moment.
    pub(crate) fn to_text(&self, now: &[(&str, &str, usize)]) -> String {
        let head = |name: &str, help: &str, kind: &str| {
            format!("# HELP plywood_{name} {help}\n# TYPE plywood_{name} {kind}")
        };
        let mut lines = Vec::new();
        for (name, help, count) in [
            ("searches_total", "searches that have ended", &self.searches),
            (
                "searches_refused_total",
                "searches beyond the queue",
                &self.refused,
            ),
            ("nodes_total", "nodes explored by searches", &self.nodes),
            (
                "connections_total",
                "connections accepted",
                &self.connections,
            ),
        ] {
            lines.push(head(name, help, "counter"));
            lines.push(format!("plywood_{name} {}", count.get()));
        }
        for (name, help, value) in now {
            lines.push(head(name, help, "gauge"));
            lines.push(format!("plywood_{name} {value}"));
        }
        let help = "the time until the head of the answer";
        lines.push(head("request_seconds", help, "histogram"));
        let name = "plywood_request_seconds";
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), all) in &*requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            for (bound, count) in BOUNDS.iter().zip(all.buckets) {
                lines.push(format!("{name}_bucket{{{labels},le=\"{bound}\"}} {count}"));
            }
            let Latencies { count, seconds, .. } = all;
            lines.push(format!("{name}_bucket{{{labels},le=\"+Inf\"}} {count}"));
            lines.push(format!("{name}_sum{{{labels}}} {seconds}"));
            lines.push(format!("{name}_count{{{labels}}} {count}"));
        }
        lines.join("\n") + "\n"
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
        let waiting = ("searches_waiting", "searches in the queue", 2);
        let text = metrics.to_text(&[waiting]);
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
