//! The expected numbers were computed with 40 digits in another way: the likeliest distributions by Newton's method on all conditions of
//! the maximum at once, the normal distribution through the complementary error function.

use crate::statistics::estimate::score_of_elo;
use crate::statistics::outcomes::Outcomes;

fn close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
        "{found}, expected {expected}"
    );
}

/// Elo with interval, likelihood of superiority, normalized Elo with interval, log-likelihood ratios.
fn check<const N: usize>(counts: [u64; N], [elo0, elo1]: [f64; 2], expected: [f64; 9]) {
    let results = Outcomes(counts);
    let (elo, normalized) = (results.elo(), results.normalized_elo());
    let found = [
        elo.value,
        elo.low,
        elo.high,
        results.los(),
        normalized.value,
        normalized.low,
        normalized.high,
        results.llr(elo0, elo1),
        results.llr_normalized(elo0, elo1),
    ];
    found
        .into_iter()
        .zip(expected)
        .for_each(|(found, expected)| close(found, expected));
}

#[test]
fn games_agree_with_independent_formulas() {
    check(
        [100, 250, 150],
        [0.0, 5.0],
        [
            34.860_070_287_560_07,
            13.432_789_127_073_24,
            56.555_295_648_225_02,
            0.999_299_349_209_519_9,
            49.633_655_074_657_35,
            19.180_142_863_759_07,
            80.087_167_285_555_63,
            1.337_359_657_142_517,
            0.966_076_527_584_424_5,
        ],
    );
    check(
        [20, 11, 40],
        [-3.0, 1.0],
        [
            100.588_486_489_262_9,
            27.206_891_045_763_9,
            184.073_205_359_422_1,
            0.996_660_844_815_958_5,
            111.843_472_267_509_4,
            31.028_241_945_413_95,
            192.658_702_580_604_9,
            0.275_207_481_901_045_6,
            0.252_818_116_150_665_7,
        ],
    );
}

#[test]
fn pairs_agree_with_independent_formulas() {
    check(
        [3, 15, 40, 25, 7],
        [0.0, 10.0],
        [
            34.860_070_287_560_07,
            1.676_436_938_677_435,
            68.691_967_692_549_41,
            0.980_268_654_426_051_4,
            53.329_052_983_456_34,
            2.573_199_298_625_875,
            104.084_906_668_286_8,
            1.000_332_125_825_735,
            0.700_540_871_155_846_3,
        ],
    );
    check(
        [0, 2, 30, 5, 0],
        [0.0, 5.0],
        // A thousandth of each result that did not occur is included.
        [
            14.092_188_005_671_472,
            -9.850_984_726_620_347,
            38.170_106_047_166_165,
            0.875_634_938_297_762_5,
            46.584_500_289_892_55,
            -32.573_495_928_771_96,
            125.742_496_508_557_18,
            0.382_553_319_603_036,
            0.132_786_824_927_488_6,
        ],
    );
    check(
        [500, 4_000, 11_000, 4_200, 520],
        [0.0, 2.0],
        [
            2.061_956_466_494_768,
            0.196_153_939_083_585_7,
            3.927_877_931_460_571,
            0.984_845_165_851_086,
            3.742_235_910_313_775,
            0.356_003_081_014_354_8,
            7.128_468_739_613_195,
            2.343_160_395_225_906,
            1.836_956_642_229_127,
        ],
    );
}

#[test]
fn the_ratio_is_the_maximum_over_all_distributions_with_the_score() {
    let results = Outcomes([30_u64, 45, 25]);
    // A distribution over three results with a given mean has one free number; try them all.
    let best = |elo: f64| {
        let score = score_of_elo(elo);
        let log_likelihood = |draws: f64| {
            let wins = score - draws / 2.0;
            30.0 * (1.0 - wins - draws).ln() + 45.0 * draws.ln() + 25.0 * wins.ln()
        };
        (1..200_000)
            .map(|step| log_likelihood(f64::from(step) / 200_000.0))
            .filter(|l| l.is_finite())
            .fold(f64::MIN, f64::max)
    };
    let searched = best(10.0) - best(0.0);
    assert!(
        (results.llr(0.0, 10.0) - searched).abs() < 1e-7,
        "{searched}"
    );
}

#[test]
fn the_other_player_sees_the_mirror_image() {
    let (mine, theirs) = (
        Outcomes([3_u64, 15, 40, 25, 7]),
        Outcomes([7_u64, 25, 40, 15, 3]),
    );
    close(mine.elo().value, -theirs.elo().value);
    close(mine.elo().low, -theirs.elo().high);
    close(mine.los(), 1.0 - theirs.los());
    close(mine.llr(0.0, 8.0), -theirs.llr(-8.0, 0.0));
}

#[test]
fn results_that_are_all_the_same_prove_little() {
    let won = Outcomes([0_u64, 0, 12]);
    let elo = won.elo();
    assert!(
        elo.value.is_finite() && elo.low > 100.0 && elo.low.is_finite(),
        "{elo}"
    );
    assert!(won.los() > 0.99, "{}", won.los());
    assert!(won.normalized_elo().high.is_finite());
    assert!(won.llr(0.0, 10.0) > 0.0 && won.llr(0.0, 10.0).is_finite());
    for (elo0, elo1) in [(-40.0, -5.0), (-5.0, 5.0), (0.0, 10.0)] {
        let ratio = won.llr_normalized(elo0, elo1);
        assert!(ratio > 0.0 && ratio.is_finite(), "{ratio}");
    }
    // Ten pairs in which everything was shared may still hide a difference.
    let even = Outcomes([0_u64, 0, 10, 0, 0]);
    close(even.los(), 0.5);
    let (elo, normalized) = (even.elo(), even.normalized_elo());
    assert!(
        elo.high > 30.0 && elo.high < 60.0 && elo.low < -30.0,
        "{elo}"
    );
    assert!(
        normalized.value.abs() < 1e-9 && normalized.high.is_finite(),
        "{normalized}"
    );
    // Two lost games mean little.
    let lost = Outcomes([1_u64, 0, 0, 0, 0]);
    assert!(lost.elo().high > 0.0 && lost.los() > 0.05, "{}", lost.elo());
}

#[test]
fn few_results_have_ends_that_scores_can_reach() {
    for losses in 0..=6_u64 {
        for draws in 0..=6_u64 {
            for wins in 0..=6_u64 {
                let pairs = Outcomes([losses, 0, draws, 0, wins]);
                let estimate = pairs.elo();
                assert!(estimate.low <= estimate.value && estimate.value <= estimate.high);
                let (lost, won) = (draws + wins == 0, losses + draws == 0);
                let ends = (estimate.low.is_infinite(), estimate.high.is_infinite());
                assert_eq!(ends, (lost, won), "{pairs:?}: {estimate}");
            }
        }
    }
}
