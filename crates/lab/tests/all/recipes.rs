//! The recipes in `scale/` that are shell scripts, with replacements for the programs that start their tasks. The others are tested with
//! clusters by `scale/test_clusters.py`.
#![cfg(unix)]

use crate::program::{Answer, Folder};
use crate::programs::scripted;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

const MATCH: &str = "a=minimax b=alpha-beta:noise=20 --depth 1 --max-moves 8 --games 12";

/// A replacement for GNU parallel with the options of the recipe: a command for each line, until one fails.
const PARALLEL: &str = "#!/usr/bin/env bash\n\
    while read -r line; do bash -c \"${5//'{}'/$line}\" || exit 1; done\n";

/// A folder with the program and a replacement for GNU parallel on its path.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    symlink(
        env!("CARGO_BIN_EXE_plywood-lab"),
        folder.path("plywood-lab"),
    )
    .expect("the folder can be written");
    let parallel = folder.write("parallel", PARALLEL);
    fs::set_permissions(parallel, fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// Runs a recipe with these arguments and variables.
fn run(folder: &Folder, recipe: &str, arguments: &str, variables: &[(&str, &str)]) -> Answer {
    let scale = Path::new(env!("CARGO_MANIFEST_DIR")).join("scale");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command
        .arg(scale.join(recipe))
        .args(arguments.split(' '))
        .current_dir(folder.path("."))
        .env("PATH", format!("{}:{path}", folder.path(".").display()))
        .envs(variables.iter().copied())
        .stdin(Stdio::null());
    Answer::of(&mut command)
}

/// Submits a job array with these tasks, numbered as by Slurm. Returns the exit codes.
fn submit(folder: &Folder, tasks: &[u32], arguments: &str) -> Vec<Option<i32>> {
    let run = |task: &u32| {
        let (id, count) = (task.to_string(), tasks.len().to_string());
        let variables = [
            ("SLURM_ARRAY_TASK_ID", id.as_str()),
            ("SLURM_ARRAY_TASK_COUNT", &count),
        ];
        run(folder, "slurm_match.sh", arguments, &variables).code()
    };
    tasks.iter().map(run).collect()
}

/// All journals together make the match of one machine.
fn assert_whole(folder: &Folder, shards: u32) {
    let journals = (1..=shards).map(|shard| format!(" journals/{shard}-of-{shards}.jsonl"));
    let merged = folder.line(&format!("merge{}", journals.collect::<String>()));
    assert_eq!(merged.code(), Some(0), "{}", merged.errors());
    let alone = folder.line(&format!("match {MATCH}"));
    assert_eq!(merged.text(), alone.text());
}

#[test]
fn tasks_of_slurm_play_their_shard_whichever_are_submitted() {
    let folder = folder("slurm");
    let arguments = format!("4 {MATCH}");
    assert_eq!(submit(&folder, &[1, 3], &arguments), [Some(0); 2]);
    assert_eq!(
        submit(&folder, &[2, 4], &arguments),
        [Some(0); 2],
        "as with --array=2,4"
    );
    assert_whole(&folder, 4);
    assert_eq!(
        submit(&folder, &[0, 1], &arguments),
        [Some(2), Some(0)],
        "as with --array=0-1"
    );
    assert_eq!(submit(&folder, &[5], &arguments), [Some(2)]);
    assert_eq!(
        submit(&folder, &[1], MATCH),
        [Some(2)],
        "the number of shards is missing"
    );
    assert_whole(&folder, 4);
}

#[test]
fn parallel_goes_on_with_what_is_there() {
    let folder = folder("parallel");
    let arguments = format!("3 {MATCH}");
    let played = run(&folder, "parallel_match.sh", &arguments, &[]);
    assert_eq!(played.code(), Some(0), "{}", played.errors());
    assert_whole(&folder, 3);
    let text = folder.read("journals/2-of-3.jsonl");
    folder.write("journals/2-of-3.jsonl", &text[..text.len() / 2]);
    fs::remove_file(folder.path("journals/3-of-3.jsonl")).expect("it is there");
    assert_eq!(
        run(&folder, "parallel_match.sh", &arguments, &[]).code(),
        Some(0)
    );
    assert_whole(&folder, 3);
    let other = run(
        &folder,
        "parallel_match.sh",
        &format!("{arguments} --seed 2"),
        &[],
    );
    assert_eq!(
        other.code(),
        Some(1),
        "the folder has the journals of another match"
    );
    other.complains("its seed is \"1\"");
    assert_eq!(
        run(&folder, "parallel_match.sh", MATCH, &[]).code(),
        Some(2)
    );
}

#[test]
fn a_program_that_fails_loses_its_games_and_no_shard() {
    let folder = folder("recipes-faults");
    scripted(&folder, "crashing", "exit 3");
    let arguments = "2 uci:cmd=./crashing random --depth 1 --games 4 --plies 0";
    assert_eq!(
        run(&folder, "parallel_match.sh", arguments, &[]).code(),
        Some(0)
    );
    assert_eq!(submit(&folder, &[1, 2], arguments), [Some(0); 2]);
    let merged = folder.line("merge journals/1-of-2.jsonl journals/2-of-2.jsonl");
    assert_eq!(merged.code(), Some(3), "{}", merged.errors());
    merged.prints("Failed: crashing: crash 4");
}
