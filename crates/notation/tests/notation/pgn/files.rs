//! Whole files: main line, result, errors and last position of every game in them.

use std::fs;
use std::path::Path;

use plywood_notation::pgn::{Games, PgnGame};

use crate::data::{file, text};

fn read(file: &Path) -> Vec<PgnGame> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Games::new(&bytes[..])
        .collect::<Result<_, _>>()
        .expect("bytes in memory do not fail")
}

/// The plies, result, number of errors and last position of a game, as in the tables.
fn summary(game: &PgnGame) -> String {
    format!(
        "{}\t{}\t{}\t{}",
        game.main_line().count(),
        game.result(),
        game.errors().len(),
        game.final_position().fen(),
    )
}

/// Compares files with a table whose lines begin with the name of a file.
fn check(table: &str, file_of: impl Fn(&str) -> std::path::PathBuf) {
    let mut lines = table.lines().skip(1).peekable();
    while let Some(line) = lines.peek() {
        let name = line.split('\t').next().unwrap_or_default().to_owned();
        for (index, game) in read(&file_of(&name)).iter().enumerate() {
            let line = lines.next().unwrap_or_default();
            assert_eq!(
                format!("{name}\t{}", summary(game)),
                line,
                "game {}",
                index + 1
            );
            let again: Vec<_> = Games::new(game.to_string().as_bytes()).flatten().collect();
            if game.errors().is_empty() {
                assert_eq!(again.len(), 1);
            }
            assert_eq!(&again[0], game, "{name}: written and read again\n{game}");
        }
        let left = lines
            .peek()
            .map(|line| line.split('\t').next() == Some(&name));
        assert_ne!(left, Some(true), "{name} has fewer games than expected");
    }
}

#[test]
fn published_files_give_the_expected_games() {
    check(&text("pgn/expected.tsv"), |name| {
        match name.strip_suffix(".pgn") {
            Some(_) => file(&format!("pgn/{name}")),
            None => file(&format!("pgn/odd/{name}.pgn")),
        }
    });
}

#[test]
fn our_files_give_the_expected_games() {
    check(&text("ours/expected.tsv"), |name| {
        file(&format!("ours/{name}.pgn"))
    });
}
