//! Every strategy of the catalog on chess and connect four: `cargo bench --bench strategies`. It measures the time of a search
//! to a fixed depth; strategies that ignore the depth get as many nodes as minimax needs.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use plywood_catalog::{AnyStrategy, Catalog, Playable};
use plywood_core::Position;
use plywood_eval::{Material, PieceValues, Score};
use plywood_search::games::ConnectFour;
use plywood_search::{Limits, Report, Tactical};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn chess(criterion: &mut Criterion) {
    let position: Position = KIWIPETE.parse().expect("the FEN is of a legal position");
    let material = Material::new(PieceValues::BLOGCHESS);
    let catalog = Catalog::tactical("chess", position).evaluator("blogchess", "", material);
    trees(criterion, &catalog, 3);
}

fn connect_four(criterion: &mut Criterion) {
    let evaluator: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let catalog = Catalog::tactical("connect four", ConnectFour::new());
    trees(criterion, &catalog.evaluator("estimate", "", evaluator), 6);
}

fn trees<G: Playable + Tactical>(criterion: &mut Criterion, catalog: &Catalog<G>, depth: u32) {
    let (position, limits) = (catalog.start(), Limits::depth(depth));
    let reference = |spec: &str| {
        let reference = catalog.contender(spec).expect("it can be spelled");
        reference.strategy(0).search(position, &limits)
    };
    let (minimax, quiet) = (reference("minimax"), reference("minimax+quiescence"));
    let limits = limits.clone().with_nodes(minimax.stats.nodes);
    let mut group = criterion.benchmark_group(catalog.name());
    group.sample_size(20);
    for name in catalog.names() {
        let contender = catalog.contender(name).expect("the name is from the list");
        let make = || contender.strategy(0);
        let expected = make().search(position, &limits);
        check(name, position, &expected, &[&minimax, &quiet]);
        group.bench_function(name, |bencher| {
            // Each search gets a new strategy: with a full table there would be nothing left to do.
            let search = |mut strategy: AnyStrategy<G>| {
                let report = strategy.search(position, &limits);
                assert_eq!(report.score, expected.score, "{name}");
                strategy
            };
            bencher.iter_batched(make, search, BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// Checks that an exact strategy has the score of one of the references, and that the best move is legal.
fn check<G: Tactical>(
    name: &str,
    position: &G,
    report: &Report<G::Move>,
    references: &[&Report<G::Move>],
) {
    let is_right = references
        .iter()
        .any(|reference| reference.score == report.score);
    assert!(is_right || !report.is_exact, "{name}: {:?}", report.score);
    let best = report.best_move.expect("the game is not over");
    assert!(position.legal_moves().contains(&best), "{name}: {best}");
}

criterion_group!(benches, chess, connect_four);
criterion_main!(benches);
