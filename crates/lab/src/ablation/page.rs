//! What an ablation found, as plots.

use crate::ablation::Ablated;
use crate::page::Page;
use crate::plot::{Picture, Row, RowPlot, Unit};

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
            .note(&format!("to depth {}, the whole is 1", self.depth));
        let time = RowPlot::new("Time without the part", Unit::Times)
            .note(&format!("to depth {}, the whole is 1", self.depth));
        let solved = RowPlot::new("Positions solved without the part", Unit::Share)
            .note(&format!("{} for each", self.effort));
        let parts = || self.rows.iter().skip(1);
        let nodes = parts().fold(nodes, |plot, row| {
            plot.row(Row::bar(&row.without, Some(self.ratios(row).0)))
        });
        let time = parts().fold(time, |plot, row| {
            plot.row(Row::bar(&row.without, Some(self.ratios(row).1)))
        });
        let solved = self.rows.iter().fold(solved, |plot, row| {
            plot.row(Row::bar(&row.without, Some(self.solved_share(row))))
        });
        let mut pictures = vec![nodes.picture(), time.picture(), solved.picture()];
        if self.games > 0 {
            let elo = RowPlot::new("Elo without the part", Unit::Difference)
                .note(&format!("against the whole, {} games each", self.games));
            let rows = parts().filter_map(|row| Some((row, row.elo?)));
            let elo = rows.fold(elo, |plot, (row, elo)| {
                plot.row(Row::estimate(&row.without, elo.value, (elo.low, elo.high)))
            });
            pictures.push(elo.picture());
        }
        pictures
    }
}
