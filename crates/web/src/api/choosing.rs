//! Strategies that a request chooses, and the searches that they run.

use crate::app::App;
use crate::games::Memory;
use crate::opened::AnyPlace;
use crate::problem::Problem;
use crate::searches::{Choice, Job, Prepare};

impl App {
    /// What it takes to prepare a search.
    pub(super) const fn prepare<'a>(&'a self, choice: &'a Choice, memory: Memory) -> Prepare<'a> {
        Prepare {
            choice,
            memory,
            strategies: &self.strategies,
            server: &self.limits,
        }
    }

    /// Prepares the searches of several strategies on a position alone.
    pub(super) fn jobs(
        &self,
        place: &dyn AnyPlace,
        choices: &[Choice],
    ) -> Result<Vec<Job>, Problem> {
        let prepare = |(index, choice): (usize, &Choice)| {
            let job = place.job(self.prepare(choice, Memory::PositionOnly));
            job.map_err(|problem| problem.inside(&format!("strategies[{index}]")))
        };
        choices.iter().enumerate().map(prepare).collect()
    }
}
