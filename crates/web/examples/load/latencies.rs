//! Latencies by kind of request and status, and what they must not be.

use crate::http::Answer;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A kind of request, the status of its answer, and whether that says when to try again.
type Key = (&'static str, u16, bool);

#[derive(Default)]
pub(crate) struct Latencies(BTreeMap<Key, Vec<Duration>>);

impl Latencies {
    pub(crate) fn add(&mut self, kind: &'static str, answer: &Answer, time: Duration) {
        let key = (kind, answer.status, answer.has_retry_after);
        self.0.entry(key).or_default().push(time);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (key, times) in other.0 {
            self.0.entry(key).or_default().extend(times);
        }
    }

    /// What honest clients may complain about: refusals, no answers at all, and light requests that took longer than this.
    pub(crate) fn broken(&self, light: Duration) -> Vec<String> {
        let mut broken = Vec::new();
        for ((kind, status, _), times) in &self.0 {
            if *status != 200 {
                let count = times.len();
                broken.push(format!(
                    "{count} honest requests ({kind}) were answered {status}"
                ));
            }
            let longest = percentile(times, 99);
            if (*kind, *status) == ("light", 200) && longest > light {
                broken.push(format!(
                    "light requests took {longest:?} (p99), and not {light:?}"
                ));
            }
        }
        for kind in ["light", "search", "file"] {
            if !self.0.contains_key(&(kind, 200, false)) {
                broken.push(format!("no honest request ({kind}) was answered"));
            }
        }
        broken
    }

    /// Answers by which the server confesses an error. That it has too much to do just now is none, if it says when to try again.
    pub(crate) fn server_errors(&self) -> Vec<String> {
        let is_error = |(_, status, has_retry_after): &Key| {
            *status >= 500 && (*status, *has_retry_after) != (503, true)
        };
        let errors = self.0.keys().filter(|key| is_error(key));
        errors
            .map(|(kind, status, _)| format!("hostile requests ({kind}) were answered {status}"))
            .collect()
    }
}

fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<12}{:>6}{:>9}{:>9}{:>9}{:>9}",
            "request", "status", "count", "p50 ms", "p99 ms", "max ms"
        )?;
        for ((kind, status, _), times) in &self.0 {
            let at = |percent| percentile(times, percent).as_secs_f64() * 1e3;
            writeln!(
                f,
                "{kind:<12}{status:>6}{:>9}{:>9.1}{:>9.1}{:>9.1}",
                times.len(),
                at(50),
                at(99),
                at(100)
            )?;
        }
        Ok(())
    }
}
