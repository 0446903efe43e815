//! What each node did, inferred from the order of the leaves or read from a log.

use super::verdict;
use crate::judge::JudgeSettings;
use crate::judge::departure::{Reading, departure};
use crate::judge::plan::Plan;
use crate::judge::question::{Answer, Ask, JudgedGame, Question};
use crate::judge::search::{self, SearchKind};
use crate::judge::shape::Shape;
use crate::judge::verdict::Outcome;
use serde_json::{Value, json};

#[test]
fn the_leaves_show_the_first_departure() {
    let of = |tree: &str, leaves: &[i32]| {
        let json: Vec<Value> = serde_json::from_str(tree).expect("a tree");
        let shape = Shape::read(&Value::from(json));
        Some(
            match departure((&shape, 9), search::OPEN, (leaves, true))? {
                Reading::Usual(value) => format!("usual: {value}"),
                Reading::Departs(decision) => decision.to_string(),
                Reading::Unclear => "unclear".to_owned(),
            },
        )
    };
    let late = "the node after 2 is worth 2 after move 1, and its bound is 3; it goes on there, as if the bound were below 2";
    let early = "the node after 2 is worth 4 after move 1, and its bound is 3; it cuts there, as if the bound were at least 4";
    let tree = "[[3, 12], [2, 4]]";
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(of(tree, &[3, 12, 2, 4]), is(late));
    assert_eq!(of("[[3, 12], [4, 2]]", &[3, 12, 4]), is(early));
    assert_eq!(of(tree, &[3, 12, 2]), is("usual: 3"));
    assert_eq!(of(tree, &[12, 3]), None, "not from left to right");
    assert_eq!(of("[0, 1]", &[1]), None, "the first move isn't searched");
    // Two bugs at once: no cut after the 2, and one after the 4.
    let both = "[[3, 12], [2, 4], [4, 1]]";
    assert_eq!(of(both, &[3, 12, 2, 4, 4]), is(late));
    // A search that goes on at every move, whose first leaves are also those of one that cuts after the 9.
    let on = "the node after 2 is worth 0 after move 1, and its bound is 1; it goes on there, as if the bound were below 0";
    let tree = "[[5, 1], [0, 9, 6, 7], [9, 1, 5, 5], [6, 9]]";
    let all = [5, 1, 0, 9, 6, 7, 9, 1, 5, 5, 6, 9];
    assert_eq!(of(tree, &all), is(on));
    // The cut is in the first node or at the root.
    assert_eq!(of("[[0, 0], [0, 0]]", &[0, 0]), is("unclear"));
}

/// Alpha-beta whose decisions after these moves of these nodes are turned around.
fn turned(
    (node, depth): (&Shape, u32),
    [mut alpha, mut beta]: [i32; 2],
    path: &mut Vec<usize>,
    (turns, leaves): (&[(Vec<usize>, usize)], &mut Vec<i32>),
) -> i32 {
    if node.moves().is_empty() || depth == 0 {
        leaves.push(node.value());
        return node.value();
    }
    let is_max = path.len().is_multiple_of(2);
    let mut values = Vec::new();
    for (child, number) in node.moves().iter().zip(1..) {
        path.push(number);
        values.push(turned(
            (child, depth - 1),
            [alpha, beta],
            path,
            (turns, leaves),
        ));
        path.pop();
        if is_max {
            alpha = alpha.max(values[number - 1]);
        } else {
            beta = beta.min(values[number - 1]);
        }
        if (alpha >= beta) != turns.contains(&(path.clone(), number)) {
            break;
        }
    }
    let best = if is_max {
        values.iter().max()
    } else {
        values.iter().min()
    };
    *best.expect("the first move is searched")
}

/// A search with one other decision has that decision, unless other decisions have the same leaves.
#[test]
fn any_decision_is_inferred_from_its_leaves() {
    let mut plan = Plan::new(JudgeSettings::default());
    let mut departed = 0;
    for _ in 0..500 {
        let question = plan.any(JudgedGame::Tree, 3).expect("a tree");
        let (shape, _) = question.root.tree().expect("a tree");
        let tree = (shape, question.depth);
        let plies = plan.random.usize(..3);
        let node = (0..plies).map(|_| plan.random.usize(1..3)).collect();
        let turns = vec![(node, plan.random.usize(1..3))];
        let of = |turns: &[(Vec<usize>, usize)]| {
            let mut leaves = Vec::new();
            let value = turned(tree, search::OPEN, &mut Vec::new(), (turns, &mut leaves));
            (leaves, value)
        };
        let (leaves, value) = of(&turns);
        let found = departure(tree, search::OPEN, (&leaves, true));
        match found.unwrap_or_else(|| panic!("{shape} {turns:?}")) {
            Reading::Usual(shown) => assert_eq!((leaves, shown), of(&[]), "{shape}"),
            Reading::Departs(it) => {
                departed += 1;
                assert_eq!(vec![(it.node, it.moves)], turns, "{shape} {value}");
            }
            Reading::Unclear => {}
        }
    }
    assert!(departed > 100, "{departed}");
}

/// Cuts nothing at equality, and cuts too early on the second ply: no known bug.
fn two_bugs(
    (node, depth): (&Shape, u32),
    [alpha, beta]: [i32; 2],
    ply: u32,
    out: &mut (Vec<i32>, Vec<Value>),
) -> i32 {
    let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
    if node.moves().is_empty() || depth == 0 {
        out.0.push(node.value());
        out.1
            .push(json!({ "e": "leaf", "score": sign * node.value() }));
        return sign * node.value();
    }
    let (mut best, mut raised) = (-1_000_000, alpha);
    for (child, number) in node.moves().iter().zip(1..) {
        let (low, high) = (-beta, -raised);
        let enter = json!({ "e": "enter", "move": number.to_string(), "depth": depth - 1, "alpha": low, "beta": high });
        out.1.push(enter);
        let score = two_bugs((child, depth - 1), [low, high], ply + 1, out);
        out.1.push(json!({ "e": "leave", "score": score }));
        best = best.max(-score);
        raised = raised.max(best);
        if best > beta || (ply == 2 && best >= beta - 2) {
            break;
        }
    }
    best
}

fn answer_of_two_bugs(question: &Question, has_log: bool) -> Answer {
    let (shape, _) = question.root.tree().expect("a tree");
    let open = [-1_000_000, 1_000_000];
    let root = json!({ "e": "enter", "depth": question.depth });
    let mut out = (Vec::new(), vec![root]);
    let value = two_bugs((shape, question.depth), open, 0, &mut out);
    out.1.push(json!({ "e": "leave", "score": value }));
    let log: Vec<String> = out.1.iter().map(|event| format!("{event}\n")).collect();
    Answer {
        value: value.into(),
        leaves: Some(out.0),
        log: has_log.then(|| log.concat()),
        ..Answer::default()
    }
}

#[test]
fn two_bugs_at_once_are_observed() {
    let usual = JudgeSettings::default();
    let found = verdict(&usual, |it| Some(answer_of_two_bugs(it, false)));
    assert_eq!((found.outcome, &*found.bugs), (Outcome::Wrong, &[][..]));
    let mut texts: Vec<&str> = found.observed.iter().map(|it| it.text.as_str()).collect();
    texts.sort_unstable();
    assert_eq!(
        texts,
        ["it cuts too early", "it goes on where it could cut"],
        "{found}"
    );
    assert!(
        found
            .headline()
            .starts_with("wrong: the bug is unknown; it "),
        "{found}"
    );
    assert!(
        found
            .to_string()
            .contains("; it cuts there, as if the bound were"),
        "{found}"
    );
}

/// Only questions after an error ask for a log, and its first contradiction is the explanation.
#[test]
fn a_log_explains() {
    let usual = JudgeSettings::default();
    let mut asked = 0;
    let found = verdict(&usual, |it| {
        let wants_log = it.json(1)["log"] == true;
        asked += usize::from(wants_log);
        Some(answer_of_two_bugs(it, wants_log))
    });
    assert_eq!(asked, found.asked - usual.questions);
    let seen = &found.observed[0];
    assert!(seen.text.starts_with("it breaks a rule: "), "{found}");
    assert!(seen.detail.starts_with("line "), "{found}");
    // The same in the forms of an answer.
    let line = r#"{"e":"enter"}"#;
    assert!(Answer::is_of_log(line) && !Answer::is_of_log("3 1") && !Answer::is_of_log("{}"));
    for log in [json!(format!("{line}\n")), json!([{ "e": "enter" }])] {
        let answer = Answer::from_json(&json!({ "value": 3, "log": log }), 1).expect("an answer");
        let log = answer.and_then(|answer| answer.log);
        assert_eq!(log.as_deref(), Some(&*format!("{line}\n")));
    }
    // A right search's log contradicts nothing, and a broken one is told.
    let question = Question::tree(
        Shape::read(&json!([3, [2, 4]])),
        2,
        Ask::Value(SearchKind::AlphaBeta, None),
    );
    let question = question.expect("a tree");
    let right = "{\"e\":\"enter\"}\n{\"e\":\"enter\",\"move\":\"1\"}\n{\"e\":\"leaf\",\"score\":-3}\n{\"e\":\"leave\",\"score\":-3}\n";
    assert_eq!(question.contradiction(right), None);
    let wrong = question.contradiction(&right.replace("-3}", "3}"));
    assert_eq!(
        wrong.map(|it| it.1).as_deref(),
        Some("line 3: this is a leaf of 3, but the tree says -3")
    );
    // A long tree is read, too.
    let long = Shape::read(&json!([vec![12_345; 900]]));
    let long = Question::tree(long, 2, Ask::Value(SearchKind::AlphaBeta, None)).expect("a tree");
    assert_eq!(long.contradiction("{\"e\":\"enter\"}\n"), None);
    let broken = question.contradiction("{\"e\":\"left\"}\n");
    assert_eq!(
        broken.map(|it| it.0).as_deref(),
        Some("its log can't be read")
    );
}

/// An answer that depends on the questions before it is shown with the one that a fresh program gives.
#[test]
fn both_answers_of_a_program_with_state_are_shown() {
    let usual = JudgeSettings::default();
    let answered = |value: i64, best: &str| {
        verdict(&usual, |it| {
            let truth = &it.truth;
            let mut answer = Answer {
                value: truth.value,
                best: truth.best.first().cloned(),
                ..Answer::default()
            };
            if !it.is_fresh() {
                answer.value += value;
                answer.best = answer.best.map(|own| own + best);
            }
            Some(answer)
        })
    };
    for (value, best, before) in [(1, "", "before "), (0, "0", "before move ")] {
        let found = answered(value, best);
        let (now, then) = found.notes[0].rsplit_once(", and ").expect("two answers");
        let [now, then] = [now, then].map(|it| it.rsplit_once(' ').expect("a number").1);
        assert!(found.notes[0].contains(before), "{found}");
        assert_ne!(now, then, "{found}");
    }
}
