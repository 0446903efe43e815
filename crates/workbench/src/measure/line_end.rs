//! [`LineEnd`]: the position that the score of a line is about.

use plywood_catalog::{Catalog, Playable};
use plywood_core::diagram::Escaped;
use plywood_eval::{BreakdownRow, Evaluator, Linear as _, Score, Side};
use plywood_report::Columns;
use serde::Serialize;
use std::fmt::Write as _;

/// The position at the end of a line of moves, and an evaluator's score of it, term by term.
///
/// The score of a search is the evaluation of this position, unless its line continues in a table or in quiescence.
///
/// ```
/// use plywood_workbench::LineEnd;
/// use plywood_search::{AlphaBeta, Limits, Strategy};
///
/// let chess = plywood_catalog::Catalog::chess();
/// let position = "6k1/5ppp/8/3q4/8/4N3/5PPP/6K1 w - - 0 1".parse()?;
/// let material = chess.any_evaluator("material")?;
/// let report = AlphaBeta::new(material).search(&position, &Limits::depth(1));
/// let end = LineEnd::new(&chess, &position, &report.line, Some("material"));
/// assert_eq!(end.moves, ["Nxd5"]);
/// assert_eq!(end.evaluation.map(|evaluation| evaluation.score), report.score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LineEnd {
    /// The moves of the line in the game's notation.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: String,
    /// Its evaluation, unless the game is over there or the evaluator is unknown.
    pub evaluation: Option<EndEvaluation>,
    #[serde(skip)]
    picture: Option<String>,
}

/// The evaluation of the last position of a line, from the point of view of the side to move before the line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EndEvaluation {
    /// The evaluator.
    pub evaluator: String,
    /// Its score.
    pub score: Score,
    /// The terms that count and their values in centipawns, which add up to the score; none for an evaluator that isn't a sum of terms.
    pub terms: Vec<(String, f64)>,
}

impl LineEnd {
    /// CSS for the HTML.
    pub(crate) const STYLE: &str = include_str!("line_end.css");

    /// Plays the legal moves of the line, up to the first illegal one, and evaluates the last position with the evaluator of this name.
    #[must_use]
    pub fn new<G: Playable>(
        catalog: &Catalog<G>,
        position: &G,
        line: &[G::Move],
        evaluator: Option<&str>,
    ) -> Self {
        let (mut end, mut moves) = (position.clone(), Vec::new());
        for &mv in line {
            if !end.legal_moves().contains(&mv) {
                break;
            }
            moves.push(end.move_name(mv));
            end = end.after(mv);
        }
        let is_over = end.ending(&end.legal_moves()).is_some();
        let evaluated = evaluator.filter(|_| !is_over);
        let both = [position, &end];
        let evaluation = evaluated.and_then(|name| evaluation(catalog, both, moves.len(), name));
        let picture = end.picture(&[], "PICTURE");
        Self {
            moves,
            position: end.to_string(),
            evaluation,
            picture,
        }
    }

    /// Returns a part of a page that opens to the board and the terms; `id` must differ for each one on a page.
    pub(crate) fn to_html(&self, title: &str, score: Option<&str>, id: &str) -> String {
        let score = score.unwrap_or("–");
        let line = self.moves.join(" ");
        let (title, line) = (Escaped(title), Escaped(&line));
        let mut html = format!(
            "<details class=\"line-end\"><summary>{title} <strong>{}</strong> {line}</summary>",
            Escaped(score)
        );
        if let Some(picture) = &self.picture {
            html += &picture.replace("PICTURE", id);
        }
        let _ = write!(html, "<p><code>{}</code></p>", Escaped(&self.position));
        if let Some(evaluation) = &self.evaluation {
            html += &evaluation.to_html();
        }
        html + "</details>"
    }
}

impl EndEvaluation {
    fn to_html(&self) -> String {
        let terms = self.terms.iter();
        let terms = terms.map(|(name, worth)| (name.as_str(), format!("{:+.2}", worth / 100.0)));
        Columns::new()
            .text(&self.evaluator, |row: &(&str, String)| row.0)
            .number("score", |row| row.1.clone())
            .table(terms.chain([("total", self.score.to_string())]))
            .to_html()
    }
}

fn evaluation<G: Playable>(
    catalog: &Catalog<G>,
    [start, end]: [&G; 2],
    plies: usize,
    name: &str,
) -> Option<EndEvaluation> {
    let sides = [start.side_to_move(0), end.side_to_move(plies)];
    let score = catalog.any_evaluator(name).ok()?.evaluate(end);
    let terms = catalog
        .linear(name)
        .map(|linear| linear.breakdown(end).rows);
    let for_start = |row: BreakdownRow| {
        let [first, second] = row.worth();
        let lead = match sides[0] {
            Side::First => first - second,
            Side::Second => second - first,
        };
        (lead != 0.0).then_some((row.name, lead))
    };
    Some(EndEvaluation {
        evaluator: name.to_owned(),
        score: if sides[0] == sides[1] { score } else { -score },
        terms: terms.into_iter().flatten().filter_map(for_start).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;
    use plywood_search::{AlphaBeta, Limits};

    /// The terms add up to the evaluation, which is the score of a search without quiescence, for either side to move.
    #[test]
    fn the_terms_at_the_end_of_the_line_add_up_to_the_score() {
        let chess = Catalog::chess();
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            for depth in 1..4 {
                let evaluator = chess.any_evaluator("classical").unwrap();
                let report = AlphaBeta::new(evaluator).search(&position, &Limits::depth(depth));
                let end = LineEnd::new(&chess, &position, &report.line, Some("classical"));
                let evaluation = end.evaluation.unwrap();
                assert_eq!(
                    Some(evaluation.score),
                    report.score,
                    "{fen} to depth {depth}"
                );
                let sum: f64 = evaluation.terms.iter().map(|(_, worth)| worth).sum();
                let score = evaluation.score.as_centipawns().unwrap();
                assert!((sum - f64::from(score)).abs() < 1.0, "{sum} and {score}");
            }
        }
    }

    #[test]
    fn a_game_that_is_over_has_no_evaluation() {
        let chess = Catalog::chess();
        let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
        let mate = position.read_move("Ra8#").unwrap();
        let end = LineEnd::new(&chess, &position, &[mate, mate], Some("material"));
        assert_eq!(
            (end.moves.as_slice(), end.evaluation),
            (&["Ra8#".to_owned()][..], None)
        );
    }
}
