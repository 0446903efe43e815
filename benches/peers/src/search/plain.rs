//! Plain alpha-beta, written once over whatever crate knows the rules.

use std::ops::DerefMut;

use arrayvec::ArrayVec;

use crate::rules::Rules;

/// What the search asks of a crate, each the fastest way its public and documented interface has.
pub trait Searched: Rules {
    /// A list of moves.
    type Moves: DerefMut<Target = [Self::Move]>;

    /// The legal moves, in whatever order they come.
    fn legal_moves(position: &Self::Position) -> Self::Moves;

    /// The position after a legal move.
    fn after(position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Whether there is a legal move.
    fn has_legal_move(position: &Self::Position) -> bool;

    /// Whether the side to move is in check.
    fn is_check(position: &Self::Position) -> bool;

    /// Whether neither side can ever give mate.
    fn is_insufficient_material(position: &Self::Position) -> bool;

    /// The side to move's pieces less the enemy's, in centipawns.
    fn material(position: &Self::Position) -> i32;

    /// From, to and promotion as a number below 2^15, different for each move of a position. The target of castling
    /// is the rook's square.
    fn place(mv: Self::Move) -> u32;

    /// Whether a pawn becomes a queen.
    fn is_queening(mv: Self::Move) -> bool;

    /// What a move captures. Kinds are counted from 0, the pawn, to 5, the king.
    fn victim(position: &Self::Position, mv: Self::Move) -> Option<usize>;

    /// What kind of piece moves; it is asked only of captures and promotions.
    fn attacker(position: &Self::Position, mv: Self::Move) -> u32;
}

/// A move's place as a number; the crates count squares alike.
#[inline]
pub const fn place(from: u32, to: u32, promotion: u32) -> u32 {
    from << 9 | to << 3 | promotion
}

/// What a kind is worth, in centipawns.
pub const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
const PAWN: usize = 0;
const QUEEN: usize = 4;
const KING: u32 = 5;

/// A number below 2^23 for each move of a position, high for those to try early: captures and promotions, the most
/// valuable victim first and then the least valuable attacker. The place decides between equals, so that every crate,
/// whatever order it lists moves in, searches the same tree.
#[inline]
pub fn rank<R: Searched>(position: &R::Position, mv: R::Move) -> u32 {
    let victim = R::victim(position, mv);
    let place = R::place(mv);
    let noisy = if victim.is_some() || place & 7 != 0 {
        let captured = victim.map_or(0, |kind| VALUES[kind]);
        let queened = if R::is_queening(mv) {
            VALUES[QUEEN] - VALUES[PAWN]
        } else {
            0
        };
        let attacker = R::attacker(position, mv);
        8 * ((captured + queened) / 100).cast_unsigned() + KING - attacker
    } else {
        0
    };
    noisy << 15 | (0x7FFF - place)
}

/// Sorts moves as every contestant does. Few are noisy, and those are compared; the quiet ones are laid out by their
/// squares and picked up again, which takes less time than comparing them, and so hides less of what is measured.
#[derive(Debug)]
pub struct Sorter {
    /// Where the quiet moves from each square go; empty between two lists.
    targets: [u64; 64],
    /// Which move of the list goes from one square to another.
    indices: [[u8; 64]; 64],
}

impl Sorter {
    pub const fn new() -> Self {
        Self {
            targets: [0; 64],
            indices: [[0; 64]; 64],
        }
    }

    #[inline]
    pub fn sort<R: Searched>(&mut self, position: &R::Position, moves: &mut [R::Move]) {
        let unsorted: ArrayVec<R::Move, 256> = moves.iter().copied().collect();
        let mut noisy = ArrayVec::<u32, 256>::new();
        let mut origins = 0_u64;
        for (index, &mv) in (0_u8..).zip(&unsorted) {
            let rank = rank::<R>(position, mv);
            if rank >> 15 == 0 {
                let place = 0x7FFF - rank;
                let (from, to) = ((place >> 9) as usize & 63, (place >> 3) as usize & 63);
                origins |= 1 << from;
                self.targets[from] |= 1 << to;
                self.indices[from][to] = index;
            } else {
                noisy.push(rank << 8 | u32::from(index));
            }
        }
        noisy.sort_unstable();
        let loud = noisy.iter().rev().map(|ranked| (ranked & 0xFF) as u8);
        let mut sorted = moves.iter_mut();
        // The shorter one first: the other must not lose an item when it ends.
        for (index, place) in loud.zip(sorted.by_ref()) {
            *place = unsorted[usize::from(index)];
        }
        while origins != 0 {
            let from = origins.trailing_zeros() as usize & 63;
            origins &= origins - 1;
            let mut targets = std::mem::take(&mut self.targets[from]);
            while targets != 0 {
                let to = targets.trailing_zeros() as usize & 63;
                targets &= targets - 1;
                if let Some(place) = sorted.next() {
                    *place = unsorted[usize::from(self.indices[from][to])];
                }
            }
        }
    }
}

/// What a search found, and how many nodes it entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub best_move: Option<String>,
    pub score: i32,
    pub nodes: u64,
}

/// A side that is mated at the root has lost this much; every ply further away, one less.
pub const MATE: i32 = 32_000;

/// Searches to a depth with an open window.
pub fn search<R: Searched>(position: &R::Position, depth: u32) -> Answer {
    let mut search = Search::<R> {
        depth,
        nodes: 0,
        best_move: None,
        sorter: Sorter::new(),
    };
    let score = search.alpha_beta(position, 0, -MATE - 1, MATE + 1);
    Answer {
        best_move: search.best_move.map(|mv| R::uci(position, mv)),
        score,
        nodes: search.nodes,
    }
}

struct Search<R: Searched> {
    depth: u32,
    nodes: u64,
    best_move: Option<R::Move>,
    sorter: Sorter,
}

impl<R: Searched> Search<R> {
    fn alpha_beta(&mut self, position: &R::Position, ply: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if ply == self.depth {
            return if !R::has_legal_move(position) {
                without_moves::<R>(position, ply)
            } else if R::is_insufficient_material(position) {
                0
            } else {
                R::material(position)
            };
        }
        let mut moves = R::legal_moves(position);
        if moves.is_empty() {
            return without_moves::<R>(position, ply);
        }
        if R::is_insufficient_material(position) {
            return 0;
        }
        self.sorter.sort::<R>(position, &mut moves);
        let mut best = -MATE - 1;
        for &mv in moves.iter() {
            let child = R::after(position, mv);
            let score = -self.alpha_beta(&child, ply + 1, -beta, -alpha);
            if score <= best {
                continue;
            }
            best = score;
            if ply == 0 {
                self.best_move = Some(mv);
            }
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        best
    }
}

/// Mate, or stalemate.
fn without_moves<R: Searched>(position: &R::Position, ply: u32) -> i32 {
    if R::is_check(position) {
        ply.cast_signed() - MATE
    } else {
        0
    }
}
