//! The door through which every program writes its results: whatever happens, a file has its old contents or the whole result.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a test fails where a file is not what it expects"
)]

use plywood_console::output::{Kind, OutputFile, Replace};
use plywood_console::{Failure, OutputPath};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-door-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn with(&self, name: &str, content: &str) -> OutputPath {
        fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    fn path(&self, name: &str) -> OutputPath {
        OutputPath::from(&*self.0.join(name))
    }

    fn count(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// The kinds with a file of each.
fn kinds() -> [(Kind<'static>, &'static str); 9] {
    [
        (Kind::SVG, "<svg></svg>"),
        (Kind::HTML, "<!DOCTYPE html><p>"),
        (Kind::MARKDOWN, "| a |\n"),
        (Kind::XML, "<?xml version=\"1.0\"?>"),
        (Kind::GAMES, "[Event \"x\"]\n\n*\n"),
        (Kind::BINARY, "\0\x01"),
        (Kind::csv(""), "name,nodes\nminimax,7\n"),
        (Kind::csv("name,nodes"), "name,nodes\nminimax,7\n"),
        (Kind::Any, "whatever"),
    ]
}

#[test]
fn a_result_replaces_ours_or_its_kind_on_request_and_only_when_it_is_whole() {
    let folder = Folder::new("kinds");
    let ours = Replace::default();
    for (kind, new) in kinds() {
        for (held, replace) in [(new, Replace::UNMARKED), ("", ours)] {
            let path = folder.with("result", held);
            let mut result = OutputFile::open(&path, kind, replace).unwrap();
            result.append("a part").unwrap();
            assert_eq!(read(&path), held, "{kind:?}");
            drop(result);
            assert_eq!(read(&path), held, "{kind:?}: it was given up");
            let result = OutputFile::open(&path, kind, replace).unwrap();
            result.write(new).unwrap();
            assert!(read(&path).starts_with(new), "{kind:?}");
        }
        // Files with a mark are replaced again, until a stranger adds something.
        let path = folder.path("result");
        let is_marked = matches!(kind, Kind::Marked(..));
        assert_eq!(
            OutputFile::open(&path, kind, ours).is_ok(),
            is_marked,
            "{kind:?}"
        );
        for other in [new.to_owned(), read(&path) + new] {
            let path = folder.with("result", &other);
            let error = OutputFile::open(&path, kind, ours).unwrap_err();
            assert!(error.to_string().contains("--replace"), "{error}");
            assert_eq!(read(&path), other, "{kind:?}");
        }
        let path = folder.with("result", "Dear diary,\nis 1 not beautiful?\n");
        let opened = OutputFile::open(&path, kind, Replace::UNMARKED);
        match kind {
            Kind::Any => assert!(opened.is_ok()),
            _ => assert!(matches!(opened, Err(Failure::Usage(_))), "{kind:?}"),
        }
        drop(opened);
        assert!(read(&path).starts_with("Dear diary"), "{kind:?}");
    }
    assert!(OutputFile::open(&folder.path("new"), Kind::Any, ours).is_ok());
    assert_eq!(folder.count(), 1, "nothing else is left");
}

#[test]
fn what_others_write_meanwhile_stays_and_the_result_has_another_name() {
    let folder = Folder::new("meanwhile");
    for (kind, new) in kinds() {
        let path = folder.path("result");
        let _ = fs::remove_file(&*path);
        let result = OutputFile::open(&path, kind, Replace::default()).unwrap();
        folder.with("result", "Dear diary,\n");
        let error = result.write(new).unwrap_err();
        assert!(matches!(error, Failure::Work(_)), "{kind:?}: {error}");
        assert_eq!(read(&path), "Dear diary,\n", "{kind:?}");
        let error = error.to_string();
        let (_, kept) = error.split_once("the result is in ").unwrap();
        assert!(read(Path::new(kept)).starts_with(new), "{kind:?}");
    }
}

#[test]
fn a_link_and_the_permissions_stay() {
    let folder = Folder::new("links");
    let old = folder.with("old", "<svg>old");
    fs::set_permissions(&*old, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("old", folder.0.join("link")).unwrap();
    let link = folder.path("link");
    let result = OutputFile::open(&link, Kind::SVG, Replace::UNMARKED).unwrap();
    result.write("<svg>new").unwrap();
    assert!(read(&old).starts_with("<svg>new"));
    let link = fs::symlink_metadata(folder.0.join("link")).unwrap();
    assert!(link.is_symlink());
    let mode = fs::metadata(&*old).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn what_cannot_be_written_is_named_before_the_work_begins() {
    let folder = Folder::new("unwritable");
    for wrong in ["no/such/folder", ".", "/proc/x", "/dev/null/x"] {
        let path = folder.path(wrong);
        for error in [
            OutputFile::open(&path, Kind::Any, Replace::UNMARKED).err(),
            OutputFile::appending(&path).err(),
        ] {
            let error = error.unwrap_or_else(|| panic!("{wrong} was opened"));
            assert!(matches!(error, Failure::Usage(_)), "{wrong}: {error}");
            assert!(error.to_string().contains(wrong), "{wrong}: {error}");
        }
    }
    let made = std::process::Command::new("mkfifo")
        .arg(folder.0.join("pipe"))
        .status();
    assert!(made.unwrap().success());
    for error in [
        OutputFile::open(&folder.path("pipe"), Kind::Any, Replace::UNMARKED).err(),
        OutputFile::appending(&folder.path("pipe")).err(),
    ] {
        let error = error.unwrap().to_string();
        assert!(
            error.contains("pipe: cannot write: this pipe has no reader"),
            "{error}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_of_the_work() {
    let full = OutputPath::from(Path::new("/dev/full"));
    for (kind, _) in kinds() {
        let opened = OutputFile::open(&full, kind, Replace::default());
        let written = opened.unwrap().write("result");
        let error = written.unwrap_err();
        assert!(matches!(error, Failure::Work(_)), "{kind:?}: {error}");
        assert!(
            error.to_string().starts_with("/dev/full: cannot write: "),
            "{error}"
        );
    }
    let error = OutputFile::appending(&full)
        .unwrap()
        .append("result")
        .unwrap_err();
    assert!(matches!(error, Failure::Work(_)), "{error}");
}

#[test]
fn an_appended_file_keeps_what_it_has_and_notices_when_it_is_gone() {
    let folder = Folder::new("appended");
    let path = folder.with("log", "old\n");
    let mut file = OutputFile::appending(&path).unwrap();
    file.append("new\n").unwrap();
    assert_eq!(read(&path), "old\nnew\n");
    fs::remove_file(&*path).unwrap();
    let error = file.append("lost\n").unwrap_err();
    assert!(error.to_string().contains("removed"), "{error}");
}
