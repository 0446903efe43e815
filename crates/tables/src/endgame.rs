//! An endgame, such as king and rook against king: the pieces on the board, without their squares.

use core::fmt;
use core::str::FromStr;

use plywood_core::{Board, Color, PieceKind};

/// The kinds that an endgame counts, in the order in which names list them.
const KINDS: [PieceKind; 5] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

/// The most men, kings included, that Syzygy tables exist for.
pub(crate) const MOST_MEN: u32 = 7;

/// An endgame: the pieces of both sides without their squares, such as king and queen against king and rook.
///
/// ```
/// use plywood_tables::Endgame;
///
/// let endgame: Endgame = "KQvKR".parse()?;
/// assert_eq!(endgame.men(), 4);
/// assert_eq!(endgame.flip_colors().to_string(), "KRvKQ");
/// assert!("KQRK".parse::<Endgame>().is_err());
/// # Ok::<(), plywood_tables::ParseEndgameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Endgame {
    /// Four bits for each kind except the king: White's in the low half, Black's in the high half.
    counts: u64,
}

/// The error for a string that does not name the endgame of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected the pieces of both sides with their kings, such as \"KQvKR\", at most seven men; found {text:?}"
)]
pub struct ParseEndgameError {
    /// The string.
    pub text: String,
}

impl Endgame {
    /// Returns the endgame on a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut counts = 0;
        for color in Color::ALL {
            for kind in KINDS {
                let count = u64::from(board.pieces(color, kind).len());
                counts |= count << shift(color, kind);
            }
        }
        Self { counts }
    }

    /// Returns the number of pieces of a color and kind.
    #[must_use]
    pub fn count(self, color: Color, kind: PieceKind) -> u32 {
        match kind {
            PieceKind::King => 1,
            _ => (self.counts >> shift(color, kind) & 15) as u32,
        }
    }

    /// Returns the number of pieces on the board, with kings and pawns.
    #[must_use]
    pub fn men(self) -> u32 {
        let of_color = |color| {
            KINDS
                .map(|kind| self.count(color, kind))
                .iter()
                .sum::<u32>()
        };
        2 + of_color(Color::White) + of_color(Color::Black)
    }

    /// Returns the endgame with the colors exchanged.
    #[must_use]
    pub const fn flip_colors(self) -> Self {
        Self {
            counts: self.counts.rotate_left(32),
        }
    }

    /// Returns `true` if both sides have the same pieces.
    pub(crate) fn is_symmetric(self) -> bool {
        self == self.flip_colors()
    }

    /// Returns `true` if there are only the kings.
    pub(crate) const fn is_bare(self) -> bool {
        self.counts == 0
    }
}

const fn shift(color: Color, kind: PieceKind) -> u32 {
    32 * color as u32 + 4 * kind as u32
}

/// Writes the name of table files: `KRPvKR`.
impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let pieces = KINDS.iter().flat_map(|&kind| {
                let letter = kind.of(Color::White).letter();
                (0..self.count(color, kind)).map(move |_| letter)
            });
            core::iter::once('K').chain(pieces).collect::<String>()
        };
        f.pad(&format!("{}v{}", side(Color::White), side(Color::Black)))
    }
}

impl FromStr for Endgame {
    type Err = ParseEndgameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseEndgameError {
            text: text.to_owned(),
        })
    }
}

#[cfg(feature = "serde")]
impl TryFrom<String> for Endgame {
    type Error = ParseEndgameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(feature = "serde")]
impl From<Endgame> for String {
    fn from(endgame: Endgame) -> Self {
        endgame.to_string()
    }
}

fn parse(text: &str) -> Option<Endgame> {
    let (white, black) = text.split_once('v')?;
    // More pieces than this could overflow a count.
    if text.len() > MOST_MEN as usize + 1 {
        return None;
    }
    let mut counts = 0;
    for (color, side) in [(Color::White, white), (Color::Black, black)] {
        for letter in side.strip_prefix('K')?.chars() {
            let is_letter = |kind: &PieceKind| kind.of(Color::White).letter() == letter;
            let kind = KINDS.into_iter().find(is_letter)?;
            counts += 1 << shift(color, kind);
        }
    }
    Some(Endgame { counts })
}

#[cfg(test)]
mod tests {
    use plywood_core::Position;

    use super::Endgame;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KvK", "KQvK", "KRPvKR", "KPPPPPvK", "KBNvKP"] {
            let endgame: Endgame = name.parse().expect(name);
            assert_eq!(endgame.to_string(), name);
            assert_eq!(endgame.flip_colors().flip_colors(), endgame);
        }
        for name in [
            "",
            "v",
            "KQ",
            "QvK",
            "KKvK",
            "KQvk",
            "KQvKx",
            "KPPPPPPvK",
            "KvKvK",
        ] {
            assert!(name.parse::<Endgame>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_board_has_its_endgame() {
        let position: Position = "8/8/2k5/5r2/8/3P4/R2K4/8 w - - 0 1".parse().expect("a FEN");
        let endgame = Endgame::of(position.board());
        assert_eq!(endgame.to_string(), "KRPvKR");
        assert_eq!(endgame.men(), 5);
        let start = Endgame::of(Position::START.board());
        assert_eq!(start.men(), 32);
        assert!(start.is_symmetric());
    }
}
