use crate::play::journal::{Charter, Entry, Journal, JournalError};
use std::fs;
use std::path::PathBuf;

fn charter() -> Charter {
    Charter {
        players: vec!["a".to_owned(), "b".to_owned()],
        terms: vec![("seed".to_owned(), "1".to_owned())],
    }
}

fn entry(game: usize) -> Entry {
    Entry {
        game,
        result: "1-0".to_owned(),
        end: "checkmate".to_owned(),
        reason: "White mates".to_owned(),
        plies: 3,
        seconds: 0.1,
        thinking: 0.25,
        pgn: "[Event \"x\"]\n\n1. e4 1-0\n".to_owned(),
    }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("plywood-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn open(&self) -> Result<Journal, JournalError> {
        Journal::open(&self.0, &charter(), 10)
    }

    fn error(&self) -> String {
        self.open().unwrap_err().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn wherever_the_last_line_is_torn_the_whole_ones_count() {
    let scratch = Scratch::new("torn");
    let mut journal = scratch.open().unwrap();
    for game in [4, 0, 7] {
        journal.add(entry(game)).unwrap();
    }
    drop(journal);
    let whole = fs::read(&scratch.0).unwrap();
    for length in (0..=whole.len()).rev() {
        fs::write(&scratch.0, &whole[..length]).unwrap();
        let mut journal = scratch.open().unwrap();
        let complete = whole[..length]
            .split(|byte| *byte == b'\n')
            .count()
            .saturating_sub(2);
        assert_eq!(
            journal.entries(),
            [entry(4), entry(0), entry(7)][..complete].to_vec()
        );
        journal.add(entry(9)).unwrap();
        drop(journal);
        assert_eq!(scratch.open().unwrap().entries().last(), Some(&entry(9)));
    }
}

#[test]
fn a_journal_of_another_match_or_one_in_use_is_refused() {
    let scratch = Scratch::new("other");
    let journal = scratch.open().unwrap();
    assert!(
        cfg!(not(unix)) || scratch.error().ends_with("still running"),
        "{}",
        scratch.error()
    );
    drop(journal);
    let other = Charter {
        terms: vec![("seed".to_owned(), "2".to_owned())],
        ..charter()
    };
    let error = Journal::open(&scratch.0, &other, 10)
        .unwrap_err()
        .to_string();
    assert!(error.contains(r#"its seed is "1""#), "{error}");
}

#[test]
fn what_was_tampered_with_is_refused() {
    let scratch = Scratch::new("tampered");
    let mut journal = scratch.open().unwrap();
    journal.add(entry(1)).unwrap();
    drop(journal);
    let text = fs::read_to_string(&scratch.0).unwrap();
    let last = text.lines().last().unwrap();
    for (added, problem) in [
        (last.to_owned(), "line 3: game 1 is recorded twice"),
        (
            last.replace("\"game\":1", "\"game\":10"),
            "line 3: game 10, but the match has only 10",
        ),
        ("nonsense".to_owned(), "line 3: expected a game"),
    ] {
        fs::write(&scratch.0, format!("{text}{added}\n")).unwrap();
        assert!(scratch.error().contains(problem), "{}", scratch.error());
    }
    fs::write(&scratch.0, "nonsense\n").unwrap();
    assert!(
        scratch
            .error()
            .contains("line 1: expected the settings of a match"),
        "{}",
        scratch.error()
    );
}
