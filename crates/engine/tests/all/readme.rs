//! The README's list of steps is complete, and the files that it names exist.

use plywood_engine::Step;
use std::path::Path;

#[test]
fn every_step_is_in_the_readme_with_a_file_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    for step in Step::ALL {
        assert!(readme.contains(&format!("`{step}`")), "{step}");
        let row = step.number().map(|number| format!("| {number} | "));
        let row = row.and_then(|start| readme.lines().find(|line| line.starts_with(&start)));
        assert_eq!(row.is_some(), step.number().is_some(), "{step}");
        assert!(
            row.is_none_or(|row| row.contains(&format!("`{step}`"))),
            "{step}"
        );
    }
    let quoted = readme.split('`').skip(1).step_by(2);
    let files: Vec<&str> = quoted
        .filter(|text| {
            Path::new(text)
                .extension()
                .is_some_and(|ending| ending == "rs")
        })
        .collect();
    assert!(files.len() > 20);
    for file in files {
        let name = file.trim_start_matches("src/");
        assert!(root.join("src").join(name).exists(), "{file}");
    }
}
