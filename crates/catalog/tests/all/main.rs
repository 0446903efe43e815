//! What the catalogs and the parts promise.

mod ended_anywhere;

use plywood_catalog::{Part, Parts, SharedEvaluator, chess, chess_with_history};
use plywood_core::{History, Position};
use plywood_eval::{Evaluator, Material, Score, Session};
use plywood_search::{Limits, PositionOnly, WithHistory};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn material() -> SharedEvaluator<Position> {
    Arc::new(Material::default())
}

#[test]
fn all_parts_make_the_strategy_everything() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let mut known = chess().by_name("everything", material()).unwrap();
    let mut made = Parts::ALL.for_positions(material());
    let limits = Limits::depth(4);
    let (known, made) = (
        known.search(&position, &limits),
        made.search(&position, &limits),
    );
    assert_eq!((known.stats, known.line), (made.stats, made.line));
}

#[test]
fn no_part_but_quiescence_changes_the_value() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let value = |parts: Parts| {
        let mut search = parts.for_positions(material());
        search.search(&position, &Limits::depth(3)).score
    };
    // A table that reuses deeper entries may change it, too.
    let base = Parts::ALL.without(Part::Table);
    for part in Part::ALL
        .into_iter()
        .filter(|part| *part != Part::Quiescence)
    {
        assert_eq!(value(base.without(part)), value(base), "{part}");
    }
}

#[test]
fn a_game_without_history_is_searched_like_its_position() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let limits = Limits::depth(3);
    let alone = Parts::ALL
        .for_positions(material())
        .search(&position, &limits);
    let game = plywood_search::WithHistory::new(position);
    let played = Parts::ALL.for_games(material()).search(&game, &limits);
    assert_eq!((alone.score, alone.line), (played.score, played.line));
}

/// Counts how often its memory is made and used.
#[derive(Clone, Default)]
struct Counting(Arc<[AtomicU64; 2]>);

impl Counting {
    fn counts(&self) -> [u64; 2] {
        [&self.0[0], &self.0[1]].map(|count| count.load(Ordering::Relaxed))
    }
}

impl Evaluator<Position> for Counting {
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let make = || {
            self.0[0].fetch_add(1, Ordering::Relaxed);
        };
        if session.memory(&self.0, make).is_some() {
            self.0[1].fetch_add(1, Ordering::Relaxed);
        }
        Material::default().evaluate_in(position, session)
    }
}

#[test]
fn every_strategy_keeps_what_its_evaluator_remembers() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let game = WithHistory::from(&History::new(position.clone()));
    let limits = Limits::depth(2).with_nodes(2_000);
    let (alone, in_game) = (chess(), chess_with_history());
    for name in alone.names() {
        let (plain, wrapped) = (Counting::default(), Counting::default());
        let shared = Arc::new(plain.clone());
        let report = alone
            .by_name(name, shared)
            .unwrap()
            .search(&position, &limits);
        let shared = PositionOnly(Arc::new(wrapped.clone()) as SharedEvaluator<Position>);
        let strategy = in_game.by_name(name, shared);
        strategy.unwrap().search(&game, &limits);
        for [made, used] in [plain.counts(), wrapped.counts()] {
            // A search with threads has a memory for each.
            let most = if name.contains("parallel") { 64 } else { 1 };
            assert!(made <= most, "{name}: made {made} times, used {used} times");
            assert!(report.stats.evaluated == 0 || used > 0, "{name}");
        }
        assert_eq!(plain.counts()[1], report.stats.evaluated, "{name}");
    }
}
