//! [`MoveOrdering`]: which moves to try first. The value of a search never depends on it; its cost does.

mod captures;
mod history;
mod killers;
mod priority;

pub use captures::{Captures, Exchanges};
pub use history::QuietHistory;
pub use killers::Killers;
pub use priority::MovePriority;

use crate::game::Game;
use crate::search_state::SearchState;
use arrayvec::ArrayVec;

/// Ranks moves, and learns from those that cut off.
///
/// Moves are tried in stages: noisy moves by what they win, then killers, then quiet moves by their history, then noisy
/// moves that lose. A [`MovePriority`] names the stage of a move and its place within the stage.
///
/// A pair of orderings is an ordering. A move gets its rank from the first of the two, or from the second if the first
/// knows nothing about it. A noisy move that cuts off is not reported to an ordering of quiet moves, such as
/// [`Killers`], if the other of the pair ranks it as noisy.
///
/// This ordering of your own tries first what looks best to an evaluator a ply ahead:
///
/// ```
/// use plywood_search::games::{Branch, Tree};
/// use plywood_search::{AlphaBeta, Game, Limits, MoveOrdering, MovePriority, Strategy};
///
/// struct BestLookingFirst;
///
/// impl MoveOrdering<Tree> for BestLookingFirst {
///     fn rank(&self, tree: &Tree, mv: Branch, _ply: u32) -> MovePriority {
///         let for_opponent = tree.after(mv).estimate().as_centipawns();
///         MovePriority::quiet(1_000 - for_opponent.unwrap_or(0))
///     }
/// }
/// let tree: Tree = "(2(1 3) 9(8 9))".parse().unwrap();
/// let mut plain = AlphaBeta::new(Tree::estimate);
/// let mut ordered = AlphaBeta::new(Tree::estimate).ordering(BestLookingFirst);
/// assert_eq!(plain.search(&tree, &Limits::none()).stats.leaves(), 4);
/// assert_eq!(ordered.search(&tree, &Limits::none()).stats.leaves(), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot order the moves of `{G}`",
    note = "`Captures` needs `{G}: Tactical` and `QuietHistory` needs `{G}: Keyed`; `GenerationOrder` and `Killers` order any game"
)]
pub trait MoveOrdering<G: Game> {
    /// How early to try a move, `ply` plies below the root. [`MovePriority::UNKNOWN`] leaves it to the other of a pair.
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> MovePriority;

    /// Sorts the moves by rank; moves of the same rank stay in the order they were generated in.
    #[inline]
    fn sort(&self, position: &G, moves: &mut [G::Move], ply: u32) {
        sort_by_rank(moves, |mv| self.rank(position, mv, ply));
    }

    /// Learns that a move cut off the rest at this ply, with so much depth left.
    fn cut(&mut self, _position: &G, _mv: G::Move, _depth: u32, _ply: u32) {}

    /// Forgets what must not outlive a search, before a new one begins.
    fn begin(&mut self) {}

    /// What the name of a strategy says of the ordering, such as "killers".
    fn parts(&self) -> Vec<String> {
        vec!["an ordering".to_owned()]
    }
}

/// Puts the move that is known to be good in front, and sorts the others by rank behind it.
///
/// If the table knows no move, the move of the last iteration's line is taken, as long as the search is on its way down
/// that line. A move that is not in the list, as from another position with the same key, is ignored.
#[inline]
pub fn arrange<G: Game>(
    ordering: &impl MoveOrdering<G>,
    position: &G,
    moves: &mut [G::Move],
    known: Option<G::Move>,
    state: &mut SearchState<'_, G::Move>,
) {
    let ply = state.ply();
    let known = known.or_else(|| state.guided_move());
    match known.and_then(|known| moves.iter().position(|mv| *mv == known)) {
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
    fn rank(&self, _position: &G, _mv: G::Move, _ply: u32) -> MovePriority {
        MovePriority::UNKNOWN
    }

    #[inline]
    fn sort(&self, _position: &G, _moves: &mut [G::Move], _ply: u32) {}

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<G: Game, A: MoveOrdering<G>, B: MoveOrdering<G>> MoveOrdering<G> for (A, B) {
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> MovePriority {
        match self.0.rank(position, mv, ply) {
            MovePriority::UNKNOWN => self.1.rank(position, mv, ply),
            rank => rank,
        }
    }

    #[inline]
    fn cut(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32) {
        let is_noisy_for_first = self.0.rank(position, mv, ply).is_noisy();
        if !self.1.rank(position, mv, ply).is_noisy() {
            self.0.cut(position, mv, depth, ply);
        }
        if !is_noisy_for_first {
            self.1.cut(position, mv, depth, ply);
        }
    }

    fn begin(&mut self) {
        self.0.begin();
        self.1.begin();
    }

    fn parts(&self) -> Vec<String> {
        [self.0.parts(), self.1.parts()].concat()
    }
}

/// An ordering that may be absent, for programs that decide it when they run.
impl<G: Game, O: MoveOrdering<G>> MoveOrdering<G> for Option<O> {
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> MovePriority {
        self.as_ref()
            .map_or(MovePriority::UNKNOWN, |inner| inner.rank(position, mv, ply))
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

    fn parts(&self) -> Vec<String> {
        self.as_ref().map_or_else(Vec::new, MoveOrdering::parts)
    }
}

/// Lists longer than this are rare (chess has at most 218 moves) and may use the heap.
const SHORT: usize = 256;

/// A stable insertion sort, highest rank first. Most moves are quiet and no better than the one before, so they stay
/// where they are; the few others belong near the front, where the search for their place begins.
#[inline]
fn sort_by_rank<M: Copy, R: Copy + Ord>(moves: &mut [M], rank: impl Fn(M) -> R) {
    if moves.len() > SHORT {
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(rank(*mv)));
        return;
    }
    let mut ranks = ArrayVec::<R, SHORT>::new();
    for index in 0..moves.len() {
        let mv = moves[index];
        let rank = rank(mv);
        if ranks.last().is_none_or(|&lowest| rank <= lowest) {
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
