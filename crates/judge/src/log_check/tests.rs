use super::*;
use crate::tree_events::EventWriter;
use plywood_catalog::{Catalog, Playable};
use plywood_search::{Limits, Property};

const HEAD: &str = "{\"format\":\"plywood-tree\",\"version\":1}\n";

fn check(log: &str) -> LogCheck {
    LogCheck::read(log.as_bytes(), |_| {}).unwrap_or_else(|error| panic!("{error}\n{log}"))
}

/// Writes the log of a strategy, and verifies it.
fn verify<G: Playable>(catalog: &Catalog<G>, name: &str, depth: u32) -> Option<Coverage> {
    // Not every search takes every part.
    let contender = catalog.contender(name).ok()?;
    let header = TreeHeader {
        game: Some(catalog.name().to_owned()),
        ..TreeHeader::default()
    };
    let mut writer = EventWriter::new(Vec::new(), &header);
    let mut strategy = contender.strategy(0);
    strategy.search_observed(catalog.start(), &Limits::depth(depth), &mut writer);
    let log = String::from_utf8(writer.finish().unwrap()).unwrap();
    let check = check(&log);
    assert!(check.contradiction.is_none(), "{name}: {check}");
    assert!(check.events > 100 && check.open == 0, "{name}: {check}");
    Some(check.coverage)
}

#[test]
fn logs_of_every_depth_first_composition_are_verified() {
    let (mut sum, mut count) = (Coverage::default(), 0);
    let mut add = |coverage: Option<Coverage>| {
        count += u32::from(coverage.is_some());
        sum.add(&coverage.unwrap_or_default());
    };
    for recursion in ["minimax", "negamax", "alpha-beta", "fail-hard", "pvs"] {
        for parts in [
            "",
            "+quiescence",
            "+captures+killers",
            "+table=1",
            "+captures+table=1+deepening",
            "+null-move+late-moves",
        ] {
            add(verify(&Catalog::chess(), &format!("{recursion}{parts}"), 3));
        }
        for parts in ["", "+table=1+deepening", "+table=1+aspiration"] {
            add(verify(
                &Catalog::tic_tac_toe(),
                &format!("{recursion}{parts}"),
                4,
            ));
        }
    }
    for driver in ["mtd-f", "best-node"] {
        add(verify(&Catalog::connect_four(), driver, 4));
    }
    assert!(count >= 24, "{count}");
    for property in [
        Property::Values,
        Property::NullWindows,
        Property::SecondSearches,
        Property::Cutoffs,
        Property::Leaves,
        Property::StandPats,
    ] {
        assert!(sum.of(property) > 50, "{property:?}: {sum}");
    }
}

/// Values and windows from the root's point of view, printed where a function begins and where it returns.
#[test]
fn two_prints_are_enough() {
    let log = |wrong: i32| {
        format!(
            r#"{{"format":"plywood-tree","version":1,"view":"root"}}
{{"e":"enter","alpha":-1000000,"beta":1000000}}
{{"e":"enter","move":"a","alpha":-1000000,"beta":1000000}}
{{"e":"enter","move":"c","alpha":-1000000,"beta":1000000}}
{{"e":"leave","score":3}}
{{"e":"leave","score":3}}
{{"e":"enter","move":"b","alpha":3,"beta":1000000}}
{{"e":"enter","move":"c","alpha":3,"beta":1000000}}
{{"e":"leave","score":2}}
{{"e":"leave","score":2}}
{{"e":"leave","score":{wrong}}}
"#
        )
    };
    let right = check(&log(3));
    assert!(right.contradiction.is_none(), "{right}");
    assert_eq!(
        (
            right.coverage.of(Property::Values),
            right.coverage.missed(Property::Leaves)
        ),
        (3, 2)
    );
    let wrong = check(&log(2)).contradiction.expect("the root has a 3");
    assert_eq!((wrong.line, wrong.shown_by), (11, Some(6)), "{wrong}");
}

/// A leaf of a written tree needs no event, and may return the end of its window.
#[test]
fn two_prints_are_enough_for_a_written_tree() {
    let log = |score: i32, window: &str| {
        format!(
            r#"{{"format":"plywood-tree","version":1,"game":"tree","position":"(3)"}}
{{"e":"enter"{window}}}
{{"e":"enter","move":"1"}}
{{"e":"leave","score":{score}}}
{{"e":"leave","score":{}}}
"#,
            -score
        )
    };
    let right = check(&log(-3, ""));
    assert!(right.contradiction.is_none(), "{right}");
    assert_eq!(right.coverage.of(Property::Leaves), 1);
    let wrong = check(&log(3, "")).contradiction.expect("it has no sign");
    assert_eq!(
        wrong.to_string(),
        "line 4: this is a leaf of 3, but the tree says -3\n  the rule: a leaf has the value that the tree says"
    );
    let hard = log(-5, ",\"alpha\":5").replace("\"1\"", "\"1\",\"beta\":-5");
    let hard = check(&hard);
    assert!(hard.contradiction.is_none(), "{hard}");
}

#[test]
fn what_the_old_check_accepted_is_found() {
    let of = |lines: &str| {
        let lines = lines.replace('\'', "\"").replace(';', "\n");
        check(&format!("{HEAD}{lines}"))
            .contradiction
            .map(|found| found.line)
    };
    let child = "{'e':'enter'};{'e':'enter','move':'a'};{'e':'leaf','score':-5};";
    assert_eq!(
        of(&format!(
            "{child}{{'e':'leave','score':-5}};{{'e':'leave','score':17}}"
        )),
        Some(6)
    );
    assert_eq!(of(&format!("{child}{{'e':'leave','score':-7}}")), Some(5));
    let cut = format!("{child}{{'e':'leave','score':-5}};{{'e':'cut','tried':1,'of':2}};");
    assert_eq!(of(&cut), Some(6));
    assert_eq!(of("{'e':'enter','alpha':5,'beta':5}"), Some(2));
    // The moves after a cutoff may be better, so a score there is no more than a lower bound.
    let cut = "{'e':'enter','beta':3};{'e':'enter','move':'a','alpha':-3};{'e':'leaf','score':-5};{'e':'leave','score':-5};{'e':'cut','tried':1,'of':2}";
    for (bound, line) in [("lower", None), ("upper", Some(7)), ("exact", Some(7))] {
        let store = format!("{cut};{{'e':'store','score':5,'bound':'{bound}'}};");
        assert_eq!(of(&store), line, "{bound}");
    }
    assert_eq!(
        of(&format!(
            "{child}{{'e':'leave','score':-5}};{{'e':'leave','score':5,'best':'b'}}"
        )),
        Some(6)
    );
    let again = child.replace("'enter'}", "'enter','moves':1}") + "{'e':'leave','score':-5};";
    assert_eq!(of(&format!("{again}{{'e':'enter','move':'b'}}")), Some(6));
    assert_eq!(of(&format!("{again}{{'e':'enter','move':'a'}};")), None);
}

#[test]
fn a_log_without_events_is_no_log() {
    let empty = LogCheck::read(HEAD.as_bytes(), |_| {}).expect_err("nothing is verified");
    assert_eq!(
        empty.to_string(),
        "line 2: nothing comes after the first line"
    );
}

#[test]
fn logs_are_cut_off_and_deep() {
    let depth = 100_000;
    let mut log = HEAD.to_owned() + "{\"e\":\"enter\"}\n";
    log += &"{\"e\":\"enter\",\"move\":\"a\"}\n".repeat(depth);
    let open = check(&(log.clone() + "{\"e\":\"lea"));
    assert_eq!((open.open, open.contradiction.is_none()), (depth + 1, true));
    log += "{\"e\":\"leaf\",\"score\":0}\n";
    log += &"{\"e\":\"leave\",\"score\":0}\n".repeat(depth + 1);
    let mut calls = 0;
    let whole = LogCheck::read(log.as_bytes(), |_| calls += 1).unwrap();
    assert_eq!(
        (whole.coverage.of(Property::Values), whole.open),
        (depth as u64, 0)
    );
    assert!(calls > 1, "progress is told");
}

/// A fail-hard search may return the end of its window at a leaf, and a search may end where it doesn't say its depth.
#[test]
fn leaves_of_a_written_tree_may_be_clamped_or_end_the_depth() {
    let log = |position: &str, leaf: i32, at: &str| {
        format!(
            r#"{{"format":"plywood-tree","version":1,"game":"tree","position":"{position}"}}
{{"e":"enter","alpha":-5,"beta":2}}
{{"e":"enter","move":"1","alpha":-2,"beta":5}}
{at}{{"e":"leave","score":{leaf}}}
{{"e":"leave","score":{}}}
"#,
            -leaf
        )
    };
    let leaf = |leaf: i32| format!("{{\"e\":\"leaf\",\"score\":{leaf}}}\n");
    for (position, score, at, is_right) in [
        ("(7)", -2, leaf(-2), true),
        ("(7)", -2, leaf(-3), false),
        ("(7)", -1, leaf(-1), false),
        ("(1(3 4))", -1, String::new(), true),
        ("(1(3 4))", -2, String::new(), false),
    ] {
        let check = check(&log(position, score, &at));
        assert_eq!(
            check.contradiction.is_none(),
            is_right,
            "{position} {at}{check}"
        );
    }
}

/// Two searches of a node to the same depth agree, unless something that they don't show may explain the difference.
#[test]
fn two_searches_of_a_node_agree() {
    let log = |fields: &str, passes: &[(&str, &str)]| {
        let head = format!("{{\"format\":\"plywood-tree\",\"version\":1{fields}}}\n");
        let child = "{\"e\":\"enter\",\"move\":\"1\",\"depth\":0}";
        let pass = |(window, events): &(&str, &str)| {
            format!("{{\"e\":\"enter\",\"depth\":1{window}}}\n{child}\n{events}")
        };
        let passes: Vec<String> = passes.iter().map(pass).collect();
        let log = head + &passes.concat();
        check(&log)
            .contradiction
            .map(|it| (it.line, it.to_string()))
    };
    let worth = |score: i32| {
        format!(
            "{{\"e\":\"leave\",\"score\":{}}}\n{{\"e\":\"leave\",\"score\":{score}}}\n",
            -score
        )
    };
    let [three, five] = [worth(3), worth(5)];
    let (exact, null) = (",\"exact\":true", ",\"alpha\":3,\"beta\":4");
    let (line, text) = log(exact, &[("", &three), ("", &five)]).expect("3 isn't 5");
    assert_eq!(
        (line, text.as_str()),
        (
            8,
            "line 8: the node is worth -0.05, but another search of it, to the same depth, shows at least -0.03 (line 4)\n  the rule: two searches of a node to the same depth agree"
        )
    );
    assert!(
        log(exact, &[(null, &five), ("", &three)]).is_some(),
        "at least 5 isn't 3"
    );
    assert_eq!(log(exact, &[(null, &five), ("", &five)]), None);
    assert_eq!(log(exact, &[("", &three), ("", &three)]), None);
    assert_eq!(
        log("", &[("", &three), ("", &five)]),
        None,
        "a selective search"
    );
    let hit = format!("{{\"e\":\"table\",\"score\":-5}}\n{five}");
    assert_eq!(
        log(exact, &[("", &three), ("", &hit)]),
        None,
        "a deeper result"
    );
}

/// A table that is not shown may leave a null window to the first move.
#[test]
fn a_window_may_be_what_the_table_left() {
    let log = |header: &str| {
        let log = format!(
            r#"{{"format":"plywood-tree","version":1{header}}}
{{"e":"enter","alpha":4,"beta":6}}
{{"e":"enter","move":"1","alpha":-5,"beta":-4}}
{{"e":"leave","score":-5}}
{{"e":"cut","tried":1,"of":2}}
{{"e":"leave","score":5}}
"#
        );
        check(&log)
    };
    let right = log("");
    assert!(right.contradiction.is_none(), "{right}");
    let wrong = log(",\"table\":\"none\"").contradiction;
    assert_eq!(wrong.expect("beta is 6").line, 5);
}
