//! The foundations of the example `your_own_dice`: the rules of Pig, and a match.

use super::{Pig, ROLLS, pig};
use plywood_catalog::check_catalog;
use plywood_search::{Game, Limits, Score};
use plywood_workbench::{Results as _, Tournament};

#[test]
fn pig_obeys_the_laws() {
    for part in check_catalog(&pig(), 1).unwrap() {
        assert_eq!(part.fault, None, "{}", part.name);
    }
}

#[test]
fn a_roll_that_almost_always_wins_is_worth_almost_a_win() {
    let rolling = Pig([0, 48, 0, ROLLS]);
    assert!(rolling.waits_for_chance());
    // Two to six win. After a one the other side needs 50 points.
    let expectiminimax = pig().contender("expectiminimax").unwrap();
    let report = expectiminimax
        .strategy(0)
        .search(&rolling, &Limits::depth(3));
    let after_one = expectiminimax
        .strategy(0)
        .search(&rolling.after('1'), &Limits::depth(3));
    let after_one = after_one.score.and_then(Score::as_centipawns).unwrap();
    let mean = (f64::from(after_one) - 50_000.0) / 6.0;
    assert_eq!(report.score, Some(Score::centipawns(mean.round() as i32)));
}

#[test]
fn a_search_that_looks_ahead_beats_random_moves() {
    let players = ["deepening-star:depth=5", "random"];
    let game_match = Tournament::new(&pig(), players).unwrap().games(20);
    let result = game_match.run().unwrap();
    assert_eq!(result.failures(), Vec::<String>::new());
    assert!(result.to_string().contains("deepening-star"), "{result}");
}
