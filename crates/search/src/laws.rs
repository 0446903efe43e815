//! Checks of the laws every game must obey, for tests of your own game.
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

use crate::game::{Game, Keyed, Tactical};
use plywood_eval::Evaluator;
use thiserror::Error;

/// A law that a game breaks, and the moves that lead to the position where it does.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{law} ({})", self.place())]
pub struct BrokenLaw {
    /// The law, in words.
    pub law: &'static str,
    /// The moves from the start of the check, in text.
    pub moves: String,
}

impl BrokenLaw {
    fn place(&self) -> String {
        match self.moves.as_str() {
            "" => "at the start".to_owned(),
            moves => format!("after the moves {moves}"),
        }
    }
}

/// A random game is checked for at most this many plies.
const LONGEST_GAME: usize = 300;

/// Checks the laws of [`Game`] in every position of a random game chosen by the seed, and in their children.
///
/// # Errors
/// [`BrokenLaw`], the first one.
pub fn check_game<G: Game>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    follow(root, seed, |position| {
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
            require(
                child.legal_moves()[..] == again.legal_moves()[..],
                "a move always leads to the same position",
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

/// Checks that the sides alternate along a random game chosen by the seed: `to_move` says who is to move.
///
/// Every strategy takes the value of a position for minus its value for the other side, so the values of a game in which
/// a player moves again are wrong. [`Game`] says how to write such a game.
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
/// [`BrokenLaw`], the first one.
pub fn check_alternation<G: Game, S: PartialEq>(
    root: &G,
    seed: u64,
    to_move: impl Fn(&G) -> S,
) -> Result<(), BrokenLaw> {
    follow(root, seed, |position| {
        let (here, moves) = (to_move(position), position.legal_moves());
        let children = moves.iter().map(|mv| position.after(*mv));
        let mut below = children.filter(|child| child.ending_at_leaf().is_none());
        require(
            below.all(|child| to_move(&child) != here),
            "after a move the other side is to move, even if it can only pass",
        )
    })
}

/// Checks the laws of [`Keyed`] along a random game chosen by the seed.
///
/// # Errors
/// [`BrokenLaw`], the first one.
pub fn check_keyed<G: Keyed>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    follow(root, seed, |position| {
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

/// Checks the laws of [`Tactical`] along a random game chosen by the seed.
///
/// # Errors
/// [`BrokenLaw`], the first one.
pub fn check_tactical<G: Tactical>(root: &G, seed: u64) -> Result<(), BrokenLaw> {
    follow(root, seed, |position| {
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

/// Checks along a random game chosen by the seed that an evaluator estimates: wins and losses are for games that are over, and a
/// position always has the same score.
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
/// [`BrokenLaw`], the first one.
pub fn check_evaluator<G: Game>(
    root: &G,
    seed: u64,
    evaluator: &impl Evaluator<G>,
) -> Result<(), BrokenLaw> {
    follow(root, seed, |position| {
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

/// Checks along a random game chosen by the seed that an evaluator gives a position and its mirror image, in which the sides are
/// exchanged, the same score.
///
/// # Errors
/// [`BrokenLaw`], the first one.
pub fn check_mirrored<G: Game>(
    root: &G,
    seed: u64,
    evaluator: &impl Evaluator<G>,
    mirrored: impl Fn(&G) -> Option<G>,
) -> Result<(), BrokenLaw> {
    follow(root, seed, |position| {
        let mirror_image = mirrored(position).map(|other| evaluator.evaluate(&other));
        require(
            mirror_image.is_none_or(|score| score == evaluator.evaluate(position)),
            "a position and its mirror image have the same score",
        )
    })
}

fn follow<G: Game>(
    root: &G,
    seed: u64,
    check: impl Fn(&G) -> Result<(), &'static str>,
) -> Result<(), BrokenLaw> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = root.clone();
    let mut played = Vec::new();
    for _ in 0..LONGEST_GAME {
        check(&position).map_err(|law| BrokenLaw {
            law,
            moves: played.join(" "),
        })?;
        let moves = position.legal_moves();
        if position.ending(&moves).is_some() {
            break;
        }
        let mv = moves[rng.usize(..moves.len())];
        played.push(mv.to_string());
        position = position.after(mv);
    }
    Ok(())
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
