//! Good and bad files: the tables found, and the errors.

use std::env;
use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::thread;

use plywood_core::MoveFilter;
use plywood_tables::{Dtz, ProbeError, Syzygy, TableKind, Tables, Wdl};

use crate::data::{position, random_position};
use crate::forge::{Folder, distances, results};

#[test]
fn a_table_knows_its_positions() {
    let folder = Folder::with_tables();
    let tables = Syzygy::open(folder.text()).unwrap();
    assert_eq!((tables.endgames().count(), tables.most_men()), (1, 3));
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..10_000 {
        let position = random_position(&mut random, "KQvK".parse().unwrap());
        let has_queen = position.board().color(position.side_to_move()).len() == 2;
        // A queen that can be taken does not win.
        let wdl = match (has_queen, position.moves(MoveFilter::CAPTURES).is_empty()) {
            (true, _) => Wdl::Win,
            (false, true) => Wdl::Loss,
            (false, false) => Wdl::Draw,
        };
        assert_eq!(tables.wdl(&position).unwrap(), wdl, "{position}");
        let dtz = match wdl {
            Wdl::Win => 5,
            Wdl::Loss if position.is_checkmate() => -1,
            Wdl::Loss if position.is_stalemate() => 0,
            Wdl::Loss => -6,
            _ => 0,
        };
        assert_eq!(tables.dtz(&position).unwrap(), Dtz::new(dtz), "{position}");
    }
}

#[test]
fn bare_kings_are_drawn() {
    let folder = Folder::with_tables();
    let tables = Syzygy::open(folder.text()).unwrap();
    let kings = position("8/8/4k3/8/8/3K4/8/8 b - - 0 1");
    assert_eq!(tables.wdl(&kings).unwrap(), Wdl::Draw);
    assert_eq!(tables.dtz(&kings).unwrap(), Dtz::DRAW);
    let moves = tables.root_moves(&kings).unwrap();
    assert_eq!(moves.keeping_result().len(), kings.legal_moves().len());
}

#[test]
fn positions_without_a_table_are_errors() {
    let folder = Folder::with_tables();
    let tables = Syzygy::open(folder.text()).unwrap();
    let error = |fen: &str| tables.wdl(&position(fen)).unwrap_err().to_string();
    assert_eq!(
        error("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        "endgame tables hold no positions with castling rights"
    );
    assert_eq!(
        error("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"),
        "the position has 4 men, and the largest endgame table has 3"
    );
    let missing = "the endgame table KRvK.rtbw is missing";
    assert_eq!(error("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), missing);
    assert_eq!(error("4k2r/8/8/8/8/8/8/4K3 w - - 0 1"), missing);
    let error = tables.root_moves(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(matches!(error, Err(ProbeError::Castling)));
}

#[test]
fn distances_may_be_missing() {
    let folder = Folder::new();
    folder.write("KQvK.rtbw", &results());
    let tables = Syzygy::open(folder.text()).unwrap();
    let queen = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    assert_eq!(tables.wdl(&queen).unwrap(), Wdl::Win);
    let error = tables.dtz(&queen).unwrap_err();
    let is_missing = matches!(
        error,
        ProbeError::Missing {
            kind: TableKind::Dtz,
            ..
        }
    );
    assert!(is_missing, "{error}");
}

#[test]
fn folders_are_listed_like_those_of_path() {
    let (first, second, empty) = (Folder::new(), Folder::with_tables(), Folder::new());
    first.write("KQvK.rtbw", &results());
    first.write("notes.txt", b"KQvK");
    first.write("readme.rtbw", b"no table by its name");
    let paths = [first.path(), second.path(), empty.path()];
    let list = env::join_paths(paths).unwrap();
    let tables = Syzygy::open(list.to_str().unwrap()).unwrap();
    assert_eq!(
        tables
            .endgames()
            .map(|endgame| endgame.to_string())
            .collect::<Vec<_>>(),
        ["KQvK"]
    );
    let error = Syzygy::open(empty.text()).unwrap_err();
    assert!(
        error.to_string().contains("there are no Syzygy tables in"),
        "{error}"
    );
    assert!(Syzygy::open("").unwrap_err().left_out.is_empty());
    let missing = empty.path().join("nowhere");
    let error = Syzygy::open(missing.to_str().unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("nowhere of endgame tables does not exist"),
        "{error}"
    );
}

#[test]
fn a_broken_file_is_named() {
    let mut too_short = results();
    too_short.truncate(too_short.len() - 64);
    let mut bad_pieces = results();
    bad_pieces[7] = 0x44;
    let mut bad_flags = results();
    bad_flags[4] = 0;
    let cases = [
        (results()[1..].to_vec(), "is incomplete, with only"),
        (Vec::new(), "is incomplete, with only 0 bytes"),
        (
            distances(),
            "is damaged: it does not begin like a Syzygy table of this kind",
        ),
        (too_short, "is damaged: it should have"),
        (
            bad_pieces,
            "is damaged: its list of pieces does not fit the pieces in its name",
        ),
        (
            bad_flags,
            "is damaged: its flags do not fit the pieces in its name",
        ),
    ];
    let queen = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    for (bytes, message) in cases {
        let folder = Folder::new();
        folder.write("KQvK.rtbw", &bytes);
        let text = match Syzygy::open(folder.text()) {
            Ok(tables) => tables.wdl(&queen).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(
            text.contains(message) && text.contains("KQvK.rtbw"),
            "{text}"
        );
    }
}

#[test]
fn what_is_sound_is_used_and_the_rest_is_named() {
    let folder = Folder::with_tables();
    let mut short = results();
    short.truncate(100);
    folder.write("KRvK.rtbw", &short);
    folder.write("KBvK.rtbw", &distances());
    fs::create_dir(folder.path().join("KNvK.rtbw")).unwrap();
    let missing = folder.path().join("nowhere");
    let list = env::join_paths([&missing, folder.path()]).unwrap();
    let tables = Syzygy::open(list.to_str().unwrap()).unwrap();
    let queen = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    assert_eq!(tables.wdl(&queen).unwrap(), Wdl::Win);
    // The error of a damaged file, not that it is missing.
    let rook = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    let error = tables.wdl(&rook).unwrap_err();
    assert!(matches!(&error, ProbeError::Table(_)), "{error}");
    assert!(error.to_string().contains("KRvK.rtbw is incomplete"));
    let left_out: Vec<_> = tables.left_out().iter().map(ToString::to_string).collect();
    let expected = [
        "nowhere of endgame tables does not exist",
        "KBvK.rtbw is damaged: it does not begin like a Syzygy table of this kind; download it again",
        "KNvK.rtbw is not a regular file",
        "KRvK.rtbw is incomplete, with only 100 bytes: download it again",
    ];
    assert_eq!(left_out.len(), expected.len(), "{left_out:?}");
    for (text, expected) in left_out.iter().zip(expected) {
        assert!(text.ends_with(expected), "{text}");
    }
}

#[test]
fn a_sound_file_stands_in_for_a_broken_one() {
    let (broken, sound) = (Folder::new(), Folder::with_tables());
    broken.write("KQvK.rtbw", b"nothing");
    let list = env::join_paths([broken.path(), sound.path()]).unwrap();
    let tables = Syzygy::open(list.to_str().unwrap()).unwrap();
    assert_eq!(tables.left_out().len(), 1);
    assert!(
        tables
            .files()
            .iter()
            .all(|file| file.path().starts_with(sound.path()))
    );
}

#[test]
fn if_nothing_is_sound_the_error_says_why() {
    let folder = Folder::new();
    folder.write("KQvK.rtbw", b"nothing");
    let error = Syzygy::open(folder.text()).unwrap_err();
    assert_eq!(error.left_out.len(), 1);
    let text = error.to_string();
    assert!(
        text.contains("KQvK.rtbw is incomplete, with only 7 bytes"),
        "{text}"
    );
}

/// Opening a pipe waits for its other end.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_tables_name_does_not_hang() {
    let folder = Folder::new();
    let pipe = folder.path().join("KQvK.rtbw");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let text = Syzygy::open(folder.text()).unwrap_err().to_string();
    assert!(text.ends_with("KQvK.rtbw is not a regular file"), "{text}");
}

#[test]
fn threads_share_tables() {
    let folder = Folder::with_tables();
    let tables: Arc<dyn Tables> = Arc::new(Syzygy::open(folder.text()).unwrap());
    let queen = position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(tables.wdl(&queen).unwrap(), Wdl::Win));
        }
    });
}
