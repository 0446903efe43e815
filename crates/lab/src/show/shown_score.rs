//! [`ShownScore`]: a score for tables and JSON.

use plywood_eval::Score;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A score that prints in pawns or as a mate, and in JSON as `{"cp":35}` or `{"mate":-3}`. An infinite bound of a
/// window is `null`.
///
/// ```
/// use plywood_eval::Score;
/// use plywood_lab::ShownScore;
///
/// let mate = ShownScore(Score::won_in(5));
/// assert_eq!(mate.to_string(), "#3");
/// assert_eq!(serde_json::to_string(&mate)?, r#"{"mate":3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShownScore(pub Score);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Data {
    Cp(i32),
    Mate(i32),
}

impl Serialize for ShownScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == Score::LOWEST || self.0 == Score::HIGHEST {
            return serializer.serialize_none();
        }
        match (self.0.as_centipawns(), self.0.mate_in()) {
            (Some(centipawns), _) => Data::Cp(centipawns).serialize(serializer),
            (None, moves) => Data::Mate(moves.unwrap_or_default()).serialize(serializer),
        }
    }
}

/// A mate is read as that of a side that moves first and last.
impl<'de> Deserialize<'de> for ShownScore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Data::deserialize(deserializer)? {
            Data::Cp(centipawns) => Score::centipawns(centipawns),
            Data::Mate(moves) if moves > 0 => {
                Score::won_in(moves.unsigned_abs().saturating_mul(2) - 1)
            }
            Data::Mate(moves) => Score::lost_in(moves.unsigned_abs().saturating_mul(2)),
        }))
    }
}

impl fmt::Display for ShownScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
