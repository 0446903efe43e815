//! FEN written, in the forms that readers ask for.

use core::fmt;
use core::ops::Deref;

use crate::attacks;
use crate::board::Board;
use crate::castling::{CastlingRights, Wing};
use crate::color::Color;
use crate::fen::line::Line;
use crate::fen::ranks::board_line;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Rank;

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

/// A FEN, kept without a heap; use it as a `&str`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FenText(Line);

impl FenText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for FenText {
    type Target = str;

    fn deref(&self) -> &str {
        self.0.as_str()
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
        let mut line = board_line(&self.board);
        line.push(b' ');
        line.push(self.side_to_move.letter() as u8);
        line.push(b' ');
        push_castling(&mut line, &self.board, self.castling, castling);
        line.push(b' ');
        match self.en_passant {
            Some(square) => {
                line.push(square.file().letter() as u8);
                line.push(square.rank().digit() as u8);
            }
            None => line.push(b'-'),
        }
        line.push(b' ');
        line.push_number(self.halfmove_clock);
        line.push(b' ');
        line.push_number(self.fullmove_number);
        FenText(line)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

fn push_castling(line: &mut Line, board: &Board, rights: CastlingRights, form: CastlingFen) {
    if rights.is_empty() {
        line.push(b'-');
        return;
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
            line.push(match color {
                Color::White => letter.to_ascii_uppercase() as u8,
                Color::Black => letter as u8,
            });
        }
    }
}
