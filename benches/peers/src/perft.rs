//! Perft, in million positions a second.

use crate::contest::{Contest, Work, take_turns};
use crate::crates::{CRATES, Chess, CozyChess, LauraCore, Owlchess, Plywood, Shakmaty};
use crate::options::Options;
use crate::rules::Rules;
use crate::table::{Better, Table};

/// A position with its known perft at a depth and at one ply less.
pub struct Known {
    pub name: &'static str,
    pub fen: &'static str,
    depth: u32,
    nodes: u64,
    nodes_above: u64,
}

/// The six usual perft positions.
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

/// The treatment of the last ply's moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaves {
    Counted,
    Made,
}

/// Measures perft with leaves counted, then with leaves made.
pub fn tables(options: &Options) -> Vec<Table> {
    let counted = measure(
        options,
        Leaves::Counted,
        "perft, leaves counted (bulk), million positions a second",
    );
    let made = measure(
        options,
        Leaves::Made,
        "perft, every move made, plywood in a user's own loop: for mv in legal_moves(), play_unchecked(mv)",
    );
    vec![
        counted.note("shakmaty keeps no keys here; plywood and the others do."),
        made.note("Every loop has the key of every position."),
    ]
}

fn measure(options: &Options, leaves: Leaves, title: &str) -> Table {
    let chosen = KNOWN.iter().filter(|known| options.selects(known.name));
    let mut contests: Vec<_> = chosen
        .map(|known| contest(known, options, leaves))
        .collect();
    let turns = match leaves {
        _ if options.quick => 1,
        Leaves::Counted => 5,
        Leaves::Made => 9,
    };
    take_turns(&mut contests, turns);
    let per_second = |nanoseconds| 1e3 / nanoseconds;
    Table::new(title, Better::Higher, &CRATES, &contests, per_second).with_mean()
}

fn contest(known: &Known, options: &Options, leaves: Leaves) -> Contest {
    let (depth, nodes) = match leaves {
        Leaves::Counted if !options.quick => (known.depth, known.nodes),
        Leaves::Counted | Leaves::Made => (known.depth - 1, known.nodes_above),
    };
    let mut contest = Contest::new(format!("{} d{depth}", known.name)).expecting(nodes);
    contest.enter(CozyChess::NAME, work::<CozyChess>(known, depth, leaves));
    contest.enter(Shakmaty::NAME, work::<Shakmaty>(known, depth, leaves));
    contest.enter(Chess::NAME, work::<Chess>(known, depth, leaves));
    contest.enter(Owlchess::NAME, work::<Owlchess>(known, depth, leaves));
    contest.enter(LauraCore::NAME, work::<LauraCore>(known, depth, leaves));
    contest.enter(Plywood::NAME, work::<Plywood>(known, depth, leaves));
    contest
}

fn work<R: Rules>(known: &Known, depth: u32, leaves: Leaves) -> Work {
    let position = R::read(known.fen);
    match leaves {
        Leaves::Counted => Box::new(move || R::perft(&position, depth)),
        Leaves::Made => Box::new(move || R::perft_making_leaves(&position, depth)),
    }
}
