//! One file of tables: all positions of one endgame.

use std::path::Path;

use plywood_core::{Board, Color};

use crate::compression::{Header, Values};
use crate::encoding::{Encoding, Lead};
use crate::endgame::Endgame;
use crate::file::{Bytes, Damage, Source, TableProblem};
use crate::value::Wdl;

/// The number of first bytes that contain everything up to the index: the lists of distances, and at most eight codes of about twelve
/// thousand bytes.
const HEADER: u64 = 1 << 20;

/// Flags of a file.
const HAS_BOTH_SIDES: u8 = 1;
const HAS_PAWNS: u8 = 2;

/// Flags of the distances on one file of the leading pawn.
const BLACK_TO_MOVE: u8 = 1;
const IS_MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const IS_WIDE: u8 = 16;

/// The kind of values that a file stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum TableKind {
    /// The result.
    Wdl,
    /// The distance to zero.
    Dtz,
}

impl TableKind {
    /// Returns the extension of such files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// A position to look up in a table: the pieces are those of the table's name, perhaps with the colors exchanged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Query<'a> {
    pub(crate) board: &'a Board,
    pub(crate) side_to_move: Color,
    /// `true` if Black has the pieces that the name gives to White.
    pub(crate) flip: bool,
}

/// A loaded table.
#[derive(Debug)]
pub(crate) struct Table {
    is_symmetric: bool,
    lead: Lead,
    /// A part for each stored side to move, and for each file of the leading pawn.
    sides: Vec<Vec<Part>>,
}

/// The positions with one side to move, and with the leading pawn on one file.
#[derive(Debug)]
struct Part {
    encoding: Encoding,
    values: Values,
    flags: u8,
    /// The distances for the values: lists for wins, losses, cursed wins and blessed losses.
    distances: Option<[Vec<u16>; 4]>,
}

impl Table {
    pub(crate) fn load(
        path: &Path,
        endgame: Endgame,
        kind: TableKind,
    ) -> Result<Self, TableProblem> {
        let source = Source::open(path)?;
        let start = source.start(HEADER)?;
        let mut bytes = Bytes::new(&start);
        let contents = Contents::read(&mut bytes, endgame, kind)?;
        let flags: Vec<u8> = contents.headers.iter().map(|header| header.flags).collect();
        let values = Values::read_all(contents.headers, &source, bytes.position() as u64)?;
        let parts = contents.encodings.into_iter().zip(values);
        let parts = parts.zip(flags).zip(contents.distances);
        let mut sides: Vec<Vec<Part>> = (0..contents.sides).map(|_| Vec::new()).collect();
        for (at, (((encoding, values), flags), distances)) in parts.enumerate() {
            sides[at % contents.sides].push(Part {
                encoding,
                values,
                flags,
                distances,
            });
        }
        Ok(Self {
            is_symmetric: endgame.is_symmetric(),
            lead: Lead::of(endgame),
            sides,
        })
    }

    /// Returns the result of a position, which is too low if a capture does better.
    pub(crate) fn wdl(&self, query: Query<'_>) -> Result<Wdl, TableProblem> {
        let (part, index) = self.find(query, true).ok_or(Damage::Pieces)?;
        let value = part.values.get(index)?;
        let wdl = Wdl::ALL.get(usize::from(value));
        Ok(wdl.copied().ok_or(Damage::Value { index })?)
    }

    /// Returns the distance of a position whose result is known, in plies beyond the next one; `None` if the table has only the positions
    /// with the other side to move.
    pub(crate) fn dtz(&self, query: Query<'_>, wdl: Wdl) -> Result<Option<i32>, TableProblem> {
        let Some((part, index)) = self.find(query, false) else {
            return Ok(None);
        };
        let mut value = part.values.get(index)?;
        if let Some(lists) = &part.distances {
            let distance = lists[list_of(wdl)].get(usize::from(value));
            value = *distance.ok_or(Damage::Value { index })?;
        }
        let is_in_plies = match wdl {
            Wdl::Win => part.flags & WINS_IN_PLIES != 0,
            Wdl::Loss => part.flags & LOSSES_IN_PLIES != 0,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => false,
        };
        let plies = i32::from(value) * if is_in_plies { 1 } else { 2 };
        Ok(Some(plies))
    }

    /// Returns the part with a position and the position's number there. A table of distances has one side to move, and returns `None` for
    /// the other.
    fn find(&self, query: Query<'_>, has_both_sides: bool) -> Option<(&Part, u64)> {
        let is_black = query.side_to_move == Color::Black;
        // A symmetric table has White's moves: with the colors exchanged, they are also Black's.
        let (flip, side) = if self.is_symmetric {
            (is_black, 0)
        } else {
            (query.flip, usize::from(is_black != query.flip))
        };
        let parts = self.sides.get(if has_both_sides { side } else { 0 })?;
        let mut file = 0;
        if self.lead.has_pawns() {
            file = parts.first()?.encoding.leading_file(query.board, flip);
        }
        let part = parts.get(usize::from(file))?;
        let stored = usize::from(part.flags & BLACK_TO_MOVE != 0);
        if !has_both_sides && !self.is_symmetric && stored != side {
            return None;
        }
        let squares = part.encoding.squares(query.board, flip);
        Some((part, part.encoding.index(squares)))
    }
}

/// Checks the length of a file and its first bytes.
pub(crate) fn check_start(path: &Path, kind: TableKind) -> Result<(), TableProblem> {
    if Source::open(path)?.start(4)? == kind.magic() {
        Ok(())
    } else {
        Err(Damage::Magic.into())
    }
}

/// The contents of a file before the index: for each file of the leading pawn and each side to move.
struct Contents {
    sides: usize,
    encodings: Vec<Encoding>,
    headers: Vec<Header>,
    distances: Vec<Option<[Vec<u16>; 4]>>,
}

impl Contents {
    fn read(bytes: &mut Bytes<'_>, endgame: Endgame, kind: TableKind) -> Result<Self, Damage> {
        if bytes.array()? != kind.magic() {
            return Err(Damage::Magic);
        }
        let lead = Lead::of(endgame);
        let flags = bytes.byte()?;
        let both_sides = flags & HAS_BOTH_SIDES != 0;
        let fits = kind == TableKind::Dtz || both_sides != endgame.is_symmetric();
        if !fits || lead.has_pawns() != (flags & HAS_PAWNS != 0) {
            return Err(Damage::Flags);
        }
        let sides = if kind == TableKind::Wdl && both_sides {
            2
        } else {
            1
        };
        let files = if lead.has_pawns() { 4 } else { 1 };
        let mut encodings = Vec::new();
        for file in 0..files {
            let of_sides = Encoding::read(bytes, endgame, file)?;
            for encoding in of_sides.into_iter().take(sides) {
                encodings.push(encoding?);
            }
        }
        bytes.align_to_two()?;
        let headers: Vec<Header> = encodings
            .iter()
            .map(|encoding| Header::read(bytes, encoding.positions()))
            .collect::<Result<_, _>>()?;
        let mut distances: Vec<_> = headers.iter().map(|_| None).collect();
        if kind == TableKind::Dtz {
            for (header, lists) in headers.iter().zip(&mut distances) {
                *lists = read_distances(bytes, header.flags)?;
            }
            bytes.align_to_two()?;
        }
        Ok(Self {
            sides,
            encodings,
            headers,
            distances,
        })
    }
}

/// Reads the lists of distances, if the values are indices into such lists.
fn read_distances(bytes: &mut Bytes<'_>, flags: u8) -> Result<Option<[Vec<u16>; 4]>, Damage> {
    if flags & IS_MAPPED == 0 {
        return Ok(None);
    }
    let is_wide = flags & IS_WIDE != 0;
    if is_wide {
        bytes.align_to_two()?;
    }
    let mut lists = [const { Vec::new() }; 4];
    for list in &mut lists {
        let mut number = || {
            if is_wide {
                bytes.u16()
            } else {
                bytes.byte().map(u16::from)
            }
        };
        let count = number()?;
        *list = (0..count).map(|_| number()).collect::<Result<_, _>>()?;
    }
    Ok(Some(lists))
}

/// Returns the list with the distances of a result.
const fn list_of(wdl: Wdl) -> usize {
    match wdl {
        Wdl::Win | Wdl::Draw => 0,
        Wdl::Loss => 1,
        Wdl::CursedWin => 2,
        Wdl::BlessedLoss => 3,
    }
}
