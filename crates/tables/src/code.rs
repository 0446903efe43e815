//! The code in which blocks are compressed: a canonical Huffman code of symbols, each of which stands for
//! one value or for two other symbols.

use crate::bytes::Bytes;
use crate::table_error::Damage;

/// In place of the second symbol: this symbol is a single value.
const VALUE: u16 = 0xFFF;

/// The lengths of codes, in bits, that the decoder's buffer can hold.
const LENGTHS: core::ops::RangeInclusive<u8> = 1..=32;

/// A code and its symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Code {
    shortest: u8,
    /// For each length from the shortest: the lowest code word of that length, aligned to the left, and
    /// the symbol that it stands for. Longer words are lower.
    lengths: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Symbol {
    /// The first of two symbols, or the value.
    left: u16,
    /// The second of two symbols, or [`VALUE`].
    right: u16,
    /// How many values the symbol stands for.
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

    /// The value at a place within a block; `None` if the block does not hold so many.
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

/// The lowest code word of each length, given the first symbol of each.
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

/// Counts the values of a symbol and of those it consists of. At most 256 are allowed, so a symbol that
/// contains itself is found by its depth.
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

/// The bits of a block, the highest bit of each byte first. Behind its end come zeros.
struct Words<'a> {
    bits: u64,
    /// How many of the bits have been used up.
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

    /// Goes on by up to 32 bits.
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
    use crate::bytes::Bytes;
    use crate::table_error::Damage;

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
