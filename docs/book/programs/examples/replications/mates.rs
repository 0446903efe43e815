//! Forced mates: proof numbers against alpha-beta.

use plywood::search::DfPn;
use plywood::{
    AlphaBeta, Captures, Engine, Game, IterativeDeepening, Killers, Limits, Material, Position,
    ProofNumber, QuietHistory, Report, Strategy, Transpositions,
};

use crate::sample::Mean;

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

/// The searches by name.
const SEARCHES: [&str; 5] = [
    "alpha-beta, ordered",
    "proof numbers",
    "PN²",
    "df-pn",
    "engine",
];

/// The nodes in which each search finds the mate, if it does so within a million.
fn nodes(position: &Position) -> [Option<u64>; 5] {
    let is_mate = |report: &Report<_>| report.score.and_then(|score| score.mate_in()) > Some(0);
    std::array::from_fn(|kind| {
        let search = |depth: u32| {
            let limits = Limits::nodes(1_000_000).with_depth(depth);
            match kind {
                0 => IterativeDeepening::new(ordered()).search(position, &limits),
                1 => ProofNumber::new().search(position, &limits),
                2 => ProofNumber::new().squared().search(position, &limits),
                3 => DfPn::new(64).search(position, &limits),
                _ => Engine::new().search(position, &limits),
            }
        };
        // A proof may be longer than the shortest mate. Deepening ends with the first depth that shows a mate.
        let mut depths = if (1..4).contains(&kind) {
            40..=40
        } else {
            1..=20
        };
        let first = depths.find_map(|depth| Some(search(depth)).filter(is_mate));
        first.map(|report| report.stats.nodes)
    })
}

/// Allis, van der Meulen and van den Herik (1994); Breuker, Allis and van den Herik (1994).
pub(crate) fn by_length(is_slow: bool) {
    println!("                                        where alpha-beta finds it, too");
    println!("mate in  search                   found   nodes  times alpha-beta's");
    let lengths: &[(u32, usize)] = if is_slow {
        &[(1, 30), (2, 30), (3, 30)]
    } else {
        &[(1, 10), (2, 10)]
    };
    for &(moves, count) in lengths {
        let all: Vec<_> = mates(moves, count).iter().map(nodes).collect();
        for (kind, name) in SEARCHES.iter().enumerate() {
            let found = all.iter().filter(|of| of[kind].is_some()).count();
            let both = || all.iter().filter_map(|of| of[kind].zip(of[0]));
            let nodes = Mean::ratio(both().map(|(nodes, _)| (nodes, 1))).value;
            let ratio = Mean::ratio(both());
            println!("{moves:>7}  {name:<19}{found:>6} of {count}{nodes:>8.0}  {ratio:.2}");
        }
    }
}
