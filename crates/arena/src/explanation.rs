//! [`ExplainedPosition`]: the scores of several evaluators for one position, term by term and piece by piece.

#[cfg(feature = "journal")]
pub(crate) mod report;

use plywood_catalog::{AnyEvaluator, Catalog, SpecError};
use plywood_core::Position;
use plywood_eval::{Evaluator, PieceWorth, Portrait, Score, evaluators};
use serde::Serialize;

/// The scores of evaluators for a position, from White's point of view.
///
/// ```
/// use plywood_core::Position;
/// use plywood_arena::ExplainedPosition;
///
/// let position: Position = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1".parse()?;
/// let chess = plywood_catalog::Catalog::chess();
/// let explanation = ExplainedPosition::new(&chess, &position, &["material", "classical"])?;
/// assert_eq!(explanation.evaluators[0].score.to_string(), "+2.00");
/// assert_eq!(explanation.evaluators[0].pieces[0].worth, Some(100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct ExplainedPosition {
    /// The position as FEN.
    pub fen: String,
    /// The evaluators, in the requested order.
    pub evaluators: Vec<Explained>,
    #[cfg(feature = "journal")]
    #[serde(skip)]
    position: Position,
}

/// The score of one evaluator.
#[derive(Debug, Clone, Serialize)]
pub struct Explained {
    /// Its name.
    pub evaluator: String,
    /// Its score.
    pub score: Score,
    /// The terms of the score.
    pub terms: Vec<ExplainedTerm>,
    /// The value of each piece but the kings.
    pub pieces: Vec<PieceWorth>,
    /// What it looks at in any position, if that can be drawn.
    #[serde(skip)]
    pub portrait: Option<Portrait>,
}

/// A term of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplainedTerm {
    /// The name of the term.
    pub name: String,
    /// Its value for White, in centipawns.
    pub white: i32,
    /// Its value for Black, in centipawns.
    pub black: i32,
}

impl ExplainedPosition {
    /// Evaluates a position with the evaluators of these names. Those of your own have no terms.
    ///
    /// # Errors
    /// [`SpecError::Evaluator`], which lists the names that are known.
    pub fn new<N: AsRef<str>>(
        catalog: &Catalog<Position>,
        position: &Position,
        names: &[N],
    ) -> Result<Self, SpecError> {
        let explain = |name: &N| -> Result<Explained, SpecError> {
            let name = name.as_ref();
            Ok(explain(name, &catalog.any_evaluator(name)?, position))
        };
        Ok(Self {
            fen: position.fen().to_string(),
            evaluators: names.iter().map(explain).collect::<Result<_, _>>()?,
            #[cfg(feature = "journal")]
            position: position.clone(),
        })
    }
}

fn explain(name: &str, evaluator: &AnyEvaluator<Position>, position: &Position) -> Explained {
    let breakdown = evaluators::breakdown(name, position);
    let rows = breakdown.map_or_else(|_| Vec::new(), |breakdown| breakdown.rows);
    let terms = rows.into_iter().map(|row| {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a cast from f64 stops at the ends of i32"
        )]
        let [white, black] = row.worth().map(|worth| worth.round() as i32);
        let name = row.name;
        ExplainedTerm { name, white, black }
    });
    Explained {
        evaluator: name.to_owned(),
        score: (evaluator.evaluate(position)).for_white(position.side_to_move()),
        terms: terms.collect(),
        pieces: PieceWorth::of_all(evaluator, position),
        portrait: evaluator.portrait(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(position: &Position, evaluator: &str) -> ExplainedPosition {
        ExplainedPosition::new(&Catalog::chess(), position, &[evaluator]).unwrap()
    }

    #[test]
    fn a_piece_is_worth_what_its_side_loses_without_it() {
        let position: Position = "4k3/8/8/3r4/8/8/PP6/1N2K2R b K - 0 1".parse().unwrap();
        let explanation = explained(&position, "swift");
        let worth: Vec<_> = explanation.evaluators[0]
            .pieces
            .iter()
            .map(|piece| (piece.square.to_string(), piece.worth, piece.lead))
            .collect();
        let expected = [
            ("b1", 300),
            ("h1", 500),
            ("a2", 100),
            ("b2", 100),
            ("d5", 500),
        ]
        .map(|(square, worth)| (square.to_owned(), Some(worth), Some(0)));
        assert_eq!(worth, expected);
    }

    #[test]
    fn a_piece_whose_removal_is_illegal_has_no_value() {
        // Without the bishop Black's king would be in check with White to move.
        let position: Position = "4k3/4b3/8/8/8/8/8/4RK2 w - - 0 1".parse().unwrap();
        let explanation = explained(&position, "material");
        let worths: Vec<_> = explanation.evaluators[0]
            .pieces
            .iter()
            .map(|piece| piece.worth)
            .collect();
        assert_eq!(worths, [Some(500), None]);
    }
}
