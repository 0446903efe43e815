//! [`Quiescence`]: at the horizon, plays out noisy moves before the evaluator scores the position.

use crate::budget::Stopped;
use crate::game::Tactical;
use crate::horizon::Horizon;
use crate::ordering::{Captures, MoveOrdering};
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::{Evaluator, Score};

/// A horizon that plays out noisy moves. The game must be [`Tactical`].
///
/// **Idea.** A position in the middle of an exchange can't be evaluated reliably. Below the horizon only noisy moves are searched, and the
/// side to move may stand pat, that is, take the evaluator's score: it usually has a quiet move that is no worse. A side in check may not
/// stand pat, and all its moves are searched.
///
/// **Invariant.** That of fail-soft alpha-beta, for the tree of noisy moves.
///
/// **Chance.** A position that waits for chance is evaluated as it is.
///
/// **Blind spots.** At the horizon itself, the end of the game is recognized. Below it all moves are generated only for a side in check, so
/// mate is seen there but stalemate is not.
///
/// **Cost.** In chess about as many nodes again as the search above it, or two to three times as many with poor ordering.
///
/// **Source.** Beal, "A generalised quiescence search algorithm", 1990; earlier Turing, "Digital computers applied to games", 1953.
///
/// By default it leaves out moves that lose by exchange ([`NoLosingExchange`]).
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Minimax, Quiescence, Score, Strategy};
///
/// // The first move seems to win 9, until the noisy answer is seen.
/// let tree: Tree = "(9(!-5 9) 1(1 2))".parse().unwrap();
/// let blind = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(1));
/// let seeing = Minimax::with_horizon(Quiescence::new(Tree::estimate))
///     .search(&tree, &Limits::depth(1));
/// assert_eq!(blind.score, Some(Score::centipawns(9)));
/// assert_eq!(seeing.score, Some(Score::centipawns(1)));
/// ```
#[doc(alias = "qsearch")]
#[derive(Debug, Clone, Copy)]
pub struct Quiescence<E, S = NoLosingExchange> {
    evaluator: E,
    selection: S,
}

/// Decides which noisy moves to play out.
///
/// It is called for the noisy moves of a side that is not in check. A side in check may play every legal move.
///
/// ```
/// use plywood_core::{Move, Position};
/// use plywood_eval::Material;
/// use plywood_search::{
///     AlphaBeta, EveryNoisyMove, Limits, Quiescence, Score, NoisySelection, Strategy,
///     Tactical,
/// };
///
/// /// Plays out a capture only if it wins a knight or more.
/// struct WinsAPiece;
///
/// impl NoisySelection<Position> for WinsAPiece {
///     fn is_worth_playing(&self, position: &Position, mv: Move) -> bool {
///         position.exchange(mv) >= Score::centipawns(300)
///     }
/// }
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let position: Position = fen.parse().unwrap();
/// let all = Quiescence::new(Material::default()).selecting(EveryNoisyMove);
/// let few = Quiescence::new(Material::default()).selecting(WinsAPiece);
/// let all = AlphaBeta::with_horizon(all).search(&position, &Limits::depth(1));
/// let few = AlphaBeta::with_horizon(few).search(&position, &Limits::depth(1));
/// assert!(few.stats.quiescence < all.stats.quiescence);
/// ```
pub trait NoisySelection<G: Tactical> {
    /// Returns `true` to search the move of a side that is not in check.
    fn is_worth_playing(&self, position: &G, mv: G::Move) -> bool;
}

/// Plays out every noisy move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct EveryNoisyMove;

impl<G: Tactical> NoisySelection<G> for EveryNoisyMove {
    #[inline]
    fn is_worth_playing(&self, _position: &G, _mv: G::Move) -> bool {
        true
    }
}

/// Leaves out noisy moves that lose by exchange. In chess that saves a third of the nodes and half of the time, and occasionally misses a
/// combination. In a game without [exchanges](Tactical::exchange) it leaves out no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NoLosingExchange;

impl<G: Tactical> NoisySelection<G> for NoLosingExchange {
    #[inline]
    fn is_worth_playing(&self, position: &G, mv: G::Move) -> bool {
        position.exchange(mv) >= Score::DRAW
    }
}

impl<E> Quiescence<E> {
    /// Makes a horizon that plays out noisy moves, unless they lose by exchange, before this evaluator scores a position.
    pub const fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            selection: NoLosingExchange,
        }
    }
}

impl<E, S> Quiescence<E, S> {
    /// Replaces the selection of noisy moves.
    pub fn selecting<S2>(self, selection: S2) -> Quiescence<E, S2> {
        Quiescence {
            evaluator: self.evaluator,
            selection,
        }
    }

    fn quiesce<G: Tactical>(
        &self,
        position: &G,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
        S: NoisySelection<G>,
    {
        if position.waits_for_chance() {
            return Ok(state.evaluate(&self.evaluator, position));
        }
        let is_check = position.is_check();
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let mut best = Score::LOWEST;
        if !is_check || state.is_too_deep() {
            best = state.evaluate(&self.evaluator, position);
            if best >= beta {
                return Ok(state.pruned(best, "stand pat"));
            }
            if state.is_too_deep() {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let mut moves = if is_check {
            position.legal_moves()
        } else {
            position.noisy_moves()
        };
        if is_check && let Some(ending) = position.ending_in_search(&moves) {
            return Ok(state.ended(ending));
        }
        Captures.sort(position, &mut moves, state.ply());
        let mut tried = 0;
        for &mv in moves.iter() {
            if !is_check && !self.selection.is_worth_playing(position, mv) {
                continue;
            }
            let window = Window::between(alpha, beta);
            state.down(mv);
            state.visit_quiescence(-window)?;
            let score = -self.quiesce(&position.after(mv), -window, state)?;
            state.up(score);
            tried += 1;
            best = best.max(score);
            if score >= beta {
                state.cutoff(tried - 1, moves.len());
                break;
            }
            if score > alpha {
                alpha = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<G: Tactical, E: Evaluator<G>, S: NoisySelection<G>> Horizon<G> for Quiescence<E, S> {
    fn value(
        &self,
        position: &G,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        match position.ending_at_leaf() {
            Some(ending) => Ok(state.ended(ending)),
            None => self.quiesce(position, window, state),
        }
    }

    #[inline]
    fn static_value(&self, position: &G, state: &mut SearchState<'_, G::Move>) -> Option<Score> {
        Some(state.static_value(&self.evaluator, position))
    }

    /// Returns `true`: a selection doesn't depend on the window, so the tree of noisy moves has one value.
    fn is_exact(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        vec!["quiescence".to_owned()]
    }
}
