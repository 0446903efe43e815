//! Serializes durations as seconds, for the `serde` feature: `0.25` is a quarter of a second.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    time.as_secs_f64().serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
}

/// Serializes an optional duration as seconds.
pub(crate) mod optional {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Seconds(#[serde(with = "super")] Duration);

    #[expect(clippy::ref_option, reason = "serde asks for a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(Seconds).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<Seconds>::deserialize(from)?.map(|seconds| seconds.0))
    }
}
