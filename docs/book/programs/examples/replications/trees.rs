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

/// The growth of Knuth and Moore's version without deep cutoffs: the greatest eigenvalue of their matrix, 1 / C(i - 1 + (j - 1) / width, i - 1).
fn without_deep_cutoffs(width: u8) -> f64 {
    let size = usize::from(width);
    let entry = |i: usize, j: usize| {
        let above = j as f64 / size as f64;
        (1..=i)
            .map(|k| k as f64 / (k as f64 + above))
            .product::<f64>()
    };
    let mut vector = vec![1.0; size];
    let mut value = 0.0;
    for _ in 0..200 {
        let next: Vec<f64> = (0..size)
            .map(|i| (0..size).map(|j| entry(i, j) * vector[j]).sum())
            .collect();
        value = next.iter().copied().fold(0.0, f64::max);
        vector = next.iter().map(|x| x / value).collect();
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
        "width  depth  minimal tree  visited   growth of alpha-beta     Pearl   without deep cutoffs  Knuth and Moore"
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
            "{width:>5}{depth:>7}{:>14}{visited:>9}{with:>23}{:>10.2}{without:>23}{:>17.2}",
            Synthetic::minimal(ordered),
            pearl(width),
            without_deep_cutoffs(width)
        );
    }
}

/// Stockman (1979), Roizen and Pearl (1983), Plaat and others (1996).
pub(crate) fn sss_star(is_slow: bool) {
    println!("width  depth  trees  never more  MTD(+∞) is it  alpha-beta's leaves, SSS*'s = 1");
    let trees = if is_slow { 200 } else { 20 };
    let depths: &[(u8, u32)] = if is_slow {
        &[(2, 12), (3, 8), (4, 6), (8, 4), (20, 3)]
    } else {
        &[(2, 8), (3, 6), (4, 4), (8, 3)]
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
    println!("different leaves (and visits), as multiples of the minimal tree\n");
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
                println!(
                    "  {search:<11}{:>20}  ({})",
                    Mean::ratio(different),
                    Mean::ratio(visits)
                );
            }
        }
    }
}
