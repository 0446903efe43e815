//! [`MoveOrdering`]: which moves to try first. The value of a search never depends on it, its cost does.

mod captures;
mod history;
mod killers;

pub use captures::{Captures, Exchanges};
pub use history::QuietHistory;
pub use killers::Killers;

use crate::game::Game;
use arrayvec::ArrayVec;

/// Ranks moves, and learns from those that cut off. A pair of orderings is an ordering: their ranks are added.
///
/// The bands keep pairs sensible whatever their order: noisy moves rank from 2,000,001, killers at 1,000,000 and a
/// little more, history from 0 to 500,000, and quiet moves by themselves 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot order the moves of `{G}`",
    note = "`Captures` needs `{G}: Tactical` and `QuietHistory` needs `{G}: Keyed`; `GenerationOrder` and `Killers` order any game"
)]
pub trait MoveOrdering<G: Game> {
    /// How early to try a move, `ply` plies below the root: the higher, the earlier.
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> i32;

    /// Sorts the moves by rank; moves of the same rank stay in the order they were generated in.
    #[inline]
    fn sort(&self, position: &G, moves: &mut [G::Move], ply: u32) {
        sort_by_rank(moves, |mv| self.rank(position, mv, ply));
    }

    /// Learns that a move cut off the rest at this ply, with so much depth left.
    fn cut(&mut self, _position: &G, _mv: G::Move, _depth: u32, _ply: u32) {}

    /// Forgets what must not outlive a search, before a new one begins.
    fn begin(&mut self) {}
}

/// Puts a move known to be good in front, and the others behind it in the order of their ranks.
///
/// A move that is not in the list, as from another position with the same key, is ignored.
#[inline]
pub fn arrange<G: Game>(
    ordering: &impl MoveOrdering<G>,
    position: &G,
    moves: &mut [G::Move],
    first: Option<G::Move>,
    ply: u32,
) {
    match first.and_then(|first| moves.iter().position(|mv| *mv == first)) {
        Some(index) => {
            moves[..=index].rotate_right(1);
            ordering.sort(position, &mut moves[1..], ply);
        }
        None => ordering.sort(position, moves, ply),
    }
}

/// The order in which the game lists its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GenerationOrder;

impl<G: Game> MoveOrdering<G> for GenerationOrder {
    fn rank(&self, _position: &G, _mv: G::Move, _ply: u32) -> i32 {
        0
    }

    #[inline]
    fn sort(&self, _position: &G, _moves: &mut [G::Move], _ply: u32) {}
}

impl<G: Game, A: MoveOrdering<G>, B: MoveOrdering<G>> MoveOrdering<G> for (A, B) {
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> i32 {
        self.0
            .rank(position, mv, ply)
            .saturating_add(self.1.rank(position, mv, ply))
    }

    #[inline]
    fn cut(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32) {
        self.0.cut(position, mv, depth, ply);
        self.1.cut(position, mv, depth, ply);
    }

    fn begin(&mut self) {
        self.0.begin();
        self.1.begin();
    }
}

/// An ordering that may be absent, for those who decide it when the program runs.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Killers, Limits, Strategy};
///
/// let nodes = |killers: Option<Killers<_>>| {
///     let mut search = AlphaBeta::new(ConnectFour::estimate).ordering(killers);
///     search.search(&ConnectFour::new(), &Limits::depth(6)).stats.explored
/// };
/// assert!(nodes(Some(Killers::new())) < nodes(None));
/// ```
impl<G: Game, O: MoveOrdering<G>> MoveOrdering<G> for Option<O> {
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> i32 {
        self.as_ref()
            .map_or(0, |inner| inner.rank(position, mv, ply))
    }

    #[inline]
    fn cut(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32) {
        if let Some(inner) = self {
            inner.cut(position, mv, depth, ply);
        }
    }

    fn begin(&mut self) {
        if let Some(inner) = self {
            inner.begin();
        }
    }
}

/// Lists longer than this are rare (chess has at most 218 moves) and may use the heap.
const SHORT: usize = 256;

/// A stable insertion sort, highest rank first. Most moves are quiet and no better than the one before, so they stay
/// where they are; the few others belong near the front, where the search for their place begins.
#[inline]
fn sort_by_rank<M: Copy>(moves: &mut [M], rank: impl Fn(M) -> i32) {
    if moves.len() > SHORT {
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(rank(*mv)));
        return;
    }
    let mut ranks = ArrayVec::<i32, SHORT>::new();
    let mut lowest = i32::MAX;
    for index in 0..moves.len() {
        let mv = moves[index];
        let rank = rank(mv);
        if rank <= lowest {
            lowest = rank;
            ranks.push(rank);
        } else if let Some(place) = ranks.iter().position(|&other| other < rank) {
            moves.copy_within(place..index, place + 1);
            moves[place] = mv;
            ranks.insert(place, rank);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable_at_any_length() {
        for length in [0, 1, 2, 40, 256, 257, 1000] {
            let mut moves: Vec<i32> = (0..length).collect();
            sort_by_rank(&mut moves, |mv| mv % 3);
            assert!(
                moves.is_sorted_by_key(|mv| (std::cmp::Reverse(mv % 3), *mv)),
                "{moves:?}"
            );
        }
    }
}
