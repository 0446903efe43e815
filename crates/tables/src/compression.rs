//! The values of all positions that an encoding numbers, compressed in blocks.
//!
//! A table is compressed by a canonical Huffman code of symbols; each symbol means one value or two other symbols.

use core::ops::RangeInclusive;

use crate::file::{Blocks, Bytes, Damage, Source, TableProblem};

/// Marks a single value for all positions, without a code.
const IS_CONSTANT: u8 = 0x80;

/// The size of an entry of the index: the block of a certain position, and the position's place in it.
const ENTRY: usize = 6;

/// The largest block or index step of any table, as a power of two.
const MOST_BITS: u8 = 24;

/// The header's description of the values.
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
    /// The number of positions for each entry of the index, as a power of two.
    step_bits: u8,
    entries: u64,
    /// The number of blocks with a count of positions, which can be more than there are blocks.
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
    /// All are equal.
    Constant(u8),
    /// They are compressed.
    Compressed(Box<Compressed>),
}

/// Compressed values. Positions are stored one after the other in blocks of equal size. Each block holds as many as fit.
#[derive(Debug)]
pub(crate) struct Compressed {
    sizes: Sizes,
    code: Code,
    index: Vec<u8>,
    counts: Vec<u8>,
    blocks: Blocks,
}

impl Values {
    /// Reads the index, the counts and the blocks of all headers, which follow one another from `at`: first every index, then all counts,
    /// then the blocks.
    pub(crate) fn read_all(
        headers: Vec<Header>,
        source: &Source,
        mut at: u64,
    ) -> Result<Vec<Self>, TableProblem> {
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

    /// Returns the value of the position with a number.
    pub(crate) fn get(&self, index: u64) -> Result<u16, TableProblem> {
        match self {
            Self::Constant(value) => Ok((*value).into()),
            Self::Compressed(values) => {
                let value = values.get(index)?;
                Ok(value.ok_or(Damage::Value { index })?)
            }
        }
    }
}

impl Compressed {
    fn get(&self, index: u64) -> Result<Option<u16>, TableProblem> {
        let Some((block, place)) = self.find(index) else {
            return Ok(None);
        };
        let bytes = self.blocks.block(block, 1 << self.sizes.block_bits)?;
        Ok(bytes.and_then(|bytes| self.code.decode(&bytes, place)))
    }

    /// Returns the block that holds a position, and the position's place in it.
    fn find(&self, index: u64) -> Option<(u32, u32)> {
        let entries = self.index.as_chunks::<ENTRY>().0;
        let entry = entries.get((index >> self.sizes.step_bits) as usize)?;
        let (block, place) = entry.split_first_chunk()?;
        let mut block = u32::from_le_bytes(*block);
        let place = u16::from_le_bytes(*place.first_chunk()?);
        // The entry is for the position in the middle of the step.
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

    /// Returns the number of positions in a block.
    fn count(&self, block: u32) -> Option<i64> {
        let &count = self.counts.as_chunks::<2>().0.get(block as usize)?;
        Some(i64::from(u16::from_le_bytes(count)) + 1)
    }
}

/// Replaces the second symbol if this symbol is a single value.
const VALUE: u16 = 0xFFF;

/// The lengths of codes, in bits, that the decoder's buffer can hold.
const LENGTHS: RangeInclusive<u8> = 1..=32;

/// A code and its symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Code {
    shortest: u8,
    /// For each length from the shortest: the lowest code word of that length, aligned to the left, and its symbol. Longer words are lower.
    lengths: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Symbol {
    /// The first of two symbols, or the value.
    left: u16,
    /// The second of two symbols, or [`VALUE`].
    right: u16,
    /// The number of values of the symbol.
    values: u16,
}

impl Code {
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Result<Self, Damage> {
        let [longest, shortest] = bytes.array()?;
        if !LENGTHS.contains(&shortest) || !LENGTHS.contains(&longest) || shortest > longest {
            return Err(Damage::Codes);
        }
        let first: Vec<u16> = (shortest..=longest)
            .map(|_| bytes.u16())
            .collect::<Result<_, _>>()?;
        let lengths = code_words(shortest, &first);
        let count = bytes.u16()?;
        let pairs = bytes.take(3 * usize::from(count))?.as_chunks::<3>().0;
        if count % 2 == 1 {
            bytes.take(1)?;
        }
        let symbol = |&[a, b, c]: &[u8; 3]| Symbol {
            left: u16::from(a) | u16::from(b & 15) << 8,
            right: u16::from(b >> 4) | u16::from(c) << 4,
            values: 0,
        };
        let mut symbols: Vec<Symbol> = pairs.iter().map(symbol).collect();
        (0..count).try_for_each(|number| count_values(&mut symbols, number, 0).map(drop))?;
        Ok(Self {
            shortest,
            lengths,
            symbols,
        })
    }

    /// Returns the value at a place within a block; `None` if the block ends before it.
    pub(crate) fn decode(&self, block: &[u8], mut place: u32) -> Option<u16> {
        let mut words = Words::new(block);
        let mut number = loop {
            let word = words.next_64_bits();
            let length = self
                .lengths
                .iter()
                .position(|&(lowest, _)| word >= lowest)?;
            let (lowest, first) = self.lengths[length];
            let length = u32::from(self.shortest) + length as u32;
            let number = u64::from(first) + ((word - lowest) >> (64 - length));
            let values = u32::from(self.symbols.get(number as usize)?.values);
            if place < values {
                break number as u16;
            }
            place -= values;
            words.skip(length);
        };
        loop {
            let symbol = self.symbols[usize::from(number)];
            if symbol.right == VALUE {
                return Some(symbol.left);
            }
            let left = u32::from(self.symbols[usize::from(symbol.left)].values);
            number = if place < left {
                symbol.left
            } else {
                place -= left;
                symbol.right
            };
        }
    }
}

/// Returns the lowest code word of each length, given the first symbol of each.
fn code_words(shortest: u8, first: &[u16]) -> Vec<(u64, u16)> {
    let mut lowest = 0_u64;
    let mut words: Vec<(u64, u16)> = Vec::with_capacity(first.len());
    // The longest code words are the lowest and start with zero.
    let longest = u32::from(shortest) + first.len() as u32 - 1;
    for (at, &symbol) in first.iter().enumerate().rev() {
        if let Some(&(_, longer)) = words.last() {
            let words_of_longer = u64::from(symbol).wrapping_sub(u64::from(longer));
            lowest = lowest.wrapping_add(words_of_longer) / 2;
        }
        let length = longest - (first.len() - 1 - at) as u32;
        words.push((lowest.checked_shl(64 - length).unwrap_or(0), symbol));
    }
    words.reverse();
    words
}

/// Counts the values of a symbol and of those it consists of. At most 256 are allowed, so a symbol that contains itself is detected by its
/// depth.
fn count_values(symbols: &mut [Symbol], number: u16, depth: u16) -> Result<u16, Damage> {
    let damage = Damage::Symbol { symbol: number };
    let symbol = *symbols.get(usize::from(number)).ok_or(damage)?;
    if symbol.values > 0 {
        return Ok(symbol.values);
    }
    let values = match symbol.right {
        VALUE => 1,
        _ if depth == 255 => return Err(damage),
        right => {
            let left = count_values(symbols, symbol.left, depth + 1)?;
            left + count_values(symbols, right, depth + 1)?
        }
    };
    if values > 256 {
        return Err(damage);
    }
    symbols[usize::from(number)].values = values;
    Ok(values)
}

/// The bits of a block, the highest bit of each byte first. Zeros follow its end.
struct Words<'a> {
    bits: u64,
    /// The number of used bits.
    used: u32,
    rest: core::slice::Iter<'a, [u8; 4]>,
}

impl<'a> Words<'a> {
    fn new(block: &'a [u8]) -> Self {
        let mut rest = block.as_chunks().0.iter();
        let mut word = || {
            rest.next()
                .map_or(0, |&word| u64::from(u32::from_be_bytes(word)))
        };
        let bits = word() << 32 | word();
        Self {
            bits,
            used: 0,
            rest,
        }
    }

    /// At least the next 32 bits, and zeros.
    const fn next_64_bits(&self) -> u64 {
        self.bits
    }

    /// Advances by up to 32 bits.
    fn skip(&mut self, count: u32) {
        self.bits <<= count;
        self.used += count;
        if self.used >= 32 {
            self.used -= 32;
            let word = self.rest.next().map_or(0, |&word| u32::from_be_bytes(word));
            self.bits |= u64::from(word) << self.used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;
    use crate::file::{Bytes, Damage};

    /// Symbols 0 and 1 are the values 7 and 9, symbol 2 is both. Code words: 1 is symbol 2, 00 is 0, 01 is 1.
    const SAMPLE: [u8; 18] = [
        2, 1, 2, 0, 0, 0, 3, 0, 7, 0xF0, 0xFF, 9, 0xF0, 0xFF, 0, 0x10, 0, 0,
    ];

    fn read(sample: &[u8]) -> Result<Code, Damage> {
        Code::read(&mut Bytes::new(sample))
    }

    #[test]
    fn values_are_decoded() {
        // The words of the code follow from the first symbols: 2 for one bit, 0 for two bits.
        let code = read(&SAMPLE).expect("the sample is in order");
        // 1 00 01 1: symbols 2, 0, 1, 2.
        let block = [0b1000_1100, 0, 0, 0];
        let values: Vec<_> = (0..6).map(|place| code.decode(&block, place)).collect();
        assert_eq!(values, [7, 9, 7, 9, 7, 9].map(Some));
    }

    #[test]
    fn impossible_codes_are_errors() {
        let with = |at: usize, byte: u8| {
            let mut sample = SAMPLE;
            sample[at] = byte;
            read(&sample)
        };
        assert_eq!(with(0, 33), Err(Damage::Codes));
        assert_eq!(with(1, 0), Err(Damage::Codes));
        assert_eq!(with(0, 0), Err(Damage::Codes));
        // Symbol 2 contains itself, or a symbol that does not exist.
        assert_eq!(with(14, 2), Err(Damage::Symbol { symbol: 2 }));
        assert_eq!(with(14, 3), Err(Damage::Symbol { symbol: 3 }));
        assert_eq!(with(6, 200), Err(Damage::Header));
        assert_eq!(read(&SAMPLE[..5]), Err(Damage::Header));
    }
}
