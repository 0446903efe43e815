//! Two games of two moves a ply and ten plies. Their evaluator counts the won ends below a position. In one of them, looking deeper
//! makes the player worse.

const PLIES: u32 = 10;
const GAMES: u32 = 4000;

/// The ends of a game, each won for the first player or not, by chance alone: positions have nothing in common with their neighbors.
fn scattered(rng: &mut fastrand::Rng) -> Vec<bool> {
    // With this share of wins neither player is favored, no matter how long the game is.
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    (0..1 << PLIES).map(|_| rng.f64() < golden).collect()
}

/// Each move gains or loses a point, by chance, and the points at the end decide: neighbors are alike.
fn built_up(rng: &mut fastrand::Rng) -> Vec<bool> {
    let mut points = vec![0];
    let mut step = |point: i32| if rng.bool() { point + 1 } else { point - 1 };
    for _ in 0..PLIES {
        let after = points.iter().flat_map(|point| [step(*point), step(*point)]);
        points = after.collect();
    }
    points
        .into_iter()
        .map(|point| point > 0 || (point == 0 && rng.bool()))
        .collect()
}

/// The value of a position, given by the ends below it, after a search to this depth.
fn value(ends: &[bool], depth: u32, is_first: bool) -> f64 {
    if depth == 0 || ends.len() == 1 {
        return ends.iter().filter(|won| **won).count() as f64 / ends.len() as f64;
    }
    let (left, right) = ends.split_at(ends.len() / 2);
    let [left, right] = [left, right].map(|half| value(half, depth - 1, !is_first));
    if is_first {
        left.max(right)
    } else {
        left.min(right)
    }
}

/// How often a search to this depth finds the winning move in percent, where one of the two moves wins, and half of the width of the 95 %
/// interval. Equal values are a toss.
fn found(depth: u32, game: fn(&mut fastrand::Rng) -> Vec<bool>) -> (f64, f64) {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut right, mut all) = (0.0, 0.0);
    for _ in 0..GAMES {
        let ends = game(&mut rng);
        let after = |depth| {
            [0, 1].map(|half| {
                value(
                    &ends[half << (PLIES - 1)..][..1 << (PLIES - 1)],
                    depth,
                    false,
                )
            })
        };
        let ([left, right_wins], [seen_left, seen_right]) = (after(PLIES), after(depth - 1));
        if left != right_wins {
            all += 1.0;
            let better = (left - right_wins) * (seen_left - seen_right);
            right += if better == 0.0 {
                0.5
            } else {
                f64::from(u8::from(better > 0.0))
            };
        }
    }
    let share: f64 = right / all;
    (100.0 * share, 196.0 * (share * (1.0 - share) / all).sqrt())
}

pub fn main() {
    println!("depth    scattered ends     ends built up");
    for depth in 1..=9 {
        let [scattered, built_up] = [scattered, built_up]
            .map(|game| found(depth, game))
            .map(|(share, error)| format!("{share:.1} ± {error:.1} %"));
        println!("{depth:>5}{scattered:>18}{built_up:>18}");
    }
}
