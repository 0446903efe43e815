//! The number of a position within its table.
//!
//! The men are divided into groups. The leading group takes care of mirror images: two kings, three
//! different men, or the pawns of one color. Every other group is a number of equal pieces. Each group has
//! a number, and the position's number is the sum of these, each times the factor of its group.

use plywood_core::{Board, Color, Piece, PieceKind};

use crate::bytes::Bytes;
use crate::endgame::{Endgame, MOST_MEN};
use crate::geometry::{KING_PAIRS, TRIPLES, choose, file, leading_pawns, pawn};
use crate::numbering::{group_number, men_number, pawns_number};
use crate::table_error::Damage;

/// The squares of all men in the order of the encoding, as numbers from 0 to 63.
pub(crate) type Squares = [u8; MOST_MEN as usize];

/// How a table's positions lead, which its endgame decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The two kings, if fewer than three men are the only ones of their kind and color.
    Kings,
    /// Three men that are the only ones of their kind and color.
    Three,
    /// The pawns of the color that has fewer of them, but at least one.
    Pawns {
        /// Their number.
        pawns: u32,
        /// The number of pawns of the other color.
        others: u32,
    },
}

impl Lead {
    pub(crate) fn of(endgame: Endgame) -> Self {
        let count = |color| endgame.count(color, PieceKind::Pawn);
        let (white, black) = (count(Color::White), count(Color::Black));
        if white + black > 0 {
            let (fewer, more) = (white.min(black), white.max(black));
            return match fewer {
                0 => Self::Pawns {
                    pawns: more,
                    others: 0,
                },
                _ => Self::Pawns {
                    pawns: fewer,
                    others: more,
                },
            };
        }
        let unique = Color::ALL.map(|color| {
            let of_kind = PieceKind::ALL.map(|kind| endgame.count(color, kind));
            of_kind.iter().filter(|&&count| count == 1).count()
        });
        match unique.iter().sum() {
            0..=2 => Self::Kings,
            _ => Self::Three,
        }
    }

    const fn men(self) -> usize {
        match self {
            Self::Kings => 2,
            Self::Three => 3,
            Self::Pawns { pawns, .. } => pawns as usize,
        }
    }

    pub(crate) const fn has_pawns(self) -> bool {
        matches!(self, Self::Pawns { .. })
    }

    /// Whether the pawns of the other color are a group of their own, right after the leading one.
    pub(crate) const fn has_other_pawns(self) -> bool {
        matches!(self, Self::Pawns { others: 1.., .. })
    }
}

/// Men that are numbered together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    men: usize,
    factor: u64,
}

/// The order of the men, and the groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoding {
    lead: Lead,
    pieces: Vec<Piece>,
    groups: Vec<Group>,
    positions: u64,
}

impl Encoding {
    /// Reads the encodings of the two sides to move, of which the second may not be used.
    pub(crate) fn read(
        bytes: &mut Bytes<'_>,
        endgame: Endgame,
        file: u8,
    ) -> Result<[Result<Self, Damage>; 2], Damage> {
        let lead = Lead::of(endgame);
        let orders = [
            bytes.byte()?,
            if lead.has_other_pawns() {
                bytes.byte()?
            } else {
                0xFF
            },
        ];
        let codes = bytes.take(endgame.men() as usize)?;
        Ok([0, 4].map(|shift| {
            let pieces: Option<Vec<_>> =
                codes.iter().map(|code| piece(code >> shift & 15)).collect();
            let pieces = pieces.ok_or(Damage::Pieces)?;
            let orders = orders.map(|order| usize::from(order >> shift & 15));
            Self::new(lead, pieces, endgame, orders, file)
        }))
    }

    fn new(
        lead: Lead,
        pieces: Vec<Piece>,
        endgame: Endgame,
        orders: [usize; 2],
        file: u8,
    ) -> Result<Self, Damage> {
        let sizes = group_sizes(lead, &pieces, endgame).ok_or(Damage::Pieces)?;
        let mut groups: Vec<Group> = sizes.iter().map(|&men| Group { men, factor: 1 }).collect();
        let named = if lead.has_other_pawns() { 2 } else { 1 };
        // The named groups take their places in the order of factors, the rest fills what is free.
        let mut rest = named..groups.len();
        let mut placed = 0;
        let mut positions = 1;
        for place in 0..groups.len() {
            let group = match orders[..named].iter().position(|&order| order == place) {
                Some(group) => group,
                None => rest.next().ok_or(Damage::Pieces)?,
            };
            groups[group].factor = positions;
            positions *= count_positions(lead, &sizes, group, file);
            placed |= 1 << group;
        }
        if placed != (1_u32 << groups.len()) - 1 {
            return Err(Damage::Pieces);
        }
        Ok(Self {
            lead,
            pieces,
            groups,
            positions,
        })
    }

    /// How many positions are numbered.
    pub(crate) const fn positions(&self) -> u64 {
        self.positions
    }

    /// The file, from 0 for a and h to 3 for d and e, of the pawn that leads if pawns lead.
    pub(crate) fn leading_file(&self, board: &Board, flip: bool) -> u8 {
        let color = if flip {
            !self.pieces[0].color
        } else {
            self.pieces[0].color
        };
        let pawns = board.pieces(color, PieceKind::Pawn).into_iter();
        let squares = pawns.map(|square| if flip { square.flip() } else { square }.index() as u8);
        let leader = squares.max_by_key(|&square| pawn(square)).map_or(0, file);
        leader.min(7 - leader)
    }

    /// The squares of the men on a board, with the colors exchanged if `flip` is set.
    pub(crate) fn squares(&self, board: &Board, flip: bool) -> Squares {
        let mut squares = [0; MOST_MEN as usize];
        let mut at = 0;
        while let Some(piece) = self.pieces.get(at) {
            let color = if flip { !piece.color } else { piece.color };
            let first = at;
            for square in board.pieces(color, piece.kind) {
                let square = if flip { square.flip() } else { square };
                squares[at] = square.index() as u8;
                at += 1;
            }
            debug_assert!(at > first, "the board has the endgame of the table");
        }
        squares
    }

    /// The number of the position with its men on these squares.
    pub(crate) fn index(&self, mut squares: Squares) -> u64 {
        let men = self.pieces.len();
        let Some((lead, rest)) = self.groups.split_first() else {
            return 0;
        };
        let number = match self.lead {
            Lead::Pawns { .. } => pawns_number(&mut squares[..men], lead.men),
            Lead::Kings | Lead::Three => men_number(&mut squares[..men], lead.men),
        };
        let mut index = number * lead.factor;
        let mut at = lead.men;
        for (place, group) in rest.iter().enumerate() {
            let is_pawns = place == 0 && self.lead.has_other_pawns();
            let (before, from) = squares.split_at_mut(at);
            index += group_number(&mut from[..group.men], before, is_pawns) * group.factor;
            at += group.men;
        }
        index
    }
}

/// A piece as files write it: 1 to 6 are White's pawn to king, 9 to 14 Black's.
fn piece(code: u8) -> Option<Piece> {
    let color = if code < 8 { Color::White } else { Color::Black };
    let kind = usize::from(code & 7).checked_sub(1)?;
    Some(PieceKind::ALL.get(kind)?.of(color))
}

/// The sizes of the groups; `None` if the pieces are not those of the endgame, or in an impossible order.
fn group_sizes(lead: Lead, pieces: &[Piece], endgame: Endgame) -> Option<Vec<usize>> {
    let mut runs: Vec<(Piece, usize)> = Vec::new();
    for &piece in pieces {
        match runs.last_mut() {
            Some((last, men)) if *last == piece => *men += 1,
            _ => runs.push((piece, 1)),
        }
    }
    let is_complete =
        |&(piece, men): &(Piece, usize)| men == endgame.count(piece.color, piece.kind) as usize;
    // As many men as the endgame has, in complete runs, are all its men unless a run comes twice.
    let is_twice = |at: usize| runs[..at].iter().any(|run| run.0 == runs[at].0);
    if !runs.iter().all(is_complete) || (0..runs.len()).any(is_twice) {
        return None;
    }
    let leading_runs = match lead {
        Lead::Kings => 2,
        Lead::Three => 3,
        Lead::Pawns { .. } => 1,
    };
    let (leading, rest) = runs.split_at_checked(leading_runs)?;
    let is_right = match lead {
        Lead::Kings => leading.iter().all(|run| run.0.kind == PieceKind::King),
        Lead::Three => leading.iter().all(|run| run.1 == 1),
        Lead::Pawns { pawns, others } => {
            let is_pawns = |run: Option<&(Piece, usize)>, men: u32| {
                run.is_some_and(|run| run.0.kind == PieceKind::Pawn && run.1 == men as usize)
            };
            is_pawns(leading.first(), pawns) && (others == 0 || is_pawns(rest.first(), others))
        }
    };
    let sizes = core::iter::once(lead.men()).chain(rest.iter().map(|run| run.1));
    is_right.then(|| sizes.collect())
}

/// The number of placements of a group, when the groups before it have been placed.
fn count_positions(lead: Lead, sizes: &[usize], group: usize, file: u8) -> u64 {
    let before: usize = sizes[..group].iter().sum();
    match (group, lead) {
        (0, Lead::Kings) => KING_PAIRS,
        (0, Lead::Three) => TRIPLES,
        (0, Lead::Pawns { .. }) => leading_pawns(sizes[0], file),
        (1, Lead::Pawns { others: 1.., .. }) => choose(sizes[1], 48 - before as u64),
        _ => choose(sizes[group], 64 - before as u64),
    }
}
