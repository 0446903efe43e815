//! A search can be ended anywhere, by nodes, the clock, or its handle. Its move is then legal and allowed, its exact scores and proven wins
//! and losses are true, and it answers soon.

use plywood_catalog::Catalog;
use plywood_catalog::{AnyStrategy, Playable};
use plywood_eval::ScoreKind;
use plywood_search::games::{ConnectFour, TicTacToe};
use plywood_search::{Bound, Event, Game, Limits, Observer, Report, Score, StopHandle};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The ways to end a search.
#[derive(Debug, Clone, Copy)]
enum End {
    Nodes(u64),
    Time(Duration),
    /// By the handle, after this number of events.
    Stop(u64),
}

const ENDS: [End; 14] = [
    End::Nodes(1),
    End::Nodes(2),
    End::Nodes(3),
    End::Nodes(5),
    End::Nodes(9),
    End::Nodes(30),
    End::Nodes(200),
    End::Nodes(1_500),
    End::Nodes(5_000),
    End::Time(Duration::ZERO),
    End::Time(Duration::from_millis(1)),
    End::Stop(1),
    End::Stop(40),
    End::Stop(700),
];

/// Counts the events after the end, which is a time, or an event at which it uses the handle.
struct Stopper {
    handle: StopHandle,
    end: End,
    events: u64,
    first: Option<Instant>,
    late: u64,
}

impl Stopper {
    fn count(&mut self) {
        self.events += 1;
        let is_late = match self.end {
            End::Nodes(_) => false,
            // The clock of the search has already started.
            End::Time(time) => self.first.get_or_insert_with(Instant::now).elapsed() > time,
            End::Stop(after) => {
                if self.events == after {
                    self.handle.stop();
                }
                self.events > after
            }
        };
        self.late += u64::from(is_late);
    }
}

impl<M> Observer<M> for Stopper {
    fn observe(&mut self, event: Event<'_, M>) {
        if let Event::Enter { .. } | Event::Leaf(_) = event {
            self.count();
        }
    }
}

/// A position to search, and facts about it.
struct Case<'a, G: Game> {
    position: G,
    allowed: Vec<G::Move>,
    limits: Limits,
    /// A plain search of all moves, and one with quiescence if the game has it.
    truths: [&'a mut AnyStrategy<G>; 2],
    known: HashMap<(u32, bool), Option<Score>>,
}

impl<G: Game> Case<'_, G> {
    fn value(&mut self, depth: u32, is_quiescent: bool) -> Option<Score> {
        let truth = &mut *self.truths[usize::from(is_quiescent)];
        let limits = Limits::depth(depth).with_root_moves(&self.position, self.allowed.clone());
        let limits = limits.expect("they are legal");
        let search = || truth.search(&self.position, &limits).score;
        *self
            .known
            .entry((depth, is_quiescent))
            .or_insert_with(search)
    }

    fn check(&mut self, strategy: &mut AnyStrategy<G>, end: End) {
        let name = strategy.name();
        let limits = self.limits.clone();
        let mut stopper = Stopper {
            handle: StopHandle::new(),
            end,
            events: 0,
            first: None,
            late: 0,
        };
        let limits = match end {
            End::Nodes(nodes) => limits.with_nodes(nodes),
            End::Time(time) => limits.with_time(time),
            End::Stop(_) => limits.with_stop(&stopper.handle),
        };
        let report = strategy.search_observed(&self.position, &limits, &mut stopper);
        let case = format!("{name}, ended by {end:?}: {report}");
        self.check_move(&report, &case);
        self.check_score(&report, name.contains("quiescence"), &case);
        match end {
            End::Nodes(most) => {
                let is_within = report.stats.nodes <= most;
                assert!(is_within || name.contains("threads"), "{case}");
            }
            End::Time(_) | End::Stop(_) => {
                let late = stopper.late;
                assert!(
                    late <= 2 * 1_024 || name.contains("threads"),
                    "{late} events later: {case}"
                );
            }
        }
    }

    fn check_move(&self, report: &Report<G::Move>, case: &str) {
        let best = report
            .best_move
            .unwrap_or_else(|| panic!("no move: {case}"));
        assert!(
            self.allowed.contains(&best),
            "a move that is not allowed: {case}"
        );
        assert_eq!(report.line.first(), Some(&best), "{case}");
        report
            .line
            .iter()
            .fold(self.position.clone(), |position, mv| {
                assert!(
                    position.legal_moves().contains(mv),
                    "an illegal line: {case}"
                );
                position.after(*mv)
            });
    }

    fn check_score(&mut self, report: &Report<G::Move>, is_quiescent: bool, case: &str) {
        let Some(score) = report.score else {
            return;
        };
        if report.is_exact {
            let full = self.value(report.depth, is_quiescent);
            assert_eq!(Some(score), full, "{case}");
        }
        let (plies, expected) = match score.kind() {
            ScoreKind::WonIn(plies) => (plies, Bound::AtLeast),
            ScoreKind::LostIn(plies) => (plies, Bound::AtMost),
            ScoreKind::Centipawns(_) => return,
        };
        if plies <= 5 {
            let deeper = self.value(plies, false).expect("alpha-beta has a score");
            let is_true = match expected {
                Bound::AtMost => matches!(deeper.kind(), ScoreKind::LostIn(_)),
                // For a proof, every positive score is a win in a game that counts points.
                _ if case.starts_with("proof-number") => deeper > Score::DRAW,
                Bound::AtLeast | Bound::Exact => matches!(deeper.kind(), ScoreKind::WonIn(_)),
            };
            assert!(is_true, "{deeper} is true: {case}");
        }
    }
}

/// Every strategy of a catalog on positions of random games, each search ended in several ways.
fn check<G: Playable>(
    catalog: &Catalog<G>,
    evaluator: &str,
    starts: &[G],
    (positions, depth, seed): (usize, u32, u64),
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let named = |name: &str| {
        let contender = catalog.contender(&format!("{name}:evaluator={evaluator}"));
        contender.expect("the catalog has it").strategy(0)
    };
    // The engine prunes, so its mates are checked in its crate; and presets have their own limits.
    let mut strategies: Vec<_> = catalog.names().take(24).map(named).collect();
    let quiescent = if catalog.describe("quiescence").is_some() {
        "quiescence"
    } else {
        "alpha-beta"
    };
    let (mut plain, mut quiescent) = (named("alpha-beta"), named(quiescent));
    let mut ends = ENDS.iter().copied().cycle();
    for number in 0..positions {
        let start = starts[number % starts.len()].clone();
        let position = wander(start, rng.usize(..20), &mut rng);
        let mut allowed = position.legal_moves().to_vec();
        if number % 2 == 1 {
            rng.shuffle(&mut allowed);
            allowed.truncate(2);
        }
        let limits = Limits::depth(depth).with_nodes(20_000).with_seed(seed);
        let mut case = Case {
            limits: limits
                .with_root_moves(&position, allowed.clone())
                .expect("they are legal"),
            position,
            allowed,
            truths: [&mut plain, &mut quiescent],
            known: HashMap::new(),
        };
        for strategy in &mut strategies {
            // Nodes of different trees can have the same key.
            strategy.new_game();
            for end in ends.by_ref().take(5) {
                case.check(strategy, end);
            }
        }
    }
}

/// Returns the position after a random game of this many plies, or the last one with a move.
fn wander<G: Game>(start: G, plies: usize, rng: &mut fastrand::Rng) -> G {
    let mut position = start;
    for _ in 0..plies {
        let moves = position.legal_moves();
        let child = position.after(moves[rng.usize(..moves.len())]);
        if child.ending_at_leaf().is_some() {
            break;
        }
        position = child;
    }
    position
}

const CHESS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "8/8/8/3k4/8/1R6/r7/3K4 b - - 0 1",
];

const TREES: [&str; 3] = [
    "((3 12 8) (2 4 6) (14 5 2))",
    "(1((3 !2(1 -1)) 4(!5 (2 7))) 0(!-3(1 2) (6 6 6)) ((1 1) !1(0 9(3 3))))",
    "(((1 2) (2 1)) ((-1 -2) (-2 -1)))",
];

/// The number of positions of each game.
fn check_games(positions: usize, seed: u64) {
    let starts = CHESS.map(|fen| fen.parse().expect("a FEN"));
    check(&Catalog::chess(), "material", &starts, (positions, 3, seed));
    let (four, three) = ([ConnectFour::new()], [TicTacToe::new()]);
    check(
        &Catalog::connect_four(),
        "estimate",
        &four,
        (positions, 5, seed),
    );
    check(
        &Catalog::tic_tac_toe(),
        "none",
        &three,
        (positions, 9, seed),
    );
    let starts = TREES.map(|text| text.parse().expect("a tree"));
    check(
        &Catalog::written_tree(),
        "estimate",
        &starts,
        (positions, 4, seed),
    );
}

#[test]
fn a_search_that_is_ended_anywhere_is_right_as_far_as_it_came() {
    check_games(5, 1);
}

#[test]
#[ignore = "the same on many positions, some minutes"]
fn searches_that_are_ended_anywhere_on_many_positions() {
    for seed in 2..12 {
        check_games(20, seed);
    }
}
