//! The functions that open and read files.

use plywood_catalog::files::{open, read_text, read_whole};
use std::fs::{self, File};

#[test]
fn what_is_too_long_is_not_read() {
    let path = std::env::temp_dir().join(format!("plywood-long-{}", std::process::id()));
    fs::write(&path, "äöü").unwrap();
    let file = || open(&path).unwrap();
    assert_eq!(read_text(&file(), 6).unwrap(), "äöü");
    fs::write(&path, "\u{FEFF}äöü").unwrap();
    assert_eq!(read_text(&file(), 9).unwrap(), "äöü");
    fs::write(&path, "äöü").unwrap();
    let error = read_whole(&file(), 5).unwrap_err().to_string();
    assert_eq!(error, "it has 6 bytes or more, and the limit is 5");
    fs::write(&path, b"a\xFF").unwrap();
    let error = read_text(&file(), 5).unwrap_err().to_string();
    assert_eq!(error, "this is not UTF-8 text from byte 2 on");
    fs::remove_file(&path).unwrap();
    let zeros = File::open("/dev/zero").unwrap();
    assert!(
        read_whole(&zeros, 9)
            .unwrap_err()
            .to_string()
            .starts_with("it has 10 bytes")
    );
}
