//! Edited games: branches removed and reordered, lines walked with their positions.

use plywood_core::Position;
use plywood_notation::pgn::{Comment, Node, NodeId, PgnGame};
use proptest::prelude::*;

use crate::pgn::laws::{game, start};

const TREE: &str = "1. e4 (1. d4 d5 (1... Nf6 2. c4)) ({or} 1. c4) 1... e5 (1... c5) 2. Nf3 *";

fn tree() -> PgnGame {
    TREE.parse().expect("the game has no errors")
}

fn movetext(game: &PgnGame) -> String {
    let text = game.to_string();
    let (_, movetext) = text.split_once("\n\n").expect("moves follow the tags");
    movetext.trim().replace('\n', " ")
}

/// The first move with this SAN.
fn find(game: &PgnGame, san: &str) -> NodeId {
    let step = game.steps().find(|step| step.san() == san);
    step.expect("the move is in the game").node.id()
}

#[test]
fn removed_branches_are_gone() {
    let mut game = tree();
    assert_eq!(game.len(), 9);
    let (d4, nf6) = (find(&game, "d4"), find(&game, "Nf6"));
    assert!(game.remove(nf6) && !game.remove(nf6));
    assert_eq!(game.len(), 7);
    assert_eq!(
        movetext(&game),
        "1. e4 (1. d4 d5) ({or} 1. c4) 1... e5 (1... c5) 2. Nf3 *"
    );
    assert!(game.remove(d4));
    assert!(game.node(nf6).is_none() && game.node_mut(d4).is_none());
    assert!(!game.remove(NodeId::ROOT));
    // The first variation becomes the main line; its comment moves to the beginning.
    let e4 = find(&game, "e4");
    assert!(game.remove(e4));
    assert_eq!(movetext(&game), "{or} 1. c4 *");
    let c4 = game.last_added();
    assert!(game.remove(c4));
    assert_eq!((game.is_empty(), game.last_added()), (true, NodeId::ROOT));
    // Moves can be added again.
    let mv = Position::START.legal_moves()[0];
    game.root_mut().play(mv).expect("the move is legal");
    assert_eq!(game.len(), 1);
}

#[test]
fn branches_change_places() {
    let mut game = tree();
    let first_c4 = game
        .root()
        .continuations()
        .last()
        .expect("three moves")
        .id();
    assert!(game.make_main_line(first_c4) && !game.make_main_line(first_c4));
    assert_eq!(
        movetext(&game),
        "{or} 1. c4 (1. e4 e5 (1... c5) 2. Nf3) (1. d4 d5 (1... Nf6 2. c4)) *"
    );
    let nf6 = find(&game, "Nf6");
    assert!(game.make_main_line(nf6) && !game.make_main_line(nf6));
    assert_eq!(
        movetext(&game),
        "{or} 1. d4 (1. c4) (1. e4 e5 (1... c5) 2. Nf3) 1... Nf6 (1... d5) 2. c4 *"
    );
    assert!(game.node(nf6).is_some_and(Node::is_main_line));
}

#[test]
fn the_main_line_is_annotated_while_walking() {
    let mut game: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse().unwrap();
    let mut node = game.root_mut();
    let mut plies = 0;
    while node.advance() {
        plies += 1;
        if node.position().is_checkmate() {
            node.add_comment(Comment::new("mate"));
        }
    }
    assert_eq!((plies, node.as_node().ply()), (4, 4));
    assert_eq!(movetext(&game), "1. f3 e5 2. g4 Qh4# {mate} 0-1");
}

/// Quadratic time in the length would take minutes here.
#[test]
fn a_long_game_is_walked_in_linear_time() {
    let pgn = "Nf3 Nf6 Ng1 Ng8 ".repeat(25_000) + "1/2-1/2";
    let mut game: PgnGame = pgn.parse().unwrap();
    assert_eq!(
        game.steps().filter(|step| step.san() == "Nf3").count(),
        25_000
    );
    assert_eq!(game.main_line_steps().count(), 100_000);
    let mut node = game.root_mut();
    while node.advance() {}
    let last = node.position().clone();
    assert_eq!(last, game.final_position());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// After any removal or move, the game survives being written and read, and every position of a walk is that of its move.
    #[test]
    fn changed_games_are_whole(
        start in start(),
        steps in proptest::collection::vec((any::<u16>(), any::<u16>(), any::<u8>(), "[a-z ]{0,9}"), 0..40),
        edits in proptest::collection::vec((0..2_u8, any::<u16>()), 0..8),
    ) {
        let mut game = game(&start, &steps);
        for (edit, choice) in edits {
            let ids: Vec<_> = game.steps().map(|step| step.node.id()).collect();
            prop_assert_eq!(ids.len(), game.len());
            let Some(&id) = ids.get(usize::from(choice) % ids.len().max(1)) else { break };
            match edit {
                0 => game.remove(id),
                _ => game.make_main_line(id),
            };
        }
        let text = game.to_string();
        let read: PgnGame = text.parse().expect("what is written is read");
        prop_assert_eq!(&read, &game, "{}", text);
        for step in game.steps() {
            prop_assert_eq!(&step.after, &step.node.position());
            prop_assert_eq!(step.san(), step.node.san());
        }
        let main: Vec<_> = game.main_line().map(Node::id).collect();
        let steps: Vec<_> = game.main_line_steps().map(|step| step.node.id()).collect();
        prop_assert_eq!(main, steps);
    }
}
