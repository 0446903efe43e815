//! The fields that describe a position in a request.

/// Declares a request with the fields `game`, `position` and `moves`, plus its own.
///
/// A part that serde flattens into a request could not refuse unknown fields.
macro_rules! with_place {
    ($(#[$meta:meta])* $visibility:vis struct $request:ident { $($fields:tt)* }) => {
        $(#[$meta])*
        #[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $visibility struct $request {
            /// The game; by default the first one.
            #[schema(example = "chess")]
            pub(super) game: Option<String>,
            /// The position where the moves begin; by default the start of the game.
            pub(super) position: Option<String>,
            /// The moves since then, at most 4,096.
            #[serde(default)]
            #[schema(example = json!(["e2e4", "e7e5"]))]
            pub(super) moves: Vec<String>,
            $($fields)*
        }

        impl $request {
            /// Returns the game.
            fn served<'a>(
                &self,
                offer: &'a $crate::offer::Offer,
            ) -> Result<&'a dyn $crate::served::ServedGame, $crate::problem::Problem> {
                offer.games.named(self.game.as_deref())
            }

            /// Returns the position in the form of the request.
            fn place(&self) -> $crate::games::PlaceText<'_> {
                $crate::games::PlaceText {
                    position: self.position.as_deref(),
                    moves: &self.moves,
                    passes: false,
                }
            }
        }
    };
}

/// Declares a request like [`with_place`] that also chooses a strategy.
macro_rules! with_choice {
    ($(#[$meta:meta])* $visibility:vis struct $request:ident { $($fields:tt)* }) => {
        $crate::place_fields::with_place! {
            $(#[$meta])*
            $visibility struct $request {
                /// The strategy by name, or written out, such as `pvs+captures+table=16+deepening`; by default the game's strongest.
                #[schema(example = "engine")]
                strategy: Option<String>,
                /// The evaluator; by default that of the game or of the preset.
                evaluator: Option<String>,
                #[serde(default)]
                limits: $crate::limits::LimitsRequest,
                /// The seed of random choices, and of the errors of a weaker engine.
                #[serde(default)]
                seed: u64,
                $($fields)*
            }
        }

        impl $request {
            fn choice(&self) -> $crate::searches::Choice {
                $crate::searches::Choice {
                    strategy: self.strategy.clone(),
                    evaluator: self.evaluator.clone(),
                    limits: self.limits,
                    seed: self.seed,
                    ..$crate::searches::Choice::default()
                }
            }
        }
    };
}
pub(super) use {with_choice, with_place};
