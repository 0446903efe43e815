//! Numeric annotation glyphs, and their marks.

use std::fmt;

/// A numeric annotation glyph: an annotator's judgment of a move or position, such as `$4` for `??`.
///
/// ```
/// use plywood_notation::pgn::Nag;
///
/// assert_eq!(Nag::BLUNDER.to_string(), "$4");
/// assert_eq!(Nag::from_mark(b"??"), Some(Nag::BLUNDER));
/// assert_eq!((Nag::BLUNDER.mark(), Nag(140).mark()), (Some("??"), None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nag(pub u8);

/// The marks of moves.
const MOVE_MARKS: [(&str, Nag); 6] = [
    ("!", Nag::GOOD),
    ("?", Nag::MISTAKE),
    ("!!", Nag::BRILLIANT),
    ("??", Nag::BLUNDER),
    ("!?", Nag::SPECULATIVE),
    ("?!", Nag::DUBIOUS),
];

/// The marks of positions. If a glyph has several marks, the first is written. A mark comes before the shorter marks that it ends with.
const POSITION_MARKS: [(&str, Nag); 14] = [
    ("∞", Nag(13)),
    ("⩲", Nag(14)),
    ("+/=", Nag(14)),
    ("+=", Nag(14)),
    ("⩱", Nag(15)),
    ("=/+", Nag(15)),
    ("=+", Nag(15)),
    ("±", Nag(16)),
    ("+/-", Nag(16)),
    ("∓", Nag(17)),
    ("-/+", Nag(17)),
    ("+-", Nag(18)),
    ("-+", Nag(19)),
    ("=", Nag(10)),
];

impl Nag {
    /// `!`
    pub const GOOD: Self = Self(1);
    /// `?`
    pub const MISTAKE: Self = Self(2);
    /// `!!`
    pub const BRILLIANT: Self = Self(3);
    /// `??`
    pub const BLUNDER: Self = Self(4);
    /// `!?`
    pub const SPECULATIVE: Self = Self(5);
    /// `?!`
    pub const DUBIOUS: Self = Self(6);

    /// Finds the glyph of a mark, either of a move (`!?`) or of a position (`+/=`, `±`).
    #[must_use]
    pub fn from_mark(mark: &[u8]) -> Option<Self> {
        let mut marks = MOVE_MARKS.into_iter().chain(POSITION_MARKS);
        marks
            .find(|(known, _)| known.as_bytes() == mark)
            .map(|(_, nag)| nag)
    }

    /// Returns the mark of this glyph, if it has one.
    #[must_use]
    pub fn mark(self) -> Option<&'static str> {
        let mut marks = MOVE_MARKS.into_iter().chain(POSITION_MARKS);
        marks.find(|&(_, nag)| nag == self).map(|(mark, _)| mark)
    }

    /// Returns `true` if a position mark may end the text of a move.
    #[inline]
    pub(super) fn may_end(text: &[u8]) -> bool {
        matches!(text.last(), Some(b'+' | b'-' | b'=' | 0x80..))
    }

    /// Splits the text of a move from a position mark attached to it, as in `e5+-`.
    pub(super) fn split_from(text: &[u8]) -> (&[u8], Option<Self>) {
        if let [.., b'0'..=b'9' | b'A'..=b'Z', b'+'] = text {
            return (text, None);
        }
        let found = POSITION_MARKS.into_iter().find_map(|(mark, nag)| {
            let rest = text.strip_suffix(mark.as_bytes())?;
            (!rest.is_empty()).then_some((rest, nag))
        });
        found.map_or((text, None), |(rest, nag)| (rest, Some(nag)))
    }
}

/// Writes the glyph as in PGN: `$4`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("${}", self.0))
    }
}
