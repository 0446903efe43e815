//! The evaluators of published programs, composed of this crate's parts.

use crate::chess::endings::WithEndings;
use crate::chess::material::{Material, PieceValues};
use crate::chess::mobility::Mobility;
use crate::weighted::Weighted;
use plywood_core::Position;

/// The evaluator of BlogChess: material at 1, 3, 3, 5 and 9 pawns, 0.05 pawns for each legal move, mate and stalemate.
///
/// ```
/// use plywood_eval::{Evaluator, presets};
/// use plywood_core::Position;
///
/// let position: Position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// let blogchess = presets::blogchess();
/// assert_eq!(blogchess.evaluate(&position).to_string(), "0.00");
/// assert_eq!(blogchess.inner().breakdown(&position).rows[1].counts, [29, 29]);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn blogchess() -> WithEndings<Weighted<Position>> {
    WithEndings::new(
        Weighted::new()
            .with("material", Material::new(PieceValues::BLOGCHESS))
            .with("mobility", Mobility::pawns_per_move(0.05)),
    )
}

/// The evaluator of the Swift program: material at 1, 3, 3.25, 5 and 9 pawns and nothing else, not even mate.
#[must_use]
pub const fn swift() -> Material {
    Material::new(PieceValues::SWIFT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;
    use crate::score::Score;
    use plywood_core::Move;

    /// The simplest search: the best move, its value, and how many leaves were evaluated.
    fn negamax(
        position: &Position,
        depth: u32,
        evaluator: &impl Evaluator<Position>,
    ) -> (Option<Move>, Score, u64) {
        let moves = position.legal_moves();
        if depth == 0 || moves.is_empty() {
            return (None, evaluator.evaluate(position), 1);
        }
        let mut best = (None, Score::LOWEST);
        let mut leaves = 0;
        for &mv in &moves {
            let (_, reply, visited) = negamax(&position.play_unchecked(mv), depth - 1, evaluator);
            leaves += visited;
            if -reply > best.1 {
                best = (Some(mv), -reply);
            }
        }
        (best.0, best.1, leaves)
    }

    fn best(
        position: &str,
        depth: u32,
        evaluator: &impl Evaluator<Position>,
    ) -> (String, Score, u64) {
        let (mv, score, leaves) = negamax(&position.parse().unwrap(), depth, evaluator);
        (mv.unwrap().to_string(), score, leaves)
    }

    #[test]
    fn blogchess_finds_the_fork_three_plies_deep() {
        let fork = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";
        let (mv, score, _) = best(fork, 1, &blogchess());
        assert_eq!((mv.as_str(), score), ("b5d6", Score::centipawns(-415)));
        let (mv, score, leaves) = best(fork, 3, &blogchess());
        assert_eq!(
            (mv.as_str(), score, leaves),
            ("b5c7", Score::centipawns(430), 10_762)
        );
    }

    #[test]
    fn swift_takes_the_pawn_on_g6() {
        let post = "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1";
        let (mv, score, _) = best(post, 3, &swift());
        assert_eq!((mv.as_str(), score), ("f7g6", Score::centipawns(525)));
    }
}
