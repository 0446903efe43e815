//! [`Lateness`]: the time that moves cost beyond their searches, learned during a game.

use plywood_core::History;
use plywood_notation::uci_protocol::Go;
use std::sync::Arc;
use std::time::Duration;

/// Compares our clock in each `go` with the time that the move before it was to take. The rest is the way to the interface and back, and on a
/// busy machine the time until a thread runs.
#[derive(Debug, Default)]
pub(super) struct Lateness {
    learned: Duration,
    last: Option<LastMove>,
}

#[derive(Debug)]
struct LastMove {
    game: Arc<History>,
    /// The clock, had the move taken no time.
    clock: Duration,
    /// The time it took by our own clock, at most its limit.
    planned: Option<Duration>,
}

/// The greatest overhead that is learned: the greatest that can be set, too.
const MOST: Duration = Duration::from_secs(5);

impl Lateness {
    /// Reads the clock of a `go`, and returns the overhead so far: the greatest, of which every move forgets an eighth.
    pub(super) fn heard(&mut self, go: &Go, game: &Arc<History>) -> Duration {
        let color = game.position().side_to_move();
        let clock = go.clock[color].filter(|_| !go.ponder && !go.infinite);
        let last = self.last.take();
        let late = last.zip(clock).and_then(|(last, now)| {
            let planned = last.planned.filter(|_| last.is_followed_by(game))?;
            Some(last.clock.saturating_sub(now).saturating_sub(planned))
        });
        if let Some(late) = late {
            let kept = self.learned / 8 * 7;
            self.learned = late.min(MOST).max(kept);
        }
        self.last = clock.map(|clock| LastMove {
            game: Arc::clone(game),
            clock: clock.saturating_add(go.increment[color]),
            planned: None,
        });
        self.learned
    }

    /// Records that the move is written: the time since its `go`, and the most that its search was allowed to take.
    pub(super) fn answered(&mut self, taken: Duration, most: Option<Duration>) {
        if let Some(last) = &mut self.last {
            last.planned = Some(most.map_or(taken, |most| taken.min(most)));
        }
    }
}

impl LastMove {
    /// Returns true if this is its game two plies later.
    fn is_followed_by(&self, game: &History) -> bool {
        let (before, after) = (self.game.moves(), game.moves());
        after.len() == before.len() + 2
            && after.starts_with(before)
            && self.game.start() == game.start()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_notation::uci_protocol::Command;

    /// Plays moves at these clocks, each search taking 50 ms of at most 40 ms, and returns the overhead in milliseconds before each.
    fn overheads(goes: &[&str], games: &[&str]) -> Vec<u128> {
        let mut lateness = Lateness::default();
        let moves = goes.iter().zip(games).map(|(go, game)| {
            let Ok(Command::Go(go)) = format!("go {go}").parse() else {
                panic!("{go}");
            };
            let Ok(Command::Position(game)) = format!("position {game}").parse() else {
                panic!("{game}");
            };
            let overhead = lateness.heard(&go, &Arc::new(game.history));
            lateness.answered(Duration::from_millis(50), Some(Duration::from_millis(40)));
            overhead.as_millis()
        });
        moves.collect()
    }

    const GAME: [&str; 3] = [
        "startpos",
        "startpos moves e2e4 e7e5",
        "startpos moves e2e4 e7e5 g1f3 b8c6",
    ];

    #[test]
    fn a_late_move_is_remembered_and_slowly_forgotten() {
        let clocks = [
            "wtime 1000 winc 10",
            "wtime 890 winc 10",
            "wtime 850 winc 10",
        ];
        assert_eq!(overheads(&clocks, &GAME), [0, 80, 70]);
    }

    #[test]
    fn a_clock_that_gained_time_or_is_of_another_game_teaches_nothing() {
        let added = ["wtime 100 movestogo 1", "wtime 9000", "wtime 8960"];
        assert_eq!(overheads(&added, &GAME), [0, 0, 0]);
        let clocks = ["wtime 1000", "wtime 100"];
        assert_eq!(overheads(&clocks, &["startpos", "startpos"]), [0, 0]);
        assert_eq!(
            overheads(&clocks, &["startpos", "startpos moves d2d4"]),
            [0, 0]
        );
        assert_eq!(
            overheads(&["ponder wtime 1000", "wtime 100"], &GAME),
            [0, 0]
        );
    }

    #[test]
    fn no_clock_teaches_more_than_the_greatest_overhead() {
        assert_eq!(
            overheads(&["wtime 900000", "wtime 1000"], &GAME),
            [0, 5_000]
        );
    }
}
