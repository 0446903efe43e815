//! Positions as other trainers read them: text, comma-separated values, and bulletformat.

use crate::data::ScoredMove;
use crate::inputs::bits;
use plywood_core::{Color, PieceKind, Position, Square};

impl ScoredMove<Position> {
    /// White's score in centipawns, and White's points.
    fn for_white(&self) -> (i16, f32) {
        let score = self.score.packed();
        match self.position.side_to_move() {
            Color::White => (score, self.points),
            Color::Black => (-score, 1.0 - self.points),
        }
    }

    /// `FEN | score | result`, for White, with the result as 1.0, 0.5 or 0.0.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_net::data::ScoredMove;
    /// use plywood_search::Score;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse()?;
    /// let mv = position.legal_moves()[0];
    /// let scored = ScoredMove { position, mv, score: Score::centipawns(-90), points: 0.0 };
    /// assert_eq!(scored.to_text(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 90 | 1.0");
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let (score, points) = self.for_white();
        format!("{} | {score} | {points:.1}", self.position)
    }

    /// The columns of [`to_csv`](Self::to_csv).
    pub const CSV_COLUMNS: &'static str = "fen,move,score,result";

    /// The same as comma-separated values, with the move that was played.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let (score, points) = self.for_white();
        format!("{},{},{score},{points:.1}", self.position, self.mv)
    }

    /// The 32 bytes of bulletformat: the board as the side to move sees it, its score, and twice its points. Castling and clocks
    /// are lost.
    #[must_use]
    pub fn to_bullet(&self) -> [u8; 32] {
        let side = self.position.side_to_move();
        // What Black sees is the board upside down with the colors exchanged.
        let seen = match side {
            Color::White => self.position.clone(),
            Color::Black => self.position.flip_colors(),
        };
        let mut bytes = [0; 32];
        let occupied = seen.board().occupied().0;
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        for (place, square) in bits(occupied).take(32).enumerate() {
            let piece = Square::ALL
                .get(square)
                .and_then(|square| seen.board().piece_at(*square));
            let code = piece.map_or(0, |piece| piece.kind as u8 | (piece.color as u8) << 3);
            bytes[8 + place / 2] |= code << (4 * (place % 2));
        }
        bytes[24..26].copy_from_slice(&self.score.packed().to_le_bytes());
        bytes[26] = (2.0 * self.points).round() as u8;
        let king = |color| {
            seen.board()
                .pieces(color, PieceKind::King)
                .0
                .trailing_zeros() as u8
        };
        bytes[27] = king(Color::White);
        // The other king as its own side sees it.
        bytes[28] = king(Color::Black) ^ 56;
        bytes
    }
}
