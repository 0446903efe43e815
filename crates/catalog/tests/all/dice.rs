//! Games with chance: the searches that handle it, and the refusal of those that don't.

use plywood_catalog::{Catalog, check_catalog};
use plywood_search::games::{EinStein, TicTacToe};
use plywood_search::{Game, Limits, Report};

fn search(text: &str, position: &EinStein, limits: &Limits) -> Report<<EinStein as Game>::Move> {
    let contender = Catalog::einstein().contender(text);
    let mut strategy = contender.expect("it can be made").strategy(1);
    strategy.search(position, limits)
}

#[test]
fn every_search_of_a_game_without_chance_is_one_or_is_refused_with_a_reason() {
    let (plain, dice) = (
        Catalog::keyed("plain", TicTacToe::new()),
        Catalog::einstein(),
    );
    let mut refused = 0;
    for name in plain
        .names()
        .chain(["pvs", "pvs+table+deepening", "alpha-beta:depth=2"])
    {
        match dice.contender(name) {
            Ok(_) => {}
            Err(error) => {
                let text = error.to_string();
                assert!(
                    text.contains("outcomes of chance") && text.contains("star1"),
                    "{name}: {text}"
                );
                assert!(dice.describe(name).is_none());
                refused += 1;
            }
        }
    }
    assert!(refused > 15, "{refused}");
    let listed: Vec<&str> = dice.names().collect();
    for name in [
        "random",
        "expectiminimax",
        "star1",
        "star2",
        "deepening-star",
    ] {
        assert!(listed.contains(&name), "{listed:?}");
    }
    assert!(listed.contains(&dice.default_strategy()));
    // They are for games with chance.
    let error = plain.contender("star1").unwrap_err().to_string();
    assert!(error.contains("no strategy \"star1\""), "{error}");
}

#[test]
fn searches_with_parts_find_the_value_of_expectiminimax() {
    for (seed, roll) in (0..4).zip(0_usize..) {
        let start = EinStein::drawn(seed);
        for position in [start, start.after(start.legal_moves()[roll])] {
            let depth = Limits::depth(2);
            let exact = search("expectiminimax", &position, &depth);
            assert!(exact.score.is_some() && exact.depth == 2);
            assert_eq!(exact.best_move.is_none(), position.waits_for_chance());
            for text in [
                "star1",
                "star2",
                "star1+best-looking+killers+table=1",
                "deepening-star",
                "star2+table=1+aspiration+deepening",
            ] {
                assert_eq!(
                    search(text, &position, &depth).score,
                    exact.score,
                    "{text} {position}"
                );
            }
        }
    }
}

/// Hits are noisy.
#[test]
fn backgammon_has_an_ordering_of_captures_and_quiescence() {
    let backgammon = Catalog::backgammon();
    let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31".parse().unwrap();
    let [plain, noisy] = ["star2", "star2+captures+quiescence"].map(|text| {
        let contender = backgammon.contender(text).unwrap();
        contender.strategy(1).search(&position, &Limits::depth(2))
    });
    assert_eq!(plain.score, noisy.score);
    assert_ne!(plain.stats.nodes, noisy.stats.nodes);
}

#[test]
fn every_strategy_of_a_game_with_chance_has_a_legal_move() {
    let start = EinStein::drawn(7);
    let position = start.after(start.legal_moves()[2]);
    for name in Catalog::einstein().names() {
        let report = search(name, &position, &Limits::depth(2).with_nodes(3_000));
        report.legal_move(&position).expect(name);
    }
}

#[test]
fn games_with_chance_keep_the_laws() {
    let einstein = Catalog::einstein().only(["random", "star2"]);
    for part in check_catalog(&einstein, 1).unwrap() {
        assert_eq!(part.fault, None, "{}", part.name);
    }
    // The tests of its rules check the rest.
    Catalog::backgammon().check().unwrap();
}
