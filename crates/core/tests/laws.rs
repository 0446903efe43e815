//! What holds for every position that a game can reach, in standard chess and Chess960.

use core::ops::ControlFlow;

use plywood_core::{
    Bitboard, ByColor, CastlingFen, EnPassantFen, FenFormat, Move, MoveFilter, MoveKind, Position,
    Setup, perft,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest};

/// All positions of a game of random legal moves, from its start.
fn games(longest: usize) -> impl Strategy<Value = Vec<Position>> {
    (starts(), vec(any::<u16>(), 0..=longest)).prop_map(|(start, choices)| {
        let mut game = vec![start];
        for choice in choices {
            let position = &game[game.len() - 1];
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(position.play_unchecked(moves[usize::from(choice) % moves.len()]));
        }
        game
    })
}

/// The last position of a random game.
fn positions() -> impl Strategy<Value = Position> {
    games(150).prop_map(|mut game| game.pop().expect("a game has a start"))
}

/// The start positions of standard chess, Chess960 and double Fischer random.
fn starts() -> impl Strategy<Value = Position> {
    (0..4, 0..960_u16, 0..960_u16).prop_filter_map("a number below 960", |(kind, white, black)| {
        match kind {
            0 => Some(Position::START),
            1 | 2 => Position::chess960(white),
            _ => Position::double_chess960(ByColor { white, black }),
        }
    })
}

/// All ways to write a FEN.
fn formats() -> impl Iterator<Item = FenFormat> {
    let castlings = [CastlingFen::XFen, CastlingFen::Shredder];
    castlings.into_iter().flat_map(|castling| {
        let squares = [
            EnPassantFen::Always,
            EnPassantFen::PseudoLegal,
            EnPassantFen::Legal,
        ];
        squares.map(|en_passant| FenFormat {
            en_passant,
            castling,
        })
    })
}

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
    fn listed_moves_are_legal_and_lead_to_legal_positions(position in positions()) {
        for mv in position.legal_moves() {
            prop_assert!(position.is_legal(mv), "{mv}");
            let child = position.play_unchecked(mv);
            prop_assert_eq!(child.key(), child.key_from_scratch(), "{}", mv);
            prop_assert_eq!(child.is_check(), position.gives_check(mv), "{}", mv);
            let proven = Position::new(&child.setup());
            prop_assert_eq!(proven.as_ref(), Ok(&child), "{}", mv);
        }
    }

    #[test]
    fn any_move_is_legal_exactly_when_it_is_listed(position in positions(), bits in any::<u16>()) {
        let moves = position.legal_moves();
        if let Some(mv) = Move::from_bits(bits | 1 << 15) {
            prop_assert_eq!(position.is_legal(mv), moves.contains(&mv), "{:?}", mv);
        }
        for kind in [MoveKind::Normal, MoveKind::DoublePush, MoveKind::Castling, MoveKind::EnPassant, MoveKind::PromoteQueen] {
            for mv in &moves {
                let other = Move::new(mv.from(), mv.to(), kind);
                prop_assert_eq!(position.is_legal(other), moves.contains(&other), "{:?}", other);
            }
        }
    }

    #[test]
    fn a_position_equals_the_one_read_from_its_fen(position in positions()) {
        for format in formats() {
            let fen = position.fen_with(format);
            let back = Position::from_fen(&fen);
            prop_assert!(back.is_ok(), "{fen}");
            let back = back.expect("it was just checked");
            prop_assert_eq!(back.fen_with(format), fen);
            prop_assert_eq!(back.key(), position.key());
            prop_assert_eq!(back.legal_moves(), position.legal_moves());
            let lenient = Position::from_fen_lenient(&fen);
            prop_assert_eq!(lenient, Ok((back.clone(), vec![])));
            let setup = Setup::from_fen(&fen).expect("a position is a setup");
            let setup_fen = setup.fen_with(format.castling);
            prop_assert_eq!(setup_fen, fen);
            prop_assert_eq!(&back, &position);
            if format.en_passant == EnPassantFen::Always {
                prop_assert_eq!(back.double_push_square(), position.double_push_square());
            }
        }
    }

    #[test]
    fn all_move_methods_agree(position in positions()) {
        let moves = position.legal_moves();
        prop_assert_eq!(position.legal_move_count(), moves.len());
        prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
        let mut visited = Vec::new();
        position.for_each_move(MoveFilter::ALL, |kind, mv| {
            assert_eq!(position.board().kind_at(mv.from()), Some(kind), "{mv}");
            visited.push(mv);
        });
        prop_assert_eq!(&visited[..], &moves[..]);
        let all = sorted(moves.clone());
        prop_assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
        if let Some(turned) = position.after_null() {
            prop_assert_eq!(position.move_count(turned.side_to_move()), turned.legal_move_count());
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
    fn flipped_and_mirrored_positions_have_as_many_moves(position in positions()) {
        let flipped = position.flip_colors();
        prop_assert_eq!(flipped.key(), flipped.key_from_scratch());
        prop_assert_eq!(&flipped.flip_colors(), &position);
        prop_assert_eq!(perft(&flipped, 2), perft(&position, 2));
        if let Some(mirrored) = position.mirror() {
            prop_assert_eq!(perft(&mirrored, 2), perft(&position, 2));
            prop_assert_eq!(mirrored.mirror(), Some(position));
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
