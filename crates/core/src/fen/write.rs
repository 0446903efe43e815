//! Writes FEN, in the forms that different readers expect.

use core::fmt;

use arrayvec::ArrayString;

use crate::attacks;
use crate::board::Board;
use crate::castling::CastlingSide;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// Decides when a FEN shows the en passant square.
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
#[non_exhaustive]
pub enum EnPassantFen {
    /// After every double push, as the FEN standard of 1994 says.
    Always,
    /// When an enemy pawn attacks the square, even if the capture would expose its king.
    PseudoLegal,
    /// When the capture is legal, so that equal positions have equal FENs.
    #[default]
    Legal,
}

/// Decides how a FEN writes the right to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CastlingFen {
    /// `KQkq`, but the file for a rook that is not the outermost (X-FEN).
    #[default]
    XFen,
    /// The files of the rooks: `HAha` (Shredder-FEN).
    Shredder,
}

/// The form of FEN to write.
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
    /// The notation of castling rights.
    pub castling: CastlingFen,
}

/// A FEN, stored without a heap; use it as a `&str`.
///
/// ```
/// use plywood_core::Position;
///
/// assert!(Position::START.fen().starts_with("rnbqkbnr/"));
/// ```
pub type FenText = ArrayString<ROOM>;

impl Position {
    /// Returns the FEN, with the en passant square only if the capture is legal.
    #[doc(alias = "to_fen")]
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.fen_with(FenFormat::default())
    }

    /// Returns the FEN in another form.
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
    /// Returns the FEN, with the en passant square of the setup.
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

    /// Returns the FEN with castling rights in another form.
    #[must_use]
    pub fn fen_with(&self, castling: CastlingFen) -> FenText {
        dispatch(Write(self, castling))
    }
}

/// Room for 64 pieces and seven slashes, sixteen castling rooks, and two clocks of ten digits. No legal
/// position needs that much, but a setup can.
const ROOM: usize = 71 + " w ".len() + 16 + " e3 ".len() + 10 + " ".len() + 10;

/// The bytes of a FEN while it is written. The length of a local variable like this is kept in a register; an `ArrayVec` takes
/// a fifth more instructions.
struct Line {
    bytes: [u8; ROOM],
    length: usize,
}

impl Line {
    #[inline(always)]
    const fn new() -> Self {
        Self {
            bytes: [0; ROOM],
            length: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    /// Adds the first `count` of eight bytes, the lowest first.
    #[inline(always)]
    fn push_eight(&mut self, text: u64, count: usize) {
        if let Some(places) = self.bytes.get_mut(self.length..self.length + 8) {
            places.copy_from_slice(&text.to_le_bytes());
            self.length += count;
        }
    }

    /// Adds a number. Most clocks have at most two digits.
    #[inline(always)]
    fn push_number(&mut self, number: u32) {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }

    #[inline(always)]
    fn text(&self) -> FenText {
        let text = core::str::from_utf8(&self.bytes[..self.length]);
        FenText::from(text.unwrap_or_default()).unwrap_or_default()
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
        line.text()
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
            let castling_side = king.map_or(CastlingSide::Kingside, |king| {
                CastlingSide::of(king.file(), rook.file())
            });
            let (outermost, kind) = match castling_side {
                CastlingSide::Kingside => (rooks.last(), PieceKind::King),
                CastlingSide::Queenside => (rooks.first(), PieceKind::Queen),
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

/// Adds the board field.
#[inline(always)]
fn push_board<M: Cpu>(line: &mut Line, board: &Board) {
    if M::GATHERS {
        push_ranks::<M>(line, board);
    } else {
        push_squares(line, board);
    }
}

fn push_squares(line: &mut Line, board: &Board) {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            line.push(b'/');
        }
        let mut empty = 0;
        for file in File::ALL {
            if let Some(piece) = board.piece_at(Square::new(file, rank)) {
                if empty > 0 {
                    line.push(b'0' + empty);
                }
                empty = 0;
                line.push(piece.letter() as u8);
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            line.push(b'0' + empty);
        }
    }
}

/// The text of a rank with a set of occupied files: the digits, and masks for the letters between them.
#[derive(Clone, Copy)]
struct Pattern {
    digits: u64,
    letters: u64,
    length: usize,
}

static PATTERNS: [Pattern; 256] = {
    let mut patterns = [Pattern {
        digits: 0,
        letters: 0,
        length: 0,
    }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        patterns[occupied] = pattern(occupied);
        occupied += 1;
    }
    patterns
};

const fn pattern(occupied: usize) -> Pattern {
    let (mut file, mut empty, mut length) = (0, 0, 0);
    let (mut digits, mut letters) = (0, 0);
    while file <= 8 {
        let is_piece = file < 8 && occupied >> file & 1 != 0;
        if (is_piece || file == 8) && empty > 0 {
            digits |= (b'0' as u64 + empty) << (8 * length);
            length += 1;
            empty = 0;
        }
        if is_piece {
            letters |= 0xFF << (8 * length);
            length += 1;
        } else {
            empty += 1;
        }
        file += 1;
    }
    Pattern {
        digits,
        letters,
        length,
    }
}

/// Writes without a branch, four times as fast: builds the bits of eight letters from the sets of squares, moves the letters together, and
/// spreads them between the digits.
#[inline(always)]
fn push_ranks<M: Cpu>(line: &mut Line, board: &Board) {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = board.sets;
    // In ASCII p is 1110000, n 1101110, b 1100010, r 1110010, q 1110001, k 1101011;
    // capitals lack the sixth bit.
    let bits = [
        queens | kings,
        knights | bishops | rooks | kings,
        knights,
        knights | kings,
        pawns | rooks | queens,
        black,
        white | black,
    ];
    for row in (0..8).rev() {
        let mut letters = 0;
        for (place, set) in bits.iter().enumerate() {
            letters |= M::scatter(set >> (8 * row), LOWEST << place);
        }
        let occupied = (white | black) >> (8 * row) & 0xFF;
        let pattern = PATTERNS[occupied as usize];
        let whole = M::scatter(occupied, LOWEST) * 0xFF;
        let text = pattern.digits | M::scatter(M::gather(letters, whole), pattern.letters);
        line.push_eight(text, pattern.length);
        if row > 0 {
            line.push(b'/');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;
    use crate::setup::Setup;

    #[test]
    fn ranks_are_written_as_their_squares_are() {
        let crowded = "r1bqk1nr/p1p1pp1p/1n6/8/PpPpPpPp/7B/2Q5/R3K2R b KQkq - 0 1";
        for setup in [Setup::START, Setup::EMPTY, crowded.parse().unwrap()] {
            let (mut squares, mut ranks) = (Line::new(), Line::new());
            push_squares(&mut squares, &setup.board);
            push_ranks::<Portable>(&mut ranks, &setup.board);
            assert_eq!(ranks.text(), squares.text());
        }
    }
}
