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

mod contract;
mod follow;
mod proof;
mod verify;

use crate::game::{Ending, Game, Keyed, Tactical};
pub use contract::Contract;
use plywood_eval::{Evaluator, Session};
use std::collections::HashMap;
use thiserror::Error;
pub use verify::{Violation, verify};

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
        check_chance(position, &moves, ending)?;
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

/// Checks the stakes of a game with chance, and the weights of the outcomes.
fn check_chance<G: Game>(
    position: &G,
    moves: &[G::Move],
    ending: Option<Ending>,
) -> Result<(), &'static str> {
    let Some(stakes) = G::STAKES else {
        return require(
            !position.waits_for_chance(),
            "a game in which a position waits for chance has stakes",
        );
    };
    if let Some(Ending::Scored(score)) = ending {
        let worth = score.as_centipawns().unwrap_or_default().abs();
        require(worth <= stakes.win(), "no ending is worth more than a win")?;
    }
    if ending.is_some() || !position.waits_for_chance() {
        return Ok(());
    }
    let weights = moves.iter().map(|mv| u64::from(position.weight(*mv)));
    match weights.sum() {
        0 => Err("a position that waits for chance has an outcome of a positive weight"),
        1..=0xFFFF_FFFF => Ok(()),
        _ => Err("the weights of the outcomes add up to less than 2^32"),
    }
}

/// Checks that the sides alternate along a random game chosen by the seed: `to_move` returns the side to move. An outcome of chance leaves
/// it as it is.
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
        if position.waits_for_chance() {
            let law = "after an outcome of chance the same side is to move";
            return require(below.all(|child| to_move(&child) == here), law);
        }
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

/// Checks the laws of [`Tactical`] along a random game chosen by the seed, and that a few more games have noisy moves, quiet moves without a
/// rank, and positions without check.
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
    })?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let games = (0..SHOWN_GAMES).flat_map(|_| {
        let positions: Vec<G> = random_game(root, &mut rng)
            .take(LONGEST_GAME)
            .map(|ply| ply.0)
            .collect();
        positions
    });
    let (mut has_noisy, mut is_quiet, mut has_quiet, mut has_peace) = (false, false, false, false);
    let mut count = 0;
    for position in games {
        count += 1;
        let (moves, noisy) = (position.legal_moves(), position.noisy_moves());
        has_noisy |= !noisy.is_empty();
        let mut quiet = moves.iter().filter(|mv| !noisy.contains(mv)).peekable();
        has_quiet |= quiet.peek().is_some();
        is_quiet |= quiet.any(|mv| position.capture_rank(*mv) == 0);
        has_peace |= !position.is_check();
    }
    // So few positions, as of a small written tree, need not show everything.
    let is_small = count < SHOWN_POSITIONS;
    let shown = [
        (
            is_small || has_noisy,
            "a tactical game has noisy moves: no position of some games has one",
        ),
        (
            is_quiet || !has_quiet,
            "a quiet move has no rank: every move of some games has one",
        ),
        (has_peace, "a side is not always in check, as in some games"),
    ];
    let mut missing = shown.into_iter().filter(|(is_shown, _)| !is_shown);
    missing.next().map_or(Ok(()), |(_, law)| {
        Err(BrokenLaw::after::<G::Move>(&[], law))
    })
}

/// The random games in which a tactical game must show what it has.
const SHOWN_GAMES: usize = 8;
/// The positions of these games among which some must have a noisy move.
const SHOWN_POSITIONS: usize = 60;

/// Checks along a random game chosen by the seed that a [pass](Tactical::pass) leaves everything as it is, except the side to move, which
/// `to_move` returns.
///
/// # Errors
/// The first [`BrokenLaw`].
pub fn check_passes<G: Tactical + Keyed, S: PartialEq>(
    root: &G,
    seed: u64,
    to_move: impl Fn(&G) -> S,
) -> Result<(), BrokenLaw> {
    check_positions(root, seed, |position| {
        let Some(passed) = position.pass() else {
            return Ok(());
        };
        require(passed.key() != position.key(), "a pass changes the key")?;
        let child = position
            .legal_moves()
            .first()
            .map(|mv| to_move(&position.after(*mv)));
        let is_turned =
            child.is_none_or(|child| child == to_move(&passed) || child == to_move(position));
        require(is_turned, "after a pass the other side is to move")?;
        // The first passes may end what is possible for one move, such as en passant.
        let two = |position: &G| position.pass().and_then(|passed| passed.pass());
        let Some((twice, again)) = two(position).and_then(|twice| Some((two(&twice)?, twice)))
        else {
            return Ok(());
        };
        require(
            twice.key() == again.key() && is_played_alike(&twice, &again, COMPARED),
            "two passes lead back to the same position",
        )
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
    let (mut played, mut session) = (Vec::new(), Session::new());
    let mut rng = fastrand::Rng::with_seed(seed);
    for ((position, mv), ply) in random_game(root, &mut rng).take(LONGEST_GAME).zip(0..) {
        played.extend(mv);
        let score = evaluator.evaluate(&position);
        let step_by_step = evaluator.evaluate_in(&position, session.at(ply));
        let laws = [
            (
                score.as_centipawns().is_some() || position.ending_at_leaf().is_some(),
                "an evaluator's score is no win or loss",
            ),
            (
                evaluator.evaluate(&position) == score,
                "a position always has the same score",
            ),
            (
                step_by_step == score,
                "a position has the same score in a session, step by step, as by itself",
            ),
        ];
        for (holds, law) in laws {
            require(holds, law).map_err(|law| BrokenLaw::after(&played, law))?;
        }
    }
    Ok(())
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
