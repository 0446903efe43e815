//! Whole games: Monte Carlo search on P-games, solvers, and a ply more.

use plywood::search::games::{BoardGame, Breakthrough, ConnectFour};
use plywood::{
    AlphaBeta, Captures, Classical, Ending, Entrant, Game, IterativeDeepening, Killers, Limits,
    Match, MonteCarlo, Position, QuietHistory, Score, Transpositions,
};

use crate::sample::Mean;
use crate::synthetic::mixed;

/// A P-game (Smith and Nau 1994), as Kocsis and Szepesvári use it: each move of the first player gains 0 to 127, each of the second loses
/// as much, and the sign of the sum decides.
#[derive(Clone)]
struct PGame {
    width: u8,
    plies: u32,
    node: u64,
    sum: i32,
}

impl Game for PGame {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        (0..if self.plies > 0 { self.width } else { 0 }).collect()
    }

    fn after(&self, mv: u8) -> Self {
        let node = mixed(self.node.wrapping_mul(31) + u64::from(mv) + 1);
        let gain = (mixed(node ^ 5) % 128) as i32;
        Self {
            width: self.width,
            plies: self.plies - 1,
            node,
            // The sum is the side to move's.
            sum: -(self.sum + gain),
        }
    }

    fn ending(&self, moves: &[u8]) -> Option<Ending> {
        moves.is_empty().then_some(match self.sum.signum() {
            1 => Ending::Won,
            -1 => Ending::Lost,
            _ => Ending::Drawn,
        })
    }
}

/// How often each root move is tried equally often, and the best mean is played.
fn flat(game: &PGame, rounds: u64, random: &mut fastrand::Rng) -> u8 {
    let moves = game.legal_moves();
    let games = rounds / moves.len() as u64;
    let mut points = |mv: u8| {
        let mut sum = 0.0;
        for _ in 0..games {
            let mut position = game.after(mv);
            let mut sign = -1.0;
            loop {
                let moves = position.legal_moves();
                if let Some(ending) = position.ending(&moves) {
                    let score = ending.score(0).cmp(&Score::DRAW) as i32;
                    sum += sign * f64::from(score);
                    break;
                }
                position = position.after(moves[random.usize(..moves.len())]);
                sign = -sign;
            }
        }
        sum
    };
    let best = moves
        .into_iter()
        .map(|mv| (points(mv), mv))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or(0, |(_, mv)| mv)
}

/// Kocsis and Szepesvári (2006): how often the move is wrong, where one is right and another wrong.
pub(crate) fn p_games(is_slow: bool) {
    let trees = if is_slow { 400 } else { 40 };
    let shapes: &[(u8, u32)] = if is_slow {
        &[(2, 12), (8, 6)]
    } else {
        &[(2, 10), (4, 5)]
    };
    let most = if is_slow { 10_000 } else { 1_000 };
    for &(width, plies) in shapes {
        let value = |game: &PGame| {
            let mut search = AlphaBeta::new(|_: &PGame| Score::DRAW);
            let report = search.search(game, &Limits::none());
            (
                report.score.map(|score| score.cmp(&Score::DRAW)),
                report.stats.leaves(),
            )
        };
        let mut games = Vec::new();
        let mut needed = 0;
        for seed in 1.. {
            let game = PGame {
                width,
                plies,
                node: mixed(seed),
                sum: 0,
            };
            let (best, leaves) = value(&game);
            let is_right =
                |mv: u8| value(&game.after(mv)).0.map(std::cmp::Ordering::reverse) == best;
            let right: Vec<bool> = game.legal_moves().into_iter().map(is_right).collect();
            if right.contains(&false) {
                needed += leaves;
                games.push((game, right));
            }
            if games.len() == trees {
                break;
            }
        }
        println!(
            "{width} moves, {plies} plies, {trees} trees; alpha-beta is right after {} leaves",
            needed / trees as u64
        );
        println!("  rounds       wrong by UCT, %   wrong by flat Monte Carlo, %");
        let mut rounds = 10;
        while rounds <= most {
            let (mut by_uct, mut by_flat) = (0, 0);
            for (number, (game, right)) in games.iter().enumerate() {
                let mut random = fastrand::Rng::with_seed(number as u64);
                let mut search = MonteCarlo::new(|_: &PGame| Score::DRAW);
                let limits = Limits::rounds(rounds).with_seed(number as u64);
                let mv = search.search(game, &limits).best_move.unwrap_or(0);
                by_uct += u64::from(!right[usize::from(mv)]);
                by_flat += u64::from(!right[usize::from(flat(game, rounds, &mut random))]);
            }
            let [uct, flat] = [by_uct, by_flat]
                .map(|wrong| Mean::share(wrong, trees as u64).map(|it| 100.0 * it));
            println!("{rounds:>8}{uct:>22.1}{flat:>31.1}");
            rounds *= 10;
        }
    }
}

/// Plays a match, and prints its Elo.
fn play<G: Game + Send + Sync + 'static>(
    name: &str,
    start: G,
    players: [Entrant<G>; 2],
    (limits, games): (Limits, usize),
) where
    G::Move: Send + Sync,
{
    let result = Match::new(start, players, limits)
        .games(games)
        .threads(std::num::NonZeroUsize::MIN)
        .run();
    let result = result.expect("the players are named differently");
    let elo = result.elo.expect("there are two players");
    println!("{name:<44}{games:>7}  {elo}");
}

/// Winands, Björnsson and Saito (2008), on other games than theirs.
pub(crate) fn solver(is_slow: bool) {
    println!("MCTS with a solver against without             games  Elo");
    let games = if is_slow { 400 } else { 20 };
    let rounds = if is_slow { 200 } else { 50 };
    let limits = || Limits::rounds(rounds);
    let connect_four = [true, false].map(|solves| {
        let name = if solves { "solver" } else { "plain" };
        Entrant::new(name, move |_| {
            let search = MonteCarlo::new(ConnectFour::estimate);
            if solves { search.solving() } else { search }
        })
    });
    play(
        &format!("connect four, {rounds} rounds"),
        ConnectFour::new(),
        connect_four,
        (limits(), games),
    );
    let breakthrough = [true, false].map(|solves| {
        let name = if solves { "solver" } else { "plain" };
        Entrant::new(name, move |_| {
            let search = MonteCarlo::new(Breakthrough::estimate);
            if solves { search.solving() } else { search }
        })
    });
    let start = BoardGame::<Breakthrough>::start();
    play(
        &format!("breakthrough, {rounds} rounds"),
        start,
        breakthrough,
        (limits(), games / 2),
    );
}

/// Thompson (1982), Heinz (2001): a search against the same search a ply deeper.
pub(crate) fn one_ply_more(is_slow: bool) {
    println!("chess, a ply more                               games  Elo");
    let games: &[(u32, usize)] = if is_slow {
        &[(1, 400), (2, 400), (3, 100)]
    } else {
        &[(1, 20)]
    };
    for &(depth, games) in games {
        let player = |depth: u32| {
            let make = || {
                let order = (Captures, Killers::new(), QuietHistory::new());
                let search = AlphaBeta::new(Classical::default())
                    .quiescence()
                    .ordering(order);
                IterativeDeepening::new(search.table(Transpositions::exact(8)))
            };
            Entrant::new(&format!("depth {depth}"), move |_| make()).limits(Limits::depth(depth))
        };
        let name = format!("depth {} against depth {depth}", depth + 1);
        play(
            &name,
            Position::default(),
            [player(depth + 1), player(depth)],
            (Limits::none(), games),
        );
    }
}
