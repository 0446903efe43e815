//! `plywood-lab spsa`: it finds winning numbers, continues after an interruption, and shards give the results of the whole.

use crate::program::{Answer, Folder};
use plywood_arena::Rules;
use plywood_catalog::{AnyEvaluator, Catalog, Setting, Settings};
use plywood_eval::Score;
use plywood_search::games::ConnectFour;
use plywood_search::{AlphaBeta, Limits};
use plywood_workbench::{Openings, Spsa, Tuned, Tuning};

const TUNE: &str = "spsa engine --tune futility=90,0,500,60 --tune late-moves=6,1,30,2.5 --nodes 60 \
    --pairs 12 --together 4 --max-moves 25 --threads 2";

fn good(answer: Answer) -> Answer {
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    answer
}

/// A strategy that weighs the evaluation, and plays to lose if the weight is below zero.
fn weighed() -> Catalog<ConnectFour> {
    let weighed = |settings: &Settings, _| {
        let weight: i32 = settings.number("weight");
        AlphaBeta::new(AnyEvaluator::new(move |board: &ConnectFour| {
            Score::centipawns(i32::from(ConnectFour::estimate(board).packed()) * weight / 100)
        }))
    };
    Catalog::connect_four()
        .fixed_depth("weighed", "alpha-beta over a part of the estimate", weighed)
        .with_settings([Setting::number("weight", 100, -100..=100).hidden()])
}

#[test]
fn games_decide_the_sign_of_a_weight() {
    let catalog = weighed();
    let tuning = Tuning {
        player: "weighed".parse().unwrap(),
        openings: Openings::random(&catalog, 4, 1),
        rules: Rules::within(Limits::depth(2)),
        spsa: Spsa {
            numbers: vec!["weight=-40,-100,100,20".parse().unwrap()],
            pairs: 300,
            together: 10,
            rate: 0.1,
            seed: 1,
        },
        catalog,
    };
    let mut walk = tuning.spsa.walk();
    while let Some(pairs) = walk.next_pairs() {
        let played = pairs.map(|pair| tuning.play(pair, &walk.values(pair)).unwrap().points);
        let points: Vec<i32> = played.collect();
        walk.learn(&points);
    }
    assert!(walk.numbers()[0] > 0.0, "{:?}", walk.course());
}

#[test]
fn tuning_is_resumed() {
    let folder = Folder::new("spsa");
    let whole = good(folder.line(&format!("{TUNE} --journal whole --html page.html"))).text();
    assert!(whole.contains("engine+futility="), "{whole}");
    let page = folder.read("page.html");
    assert!(page.contains("late-moves") && page.matches("<svg").count() >= 2);
    // After an interruption in the middle, it plays the other pairs.
    let journal = folder.read("whole");
    let lines: Vec<&str> = journal.lines().collect();
    assert_eq!(lines.len(), 13);
    folder.write("cut", &(lines[..6].join("\n") + "\n{\"of"));
    assert_eq!(
        good(folder.line(&format!("{TUNE} --journal cut"))).text(),
        whole
    );
    let other = folder.line(&format!("{TUNE} --rate 0.5 --journal whole"));
    assert!(
        other.errors().contains("different work"),
        "{}",
        other.errors()
    );
}

#[test]
fn a_journal_is_of_one_tuning_however_its_numbers_are_written() {
    let folder = Folder::new("spsa-settings");
    let line = "spsa engine --tune futility=90,0,500,60 --nodes 60 --pairs 4 --together 2 --rate 0.01 --seed 1 --plies 6 \
        --max-moves 5 --draw moves=2 --resign score=900 --journal j";
    let first = good(folder.line(line)).text();
    let journal = folder.read("j");
    for (old, new) in [
        ("90,0,500,60", "90,0e0,5e2,60.0"),
        ("--nodes 60", "--nodes 0.06k"),
        ("--pairs 4", "--pairs 4e0"),
        ("--rate 0.01", "--rate 1e-2"),
        ("--journal", "--threads 3 --journal"),
    ] {
        let same = good(folder.line(&line.replace(old, new)));
        assert_eq!(same.text(), first, "{new}");
    }
    for (old, new) in [
        ("engine", "engine+hash=1"),
        ("futility", "null-move"),
        ("90,0,500,60", "91,0,500,60"),
        ("90,0,500,60", "90,1,500,60"),
        ("90,0,500,60", "90,0,499,60"),
        ("90,0,500,60", "90,0,500,60.5"),
        ("--nodes 60", "--nodes 61"),
        ("--pairs 4", "--pairs 6"),
        ("--together 2", "--together 4"),
        ("--rate 0.01", "--rate 0.02"),
        ("--seed 1", "--seed 2"),
        ("--plies 6", "--plies 7"),
        ("--max-moves 5", "--max-moves 6"),
        ("--draw moves=2", "--draw moves=3"),
        ("--resign score=900", "--resign score=901"),
    ] {
        let other = line.replace(old, new);
        let other = other.replace("null-move=90,0,500,60", "null-move=4,2,6,1");
        folder.line(&other).refuses("belongs to different work");
    }
    assert_eq!(folder.read("j"), journal);
    // A number with a decimal point is played unrounded.
    let header = |text: &str| text.parse::<Tuned>().map(|tuned| serde_json::json!(tuned));
    assert_eq!(header("a=90,0,300,5"), header("a=9e1,0,300.0,5"));
    assert_ne!(header("a=90,0,300,5"), header("a=90.0,0,300,5"));
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let folder = Folder::new("spsa-wrong");
    let error = |line: &str| {
        let answer = folder.line(line);
        assert_eq!(answer.code(), Some(2), "{line}");
        answer.errors()
    };
    let no_such = error("spsa engine --tune margin-of-error=1,0,2,1 --nodes 50 --pairs 2");
    assert!(no_such.contains("margin-of-error"), "{no_such}");
    let setting = error("spsa engine --tune noise=5,0,20,1 --nodes 50 --pairs 2");
    assert!(setting.contains("it goes after a colon"), "{setting}");
    let beyond = error("spsa engine --tune futility=90,0,5000,10 --nodes 50 --pairs 2");
    assert!(beyond.contains("a whole number from 0 to 500"), "{beyond}");
    let whole = error("spsa engine --tune null-move=4.0,2,6,0.6 --nodes 50 --pairs 2");
    assert!(whole.contains("a whole number from 1 to 8"), "{whole}");
    for form in [
        "90",
        "90,0,500,inf",
        "NaN,0,500,1",
        "90,0,500,0",
        "1,000,0,5",
        "90,0,500,501",
        "90,0,500,1e300",
        "90,0,1e300,1e300",
    ] {
        let form = error(&format!("spsa engine --tune futility={form} --nodes 50"));
        assert!(form.contains("NAME=START,MIN,MAX,STEP"), "{form}");
    }
}
