//! The long test suites, which are not in the repository.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A file of the suites in `../shared/data`, beside the repository; unpacked if its name ends in `.gz`.
///
/// # Panics
/// If the file cannot be read. Only tests marked `#[ignore]` use it.
pub(crate) fn shared(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(file);
    let bytes = fs::read(&path)
        .unwrap_or_else(|error| panic!("this test needs {}: {error}", path.display()));
    let bytes = if path.extension().is_some_and(|extension| extension == "gz") {
        let unpacked = Command::new("gzip").arg("-dc").arg(&path).output();
        unpacked.expect("gzip can be run").stdout
    } else {
        bytes
    };
    String::from_utf8(bytes).expect("the suites are UTF-8")
}
