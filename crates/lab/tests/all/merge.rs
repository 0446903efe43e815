//! A match that is cut into shards and merged.

use crate::program::{Answer, Folder};
use crate::signals::POSITIONS;
use std::fs;

const MATCH: &str = "match a=minimax b=alpha-beta:noise=20 --depth 2 --max-moves 12 --games 24";

/// Plays the match with more options.
fn play(folder: &Folder, more: &str) -> Answer {
    folder.line(&format!("{MATCH} {more}"))
}

fn merge(folder: &Folder, arguments: &str) -> Answer {
    folder.line(&format!("merge {arguments}"))
}

/// A folder with the journals of three shards.
fn sharded(name: &str) -> Folder {
    let folder = Folder::new(name);
    for shard in 1..=3 {
        let more = format!("--shard {shard}/3 --journal {shard}");
        let played = play(&folder, &more);
        assert_eq!(played.code(), Some(0), "{}", played.errors());
    }
    folder
}

#[test]
fn shards_together_are_the_whole_match() {
    let folder = sharded("merge");
    let whole = play(&folder, "--journal whole --pgn whole.pgn");
    let merged = merge(&folder, "3 1 2 --pgn merged.pgn --journal all");
    assert_eq!(merged.code(), Some(0), "{}", merged.errors());
    assert_eq!(merged.text(), whole.text());
    assert_eq!(folder.read("merged.pgn"), folder.read("whole.pgn"));
    let json = play(&folder, "--journal whole --json").text();
    assert_eq!(merge(&folder, "1 2 3 --json").text(), json);
    // The merged journal is one of the whole match, which is finished.
    let again = play(&folder, "--journal all --pgn again.pgn");
    assert_eq!(again.text(), whole.text());
    assert_eq!(folder.read("again.pgn"), folder.read("whole.pgn"));
    // A shard that was done twice counts once.
    play(&folder, "--shard 2/3 --journal twice");
    assert_eq!(merge(&folder, "1 2 twice 3").text(), whole.text());
}

#[test]
fn shards_of_another_game_are_the_whole_match() {
    let folder = Folder::new("merge-connect-four");
    let play = |more: &str| {
        let line = "match --game connect-four random:noise=1 alpha-beta --depth 3 --games 12";
        let played = folder.line(&format!("{line} {more}"));
        assert_eq!(played.code(), Some(0), "{}", played.errors());
        played
    };
    for shard in 1..=2 {
        play(&format!("--shard {shard}/2 --journal {shard}"));
    }
    let whole = play("--journal whole --pgn whole.txt");
    let merged = merge(&folder, "2 1 --pgn merged.txt --html merged.html");
    assert_eq!(merged.code(), Some(0), "{}", merged.errors());
    assert_eq!(merged.text(), whole.text());
    let games = folder.read("whole.txt");
    assert_eq!(folder.read("merged.txt"), games);
    assert_eq!(games.matches("[Game \"connect-four\"]").count(), 12);
    let journal = folder.read("1");
    let first = journal.lines().nth(1).expect("it has games");
    let changed = journal.replacen("\\n\\n", "\\n\\na\\n", 1);
    assert_ne!(changed, journal, "{first}");
    folder.write("changed", &changed);
    merge(&folder, "changed 2").complains("was changed: its checksum does not match");
}

#[test]
fn what_is_missing_is_named_with_the_command_that_plays_it() {
    let folder = sharded("merge-missing");
    let text = folder.read("2");
    let torn = &text[..text.len() - 30];
    folder.write("torn", torn);
    let merged = merge(&folder, "1 torn --journal all");
    assert_eq!(merged.code(), Some(1));
    merged.prints("15 of 24 games");
    let errors = merged.errors();
    assert!(
        errors.contains("torn: the last line is incomplete"),
        "{errors}"
    );
    // The torn line is that of any game: those of a shard end in any order.
    assert!(errors.contains("9 of 24 games are missing ("), "{errors}");
    let (_, command) = errors
        .split_once("this plays them: plywood-lab ")
        .expect("it is said");
    let words: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(words.join(" "), format!("{MATCH} --journal all"));
    let completed = folder.run(&words);
    assert_eq!(completed.text(), play(&folder, "--threads 1").text());
}

#[test]
fn the_command_for_what_is_missing_is_that_of_the_last_extension() {
    let folder = Folder::new("merge-extended");
    let play = |options: &str, players: &str| {
        let line = format!("match --depth 1 --max-moves 4 {options} -- {players}");
        assert_eq!(folder.line(&line).code(), Some(0), "{line}");
    };
    let players = "a=minimax b=alpha-beta";
    play("--games 4 --shard 1/2 --journal 1", players);
    play("--journal 1 --games 8 --shard=1/2", players);
    play("--games 4 --shard 2/2 --journal 2", players);
    for journals in ["1 2", "2 1"] {
        merge(&folder, journals).complains(&format!(
            "2 of 8 games are missing (6-7); to play them, merge with --journal all.jsonl, and then: \
             plywood-lab match --depth 1 --max-moves 4 --games 8 --journal all.jsonl -- {players}\n"
        ));
    }
}

#[test]
fn games_of_a_match_are_in_a_file_once_however_often_they_are_merged() {
    let folder = sharded("merge-again");
    folder.write("other.pgn", "[Event \"other\"]\n\n1. e4 *\n\n");
    for file in ["new.pgn", "other.pgn"] {
        let pgn = format!("1 2 3 --pgn {file}");
        assert_eq!(merge(&folder, &pgn).code(), Some(0));
        let games = folder.read(file);
        assert_eq!(merge(&folder, &pgn).code(), Some(0));
        assert_eq!(folder.read(file), games);
        merge(&folder, &format!("2 --pgn {file}"));
        assert_eq!(folder.read(file), games);
    }
    // As some editors write it.
    let marked = format!("\u{feff}{}", folder.read("new.pgn"));
    folder.write("marked.pgn", &marked);
    merge(&folder, "1 2 3 --pgn marked.pgn");
    assert_eq!(folder.read("marked.pgn"), marked);
    let part = merge(&folder, "1 3 --pgn part.pgn");
    assert_eq!(part.code(), Some(1), "{}", part.errors());
    assert_eq!(folder.games("part.pgn").len(), 16);
    merge(&folder, "1 2 3 --pgn part.pgn");
    assert_eq!(sorted(&folder, "part.pgn"), sorted(&folder, "new.pgn"));
}

/// Returns the games of a file, sorted by their text.
fn sorted(folder: &Folder, file: &str) -> Vec<String> {
    let games = folder.games(file);
    let mut games: Vec<String> = games.iter().map(ToString::to_string).collect();
    games.sort_unstable();
    games
}

#[test]
fn games_of_a_match_are_in_a_file_once_whatever_stood_there() {
    let folder = sharded("merge-held");
    merge(&folder, "1 2 3 --pgn whole.pgn --journal whole");
    let (whole, games) = (folder.read("whole.pgn"), sorted(&folder, "whole.pgn"));
    for shard in 1..=3 {
        play(
            &folder,
            &format!("--shard {shard}/3 --journal j --pgn j.pgn"),
        );
    }
    assert_eq!(sorted(&folder, "j.pgn"), games);
    for first in ["1", "2", "2 1"] {
        folder.write("held.pgn", "");
        merge(&folder, &format!("{first} --pgn held.pgn"));
        folder.line("match random a=random --depth 1 --games 4 --max-moves 3 --pgn held.pgn");
        let held = folder.read("held.pgn").replace('\n', "\r\n");
        folder.write("held.pgn", &held);
        merge(&folder, "3 1 2 --pgn held.pgn");
        assert_eq!(folder.games("held.pgn").len(), games.len() + 4);
        assert!(folder.read("held.pgn").starts_with(&held));
    }
    // A game that was cut off anywhere is completed before the others are added.
    let starts: Vec<usize> = whole
        .match_indices("[Event")
        .map(|(start, _)| start)
        .collect();
    let (start, end) = (starts[4], starts[5]);
    for cut in (start..=end).step_by(97).chain(end - 5..end) {
        folder.write("cut.pgn", &whole[..cut]);
        play(&folder, "--journal whole --pgn cut.pgn");
        assert_eq!(folder.read("cut.pgn"), whole, "{:?}", &whole[start..cut]);
    }
    folder.write("cut.pgn", &whole[start..end - 40]);
    merge(&folder, "1 2 3 --pgn cut.pgn");
    assert_eq!(sorted(&folder, "cut.pgn"), games);
}

#[test]
fn a_test_is_decided_when_its_shards_are_merged() {
    let folder = Folder::new("merge-test");
    let play = |more: &str| {
        let line = "match random minimax --depth 2 --plies 2 --games 400 --sprt elo0=0,elo1=200";
        let played = folder.line(&format!("{line} --max-moves 8 {more}"));
        assert_eq!(played.code(), Some(0), "{}", played.errors());
        played
    };
    let whole = play("--journal whole --pgn whole.pgn --html whole.html");
    whole.prints("H0 accepted");
    for shard in ["1", "2", "3"] {
        let part = play(&format!("--shard {shard}/20 --journal {shard}"));
        assert!(!part.text().contains("accepted"), "{}", part.text());
        part.complains("merge decides the test");
    }
    // Games after a missing pair do not decide the test.
    let gap = merge(&folder, "1 3 --pgn gap.pgn");
    assert_eq!(gap.code(), Some(1));
    gap.prints("2 of 400 games");
    gap.prints("undecided");
    gap.complains("games are missing (2-3, ");
    assert_eq!(folder.games("gap.pgn").len(), 2);
    for shard in 4..=20 {
        play(&format!("--shard {shard}/20 --journal {shard}"));
    }
    let all: Vec<String> = (1..=20).map(|shard| shard.to_string()).collect();
    let all = all.join(" ");
    let merged = merge(
        &folder,
        &format!("{all} --journal all --pgn all.pgn --html all.html"),
    );
    assert_eq!(merged.code(), Some(0), "{}", merged.errors());
    assert_eq!(merged.text(), whole.text());
    assert_eq!(folder.read("all.pgn"), folder.read("whole.pgn"));
    // Pairs that the test does not need are not missing.
    let decided = merge(&folder, "whole --json");
    assert_eq!(decided.code(), Some(0), "{}", decided.errors());
    assert_eq!(play("--journal all --pgn again.pgn").text(), whole.text());
    assert_eq!(folder.read("again.pgn"), folder.read("whole.pgn"));
    assert_eq!(
        play("--journal whole --check").text(),
        "whole has all games that decide the test\n"
    );
}

#[test]
fn journals_that_do_not_fit_together_are_refused() {
    let folder = sharded("merge-refused");
    let other = folder.line("match random a=minimax --depth 1 --games 2 --journal other");
    assert_eq!(other.code(), Some(0));
    let text = folder.read("1");
    let changed = text.replacen("\"result\":\"1/2-1/2\"", "\"result\":\"1-0\"", 1);
    assert_ne!(changed, text);
    folder.write("changed", &changed);
    // A journal of training data from an earlier version has no checksums.
    let mut parts = text.split(",\"sum\":\"");
    let first = parts.next().unwrap_or_default().to_owned();
    let unsummed = parts.fold(first, |text, part| text + &part[17..]);
    let agreed = unsummed.replacen("\"end\":\"too long\"", "\"end\":\"draw agreed\"", 1);
    assert_ne!(agreed, unsummed);
    folder.write("agreed", &agreed);
    folder.write("empty", "");
    folder.write(
        "version",
        text.replace("\"version\":\"0.1.0", "\"version\":\"0.0.9"),
    );
    fs::create_dir_all(folder.path("folder")).expect("it can be made");
    folder.write("p.epd", POSITIONS);
    for line in [
        "spsa engine --tune futility=90,0,500,60 --nodes 50 --pairs 1 --together 1 --max-moves 2 --journal pairs",
        "suite p.epd minimax --depth 1 --journal marks",
    ] {
        assert_eq!(folder.line(line).code(), Some(0), "{line}");
    }
    for (arguments, expected) in [
        ("1 1", "given twice"),
        ("1 ./1", "given twice"),
        (
            "1 2 other",
            "the journal \"other\" belongs to different work than \"1\": its players are random",
        ),
        ("1 version", "it was written by version 0.0.9"),
        ("1 changed", "was changed: its checksum does not match"),
        ("1 agreed", "has a different result in"),
        ("changed", "was changed: its checksum does not match"),
        ("1 empty", "is empty"),
        ("empty", "is empty"),
        ("1 folder", "folder"),
        ("1 none", "none"),
        ("1 2 3 --journal 1", "name the same file, 1;"),
        ("1 2 3 --csv new", "games of a match have no --csv"),
        ("pairs --json", "pairs have no --json"),
        ("pairs --html new", "pairs have no --html"),
        ("pairs --pgn new", "pairs have no --pgn"),
        ("marks --pgn new", "positions have no --pgn"),
        ("1 2 3 --journal agreed", "agreed: it exists"),
    ] {
        let refused = merge(&folder, arguments);
        let code = refused.code();
        assert_eq!(code, Some(2), "{arguments}: {}", refused.errors());
        refused.complains(expected);
    }
    assert_eq!(folder.read("1"), text, "nothing is lost");
}
