//! Lists the files of the page, which become part of the binary.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=assets");
    let folder = |name| PathBuf::from(env::var_os(name).expect("cargo says where it is"));
    let assets = folder("CARGO_MANIFEST_DIR").join("assets");
    let mut list = String::new();
    add(&assets, "", &mut list)?;
    fs::write(
        folder("OUT_DIR").join("assets.rs"),
        format!("&[\n{list}]\n"),
    )
}

/// Adds the files of a folder with their names and places.
fn add(folder: &Path, above: &str, list: &mut String) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let name = format!("{above}{}", name.to_string_lossy());
        if path.is_dir() {
            add(&path, &format!("{name}/"), list)?;
        } else {
            let path = path.to_string_lossy();
            // Writing to a string cannot fail.
            let _ = writeln!(list, "({name:?}, include_bytes!({path:?})),");
        }
    }
    Ok(())
}
