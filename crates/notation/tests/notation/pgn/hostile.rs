//! Hostile input: no panic, no deep stack, no unbounded memory, and the next game is found.

use std::io::{self, Read};
use std::thread;
use std::time::{Duration, Instant};

use plywood_notation::pgn::{Comment, Games, Part, PgnError, PgnGame, Problem, ReadLimits, Reader};

/// Runs on a small stack, which recursion exhausts.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(work);
    let ended = thread.expect("a thread starts").join();
    assert!(ended.is_ok(), "the thread must not panic");
}

/// A good game to find after a bad one.
const NEXT: &str = "\n\n[Event \"next\"]\n\n1. d4 d5 *\n";

/// Reads a bad game followed by a good one, and returns the error in the bad one.
fn broken(bad: &[u8], limits: ReadLimits) -> PgnError {
    let pgn = [bad, NEXT.as_bytes()].concat();
    let mut reader = Reader::with_limits(&pgn[..], limits);
    let error = reader.read_game(&mut ()).expect_err("the game is broken");
    let mut last = None;
    for game in Games::with_reader(reader) {
        last = Some(game.expect("bytes in memory do not fail"));
    }
    let next = last.expect("the next game is found");
    assert_eq!((next.tags().get("Event"), next.len()), (Some("next"), 2));

    let games: Vec<_> = Games::with_reader(Reader::with_limits(&pgn[..], limits))
        .flatten()
        .collect();
    assert!(!games[0].errors().is_empty());
    error
}

#[test]
fn a_hundred_thousand_nested_variations() {
    on_a_small_stack(|| {
        let nested = "1. e4 ".to_owned() + &"(1. d4 ".repeat(100_000);
        let error = broken(nested.as_bytes(), ReadLimits::default());
        assert!(matches!(error.problem, Problem::TooDeep(1000)));

        let deep = ReadLimits {
            nesting: 100_000,
            ..ReadLimits::default()
        };
        let closed = nested + &")".repeat(100_000) + " e5 *";
        let game = Games::with_reader(Reader::with_limits(closed.as_bytes(), deep)).next();
        let game = game.and_then(Result::ok).expect("the game is good");
        assert_eq!((game.len(), game.errors().len()), (100_002, 0));
        assert_eq!(game.main_line().count(), 2);
        assert_eq!(
            Games::with_reader(Reader::with_limits(game.to_string().as_bytes(), deep))
                .next()
                .and_then(Result::ok)
                .as_ref(),
            Some(&game)
        );
    });
}

/// Each variation begins one move deeper than the one around it, so the tree gets just as deep.
#[test]
fn a_deep_tree_is_written_compared_and_dropped() {
    on_a_small_stack(|| {
        let deep = ReadLimits {
            nesting: 50_000,
            ..ReadLimits::default()
        };
        let read = |pgn: &str| {
            let reader = Reader::with_limits(pgn.as_bytes(), deep);
            let game = Games::with_reader(reader).next().and_then(Result::ok);
            game.expect("it is read")
        };
        let game = read(&("-- -- ".to_owned() + &"(-- -- ".repeat(50_000) + &")".repeat(50_000)));
        let deepest = game.node(game.last_added()).expect("there are moves");
        assert_eq!((game.errors().len(), deepest.ply()), (0, 50_002));
        assert_eq!(read(&game.to_string()), game.clone());
    });
}

#[test]
fn a_game_of_many_moves() {
    on_a_small_stack(|| {
        let pgn = "Nf3 Nf6 Ng1 Ng8 ".repeat(50_000) + "1/2-1/2";
        let game: PgnGame = pgn.parse().expect("the game is good");
        assert_eq!(game.main_line().count(), 200_000);
        assert_eq!(
            game.to_string()
                .parse::<PgnGame>()
                .expect("what is written is good"),
            game
        );
    });
}

#[test]
fn tokens_of_five_megabytes() {
    on_a_small_stack(|| {
        let long = |byte: &str| byte.repeat(5 << 20);
        let limits = ReadLimits::default();
        let too_long = |bad: String, part: Part| {
            let error = broken(bad.as_bytes(), limits);
            assert!(
                matches!(error.problem, Problem::TooLong(found, _) if found == part),
                "{error}"
            );
        };
        too_long(format!("1. {} e5", long("N")), Part::Move);
        too_long(format!("{} e5", long("1")), Part::Move);
        too_long(format!("1. e4 {{{}}}", long("x")), Part::Comment);
        too_long(format!("1. e4 ;{}", long("x")), Part::Comment);
        too_long(format!("1. e4\n%{}", long("x")), Part::Comment);
        too_long(format!("[Event \"{}\"]\n1. e4 *", long("x")), Part::Tag);
        too_long(format!("[{}", long("x")), Part::Tag);
        let error = broken(format!("1. e4 ${}", long("1")).as_bytes(), limits);
        assert!(matches!(error.problem, Problem::Nag(_)));

        // Long but harmless text is skipped.
        for harmless in [
            long(" "),
            long("\n"),
            long("."),
            long("!"),
            long("}"),
            long("\0"),
        ] {
            let pgn = format!("1. e4 {harmless} e5 *");
            assert_eq!(pgn.parse::<PgnGame>().expect("it is read").len(), 2);
        }
        let mut reader = Reader::with_limits(io::repeat(b'('), limits);
        assert!(reader.read_game(&mut ()).is_err());
    });
}

#[test]
fn an_endless_source_ends_at_the_limits() {
    let limits = ReadLimits {
        game_bytes: 1 << 20,
        ..ReadLimits::default()
    };
    for byte in *b"x1.!{(%;[$\0 \n\xFF" {
        let mut reader = Reader::with_limits(io::repeat(byte).take(8 << 20), limits);
        while let Ok(Some(_)) | Err(_) = reader.read_game(&mut ()) {}
    }
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(100_000);
    let error = broken(moves.as_bytes(), limits);
    assert!(matches!(
        error.problem,
        Problem::TooLong(Part::Game, 1_048_576)
    ));
}

/// Quadratic time in the length would take hours here.
#[test]
fn many_of_anything_cost_no_more_than_their_number() {
    on_a_small_stack(|| {
        let start = Instant::now();
        let many = |piece: &str| piece.repeat((4 << 20) / piece.len());
        let comment =
            |piece: &str| format!("1. e4 {{{}}} *", piece.repeat((1 << 20) / piece.len()));
        for pgn in [
            comment("[%"),
            comment("[%clk "),
            comment("[%x]"),
            comment("[%csl [%csl Ge4]"),
            format!("1. e4 {{[%cal {}]}} *", many("Ge2e4,").split_off(3 << 20)),
            format!("1. e4 {} *", many("{x}")),
            format!("1. e4 {} *", many("$1 ")),
            format!("1. e4 {} *", many("(1. d4) ")),
            format!("1. e4 {} *", many("(1. d4 {x}) ")),
            many("*"),
            many("[Event \"a\"]\n\n"),
            many("[\n"),
            many("1. e4 )\n"),
        ] {
            for game in Games::new(pgn.as_bytes()).flatten() {
                assert!(game.to_string().len() > 10);
            }
        }
        assert!(
            start.elapsed() < Duration::from_mins(5),
            "{:?}",
            start.elapsed()
        );
    });
}

#[test]
fn tags_without_end() {
    let tags = "[A \"x\"]\n".repeat(2_000);
    let error = broken(tags.as_bytes(), ReadLimits::default());
    assert_eq!(
        error.to_string(),
        "game 1, line 1001: the game has more than 1000 tags"
    );
    let error = broken(
        b"[A \"\"][B \"\"][C \"\"] *",
        ReadLimits {
            tags: 2,
            ..ReadLimits::default()
        },
    );
    assert!(matches!(error.problem, Problem::TooManyTags(2)));
}

/// A game longer than its limit is abandoned, even if that is its first byte.
#[test]
fn no_limit_is_too_small_to_go_on() {
    for game in 0..40 {
        let limits = ReadLimits {
            game_bytes: game,
            ..ReadLimits::default()
        };
        for pgn in [
            "[Event \"long\"]\n\n1. e4 *",
            "1. e4 e5\n[A \"b\"]\n*",
            "\n(\n[A \"b\"]",
        ] {
            let mut reader = Reader::with_limits(pgn.as_bytes(), limits);
            let games = (0..9).take_while(|_| !matches!(reader.read_game(&mut ()), Ok(None)));
            assert!(games.count() < 4, "{game}: {pgn:?}");
        }
    }
}

#[test]
fn open_ends() {
    let error = |bad: &str| broken(bad.as_bytes(), ReadLimits::default()).problem;
    assert!(matches!(
        error("1. e4 {never closed"),
        Problem::UnclosedComment
    ));
    assert!(matches!(
        error("1. e4 {never\n1... e5\n2. d4"),
        Problem::UnclosedComment
    ));
    assert!(matches!(error("1. e4 (1. d4"), Problem::UnclosedVariation));
    assert!(matches!(error("1. e4 ) e5"), Problem::UnopenedVariation));
    assert!(matches!(error("(1. d4) 1. e4"), Problem::NothingToVary));
    assert!(matches!(error("1. e4 ((1. d4))"), Problem::NothingToVary));
    assert!(matches!(error("[Event \"x\n\n1. e4 *"), Problem::Tag(_)));
    assert!(matches!(error("[\"\"]\n\n1. e4 *"), Problem::Tag(_)));
    for open in [
        "1. e4 {",
        "1. e4 (",
        "[",
        "[a",
        "[a \"",
        "[a \"\\",
        "1. e4 (1. d4 {",
    ] {
        assert!(
            Reader::new(open.as_bytes()).read_game(&mut ()).is_err(),
            "{open}"
        );
    }
}

#[test]
fn odd_bytes() {
    let game = Games::new(&b"[White \"a\0b\xFF\"]\n\n1. e4\0{\xE9\0\xFE}\x01e5 *"[..]).next();
    let game = game.and_then(Result::ok).expect("it is read");
    assert_eq!(game.errors().len(), 0);
    assert_eq!(game.tags().get("White"), Some("a bÿ"));
    let first = game.root().next().expect("there is a move");
    assert_eq!(first.comments(), [Comment::new("é þ")]);
    // No UTF-8, and not a move, but quoted.
    let game = Games::new(&b"1. e\xFF4 *"[..])
        .next()
        .and_then(Result::ok)
        .expect("it is read");
    assert!(game.errors()[0].to_string().contains("line 1"));
}

#[test]
fn a_source_that_fails_ends_the_games() {
    struct Broken(usize);
    impl Read for Broken {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => {
                    bytes[..6].copy_from_slice(b"1. e4\n");
                    Ok(6)
                }
                _ => Err(io::Error::other("the disk is gone")),
            }
        }
    }
    let mut games = Games::new(Broken(0));
    let error = games
        .next()
        .and_then(Result::err)
        .expect("the source fails");
    assert_eq!(
        error.to_string(),
        "game 1, line 2: reading failed: the disk is gone"
    );
    assert!(games.next().is_none());
}
