//! Laws of evaluators that are sums of weights, and of the fit of these weights.

use fastrand::Rng;
use plywood_core::Position;
use plywood_eval::{
    Classical, Evaluator, Fit, FittedWeight, GameResult, Linear, Material, Mobility, NamedWeights,
    Sample, Score, Side, Sides, Weighted, WeightsError, check_symmetry, evaluators,
};
use proptest::prelude::{ProptestConfig, prop, prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeMap;

const WITH_WEIGHTS: [&str; 4] = ["material", "swift", "blogchess", "classical"];

/// A game with three features, of which each side has some number.
#[derive(Debug, Clone)]
struct Armies([[i32; 3]; 2]);

impl Sides for Armies {
    fn to_move(&self) -> Side {
        Side::First
    }

    fn mirrored(&self) -> Self {
        Self([self.0[1], self.0[0]])
    }
}

fn armies(weights: [f64; 3]) -> Weighted<Armies> {
    let count = |kind: usize| move |armies: &Armies, side: Side| armies.0[side as usize][kind];
    Weighted::new()
        .term("men", weights[0], count(0))
        .term("hills", weights[1], count(1))
        .term("camels", weights[2], count(2))
}

/// Games of four positions, which end as the weights expect with a scale of 150 centipawns.
fn played(planted: [f64; 3], games: u64, random: &mut Rng) -> Vec<Sample<Armies>> {
    let evaluator = armies(planted);
    let game = |game| {
        let counts = [(); 2].map(|()| [(); 3].map(|()| random.i32(0..6)));
        let rows = evaluator.breakdown(&Armies(counts)).rows;
        let lead: f64 = rows.iter().map(|row| row.worth()[0] - row.worth()[1]).sum();
        let winner = if random.f64() < 1.0 / (1.0 + (-lead / 150.0).exp()) {
            Side::First
        } else {
            Side::Second
        };
        [(); 4].map(|()| Sample {
            position: Armies(counts),
            game,
            result: Some(GameResult::Won(winner)),
            score: None,
        })
    };
    (0..games).flat_map(game).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_planted_weight_is_found_again(
        planted in prop::array::uniform3(-60.0..60.0_f64), start in prop::array::uniform3(-60.0..60.0_f64), seed in 0..1_000_u64,
    ) {
        let samples = played(planted, 4_000, &mut Rng::with_seed(seed));
        let fit = Fit::default().scale(150.0).expected_change(1_000.0);
        let fitted = fit.run(armies(start), &samples);
        for (weight, planted) in fitted.weights.iter().zip(planted) {
            let margin = weight.margin.unwrap();
            // One interval in 20 misses; at twice the distance one in 10,000.
            prop_assert!((weight.after - planted).abs() < 2.1 * margin && margin < 10.0, "{planted}\n{fitted}");
        }
        prop_assert!(fitted.fitted.after <= fitted.fitted.before + 1e-9);
        // The best weights are the same from every start, except for the thousandths.
        let again = fit.run(armies([1.0; 3]), &samples);
        for (one, other) in fitted.weights.iter().zip(&again.weights) {
            prop_assert!((one.after - other.after).abs() < 0.1, "{fitted}\n{again}");
        }
    }

    #[test]
    fn weights_that_are_set_are_the_weights(values in prop::collection::vec(-500..500_i32, 1..20)) {
        for name in WITH_WEIGHTS {
            let mut evaluator = evaluators::linear_by_name(name).unwrap();
            let values: Vec<f64> = values.iter().map(|&value| value.into()).collect();
            evaluator.set_weights(&values);
            let own = evaluator.weights().into_iter().zip(&values);
            let own: Vec<f64> = own.map(|(weight, _)| weight.1).collect();
            prop_assert_eq!(&own, &values[..own.len()], "{}", name);
        }
    }
}

#[test]
fn the_breakdown_adds_up_to_the_score() {
    let mut random = Rng::with_seed(1);
    let mine = Weighted::new()
        .with("base", evaluators::blogchess())
        .with("tapered", Classical::default())
        .term("knights", -7.25, |position: &Position, side: Side| {
            let kind = plywood_core::PieceKind::Knight;
            position.pieces(side.into(), kind).len().cast_signed()
        });
    let mut all: Vec<(&str, evaluators::AnyLinear)> = WITH_WEIGHTS
        .map(|name| (name, evaluators::linear_by_name(name).unwrap()))
        .into();
    all.push(("mine", Box::new(mine)));
    let mut position = Position::START;
    for _ in 0..400 {
        for (name, evaluator) in &all {
            let score = evaluator
                .evaluate(&position)
                .for_white(position.side_to_move());
            let total = evaluator.breakdown(&position).total();
            let rounding = score.minus(total).as_centipawns().unwrap();
            assert!(
                rounding.abs() <= 2,
                "{name}: {score}, not {total}: {position}"
            );
            check_symmetry(evaluator, [&position]).unwrap();
        }
        let moves = position.legal_moves();
        position = match random.choice(moves.iter()) {
            Some(&mv) => position.play_unchecked(mv),
            None => Position::START,
        };
        if !position.has_legal_move() {
            position = Position::START;
        }
    }
}

#[test]
fn no_two_weights_have_the_same_name() {
    for name in WITH_WEIGHTS {
        let weights = evaluators::linear_by_name(name).unwrap().weights();
        let mut names: Vec<String> = weights.into_iter().map(|weight| weight.0).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{name}");
    }
    let has_weights = |name: &&str| evaluators::linear_by_name(name).is_some();
    let with_weights: Vec<&str> = evaluators::names().filter(has_weights).collect();
    assert_eq!(with_weights, WITH_WEIGHTS);
}

#[test]
fn games_are_held_out_whole() {
    let samples = played([30.0, 3.0, 0.0], 1_000, &mut Rng::with_seed(1));
    let fitted = Fit::default()
        .hold_out(0.2)
        .run(armies([10.0; 3]), &samples);
    for errors in [fitted.fitted, fitted.held_out] {
        assert_eq!(errors.positions, 4 * errors.games);
        assert!(errors.after < errors.before, "{fitted}");
    }
    assert_eq!(fitted.fitted.games, 800);
    assert_eq!(fitted.held_out.games, 200);
    let all = Fit::default()
        .hold_out(0.0)
        .run(armies([10.0; 3]), &samples);
    assert_eq!((all.fitted.games, all.held_out.games), (1_000, 0));
}

#[test]
fn positions_of_a_game_count_as_one_for_the_intervals() {
    let games = played([30.0, 3.0, 0.0], 1_000, &mut Rng::with_seed(1));
    let apart = games.iter().enumerate().map(|(number, sample)| Sample {
        game: number as u64,
        ..sample.clone()
    });
    let apart: Vec<_> = apart.collect();
    let fit = Fit::default().hold_out(0.0);
    let [games, apart] = [games, apart].map(|samples| fit.run(armies([10.0; 3]), &samples));
    for (game, apart) in games.weights.iter().zip(&apart.weights) {
        let ratio = game.margin.unwrap() / apart.margin.unwrap();
        assert!((1.9..2.1).contains(&ratio), "{ratio}");
    }
}

#[test]
fn scores_are_fitted_where_there_are_no_results() {
    let mut random = Rng::with_seed(1);
    let samples: Vec<_> = (0..500)
        .map(|game| {
            let counts = [(); 2].map(|()| [(); 3].map(|()| random.i32(0..6)));
            let position = Armies(counts);
            let score = armies([31.0, -4.0, 0.5]).evaluate(&position);
            let (result, score) = (None, Some(score));
            Sample {
                position,
                game,
                result,
                score,
            }
        })
        .collect();
    let fit = Fit::default().expected_change(1_000.0);
    let fitted = fit.run(armies([0.0; 3]), &samples);
    assert!((fitted.scale - 200.0).abs() < 1e-9);
    for (weight, exact) in fitted.weights.iter().zip([31.0, -4.0, 0.5]) {
        assert!((weight.after - exact).abs() < 0.1, "{fitted}");
    }
}

#[test]
fn what_says_nothing_changes_nothing() {
    let unknown = |position| Sample {
        position,
        game: 1,
        result: None,
        score: None,
    };
    let nothing = Fit::default().run(Material::default(), &[unknown(Position::START)]);
    assert_eq!(nothing.evaluator, Material::default());
    assert!(nothing.to_string().contains("fitted:   no positions"));
    // A mate is a result; pieces that both sides have give no information.
    let mated = Sample {
        score: Some(Score::won_in(3)),
        ..unknown("4k3/1p6/8/8/8/8/1P6/R3K3 w - - 0 1".parse().unwrap())
    };
    let fitted = Fit::default()
        .hold_out(0.0)
        .run(Material::default(), &[mated]);
    let seen = |weight: &FittedWeight| (weight.seen, weight.margin.is_some(), weight.after);
    assert_eq!(seen(&fitted.weights[0]), (0, false, 100.0));
    let rook = seen(&fitted.weights[3]);
    assert!(rook.0 == 1 && rook.1 && rook.2 > 500.0, "{fitted}");
}

#[test]
fn a_missing_or_unknown_weight_is_named() {
    let mut mobility = Weighted::new()
        .with("moves", Mobility::default())
        .with("pieces", Material::default());
    let weights = NamedWeights::of(&mobility);
    let names: Vec<_> = weights.iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(names[..2], ["moves move", "pieces pawn"]);
    let error = NamedWeights::of(&Material::default()).set(&mut mobility);
    let text = error.unwrap_err().to_string();
    let known = "moves move, pieces pawn, pieces knight, pieces bishop, pieces rook, pieces queen";
    assert_eq!(
        text,
        format!("the evaluator has no weight \"pawn\"; it has {known}")
    );
    let error = NamedWeights::default().set(&mut mobility).unwrap_err();
    let name = "moves move".to_owned();
    assert_eq!(error, WeightsError::Missing { name });
    assert_eq!(weights.set(&mut mobility), Ok(()));
}

#[test]
fn weights_are_json() {
    for name in WITH_WEIGHTS {
        let evaluator = evaluators::linear_by_name(name).unwrap();
        let weights = NamedWeights::of(&evaluator);
        let mut again = evaluators::linear_by_name(name).unwrap();
        again.set_weights(&vec![0.0; weights.iter().count()]);
        let read = NamedWeights::from_json(&weights.to_json()).unwrap();
        assert_eq!(read.set(&mut again), Ok(()));
        assert_eq!(again.weights(), evaluator.weights());
    }
    let wrong = [
        "",
        "[1]",
        "{",
        r#"{"pawn":"100"}"#,
        r#"{"pawn":1e999}"#,
        r#"{"pawn":null}"#,
        r#"{"pawn":1,}"#,
        r#"{"pawn":1}}"#,
        r#"{"pawn\x":1}"#,
        r#"{"\ud83d":1}"#,
        "{\"a\nb\":1}",
    ];
    for wrong in wrong {
        let error = NamedWeights::from_json(wrong).unwrap_err().to_string();
        assert!(error.starts_with("expected a JSON object"), "{error}");
    }
    let error = NamedWeights::from_json("{\n  \"pawn\": 100,\n  \"knight\": true\n}").unwrap_err();
    assert_eq!(error, WeightsError::Json { line: 3 });
}

#[test]
fn weights_are_the_json_of_other_programs() {
    let names = ["a \"name\"", r"C:\x", "tab\tline\n\u{1}", "Läufer ♗ 😀", ""];
    let numbers = [0.1, -0.0, 1e300, 1e-300, 100.0, 1.0 / 3.0];
    let named = names.into_iter().map(str::to_owned).zip(numbers);
    let weights: NamedWeights = named.collect();
    let json = weights.to_json();
    assert_eq!(NamedWeights::from_json(&json), Ok(weights.clone()));
    let read: BTreeMap<String, f64> = serde_json::from_str(&json).unwrap();
    assert!(
        weights
            .iter()
            .all(|(name, value)| read[name].to_bits() == value.to_bits())
    );
    let written = serde_json::to_string(&read).unwrap();
    let again = NamedWeights::from_json(&written).unwrap();
    assert_eq!(again.iter().count(), read.len());
    assert!(
        again
            .iter()
            .all(|(name, value)| read[name].to_bits() == value.to_bits())
    );
    let escaped = r#" { "L\u00e4ufer \u2657 \ud83d\ude00\/\b\f\n\r\t" : 1E+2 } "#;
    let read = NamedWeights::from_json(escaped).unwrap();
    let all: Vec<_> = read.iter().collect();
    assert_eq!(all, [("Läufer ♗ 😀/\u{8}\u{c}\n\r\t", 100.0)]);
    assert_eq!(NamedWeights::from_json("{}"), Ok(NamedWeights::default()));
    assert_eq!(
        NamedWeights::from_json(&NamedWeights::default().to_json()),
        Ok(NamedWeights::default())
    );
}
