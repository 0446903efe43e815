//! Examples print with `println!`, which panics if it fails. After this call the program ends instead.

use std::io::{self, Write};
use std::{panic, process};

/// Ends the program when printing fails: as a failure, unless the reader has seen enough and closed the pipe.
pub(crate) fn end_when_it_fails() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let text = panic.payload_as_str().unwrap_or_default();
        if !text.starts_with("failed printing to stdout") {
            return usual(panic);
        }
        let is_closed = text.contains("Broken pipe");
        if !is_closed {
            let _ = writeln!(io::stderr(), "error: {text}");
        }
        process::exit(i32::from(!is_closed));
    }));
}
