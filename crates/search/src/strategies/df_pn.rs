//! Depth-first proof-number search: proofs in a table of a given size.

use crate::budget::{StopReason, Stopped};
use crate::game::{Game, Keyed};
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::Observer;
use crate::parts::NO_CHANCE;
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::strategies::proof_number::{is_attacker, is_won_for_attacker};
use crate::strategy::Strategy;
use plywood_eval::Score;
use std::collections::HashMap;

/// Proof-number search (df-pn) that goes depth first and keeps its numbers in a table, so it never stops because memory runs out.
///
/// **Idea.** [`ProofNumber`](crate::ProofNumber) returns to the root after each leaf, only to come back to nearly the same place. Here a node
/// is left when its numbers reach thresholds at which the most proving leaf is elsewhere. What it was worth is in the table; an entry that was
/// replaced is only searched again.
///
/// **Invariant.** For the side to move, φ is the number to prove its aim and δ the number to disprove it: φ is the least of the children's
/// δ, and δ the sum of their φ. The child with the least δ is searched until its φ reaches `δ_t − (δ − φ)` or its δ exceeds the second least by a
/// quarter.
///
/// **Cost.** Twenty-four bytes for each entry of the table. Positions that are reached in several ways are counted several times in a sum, so
/// numbers may be too high; they only guide the search.
///
/// **What it proves.** A win is claimed after the proof was played through from the root, in which every answer of the defender loses. Where
/// repetition is a draw, a proof from the table may not hold on the path to it (the graph history interaction); then nothing is claimed. Where
/// it isn't, a line that comes back to a position proves nothing there. That there is no win is claimed only if neither a repetition nor the
/// depth ended a line.
///
/// **Source.** Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002; Kishimoto and Müller, "A general solution to
/// the graph history interaction problem", 2004; the factor for the second least δ: Pawlewicz and Lew, "Improving depth-first pn-search:
/// 1 + ε trick", 2007.
///
/// **Chapter.** `docs/book/src/proofs.md`, in the repository.
///
/// The score of a proven win is the length of the proof, which may be longer than the shortest. Reasons are those of
/// [`ProofNumber`](crate::ProofNumber), and [`StopReason::Depth`] also ends a search whose proof isn't claimed.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{DfPn, Limits, Score, StopReason, Strategy};
///
/// let report = DfPn::new(1).search(&"ddca".parse::<ConnectFour>()?, &Limits::none());
/// assert_eq!((report.reason, report.score), (StopReason::Solved, Some(Score::won_in(3))));
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
///
/// A game with chance has no such proofs, so the compiler refuses it:
///
/// ```compile_fail
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{DfPn, Limits, Strategy};
///
/// let tree: ChanceTree = "(1 {2 3})".parse().unwrap();
/// DfPn::new(1).search(&tree, &Limits::none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DfPn {
    megabytes: usize,
}

impl DfPn {
    /// Makes a search with a table of this many megabytes.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub const fn new(megabytes: usize) -> Self {
        assert!(megabytes > 0, "df-pn: a table needs memory");
        Self { megabytes }
    }

    search_methods!();
}

impl<G: Keyed> Strategy<G> for DfPn {
    fn name(&self) -> String {
        format!("df-pn+memory={}", self.megabytes)
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        const { assert!(G::STAKES.is_none(), "{}", NO_CHANCE) };
        Root::search(position, limits, |root| {
            let entries = (self.megabytes << 20) / size_of::<Entry>();
            let mut search = Search::new(limits, entries);
            let mut state = SearchState::new(limits, observer);
            let found = search.solve(&root, &mut state);
            let (reason, won) = found.unwrap_or((state.stop_reason(), None));
            let line = won.as_ref().map_or_else(
                || Line::from_iter([search.stubborn(&root)]),
                |(_, line)| line.clone(),
            );
            Report {
                best_move: line.first().copied(),
                score: won.map(|(score, _)| score),
                depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
                line,
                stats: state.stats(),
                elapsed: state.budget.elapsed(),
                ..Report::new(reason)
            }
        })
    }
}

const INFINITE: u32 = u32::MAX;

/// The numbers of a node, for its side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    const REACHED: Self = Self::new(0, INFINITE);
    const MISSED: Self = Self::new(INFINITE, 0);
    /// Thresholds that only a solved node reaches.
    const HIGHEST: Self = Self::new(INFINITE, INFINITE);

    const fn new(phi: u32, delta: u32) -> Self {
        Self { phi, delta }
    }

    /// Returns the numbers of a node at which the attacker has won, or has not.
    const fn of_end(is_won: bool, ply: u16) -> Self {
        if is_won == is_attacker(ply) {
            Self::REACHED
        } else {
            Self::MISSED
        }
    }

    /// Returns the numbers of a node with these children: the least of their δ, and the sum of their φ.
    fn of(children: &[Self]) -> Self {
        let least = children.iter().map(|child| child.delta).min();
        Self::new(least.unwrap_or(INFINITE), sum(children))
    }
}

/// Adds up the φ of nodes. Transpositions may double a number at every ply, but only a sum with an infinite one is infinite.
fn sum<'a>(nodes: impl IntoIterator<Item = &'a Numbers>) -> u32 {
    let numbers = nodes.into_iter().map(|node| node.phi);
    numbers.fold(0, |sum, phi| match (sum, phi) {
        (INFINITE, _) | (_, INFINITE) => INFINITE,
        _ => sum.saturating_add(phi).min(INFINITE - 1),
    })
}

/// A node: its position, its moves and its ply.
struct At<'a, G: Game>(&'a G, &'a [G::Move], u16);

/// The reason a search ended, and a win that it claims.
type Found<M> = (StopReason, Option<Won<M>>);

/// A win: its score, and the line of the proof that lasts longest.
type Won<M> = (Score, Line<M>);

struct Search {
    table: Vec<Entry>,
    max_depth: u32,
    /// `true` if the numbers of a position depend on its ply.
    has_depth: bool,
    is_cut_by_depth: bool,
}

/// A position in the table, and the nodes that its numbers took.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u64,
    numbers: Option<Numbers>,
    work: u32,
}

/// The entries among which a new one replaces the one that took the fewest nodes.
const BUCKET: usize = 4;

impl Search {
    fn new(limits: &Limits, entries: usize) -> Self {
        Self {
            table: vec![Entry::default(); entries / BUCKET * BUCKET],
            max_depth: limits.depth_to_search(),
            has_depth: limits.max_depth().is_some(),
            is_cut_by_depth: false,
        }
    }

    /// Searches until the root is solved, and returns the reason for the end and a win.
    fn solve<G: Keyed>(
        &mut self,
        root: &Root<'_, G>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Found<G::Move>, Stopped> {
        let entered = state.checkpoint();
        state.visit_at(0)?;
        let reason = |is_sure| [StopReason::Depth, StopReason::Solved][usize::from(is_sure)];
        let at = At(root.position, &root.moves, 0);
        let (numbers, _) = self.expand(&at, Numbers::HIGHEST, state)?;
        let is_sure = !self.is_cut_by_depth && !entered.depends_on_path_until(state.checkpoint());
        if numbers != Numbers::REACHED {
            return Ok((reason(is_sure), None));
        }
        let mut played = HashMap::new();
        loop {
            let known = played.len();
            let won = self.play_through(&at, &mut played, state)?;
            // A move that went round in a circle may win now, since other positions on it do.
            played.retain(|_, won| won.is_some());
            if won.is_some() || played.len() == known {
                return Ok((reason(won.is_some()), won));
            }
        }
    }

    /// Searches below a node with these moves until its numbers reach the thresholds, and returns them and the most proving move's place.
    fn expand<G: Keyed>(
        &mut self,
        &At(position, moves, ply): &At<'_, G>,
        thresholds: Numbers,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(Numbers, usize), Stopped> {
        let (entered, before) = (state.checkpoint(), state.budget.spent());
        let positions: Vec<G> = moves.iter().map(|mv| position.after(*mv)).collect();
        let mut children = Vec::with_capacity(moves.len());
        for child in &positions {
            children.push(self.look(child, ply + 1, state)?);
        }
        loop {
            let numbers = Numbers::of(&children);
            let best = (0..children.len()).min_by_key(|child| children[*child].delta);
            let best = best.unwrap_or_default();
            if numbers.phi >= thresholds.phi || numbers.delta >= thresholds.delta {
                let is_sure = !entered.depends_on_path_until(state.checkpoint());
                let work = state.budget.spent() - before;
                self.put((position, ply), numbers, is_sure, work);
                return Ok((numbers, best));
            }
            let others = (0..children.len()).filter(|child| *child != best);
            let second = others
                .map(|child| children[child].delta)
                .min()
                .unwrap_or(INFINITE);
            let others_sum = sum(children[..best].iter().chain(&children[best + 1..]));
            // A quarter more than the second least, so that the search doesn't jump to and fro.
            let second = second.saturating_add(second / 4 + 1);
            let phi = match thresholds.delta {
                INFINITE => INFINITE,
                finite => finite.saturating_sub(others_sum),
            };
            let below = Numbers::new(phi, thresholds.phi.min(second));
            let moves = positions[best].legal_moves();
            let child = At(&positions[best], &moves, ply + 1);
            (children[best], _) = self.expand(&child, below, state)?;
        }
    }

    /// Returns the numbers of a node before it is expanded: those of the table, or of a leaf.
    fn look<G: Keyed>(
        &mut self,
        position: &G,
        ply: u16,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Numbers, Stopped> {
        state.visit_at(ply.into())?;
        let moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            let is_won = is_won_for_attacker(state.ended(ending), ply);
            return Ok(Numbers::of_end(is_won, ply));
        }
        if u32::from(ply) >= self.max_depth {
            self.is_cut_by_depth = true;
            return Ok(Numbers::of_end(false, ply));
        }
        let count = u32::try_from(moves.len()).unwrap_or(INFINITE - 1);
        let known = self.get(position, ply);
        Ok(known.unwrap_or(Numbers::new(1, count)))
    }

    /// Returns the key of a position at a ply: with a limit of depth, numbers depend on the plies left.
    fn key<G: Keyed>(&self, position: &G, ply: u16) -> u64 {
        let plies = u64::from(if self.has_depth { ply } else { ply % 2 });
        position.key() ^ plies.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn bucket(&mut self, key: u64) -> &mut [Entry] {
        let buckets = self.table.len() / BUCKET;
        let bucket = usize::try_from(key % buckets as u64).unwrap_or_default();
        &mut self.table[bucket * BUCKET..][..BUCKET]
    }

    fn get<G: Keyed>(&mut self, position: &G, ply: u16) -> Option<Numbers> {
        let key = self.key(position, ply);
        let found = self.bucket(key).iter().find(|entry| entry.key == key);
        found?.numbers
    }

    /// Stores the numbers of a node and the nodes they took, unless the attacker fails there and that isn't sure, since a repetition may be why.
    fn put<G: Keyed>(
        &mut self,
        (position, ply): (&G, u16),
        numbers: Numbers,
        is_sure: bool,
        work: u64,
    ) {
        // The root may be searched without some of its moves.
        if ply == 0 || (numbers == Numbers::of_end(false, ply) && !is_sure) {
            return;
        }
        let key = self.key(position, ply);
        let bucket = self.bucket(key);
        let own = bucket.iter().position(|entry| entry.key == key);
        let least = (0..BUCKET).min_by_key(|place| bucket[*place].work);
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        bucket[own.or(least).unwrap_or_default()] = Entry {
            key,
            numbers: Some(numbers),
            work,
        };
    }

    /// Plays a proof through: each answer of the defender, and a winning move of the attacker. Returns the least that it wins and the line to
    /// that, or `None` if it doesn't hold on this path or within the depth. Positions that are played have no win yet: a proof that needs
    /// itself is none.
    fn play_through<G: Keyed>(
        &mut self,
        at: &At<'_, G>,
        played: &mut HashMap<u64, Option<Won<G::Move>>>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Won<G::Move>>, Stopped> {
        let &At(position, moves, ply) = at;
        state.visit_at(ply.into())?;
        if let Some(ending) = position.ending_in_search(moves) {
            let score = state.ended(ending);
            let is_won = is_won_for_attacker(score, ply);
            let score = if is_attacker(ply) { score } else { -score };
            return Ok(is_won.then(|| (score, Line::new())));
        }
        let key = self.key(position, ply);
        if let Some(won) = played.get(&key).cloned() {
            return Ok(won.map(|(score, line)| (score.relative_to_root(ply.into()), line)));
        }
        if u32::from(ply) >= self.max_depth {
            return Ok(None);
        }
        if !G::DEPENDS_ON_HISTORY {
            played.insert(key, None);
        }
        let mut least: Option<Won<G::Move>> = None;
        for mv in self.proof_moves(at, state)? {
            let child = position.after(mv);
            let below = child.legal_moves();
            let won = self.play_through(&At(&child, &below, ply + 1), played, state)?;
            let won = won.map(|(score, line)| (score, std::iter::once(mv).chain(line).collect()));
            match won {
                None if is_attacker(ply) => {}
                None => return Ok(None),
                Some(won) if least.as_ref().is_none_or(|(score, _)| won.0 < *score) => {
                    least = Some(won);
                }
                Some(_) => {}
            }
            if is_attacker(ply) && least.is_some() {
                break;
            }
        }
        if let (Some(known), Some((score, line))) = (played.get_mut(&key), &least) {
            *known = Some((score.relative_to_node(ply.into()), line.clone()));
        }
        Ok(least)
    }

    /// Returns the moves of a proven node that a proof has to show: those that win for the attacker, or all of the defender's. A node whose
    /// entries were replaced is searched again.
    fn proof_moves<G: Keyed>(
        &mut self,
        at: &At<'_, G>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<G::Move>, Stopped> {
        let &At(position, moves, ply) = at;
        if !is_attacker(ply) {
            return Ok(moves.to_vec());
        }
        let mut winning = Vec::new();
        for &mv in moves {
            if self.look(&position.after(mv), ply + 1, state)? == Numbers::MISSED {
                winning.push(mv);
            }
        }
        if winning.is_empty() {
            let (_, best) = self.expand(at, Numbers::HIGHEST, state)?;
            winning.extend(moves.get(best));
        }
        Ok(winning)
    }

    /// Returns the root move that is hardest to disprove, as far as the table knows; of equals, the first.
    fn stubborn<G: Keyed>(&mut self, root: &Root<'_, G>) -> G::Move {
        let mut number = |mv: G::Move| {
            let known = self.get(&root.position.after(mv), 1);
            known.map_or(1, |known| known.phi)
        };
        let numbered = root.moves.iter().rev().map(|mv| (number(*mv), *mv));
        let best = numbered.max_by_key(|(number, _)| *number);
        best.map_or(root.moves[0], |(_, mv)| mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::{ConnectFour, TicTacToe};
    use crate::strategies::minimax::Minimax;
    use crate::with_history::WithHistory;

    /// Solves a position with a table of this many entries, and returns whether it is won, and the plies of the proof.
    fn solved<G: Keyed>(position: &G, entries: usize) -> Option<Score> {
        let limits = Limits::none();
        let mut search = Search::new(&limits, entries);
        let mut score = None;
        Root::search(position, &limits, |root| {
            let mut silent = ();
            let mut state = SearchState::new(&limits, &mut silent);
            let (reason, won) = search.solve(&root, &mut state).expect("there is no limit");
            assert_eq!(reason, StopReason::Solved);
            score = won.map(|(score, _)| score);
            Report::new(reason)
        });
        score
    }

    #[test]
    fn a_table_of_a_few_entries_proves_the_same() {
        let mut wins = 0;
        for (first, second) in (0..9).flat_map(|first| (0..9).map(move |second| (first, second))) {
            let board = TicTacToe::new();
            let moves = board.legal_moves();
            if first == second {
                continue;
            }
            let board = board.after(moves[first]).after(moves[second]);
            let value = Minimax::new(|_: &TicTacToe| Score::DRAW).search(&board, &Limits::none());
            let is_won = value.score > Some(Score::DRAW);
            for entries in [BUCKET, 16 * BUCKET, 10_000] {
                let proven = solved(&board, entries);
                assert_eq!(proven.is_some(), is_won, "{entries} entries: {board}");
                assert!(
                    proven.is_none_or(|proven| Some(proven) <= value.score),
                    "no quicker win"
                );
                assert_eq!(solved(&WithHistory::new(board), entries).is_some(), is_won);
            }
            wins += u32::from(is_won);
        }
        assert!(wins > 10, "{wins} wins");
    }

    #[test]
    fn a_win_in_connect_four_is_proven_with_little_memory() {
        let board: ConnectFour = "ddca".parse().unwrap();
        for entries in [16 * BUCKET, 40_000] {
            assert_eq!(solved(&board, entries), Some(Score::won_in(3)));
        }
    }
}
