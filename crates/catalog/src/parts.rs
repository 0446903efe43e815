//! [`Parts`]: the parts of a textbook search, each of which can be removed.

use crate::games::SharedEvaluator;
use plywood_core::Position;
use plywood_search::strategies::AnyStrategy;
use plywood_search::{
    AlphaBeta, Aspiration, Captures, Evaluator, FixedDepth, Horizon, IterativeDeepening, Keyed,
    Killers, MoveOrdering, PositionOnly, PrincipalVariationSearch, Quiescence, QuietHistory,
    StaticEvaluation, Tactical, Transpositions, WithHistory,
};
use std::fmt;

/// A part of a textbook search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The transposition table.
    Table,
    /// Captures are tried first.
    Captures,
    /// Quiet moves that caused a cut-off at the same ply are tried early.
    Killers,
    /// Quiet moves that caused cut-offs anywhere are tried early.
    History,
    /// Captures are played out at the horizon.
    Quiescence,
    /// All moves but the first are searched with a null window first.
    PrincipalVariationSearch,
    /// The window is narrow around the last score.
    Aspiration,
    /// The search is repeated at depth 1, 2, 3 and so on.
    Deepening,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 8] = [
        Self::Table,
        Self::Captures,
        Self::Killers,
        Self::History,
        Self::Quiescence,
        Self::PrincipalVariationSearch,
        Self::Aspiration,
        Self::Deepening,
    ];
}

/// The name of the part.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Table => "table",
            Self::Captures => "captures first",
            Self::Killers => "killers",
            Self::History => "history",
            Self::Quiescence => "quiescence",
            Self::PrincipalVariationSearch => "principal variation",
            Self::Aspiration => "aspiration",
            Self::Deepening => "iterative deepening",
        })
    }
}

/// A set of parts. Without any part the search is plain alpha-beta.
///
/// ```
/// use plywood_catalog::{Part, Parts};
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::Limits;
/// use std::sync::Arc;
///
/// let nodes = |parts: Parts| {
///     let mut search = parts.for_positions(Arc::new(Material::default()));
///     search.search(&Position::START, &Limits::depth(4)).stats.explored
/// };
/// assert!(nodes(Parts::ALL) < nodes(Parts::ALL.without(Part::Captures)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parts(u8);

/// The size of the table in megabytes.
const TABLE: usize = 16;

impl Parts {
    /// All parts: the strategy `everything` of the catalog.
    pub const ALL: Self = Self(u8::MAX);

    /// The same without a part.
    #[must_use]
    pub const fn without(self, part: Part) -> Self {
        Self(self.0 & !(1 << part as u8))
    }

    /// Whether a part is included.
    #[must_use]
    pub const fn contains(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }

    /// The search made of these parts for positions alone, with this evaluator at its horizon.
    #[must_use]
    pub fn for_positions(self, evaluator: SharedEvaluator<Position>) -> AnyStrategy<Position> {
        self.assemble(evaluator)
    }

    /// The same for positions of games, in which repetition is a draw.
    #[must_use]
    pub fn for_games(
        self,
        evaluator: SharedEvaluator<Position>,
    ) -> AnyStrategy<WithHistory<Position>> {
        self.assemble(PositionOnly(evaluator))
    }

    fn assemble<G, E>(self, evaluator: E) -> AnyStrategy<G>
    where
        G: Keyed<Move: Send> + Tactical + 'static,
        E: Evaluator<G> + Send + 'static,
    {
        if self.contains(Part::Quiescence) {
            self.with_horizon(Quiescence::new(evaluator))
        } else {
            self.with_horizon(StaticEvaluation(evaluator))
        }
    }

    fn with_horizon<G, H>(self, horizon: H) -> AnyStrategy<G>
    where
        G: Keyed<Move: Send> + Tactical + 'static,
        H: Horizon<G> + Send + 'static,
    {
        let table = self.contains(Part::Table);
        let table = table.then(|| Transpositions::reusing_deeper(TABLE));
        if self.contains(Part::PrincipalVariationSearch) {
            let search = PrincipalVariationSearch::with_horizon(horizon);
            self.driven(search.ordering(self.ordering()).table(table))
        } else {
            let search = AlphaBeta::with_horizon(horizon);
            self.driven(search.ordering(self.ordering()).table(table))
        }
    }

    fn ordering<G: Keyed<Move: Send> + Tactical + 'static>(
        self,
    ) -> impl MoveOrdering<G> + Send + 'static {
        let captures = self.contains(Part::Captures).then_some(Captures);
        let killers = self.contains(Part::Killers).then(Killers::<G::Move>::new);
        let history = self.contains(Part::History).then(QuietHistory::new);
        (captures, (killers, history))
    }

    /// Without deepening there is no earlier score, so there are no aspiration windows either.
    fn driven<G: Keyed, S: FixedDepth<G> + Send + 'static>(self, search: S) -> AnyStrategy<G> {
        let parts = (
            self.contains(Part::Deepening),
            self.contains(Part::Aspiration),
        );
        match parts {
            (true, true) => Box::new(IterativeDeepening::new(Aspiration::new(search))),
            (true, false) => Box::new(IterativeDeepening::new(search)),
            (false, _) => Box::new(search),
        }
    }
}
