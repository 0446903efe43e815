//! Work that is interrupted at any moment, or lacks memory, files or threads, and is run again has the results of undisturbed work, and no
//! existing file is lost.

use crate::harness::Folder;
use crate::hunt::{Contents, Interrupted, contents, hunt, succeed, tool};
use fastrand::Rng;
use serde_json::Value;
use std::fs;
use std::path::Path;

const POSITIONS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c9 \"1-0\"; id \"a\";\n\
    r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; c9 \"0-1\"; id \"b\";\n\
    6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; c9 \"1-0\"; id \"c\";\n\
    rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - bm Nc3; c9 \"1/2-1/2\"; id \"d\";\n";

/// The contents of a user's file to which games are added.
const OLD_GAME: &str = "[Event \"mine\"]\n\n1. e4 e5 *\n\n";

/// The files that exist before.
fn files() -> Contents {
    let folder = Folder::new("before-killed");
    for line in [
        "data generate --player alpha-beta --depth 2 --games 60 --max-moves 20 --journal generated",
        "match random a=alpha-beta --depth 1 --games 60 --max-moves 9 --shard 1/2 --journal shard-1",
        "match random a=alpha-beta --depth 1 --games 60 --max-moves 9 --shard 2/2 --journal shard-2",
    ] {
        succeed("plywood-lab", line, &folder);
    }
    folder.write("p.epd", POSITIONS);
    for (output, start) in [
        ("out.html", "<!DOCTYPE html>"),
        ("out.md", "|"),
        ("out.svg", "<svg"),
        ("out.net", "plywood net "),
        ("out.vf", "\0"),
    ] {
        folder.write(output, format!("{start}old\n"));
    }
    folder.write("games.pgn", OLD_GAME);
    contents(&folder.0)
}

/// Commands of some tenths of a second, with numbers to draw. Each journal is `j`.
const TASKS: [&str; 12] = [
    "match random a=alpha-beta b=minimax --depth DEPTH --plies PLIES --games GAMES --max-moves 12 --seed SEED --threads THREADS \
        --journal j --replace --pgn games.pgn --svg out.svg --markdown out.md --html out.html --json",
    "match a=alpha-beta b=minimax --game connect-four --depth DEPTH --games GAMES --seed SEED --threads THREADS --journal j \
        --pgn games.pgn --json",
    "match a=alpha-beta b=random --depth DEPTH --max-moves 30 --games 200 --sprt elo0=0,elo1=200 --seed SEED --threads THREADS \
        --journal sprt --json",
    "suite p.epd minimax alpha-beta --depth 3 --threads THREADS --journal j --replace --csv out.csv --html out.html",
    "compare minimax alpha-beta pvs --evaluator material --depth 3 --positions p.epd --journal j --replace --csv out.csv --html out.html",
    "ablate alpha-beta minimax --epd p.epd --to-depth 2 --depth DEPTH --games 6 --threads THREADS --journal j --replace --csv out.csv",
    "data generate --player alpha-beta --depth DEPTH --games GAMES --max-moves 20 --seed SEED --threads THREADS --journal j",
    "data annotate p.epd games.pgn --player alpha-beta --depth 3 --skip-plies 0 --threads THREADS --journal j",
    "spsa engine+hash=1 --tune futility=90,0,500,60 --nodes 60 --pairs 6 --together 2 --max-moves 8 --seed SEED --threads THREADS \
        --journal j --replace --html out.html --json",
    "train generated --replace --output out.net --checkpoint c --hidden 16 --buckets 1 --epochs 6 --seed SEED --threads THREADS",
    "merge shard-1 shard-2 --journal j",
    "data convert generated --format viri --replace --output out.vf",
];

/// A command with random numbers. The rounds of twelve seeds have every command.
fn task(seed: u64, random: &mut Rng) -> String {
    let mut tasks = TASKS.iter().cycle().skip((seed % 12) as usize);
    let mut line = (*tasks.next().expect("there are some")).to_owned();
    for (word, number) in [
        ("DEPTH", random.u8(1..3)),
        ("PLIES", random.u8(..9)),
        ("GAMES", 2 * random.u8(5..30)),
        ("SEED", random.u8(..)),
        ("THREADS", random.u8(1..4)),
    ] {
        line = line.replace(word, &number.to_string());
    }
    line
}

/// Returns a file without times: a journal as its settings and items in order, other files unchanged. Measurements as CSV and pages are
/// left out, and so are the games of a sequential test, since those in progress at the decision differ.
fn untimed(path: &Path, content: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(content).into_owned();
    match path.to_str() {
        Some("j") => {
            let mut lines: Vec<String> = text.lines().map(without_times).collect();
            lines.sort();
            lines
        }
        Some("out.csv" | "out.html" | "sprt") => Vec::new(),
        _ => vec![text],
    }
}

/// JSON without times, and without the checksums of lines with times.
fn without_times(text: &str) -> String {
    let mut value: Value = serde_json::from_str(text).expect("it is JSON");
    forget_times(&mut value);
    value.to_string()
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                !name.starts_with("seconds") && !["thinking", "sum"].contains(&name.as_str())
            });
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_times),
        _ => {}
    }
}

/// The user's file is unchanged, with games added, or replaced by the complete result. A page with times is complete if it has an end.
fn check_kept(before: &Contents, now: &Contents, wanted: &Contents) {
    for (path, old) in before {
        let now = now
            .get(path)
            .unwrap_or_else(|| panic!("{} is gone", path.display()));
        let is_kept = now == old || path.ends_with("games.pgn") && now.starts_with(old);
        let has_times = untimed(path, old).is_empty();
        let is_whole = *now == wanted[path] || has_times && now.len() * 2 > wanted[path].len();
        assert!(
            is_kept || is_whole,
            "{} has neither its old content nor the new",
            path.display()
        );
    }
}

#[test]
fn killed_lab() {
    let lab = tool("plywood-lab");
    let lab = lab.as_str();
    let before = files();
    hunt("killed_lab", 12, |round| {
        let line = task(round.seed, &mut round.random);
        let words: Vec<&str> = line.split_whitespace().collect();
        round.set_files(&before);
        let undisturbed = round.run(lab, &words, b"");
        let wanted = contents(&round.folder.0);
        round.set_files(&before);
        let mut interrupted = Interrupted::default();
        while interrupted.again(round, lab, &words, b"") {
            let now = contents(&round.folder.0);
            check_kept(&before, &now, &wanted);
            interrupted.leaves_nothing_else(&now, &wanted);
            // It makes a new journal, completely or not at all.
            if let (true, Some(journal)) = (line.starts_with("merge"), now.get(Path::new("j"))) {
                assert!(*journal == wanted[Path::new("j")], "a part of a journal");
                fs::remove_file(round.folder.path("j")).expect("it is there");
            }
        }
        round.run_in_want(lab, &words);
        check_kept(&before, &contents(&round.folder.0), &wanted);
        if line.starts_with("merge") {
            // It may have finished before it could be interrupted.
            let _ = fs::remove_file(round.folder.path("j"));
        }
        let resumed = round.run(lab, &words, b"");
        assert_eq!(resumed.code(), undisturbed.code(), "{}", resumed.errors());
        if line.ends_with("--json") {
            assert_eq!(
                without_times(&resumed.text()),
                without_times(&undisturbed.text())
            );
        }
        let found = contents(&round.folder.0);
        for (path, content) in wanted {
            let found = found
                .get(&path)
                .unwrap_or_else(|| panic!("no {}", path.display()));
            assert!(
                untimed(&path, found) == untimed(&path, &content),
                "{} is another",
                path.display()
            );
        }
    });
}
