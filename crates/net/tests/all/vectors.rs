//! The inner loops of a network are compiled to vector instructions. The compiler makes them from plain loops, which only its output shows:
//! without them tests of results pass, but evaluation takes several times as long.

use std::io::Write;
use std::process::{Command, Stdio};

/// Functions for the processors of `plywood_core::cpu`, in which the loops are inlined as in a search.
const FUNCTIONS: &str = r#"
mod arithmetic;
use arithmetic::{Vector, activated, exchange};

#[target_feature(enable = "FEATURES")]
pub fn follow_a_move(sums: &mut [Vector], others: &[Vector], one: &[Vector], old: &[Vector]) {
    exchange(sums, Some(others), [one], [old]);
}

#[target_feature(enable = "FEATURES")]
pub fn follow_a_capture(sums: &mut [Vector], one: &[Vector], old: &[Vector], taken: &[Vector]) {
    exchange(sums, None, [one], [old, taken]);
}

#[target_feature(enable = "FEATURES")]
pub fn weigh(sums: &[Vector], weights: &[Vector]) -> i64 {
    activated(sums, weights)
}
"#;

/// Returns the compiler's output for the functions of a processor with these features.
fn assembly(features: &str) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let path = format!("#[path = {:?}]\n", format!("{folder}/src/arithmetic.rs"));
    let source = path + FUNCTIONS.trim_start();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let mut compiler = Command::new(rustc)
        .args(["--edition=2024", "--crate-type=lib", "--crate-name=loops"])
        .args(["-O", "-Awarnings", "--emit=asm=-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the compiler that has compiled this can be started");
    let mut input = compiler.stdin.take().expect("it is a pipe");
    input
        .write_all(source.replace("FEATURES", features).as_bytes())
        .expect("it reads");
    drop(input);
    let output = compiler.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("assembly is text")
}

/// Returns the instructions of a function, without their operands' numbers: `vpaddw ymm`.
fn instructions<'a>(assembly: &'a str, function: &str) -> Vec<(&'a str, &'a str)> {
    let is_label = |line: &&str| line.ends_with(':') && !line.starts_with(['.', '\t']);
    let mut lines = assembly
        .lines()
        .skip_while(|line| !(is_label(line) && line.contains(function)));
    assert!(lines.next().is_some(), "{function} is not in\n{assembly}");
    let body = lines.take_while(|line| !is_label(line) && !line.contains(".cfi_endproc"));
    let words = body.filter_map(|line| line.trim().split_once(['\t', ' ']));
    words.filter(|(word, _)| !word.starts_with('.')).collect()
}

#[test]
fn the_inner_loops_are_vector_instructions() {
    for (features, register, prefix) in [
        ("avx2,bmi1,bmi2,lzcnt,popcnt", "%ymm", "v"),
        ("sse2", "%xmm", ""),
    ] {
        let assembly = assembly(features);
        for (function, needed) in [
            ("follow_a_move", &["paddw", "psubw"][..]),
            ("follow_a_capture", &["paddw", "psubw"]),
            ("weigh", &["pmullw", "pmaddwd", "paddd"]),
        ] {
            let found = instructions(&assembly, function);
            for name in needed {
                let name = format!("{prefix}{name}");
                let is_there =
                    |(word, operands): &(&str, &str)| *word == name && operands.contains(register);
                assert!(
                    found.iter().any(is_there),
                    "{function}: no {name} in {found:?}"
                );
            }
            // A plain number.
            let single = [
                "addw", "subw", "imulw", "imull", "movzwl", "movswl", "pinsrw", "pextrw",
            ];
            let is_single = |(word, _): &&(&str, &str)| {
                single.contains(word) || single.contains(&word.trim_start_matches('v'))
            };
            assert_eq!(
                found.iter().find(is_single),
                None,
                "{function} for {features}"
            );
        }
    }
}
