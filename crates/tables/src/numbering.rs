//! The number of a group of men on given squares, within all placements of that group.

use crate::geometry::{
    above_diagonal, below_diagonal, choose, file, king_pair, pawn, pawns_before, rank, transpose,
    triangle,
};

/// The number of the leading kings or three men. It mirrors the position so that the first man stands in
/// the triangle a1-d1-d4, and the first man off the diagonal below it.
pub(crate) fn men_number(squares: &mut [u8], lead: usize) -> u64 {
    if file(squares[0]) > 3 {
        map(squares, |square| square ^ 7);
    }
    if rank(squares[0]) > 3 {
        map(squares, |square| square ^ 56);
    }
    let mut off_diagonal = squares[..lead].iter().map(|&square| above_diagonal(square));
    if off_diagonal
        .find(|&above| above != 0)
        .is_some_and(|above| above > 0)
    {
        map(squares, transpose);
    }
    match squares[..lead] {
        // Kings that touch are in no legal position.
        [first, second] => king_pair(first, second).unwrap_or(0),
        [first, second, third] => triple_number(first, second, third),
        _ => 0,
    }
}

fn map(squares: &mut [u8], image: impl Fn(u8) -> u8) {
    for square in squares {
        *square = image(*square);
    }
}

/// Numbers three men. Squares that are taken by an earlier man are not counted.
fn triple_number(first: u8, second: u8, third: u8) -> u64 {
    let free = |square: u8, taken: &[u8]| {
        let before = taken.iter().filter(|&&other| other < square).count();
        u64::from(square) - before as u64
    };
    let third_number = free(third, &[first, second]);
    if above_diagonal(first) != 0 {
        return (triangle(first) * 63 + free(second, &[first])) * 62 + third_number;
    }
    // From here on the first man stands on the diagonal, and so may the second.
    let first_number = u64::from(file(first));
    let start = 6 * 63 * 62;
    if above_diagonal(second) != 0 {
        return start + (first_number * 28 + below_diagonal(second)) * 62 + third_number;
    }
    let start = start + 4 * 28 * 62;
    let second_number = free(file(second), &[file(first)]);
    if above_diagonal(third) != 0 {
        return start + (first_number * 7 + second_number) * 28 + below_diagonal(third);
    }
    let start = start + 4 * 7 * 28;
    let third_number = free(file(third), &[file(first), file(second)]);
    start + (first_number * 7 + second_number) * 6 + third_number
}

/// The number of the leading pawns. It mirrors the position so that the leader stands on one of the files
/// a to d.
pub(crate) fn pawns_number(squares: &mut [u8], pawns: usize) -> u64 {
    let leader = squares[..pawns].iter().max_by_key(|&&square| pawn(square));
    if leader.is_some_and(|&leader| file(leader) > 3) {
        map(squares, |square| square ^ 7);
    }
    squares[..pawns].sort_unstable_by_key(|&square| pawn(square));
    let (leader, others) = (squares[pawns - 1], &squares[..pawns - 1]);
    let combination = others
        .iter()
        .zip(1..)
        .map(|(&square, count)| choose(count, pawn(square).into()));
    pawns_before(pawns, file(leader), rank(leader)) + combination.sum::<u64>()
}

/// The number of a group of equal pieces among the squares that are left.
pub(crate) fn group_number(group: &mut [u8], before: &[u8], is_pawns: bool) -> u64 {
    group.sort_unstable();
    let skipped = if is_pawns { 8 } else { 0 };
    let numbers = group.iter().zip(1..).map(|(&square, count)| {
        let taken = before.iter().filter(|&&other| other < square).count();
        choose(count, u64::from(square) - taken as u64 - skipped)
    });
    numbers.sum()
}
