//! Formats of other trainers: they agree byte for byte with the output of the crates that define them, and damaged files are errors.

use plywood_core::{Move, MoveKind, Position};
use plywood_net::data::{FormatError, ScoredMove, read_viriformat, write_viriformat};
use plywood_search::{Game, Score};
use std::io::ErrorKind;

/// A random game with random scores.
fn game(seed: u64) -> Vec<ScoredMove<Position>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = match seed % 3 {
        0 => Position::chess960(random.u16(..960)).expect("one of 960 starts"),
        _ => Position::START,
    };
    // Some games begin in the middle, with an en passant square or without castling.
    for _ in 0..seed % 7 * 5 {
        let Some(mv) = random.choice(position.legal_moves()) else {
            break;
        };
        position = position.after(mv);
    }
    let mut points = f32::from(random.u8(..3)) / 2.0;
    let mut moves = Vec::new();
    for _ in 0..120 {
        let Some(mv) = random.choice(position.legal_moves()) else {
            break;
        };
        let after = position.after(mv);
        moves.push(ScoredMove {
            position,
            mv: Some(mv),
            score: Score::centipawns(random.i32(-3_000..3_000)),
            points: Some(points),
        });
        (position, points) = (after, 1.0 - points);
    }
    moves
}

/// These games, written by the crate `viriformat`; `benches/peers/tests/viriformat.rs` compares them with it.
const BY_THEM: &[u8] = include_bytes!("data/games.viriformat");

fn games() -> impl Iterator<Item = Vec<ScoredMove<Position>>> {
    (0..60).map(game).filter(|moves| !moves.is_empty())
}

fn written(moves: &[ScoredMove<Position>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_viriformat(moves, &mut bytes).expect("a vector takes all");
    bytes
}

#[test]
fn viriformat_agrees_with_its_crate() {
    let mut kinds = Vec::new();
    let mut all = Vec::new();
    for moves in games() {
        let bytes = written(&moves);
        let theirs = &BY_THEM[all.len()..][..bytes.len()];
        assert_eq!(bytes, theirs, "{}", moves[0].position);
        assert_eq!(read_viriformat(&mut &bytes[..]).unwrap(), moves);
        kinds.extend(moves.iter().filter_map(|scored| scored.mv.map(Move::kind)));
        all.extend(bytes);
    }
    for kind in [
        MoveKind::Castling,
        MoveKind::EnPassant,
        MoveKind::PromoteQueen,
    ] {
        assert!(kinds.contains(&kind), "{kind:?} is tested");
    }
    assert_eq!(all, BY_THEM);
    let mut from = BY_THEM;
    let read = std::iter::from_fn(|| Some(read_viriformat(&mut from).unwrap()));
    assert!(read.take_while(|moves| !moves.is_empty()).eq(games()));
}

#[test]
fn csv_is_read_as_they_were_written() {
    for scored in games().flatten() {
        assert_eq!(ScoredMove::from_csv(&scored.to_csv()).unwrap(), scored);
    }
}

/// Any bytes are an error or a game, and never cause a panic.
#[test]
fn damaged_files_are_errors() {
    let moves = game(1);
    let bytes = written(&moves);
    for length in 1..bytes.len() {
        let cut = read_viriformat(&mut &bytes[..length]);
        let is_cut = matches!(&cut, Err(FormatError::File(error)) if error.kind() == ErrorKind::UnexpectedEof);
        assert!(is_cut, "{length}");
        let said = cut.unwrap_err().to_string();
        assert_eq!(said, "the file ends in the middle of it");
    }
    let mut random = fastrand::Rng::with_seed(3);
    let (mut wrong, mut refused) = (bytes.clone(), 0);
    for place in (0..bytes.len()).flat_map(|place| [place; 20]) {
        wrong[place] = random.u8(..);
        refused += u32::from(read_viriformat(&mut &wrong[..]).is_err());
        wrong[place] = bytes[place];
    }
    assert!(refused > 3_000, "{refused}");
}

#[test]
fn what_a_format_cannot_hold_is_an_error() {
    let mut moves = game(2);
    let write = |moves: &[ScoredMove<Position>]| write_viriformat(moves, &mut Vec::new());
    let skipped = [moves[0].clone(), moves[2].clone()];
    assert!(matches!(write(&skipped), Err(FormatError::NoGame(2))));
    moves[0].points = None;
    assert!(matches!(write(&moves), Err(FormatError::NoResult)));
    moves[1].mv = None;
    assert!(matches!(write(&moves[1..]), Err(FormatError::NoMove)));
}
