//! [`Go`]: the command that starts a search.

use std::fmt;
use std::time::Duration;

use plywood_core::ByColor;

use crate::uci_protocol::numbers::{NumberError, count, small_count, time};

/// What a `go` command asks for. Everything may be absent.
///
/// ```
/// use plywood_notation::uci_protocol::{Command, Go};
///
/// let go = Go { depth: Some(6), nodes: Some(10_000), ..Go::default() };
/// assert_eq!(go.to_string(), "go depth 6 nodes 10000");
/// assert_eq!(go.to_string().parse(), Ok(Command::Go(go)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// Search only these root moves, as text, since only the position can tell which moves they are; all if it is empty.
    pub search_moves: Vec<String>,
    /// The time on each side's clock.
    pub clock: ByColor<Option<Duration>>,
    /// What each move adds to a side's clock.
    pub increment: ByColor<Duration>,
    /// How many moves are left until time is added to the clocks.
    pub moves_to_go: Option<u32>,
    /// Search so many plies deep.
    pub depth: Option<u32>,
    /// Search so many nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in so many moves.
    pub mate: Option<u32>,
    /// Search exactly so long.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search in the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Count the positions at this depth, instead of a search.
    pub perft: Option<u32>,
}

impl Go {
    /// Reads the words after `go`, in any order. Unknown ones are skipped.
    pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, NumberError> {
        let mut go = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| is_move(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.clock.white = Some(time(word, words.next())?),
                "btime" => go.clock.black = Some(time(word, words.next())?),
                "winc" => go.increment.white = time(word, words.next())?,
                "binc" => go.increment.black = time(word, words.next())?,
                // Some programs send 0 when the rest of the game has to be played in the time that is left.
                "movestogo" => {
                    go.moves_to_go = Some(small_count(word, words.next())?).filter(|&n| n > 0);
                }
                "depth" => go.depth = Some(small_count(word, words.next())?),
                "nodes" => go.nodes = Some(count(word, words.next())?),
                "mate" => go.mate = Some(small_count(word, words.next())?),
                "movetime" => go.move_time = Some(time(word, words.next())?),
                "perft" => go.perft = Some(small_count(word, words.next())?),
                _ => {}
            }
        }
        Ok(go)
    }
}

/// Whether a word looks like a move, and not like the next word of the command.
fn is_move(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]
    )
}

/// The line that asks an engine for this search.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let increment = |time: Duration| Some(millis(time)).filter(|&millis| millis > 0);
        for (word, value) in [
            ("wtime", self.clock.white.map(millis)),
            ("btime", self.clock.black.map(millis)),
            ("winc", increment(self.increment.white)),
            ("binc", increment(self.increment.black)),
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.move_time.map(millis)),
            ("perft", self.perft.map(u64::from)),
        ] {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        Go::read(text.split_whitespace()).unwrap()
    }

    #[test]
    fn words_come_in_any_order_and_unknown_ones_are_skipped() {
        let go = read("btime 5 searchmoves e2e4 d2d4 ponder fast winc 3 wtime -20 movestogo 0");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert!(go.ponder && !go.infinite);
        assert_eq!(go.clock.white, Some(Duration::ZERO));
        assert_eq!(go.clock.black, Some(Duration::from_millis(5)));
        assert_eq!(go.increment.white, Duration::from_millis(3));
        assert_eq!(go.moves_to_go, None);
    }

    #[test]
    fn written_commands_are_read_back() {
        for text in [
            "go",
            "go ponder wtime 100 btime 200 winc 1 binc 2 movestogo 40",
            "go infinite searchmoves e2e4 a7a8q",
            "go depth 3 nodes 4 mate 5 movetime 6 perft 7",
        ] {
            let go = read(text.trim_start_matches("go"));
            assert_eq!(go.to_string(), text);
        }
    }
}
