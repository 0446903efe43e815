//! What the catalogs and the parts promise.

use plywood_catalog::{Part, Parts, SharedEvaluator, chess};
use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::Limits;
use std::sync::Arc;

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
