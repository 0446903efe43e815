//! Writes FEN, in the forms that different readers expect.

use core::fmt;
use core::ops::Deref;

use crate::attacks;
use crate::castling::Wing;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::fen::line::Line;
use crate::fen::ranks::push_board;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Rank;

/// When a FEN shows the en passant square.
///
/// ```
/// use plywood_core::{EnPassantFen, FenFormat, Position};
///
/// let fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
/// let position: Position = fen.parse()?;
/// assert_eq!(position.fen().as_str(), fen.replace("e3", "-"));
/// let always = FenFormat { en_passant: EnPassantFen::Always, ..FenFormat::default() };
/// assert_eq!(position.fen_with(always).as_str(), fen);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EnPassantFen {
    /// After every double push, as the FEN standard of 1994 says.
    Always,
    /// When an enemy pawn attacks the square, even if the capture would expose its king.
    PseudoLegal,
    /// When the capture is legal, so that equal positions have equal FENs.
    #[default]
    Legal,
}

/// How a FEN writes the right to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CastlingFen {
    /// `KQkq`, but the file for a rook that is not the outermost (X-FEN).
    #[default]
    XFen,
    /// The files of the rooks: `HAha` (Shredder-FEN).
    Shredder,
}

/// The form in which a FEN is written.
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

/// The text of a FEN, stored without a heap; use it as a `&str`.
///
/// ```
/// use plywood_core::Position;
///
/// assert!(Position::START.fen().starts_with("rnbqkbnr/"));
/// ```
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
    /// The FEN, with the en passant square only if the capture is legal.
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.fen_with(FenFormat::default())
    }

    /// The FEN in another form.
    #[must_use]
    pub fn fen_with(&self, format: FenFormat) -> FenText {
        let en_passant = match format.en_passant {
            EnPassantFen::Always => self.double_push_square(),
            EnPassantFen::PseudoLegal => self.double_push_square().filter(|&square| {
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
    /// The FEN, with the en passant square of the setup.
    ///
    /// ```
    /// use plywood_core::Setup;
    ///
    /// assert_eq!(Setup::EMPTY.fen().as_str(), "8/8/8/8/8/8/8/8 w - - 0 1");
    /// ```
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.fen_with(CastlingFen::default())
    }

    /// The FEN with castling rights in another form.
    #[must_use]
    pub fn fen_with(&self, castling: CastlingFen) -> FenText {
        dispatch(Write(self, castling))
    }
}

/// Compiled for each processor, since PEXT and PDEP write a FEN in 38 ns where portable code takes 104.
struct Write<'a>(&'a Setup, CastlingFen);

impl Multiversion for Write<'_> {
    type Output = FenText;

    #[inline(always)]
    fn run<M: Cpu>(self) -> FenText {
        let Self(setup, castling) = self;
        let mut line = Line::new();
        push_board::<M>(&mut line, &setup.board);
        line.push(b' ');
        line.push(setup.side_to_move.letter() as u8);
        line.push(b' ');
        push_castling(&mut line, setup, castling);
        line.push(b' ');
        match setup.en_passant {
            Some(square) => {
                line.push(square.file().letter() as u8);
                line.push(square.rank().digit() as u8);
            }
            None => line.push(b'-'),
        }
        line.push(b' ');
        line.push_number(setup.halfmove_clock);
        line.push(b' ');
        line.push_number(setup.fullmove_number);
        FenText(line)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

#[inline(always)]
fn push_castling(line: &mut Line, setup: &Setup, form: CastlingFen) {
    let board = &setup.board;
    if setup.castling.is_empty() {
        line.push(b'-');
        return;
    }
    for color in Color::ALL {
        let home = Rank::One.relative_to(color);
        let king = (board.pieces(color, PieceKind::King) & home).first();
        let rooks = board.pieces(color, PieceKind::Rook) & home;
        // The kingside comes first: rooks from the h-file to the a-file.
        let mut rest = setup.castling.rooks(color);
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
