//! An analysis and a game that are ended at any moment lose no existing file.

use crate::hunt::{Contents, Interrupted, contents, hunt, tool};
use plywood_notation::pgn::{Games, PgnGame};
use std::path::Path;

const GAME: &str = "[Event \"mine\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n";

#[test]
fn killed_uci() {
    let plywood = tool("plywood");
    let plywood = plywood.as_str();
    hunt("killed_uci", 3, |round| {
        round.folder.write("mine.pgn", GAME);
        round.folder.write("analyzed.pgn", GAME);
        let analyze = format!(
            "analyze mine.pgn --nodes {} -o analyzed.pgn --replace",
            round.random.u32(500..5_000)
        );
        let words: Vec<&str> = analyze.split(' ').collect();
        round.run(plywood, &words, b"");
        let wanted = contents(&round.folder.0);
        round.folder.write("analyzed.pgn", GAME);
        let check = |now: &Contents| {
            let analyzed = Path::new("analyzed.pgn");
            let is_whole = now[analyzed] == wanted[analyzed];
            assert!(
                is_whole || now[analyzed] == GAME.as_bytes(),
                "a part of an analysis"
            );
        };
        let mut interrupted = Interrupted::default();
        while interrupted.again(round, plywood, &words, b"") {
            let now = contents(&round.folder.0);
            check(&now);
            interrupted.leaves_nothing_else(&now, &wanted);
        }
        round.run_in_want(plywood, &words);
        check(&contents(&round.folder.0));
        // Some of these moves are legal after any answer of the program; then it waits for others.
        let moves = "a3\nb3\nc3\nd3\ne3\nf3\ng3\nh3\n".repeat(round.random.usize(1..4));
        let play = "play --depth 1 --pgn mine.pgn"
            .split(' ')
            .collect::<Vec<_>>();
        let mut interrupted = Interrupted::default();
        while interrupted.again(round, plywood, &play, moves.as_bytes()) {
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
