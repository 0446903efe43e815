//! A label is any text, and nothing follows from it; a journal continues only what began it.

use crate::program::Folder;

#[test]
fn a_label_makes_no_reference() {
    let folder = Folder::new("label-reference");
    let compare = |strategies: &str| {
        let rest = "--depth 3 --evaluator material --csv rows.csv --replace";
        let answer = folder.line(&format!("compare {strategies} {rest}"));
        assert_eq!(answer.code(), Some(0), "{}", answer.errors());
        let rows = folder.read("rows.csv");
        let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let names = lines.next().unwrap_or_default();
        let column = names.iter().position(|name| *name == "fewer_nodes");
        let column = column.expect("there is such a column");
        lines.any(|row| !row[column].is_empty())
    };
    assert!(!compare("minimax=alpha-beta+captures alpha-beta"));
    assert!(compare("plain=minimax alpha-beta"));
    assert!(compare("minimax:evaluator=material alpha-beta"));
}

#[test]
fn the_suggested_comparison_is_that_of_the_command() {
    let folder = Folder::new("label-suggestion");
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let line = "compare alpha-beta pvs+killers --depth 2 --evaluator material --fen";
    let answer = folder.run(&line.split(' ').chain([fen]).collect::<Vec<_>>());
    answer.prints(&format!(
        "plywood-lab compare --evaluator material --depth 2 --position '{fen}' alpha-beta pvs pvs+killers"
    ));
}

#[cfg(unix)]
#[test]
fn a_replaced_program_begins_a_new_journal() {
    use crate::programs::scripted;

    let folder = Folder::new("replaced-program");
    let first_move = "echo 'bestmove 0000'";
    scripted(&folder, "engine", first_move);
    folder.write("weights.bin", "1");
    let play = |player: &str, journal: &str| {
        let rest = "--depth 1 --games 2 --threads 1 --journal";
        folder.line(&format!(
            "match new=uci:cmd=./engine,{player} random {rest} {journal}"
        ))
    };
    let (bare, by_argument) = ("nodes=9", "arg=--weights=weights.bin,nodes=9");
    let by_build = "build=abc,nodes=9";
    for (player, journal) in [(bare, "a"), (by_argument, "b"), (by_build, "c")] {
        let answer = play(player, journal);
        assert_eq!(answer.code(), Some(3), "it played: {}", answer.errors());
        assert!(folder.read(journal).contains("\"program\":\"scripted\""));
        assert_eq!(play(player, journal).code(), Some(3), "it goes on");
    }
    folder.write("weights.bin", "2");
    play(by_argument, "b").refuses("its player new files weights.bin checksum is ");
    play("nodes=8", "a").refuses("nodes=9");
    scripted(&folder, "engine", "echo 'bestmove a1a1'");
    play(bare, "a").refuses("its player new files ./engine checksum is ");
    play(bare, "a").refuses("begin a new journal: name another file, or move this one away");
    assert_eq!(play(by_build, "c").code(), Some(3), "the build is the same");
    play("build=abd,nodes=9", "c").refuses("build=abc");
}

#[test]
fn a_row_that_ended_early_says_why() {
    let folder = Folder::new("ended-early");
    let line = "compare proof-number --game connect-four --position dd --depth 6 --max-nodes 2000";
    let answer = folder.line(line);
    answer.prints(" of 6 (");
}

#[test]
fn a_table_names_a_start_without_a_text() {
    let folder = Folder::new("named-start");
    let answer = folder.line("compare alpha-beta --game connect-four --depth 2");
    answer.prints("connect-four: the start, depth 2");
}
