//! [`ExplainedPosition`]: the scores of several evaluators for one position, term by term and piece by piece.

use plywood_catalog::{Catalog, EvaluatorSpec, Playable, SpecError};
use plywood_core::Position;
use plywood_eval::{BreakdownRow, Evaluator, Linear as _, PieceWorth, Portrait, Score};
use serde::Serialize;

/// The scores of evaluators for a position, from White's point of view.
///
/// ```
/// use plywood_core::Position;
/// use plywood_analysis::ExplainedPosition;
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
    /// The position.
    #[serde(skip)]
    pub position: Position,
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
    /// The value of each piece except the kings.
    pub pieces: Vec<PieceWorth>,
    /// A picture of the evaluator's terms, if there is one.
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

impl ExplainedTerm {
    /// Returns the terms of an evaluator of any game if it is a sum of weighted counts. They add up to the score, which is the first side's.
    #[must_use]
    pub fn of<G: Playable>(
        catalog: &Catalog<G>,
        name: &str,
        position: &G,
        score: Score,
    ) -> Vec<Self> {
        let linear = catalog.linear(name).ok();
        let themes = linear.map(|linear| linear.themes(position).rows);
        rounded(&themes.unwrap_or_default(), score)
    }

    /// Returns the centipawns by which White leads; negative if Black does.
    #[must_use]
    pub const fn lead(&self) -> i32 {
        self.white - self.black
    }
}

impl ExplainedPosition {
    /// Evaluates a position with the evaluators of these names. Those that are sums of weighted counts have terms, yours too.
    ///
    /// # Errors
    /// [`SpecError::Evaluator`], which lists the known names.
    pub fn new<N: AsRef<str>>(
        catalog: &Catalog<Position>,
        position: &Position,
        names: &[N],
    ) -> Result<Self, SpecError> {
        let explain = |name: &N| -> Result<Explained, SpecError> {
            explain(catalog, &name.as_ref().parse()?, position)
        };
        Ok(Self {
            fen: position.fen().to_string(),
            evaluators: names.iter().map(explain).collect::<Result<_, _>>()?,
            position: position.clone(),
        })
    }
}

fn explain(
    catalog: &Catalog<Position>,
    spec: &EvaluatorSpec,
    position: &Position,
) -> Result<Explained, SpecError> {
    let evaluator = catalog.evaluator_of(spec)?;
    let score = (evaluator.evaluate(position)).for_white(position.side_to_move());
    let name = spec.to_string();
    Ok(Explained {
        score,
        terms: ExplainedTerm::of(catalog, &name, position, score),
        evaluator: name,
        pieces: PieceWorth::of_all(&evaluator, position),
        portrait: evaluator.portrait(),
    })
}

/// Rounds the terms to centipawns. An evaluator may round its terms, too, and its score only once: what is lost or gained is given back in
/// steps of at most a centipawn, so that the terms add up to the score.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast from f64 stops at the ends of i32"
)]
fn rounded(rows: &[BreakdownRow], score: Score) -> Vec<ExplainedTerm> {
    let leads = rows.iter().map(lead).filter(|lead| *lead != 0.0);
    let (count, sum) = leads.fold((0.0, 0.0), |(count, sum), lead| (count + 1.0, sum + lead));
    let missing = f64::from(score.as_centipawns().unwrap_or_default()) - sum;
    // More can't come from rounding.
    let mut missing = if missing.abs() <= count { missing } else { 0.0 };
    let term = |row: &BreakdownRow| {
        let [mut white, mut black] = row.worth().map(f64::round);
        if lead(row) != 0.0 {
            let rounded = (lead(row) + missing.clamp(-1.0, 1.0)).round();
            missing -= rounded - lead(row);
            // The other side may have nothing of this kind.
            if white.abs() < black.abs() {
                black = white - rounded;
            } else {
                white = black + rounded;
            }
        }
        ExplainedTerm {
            name: row.name.clone(),
            white: white as i32,
            black: black as i32,
        }
    };
    rows.iter().map(term).collect()
}

fn lead(row: &BreakdownRow) -> f64 {
    let [white, black] = row.worth();
    white - black
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
    fn rounded_terms_add_up_to_the_score() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
            "8/8/8/1k6/8/8/1p6/1K1Q4 b - - 0 1",
        ];
        for (fen, name) in fens
            .iter()
            .flat_map(|fen| ["material", "classical"].map(|name| (fen, name)))
        {
            let explanation = explained(&fen.parse().unwrap(), name);
            let Explained { score, terms, .. } = &explanation.evaluators[0];
            let sum: i32 = terms.iter().map(|term| term.white - term.black).sum();
            assert_eq!(Some(sum), score.as_centipawns(), "{name} in {fen}");
        }
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
