//! What the moves of a position lead to.

use plywood_core::Move;

use crate::dtz::Dtz;
use crate::wdl::Wdl;

/// A move and what it leads to, as the side that makes it sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The result, with the halfmove clock as it stands.
    pub wdl: Wdl,
    /// The distance to zero, from before the move.
    pub dtz: Dtz,
}

/// All moves of a position, the best first: fast wins, then draws, then long defenses.
///
/// ```no_run
/// use plywood_core::Position;
/// use plywood_tables::{Syzygy, Tables, Wdl};
///
/// // 8 . . . . . . . k    The only move that wins is to promote to a rook: a queen
/// // 7 . . P . . . . .    would give stalemate.
/// let tables = Syzygy::open("/tables/syzygy")?;
/// let position: Position = "8/2P5/8/8/8/1r6/K7/2k5 w - - 0 1".parse()?;
/// let moves = tables.root_moves(&position)?;
/// println!("{:?}: {:?}", moves.result(), moves.best());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RootMoves {
    moves: Vec<RootMove>,
}

impl RootMoves {
    pub(crate) fn new(mut moves: Vec<RootMove>) -> Self {
        moves.sort_by_key(|root| core::cmp::Reverse(root.dtz.worth()));
        Self { moves }
    }

    /// All legal moves.
    #[must_use]
    pub fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The result of the position; `None` if there is no legal move.
    #[must_use]
    pub fn result(&self) -> Option<Wdl> {
        Some(self.moves.first()?.wdl)
    }

    /// The moves with the best distance. A player who chooses among these each time wins every won
    /// position before the fifty-move rule draws it.
    #[must_use]
    pub fn best(&self) -> &[RootMove] {
        self.prefix(|root, best| root.dtz == best.dtz)
    }

    /// The moves that keep the result, among which a search can look for the nicest. Choose among the
    /// [`best`](Self::best) instead if the position has occurred before: a player who only keeps a win
    /// can repeat positions.
    ///
    /// When the fifty-move rule decides, these are the best moves only, since one ply could matter.
    #[must_use]
    pub fn keeping_result(&self) -> &[RootMove] {
        match self.result() {
            Some(Wdl::CursedWin | Wdl::BlessedLoss) => self.best(),
            Some(Wdl::Win | Wdl::Draw | Wdl::Loss) | None => {
                self.prefix(|root, best| root.wdl == best.wdl)
            }
        }
    }

    /// The moves up to the first that is not as good as the best.
    fn prefix(&self, is_as_good: impl Fn(&RootMove, &RootMove) -> bool) -> &[RootMove] {
        let count = self.moves.first().map_or(0, |best| {
            self.moves.partition_point(|root| is_as_good(root, best))
        });
        &self.moves[..count]
    }
}
