//! `plywood-lab data` and `plywood-lab train`: from nothing to a network that judges positions.

use crate::program::{Answer, Folder};

const FOUR: &str =
    "data generate --game connect-four --player alpha-beta --depth 3 --games 30 --threads 2";

fn good(answer: Answer) -> Answer {
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    answer
}

/// The checksum of the network that was written.
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
    // A journal with all games has nothing left to do.
    let before = folder.read("whole");
    good(folder.line(&format!("{FOUR} --journal whole")));
    assert_eq!(folder.read("whole"), before);
}

#[test]
fn a_network_is_trained_and_plays() {
    let folder = Folder::new("train");
    good(folder.line(&format!("{FOUR} --journal games")));
    let train = "train games --hidden 16 --buckets 2 --epochs 2 --batch 64 --output four.net --html page.html";
    let trained = good(folder.line(train)).text();
    assert!(
        trained.contains("epoch  2 of 2: error ") && trained.contains("four.net with checksum "),
        "{trained}"
    );
    assert!(folder.read("page.html").contains("Mean square error"));
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
        "expected a network for \"chess 768 mirrored\", found one for \"connect-four 128\"";
    assert!(wrong.errors().contains(expected), "{}", wrong.errors());
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
    assert_eq!(whole.lines().count(), 4);
    assert_eq!(checksum(&whole), checksum(&again.text()));
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
    for format in ["text", "csv", "bullet"] {
        good(folder.line(&format!(
            "data convert games --format {format} --output {format}"
        )));
    }
    let text = folder.read("text");
    let count = text.lines().count();
    assert!(
        count > 10 && text.lines().all(|line| line.matches(" | ").count() == 2),
        "{text}"
    );
    assert_eq!(folder.read("csv").lines().count(), count + 1);
    let bullet = std::fs::metadata(folder.path("bullet")).unwrap().len();
    assert_eq!(bullet, 32 * count as u64);
}
