//! The built-in networks: those of this crate, unless the build substitutes another one for chess (`build.rs`). `docs/results.md` describes
//! how they were made.

use crate::inputs::{BackgammonInputs, ChessInputs, ConnectFourInputs};
use crate::network::Network;
use crate::packing::unpacked;
use std::sync::LazyLock;

static CHESS: LazyLock<Network> = LazyLock::new(|| Network::read(&unpacked(PACKED)).expect(WHOLE));

const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/chess.packed"));

static CONNECT_FOUR: LazyLock<Network<ConnectFourInputs>> =
    LazyLock::new(|| Network::read(include_bytes!("../nets/connect-four.net")).expect(WHOLE));

static BACKGAMMON: LazyLock<Network<BackgammonInputs>> =
    LazyLock::new(|| Network::read(include_bytes!("../nets/backgammon.net")).expect(WHOLE));

const WHOLE: &str = "the file that was built in is a network for this game";

impl Default for Network<ChessInputs> {
    /// Returns the network for chess, trained on games of `plywood-engine` with itself.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_net::Network;
    /// use plywood_search::{AlphaBeta, Limits, Strategy};
    ///
    /// let mut search = AlphaBeta::new(Network::default()).quiescence();
    /// let position: Position =
    ///     "rnbqkb1r/pppp1ppp/5n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
    /// let report = search.search(&position, &Limits::depth(2));
    /// assert_eq!(report.line.to_string().split(' ').next(), Some("h5f7"));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    fn default() -> Self {
        CHESS.clone()
    }
}

impl Network<ConnectFourInputs> {
    /// Returns the network for connect four, trained on games of alpha-beta with itself.
    #[must_use]
    pub fn connect_four() -> Self {
        CONNECT_FOUR.clone()
    }
}

impl Network<BackgammonInputs> {
    /// Returns the network for backgammon, trained on games with itself. Its scores are points.
    #[must_use]
    pub fn backgammon() -> Self {
        BACKGAMMON.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_the_file() {
        if option_env!("PLYWOOD_NET").is_none_or(str::is_empty) {
            assert_eq!(unpacked(PACKED), include_bytes!("../nets/chess.net"));
        }
        assert!(PACKED.len() < 600_000, "{}", PACKED.len());
        for broken in [
            &PACKED[..0],
            &PACKED[..10],
            &PACKED[..1_000],
            b"\n\xff\xff\xff\xff\xff",
        ] {
            assert!(Network::<ChessInputs>::read(&unpacked(broken)).is_err());
        }
    }
}
