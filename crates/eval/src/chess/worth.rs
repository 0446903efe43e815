//! [`PieceWorth`]: the value of each piece on its square to an evaluator, found by scoring the position without it.

use crate::evaluator::Evaluator;
use crate::score::Score;
use plywood_core::{Bitboard, CastlingRights, Color, Piece, PieceKind, Position, Square};
use std::fmt::Write as _;

/// The value of a piece on its square.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PieceWorth {
    /// Its square.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// The centipawns its side would lose without it; `None` if the position would then be illegal.
    pub worth: Option<i32>,
    /// The difference from the mean of all pieces of its kind on the board.
    pub lead: Option<i32>,
}

impl PieceWorth {
    /// Returns the value of each piece except the kings. It explains any evaluator, including one without terms.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_eval::{Material, PieceWorth};
    ///
    /// let position: Position = "4k3/8/8/3r4/8/8/P7/4K3 b - - 0 1".parse()?;
    /// let worth = PieceWorth::of_all(&Material::default(), &position);
    /// assert_eq!(
    ///     worth.iter().map(|piece| piece.worth).collect::<Vec<_>>(),
    ///     [Some(100), Some(500)]
    /// );
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn of_all(evaluator: &impl Evaluator<Position>, position: &Position) -> Vec<Self> {
        let whole = for_white(evaluator, position);
        let men = position
            .board()
            .iter()
            .filter(|(_, piece)| piece.kind != PieceKind::King);
        let worth = men.map(|(square, piece)| {
            let rest = without(position, square).map(|rest| for_white(evaluator, &rest));
            let lost = rest.and_then(|rest| whole.minus(rest).as_centipawns());
            let worth = lost.map(|lost| match piece.color {
                Color::White => lost,
                Color::Black => -lost,
            });
            Self {
                square,
                piece,
                worth,
                lead: None,
            }
        });
        let mut pieces: Vec<Self> = worth.collect();
        let means = PieceKind::ALL.map(|kind| mean(&pieces, kind));
        for piece in &mut pieces {
            let mean = means[piece.piece.kind as usize];
            piece.lead = piece.worth.zip(mean).map(|(worth, mean)| worth - mean);
        }
        pieces
    }

    /// Returns a board as text, with the value of each piece in pawns.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_eval::{Material, PieceWorth};
    ///
    /// let position: Position = "4k3/8/8/3r4/8/8/P7/4K3 b - - 0 1".parse()?;
    /// let board = PieceWorth::board(&PieceWorth::of_all(&Material::default(), &position));
    /// assert!(
    ///     board.contains("5      .      .      . r 5.00      .      .      .      .\n")
    /// );
    /// assert!(
    ///     board.contains("2 P 1.00      .      .      .      .      .      .      .\n")
    /// );
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn board(pieces: &[Self]) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let _ = write!(text, "{}", rank + 1);
            for file in 0..8 {
                let here = |piece: &&Self| piece.square as usize == 8 * rank + file;
                let cell = match pieces.iter().find(here) {
                    Some(Self { piece, worth, .. }) => {
                        let pawns = worth.map_or_else(|| "?".to_owned(), in_pawns);
                        format!("{} {pawns}", piece.letter())
                    }
                    None => ".".to_owned(),
                };
                let _ = write!(text, " {cell:>6}");
            }
            text.push('\n');
        }
        text.push(' ');
        for file in 'a'..='h' {
            let _ = write!(text, " {file:>6}");
        }
        text.push('\n');
        text
    }
}

fn in_pawns(centipawns: i32) -> String {
    format!("{:.2}", f64::from(centipawns) / 100.0)
}

fn for_white(evaluator: &impl Evaluator<Position>, position: &Position) -> Score {
    let score = evaluator.evaluate(position);
    score.for_white(position.side_to_move())
}

fn mean(pieces: &[PieceWorth], kind: PieceKind) -> Option<i32> {
    let same = pieces.iter().filter(|piece| piece.piece.kind == kind);
    let worths: Vec<i32> = same.filter_map(|piece| piece.worth).collect();
    let count = i32::try_from(worths.len()).ok()?;
    worths.iter().sum::<i32>().checked_div(count)
}

/// Returns the position without a piece, if it is legal.
fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = position.setup();
    setup.board.take(square);
    setup.en_passant = None;
    let rooks = setup.castling.all_rooks() & !Bitboard::from(square);
    setup.castling = CastlingRights::from_rooks(rooks);
    Position::new(&setup).ok()
}
