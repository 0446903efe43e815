//! Every command that reads a damaged file ends by itself with an exit code and a sentence, and damages nothing.

use crate::harness::Folder;
use crate::hunt::{Contents, contents, damage, hunt, succeed, tool};
use plywood_core::Position;
use plywood_notation::polyglot::Book;

const POSITIONS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c9 \"1-0\"; id \"a\";\n\
    r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; c9 \"0-1\"; id \"b\";\n";

/// The commands that make the files, in this order.
const MAKERS: [&str; 11] = [
    "match random alpha-beta --depth 1 --games 4 --max-moves 6 --journal match.jsonl --pgn games.pgn",
    "suite p.epd minimax --depth 1 --journal suite.jsonl",
    "compare minimax alpha-beta --evaluator material --depth 1 --positions p.epd --journal compare.jsonl",
    "ablate minimax alpha-beta --epd p.epd --to-depth 1 --depth 1 --games 2 --journal ablate.jsonl",
    "spsa engine+hash=1 --tune futility=90,0,500,60 --nodes 20 --pairs 2 --together 1 --max-moves 5 --journal spsa.jsonl",
    "data generate --player alpha-beta --depth 2 --games 4 --max-moves 12 --journal generate.jsonl",
    "data annotate p.epd --skip-plies 0 --player alpha-beta --depth 1 --journal annotate.jsonl",
    "data convert generate.jsonl --format viri --output data.vf",
    "data convert generate.jsonl --format csv --skip-plies 0 --output data.csv",
    "train generate.jsonl --output net.net --hidden 16 --buckets 1 --epochs 1 --skip-plies 0 --checkpoint check.point",
    "fit games.pgn --evaluator material --rounds 2 --output weights.json",
];

/// The commands that read a file, in place of `FILE`, and write only to it and to files whose names begin with `out`.
const READERS: [(&str, &str); 17] = [
    (
        "p.epd games.pgn",
        "suite FILE minimax --depth 1 --csv out.csv",
    ),
    (
        "p.epd games.pgn",
        "compare minimax --evaluator material --depth 1 --positions FILE --html out.html",
    ),
    (
        "p.epd games.pgn",
        "ablate minimax alpha-beta --to-depth 1 --depth 1 --epd FILE",
    ),
    (
        "p.epd games.pgn",
        "tree minimax --depth 1 --positions FILE --svg out.svg",
    ),
    (
        "p.epd games.pgn",
        "export FILE --evaluator material --output out.csv",
    ),
    (
        "p.epd games.pgn",
        "fit FILE --evaluator material --rounds 2 --output out.json",
    ),
    (
        "p.epd games.pgn",
        "data annotate FILE --player alpha-beta --depth 1 --journal out.jsonl",
    ),
    (
        "p.epd games.pgn book.bin",
        "match random a=random --games 2 --max-moves 3 --openings FILE --pgn out.pgn",
    ),
    (
        "players.txt",
        "match --players FILE --depth 1 --games 2 --max-moves 3",
    ),
    (
        "trees.txt",
        "compare minimax alpha-beta --game tree --depth 3 --positions FILE",
    ),
    (
        "four.txt",
        "match random a=random --game connect-four --games 2 --openings FILE",
    ),
    (
        "net.net",
        "match alpha-beta:evaluator=net@FILE random --depth 1 --games 2 --max-moves 3",
    ),
    ("weights.json", "export p.epd --evaluator material@FILE"),
    (
        "weights.json",
        "fit p.epd --evaluator material@FILE --rounds 2",
    ),
    (
        "generate.jsonl annotate.jsonl data.vf data.csv",
        "data stats FILE",
    ),
    (
        "generate.jsonl annotate.jsonl data.vf data.csv",
        "data convert FILE --format csv --output out.csv",
    ),
    (
        "generate.jsonl data.vf data.csv",
        "train FILE --output out.net --hidden 16 --buckets 1 --epochs 1",
    ),
];

/// Small valid files of every kind, written by the programs.
fn files() -> Contents {
    let folder = Folder::new("valid-files");
    folder.write("p.epd", POSITIONS);
    folder.write(
        "players.txt",
        "random\n# a comment\nb=alpha-beta:evaluator=material\n",
    );
    folder.write("trees.txt", "((3 12 8) (2 4 6) (14 5 2))\n((1 (2 3)) 4)\n");
    folder.write(
        "four.txt",
        "....... ....... ....... ....... ....... XO.....\n",
    );
    let mut book = Book::default();
    let start = Position::default();
    for (weight, mv) in (1..9).zip(&start.legal_moves()) {
        book.add(&start, *mv, weight).expect("the book has room");
    }
    folder.write("book.bin", book.to_bytes());
    for line in MAKERS {
        succeed("plywood-lab", line, &folder);
    }
    contents(&folder.0)
}

/// The file to damage, and the command. Each journal is read by `merge` and by the command that continues it.
fn tasks() -> Vec<(String, String)> {
    let mut tasks = Vec::new();
    for (files, line) in READERS {
        for file in files.split(' ') {
            tasks.push((file.to_owned(), line.replace("FILE", file)));
        }
    }
    for line in MAKERS {
        let kept = |option| Some(line.split_once(option)?.1.split(' ').next()?.to_owned());
        if let Some(file) = kept("--journal ").or_else(|| kept("--checkpoint ")) {
            let line = line
                .replace("games.pgn", "out.pgn")
                .replace("net.net", "out.net");
            tasks.push((file, line));
        }
        if let Some(file) = kept("--journal ").filter(|file| file != "spsa.jsonl") {
            // Games that were generated and positions that were annotated have no page.
            let page = if line.starts_with("data ") {
                ""
            } else {
                " --html out.html"
            };
            let merge = format!("merge {file} --journal out.jsonl{page}");
            tasks.push((file, merge));
        }
    }
    tasks
}

#[test]
fn damaged_lab() {
    let lab = tool("plywood-lab");
    let (files, tasks) = (files(), tasks());
    hunt("damaged_lab", 150, |round| {
        let (name, line) = round.random.choice(&tasks).expect("there are some");
        let mut files = files.clone();
        damage(
            files
                .get_mut(name.as_ref() as &std::path::Path)
                .expect("it was made"),
            &mut round.random,
        );
        round.set_files(&files);
        let answer = round.run(&lab, &line.split(' ').collect::<Vec<_>>(), b"");
        let (failed, errors) = (answer.code() != Some(0), answer.errors());
        let is_named = |name: &&str| errors.contains(*name);
        // In a list of players, the error names the wrong one, as on the command line; several files can have no position between them, and
        // for a position in a journal its text is shown.
        let names = match name.as_str() {
            "players.txt" => &[
                name.as_str(),
                "strategy",
                "evaluator",
                "players",
                " takes ",
                "found",
            ][..],
            _ => &[
                name.as_str(),
                "these files have no",
                "no position",
                "these formats",
                "chess \"",
            ],
        };
        assert!(
            !failed || names.iter().any(is_named),
            "the file is not named: {errors}"
        );
        // Commands that continue a journal add to it, and remove a line that was cut off by an interruption.
        let mut left = contents(&round.folder.0);
        left.retain(|path, _| files.contains_key(path));
        for (path, before) in &files {
            let after = left.get(path).expect("no file is removed");
            let grows = !failed && path.as_os_str() == name.as_str() && !line.starts_with("merge");
            let whole = before
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |end| end + 1);
            assert!(
                before == after || grows && after.starts_with(&before[..whole]),
                "{} has changed",
                path.display()
            );
        }
    });
}
