//! An analysis that is ended at any moment loses no existing file.

use crate::hunt::{Contents, Interrupted, contents, hunt, tool};
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
    });
}
