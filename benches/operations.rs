//! Single operations on positions of random games: `cargo bench --bench operations`. The rate is
//! in operations a second. What is measured is checked first, on every position.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use plywood_benches::positions;
use plywood_core::{Move, Position};
use plywood_notation::san;
use plywood_notation::uci::{self, CastlingForm};

/// Every legal move of some positions, with something made of it.
fn moves<T>(
    positions: &[Position],
    make: impl Fn(&Position, Move) -> T,
) -> Vec<(&Position, Move, T)> {
    let of = |position| {
        let moves = Position::legal_moves(position).into_iter();
        moves.map(move |mv| (position, mv))
    };
    let all = positions.iter().flat_map(of);
    let mut all: Vec<_> = all
        .map(|(position, mv)| (position, mv, make(position, mv)))
        .collect();
    Rng::with_seed(3).shuffle(&mut all);
    all
}

/// Measures one operation on every item.
fn measure<T>(criterion: &mut Criterion, name: &str, items: &[T], mut run: impl FnMut(&T)) {
    let mut group = criterion.benchmark_group("operations");
    group.throughput(Throughput::Elements(items.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for item in items {
                run(black_box(item));
            }
        });
    });
    group.finish();
}

fn generating(criterion: &mut Criterion) {
    let positions = positions();
    for position in &positions {
        assert_eq!(position.legal_move_count(), position.legal_moves().len());
    }
    measure(criterion, "list the legal moves", &positions, |position| {
        black_box(&position.legal_moves());
    });
    measure(criterion, "count the legal moves", &positions, |position| {
        black_box(position.legal_move_count());
    });
}

fn making(criterion: &mut Criterion) {
    let positions = positions();
    let moves = moves(&positions, Position::play_unchecked);
    for (_, _, child) in &moves {
        assert_eq!(child.key(), child.key_from_scratch());
    }
    measure(criterion, "make a move", &moves, |(position, mv, _)| {
        black_box(&position.play_unchecked(*mv));
    });
    for (position, mv, child) in &moves {
        assert!(position.is_legal(*mv));
        assert_eq!(position.gives_check(*mv), child.is_check());
    }
    measure(criterion, "is a move legal", &moves, |(position, mv, _)| {
        black_box(position.is_legal(*mv));
    });
    measure(
        criterion,
        "does a move give check",
        &moves,
        |(position, mv, _)| {
            black_box(position.gives_check(*mv));
        },
    );
}

fn fen(criterion: &mut Criterion) {
    let positions = positions();
    let fens: Vec<_> = positions.iter().map(Position::fen).collect();
    for (fen, position) in fens.iter().zip(&positions) {
        assert!(Position::from_fen(fen).is_ok_and(|read| read.fen() == position.fen()));
    }
    measure(criterion, "read a FEN", &fens, |fen| {
        black_box(&Position::from_fen(fen).is_ok());
    });
    measure(criterion, "write a FEN", &positions, |position| {
        black_box(&position.fen());
    });
}

fn texts(criterion: &mut Criterion) {
    let positions = positions();
    let sans = moves(&positions, san::write);
    for (position, mv, text) in &sans {
        assert_eq!(san::parse(position, text), Ok(*mv));
    }
    measure(criterion, "read SAN", &sans, |(position, _, text)| {
        black_box(san::parse(position, text).is_ok());
    });
    measure(criterion, "write SAN", &sans, |(position, mv, _)| {
        black_box(&san::write(position, *mv));
    });
    let coordinates = moves(&positions, |_, mv| uci::write(mv, CastlingForm::Landing));
    for (position, mv, text) in &coordinates {
        assert_eq!(uci::parse(position, text), Ok(*mv));
    }
    measure(
        criterion,
        "read UCI",
        &coordinates,
        |(position, _, text)| {
            black_box(uci::parse(position, text).is_ok());
        },
    );
}

criterion_group!(benches, generating, making, fen, texts);
criterion_main!(benches);
