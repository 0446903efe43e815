//! Reading numbers from the header of a file without running over its end.

use crate::table_error::Damage;

/// The bytes of a header and how far they have been read.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes have been read.
    pub(crate) const fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let end = self.at.checked_add(count).ok_or(Damage::Header)?;
        let taken = self.bytes.get(self.at..end).ok_or(Damage::Header)?;
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Damage> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Damage> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    /// Skips a byte if the number of bytes read is odd.
    pub(crate) fn align_to_two(&mut self) -> Result<(), Damage> {
        self.take(self.at % 2).map(drop)
    }
}
