//! [`LeafValue`]: values the leaf at which a round ends.

use super::tree::expectation;
use crate::budget::Stopped;
use crate::chance::Dice;
use crate::chance::rolled;
use crate::game::{Game, Keyed, Tactical};
use crate::horizon::Horizon;
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::Window;
use plywood_eval::{Evaluator, Score};
use std::collections::HashMap;

/// Values the leaf at which a round ends. [`RandomGames`] play on from there, [`AtOnce`] evaluates it, and [`Shallow`] searches it depth first.
pub trait LeafValue<G: Game> {
    /// Returns the value of a position for its side to move. The search has visited it, and the game isn't over there.
    ///
    /// # Errors
    /// If the budget has run out.
    fn value(
        &mut self,
        position: &G,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped>;

    /// Returns an estimate of the position, for backups that mix in the minimax value of estimates. By default that's the value.
    ///
    /// # Errors
    /// If the budget has run out.
    fn estimate(
        &mut self,
        position: &G,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped> {
        let _ = (position, state);
        Ok(None)
    }

    /// Returns `true` if a win or loss that it returns is forced, and not just the end of one game.
    fn proves(&self) -> bool {
        false
    }

    /// Returns the part of it that learns from rounds, if there is one.
    fn learner(&mut self) -> Option<&mut dyn Learner<G>> {
        None
    }

    /// Forgets what must not carry over into a new search.
    fn begin(&mut self) {}

    /// Returns its words in a composition.
    fn parts(&self) -> Vec<String>;
}

/// Learns from the rounds of a search.
pub trait Learner<G: Game> {
    /// Learns from a round: all its moves from the root, the two sides' in turn, and its result, from 0 to 1, for the side that made the first.
    fn learn(&mut self, moves: &[G::Move], result: f64);

    /// Forgets all rounds before a new search.
    fn forget(&mut self);
}

/// A value whose type is known only at run time.
impl<G: Game> LeafValue<G> for Box<dyn LeafValue<G> + Send> {
    fn value(
        &mut self,
        position: &G,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        (**self).value(position, round, state)
    }

    fn estimate(
        &mut self,
        position: &G,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped> {
        (**self).estimate(position, state)
    }

    fn proves(&self) -> bool {
        (**self).proves()
    }

    fn learner(&mut self) -> Option<&mut dyn Learner<G>> {
        (**self).learner()
    }

    fn begin(&mut self) {
        (**self).begin();
    }

    fn parts(&self) -> Vec<String> {
        (**self).parts()
    }
}

/// The value of a leaf: a result from 0 to 1, and the score that it was made from, both for the same side.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Outcome, Score};
///
/// let outcome = Outcome::of::<ConnectFour>(Score::centipawns(400));
/// assert!((outcome.result - 10.0 / 11.0).abs() < 1e-9, "ten times as many points as the opponent");
/// assert_eq!(outcome.turned().score, Score::centipawns(-400));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The expected result.
    pub result: f64,
    /// The score.
    pub score: Score,
}

impl Outcome {
    /// Returns the outcome for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            result: 1.0 - self.result,
            score: -self.score,
        }
    }

    /// Expects the result of Elo's formula; in a game with chance the one that is worth as much, so that the mean of results is that of
    /// scores.
    #[must_use]
    pub fn of<G: Game>(score: Score) -> Self {
        let result = expectation::<G>(score);
        Self { result, score }
    }
}

/// A round's dice, and its moves if a part of the search reads them.
#[derive(Debug, Clone)]
pub struct Round<M> {
    /// The dice for its random choices.
    pub dice: Dice,
    moves: Option<Vec<M>>,
}

impl<M> Round<M> {
    pub(super) fn new(seed: u64, notes_moves: bool) -> Self {
        Self {
            dice: Dice::new(seed),
            moves: notes_moves.then(Vec::new),
        }
    }

    /// Notes a player's move, and no outcome of chance: so the moves of a round are the two sides' in turn.
    #[inline]
    pub fn note(&mut self, mv: M) {
        if let Some(moves) = &mut self.moves {
            moves.push(mv);
        }
    }

    /// Returns the moves of the round, none unless a part reads them.
    pub(super) fn moves(&self) -> &[M] {
        self.moves.as_deref().unwrap_or_default()
    }

    pub(super) fn begin(&mut self) {
        if let Some(moves) = &mut self.moves {
            moves.clear();
        }
    }
}

/// Plays a random game to its end, or for some plies and evaluates the position reached.
///
/// **Idea.** Strong or weak, the games from a good position are won more often. No knowledge of the game is needed.
///
/// **Cost.** A whole game for each value; each of its positions counts as a node. Cut after a few plies it's quicker, and as good as the
/// evaluator.
///
/// **Source.** Abramson, "Expected-outcome: a general model of static evaluation", 1990; cut: Lorentz, "Amazons discover Monte-Carlo", 2008.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RandomGames<H, C = AnyMove> {
    horizon: H,
    choice: C,
    plies: Option<u32>,
}

/// The plies after which a game without end is evaluated.
const LONGEST_GAME: u32 = 200;

impl<H> RandomGames<H> {
    /// Plays games of up to 200 plies, whose last position this horizon scores.
    pub const fn new(horizon: H) -> Self {
        Self {
            horizon,
            choice: AnyMove,
            plies: None,
        }
    }
}

impl<H, C> RandomGames<H, C> {
    /// Cuts the games after this many plies.
    #[must_use]
    pub fn plies(self, plies: impl Into<Option<u32>>) -> Self {
        let plies = plies.into();
        Self { plies, ..self }
    }

    /// Chooses the moves of the games.
    #[must_use]
    pub fn choosing<C2>(self, choice: C2) -> RandomGames<H, C2> {
        RandomGames {
            horizon: self.horizon,
            choice,
            plies: self.plies,
        }
    }
}

impl<G: Game, H: Horizon<G>, C: GameMove<G>> LeafValue<G> for RandomGames<H, C> {
    fn value(
        &mut self,
        position: &G,
        round: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        let plies = self.plies.unwrap_or(LONGEST_GAME);
        let (mut position, mut played) = (position.clone(), 0);
        loop {
            let view = |score: Score| {
                let outcome = Outcome::of::<G>(score);
                let is_own = played % 2 == 0;
                if is_own { outcome } else { outcome.turned() }
            };
            let moves = position.legal_moves();
            if let Some(ending) = position.ending_in_search(&moves) {
                return Ok(view(state.ended(ending)));
            }
            if played == plies {
                return Ok(view(self.horizon.value(&position, Window::OPEN, state)?));
            }
            let mv = if let Some(outcome) = rolled(&position, &mut round.dice) {
                state.visit_at(state.ply())?;
                outcome
            } else {
                played += 1;
                let mv = self.choice.choose(&position, &moves, round);
                round.note(mv);
                state.visit_at(state.ply() + 1)?;
                mv
            };
            position = position.after(mv);
        }
    }

    fn estimate(
        &mut self,
        position: &G,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped> {
        self.horizon.value(position, Window::OPEN, state).map(Some)
    }

    fn learner(&mut self) -> Option<&mut dyn Learner<G>> {
        self.choice.learner()
    }

    fn parts(&self) -> Vec<String> {
        let cut = self.plies.map(|plies| format!("cut={plies}"));
        cut.into_iter().chain(self.choice.parts()).collect()
    }
}

/// Chooses the moves of a random game.
pub trait GameMove<G: Game> {
    /// Chooses one of the legal moves, of which there is at least one.
    fn choose(&self, position: &G, moves: &[G::Move], round: &mut Round<G::Move>) -> G::Move;

    /// Returns the part of it that learns from rounds, if there is one.
    fn learner(&mut self) -> Option<&mut dyn Learner<G>> {
        None
    }

    /// Returns its words in a composition.
    fn parts(&self) -> Vec<String>;
}

/// Any legal move, each as likely as the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AnyMove;

impl<G: Game> GameMove<G> for AnyMove {
    #[inline]
    fn choose(&self, _: &G, moves: &[G::Move], round: &mut Round<G::Move>) -> G::Move {
        moves[round.dice.below(moves.len())]
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// One move in ten of a game that prefers good moves is any move, so that two games differ.
const ANY: f64 = 0.1;

/// The move after which the evaluator likes the position best; one move in ten is any move.
///
/// **Cost.** An evaluation for each move of each position of a game. They aren't counted as nodes.
///
/// **Source.** Lorentz, "Improving Monte-Carlo tree search in Havannah", 2010, and others: ε-greedy playouts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestLooking<E>(pub E);

impl<G: Game, E: Evaluator<G>> GameMove<G> for BestLooking<E> {
    fn choose(&self, position: &G, moves: &[G::Move], round: &mut Round<G::Move>) -> G::Move {
        if round.dice.share() < ANY {
            return AnyMove.choose(position, moves, round);
        }
        let look = |mv: G::Move| {
            let child = position.after(mv);
            let ending = child.ending_at_leaf().map(|ending| ending.score(1));
            -ending.unwrap_or_else(|| self.0.evaluate(&child))
        };
        best_of(moves, &mut round.dice, look)
    }

    fn parts(&self) -> Vec<String> {
        vec!["looking-games".to_owned()]
    }
}

/// The noisy move that is likely to win most, and any move if there is none; one move in ten is any move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptureFirst;

impl<G: Tactical> GameMove<G> for CaptureFirst {
    fn choose(&self, position: &G, moves: &[G::Move], round: &mut Round<G::Move>) -> G::Move {
        if round.dice.share() < ANY {
            return AnyMove.choose(position, moves, round);
        }
        best_of(moves, &mut round.dice, |mv| position.capture_rank(mv))
    }

    fn parts(&self) -> Vec<String> {
        vec!["capture-games".to_owned()]
    }
}

/// Returns the best move; of equals, any.
fn best_of<M: Copy, R: Ord>(moves: &[M], dice: &mut Dice, rank: impl Fn(M) -> R) -> M {
    let start = dice.below(moves.len());
    let (after, before) = (moves[start..].iter(), moves[..start].iter());
    let best = after.chain(before).copied().max_by_key(|mv| rank(*mv));
    best.unwrap_or(moves[start])
}

/// MAST: each move keeps the mean result of the rounds in which its side played it, wherever that was, and moves with better results are
/// played more often.
///
/// **Invariant.** A move with the mean Q is played with a probability in proportion to e^(Q / τ), τ = 1/4; a move that was never played has
/// Q = 1, so that it is tried.
///
/// **Source.** Finnsson and Björnsson, "Simulation-based approach to general game playing", 2008.
#[derive(Debug, Clone, Default)]
pub struct Mast {
    /// The rounds of each move and the sum of their results, by its code, for the side to move at the root and for the other.
    results: [HashMap<u16, (u32, f64)>; 2],
}

/// The τ of the formula. A lower one prefers the best moves more.
const MAST_TEMPERATURE: f64 = 0.25;

impl<G: Keyed> GameMove<G> for Mast {
    fn choose(&self, _: &G, moves: &[G::Move], round: &mut Round<G::Move>) -> G::Move {
        let results = &self.results[round.moves().len() % 2];
        let weight = |mv: &G::Move| {
            let known = results.get(&G::move_code(*mv));
            let mean = known.map_or(1.0, |(games, sum)| sum / f64::from(*games));
            (mean / MAST_TEMPERATURE).exp()
        };
        let weights: Vec<f64> = moves.iter().map(weight).collect();
        moves[round.dice.drawn(&weights)]
    }

    fn learner(&mut self) -> Option<&mut dyn Learner<G>> {
        Some(self)
    }

    fn parts(&self) -> Vec<String> {
        vec!["mast".to_owned()]
    }
}

impl<G: Keyed> Learner<G> for Mast {
    fn learn(&mut self, moves: &[G::Move], result: f64) {
        for (ply, mv) in moves.iter().enumerate() {
            let side = ply % 2;
            let known = self.results[side].entry(G::move_code(*mv)).or_default();
            known.0 += 1;
            known.1 += if side == 0 { result } else { 1.0 - result };
        }
    }

    fn forget(&mut self) {
        self.results.iter_mut().for_each(HashMap::clear);
    }
}

/// Values a leaf at once, with a horizon: the evaluator, or quiescence.
///
/// **Source.** With an evaluator, as in Silver et al. 2017; Ramanujan and Selman, "Trade-offs in sampling-based adversarial planning", 2011.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtOnce<H>(pub H);

impl<G: Game, H: Horizon<G>> LeafValue<G> for AtOnce<H> {
    fn value(
        &mut self,
        position: &G,
        _: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        self.0
            .value(position, Window::OPEN, state)
            .map(Outcome::of::<G>)
    }

    fn proves(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        let evaluated = vec!["evaluated".to_owned()];
        evaluated.into_iter().chain(self.0.parts()).collect()
    }
}

/// Values a leaf by a depth-first search of a few plies: any [`FixedDepth`] with its parts. The two halves of game search meet here.
///
/// **Idea.** Rounds are few and choose where to look; the depth-first search sees what happens in the next moves there. A win or loss that
/// it proves is proven in the tree as well.
///
/// **Source.** Winands and Björnsson, "αβ-based play-outs in Monte-Carlo tree search", 2011; Baier and Winands, "MCTS-minimax hybrids",
/// 2015.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, BestFirst, Captures, Limits, Shallow, Strategy};
///
/// let two_plies = Shallow::new(AlphaBeta::new(ConnectFour::estimate).ordering(Captures), 2);
/// let mut search = BestFirst::of(two_plies).solving();
/// let report = search.search(&"ddca".parse::<ConnectFour>().unwrap(), &Limits::rounds(50));
/// assert_eq!(report.best_move.unwrap().to_string(), "e");
/// ```
#[derive(Debug, Clone)]
pub struct Shallow<S> {
    search: S,
    depth: u32,
}

impl<S> Shallow<S> {
    /// Searches this many plies from each leaf.
    pub const fn new(search: S, depth: u32) -> Self {
        Self { search, depth }
    }
}

impl<G: Game, S: FixedDepth<G>> LeafValue<G> for Shallow<S> {
    fn value(
        &mut self,
        position: &G,
        _: &mut Round<G::Move>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        let score = self
            .search
            .value(position, self.depth, Window::OPEN, state)?;
        Ok(Outcome::of::<G>(score))
    }

    fn proves(&self) -> bool {
        true
    }

    fn begin(&mut self) {
        self.search.begin();
    }

    fn parts(&self) -> Vec<String> {
        let name = self.search.name();
        let inner = name.split('+').skip(1).map(str::to_owned);
        let depth = format!("shallow={}", self.depth);
        std::iter::once(depth).chain(inner).collect()
    }
}
