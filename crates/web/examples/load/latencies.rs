//! Latencies by kind of request and status.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Latencies(BTreeMap<(&'static str, u16), Vec<Duration>>);

impl Latencies {
    pub(crate) fn add(&mut self, kind: &'static str, status: u16, time: Duration) {
        self.0.entry((kind, status)).or_default().push(time);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (key, times) in other.0 {
            self.0.entry(key).or_default().extend(times);
        }
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<10}{:>6}{:>9}{:>9}{:>9}{:>9}",
            "request", "status", "count", "p50 ms", "p99 ms", "max ms"
        )?;
        for ((kind, status), times) in &self.0 {
            let mut times = times.clone();
            times.sort_unstable();
            let at = |percent: usize| {
                let index = (times.len() * percent / 100).min(times.len() - 1);
                times[index].as_secs_f64() * 1e3
            };
            writeln!(
                f,
                "{kind:<10}{status:>6}{:>9}{:>9.1}{:>9.1}{:>9.1}",
                times.len(),
                at(50),
                at(99),
                at(100)
            )?;
        }
        Ok(())
    }
}
