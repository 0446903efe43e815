//! Checks of the laws that every game, evaluator and strategy must obey, for your own tests.
//!
//! ```
//! use plywood_search::games::ConnectFour;
//! use plywood_search::laws::{check_alternation, check_game, check_keyed, check_tactical};
//!
//! for seed in 0..5 {
//!     check_game(&ConnectFour::new(), seed).unwrap();
//!     check_alternation(&ConnectFour::new(), seed, |board| board.stones() % 2)
//!         .unwrap();
//!     check_keyed(&ConnectFour::new(), seed).unwrap();
//!     check_tactical(&ConnectFour::new(), seed).unwrap();
//! }
//! ```

use crate::budget::StopReason;
use crate::game::{Ending, Game, Keyed, Tactical};
use crate::limits::{Limits, StopHandle};
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::{Evaluator, Score, ScoreKind};
use std::collections::HashMap;
use std::mem::take;
use std::time::Duration;
use thiserror::Error;

/// A law that a game breaks, and the moves to the position where it does.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{law} ({})", self.place())]
pub struct BrokenLaw {
    /// The law, in words.
    pub law: &'static str,
    /// The moves from the start of the check, in text.
    pub moves: String,
}

impl BrokenLaw {
    fn after<M: ToString>(played: &[M], law: &'static str) -> Self {
        let moves: Vec<String> = played.iter().map(ToString::to_string).collect();
        Self {
            law,
            moves: moves.join(" "),
        }
    }

    fn place(&self) -> String {
        match self.moves.as_str() {
            "" => "at the start".to_owned(),
            moves => format!("after the moves {moves}"),
        }
    }
}

/// The most plies for which a random game is checked.
const LONGEST_GAME: usize = 300;
/// A game that random moves do not end within this many plies counts as endless.
const ENDLESS: usize = 20_000;

/// Checks the laws of [`Game`] in every position of a random game chosen by the seed, and in their children; also checks that the game
/// ends.
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_game<G: Game>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    check_each(root, seed)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let is_endless = random_game(root, &mut rng).nth(ENDLESS).is_some();
    require(
        !is_endless,
        "a game ends: 20,000 random moves do not end this one",
    )
    .map_err(|law| BrokenLaw::after::<G::Move>(&[], law))
}

fn check_each<G: Game>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let moves = position.legal_moves();
        let ending = position.ending(&moves);
        require(
            position.legal_moves()[..] == moves[..],
            "legal_moves always returns the same list",
        )?;
        require(all_different(&moves), "no move is listed twice")?;
        let texts: Vec<String> = moves.iter().map(|mv| format!("{mv:#}")).collect();
        require(
            all_different(&texts),
            "two moves of a position have different texts",
        )?;
        require(
            position.ending_at_leaf() == ending,
            "ending_at_leaf agrees with ending",
        )?;
        require(
            !moves.is_empty() || ending.is_some(),
            "a position without moves has ended",
        )?;
        let copy = position.clone();
        for &mv in moves.iter() {
            let child = copy.after(mv);
            let again = position.after(mv);
            let below = child.legal_moves();
            require(
                below[..] == again.legal_moves()[..],
                "a move always leads to the same position",
            )?;
            require(
                !below.is_empty() || child.ending(&below).is_some(),
                "a position without moves has ended",
            )?;
            require(
                child.ending_at_leaf() == again.ending_at_leaf(),
                "a move always leads to the same ending",
            )?;
        }
        require(
            position.legal_moves()[..] == moves[..],
            "after leaves the position unchanged",
        )
    })
}

/// Checks that the sides alternate along a random game chosen by the seed: `to_move` returns the side to move.
///
/// Every strategy negates a position's value for the other side, so its scores would be wrong in a game where a player may move twice in a
/// row. [`WithPasses`](crate::WithPasses) makes such a game alternate.
///
/// ```
/// use plywood_eval::Sides;
/// use plywood_search::games::TicTacToe;
/// use plywood_search::laws::check_alternation;
///
/// check_alternation(&TicTacToe::new(), 1, Sides::to_move).unwrap();
/// ```
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_alternation<G: Game, S: PartialEq>(
    root: &G,
    seed: u64,
    to_move: impl Fn(&G) -> S,
) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let (here, moves) = (to_move(position), position.legal_moves());
        let children = moves.iter().map(|mv| position.after(*mv));
        let mut below = children.filter(|child| child.ending_at_leaf().is_none());
        require(
            below.all(|child| to_move(&child) != here),
            "after a move the other side is to move, even if it can only pass: `WithPasses` adds passes",
        )
    })
}

/// Checks the laws of [`Keyed`] along a random game chosen by the seed, and that positions with the same key allow the same play: the moves
/// of that game in other orders lead to many positions with something in common.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::laws::check_keyed;
/// use plywood_search::{Ending, Game, Keyed};
///
/// /// Tic-tac-toe with a key that says which cells are taken, and not by whom.
/// #[derive(Clone)]
/// struct Colorblind(TicTacToe);
///
/// impl Game for Colorblind {
///     type Move = <TicTacToe as Game>::Move;
///     type Moves = <TicTacToe as Game>::Moves;
///     fn legal_moves(&self) -> Self::Moves {
///         self.0.legal_moves()
///     }
///     fn after(&self, cell: Self::Move) -> Self {
///         Self(self.0.after(cell))
///     }
///     fn ending(&self, moves: &[Self::Move]) -> Option<Ending> {
///         self.0.ending(moves)
///     }
/// }
/// impl Keyed for Colorblind {
///     fn key(&self) -> u64 {
///         let free = self.legal_moves().into_iter().map(Self::move_code);
///         free.fold(1, |key, cell| key ^ 1 << cell)
///     }
///     fn move_code(cell: Self::Move) -> u16 {
///         TicTacToe::move_code(cell)
///     }
/// }
/// let start = Colorblind(TicTacToe::new());
/// let broken = (0..9).find_map(|seed| check_keyed(&start, seed).err()).unwrap();
/// assert!(broken.law.starts_with("two positions with the same key"));
/// ```
///
/// # Errors
/// [`BrokenLaw`], the first one.
pub fn check_keyed<G: Keyed>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    check_keys(root, seed)?;
    check_contents(root, seed)
}

fn check_keys<G: Keyed>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let moves = position.legal_moves();
        let codes: Vec<u16> = moves.iter().map(|mv| G::move_code(*mv)).collect();
        require(
            all_different(&codes),
            "two moves of a position have different codes",
        )?;
        require(
            position.clone().key() == position.key(),
            "a copy has the same key",
        )?;
        for &mv in moves.iter() {
            let child = position.after(mv);
            require(child.key() != position.key(), "a move changes the key")?;
            require(
                child.key() == position.after(mv).key(),
                "a move always leads to the same key",
            )?;
        }
        Ok(())
    })
}

/// The number of other orders in which the moves of a random game are played.
const ORDERS: usize = 40;
/// Two positions with the same key are compared to the depth at which at most this many positions follow them.
const COMPARED: usize = 400;

/// Checks that positions with the same key allow the same play.
fn check_contents<G: Keyed>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let moves: Vec<G::Move> = random_game(root, &mut rng)
        .take(LONGEST_GAME)
        .filter_map(|ply| ply.1)
        .collect();
    let moves = &moves[..rng.usize(..=moves.len())];
    // The first position with a key, and the moves that have led to that key.
    let mut known = HashMap::new();
    for _ in 0..ORDERS {
        let (mut position, mut left, mut played) = (root.clone(), moves.to_vec(), Vec::new());
        loop {
            let first = || (position.clone(), vec![played.clone()]);
            let (other, ways) = known.entry(position.key()).or_insert_with(first);
            if !ways.contains(&played) {
                require(
                    is_played_alike(&position, other, COMPARED),
                    "two positions with the same key have the same moves and endings, some moves later, too: the key \
                     leaves out something that matters",
                )
                .map_err(|law| BrokenLaw::after(&played, law))?;
                ways.push(played.clone());
            }
            let legal = position.legal_moves();
            let is_over = position.ending(&legal).is_some();
            let possible = (0..left.len()).filter(|place| legal.contains(&left[*place]));
            let Some(place) = rng
                .choice(possible.collect::<Vec<_>>())
                .filter(|_| !is_over)
            else {
                break;
            };
            let mv = left.swap_remove(place);
            position = position.after(mv);
            played.push(mv);
        }
    }
    Ok(())
}

/// Returns `true` if two positions have the same moves and endings, and so have those after them.
fn is_played_alike<G: Game>(one: &G, other: &G, positions: usize) -> bool {
    let (moves, others) = (one.legal_moves(), other.legal_moves());
    // A repetition depends on the path that led here.
    let ending = |position: &G, moves: &[G::Move]| {
        let ending = position.ending(moves);
        ending.filter(|ending| *ending != Ending::Repeated)
    };
    if moves.len() != others.len()
        || !moves.iter().all(|mv| others.contains(mv))
        || ending(one, &moves) != ending(other, &others)
    {
        return false;
    }
    let below = positions / moves.len().max(1);
    below == 0
        || ending(one, &moves).is_some()
        || moves
            .iter()
            .all(|mv| is_played_alike(&one.after(*mv), &other.after(*mv), below))
}

/// Checks the laws of [`Tactical`] along a random game chosen by the seed.
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_tactical<G: Tactical>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let moves = position.legal_moves();
        let noisy = position.noisy_moves();
        require(
            noisy.iter().all(|mv| moves.contains(mv)),
            "every noisy move is a legal move",
        )?;
        require(all_different(&noisy), "no noisy move is listed twice")?;
        require(
            noisy.iter().all(|mv| position.capture_rank(*mv) > 0),
            "every noisy move has a rank",
        )?;
        let in_band = |mv: &G::Move| (0..=10_000).contains(&position.capture_rank(*mv));
        require(moves.iter().all(in_band), "ranks go from 0 to 10,000")
    })
}

/// Checks along a random game chosen by the seed that an evaluator only estimates: it returns wins and losses only for games that are over,
/// and the same score for a position every time.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::laws::check_evaluator;
/// use plywood_search::Score;
///
/// let start = ConnectFour::new();
/// check_evaluator(&start, 1, &ConnectFour::estimate).unwrap();
/// let error =
///     check_evaluator(&start, 1, &|_: &ConnectFour| Score::won_in(3)).unwrap_err();
/// assert_eq!(error.law, "an evaluator's score is no win or loss");
/// ```
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_evaluator<G: Game>(
    root: &G,
    seed: u64,
    evaluator: &impl Evaluator<G>,
) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let score = evaluator.evaluate(position);
        require(
            score.as_centipawns().is_some() || position.ending_at_leaf().is_some(),
            "an evaluator's score is no win or loss",
        )?;
        require(
            evaluator.evaluate(position) == score,
            "a position always has the same score",
        )
    })
}

/// Checks along a random game chosen by the seed that an evaluator gives the same score to a position and to its mirror image with the
/// sides exchanged.
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_mirrored<G: Game>(
    root: &G,
    seed: u64,
    evaluator: &impl Evaluator<G>,
    mirrored: impl Fn(&G) -> Option<G>,
) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let mirror_image = mirrored(position).map(|other| evaluator.evaluate(&other));
        require(
            mirror_image.is_none_or(|score| score == evaluator.evaluate(position)),
            "a position and its mirror image have the same score",
        )
    })
}

/// Checks your own law in every position of a random game chosen by the seed.
///
/// ```
/// use plywood_search::Game;
/// use plywood_search::games::TicTacToe;
/// use plywood_search::laws::check_positions;
///
/// let few_moves = |board: &TicTacToe| match board.legal_moves().len() {
///     0..=8 => Ok(()),
///     _ => Err("there are at most eight moves"),
/// };
/// let broken = check_positions(&TicTacToe::new(), 1, few_moves).unwrap_err();
/// assert_eq!(broken.to_string(), "there are at most eight moves (at the start)");
/// ```
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_positions<G: Game>(
    root: &G,
    seed: u64,
    check: impl Fn(&G) -> Result<(), &'static str>,
) -> Result<(), BrokenLaw> {
    let mut played = Vec::new();
    let mut rng = fastrand::Rng::with_seed(seed);
    for (position, mv) in random_game(root, &mut rng).take(LONGEST_GAME) {
        played.extend(mv);
        check(&position).map_err(|law| BrokenLaw::after(&played, law))?;
    }
    Ok(())
}

/// Checks a strategy in a position from a random game chosen by the seed: its moves are legal, it counts nodes, and it ends when a limit is
/// reached. If it claims to be exact, its value is plain minimax's at the same depth, and its move and every move of its line keep that
/// value. A position it reports as solved really is. It passes every window on as the other side sees it.
///
/// If the value is wrong, let `judge_strategy` in `plywood_arena` search written trees with it: it finds the smallest one the strategy gets
/// wrong, and names the bug.
///
/// A solved report can be checked only where the proof is short. Check it in a small game as well, such as
/// [`TicTacToe`](crate::games::TicTacToe), at a depth of 3 or more.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::laws::check_strategy;
/// use plywood_search::{AlphaBeta, Captures, Minimax};
///
/// let mut strategy = AlphaBeta::new(ConnectFour::estimate).ordering(Captures);
/// let mut minimax = Minimax::new(ConnectFour::estimate);
/// check_strategy(&ConnectFour::new(), 1, 3, &mut strategy, &mut minimax).unwrap();
/// ```
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_strategy<G: Game>(
    root: &G,
    seed: u64,
    depth: u32,
    strategy: &mut dyn Strategy<G>,
    minimax: &mut dyn FixedDepth<G>,
) -> Result<(), BrokenLaw> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (positions, moves): (Vec<_>, Vec<_>) =
        random_game(root, &mut rng).take(LONGEST_GAME).unzip();
    let last = rng.usize(1..=positions.len()) - 1;
    check_search(&positions[last], depth, strategy, minimax).map_err(|law| {
        let played: Vec<_> = moves[..=last].iter().copied().flatten().collect();
        BrokenLaw::after(&played, law)
    })
}

fn check_search<G: Game>(
    position: &G,
    depth: u32,
    strategy: &mut dyn Strategy<G>,
    minimax: &mut dyn FixedDepth<G>,
) -> Result<(), &'static str> {
    let report = strategy.search(position, &Limits::depth(depth));
    check_report(position, &report)?;
    require(
        report.score.is_none() || report.stats.nodes > 0,
        "a search counts its nodes by `visit`",
    )?;
    if report.is_exact && report.is_complete() {
        check_values(position, &report, minimax)?;
    }
    if report.reason == StopReason::Solved {
        check_proof(position, &report)?;
    }
    check_windows(position, depth, strategy)?;
    let nodes = report.stats.nodes;
    // A search as short as this may end before it checks its limits.
    if nodes < 2 || position.ending_at_leaf().is_some() {
        return Ok(());
    }
    let used = StopHandle::new();
    used.stop();
    let limits = [
        (
            Limits::nodes(nodes / 2),
            "a search ends when its nodes are used up",
        ),
        (
            Limits::time(Duration::ZERO),
            "a search ends when its time is used up",
        ),
        (
            Limits::none().with_stop(&used),
            "a search ends when it is asked to",
        ),
    ];
    for (limits, law) in limits {
        strategy.new_game();
        let limits = limits.with_depth(depth);
        let ended = strategy.search(position, &limits);
        // The work of several threads depends on their timing: half the nodes of one run may be more than the next one needs.
        let was_enough = limits
            .max_nodes()
            .is_some_and(|most| ended.stats.nodes < most);
        require(!ended.is_complete() || was_enough, law)?;
        check_report(position, &ended)?;
    }
    Ok(())
}

/// Checks that a report names legal moves.
fn check_report<G: Game>(position: &G, report: &Report<G::Move>) -> Result<(), &'static str> {
    let moves = position.legal_moves();
    require(
        report.best_move.is_some() || position.ending_in_search(&moves).is_some(),
        "a search finds a move as long as nobody has won",
    )?;
    require(
        report.line.first() == report.best_move.as_ref(),
        "the line begins with the best move",
    )?;
    let mut position = position.clone();
    for &mv in &report.line {
        require(
            position.legal_moves().contains(&mv),
            "every move of the line is legal",
        )?;
        position = position.after(mv);
    }
    Ok(())
}

/// Checks that the score, the best move and the line of an exact report agree with minimax.
fn check_values<G: Game>(
    position: &G,
    report: &Report<G::Move>,
    minimax: &mut dyn FixedDepth<G>,
) -> Result<(), &'static str> {
    let mut value = |position: &G, ply: usize| -> Option<Score> {
        let ply = u32::try_from(ply).ok()?;
        let depth = report.depth.checked_sub(ply)?;
        let mut silent = ();
        let mut state = SearchState::new(&Limits::none(), &mut silent);
        let score = minimax.value(position, depth, Window::OPEN, &mut state);
        let score = score.ok()?.relative_to_root(ply);
        Some(if ply % 2 == 0 { score } else { -score })
    };
    require(
        value(position, 0) == report.score,
        "an exact search finds minimax's value",
    )?;
    let mut position = position.clone();
    for (index, &mv) in report.line.iter().enumerate().take(report.depth as usize) {
        position = position.after(mv);
        let law = match index {
            0 => "the best move has the value of the search: it is told to `improved`",
            _ => "every move of the line has the value of the search",
        };
        require(value(&position, index + 1) == report.score, law)?;
    }
    Ok(())
}

/// Proofs that take more nodes than this are not checked.
const PROOF_NODES: u64 = 100_000;

/// Checks that a position is won, drawn or lost as a solved report says, unless that takes too long.
fn check_proof<G: Game>(position: &G, report: &Report<G::Move>) -> Result<(), &'static str> {
    let Some(score) = report.score else {
        return Ok(());
    };
    let mut nodes = PROOF_NODES;
    let mut forces = |is_own, goal, plies| {
        let claim = Claim { is_own, goal };
        claim.holds(position, plies, &mut nodes).unwrap_or(true)
    };
    let (win, points) = (Score::won_in(u32::MAX), Score::DRAW.next_above());
    let plies = report.depth.max(report.stats.deepest_ply);
    let is_true = match score.kind() {
        ScoreKind::WonIn(plies) => forces(true, win, plies),
        ScoreKind::LostIn(plies) => forces(false, win, plies),
        ScoreKind::Centipawns(0) => {
            forces(true, Score::DRAW, plies) && forces(false, Score::DRAW, plies)
        }
        ScoreKind::Centipawns(value) => forces(value > 0, points, plies),
    };
    require(
        is_true,
        "a position is won, drawn or lost as a search says that solved it: moves it leaves out are told to `skipped`",
    )
}

/// The claim that one side can force an ending of at least this score, from its point of view.
#[derive(Clone, Copy)]
struct Claim {
    /// `true` if it is the side to move.
    is_own: bool,
    goal: Score,
}

impl Claim {
    /// Returns `true` if the claim is true within this many plies; `None` if that takes more nodes than are left.
    fn holds<G: Game>(self, position: &G, plies: u32, nodes: &mut u64) -> Option<bool> {
        *nodes = nodes.checked_sub(1)?;
        let moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            let score = ending.score(0);
            let score = if self.is_own { score } else { -score };
            return Some(score >= self.goal);
        }
        if plies == 0 {
            return Some(false);
        }
        let below = Self {
            is_own: !self.is_own,
            ..self
        };
        for &mv in moves.iter() {
            let holds = below.holds(&position.after(mv), plies - 1, nodes)?;
            if holds == self.is_own {
                return Some(holds);
            }
        }
        Some(!self.is_own)
    }
}

/// Checks that no child is searched with its parent's window, which the other side sees negated. The third root move only has to be among
/// the best two, so its window is not the whole one.
fn check_windows<G: Game>(
    position: &G,
    depth: u32,
    strategy: &mut dyn Strategy<G>,
) -> Result<(), &'static str> {
    let mut windows = Windows::default();
    let limits = Limits::depth(depth.min(2)).with_lines(2);
    strategy.search_observed(position, &limits, &mut windows);
    require(
        !windows.is_broken,
        "a child is searched with its parent's window negated, or a part of it",
    )
}

/// The windows on the path to a node.
#[derive(Default)]
struct Windows {
    path: Vec<Window>,
    /// `true` if a move leads to the next node.
    is_tried: bool,
    /// `true` if the next node is searched for a step of the search, which may use any window.
    is_step: bool,
    is_broken: bool,
}

impl<M> Observer<M> for Windows {
    fn observe(&mut self, event: Event<'_, M>) {
        match event {
            Event::Purpose(_) => self.is_step = true,
            Event::Down(_) => self.is_tried = true,
            Event::Enter { window, .. } => self.enter(window),
            Event::Leave(_) | Event::Abandon => {
                self.path.pop();
            }
            _ => {}
        }
    }
}

impl Windows {
    fn enter(&mut self, window: Window) {
        let is_tried = take(&mut self.is_tried) & !take(&mut self.is_step);
        if let Some(&parent) = self.path.last().filter(|_| is_tried) {
            let is_within =
                |outer: Window| outer.alpha() <= window.alpha() && window.beta() <= outer.beta();
            self.is_broken |= is_within(parent) && !is_within(-parent);
        }
        self.path.push(window);
    }
}

/// Returns the positions of a random game, each with the move that leads to it; the first has none. A move is made when its position is
/// requested, so that a position is checked before the game goes on.
fn random_game<G: Game>(
    root: &G,
    rng: &mut fastrand::Rng,
) -> impl Iterator<Item = (G, Option<G::Move>)> {
    let mut last: Option<G> = None;
    let next = move || {
        let found = match &last {
            None => (root.clone(), None),
            Some(position) => {
                let moves = position.legal_moves();
                let is_over = position.ending(&moves).is_some();
                let mv = *rng.choice(moves.iter()).filter(|_| !is_over)?;
                (position.after(mv), Some(mv))
            }
        };
        last = Some(found.0.clone());
        Some(found)
    };
    std::iter::from_fn(next)
}

fn require(holds: bool, law: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(law) }
}
fn all_different<T: PartialEq>(items: &[T]) -> bool {
    items
        .iter()
        .enumerate()
        .all(|(index, item)| !items[..index].contains(item))
}
