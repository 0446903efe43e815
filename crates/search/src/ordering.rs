//! [`MoveOrdering`]: decides which moves to try first. The value of a search never depends on it; its cost does.

use crate::game::{Game, Keyed, Tactical};
use crate::search_state::SearchState;
use arrayvec::ArrayVec;
use plywood_eval::{Evaluator, Score};
use std::cmp::Ordering;

new_by_default!(QuietHistory);

/// Ranks moves, and learns from those that cause cutoffs.
///
/// Moves are tried in stages: noisy moves by their gain, then killers, then quiet moves by their history, then noisy moves that lose. A
/// [`MovePriority`] is the stage of a move and its place within the stage.
///
/// Two to six orderings in parentheses are an ordering: `(Captures, Killers::new(), QuietHistory::new())`. The first one that ranks a move
/// decides. A noisy move that causes a cutoff is not reported to an ordering of quiet moves, such as [`Killers`], if another ordering ranks
/// it as noisy.
///
/// This custom ordering first tries the moves that an evaluator prefers one ply ahead:
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
    note = "several orderings, from two to six, are written in parentheses: `(Captures, Killers::new(), QuietHistory::new())`",
    note = "`Captures` and `Exchanges` need `{G}: Tactical`, `Killers` and `QuietHistory` need `{G}: Keyed`, `GenerationOrder` needs nothing"
)]
pub trait MoveOrdering<G: Game> {
    /// Returns the priority of a move, `ply` plies below the root. [`MovePriority::UNKNOWN`] leaves it to the next ordering of a tuple.
    fn rank(&self, position: &G, mv: G::Move, ply: u32) -> MovePriority;

    /// Sorts the moves by rank; moves of equal rank keep the order in which they were generated.
    fn sort(&self, position: &G, moves: &mut [G::Move], ply: u32) {
        sort_by_rank(moves, |mv| self.rank(position, mv, ply));
    }

    /// Returns `true` if no ordering is present, as in `None` and in tuples of `None`. Then [`arrange`] sorts nothing.
    #[inline]
    fn is_absent(&self) -> bool {
        false
    }

    /// Learns that a move caused a cutoff at this ply, with this depth left.
    fn cut(&mut self, _position: &G, _mv: G::Move, _depth: u32, _ply: u32) {}

    /// Forgets whatever must not carry over into a new search.
    fn begin(&mut self) {}

    /// Returns the ordering's parts in the name of a strategy, such as `killers`.
    fn parts(&self) -> Vec<String> {
        vec!["own-ordering".to_owned()]
    }
}

/// Puts the known good move first, and sorts the rest by rank.
///
/// If the table has no move, the move of the last iteration's line is used, while the search descends that line. A move that is not in the
/// list, for example from another position with the same key, is ignored.
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
    let others = match known.and_then(|known| moves.iter().position(|mv| *mv == known)) {
        Some(index) => {
            moves[..=index].rotate_right(1);
            &mut moves[1..]
        }
        None => moves,
    };
    if !ordering.is_absent() {
        ordering.sort(position, others, ply);
    }
}

/// The order in which the game lists its moves.
///
/// **Idea.** None: this is a search without an ordering. **Invariant.** Moves stay where the game put them. **Cost.** None for ordering;
/// the number of nodes depends on how good the game's first moves are. **Source.** The game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GenerationOrder;

impl<G: Game> MoveOrdering<G> for GenerationOrder {
    fn rank(&self, _position: &G, _mv: G::Move, _ply: u32) -> MovePriority {
        MovePriority::UNKNOWN
    }

    #[inline]
    fn is_absent(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A tuple of orderings tries them one after the other.
macro_rules! first_that_knows {
    ($($Ordering:ident $index:tt),*) => {
        impl<G: Game, $($Ordering: MoveOrdering<G>),*> MoveOrdering<G> for ($($Ordering,)*) {
            #[inline]
            fn rank(&self, position: &G, mv: G::Move, ply: u32) -> MovePriority {
                $(let rank = self.$index.rank(position, mv, ply);
                if rank != MovePriority::UNKNOWN {
                    return rank;
                })*
                MovePriority::UNKNOWN
            }

            #[inline]
            fn is_absent(&self) -> bool {
                $(self.$index.is_absent())&&*
            }

            #[inline]
            fn cut(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32) {
                let is_noisy = [$(self.$index.rank(position, mv, ply).is_noisy()),*];
                let noisy = is_noisy.iter().filter(|is_noisy| **is_noisy).count();
                $(if noisy == usize::from(is_noisy[$index]) {
                    self.$index.cut(position, mv, depth, ply);
                })*
            }

            fn begin(&mut self) {
                $(self.$index.begin();)*
            }

            fn parts(&self) -> Vec<String> {
                [$(self.$index.parts()),*].concat()
            }
        }
    };
}

first_that_knows!(A 0, B 1);
first_that_knows!(A 0, B 1, C 2);
first_that_knows!(A 0, B 1, C 2, D 3);
first_that_knows!(A 0, B 1, C 2, D 3, E 4);
first_that_knows!(A 0, B 1, C 2, D 3, E 4, F 5);

/// An optional ordering, for programs that decide at run time.
impl<G: Game, O: MoveOrdering<G>> MoveOrdering<G> for Option<O> {
    if_present! { self
        get rank(position: &G, mv: G::Move, ply: u32) -> MovePriority = MovePriority::UNKNOWN;
        get is_absent() -> bool = true;
        get parts() -> Vec<String> = Vec::new();
        set cut(position: &G, mv: G::Move, depth: u32, ply: u32);
        set begin();
    }
}

/// Longer lists are rare (chess has at most 218 moves) and may use the heap.
const SHORT: usize = 256;

/// Sorts stably in an order that's an object, so that the same code sorts in every game.
pub(crate) fn sort_in_order<T>(items: &mut [T], order: &dyn Fn(&T, &T) -> Ordering) {
    items.sort_by(order);
}

/// Sorts stably by insertion, highest rank first. Most moves are quiet and no better than the one before, so they stay
/// where they are; the few others belong near the front, where the search for their place begins.
#[inline]
fn sort_by_rank<M: Copy, R: Copy + Ord>(moves: &mut [M], rank: impl Fn(M) -> R) {
    if moves.len() > SHORT {
        let ranks: Vec<R> = moves.iter().map(|mv| rank(*mv)).collect();
        sort_long(moves, &ranks);
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

/// Sorts a list of any length.
#[cold]
#[inline(never)]
fn sort_long<M: Copy, R: Ord>(moves: &mut [M], ranks: &[R]) {
    let sorted: Vec<M> = highest_first(ranks).map(|index| moves[index]).collect();
    moves.copy_from_slice(&sorted);
}

/// Returns the places of ranks in a list, highest first. It depends on neither moves nor games, so that the standard library's sort is
/// compiled once for all of them: such sorts were a tenth of a catalog's code.
fn highest_first<R: Ord>(ranks: &[R]) -> impl Iterator<Item = usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(&ranks[*index]));
    order.into_iter()
}

/// The priority of a move: higher ranks first.
///
/// ```
/// use plywood_search::MovePriority;
///
/// let mut ranks = [
///     MovePriority::losing(-300),
///     MovePriority::UNKNOWN,
///     MovePriority::noisy(1),
///     MovePriority::killer(0),
///     MovePriority::quiet(80),
///     MovePriority::noisy(900),
/// ];
/// ranks.sort();
/// ranks.reverse();
/// assert_eq!(
///     ranks,
///     [
///         MovePriority::noisy(900),
///         MovePriority::noisy(1),
///         MovePriority::killer(0),
///         MovePriority::quiet(80),
///         MovePriority::UNKNOWN,
///         MovePriority::losing(-300)
///     ],
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MovePriority(i32);

/// Places within a stage range from 0 to this; others are clamped.
const PLACES: i32 = 1 << 24;
const KILLERS: i32 = 1 << 25;
const NOISY: i32 = 1 << 26;

impl MovePriority {
    /// Nothing is known about the move. It is tried after the quiet moves with a history.
    pub const UNKNOWN: Self = Self(0);

    /// Returns the first stage: noisy moves, the higher the number the earlier.
    #[must_use]
    #[inline]
    pub const fn noisy(place: i32) -> Self {
        Self(NOISY + clamped(place))
    }

    /// Returns the second stage: moves that refuted a sibling of this node.
    #[must_use]
    #[inline]
    pub const fn killer(place: i32) -> Self {
        Self(KILLERS + clamped(place))
    }

    /// Returns the third stage: quiet moves, the higher the number the earlier; 0 is [`MovePriority::UNKNOWN`].
    #[must_use]
    #[inline]
    pub const fn quiet(place: i32) -> Self {
        Self(clamped(place))
    }

    /// Returns the last stage: noisy moves that lose, by a number below 0 for the size of the loss.
    #[must_use]
    #[inline]
    pub const fn losing(place: i32) -> Self {
        Self(-1 - PLACES + clamped(place.saturating_add(PLACES)))
    }

    /// Returns `true` if the move is noisy, winning or losing.
    #[must_use]
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.0 >= NOISY || self.0 < 0
    }
}

const fn clamped(place: i32) -> i32 {
    if place < 0 {
        0
    } else if place > PLACES {
        PLACES
    } else {
        place
    }
}

/// Tries noisy moves first, by the rank the game gives them: for chess the most valuable victim, and for equal victims the least valuable
/// attacker (MVV-LVA).
///
/// **Idea.** Most moves leave something en prise, and capturing it refutes them.
///
/// **Invariant.** Quiet moves keep their order, behind all noisy ones. The rank of a move depends on the position alone.
///
/// **Cost.** A look at two squares for each move. In a position full of captures it saves nine tenths of alpha-beta's nodes
/// (chapter 5 of the book).
///
/// **Source.** Slate and Atkin, "Chess 4.5: the Northwestern University chess program", 1977, tries captures first.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Captures, Limits, Strategy};
///
/// let tree: Tree = "((1 2) !(8 9))".parse().unwrap();
/// let mut plain = AlphaBeta::new(Tree::estimate);
/// let mut ordered = AlphaBeta::new(Tree::estimate).ordering(Captures);
/// assert_eq!(plain.search(&tree, &Limits::none()).stats.leaves(), 4);
/// assert_eq!(ordered.search(&tree, &Limits::none()).stats.leaves(), 3);
/// ```
#[doc(alias = "mvv_lva")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Captures;

impl<G: Tactical> MoveOrdering<G> for Captures {
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, _ply: u32) -> MovePriority {
        match position.capture_rank(mv) {
            0 => MovePriority::UNKNOWN,
            rank => MovePriority::noisy(rank),
        }
    }

    fn parts(&self) -> Vec<String> {
        vec!["captures".to_owned()]
    }
}

/// Tries noisy moves first unless they lose by exchange, then quiet moves, then the losing exchanges.
///
/// **Idea.** A queen that takes a defended pawn is a capture, and still a bad move. The balance of all captures on the square tells good
/// captures from bad ones.
///
/// **Invariant.** A move that [loses by exchange](Tactical::exchange) comes after every quiet move.
///
/// **Cost.** Each exchange is played out on its square, so ranking a move takes longer than with [`Captures`], and fewer nodes
/// are searched.
///
/// **Source.** Reul, "Static exchange evaluation with alpha-beta approach", 2010.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, Captures, Exchanges, Limits, Strategy};
///
/// let fen = "4k3/1pp2p2/p2p2p1/4p3/8/4P1Q1/5PPP/6K1 w - - 0 1";
/// let position: Position = fen.parse()?;
/// let search = || AlphaBeta::new(Material::default());
/// let captures = search().ordering(Captures).search(&position, &Limits::depth(4));
/// let exchanges = search().ordering(Exchanges).search(&position, &Limits::depth(4));
/// assert_eq!(exchanges.score, captures.score);
/// assert!(exchanges.stats.nodes < captures.stats.nodes);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Exchanges;

impl<G: Tactical> MoveOrdering<G> for Exchanges {
    fn rank(&self, position: &G, mv: G::Move, _ply: u32) -> MovePriority {
        match position.capture_rank(mv) {
            0 => MovePriority::UNKNOWN,
            rank if position.exchange(mv) >= Score::DRAW => MovePriority::noisy(rank),
            rank => MovePriority::losing(rank - 10_001),
        }
    }

    fn parts(&self) -> Vec<String> {
        vec!["exchanges".to_owned()]
    }
}

/// Tries first the moves that an evaluator scores best one ply ahead, or worst.
///
/// **Idea.** A move after which the position looks good is often good. Worst first only demonstrates the effect of move ordering:
/// alpha-beta then visits almost as many nodes as minimax.
///
/// **Invariant.** The rank of a move depends on the position alone.
///
/// **Cost.** An evaluation of the position after each move, and its legal moves, to detect the end of the game.
///
/// **Source.** Slagle and Dixon, "Experiments with some programs that search game trees", 1969, order moves by shallow evaluations.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Limits, Looks, Strategy};
///
/// let tree: Tree = "(2(1 3) 9(8 9) 0(0 7))".parse().unwrap();
/// let leaves = |ordering| {
///     let mut search = AlphaBeta::new(Tree::estimate).ordering(ordering);
///     search.search(&tree, &Limits::none()).stats.leaves()
/// };
/// assert_eq!(leaves(Looks::best_first(Tree::estimate)), 4);
/// assert_eq!(leaves(Looks::worst_first(Tree::estimate)), 6, "every leaf, as minimax");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Looks<E> {
    evaluator: E,
    is_worst_first: bool,
}

impl<E> Looks<E> {
    /// Tries the moves that this evaluator scores best first.
    pub const fn best_first(evaluator: E) -> Self {
        Self {
            evaluator,
            is_worst_first: false,
        }
    }

    /// Tries the moves that this evaluator scores worst first.
    pub const fn worst_first(evaluator: E) -> Self {
        Self {
            evaluator,
            is_worst_first: true,
        }
    }
}

impl<G: Game, E: Evaluator<G>> MoveOrdering<G> for Looks<E> {
    fn rank(&self, position: &G, mv: G::Move, _ply: u32) -> MovePriority {
        let after = position.after(mv);
        let ending = after.ending(&after.legal_moves());
        let for_opponent = match ending {
            Some(ending) => ending.score(1),
            None => self.evaluator.evaluate(&after),
        };
        let sign = if self.is_worst_first { 1 } else { -1 };
        MovePriority::quiet(PLACES / 2 + sign * i32::from(for_opponent.packed()))
    }

    fn parts(&self) -> Vec<String> {
        let word = if self.is_worst_first { "worst" } else { "best" };
        vec![format!("{word}-looking")]
    }
}

/// Remembers, for each ply, the two moves that most recently caused a cutoff, and tries them early.
///
/// **Idea.** A refutation of one move often refutes the next: a threat of mate refutes every move that ignores it.
///
/// **Invariant.** A killer is only compared with the moves of the list, so an illegal one does no harm. In a tuple with [`Captures`] only
/// quiet moves are remembered; captures come early anyway.
///
/// **Cost.** Two numbers for each ply, and two comparisons for each move.
///
/// **Source.** Slate and Atkin, "Chess 4.5: the Northwestern University chess program", 1977.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Killers, Limits, Strategy};
///
/// let nodes = |report: plywood_search::Report<_>| report.stats.nodes;
/// let (board, limits) = (ConnectFour::new(), Limits::depth(7));
/// let plain = nodes(AlphaBeta::new(ConnectFour::estimate).search(&board, &limits));
/// let killers = nodes(
///     AlphaBeta::new(ConnectFour::estimate)
///         .ordering(Killers::new())
///         .search(&board, &limits),
/// );
/// assert!(killers < plain);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Killers {
    /// The codes of the moves, so that the type does not depend on the game.
    by_ply: Vec<[Option<u16>; 2]>,
}

impl Killers {
    /// Makes an ordering without killers.
    #[must_use]
    pub const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }
}

impl<G: Keyed> MoveOrdering<G> for Killers {
    #[inline]
    fn rank(&self, _position: &G, mv: G::Move, ply: u32) -> MovePriority {
        let code = Some(G::move_code(mv));
        match self.by_ply.get(ply as usize) {
            Some([first, _]) if *first == code => MovePriority::killer(1),
            Some([_, second]) if *second == code => MovePriority::killer(0),
            Some(_) | None => MovePriority::UNKNOWN,
        }
    }

    fn cut(&mut self, _position: &G, mv: G::Move, _depth: u32, ply: u32) {
        let (code, ply) = (Some(G::move_code(mv)), ply as usize);
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.by_ply[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
    }

    fn begin(&mut self) {
        self.by_ply.clear();
    }

    fn parts(&self) -> Vec<String> {
        vec!["killers".to_owned()]
    }
}

/// Counts how often each move of each side has caused a cutoff; deep cutoffs count more.
///
/// **Idea.** A move that was good in many positions of the tree is probably good in this one. [`Killers`] are the short-term memory, and
/// this is the long-term one.
///
/// **Invariant.** Only the order depends on the counters. All are halved when one grows too large, so that recent cutoffs count more. In a
/// tuple with [`Captures`] only quiet moves are counted.
///
/// **Cost.** A table of 32 KiB, read once for each move.
///
/// **Source.** Schaeffer, "The history heuristic", 1983.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits, QuietHistory, Strategy};
///
/// let board: ConnectFour = "ddcceb".parse()?;
/// let limits = Limits::depth(8);
/// let plain = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
/// let ordered = AlphaBeta::new(ConnectFour::estimate)
///     .ordering(QuietHistory::new())
///     .search(&board, &limits);
/// assert!(ordered.stats.nodes < plain.stats.nodes);
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[doc(alias = "history_heuristic")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuietHistory {
    counts: Vec<i32>,
}

/// Moves share a counter if their codes agree in these bits: for chess, if they agree in both squares.
const SLOTS: usize = 4_096;
/// Above this all counters are halved, so that recent cutoffs count more.
const MOST: i32 = 500_000;

impl QuietHistory {
    /// Makes an ordering that has counted nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: vec![0; 2 * SLOTS],
        }
    }

    /// Sides alternate, so the parity of the ply identifies the side to move.
    fn slot(code: u16, ply: u32) -> usize {
        usize::from(code) % SLOTS + if ply.is_multiple_of(2) { 0 } else { SLOTS }
    }
}

impl<G: Keyed> MoveOrdering<G> for QuietHistory {
    #[inline]
    fn rank(&self, _position: &G, mv: G::Move, ply: u32) -> MovePriority {
        MovePriority::quiet(self.counts[Self::slot(G::move_code(mv), ply)])
    }

    fn cut(&mut self, _position: &G, mv: G::Move, depth: u32, ply: u32) {
        let depth = depth.min(200).cast_signed();
        let count = &mut self.counts[Self::slot(G::move_code(mv), ply)];
        *count += depth * depth;
        if *count > MOST {
            self.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn begin(&mut self) {
        self.counts.fill(0);
    }

    fn parts(&self) -> Vec<String> {
        vec!["history".to_owned()]
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
