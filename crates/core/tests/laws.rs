//! Laws of every position that a game can reach, in standard chess and Chess960.

use core::ops::ControlFlow;

use plywood_core::{
    Bitboard, History, Move, MoveFilter, MoveKind, PieceValues, Position, Setup, attacks,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest};

use crate::check::check_position;
use crate::games::{games, positions};

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// FENs of games with a few bytes changed, removed, inserted or moved.
fn broken_fens() -> impl Strategy<Value = String> {
    let changes = vec((any::<usize>(), 0..4, any::<u8>()), 1..4);
    (positions(), changes).prop_map(|(position, changes)| {
        let mut bytes = position.fen().as_bytes().to_vec();
        let likely = b"pnbrqkPNBRQK12345678/ -wabcdefghKQkq0";
        for (place, change, byte) in changes {
            let byte = if byte < 200 {
                likely[usize::from(byte) % likely.len()]
            } else {
                byte
            };
            let place = place % bytes.len().max(1);
            match change {
                0 if !bytes.is_empty() => bytes[place] = byte,
                1 if !bytes.is_empty() => drop(bytes.remove(place)),
                2 => bytes.rotate_left(place),
                _ => bytes.insert(place, byte),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn keys_equal_those_from_scratch_and_positions_stay_legal(game in games(150)) {
        for position in &game {
            prop_assert_eq!(position.key(), position.key_from_scratch());
            let proven = Position::new(&position.setup());
            prop_assert_eq!(proven.as_ref(), Ok(position));
        }
    }

    #[test]
    fn filters_select_from_all_moves(position in positions(), from in any::<u64>(), to in any::<u64>()) {
        let (from, to) = (Bitboard(from), Bitboard(to));
        let moves = position.legal_moves();
        let is_capture = |mv: &Move| position.is_capture(*mv);
        let captures: Vec<Move> = moves.iter().copied().filter(is_capture).collect();
        let mut quiets = moves.to_vec();
        quiets.retain(|mv| !captures.contains(mv));
        let mut noisy = captures.clone();
        noisy.extend(quiets.iter().filter(|mv| mv.kind() == MoveKind::PromoteQueen));
        for (filter, chosen) in [
            (MoveFilter::ALL, moves.to_vec()),
            (MoveFilter::CAPTURES, captures),
            (MoveFilter::QUIETS, quiets),
            (MoveFilter::NOISY, noisy),
        ] {
            prop_assert_eq!(sorted(position.moves(filter)), sorted(chosen.iter().copied()));
            let leaving = chosen.into_iter().filter(|mv| from.contains(mv.from()));
            prop_assert_eq!(sorted(position.moves(filter.from(from))), sorted(leaving.clone()));
            let both = leaving.filter(|mv| to.contains(mv.destination()));
            prop_assert_eq!(sorted(position.moves(filter.to(to).from(from))), sorted(both));
        }
    }

    #[test]
    fn a_visit_stops_where_its_function_breaks(position in positions(), stop in 0..40_usize) {
        for filter in [MoveFilter::ALL, MoveFilter::QUIETS, MoveFilter::NOISY] {
            let mut visited = Vec::new();
            let end = position.try_for_each_move(filter, |_, mv| {
                visited.push(mv);
                if visited.len() > stop { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
            });
            let listed = position.moves(filter);
            prop_assert_eq!(end.break_value(), listed.get(stop).copied());
            prop_assert_eq!(&visited[..], &listed[..listed.len().min(stop + 1)]);
        }
    }

    #[test]
    fn a_broken_fen_gives_an_error_or_another_position(fen in broken_fens()) {
        match Setup::from_fen(&fen) {
            Ok(setup) => prop_assert_eq!(Setup::from_fen_lenient(&fen), Ok(setup)),
            Err(error) => prop_assert!((1..400).contains(&error.to_string().len()), "{error}"),
        }
        match Position::from_fen_lenient(&fen) {
            Ok((position, repairs)) => {
                let setup = Setup::from_fen_lenient(&fen).expect("it was just read");
                prop_assert_eq!(Position::new(&setup).is_ok(), repairs.is_empty(), "{:?}", repairs);
                let back = Position::from_fen(&position.fen());
                prop_assert_eq!(back, Ok(position));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_text_can_be_read_without_a_panic(text in "\\PC{0,80}") {
        prop_assert!(Position::from_fen(&text).is_err());
        prop_assert!(text.len() > 8 || Setup::from_fen_lenient(&text).is_err());
    }
}

proptest! {
    #[test]
    fn every_position_passes_the_checks(position in positions()) {
        check_position(&position);
    }

    #[test]
    fn an_exchange_wins_at_least_what_it_wins(game in games(80)) {
        let values = PieceValues::BLOGCHESS;
        for position in &game {
            for mv in position.legal_moves() {
                let see = position.see(mv, &values);
                for least in [see - 1, see, see + 1, -100, 0, 100] {
                    assert_eq!(position.see_at_least(mv, least, &values), see >= least, "{mv:?} in {position}: {see} >= {least}");
                }
            }
        }
    }

    #[test]
    fn pinned_pieces_stay_on_their_line(game in games(60)) {
        for position in &game {
            let king = position.king(position.side_to_move());
            for square in position.pinned() {
                let line = attacks::line(king, square);
                let moves = position.moves(MoveFilter::ALL.from(square));
                assert!(moves.iter().all(|mv| line.contains(mv.to())), "{square} in {position}");
            }
        }
    }

    #[test]
    fn a_move_is_legal_exactly_when_it_is_listed(position in positions()) {
        let listed = position.legal_moves();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(position.is_legal(mv), listed.contains(&mv), "{mv:?} in {position}");
        }
    }

    #[test]
    fn undo_restores_the_game(choices in vec(any::<usize>(), 1..60)) {
        let mut game = History::default();
        for choice in choices {
            let before = game.clone();
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            game.play(mv).unwrap();
            let mut undone = game.clone();
            assert_eq!(undone.undo(), Some(mv));
            assert_eq!(undone, before);
        }
    }
}

/// Found by fuzzing: castling to the square of the castling rook was missing from the quiet moves, and
/// a piece that moved to the en passant square counted as a capture.
#[test]
fn captures_and_quiets_that_were_once_wrong() {
    for (fen, captures, quiets) in [
        ("r3k2r/8/8/8/8/8/8/2RK3R w C - 0 1", 1, 23),
        ("8/8/8/8/2kPp2q/8/8/3K4 b - d3 0 1", 2, 23),
    ] {
        let position: Position = fen.parse().unwrap();
        let found = (
            position.moves(MoveFilter::CAPTURES).len(),
            position.moves(MoveFilter::QUIETS).len(),
        );
        assert_eq!(found, (captures, quiets), "{fen}");
        assert_eq!(captures + quiets, position.legal_moves().len());
    }
}
