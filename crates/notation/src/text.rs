//! The text of a move, without an allocation.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use plywood_core::Square;

/// The text of a move: at most eight ASCII characters, without an allocation. It derefs to `&str`.
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::san;
///
/// let text = san::write(
///     &Position::START,
///     Move::new(Square::B1, Square::C3, MoveKind::Normal),
/// );
/// assert_eq!(text, *"Nc3");
/// assert_eq!(format!("1. {text:5}|"), "1. Nc3  |");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct MoveText {
    bytes: [u8; 8],
    length: u8,
}

impl MoveText {
    /// Returns the text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the text as bytes, all of them ASCII.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length).min(8)]
    }
}

impl Deref for MoveText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self
    }
}

/// The hash of the text, so that a map can be queried with a `&str`.
///
/// ```
/// use std::collections::HashMap;
///
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::{MoveText, san};
///
/// let knight = Move::new(Square::G1, Square::F3, MoveKind::Normal);
/// let counts: HashMap<MoveText, u32> =
///     [(san::write(&Position::START, knight), 3)].into();
/// assert_eq!(counts.get("Nf3"), Some(&3));
/// ```
impl Hash for MoveText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for MoveText {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq<str> for MoveText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Builds a [`MoveText`] in a register. No move needs more than the eight characters that fit; a ninth would overwrite the first.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    word: u64,
    length: u32,
}

impl Pen {
    /// Makes an empty text.
    pub(crate) const fn new() -> Self {
        Self { word: 0, length: 0 }
    }

    /// Adds one to four ASCII characters, the first in the lowest byte.
    #[inline]
    pub(crate) const fn put(&mut self, characters: u32, count: u32) {
        self.word |= (characters as u64).wrapping_shl(8 * self.length);
        self.length += count;
    }

    /// Adds one ASCII character.
    #[inline]
    pub(crate) const fn letter(&mut self, letter: char) {
        self.put(letter as u32, 1);
    }

    /// Adds the name of a square.
    #[inline]
    pub(crate) const fn square(&mut self, square: Square) {
        let file = square.file().letter() as u32;
        let rank = square.rank().digit() as u32;
        self.put(file | rank << 8, 2);
    }

    /// Returns the finished text.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a length is at most 8")]
    pub(crate) const fn finish(self) -> MoveText {
        MoveText {
            bytes: self.word.to_le_bytes(),
            length: self.length as u8,
        }
    }
}

/// Returns the square with this file and rank.
#[inline]
pub(crate) const fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file | rank < 8 {
        Square::from_index((rank * 8 + file) as usize)
    } else {
        None
    }
}

/// Writes text with the width, fill and alignment of a formatter.
pub(crate) fn pad(f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>) -> fmt::Result {
    match (f.width(), f.precision()) {
        (None, None) => f.write_fmt(text),
        _ => f.pad(&text.to_string()),
    }
}
