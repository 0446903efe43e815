//! Any bytes as a network's file, after its first line and without it, and as games of training data.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::Position;
use plywood_eval::Evaluator as _;
use plywood_net::data::read_viriformat;
use plywood_net::{ChessInputs, Network};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(network) = Network::<ChessInputs>::read(bytes) {
        let again = Network::read(&network.to_bytes());
        assert_eq!(again.as_ref().ok(), Some(&network));
        let _ = network.evaluate(&Position::START);
    }
    let mut rest = bytes;
    while let Ok(moves) = read_viriformat(&mut rest) {
        if moves.is_empty() {
            break;
        }
        for scored in &moves {
            assert!(scored.mv.is_none_or(|mv| scored.position.is_legal(mv)));
        }
    }
});
