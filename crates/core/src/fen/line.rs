//! ASCII text without a heap, as long as the longest FEN.

use core::fmt;

/// Sixty-four pieces and seven slashes, sixteen rooks that may castle, two clocks of ten digits.
/// A legal position is far from it, but a setup may hold as much.
const ROOM: usize = 71 + " w ".len() + 16 + " e3 ".len() + 10 + " ".len() + 10;

/// A text that grows at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    bytes: [u8; ROOM],
    length: u8,
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
        if let Some(place) = self.bytes.get_mut(usize::from(self.length)) {
            *place = byte;
            self.length += 1;
        }
    }

    /// Adds the first so many of eight bytes, the lowest first.
    #[inline(always)]
    pub(crate) fn push_eight(&mut self, text: u64, count: u8) {
        let start = usize::from(self.length);
        if let Some(places) = self.bytes.get_mut(start..start + 8) {
            places.copy_from_slice(&text.to_le_bytes());
            self.length += count;
        }
    }

    #[inline]
    pub(crate) fn push_number(&mut self, number: u32) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        let text = self.bytes.get(..usize::from(self.length));
        text.and_then(|text| core::str::from_utf8(text).ok())
            .unwrap_or("")
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
