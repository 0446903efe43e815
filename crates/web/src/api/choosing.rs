//! Strategies that a request chooses, and the searches that they run.

use crate::app::App;
use crate::games::PlaceText;
use crate::problem::Problem;
use crate::searches::{Choice, Job, Prepare};
use crate::served::ServedGame;

impl App {
    /// What it takes to prepare a search.
    pub(super) const fn prepare<'a>(&'a self, choice: &'a Choice, in_game: bool) -> Prepare<'a> {
        Prepare {
            choice,
            in_game,
            server: &self.limits,
        }
    }

    /// Prepares the searches of several strategies on a position alone.
    pub(super) fn jobs(
        &self,
        game: &dyn ServedGame,
        place: PlaceText<'_>,
        choices: &[Choice],
    ) -> Result<Vec<Job>, Problem> {
        let prepare = |(index, choice): (usize, &Choice)| {
            let job = game.job(place, self.prepare(choice, false));
            job.map_err(|problem| {
                if problem.is_of(&["position", "moves", "threat"]) {
                    return problem;
                }
                problem.inside(&format!("strategies[{index}]"))
            })
        };
        choices.iter().enumerate().map(prepare).collect()
    }
}
