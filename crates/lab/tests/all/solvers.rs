//! Suites and ablations with UCI programs, and their errors.
#![cfg(unix)]

use crate::program::Folder;
use crate::programs::scripted;

/// Two positions in which the rook on a1 can go to a8; it is the solution only in the first.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\";\n\
                     7k/8/8/8/8/8/8/R3K3 w - - bm Ra7; id \"cut off\";\n";

/// Reports two iterations and plays to a8.
const TO_A8: &str = "echo 'info depth 1 score cp 5 nodes 20 pv a1a2'; \
                     echo 'info depth 2 score mate 1 nodes 90 pv a1a8'; echo 'bestmove a1a8'";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("suite.epd", SUITE);
    scripted(&folder, "program", TO_A8);
    folder
}

#[test]
fn a_program_solves_positions() {
    let folder = folder("solve");
    let suite =
        "suite suite.epd uci:cmd=./program alpha-beta:depth=2 --nodes 100 --json --threads 2";
    let marks = folder.run(&suite.split(' ').collect::<Vec<_>>()).json();
    let program = &marks["sheets"][0];
    assert_eq!(
        (&program["strategy"], &program["solved"]),
        (&"program".into(), &1.into())
    );
    assert_eq!(program["nodes"], 180);
    let answer = &marks["results"][0]["answers"][0];
    assert_eq!(
        (&answer["played"], &answer["depth"]),
        (&"Ra8#".into(), &2.into())
    );
    let [found, all] = ["seconds_to_solution", "seconds"].map(|name| answer[name].as_f64());
    assert!(found.is_some() && found <= all, "{answer}");
    // A program is started once for each thread that needs it, and not for each position.
    assert!(folder.read("started").lines().count() <= 2);
}

#[test]
fn a_program_that_fails_is_named() {
    let folder = folder("solve-crash");
    scripted(&folder, "broken", "exit 3");
    let suite = [
        "suite",
        "suite.epd",
        "uci:cmd=./broken",
        "uci:cmd=./program",
        "--nodes",
        "9",
    ];
    let answer = folder.run(&suite);
    assert_eq!(answer.code(), Some(3));
    let errors = answer.errors();
    assert!(errors.contains("players failed (broken: ") && errors.contains("(2 positions)"));
    answer.prints("0 of 2");
    let missing = folder.run(&["suite", "suite.epd", "uci:cmd=./nothing"]);
    assert_eq!(missing.code(), Some(2), "it is found before the work");
}

#[test]
fn a_strategy_without_an_answer_in_time_is_refused() {
    let folder = folder("solve-refused");
    folder
        .run(&["suite", "suite.epd", "minimax", "--nodes", "500"])
        .refuses("give it a depth, such as depth=4");
    for able in [
        "minimax:depth=1",
        "random",
        "monte-carlo",
        "everything",
        "engine",
        "proof-number",
    ] {
        let answer = folder.run(&["suite", "suite.epd", able, "--nodes", "500"]);
        assert_eq!(answer.code(), Some(0), "{able}: {}", answer.errors());
    }
}

#[test]
fn variants_of_an_ablation_may_be_programs() {
    let folder = folder("ablate-programs");
    let ablate = "ablate whole=everything other=uci:cmd=./program --epd suite.epd --to-depth 2 --nodes 100 --json";
    let ablated = folder.run(&ablate.split(' ').collect::<Vec<_>>()).json();
    let rows = ablated["rows"].as_array().expect("there are rows");
    assert_eq!((rows.len(), &rows[1]["without"]), (2, &"other".into()));
    assert_eq!(rows[1]["solved"], 1);
    assert!(
        rows[1]["nodes"]
            .as_f64()
            .is_some_and(|nodes| (nodes - 90.0).abs() < 1e-6)
    );
    folder
        .run(&["ablate", "everything"])
        .refuses("to compare it with");
}
