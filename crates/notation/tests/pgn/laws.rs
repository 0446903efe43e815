//! Laws of PGN: what is written is read as itself, however the bytes arrive.

use std::io::{self, Read};
use std::time::Duration;

use plywood_core::{Color, Position};
use plywood_notation::pgn::{
    Annotation, Comment, Game, GameResult, Games, Interest, Limits, MoveToken, Nag, NodeId, Reader,
    Tag, Text, Visitor,
};
use proptest::prelude::*;

/// Writes down all that a reader tells.
#[derive(Default, PartialEq, Debug)]
struct Log(Vec<String>);

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.0.push("game".into());
    }
    fn tag(&mut self, tag: Tag<'_>) {
        self.0.push(format!("[{} {}]", tag.name(), tag.value()));
    }
    fn mv(&mut self, token: MoveToken<'_>) -> Interest {
        self.0
            .push(format!("{}@{}", token.text(), token.place().line()));
        Interest::Read
    }
    fn comment(&mut self, text: Text<'_>) {
        self.0.push(format!("{{{text}}}"));
    }
    fn nag(&mut self, nag: Nag) {
        self.0.push(nag.to_string());
    }
    fn begin_variation(&mut self) -> Interest {
        self.0.push("(".into());
        Interest::Read
    }
    fn end_variation(&mut self) {
        self.0.push(")".into());
    }
    fn result(&mut self, result: GameResult) {
        self.0.push(result.to_string());
    }
    fn end_game(&mut self) {
        self.0.push("end".into());
    }
}

fn log(source: impl Read) -> Log {
    let mut log = Log::default();
    let mut reader = Reader::with_limits(source, Limits::default().nesting(3).comment_bytes(50));
    loop {
        match reader.read_game(&mut log) {
            Ok(None) => return log,
            Ok(Some(_)) => {}
            Err(error) => log.0.push(error.to_string()),
        }
    }
}

/// A source that hands out a few bytes at a time, so that every token is cut somewhere.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(bytes.len());
        bytes[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Pieces of PGN, well and badly made.
const PIECES: [&[u8]; 40] = [
    b"1. e4 ",
    b"e5 ",
    b"1-0 ",
    b"0-1\n",
    b"*",
    b"1/2-1/2",
    b"O-O-O",
    b"0-0",
    b"(",
    b")",
    b"{",
    b"}",
    b";",
    b"\n",
    b"\r\n",
    b"\n%",
    b"\n[Event \"a\"]\n",
    b"[Site \"b\\\"\"]",
    b"\n[",
    b"]",
    b"\"",
    b"$12",
    b"$",
    b"!?",
    b"--",
    b"+-",
    b"[%clk 0:01:02]",
    b"\xEF\xBB\xBF",
    b"\xE9",
    b"\0",
    b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
    b" ",
    b"Nf3",
    b"...",
    b"c5 ",
    b"2. d4 ",
    b"(1. d4 ",
    b"{[%eval 0.2] x} ",
    b" 1-0 ",
    b"\n\n[Event \"b\"]\n\n",
];

/// Bytes in which much of what PGN knows comes up.
fn pgn_like() -> impl Strategy<Value = Vec<u8>> {
    let pieces = proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..60);
    pieces.prop_map(|pieces| pieces.concat())
}

/// A game made of numbers: where to go on, which move, and what to say of it.
fn game(start: &Position, steps: &[(u16, u16, u8, String)]) -> Game {
    let mut game = Game::from_position(start.clone());
    let mut ids = vec![NodeId::ROOT];
    for (place, choice, note, text) in steps {
        // Mostly the last move is continued.
        let index = if *place % 4 > 0 {
            ids.len() - 1
        } else {
            usize::from(*place) % ids.len()
        };
        let node = game.node_mut(ids[index]).expect("the game gave this name");
        let moves = node.position().legal_moves();
        let mut node = if moves.is_empty() || choice % 32 == 0 {
            match node.pass() {
                Some(node) => node,
                None => continue,
            }
        } else {
            node.play(moves[usize::from(*choice) % moves.len()])
                .expect("the move is legal")
        };
        match note % 8 {
            0 => node.add_comment(Comment::new(text)),
            1 => node.add_comment_before(Comment::new(text)),
            2 => node.add_nag(Nag(*note)),
            3 => {
                node.add_comment(
                    Comment::new(text)
                        .with(Annotation::Clock(Duration::from_millis(u64::from(*choice)))),
                );
                node.add_comment(Comment::new("again"));
            }
            _ => {}
        }
        ids.push(node.id());
    }
    game
}

fn start() -> impl Strategy<Value = Position> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 42",
        "rnbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKRN w KQkq - 0 1",
        "8/P1k5/8/3pP3/8/8/2p2K2/8 w - d6 0 2",
    ];
    proptest::sample::select(fens.to_vec()).prop_map(|fen| fen.parse().expect("the FEN is good"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for game in Games::new(&bytes[..]).flatten() {
            let _ = game.to_string();
        }
    }

    /// How a source hands out its bytes makes no difference.
    #[test]
    fn cuts_do_not_matter(bytes in pgn_like(), size in 1_usize..9) {
        prop_assert_eq!(log(Dribble(&bytes, size)), log(&bytes[..]));
    }

    /// Whatever is read as a game is written as the same game.
    #[test]
    fn what_is_read_is_written(bytes in pgn_like()) {
        for game in Games::new(&bytes[..]).flatten() {
            let text = game.to_string();
            let again: Vec<_> = Games::new(text.as_bytes()).flatten().collect();
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(again[0].errors().len(), 0, "{}", text);
            prop_assert_eq!(&again[0], &game, "{}", text);
        }
    }

    /// Who skips a game finds its end where who reads it does.
    #[test]
    fn skipping_finds_the_same_games(bytes in pgn_like()) {
        let mut games = Vec::new();
        let mut reader = Reader::new(&bytes[..]);
        loop {
            let mut log = Log::default();
            match reader.read_game(&mut log) {
                Ok(None) => break,
                Ok(Some(_)) => games.push(Ok(log.0)),
                Err(_) => games.push(Err(())),
            }
        }
        if games.iter().all(Result::is_ok) {
            let mut reader = Reader::new(&bytes[..]);
            let mut skipped = 0;
            while reader.skip_game().expect("reading found nothing wrong").is_some() {
                skipped += 1;
            }
            prop_assert_eq!(skipped, games.len(), "{:?}", String::from_utf8_lossy(&bytes));
        }
    }

    /// A game that is written is read as itself, in lines that are not too long.
    #[test]
    fn games_travel(
        start in start(),
        steps in proptest::collection::vec((any::<u16>(), any::<u16>(), any::<u8>(), "[ -~é♘}\n\t%\\[]{0,40}"), 0..60),
        event in "[ -~é\"\\\\]{0,30}",
        result in 0_usize..4,
    ) {
        let mut game = game(&start, &steps);
        game.set_tag("Event", &event).expect("the name is good");
        game.set_tag("Opening", &event).expect("the name is good");
        game.set_result([GameResult::Unknown, GameResult::Draw, GameResult::Won(Color::White), GameResult::Won(Color::Black)][result]);
        let text = game.to_string();
        let read: Game = text.parse().expect("what is written is good");
        prop_assert_eq!(&read, &game, "{}", text);
        prop_assert_eq!(&read.to_string(), &text);
        let movetext = text.split_once("\n\n").map_or("", |(_, movetext)| movetext);
        prop_assert!(movetext.lines().all(|line| line.chars().count() <= 80), "{}", text);
    }
}
