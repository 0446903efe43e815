//! Every chess evaluator by name, on positions of random games: `cargo bench --bench evaluators`. The rate is in evaluations
//! per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywood_benches::positions;
use plywood_core::Position;
use plywood_eval::{Evaluator, Score, check_symmetry, evaluators};

/// Returns the sum of the scores, to check that every run gives the same one.
fn sum(evaluator: &impl Evaluator<Position>, positions: &[Position]) -> i64 {
    let scores = positions.iter().map(|position| {
        let score = evaluator.evaluate(black_box(position));
        i64::from(score.packed())
    });
    scores.sum()
}

/// Checks that exchanging the colors does not change a score, except a random one.
fn check(name: &str, evaluator: &impl Evaluator<Position>, positions: &[Position]) {
    let answer = check_symmetry(evaluator, positions);
    assert!(answer.is_ok() || name == "random", "{name}: {answer:?}");
    let start = evaluator.evaluate(&Position::START);
    let is_close = start < Score::centipawns(101) && start > Score::centipawns(-101);
    assert!(is_close, "{name} thinks the start is worth {start}");
}

fn all(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("evaluators");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for name in evaluators::names() {
        let evaluator = evaluators::by_name(name).expect("the name is from the list");
        check(name, &evaluator, &positions);
        let expected = sum(&evaluator, &positions);
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(sum(&evaluator, &positions), expected));
        });
    }
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
