//! [`Metrics`]: counts of the server's work, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
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

/// Counts of the server's work since it started.
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

    /// Writes all of it as text, with the current numbers.
    pub(crate) fn to_text(&self, now: &[(&str, usize)]) -> String {
        // Writing to a string cannot fail.
        let mut text = String::new();
        for (name, count) in [
            ("searches", &self.searches),
            ("searches_refused", &self.refused),
            ("nodes", &self.nodes),
            ("connections", &self.connections),
        ] {
            let count = count.0.load(Ordering::Relaxed);
            let name = format!("plywood_{name}_total");
            let _ = writeln!(text, "# TYPE {name} counter\n{name} {count}");
        }
        for (name, number) in now {
            let _ = writeln!(text, "# TYPE plywood_{name} gauge\nplywood_{name} {number}");
        }
        let name = "plywood_request_seconds";
        let _ = writeln!(text, "# TYPE {name} summary");
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), (count, seconds)) in &*requests {
            let labels = format!("{{route=\"{route}\",status=\"{status}\"}}");
            let _ = writeln!(
                text,
                "{name}_count{labels} {count}\n{name}_sum{labels} {seconds}"
            );
        }
        text
    }
}
