//! Plays one game of a catalog.

use crate::players::player_spec::PlayerSpec;
use plywood_arena::seed::Seeds;
use plywood_arena::{GameEnd, GameRules, Opening, Record, Rules, Seat, referee};
use plywood_catalog::{Catalog, Playable, Played};
use plywood_eval::Side;
use plywood_tables::{ProbeError, TableError, Tables, Wdl};

/// Plays a game between the first side's player and the second side's. The seeds decide every random choice, and the dice.
///
/// ```
/// use plywood_arena::{Opening, Rules};
/// use plywood_workbench::{PlayerSpec, play};
///
/// let four = plywood_catalog::Catalog::connect_four();
/// let random = PlayerSpec::read(&four, "random")?;
/// let opening = Opening::position(*four.start());
/// let record = play(&four, &opening, [&random; 2], &Rules::default(), 1);
/// println!("{} after {} plies", record.end.sentence(["X", "O"]), record.moves.len());
/// assert!(record.moves.len() >= 7);
/// # Ok::<(), plywood_workbench::PlayerSpecError>(())
/// ```
///
/// # Panics
/// With a [`MachineFault`](plywood_search::threads::MachineFault) if memory or threads are missing. That is no player's fault.
#[must_use]
pub fn play<G: Playable>(
    catalog: &Catalog<G>,
    opening: &Opening<G>,
    players: [&PlayerSpec<G>; 2],
    rules: &Rules,
    seeds: impl Into<Seeds>,
) -> Record<G> {
    let seats = players.map(|spec| Seat {
        player: spec.player(),
        limits: spec.limits().clone(),
    });
    let of_game = GameRules {
        over: &|game| by_rules(catalog, game),
        side_to_move,
    };
    referee(of_game, opening, seats, rules, seeds)
}

/// Returns the end of a game by its moves alone, if it has ended; a draw that can be claimed is claimed.
pub(crate) fn by_rules<G: Playable>(catalog: &Catalog<G>, game: &Played<G>) -> Option<GameEnd> {
    let over = G::over(game, catalog.repeats());
    over.or_else(|| G::claim(game)).map(GameEnd::Rules)
}

/// Returns the result of a game from endgame tables, taking into account the moves that count towards the fifty-move rule; a win that it
/// prevents is a draw. `unread` receives the error of a table that can't be read.
pub(crate) fn by_tables<G: Playable>(
    tables: &dyn Tables,
    game: &Played<G>,
    unread: &dyn Fn(&TableError),
) -> Option<GameEnd> {
    let position = game.position().as_chess()?;
    let clock = position.halfmove_clock();
    let hear = |error: &ProbeError| {
        if let ProbeError::Table(error) = error {
            unread(error);
        }
    };
    let with_clock = tables.dtz(position).inspect_err(hear);
    let known = match with_clock {
        Ok(dtz) => dtz.wdl(clock),
        // The other file has the result for a clock of zero.
        Err(_) if clock == 0 => tables.wdl(position).inspect_err(hear).ok()?,
        Err(_) => return None,
    };
    let side = side_to_move(game);
    Some(GameEnd::Tables(match known {
        Wdl::Win => Some(side),
        Wdl::Loss => Some(!side),
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => None,
    }))
}

/// Returns the side to move.
pub(crate) fn side_to_move<G: Playable>(game: &Played<G>) -> Side {
    game.position().side_to_move(game.plies())
}

#[cfg(test)]
mod tests;
