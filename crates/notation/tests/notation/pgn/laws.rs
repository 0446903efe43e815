//! Laws of PGN: written games are read unchanged.

use std::time::Duration;

use plywood_core::{Color, Position};
use plywood_notation::pgn::{Annotation, Comment, GameResult, Games, Nag, NodeId, PgnGame};
use proptest::prelude::*;

use crate::pgn::like::pgn_like;

/// A game as numbers: the node to continue, the move, and the note.
pub(crate) fn game(start: &Position, steps: &[(u16, u16, u8, String)]) -> PgnGame {
    let mut game = PgnGame::from_position(start.clone());
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

pub(crate) fn start() -> impl Strategy<Value = Position> {
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

    /// Any text read as a game is written as that game.
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

    /// A written game is read unchanged, and its lines are not too long.
    #[test]
    fn games_travel(
        start in start(),
        steps in proptest::collection::vec((any::<u16>(), any::<u16>(), any::<u8>(), "[ -~é♘}\n\t%\\[]{0,40}"), 0..60),
        event in "[ -~é\"\\\\]{0,30}",
        name in "[ -~é]{0,6}",
        result in 0_usize..4,
    ) {
        let mut game = game(&start, &steps);
        game.set_tag("Event", &event).expect("the name is good");
        game.set_tag("Opening", &event).expect("the name is good");
        let _ = game.set_tag(&name, &event);
        game.set_result([GameResult::Unknown, GameResult::Draw, GameResult::Won(Color::White), GameResult::Won(Color::Black)][result]);
        let text = game.to_string();
        let read: PgnGame = text.parse().expect("what is written is good");
        prop_assert_eq!(&read, &game, "{}", text);
        prop_assert_eq!(&read.to_string(), &text);
        let movetext = text.split_once("\n\n").map_or("", |(_, movetext)| movetext);
        prop_assert!(movetext.lines().all(|line| line.chars().count() <= 79), "{}", text);
    }
}
