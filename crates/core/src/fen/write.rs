//! FEN written, in the forms that readers ask for.

use core::fmt::{self, Write as _};
use core::ops::Deref;

use arrayvec::ArrayString;

use crate::attacks;
use crate::board::Board;
use crate::castling::{CastlingRights, Wing};
use crate::color::Color;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// When a FEN shows the square that a pawn has just passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EnPassantFen {
    /// After every double push, as the standard of 1994 has it.
    Always,
    /// When a pawn stands ready to capture, even if that would expose its king.
    PseudoLegal,
    /// When the capture is legal, so that equal positions have equal FENs.
    #[default]
    Legal,
}

/// How a FEN writes the right to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CastlingFen {
    /// `KQkq`, and the file of a rook that is not the outermost.
    #[default]
    XFen,
    /// Always the files of the rooks: `HAha`.
    Shredder,
}

/// How a FEN is written.
///
/// ```
/// use plywood_core::{CastlingFen, FenFormat, Position};
///
/// let format = FenFormat { castling: CastlingFen::Shredder, ..FenFormat::default() };
/// let fen = Position::START.fen_with(format);
/// assert_eq!(fen.as_str(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FenFormat {
    /// When the en passant square is shown.
    pub en_passant: EnPassantFen,
    /// How castling rights are written.
    pub castling: CastlingFen,
}

/// Sixty-four pieces and seven slashes, sixteen rooks that may castle, two clocks of ten digits.
/// A legal position is far from it, but a setup may hold as much.
const LONGEST: usize = 71 + " w ".len() + 16 + " e3 ".len() + 10 + " ".len() + 10;

/// A FEN, kept without a heap; use it as a `&str`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FenText(ArrayString<LONGEST>);

impl FenText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for FenText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl Position {
    /// The FEN, with the en passant square when the capture is legal.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::START.fen().as_str(), fen);
    /// ```
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.fen_with(FenFormat::default())
    }

    /// The FEN in another form.
    #[must_use]
    pub fn fen_with(&self, format: FenFormat) -> FenText {
        let en_passant = match format.en_passant {
            EnPassantFen::Always => self.passed_square(),
            EnPassantFen::PseudoLegal => self.passed_square().filter(|&square| {
                let side = self.side_to_move();
                attacks::pawn(!side, square).intersects(self.pieces(side, PieceKind::Pawn))
            }),
            EnPassantFen::Legal => self.en_passant(),
        };
        Setup {
            en_passant,
            ..self.setup()
        }
        .fen_with(format.castling)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

impl Setup {
    /// The FEN, with the en passant square as it is set up.
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.fen_with(CastlingFen::default())
    }

    /// The FEN with castling rights in another form.
    #[must_use]
    pub fn fen_with(&self, castling: CastlingFen) -> FenText {
        let mut fen = ArrayString::new();
        let written = self.write_fen(&mut fen, castling);
        debug_assert!(written.is_ok(), "a FEN fits in {} bytes", fen.capacity());
        FenText(fen)
    }

    fn write_fen(&self, fen: &mut ArrayString<LONGEST>, castling: CastlingFen) -> fmt::Result {
        write_board(fen, &self.board)?;
        fen.write_char(' ')?;
        fen.write_char(self.side_to_move.letter())?;
        fen.write_char(' ')?;
        write_castling(fen, &self.board, self.castling, castling)?;
        match self.en_passant {
            Some(square) => write!(fen, " {square}")?,
            None => fen.write_str(" -")?,
        }
        write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

fn write_board(fen: &mut ArrayString<LONGEST>, board: &Board) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            fen.write_char('/')?;
        }
        let mut empty = 0_u8;
        for file in File::ALL {
            match board.piece_at(Square::new(file, rank)) {
                Some(piece) => {
                    write_empty(fen, &mut empty)?;
                    fen.write_char(piece.letter())?;
                }
                None => empty += 1,
            }
        }
        write_empty(fen, &mut empty)?;
    }
    Ok(())
}

fn write_empty(fen: &mut ArrayString<LONGEST>, empty: &mut u8) -> fmt::Result {
    if *empty > 0 {
        fen.write_char((b'0' + *empty) as char)?;
        *empty = 0;
    }
    Ok(())
}

fn write_castling(
    fen: &mut ArrayString<LONGEST>,
    board: &Board,
    rights: CastlingRights,
    form: CastlingFen,
) -> fmt::Result {
    if rights.is_empty() {
        return fen.write_char('-');
    }
    for color in Color::ALL {
        let home = Rank::One.relative_to(color);
        let king = (board.pieces(color, PieceKind::King) & home).first();
        let rooks = board.pieces(color, PieceKind::Rook) & home;
        // The king's wing comes first: rooks from the h-file down.
        let mut rest = rights.rooks(color);
        while let Some(rook) = rest.last() {
            rest -= rook;
            let wing = king.map_or(Wing::Kingside, |king| Wing::of(king.file(), rook.file()));
            let (outermost, kind) = match wing {
                Wing::Kingside => (rooks.last(), PieceKind::King),
                Wing::Queenside => (rooks.first(), PieceKind::Queen),
            };
            let letter = match form {
                CastlingFen::XFen if king.is_some() && outermost == Some(rook) => kind.letter(),
                CastlingFen::XFen | CastlingFen::Shredder => rook.file().letter(),
            };
            fen.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
    }
    Ok(())
}
