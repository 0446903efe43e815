//! [`Block`]: positions in memory, in few bytes.

use crate::inputs::Inputs;
use std::io::{self, Read};

/// Positions in memory. Each has the numbers of its facts in ascending order, stored as differences: one byte for most.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    /// The start of each position.
    rows: Vec<u32>,
    /// For each input, the input that learns for it.
    learners: Vec<u16>,
}

/// The data of a position besides its facts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) score: i16,
    /// The points of the side to move, in [`STEPS`].
    steps: u8,
    /// The output that evaluates the position.
    pub(super) bucket: u8,
}

/// Points from 0 to 1 have this many steps: draws need halves, and the bigger and smaller wins of backgammon thirds of these.
pub(super) const STEPS: u8 = 6;
/// Stored instead of the points.
pub(super) const UNPLAYED: u8 = u8::MAX;
/// The score, the data of the position, and the number of bytes of its facts.
const HEAD: usize = 2 + 4 + 2;
/// Marks a difference of facts that is larger than one byte: the byte counts as it is, and the next one is added.
const MORE: u8 = u8::MAX;

/// Returns the expected points at an output.
#[inline(always)]
pub(super) fn expected(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

impl Row {
    /// Returns the final points of the side to move, if the game was played.
    #[inline(always)]
    pub(super) fn points(self) -> Option<f32> {
        (self.steps != UNPLAYED).then(|| f32::from(self.steps) / f32::from(STEPS))
    }
}

impl Block {
    /// Makes an empty block to read into. Only the first `told_apart` inputs learn; input `n` counts as `n % told_apart`.
    pub(super) fn of_inputs<I: Inputs>(told_apart: usize) -> Self {
        let learner = |input| (input % told_apart) as u16;
        Self {
            learners: (0..I::COUNT).map(learner).collect(),
            ..Self::default()
        }
    }

    /// Returns the number of positions.
    pub(super) const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of bytes.
    pub(super) const fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.rows.clear();
    }

    /// Returns the bytes from a place on.
    pub(super) fn since(&self, start: usize) -> &[u8] {
        &self.bytes[start..]
    }

    /// Returns the places of the positions, for shuffling.
    pub(super) fn rows_mut(&mut self) -> &mut [u32] {
        &mut self.rows
    }

    /// Adds a position: the points in [`STEPS`] or [`UNPLAYED`], the output, and how the side to move and the other one see it.
    pub(super) fn push(&mut self, score: i16, about: [u8; 4], facts: &[u64]) {
        let start = self.bytes.len();
        self.rows.push(start as u32);
        self.bytes.extend(score.to_le_bytes());
        self.bytes.extend(about);
        self.bytes.extend([0; 2]);
        let mut before = 0;
        for (word, set) in facts.iter().enumerate() {
            for bit in crate::inputs::bits(*set) {
                let mut difference = 64 * word + bit - before;
                before += difference;
                while difference >= usize::from(MORE) {
                    self.bytes.push(MORE);
                    difference -= usize::from(MORE);
                }
                self.bytes.push(difference as u8);
            }
        }
        let length = (self.bytes.len() - start - HEAD) as u16;
        self.bytes[start + HEAD - 2..][..2].copy_from_slice(&length.to_le_bytes());
    }

    /// Returns the bytes of a position.
    pub(super) fn bytes_of(&self, row: usize) -> &[u8] {
        let bytes = &self.bytes[self.rows[row] as usize..];
        &bytes[..HEAD + usize::from(length(bytes))]
    }

    /// Adds a position of another block.
    pub(super) fn copy(&mut self, other: &Self, row: usize) {
        self.rows.push(self.bytes.len() as u32);
        self.bytes.extend(other.bytes_of(row));
    }

    /// Reads and adds this number of positions, with this many bytes.
    pub(super) fn read(&mut self, from: impl Read, length: u64, rows: usize) -> io::Result<()> {
        let mut at = self.bytes.len();
        from.take(length).read_to_end(&mut self.bytes)?;
        for _ in 0..rows {
            let rest = self.bytes.get(at..).filter(|rest| rest.len() >= HEAD);
            let rest = rest.ok_or(io::ErrorKind::UnexpectedEof)?;
            self.rows.push(at as u32);
            at += HEAD + usize::from(self::length(rest));
        }
        if at == self.bytes.len() {
            Ok(())
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    /// Unpacks a position. The active inputs, as the side to move sees them and as the other side does, are put into `pairs`: for each of
    /// them its learner.
    #[inline(always)]
    pub(super) fn row<I: Inputs>(&self, number: u32, pairs: &mut Vec<[u16; 2]>) -> Row {
        let bytes = &self.bytes[self.rows[number as usize] as usize..];
        let (head, facts) = bytes.split_at(HEAD);
        let turns = [head[4], head[5]];
        let mut fact = 0;
        pairs.clear();
        for byte in &facts[..usize::from(length(bytes))] {
            fact += usize::from(*byte);
            if *byte != MORE {
                pairs.push(turns.map(|turn| self.learners[I::input(turn, fact)]));
            }
        }
        Row {
            score: i16::from_le_bytes([head[0], head[1]]),
            steps: head[2],
            bucket: head[3],
        }
    }
}

#[inline(always)]
fn length(bytes: &[u8]) -> u16 {
    u16::from_le_bytes([bytes[HEAD - 2], bytes[HEAD - 1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{ChessInputs, pairs};
    use plywood_core::Position;

    #[test]
    fn a_position_is_read_back_as_it_was() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            // The differences of some facts need several bytes.
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
        ];
        let mut block = Block::default();
        let positions = fens.map(|fen| fen.parse::<Position>().unwrap());
        for (number, position) in (0_i16..).zip(&positions) {
            let facts = ChessInputs::facts(position);
            let mut turns = ChessInputs::turns(&facts);
            if position.side_to_move() == plywood_core::Color::Black {
                turns.reverse();
            }
            block.push(-300 * number, [STEPS / 2, 7, turns[0], turns[1]], &facts);
        }
        let mut again = Block::of_inputs::<ChessInputs>(ChessInputs::COUNT);
        again
            .read(&block.bytes[..], block.size() as u64, 3)
            .unwrap();
        for (number, position) in (0_u16..).zip(&positions) {
            let mut found = Vec::new();
            let row = again.row::<ChessInputs>(u32::from(number), &mut found);
            let expected =
                pairs::<ChessInputs>(position).map(|pair| pair.map(|input| input as u16));
            assert!(expected.eq(found));
            assert_eq!((row.score, row.bucket), (-300 * number.cast_signed(), 7));
            assert_eq!(row.points(), Some(0.5));
        }
        let (length, cut) = (block.size() as u64, block.size() - 1);
        for bytes in [&block.bytes[..cut], &[]] {
            assert!(Block::default().read(bytes, length, 3).is_err());
        }
    }
}
