//! [`Selection`]: chooses the child through which a round goes.

/// Chooses the child through which a round goes: the one that is worth most.
///
/// A rule of your own is one function of the statistics of a child and its parent. This one is PUCT with a bonus that fades faster:
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{BestFirst, Child, Limits, Parent, RandomGames, Selection, Strategy};
/// use plywood_search::StaticEvaluation;
///
/// #[derive(Clone)]
/// struct Impatient;
///
/// impl Selection for Impatient {
///     fn worth(&self, parent: &Parent, child: &Child) -> f64 {
///         child.mean + child.prior * parent.sqrt_visits / f64::from(1 + child.visits).powi(2)
///     }
///     fn first_play(&self, parent: &Parent) -> f64 {
///         parent.mean
///     }
///     fn parts(&self) -> Vec<String> {
///         vec!["impatient".to_owned()]
///     }
/// }
///
/// let games = RandomGames::new(StaticEvaluation::new(ConnectFour::estimate));
/// let mut search = BestFirst::of(games).select(Impatient).expand_all();
/// let report = search.search(&"ccdd".parse::<ConnectFour>().unwrap(), &Limits::rounds(500));
/// assert_eq!(report.best_move.unwrap().to_string(), "e");
/// ```
pub trait Selection {
    /// Returns the worth of a round through this child. Of equals, the round goes to the first.
    fn worth(&self, parent: &Parent, child: &Child) -> f64;

    /// Returns the mean of a child that was never visited, its first-play urgency. By default it's infinite, so each child is visited once
    /// before any is visited again.
    fn first_play(&self, parent: &Parent) -> f64 {
        let _ = parent;
        f64::INFINITY
    }

    /// Returns the share of choices that are made at random, from 0 to 1.
    fn random_share(&self) -> f64 {
        0.0
    }

    /// Returns `true` if it reads more than visits, means and values; then each node takes sixteen bytes more.
    fn needs_details(&self) -> bool {
        true
    }

    /// Returns `true` if it reads [`Child::amaf`], for which each round compares its moves with those of the tree.
    fn needs_amaf(&self) -> bool {
        false
    }

    /// Returns its words in a composition.
    fn parts(&self) -> Vec<String>;
}

/// The statistics of a node whose child is chosen, from the point of view of its side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Parent {
    /// The number of rounds through it.
    pub visits: u32,
    /// The natural logarithm of that number, and its square root.
    pub ln_visits: f64,
    /// The square root of the number of rounds.
    pub sqrt_visits: f64,
    /// The mean result, from 0 to 1.
    pub mean: f64,
}

impl Parent {
    /// Makes the statistics of a node with these visits and this mean result for its side to move.
    pub(super) fn of(visits: u32, mean: f64) -> Self {
        let known = f64::from(visits.max(1));
        Self {
            visits,
            ln_visits: known.ln(),
            sqrt_visits: known.sqrt(),
            mean,
        }
    }
}

/// The statistics of a child, from the point of view of the side that moves there.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Child {
    /// The number of rounds through it.
    pub visits: u32,
    /// The mean result from 0 to 1, as it's backed up; the [first-play urgency](Selection::first_play) of a child without visits.
    pub mean: f64,
    /// The probability of its move before any round.
    pub prior: f64,
    /// The variance of its results.
    pub variance: f64,
    /// The games in which the side played the move here or later, and their mean result.
    pub amaf: (u32, f64),
    /// The minimax value of the evaluations below it, as a number that is greater for a better [`Score`](plywood_eval::Score); 0 where means
    /// are backed up.
    pub value: f64,
}

impl Child {
    #[inline]
    fn tries(&self) -> f64 {
        f64::from(self.visits.max(1))
    }
}

/// UCB1: the mean result plus a bonus for a child that was seldom visited.
///
/// **Idea.** Each child is a bandit with an unknown mean. The bonus is the width of a confidence interval, so a child is chosen if it's
/// good or not well known.
///
/// **Invariant.** The worth of a child is Q + C √(ln N / n): N rounds through the parent, n through the child, Q their mean.
///
/// **Source.** Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002; in trees: Kocsis and
/// Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ucb1 {
    exploration: f64,
}

impl Ucb1 {
    /// Sets the exploration constant, the C of the formula: √2 is the theory's for results from 0 to 1, a lower one prefers the best
    /// children sooner.
    ///
    /// # Panics
    /// If it is negative or not a number.
    #[must_use]
    pub const fn new(exploration: f64) -> Self {
        Self {
            exploration: constant(exploration),
        }
    }
}

impl Selection for Ucb1 {
    #[inline]
    fn worth(&self, parent: &Parent, child: &Child) -> f64 {
        child.mean + self.exploration * (parent.ln_visits / child.tries()).sqrt()
    }

    fn needs_details(&self) -> bool {
        false
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// UCB1-Tuned: a smaller bonus for a child whose results vary little.
///
/// **Invariant.** The worth of a child is Q + √((ln N / n) · min(1/4, V)), V the variance of its results plus √(2 ln N / n).
///
/// **Source.** Auer, Cesa-Bianchi and Fischer 2002.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ucb1Tuned;

impl Selection for Ucb1Tuned {
    fn worth(&self, parent: &Parent, child: &Child) -> f64 {
        let share = parent.ln_visits / child.tries();
        let variance = child.variance + (2.0 * share).sqrt();
        child.mean + (share * variance.min(0.25)).sqrt()
    }

    fn parts(&self) -> Vec<String> {
        vec!["ucb1-tuned".to_owned()]
    }
}

/// PUCT: the bonus is in proportion to the move's prior probability.
///
/// **Idea.** A prior says which moves are worth a look before any was tried, so in a wide position most moves are never visited.
///
/// **Invariant.** The worth of a child is Q + C · P · √N / (1 + n). A child without visits has the parent's mean less 0.2.
///
/// **Source.** Rosin, "Multi-armed bandits with episode context", 2011, in the form of Silver et al., "Mastering the game of Go without
/// human knowledge", 2017.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Puct {
    exploration: f64,
}

/// By how much an unvisited child counts as worse than its parent's mean.
const REDUCTION: f64 = 0.2;

impl Puct {
    /// Sets the constant C of the formula.
    ///
    /// # Panics
    /// If it is negative or not a number.
    #[must_use]
    pub const fn new(exploration: f64) -> Self {
        Self {
            exploration: constant(exploration),
        }
    }
}

impl Selection for Puct {
    #[inline]
    fn worth(&self, parent: &Parent, child: &Child) -> f64 {
        let bonus = child.prior * parent.sqrt_visits / f64::from(1 + child.visits);
        child.mean + self.exploration * bonus
    }

    fn first_play(&self, parent: &Parent) -> f64 {
        parent.mean - REDUCTION
    }

    fn parts(&self) -> Vec<String> {
        vec!["puct".to_owned()]
    }
}

/// Always goes to the child with the best value.
///
/// **Idea.** The round ends at the leaf of the principal variation, the only one that can change the choice of the move if the
/// evaluations are right. With minimax backups this is best-first minimax, or unbounded minimax.
///
/// **Source.** Korf and Chickering, "Best-first minimax search", 1996; Cohen-Solal, "Learning to play two-player perfect-information games
/// without knowledge", 2020 (arXiv 2008.01188).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestValue;

impl Selection for BestValue {
    fn worth(&self, _: &Parent, child: &Child) -> f64 {
        child.value
    }

    fn needs_details(&self) -> bool {
        false
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// ε-greedy: the child with the best mean, or with a small probability any child.
///
/// **Source.** Sutton and Barto, "Reinforcement learning: an introduction", 1998, section 2.2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EpsilonGreedy {
    percent: u32,
}

impl EpsilonGreedy {
    /// Makes this percentage of choices at random.
    ///
    /// # Panics
    /// If it is more than 100.
    #[must_use]
    pub const fn new(percent: u32) -> Self {
        assert!(percent <= 100, "epsilon-greedy: at most 100 percent");
        Self { percent }
    }
}

impl Selection for EpsilonGreedy {
    fn worth(&self, _: &Parent, child: &Child) -> f64 {
        child.mean
    }

    fn random_share(&self) -> f64 {
        f64::from(self.percent) / 100.0
    }

    fn needs_details(&self) -> bool {
        false
    }

    fn parts(&self) -> Vec<String> {
        vec![format!("epsilon-greedy={}", self.percent)]
    }
}

/// Adds rules to a selection. Each is off unless it is set.
///
/// ```
/// use plywood_search::{Adjusted, Selection, Ucb1};
///
/// let rule = Adjusted::new(Ucb1::new(0.7)).rave(300).bias(1);
/// assert_eq!(rule.parts(), ["rave=300", "progressive-bias=1"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjusted<S> {
    inner: S,
    rave: Option<u32>,
    bias: Option<u32>,
    first_play: Option<u32>,
}

impl<S> Adjusted<S> {
    /// Adds no rule yet.
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            rave: None,
            bias: None,
            first_play: None,
        }
    }

    /// RAVE: mixes the mean of a child with the mean of all games in which the same side played its move here or later (AMAF, all moves as
    /// first). Both weigh the same after `games` rounds through the parent, and then the child's own mean weighs more.
    ///
    /// **Invariant.** The mean is `(1 − β) Q + β Q_amaf` with β = √(k / (3 N + k)).
    ///
    /// **Source.** Gelly and Silver, "Combining online and offline knowledge in UCT", 2007.
    #[must_use]
    pub fn rave(self, games: impl Into<Option<u32>>) -> Self {
        let rave = games.into();
        Self { rave, ..self }
    }

    /// Progressive bias: adds the child's prior probability times `weight`, divided by its visits and one.
    ///
    /// **Source.** Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, "Progressive strategies for Monte-Carlo tree search", 2008.
    #[must_use]
    pub fn bias(self, weight: impl Into<Option<u32>>) -> Self {
        let bias = weight.into();
        Self { bias, ..self }
    }

    /// First-play urgency: gives a child without visits this mean, in percent, so that not every child has to be tried once.
    ///
    /// **Source.** Gelly and Wang, "Exploration exploitation in Go: UCT for Monte-Carlo Go", 2006.
    #[must_use]
    pub fn first_play(self, percent: impl Into<Option<u32>>) -> Self {
        let first_play = percent.into();
        Self { first_play, ..self }
    }
}

impl<S: Selection> Selection for Adjusted<S> {
    #[inline]
    fn worth(&self, parent: &Parent, child: &Child) -> f64 {
        let mut child = *child;
        if let Some(equal) = self.rave.map(f64::from)
            && let (1.., amaf) = child.amaf
        {
            let share = (equal / (3.0 * f64::from(parent.visits) + equal)).sqrt();
            let mean = if child.visits > 0 { child.mean } else { amaf };
            child.mean = (1.0 - share) * mean + share * amaf;
        }
        let bias = self.bias.map_or(0.0, f64::from);
        let bonus = bias * child.prior / f64::from(child.visits + 1);
        self.inner.worth(parent, &child) + bonus
    }

    fn first_play(&self, parent: &Parent) -> f64 {
        let usual = || self.inner.first_play(parent);
        self.first_play
            .map_or_else(usual, |percent| f64::from(percent) / 100.0)
    }

    fn random_share(&self) -> f64 {
        self.inner.random_share()
    }

    fn needs_details(&self) -> bool {
        self.rave.is_some() || self.bias.is_some() || self.inner.needs_details()
    }

    fn needs_amaf(&self) -> bool {
        self.rave.is_some() || self.inner.needs_amaf()
    }

    fn parts(&self) -> Vec<String> {
        let added = [
            ("first-play", self.first_play),
            ("rave", self.rave),
            ("progressive-bias", self.bias),
        ];
        let added = added.into_iter();
        let added = added.filter_map(|(word, number)| Some(format!("{word}={}", number?)));
        self.inner.parts().into_iter().chain(added).collect()
    }
}

/// Checks a constant of a formula.
const fn constant(exploration: f64) -> f64 {
    assert!(
        exploration >= 0.0,
        "exploration: expected a number from 0, found a negative one or none"
    );
    exploration
}
