//! Whole trees of legal moves, in million positions a second.

use crate::contest::{Contestant, medians};
use crate::crates::{Chess, CozyChess, LauraCore, Owlchess, Plywood, Shakmaty};
use crate::options::Options;
use crate::rules::Rules;
use crate::table::{Better, Row, Table};

/// A position, and the known counts of its tree at a depth and one ply above it.
pub struct Known {
    pub name: &'static str,
    pub fen: &'static str,
    depth: u32,
    nodes: u64,
    nodes_above: u64,
}

/// The six positions that everybody measures, known since the nineties.
pub const KNOWN: [Known; 6] = [
    Known {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: 119_060_324,
        nodes_above: 4_865_609,
    },
    Known {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: 193_690_690,
        nodes_above: 4_085_603,
    },
    Known {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
        nodes: 178_633_661,
        nodes_above: 11_030_083,
    },
    Known {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        nodes: 15_833_292,
        nodes_above: 422_333,
    },
    Known {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
        nodes: 89_941_194,
        nodes_above: 2_103_487,
    },
    Known {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
        nodes: 164_075_551,
        nodes_above: 3_894_594,
    },
];

/// What becomes of the last move of each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaves {
    Counted,
    Made,
}

/// Measures trees whose leaves are counted, then trees whose leaves are made.
pub fn tables(options: &Options) -> Vec<Table> {
    let counted = Table {
        name: "perft",
        title: "perft, leaves counted (bulk), million positions a second".to_owned(),
        ..measure(options, Leaves::Counted)
    };
    let mut made = Table {
        name: "perft-made",
        title: "perft, every leaf made, million positions a second".to_owned(),
        ..measure(options, Leaves::Made)
    };
    if let Some(mean) = made.rows.last() {
        let ratio = made.ratio(mean, |name| name != Shakmaty::NAME);
        let ratio = ratio.map_or_else(String::new, |ratio| {
            format!(" ratio to the best that does: {ratio:.2}")
        });
        made.notes = vec![format!(
            "Every crate but shakmaty keeps the key of every position;{ratio}"
        )];
    }
    vec![counted, made]
}

fn measure(options: &Options, leaves: Leaves) -> Table {
    let crates = contestants(&KNOWN[0], 1, leaves);
    let mut table = Table {
        name: "",
        title: String::new(),
        better: Better::Higher,
        crates: crates.iter().map(|contestant| contestant.name).collect(),
        rows: Vec::new(),
        notes: Vec::new(),
    };
    for known in KNOWN.iter().filter(|known| options.selects(known.name)) {
        table.rows.push(row(known, options, leaves));
    }
    table.push_geometric_mean();
    table
}

fn row(known: &Known, options: &Options, leaves: Leaves) -> Row {
    let (depth, nodes) = match leaves {
        Leaves::Counted if !options.quick => (known.depth, known.nodes),
        Leaves::Counted | Leaves::Made => (known.depth - 1, known.nodes_above),
    };
    let repeats = match leaves {
        _ if options.quick => 1,
        Leaves::Counted => 5,
        Leaves::Made => 9,
    };
    let mut contestants = contestants(known, depth, leaves);
    let label = format!("{} d{depth}", known.name);
    let times = medians(&mut contestants, repeats, Some(nodes), &label);
    let rate = |seconds: f64| nodes as f64 / seconds / 1e6;
    let values = times.iter().map(|time| Some(rate(time.as_secs_f64())));
    Row {
        values: values.collect(),
        label,
    }
}

fn contestants(known: &Known, depth: u32, leaves: Leaves) -> Vec<Contestant<'static>> {
    vec![
        contestant::<CozyChess>(known, depth, leaves),
        contestant::<Shakmaty>(known, depth, leaves),
        contestant::<Chess>(known, depth, leaves),
        contestant::<Owlchess>(known, depth, leaves),
        contestant::<LauraCore>(known, depth, leaves),
        contestant::<Plywood>(known, depth, leaves),
    ]
}

fn contestant<R: Rules>(known: &Known, depth: u32, leaves: Leaves) -> Contestant<'static> {
    let position = R::read(known.fen);
    let work: Box<dyn FnMut() -> u64> = match leaves {
        Leaves::Counted => Box::new(move || R::perft(&position, depth)),
        Leaves::Made => Box::new(move || R::perft_making_leaves(&position, depth)),
    };
    Contestant {
        name: R::NAME,
        work,
    }
}
