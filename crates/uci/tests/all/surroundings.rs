//! The program in a failing environment: it reports an error or gives its full result, and never hangs.
#![cfg(target_os = "linux")]

use crate::harness::{Answer, check_printing, closed, end_of, full, without_threads};
use crate::program::{Engine, Folder, command, run, text};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const GAME: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";
const POSITIONS: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"mate\";\n";
/// Every command, short enough for a test, with its input.
const COMMANDS: [(&str, &[u8]); 13] = [
    ("--help", b""),
    ("--version", b""),
    ("analyze --help", b""),
    ("bench 1", b""),
    ("perft 2", b""),
    ("perft 2 --divide", b""),
    ("eval", b""),
    ("genfens 1 seed 1 book None", b""),
    ("analyze --depth 1 GAME", b""),
    ("analyze --depth 1 POSITIONS", b""),
    ("analyze --depth 1 --json GAME", b""),
    ("analyze --depth 1 --json POSITIONS", b""),
    ("", b"uci\nposition startpos\ngo depth 2\n"),
];

/// Runs a line of words.
fn line(line: &str, input: &[u8]) -> Answer {
    run(&line.split_whitespace().collect::<Vec<_>>(), input)
}

#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new("full");
    let game = folder.write("game.pgn", GAME);
    let positions = folder.write("positions.epd", POSITIONS);
    for (line, input) in COMMANDS {
        let line = line.replace("GAME", &game).replace("POSITIONS", &positions);
        let words: Vec<&str> = line.split_whitespace().collect();
        // Lines are printed by one function, and a session by another.
        if ["perft 2", ""].contains(&&*line) {
            let complaint = check_printing(|| command(&words), input, &[0, 1]);
            assert!(complaint.starts_with("error: "), "{line}: {complaint}");
        }
        let answer = end_of(command(&words).stdout(full()).stderr(Stdio::piped()), input);
        answer.is_clear(&[1], &line);
    }
}

#[test]
fn a_session_ends_when_nobody_hears_it() {
    let answer = end_of(command(&[]).stdout(closed()), b"go infinite\n");
    assert_eq!(answer.code(), Some(0));
}

#[test]
fn files_for_results_must_be_there_to_the_end() {
    let folder = Folder::new("outputs");
    let game = folder.write("game.pgn", GAME);
    for (place, code) in [("/dev/full", 1), ("/dev/null/x", 2), ("/tmp", 2)] {
        for (arguments, input) in [
            (format!("analyze {game} --depth 1 -o"), &b""[..]),
            ("eval --evaluator net --portrait".to_owned(), b""),
        ] {
            let answer = line(&format!("{arguments} {place}"), input);
            answer.is_clear(&[code], place);
            let complaint = format!("{place}: cannot write: ");
            assert!(answer.errors().contains(&complaint), "{}", answer.errors());
        }
    }
    let session = end_of(command(&[]).stdout(full()), b"uci\n");
    session.is_clear(&[1], "uci");
    let complaint = "standard output: cannot write: ";
    assert!(session.errors().contains(complaint), "{}", session.errors());
    // A complete result replaces the file.
    let held = || fs::read_to_string(folder.path("held.pgn")).expect("it is there");
    folder.write("held.pgn", "1. e4 *\n");
    let analyze = |depth| {
        format!(
            "analyze {game} {depth} --replace -o {}",
            folder.path("held.pgn").display()
        )
    };
    for signal in ["-TERM", "-KILL"] {
        let line = analyze("--time 60");
        let mut child = command(&line.split(' ').collect::<Vec<_>>())
            .spawn()
            .expect("it starts");
        thread::sleep(Duration::from_millis(100));
        let killed = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(killed.is_ok_and(|status| status.success()));
        child.wait().expect("it is our child");
        assert_eq!(held(), "1. e4 *\n");
    }
    assert_eq!(line(&analyze("--depth 1"), b"").code(), Some(0));
    assert!(held().starts_with("[Event "), "{}", held());
    assert_eq!(
        fs::read_dir(&folder.0).expect("it is there").count(),
        2,
        "nothing else is left"
    );
}

/// An analysis must not replace a collection, nor a wrong name a diary.
#[test]
fn an_analysis_replaces_games_only_if_that_is_said() {
    let folder = Folder::new("replace");
    let game = folder.write("game.pgn", GAME);
    let positions = folder.write("p.epd", "4k3/8/8/8/8/8/8/R3K3 w - - id \"a\";\n");
    let text = line(&format!("analyze {positions} --depth 1"), b"").text();
    let text = &(text + "and more\n");
    for (analyzed, held, replace, code) in [
        (&game, GAME, "", 2),
        (&game, GAME, " --replace", 0),
        (&game, "Dear diary\n", " --replace", 2),
        (&game, "", "", 0),
        (&game, GAME, " --replace --json", 2),
        (&positions, GAME, " --replace", 2),
        (&positions, GAME, " --replace --json", 2),
        (&positions, text, "", 2),
        (&positions, text, " --replace", 0),
        (&positions, "[\n]\n", " --replace --json", 0),
    ] {
        let file = folder.write("held", held);
        let answer = line(
            &format!("analyze {analyzed} --depth 1 -o {file}{replace}"),
            b"",
        );
        assert_eq!(
            answer.code(),
            Some(code),
            "{held}{replace}: {}",
            answer.errors()
        );
        let is_kept = fs::read_to_string(file).expect("it is there") == held;
        assert_eq!(is_kept, code == 2, "{held}{replace}");
    }
    let other = folder.write("package.json", "{\n  \"name\": \"mine\"\n}\n");
    let answer = line(
        &format!("judge --plain --report {other} --replace -- cat"),
        b"",
    );
    assert_eq!(answer.code(), Some(2), "{}", answer.errors());
}

#[test]
fn a_machine_without_threads_is_an_error() {
    if let Some(mut command) = without_threads(&command(&[])) {
        let answer = end_of(
            command.stdout(Stdio::piped()).stderr(Stdio::piped()),
            b"uci\n",
        );
        answer.is_clear(&[1], "no threads");
        assert!(answer.errors().contains("no thread can be started"));
    }
}

#[test]
fn no_result_takes_the_place_of_an_input() {
    let folder = Folder::new("clash");
    let game = folder.write("game.pgn", GAME);
    let link = folder.path("link.pgn").display().to_string();
    symlink("game.pgn", &link).expect("the folder can be written");
    for output in [&game, &link, &format!("{}/./game.pgn", folder.0.display())] {
        let answer = line(&format!("analyze {game} --depth 1 -o {output}"), b"");
        answer.is_clear(&[2], output);
        assert!(
            answer.errors().contains("name the same file"),
            "{}",
            answer.errors()
        );
    }
    let net = format!("eval --evaluator material@{game} --portrait {link}");
    line(&net, b"").is_clear(&[2], &net);
    assert_eq!(fs::read_to_string(&game).expect("it is there"), GAME);
}

#[test]
fn errors_have_their_exit_code_even_if_nobody_can_read_them() {
    for wrong in ["analyze nothing.pgn", "eval x", "dance", "genfens many"] {
        let words: Vec<&str> = wrong.split(' ').collect();
        let answer = end_of(command(&words).stderr(full()), b"");
        assert_eq!(answer.code(), Some(2), "{wrong}");
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = Folder::new("inputs");
    for ending in [".pgn", ".epd"] {
        let [pipe, directory, noise] = folder.unreadable(ending);
        folder.write(&format!("empty{ending}"), "");
        for file in [pipe, directory, noise, format!("empty{ending}")] {
            let file = folder.path(&file).display().to_string();
            for arguments in ["analyze --depth 1", "genfens 1 seed 1 book"] {
                let answer = line(&format!("{arguments} {file}"), b"");
                answer.is_clear(&[1, 2], &file);
                let errors = answer.errors();
                let names_file = errors.contains(&file) || arguments.starts_with("analyze");
                assert!(names_file, "{errors}");
            }
        }
    }
    for file in ["folder.pgn", "pipe.pgn"] {
        let file = folder.path(file).display().to_string();
        let mut engine = Engine::start();
        engine.send("setoption name OwnBook value true");
        engine.send(format!("setoption name BookFile value {file}"));
        engine.send("go depth 1");
        let lines = engine.until("bestmove");
        assert!(
            lines[0].starts_with(&format!("info string error: BookFile {file}: ")),
            "{lines:?}"
        );
    }
}

/// Neither a pipe nor an endless device keeps a session from its end, and the error names the file.
#[test]
fn no_file_of_an_option_blocks_a_session() {
    let folder = Folder::new("option-files");
    let mut files: Vec<String> = (folder.unreadable("").iter())
        .map(|name| folder.path(name).display().to_string())
        .collect();
    files.push(folder.write("empty", ""));
    files.push(folder.path("missing").display().to_string());
    files.extend(["/dev/zero", "/dev/stdin", "/dev/fd/0"].map(str::to_owned));
    let long = folder.write("long", "");
    let grown = File::options().write(true).open(&long);
    grown.and_then(|file| file.set_len(2 << 30)).unwrap();
    for option in [
        "EvalFile value",
        "SyzygyPath value",
        "BookFile value",
        "Composition value minimax:depth=1,evaluator=net@",
        "Composition value minimax:depth=1,evaluator=material@",
    ] {
        // A book is read in parts, not as a whole, and can be any file.
        let has_bound = !option.starts_with("BookFile") && !option.starts_with("Syzygy");
        for file in files.iter().chain(has_bound.then_some(&long)) {
            let space = if option.ends_with('@') { "" } else { " " };
            let mut engine = Engine::start();
            engine.send("setoption name OwnBook value true");
            let mut lines = engine.ask(format!("setoption name {option}{space}{file}"));
            engine.send("go depth 1");
            lines.extend(engine.until("bestmove"));
            engine.send("quit");
            let is_special = ["/dev", "pipe", "folder", "missing"]
                .iter()
                .any(|word| file.contains(word));
            let is_named = |line: &String| line.starts_with("info string") && line.contains(file);
            assert!(
                lines.iter().any(is_named) || option.starts_with("Book") && !is_special,
                "{option} {file}: {lines:?}"
            );
        }
    }
}

#[test]
fn what_was_meant_is_offered() {
    let mut engine = Engine::start();
    for (option, meant) in [
        ("Strategi value engine", "Strategy"),
        ("Strategy value alfa-beta", "alpha-beta"),
        ("Evaluator value clasical", "classical"),
        ("Composition value minimax:depht=3", "depth"),
    ] {
        let said = engine.ask(format!("setoption name {option}")).join("\n");
        assert!(
            said.contains(&format!("(did you mean \"{meant}\"?)")),
            "{said}"
        );
    }
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let folder = Folder::new("marks");
    for (plain, marked, content) in [
        ("plain.pgn", "marked.pgn", GAME),
        ("plain.epd", "marked.epd", POSITIONS),
    ] {
        let plain = folder.write(plain, content);
        let marked = folder.write(marked, format!("\u{feff}{content}"));
        let result = |file: String| text(&["analyze", "--depth", "2", &file]);
        assert_eq!(result(marked), result(plain));
    }
    let lines = run(&[], "\u{feff}position startpos\ngo depth 1\n").text();
    assert!(
        lines.contains("bestmove ") && !lines.contains("string"),
        "{lines}"
    );
}

#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    let folder = File::open("/tmp").expect("there is such a folder");
    let status = command(&[]).stdin(folder).status();
    let code = status.expect("the program can be started").code();
    assert_eq!(code, Some(1));
    let noise: &[u8] = b"\xFE\x00\x91[\"{;\xC3(\x07%\n\xED\xA0\x80 1. \xFF\x1F$\\\x1B[2J\x80\n)";
    for input in [noise, b"\n\n\0\0\n", b"\xFF\n"] {
        let answer = line("", input);
        assert_eq!(answer.code(), Some(0), "{input:?}");
        assert!(!answer.errors().contains("panicked"), "{}", answer.errors());
    }
}
