//! The overhead of a match over its players' thinking time.

use plywood_arena::{Opening, Player, Turn};
use plywood_catalog::{Catalog, Played};
use plywood_core::{Move, Position};
use plywood_search::{Fault, Limits, Report};
use plywood_workbench::{PlayerSpec, Tournament};
use std::num::NonZeroUsize;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Takes ten milliseconds for a move without keeping a processor busy.
struct Sleeper(u64);

impl Player<Position> for Sleeper {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Played<Position>, _turn: &Turn) -> Result<Report<Move>, Fault> {
        sleep(Duration::from_millis(10));
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let moves = game.position().legal_moves();
        let index = usize::try_from(self.0 >> 33).unwrap_or(0) % moves.len();
        Ok(moves[index].into())
    }
}

#[test]
#[ignore = "measures time, which means little on a busy machine"]
fn less_than_a_hundredth_of_the_time_is_the_matchs_own() {
    let spec = |name| PlayerSpec::new(name, || Box::new(Sleeper(0)));
    let path = std::env::temp_dir().join(format!("plywood-cost-{}", std::process::id()));
    let played = Tournament::between(&Catalog::chess(), vec![spec("a"), spec("b")])
        .games(6)
        .limits(Limits::time(Duration::from_millis(10)))
        .openings(vec![Opening::position(Position::START)])
        .threads(NonZeroUsize::new(2))
        .journal(&path);
    let started = Instant::now();
    let [mut seconds, mut thinking, mut plies] = [0.0; 3];
    let played = played.run_with(&mut |game, _| {
        let entry = game.get();
        seconds += entry.seconds;
        thinking += entry.thinking;
        plies += f64::from(u32::try_from(entry.plies).unwrap_or(0));
    });
    played.expect("the disk has room");
    let elapsed = started.elapsed().as_secs_f64();
    std::fs::remove_file(&path).expect("it was written");

    let own = (seconds - thinking) / seconds;
    println!(
        "{plies} moves in {elapsed:.2} s: {:.3} % of the players' {seconds:.2} s are the match's own",
        100.0 * own
    );
    println!("{:.1} µs a move", 1e6 * (seconds - thinking) / plies);
    assert!(own < 0.01, "{own}");
}
