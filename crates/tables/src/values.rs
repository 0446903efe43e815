//! The values of all positions that an encoding numbers, compressed in blocks.

use crate::bytes::Bytes;
use crate::code::Code;
use crate::source::{Blocks, Source};
use crate::table_error::{Damage, TableError};

/// Instead of a code there is one value for all positions.
const IS_CONSTANT: u8 = 0x80;

/// An entry of the index: the block that holds a certain position, and the position's place in it.
const ENTRY: usize = 6;

/// Larger blocks or index steps than these are in no table.
const MOST_BITS: u8 = 24;

/// What the header says about the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) flags: u8,
    layout: Layout,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Layout {
    Constant(u8),
    Compressed { sizes: Sizes, code: Code },
}

/// The sizes of the parts of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sizes {
    block_bits: u8,
    /// The index has an entry for every so many positions, as a power of two.
    step_bits: u8,
    entries: u64,
    /// How many counts of positions in a block there are, which can be more than there are blocks.
    counts: u64,
    blocks: u64,
}

impl Header {
    pub(crate) fn read(bytes: &mut Bytes<'_>, positions: u64) -> Result<Self, Damage> {
        let flags = bytes.byte()?;
        if flags & IS_CONSTANT != 0 {
            let layout = Layout::Constant(bytes.byte()?);
            return Ok(Self { flags, layout });
        }
        let [block_bits, step_bits, more_counts] = bytes.array()?;
        let blocks = u64::from(bytes.u32()?);
        if block_bits > MOST_BITS || !(1..=MOST_BITS).contains(&step_bits) {
            return Err(Damage::Codes);
        }
        let sizes = Sizes {
            block_bits,
            step_bits,
            entries: positions.div_ceil(1 << step_bits),
            counts: blocks + u64::from(more_counts),
            blocks,
        };
        let code = Code::read(bytes)?;
        let layout = Layout::Compressed { sizes, code };
        Ok(Self { flags, layout })
    }
}

/// The values of all positions.
#[derive(Debug)]
pub(crate) enum Values {
    /// All are the same.
    Constant(u8),
    /// They are compressed.
    Compressed(Box<Compressed>),
}

/// Compressed values. Positions are stored one after the other in blocks of equal size, as many in each as
/// fit when compressed.
#[derive(Debug)]
pub(crate) struct Compressed {
    sizes: Sizes,
    code: Code,
    index: Vec<u8>,
    counts: Vec<u8>,
    blocks: Blocks,
}

impl Values {
    /// Reads the index, the counts and the blocks of all headers, which stand one after the other from
    /// `at`: first every index, then all counts, then the blocks.
    pub(crate) fn read_all(
        headers: Vec<Header>,
        source: &Source,
        mut at: u64,
    ) -> Result<Vec<Self>, TableError> {
        let mut part = |size: u64| {
            let start = at;
            at = at.saturating_add(size);
            start..at
        };
        let sizes = |header: &Header| match header.layout {
            Layout::Constant(_) => None,
            Layout::Compressed { sizes, .. } => Some(sizes),
        };
        let mut index = headers.iter().map(|header| {
            let entries = sizes(header).map_or(0, |sizes| sizes.entries);
            source.read(part(entries * ENTRY as u64))
        });
        let index: Vec<_> = index.by_ref().collect::<Result<_, _>>()?;
        let mut counts = headers.iter().map(|header| {
            let counts = sizes(header).map_or(0, |sizes| sizes.counts);
            source.read(part(2 * counts))
        });
        let counts: Vec<_> = counts.by_ref().collect::<Result<_, _>>()?;
        let parts = headers.into_iter().zip(index.into_iter().zip(counts));
        let mut values = Vec::new();
        for (header, (index, counts)) in parts {
            at = at.next_multiple_of(64);
            values.push(match header.layout {
                Layout::Constant(value) => Self::Constant(value),
                Layout::Compressed { sizes, code } => {
                    let start = at;
                    at = at.saturating_add(sizes.blocks << sizes.block_bits);
                    Self::Compressed(Box::new(Compressed {
                        sizes,
                        code,
                        index,
                        counts,
                        blocks: source.blocks(start..at)?,
                    }))
                }
            });
        }
        Ok(values)
    }

    /// The value of the position with a number.
    pub(crate) fn get(&self, index: u64) -> Result<u16, Damage> {
        match self {
            Self::Constant(value) => Ok((*value).into()),
            Self::Compressed(values) => values.get(index).ok_or(Damage::Value { index }),
        }
    }
}

impl Compressed {
    fn get(&self, index: u64) -> Option<u16> {
        let (block, place) = self.find(index)?;
        let bytes = self.blocks.block(block, 1 << self.sizes.block_bits)?;
        self.code.decode(&bytes, place)
    }

    /// The block that holds a position, and the position's place in it.
    fn find(&self, index: u64) -> Option<(u32, u32)> {
        let entries = self.index.as_chunks::<ENTRY>().0;
        let entry = entries.get((index >> self.sizes.step_bits) as usize)?;
        let (block, place) = entry.split_first_chunk()?;
        let mut block = u32::from_le_bytes(*block);
        let place = u16::from_le_bytes(*place.first_chunk()?);
        // The entry is about the position in the middle of the step.
        let step = 1_i64 << self.sizes.step_bits;
        let from_middle = (index as i64 & (step - 1)) - step / 2;
        let mut place = i64::from(place) + from_middle;
        while place < 0 {
            block = block.checked_sub(1)?;
            place += self.count(block)?;
        }
        while place >= self.count(block)? {
            place -= self.count(block)?;
            block += 1;
        }
        Some((block, u32::try_from(place).ok()?))
    }

    /// How many positions a block holds.
    fn count(&self, block: u32) -> Option<i64> {
        let &count = self.counts.as_chunks::<2>().0.get(block as usize)?;
        Some(i64::from(u16::from_le_bytes(count)) + 1)
    }
}
