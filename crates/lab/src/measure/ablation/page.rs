//! The result of an ablation as plots.

use crate::measure::ablation::{Ablated, AblatedRow};
use crate::show::page::Page;
use crate::show::plot::{Picture, Row, RowPlot, Unit};

impl Ablated {
    /// All plots side by side in one picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        Picture::beside("What each part is worth", &self.pictures()).standalone()
    }

    /// A page with the plots.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let plots: String = self.pictures().iter().map(Picture::inline).collect();
        Page::new("What each part is worth")
            .lead(&self.caption())
            .section(
                "The search without …",
                &format!("<div class=\"plots\">{plots}</div>"),
            )
    }

    fn pictures(&self) -> Vec<Picture> {
        let nodes = RowPlot::new("Nodes without the part", Unit::Times)
            .note(&format!("to depth {}; the full search is 1", self.depth));
        let time = RowPlot::new("Time without the part", Unit::Times).note(&format!(
            "to depth {}; the full search is 1; median and range of three measurements",
            self.depth
        ));
        let solved = RowPlot::new("Positions solved without the part", Unit::Share)
            .note(&format!("{} for each", self.limits));
        let bars = |plot: RowPlot, of: &dyn Fn(&AblatedRow) -> f64| {
            let add =
                |plot: RowPlot, row: &AblatedRow| plot.row(Row::bar(&row.without, Some(of(row))));
            self.rows.iter().fold(plot, add).picture()
        };
        let mut pictures = vec![
            bars(nodes, &|row| self.ratios(row).0),
            self.times(time),
            bars(solved, &|row| self.solved_share(row)),
        ];
        if self.games > 0 {
            let elo = RowPlot::new("Elo without the part", Unit::Difference).note(&format!(
                "against the full search, {} games each, {} for a move",
                self.games, self.game_limits
            ));
            let estimate = |row: &AblatedRow| match row.elo {
                Some(elo) => Row::estimate(&row.without, elo.value, (elo.low, elo.high)),
                None => Row::bar(&row.without, None),
            };
            let add = |plot: RowPlot, row: &AblatedRow| plot.row(estimate(row));
            pictures.push(self.rows.iter().fold(elo, add).picture());
        }
        pictures
    }

    /// The times as multiples of the full search's, each with the spread of its measurements.
    fn times(&self, plot: RowPlot) -> Picture {
        let whole = self.rows.first().map_or(1.0, |row| row.seconds);
        let add = |plot: RowPlot, row: &AblatedRow| {
            let [low, high] = row.seconds_range.map(|seconds| seconds / whole);
            plot.row(Row::estimate(
                &row.without,
                row.seconds / whole,
                (low, high),
            ))
        };
        self.rows.iter().fold(plot, add).picture()
    }
}
