//! Checks that every position must pass.

use plywood_core::{
    CastlingFen, EnPassantFen, FenFormat, Move, MoveFilter, Position, perft, perft_making_leaves,
};

/// Checks a position, its moves and its FENs.
///
/// # Panics
/// If two answers about the position contradict each other.
pub fn check_position(position: &Position) {
    check_text(position);
    let moves = check_moves(position);
    for mv in moves {
        let child = position.play_unchecked(mv);
        check_child(position, mv, &child);
    }
    let nodes = perft(position, 2);
    assert_eq!(perft_making_leaves(position, 2), nodes);
    let flipped = position.flip_colors();
    assert_eq!(flipped.flip_colors(), *position);
    assert_eq!(perft(&flipped, 2), nodes);
    if let Some(mirrored) = position.mirror() {
        assert_eq!(perft(&mirrored, 2), nodes);
    }
    if let Some(passed) = position.after_null() {
        assert_eq!(passed.key(), passed.key_from_scratch());
        assert_eq!(Position::new(&passed.setup()).as_ref(), Ok(&passed));
    }
}

/// A position equals the one read from its FEN, in every form of FEN.
fn check_text(position: &Position) {
    for castling in [CastlingFen::XFen, CastlingFen::Shredder] {
        for en_passant in [
            EnPassantFen::Always,
            EnPassantFen::PseudoLegal,
            EnPassantFen::Legal,
        ] {
            let format = FenFormat {
                en_passant,
                castling,
            };
            let fen = position.fen_with(format);
            let back = Position::from_fen(&fen).expect("a written FEN is read");
            assert_eq!(back.fen_with(format), fen);
            assert_eq!(back.key(), position.key());
            assert_eq!(back.legal_moves(), position.legal_moves());
            assert_eq!(back, *position);
            if en_passant == EnPassantFen::Always {
                assert_eq!(back.double_push_square(), position.double_push_square());
            }
        }
    }
    assert_eq!(position.to_text().to_string().len(), 9 * 18);
    assert!(position.to_svg().to_string().ends_with("</svg>\n"));
}

/// All methods that list moves agree.
fn check_moves(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    assert_eq!(position.legal_move_count(), moves.len());
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    assert_eq!(
        position.moves(MoveFilter::CAPTURES).len() + position.moves(MoveFilter::QUIETS).len(),
        moves.len()
    );
    let mut visited = Vec::new();
    position.for_each_move(MoveFilter::ALL, |_, mv| visited.push(mv));
    assert_eq!(visited, *moves);
    assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    visited.sort_unstable();
    visited.dedup();
    assert_eq!(visited.len(), moves.len());
    visited
}

fn check_child(position: &Position, mv: Move, child: &Position) {
    assert_eq!(child.key(), child.key_from_scratch(), "{position} {mv}");
    let proven = Position::new(&child.setup());
    assert_eq!(proven.as_ref(), Ok(child), "{position} {mv}");
    assert_eq!(
        child.is_check(),
        position.gives_check(mv),
        "{position} {mv}"
    );
}
