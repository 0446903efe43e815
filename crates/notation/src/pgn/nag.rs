//! Numeric annotation glyphs, and the marks they stand for.

use std::fmt;

/// What an annotator thinks of a move or a position: `!`, `?`, `$14` and so on.
///
/// ```
/// use plywood_notation::pgn::Nag;
///
/// assert_eq!(Nag::BLUNDER.to_string(), "$4");
/// assert_eq!(Nag::from_mark(b"??"), Some(Nag::BLUNDER));
/// assert_eq!(Nag::BLUNDER.mark(), Some("??"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

/// Marks with their glyphs; the first of each glyph is the one it is shown as.
const MARKS: [(&str, Nag); 16] = [
    ("!", Nag::GOOD),
    ("?", Nag::MISTAKE),
    ("!!", Nag::BRILLIANT),
    ("??", Nag::BLUNDER),
    ("!?", Nag::SPECULATIVE),
    ("?!", Nag::DUBIOUS),
    ("=", Nag(10)),
    ("∞", Nag(13)),
    ("⩲", Nag(14)),
    ("+/=", Nag(14)),
    ("⩱", Nag(15)),
    ("=/+", Nag(15)),
    ("±", Nag(16)),
    ("+/-", Nag(16)),
    ("∓", Nag(17)),
    ("-/+", Nag(17)),
];

/// The two marks that are also written without a slash.
const DECISIVE: [(&str, Nag); 2] = [("+-", Nag(18)), ("-+", Nag(19))];

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

    /// The glyph that a mark stands for: those of moves (`!?`) and those of positions (`+/=`).
    ///
    /// ```
    /// use plywood_notation::pgn::Nag;
    ///
    /// assert_eq!(Nag::from_mark(b"?!"), Some(Nag::DUBIOUS));
    /// assert_eq!(Nag::from_mark("±".as_bytes()), Some(Nag(16)));
    /// ```
    #[must_use]
    pub fn from_mark(mark: &[u8]) -> Option<Self> {
        let mut marks = MARKS.into_iter().chain(DECISIVE);
        marks
            .find(|(known, _)| known.as_bytes() == mark)
            .map(|(_, nag)| nag)
    }

    /// The mark that stands for this glyph, if there is one.
    ///
    /// ```
    /// use plywood_notation::pgn::Nag;
    ///
    /// assert_eq!((Nag::BRILLIANT.mark(), Nag(140).mark()), (Some("!!"), None));
    /// ```
    #[must_use]
    pub fn mark(self) -> Option<&'static str> {
        let mut marks = MARKS.into_iter().chain(DECISIVE);
        marks.find(|&(_, nag)| nag == self).map(|(mark, _)| mark)
    }
}

/// As PGN has it: `$4`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
