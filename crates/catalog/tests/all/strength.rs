//! The levels of a weakened engine.

use plywood_catalog::Strength;

#[test]
fn a_higher_rating_sees_more_and_errs_less() {
    let levels: Vec<Strength> = (700..=2_500).step_by(50).map(Strength::of_elo).collect();
    for pair in levels.windows(2) {
        assert!(pair[0].nodes <= pair[1].nodes && pair[0].error >= pair[1].error);
    }
    let ends = [800, 2_400].map(Strength::of_elo);
    assert_eq!(ends.map(|strength| strength.nodes), [90, 6_000]);
    assert_eq!(ends.map(|strength| strength.error), [188, 66]);
}
