//! Counts the leaves that alpha-beta visits if their values are random, so that no order of the moves is better than another.

/// A number that looks random, made from another one.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ (number >> 32)
}

/// Alpha-beta on a tree with `width` moves at each node, where a node is just a number. Counts the leaves.
fn search(node: u64, width: u64, depth: u32, window: [i64; 2], leaves: &mut u64) -> i64 {
    let [mut alpha, beta] = window;
    if depth == 0 {
        *leaves += 1;
        return i64::from(mixed(node) as u32) + 1;
    }
    let mut best = i64::MIN + 1;
    for mv in 1..=width {
        let child = mixed(node.wrapping_mul(width + 1) + mv);
        best = best.max(-search(child, width, depth - 1, [-beta, -alpha], leaves));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The leaves of fifty trees.
fn leaves(width: u64, depth: u32) -> u64 {
    let mut leaves = 0;
    for tree in 0..50 {
        let window = [i64::MIN + 1, i64::MAX];
        search(mixed(tree), width, depth, window, &mut leaves);
    }
    leaves
}

/// Pearl's ξ / (1 - ξ), where ξ solves x^b + x = 1.
fn pearl(width: u64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let is_low = middle.powf(width as f64) + middle < 1.0;
        *(if is_low { &mut low } else { &mut high }) = middle;
    }
    low / (1.0 - low)
}

pub fn main() {
    println!("moves  perfect order  random values  Pearl's limit  b^(3/4)");
    for (width, depth) in [(2, 18), (4, 10), (8, 7), (16, 5), (32, 4)] {
        // Leaves grow by this factor with each ply, on average over the last two.
        let growth = (leaves(width, depth) as f64 / leaves(width, depth - 2) as f64).sqrt();
        let b = width as f64;
        println!(
            "{width:>5}{:>15.1}{growth:>15.1}{:>15.1}{:>9.1}",
            b.sqrt(),
            pearl(width),
            b.powf(0.75)
        );
    }
}
