//! [`Info`]: a line that an engine writes about its search.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::uci_protocol::{NumberError, millis, number};

/// An `info` line. Every part is optional; those present are written in the usual order.
///
/// ```
/// use plywood_notation::uci_protocol::{Info, InfoScore};
///
/// let info = Info {
///     depth: Some(12),
///     score: Some(InfoScore::Centipawns(31)),
///     nodes: Some(90_210),
///     line: "e2e4 e7e5".to_owned(),
///     ..Info::default()
/// };
/// assert_eq!(info.to_string(), "info depth 12 score cp 31 nodes 90210 pv e2e4 e7e5");
/// assert_eq!("depth 12 score cp 31 nodes 90210 pv e2e4 e7e5".parse(), Ok(info));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Info {
    /// The completed depth, in plies.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub selective_depth: Option<u32>,
    /// The number of the line among several; the best one is 1.
    pub rank: Option<u32>,
    /// The root move being searched, in UCI notation.
    pub current_move: Option<String>,
    /// Its place among the root moves, from 1.
    pub current_move_number: Option<u32>,
    /// The score, from the side to move's point of view.
    pub score: Option<InfoScore>,
    /// The kind of the score: exact, or a lower or upper bound.
    pub bound: InfoBound,
    /// The numbers of wins, draws and losses in a thousand games like this one.
    pub win_draw_loss: Option<[u16; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched per second.
    pub nodes_per_second: Option<u64>,
    /// The share of the table in use, in thousandths.
    pub table_fullness: Option<u32>,
    /// Positions found in endgame tables.
    pub endgame_table_hits: Option<u64>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// The best line, as UCI moves.
    pub line: String,
    /// A message for people.
    pub text: Option<String>,
}

/// A score in the protocol's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum InfoScore {
    /// `cp 31`, in hundredths of a pawn.
    Centipawns(i32),
    /// `mate 3`: the side to move mates in 3 moves; `mate -3`: it is mated.
    Mate(i32),
}

/// The kind of a score: exact or a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum InfoBound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is this or higher.
    Lower,
    /// The true score is this or lower.
    Upper,
}

impl Info {
    /// Makes a line with only a message for people. Line ends in it become spaces.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self {
            text: Some(text.replace(['\n', '\r'], " ")),
            ..Self::default()
        }
    }
}

/// Reads the words after `info`. Unknown words are skipped.
impl FromStr for Info {
    type Err = NumberError;

    fn from_str(line: &str) -> Result<Self, NumberError> {
        let mut info = Self::default();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = Some(small_count(word, words.next())?),
                "seldepth" => info.selective_depth = Some(small_count(word, words.next())?),
                "multipv" => info.rank = Some(small_count(word, words.next())?),
                "currmove" => info.current_move = words.next().map(str::to_owned),
                "currmovenumber" => {
                    info.current_move_number = Some(small_count(word, words.next())?);
                }
                "cp" => info.score = Some(InfoScore::Centipawns(centipawns(word, words.next())?)),
                "mate" => info.score = Some(InfoScore::Mate(centipawns(word, words.next())?)),
                "lowerbound" => info.bound = InfoBound::Lower,
                "upperbound" => info.bound = InfoBound::Upper,
                "wdl" => {
                    let mut share = || small_count(word, words.next()).map(thousandths);
                    info.win_draw_loss = Some([share()?, share()?, share()?]);
                }
                "nodes" => info.nodes = Some(count(word, words.next())?),
                "nps" => info.nodes_per_second = Some(count(word, words.next())?),
                "hashfull" => info.table_fullness = Some(small_count(word, words.next())?),
                "tbhits" => info.endgame_table_hits = Some(count(word, words.next())?),
                "time" => {
                    let millis = count(word, words.next())?;
                    info.time = Some(Duration::from_millis(millis));
                }
                // Everything up to the end of the line belongs to these.
                "pv" => info.line = words.by_ref().collect::<Vec<_>>().join(" "),
                "string" => info.text = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                "refutation" | "currline" => break,
                _ => {}
            }
        }
        Ok(info)
    }
}

fn centipawns(word: &str, text: Option<&str>) -> Result<i32, NumberError> {
    let value = number(word, text)?;
    let limit = if value < 0 { i32::MIN } else { i32::MAX };
    Ok(i32::try_from(value).unwrap_or(limit))
}

/// Reads a count. One that does not fit becomes the nearest number that does, since the rest of the line may matter.
fn count(word: &str, text: Option<&str>) -> Result<u64, NumberError> {
    let value = number(word, text)?.max(0);
    Ok(u64::try_from(value).unwrap_or(u64::MAX))
}

fn small_count(word: &str, text: Option<&str>) -> Result<u32, NumberError> {
    count(word, text).map(|count| u32::try_from(count).unwrap_or(u32::MAX))
}

fn thousandths(share: u32) -> u16 {
    u16::try_from(share.min(1_000)).unwrap_or_default()
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        pair(f, "depth", self.depth)?;
        pair(f, "seldepth", self.selective_depth)?;
        pair(f, "multipv", self.rank)?;
        pair(f, "currmove", self.current_move.as_deref())?;
        pair(f, "currmovenumber", self.current_move_number)?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
            f.write_str(match self.bound {
                InfoBound::Exact => "",
                InfoBound::Lower => " lowerbound",
                InfoBound::Upper => " upperbound",
            })?;
        }
        if let Some([win, draw, loss]) = self.win_draw_loss {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        pair(f, "nodes", self.nodes)?;
        pair(f, "nps", self.nodes_per_second)?;
        pair(f, "hashfull", self.table_fullness)?;
        pair(f, "tbhits", self.endgame_table_hits)?;
        pair(f, "time", self.time.map(millis))?;
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line)?;
        }
        pair(f, "string", self.text.as_deref())
    }
}

fn pair(f: &mut fmt::Formatter<'_>, word: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {word} {value}"),
        None => Ok(()),
    }
}

impl fmt::Display for InfoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_written_and_read_back() {
        let line = "depth 5 seldepth 7 multipv 2 score mate -4 lowerbound wdl 0 12 988 nodes 900 nps 1000 \
                    hashfull 17 tbhits 3 time 900 pv e2e4 e7e5";
        let info: Info = line.parse().unwrap();
        assert_eq!(info.to_string(), format!("info {line}"));
        assert_eq!(
            Info::text("two\nlines").to_string(),
            "info string two lines"
        );
    }

    #[test]
    fn progress_is_written_and_read_back() {
        for line in [
            "depth 20 currmove e2e4 currmovenumber 3",
            "depth 9 multipv 1 score cp -12 upperbound nodes 7 nps 1300000 time 3000 pv a2a3",
        ] {
            let info: Info = line.parse().unwrap();
            assert_eq!(info.to_string(), format!("info {line}"));
        }
        let long = Info {
            time: Some(Duration::MAX),
            ..Info::default()
        };
        assert_eq!(long.to_string(), "info time 18446744073709551615");
    }

    #[test]
    fn what_other_engines_write_is_read() {
        let info: Info =
            "currmove d2d4 currmovenumber 2 nodes 1300 score cp 99999999999 string depth 99"
                .parse()
                .unwrap();
        assert_eq!((info.depth, info.nodes), (None, Some(1_300)));
        assert_eq!(info.score, Some(InfoScore::Centipawns(i32::MAX)));
        assert_eq!(info.text.as_deref(), Some("depth 99"));
        assert!("score cp".parse::<Info>().is_err());
    }
}
