//! Trees of other programs; and the judge, called as by a page that runs a visitor's search.

use crate::client::Client;
use plywood_judge::Answer;
use serde_json::{Value, json};

#[test]
fn a_search_is_judged_request_by_request() {
    let client = Client::start();
    let mut answers: Vec<Value> = Vec::new();
    let verdict = loop {
        let body =
            json!({ "settings": { "search": "minimax", "questions": 40 }, "answers": answers });
        let reply = client.ask("/judge", &body.to_string()).unwrap();
        let reply: Value = serde_json::from_slice(&reply).unwrap();
        let questions = reply["questions"].as_array().unwrap();
        if questions.is_empty() {
            break reply;
        }
        assert_eq!(reply["answered"], answers.len());
        assert_eq!(questions[0]["id"], answers.len() + 1);
        // It returns the first leaf as the value.
        let first = |question: &Value| {
            let mut node = &question["tree"];
            while let Some(moves) = node.as_array().or_else(|| node["moves"].as_array()) {
                node = &moves[0];
            }
            node.clone()
        };
        answers.extend(questions.iter().map(first));
    };
    assert_eq!(verdict["verdict"]["outcome"], "wrong");
    assert!(
        verdict["text"]
            .as_str()
            .unwrap()
            .starts_with("wrong: the bug is unknown")
    );
    let refused = client
        .ask("/judge", r#"{"answers": [{"value": "x"}]}"#)
        .unwrap_err();
    assert!(format!("{refused:?}").contains("answer 1"), "{refused:?}");
}

#[test]
fn a_tree_of_any_program_is_read() {
    let client = Client::start();
    let file = r#"{"format":"plywood-tree","version":1,"program":"mine"}
{"e":"enter","depth":1}
{"e":"enter","move":"e2e4","depth":0,"alpha":-30,"beta":{"mate":3}}
{"e":"leaf","score":-12}
{"e":"leave","score":-12}
{"e":"skip","move":"a2a3","step":"futile"}
{"e":"leave","score":12}
"#;
    let reply = client.ask("/tree/read", file).unwrap();
    let tree: Value = serde_json::from_slice(&reply).unwrap();
    assert_eq!(tree["header"]["program"], "mine");
    assert_eq!(tree["counts"]["steps"]["futile"], 1);
    let nodes = &tree["passes"][0]["nodes"];
    assert_eq!(nodes[1]["san"], "e2e4");
    assert_eq!(
        nodes[1]["beta"],
        json!({ "cp": 30 }),
        "from the root's view"
    );
    assert_eq!(nodes[2]["kind"], "futile");
    let refused = client
        .ask("/tree/read", &file.replace("leave", "left"))
        .unwrap_err();
    assert!(
        format!("{refused:?}").contains("line 5: expected an event"),
        "{refused:?}"
    );
}

#[test]
fn a_log_is_verified() {
    let client = Client::start();
    let log = r#"{"format":"plywood-tree","version":1}
{"e":"enter"}
{"e":"enter","move":"a"}
{"e":"leave","score":-5}
{"e":"leave","score":17}
"#;
    let check = |log: &str| -> Value {
        let reply = client.ask("/tree/check", log).unwrap();
        serde_json::from_slice(&reply).unwrap()
    };
    let wrong = check(log);
    let found = &wrong["contradiction"];
    assert_eq!((&found["line"], &found["shown_by"]), (&5.into(), &2.into()));
    assert!(
        wrong["text"]
            .as_str()
            .unwrap()
            .starts_with("wrong: line 5: ")
    );
    let right = check(&log.replace("17", "5"));
    assert_eq!(
        (&right["contradiction"], &right["events"]),
        (&Value::Null, &4.into())
    );
    let refused = client.ask("/tree/check", "no log").unwrap_err();
    let refused = format!("{refused:?}");
    assert!(
        refused.contains("line 1: expected a first line"),
        "{refused}"
    );
}

#[test]
fn what_the_documents_show_is_read() {
    let block = |document: &'static str, number: usize| {
        let rest = document.split("```json\n").nth(number);
        rest.and_then(|rest| rest.split("```").next()).unwrap()
    };
    let file = block(include_str!("../../../../docs/tree-format.md"), 1);
    let reply = Client::start().ask("/tree/read", file).unwrap();
    let tree: Value = serde_json::from_slice(&reply).unwrap();
    assert_eq!(tree["header"]["program"], "my search");
    let judge = include_str!("../../../../docs/judge.md");
    let question: Value = serde_json::from_str(block(judge, 1)).unwrap();
    assert_eq!(question["id"], 7);
    let answer = Answer::read(block(judge, 2), 7).unwrap().unwrap();
    assert_eq!(answer.leaves, Some(vec![0, 5]));
    let readme = include_str!("../../../web/README.md");
    let requests = readme.split("/api/v1").skip(1);
    let requests = requests.filter_map(|rest| {
        rest.split_once(" -H ")?
            .1
            .split_once("-d '")
            .map(|body| (rest, body.1))
    });
    let mut count = 0;
    for (rest, body) in requests {
        let path = rest.split([' ', '\'']).next().unwrap();
        let body = body.split('\'').next().unwrap();
        let refused = Client::start().task(path, body).err();
        assert!(refused.is_none(), "{path} {body}: {refused:?}");
        count += 1;
    }
    assert_eq!(count, 4);
}
