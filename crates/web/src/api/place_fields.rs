//! The fields by which requests write a position.

use crate::app::App;
use crate::games::PlaceText;
use crate::problem::Problem;
use crate::served::ServedGame;

/// A request that has a position.
pub(super) trait HasPlace {
    /// The game, if the request names one.
    fn game(&self) -> Option<&str>;

    /// The position as text.
    fn place(&self) -> PlaceText<'_>;

    /// The game.
    fn served<'a>(&self, app: &'a App) -> Result<&'a dyn ServedGame, Problem> {
        app.games.named(self.game())
    }
}

/// Declares a request with the fields `game`, `position` and `moves`, and with its own.
///
/// A part that serde flattens into a request could not refuse unknown fields.
macro_rules! with_place {
    ($(#[$meta:meta])* $visibility:vis struct $request:ident { $($fields:tt)* }) => {
        $(#[$meta])*
        #[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $visibility struct $request {
            /// The game; the first one of the server by default.
            #[schema(example = "chess")]
            pub(super) game: Option<String>,
            /// Where the moves begin; the start of the game by default.
            pub(super) position: Option<String>,
            /// The moves since then, at most 4,096.
            #[serde(default)]
            #[schema(example = json!(["e2e4", "e7e5"]))]
            pub(super) moves: Vec<String>,
            $($fields)*
        }

        impl $crate::api::place_fields::HasPlace for $request {
            fn game(&self) -> Option<&str> {
                self.game.as_deref()
            }

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

/// Declares a request as [`with_place`] does that also chooses a strategy.
macro_rules! with_choice {
    ($(#[$meta:meta])* $visibility:vis struct $request:ident { $($fields:tt)* }) => {
        $crate::api::place_fields::with_place! {
            $(#[$meta])*
            $visibility struct $request {
                /// The strategy by name, or written out, such as `pvs+captures+table=16+deepening`; by default the strongest of the game.
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
