//! [`MovePriority`]: the stage in which a move is tried, and its place within the stage.

/// How early to try a move: higher ranks first.
///
/// ```
/// use plywood_search::MovePriority;
///
/// let mut ranks = [MovePriority::losing(-300), MovePriority::UNKNOWN, MovePriority::noisy(1), MovePriority::killer(0), MovePriority::quiet(80), MovePriority::noisy(900)];
/// ranks.sort();
/// ranks.reverse();
/// assert_eq!(
///     ranks,
///     [MovePriority::noisy(900), MovePriority::noisy(1), MovePriority::killer(0), MovePriority::quiet(80), MovePriority::UNKNOWN, MovePriority::losing(-300)],
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MovePriority(i32);

/// Places within a stage go from 0 to this, and further ones become the nearest place.
const PLACES: i32 = 1 << 24;
const KILLERS: i32 = 1 << 25;
const NOISY: i32 = 1 << 26;

impl MovePriority {
    /// Nothing is known about the move. It is tried after the quiet moves with a history.
    pub const UNKNOWN: Self = Self(0);

    /// The first stage: noisy moves, the higher the number the earlier.
    #[must_use]
    #[inline]
    pub const fn noisy(place: i32) -> Self {
        Self(NOISY + clamped(place))
    }

    /// The second stage: moves that refuted a sibling of this node.
    #[must_use]
    #[inline]
    pub const fn killer(place: i32) -> Self {
        Self(KILLERS + clamped(place))
    }

    /// The third stage: quiet moves, the higher the number the earlier; 0 is [`MovePriority::UNKNOWN`].
    #[must_use]
    #[inline]
    pub const fn quiet(place: i32) -> Self {
        Self(clamped(place))
    }

    /// The last stage: noisy moves that lose, by a number below 0 that says how much.
    #[must_use]
    #[inline]
    pub const fn losing(place: i32) -> Self {
        Self(-1 - PLACES + clamped(place.saturating_add(PLACES)))
    }

    /// Whether it is the rank of a noisy move, winning or losing.
    #[must_use]
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.0 >= NOISY || self.0 < 0
    }
}

const fn clamped(place: i32) -> i32 {
    if place < 0 {
        0
    } else if place > PLACES {
        PLACES
    } else {
        place
    }
}
