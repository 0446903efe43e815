//! FEN, including its Chess960 forms X-FEN and Shredder-FEN: its fields, its errors, and how it is read.

mod write;

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::CastlingRights;
use crate::color::Color;
use crate::excerpt::Excerpt;
use crate::piece::PieceKind;
use crate::position::{Position, PositionError, Repair};
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

pub use write::{CastlingFen, EnPassantFen, FenFormat, FenText};

/// One of the six fields of a FEN.
///
/// ```
/// use plywood_core::{FenError, FenField, Setup};
///
/// let error = Setup::from_fen("8/8/8/8/8/8/8/8 w").unwrap_err();
/// assert_eq!(error, FenError::Missing(FenField::Castling));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The pieces, from rank 8 to rank 1.
    Board,
    /// `w` or `b`.
    SideToMove,
    /// `KQkq`, rook files, or `-`.
    Castling,
    /// The square behind a pawn that has just gone two squares, or `-`.
    EnPassant,
    /// The number of half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en passant square",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "move number",
        })
    }
}

/// The error for a string that is not the FEN of a legal position.
///
/// ```
/// use plywood_core::Position;
///
/// let error = "8/8/ppp4pp/8/8/8/8/8 w - - 0 1".parse::<Position>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"board: expected 8 files on rank 6, found 9 in "ppp4pp""#
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The string is longer than any FEN.
    #[error("a FEN has at most {limit} bytes, but this one has {0}", limit = LONGEST)]
    TooLong(usize),
    /// A field is missing.
    #[error("the FEN ends before the {0}")]
    Missing(FenField),
    /// The board doesn't have eight ranks.
    #[error("board: expected 8 ranks, found {0} in {1}")]
    Ranks(usize, Excerpt),
    /// A rank doesn't have eight files.
    #[error("board: expected 8 files on rank {rank}, found {found} in {text}")]
    Files {
        /// The rank.
        rank: Rank,
        /// The number of files it fills.
        found: u32,
        /// The text of the rank.
        text: Excerpt,
    },
    /// A character is neither a piece nor a number of empty squares.
    #[error(
        "board: {character:?} on rank {rank} is neither a piece nor a digit from 1 to 8 in {text}"
    )]
    Character {
        /// The rank.
        rank: Rank,
        /// The character.
        character: char,
        /// The text of the rank.
        text: Excerpt,
    },
    /// Two digits are side by side.
    #[error("board: two digits side by side on rank {0} in {1}, expected their sum")]
    Digits(Rank, Excerpt),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move: expected \"w\" or \"b\", found {0}")]
    SideToMove(Excerpt),
    /// The castling field is neither `-` nor letters of rooks.
    #[error(
        "castling rights: expected \"-\" or letters as in \"KQkq\" or \"HAha\", each once, found {0}"
    )]
    Castling(Excerpt),
    /// The en passant field is neither a square nor `-`.
    #[error("en passant square: expected \"-\" or a square, found {0}")]
    EnPassant(Excerpt),
    /// A clock is not a number.
    #[error("{0}: expected a number, found {1}")]
    Number(FenField, Excerpt),
    /// There is text after the last field.
    #[error("expected nothing after the six fields, found {0}")]
    Trailing(Excerpt),
    /// The FEN is well-formed, but the position is not legal.
    #[error(transparent)]
    Illegal(#[from] PositionError),
}

impl Board {
    /// Reads the first field of a FEN, the pieces from rank 8 to rank 1.
    ///
    /// # Errors
    /// Names the wrong rank, quotes it, and gives the reason.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        board(checked(text)?)
    }
}

impl Setup {
    /// Reads a FEN with all six fields, one space between them.
    ///
    /// Castling rights may be written as in standard FEN (`KQkq`, the outermost rooks), X-FEN (`Gkq`,
    /// where a letter is the file of an inner rook), or Shredder-FEN (`HAha`, always files).
    ///
    /// # Errors
    /// Names the wrong field, quotes it, and gives the reason.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        setup(text, Form::Strict)
    }

    /// Reads a FEN whose last fields may be missing, with any white space around fields.
    /// Without them White is to move, there are no castling rights, and the clocks are 0 and 1.
    ///
    /// # Errors
    /// As [`from_fen`](Self::from_fen).
    ///
    /// ```
    /// use plywood_core::Setup;
    ///
    /// let setup =
    ///     Setup::from_fen_lenient("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq")
    ///         .unwrap();
    /// assert_eq!(setup, Setup::START);
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<Self, FenError> {
        setup(text, Form::Lenient)
    }
}

impl Position {
    /// Reads a FEN with all six fields and checks that the position is legal, as `text.parse()` does.
    ///
    /// # Errors
    /// Names the wrong field, or gives every reason the position is not legal.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Ok(Self::new(&Setup::from_fen(text)?)?)
    }

    /// Reads a FEN whose last fields may be missing, and drops castling rights and an en passant
    /// square that are impossible, as [`new_lenient`](Self::new_lenient) does. Returns the position
    /// and what was dropped; print or log it.
    ///
    /// # Errors
    /// As [`from_fen`](Self::from_fen).
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let (position, repairs) = Position::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 w KQ")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// assert_eq!(repairs.len(), 2);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<(Self, Vec<Repair>), FenError> {
        Ok(Self::new_lenient(&Setup::from_fen_lenient(text)?)?)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({:?})", self.fen().as_str())
    }
}

/// The FEN, as `Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.fen().as_str())
    }
}

/// The length in bytes of the longest string that is read. No FEN is longer, even with much white space.
const LONGEST: usize = 256;

/// The strictness with which FEN is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Six fields, one space between them.
    Strict,
    /// Any white space around fields, and the last ones may be missing.
    Lenient,
}

/// Inlined where it is called: passing the setup from function to function takes a sixth of the time.
#[inline(always)]
fn setup(text: &str, form: Form) -> Result<Setup, FenError> {
    let mut fields = Fields {
        rest: Some(checked(text)?),
        form,
    };
    let board = match fields.next(FenField::Board)? {
        Some(text) => board(text)?,
        None => return Err(FenError::Missing(FenField::Board)),
    };
    let mut setup = Setup {
        board,
        ..Setup::EMPTY
    };
    if let Some(text) = fields.next(FenField::SideToMove)? {
        setup.side_to_move = side(text)?;
    }
    if let Some(text) = fields.next(FenField::Castling)? {
        setup.castling = castling(text, &setup.board)?;
    }
    if let Some(text) = fields.next(FenField::EnPassant)? {
        setup.en_passant = en_passant(text)?;
    }
    if let Some(text) = fields.next(FenField::HalfmoveClock)? {
        setup.halfmove_clock = number(FenField::HalfmoveClock, text)?;
    }
    if let Some(text) = fields.next(FenField::FullmoveNumber)? {
        setup.fullmove_number = number(FenField::FullmoveNumber, text)?;
    }
    match fields.after_last() {
        Some(rest) => Err(FenError::Trailing(Excerpt::new(rest))),
        None => Ok(setup),
    }
}

fn checked(text: &str) -> Result<&str, FenError> {
    if text.len() > LONGEST {
        Err(FenError::TooLong(text.len()))
    } else {
        Ok(text)
    }
}

/// The fields of a FEN, one after the other.
struct Fields<'a> {
    /// The text after the last separator; `None` if the last field ended it.
    rest: Option<&'a str>,
    form: Form,
}

impl<'a> Fields<'a> {
    /// Returns the next field; `None` if it is missing and may be.
    #[inline(always)]
    fn next(&mut self, field: FenField) -> Result<Option<&'a str>, FenError> {
        let rest = match self.form {
            Form::Strict => self.rest.ok_or(FenError::Missing(field))?,
            Form::Lenient => match self.after_last() {
                Some(rest) => rest,
                None => return Ok(None),
            },
        };
        let (text, rest) = match self.form {
            Form::Strict => match rest.bytes().position(|byte| byte == b' ') {
                Some(space) => (&rest[..space], Some(&rest[space + 1..])),
                None => (rest, None),
            },
            // White space before the next field is trimmed when that is read.
            Form::Lenient => {
                let (text, rest) =
                    rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
                (text, Some(rest))
            }
        };
        self.rest = rest;
        Ok(Some(text))
    }

    /// Returns the text after the fields read so far, if there is any.
    #[inline]
    fn after_last(&self) -> Option<&'a str> {
        match self.form {
            Form::Strict => self.rest,
            Form::Lenient => self.rest.map(str::trim).filter(|rest| !rest.is_empty()),
        }
    }
}

/// The meaning of each byte in a board field: its plane (`color * 8 + kind` for a piece, an unused one for the rest), the number of files
/// it fills, and whether it is a digit, a slash or wrong.
static MEANING: [u16; 256] = {
    let mut table = [WRONG; 256];
    let letters = b"PNBRQK";
    let mut kind = 0;
    while kind < 6 {
        table[letters[kind] as usize] = 1 << FILES | kind as u16;
        table[letters[kind].to_ascii_lowercase() as usize] = 1 << FILES | 8 | kind as u16;
        kind += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        table[b'0' as usize + digit] = DIGIT | (digit as u16) << FILES | NO_PLANE;
        digit += 1;
    }
    table[b'/' as usize] = SLASH | NO_PLANE;
    table
};
const NO_PLANE: u16 = 7;
const FILES: u32 = 4;
const DIGIT: u16 = 0x100;
const SLASH: u16 = 0x200;
const WRONG: u16 = 0x400;

/// Reads the board field. Pieces go into a plane for each kind and color, digits and slashes into an
/// unused one, and mistakes are only noted, so that every byte is handled without a branch.
fn board(text: &str) -> Result<Board, FenError> {
    let mut planes = [0_u64; 16];
    let (mut squares, mut squares_above, mut previous, mut wrong) = (0_u16, 0_u16, 0, 0);
    for byte in text.bytes() {
        let meaning = MEANING[usize::from(byte)];
        planes[usize::from(meaning & 15)] |= 1 << ((squares ^ 56) & 63);
        squares += meaning >> FILES & 15;
        wrong |= meaning & (previous | WRONG);
        previous = meaning & DIGIT;
        if meaning & SLASH != 0 {
            squares_above += 8;
            wrong |= squares ^ squares_above;
        }
    }
    if wrong != 0 || squares_above != 56 || squares != 64 {
        return Err(board_error(text));
    }
    let (white, black) = planes.split_at(8);
    let [pawns, knights, bishops, rooks, queens, kings] =
        core::array::from_fn(|kind| white[kind] | black[kind]);
    let all = |planes: &[u64]| planes[..6].iter().fold(0, |all, plane| all | plane);
    let (white, black) = (all(white), all(black));
    Ok(Board {
        sets: [pawns, knights, bishops, rooks, queens, kings, white, black],
    })
}

/// Returns the first mistake in a wrong board field.
#[cold]
fn board_error(text: &str) -> FenError {
    let count = text.split('/').count();
    let ranks = Rank::ALL.into_iter().rev();
    let mut rows = ranks.zip(text.split('/'));
    let error = rows.find_map(|(rank, row)| row_error(rank, row));
    error
        .filter(|_| count == 8)
        .unwrap_or(FenError::Ranks(count, Excerpt::new(text)))
}

/// Returns the mistake in the text of a rank, if there is one.
fn row_error(rank: Rank, row: &str) -> Option<FenError> {
    let text = Excerpt::new(row);
    let (mut found, mut previous) = (0, 0);
    for character in row.chars() {
        let meaning = u8::try_from(character).map_or(WRONG, |byte| MEANING[usize::from(byte)]);
        if meaning & WRONG != 0 {
            return Some(FenError::Character {
                rank,
                character,
                text,
            });
        }
        if meaning & previous != 0 {
            return Some(FenError::Digits(rank, text));
        }
        previous = meaning & DIGIT;
        found += u32::from(meaning >> FILES & 15);
    }
    (found != 8).then_some(FenError::Files { rank, found, text })
}

fn side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove(Excerpt::new(text))),
    }
}

/// `K` and `Q` mean the outermost rook on that side of the king, a file letter means the rook on that
/// file. A letter without such a rook is kept, so that [`Violation`](crate::Violation) can report it.
fn castling(text: &str, board: &Board) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    let wrong = || FenError::Castling(Excerpt::new(text));
    if text.is_empty() || text.len() > 4 {
        return Err(wrong());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let file = match letter.to_ascii_lowercase() {
            'k' => outermost(board, color).1,
            'q' => outermost(board, color).0,
            'a'..='h' => File::from_letter(letter).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        if rights.contains(color, file) {
            return Err(wrong());
        }
        rights.insert(color, file);
    }
    Ok(rights)
}

/// Returns the files of a color's outermost rooks on its first rank, to the west and to the east of its king;
/// the corner where there is none.
fn outermost(board: &Board, color: Color) -> (File, File) {
    let home = Bitboard::from(Rank::One.relative_to(color));
    let rooks = board.pieces(color, PieceKind::Rook) & home;
    let king = (board.pieces(color, PieceKind::King) & home).first();
    let west = rooks
        .first()
        .filter(|&rook| king.is_some_and(|king| rook < king));
    let east = rooks
        .last()
        .filter(|&rook| king.is_some_and(|king| rook > king));
    (
        west.map_or(File::A, Square::file),
        east.map_or(File::H, Square::file),
    )
}

fn en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => text
            .parse()
            .map(Some)
            .map_err(|_| FenError::EnPassant(Excerpt::new(text))),
    }
}

/// Parses digits only, since `parse` would accept a sign.
fn number(field: FenField, text: &str) -> Result<u32, FenError> {
    let mut digits = text.bytes();
    let number = digits.try_fold(0_u32, |number, byte| {
        let digit = char::from(byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit)
    });
    let number = number.filter(|_| !text.is_empty());
    number.ok_or_else(|| FenError::Number(field, Excerpt::new(text)))
}
