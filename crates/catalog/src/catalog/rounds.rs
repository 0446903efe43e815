//! Best-first searches in a catalog: the parts they take, and rules of selection that are added.

use crate::catalog::Catalog;
use crate::playable::Playable;
use crate::words::{Role, Settings};
use plywood_search::Selection;
use std::sync::Arc;

/// The parts of a best-first search, and of the depth-first search at its leaves.
pub(super) const IN_ROUNDS: &[Role] = &[
    Role::Select,
    Role::Expand,
    Role::Value,
    Role::BackUp,
    Role::Keep,
    Role::Horizon,
    Role::Ordering,
    Role::Table,
    Role::Selectivity,
    Role::Threads,
];

impl<G: Playable> Catalog<G> {
    /// Adds a rule by which the rounds of best-first search choose their way, under a word: `monte-carlo+WORD`. The function receives the
    /// settings, among them `exploration`.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{Child, Limits, Parent, Selection};
    ///
    /// /// UCB1 with a bonus that fades faster.
    /// struct Hasty(f64);
    ///
    /// impl Selection for Hasty {
    ///     fn worth(&self, parent: &Parent, child: &Child) -> f64 {
    ///         child.mean + self.0 * parent.ln_visits / f64::from(child.visits.max(1))
    ///     }
    ///     fn parts(&self) -> Vec<String> {
    ///         vec!["hasty".to_owned()]
    ///     }
    /// }
    ///
    /// let games = Catalog::tactical("connect-four", ConnectFour::new())
    ///     .evaluator("estimate", "open lines of four", ConnectFour::estimate)
    ///     .selection("hasty", "a bonus that fades", |settings| Hasty(settings.number("exploration")));
    /// let hasty = games.contender("monte-carlo+hasty+solver:rounds=500")?;
    /// let report = hasty.strategy(0).search(games.start(), hasty.limits());
    /// assert_eq!(report.best_move.unwrap().to_string(), "d");
    /// # Ok::<(), plywood_catalog::SpecError>(())
    /// ```
    #[must_use]
    pub fn selection<S>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(&Settings) -> S + Send + Sync + 'static,
    ) -> Self
    where
        S: Selection + Send + 'static,
    {
        let make =
            move |settings: &Settings| -> Box<dyn Selection + Send> { Box::new(make(settings)) };
        let own = Arc::make_mut(&mut self.own);
        own.selections.push((word, Arc::new(make)));
        self.with_part((word, about), Role::Select)
    }
}
