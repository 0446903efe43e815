//! An explanation as a page.

use crate::measure::explanation::report::pawns;
use crate::measure::explanation::{Explained, ExplainedTerm, Explanation};
use crate::show::page::Page;
use plywood_core::diagram::Escaped;
use std::fmt::Write as _;

impl Explanation {
    /// The page: for each evaluator a board with colored squares, and the terms of its score as bars.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let lead = format!(
            "{}. {} to move; all scores are from White's point of view.",
            self.fen,
            self.position.side_to_move()
        );
        Page::new("One position, several evaluators")
            .lead(&lead)
            .style(include_str!("page.css"))
            .section("", &self.figures())
    }

    fn figures(&self) -> String {
        let all = self
            .evaluators
            .iter()
            .flat_map(|explained| &explained.terms);
        let most = all.map(|term| (term.white - term.black).abs()).max();
        let mut html = String::from(
            "<p class=\"soft\">The number on a piece is what its side would lose without it, in pawns. A blue square holds a piece \
             that is worth more than the mean of its kind here, an orange one less.</p>\n<div class=\"evaluators\">",
        );
        for (number, explained) in self.evaluators.iter().enumerate() {
            let _ = writeln!(
                html,
                "<figure class=\"panel\"><h3>{} <strong>{}</strong></h3>{}{}</figure>",
                Escaped(&explained.evaluator),
                explained.score,
                self.heat(explained, number, 400),
                terms(explained, most.unwrap_or(0).max(1))
            );
        }
        html + "</div>"
    }
}

/// A table of the terms. A bar shows who leads by a term, and by how much: White to the right, Black to the left.
fn terms(explained: &Explained, most: i32) -> String {
    let mut html = String::from(
        "<table class=\"terms\"><thead><tr><th class=\"text\">term</th><th>White</th><th>Black</th><th>lead</th><th></th></tr></thead><tbody>",
    );
    for term in &explained.terms {
        html += &row(term, most);
    }
    html + "</tbody></table>"
}

fn row(term: &ExplainedTerm, most: i32) -> String {
    let lead = term.white - term.black;
    let width = 50.0 * f64::from(lead.abs()) / f64::from(most);
    let (side, left) = if lead < 0 {
        ("black", 50.0 - width)
    } else {
        ("white", 50.0)
    };
    format!(
        "<tr><td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{}</td>\
         <td class=\"lead\"><i class=\"{side}\" style=\"left:{left:.1}%;width:{width:.1}%\"></i></td></tr>\n",
        Escaped(&term.name),
        pawns(term.white),
        pawns(term.black),
        pawns(lead),
    )
}
