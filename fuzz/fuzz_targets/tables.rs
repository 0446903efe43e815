//! Any bytes as the two files of an endgame, which are found, checked and asked.
#![no_main]

use std::{env, fs, process};

use libfuzzer_sys::fuzz_target;
use plywood_core::Position;
use plywood_tables::{Syzygy, Tables};

/// The files of one endgame, with the first bytes of their kind.
const FILES: [(&str, [u8; 4]); 2] = [
    ("KQvK.rtbw", [0x71, 0xe8, 0x23, 0x5d]),
    ("KQvK.rtbz", [0xd7, 0x66, 0x0c, 0xa5]),
];
const FENS: [&str; 3] = [
    "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
    "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
    "kq6/8/8/8/8/5K2/8/8 w - - 0 1",
];

fuzz_target!(|bytes: &[u8]| {
    let folder = env::temp_dir().join(format!("plywood-fuzz-{}", process::id()));
    // A file that is overwritten waits for the disk, and a new one doesn't.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("there is a temporary folder");
    let (first, second) = bytes.split_at(bytes.len() / 2);
    for ((name, magic), bytes) in FILES.into_iter().zip([first, second]) {
        let mut file = [&magic, bytes].concat();
        // Files of other lengths are cut off.
        let length = file.len().div_ceil(64) * 64 + 16;
        file.resize(length, 0);
        fs::write(folder.join(name), file).expect("a small file can be written");
    }
    let Ok(tables) = Syzygy::open(&folder) else {
        return;
    };
    for file in tables.files() {
        let _ = file.check().map_err(|error| error.to_string());
    }
    for fen in FENS {
        let position = Position::from_fen(fen).expect("a legal position");
        let _ = tables.wdl(&position).map_err(|error| error.to_string());
        let _ = tables.dtz(&position).map_err(|error| error.to_string());
    }
});
