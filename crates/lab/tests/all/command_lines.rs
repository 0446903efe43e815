//! Any number of any option, and every example of the help.

#[path = "../../../console/tests/harness/command_lines.rs"]
mod laws;

use crate::program::{Answer, Folder};
use laws::{Program, Small};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plywood-lab");

fn program(folder: &Folder) -> Program {
    Program {
        name: "plywood-lab",
        path: PROGRAM,
        folder: folder.0.clone(),
    }
}

/// Lines that end soon, for each command with options.
const LINES: &[(&str, &str)] = &[
    (
        "compare",
        "minimax --depth 1 --max-nodes 1000 --repeats 1 --game tic-tac-toe --sample 1",
    ),
    ("tree", "minimax --depth 1 --game tic-tac-toe"),
    ("explain", "material"),
    ("suite", "../s.epd minimax --depth 1 --sample 1"),
    (
        "ablate",
        "minimax alpha-beta --epd ../s.epd --to-depth 1 --games 2 --depth 1 --sample 1 --threads 1",
    ),
    (
        "match",
        "random a=random --depth 1 --games 2 --max-moves 4 --threads 1 --journal j",
    ),
    ("fit", "../g.pgn --evaluator material --rounds 2"),
    ("export", "../g.pgn --evaluator material"),
    (
        "data generate",
        "--journal j --player random --depth 1 --games 2 --max-moves 4 --threads 1",
    ),
    (
        "data annotate",
        "../s.epd --journal j --player minimax --depth 1 --threads 1",
    ),
    ("data convert", "../g.jsonl --format csv --output g.csv"),
    ("data stats", "../g.jsonl"),
    (
        "train",
        "../g.jsonl --output n.net --hidden 16 --epochs 1 --teacher material --threads 1",
    ),
    (
        "spsa",
        "engine --tune futility=90,0,500,60 --nodes 20 --pairs 2 --max-moves 4 --threads 1",
    ),
    ("list", ""),
];

/// Games, positions and a journal of games, for commands that read them.
fn prepare(folder: &Path) {
    fs::write(folder.join("s.epd"), plywood_catalog::CHESS_POSITIONS).expect("it can be written");
    for line in [
        "match random minimax --depth 1 --games 6 --max-moves 60 --pgn g.pgn",
        "data generate --journal g.jsonl --player engine+hash=1 --nodes 50 --games 20",
    ] {
        let mut command = Command::new(PROGRAM);
        let made = Answer::of(command.args(line.split(' ')).current_dir(folder));
        assert_eq!(made.code(), Some(0), "{line}: {}", made.errors());
    }
}

#[test]
fn numbers_are_taken_or_refused() {
    let folder = Folder::new("numbers");
    prepare(&folder.0);
    program(&folder).numbers_are_taken_or_refused(LINES);
}

const SMALL: Small = Small {
    values: &[
        ("--games", "4"),
        ("--pairs", "2"),
        ("--nodes", "50"),
        ("--soft-nodes", "50"),
        ("--game-nodes", "50"),
        ("--depth", "1"),
        ("--to-depth", "1"),
        ("--time", "5ms"),
        ("--clock", "1s+10ms"),
        ("--sample", "3"),
        ("--rounds", "2"),
        ("--every", "2"),
    ],
    added: &[
        ("plywood-lab compare", "--depth 1"),
        ("plywood-lab compare all", "--sample 2"),
        ("plywood-lab compare all", "--max-nodes 2000"),
        ("plywood-lab ablate", "--to-depth 1"),
        ("plywood-lab ablate", "--nodes 50"),
        ("plywood-lab ablate", "--sample 2"),
        ("plywood-lab match", "--max-moves 4"),
        ("plywood-lab match", "--games 2"),
        ("plywood-lab spsa", "--max-moves 1"),
        ("plywood-lab spsa", "--plies 0"),
        ("plywood-lab fit", "--rounds 2"),
        ("plywood-lab train", "--epochs 1"),
        ("plywood-lab train", "--hidden 16"),
    ],
    serves: None,
};

/// A UCI program with the options of the examples, and two moves.
const STOCKFISH: &str = "#!/bin/sh
while read -r word rest; do
case \"$word\" in
uci) echo 'option name Hash type spin default 16 min 1 max 64'
echo 'option name Contempt type spin default 0 min -100 max 100'; echo uciok ;;
isready) echo readyok ;;
position) position=$rest ;;
go) case \"$position\" in *moves*) echo bestmove e7e5 ;; *) echo bestmove e2e4 ;; esac ;;
quit) exit 0 ;;
esac
done
";

#[test]
fn examples_run() {
    let folder = Folder::new("lab-examples");
    prepare(&folder.0);
    let read = |name: &str| fs::read(folder.path(name)).expect("it was made");
    let (positions, games) = (read("s.epd"), read("g.pgn"));
    program(&folder).examples_run(&SMALL, &|command, folder| {
        let write = |name: &str, held: &[u8]| {
            fs::write(folder.join(name), held).expect("it can be written");
        };
        for name in ["suite", "wac", "sts", "mates", "large", "positions", "more"] {
            write(&format!("{name}.epd"), &positions);
        }
        write("games.pgn", &games);
        for name in ["stockfish", "mine"] {
            write(name, STOCKFISH.as_bytes());
            let runs = fs::Permissions::from_mode(0o755);
            fs::set_permissions(folder.join(name), runs).expect("it is ours");
        }
        let players = folder.join("docs/players");
        fs::create_dir_all(&players).expect("it can be written");
        write(
            "docs/players/chess.txt",
            b"random:depth=1\nminimax:depth=1 # as in the list\n",
        );
        if ["data convert", "data stats"].contains(&command) {
            write("games.jsonl", &read("g.jsonl"));
            let line = "data convert games.jsonl --format viri --output games.vf";
            let mut convert = Command::new(PROGRAM);
            let made = Answer::of(convert.args(line.split(' ')).current_dir(folder));
            assert_eq!(made.code(), Some(0), "{}", made.errors());
        }
    });
}
