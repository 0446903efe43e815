//! Gives the library a name for the sources it is built from, `PLYWOOD_SOURCES`: journals of programs that may play differently must not be
//! mixed, and between releases the version is not specific enough.
//!
//! The name is a hash of everything below `src` in this crate and in the family's crates beside it, and of the workspace's `Cargo.lock`. So
//! it is equal on every machine that builds the same sources, and changes with every edit.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The crates that decide results.
const CRATES: [&str; 15] = [
    "core",
    "eval",
    "search",
    "catalog",
    "tables",
    "notation",
    "engine",
    "net",
    "console",
    "arena",
    "judge",
    "analysis",
    "workbench",
    "lab",
    "report",
];

fn main() -> io::Result<()> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let crates = own.join("..");
    let beside = CRATES.map(|name| crates.join(name).join("src"));
    let mut roots: Vec<PathBuf> = beside.into_iter().filter(|root| root.is_dir()).collect();
    // A packaged crate is alone; its version and those of its dependencies then identify the sources.
    if roots.is_empty() {
        roots.push(own.join("src"));
    }
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for root in &roots {
        println!("cargo::rerun-if-changed={}", root.display());
        for file in files(root)? {
            let name = file.strip_prefix(root).unwrap_or(&file);
            hash = add(hash, name.to_string_lossy().replace('\\', "/").as_bytes());
            hash = add(hash, &fs::read(&file)?);
        }
    }
    let lock = crates.join("../Cargo.lock");
    if lock.is_file() {
        println!("cargo::rerun-if-changed={}", lock.display());
        hash = add(hash, &fs::read(lock)?);
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PLYWOOD_SOURCES={:08x}", hash >> 32);
    Ok(())
}

/// Returns all files below a folder, in the same order on every machine.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the 64-bit FNV-1a hash with more bytes.
fn add(hash: u64, bytes: &[u8]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(hash, mix)
}
