//! Ladders whose rows change one part, and notes on rows that differ in more.

use plywood_catalog::{Catalog, Contender, Footnote, Playable};
use plywood_search::AlphaBeta;
use plywood_search::games::ConnectFour;

fn notes<G: Playable>(catalog: &Catalog<G>, texts: &[&str]) -> Vec<String> {
    let rows = texts
        .iter()
        .map(|text| catalog.contender(text).expect("it can be made"));
    let rows: Vec<Contender<G>> = rows.collect();
    let notes = catalog.footnotes(&rows.iter().collect::<Vec<_>>());
    notes.iter().map(Footnote::to_string).collect()
}

#[test]
fn the_ladder_is_fair_in_every_game() {
    fn check<G: Playable>(catalog: &Catalog<G>) {
        let ladder = catalog.ladder();
        let texts: Vec<&str> = ladder.iter().map(String::as_str).collect();
        assert!(texts.len() > 4, "{texts:?}");
        assert_eq!(notes(catalog, &texts), [""; 0], "{}", catalog.name());
    }
    check(&Catalog::chess());
    check(&Catalog::connect_four());
    check(&Catalog::tic_tac_toe());
    check(&Catalog::written_tree());
}

#[test]
fn strategies_of_the_caller_follow_the_ladder() {
    let game = Catalog::tactical("four", ConnectFour::new())
        .fixed_depth("mine", "for a test", |_, evaluator| {
            AlphaBeta::new(evaluator)
        })
        .alias("mine-deeper", "mine+deepening", "a composition");
    let ladder = game.ladder();
    assert_eq!(ladder.first().map(String::as_str), Some("minimax"));
    assert_eq!(ladder.last().map(String::as_str), Some("mine"));
    let alone = game.only(["mine", "mine-deeper"]);
    assert_eq!(alone.ladder(), ["mine", "mine-deeper"]);
}

#[test]
fn names_are_expanded_and_unfair_rows_are_named() {
    let chess = Catalog::chess();
    let notes = notes(&chess, &["pvs", "mtd-f"]);
    assert_eq!(notes[0], "mtd-f is alpha-beta+table=16+mtd-f+deepening");
    assert_eq!(
        notes[1],
        "pvs and mtd-f differ in search, table, mtd-f, deepening; one at a time: pvs, alpha-beta, \
         alpha-beta+table=16, alpha-beta+table=16+mtd-f, alpha-beta+table=16+mtd-f+deepening"
    );
}

#[test]
fn a_different_evaluator_is_one_difference() {
    let chess = Catalog::chess();
    let texts = ["pvs:evaluator=material", "pvs:evaluator=swift"];
    assert_eq!(notes(&chess, &texts), [""; 0]);
    let texts = ["alpha-beta:evaluator=material", "pvs:evaluator=swift"];
    assert_eq!(
        notes(&chess, &texts),
        ["alpha-beta:evaluator=material and pvs:evaluator=swift differ in search, evaluator"]
    );
}

#[test]
fn the_suggested_command_has_the_evaluator_and_the_limits_of_the_rows() {
    let chess = Catalog::chess();
    let texts = [
        "a=alpha-beta:evaluator=material,depth=3",
        "b=pvs+killers:evaluator=material,depth=3",
    ];
    let [one, other] = texts.map(|text| chess.contender(text).unwrap());
    let notes = chess.footnotes(&[&one, &other]);
    let labels = notes[..2].iter().map(Footnote::to_string);
    assert!(labels.eq(["a is alpha-beta", "b is pvs+killers"]));
    assert_eq!(
        notes[2].with_command("mine compare --nodes 9"),
        "a and b differ in search, killers; one at a time: mine compare --nodes 9 \
         alpha-beta:evaluator=material,depth=3 pvs:evaluator=material,depth=3 pvs+killers:evaluator=material,depth=3"
    );
}
