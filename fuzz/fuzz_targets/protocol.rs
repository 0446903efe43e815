//! Lines of the UCI protocol: any bytes are a command or an error, and what is written parses to the same value.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_notation::uci::CastlingForm;
use plywood_notation::uci_protocol::{Command, Info, write_position};

fuzz_target!(|bytes: &[u8]| {
    let line = String::from_utf8_lossy(bytes);
    match line.parse::<Command>() {
        Ok(Command::Go(go)) => assert_eq!(go.to_string().parse(), Ok(Command::Go(go))),
        Ok(Command::SetOption(set)) => {
            assert_eq!(set.to_string().parse(), Ok(Command::SetOption(set)));
        }
        Ok(Command::Position(game)) => {
            // In Chess960, only this form of castling is never ambiguous.
            let written = write_position(&game.history, CastlingForm::TakesRook);
            let Ok(Command::Position(again)) = written.parse() else {
                panic!("{written}");
            };
            assert_eq!(again.history, game.history);
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(info) = line.parse::<Info>() {
        let written = info.to_string();
        let again: Info = written["info".len()..]
            .parse()
            .expect("what is written is read");
        // A text takes the rest of the line, and a line without a score has no bound.
        assert_eq!(again.to_string(), written);
    }
});
