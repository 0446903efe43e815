//! A visitor of legal moves gets the games in the trees.

use plywood_core::{Move, Position};
use plywood_notation::pgn::{
    GameResult, Games, LegalMove, LegalReader, LegalVisitor, Nag, PgnError, PgnGame, Tags, Text,
};
use proptest::prelude::*;

use crate::pgn::like::pgn_like;

/// A game as reported to its visitor, with only the main line.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    tags: Tags,
    start: Option<Position>,
    main_line: Vec<(Position, Option<Move>, Position)>,
    /// The moves of the main line and of all variations.
    moves: usize,
    nags: usize,
    errors: Vec<String>,
    warnings: Vec<String>,
    result: GameResult,
    depth: usize,
    has_ended: bool,
}

impl LegalVisitor for Seen {
    fn begin_game(&mut self) {
        assert_eq!(*self, Self::default());
    }

    fn begin_moves(&mut self, tags: Tags, start: &Position) {
        assert!(self.start.is_none(), "the moves begin once");
        self.tags = tags;
        self.start = Some(start.clone());
    }

    fn mv(&mut self, mv: LegalMove<'_>) {
        assert!(self.start.is_some());
        self.moves += 1;
        if self.depth == 0 {
            let step = (mv.before.clone(), mv.mv, mv.after.clone());
            self.main_line.push(step);
        }
    }

    fn comment(&mut self, _: Text<'_>) {
        assert!(self.start.is_some());
    }

    fn nag(&mut self, _: Nag) {
        self.nags += 1;
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn error(&mut self, error: PgnError) {
        self.errors.push(error.to_string());
    }

    fn warning(&mut self, warning: PgnError) {
        self.warnings.push(warning.to_string());
    }

    fn end_game(&mut self, result: GameResult) {
        assert!(self.start.is_some() && !self.has_ended);
        self.has_ended = true;
        self.result = result;
    }
}

fn texts(errors: &[PgnError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn same_as_tree(seen: &Seen, game: &PgnGame) {
    let steps = game.main_line_steps();
    let main_line: Vec<_> = steps
        .map(|step| (step.before, step.node.mv(), step.after))
        .collect();
    let nags = game.steps().map(|step| step.node.nags().len()).sum();
    assert_eq!(seen.start.as_ref(), Some(game.start()));
    assert_eq!(seen.main_line, main_line);
    assert_eq!((seen.moves, seen.nags), (game.len(), nags));
    assert_eq!(seen.errors, texts(game.errors()));
    assert_eq!(seen.warnings, texts(game.warnings()));
    assert_eq!(seen.result, game.result());
    // The result at the end of the moves becomes the tag of a tree.
    let others = |tags: &Tags| {
        let tags = tags.iter().filter(|(name, _)| *name != "Result");
        tags.map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(others(&seen.tags), others(game.tags()));
    assert!(seen.has_ended);
}

#[track_caller]
fn check(pgn: &[u8]) {
    let mut games = Games::new(pgn);
    let mut reader = LegalReader::new(pgn);
    for number in 1.. {
        let mut seen = Seen::default();
        let read = reader
            .read_game(&mut seen)
            .expect("bytes in memory do not fail");
        let game = games.next().transpose().expect("they do not");
        let Some(game) = game else {
            assert_eq!(read, None);
            return;
        };
        assert_eq!(read, Some(number));
        same_as_tree(&seen, &game);
        assert_eq!(reader.reader().began_at(), games.reader().began_at());
    }
}

#[test]
fn games_with_tags_and_mistakes() {
    check(
        b"[White \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O (1. Ke9 e5) Ke7 1-0",
    );
    check(b"[FEN \"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1\"]\n[Variant \"960\"]\n\n1. -- Ke7 (1... -- 2. Rg8+ --) *");
    check(
        b"[FEN \"nothing\"]\n[White \"a\"]\n\n1. e4 {c} e5 0-1\n\n[Variant \"Atomic\"]\n\n1. e4 *",
    );
    check(b"[White \"a\"]\n[Black \"b\n\n1. e4 e5 1-0");
    check(b"[Result \"1/2\"]\n\n1. e4 ({early}) ({early} 1. d4 $1) 1... e5 $2 ) 2. Nf3 0-1");
    check(b"1. e4 {no end");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_visitor_sees_what_a_tree_has(pgn in pgn_like()) {
        check(&pgn);
    }
}
