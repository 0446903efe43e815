use crate::journal::Journal;
use crate::play::entry::Entry;
use crate::play::game::Rules;
use crate::play::opening::Opening;
use crate::play::standing::Standing;
use crate::play::tournament::{Terms, Tournament};
use crate::players::player::{Fault, Player};
use crate::players::player_spec::PlayerSpec;
use crate::players::time_control::Turn;
use crate::statistics::{Decision, Sprt};
use plywood_catalog::Played;
use plywood_catalog::chess;
use plywood_core::{Move, Position};
use plywood_notation::pgn::{Node, PgnGame};
use plywood_search::{MoveLimits, Report};

fn tournament(texts: &[&str], terms: Terms) -> Tournament {
    Tournament::new(&chess(), players(texts), start(), terms).unwrap()
}

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
    let mut entries = Vec::new();
    let mut news = |entry: &Entry, _: &_| entries.push(entry.clone());
    tournament
        .run(&mut Journal::in_memory(), threads, &mut news)
        .unwrap();
    entries.sort_by_key(|entry| entry.game);
    entries
}

fn standing(tournament: &Tournament, entries: &[Entry]) -> Standing {
    let mut journal = Journal::in_memory();
    for entry in entries {
        journal.add(entry).unwrap();
    }
    tournament.standing(&journal).unwrap()
}

#[test]
fn games_do_not_depend_on_threads_or_order() {
    let players = [
        "random",
        "minimax:noise=30",
        "practical-table:evaluator=material,noise=5",
    ];
    let tournament = tournament(&players, terms(2));
    let moves = |threads| {
        let without_times = |entry: &Entry| {
            let game: PgnGame = entry.record.parse().unwrap();
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
    let tournament = tournament(&["minimax", "random", "a=random"], terms(3));
    let entries = entries(&tournament, 2);
    assert_eq!(entries.len(), 18);
    let standing = standing(&tournament, &entries);
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
    for row in standing.table() {
        assert_eq!(
            row.games.0[2],
            wins_of(tournament.players()[row.player].name())
        );
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let sprt: Option<Sprt> = "elo1=50".parse().ok();
    let players = ["minimax:depth=2,evaluator=material", "random"];
    let terms = Terms {
        sprt,
        ..terms(1_000)
    };
    let tournament = tournament(&players, terms);
    let mut journal = Journal::in_memory();
    let standing = tournament.run(&mut journal, 2, &mut |_, _| ()).unwrap();
    let decision = sprt
        .and_then(|sprt| standing.test(&sprt))
        .and_then(|(_, decision)| decision);
    assert_eq!(decision, Some(Decision::Accepted));
    assert!(standing.games() < 200, "{}", standing.games());
    let again = tournament.run(&mut journal, 2, &mut |_, _| ()).unwrap();
    assert_eq!(again, standing, "what is decided is not played on");
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
    let mut players = players(&["random"]);
    players.push(
        PlayerSpec::new("moody", || Box::new(Moody(false))).with_limits(MoveLimits::depth(1)),
    );
    let tournament = Tournament::new(&chess(), players, start(), terms(10)).unwrap();
    let standing = standing(&tournament, &entries(&tournament, 2));
    assert_eq!(standing.games(), 20);
    let crashes = standing.ends()["crash"];
    assert!((4..=16).contains(&crashes), "{crashes}");
    assert!(standing.between(0, 1).unwrap().0[2] >= crashes as u64);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let error = |texts: &[&str], openings, terms| {
        Tournament::new(&chess(), players(texts), openings, terms)
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

#[test]
fn a_search_to_a_fixed_depth_needs_one() {
    let terms = Terms {
        rules: Rules::within(MoveLimits::nodes(500)),
        ..terms(1)
    };
    let control = &terms.rules.time_control;
    let check = |texts: &[&str]| {
        let players = players(texts);
        players
            .iter()
            .try_for_each(|player| player.check_depth(control))
    };
    let error = check(&["random", "pvs+killers"]).unwrap_err().to_string();
    assert!(
        error.starts_with("\"pvs+killers\" searches to a fixed depth"),
        "{error}"
    );
    assert!(check(&["pvs:depth=2", "pvs+deepening", "engine"]).is_ok());
}
