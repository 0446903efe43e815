//! Material with which mate is possible, found by searching mates on all boards with few pieces.

use plywood_core::{Bitboard, Board, Color, PieceKind, Position, Rank, Setup, Square, attacks};

/// A man besides the kings, with its possible squares.
type Man = (PieceKind, Bitboard);

/// Reads men: `N` is a knight, `L` a bishop on light squares, `D` one on dark squares.
fn men(letters: &str) -> Vec<Man> {
    let man = |letter| match letter {
        'P' => (PieceKind::Pawn, !(Bitboard::from(Rank::One) | Rank::Eight)),
        'L' => (PieceKind::Bishop, Bitboard::LIGHT),
        'D' => (PieceKind::Bishop, Bitboard::DARK),
        _ => (
            PieceKind::from_letter(letter).expect("a piece"),
            Bitboard::FULL,
        ),
    };
    letters.chars().map(man).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Any legal position.
    Legal,
    /// A position in which White has mated.
    Mate,
}

/// The first position of a kind that has exactly these men.
fn find(wanted: Wanted, white: &str, black: &str) -> Option<Position> {
    let (mut white, black) = (men(white), men(black));
    // A board without pawns can be turned and reflected at both diagonals, where every square keeps its color.
    let has_pawns = white
        .iter()
        .chain(&black)
        .any(|man| man.0 == PieceKind::Pawn);
    let is_tried = |king: &Square| {
        let (file, rank) = (king.file() as u8, king.rank() as u8);
        has_pawns || (rank <= file && rank + file <= 7)
    };
    white.push((PieceKind::King, Bitboard::FULL));
    Square::ALL.into_iter().filter(is_tried).find_map(|king| {
        let mut board = Board::EMPTY;
        board.put(king, PieceKind::King.of(Color::Black));
        place(&mut board, wanted, &white, &black)
    })
}

/// Places the other men in every way until the position is the wanted one.
fn place(board: &mut Board, wanted: Wanted, white: &[Man], black: &[Man]) -> Option<Position> {
    let (color, man, white, black) = match (white, black) {
        ([man, white @ ..], black) => (Color::White, man, white, black),
        ([], [man, black @ ..]) => (Color::Black, man, white, black),
        ([], []) => return position(board, wanted),
    };
    // White's king comes last, and does not give check.
    if white.is_empty() && color == Color::White && wanted == Wanted::Mate && !is_check(board) {
        return None;
    }
    for square in man.1 - board.occupied() {
        board.put(square, man.0.of(color));
        let found = place(board, wanted, white, black);
        if found.is_some() {
            return found;
        }
        board.take(square);
    }
    None
}

fn is_check(board: &Board) -> bool {
    let king = board
        .pieces(Color::Black, PieceKind::King)
        .first()
        .expect("Black has a king");
    attacks::attackers(board, king, board.occupied()).intersects(board.color(Color::White))
}

/// Returns the position with Black to move, if it is the wanted one. No move lets two bishops on squares of one color give check at once,
/// so such positions do not count.
fn position(board: &Board, wanted: Wanted) -> Option<Position> {
    if wanted == Wanted::Mate && !is_check(board) {
        return None;
    }
    let setup = Setup {
        board: *board,
        side_to_move: Color::Black,
        ..Setup::EMPTY
    };
    let position = Position::new(&setup).ok()?;
    let bishops = position.checkers() & board.kind(PieceKind::Bishop);
    let is_mate = || !bishops.has_many() && position.is_checkmate();
    (wanted == Wanted::Legal || is_mate()).then_some(position)
}

/// Compares boards and rule: White's men can mate among these enemy men and no others.
fn check(white: &str, black: &[&str], can_mate: impl Fn(&str) -> bool) {
    for &black in black {
        let mate = find(Wanted::Mate, white, black);
        assert_eq!(
            mate.is_some(),
            can_mate(black),
            "{white} against {black}: {mate:?}"
        );
        let any = mate
            .or_else(|| find(Wanted::Legal, white, black))
            .expect("there is a position");
        assert_eq!(
            any.has_insufficient_material(Color::White),
            !can_mate(black),
            "{any}"
        );
        let flipped = any.flip_colors();
        assert_eq!(
            flipped.has_insufficient_material(Color::Black),
            !can_mate(black),
            "{flipped}"
        );
    }
}

const ONE_MAN: [&str; 7] = ["", "P", "N", "L", "D", "R", "Q"];

#[test]
fn these_mate_a_bare_king() {
    for white in ["R", "Q", "NN", "NL", "LD"] {
        check(white, &[""], |_| true);
    }
    // A pawn can mate as a queen.
    let pawn = find(Wanted::Legal, "P", "").expect("there is one");
    assert!(!pawn.has_insufficient_material(Color::White));
}

#[test]
fn a_king_never_mates() {
    check("", &ONE_MAN, |_| false);
}

#[test]
fn a_knight_needs_an_enemy_piece_other_than_a_queen() {
    check("N", &ONE_MAN, |black| !matches!(black, "" | "Q"));
}

#[test]
fn a_bishop_needs_a_man_that_can_stand_on_the_other_color_and_not_answer() {
    check("L", &ONE_MAN, |black| matches!(black, "P" | "N" | "D"));
}

/// In a mate, queens on squares that White attacks, or not beside their king, are not needed. So they are placed on the other squares
/// beside their king, and if that is no mate, no number of queens is enough.
#[test]
fn a_knight_cannot_mate_among_any_number_of_queens() {
    let mut tried = 0;
    for king in Square::ALL {
        for knight in attacks::knight(king) {
            for white_king in !attacks::king(king) - king - knight {
                let attacked = attacks::king(white_king) | attacks::knight(knight);
                let mut board = Board::EMPTY;
                for queen in attacks::king(king) - attacked - knight {
                    board.put(queen, PieceKind::Queen.of(Color::Black));
                }
                board.put(king, PieceKind::King.of(Color::Black));
                board.put(white_king, PieceKind::King.of(Color::White));
                board.put(knight, PieceKind::Knight.of(Color::White));
                // If a queen attacks White's king, the position is not legal.
                if let Some(position) = position(&board, Wanted::Legal) {
                    assert!(!position.is_checkmate(), "{position}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
}

#[test]
#[ignore = "takes a minute in a release build"]
fn two_men_more_do_not_change_the_rule() {
    check("LL", &["", "L", "R", "Q"], |_| false);
    check("LL", &["P", "N", "D"], |_| true);
    check("L", &["LL", "LR", "LQ", "RR", "RQ", "QQ"], |_| false);
    check("N", &["QQ"], |_| false);
}
