//! ASCII text without a heap, with room for the longest FEN.

use core::fmt;

/// Room for 64 pieces and seven slashes, sixteen castling rooks, and two clocks of ten digits. No legal
/// position needs so much, but a setup can.
const ROOM: usize = 71 + " w ".len() + 16 + " e3 ".len() + 10 + " ".len() + 10;

/// A text that grows at its end. As a local variable, its length is kept in a register; behind a
/// reference, every byte would wait for the one before.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    bytes: [u8; ROOM],
    length: usize,
}

impl Line {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; ROOM],
            length: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    /// Adds the first `count` of eight bytes, the lowest first.
    #[inline(always)]
    pub(crate) fn push_eight(&mut self, text: u64, count: usize) {
        let start = self.length;
        if let Some(places) = self.bytes.get_mut(start..start + 8) {
            places.copy_from_slice(&text.to_le_bytes());
            self.length += count;
        }
    }

    /// Adds a number. Most clocks have at most two digits.
    #[inline(always)]
    pub(crate) fn push_number(&mut self, number: u32) {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        let text = self.bytes.get(..self.length);
        text.and_then(|text| core::str::from_utf8(text).ok())
            .unwrap_or("")
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
