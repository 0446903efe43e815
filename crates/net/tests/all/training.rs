//! Training: it learns, can be repeated to the last bit, and can be interrupted.

use plywood_core::Position;
use plywood_eval::{Classical, Evaluator, Score};
use plywood_net::ChessInputs;
use plywood_net::train::{Epoch, Rows, Settings, Trainer};

const SETTINGS: Settings = Settings {
    hidden: 16,
    buckets: 4,
    epochs: 4,
    coarse_epochs: 0,
    batch: 64,
    rate: 3e-3,
    last_rate: 1e-4,
    decay: 0.01,
    result_share: 0.0,
    scale: 300,
    seed: 5,
};

/// Positions of random games with the scores of the classical evaluator.
fn rows(seed: u64, games: usize) -> Rows<ChessInputs> {
    let (mut random, classical) = (fastrand::Rng::with_seed(seed), Classical::default());
    let mut rows = Rows::new(SETTINGS.buckets);
    for _ in 0..games {
        let mut position = Position::START;
        for _ in 0..80 {
            let moves = position.legal_moves();
            let Some(mv) = random.choice(moves.iter()) else {
                break;
            };
            position = position.play_unchecked(*mv);
            let score = classical.evaluate(&position);
            rows.push(
                &position,
                score,
                if score > Score::DRAW { 1.0 } else { 0.0 },
            )
            .expect("the memory has room");
        }
    }
    rows
}

fn trained(settings: Settings, threads: usize) -> (Trainer<ChessInputs>, Vec<Epoch>) {
    let (training, validation) = (rows(1, 40), rows(2, 40));
    let mut trainer = Trainer::new(settings, &training);
    let mut epochs = Vec::new();
    while !trainer.is_done() {
        epochs.push(
            trainer
                .epoch(&training, &validation, threads, &mut |_| ())
                .expect("positions in memory"),
        );
    }
    (trainer, epochs)
}

#[test]
fn it_learns_what_is_the_same_in_other_games() {
    let (training, validation) = (rows(1, 300), rows(2, 40));
    let mut trainer = Trainer::new(
        Settings {
            epochs: 8,
            ..SETTINGS
        },
        &training,
    );
    let mut next = || {
        trainer
            .epoch(&training, &validation, 2, &mut |_| ())
            .unwrap()
    };
    let first = next();
    let last = (2..=8).map(|_| next()).last().unwrap();
    assert!(
        last.validation < 0.8 * first.validation,
        "{first:?} {last:?}"
    );
    assert!(last.agreed() > 0.7, "{last:?}");
    let shares = first.agreement.iter().map(|[share, _]| share);
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn the_same_settings_give_the_same_network_on_any_number_of_threads() {
    let one = trained(SETTINGS, 1);
    let three = trained(SETTINGS, 3);
    assert_eq!(one.0.network().to_bytes(), three.0.network().to_bytes());
    assert_eq!(one.1, three.1);
    let other = trained(
        Settings {
            seed: 6,
            ..SETTINGS
        },
        1,
    );
    assert_ne!(one.0.network().to_bytes(), other.0.network().to_bytes());
}

#[test]
fn training_goes_on_from_a_checkpoint() {
    let (training, validation) = (rows(1, 40), rows(2, 40));
    let mut first = Trainer::new(SETTINGS, &training);
    first.epoch(&training, &validation, 1, &mut |_| ()).unwrap();
    first.epoch(&training, &validation, 1, &mut |_| ()).unwrap();
    let checkpoint = first.checkpoint();
    let mut second = Trainer::new(SETTINGS, &training);
    second.resume(&checkpoint).unwrap();
    assert_eq!(second.course(), first.course());
    assert_eq!(second.epochs(), 2);
    while !second.is_done() {
        second
            .epoch(&training, &validation, 1, &mut |_| ())
            .unwrap();
    }
    assert_eq!(
        second.network().to_bytes(),
        trained(SETTINGS, 1).0.network().to_bytes()
    );

    let mut other = Trainer::new(SETTINGS, &validation);
    let error = other.resume(&checkpoint).unwrap_err().to_string();
    assert!(
        error.starts_with("expected a checkpoint of \"chess 768 mirrored 4 zones hidden: 16, "),
        "{error}"
    );
    assert!(!error.contains('{'), "{error}");
    for cut in [0, 1, 10, checkpoint.len() / 2, checkpoint.len() - 1] {
        assert!(second.resume(&checkpoint[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn a_wider_model_begins_as_the_network_it_starts_from() {
    let (network, training) = (trained(SETTINGS, 1).0.network(), rows(3, 40));
    let wider = Settings {
        hidden: 48,
        scale: 400,
        ..SETTINGS
    };
    let mut trainer = Trainer::new(wider, &training).starting_from(&network);
    let begun = trainer.network();
    let mut position = Position::START;
    for _ in 0..60 {
        let [before, after] = [&network, &begun].map(|network| network.evaluate(&position));
        let difference = i32::from(before.packed()) - i32::from(after.packed());
        assert!(difference.abs() <= 30, "{position}: {before} and {after}");
        let moves = position.legal_moves();
        position = position.play_unchecked(moves[moves.len() / 2]);
    }
    let checkpoint = trainer.checkpoint();
    assert!(Trainer::new(wider, &training).resume(&checkpoint).is_err());
    trainer.epoch(&training, &training, 1, &mut |_| ()).unwrap();
    assert!(trainer.network() != begun);
}

/// The numbers are rounded: the network evaluates like the model from which it was made.
#[test]
fn rounding_changes_little() {
    let (trainer, _) = trained(SETTINGS, 2);
    let (network, model) = (trainer.network(), trainer.model());
    let mut random = fastrand::Rng::with_seed(9);
    let mut positions = vec![Position::START];
    while positions.len() < 100 {
        let position = &positions[positions.len() - 1];
        let Some(mv) = random.choice(position.legal_moves().iter()).copied() else {
            break;
        };
        positions.push(position.play_unchecked(mv));
    }
    let rounding = model.rounding(&network, &positions).unwrap();
    assert!(rounding.most < 15.0, "{rounding:?}");
    assert!(rounding.mean > 0.0 && rounding.mean < rounding.most);
    assert_eq!(model.rounding(&network, &[]), None);
}

#[test]
fn the_scale_is_the_one_by_which_results_follow_from_scores() {
    let mut rows = Rows::<ChessInputs>::new(1);
    // At 200 centipawns three of four games are won: the logarithm of the odds, 3 to 1, is 200 divided by the scale.
    for number in 0..1_000 {
        rows.push(
            &Position::START,
            Score::centipawns(200),
            if number % 4 == 0 { 0.0 } else { 1.0 },
        )
        .unwrap();
    }
    let scale = f64::from(rows.fitted_scale());
    assert!((scale - 200.0 / 3.0_f64.ln()).abs() < 1.0, "{scale}");
}
