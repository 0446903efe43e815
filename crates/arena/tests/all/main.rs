//! Matches between two strategies.

mod dice;

use plywood_arena::statistics::{Decision, Sprt, Trinomial};
use plywood_arena::{
    Broken, DrawRule, Entrant, Fault, Format, GameEnd, Match, MatchError, MatchResult,
    PlayerResult, ResignRule,
};
use plywood_eval::Score;
use plywood_search::games::{ConnectFour, TicTacToe};
use plywood_search::threads::MachineFault;
use plywood_search::{
    AlphaBeta, Ending, Game, Keyed, Limits, Observer, Random, Report, StopHandle, Strategy,
    WithHistory,
};
use std::fmt;
use std::num::NonZeroUsize;

fn estimating(name: &str, depth: u32) -> Entrant<ConnectFour> {
    let make = |_| AlphaBeta::new(ConnectFour::estimate);
    Entrant::new(name, make).limits(Limits::depth(depth))
}

fn random<G: Game + 'static>(name: &str) -> Entrant<G> {
    Entrant::new(name, |_| Random).limits(Limits::depth(1))
}

fn four(first: Entrant<ConnectFour>, second: Entrant<ConnectFour>) -> Match<ConnectFour> {
    Match::new(ConnectFour::new(), [first, second], Limits::depth(1)).plies(4)
}

/// Returns the results of the first of two players.
fn first(result: &MatchResult) -> &PlayerResult {
    result.player(0).expect("it played")
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("it is not zero")
}

#[test]
fn the_stronger_player_wins() {
    let result = four(estimating("deep", 3), random("random"))
        .games(30)
        .run()
        .expect("the players can meet");
    assert_eq!(result.games, 30);
    assert!(first(&result).elo.low > 0.0, "{result}");
    let text = result.to_string();
    let line = text.lines().find(|line| line.contains(" against "));
    let counts = format!(
        "deep against random: {} Elo, {} won, {} drawn, {} lost",
        first(&result).elo,
        first(&result).games.won(),
        first(&result).games.drawn(),
        first(&result).games.lost()
    );
    assert_eq!(line, Some(counts.as_str()));
}

#[test]
fn a_failure_of_the_machine_or_of_the_rules_is_an_error() {
    let short = || {
        Entrant::new("short", |_| -> Random {
            MachineFault::new("no memory").raise()
        })
    };
    for limits in [Limits::depth(1), Limits::nodes(10)] {
        let played = Match::new(TicTacToe::new(), [short(), random("random")], limits);
        let machine = Broken::Machine("the machine failed: no memory".to_owned());
        assert_eq!(played.games(2).run(), Err(MatchError::Broken(machine)));
    }
    let lawless = Match::new(
        TicTacToe::new(),
        ["one", "other"].map(random),
        Limits::depth(1),
    );
    let lawless = lawless.ended_by(|_| panic!("no rules"), |_| plywood_eval::Side::First);
    let error = lawless.games(2).run().expect_err("the rules panic");
    assert!(error.to_string().contains("no rules"), "{error}");
}

#[test]
fn a_search_to_a_fixed_depth_needs_one() {
    let undeepened = Entrant::new("mine", |_| AlphaBeta::new(ConnectFour::estimate));
    let limits = Limits::nodes(500);
    let played = Match::new(ConnectFour::new(), [undeepened, random("random")], limits);
    let error = played.games(2).run().expect_err("it has none");
    assert_eq!(error, MatchError::NoDepth("mine".to_owned()));
    assert!(error.to_string().contains("+deepening"), "{error}");
}

#[test]
fn perfect_play_of_tic_tac_toe_is_not_lost() {
    let perfect = Entrant::new("perfect", |_| AlphaBeta::new(|_: &TicTacToe| Score::DRAW));
    let played = Match::new(
        TicTacToe::new(),
        [perfect, random("random")],
        Limits::depth(9),
    );
    let result = played
        .games(60)
        .plies(1)
        .run()
        .expect("the players can meet");
    assert_eq!(first(&result).games.lost(), 0);
    assert!(first(&result).elo.low > 0.0, "{result}");
}

/// Both games of a pair have the same opening, so a deterministic strategy scores one point in each pair against itself.
#[test]
fn a_strategy_is_level_with_itself_in_every_pair() {
    let result = four(estimating("one", 2), estimating("other", 2))
        .games(40)
        .run()
        .expect("the players can meet");
    assert_eq!(result.head_to_heads[0].pairs.0, [0, 0, 20, 0, 0]);
    assert!(first(&result).elo.value.abs() < 1e-9);
    assert!(first(&result).elo.low < 0.0 && first(&result).elo.high > 0.0);
    assert_eq!(first(&result).games.won(), first(&result).games.lost());
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let result = |count, seed| {
        let played = four(random("one"), random("other")).games(50).seed(seed);
        let mut games = Vec::new();
        let result = played
            .threads(threads(count))
            .run_with(&mut |game| {
                games.push((game.number, game.players[0].to_owned(), game.record.clone()));
            })
            .expect("the players can meet");
        (result, games)
    };
    let alone = result(1, 7);
    assert_eq!(alone.1.len(), 50);
    // Times differ.
    let moves = |(result, games): &(MatchResult, Vec<_>)| {
        let moves = games.iter().map(
            |(number, first, record): &(usize, String, plywood_arena::Record<ConnectFour>)| {
                let moves: Vec<_> = record.moves.iter().map(|played| played.mv).collect();
                (*number, first.clone(), record.opening.clone(), moves)
            },
        );
        (result.clone(), moves.collect::<Vec<_>>())
    };
    assert_eq!(moves(&alone), moves(&result(3, 7)));
    assert_ne!(moves(&alone).1, moves(&result(1, 8)).1);
}

#[test]
fn each_opening_is_played_by_both_sides() {
    let mut games = Vec::new();
    let result = four(random("one"), random("other"))
        .games(7)
        .run_with(&mut |game| {
            games.push((game.players.map(str::to_owned), game.record.opening.clone()));
        })
        .expect("the players can meet");
    assert_eq!(result.games, 8, "a pair is not divided");
    for pair in games.chunks(2) {
        let [(players, opening), (others, again)] = pair else {
            panic!("a pair")
        };
        assert_eq!(opening, again);
        assert_eq!([&players[0], &players[1]], [&others[1], &others[0]]);
        assert_eq!(opening.moves.len(), 4);
    }
    let position = ConnectFour::new().after(ConnectFour::new().legal_moves()[3]);
    let mut starts = Vec::new();
    let played = four(random("one"), random("other")).games(4);
    let _ = played
        .positions([ConnectFour::new(), position])
        .run_with(&mut |game| {
            starts.push(game.record.opening.start);
        })
        .expect("the players can meet");
    assert_eq!(
        starts,
        [ConnectFour::new(), ConnectFour::new(), position, position]
    );
}

/// Fails in different ways.
#[derive(Clone, Copy)]
enum Failing {
    Panics,
    FindsNothing,
    Cheats,
}

impl Strategy<ConnectFour> for Failing {
    fn search_observed(
        &mut self,
        position: &ConnectFour,
        limits: &Limits,
        observer: &mut dyn Observer<<ConnectFour as Game>::Move>,
    ) -> Report<<ConnectFour as Game>::Move> {
        let mut report = Random.search_observed(position, limits, observer);
        match self {
            Self::Panics => panic!("no idea"),
            Self::FindsNothing => report.best_move = None,
            // A column that is full.
            Self::Cheats => {
                let legal = position.legal_moves();
                let all = ConnectFour::new().legal_moves();
                report.best_move = all
                    .iter()
                    .copied()
                    .find(|mv| !legal.contains(mv))
                    .or(report.best_move);
            }
        }
        report
    }
}

#[test]
fn a_player_that_fails_loses_and_the_result_says_so() {
    for (failing, kind, words) in [
        (
            Failing::Panics,
            "panic",
            "First loses: it panicked: no idea, at move 3",
        ),
        (
            Failing::FindsNothing,
            "no move",
            "First loses: it chose no move, at move 3",
        ),
    ] {
        let bad = Entrant::new("bad", move |_| failing).limits(Limits::depth(1));
        let mut ends = Vec::new();
        let result = four(bad, random("good"))
            .games(2)
            .run_with(&mut |game| {
                ends.push(matches!(game.record.end, GameEnd::Fault(..)));
            })
            .expect("the players can meet");
        assert_eq!(
            (first(&result).games.lost(), first(&result).games.won()),
            (2, 0)
        );
        assert_eq!((result.ends[kind], ends), (2, vec![true, true]));
        let words = format!("bad: {kind} 2; in game 1: {words}");
        assert_eq!(result.failures(), [words.as_str()]);
        assert!(result.to_string().contains(&format!("Failed: {words}")));
    }
    let full = "dddddd".parse::<ConnectFour>().expect("a position");
    let bad = Entrant::new("bad", |_| Failing::Cheats).limits(Limits::depth(1));
    let mut faults = Vec::new();
    let played = four(bad, random("good")).games(2).positions([full]);
    let result = played
        .run_with(&mut |game| {
            faults.extend(match &game.record.end {
                GameEnd::Fault(_, fault) => Some(fault.clone()),
                _ => None,
            });
        })
        .expect("the players can meet");
    assert_eq!(first(&result).games.lost(), 2);
    assert_eq!(faults, vec![Fault::IllegalMove("d".to_owned()); 2]);
}

/// Two kings walk on a ring, without a winner or an end.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ring([u8; 2], usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Walk(u8);

impl Game for Ring {
    type Move = Walk;
    type Moves = Vec<Walk>;

    fn legal_moves(&self) -> Vec<Walk> {
        vec![Walk(1), Walk(2)]
    }

    fn after(&self, Walk(by): Walk) -> Self {
        let Self(mut kings, to_move) = self.clone();
        kings[to_move] = (kings[to_move] + by) % 3;
        Self(kings, 1 - to_move)
    }

    fn ending(&self, _: &[Walk]) -> Option<Ending> {
        None
    }
}

impl Keyed for Ring {
    fn key(&self) -> u64 {
        let Self([one, other], to_move) = self;
        (u64::from(*one) * 8 + u64::from(*other) * 2 + *to_move as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn move_code(Walk(by): Walk) -> u16 {
        u16::from(by)
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

fn ring() -> Match<Ring> {
    Match::new(
        Ring([0, 0], 0),
        [random("one"), random("other")],
        Limits::depth(1),
    )
    .games(2)
}

#[test]
fn repetition_is_a_draw_where_it_is_asked_for() {
    let result = ring()
        .repetition_draws()
        .run()
        .expect("the players can meet");
    assert_eq!(
        (first(&result).games.drawn(), result.ends["repetition"]),
        (2, 2)
    );
    let result = ring().max_moves(20).run().expect("the players can meet");
    assert_eq!(
        (first(&result).games.drawn(), result.ends["too long"]),
        (2, 2)
    );
    // A game with its history ends by itself at the first repetition.
    let start = WithHistory::new(Ring([0, 0], 0));
    let result = Match::new(start, [random("one"), random("other")], Limits::depth(1))
        .games(2)
        .run()
        .expect("the players can meet");
    assert_eq!(result.ends["repetition"], 2);
}

#[test]
fn games_end_early_when_both_agree() {
    let lost = |_: &ConnectFour| Score::centipawns(-900);
    let even = |_: &ConnectFour| Score::DRAW;
    let played = || {
        let even = move |name| Entrant::new(name, move |_| AlphaBeta::new(even));
        four(even("one"), even("other")).games(2)
    };
    let draws = DrawRule {
        after: 0,
        moves: 1,
        score: 10,
    };
    assert_eq!(
        played()
            .agree_on_draws(draws)
            .run()
            .expect("the players can meet")
            .ends["draw agreed"],
        2
    );
    // At a depth of one ply the evaluation is for the other side, so each believes it is winning; neither resigns.
    let resign = ResignRule {
        moves: 1,
        score: 500,
    };
    let each = move |name| Entrant::new(name, move |_| AlphaBeta::new(lost));
    let result = four(each("one"), each("other"))
        .games(2)
        .resign(resign)
        .run()
        .expect("the players can meet");
    assert!(!result.ends.contains_key("resignation"), "{result}");
    // One knows the standing of the other.
    let low = Entrant::new("low", move |_| {
        AlphaBeta::new(|_: &ConnectFour| Score::centipawns(900))
    });
    let result = four(low, each("high"))
        .games(2)
        .resign(resign)
        .run()
        .expect("the players can meet");
    assert_eq!(
        (result.ends["resignation"], first(&result).games.lost()),
        (2, 2)
    );
}

#[test]
fn a_sequential_test_ends_the_match_at_the_same_game_with_any_threads() {
    let test = Sprt::new(0.0, 200.0);
    let result = |count| {
        let played = four(estimating("deep", 3), random("random")).games(400);
        played
            .sprt(test)
            .threads(threads(count))
            .run()
            .expect("the players can meet")
    };
    let alone = result(1);
    let decision = alone.test.as_ref().and_then(|test| test.decision);
    assert_eq!(decision, Some(Decision::Accepted));
    assert!(alone.games < 100, "{alone}");
    assert_eq!(alone, result(3));
}

#[test]
fn a_match_that_is_stopped_keeps_the_games_that_ended() {
    for count in [1, 2] {
        let stop = StopHandle::new();
        let played = four(random("one"), random("other"))
            .games(1_000_000)
            .stopped_by(&stop);
        let result = played
            .threads(threads(count))
            .run_with(&mut |game| {
                if game.number == 9 {
                    stop.stop();
                }
            })
            .expect("the players can meet");
        assert_eq!(result.games, 10);
        assert!(!result.ends.contains_key("stopped"));
    }
}

#[test]
fn the_interval_is_that_of_the_counts() {
    let result = four(random("one"), random("other"))
        .games(60)
        .run()
        .expect("the players can meet");
    let counts = Trinomial::default();
    assert_eq!(counts.total(), 0);
    assert_eq!(first(&result).elo, result.head_to_heads[0].pairs.elo());
    let (low, high) = (first(&result).elo.low, first(&result).elo.high);
    assert!(
        low < 0.0 && high > 0.0,
        "players of equal strength: {result}"
    );
}

#[test]
fn several_players_meet_like_two() {
    let players = [random("a"), estimating("b", 3), random("c")];
    let played = Match::new(ConnectFour::new(), players, Limits::depth(1)).games(10);
    let result = played.clone().run().expect("the players can meet");
    assert_eq!((result.games, result.head_to_heads.len()), (30, 3));
    assert_eq!(result.players[0].name, "b", "it is the strongest");
    let gauntlet = played.clone().format(Format::Gauntlet);
    assert_eq!(gauntlet.run().map(|result| result.games), Ok(20));
    let tested = played.clone().sprt(Sprt::default());
    assert_eq!(tested.run(), Err(MatchError::Sprt(3)));
    let twice = played.player(random("a"));
    assert_eq!(twice.run(), Err(MatchError::SameName("a".to_owned())));
}

/// Plays at random, after its time is over.
#[derive(Debug)]
struct Late;

impl<G: Game> Strategy<G> for Late {
    fn name(&self) -> String {
        "late".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        std::thread::sleep(2 * limits.max_time().unwrap_or_default());
        Random.search_observed(position, &Limits::depth(1), observer)
    }
}

#[test]
fn a_match_says_who_lost_on_time() {
    let limit = std::time::Duration::from_millis(5);
    let late = Entrant::new("late", |_| Late).limits(Limits::time(limit));
    let played = four(random("punctual"), late);
    let rules = plywood_arena::Rules {
        margin: std::time::Duration::ZERO,
        ..played.options().rules.clone()
    };
    let result = played.rules(rules).games(4).run().expect("they can meet");
    let lost = result
        .players
        .iter()
        .map(|it| (it.name.as_str(), it.lost_on_time));
    assert_eq!(lost.collect::<Vec<_>>(), [("punctual", 0), ("late", 4)]);
    let note = "Note: late lost 4 of 4 games on time\n";
    assert!(result.to_string().contains(note), "{result}");
    // A busy machine may be later than the player; a game that is played again counts once.
    assert!(result.games == 4 && result.replays <= 4);
}
