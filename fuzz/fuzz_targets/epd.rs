//! Any bytes as an EPD.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_notation::epd::{Epd, suite};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Epd>() {
        Ok(epd) => {
            let written = epd.to_string();
            let back = written.parse::<Epd>();
            assert_eq!(back.as_ref(), Ok(&epd), "{written}");
            for mv in epd.best_moves().iter().chain(epd.avoid_moves()) {
                assert!(epd.position().is_legal(*mv));
            }
        }
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
    for (line, epd) in suite(&text) {
        assert!(line > 0);
        let _ = epd.map_err(|error| error.to_string());
    }
});
