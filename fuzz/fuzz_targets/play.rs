//! Any bytes as a game: where it starts, then which legal move, and moves from nowhere.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::{
    Board, CastlingRights, Color, File, History, Move, PieceKind, Position, Rank, Setup, Square,
};
use plywood_fuzz::check_position;

fuzz_target!(|bytes: &[u8]| {
    let (start, choices) = bytes.split_at(bytes.len().min(4));
    let Some(start) = start_position(start) else {
        return;
    };
    let mut game = History::new(start.clone());
    let mut played = 0;
    for choice in choices.chunks(2) {
        check_position(game.position());
        let number = choice
            .iter()
            .fold(0, |number, &byte| number << 8 | u16::from(byte));
        let moves = game.position().legal_moves();
        if let Some(mv) = Move::from_bits(number) {
            let is_listed = moves.contains(&mv);
            assert_eq!(
                game.position().is_legal(mv),
                is_listed,
                "{} {mv:?}",
                game.position()
            );
            assert_eq!(game.position().play(mv).is_ok(), is_listed);
        }
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(number) % moves.len()])
            .expect("a listed move is legal");
        played += 1;
        let _ = (game.outcome(), game.claim(), game.occurrences());
    }
    for _ in 0..played {
        assert!(game.undo().is_some());
    }
    assert_eq!(*game.position(), start);
});

/// The standard start, or a start of double Fischer random: for each side pieces dropped on the
/// first free file from where its byte says, then a king between rooks.
fn start_position(bytes: &[u8]) -> Option<Position> {
    if bytes.iter().all(|&byte| byte == 0) {
        return Some(Position::START);
    }
    let mut board = Board::EMPTY;
    let mut castling = CastlingRights::NONE;
    for (color, dice) in Color::ALL.into_iter().zip(bytes.chunks(2)) {
        let home = |file| Square::new(file, Rank::One.relative_to(color));
        let mut free: Vec<File> = File::ALL.to_vec();
        let mut dice = dice
            .iter()
            .fold(0, |number, &byte| number << 8 | usize::from(byte));
        for kind in [
            PieceKind::Bishop,
            PieceKind::Bishop,
            PieceKind::Queen,
            PieceKind::Knight,
            PieceKind::Knight,
        ] {
            let file = free.remove(dice % free.len());
            dice /= free.len() + 1;
            board.put(home(file), kind.of(color));
        }
        for (file, kind) in
            free.into_iter()
                .zip([PieceKind::Rook, PieceKind::King, PieceKind::Rook])
        {
            board.put(home(file), kind.of(color));
            if kind == PieceKind::Rook {
                castling.insert(color, file);
            }
        }
        for file in File::ALL {
            let square = Square::new(file, Rank::Two.relative_to(color));
            board.put(square, PieceKind::Pawn.of(color));
        }
    }
    Position::new(&Setup {
        board,
        castling,
        ..Setup::START
    })
    .ok()
}
