//! Suites, comparisons and ablations that are cut into shards and merged.

use crate::program::Folder;
use plywood_workbench::journal::Header;
use serde_json::Value;

/// Games with an error, a variation and a comment, so that positions are not just lines.
const GAMES: &str = "[Event \"a\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {fine} Nc6 3. Bb5 a6 *\n\n\
                     [Event \"b\"]\n\n1. d4 d5 2. c4 Kd4 *\n\n[Event \"c\"]\n\n1. c4 e5 2. Nc3 Nf6 3. g3 d5 1/2-1/2\n";

/// A result without its times.
fn timeless(json: &str) -> Value {
    let mut value: Value = serde_json::from_str(json).expect("it is JSON");
    strip(&mut value);
    value
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.starts_with("seconds"));
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Runs some work as a whole, and in three shards that are merged, and compares the results.
fn assert_shards_make_the_whole(name: &str, work: &str) {
    let folder = Folder::new(name);
    folder.write("games.pgn", GAMES);
    let whole = folder.line(&format!("{work} --json"));
    assert_eq!(whole.code(), Some(0), "{}", whole.errors());
    for shard in 1..=3 {
        let played = folder.line(&format!("{work} --shard {shard}/3 --journal {shard}"));
        assert_eq!(played.code(), Some(0), "{}", played.errors());
    }
    let merged = folder.line("merge 2 3 1 --json --journal all --csv all.csv --html all.html");
    assert_eq!(merged.code(), Some(0), "{}", merged.errors());
    assert_eq!(timeless(&merged.text()), timeless(&whole.text()));
    // The merged journal is that of the whole work, and has the same results, including times.
    let again = folder.line(&format!(
        "{work} --journal all --csv again.csv --html again.html"
    ));
    let all = folder.line("merge all");
    assert_eq!(again.text(), all.text());
    assert_eq!(folder.read("again.csv"), folder.read("all.csv"));
    assert_eq!(folder.read("again.html"), folder.read("all.html"));
    // Without a shard, the missing part is reported, with the command for it.
    let partly = folder.line("merge 1 3 --journal most");
    assert_eq!(partly.code(), Some(1));
    let errors = partly.errors();
    let (_, command) = errors
        .split_once("plywood-lab ")
        .expect("a command is named");
    let completed = folder.line(command.trim());
    assert_eq!(completed.code(), Some(0), "{}", completed.errors());
    let completed = folder.line("merge most --json");
    assert_eq!(timeless(&completed.text()), timeless(&whole.text()));
}

#[test]
fn shards_of_a_suite_are_the_whole_suite() {
    let work = "suite games.pgn alpha-beta random:depth=1 --depth 2";
    assert_shards_make_the_whole("merge-suite", work);
}

#[test]
fn shards_of_a_comparison_are_the_whole_comparison() {
    let work = "compare minimax everything --depth 2 --epd games.pgn --every 2";
    assert_shards_make_the_whole("merge-compare", work);
    let work = "compare --game connect-four --position dd --position dc --depth 3";
    assert_shards_make_the_whole("merge-connect-four", work);
}

#[test]
fn shards_of_an_ablation_are_the_whole_ablation() {
    let work = "ablate --evaluator material --epd games.pgn --sample 5 --seed 3 --to-depth 2 --depth 1 --games 2";
    assert_shards_make_the_whole("merge-ablate", work);
}

#[test]
fn a_merge_writes_what_the_work_itself_writes() {
    let folder = Folder::new("merge-forms");
    folder.write("games.pgn", GAMES);
    for work in [
        "ablate --evaluator material --epd games.pgn --sample 3 --to-depth 1 --depth 1",
        "compare minimax alpha-beta --depth 1 --epd games.pgn --distinct",
        "suite games.pgn alpha-beta random:depth=1 --depth 1",
    ] {
        let files =
            |name: &str| format!("--markdown --csv {name}.csv --svg {name}.svg --html {name}.html");
        let own = folder.line(&format!("{work} --journal own {}", files("own")));
        assert_eq!(own.code(), Some(0), "{}", own.errors());
        own.prints("| --- | ---: |");
        let merged = folder.line(&format!("merge own {}", files("merged")));
        assert_eq!(merged.text(), own.text(), "{}", merged.errors());
        for form in ["csv", "svg", "html"] {
            let [merged, own] =
                ["merged", "own"].map(|name| folder.read(&format!("{name}.{form}")));
            assert_eq!(merged, own, "{work}: {form}");
        }
        // The next work has another journal, and its values have other columns.
        for written in ["own", "own.csv", "merged.csv"] {
            std::fs::remove_file(folder.path(written)).expect("it was written");
        }
    }
}

#[test]
fn a_merge_of_a_match_refuses_forms_that_it_does_not_have() {
    let folder = Folder::new("merge-match-forms");
    folder.line("match random a=random --games 2 --max-moves 2 --journal games");
    folder.line("merge games --csv games.csv").refuses("--csv");
    assert!(!folder.path("games.csv").exists());
}

#[test]
fn threads_do_not_change_the_order() {
    let folder = Folder::new("suite-threads");
    folder.write("games.pgn", GAMES);
    let work = "suite games.pgn alpha-beta --depth 2 --json";
    let alone = timeless(&folder.line(work).text());
    assert_eq!(
        timeless(&folder.line(&format!("{work} --threads 3")).text()),
        alone
    );
    assert_eq!(alone["results"][7]["name"], "game 2, 1... d5");
}

#[test]
fn journals_of_another_selection_or_version_are_refused() {
    let folder = Folder::new("suite-refused");
    folder.write("games.pgn", GAMES);
    let work = "suite games.pgn alpha-beta --depth 1";
    folder.line(&format!("{work} --sample 3 --seed 1 --journal 1"));
    folder.line(&format!("{work} --sample 3 --seed 2 --journal 2"));
    let text = folder.read("1");
    folder.write("old", text.replacen('+', "+0", 1));
    // As a build of other sources wrote it, whole.
    let (version, sources) = ("\"version\":\"0.1.0+", "\"version\":\"0.1.0+0");
    folder.write("before", with_its_hash(&text.replacen(version, sources, 1)));
    for (journals, part) in [
        ("1 2", "by seed 2"),
        ("1 old", "was written by version"),
        (
            "before",
            "the journal \"before\" was written by version 0.1.0+0",
        ),
    ] {
        folder.line(&format!("merge {journals}")).refuses(part);
    }
    folder
        .line(&format!("{work} --every 2 --journal 1"))
        .refuses("by seed 1");
    // A wrong position is found before any work begins.
    folder.write(
        "wrong.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;\n4k3/8 w - - bm e4;\n",
    );
    let wrong = folder.line("suite wrong.epd alpha-beta --depth 1 --csv a.csv");
    wrong.refuses("wrong.epd, line 2: ");
    assert!(!folder.path("a.csv").exists());
}

/// Returns a journal whose lines have the hash of its job.
fn with_its_hash(text: &str) -> String {
    let first = text.lines().next().expect("it has a header");
    let header: Header = serde_json::from_str(first).expect("it is a header");
    text.replace(&header.hash, &header.job.hash())
}
