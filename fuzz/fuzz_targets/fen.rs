//! Any bytes as a FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::{CastlingFen, Position, Setup};
use plywood_fuzz::check_position;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let strict = Setup::from_fen(&text);
    let lenient = Setup::from_fen_lenient(&text);
    match (&strict, &lenient) {
        (Ok(strict), Ok(lenient)) => assert_eq!(strict, lenient),
        (Ok(setup), Err(error)) => panic!("only the strict reader takes {setup}: {error}"),
        (Err(error), _) => assert!(error.to_string().len() < 400, "{error}"),
    }
    let Ok(setup) = lenient else {
        return;
    };
    assert_eq!(
        setup.fen_with(CastlingFen::Shredder).parse().as_ref(),
        Ok(&setup)
    );
    assert_eq!(setup.fen().parse().as_ref(), Ok(&setup));
    match Position::new(&setup) {
        Ok(position) => check_position(&position),
        Err(error) => assert!(!error.violations().is_empty() && !error.to_string().is_empty()),
    }
    if let Ok((position, repairs)) = Position::new_lenient(&setup) {
        assert_eq!(repairs.is_empty(), Position::new(&setup).is_ok());
        assert_eq!(position.fen().parse().as_ref(), Ok(&position));
    }
});
