//! Runs the program `plywood-lab` in temporary folders.

use plywood_notation::pgn::{Games, PgnGame};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::harness::program;
pub(crate) use crate::harness::{Answer, Folder};

impl Folder {
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the program has written it")
    }

    /// Returns the program with these arguments, in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(env!("CARGO_BIN_EXE_plywood-lab"));
        command
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null());
        command
    }

    /// Runs the program with a line of arguments, of which none has a space.
    pub(crate) fn line(&self, line: &str) -> Answer {
        self.run(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        Answer::of(&mut self.command(arguments))
    }

    /// Returns all games of a PGN file, each replayed to its end without errors.
    pub(crate) fn games(&self, name: &str) -> Vec<PgnGame> {
        let text = self.read(name);
        let games: Vec<PgnGame> = Games::new(text.as_bytes())
            .collect::<Result<_, _>>()
            .expect("it is in memory");
        for game in &games {
            assert!(game.errors().is_empty(), "{:?}", game.errors());
        }
        games
    }
}

impl Answer {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Self {
        Self(command.output().expect("the program can be started"))
    }

    /// Checks that standard output has this text.
    #[track_caller]
    pub(crate) fn prints(&self, part: &str) {
        assert!(self.text().contains(part), "{part}: {}", self.text());
    }

    /// Checks that standard error has this text.
    #[track_caller]
    pub(crate) fn complains(&self, part: &str) {
        assert!(self.errors().contains(part), "{part}: {}", self.errors());
    }

    /// Checks that the program refuses the command with this error.
    #[track_caller]
    pub(crate) fn refuses(&self, part: &str) {
        assert_eq!(self.code(), Some(2), "{}", self.errors());
        self.complains(part);
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code(), Some(0), "{}", self.errors());
        serde_json::from_slice(&self.0.stdout).expect("the answer is JSON")
    }
}

/// An installed program, on the path or among Debian's games.
pub(crate) fn installed(name: &str) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
    let mut places = folders.map(|folder| folder.join(name));
    let found = places.find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is not installed"))
}
