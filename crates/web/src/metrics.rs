//! [`Metrics`]: counts of what the server did, in the text format of Prometheus.

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
}

/// Counts of what the server did since it started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) searches: Count,
    pub(crate) refused: Count,
    pub(crate) nodes: Count,
    pub(crate) connections: Count,
    /// The number of requests by route and status, and the seconds until their answers began.
    requests: Mutex<BTreeMap<(String, u16), (u64, f64)>>,
}

impl Metrics {
    /// Counts a request of a route, answered with a status after some time.
    pub(crate) fn request(&self, route: &str, status: u16, time: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, seconds) = requests.entry((route.to_owned(), status)).or_default();
        *count += 1;
        *seconds += time.as_secs_f64();
    }

    /// All of it as text, with the numbers of this moment.
    pub(crate) fn to_text(&self, now: &[(&str, &str, usize)]) -> String {
        let mut text = String::new();
        let mut add = |name: &str, help: &str, kind: &str, values: &[(String, String)]| {
            text += &format!("# HELP plywood_{name} {help}\n# TYPE plywood_{name} {kind}\n");
            for (part, value) in values {
                text += &format!("plywood_{name}{part} {value}\n");
            }
        };
        for (name, help, count) in [
            ("searches", "searches that have ended", &self.searches),
            (
                "searches_refused",
                "searches beyond the queue",
                &self.refused,
            ),
            ("nodes", "nodes explored by searches", &self.nodes),
            ("connections", "connections accepted", &self.connections),
        ] {
            let count = count.0.load(Ordering::Relaxed).to_string();
            let total = format!("{name}_total");
            add(&total, help, "counter", &[(String::new(), count)]);
        }
        for (name, help, value) in now {
            add(name, help, "gauge", &[(String::new(), value.to_string())]);
        }
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let of_each = requests
            .iter()
            .flat_map(|((route, status), (count, seconds))| {
                let labels = format!("{{route=\"{route}\",status=\"{status}\"}}");
                [
                    (format!("_count{labels}"), count.to_string()),
                    (format!("_sum{labels}"), seconds.to_string()),
                ]
            });
        let help = "the time until the head of the answer";
        add(
            "request_seconds",
            help,
            "summary",
            &of_each.collect::<Vec<_>>(),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_and_status() {
        let metrics = Metrics::default();
        metrics.request("/a", 200, Duration::from_millis(500));
        metrics.request("/a", 200, Duration::from_millis(250));
        metrics.nodes.add(7);
        let waiting = ("searches_waiting", "searches in the queue", 2);
        let text = metrics.to_text(&[waiting]);
        for line in [
            "plywood_nodes_total 7",
            "plywood_searches_waiting 2",
            r#"plywood_request_seconds_count{route="/a",status="200"} 2"#,
            r#"plywood_request_seconds_sum{route="/a",status="200"} 0.75"#,
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
