//! Counts what move ordering is worth to alpha-beta: on every order of a small tree, and in chess.

use plywood::search::MoveOrdering;
use plywood::search::games::Tree;
use plywood::{AlphaBeta, Captures, Killers, Limits, Material, Position, QuietHistory};

const GROUPS: [[i32; 3]; 3] = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
/// The six orders of three things.
const ORDERS: [&[u8; 3]; 6] = [b"012", b"021", b"102", b"120", b"201", b"210"];
/// Légal's mate is five plies deep here.
const CHESS: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

/// Counts the leaves alpha-beta visits with the groups, and the leaves in each of them, in these orders.
fn leaves(groups: &[u8; 3], inside: [&[u8; 3]; 3]) -> usize {
    let place = |digit: u8| usize::from(digit - b'0');
    let leaf = |group: usize, leaf: u8| GROUPS[group][place(leaf)].to_string();
    let group = |digit| {
        inside[place(digit)]
            .map(|number| leaf(place(digit), number))
            .join(" ")
    };
    let text = format!("(({}))", groups.map(group).join(") ("));
    let tree: Tree = text.parse().expect("the tree is well written");
    let report = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
    usize::try_from(report.stats.leaves()).expect("there are nine leaves")
}

fn chess<O: MoveOrdering<Position> + Send>(name: &str, ordering: O) {
    let position: Position = CHESS.parse().expect("the position is legal");
    let mut search = AlphaBeta::new(Material::default()).ordering(ordering);
    let stats = search.search(&position, &Limits::depth(5)).stats;
    let first = 100.0 * stats.first_move_share().unwrap_or(0.0);
    let (nodes, leaves) = (stats.nodes, stats.leaves());
    println!("{name:<32}{nodes:>9}{leaves:>9}{first:>21.0} %");
}

pub fn main() {
    let mut counts = [0; 10];
    for groups in ORDERS {
        for first in ORDERS {
            for second in ORDERS {
                for third in ORDERS {
                    counts[leaves(groups, [first, second, third])] += 1;
                }
            }
        }
    }
    for (leaves, orders) in counts.iter().enumerate().filter(|(_, orders)| **orders > 0) {
        println!("{leaves} leaves visited: {orders:>3} of 1296 orders");
    }
    println!("\nchess, five plies                   nodes   leaves  first-move cut-offs");
    chess("as generated", plywood::search::GenerationOrder);
    chess("captures first", Captures);
    chess("captures, killers", (Captures, Killers::new()));
    chess(
        "captures, killers, history",
        (Captures, Killers::new(), QuietHistory::new()),
    );
}
