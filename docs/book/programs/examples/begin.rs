//! Begins a chapter's step of your player: `cargo run --example begin -- ordering` writes it, with holes for you to fill in.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::{env, path::Path};

/// The chapters with a step, and the steps.
const STEPS: [(&str, &str); 15] = include!(concat!(env!("OUT_DIR"), "/steps.rs"));

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<String> = env::args().skip(1).collect();
    if asked.is_empty() {
        return Err("expected a chapter, such as sticks".into());
    }
    asked.iter().try_for_each(|chapter| begin(chapter))
}

fn begin(asked: &str) -> Result<(), Box<dyn Error>> {
    let found = STEPS.iter().find(|(chapter, _)| *chapter == asked);
    let Some((chapter, step)) = found else {
        let chapters = STEPS.map(|(chapter, _)| chapter);
        return Err(format!("expected a chapter: {}", chapters.join(", ")).into());
    };
    let folder = Path::new("docs/book/player").join(chapter);
    let path = folder.join("step.rs");
    fs::create_dir_all(folder)?;
    let written = File::create_new(&path).and_then(|mut file| file.write_all(step.as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    println!("Fill in {}, and then run", path.display());
    println!("cargo test -p plywood-book --test player {chapter}");
    Ok(())
}
