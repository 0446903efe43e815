//! Checks that every position must pass, in the laws of random games as in the fuzz targets.

use plywood_core::{
    Bitboard, CastlingFen, Color, EnPassantFen, FenFormat, Move, MoveFilter, MoveKind, Position,
    Setup, Square, perft,
};

/// Checks a position, its moves and its FENs.
///
/// # Panics
/// If two answers about the position contradict each other.
pub(crate) fn check_position(position: &Position) {
    check_text(position);
    let moves = check_moves(position);
    for mv in moves {
        let child = position.play_unchecked(mv);
        check_child(position, mv, &child);
    }
    for color in Color::ALL {
        let own = position.board().color(color);
        let reaches = |square: &Square| position.attackers(*square).intersects(own);
        let attacked: Bitboard = Square::ALL.into_iter().filter(reaches).collect();
        assert_eq!(position.attacked_by(color), attacked, "{position}");
    }
    let nodes = perft(position, 2);
    let flipped = position.flip_colors();
    assert_eq!(flipped.key(), flipped.key_from_scratch());
    assert_eq!(flipped.flip_colors(), *position);
    assert_eq!(perft(&flipped, 2), nodes, "{position}");
    if let Some(mirrored) = position.mirror() {
        assert_eq!(perft(&mirrored, 2), nodes, "{position}");
        assert_eq!(mirrored.mirror().as_ref(), Some(position));
    }
    if let Some(passed) = position.after_null() {
        assert_eq!(passed.key(), passed.key_from_scratch());
        assert_eq!(
            position.move_count(passed.side_to_move()),
            passed.legal_move_count()
        );
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
            assert_eq!(Position::from_fen_lenient(&fen), Ok((back.clone(), vec![])));
            let setup = Setup::from_fen(&fen).expect("a position is a setup");
            assert_eq!(setup.fen_with(castling), fen);
            if en_passant == EnPassantFen::Always {
                assert_eq!(back.double_push_square(), position.double_push_square());
            }
        }
    }
    assert_eq!(position.to_text().to_string().len(), 9 * 18);
    assert!(position.to_svg().to_string().ends_with("</svg>\n"));
}

/// All methods that list moves agree, and every kind of move but the listed one is illegal.
fn check_moves(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    assert_eq!(position.legal_move_count(), moves.len(), "{position}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    let mut visited = Vec::new();
    position.for_each_move(MoveFilter::ALL, |kind, mv| {
        assert_eq!(
            position.board().kind_at(mv.from()),
            Some(kind),
            "{position} {mv}"
        );
        visited.push(mv);
    });
    assert_eq!(visited, *moves, "{position}");
    for kind in [
        MoveKind::Normal,
        MoveKind::DoublePush,
        MoveKind::Castling,
        MoveKind::EnPassant,
        MoveKind::PromoteQueen,
    ] {
        for mv in &moves {
            let mv = Move::new(mv.from(), mv.to(), kind);
            assert_eq!(
                position.is_legal(mv),
                moves.contains(&mv),
                "{position} {mv:?}"
            );
        }
    }
    visited.sort_unstable();
    visited.dedup();
    assert_eq!(visited.len(), moves.len(), "{position}");
    visited
}

/// Predictions about a move before it is made come true.
fn check_child(position: &Position, mv: Move, child: &Position) {
    assert!(position.is_legal(mv), "{position} {mv:?}");
    assert_eq!(child.key(), child.key_from_scratch(), "{position} {mv:?}");
    let proven = Position::new(&child.setup());
    assert_eq!(proven.as_ref(), Ok(child), "{position} {mv:?}");
    let is_check = position.gives_check(mv);
    assert_eq!(child.is_check(), is_check, "{position} {mv:?}");
    let men = |position: &Position| position.board().occupied().len();
    let is_capture = men(child) < men(position);
    assert_eq!(position.is_capture(mv), is_capture, "{position} {mv:?}");
    assert_eq!(
        position.captured(mv).is_some(),
        is_capture,
        "{position} {mv:?}"
    );
}
