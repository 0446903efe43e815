//! The shares of a clock, against a slow twin that is written from their description, and the laws that they keep.

use plywood_search::ClockTime;
use proptest::prelude::*;
use std::time::Duration;

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn clocks() -> impl Strategy<Value = ClockTime> {
    let remaining = prop_oneof![0..=200_u64, 0..=2_000_u64, 0..=7_200_000_u64];
    let increment = prop_oneof![Just(0), 0..=100_u64, 0..=60_000_u64];
    let moves = prop_oneof![Just(None), (0..=60_u32).prop_map(Some)];
    let overhead = prop_oneof![Just(10), 0..=100_u64, 0..=5_000_u64];
    (remaining, increment, moves, overhead).prop_map(|(remaining, increment, moves, overhead)| {
        let mut clock = ClockTime::new(millis(remaining)).with_increment(millis(increment));
        clock.moves_to_go = moves;
        clock.with_overhead(millis(overhead))
    })
}

/// The soft and the hard time in milliseconds. Of the clock, four overheads are kept in reserve, but not more than three quarters unless a single
/// overhead is more. The rest is divided by the moves to come, at most twenty; three quarters of what an overhead leaves of the increment are
/// added. A move takes at most half of what is not reserved, or four fifths before time is added; within that, deepening stops at three fifths of its share, and
/// everything stops at three shares.
fn twin(clock: ClockTime) -> [f64; 2] {
    let [remaining, increment, overhead] =
        [clock.remaining, clock.increment, clock.overhead].map(|time| time.as_secs_f64() * 1e3);
    let mut reserve = 4.0 * overhead;
    if reserve > remaining * 3.0 / 4.0 {
        reserve = reserve.min(overhead.max(remaining * 3.0 / 4.0));
    }
    let usable = if reserve < remaining {
        remaining - reserve
    } else {
        0.0
    };
    let moves = match clock.moves_to_go {
        Some(0) => 1,
        Some(moves) if moves < 20 => moves,
        _ => 20,
    };
    let most = usable * if moves == 1 { 0.8 } else { 0.5 };
    let share = most.min(usable / f64::from(moves) + 0.75 * (increment - overhead).max(0.0));
    [0.6 * share, most.min(3.0 * share)]
}

proptest! {
    #[test]
    fn shares_are_those_of_the_slow_twin(clock in clocks()) {
        for (time, twin) in [clock.soft_time(), clock.hard_time()].into_iter().zip(twin(clock)) {
            prop_assert!((time.as_secs_f64() * 1e3 - twin).abs() < 1e-3, "{time:?}, {twin} ms");
        }
    }

    #[test]
    fn no_move_spends_half_of_a_short_clock(clock in clocks()) {
        let ClockTime { remaining, overhead, .. } = clock;
        let hard = clock.hard_time();
        prop_assert!(clock.soft_time() <= hard && hard <= remaining * 4 / 5);
        if remaining <= overhead * 10 {
            prop_assert!(hard <= remaining / 2);
        }
        // After the move and its overhead, something is left of any clock that had more than an overhead.
        prop_assert!(hard + overhead <= remaining.max(overhead));
        // A clock that can, keeps the whole reserve.
        if remaining >= overhead * 6 {
            prop_assert!(hard + overhead * 4 <= remaining);
        }
    }

    #[test]
    fn more_time_never_means_a_shorter_search(clock in clocks(), more in 0..=1_000_000_u64) {
        let times = |clock: ClockTime| [clock.soft_time(), clock.share(), clock.hard_time()];
        let mut longer = clock;
        longer.remaining += Duration::from_micros(more);
        let pairs = times(clock).into_iter().zip(times(longer));
        prop_assert!(pairs.into_iter().all(|(shorter, longer)| shorter <= longer));
    }
}

/// Before there was a reserve, a single overhead was taken off. At 10 s + 0.1 s a game goes on as it did: by any move, the searches have
/// had at most 2 % less time: three hundredths of a doubling.
#[test]
fn a_reserve_hardly_changes_a_game_at_ten_seconds() {
    let increment = millis(100);
    let clock = |remaining| ClockTime::new(remaining).with_increment(increment);
    let before = |remaining: Duration| clock(remaining.saturating_sub(millis(10)));
    let now = |remaining| clock(remaining).with_overhead(millis(10));
    let (mut left, mut searched) = ([millis(10_000); 2], [0.0; 2]);
    for number in 1..=120 {
        let [old, new] = [before(left[0]), now(left[1])];
        let ratio = new.soft_time().as_secs_f64() / old.soft_time().as_secs_f64();
        assert!((0.97..1.01).contains(&ratio), "move {number}: {ratio}");
        let ratio = new.hard_time().as_secs_f64() / old.hard_time().as_secs_f64();
        assert!((0.92..1.25).contains(&ratio), "move {number}: {ratio}");
        // Moves take between the soft time and the hard one, on average about a share.
        for (player, clock) in [old, new].into_iter().enumerate() {
            left[player] = left[player].saturating_sub(clock.share()) + increment;
            searched[player] += clock.share().as_secs_f64();
        }
        let ratio = searched[1] / searched[0];
        assert!((0.98..1.0).contains(&ratio), "{number} moves: {ratio}");
    }
}
