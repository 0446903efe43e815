use crate::journal::MOST_ITEMS;
use crate::play::entry::GameEntry;
use crate::play::summary::Summary;
use crate::play::tournament::Tournament;
use crate::players::player_spec::PlayerSpec;
use plywood_arena::statistics::{Decision, Sprt};
use plywood_arena::{Format, Opening, Player, Rules, Turn};
use plywood_catalog::{Catalog, Played};
use plywood_core::{Move, Position};
use plywood_notation::pgn::{Node, PgnGame};
use plywood_search::games::{Cell, TicTacToe};
use plywood_search::{Fault, Game, Limits, Report, StopHandle};
use std::num::NonZeroUsize;
use std::time::Duration;
use std::{env, fs, process, thread};

/// Returns a match of this many pairs of games.
fn a_match(texts: &[&str], rounds: usize) -> Tournament {
    let players = Tournament::new(&Catalog::chess(), texts).unwrap();
    let from_start = players.games(2 * rounds).openings(start()).seed(3);
    from_start.limits(Limits::depth(1))
}

fn start() -> Vec<Opening<Position>> {
    vec![Opening::position(Position::START)]
}

fn entries(played: &Tournament, threads: usize) -> Vec<GameEntry> {
    let mut entries = Vec::new();
    let played = played.clone().threads(NonZeroUsize::new(threads));
    let played = played.run_with(&mut |game, _| entries.push(game.get().clone()));
    played.unwrap();
    assert!(entries.is_sorted_by_key(|entry| entry.game));
    entries
}

#[test]
fn games_do_not_depend_on_threads_or_order() {
    let players = [
        "random",
        "minimax:noise=30",
        "practical-table:evaluator=material,noise=5",
    ];
    let played = a_match(&players, 2);
    let moves = |threads| {
        let without_times = |entry: &GameEntry| {
            let game: PgnGame = entry.record.parse().unwrap();
            game.main_line().map(Node::mv).collect::<Vec<_>>()
        };
        entries(&played, threads)
            .iter()
            .map(without_times)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(3));
}

#[test]
fn totals_are_those_of_the_games() {
    let played = a_match(&["minimax", "random", "a=random"], 3);
    let entries = entries(&played, 2);
    assert_eq!(entries.len(), 18);
    let mut results = played.results();
    assert!(entries.iter().all(|entry| results.count(entry)));
    let summary = results.summary();
    let points: f64 = summary.players.iter().map(|it| it.games.points()).sum();
    assert!((points - 18.0).abs() < 1e-9, "{points}");
    let wins_of = |name: &str| {
        let games = entries
            .iter()
            .map(|entry| entry.record.parse::<PgnGame>().unwrap());
        let won = |game: &PgnGame| {
            let winner = match game.result().as_str() {
                "1-0" => "White",
                "0-1" => "Black",
                _ => return false,
            };
            game.tags().get(winner) == Some(name)
        };
        games.filter(won).count() as u64
    };
    for player in &summary.players {
        assert_eq!(player.games.0[2], wins_of(&player.name));
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let sprt: Option<Sprt> = "elo1=50".parse().ok();
    let players = ["minimax:depth=2,evaluator=material", "random"];
    let journal = std::env::temp_dir().join(format!("plywood-decided-{}", std::process::id()));
    let tested = |threads| {
        let tested = a_match(&players, 1_000).sprt(sprt).journal(&journal);
        tested.threads(NonZeroUsize::new(threads)).run().unwrap()
    };
    let found = tested(2);
    let decision = found.test.and_then(|test| test.decision);
    assert_eq!(decision, Some(Decision::Accepted));
    assert!(found.games < 200, "{}", found.games);
    let length = || fs::metadata(&journal).unwrap().len();
    let played = length();
    assert_eq!(tested(2), found, "what is decided is not played on");
    assert_eq!(length(), played);
    fs::remove_file(&journal).unwrap();
    assert_eq!(tested(3), found, "the threads do not decide it");
    fs::remove_file(&journal).unwrap();
}

/// Plays at random, and takes its time before some games, so that threads finish them in another order.
struct Sleepy(fastrand::Rng);

impl Player<TicTacToe> for Sleepy {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = fastrand::Rng::with_seed(seed);
        thread::sleep(Duration::from_micros(50 * (seed % 8)));
        Ok(())
    }

    fn choose(&mut self, game: &Played<TicTacToe>, _turn: &Turn) -> Result<Report<Cell>, Fault> {
        let mv = self.0.choice(game.position().legal_moves());
        Ok(mv.expect("the game is not over").into())
    }
}

/// Stops its match, and then plays on without a search, like strategies that are stopped as well.
struct Stopping(StopHandle);

impl Player<TicTacToe> for Stopping {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Played<TicTacToe>, _turn: &Turn) -> Result<Report<Cell>, Fault> {
        self.0.stop();
        Ok(game.position().legal_moves()[0].into())
    }
}

#[test]
fn a_game_that_stopped_players_have_ended_does_not_count() {
    let stop = StopHandle::new();
    let handle = stop.clone();
    let stopping = PlayerSpec::new("stopping", move || Box::new(Stopping(handle.clone())));
    let random = Tournament::new(&Catalog::tic_tac_toe(), ["random"]).unwrap();
    let played = random.player(stopping).limits(Limits::depth(1));
    let summary = played.plies(0).games(2).stopped_by(&stop).run().unwrap();
    assert_eq!(summary.games, 0);
}

/// Returns a match that a test decides somewhere, by chance.
fn decided_by_chance(seed: u64) -> Tournament<TicTacToe> {
    let sleepy = PlayerSpec::new("sleepy", || Box::new(Sleepy(fastrand::Rng::new())));
    let random = Tournament::new(&Catalog::tic_tac_toe(), ["random"]).unwrap();
    let sprt: Sprt = "elo0=-40,elo1=40,alpha=0.2,beta=0.2".parse().unwrap();
    let played = random.player(sleepy.with_limits(Limits::depth(1)));
    let played = played.limits(Limits::depth(1)).plies(1);
    played.games(120).seed(seed).sprt(sprt)
}

/// Challengers whose tests are decided somewhere, by chance.
fn challengers_by_chance() -> Tournament<TicTacToe> {
    let third = PlayerSpec::new("third", || Box::new(Sleepy(fastrand::Rng::new())));
    let third = third.with_limits(Limits::depth(1));
    decided_by_chance(4)
        .player(third)
        .format(Format::Challengers)
}

#[test]
fn a_challenger_plays_no_more_once_its_test_is_decided() {
    let path = env::temp_dir().join(format!("plywood-challengers-{}", process::id()));
    let _ = fs::remove_file(&path);
    let played = || challengers_by_chance().journal(&path);
    let summary = played().threads(NonZeroUsize::new(1)).run().unwrap();
    let games: Vec<u64> = summary
        .head_to_heads
        .iter()
        .map(|both| both.games.total())
        .collect();
    assert_eq!(summary.tests.len(), 2);
    assert!(summary.tests.iter().all(|test| test.decision.is_some()));
    assert!(games[0] != games[1], "one is decided earlier: {games:?}");
    assert_eq!(summary.games as u64, games.iter().sum::<u64>());
    let journal = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    // A thread has its next game ready.
    assert!(lines.len() < summary.games + 6, "{}", lines.len());
    let text = summary.to_string();
    assert_eq!(text.matches(" accepted: ").count(), 2, "{text}");
    let verdict = summary.verdict(None).unwrap();
    assert_eq!(verdict.matches("Tested ").count(), 2, "{verdict}");

    let whole = shown(played(), 1);
    for threads in [2, 5] {
        assert_eq!(shown(challengers_by_chance(), threads), whole);
    }
    for line in 1..lines.len() {
        let (before, after) = (lines[..line].concat(), lines[line + 1..].concat());
        for left in [before.clone(), before + &after] {
            fs::write(&path, left).unwrap();
            assert_eq!(shown(played(), 1 + line % 3), whole, "cut at line {line}");
            assert_eq!(played().missing().unwrap(), 0, "all are decided");
            assert_eq!(played().run().unwrap().games, summary.games);
        }
    }
    fs::remove_file(&path).unwrap();
}

/// Everything shown of a match.
fn shown(played: Tournament<TicTacToe>, threads: usize) -> String {
    let mut games = Vec::new();
    let played = played.threads(NonZeroUsize::new(threads));
    let summary = played.run_with(&mut |game, results| {
        games.push((game.get().game, results.games()));
    });
    let summary = summary.unwrap();
    let json = serde_json::to_string(&summary).unwrap();
    format!("{json}\n{summary}\n{}\n{games:?}", summary.to_markdown())
}

#[test]
fn a_test_is_decided_by_the_games_before_its_crossing() {
    let mut decided = 0;
    for seed in 0..40 {
        let alone = shown(decided_by_chance(seed), 1);
        decided += usize::from(alone.contains("accepted"));
        for threads in [2, 4, 8, 16] {
            let many = shown(decided_by_chance(seed), threads);
            assert_eq!(many, alone, "seed {seed}, {threads} threads");
        }
    }
    assert!((10..=40).contains(&decided), "{decided} were decided");
}

#[test]
fn a_test_goes_on_from_any_part_of_its_journal() {
    let path = std::env::temp_dir().join(format!("plywood-crossing-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    let played = || decided_by_chance(4).journal(&path);
    let whole = shown(played(), 8);
    assert!(whole.contains("accepted"), "{whole}");
    let journal = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    for line in 1..lines.len() {
        let (before, after) = (lines[..line].concat(), lines[line + 1..].concat());
        for left in [before.clone(), before + &after] {
            fs::write(&path, left).unwrap();
            let threads = 1 + line % 3;
            assert_eq!(shown(played(), threads), whole, "cut at line {line}");
            assert_eq!(played().missing().unwrap(), 0, "it is decided");
        }
    }
    fs::remove_file(&path).unwrap();
}

/// A player that fails in every second game.
struct Moody(bool);

impl Player<Position> for Moody {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        assert!(!self.0, "a player that has failed is not asked again");
        self.0 = seed.is_multiple_of(2);
        Ok(())
    }

    fn choose(&mut self, game: &Played<Position>, _turn: &Turn) -> Result<Report<Move>, Fault> {
        if self.0 {
            return Err(Fault::Crash("in a bad mood".to_owned()));
        }
        Ok(game.position().legal_moves()[0].into())
    }
}

#[test]
fn a_failed_player_is_replaced_and_the_match_continues() {
    let moody = PlayerSpec::new("moody", || Box::new(Moody(false)));
    let played = a_match(&["random"], 10).player(moody.with_limits(Limits::depth(1)));
    let summary = played.threads(NonZeroUsize::new(2)).run().unwrap();
    assert_eq!(summary.games, 20);
    let crashes = summary.ends["crash"];
    assert!((4..=16).contains(&crashes), "{crashes}");
    assert!(summary.head_to_heads[0].games.0[2] >= crashes as u64);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let error = |played: Tournament| played.run().unwrap_err().to_string();
    assert!(error(a_match(&["random"], 1)).contains("two players"));
    assert!(error(a_match(&["random", "random"], 1)).contains("mine=random"));
    let no_opening = a_match(&["random", "a=random"], 1).openings(Vec::new());
    assert!(error(no_opening).contains("opening"));
    let unlimited = a_match(&["minimax", "a=minimax"], 1).limits(Limits::default());
    assert!(error(unlimited).contains("no limits"));
    let tested = a_match(&["random", "a=random", "b=random"], 1).sprt(Sprt::default());
    assert!(error(tested).contains("found 3"));
    let missing = error(a_match(&["random", "uci:cmd=/no/such/program"], 1));
    assert!(
        missing.contains("cannot play: it could not be started: /no/such/program"),
        "{missing}"
    );
}

#[test]
fn a_label_is_shown_as_it_is() {
    let labels = ["LMR=3", "LMR=4", "minimax", "my best"];
    let player = |label: &&str| {
        let player = PlayerSpec::from_strategy(label, |_| Box::new(plywood_search::Random));
        player.with_limits(Limits::depth(1))
    };
    let players = labels.iter().map(player).collect();
    let played = Tournament::between(&plywood_catalog::Catalog::chess(), players).games(2);
    let summary = played.run().unwrap();
    let mut names: Vec<&str> = summary.players.iter().map(|it| &*it.name).collect();
    names.sort_unstable();
    assert_eq!(names, labels);
    assert!(summary.plans().iter().all(|it| it.description.is_empty()));
}

#[test]
fn an_own_search_to_a_fixed_depth_needs_one_too() {
    let own = PlayerSpec::from_strategy("mine", |_| {
        Box::new(plywood_search::AlphaBeta::new(|_: &_| {
            plywood_search::Score::DRAW
        }))
    });
    let played = a_match(&["random"], 1).player(own);
    let error = played.limits(Limits::nodes(500)).run().unwrap_err();
    assert!(error.to_string().contains("+deepening"), "{error}");
}

#[test]
fn a_search_to_a_fixed_depth_needs_one() {
    let control = Rules::within(Limits::nodes(500)).time_control;
    let check = |texts: &[&str]| {
        let mut players = texts.iter().map(|text| text.parse::<PlayerSpec>().unwrap());
        players.try_for_each(|player| player.check_depth(&control))
    };
    let error = check(&["random", "pvs+killers"]).unwrap_err().to_string();
    assert!(
        error.starts_with("\"pvs+killers\" searches to a fixed depth"),
        "{error}"
    );
    assert!(check(&["pvs:depth=2", "pvs+deepening", "engine"]).is_ok());
}

#[test]
fn the_games_that_are_left_are_those_that_the_journal_does_not_have() {
    let path = env::temp_dir().join(format!("plywood-left-{}", process::id()));
    let left = |rounds| {
        let played = a_match(&["random", "a=random"], rounds).journal(&path);
        played.missing().unwrap()
    };
    assert_eq!(left(2), 4);
    let played = a_match(&["random", "a=random"], 2).journal(&path);
    played.run().unwrap();
    assert_eq!((left(2), left(5)), (0, 6));
    assert_eq!(left(MOST_ITEMS / 2), MOST_ITEMS - 4);
    fs::remove_file(&path).unwrap();
}

#[test]
fn results_are_read_as_they_were_written() {
    let players = ["random:depth=1", "a=random:depth=1"];
    let summary = Tournament::new(&Catalog::connect_four(), players)
        .unwrap()
        .games(2)
        .run()
        .unwrap();
    let text = serde_json::to_string(&summary).unwrap();
    assert!(text.contains("\"games\":{\"won\":"), "{text}");
    let read: Summary = serde_json::from_str(&text).unwrap();
    assert_eq!(read, summary);
    assert_eq!(read.to_string(), summary.to_string());
}
