//! Options of matches for engine testers: endgame tables, pinned games, checked lines, challengers; and the check of a program.
#![cfg(unix)]

#[path = "../../../tables/tests/all/forge.rs"]
#[expect(dead_code, reason = "two tables are enough here")]
mod forge;

use crate::program::Folder;
use crate::programs::scripted;
#[cfg(target_os = "linux")]
use std::collections::HashSet;
#[cfg(target_os = "linux")]
use std::num::NonZeroUsize;
#[cfg(target_os = "linux")]
use std::thread::available_parallelism;

#[test]
fn endgame_tables_end_games() {
    let folder = Folder::new("tables");
    folder.write("KQvK.rtbw", forge::results());
    folder.write("KQvK.rtbz", forge::distances());
    folder.write("queens.epd", "8/8/8/2k5/3p4/8/8/K6Q w - -\n");
    let line = "match random alpha-beta:depth=3 --openings queens.epd --games 2 --max-moves 50";
    let answer = folder.line(&format!("{line} --tables . --pgn games.pgn --journal j"));
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    answer.prints("endgame tables");
    let games = folder.read("games.pgn");
    assert!(
        games.contains("White wins by the endgame tables"),
        "{games}"
    );
    assert!(games.contains("[Termination \"adjudication\"]"), "{games}");
    let merged = folder.line("merge j --json").json();
    assert_eq!(merged["job"]["settings"]["tables"], 3);
    let other = folder.line(&format!("{line} --journal j"));
    other.complains("another");

    folder
        .line(&format!("{line} --tables nowhere"))
        .refuses("--tables: ");
    let four = "match --game connect-four random alpha-beta:depth=1 --tables .";
    folder
        .line(four)
        .refuses("endgame tables are for chess, not connect-four");
    folder
        .line("match --game backgammon random star1:depth=1 --tables .")
        .refuses("endgame tables are for chess, not backgammon");
}

#[test]
fn an_endgame_table_that_cannot_be_read_is_named_once_and_counted() {
    // The first can be opened, and the second can't.
    unread_table("damaged", 64 + 16);
    unread_table("incomplete", 100);
}

fn unread_table(how: &str, length: usize) {
    let folder = Folder::new(&format!("unread-table-{how}"));
    folder.write("KRvK.rtbw", forge::results());
    folder.write("KQvK.rtbw", &forge::results()[..length]);
    folder.write("queens.epd", "8/8/8/2k5/3p4/8/8/K6Q w - -\n");
    let line = "match random alpha-beta:depth=3 --openings queens.epd --games 4 --max-moves 50";
    let answer = folder.line(&format!("{line} --tables . --journal j"));
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    let problem = format!("KQvK.rtbw is {how}");
    let reported = answer.errors().matches(&problem).count();
    assert_eq!(reported, 1, "{}", answer.errors());
    answer.prints(&problem);
    let merged = folder.line("merge j --json").json();
    let [unread] = &merged["unread_tables"].as_array().expect("it is counted")[..] else {
        panic!("there is one file: {merged}");
    };
    assert!(unread["games"].as_u64() > Some(0), "{unread}");
    assert!(
        unread["file"]
            .as_str()
            .is_some_and(|file| file.ends_with("KQvK.rtbw")),
        "{unread}"
    );
}

#[test]
fn replaced_tables_of_a_program_begin_a_new_journal() {
    let folder = Folder::new("replaced-tables");
    scripted(&folder, "program", "echo bestmove 0000");
    folder.write("KQvK.rtbw", forge::results());
    let play = || {
        let player = "new=uci:cmd=./program,arg=--tables=.";
        folder.line(&format!(
            "match {player} random --depth 1 --games 2 --threads 1 --journal j"
        ))
    };
    for _ in 0..2 {
        assert_eq!(play().code(), Some(3), "it played: {}", play().errors());
    }
    folder.write("KQvK.rtbz", forge::distances());
    play().refuses("its player new files . checksum is \"1 file with checksum ");
}

#[test]
fn wrong_lines_of_a_program_are_counted_and_shown() {
    let folder = Folder::new("lines");
    let on_go = "echo info depth 1 score mate 3 pv e2e4; echo info depth 2 score cp 7 pv e2e4 e2e4; \
        echo bestmove e2e4";
    scripted(&folder, "program", on_go);
    let line =
        "match uci:cmd=./program random --depth 2 --games 2 --plies 0 --max-moves 1 --check-mates";
    let answer = folder.line(&format!("{line} --threads 1 --log log --journal j"));
    // With Black the program loses by an illegal move, and its lines belong to no move.
    answer.complains(
        "program: illegal moves in lines; in game 1, move 1: depth 2 score cp 7 pv e2e4 e2e4",
    );
    answer.prints(
        "Warning: program: illegal moves in lines: 1, the first in game 1, move 1: depth 2",
    );
    answer.prints("Warning: program: mates without a line that mates: 1, the first in game 1, move 1: depth 1");
    let log = folder.read("log");
    let warning =
        "program ? mates without a line that mates: 1, the first: depth 1 score mate 3 pv e2e4";
    assert!(log.contains(warning), "{log}");
    folder
        .line("merge j")
        .prints("Warning: program: illegal moves in lines: 1");
    folder
        .line(&format!("{line} --journal j").replace(" --check-mates", ""))
        .refuses("its checks mates is true");
    let unchecked = folder.line(&line.replace(" --check-mates", ""));
    assert!(!unchecked.text().contains("that mates"), "only asked for");
}

#[cfg(target_os = "linux")]
#[test]
fn each_game_is_pinned_to_a_processor() {
    let folder = Folder::new("pinned");
    let on_go = "grep Cpus_allowed_list /proc/$$/status >> processors; echo bestmove e2e5";
    scripted(&folder, "program", on_go);
    let threads = available_parallelism().map_or(1, NonZeroUsize::get).min(2);
    let line = "match uci:cmd=./program random --depth 1 --games 8 --plies 0 --pin";
    folder.line(&format!("{line} --threads {threads}"));
    let processors = folder.read("processors");
    let processor = |line: &str| line.split_whitespace().last()?.parse::<usize>().ok();
    let used: Vec<_> = processors.lines().map(processor).collect();
    assert_eq!(used.len(), 8, "{processors}");
    assert!(used.iter().all(Option::is_some), "{processors}");
    let different: HashSet<_> = used.iter().collect();
    assert!(different.len() <= threads, "{processors}");
    folder
        .line(&format!("{line} --threads 1024"))
        .refuses("1024 are needed");
}

#[test]
fn challengers_are_tested_against_the_first_player() {
    let folder = Folder::new("challengers");
    let players = "random a=minimax:depth=2,evaluator=material b=random";
    let line = format!("match {players} --games 60 --sprt elo1=100 --depth 1 --max-moves 30");
    folder
        .line(&line)
        .refuses("found 3; to test several players against the first");
    let line = format!("{line} --format challengers --journal j");
    let summary = folder.line(&format!("{line} --json")).json();
    assert_eq!(summary["tests"][0]["decision"], "accepted");
    assert_eq!(summary["head_to_heads"][0]["players"][0], "a");
    let games = |index: usize| {
        let counts = summary["head_to_heads"][index]["games"].as_object();
        let counts = counts.expect("they are counted").values();
        counts.filter_map(serde_json::Value::as_u64).sum::<u64>()
    };
    assert!(games(0) != games(1), "one plays no more once it is decided");
    assert_eq!(summary["games"], games(0) + games(1));
    let again = folder.line(&line);
    again.prints("H1 accepted: stronger");
    folder
        .line(&format!("{line} --check"))
        .prints("all games that decide");
    folder.line("merge j").prints("H1 accepted: stronger");
}

#[test]
fn a_program_that_breaks_the_protocol_fails_by_name() {
    let folder = Folder::new("breaks");
    scripted(&folder, "program", "echo bestmove e2e4");
    let answer = folder.line("check-engine uci:cmd=./program");
    assert_eq!(answer.code(), Some(1), "{}", answer.errors());
    for part in [
        "ok      answers uci with its name\n",
        "failed  declares options that accept their own defaults: ",
        "ok      answers isready\n",
        "failed  searches to a depth: after \"go depth 3\": expected a legal move, found \"bestmove e2e4\"\n",
        "failed  searches until stop, and answers isready: after \"go infinite\": expected no move yet, \
         found \"bestmove e2e4\"\n",
        "failed  searches only the moves in searchmoves: ",
        "ok      shows several lines (it has no option MultiPV)\n",
        "ok      ends at quit\n",
        "ok      ends at the end of its input\n",
    ] {
        answer.prints(part);
    }
    answer.complains("checks failed");

    folder
        .line("check-engine ./nothing")
        .refuses("could not be started");
    folder
        .line("check-engine uci:./nothing")
        .refuses("expected KEY=VALUE");
}
