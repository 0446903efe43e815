//! Searches on chess positions, and on connect four.

use std::sync::Arc;

use plywood::search::games::ConnectFour;
use plywood::search::{FixedDepth, GenerationOrder, Keyed, Reuse, Table, Tactical};
use plywood::{
    AlphaBeta, Aspiration, BestNode, Captures, Classical, Evaluator, Game, IterativeDeepening,
    Killers, Limits, Material, MtdF, Position, PrincipalVariationSearch, QuietHistory, Score,
    Stats, Strategy, Transpositions,
};

use crate::sample::{Mean, bratko_kopec, plain, selected};

type Any<G> = Box<dyn Strategy<G>>;
type Driven<G> = Box<dyn FixedDepth<G>>;

/// The statistics of a new search on each position, to this depth.
fn each<G: Game>(positions: &[G], depth: u32, make: impl Fn() -> Any<G>) -> Vec<Stats> {
    let run = |position| {
        let report = make().search(position, &Limits::depth(depth));
        assert!(report.score.is_some(), "no limit ends it");
        report.stats
    };
    positions.iter().map(run).collect()
}

/// The ratio of the nodes of two searches on the same positions.
fn nodes(one: &[Stats], other: &[Stats]) -> Mean {
    Mean::ratio(
        one.iter()
            .zip(other)
            .map(|(one, other)| (one.nodes, other.nodes)),
    )
}

/// The ratio of their leaves.
fn leaves(one: &[Stats], other: &[Stats]) -> Mean {
    Mean::ratio(
        one.iter()
            .zip(other)
            .map(|(one, other)| (one.leaves(), other.leaves())),
    )
}

fn geometric_mean(of: &[Stats]) -> f64 {
    let sum: f64 = of.iter().map(|stats| (stats.nodes as f64).ln()).sum();
    (sum / of.len() as f64).exp()
}

/// Schaeffer (1989): every subset of table, killers and history on the positions of Bratko and Kopec.
pub(crate) fn parts(is_slow: bool) {
    let (depth, positions) = (if is_slow { 5 } else { 3 }, bratko_kopec());
    let subset = |parts: u32| {
        each(&positions, depth, || {
            let has = |part: u32| parts & part != 0;
            let ordering = (has(1).then(Killers::new), has(2).then(QuietHistory::new));
            let search = AlphaBeta::new(Material::default()).ordering(ordering);
            Box::new(IterativeDeepening::new(
                search.table(has(4).then(|| Transpositions::exact(16))),
            ))
        })
    };
    let all: Vec<Vec<Stats>> = (0..8).map(subset).collect();
    // The share of the reduction of the best subset, in percent of all leaves of a sample of the positions.
    let share = |parts: usize, sample: &[usize]| {
        let sum = |of: &Vec<Stats>| sample.iter().map(|at| of[*at].leaves() as f64).sum::<f64>();
        let sums: Vec<f64> = all.iter().map(sum).collect();
        let fewest = sums.iter().copied().fold(f64::INFINITY, f64::min);
        100.0 * (sums[0] - sums[parts]) / (sums[0] - fewest)
    };
    println!(
        "depth {depth}, {} positions       leaves, none = 1    % of the possible reduction",
        positions.len()
    );
    for (parts, of) in all.iter().enumerate() {
        let names = [(4, "table"), (1, "killers"), (2, "history")];
        let names: Vec<&str> = names
            .into_iter()
            .filter(|(part, _)| parts & part != 0)
            .map(|(_, name)| name)
            .collect();
        let reduction = Mean::drawn_again(positions.len(), |sample| share(parts, sample));
        println!(
            "{:<28}{:>22.3}{reduction:>31.1}",
            names.join(", "),
            leaves(of, &all[0])
        );
    }
}

type Made<G> = Box<dyn Fn() -> Any<G>>;

/// The drivers that Plaat and others compare, each around alpha-beta with the same table.
fn drivers<G: Keyed + 'static>(
    search: impl Fn() -> Driven<G> + 'static,
) -> Vec<(&'static str, Made<G>)> {
    let search = Arc::new(search);
    let from = |guess: Score| -> Made<G> {
        let search = Arc::clone(&search);
        Box::new(move || Box::new(IterativeDeepening::new(MtdF::new(search()).guessing(guess))))
    };
    vec![
        ("MTD(f)", from(Score::DRAW)),
        ("SSS*", from(Score::HIGHEST)),
        ("DUAL*", from(Score::LOWEST)),
    ]
}

/// Prints the leaves of each driver as multiples of PVS's, with tables of these many kilobytes.
fn by_memory<G: Keyed + Tactical + 'static>(
    name: &str,
    positions: &[G],
    depth: u32,
    evaluator: fn(&G) -> Score,
) {
    for kilobytes in [16_384, 256, 16] {
        let table = move || {
            Transpositions::sharing(Arc::new(Table::with_kilobytes(kilobytes)), Reuse::SameDepth)
        };
        let order = || (Captures, Killers::new(), QuietHistory::new());
        let pvs = each(positions, depth, || {
            let search = PrincipalVariationSearch::new(evaluator).ordering(order());
            Box::new(IterativeDeepening::new(search.table(table())))
        });
        let mut line = format!("{name:<14}{depth:>5}{kilobytes:>7}");
        for (_, driver) in
            drivers(move || Box::new(AlphaBeta::new(evaluator).ordering(order()).table(table())))
        {
            line += &format!("{:>20}", leaves(&each(positions, depth, driver), &pvs));
        }
        println!("{line}");
    }
}

/// Plaat and others (1996): drivers with the same memory, from enough of it to hardly any.
pub(crate) fn memory(is_slow: bool) {
    println!(
        "leaves, PVS = 1  depth     KB              MTD(f)                SSS*               DUAL*"
    );
    let (chess, depth) = if is_slow { (150, 5) } else { (15, 3) };
    by_memory("chess", &plain(chess), depth, |position| {
        Classical::default().evaluate(position)
    });
    let mut random = fastrand::Rng::with_seed(1);
    let boards = (0..if is_slow { 100 } else { 15 }).map(|_| {
        (0..8).fold(ConnectFour::new(), |board, _| {
            let mv = random.choice(board.legal_moves());
            board.after(mv.expect("eight stones end no game's moves"))
        })
    });
    let boards: Vec<ConnectFour> = boards
        .filter(|board| board.ending_at_leaf().is_none())
        .collect();
    by_memory(
        "connect four",
        &boards,
        if is_slow { 9 } else { 6 },
        ConnectFour::estimate,
    );
}

/// The classical evaluator, rounded to multiples of this many centipawns.
fn rounded<const GRAIN: i32>(position: &Position) -> Score {
    let score = Classical::default().evaluate(position);
    let steps = f64::from(score.as_centipawns().unwrap_or_default()) / f64::from(GRAIN);
    Score::centipawns(GRAIN * steps.round() as i32)
}

/// Plaat and others (1996): how fine the evaluator is decides what MTD(f) is worth.
pub(crate) fn grain(is_slow: bool) {
    let (count, depth) = if is_slow { (150, 5) } else { (15, 3) };
    let positions = plain(count);
    println!("nodes, PVS = 1; depth {depth}, {count} positions of random games");
    println!(
        "evaluator                             MTD(f)                  SSS*                 DUAL*"
    );
    let row = |name: &str, search: fn() -> Driven<Position>, pvs: fn() -> Driven<Position>| {
        let pvs = each(&positions, depth, || {
            Box::new(IterativeDeepening::new(pvs()))
        });
        let mut line = format!("{name:<22}");
        for (_, driver) in drivers(search) {
            line += &format!("{:>22.3}", nodes(&each(&positions, depth, driver), &pvs));
        }
        println!("{line}");
    };
    macro_rules! with {
        ($search:ident, $evaluator:expr $(, $quiescence:ident)?) => {
            || {
                let order = (Captures, Killers::new(), QuietHistory::new());
                let search = $search::new($evaluator)$(.$quiescence())?;
                Box::new(search.ordering(order).table(Transpositions::exact(16)))
            }
        };
    }
    row(
        "material",
        with!(AlphaBeta, Material::default()),
        with!(PrincipalVariationSearch, Material::default()),
    );
    row(
        "classical, to a pawn",
        with!(AlphaBeta, rounded::<100>),
        with!(PrincipalVariationSearch, rounded::<100>),
    );
    row(
        "classical, to ¼ pawn",
        with!(AlphaBeta, rounded::<25>),
        with!(PrincipalVariationSearch, rounded::<25>),
    );
    row(
        "classical",
        with!(AlphaBeta, Classical::default()),
        with!(PrincipalVariationSearch, Classical::default()),
    );
    row(
        "classical, quiescence",
        with!(AlphaBeta, Classical::default(), quiescence),
        with!(PrincipalVariationSearch, Classical::default(), quiescence),
    );
}

/// Aspiration windows, with and without quiescence.
pub(crate) fn aspiration(is_slow: bool) {
    let (count, depth) = if is_slow { (150, 5) } else { (15, 3) };
    let positions = plain(count);
    println!("nodes with aspiration windows, without = 1; {count} positions of random games");
    println!("depth           material          classical   classical, quiescence");
    fn search(kind: u32) -> Driven<Position> {
        let order = (Captures, Killers::new(), QuietHistory::new());
        let classical = || AlphaBeta::new(Classical::default());
        let table = Transpositions::exact(16);
        match kind {
            0 => Box::new(
                AlphaBeta::new(Material::default())
                    .ordering(order)
                    .table(table),
            ),
            1 => Box::new(classical().ordering(order).table(table)),
            _ => Box::new(classical().quiescence().ordering(order).table(table)),
        }
    }
    for depth in 3..=depth {
        let mut line = format!("{depth:>5}");
        for kind in 0..3 {
            let plain = each(&positions, depth, || {
                Box::new(IterativeDeepening::new(search(kind)))
            });
            let windows = each(&positions, depth, || {
                Box::new(IterativeDeepening::new(Aspiration::new(search(kind))))
            });
            line += &format!("{:>22.3}", nodes(&windows, &plain));
        }
        println!("{line}");
    }
}

/// README's table: each row adds one part to the row above, and the ratio is that of the same positions. The last three change only the
/// search or its driver, and are compared with the row before them.
pub(crate) fn ladder(is_slow: bool) {
    let depth = if is_slow { 4 } else { 3 };
    type Row = (&'static str, &'static str, fn() -> Any<Position>);
    let rows: [Row; 8] = {
        type Ordered = (Captures, Killers);
        fn ordered() -> Ordered {
            (Captures, Killers::new())
        }
        fn tabled() -> Driven<Position> {
            Box::new(
                AlphaBeta::new(Material::default())
                    .ordering(ordered())
                    .table(Transpositions::exact(16)),
            )
        }
        [
            ("alpha-beta", "", || {
                Box::new(AlphaBeta::new(Material::default()).ordering(GenerationOrder))
            }),
            ("+captures", "alpha-beta", || {
                Box::new(AlphaBeta::new(Material::default()).ordering(Captures))
            }),
            ("+killers", "+captures", || {
                Box::new(AlphaBeta::new(Material::default()).ordering(ordered()))
            }),
            ("+table", "+killers", || tabled()),
            ("+deepening", "+table", || {
                Box::new(IterativeDeepening::new(tabled()))
            }),
            ("PVS for alpha-beta", "+deepening", || {
                let pvs = PrincipalVariationSearch::new(Material::default()).ordering(ordered());
                Box::new(IterativeDeepening::new(
                    pvs.table(Transpositions::exact(16)),
                ))
            }),
            ("+mtd-f", "+deepening", || {
                Box::new(IterativeDeepening::new(MtdF::new(tabled())))
            }),
            ("+best-node", "+deepening", || {
                Box::new(IterativeDeepening::new(BestNode::new(tabled())))
            }),
        ]
    };
    let samples = [selected(), plain(if is_slow { 150 } else { 24 })];
    let [few, many] = samples.each_ref().map(Vec::len);
    println!(
        "depth {depth}                              {few} selected positions         {many} plain positions"
    );
    println!(
        "                      against        nodes  times as many             nodes  times as many"
    );
    let mut done: Vec<(&str, [Vec<Stats>; 2])> = Vec::new();
    for (row, against, make) in rows {
        let of = samples
            .each_ref()
            .map(|positions| each(positions, depth, make));
        let other = done.iter().find(|(known, _)| *known == against);
        let mut line = format!("{row:<22}{against:<12}");
        for (sample, of) in of.iter().enumerate() {
            let ratio = other.map_or_else(String::new, |(_, other)| {
                format!("{:.2}", nodes(of, &other[sample]))
            });
            line += &format!("{:>7.0}  {ratio:<18}", geometric_mean(of));
        }
        println!("{}", line.trim_end());
        done.push((row, of));
    }
}

/// The table of the chapter on MTD(f): with the same table, deepening and no ordering, nodes and how many times as many as PVS's.
pub(crate) fn drivers_compared(is_slow: bool) {
    let positions = selected();
    let tabled = || AlphaBeta::new(Material::default()).table(Transpositions::exact(16));
    let from = move |guess| MtdF::new(tabled()).guessing(guess);
    let row = |name: &'static str, depth| {
        let make = || -> Any<Position> {
            match name {
                "PVS" => {
                    let pvs = PrincipalVariationSearch::new(Material::default());
                    Box::new(IterativeDeepening::new(
                        pvs.table(Transpositions::exact(16)),
                    ))
                }
                "alpha-beta" => Box::new(IterativeDeepening::new(tabled())),
                "MTD(f)" => Box::new(IterativeDeepening::new(from(Score::DRAW))),
                "MTD(+∞), SSS*" => Box::new(IterativeDeepening::new(from(Score::HIGHEST))),
                "MTD(-∞), DUAL*" => Box::new(IterativeDeepening::new(from(Score::LOWEST))),
                _ => Box::new(IterativeDeepening::new(BestNode::new(tabled()))),
            }
        };
        (name, each(&positions, depth, make))
    };
    println!(
        "{} positions     depth   nodes  times PVS's",
        positions.len()
    );
    for depth in 3..=if is_slow { 5 } else { 3 } {
        let names = [
            "PVS",
            "alpha-beta",
            "MTD(f)",
            "MTD(+∞), SSS*",
            "MTD(-∞), DUAL*",
            "best node",
        ];
        let rows = names.map(|name| row(name, depth));
        for (name, of) in &rows {
            let ratio = nodes(of, &rows[0].1);
            println!(
                "{name:<17}{depth:>6}{:>8.0}  {ratio:.2}",
                geometric_mean(of)
            );
        }
    }
}
