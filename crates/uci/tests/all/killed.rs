//! An analysis and a game that are ended at any moment lose nothing that was there before.
#![cfg(unix)]

use crate::hunt::{Interrupted, contents, hunt};
use plywood_notation::pgn::{Games, PgnGame};
use std::path::Path;

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");
const GAME: &str = "[Event \"mine\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n";

#[test]
fn killed() {
    hunt("killed", 3, |round| {
        round.folder.write("mine.pgn", GAME);
        round.folder.write("analyzed.pgn", GAME);
        let analyze = format!(
            "analyze mine.pgn --nodes {} -o analyzed.pgn",
            round.random.u32(500..30_000)
        );
        let words: Vec<&str> = analyze.split(' ').collect();
        round.run(PLYWOOD, &words, b"");
        let wanted = contents(&round.folder.0);
        round.folder.write("analyzed.pgn", GAME);
        let mut interrupted = Interrupted::default();
        while interrupted.again(round, PLYWOOD, &words, b"") {
            let now = contents(&round.folder.0);
            let (new, found) = (
                &wanted[Path::new("analyzed.pgn")],
                &now[Path::new("analyzed.pgn")],
            );
            assert!(
                found == GAME.as_bytes() || found == new,
                "a part of an analysis"
            );
            interrupted.leaves_nothing_else(&now, &wanted);
        }
        // Some of these moves are legal, whatever the program answers; then it waits for others.
        let moves = "a3\nb3\nc3\nd3\ne3\nf3\ng3\nh3\n".repeat(round.random.usize(1..4));
        let play = "play --depth 1 --pgn mine.pgn"
            .split(' ')
            .collect::<Vec<_>>();
        let mut interrupted = Interrupted::default();
        while interrupted.again(round, PLYWOOD, &play, moves.as_bytes()) {
            let now = contents(&round.folder.0);
            let text = &now[Path::new("mine.pgn")];
            assert!(
                text.starts_with(GAME.as_bytes()),
                "{}",
                String::from_utf8_lossy(text)
            );
            let games: Vec<PgnGame> = Games::new(&text[..])
                .collect::<Result<_, _>>()
                .expect("it is in memory");
            assert!(
                games.iter().all(|game| game.errors().is_empty()),
                "{}",
                String::from_utf8_lossy(text)
            );
            interrupted.leaves_nothing_else(&now, &wanted);
        }
    });
}
