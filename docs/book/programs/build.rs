//! Makes the player's steps with holes from the book's own. In those, `// ANCHOR: yours CODE` begins lines that you write, in place of which
//! your step has this code, and `// ANCHOR_END: yours` ends them. mdBook leaves such lines out of the pages.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

const CHAPTERS: [&str; 15] = [
    "sticks",
    "greedy",
    "minimax",
    "alpha_beta",
    "ordering",
    "deepening",
    "tables",
    "null_windows",
    "dice",
    "horizon",
    "fit",
    "network",
    "selective",
    "proofs",
    "monte_carlo",
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=examples/player");
    println!("cargo::rerun-if-changed=../player");
    println!("cargo::rustc-check-cfg=cfg(begun, values(any()))");
    let (mut steps, mut modules) = (String::new(), String::new());
    for chapter in CHAPTERS {
        if Path::new(&format!("../player/{chapter}/step.rs")).exists() {
            println!("cargo::rustc-cfg=begun={chapter:?}");
        }
        let step = with_holes(&fs::read_to_string(format!(
            "examples/player/{chapter}.rs"
        ))?);
        let _ = writeln!(steps, "({chapter:?}, {step:?}),");
        // An included file has no documentation of its own.
        let code = step.replace("//! ", "// ");
        let _ = writeln!(modules, "mod {chapter} {{\n{code}}}");
    }
    let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo runs this"))?;
    let folder = Path::new(&folder);
    fs::write(folder.join("steps.rs"), format!("[{steps}]"))?;
    fs::write(folder.join("holes.rs"), modules)
}

fn with_holes(solution: &str) -> String {
    let (mut step, mut is_yours) = (String::new(), false);
    for line in solution.lines() {
        match line.split_once("// ANCHOR") {
            Some((indent, mark)) => {
                is_yours = mark.starts_with(": yours");
                let code = mark.strip_prefix(": yours ");
                step.extend(code.map(|code| format!("{indent}{code}\n")));
            }
            None if is_yours => {}
            None => step.extend([line, "\n"]),
        }
    }
    step.replace("use super::", "use crate::book::")
}
