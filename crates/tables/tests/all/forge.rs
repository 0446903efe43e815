//! Small tables made for tests: king and queen against king, where the queen always wins.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// The positions of three different men.
const POSITIONS: u16 = 31_332;

/// A block of 32 bytes holds 256 code words of one bit, each for sixteen positions.
const IN_BLOCK: u16 = 4096;

/// A folder for one test, which is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("plywood-tables-{}-{number}", process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    /// A folder with both tables of the forged endgame.
    pub(crate) fn with_tables() -> Self {
        let folder = Self::new();
        folder.write("KQvK.rtbw", &results());
        folder.write("KQvK.rtbz", &distances());
        folder
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("the temporary folder can be written");
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().expect("temporary folders have plain names")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is not removed does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A table in which White to move wins and Black to move loses.
pub(crate) fn results() -> Vec<u8> {
    let mut bytes = vec![0x71, 0xE8, 0x23, 0x5D, 1];
    finish(&mut bytes, &[(0, 4), (0, 0)]);
    bytes.extend(0x3A2B_1F09_873E_43FE_1B1C_022A_BC8F_CD62_u128.to_le_bytes());
    bytes
}

/// A table with White to move in which the distances of all wins are five plies.
pub(crate) fn distances() -> Vec<u8> {
    let mut bytes = vec![0xD7, 0x66, 0x0C, 0xA5, 0];
    // The distances are in moves and do not count the next ply: twice two, and one.
    finish(&mut bytes, &[(0, 2)]);
    bytes.extend(0xDEB0_B1C8_56FB_ED3B_B3C5_6476_13AC_F608_u128.to_le_bytes());
    bytes
}

/// Appends everything from the list of pieces to the checksum, for parts with these flags and values.
fn finish(bytes: &mut Vec<u8>, parts: &[(u8, u8)]) {
    // The leading group has the lowest factor, and the men are both kings and White's queen.
    bytes.extend([0x00, 0x66, 0x55, 0xEE]);
    bytes.push(0);
    for &(flags, value) in parts {
        header(bytes, flags, value);
    }
    if parts.len() == 1 {
        bytes.resize(bytes.len().next_multiple_of(2), 0);
    }
    for _ in parts {
        for step in 0..POSITIONS.div_ceil(1024) {
            let middle = step * 1024 + 512;
            bytes.extend(u32::from(middle / IN_BLOCK).to_le_bytes());
            bytes.extend((middle % IN_BLOCK).to_le_bytes());
        }
    }
    for _ in parts {
        for block in 0..POSITIONS.div_ceil(IN_BLOCK) {
            let count = IN_BLOCK.min(POSITIONS - block * IN_BLOCK);
            bytes.extend((count - 1).to_le_bytes());
        }
    }
    for _ in parts {
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        let blocks = POSITIONS.div_ceil(IN_BLOCK);
        bytes.resize(bytes.len() + 32 * usize::from(blocks), 0);
    }
    bytes.resize(bytes.len().next_multiple_of(64), 0);
}

/// A header with a code in which symbol 0 is the value and each of the next four is twice the one before.
fn header(bytes: &mut Vec<u8>, flags: u8, value: u8) {
    bytes.extend([flags, 5, 10, 0]);
    bytes.extend(u32::from(POSITIONS.div_ceil(IN_BLOCK)).to_le_bytes());
    bytes.extend([1, 1]);
    // The code word 0 is symbol 4.
    bytes.extend(4_u16.to_le_bytes());
    bytes.extend(5_u16.to_le_bytes());
    bytes.extend([value, 0xF0, 0xFF]);
    for half in 0..4 {
        bytes.extend([half, half << 4, 0]);
    }
    bytes.push(0);
}
