//! Trains the network for backgammon: it plays against itself, one move ahead, and learns from these games.
//!
//! The first games are played with the sum of terms, the later ones with the last network. What a position was worth is its game's result,
//! mixed with what the players thought of the later positions (TD(λ), Tesauro 1995): λ is a half at first, and then more, since a network's
//! opinion of itself teaches it nothing. After each generation the network plays pairs of games with equal dice against the terms.
//!
//! `cargo run --release -p plywood-net --example backgammon -- FOLDER 12 20000` writes a network for each of 12 generations of 20,000 games.

use plywood_eval::{Evaluator, Score, Session, Side, Sides as _};
use plywood_net::train::{Rows, Settings, Trainer};
use plywood_net::{BackgammonInputs, Network};
use plywood_search::games::Backgammon;
use plywood_search::{Dice, Ending, Game as _};
use std::error::Error;
use std::{env, fs};

/// The pairs of games against the terms.
const PAIRS: u32 = 1_500;
/// The games of each generation that are only for testing: one of these.
const HELD_OUT: u64 = 20;

/// A player that makes the move after which the position is worth least to the other side.
#[derive(Clone, Copy)]
enum Player<'a> {
    Terms(&'a dyn Evaluator<Backgammon>),
    Network(&'a Network<BackgammonInputs>),
}

impl Player<'_> {
    /// Returns the points of the side to move, 10,000 for each.
    fn worth(self, position: &Backgammon, session: &mut Session) -> f64 {
        let score = match self {
            Self::Terms(terms) => {
                let score = terms.evaluate_in(position, session);
                // A lead of 5,000 wins 73 %, and one win of four or five is a gammon.
                let odds = f64::from(score.as_centipawns().unwrap_or_default()) / 5_000.0;
                return 12_500.0 * (2.0 / (1.0 + (-odds).exp()) - 1.0);
            }
            Self::Network(network) => network.evaluate_in(position, session),
        };
        f64::from(
            BackgammonInputs::points(score)
                .as_centipawns()
                .unwrap_or_default(),
        )
    }

    fn play(self, position: &Backgammon, session: &mut Session) -> Backgammon {
        let after = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.after(mv));
        let valued = after.map(|after| {
            let value = result(&after).unwrap_or_else(|| match self {
                Self::Terms(terms) => terms.evaluate_in(&after, session),
                Self::Network(network) => network.evaluate_in(&after, session),
            });
            (value, after)
        });
        let least = valued.min_by_key(|(value, _)| *value);
        least.map_or(*position, |(_, after)| after)
    }
}

/// Returns the points of the side to move, if the game is over.
fn result(position: &Backgammon) -> Option<Score> {
    match position.ending_at_leaf()? {
        Ending::Scored(score) => Some(score),
        _ => None,
    }
}

fn rolled(position: &Backgammon, dice: &mut Dice) -> Backgammon {
    let rolls = position.legal_moves();
    let weighted = rolls
        .iter()
        .flat_map(|roll| (0..position.weight(*roll)).map(|_| *roll));
    let weighted: Vec<_> = weighted.collect();
    position.after(weighted[dice.below(weighted.len())])
}

/// Plays a game; returns the positions before each roll, and the first side's points, 10,000 for each.
fn game(players: [Player<'_>; 2], dice: &mut Dice) -> (Vec<Backgammon>, f64) {
    let (mut position, mut seen) = (Backgammon::START, Vec::new());
    let mut sessions = [Session::new(), Session::new()];
    loop {
        if let Some(score) = result(&position) {
            let points = score.for_white(position.to_move()).as_centipawns();
            return (seen, f64::from(points.unwrap_or_default()));
        }
        seen.push(position);
        position = rolled(&position, dice);
        let side = position.to_move() as usize;
        position = players[side].play(&position, &mut sessions[side]);
    }
}

/// A position with its points for the side to move, as a network's score.
type Sample = (Backgammon, Score);

/// Returns the positions of a game with what they were worth.
fn samples(player: Player<'_>, dice: &mut Dice, lambda: f64) -> Vec<Sample> {
    let (seen, points) = game([player; 2], dice);
    let (mut target, mut session) = (points, Session::new());
    let learned = seen.into_iter().rev().map(|position| {
        let sign = if position.to_move() == Side::First {
            1.0
        } else {
            -1.0
        };
        let share = (0.5 + sign * target / 60_000.0).clamp(0.01, 0.99);
        let odds = BackgammonInputs::SCALE * (share / (1.0 - share)).ln();
        target = lambda * target + (1.0 - lambda) * sign * player.worth(&position, &mut session);
        #[expect(clippy::cast_possible_truncation, reason = "it is below 5,000")]
        let score = Score::centipawns(odds.round() as i32);
        (position, score)
    });
    learned.collect()
}

/// Returns the mean points and wins of the first player in pairs of games with equal dice, each with half of its 95 % interval.
fn compare(one: Player<'_>, other: Player<'_>) -> [(f64, f64); 2] {
    let pairs = (0..PAIRS).map(|pair| {
        let played = |players, sign: f64| {
            let (_, points) = game(players, &mut Dice::new(u64::from(pair) + 5_000_000));
            let points = sign * points / 10_000.0;
            [points / 2.0, if points > 0.0 { 0.5 } else { 0.0 }]
        };
        let [ahead, behind] = [played([one, other], 1.0), played([other, one], -1.0)];
        [ahead[0] + behind[0], ahead[1] + behind[1]]
    });
    let pairs: Vec<[f64; 2]> = pairs.collect();
    let count = f64::from(PAIRS);
    [0, 1].map(|which| {
        let mean = pairs.iter().map(|pair| pair[which]).sum::<f64>() / count;
        let squares = pairs.iter().map(|pair| (pair[which] - mean).powi(2));
        (mean, 1.96 * (squares.sum::<f64>() / count / count).sqrt())
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, generations, games] = &arguments[..] else {
        return Err("expected a folder, the number of generations, and the games of each".into());
    };
    let games: u64 = games.parse()?;
    let terms = Backgammon::terms();
    let mut network: Option<Network<BackgammonInputs>> = None;
    let mut last: Vec<Vec<Sample>> = Vec::new();
    for generation in 0..generations.parse::<u64>()? {
        let lambda = [0.5, 0.7, 0.8][usize::try_from(generation.min(2))?];
        let player = network
            .as_ref()
            .map_or(Player::Terms(&terms), Player::Network);
        let mut dice = Dice::new(generation);
        let fresh: Vec<_> = (0..games)
            .map(|_| samples(player, &mut dice, lambda))
            .collect();
        let mut rows = [Rows::new(8), Rows::new(8)];
        for (number, game) in (0..).zip(fresh.iter().chain(&last)) {
            for (position, score) in game {
                rows[usize::from(number % HELD_OUT == 0)].push_unplayed(position, *score)?;
            }
        }
        let settings = Settings {
            hidden: 64,
            epochs: 5,
            batch: 2_048,
            rate: if generation == 0 { 2e-3 } else { 1e-3 },
            result_share: 0.0,
            scale: 1_000,
            ..Settings::default()
        };
        let [training, held_out] = rows;
        let mut trainer = Trainer::new(settings, &training);
        if let Some(network) = &network {
            trainer = trainer.starting_from(network);
        }
        while !trainer.is_done() {
            trainer.epoch(&training, &held_out, 1, &mut |_| ())?;
        }
        let trained = trainer.network();
        fs::write(
            format!("{folder}/backgammon-{generation}.net"),
            trained.to_bytes(),
        )?;
        let [points, wins] = compare(Player::Network(&trained), Player::Terms(&terms));
        println!(
            "generation {generation}, {} positions: {:+.3} ± {:.3} points a game, {:.1} ± {:.1} % won",
            training.len(),
            points.0,
            points.1,
            100.0 * wins.0,
            100.0 * wins.1
        );
        // The terms' games are forgotten at once, the others after one more generation.
        last = if generation == 0 { Vec::new() } else { fresh };
        network = Some(trained);
    }
    Ok(())
}
