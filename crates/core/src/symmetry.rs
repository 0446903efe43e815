//! Positions with the colors exchanged, and mirrored positions.

use crate::castling::CastlingRights;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;

impl Setup {
    /// Returns the setup with the colors exchanged and the board upside down.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self {
            board: self.board.flip_colors(),
            side_to_move: !self.side_to_move,
            castling: CastlingRights::from_rooks(self.castling.all_rooks().flip()),
            en_passant: self.en_passant.map(Square::flip),
            ..*self
        }
    }
}

impl Position {
    /// Returns the position with the colors exchanged and the board upside down. A fair evaluator gives both
    /// the same score from the point of view of the side to move.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self::from_legal(&self.setup().flip_colors())
    }

    /// Returns the position mirrored left to right: file a becomes file h. `None` if there are castling
    /// rights, because castling is not symmetric.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// // 8 . . . . k . . .
    /// // 7 . . . . . . . .
    /// // 6 . . . . . . . .
    /// // 5 . . . . . . . .
    /// // 4 . . . . . . . .
    /// // 3 . . . . . . . .
    /// // 2 . . . . P . . .
    /// // 1 . . . . K . . .
    /// //   a b c d e f g h
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// let mirrored = position.mirror().map(|position| position.fen().to_string());
    /// assert_eq!(mirrored.as_deref(), Some("3k4/8/8/8/8/8/3P4/3K4 w - - 0 1"));
    /// assert_eq!(Position::START.mirror(), None);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn mirror(&self) -> Option<Self> {
        let setup = self.setup();
        let en_passant = setup.en_passant.map(Square::mirror);
        setup.castling.is_empty().then(|| {
            Self::from_legal(&Setup {
                board: setup.board.mirror(),
                en_passant,
                ..setup
            })
        })
    }
}
