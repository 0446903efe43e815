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

/// How long a batch runs, long beside the clock and short beside what disturbs it.
const BATCH: Duration = Duration::from_millis(3);

/// Runs batches in turns, whose answer is how many operations they were, and gives the medians of
/// the nanoseconds that one operation takes.
pub fn nanoseconds(contestants: &mut [Contestant<'_>], repeats: usize) -> Vec<f64> {
    let rounds: Vec<u32> = contestants.iter_mut().map(rounds).collect();
    let mut times = vec![Vec::with_capacity(repeats); contestants.len()];
    for _ in 0..repeats {
        for (turn, contestant) in contestants.iter_mut().enumerate() {
            let start = ThreadTime::now();
            let done: u64 = (0..rounds[turn]).map(|_| (contestant.work)()).sum();
            times[turn].push(start.elapsed().as_secs_f64() * 1e9 / done as f64);
        }
    }
    times.into_iter().map(middle).collect()
}

/// How often a batch is run to fill its time.
fn rounds(contestant: &mut Contestant<'_>) -> u32 {
    (contestant.work)();
    let start = ThreadTime::now();
    (contestant.work)();
    let once = start.elapsed().as_secs_f64().max(1e-9);
    (BATCH.as_secs_f64() / once).ceil() as u32
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
