//! The foundations of the example `your_own_dice`: the rules of the race, and a match.

use super::{Race, race};
use plywood_catalog::check_catalog;
use plywood_search::{Game, Limits};
use plywood_workbench::Tournament;

#[test]
fn the_race_obeys_the_laws() {
    for part in check_catalog(&race(), 1).unwrap() {
        assert_eq!(part.fault, None, "{}", part.name);
    }
}

#[test]
fn a_roll_is_worth_the_mean_of_its_outcomes() {
    // Four, five and six win.
    let rolling = Race([0, 46, 1]);
    assert!(rolling.waits_for_chance());
    let expectiminimax = race().contender("expectiminimax").unwrap();
    let value = |race: &Race| {
        let report = expectiminimax.strategy(0).search(race, &Limits::depth(3));
        report.score.unwrap().as_centipawns().unwrap_or(-10_000)
    };
    let outcomes = rolling.legal_moves();
    let sum: i32 = outcomes.iter().map(|&it| value(&rolling.after(it))).sum();
    let mean = (f64::from(sum) / 6.0).round() as i32;
    assert_eq!(value(&rolling), mean);
}

#[test]
fn a_search_that_looks_ahead_beats_random_moves() {
    let players = ["deepening-star:depth=5", "random"];
    let game_match = Tournament::new(&race(), players).unwrap().games(20);
    let result = game_match.run().unwrap();
    assert_eq!(result.failures(), Vec::<String>::new());
    assert!(result.to_string().contains("deepening-star"), "{result}");
}
