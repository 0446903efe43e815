//! A recorded tree in a few lines of text.

use std::fmt::Write as _;

use plywood::search::{Bound, RecordedNode, TreeRecorder};

/// A row for each ply: how many nodes were visited, how many there are, how many were cut short. The number of all nodes
/// down to a ply is asked for, and may be more than anybody wants to count.
pub(crate) fn plies(tree: &TreeRecorder, all_down_to: impl Fn(u32) -> Option<u64>) -> String {
    let mut rows: Vec<(u64, u64)> = Vec::new();
    let mut plies: Vec<usize> = Vec::new();
    for node in tree.nodes() {
        let ply = node.parent.map_or(0, |parent| plies[parent] + 1);
        plies.push(ply);
        rows.resize(rows.len().max(ply + 1), (0, 0));
        rows[ply].0 += 1;
        rows[ply].1 += u64::from(node.cut_after.is_some());
    }
    let mut text = String::from("  ply   visited    of all  cut-offs\n");
    let mut above = Some(0);
    for (ply, (visited, cutoffs)) in (0..).zip(rows) {
        let down_to = above.and_then(|_| all_down_to(ply));
        let here = above.zip(down_to).map(|(above, down_to)| down_to - above);
        let all = here.map_or("many".to_owned(), |count| count.to_string());
        let _ = writeln!(text, "{ply:>5}{visited:>10}{all:>10}{cutoffs:>10}");
        above = down_to;
    }
    if tree.omitted() > 0 {
        let _ = writeln!(
            text,
            "{:>15} more were visited and not kept",
            tree.omitted()
        );
    }
    text
}

/// A row for each move at the root, with its score from the view of the side that moves there.
pub(crate) fn root_moves(tree: &TreeRecorder) -> String {
    let mut text = String::from(" move     score             answers seen\n");
    let first = tree.nodes().iter().filter(|node| node.parent == Some(0));
    for node in first {
        let mv = node.mv.as_deref().unwrap_or("-");
        let score = node
            .score
            .map_or("?".to_owned(), |score| (-score).to_string());
        let seen = node
            .cut_after
            .map_or("all".to_owned(), |(tried, of)| format!("{tried} of {of}"));
        let _ = writeln!(text, "{mv:>5}  {:>8}{score:>8}   {seen}", bound(node));
    }
    text
}

/// What the score of a move at the root says: what is a bound from below for who answers is one from above for who moves.
fn bound(node: &RecordedNode) -> &'static str {
    match node.bound() {
        Some(Bound::AtLeast) => "at most",
        Some(Bound::AtMost) => "at least",
        Some(Bound::Exact) | None => "",
    }
}
