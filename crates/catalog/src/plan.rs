//! [`SearchParts`]: the parts of a search as types. The words of a composition set them, and [`building`](crate::building) builds them.

use plywood_search::{
    Backing, Captures, CheckExtension, EnhancedCutoffs, Exchanges, FinalChoice, FutilityPruning,
    HistoryPruning, InternalReduction, Killers, LateMovePruning, LateMoves, NullMove, ProbCut,
    QuietHistory, Razoring, Reuse, ReverseFutility, Score, SingularExtension,
};

/// The parts of a search, each ready to be built. A part that excludes another has the same field.
#[derive(Debug, Clone, Default)]
pub(crate) struct SearchParts {
    pub(crate) horizon: PlannedHorizon,
    pub(crate) looks: Option<Looking>,
    pub(crate) captures: Option<Captures>,
    pub(crate) exchanges: Option<Exchanges>,
    pub(crate) own_orderings: Vec<Own>,
    pub(crate) killers: Option<Killers>,
    pub(crate) history: Option<QuietHistory>,
    pub(crate) table: PlannedTable,
    pub(crate) steps: Steps,
    pub(crate) own_selectivities: Vec<Own>,
    pub(crate) threads: Option<usize>,
    pub(crate) driver: PlannedDriver,
    pub(crate) is_deepened: bool,
    pub(crate) rounds: RoundParts,
}

/// The selective steps, in the order in which a node takes them. Those that few compositions have are tuples, which a search skips at once
/// if it has none of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Steps {
    pub(crate) before: (
        Option<EnhancedCutoffs>,
        Option<InternalReduction>,
        Option<Razoring>,
        Option<ReverseFutility>,
    ),
    pub(crate) null_move: Option<NullMove>,
    pub(crate) after: AfterNullMove,
    pub(crate) late_moves: Option<LateMoves>,
    pub(crate) singular_extension: Option<SingularExtension>,
}

type AfterNullMove = (
    Option<ProbCut>,
    Option<CheckExtension>,
    Option<LateMovePruning>,
    Option<FutilityPruning>,
    Option<HistoryPruning>,
);

/// The word of a part that was added to a catalog.
pub(crate) type Own = &'static str;

/// Scores the leaves.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum PlannedHorizon {
    #[default]
    Evaluation,
    Quiescence,
    Own(Own),
}

/// The order of moves by their evaluations.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Looking {
    BestFirst,
    WorstFirst,
}

/// Remembers positions.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum PlannedTable {
    #[default]
    None,
    Of(Reuse, usize),
    Own(Own),
}

/// Drives the search to one depth.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum PlannedDriver {
    #[default]
    None,
    /// With this margin, or its default.
    Aspiration(Option<i32>),
    /// From this first guess.
    MtdF(Score),
    BestNode,
    Own(Own),
}

/// The parts of a best-first search.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a part that is given or not"
)]
pub(crate) struct RoundParts {
    pub(crate) selection: PlannedSelection,
    pub(crate) first_play: Option<u32>,
    pub(crate) rave: Option<u32>,
    pub(crate) bias: Option<u32>,
    pub(crate) priors: PlannedPriors,
    pub(crate) has_noise: bool,
    pub(crate) shares_positions: bool,
    pub(crate) expands_all: bool,
    pub(crate) widening: Option<u32>,
    pub(crate) value: PlannedValue,
    pub(crate) games: PlannedGames,
    pub(crate) backing: Backing,
    pub(crate) solves: bool,
    pub(crate) choice: FinalChoice,
    pub(crate) megabytes: Option<usize>,
    pub(crate) makes_room: bool,
    pub(crate) keeps_tree: bool,
    pub(crate) has_one_tree: bool,
}

/// Chooses the way of a round.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum PlannedSelection {
    #[default]
    Usual,
    Ucb1Tuned,
    Puct,
    EpsilonGreedy(u32),
    Own(Own),
}

/// Gives moves probabilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum PlannedPriors {
    #[default]
    None,
    Evaluated,
    Own(Own),
}

/// Values the leaf of a round.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PlannedValue {
    /// By a random game, perhaps cut after this many plies.
    Game(Option<u32>),
    AtOnce,
    /// By a depth-first search of this many plies.
    Shallow(u32),
    Own(Own),
}

impl Default for PlannedValue {
    fn default() -> Self {
        Self::Game(None)
    }
}

/// Chooses the moves of random games.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum PlannedGames {
    #[default]
    AnyMove,
    BestLooking,
    Captures,
    Mast,
}
