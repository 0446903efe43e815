//! Interleaved measurements, so that noise of the machine hits every crate alike.

use std::time::Duration;

use cpu_time::ProcessTime;

/// A piece of work. It returns the number of its operations.
pub type Work = Box<dyn FnMut() -> u64>;

/// The length of a batch: much longer than the clock's resolution, and shorter than most noise.
const BATCH: Duration = Duration::from_millis(3);

/// Several crates doing the same work.
pub struct Contest {
    pub name: String,
    expected: Option<u64>,
    contestants: Vec<Contestant>,
}

struct Contestant {
    name: &'static str,
    work: Work,
    /// The number of repetitions of the work in one turn.
    rounds: u32,
    /// nanoseconds of processor time for one operation, one number for each turn.
    times: Vec<f64>,
}

impl Contest {
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            expected: None,
            contestants: Vec::new(),
        }
    }

    /// Requires every piece of work to return this number.
    pub fn expecting(self, answer: u64) -> Self {
        Self {
            expected: Some(answer),
            ..self
        }
    }

    /// Adds a contestant whose work is done once in a turn.
    pub fn enter(&mut self, name: &'static str, work: Work) {
        self.contestants.push(Contestant {
            name,
            work,
            rounds: 1,
            times: Vec::new(),
        });
    }

    /// Adds a contestant whose work is short and is repeated until a turn is long enough.
    pub fn enter_batch(&mut self, name: &'static str, mut work: Work) {
        work();
        let start = ProcessTime::now();
        work();
        let once = start.elapsed().max(Duration::from_nanos(100));
        let rounds = BATCH.as_nanos().div_ceil(once.as_nanos());
        self.enter(name, work);
        if let Some(contestant) = self.contestants.last_mut() {
            contestant.rounds = u32::try_from(rounds).unwrap_or(1);
        }
    }

    /// Returns the median time of an operation of a crate in nanoseconds, if the crate took part.
    pub fn nanoseconds(&self, name: &str) -> Option<f64> {
        let mut contestants = self.contestants.iter();
        let contestant = contestants.find(|contestant| contestant.name == name)?;
        let mut times = contestant.times.clone();
        times.sort_unstable_by(f64::total_cmp);
        times.get(times.len() / 2).copied()
    }

    fn turn(&mut self) {
        for contestant in &mut self.contestants {
            let mut done = 0;
            let start = ProcessTime::now();
            for _ in 0..contestant.rounds {
                let answer = (contestant.work)();
                if let Some(expected) = self.expected {
                    let place = (contestant.name, &self.name);
                    assert_eq!(answer, expected, "{place:?}");
                }
                done += answer;
            }
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            contestant.times.push(nanoseconds / done as f64);
        }
    }
}

/// Runs every crate once in every contest, and repeats that `turns` times.
///
/// # Panics
/// If the work returns another number than expected.
pub fn take_turns(contests: &mut [Contest], turns: usize) {
    for _ in 0..turns {
        for contest in &mut *contests {
            contest.turn();
        }
    }
}
