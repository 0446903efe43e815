//! Serializes positions, moves and their parts, for the `serde` feature.
//!
//! A position is a FEN, and a square is `e4`.
//! A move is `{"from":"e2","to":"e4","kind":"double-push"}`.
//!
//! Reading checks everything: a position must be legal, and the moves of a game are played. A list of too many moves is an error.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::bitboard::Bitboard;
use crate::fen::{CastlingFen, EnPassantFen, FenFormat};
use crate::history::History;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::square::Square;

/// Reads a text with a function that can fail.
struct Text<T, E> {
    expected: &'static str,
    read: fn(&str) -> Result<T, E>,
}

impl<T, E: fmt::Display> Visitor<'_> for Text<T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<X: Error>(self, text: &str) -> Result<T, X> {
        (self.read)(text).map_err(X::custom)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text {
            expected: "a square from a1 to h8",
            read: Self::from_str,
        })
    }
}

impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let squares = Vec::<Square>::deserialize(deserializer)?;
        let set: Self = squares.iter().copied().collect();
        if set.len() as usize == squares.len() {
            Ok(set)
        } else {
            Err(Error::custom("a square is listed twice"))
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Move", deny_unknown_fields)]
struct MoveData {
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (from, to, kind) = (self.from(), self.to(), self.kind());
        MoveData { from, to, kind }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let MoveData { from, to, kind } = MoveData::deserialize(deserializer)?;
        Ok(Self::new(from, to, kind))
    }
}

/// The FEN shows the en passant square after every double push, so that [`Position::double_push_square`] survives.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.fen_with(FenFormat {
            en_passant: EnPassantFen::Always,
            castling: CastlingFen::XFen,
        }))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text {
            expected: "the FEN of a legal position",
            read: Self::from_fen,
        })
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "History", deny_unknown_fields)]
struct HistoryData<'a> {
    start: Cow<'a, Position>,
    moves: Cow<'a, [Move]>,
}

/// The first position and the moves.
impl Serialize for History {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = Cow::Borrowed(self.start());
        let moves = Cow::Borrowed(self.moves());
        HistoryData { start, moves }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for History {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let HistoryData { start, moves } = HistoryData::deserialize(deserializer)?;
        let mut game = Self::new(start.into_owned());
        for &mv in moves.iter() {
            game.play(mv).map_err(Error::custom)?;
        }
        Ok(game)
    }
}
