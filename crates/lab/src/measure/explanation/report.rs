//! An explanation as tables for the terminal.

use crate::measure::explanation::{Explained, Explanation};
use crate::show::terminal;
use plywood_eval::Score;

impl Explanation {
    /// The board, the scores, and the terms of each score.
    #[must_use]
    pub fn to_table(&self) -> String {
        let board = self.position.board().to_text().figurines();
        let side = self.position.side_to_move();
        let scores = self.evaluators.iter();
        let scores =
            scores.map(|explained| vec![explained.evaluator.clone(), explained.score.to_string()]);
        let scores = terminal::table(&["evaluator", "score"], 1, scores.collect());
        let parts: String = self.evaluators.iter().map(parts).collect();
        format!(
            "{board}\n{side} to move; all scores are from White's point of view.\n\n{scores}{parts}"
        )
    }
}

fn parts(explained: &Explained) -> String {
    let rows = explained.terms.iter().map(|term| {
        let [white, black, lead] = [term.white, term.black, term.white - term.black].map(pawns);
        vec![term.name.clone(), white, black, lead]
    });
    let total = vec![
        "total".to_owned(),
        String::new(),
        String::new(),
        explained.score.to_string(),
    ];
    let rows = rows.chain([total]).collect();
    let headings = [explained.evaluator.as_str(), "White", "Black", "lead"];
    format!("\n{}", terminal::table(&headings, 1, rows))
}

/// Centipawns as pawns.
pub(super) fn pawns(centipawns: i32) -> String {
    Score::centipawns(centipawns).to_string()
}
