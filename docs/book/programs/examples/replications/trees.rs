//! Searches on trees made by chance.

use std::collections::HashSet;

use plywood::search::{Keyed, SssStar};
use plywood::{
    AlphaBeta, Game, Limits, MtdF, PrincipalVariationSearch, Score, Strategy, Transpositions,
};

use crate::sample::Mean;
use crate::synthetic::{Shape, Synthetic, Values, Visits};

/// How a search visits leaves: the different ones in the order of their first visits, and all visits.
type Leaves = (Vec<u64>, u64);

type Named = (&'static str, Box<dyn Strategy<Synthetic>>);

/// The searches of the papers, and the log of their leaves. MTD(f)'s first guess is the middle of all values.
fn searches() -> (Visits, Vec<Named>) {
    let visits = Visits::default();
    let log = visits.clone();
    let evaluator = move |leaf: &Synthetic| {
        log.add(leaf.key());
        leaf.value()
    };
    let tabled = || AlphaBeta::new(evaluator.clone()).table(Transpositions::exact(16));
    let from = |guess| Box::new(MtdF::new(tabled()).guessing(guess));
    let all: Vec<(&str, Box<dyn Strategy<Synthetic>>)> = vec![
        ("alpha-beta", Box::new(AlphaBeta::new(evaluator.clone()))),
        (
            "PVS",
            Box::new(PrincipalVariationSearch::new(evaluator.clone())),
        ),
        ("SSS*", Box::new(SssStar::new(evaluator.clone()))),
        ("MTD(+∞)", from(Score::HIGHEST)),
        ("MTD(-∞)", from(Score::LOWEST)),
        ("MTD(f)", from(Score::DRAW)),
    ];
    (visits, all)
}

/// The leaves of each search on a tree that goes on for ever: searches end at the depth, and there they evaluate.
fn leaves_of(shape: Shape, seed: u64) -> Vec<(&'static str, Leaves)> {
    let endless = Shape {
        depth: u32::MAX,
        ..shape
    };
    let (visits, all) = searches();
    let root = Synthetic::new(endless, seed);
    let mut value = None;
    let run = |(name, mut search): (&'static str, Box<dyn Strategy<Synthetic>>)| {
        let score = search.search(&root, &Limits::depth(shape.depth)).score;
        assert_eq!(
            *value.get_or_insert(score),
            score,
            "{name}: all find minimax's value"
        );
        (name, visits.take())
    };
    all.into_iter().map(run).collect()
}

/// Alpha-beta of Knuth and Moore (1975), and their version that only knows the bound of the node above, so that no cutoff is deep.
fn leaves(
    node: &Synthetic,
    depth: u32,
    [mut alpha, beta]: [Score; 2],
    is_deep: bool,
    count: &mut u64,
) -> Score {
    if depth == 0 {
        *count += 1;
        return node.value();
    }
    let mut best = if is_deep { alpha } else { Score::LOWEST };
    for mv in node.legal_moves() {
        let lower = if is_deep { -beta } else { Score::LOWEST };
        let score = -leaves(&node.after(mv), depth - 1, [lower, -best], is_deep, count);
        best = best.max(score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The growth of the leaves by one ply, on average over the last two, with its interval.
fn growth(shape: Shape, trees: u64, is_deep: bool) -> Mean {
    let sample = |depth: u32| {
        let leaves_of = |seed: u64| {
            let mut count = 0;
            let root = Synthetic::new(
                Shape {
                    depth: u32::MAX,
                    ..shape
                },
                seed + 1_000 * u64::from(depth),
            );
            leaves(
                &root,
                depth,
                [Score::LOWEST, Score::HIGHEST],
                is_deep,
                &mut count,
            );
            count as f64
        };
        Mean::of(&(0..trees).map(leaves_of).collect::<Vec<_>>())
    };
    let [deep, shallow] = [sample(shape.depth), sample(shape.depth - 2)];
    let error = |mean: Mean| (mean.high - mean.value) / mean.value;
    let error = error(deep).hypot(error(shallow));
    let value = deep.value / shallow.value;
    Mean {
        value,
        low: value * (1.0 - error),
        high: value * (1.0 + error),
    }
    .map(f64::sqrt)
}

/// Knuth and Moore's bound of the growth without deep cutoffs: the greatest eigenvalue of the matrix with the entries
/// √(1 / C(i - 1 + (j - 1) / width, i - 1)).
fn bound(width: u8) -> f64 {
    let size = usize::from(width);
    let entry = |i: usize, j: usize| {
        let above = j as f64 / size as f64;
        let factors = (1..=i).map(|k| k as f64 / (k as f64 + above));
        factors.product::<f64>().sqrt()
    };
    greatest_eigenvalue(vec![1.0; size], |vector| {
        let row = |i| (0..size).map(|j| entry(i, j) * vector[j]).sum();
        (0..size).map(row).collect()
    })
}

/// The growth without deep cutoffs that random trees approach. A node's cost depends on the bound from the node above: `costs` has it by the
/// probability p that the node's value is below that bound. Each of its moves is then below it with p^(1 / width), and the best of the first
/// i moves, which bounds the next one, is below a value of which each is below h with h^i.
fn limit(width: u8) -> f64 {
    const STEPS: usize = 4_000;
    let share = |step: usize| step as f64 / STEPS as f64;
    let density = |h: f64| -> f64 {
        (1..i32::from(width))
            .map(|i| f64::from(i) * h.powi(i - 1))
            .sum()
    };
    greatest_eigenvalue(vec![1.0; STEPS + 1], |costs| {
        let cost = |step: usize| costs[STEPS - step] * density(share(step));
        let mut sums = vec![0.0; STEPS + 1];
        for step in 1..=STEPS {
            sums[step] = sums[step - 1] + f64::midpoint(cost(step - 1), cost(step)) / STEPS as f64;
        }
        let until = |step: usize| {
            let place = share(step).powf(1.0 / f64::from(width)) * STEPS as f64;
            let below = (place as usize).min(STEPS - 1);
            sums[below] + (sums[below + 1] - sums[below]) * (place - below as f64)
        };
        (0..=STEPS).map(|step| costs[STEPS] + until(step)).collect()
    })
}

/// The greatest eigenvalue of a map of positive vectors.
fn greatest_eigenvalue(mut vector: Vec<f64>, map: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
    let mut value = 0.0;
    for _ in 0..200 {
        vector = map(&vector);
        value = vector.iter().copied().fold(0.0, f64::max);
        vector.iter_mut().for_each(|x| *x /= value);
    }
    value
}

/// Pearl's ξ / (1 - ξ), where ξ solves x^b + x = 1.
fn pearl(width: u8) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let is_low = middle.powi(width.into()) + middle < 1.0;
        *(if is_low { &mut low } else { &mut high }) = middle;
    }
    low / (1.0 - low)
}

/// Knuth and Moore (1975), and Pearl (1982).
pub(crate) fn knuth_moore(is_slow: bool) {
    println!(
        "width  depth  minimal tree  visited   growth of alpha-beta     Pearl   without deep cutoffs     limit  Knuth and Moore's bound"
    );
    let trees = if is_slow { 100 } else { 40 };
    let depths: [(u8, u32); 5] = if is_slow {
        [(2, 20), (4, 12), (8, 8), (16, 6), (32, 5)]
    } else {
        [(2, 14), (4, 8), (8, 6), (16, 4), (32, 4)]
    };
    for (width, depth) in depths {
        let ordered = Shape {
            width,
            depth: depth.min(8),
            values: Values::Ordered(100),
        };
        let mut visited = 0;
        let root = Synthetic::new(
            Shape {
                depth: u32::MAX,
                ..ordered
            },
            1,
        );
        leaves(
            &root,
            ordered.depth,
            [Score::LOWEST, Score::HIGHEST],
            true,
            &mut visited,
        );
        let random = Shape {
            width,
            depth,
            values: Values::Independent(1 << 14),
        };
        let [with, without] = [true, false].map(|is_deep| growth(random, trees, is_deep));
        println!(
            "{width:>5}{depth:>7}{:>14}{visited:>9}{with:>23}{:>10.2}{without:>23}{:>10.2}{:>25.2}",
            Synthetic::minimal(ordered),
            pearl(width),
            limit(width),
            bound(width)
        );
    }
}

/// Stockman (1979), Roizen and Pearl (1983), Plaat and others (1996).
pub(crate) fn sss_star(is_slow: bool) {
    println!("width  depth  trees  never more  MTD(+∞) is it  alpha-beta's leaves, SSS*'s = 1");
    let trees = if is_slow { 200 } else { 60 };
    let depths: &[(u8, u32)] = if is_slow {
        &[
            (2, 8),
            (2, 12),
            (2, 16),
            (4, 4),
            (4, 6),
            (4, 8),
            (8, 3),
            (8, 5),
            (20, 3),
        ]
    } else {
        &[(2, 4), (2, 8), (2, 12), (4, 4), (8, 3)]
    };
    for &(width, depth) in depths {
        let (mut never_more, mut same, mut ratios) = (0, 0, Vec::new());
        for seed in 0..trees {
            // Few values in every second tree, so that many leaves are equal.
            let values = Values::Independent(if seed % 2 == 0 { 1 << 14 } else { 20 });
            let of = leaves_of(
                Shape {
                    width,
                    depth,
                    values,
                },
                seed,
            );
            let find = |name| {
                &of.iter()
                    .find(|(known, _)| *known == name)
                    .expect("it's one of them")
                    .1
                    .0
            };
            let [plain, star, above] = ["alpha-beta", "SSS*", "MTD(+∞)"].map(find);
            let plain: HashSet<u64> = plain.iter().copied().collect();
            never_more += u32::from(star.iter().all(|leaf| plain.contains(leaf)));
            same += u32::from(star == above);
            ratios.push((plain.len() as u64, star.len() as u64));
        }
        println!(
            "{width:>5}{depth:>7}{trees:>7}{never_more:>12}{same:>15}{:>33}",
            Mean::ratio(ratios)
        );
    }
}

/// Campbell and Marsland (1983), Reinefeld and Marsland (1987).
pub(crate) fn ordered(is_slow: bool) {
    println!(
        "               different leaves, minimal tree = 1  visits, minimal tree = 1   visits, alpha-beta = 1\n"
    );
    let trees = if is_slow { 100 } else { 12 };
    let shapes: &[(u8, u32)] = if is_slow {
        &[(4, 6), (8, 4), (20, 4)]
    } else {
        &[(4, 4), (8, 3)]
    };
    for &(width, depth) in shapes {
        for (name, values) in [
            ("random", Values::Independent(1 << 14)),
            ("best first in 60 %", Values::Ordered(60)),
            ("best first in 80 %", Values::Ordered(80)),
            ("best first in 95 %", Values::Ordered(95)),
        ] {
            let shape = Shape {
                width,
                depth,
                values,
            };
            let all: Vec<_> = (0..trees).map(|seed| leaves_of(shape, seed)).collect();
            println!("width {width}, depth {depth}, {name}, {trees} trees");
            for (number, (search, _)) in all[0].iter().enumerate() {
                let minimal = Synthetic::minimal(shape);
                let different = all.iter().map(|of| (of[number].1.0.len() as u64, minimal));
                let visits = all.iter().map(|of| (of[number].1.1, minimal));
                let paired = all.iter().map(|of| (of[number].1.1, of[0].1.1));
                println!(
                    "  {search:<11}{:>36}{:>26}{:>25}",
                    Mean::ratio(different),
                    Mean::ratio(visits),
                    Mean::ratio(paired)
                );
            }
        }
    }
}
