//! [`random_game`]: a few random moves before a game between programs.

use fastrand::Rng;
use plywood_core::{History, Position};

/// Plays this many random moves; `None` if the game ends before or with the last of them.
///
/// ```
/// use plywood_console::random_game;
/// use plywood_core::Position;
///
/// let mut random = fastrand::Rng::with_seed(1);
/// let game =
///     random_game(&Position::START, 8, &mut random).expect("no game ends that early");
/// assert_eq!(game.moves().len(), 8);
/// ```
#[must_use]
pub fn random_game(start: &Position, plies: usize, random: &mut Rng) -> Option<History> {
    let mut game = History::new(start.clone());
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.play(*random.choice(moves.iter())?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
