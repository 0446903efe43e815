//! Any bytes as the log of a search, and each line as an answer to the judge.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_judge::Answer;
use plywood_judge::tree_events::TreeFile;

const HEADER: &[u8] = b"{\"format\":\"plywood-tree\",\"version\":1,\"game\":\"tree\"}\n";

fuzz_target!(|bytes: &[u8]| {
    for file in [bytes, &[HEADER, bytes].concat()] {
        match TreeFile::read(file, 1_000) {
            Ok(tree) => assert!(!tree.summary().is_empty()),
            Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
        }
    }
    for line in String::from_utf8_lossy(bytes).lines() {
        let _ = Answer::read(line, 1).map_err(|error| error.to_string());
    }
});
