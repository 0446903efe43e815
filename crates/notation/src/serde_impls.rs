//! Serializes games, EPDs and their parts, for the `serde` feature; anything with a text form is serialized as that.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::epd::Epd;
use crate::pgn::{Comment, GameResult, PgnGame, Tags};

/// Serializes the string that `Display` writes and `FromStr` reads.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

as_text!(Epd, GameResult, PgnGame);

impl Serialize for Comment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Comment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer).map(|text| Self::new(&text))
    }
}

/// Serializes tags as an object, `{"Event":"?",…}`.
impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TagsVisitor)
    }
}

struct TagsVisitor;

impl<'de> Visitor<'de> for TagsVisitor {
    type Value = Tags;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tags of a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
        let mut tags = Tags::default();
        while let Some((name, value)) = map.next_entry::<Cow<'_, str>, Cow<'_, str>>()? {
            tags.set(&name, &value).map_err(de::Error::custom)?;
        }
        Ok(tags)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::epd::Epd;
    use crate::pgn::{Comment, Evaluation, GameResult, Nag, PgnGame, PgnScore, Tags};
    use crate::uci_protocol::{Info, InfoScore};

    /// Checks that a value is written as the string and read back from it.
    fn travels<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_travel() {
        travels(&GameResult::Draw, r#""1/2-1/2""#);
        travels(&Nag::GOOD, "1");
        travels(&Comment::new("[%eval 0.24] best"), r#""[%eval 0.24] best""#);
        let score = PgnScore::Mate(-3);
        travels(
            &Evaluation {
                score,
                depth: Some(9),
            },
            r#"{"score":{"mate":-3},"depth":9}"#,
        );
        let mut tags = Tags::default();
        tags.set("White", "Réti").unwrap();
        let json = serde_json::to_string(&tags).unwrap();
        assert!(json.contains(r#""White":"Réti""#), "{json}");
        travels(&tags, &json);
        assert!(serde_json::from_str::<Tags>(r#"{"[":"x"}"#).is_err());
    }

    #[test]
    fn games_travel() {
        let game: PgnGame = "1. e4 (1. d4 $1 {Queen's pawn}) 1... e5 1-0"
            .parse()
            .unwrap();
        travels(&game, &serde_json::to_string(&game.to_string()).unwrap());
        let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;".parse().unwrap();
        travels(&epd, r#""4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;""#);
        assert!(serde_json::from_str::<Epd>(r#""4k3/8 w - -""#).is_err());
        let info = Info {
            score: Some(InfoScore::Centipawns(31)),
            ..Info::default()
        };
        let json = serde_json::to_string(&info).unwrap();
        travels(&info, &json);
        assert_eq!(
            serde_json::from_str::<Info>(r#"{"score":{"centipawns":31}}"#).unwrap(),
            info
        );
    }
}
