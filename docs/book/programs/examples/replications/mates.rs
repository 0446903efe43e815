//! Forced mates: proof numbers against alpha-beta.

use plywood::search::DfPn;
use plywood::{
    AlphaBeta, Captures, Engine, Game, IterativeDeepening, Killers, Limits, Material, Position,
    ProofNumber, QuietHistory, Report, Strategy, Transpositions,
};

/// Positions of random games in which the side to move mates in exactly this many moves; none is of the same game as another.
fn mates(moves: u32, count: usize) -> Vec<Position> {
    let depth = Limits::depth(2 * moves - 1);
    let game = |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = Position::default();
        for ply in 0..120 {
            let all = position.legal_moves();
            // Half of the moves take something, so that kings are soon in the open.
            let captures: Vec<_> = all
                .iter()
                .copied()
                .filter(|mv| position.is_capture(*mv))
                .collect();
            let captured = random
                .choice(captures)
                .filter(|_| ply % 2 == 0 || random.bool());
            let mv = captured.or_else(|| random.choice(all.iter().copied()))?;
            position = position.after(mv);
            let mut search = IterativeDeepening::new(ordered());
            let mut score = || search.search(&position, &depth).score;
            let is_near = moves < 3 || random.u8(..8) == 0;
            if ply > 20
                && is_near
                && score().and_then(|score| score.mate_in()) == Some(moves.cast_signed())
            {
                return Some(position);
            }
        }
        None
    };
    (1..).filter_map(game).take(count).collect()
}

fn ordered() -> impl plywood::search::FixedDepth<Position> {
    let order = (Captures, Killers::new(), QuietHistory::new());
    AlphaBeta::new(Material::default())
        .ordering(order)
        .table(Transpositions::exact(16))
}

/// Allis, van der Meulen and van den Herik (1994); Breuker, Allis and van den Herik (1994).
pub(crate) fn by_length(is_slow: bool) {
    println!(
        "                       nodes, geometric means of those who find it; all get a million nodes"
    );
    println!(
        "mate in  positions     proof numbers            df-pn    alpha-beta, ordered           engine"
    );
    let lengths: &[(u32, usize)] = if is_slow {
        &[(1, 30), (2, 30), (3, 30)]
    } else {
        &[(1, 10), (2, 10)]
    };
    for &(moves, count) in lengths {
        let positions = mates(moves, count);
        let mut line = format!("{moves:>7}{count:>11}");
        for kind in 0..4 {
            let (mut found, mut logs) = (0, 0.0);
            for position in &positions {
                let search = |depth: u32| {
                    let limits = Limits::nodes(1_000_000).with_depth(depth);
                    match kind {
                        0 => ProofNumber::new().search(position, &limits),
                        1 => DfPn::new(64).search(position, &limits),
                        2 => IterativeDeepening::new(ordered()).search(position, &limits),
                        _ => Engine::new().search(position, &limits),
                    }
                };
                let is_mate =
                    |report: &Report<_>| report.score.and_then(|score| score.mate_in()) > Some(0);
                // A proof may be longer than the shortest mate. Deepening ends with the first depth that shows a mate.
                let mut depths = if kind < 2 { 40..=40 } else { 1..=20 };
                let first = depths.find_map(|depth| Some(search(depth)).filter(is_mate));
                if let Some(report) = first {
                    found += 1;
                    logs += (report.stats.nodes as f64).ln();
                }
            }
            let mean = (logs / f64::from(found)).exp();
            line += &format!("{mean:>11.0} ({found:>2})");
        }
        println!("{line}");
    }
}
