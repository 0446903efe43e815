//! A wrapper changes nothing: games, orderings, tables, drivers and observers around others give the counts, value and name of the plain
//! ones.

use plywood_search::games::ConnectFour;
use plywood_search::{
    AlphaBeta, Aspiration, Captures, Exchanges, FixedDepth, Game, GenerationOrder,
    IterativeDeepening, Killers, Limits, MoveOrdering, MtdF, NoTable, PositionOnly,
    PrincipalVariationSearch, QuietHistory, Report, Reuse, Score, Stats, Strategy, Table,
    Transpositions, TreeRecorder, WithHistory,
};
use std::fmt::Display;
use std::sync::Arc;

const GAMES: [&str; 3] = ["", "ddcceb", "dcbdadgef"];

type Estimate = fn(&ConnectFour) -> Score;
const ESTIMATE: Estimate = ConnectFour::estimate;

/// Results that must not change.
#[derive(Debug, PartialEq)]
struct Found {
    name: String,
    stats: Stats,
    score: Option<Score>,
    line: String,
    is_exact: bool,
}

fn found<G: Game<Move: Display>>(mut search: impl Strategy<G>, starts: &[G; 3]) -> Vec<Found> {
    let limits = Limits::depth(6);
    let of = |report: Report<G::Move>, name: String| Found {
        name,
        stats: report.stats,
        score: report.score,
        line: report.line.to_string(),
        is_exact: report.is_exact,
    };
    let name = search.name();
    starts
        .iter()
        .map(|start| of(search.search(start, &limits), name.clone()))
        .collect()
}

fn plain(search: impl Strategy<ConnectFour>) -> Vec<Found> {
    found(search, &GAMES.map(|game| game.parse().expect("a game")))
}

fn in_game(search: impl Strategy<WithHistory<ConnectFour>>) -> Vec<Found> {
    let start = |game: &str| WithHistory::new(game.parse().expect("a game"));
    found(search, &GAMES.map(start))
}

fn all_orderings() -> (Captures, Killers, QuietHistory) {
    (Captures, Killers::new(), QuietHistory::new())
}

#[test]
fn a_game_with_history_costs_what_the_game_costs() {
    let table = || Transpositions::exact(1);
    let with_table = |found: Vec<Found>| {
        // A table over positions with history promises less.
        let promising = |found| Found {
            is_exact: true,
            ..found
        };
        found.into_iter().map(promising).collect::<Vec<_>>()
    };
    assert_eq!(
        in_game(AlphaBeta::new(PositionOnly(ESTIMATE)).ordering(all_orderings())),
        plain(AlphaBeta::new(ESTIMATE).ordering(all_orderings()))
    );
    assert_eq!(
        in_game(AlphaBeta::new(PositionOnly(ESTIMATE)).quiescence()),
        plain(AlphaBeta::new(ESTIMATE).quiescence())
    );
    let inner = PrincipalVariationSearch::new(PositionOnly(ESTIMATE)).table(table());
    assert_eq!(
        with_table(in_game(IterativeDeepening::new(Aspiration::new(inner)))),
        plain(IterativeDeepening::new(Aspiration::new(
            PrincipalVariationSearch::new(ESTIMATE).table(table())
        )))
    );
}

#[test]
fn orderings_may_be_put_together_in_any_way() {
    let reference = plain(AlphaBeta::new(ESTIMATE).ordering(all_orderings()));
    assert!(reference[1].name.contains("+captures+killers+history"));
    let same = [
        ordered(((Captures, Killers::new()), QuietHistory::new())),
        ordered((Captures, (Killers::new(), QuietHistory::new()))),
        ordered((
            None::<Exchanges>,
            GenerationOrder,
            Captures,
            None::<Captures>,
            Killers::new(),
            QuietHistory::new(),
        )),
        ordered((GenerationOrder, all_orderings())),
        ordered((all_orderings(), GenerationOrder)),
        ordered(Some(all_orderings())),
        ordered((
            None::<Captures>,
            Some((Some(Captures), (Killers::new(), Some(QuietHistory::new())))),
        )),
    ];
    for found in same {
        assert_eq!(found, reference);
    }
    let unordered = plain(AlphaBeta::new(ESTIMATE));
    assert_eq!(ordered(None::<Captures>), unordered);
    assert_eq!(ordered((GenerationOrder, None::<QuietHistory>)), unordered);
}

#[test]
fn only_what_is_there_ranks_moves() {
    let absent: [&dyn MoveOrdering<ConnectFour>; 4] = [
        &GenerationOrder,
        &None::<Captures>,
        &Some(GenerationOrder),
        &(None::<Captures>, None::<Killers>, GenerationOrder),
    ];
    assert!(absent.iter().all(|ordering| ordering.is_absent()));
    let present: [&dyn MoveOrdering<ConnectFour>; 3] = [
        &Killers::new(),
        &Some(Captures),
        &(None::<Captures>, GenerationOrder, Killers::new()),
    ];
    assert!(!present.iter().any(|ordering| ordering.is_absent()));
}

fn ordered(ordering: impl MoveOrdering<ConnectFour>) -> Vec<Found> {
    plain(AlphaBeta::new(ESTIMATE).ordering(ordering))
}

#[test]
fn a_table_may_be_absent_or_shared_with_nobody() {
    let without = plain(AlphaBeta::new(ESTIMATE));
    assert_eq!(plain(AlphaBeta::new(ESTIMATE).table(NoTable)), without);
    assert_eq!(
        plain(AlphaBeta::new(ESTIMATE).table(None::<Transpositions>)),
        without
    );
    let with = plain(AlphaBeta::new(ESTIMATE).table(Transpositions::exact(1)));
    let shared = || Transpositions::sharing(Arc::new(Table::with_megabytes(1)), Reuse::SameDepth);
    assert_eq!(
        plain(AlphaBeta::new(ESTIMATE).table(Some(Transpositions::exact(1)))),
        with
    );
    assert_eq!(plain(AlphaBeta::new(ESTIMATE).table(shared())), with);
    assert_eq!(
        plain(AlphaBeta::new(ESTIMATE).table(Some(Some(shared().min_depth(0))))),
        with
    );
}

#[test]
fn a_box_is_what_is_in_it() {
    type Boxed = Box<dyn FixedDepth<ConnectFour>>;
    let inner = || PrincipalVariationSearch::new(ESTIMATE).table(Transpositions::exact(1));
    let boxed = || -> Boxed { Box::new(inner()) };
    assert_eq!(plain(boxed()), plain(inner()));
    assert_eq!(plain(Box::new(boxed()) as Boxed), plain(inner()));
    let driven = || IterativeDeepening::new(MtdF::new(Aspiration::new(inner())));
    let reference = plain(driven());
    let within = MtdF::new(Box::new(Aspiration::new(boxed())) as Boxed);
    assert_eq!(plain(IterativeDeepening::new(within)), reference);
    assert_eq!(
        plain(Box::new(driven()) as Box<dyn Strategy<ConnectFour>>),
        reference
    );
}

#[test]
fn an_observer_changes_nothing() {
    let (board, limits) = (ConnectFour::new(), Limits::depth(5));
    let search =
        || IterativeDeepening::new(AlphaBeta::new(ESTIMATE).table(Transpositions::exact(1)));
    let silent = search().search(&board, &limits);
    let (mut one, mut other) = (TreeRecorder::new(9), TreeRecorder::new(9));
    let report = search().search_observed(&board, &limits, &mut (&mut one, ((), &mut other)));
    assert_eq!((report.stats, report.line), (silent.stats, silent.line));
    assert_eq!(one.nodes(), other.nodes());
}
