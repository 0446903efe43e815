use crate::journal::Journal;
use crate::play::entry::Entry;
use crate::play::game::Rules;
use crate::play::opening::Opening;
use crate::play::tournament::{Terms, Tournament};
use crate::players::move_limits::MoveLimits;
use crate::players::player::{Choice, Fault, Player};
use crate::players::player_spec::PlayerSpec;
use crate::players::time_control::Turn;
use crate::statistics::{Sprt, Verdict};
use plywood_core::{History, Position};
use plywood_notation::pgn::{Node, PgnGame};

fn players(texts: &[&str]) -> Vec<PlayerSpec> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn terms(rounds: usize) -> Terms {
    Terms {
        rounds,
        rules: Rules::within(MoveLimits::depth(1)),
        seed: 3,
        ..Terms::default()
    }
}

fn start() -> Vec<Opening> {
    vec![Opening::position(Position::START)]
}

fn entries(tournament: &Tournament, threads: usize) -> Vec<Entry> {
    let mut journal = Journal::in_memory();
    tournament
        .run(&mut journal, threads, &mut |_, _| ())
        .unwrap();
    let mut entries = journal.entries().to_vec();
    entries.sort_by_key(|entry| entry.game);
    entries
}

#[test]
fn games_do_not_depend_on_threads_or_order() {
    let players = players(&[
        "random",
        "minimax:noise=30",
        "practical-table:evaluator=material,noise=5",
    ]);
    let tournament = Tournament::new(players, start(), terms(2)).unwrap();
    let moves = |threads| {
        let without_times = |entry: &Entry| {
            let game: PgnGame = entry.pgn.parse().unwrap();
            game.main_line().map(Node::mv).collect::<Vec<_>>()
        };
        entries(&tournament, threads)
            .iter()
            .map(without_times)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(3));
}

#[test]
fn totals_are_those_of_the_games() {
    let players = players(&["minimax", "random", "a=random"]);
    let tournament = Tournament::new(players, start(), terms(3)).unwrap();
    let entries = entries(&tournament, 2);
    assert_eq!(entries.len(), 18);
    let standing = tournament.standing(&entries);
    let points: f64 = (0..3)
        .filter_map(|player| {
            standing
                .table()
                .iter()
                .find(|row| row.player == player)
                .map(|row| row.games.points())
        })
        .sum();
    assert!((points - 18.0).abs() < 1e-9, "{points}");
    let wins_of = |name: &str| {
        let games = entries
            .iter()
            .map(|entry| entry.pgn.parse::<PgnGame>().unwrap());
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
    for row in standing.table() {
        assert_eq!(
            row.games.0[2],
            wins_of(tournament.players()[row.player].name())
        );
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let sprt = Some(Sprt {
        elo0: 0.0,
        elo1: 50.0,
        ..Sprt::default()
    });
    let players = players(&["minimax:depth=2,evaluator=material", "random"]);
    let tournament = Tournament::new(
        players,
        start(),
        Terms {
            sprt,
            ..terms(1_000)
        },
    )
    .unwrap();
    let mut journal = Journal::in_memory();
    let standing = tournament.run(&mut journal, 2, &mut |_, _| ()).unwrap();
    let verdict = sprt
        .and_then(|sprt| standing.test(&sprt))
        .and_then(|(_, verdict)| verdict);
    assert_eq!(verdict, Some(Verdict::Accepted));
    assert!(standing.games() < 200, "{}", standing.games());
    let again = tournament.run(&mut journal, 2, &mut |_, _| ()).unwrap();
    assert_eq!(again, standing, "what is decided is not played on");
}

/// A player that fails in every second game.
struct Moody(bool);

impl Player for Moody {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        assert!(!self.0, "a player that has failed is not asked again");
        self.0 = seed.is_multiple_of(2);
        Ok(())
    }

    fn choose(&mut self, game: &History, _turn: &Turn) -> Result<Choice, Fault> {
        if self.0 {
            return Err(Fault::Crash("in a bad mood".to_owned()));
        }
        Ok(Choice {
            mv: game.position().legal_moves()[0],
            score: None,
            depth: None,
            nodes: None,
        })
    }
}

#[test]
fn a_failed_player_is_replaced_and_the_match_continues() {
    let mut players = players(&["random"]);
    players.push(
        PlayerSpec::new("moody", || Box::new(Moody(false))).with_limits(MoveLimits::depth(1)),
    );
    let tournament = Tournament::new(players, start(), terms(10)).unwrap();
    let standing = tournament.standing(&entries(&tournament, 2));
    assert_eq!(standing.games(), 20);
    let crashes = standing.ends()["crash"];
    assert!((4..=16).contains(&crashes), "{crashes}");
    assert!(standing.between(0, 1).unwrap().0[2] >= crashes as u64);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let error = |texts: &[&str], openings, terms| {
        Tournament::new(players(texts), openings, terms)
            .unwrap_err()
            .to_string()
    };
    assert!(error(&["random"], start(), terms(1)).contains("two players"));
    assert!(error(&["random", "random"], start(), terms(1)).contains("mine=random"));
    assert!(error(&["random", "a=random"], Vec::new(), terms(1)).contains("opening"));
    assert!(error(&["minimax", "a=minimax"], start(), Terms::default()).contains("no limits"));
    let tested = Terms {
        sprt: Some(Sprt::default()),
        ..terms(1)
    };
    assert!(error(&["random", "a=random", "b=random"], start(), tested).contains("found 3"));
    let missing = error(&["random", "uci:cmd=/no/such/program"], start(), terms(1));
    assert!(
        missing.contains("cannot play: it could not be started: /no/such/program"),
        "{missing}"
    );
}
