//! `plywood-lab data` and `plywood-lab train`: from no data to a network that evaluates positions.

use crate::program::{Answer, Folder};

const FOUR: &str =
    "data generate --game connect-four --player alpha-beta --depth 3 --games 30 --threads 2";

fn good(answer: Answer) -> Answer {
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    answer
}

/// Returns the checksum of the written network.
fn checksum(text: &str) -> &str {
    text.trim_end().rsplit(' ').next().unwrap_or_default()
}

#[test]
fn shards_of_games_together_are_the_whole() {
    let folder = Folder::new("data-shards");
    good(folder.line(&format!("{FOUR} --journal whole")));
    for shard in 1..=2 {
        good(folder.line(&format!("{FOUR} --shard {shard}/2 --journal {shard}")));
    }
    let missing = folder.line("merge 1");
    assert_eq!(missing.code(), Some(1));
    assert!(
        missing.errors().contains("15 of 30 games are missing"),
        "{}",
        missing.errors()
    );
    good(folder.line("merge 2 1 --journal merged"));
    good(folder.line("merge whole --journal sorted"));
    let games = |file: &str| -> Vec<String> {
        folder
            .read(file)
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(games("merged"), games("sorted"));
    // A journal with all games leaves nothing to do.
    let before = folder.read("whole");
    good(folder.line(&format!("{FOUR} --journal whole")));
    assert_eq!(folder.read("whole"), before);
}

#[test]
fn a_network_that_no_game_has_tested_gets_no_marks() {
    let folder = Folder::new("train-untested");
    let few = "data generate --game connect-four --player random --depth 1 --journal";
    let train = "train games --hidden 16 --buckets 1 --epochs 1 --output net --html page";
    for (games, is_tested) in [(19, false), (20, true)] {
        good(folder.line(&format!("{few} {games} --games {games}")));
        let train = train.replace("games", &games.to_string());
        let text = good(folder.line(&train)).text();
        assert_eq!(text.contains("no games held out"), !is_tested, "{text}");
        assert_eq!(text.contains("of held-out games"), is_tested, "{text}");
        assert_eq!(folder.read("page").contains("held-out games"), is_tested);
    }
}

#[test]
fn a_network_is_trained_and_plays() {
    let folder = Folder::new("train");
    good(folder.line(&format!("{FOUR} --journal games")));
    let train = "train games --hidden 16 --buckets 2 --epochs 2 --batch 64 --output four.net --html page.html";
    let trained = good(folder.line(train)).text();
    assert!(
        trained.contains("epoch  2 of 2: error ")
            && trained.contains("four.net with checksum ")
            && trained.contains("rounding to whole numbers changes scores by "),
        "{trained}"
    );
    let page = folder.read("page.html");
    assert!(page.contains("Mean square error") && page.contains("output 2"));
    let again = good(folder.line(&train.replace("four.net", "again.net"))).text();
    assert_eq!(checksum(&trained), checksum(&again));
    let players = "alpha-beta:evaluator=net@four.net alpha-beta:evaluator=random";
    good(folder.line(&format!(
        "match --game connect-four {players} --depth 1 --games 2"
    )));
    let wrong =
        folder.line("match alpha-beta:evaluator=net@four.net alpha-beta --depth 1 --games 2");
    assert_eq!(wrong.code(), Some(2));
    let expected =
        "expected a network for \"chess 768 mirrored 4 zones\", found one for \"connect-four 128\"";
    assert!(wrong.errors().contains(expected), "{}", wrong.errors());
}

#[test]
fn a_network_for_backgammon_learns_points() {
    let folder = Folder::new("train-backgammon");
    let player = "star1:depth=1,evaluator=estimate";
    let games = format!("data generate --game backgammon --player {player} --games 20");
    good(folder.line(&format!("{games} --random-plies 0 --journal games")));
    let journal = folder.read("games");
    let ends: Vec<&str> = journal
        .lines()
        .skip(1)
        .map(|game| game.split("\"points\":").nth(1).expect("a result"))
        .collect();
    // No one resigns, so that a single win, a gammon and a backgammon have their shares.
    let shares = [
        "0.0",
        "0.16666667",
        "0.33333334",
        "0.6666667",
        "0.8333333",
        "1.0",
    ];
    let kinds = shares.map(|share| ends.iter().filter(|end| end.starts_with(share)).count());
    assert_eq!(kinds.iter().sum::<usize>(), ends.len(), "{ends:?}");
    assert!(
        kinds[1] + kinds[4] > 0 && kinds[2] + kinds[3] > 0,
        "{kinds:?}"
    );
    let train = "train games --with-captures --later-scores 0.8 --result-share 0 --hidden 16 --buckets 1 --epochs 1";
    let trained = good(folder.line(&format!("{train} --batch 256 --output dice.net"))).text();
    assert!(trained.contains("dice.net with checksum "), "{trained}");
    let network = std::fs::read(folder.path("dice.net")).unwrap();
    assert!(network.starts_with(b"plywood net 1 backgammon 384 16 1 1000\n"));
    let players = "net=star1:depth=1,evaluator=net@dice.net random";
    let answer = good(folder.line(&format!(
        "match --game backgammon {players} --games 4 --json"
    )));
    let points = &answer.json()["head_to_heads"][0]["points"];
    assert!(
        points["value"].is_f64() && points["low"].is_f64(),
        "{points}"
    );
    // EinStein has no inputs yet.
    let few =
        "data generate --game einstein --player random --depth 1 --games 2 --journal einstein";
    good(folder.line(few));
    folder
        .line("train einstein --output einstein.net")
        .refuses("no inputs are known for einstein");
}

#[test]
fn training_is_resumed_from_its_checkpoint() {
    let folder = Folder::new("train-checkpoint");
    good(folder.line(&format!("{FOUR} --journal games")));
    let train = "train games --hidden 16 --buckets 1 --epochs 3 --batch 64 --checkpoint point";
    let whole = good(folder.line(&format!("{train} --output whole.net"))).text();
    let again = good(folder.line(&format!("{train} --output again.net")));
    assert!(
        again.errors().contains("going on after epoch 3"),
        "{}",
        again.errors()
    );
    assert_eq!(whole.lines().count(), 5);
    assert_eq!(checksum(&whole), checksum(&again.text()));
    let wider =
        "train games --hidden 32 --buckets 1 --epochs 1 --start whole.net --output wider.net";
    let [next, narrower] =
        [wider, &wider.replace("32", "16 --buckets 2")].map(|line| folder.line(line));
    assert_eq!(next.code(), Some(0), "{}", next.errors());
    assert_eq!(narrower.code(), Some(2));
    let other = folder.line(&format!("{train} --output other.net --seed 2"));
    assert_eq!(other.code(), Some(2));
    assert!(
        other.errors().contains("expected a checkpoint of"),
        "{}",
        other.errors()
    );
}

#[test]
fn positions_are_counted_and_converted() {
    let folder = Folder::new("data-convert");
    let generate =
        "data generate --player alpha-beta+quiescence --depth 1 --games 4 --max-moves 10";
    good(folder.line(&format!("{generate} --journal games")));
    let shown = good(folder.line("data stats games --html page.html")).text();
    assert!(
        shown.contains(" positions kept; left out: ") && shown.contains("were there before"),
        "{shown}"
    );
    assert!(folder.read("page.html").contains("Pieces"));
    good(folder.line("data convert games --format csv --output csv"));
    let text = folder.read("csv");
    let (head, lines) = text.split_once('\n').expect("a line with the columns");
    assert_eq!(head, "fen,move,score,result");
    assert!(lines.lines().count() > 10 && lines.lines().all(|line| line.matches(',').count() == 3));
}

/// Games without their numbers.
fn lines(folder: &Folder, file: &str) -> Vec<String> {
    let read = folder.read(file);
    let game = |line: &str| line.split("\"game\":").nth(1).map(str::to_owned);
    read.lines().skip(1).filter_map(game).collect()
}

#[test]
fn games_survive_the_formats_of_others() {
    let folder = Folder::new("data-formats");
    let generate =
        "data generate --player alpha-beta+quiescence --depth 1 --games 4 --max-moves 10";
    good(folder.line(&format!("{generate} --random-plies 0 --journal games")));
    let convert = |from: &str, format: &str, to: &str| {
        good(folder.line(&format!(
            "data convert {from} --format {format} --output {to}"
        )));
    };
    convert("games", "viri", "games.vf");
    convert("games.vf", "viri", "again.vf");
    let read = |name: &str| std::fs::read(folder.path(name)).unwrap();
    assert_eq!(read("games.vf"), read("again.vf"));
    // Positions are the same in every format.
    let all = "--with-checks --with-captures --most-score 32000 --skip-plies 0";
    convert(&format!("games {all}"), "csv", "of-ours.csv");
    convert(&format!("games.vf {all}"), "csv", "first.csv");
    assert_eq!(folder.read("of-ours.csv"), folder.read("first.csv"));
    convert(&format!("first.csv {all}"), "csv", "second.csv");
    assert_eq!(folder.read("first.csv"), folder.read("second.csv"));
    let train = "train second.csv games.vf games --hidden 16 --buckets 1 --epochs 1 --output net";
    good(folder.line(train));
    std::fs::write(folder.path("cut.vf"), &read("games.vf")[..50]).unwrap();
    let cut = folder.line("data stats cut.vf");
    assert_eq!(cut.code(), Some(2));
    assert!(
        cut.errors().contains("cut.vf, game 1: "),
        "{}",
        cut.errors()
    );
    let unmoved = "fen,move,score,result\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,,10,1.0\n";
    std::fs::write(folder.path("unmoved.csv"), unmoved).unwrap();
    let no_move =
        folder.line("data convert unmoved.csv --skip-plies 0 --format viri --output no.vf");
    assert!(
        no_move.errors().contains("the format needs a move"),
        "{}",
        no_move.errors()
    );
    let bad = "4k3/8/8/8/8/8/8/4K3 w - - 0 1,,1,1.0\n\nx,y";
    std::fs::write(folder.path("bad.csv"), bad).unwrap();
    let bad = folder.line("data stats bad.csv");
    assert!(
        bad.errors()
            .contains("bad.csv, line 3: expected fen,move,score,result"),
        "{}",
        bad.errors()
    );
}

#[test]
fn positions_of_games_are_judged() {
    let folder = Folder::new("data-annotate");
    std::fs::write(
        folder.path("games.pgn"),
        "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. d4 d5 2. c4 *\n",
    )
    .unwrap();
    std::fs::write(
        folder.path("more.epd"),
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c9 \"1-0\";\nR5k1/5ppp/8/8/8/8/5PPP/6K1 b - - id \"mated\";\n",
    )
    .unwrap();
    let annotate =
        "data annotate games.pgn more.epd --player alpha-beta+quiescence --depth 2 --skip-plies 2";
    good(folder.line(&format!("{annotate} --journal whole")));
    let whole = lines(&folder, "whole");
    // Five plies of the first game, one of the second, and the one position that is not over.
    assert_eq!(whole.len(), 7, "{whole:?}");
    let mates = |line: &String| line.contains("h5f7 31999") && line.contains("\"points\":1.0}}");
    assert!(whole.iter().any(mates), "{whole:?}");
    assert!(
        whole.iter().any(|line| line.contains("a1a8 31999")),
        "{whole:?}"
    );
    assert_eq!(
        whole.iter().filter(|line| !line.contains("points")).count(),
        1,
        "{whole:?}"
    );
    for shard in 1..=2 {
        good(folder.line(&format!("{annotate} --shard {shard}/2 --journal {shard}")));
    }
    good(folder.line("merge 1 2 --journal merged"));
    good(folder.line("merge whole --journal sorted"));
    assert_eq!(lines(&folder, "merged"), lines(&folder, "sorted"));
    // There is nothing left to do, and missing items are repeated.
    let before = folder.read("whole");
    good(folder.line(&format!("{annotate} --journal whole")));
    assert_eq!(folder.read("whole"), before);
    let first_lines: Vec<&str> = before.lines().take(4).collect();
    std::fs::write(folder.path("torn"), first_lines.join("\n") + "\n{\"of").unwrap();
    good(folder.line(&format!("{annotate} --journal torn")));
    assert_eq!(lines(&folder, "torn").len(), 7);
    let train = "train whole --hidden 16 --buckets 1 --epochs 1 --with-captures --most-score 32000 --output net";
    good(folder.line(train));
    let none = folder.line("data annotate more.epd --journal other");
    assert_eq!(none.code(), Some(2), "a limit is needed");
}
