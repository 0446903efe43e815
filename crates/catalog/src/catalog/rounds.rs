//! Best-first searches in a catalog: the parts they take, and the selections, values and priors that are added.

use crate::any_evaluator::AnyEvaluator;
use crate::catalog::Catalog;
use crate::playable::Playable;
use crate::words::{Role, Settings};
use plywood_search::{LeafValue, Priors, Selection, WithHistory};
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
    /// Adds a value of leaves of best-first search under a word: `monte-carlo+WORD`. The function receives the settings and the evaluator.
    #[must_use]
    pub fn leaf_value<V>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> V + Send + Sync + 'static,
    ) -> Self
    where
        V: LeafValue<G> + LeafValue<WithHistory<G>> + Send + 'static,
    {
        Arc::make_mut(&mut self.own).add_value(word, make);
        self.with_part((word, about), Role::Value)
    }

    /// Adds priors of best-first search under a word, which exclude `priors`: `monte-carlo+puct+WORD`. The function receives the settings and
    /// the evaluator.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{Dice, Game, Limits, Priors, SearchState, Stopped};
    ///
    /// /// The generator lists the moves in the middle first.
    /// struct MiddleFirst;
    ///
    /// impl<G: Game> Priors<G> for MiddleFirst {
    ///     fn priors(
    ///         &self,
    ///         _: &G,
    ///         moves: &[G::Move],
    ///         _: &mut Dice,
    ///         _: &mut SearchState<'_, G::Move>,
    ///     ) -> Result<Vec<f64>, Stopped> {
    ///         Ok((1..=moves.len()).map(|place| 1.0 / place as f64).collect())
    ///     }
    /// }
    ///
    /// let games = Catalog::tactical("connect-four", ConnectFour::new())
    ///     .evaluator("estimate", "open lines of four", ConnectFour::estimate)
    ///     .priors("middle", "the middle first", |_, _| MiddleFirst);
    /// let middle = games.contender("monte-carlo+puct+middle:rounds=200")?;
    /// let report = middle.strategy(0).search(games.start(), middle.limits());
    /// assert_eq!(report.best_move.unwrap().to_string(), "d");
    /// # Ok::<(), plywood_catalog::SpecError>(())
    /// ```
    #[must_use]
    pub fn priors<P>(
        mut self,
        word: &'static str,
        about: &'static str,
        make: impl Fn(&Settings, AnyEvaluator<G>) -> P + Send + Sync + 'static,
    ) -> Self
    where
        P: Priors<G> + Priors<WithHistory<G>> + Send + 'static,
    {
        Arc::make_mut(&mut self.own).add_priors(word, make);
        self.with_part((word, about), Role::Expand)
    }
}
