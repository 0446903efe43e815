//! Chooses the network for chess that is built in: the one of this crate, or the file that the variable `PLYWOOD_NET` names.

use std::env;

fn main() {
    println!("cargo::rerun-if-env-changed=PLYWOOD_NET");
    let of_crate = || {
        let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
        format!("{folder}/nets/chess.net")
    };
    let file = env::var("PLYWOOD_NET").ok().filter(|file| !file.is_empty());
    println!(
        "cargo::rustc-env=CHESS_NET={}",
        file.unwrap_or_else(of_crate)
    );
}
