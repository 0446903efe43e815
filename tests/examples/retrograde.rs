//! The `retrograde` example: the longest mates and the counts are those of the books.

use std::sync::Mutex;
use std::thread;

const AGREES: &str = "The tables agree with the results of all";

fn answer(arguments: &[&str]) -> Result<String, String> {
    crate::run("retrograde", arguments)
}

#[test]
fn king_and_rook_mate_in_sixteen() {
    let text = answer(&["KRvK"]).unwrap();
    let white = "White to move: 175168 wins, 0 draws, 0 losses";
    let black = "Black to move: 0 wins, 22244 draws, 201700 losses";
    assert!(text.contains(white) && text.contains(black), "{text}");
    assert!(
        text.contains("The longest mate takes 16 moves:\n"),
        "{text}"
    );
    assert!(text.contains("#\n\nmate in  positions\n"), "{text}");
    let counts = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next()?.parse::<u64>().ok()?;
        words.next()?.parse::<u64>().ok()
    });
    assert_eq!(counts.sum::<u64>(), 175_168, "{text}");
}

#[test]
fn a_pawn_promotes_to_what_mates() {
    let text = answer(&["KPvK"]).unwrap();
    let white = "White to move: 124960 wins, 38368 draws, 0 losses";
    let black = "Black to move: 0 wins, 70420 draws, 97604 losses";
    assert!(text.contains(white) && text.contains(black), "{text}");
    assert!(
        text.contains("The longest mate takes 28 moves:\n"),
        "{text}"
    );
}

#[test]
fn the_weaker_side_may_come_first() {
    let text = answer(&["KvKQ"]).unwrap();
    let black = "Black to move: 144508 wins, 0 draws, 0 losses";
    assert!(text.contains(black), "{text}");
    assert!(
        text.contains("The longest mate takes 10 moves:\n"),
        "{text}"
    );
    let bishop = answer(&["KBvK"]).unwrap();
    assert!(bishop.contains("No position is won by force."), "{bishop}");
}

#[test]
fn errors_say_what_can_be_solved() {
    let error = |arguments: &[&str]| answer(arguments).unwrap_err();
    assert!(error(&["KvK"]).contains("three or four"));
    assert!(error(&["KQRvKQ"]).contains("5 men"));
    assert!(error(&["KPvKP"]).contains("both sides have pawns"));
    assert!(error(&["KQK"]).contains("\"KQK\""));
    assert!(error(&["--table"]).contains("\"--table\""));
    assert!(error(&["--tables", "/no/such/folder"]).contains("/no/such/folder"));
    assert!(answer(&["--help"]).unwrap().contains("usage"));
}

/// Checks every position of some endgames against the tables beside the repository; two endgames at a time.
#[test]
#[ignore = "needs ../shared/data and a release build"]
fn tables_agree_with_every_position() {
    tables_agree_with_all(&[
        ("KBNvK", Some(33)),
        ("KQvKR", Some(35)),
        ("KRvKP", None),
        ("KPvK", Some(28)),
        ("KRvK", Some(16)),
        ("KQvK", Some(10)),
    ]);
}

#[test]
#[ignore = "needs ../shared/data, a release build, and a minute"]
fn tables_agree_with_more_positions_in_minutes() {
    let others = ["KPPvK", "KBBvK", "KRvKN", "KRvKR", "KNvKN"];
    tables_agree_with_all(&others.map(|endgame| (endgame, None)));
}

fn tables_agree_with_all(endgames: &[(&str, Option<u32>)]) {
    let left = Mutex::new(endgames.iter());
    let next = || left.lock().expect("no thread panics here").next();
    let solve_some = || {
        while let Some((endgame, longest_mate)) = next() {
            tables_agree_with(endgame, *longest_mate);
        }
    };
    thread::scope(|scope| {
        scope.spawn(solve_some);
        solve_some();
    });
}

/// Checks every position of an endgame, and the length of its longest mate, if that is known.
fn tables_agree_with(endgame: &str, longest_mate: Option<u32>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/syzygy");
    let text = answer(&[endgame, "--tables", folder]).unwrap();
    assert!(text.contains(AGREES), "{text}");
    if let Some(moves) = longest_mate {
        let longest = format!("The longest mate takes {moves} moves:");
        assert!(text.contains(&longest), "{text}");
    }
}
