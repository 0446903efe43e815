//! Whole files of games, in megabytes a second.

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::rc::Rc;

use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::contest::{Contest, Work, take_turns};
use crate::games::{Style, pgn};
use crate::options::Options;
use crate::readers::{GameReader, PeerReader, PlywoodReader};
use crate::table::{Better, Table};

const READERS: [&str; 2] = [PeerReader::NAME, PlywoodReader::NAME];

/// Games made up for each style, if there is no file.
const GAMES: usize = 2_000;

/// Measures replaying main lines, and skipping games.
///
/// # Errors
/// If the file cannot be read.
pub fn table(options: &Options, file: Option<&Path>) -> io::Result<Table> {
    let games = if options.quick { GAMES / 20 } else { GAMES };
    let sources = match file {
        Some(path) => vec![("file", fs::read(path)?)],
        None => vec![
            ("bare", pgn(games, Style::Bare).into_bytes()),
            ("annotated", pgn(games, Style::Annotated).into_bytes()),
        ],
    };
    let mut notes = Vec::new();
    let mut contests = Vec::new();
    for (name, bytes) in sources {
        notes.push(compare(name, &bytes));
        contests.extend(contests_on(name, &bytes.into()));
    }
    contests.retain(|contest| options.selects(&contest.name));
    take_turns(&mut contests, if options.quick { 1 } else { 21 });
    let megabytes = |nanoseconds| 1e3 / nanoseconds;
    let title = "PGN, megabytes a second";
    let mut table = Table::new(title, Better::Higher, &READERS, &contests, megabytes);
    table.notes = notes;
    Ok(table)
}

fn contests_on(name: &str, bytes: &Rc<[u8]>) -> Vec<Contest> {
    let readings = [
        (
            "main lines replayed",
            replay::<PeerReader> as fn(&[u8]),
            replay::<PlywoodReader> as fn(&[u8]),
        ),
        ("games skipped", skip::<PeerReader>, skip::<PlywoodReader>),
    ];
    let contest = |(what, theirs, ours)| {
        let mut contest = Contest::new(format!("{name}: {what}"));
        contest.enter_batch(PeerReader::NAME, work(bytes, theirs));
        contest.enter_batch(PlywoodReader::NAME, work(bytes, ours));
        contest
    };
    readings.into_iter().map(contest).collect()
}

fn work(bytes: &Rc<[u8]>, read: fn(&[u8])) -> Work {
    let bytes = Rc::clone(bytes);
    Box::new(move || {
        read(black_box(&bytes));
        bytes.len() as u64
    })
}

fn replay<R: GameReader>(pgn: &[u8]) {
    R::replay(pgn, |game| {
        black_box(game);
    });
}

fn skip<R: GameReader>(pgn: &[u8]) {
    black_box(R::skip(pgn));
}

/// Returns the contents of a file, and the number of games that the readers end differently.
fn compare(name: &str, bytes: &[u8]) -> String {
    let (mut ours, mut theirs, mut moves) = (Vec::new(), Vec::new(), 0);
    PlywoodReader::replay(bytes, |game| {
        ours.push(game.position.fen().to_string());
        moves += game.moves;
    });
    PeerReader::replay(bytes, |game| {
        theirs.push(Fen::from_position(&game.position, EnPassantMode::Legal).to_string());
    });
    let others = ours
        .iter()
        .zip(&theirs)
        .filter(|(ours, theirs)| ours != theirs);
    let others = others.count() + ours.len().abs_diff(theirs.len());
    format!(
        "{name}: {:.1} MB, {} games, {moves} moves; the readers disagree on the end of {others} games.",
        bytes.len() as f64 / 1e6,
        ours.len(),
    )
}

#[test]
fn readers_agree_on_made_up_games() {
    for style in [Style::Bare, Style::Annotated] {
        let pgn = pgn(50, style);
        let report = compare("games", pgn.as_bytes());
        assert!(
            report.contains(" 50 games") && report.ends_with(" 0 games."),
            "{report}"
        );
        assert_eq!(
            PeerReader::skip(pgn.as_bytes()),
            PlywoodReader::skip(pgn.as_bytes())
        );
    }
}
