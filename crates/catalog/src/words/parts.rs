//! The parts of the textbook, declared.

use crate::plan::{
    Looking, PlannedDriver, PlannedGames, PlannedHorizon, PlannedPriors, PlannedSelection,
    PlannedTable, PlannedValue,
};
use crate::words::{Group, Part, Relation, Resource, Role, Setting};
use plywood_search::{
    Backing, Captures, CheckExtension, EnhancedCutoffs, Exchanges, FinalChoice, FutilityPruning,
    HistoryPruning, InternalReduction, Killers, LateMovePruning, LateMoves, NullMove, ProbCut,
    QuietHistory, Razoring, Reuse, ReverseFutility, Score, SingularExtension,
};
use std::sync::LazyLock;

/// Returns the sizes of a table in megabytes; the upper end is more than any machine has.
fn table(name: &str) -> Setting {
    Setting::amount(name, Some(16), 1..=1 << 24).of(Resource::Megabytes)
}

/// Returns the number of a word that always has one.
fn count(number: Option<u32>) -> usize {
    number
        .and_then(|number| number.try_into().ok())
        .unwrap_or(1)
}

/// The parts of the textbook, in the order in which compositions are written. Each sets its field of the plan.
#[rustfmt::skip]
pub(super) static PARTS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    let switch = Setting::switch;
    let amount = |name, range| Setting::amount(name, None, range);
    let centipawns = |name| amount(name, 0..=30_000);
    let threads = Setting::amount("parallel", Some(2), 1..=256).of(Resource::Threads);
    let one_tree = Setting::amount("one-tree", Some(2), 1..=256).of(Resource::Threads);
    let percent = |name| Setting::amount(name, None, 0..=100);
    let memory = Setting::amount("memory", Some(64), 1..=1 << 24).of(Resource::Megabytes);
    vec![
        Part::new(switch("puct"), Role::Select, "a round prefers moves with a high prior probability", "PUCT", |plan, _| plan.rounds.selection = PlannedSelection::Puct).group(Group::Selection).after_own().in_monte_carlo(),
        Part::new(switch("ucb1-tuned"), Role::Select, "a round prefers moves whose results vary", "UCB1-Tuned", |plan, _| plan.rounds.selection = PlannedSelection::Ucb1Tuned).group(Group::Selection).after_own().in_monte_carlo().that(Relation::NeedsNoExploration),
        Part::new(percent("epsilon-greedy"), Role::Select, "a round goes to the best move, or in this percentage of choices, by default 10, to any", "ε-greedy rounds", |plan, percent| plan.rounds.selection = PlannedSelection::EpsilonGreedy(percent.unwrap_or(10))).group(Group::Selection).after_own().in_monte_carlo().that(Relation::NeedsNoExploration),
        Part::new(percent("first-play"), Role::Select, "a move that was never tried counts as having this mean in percent, by default 50, so not each has to be tried", "a first-play urgency", |plan, percent| plan.rounds.first_play = percent.or(Some(50))).after_own().in_monte_carlo(),
        Part::new(amount("rave", 1..=1_000_000), Role::Select, "a move is also judged by the games in which it was played later (AMAF); =300 is the number of rounds at which both weigh the same", "RAVE", |plan, games| plan.rounds.rave = games.or(Some(300))).after_own().in_monte_carlo(),
        Part::new(amount("progressive-bias", 1..=1_000), Role::Select, "a bonus for moves with a high prior, which fades with visits; =1 is its weight", "a progressive bias", |plan, weight| plan.rounds.bias = weight.or(Some(1))).after_own().in_monte_carlo(),
        Part::new(switch("best-mean"), Role::Select, "plays the move with the best mean, not the most visited one", "the best mean played", |plan, _| plan.rounds.choice = FinalChoice::BestMean).group(Group::FinalChoice).after_own().in_monte_carlo(),
        Part::new(switch("safest"), Role::Select, "plays the move whose mean is surely high", "the safest move played", |plan, _| plan.rounds.choice = FinalChoice::Safest).group(Group::FinalChoice).after_own().in_monte_carlo(),
        Part::new(amount("by-visits", 0..=1_000), Role::Select, "plays any move, with a probability in proportion to its visits; =100 is the temperature in percent", "moves drawn by visits", |plan, percent| plan.rounds.choice = FinalChoice::ByVisits(percent.unwrap_or(100))).group(Group::FinalChoice).after_own().in_monte_carlo(),
        Part::new(switch("priors"), Role::Expand, "moves get prior probabilities by evaluating the positions after them", "priors from evaluations", |plan, _| plan.rounds.priors = PlannedPriors::Evaluated).group(Group::Priors).in_monte_carlo(),
        Part::new(switch("root-noise"), Role::Expand, "the priors of the root are mixed with noise", "noise at the root", |plan, _| plan.rounds.has_noise = true).in_monte_carlo(),
        Part::new(switch("transpositions"), Role::Expand, "a position that is reached in several ways has its moves once", "transpositions", |plan, _| plan.rounds.shares_positions = true).in_monte_carlo(),
        Part::new(switch("expand-all"), Role::Expand, "a leaf gets all its children at once, not one a round", "whole expansions", |plan, _| plan.rounds.expands_all = true).in_monte_carlo(),
        Part::new(amount("widening", 1..=1_000), Role::Expand, "only the likeliest moves are tried: after N rounds √N times this many, by default 1", "progressive widening", |plan, moves| plan.rounds.widening = moves.or(Some(1))).in_monte_carlo(),
        Part::new(amount("cut", 0..=200), Role::Value, "a random game is cut after this many plies, by default 4, and evaluated", "games cut after # plies", |plan, plies| plan.rounds.value = PlannedValue::Game(plies.or(Some(4)))).group(Group::Cut).in_monte_carlo(),
        Part::new(switch("evaluated"), Role::Value, "a leaf is evaluated, without a random game", "evaluated leaves", |plan, _| plan.rounds.value = PlannedValue::AtOnce).group(Group::Leaf).in_monte_carlo(),
        Part::new(amount("shallow", 0..=64), Role::Value, "a leaf is searched by alpha-beta this many plies deep, by default 2, with the parts of that search", "leaves searched by alpha-beta", |plan, plies| plan.rounds.value = PlannedValue::Shallow(plies.unwrap_or(2))).group(Group::Leaf).in_monte_carlo().that(Relation::SearchesLeaves),
        Part::new(switch("looking-games"), Role::Value, "random games prefer moves that the evaluator likes", "games of good-looking moves", |plan, _| plan.rounds.games = PlannedGames::BestLooking).group(Group::Games).in_monte_carlo(),
        Part::new(switch("capture-games"), Role::Value, "random games prefer captures", "games of captures", |plan, _| plan.rounds.games = PlannedGames::Captures).group(Group::Games).tactical().in_monte_carlo(),
        Part::new(switch("mast"), Role::Value, "random games prefer moves that were good in other games", "MAST", |plan, _| plan.rounds.games = PlannedGames::Mast).group(Group::Games).in_monte_carlo(),
        Part::new(switch("minimax"), Role::BackUp, "the minimax value of the leaves is backed up, not the mean, and rounds follow the best line", "minimax backups", |plan, _| plan.rounds.backing = Backing::Minimax).group(Group::Backing).in_monte_carlo().that(Relation::NeedsNoExploration),
        Part::new(percent("implicit-minimax"), Role::BackUp, "the mean is mixed with this percentage, by default 40, of the minimax value of evaluations", "implicit minimax backups", |plan, percent| plan.rounds.backing = Backing::ImplicitMinimax(percent.unwrap_or(40))).group(Group::Backing).in_monte_carlo(),
        Part::new(switch("solver"), Role::BackUp, "proven wins, losses and draws are backed up (MCTS-Solver)", "a solver", |plan, _| plan.rounds.solves = true).in_monte_carlo(),
        Part::new(memory, Role::Keep, "the tree takes at most this many megabytes", "a tree of # MB", |plan, megabytes| plan.rounds.megabytes = Some(count(megabytes))).in_monte_carlo(),
        Part::new(switch("making-room"), Role::Keep, "when the memory is full, the least visited nodes lose their children", "room made when it is full", |plan, _| plan.rounds.makes_room = true).in_monte_carlo(),
        Part::new(switch("keeping"), Role::Keep, "the tree is kept from move to move", "the tree kept between moves", |plan, _| plan.rounds.keeps_tree = true).group(Group::Threads).in_monte_carlo(),
        Part::new(one_tree, Role::Keep, "the number of threads that grow one tree, with virtual losses", "one tree on # threads", |plan, threads| (plan.threads, plan.rounds.has_one_tree) = (Some(count(threads)), true)).group(Group::Threads).in_monte_carlo(),
        Part::new(switch("quiescence"), Role::Horizon, "captures are played out at the horizon", "quiescence", |plan, _| plan.horizon = PlannedHorizon::Quiescence).tactical().group(Group::Horizon).explained_in("horizon"),
        Part::new(switch("best-looking"), Role::Ordering, "moves are tried in the order of their evaluations", "the best-looking moves first", |plan, _| plan.looks = Some(Looking::BestFirst)).group(Group::Looks).explained_in("ordering"),
        Part::new(switch("worst-looking"), Role::Ordering, "the reverse order, to measure the worth of ordering", "the worst-looking moves first", |plan, _| plan.looks = Some(Looking::WorstFirst)).group(Group::Looks).explained_in("ordering"),
        Part::new(switch("captures"), Role::Ordering, "captures are tried first", "captures first", |plan, _| plan.captures = Some(Captures)).tactical().explained_in("ordering"),
        Part::new(switch("exchanges"), Role::Ordering, "captures are tried first, except those that lose material", "captures first that do not lose", |plan, _| plan.exchanges = Some(Exchanges)).tactical().explained_in("ordering"),
        Part::new(switch("killers"), Role::Ordering, "then moves that caused a cut-off at the same ply", "killers", |plan, _| plan.killers = Some(Killers::new())).after_own().explained_in("ordering"),
        Part::new(switch("history"), Role::Ordering, "then moves that caused cut-offs anywhere", "history", |plan, _| plan.history = Some(QuietHistory::new())).after_own().short_for("quiet-history").explained_in("ordering"),
        Part::new(table("table"), Role::Table, "a table of this many megabytes, with exact results", "an exact table of # MB", |plan, megabytes| plan.table = PlannedTable::Of(Reuse::SameDepth, count(megabytes))).group(Group::Table).explained_in("tables"),
        Part::new(table("deep-table"), Role::Table, "a table that also uses results of deeper searches", "a table of # MB that reuses deeper entries", |plan, megabytes| plan.table = PlannedTable::Of(Reuse::SameDepthOrDeeper, count(megabytes))).group(Group::Table).explained_in("tables"),
        Part::new(amount("enhanced-cutoffs", 1..=64), Role::Selectivity, "the table is asked about all moves of a node first (ETC); =2 is the least depth", "enhanced cutoffs", |plan, from| plan.steps.before.0 = Some(from.map_or_else(EnhancedCutoffs::new, EnhancedCutoffs::from_depth))).that(Relation::NeedsTable),
        Part::new(amount("internal-reduction", 2..=64), Role::Selectivity, "a node without a move from the table is searched a ply less deeply; =4 is the least depth", "internal reductions", |plan, from| plan.steps.before.1 = Some(from.map_or_else(InternalReduction::new, InternalReduction::from_depth))).that(Relation::NeedsTable),
        Part::new(centipawns("razoring"), Role::Selectivity, "a node far below alpha is left to the horizon; =300 is the margin for each ply, in centipawns", "razoring", |plan, margin| plan.steps.before.2 = Some(margin.map_or_else(Razoring::new, |margin| Razoring::margin(margin.cast_signed())))).tactical(),
        Part::new(centipawns("reverse-futility"), Role::Selectivity, "a node far above beta is cut off; =120 is the margin for each ply, in centipawns", "reverse futility pruning", |plan, margin| plan.steps.before.3 = Some(margin.map_or_else(ReverseFutility::new, |margin| ReverseFutility::margin(margin.cast_signed())))).tactical(),
        Part::new(amount("null-move", 1..=8), Role::Selectivity, "a node at which even passing reaches beta is cut off; =3 is the reduction of the pass in plies", "null moves", |plan, plies| plan.steps.null_move = Some(plies.map_or_else(NullMove::new, |plies| NullMove::new().reduced_by(plies)))).tactical(),
        Part::new(centipawns("prob-cut"), Role::Selectivity, "a capture that beats beta by a margin four plies shallower cuts the node off; =200 is the margin in centipawns", "ProbCut", |plan, margin| plan.steps.after.0 = Some(margin.map_or_else(ProbCut::new, |margin| ProbCut::margin(margin.cast_signed())))).tactical(),
        Part::new(switch("check-extension"), Role::Selectivity, "moves that give check are searched a ply more deeply", "check extensions", |plan, _| plan.steps.after.1 = Some(CheckExtension)).tactical(),
        Part::new(amount("late-move-pruning", 0..=64), Role::Selectivity, "near the horizon, quiet moves late in the order are skipped; =3 is the number of moves before them", "late-move pruning", |plan, moves| plan.steps.after.2 = Some(moves.map_or_else(LateMovePruning::new, LateMovePruning::after))).tactical(),
        Part::new(centipawns("futility-pruning"), Role::Selectivity, "near the horizon, quiet moves are skipped far below alpha; =150 is the margin for each ply, in centipawns", "futility pruning", |plan, margin| plan.steps.after.3 = Some(margin.map_or_else(FutilityPruning::new, |margin| FutilityPruning::margin(margin.cast_signed())))).tactical(),
        Part::new(amount("history-pruning", 0..=10_000), Role::Selectivity, "near the horizon, quiet moves that failed elsewhere are skipped; =4 is the number of failures for each ply", "history pruning", |plan, limit| plan.steps.after.4 = Some(limit.map_or_else(HistoryPruning::new, |limit| HistoryPruning::below(limit.cast_signed())))).tactical(),
        Part::new(amount("late-moves", 1..=64), Role::Selectivity, "quiet moves late in the order are searched less deeply first; =6 is the number of moves before them", "late-move reductions", |plan, moves| plan.steps.late_moves = Some(moves.map_or_else(LateMoves::new, LateMoves::after))).tactical(),
        Part::new(amount("singular-extension", 2..=64), Role::Selectivity, "the table's move is searched a ply more deeply if all others are much worse; =6 is the least depth", "singular extensions", |plan, from| plan.steps.singular_extension = Some(from.map_or_else(SingularExtension::new, SingularExtension::from_depth))).that(Relation::NeedsTable),
        Part::new(threads, Role::Threads, "the number of threads, which share the table, or in Monte Carlo search count the votes of their trees", "on # threads", |plan, threads| plan.threads = Some(count(threads))).group(Group::Threads).that(Relation::NeedsTable).explained_in("monte_carlo"),
        Part::new(amount("aspiration", 1..=10_000), Role::Driver, "a narrow window around the last score; =25 is its width to either side", "in aspiration windows", |plan, margin| plan.driver = PlannedDriver::Aspiration(margin.map(u32::cast_signed))).group(Group::Window).explained_in("null_windows"),
        Part::new(switch("mtd-f"), Role::Driver, "null windows only, driven by MTD(f)", "driven by MTD(f)", |plan, _| plan.driver = PlannedDriver::MtdF(Score::DRAW)).group(Group::Window).explained_in("passes"),
        Part::new(switch("mtd-above"), Role::Driver, "null windows from above: MTD(+∞), which visits the leaves of SSS*", "driven from above, as SSS*", |plan, _| plan.driver = PlannedDriver::MtdF(Score::HIGHEST)).group(Group::Window).explained_in("passes"),
        Part::new(switch("mtd-below"), Role::Driver, "null windows from below: MTD(-∞), which is DUAL*", "driven from below, as DUAL*", |plan, _| plan.driver = PlannedDriver::MtdF(Score::LOWEST)).group(Group::Window).explained_in("passes"),
        Part::new(switch("best-node"), Role::Driver, "finds the best root move by null windows, and then its score", "driven by best-node search", |plan, _| plan.driver = PlannedDriver::BestNode).group(Group::Window).explained_in("passes"),
        Part::new(switch("deepening"), Role::Driver, "to depth 1, 2, 3 and so on", "deepened iteratively", |plan, _| plan.is_deepened = true).after_own().explained_in("deepening"),
    ]
});
