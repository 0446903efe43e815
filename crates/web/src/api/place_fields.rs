//! The fields by which requests write a position.

use crate::games::{GameName, PlaceText};
use crate::opened::{AnyPlace, open};
use crate::problem::Problem;

/// A request that has a position.
pub(super) trait HasPlace {
    /// The position as text.
    fn place(&self) -> PlaceText<'_>;

    /// The position.
    fn open(&self) -> Result<Box<dyn AnyPlace>, Problem> {
        open(self.place())
    }
}

/// The fields `game`, `position` and `moves` of a request.
///
/// They are written out in every request, since a part that is flattened into it could not refuse unknown fields.
macro_rules! has_place {
    ($($request:ty),+) => {
        $(impl $crate::api::place_fields::HasPlace for $request {
            fn place(&self) -> $crate::games::PlaceText<'_> {
                $crate::api::place_fields::place(self.game, self.position.as_deref(), &self.moves)
            }
        })+
    };
}
pub(super) use has_place;

pub(super) const fn place<'a>(
    game: GameName,
    position: Option<&'a str>,
    moves: &'a [String],
) -> PlaceText<'a> {
    PlaceText {
        game,
        position,
        moves,
    }
}
