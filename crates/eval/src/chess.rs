//! Chess positions have two sides: White is the first.

use crate::sides::{Side, Sides};
use plywood_core::{Color, Position};

impl From<Color> for Side {
    #[inline]
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::First,
            Color::Black => Self::Second,
        }
    }
}

impl From<Side> for Color {
    #[inline]
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::White,
            Side::Second => Self::Black,
        }
    }
}

impl Sides for Position {
    #[inline]
    fn to_move(&self) -> Side {
        self.side_to_move().into()
    }

    fn mirrored(&self) -> Self {
        self.flip_colors()
    }
}
