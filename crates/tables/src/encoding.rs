//! The number of a position within its table.
//!
//! The men are divided into groups. The leading group handles mirror images: two kings, three different men, or the pawns of one color.
//! Every other group consists of equal pieces. Each group has a number, and the position's number is their sum, each times its group's
//! factor.

use plywood_core::{Board, Color, Piece, PieceKind};

use crate::endgame::{Endgame, MOST_MEN};
use crate::file::{Bytes, Damage};

/// The squares of all men in the order of the encoding, as numbers from 0 to 63.
pub(crate) type Squares = [u8; MOST_MEN as usize];

/// The men that are numbered first. The endgame decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The two kings, if fewer than three men are the only ones of their kind and color.
    Kings,
    /// Three men that are the only ones of their kind and color.
    Three,
    /// The pawns of the color that has fewer of them, but at least one.
    Pawns {
        /// Their number.
        pawns: u32,
        /// The number of pawns of the other color.
        others: u32,
    },
}

impl Lead {
    pub(crate) fn of(endgame: Endgame) -> Self {
        let count = |color| endgame.count(color, PieceKind::Pawn);
        let (white, black) = (count(Color::White), count(Color::Black));
        if white + black > 0 {
            let (fewer, more) = (white.min(black), white.max(black));
            return match fewer {
                0 => Self::Pawns {
                    pawns: more,
                    others: 0,
                },
                _ => Self::Pawns {
                    pawns: fewer,
                    others: more,
                },
            };
        }
        let unique = Color::ALL.map(|color| {
            let of_kind = PieceKind::ALL.map(|kind| endgame.count(color, kind));
            of_kind.iter().filter(|&&count| count == 1).count()
        });
        match unique.iter().sum() {
            0..=2 => Self::Kings,
            _ => Self::Three,
        }
    }

    const fn men(self) -> usize {
        match self {
            Self::Kings => 2,
            Self::Three => 3,
            Self::Pawns { pawns, .. } => pawns as usize,
        }
    }

    pub(crate) const fn has_pawns(self) -> bool {
        matches!(self, Self::Pawns { .. })
    }

    /// Returns `true` if the pawns of the other color form a separate group, right after the leading one.
    pub(crate) const fn has_other_pawns(self) -> bool {
        matches!(self, Self::Pawns { others: 1.., .. })
    }
}

/// Men that are numbered together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    men: usize,
    factor: u64,
}

/// The order of the men, and the groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoding {
    lead: Lead,
    pieces: Vec<Piece>,
    groups: Vec<Group>,
    positions: u64,
}

impl Encoding {
    /// Reads the encodings of the two sides to move, of which the second may be unused.
    pub(crate) fn read(
        bytes: &mut Bytes<'_>,
        endgame: Endgame,
        file: u8,
    ) -> Result<[Result<Self, Damage>; 2], Damage> {
        let lead = Lead::of(endgame);
        let orders = [
            bytes.byte()?,
            if lead.has_other_pawns() {
                bytes.byte()?
            } else {
                0xFF
            },
        ];
        let codes = bytes.take(endgame.men() as usize)?;
        Ok([0, 4].map(|shift| {
            let pieces: Option<Vec<_>> =
                codes.iter().map(|code| piece(code >> shift & 15)).collect();
            let pieces = pieces.ok_or(Damage::Pieces)?;
            let orders = orders.map(|order| usize::from(order >> shift & 15));
            Self::new(lead, pieces, endgame, orders, file)
        }))
    }

    fn new(
        lead: Lead,
        pieces: Vec<Piece>,
        endgame: Endgame,
        orders: [usize; 2],
        file: u8,
    ) -> Result<Self, Damage> {
        let sizes = group_sizes(lead, &pieces, endgame).ok_or(Damage::Pieces)?;
        let mut groups: Vec<Group> = sizes.iter().map(|&men| Group { men, factor: 1 }).collect();
        let named = if lead.has_other_pawns() { 2 } else { 1 };
        // The named groups take their places in the order of factors; the rest fill the free ones.
        let mut rest = named..groups.len();
        let mut placed = 0;
        let mut positions = 1;
        for place in 0..groups.len() {
            let group = match orders[..named].iter().position(|&order| order == place) {
                Some(group) => group,
                None => rest.next().ok_or(Damage::Pieces)?,
            };
            groups[group].factor = positions;
            positions *= count_positions(lead, &sizes, group, file);
            placed |= 1 << group;
        }
        if placed != (1_u32 << groups.len()) - 1 {
            return Err(Damage::Pieces);
        }
        Ok(Self {
            lead,
            pieces,
            groups,
            positions,
        })
    }

    /// Returns the number of positions.
    pub(crate) const fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the file, from 0 for a and h to 3 for d and e, of the pawn that leads if pawns lead.
    pub(crate) fn leading_file(&self, board: &Board, flip: bool) -> u8 {
        let color = if flip {
            !self.pieces[0].color
        } else {
            self.pieces[0].color
        };
        let pawns = board.pieces(color, PieceKind::Pawn).into_iter();
        let squares = pawns.map(|square| if flip { square.flip() } else { square }.index() as u8);
        let leader = squares.max_by_key(|&square| pawn(square)).map_or(0, file);
        leader.min(7 - leader)
    }

    /// Returns the squares of the men on a board, with the colors exchanged if `flip` is set.
    pub(crate) fn squares(&self, board: &Board, flip: bool) -> Squares {
        let mut squares = [0; MOST_MEN as usize];
        let mut at = 0;
        while let Some(piece) = self.pieces.get(at) {
            let color = if flip { !piece.color } else { piece.color };
            let first = at;
            for square in board.pieces(color, piece.kind) {
                let square = if flip { square.flip() } else { square };
                squares[at] = square.index() as u8;
                at += 1;
            }
            debug_assert!(at > first, "the board has the endgame of the table");
        }
        squares
    }

    /// Returns the number of the position with its men on these squares.
    pub(crate) fn index(&self, mut squares: Squares) -> u64 {
        let men = self.pieces.len();
        let Some((lead, rest)) = self.groups.split_first() else {
            return 0;
        };
        let number = match self.lead {
            Lead::Pawns { .. } => pawns_number(&mut squares[..men], lead.men),
            Lead::Kings | Lead::Three => men_number(&mut squares[..men], lead.men),
        };
        let mut index = number * lead.factor;
        let mut at = lead.men;
        for (place, group) in rest.iter().enumerate() {
            let is_pawns = place == 0 && self.lead.has_other_pawns();
            let (before, from) = squares.split_at_mut(at);
            index += group_number(&mut from[..group.men], before, is_pawns) * group.factor;
            at += group.men;
        }
        index
    }
}

/// Returns a piece as files write it: 1 to 6 are White's pawn to king, 9 to 14 Black's.
fn piece(code: u8) -> Option<Piece> {
    let color = if code < 8 { Color::White } else { Color::Black };
    let kind = usize::from(code & 7).checked_sub(1)?;
    Some(PieceKind::ALL.get(kind)?.of(color))
}

/// Returns the sizes of the groups; `None` if the pieces are not those of the endgame, or in an impossible order.
fn group_sizes(lead: Lead, pieces: &[Piece], endgame: Endgame) -> Option<Vec<usize>> {
    let mut runs: Vec<(Piece, usize)> = Vec::new();
    for &piece in pieces {
        match runs.last_mut() {
            Some((last, men)) if *last == piece => *men += 1,
            _ => runs.push((piece, 1)),
        }
    }
    let is_complete =
        |&(piece, men): &(Piece, usize)| men == endgame.count(piece.color, piece.kind) as usize;
    // As many men as the endgame has, in complete runs, are all its men unless a run comes twice.
    let is_twice = |at: usize| runs[..at].iter().any(|run| run.0 == runs[at].0);
    if !runs.iter().all(is_complete) || (0..runs.len()).any(is_twice) {
        return None;
    }
    let leading_runs = match lead {
        Lead::Kings => 2,
        Lead::Three => 3,
        Lead::Pawns { .. } => 1,
    };
    let (leading, rest) = runs.split_at_checked(leading_runs)?;
    let is_right = match lead {
        Lead::Kings => leading.iter().all(|run| run.0.kind == PieceKind::King),
        Lead::Three => leading.iter().all(|run| run.1 == 1),
        Lead::Pawns { pawns, others } => {
            let is_pawns = |run: Option<&(Piece, usize)>, men: u32| {
                run.is_some_and(|run| run.0.kind == PieceKind::Pawn && run.1 == men as usize)
            };
            is_pawns(leading.first(), pawns) && (others == 0 || is_pawns(rest.first(), others))
        }
    };
    let sizes = core::iter::once(lead.men()).chain(rest.iter().map(|run| run.1));
    is_right.then(|| sizes.collect())
}

/// Returns the number of placements of a group, when the groups before it have been placed.
fn count_positions(lead: Lead, sizes: &[usize], group: usize, file: u8) -> u64 {
    let before: usize = sizes[..group].iter().sum();
    match (group, lead) {
        (0, Lead::Kings) => KING_PAIRS,
        (0, Lead::Three) => TRIPLES,
        (0, Lead::Pawns { .. }) => leading_pawns(sizes[0], file),
        (1, Lead::Pawns { others: 1.., .. }) => choose(sizes[1], 48 - before as u64),
        _ => choose(sizes[group], 64 - before as u64),
    }
}

/// Returns the number of the leading kings or three men. It mirrors the position so that the first man is in the triangle a1-d1-d4, and the
/// first man off the diagonal below it.
fn men_number(squares: &mut [u8], lead: usize) -> u64 {
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

/// Numbers three men. Squares taken by an earlier man are not counted.
fn triple_number(first: u8, second: u8, third: u8) -> u64 {
    let free = |square: u8, taken: &[u8]| {
        let before = taken.iter().filter(|&&other| other < square).count();
        u64::from(square) - before as u64
    };
    let third_number = free(third, &[first, second]);
    if above_diagonal(first) != 0 {
        return (triangle(first) * 63 + free(second, &[first])) * 62 + third_number;
    }
    // From here on the first man is on the diagonal, and so may the second be.
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

/// Returns the number of the leading pawns. It mirrors the position so that the leader is on one of the files a to d.
fn pawns_number(squares: &mut [u8], pawns: usize) -> u64 {
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

/// Returns the number of a group of equal pieces among the squares that are left.
fn group_number(group: &mut [u8], before: &[u8], is_pawns: bool) -> u64 {
    group.sort_unstable();
    let skipped = if is_pawns { 8 } else { 0 };
    let numbers = group.iter().zip(1..).map(|(&square, count)| {
        let taken = before.iter().filter(|&&other| other < square).count();
        choose(count, u64::from(square) - taken as u64 - skipped)
    });
    numbers.sum()
}

/// The squares of the triangle a1-d1-d4: those below the diagonal first.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of ways to place two kings, the first in the triangle, that do not touch.
const KING_PAIRS: u64 = 462;

/// The number of ways to place three different men, the first in the triangle.
const TRIPLES: u64 = 31_332;

const fn file(square: u8) -> u8 {
    square & 7
}

const fn rank(square: u8) -> u8 {
    square >> 3
}

/// Exchanges file and rank: the mirror image in the diagonal a1-h8.
const fn transpose(square: u8) -> u8 {
    file(square) << 3 | rank(square)
}

/// Returns the distance of a square above the diagonal a1-h8; negative below it.
const fn above_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

/// Returns the number of a square in the triangle.
const fn triangle(square: u8) -> u64 {
    TRIANGLE_NUMBERS[square as usize] as u64
}

/// Returns the number of a square among the 28 below the diagonal, rank by rank.
const fn below_diagonal(square: u8) -> u64 {
    let (file, rank) = (file(square) as u64, rank(square) as u64);
    // The ranks before have 7, 6, 5… squares below the diagonal.
    let before = rank * (15 - rank) / 2;
    before + file - rank - 1
}

/// Returns the number of a pair of kings, the first in the triangle; `None` if they touch.
const fn king_pair(first: u8, second: u8) -> Option<u64> {
    match KING_PAIR_NUMBERS[triangle(first) as usize][second as usize] {
        u16::MAX => None,
        number => Some(number as u64),
    }
}

/// Returns the number of a pawn's square: a2 is 47, h2 46, a3 45… files from the edge to the center. The pawn
/// with the highest number leads.
const fn pawn(square: u8) -> u8 {
    let (file, rank) = (file(square), rank(square));
    let from_edge = if file < 4 { file } else { 7 - file };
    48 - 12 * from_edge - 2 * (rank - 1) - if file < 4 { 1 } else { 2 }
}

/// Returns the number of ways to choose `count` squares of `of`.
const fn choose(count: usize, of: u64) -> u64 {
    BINOMIALS[count][of as usize] as u64
}

/// Returns the number of placements of `pawns` pawns whose leader is on a file from a to d.
const fn leading_pawns(pawns: usize, file: u8) -> u64 {
    pawns_before(pawns, file, 7)
}

/// Returns the number of placements of pawns whose leader is on that file and before that rank (1 to 7, counted from zero).
const fn pawns_before(pawns: usize, file: u8, rank: u8) -> u64 {
    let mut sum = 0;
    let mut before = 1;
    while before < rank {
        // The other pawns have lower numbers than the leader.
        sum += choose(pawns - 1, pawn(before << 3 | file) as u64);
        before += 1;
    }
    sum
}

/// `BINOMIALS[k][n]` is the number of ways to choose k of n; seven men have at most five alike.
static BINOMIALS: [[u32; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut of = 0;
    while of < 64 {
        table[0][of] = 1;
        let mut count = 1;
        while count < 7 && of > 0 {
            table[count][of] = table[count][of - 1] + table[count - 1][of - 1];
            count += 1;
        }
        of += 1;
    }
    table
};

static TRIANGLE_NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut number = 0;
    while number < TRIANGLE.len() {
        numbers[TRIANGLE[number] as usize] = number as u8;
        number += 1;
    }
    numbers
};

/// Pairs of kings that are both on the diagonal have the last numbers.
static KING_PAIR_NUMBERS: [[u16; 64]; 10] = {
    let mut numbers = [[u16::MAX; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut number = 0;
        while number < TRIANGLE.len() {
            let first = TRIANGLE[number];
            let mut second = 0;
            while second < 64 {
                let first_on = above_diagonal(first) == 0;
                let second_on = above_diagonal(second) == 0;
                let is_mirrored = first_on && above_diagonal(second) > 0;
                let is_turn = (first_on && second_on) == (both_on_diagonal == 1);
                if is_turn && !is_mirrored && !touch(first, second) {
                    numbers[number][second as usize] = next;
                    next += 1;
                }
                second += 1;
            }
            number += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    numbers
};

const fn touch(a: u8, b: u8) -> bool {
    file(a).abs_diff(file(b)) <= 1 && rank(a).abs_diff(rank(b)) <= 1
}

#[cfg(test)]
mod tests {
    use super::{below_diagonal, choose, king_pair, leading_pawns, pawn};

    #[test]
    fn numbers_are_those_of_the_format() {
        assert_eq!(
            [1, 7, 10, 15, 63 - 8].map(below_diagonal),
            [0, 6, 7, 12, 27]
        );
        assert_eq!(
            [8, 15, 16, 9, 11, 12, 51, 52].map(pawn),
            [47, 46, 45, 35, 11, 10, 1, 0]
        );
        assert_eq!(king_pair(1, 3), Some(0));
        assert_eq!(king_pair(1, 63), Some(57));
        assert_eq!(king_pair(1, 0), None);
        assert_eq!(choose(2, 48), 48 * 47 / 2);
        // Without other pawns there are six squares on each file.
        assert_eq!((0..4).map(|file| leading_pawns(1, file)).sum::<u64>(), 24);
        // Each pair of pawns once, up to reflection: for every leader the pawns with lower numbers.
        let pairs: u64 = (0..4).map(|file| leading_pawns(2, file)).sum();
        assert_eq!(pairs, (0..24).map(|leader| 2 * leader + 1).sum::<u64>());
    }
}
