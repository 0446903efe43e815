//! The starts of Chess960.

use plywood_core::{Board, CastlingRights, Color, File, PieceKind, Position, Rank, Setup, Square};

/// The start of Chess960 with those numbers, 518 being the standard one.
pub(crate) fn fischer_random(white: usize, black: usize) -> Position {
    let mut board = Board::EMPTY;
    let mut castling = CastlingRights::NONE;
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        for (file, kind) in File::ALL.into_iter().zip(back_rank(number)) {
            board.put(
                Square::new(file, Rank::One.relative_to(color)),
                kind.of(color),
            );
            let pawn = PieceKind::Pawn.of(color);
            board.put(Square::new(file, Rank::Two.relative_to(color)), pawn);
            if kind == PieceKind::Rook {
                castling.insert(color, file);
            }
        }
    }
    let setup = Setup {
        board,
        castling,
        ..Setup::START
    };
    Position::new(&setup).expect("a start is legal")
}

/// The pieces from file a to h by Scharnagl's numbering: the bishops, the queen, where two knights
/// stand among five free files, and the king between the rooks.
fn back_rank(number: usize) -> [PieceKind; 8] {
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some(PieceKind::Bishop);
    rank[number / 4 % 4 * 2] = Some(PieceKind::Bishop);
    put(&mut rank, number / 16 % 6, PieceKind::Queen);
    let pairs = (0..4).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    let (first, second) = pairs.clone().nth(number / 96).expect("there are ten pairs");
    put(&mut rank, second, PieceKind::Knight);
    put(&mut rank, first, PieceKind::Knight);
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        put(&mut rank, 0, kind);
    }
    rank.map(|kind| kind.expect("eight pieces fill a rank"))
}

/// Puts a piece on one of the free files.
fn put(rank: &mut [Option<PieceKind>; 8], free: usize, kind: PieceKind) {
    let mut files = rank.iter_mut().filter(|file| file.is_none());
    *files.nth(free).expect("the file is free") = Some(kind);
}
