//! Taking turns at the same work, so that what disturbs the machine disturbs everyone.

use std::time::Duration;

use cpu_time::ThreadTime;

/// One who takes part: a name, and a piece of work that answers with a number.
pub struct Contestant<'a> {
    pub name: &'static str,
    pub work: Box<dyn FnMut() -> u64 + 'a>,
}

/// Runs everyone's work in turns, checks each answer where one is expected, and gives the
/// medians of the processor times in the order of the contestants.
///
/// # Panics
/// If an answer is not the one expected.
pub fn medians(
    contestants: &mut [Contestant<'_>],
    repeats: usize,
    expected: Option<u64>,
    what: &str,
) -> Vec<Duration> {
    let mut times = vec![Vec::with_capacity(repeats); contestants.len()];
    for _ in 0..repeats {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            let start = ThreadTime::now();
            let answer = (contestant.work)();
            times.push(start.elapsed());
            if let Some(expected) = expected {
                assert_eq!(answer, expected, "{} on {what}", contestant.name);
            }
        }
    }
    times.into_iter().map(median).collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
