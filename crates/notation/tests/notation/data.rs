//! The files that tests read.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns a file of `tests/data`, which is in the repository.
pub(crate) fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// Returns the text of a file of `tests/data`.
pub(crate) fn text(name: &str) -> String {
    read(&file(name))
}

/// Returns the text of a file of the long suites in `../shared/data`, beside the repository. Only tests marked `#[ignore]` use it.
///
/// # Panics
/// If the file cannot be read.
pub(crate) fn shared(name: &str) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    read(&data.join(name))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("this test needs {}: {error}", path.display()))
}
