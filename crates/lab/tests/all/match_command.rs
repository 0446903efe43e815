//! The command line of `plywood-lab match`.

use crate::program::Folder;
use crate::reports::markup::assert_self_contained;

/// Wrong arguments, and a part of the expected error.
const MISTAKES: &[(&str, &str)] = &[
    ("random", "at least two players"),
    (
        "random minmax",
        "there is no strategy \"minmax\" (did you mean \"minimax\"?); the strategies are random, minimax",
    ),
    (
        "random minimax:deep=3",
        "minimax takes no \"deep\"; it takes ",
    ),
    ("random minimax", "no limits"),
    ("random:depth=1 uci:cmd=x --soft-nodes 100", "no limits"),
    ("random minimax --nodes 500", "searches to a fixed depth"),
    ("random random --depth 1", "two players are called"),
    ("random minimax --depth 1 --games 3", "even number"),
    (
        "random minimax --depth 1 --sprt elo0=3,elo1=1",
        "elo1 must be above elo0",
    ),
    ("random minimax --depth 1 --openings none.epd", "none.epd"),
    (
        "random minimax --time 5x",
        "expected a time above zero, such as",
    ),
    (
        "random minimax --depth 1 --pgn no/folder/x.pgn",
        "no/folder/x.pgn",
    ),
    (
        "random minimax --depth 1 --games 1000000000000",
        "from 2 to 1000000000, also as",
    ),
    (
        "random minimax a=random --depth 1 --games 999999998",
        "at most 1000000000 games",
    ),
    (
        "random minimax --depth 1 --threads 100000",
        "from 1 to 1024",
    ),
    ("random minimax --depth 1 --threads 0", "from 1 to 1024"),
    (
        "random minimax --depth 1 --plies 4294967295",
        "from 0 to 1000",
    ),
    (
        "random minimax --time 9999h",
        "expected a time above zero, such as",
    ),
    (
        "random minimax --clock 18446744073709551616s",
        "expected a clock such as",
    ),
    (
        "random minimax --clock 1s+18446744073709551615ms",
        "expected a clock such as",
    ),
    (
        "random engine:hash=0 --depth 1",
        "hash: expected a whole number from 1 to ",
    ),
    (
        "random engine:hash=2000000000 --depth 1",
        "hash: expected a whole number from 1 to ",
    ),
    (
        "random engine:hash=18446744073709551615 --depth 1",
        "hash: expected a whole number from 1 to ",
    ),
    ("random minimax --clock 0s+1s", "expected a clock such as"),
    (
        "random minimax --depth 1 --time -5ms",
        "expected a time above zero, such as",
    ),
    (
        "random minimax --depth 1 --margin -5ms",
        "expected a time such as",
    ),
    (
        "random minimax --depth 1 --resign score=0",
        "score: expected a number from 1 on",
    ),
    (
        "random minimax --depth 1 --max-moves 0",
        "expected a whole number from 1 to 1000",
    ),
    (
        "random minimax --depth 1 --sprt elo0=0,elo1=1e-300",
        "elo1 must be above elo0, by 0.01 or more",
    ),
    ("random engine:threads=100000 --depth 1", "from 1 to 256"),
    ("random minimax --depth 1 --openings .", "is a folder"),
    ("random minimax --depth 1 --journal .", "is not a file"),
    (
        "random minimax --depth 1 --journal /dev/full",
        "is not a file",
    ),
    ("random minimax --depth 1 --check", "--journal"),
    (
        "random minimax --game go",
        "there is no game \"go\"; the games are chess, ",
    ),
    (
        "random uci:cmd=stockfish --game connect-four --depth 1",
        "play chess, not connect-four",
    ),
];

#[test]
fn wrong_command_lines_exit_with_code_2() {
    let folder = Folder::new("usage");
    for (arguments, expected) in MISTAKES {
        let answer = folder.line(&format!("match {arguments}"));
        assert_eq!(answer.code(), Some(2), "{arguments:?}: {}", answer.errors());
        answer.complains(expected);
        assert_eq!(answer.text(), "");
    }
}

#[test]
fn the_answer_is_a_table_without_colors_in_a_pipe() {
    let folder = Folder::new("table");
    let line = "match alpha-beta-captures random --depth 2 --games 6 --plies 4";
    let answer = folder.line(line);
    let text = answer.text();
    assert_eq!((answer.code(), answer.errors().as_str()), (Some(0), ""));
    assert!(
        text.contains("6 of 6 games") && text.contains("Elo, 6 won"),
        "{text}"
    );
    assert!(
        text.contains("likelihood of superiority 9") && !text.contains('\u{1b}'),
        "{text}"
    );
    let whole = "alpha-beta-captures plays alpha-beta+captures:evaluator=classical, a repetition is a draw\n";
    assert!(
        text.contains(whole) && text.contains("\nLimits of a move: depth=2\n"),
        "{text}"
    );
    assert_eq!(
        folder.line(line).text(),
        text,
        "the same match has the same result"
    );
}

#[test]
fn other_games_have_openings_from_files() {
    let folder = Folder::new("other-games");
    folder.write("openings.txt", "# the middle\ndd\n\nde\n");
    let line = "match --game connect-four alpha-beta random --depth 2 --games 4 --openings";
    let answer = folder.line(&format!(
        "{line} openings.txt --pgn games.txt --html page.html"
    ));
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    assert_eq!(folder.read("games.txt").matches("[Start \"").count(), 4);
    assert_self_contained(&folder.read("page.html"));
    folder.write("wrong.txt", "dd\nxx\n");
    folder
        .line(&format!("{line} wrong.txt"))
        .complains("wrong.txt, line 2: ");
}

#[test]
fn openings_of_a_file_are_played_with_both_colors() {
    let folder = Folder::new("openings");
    folder.write("book.pgn", "1. e4 c5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n");
    let line = "match a=random b=random --depth 1 --games 4 --openings book.pgn --plies 3 --pgn out.pgn --threads 1";
    let answer = folder.line(line);
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    let games = folder.games("out.pgn");
    let openings: Vec<String> = games
        .iter()
        .map(|game| {
            let moves: Vec<String> = game
                .main_line()
                .take(3)
                .map(|node| node.san().to_string())
                .collect();
            format!(
                "{} {}",
                game.tags().get("White").unwrap_or_default(),
                moves.join(" ")
            )
        })
        .collect();
    assert_eq!(
        openings,
        ["a e4 c5 Nf3", "b e4 c5 Nf3", "a d4 d5 c4", "b d4 d5 c4"]
    );
}

#[cfg(unix)]
#[test]
fn links_and_pipes_survive_being_written_to() {
    use std::fs::{self, OpenOptions};
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::process::Command;

    let folder = Folder::new("pipe");
    let (target, link) = (folder.write("target.pgn", ""), folder.path("link.pgn"));
    symlink(&target, &link).expect("the folder can be written");
    let pipe = folder.path("pipe.pgn");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo can be started").success());
    // A pipe that is open for reading and writing does not block, and holds a few games.
    let both = OpenOptions::new().read(true).write(true).open(&pipe);
    let mut both = both.expect("the pipe was made");

    for name in ["link.pgn", "pipe.pgn"] {
        let line = "match random minimax --depth 1 --games 2 --max-moves 5 --pgn";
        let answer = folder.line(&format!("{line} {name}"));
        assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    }
    assert!(fs::symlink_metadata(&link).is_ok_and(|found| found.is_symlink()));
    assert_eq!(folder.games("target.pgn").len(), 2);
    assert!(fs::metadata(&pipe).is_ok_and(|found| found.file_type().is_fifo()));
    let mut first = [0; 6];
    both.read_exact(&mut first).expect("games are in the pipe");
    assert_eq!(&first, b"[Event");
}

#[test]
fn players_from_a_file_are_plotted_and_tabled() {
    let folder = Folder::new("ladder");
    folder.write(
        "players.txt",
        "# the simplest first\nrandom:depth=1 # any move\n\nMMAI, 2016=chesspresso-minimax:depth=1\n",
    );
    let line = "match mine=mtd-f:depth=1 --players players.txt --games 2 --max-moves 3 --plies 2 --svg l.svg --markdown l.md --json";
    let summary = folder.line(line).json();
    assert_eq!(summary["games"], 6);
    let (picture, table) = (folder.read("l.svg"), folder.read("l.md"));
    for name in ["random:depth=1", "MMAI, 2016", "mine"] {
        assert!(
            picture.contains(&format!(">{name}<")) && table.contains(&format!("| {name} |")),
            "{name}: {table}"
        );
    }
    assert!(
        picture.starts_with("<svg ")
            && !picture
                .replace("http://www.w3.org/2000/svg", "")
                .contains("http")
    );
}

#[test]
fn a_wrong_player_of_a_file_is_named_with_its_line() {
    let folder = Folder::new("wrong-player");
    for (player, said) in [
        (
            "minmax",
            "players.txt, line 4: there is no strategy \"minmax\"",
        ),
        (
            "minimax:noise=-1",
            "players.txt, line 4: noise: expected a whole number from 0 on",
        ),
        (
            "minimax:evaluator=material@players.txt",
            "players.txt, line 4: ",
        ),
        (
            "random",
            "players.txt, line 4: two players are called \"random\"",
        ),
    ] {
        folder.write(
            "players.txt",
            format!("# two\nrandom\n\n {player} # wrong\n"),
        );
        let line = "match --players players.txt --depth 1 --games 2 --max-moves 3";
        folder.line(line).refuses(said);
    }
}

#[test]
fn games_that_repeat_each_other_are_counted_and_named() {
    let folder = Folder::new("repeats");
    let line = "match a=alpha-beta b=minimax c=negamax --depth 1 --plies 0 --games 2 --max-moves 5";
    let answer = folder.line(line);
    let text = answer.text();
    assert!(
        text.contains("Note: 5 of 6 games repeat another move for move"),
        "{text}"
    );
}

#[test]
fn evaluators_are_named_where_they_differ() {
    let folder = Folder::new("evaluators");
    let differ =
        "Note: the evaluators differ: alpha-beta, negamax with classical; engine with engine\n";
    for command in ["match --games 2 --max-moves 2", "compare"] {
        for (players, note) in [
            ("alpha-beta negamax engine random", Some(differ)),
            ("alpha-beta negamax engine:evaluator=classical random", None),
        ] {
            let text = folder
                .line(&format!("{command} --depth 1 {players}"))
                .text();
            let mut notes = text.split_inclusive('\n');
            let found = notes.find(|line| line.contains("evaluators differ"));
            assert_eq!(found, note, "{command} {players}");
        }
    }
}

#[test]
fn a_match_of_draws_claims_no_certainty() {
    let folder = Folder::new("draws");
    let line = "match a=alpha-beta b=minimax --depth 1 --games 20 --max-moves 2 --json";
    let summary = folder.line(line).json();
    let both = &summary["head_to_heads"][0];
    // The difference is first, and each player has it from its own point of view.
    assert_eq!(summary["elo"], both["elo"]);
    assert_eq!(summary["players"][0]["elo"]["high"], both["elo"]["high"]);
    let number = |value: &serde_json::Value| value.as_f64().expect("it is a number");
    assert!(number(&both["elo"]["high"]) > 20.0, "{both}");
    assert!(
        number(&both["normalized_elo"]["value"]).abs() < 1e-9,
        "{both}"
    );
    assert_eq!(
        summary["job"]["settings"]["time_control"]["limits"]["depth"],
        1
    );
    let version = summary["version"].as_str().expect("it is a text");
    let (release, sources) = version.split_once('+').expect("the sources have a name");
    assert_eq!((release, sources.len()), (env!("CARGO_PKG_VERSION"), 8));
}

#[test]
fn a_change_is_tested_by_one_command_with_a_line_for_its_commit() {
    let folder = Folder::new("change");
    let verdict = |line: &str| {
        let answer = folder.line(line);
        assert_eq!(answer.code(), Some(0), "{}", answer.errors());
        let text = answer.text();
        text.lines().last().unwrap_or_default().to_owned()
    };
    let line = "match new=engine+hash=1:nodes=300 old=random:nodes=1 --test gain --sprt elo0=0,elo1=100 --games 200";
    let passed = verdict(line);
    assert!(
        passed.starts_with("Tested: passed [0, 100], LLR "),
        "{passed}"
    );
    assert!(
        passed.contains(" games: +") && passed.contains(", pairs [0, 0, 0, "),
        "{passed}"
    );
    assert!(passed.contains(", nodes=8000, speed "), "{passed}");
    let line = "match new=random:nodes=1 old=engine+hash=1:nodes=300 --test simplification --sprt elo0=-100,elo1=0 --games 200 --time 1s";
    let failed = verdict(line);
    assert!(
        failed.starts_with("Tested: failed [-100, 0], LLR "),
        "{failed}"
    );
    assert!(failed.contains(", time=1s"), "{failed}");
    let line = "match new=alpha-beta old=alpha-beta-table --depth 1 --test gain --games 2";
    let open = verdict(line);
    assert!(open.starts_with("Tested: undecided [0, 5], LLR "), "{open}");
    assert!(open.contains(", depth=1"), "{open}");
    let simpler = verdict(&line.replace("gain", "simplification"));
    assert!(
        simpler.starts_with("Tested: undecided [-4, 0], "),
        "{simpler}"
    );
}

#[test]
fn the_page_of_a_match_has_its_plots_and_games() {
    let folder = Folder::new("page");
    let line = "match random minimax:evaluator=material --depth 1 --games 6 --max-moves 8 --sprt elo1=50 --html m.html";
    let answer = folder.line(line);
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    let page = folder.read("m.html");
    assert_self_contained(&page);
    for part in [
        "Elo of the first player",
        "Log-likelihood ratio",
        "Time for a move",
        "How the games ended",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let (_, data) = page.split_once("window.plywood = ").expect("there is data");
    let (data, _) = data.split_once(";\n").expect("it ends");
    let games: serde_json::Value = serde_json::from_str(data).expect("it is JSON");
    assert_eq!(games.as_array().map(Vec::len), Some(6));
    let ply = &games[0]["plies"][0];
    assert_eq!(
        ply["changes"].as_str().map(|text| text.split(' ').count()),
        Some(2),
        "{ply}"
    );
    assert!(
        games[0]["start"]
            .as_str()
            .is_some_and(|text| text.contains("e1K")),
        "{ply}"
    );
}

#[test]
fn the_list_has_a_sentence_for_everything() {
    let text = Folder::new("list").line("list").text();
    for name in [
        "monte-carlo",
        "strongest",
        "classical",
        "tic-tac-toe",
        "option.Hash=16",
    ] {
        let line = text.lines().find(|line| line.contains(name)).expect(name);
        assert!(line.trim().len() > name.len() + 8, "{line}");
    }
}

#[test]
fn a_check_tells_whole_journals_from_others_and_plays_nothing() {
    let folder = Folder::new("check");
    let run = |more: &str| {
        let line = "match random a=random --depth 1 --games 4 --max-moves 3 --journal j";
        folder.line(&format!("{line} {more}"))
    };
    let missing = run("--check");
    assert_eq!(missing.code(), Some(1));
    missing.complains("4 of 4 games are missing");
    assert!(!folder.path("j").exists(), "nothing is made");
    let all = folder.line("match random a=random --depth 1 --games 1000M --journal j --check");
    all.complains("1000000000 of 1000000000 games are missing");
    assert_eq!(run("--shard 2/2").code(), Some(0));
    let before = folder.read("j");
    let whole = run("--shard 2/2 --check");
    assert_eq!(
        (whole.code(), whole.text().as_str()),
        (Some(0), "j has all 2 games\n")
    );
    assert_eq!(
        run("--check").code(),
        Some(1),
        "a shard is not the whole match"
    );
    assert_eq!(
        run("--seed 2 --check").code(),
        Some(2),
        "it is of another match"
    );
    folder.write("j", &before[..before.len() - 9]);
    let torn = run("--shard 2/2 --check");
    assert_eq!(torn.code(), Some(1));
    torn.complains("1 of 2 games are missing");
    assert_eq!(
        folder.read("j").len(),
        before.len() - 9,
        "nothing is changed"
    );
}

#[test]
fn a_limit_of_zero_is_refused_wherever_it_stands() {
    let folder = Folder::new("match-zero");
    for limit in ["depth=0", "nodes=0", "time=0ms", "soft-nodes=0"] {
        let player = folder.line(&format!("match engine:{limit} random --depth 1 --games 2"));
        player.refuses("has a limit of zero");
        let option = limit.replace('=', " ");
        let option = folder.line(&format!("match engine random --games 2 --{option}"));
        assert_eq!(option.code(), Some(2), "{limit}");
    }
}
