//! The positions and files that tests use.

use std::path::PathBuf;

use plywood_core::{Color, PieceKind, Position, Setup, Square};
use plywood_tables::{Endgame, Syzygy};

/// The folder with the real tables of three and four men, beside the repository.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy")
}

/// Returns the real tables. Only tests marked `#[ignore]` use them.
///
/// # Panics
/// If there are none.
pub(crate) fn real_tables() -> Syzygy {
    let folder = folder();
    let opened = Syzygy::open(folder.to_str().expect("the path is plain"));
    opened.unwrap_or_else(|error| panic!("this test needs the tables of four men: {error}"))
}

/// A random legal position of an endgame, half of them with the colors exchanged.
pub(crate) fn random_position(random: &mut fastrand::Rng, endgame: Endgame) -> Position {
    let endgame = if random.bool() {
        endgame
    } else {
        endgame.flip_colors()
    };
    loop {
        let mut squares: Vec<Square> = (0..64).filter_map(Square::from_index).collect();
        random.shuffle(&mut squares);
        let mut squares = squares.into_iter();
        let mut setup = Setup::EMPTY;
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for _ in 0..endgame.count(color, kind) {
                    let square = squares.next().expect("there are fewer than 64 men");
                    setup.board.put(square, kind.of(color));
                }
            }
        }
        if random.bool() {
            setup.side_to_move = Color::Black;
        }
        if let Ok(position) = Position::new(&setup) {
            return position;
        }
    }
}

/// A random position of two pawns and two kings in which a pawn can be captured en passant.
pub(crate) fn random_en_passant(random: &mut fastrand::Rng) -> Position {
    loop {
        let (pushed, wing) = (random.usize(0..8), random.usize(0..8));
        let white_to_move = random.bool();
        let (rank, passed, mover) = if white_to_move {
            (32, 40, Color::White)
        } else {
            (24, 16, Color::Black)
        };
        let mut setup = Setup::EMPTY;
        setup.side_to_move = mover;
        setup.en_passant = Square::from_index(passed + pushed);
        let pieces = [
            (rank + pushed, PieceKind::Pawn.of(!mover)),
            (rank + wing, PieceKind::Pawn.of(mover)),
            (random.usize(0..64), PieceKind::King.of(Color::White)),
            (random.usize(0..64), PieceKind::King.of(Color::Black)),
        ];
        for (square, piece) in pieces {
            let square = Square::from_index(square).expect("there are 64 squares");
            setup.board.put(square, piece);
        }
        match Position::new(&setup) {
            Ok(position) if position.en_passant().is_some() => return position,
            _ => {}
        }
    }
}

/// The position of a FEN.
///
/// # Panics
/// If the FEN is wrong.
pub(crate) fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}
