//! Packs the built-in network for chess: this crate's, or the file named by the variable `PLYWOOD_NET`. `src/packing.rs` explains how.
//! `cfg(simd128)` is set for WebAssembly with vector instructions.

use std::path::Path;
use std::{env, fs};

/// The inputs of a zone, whose weights are much like those of the next one.
const ZONE: usize = 768;
/// Differences from here on have two more bytes.
const LONG: u8 = 255;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(simd128)");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    if features.split(',').any(|feature| feature == "simd128") {
        println!("cargo::rustc-cfg=simd128");
    }
    println!("cargo::rerun-if-env-changed=PLYWOOD_NET");
    let of_crate = || {
        let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
        format!("{folder}/nets/chess.net")
    };
    let file = env::var("PLYWOOD_NET").ok().filter(|file| !file.is_empty());
    let file = file.unwrap_or_else(of_crate);
    println!("cargo::rerun-if-changed={file}");
    let packed = fs::read(&file).map_err(|error| error.to_string());
    let packed = packed.and_then(|bytes| pack(&bytes).ok_or("it is no network".to_owned()));
    let packed = packed.unwrap_or_else(|error| panic!("{file}: {error}"));
    let folder = env::var("OUT_DIR").expect("cargo says where files go");
    fs::write(Path::new(&folder).join("chess.packed"), packed).expect("the folder can be written");
}

fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, numbers) = bytes.split_at(end + 1);
    let hidden = str::from_utf8(line).ok()?.split_whitespace().nth_back(2)?;
    let distance = ZONE * hidden.parse::<usize>().ok()?;
    let mut packed = line.to_vec();
    packed.extend(u32::try_from(distance).ok()?.to_le_bytes());
    let number = |pair: &[u8; 2]| i16::from_le_bytes(*pair);
    let numbers: Vec<i16> = numbers.as_chunks().0.iter().map(number).collect();
    for (index, number) in numbers.iter().enumerate() {
        let before = index.checked_sub(distance).map_or(0, |at| numbers[at]);
        let difference = number.wrapping_sub(before);
        let code = (difference << 1 ^ difference >> 15).cast_unsigned();
        match u8::try_from(code) {
            Ok(short) if short < LONG => packed.push(short),
            Ok(_) | Err(_) => packed.extend([LONG].into_iter().chain(code.to_le_bytes())),
        }
    }
    Some(packed)
}
