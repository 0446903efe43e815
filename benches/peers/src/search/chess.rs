//! Plain alpha-beta on chess: over three crates, and over plywood with and without the traits of its search.

use std::cell::RefCell;

use plywood_core::Position;
use plywood_eval::ScoreKind;
use plywood_search::{AlphaBeta, Limits, MoveOrdering, MovePriority, Report, Score, Strategy};

use super::boards::MATERIAL;
use super::plain::{Answer, MATE, Searched, Sorter, rank, search};
use super::rates;
use crate::contest::Contest;
use crate::crates::{CozyChess, Plywood, Shakmaty};
use crate::options::Options;
use crate::perft::{KNOWN, Known};
use crate::rules::Rules;
use crate::table::Table;

/// The plain function over plywood's rules, without the traits of its search.
const DIRECT: &str = "on core";

/// A depth for each of the known positions, so that all take about as long.
const DEPTHS: [u32; KNOWN.len()] = [6, 5, 6, 5, 5, 5];

/// A contest for each position, once it is proven that everybody searches the same tree.
pub fn contests(options: &Options) -> Vec<Contest> {
    let known = KNOWN.iter().zip(DEPTHS);
    known
        .map(|(known, depth)| contest(known, if options.quick { 3 } else { depth }))
        .collect()
}

/// The crates compared, then what plywood's traits cost.
pub fn tables(contests: &[Contest]) -> Vec<Table> {
    let crates = [CozyChess::NAME, Shakmaty::NAME, Plywood::NAME];
    let peers = rates(
        "alpha-beta, material, captures first: million nodes a second",
        contests,
        &crates,
        1e3,
    );
    let generic = rates(
        "the same function on plywood-core alone, and AlphaBeta: million nodes a second",
        contests,
        &[DIRECT, Plywood::NAME],
        1e3,
    );
    vec![
        peers.note("Every crate visits the same nodes in the same order."),
        generic.note(
            "AlphaBeta also counts nodes, keeps the line, checks its limits and notifies observers.",
        ),
    ]
}

fn contest(known: &Known, depth: u32) -> Contest {
    let ours = read_report(&strategy().search(&Plywood::read(known.fen), &Limits::depth(depth)));
    let mut contest = Contest::new(format!("{} d{depth}", known.name)).expecting(ours.nodes);
    enter::<CozyChess>(&mut contest, CozyChess::NAME, (known, depth), &ours);
    enter::<Shakmaty>(&mut contest, Shakmaty::NAME, (known, depth), &ours);
    enter::<Plywood>(&mut contest, DIRECT, (known, depth), &ours);
    let position = Plywood::read(known.fen);
    let mut strategy = strategy();
    let work = move || {
        let report = strategy.search(&position, &Limits::depth(depth));
        report.stats.nodes
    };
    contest.enter(Plywood::NAME, Box::new(work));
    contest
}

/// Enters the plain function over a crate's rules.
fn enter<R: Searched>(
    contest: &mut Contest,
    name: &'static str,
    (known, depth): (&Known, u32),
    expected: &Answer,
) {
    let position = R::read(known.fen);
    let answer = search::<R>(&position, depth);
    assert_eq!(&answer, expected, "{name} on {}", contest.name);
    contest.enter(name, Box::new(move || search::<R>(&position, depth).nodes));
}

fn strategy() -> impl Strategy<Position> {
    AlphaBeta::new(MATERIAL).ordering(SameOrder(RefCell::new(Sorter::new())))
}

/// The order of the plain search.
struct SameOrder(RefCell<Sorter>);

impl MoveOrdering<Position> for SameOrder {
    fn rank(&self, position: &Position, mv: plywood_core::Move, _ply: u32) -> MovePriority {
        MovePriority::quiet(rank::<Plywood>(position, mv).cast_signed())
    }

    #[inline]
    fn sort(&self, position: &Position, moves: &mut [plywood_core::Move], _ply: u32) {
        self.0.borrow_mut().sort::<Plywood>(position, moves);
    }
}

/// A report in the plain search's words.
fn read_report(report: &Report<plywood_core::Move>) -> Answer {
    let score = report.score.unwrap_or(Score::DRAW);
    Answer {
        best_move: report.best_move.map(|mv| mv.to_string()),
        score: match score.kind() {
            ScoreKind::Centipawns(value) => value,
            ScoreKind::WonIn(plies) => MATE - plies.cast_signed(),
            ScoreKind::LostIn(plies) => plies.cast_signed() - MATE,
        },
        nodes: report.stats.nodes,
    }
}
