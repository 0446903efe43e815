//! Positions seen from the other side, and in a mirror.

use crate::castling::CastlingRights;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;

impl Setup {
    /// The same setup with the colors exchanged and the board seen from the other side.
    ///
    /// ```
    /// use plywood_core::{Color, Setup};
    ///
    /// let flipped = Setup::START.flip_colors();
    /// assert_eq!(flipped.side_to_move, Color::Black);
    /// assert_eq!(flipped.board, Setup::START.board);
    /// ```
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
    /// The same position with the colors exchanged and the board seen from the other side.
    /// Whoever judges both must judge them alike.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.flip_colors().fen().as_str(), "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self::from_legal(&self.setup().flip_colors())
    }

    /// The position in a mirror: file a becomes file h. `None` while somebody may castle, since
    /// the two ways to castle are no mirror images.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
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
