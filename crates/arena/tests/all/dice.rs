//! Matches of games with dice: the referee rolls them.

use plywood_arena::seed::Seeds;
use plywood_arena::{Entrant, Match, MatchResult, Opening, Record};
use plywood_eval::{Evaluator, Score, Side, Sides};
use plywood_search::games::{Backgammon, EinStein};
use plywood_search::{
    Ending, Game, Keyed, Limits, MoveOrPass, Observer, Random, Report, Stakes, Strategy, WithPasses,
};
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;

/// The points that win.
const GOAL: u8 = 50;

/// Pig: roll a die as often as you like. A one ends your turn without points; hold to keep the sum of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pig {
    scores: [u8; 2],
    turn: u8,
    to_move: Side,
    is_rolling: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Play {
    Roll,
    Hold,
    Rolled(u8),
}

impl Pig {
    const START: Self = Self {
        scores: [0, 0],
        turn: 0,
        to_move: Side::First,
        is_rolling: false,
    };

    const fn turned(self) -> Self {
        let (turn, to_move) = match self.to_move {
            Side::First => (0, Side::Second),
            Side::Second => (0, Side::First),
        };
        Self {
            turn,
            to_move,
            ..self
        }
    }
}

impl Game for Pig {
    type Move = Play;
    type Moves = Vec<Play>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(10_000)));

    fn legal_moves(&self) -> Vec<Play> {
        if self.is_rolling {
            (1..=6).map(Play::Rolled).collect()
        } else {
            vec![Play::Roll, Play::Hold]
        }
    }

    fn after(&self, play: Play) -> Self {
        let mut next = Self {
            is_rolling: play == Play::Roll,
            ..*self
        };
        match play {
            Play::Roll => next,
            Play::Rolled(1) => next.turned(),
            Play::Rolled(points) => {
                next.turn += points;
                next
            }
            Play::Hold => {
                next.scores[self.to_move as usize] += self.turn;
                next.turned()
            }
        }
    }

    fn ending(&self, _: &[Play]) -> Option<Ending> {
        let waiting = self.scores[(!self.to_move) as usize];
        (waiting >= GOAL).then_some(Ending::Lost)
    }

    fn waits_for_chance(&self) -> bool {
        self.is_rolling
    }
}

impl Sides for Pig {
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn mirrored(&self) -> Self {
        let [one, other] = self.scores;
        Self {
            scores: [other, one],
            to_move: !self.to_move,
            ..*self
        }
    }
}

impl Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.write_str("roll"),
            Self::Hold => f.write_str("hold"),
            Self::Rolled(points) => write!(f, "{points}"),
        }
    }
}

/// Holds at this sum.
#[derive(Clone, Copy)]
struct HoldAt(u8);

impl Strategy<WithPasses<Pig>> for HoldAt {
    fn search_observed(
        &mut self,
        position: &WithPasses<Pig>,
        _: &Limits,
        _: &mut dyn Observer<MoveOrPass<Play>>,
    ) -> Report<MoveOrPass<Play>> {
        assert!(!position.waits_for_chance(), "it was asked for a roll");
        if position.must_pass() {
            return Report::from(MoveOrPass::Pass);
        }
        let pig = position.position();
        let sum = pig.scores[pig.to_move as usize] + pig.turn;
        let holds = pig.turn >= self.0 || sum >= GOAL;
        let play = if holds { Play::Hold } else { Play::Roll };
        Report::from(MoveOrPass::Move(play))
    }
}

type Games = Vec<Record<WithPasses<Pig>>>;

fn pig(players: [u8; 2], games: usize) -> Match<WithPasses<Pig>> {
    let entrants = players.map(|at| Entrant::new(&format!("hold at {at}"), move |_| HoldAt(at)));
    let start = WithPasses::new(Pig::START);
    Match::new(start, entrants, Limits::depth(1))
        .positions([])
        .games(games)
        .max_moves(5_000)
}

fn played(game_match: Match<WithPasses<Pig>>) -> (Games, MatchResult) {
    let mut games = Vec::new();
    let result = game_match.run_with(&mut |game| games.push(game.record.clone()));
    (games, result.expect("the players can meet"))
}

fn rolls(record: &Record<WithPasses<Pig>>) -> Vec<u8> {
    let rolls = record.moves.iter().filter(|played| played.side.is_none());
    let points = |played: &plywood_arena::PlayedMove<_>| match played.mv {
        MoveOrPass::Move(Play::Rolled(points)) => points,
        other => panic!("{other} isn't a roll"),
    };
    rolls.map(points).collect()
}

#[test]
fn the_referee_rolls_and_a_record_contains_the_rolls() {
    let (games, result) = played(pig([20, 5], 200));
    assert_eq!(result.failures(), Vec::<String>::new());
    let player = result.player(0).expect("it played");
    assert!(player.elo.low > 0.0, "{result}");
    let mut faces = [0_usize; 6];
    for record in &games {
        // The moves and rolls lead through legal moves to the end of the game, and sides alternate between rolls.
        let mut position = record.opening.end();
        let mut side = Side::First;
        for played in &record.moves {
            assert!(position.legal_moves().contains(&played.mv));
            assert_eq!(played.side.is_none(), position.waits_for_chance());
            assert_eq!(position.to_move(), side);
            if let Some(by) = played.side {
                assert_eq!(by, side);
                side = !side;
            }
            position = position.after(played.mv);
        }
        assert!(position.ending_at_leaf().is_some());
        let [first, second] = Side::BOTH.map(|side| record.spent(side).moves);
        assert_eq!(first + second, record.plies());
        assert_eq!(record.plies() + rolls(record).len(), record.moves.len());
        for face in rolls(record) {
            faces[usize::from(face) - 1] += 1;
        }
    }
    let all: usize = faces.iter().sum();
    assert!(all > 5_000, "only {all} rolls");
    // With this many rolls, the share of a face differs by less than three hundredths from a sixth.
    let fair = |count: &usize| (100 * count).abs_diff(100 * all / 6) < 3 * all;
    assert!(faces.iter().all(fair), "{faces:?} of {all}");
}

#[test]
fn both_games_of_a_pair_roll_the_same_dice_and_players_change_nothing_about_them() {
    let (games, _) = played(pig([20, 5], 20));
    let dice: Vec<Vec<u8>> = games.iter().map(rolls).collect();
    let same = |one: &[u8], other: &[u8]| one.iter().zip(other).all(|(one, other)| one == other);
    assert!(dice.chunks(2).all(|pair| same(&pair[0], &pair[1])));
    let firsts = dice.iter().step_by(2);
    let differ = firsts.clone().zip(firsts.clone().skip(1));
    assert!(differ.into_iter().all(|(one, other)| !same(one, other)));

    let threads = NonZeroUsize::new(3);
    let (others, _) = played(pig([18, 25], 20).threads(threads));
    let other_dice: Vec<Vec<u8>> = others.iter().map(rolls).collect();
    assert!(
        dice.iter()
            .zip(&other_dice)
            .all(|(one, other)| same(one, other))
    );
    let (seeded, _) = played(pig([20, 5], 20).seed(2));
    assert!(!same(&dice[0], &rolls(&seeded[0])));
}

#[test]
fn a_players_seed_gives_no_dice_away() {
    // A player gets a seed that derives from its game's, and could roll from either.
    let seeds = Seeds::of_game(7, 4, 2);
    let player = plywood_arena::seed::derived(seeds.players, 0);
    let rolling = Pig::START.after(Play::Roll);
    let dice = |seeds: Seeds| -> Vec<Play> {
        (0..20)
            .map(|number| seeds.outcome(&rolling, number))
            .collect()
    };
    let theirs = dice(seeds);
    assert_eq!(theirs, dice(Seeds::of_game(7, 5, 2)));
    for guess in [player, seeds.players] {
        assert_ne!(theirs, dice(guess.into()));
        let players = 0;
        assert_ne!(
            theirs,
            dice(Seeds {
                players,
                dice: guess
            })
        );
    }
}

#[test]
fn only_moves_of_players_count() {
    let (games, result) = played(pig([20, 21], 10).max_moves(6));
    assert_eq!(result.ends["too long"], 10);
    for record in games {
        let moves = Side::BOTH.map(|side| record.spent(side).moves);
        assert_eq!(moves, [6, 6]);
        assert!(record.moves.len() > 12);
    }
    for seed in 0..20 {
        let start = WithPasses::new(Pig::START);
        let line = Opening::random(&start, 9, seed).expect("nobody wins that soon");
        assert_eq!(line.played().plies(), 9);
        assert!(line.moves.len() > 9 || line.moves.contains(&MoveOrPass::Move(Play::Hold)));
    }
}

/// Outcomes with these weights.
#[derive(Clone)]
struct Urn([u32; 4]);

impl Game for Urn {
    type Move = usize;
    type Moves = Vec<usize>;
    const STAKES: Option<Stakes> = Pig::STAKES;

    fn legal_moves(&self) -> Vec<usize> {
        (0..4).collect()
    }

    fn after(&self, _: usize) -> Self {
        self.clone()
    }

    fn ending(&self, _: &[usize]) -> Option<Ending> {
        None
    }

    fn waits_for_chance(&self) -> bool {
        true
    }

    fn weight(&self, outcome: usize) -> u32 {
        self.0[outcome]
    }
}

#[test]
fn outcomes_come_as_often_as_their_weights_say() {
    let count = |weights| {
        let mut counts = [0_usize; 4];
        let rolled = (0..30_000).map(|number| Seeds::from(1).outcome(&Urn(weights), number));
        rolled.for_each(|outcome| counts[outcome] += 1);
        counts
    };
    let [ones, none, twos, threes] = count([1, 0, 2, 3]);
    assert_eq!(none, 0);
    for (found, expected) in [(ones, 5_000), (twos, 10_000), (threes, 15_000_usize)] {
        assert!(found.abs_diff(expected) < 300, "{found} of {expected}");
    }
    assert_eq!(count([0, 0, 0, 1]), [0, 0, 0, 30_000]);
    // Large weights neither overflow nor push others out.
    let [one, other, ..] = count([u32::MAX, u32::MAX, 0, 0]);
    assert!(one.abs_diff(other) < 1_000, "{one} and {other}");
}

/// Chooses the move after which this evaluator likes the position best.
struct Greedy<E>(E);

impl<G: Game, E: Evaluator<G>> Strategy<G> for Greedy<E> {
    fn search_observed(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let moves = position.legal_moves();
        let worst = |mv: &&G::Move| self.0.evaluate(&position.after(**mv));
        Report::from(*moves.iter().min_by_key(worst).expect("the game goes on"))
    }
}

/// Returns a count as a real number.
fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("counts are small"))
}

/// Returns the variance of the points of one player in two games with sides changed: in a pair, and in games of different pairs.
fn variances<G>(game_match: Match<G>) -> [f64; 2]
where
    G: Game<Move: Send + Sync> + Send + Sync + 'static,
{
    let mut points = Vec::new();
    let result = game_match.run_with(&mut |game| {
        let of_first = real(game.record.end.steps_of_first()) / 2.0;
        points.push(if game.number % 2 == 0 {
            of_first
        } else {
            1.0 - of_first
        });
    });
    assert_eq!(result.expect("the players can meet").failures(), [""; 0]);
    [1, 3].map(|next| {
        let firsts = (0..points.len()).step_by(2);
        let sums: Vec<f64> = firsts
            .map(|first| points[first] + points[(first + next) % points.len()])
            .collect();
        let mean = sums.iter().sum::<f64>() / real(sums.len());
        sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / real(sums.len())
    })
}

#[test]
fn equal_dice_reduce_the_variance_of_a_pair() {
    // Players that differ in a few moves, as those of most matches do.
    let steps = |position: &EinStein| EinStein::terms().evaluate(position);
    let noisy = move |position: &EinStein| {
        let noise = i32::try_from(position.key() % 100).expect("a small number");
        steps(position) + Score::centipawns(noise)
    };
    let entrants = [
        Entrant::new("steps", move |_| Greedy(steps)),
        Entrant::new("noisy", move |_| Greedy(noisy)),
    ];
    let played = Match::new(EinStein::drawn(1), entrants, Limits::depth(1)).games(2_000);
    let [paired, apart] = variances(played.positions([]));
    println!("two games: {paired:.3} with equal dice, {apart:.3} with others");
    assert!(paired < 0.85 * apart, "{paired} and {apart}");
}

/// Returns the points of the first side by the rules' words: a gammon is two, if the loser has borne off no checker, and a backgammon three,
/// if one of its checkers is also on the bar or in the winner's home.
fn points(record: &Record<Backgammon>) -> f64 {
    let start = record.opening.start;
    let last = record.all_moves().fold(start, |last, mv| last.after(*mv));
    let winner = record.end.winner().expect("there are no draws");
    let left = |points: std::ops::RangeInclusive<u8>| {
        points
            .map(|point| last.checkers(!winner, point))
            .sum::<u8>()
    };
    assert_eq!(last.checkers(winner, 0), 15);
    let won = match (left(1..=25), left(19..=25)) {
        (..15, _) => 1.0,
        (_, 0) => 2.0,
        _ => 3.0,
    };
    if winner == Side::First { won } else { -won }
}

#[test]
fn points_per_game_are_the_mean_of_single_wins_gammons_and_backgammons() {
    let terms = |position: &Backgammon| Backgammon::terms().evaluate(position);
    let entrants = [
        Entrant::new("terms", move |_| Greedy(terms)),
        Entrant::new("random", |_| Random),
    ];
    let (mut pairs, mut sizes) = (vec![0.0; 40], BTreeSet::new());
    let game_match = Match::new(Backgammon::START, entrants, Limits::depth(1))
        .positions([])
        .games(2 * pairs.len());
    let result = game_match.run_with(&mut |game| {
        let points = points(game.record);
        assert_eq!(game.record.points_of_first(), Some(points));
        sizes.insert(points.abs().to_string());
        let sign = if game.number % 2 == 0 { 1.0 } else { -1.0 };
        pairs[game.number / 2] += sign * points / 2.0;
    });
    let result = result.expect("the players can meet");
    assert!(sizes.len() > 1, "there were only {sizes:?}");
    let count = real(pairs.len());
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let both = &result.head_to_heads[0];
    let found = both.points.expect("backgammon has points");
    let width = 1.959_964 * (variance / count).sqrt();
    for (found, expected) in [
        (found.value, mean),
        (found.low, mean - width),
        (found.high, mean + width),
    ] {
        assert!((found - expected).abs() < 1e-6, "{found} and {expected}");
    }
    assert!(result.to_string().contains("Points per game +"), "{result}");
    // Wins are counted as ever, and a game without points reports none.
    assert_eq!(both.elo, both.pairs.elo());
    let (_, pig) = played(pig([20, 1], 4));
    assert_eq!(pig.head_to_heads[0].points, None);
    assert!(!pig.to_string().contains("Points per game"), "{pig}");
}
