//! Plays one game of a catalog.

use crate::play::opening::Opening;
use crate::play::record::Record;
use crate::play::referee::{GameRules, Rules, Seat, referee};
use crate::players::player_spec::PlayerSpec;
use plywood_catalog::{Catalog, GameOver, Playable, Played};
use plywood_eval::Side;

/// Plays a game between the first side's player and the second side's. Every random choice is decided by the seed.
///
/// ```
/// use plywood_arena::{Opening, PlayerSpec, Rules, play};
///
/// let four = plywood_catalog::Catalog::connect_four();
/// let random = PlayerSpec::read(&four, "random")?;
/// let opening = Opening::position(*four.start());
/// let record = play(&four, &opening, [&random; 2], &Rules::default(), 1);
/// println!("{} after {} plies", record.end.sentence(["X", "O"]), record.moves.len());
/// assert!(record.moves.len() >= 7);
/// # Ok::<(), plywood_arena::PlayerSpecError>(())
/// ```
///
/// # Panics
/// With a [`MachineFault`](plywood_search::threads::MachineFault), if memory or threads are missing. That is no player's fault.
#[must_use]
pub fn play<G: Playable>(
    catalog: &Catalog<G>,
    opening: &Opening<G>,
    players: [&PlayerSpec<G>; 2],
    rules: &Rules,
    seed: u64,
) -> Record<G> {
    let over = |game: &Played<G>| over(game, catalog.repeats());
    let seats = players.map(|spec| Seat {
        player: spec.player(),
        limits: spec.limits(),
    });
    let of_game = GameRules {
        over: &over,
        side_to_move,
    };
    referee(of_game, opening, seats, rules, seed)
}

fn side_to_move<G: Playable>(game: &Played<G>) -> Side {
    game.position().side_to_move(game.moves().len())
}

/// How a game has ended by its moves alone, if it has; a draw that can be claimed is claimed.
pub(crate) fn over<G: Playable>(game: &Played<G>, repeats: bool) -> Option<GameOver> {
    G::over(game, repeats).or_else(|| G::claim(game))
}

#[cfg(test)]
mod tests;
