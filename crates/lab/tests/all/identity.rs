//! A label is any text, and nothing follows from it; a journal continues only what began it.

use crate::program::Folder;

#[test]
fn a_label_makes_no_reference() {
    let folder = Folder::new("label-reference");
    let reference = |strategies: &str| {
        let rest = "--depth 3 --evaluator material --csv rows.csv --replace";
        let answer = folder.line(&format!("compare {strategies} {rest}"));
        assert_eq!(answer.code(), Some(0), "{}", answer.errors());
        answer
            .text()
            .contains("how many times fewer than alpha-beta;")
    };
    assert!(reference("alpha-beta minimax=alpha-beta+captures"));
    assert!(!reference("alpha-beta plain=minimax"));
    assert!(!reference("alpha-beta plain=minimax --against plain"));
    let labeled = folder.line("compare alpha-beta minimax=alpha-beta+captures --depth 1");
    labeled.prints("minimax is alpha-beta+captures");
    assert!(!labeled.text().contains("alpha-beta is"), "it is no label");
    assert!(reference("plain=minimax alpha-beta --against alpha-beta"));
    let unknown =
        "--against: \"alfa-beta\" isn't among the strategies (did you mean \"alpha-beta\"?)";
    folder
        .line("compare alpha-beta pvs --against alfa-beta")
        .refuses(unknown);
}

#[test]
fn every_subset_of_parts_is_compared() {
    let folder = Folder::new("subsets");
    let line = "compare --subsets killers,history,table=1 --game connect-four --depth 4 --json";
    let answer = folder.line(line).json();
    let worth = |part: usize, field: &str| answer["worth"][part][field].as_f64().unwrap();
    let nodes = |subset: u64| {
        let means = answer["means"].as_array().unwrap().iter();
        let mut deepest = means.filter(|it| it["strategy"] == subset && it["depth"] == 4);
        deepest.next().unwrap()["nodes"].as_f64().unwrap()
    };
    let is_near = |one: f64, other: f64| assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
    is_near(worth(1, "alone"), nodes(0) / nodes(2));
    is_near(worth(1, "last"), nodes(5) / nodes(7));
    // Over all orders, what the parts are worth is what all of them are worth.
    is_near(
        (0..3).map(|part| worth(part, "on_average")).product(),
        nodes(0) / nodes(7),
    );
    // One position decides nothing, whatever the table says.
    let few = "Nothing follows from 1 position; compare on six or more.";
    assert_eq!(answer["sentences"], serde_json::json!([few]));
    folder
        .line(line.strip_suffix(" --json").unwrap())
        .prints(few);
    let seven = "a\nb\nc\nd\ne\nf\ng\n";
    folder.write("seven.txt", seven);
    let on_seven = format!("{line} --positions seven.txt");
    let answer = folder.line(&on_seven).json();
    let together = "The intervals are 95 % for these 9 numbers together.";
    assert_eq!(answer["sentences"], serde_json::json!([together]));
    for part in answer["worth"].as_array().unwrap() {
        for (field, interval) in ["alone", "last", "on_average"]
            .iter()
            .zip(part["intervals"].as_array().unwrap())
        {
            let [low, value, high] =
                [&interval[0], &part[*field], &interval[1]].map(|it| it.as_f64().unwrap());
            assert!(low <= value && value <= high, "{field}: {part}");
        }
    }
    // Positions with a move to find were chosen for it.
    folder.write("tasks.txt", seven.replace('\n', "; bm d;\n"));
    let answer = folder.line(&format!("{line} --positions tasks.txt")).json();
    let selected = "The positions are selected: each has a move to find or to avoid. Others may say otherwise.";
    assert_eq!(answer["sentences"], serde_json::json!([together, selected]));
    let many = "--subsets takes one strategy, and up to 6 parts";
    folder
        .line("compare pvs mtd-f --subsets captures")
        .refuses(many);
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
    let in_strategy = "arg=--strategy=pvs:evaluator=material@weights.bin,nodes=9";
    for (player, journal) in [
        (bare, "a"),
        (by_argument, "b"),
        (by_build, "c"),
        (in_strategy, "d"),
    ] {
        let answer = play(player, journal);
        assert_eq!(answer.code(), Some(3), "it played: {}", answer.errors());
        assert!(folder.read(journal).contains("\"program\":\"scripted\""));
        assert_eq!(play(player, journal).code(), Some(3), "it goes on");
    }
    folder.write("weights.bin", "2");
    play(by_argument, "b").refuses("its player new files weights.bin checksum is ");
    play(in_strategy, "d").refuses("its player new files weights.bin checksum is ");
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
