//! The file of a network: written files are read, and others are refused.

use plywood_core::Position;
use plywood_eval::{Evaluator, Side};
use plywood_net::{ChessInputs, ConnectFourInputs, Inputs, Model, Network, NetworkError};

fn bytes() -> Vec<u8> {
    let model: Model<ChessInputs> = Model::random(16, 2, 1);
    model.to_network(400).to_bytes()
}

fn error(bytes: &[u8]) -> NetworkError {
    Network::<ChessInputs>::read(bytes).expect_err("it is no network")
}

#[test]
fn what_was_written_is_read() {
    let network: Network = Network::read(&bytes()).unwrap();
    assert_eq!((network.hidden(), network.buckets()), (16, 2));
    assert_eq!(network.to_bytes(), bytes());
    let again: Network = Network::read(&bytes()).unwrap();
    assert_eq!(again.checksum(), network.checksum());
}

/// The inputs of chess before the zones of the king were added.
#[derive(Debug)]
struct WithoutZones;

impl Inputs for WithoutZones {
    type Position = Position;
    type Facts = [u64; 12];
    const NAME: &'static str = "chess 768 mirrored";
    const COUNT: usize = 768;

    fn facts(position: &Position) -> [u64; 12] {
        ChessInputs::facts(position)
    }

    fn turns(facts: &[u64; 12]) -> [u8; 2] {
        ChessInputs::turns(facts).map(|turn| turn & 3)
    }

    fn input(turn: u8, fact: usize) -> usize {
        ChessInputs::input(turn, fact)
    }

    fn to_move(position: &Position) -> Side {
        ChessInputs::to_move(position)
    }
}

#[test]
fn a_network_without_zones_of_the_king_is_read_and_judges_as_before() {
    let coarse = Model::<WithoutZones>::random(32, 1, 3).to_network(400);
    let read: Network = Network::read(&coarse.to_bytes()).unwrap();
    assert_eq!(read.checksum(), coarse.checksum());
    for square in [
        "8/8/8/8/8/8/8/K7",
        "8/8/8/8/8/8/8/6K1",
        "8/8/8/8/8/8/4K3/8",
        "8/8/8/5K2/8/8/8/8",
    ] {
        let fen = square.replacen("8/8", "2q1k3/8", 1) + " w - - 0 1";
        let position: Position = fen.parse().unwrap();
        assert_eq!(
            read.evaluate(&position),
            coarse.evaluate(&position),
            "{fen}"
        );
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let whole = bytes();
    for place in (0..whole.len()).step_by(97).chain(0..40) {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        error(&changed);
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let whole = bytes();
    assert_eq!(error(b""), NetworkError::NoNetwork);
    assert_eq!(error(b"GIF89a"), NetworkError::NoNetwork);
    assert_eq!(error(b"plywood net 1 chess"), NetworkError::NoNetwork);
    let cut = error(&whole[..whole.len() - 1]);
    let length = whole.len();
    assert_eq!(
        cut.to_string(),
        format!("expected {length} bytes, found {}", length - 1)
    );
    let mut damaged = whole.clone();
    damaged[100] ^= 4;
    assert_eq!(error(&damaged), NetworkError::Checksum);
    let four = Network::<ConnectFourInputs>::read(&whole).expect_err("it is for chess");
    assert_eq!(
        four.to_string(),
        "expected a network for \"connect-four 128\", found one for \"chess 768 mirrored 4 zones\""
    );
    for sizes in [
        "0 8 400",
        "17 8 400",
        "528 8 400",
        "16 0 400",
        "16 33 400",
        "16 8 0",
        "16 8",
        "16 8 70000",
    ] {
        let text = format!("plywood net 1 chess 768 mirrored {sizes}\n");
        assert!(
            matches!(error(text.as_bytes()), NetworkError::Size { .. }),
            "{sizes}"
        );
    }
}
