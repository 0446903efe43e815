//! [`Checksum`]: a short identifier for settings and results.

/// The 64-bit FNV-1a hash of bytes. It detects equality, but does not protect against forgery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}

impl Checksum {
    /// Makes the checksum of no bytes.
    #[must_use]
    pub const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// Adds bytes.
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        Self(bytes.iter().fold(self.0, mix))
    }

    /// Returns the checksum as a number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Writes sixteen hexadecimal digits.
    #[must_use]
    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_are_found() {
        assert_eq!(Checksum::new().text(), "cbf29ce484222325");
        assert_eq!(Checksum::new().with(b"a").text(), "af63dc4c8601ec8c");
        let parts = Checksum::new().with(b"foo").with(b"bar");
        assert_eq!(parts.text(), "85944171f73967e8");
    }
}
