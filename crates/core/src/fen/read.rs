//! The FEN reader.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::CastlingRights;
use crate::color::Color;
use crate::excerpt::Excerpt;
use crate::fen::{FenError, FenField};
use crate::piece::PieceKind;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// The length in bytes of the longest text that is read. No FEN is longer, even with much white space.
pub(crate) const LONGEST: usize = 256;

/// Reads the first field alone.
pub(crate) fn placement(text: &str) -> Result<Board, FenError> {
    board(checked(text)?)
}

/// How exactly a FEN must be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Six fields, one space between them.
    Strict,
    /// Any white space around fields, of which the last may be missing.
    Lenient,
}

/// Inlined where it is called: passing the setup from function to function takes a sixth of the time.
#[inline(always)]
pub(crate) fn setup(text: &str, form: Form) -> Result<Setup, FenError> {
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
    /// What follows the last separator; `None` if the last field ended the text.
    rest: Option<&'a str>,
    form: Form,
}

impl<'a> Fields<'a> {
    /// The next field; `None` if it is missing and may be.
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

    /// What follows the fields read so far, if anything does.
    #[inline]
    fn after_last(&self) -> Option<&'a str> {
        match self.form {
            Form::Strict => self.rest,
            Form::Lenient => self.rest.map(str::trim).filter(|rest| !rest.is_empty()),
        }
    }
}

/// What each byte means in a board field: its plane (`color * 8 + kind` for a piece, an unused one for
/// the rest), the number of files it fills, and whether it is a digit, a slash or wrong.
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

/// The first mistake in a wrong board field.
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

/// The mistake in the text of a rank, if there is one.
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

/// The files of a color's outermost rooks on its first rank, to the west and to the east of its king;
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

/// A number of digits only, since `parse` would accept a sign.
fn number(field: FenField, text: &str) -> Result<u32, FenError> {
    let mut digits = text.bytes();
    let number = digits.try_fold(0_u32, |number, byte| {
        let digit = char::from(byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit)
    });
    let number = number.filter(|_| !text.is_empty());
    number.ok_or_else(|| FenError::Number(field, Excerpt::new(text)))
}
