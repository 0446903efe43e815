//! Plain alpha-beta, written once over whatever crate knows the rules.

use std::cmp::Reverse;
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

    /// What the ordering looks at.
    fn features(position: &Self::Position, mv: Self::Move) -> Features;
}

/// What the ordering looks at in a move. Kinds are counted from 0, the pawn, to 5, the king.
#[derive(Debug, Clone, Copy)]
pub struct Features {
    pub victim: Option<usize>,
    pub attacker: usize,
    pub from: usize,
    /// Where the move ends; for castling, where the rook stood.
    pub to: usize,
    pub promotion: Option<usize>,
}

/// What a kind is worth, in centipawns.
pub const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
const QUEEN: usize = 4;

impl Features {
    /// A number for each move of a position: captures and promotions to a queen are high, the most
    /// valuable victim first and then the least valuable attacker. The squares decide between
    /// equals, so that every crate, whatever order it lists moves in, searches the same tree.
    #[inline]
    pub fn rank(self) -> i32 {
        let mut gain = self.victim.map_or(0, |kind| VALUES[kind] / 100);
        if self.promotion == Some(QUEEN) {
            gain += (VALUES[QUEEN] - VALUES[0]) / 100;
        }
        let noisy = if gain == 0 {
            0
        } else {
            gain << 3 | (5 - self.attacker) as i32
        };
        let promotion = self.promotion.map_or(0, |kind| kind + 1);
        let place = self.attacker << 15 | self.from << 9 | self.to << 3 | promotion;
        noisy << 18 | (0x3_FFFF - place) as i32
    }
}

/// The order in which every contestant tries moves.
#[inline]
pub fn sort<R: Searched>(position: &R::Position, moves: &mut [R::Move]) {
    let mut ranked: ArrayVec<(i32, R::Move), 256> = moves
        .iter()
        .map(|&mv| (R::features(position, mv).rank(), mv))
        .collect();
    ranked.sort_unstable_by_key(|(rank, _)| Reverse(*rank));
    for (place, (_, mv)) in moves.iter_mut().zip(ranked) {
        *place = mv;
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
        sort::<R>(position, &mut moves);
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
