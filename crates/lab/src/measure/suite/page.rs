//! The result of a suite as an HTML page: the marks, and every miss with its board.

use crate::measure::suite::{Marks, Miss, Sheet};
use crate::numbers::{real, share};
use crate::show::page::Page;
use crate::show::plot::{Row, RowPlot, Unit};
use plywood_core::Position;
use plywood_core::diagram::{Arrow, Escaped, Paint};
use plywood_notation::san;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The colors of the moves, distinct for color-blind readers on a wooden board.
const WANTED: Paint = Paint::new(0x00, 0x79, 0x5A).with_opacity(85);
const PLAYED: Paint = Paint::new(0xD5, 0x4B, 0x00).with_opacity(85);

impl Marks {
    /// The page.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let count = self.positions;
        let lead = format!("{count} positions, {} for each.", self.limits);
        let heading = format!("Missed by one or more: {} of {count}", self.missed);
        let mut figures: String = (0..)
            .zip(&self.misses)
            .map(|(number, miss)| self.figure(number, miss))
            .collect();
        let left_out = self.missed - self.misses.len();
        if left_out > 0 {
            let _ = write!(figures, "<p class=\"soft\">… and {left_out} more</p>");
        }
        Page::new("Test positions, and who solves them")
            .lead(&lead)
            .style(include_str!("page.css"))
            .section(
                "Solved",
                &format!("<div class=\"plots\">{}</div>", self.plots()),
            )
            .section(
                &heading,
                &format!("{LEGEND}<div class=\"misses\">{figures}</div>"),
            )
    }

    fn plots(&self) -> String {
        let count = self.positions as u64;
        let solved = RowPlot::new("Solved", Unit::Share).note("of all positions");
        let nodes = RowPlot::new("Nodes", Unit::Count).note("for each position, on average");
        let rows = |plot: RowPlot, of: &dyn Fn(&Sheet) -> f64| {
            let add =
                |plot: RowPlot, sheet: &Sheet| plot.row(Row::bar(&sheet.strategy, Some(of(sheet))));
            self.sheets.iter().fold(plot, add).picture().inline()
        };
        rows(solved, &|sheet| share(sheet.solved as u64, count))
            + &rows(nodes, &|sheet| real(sheet.nodes) / real(count.max(1)))
    }
}

const LEGEND: &str = "<p class=\"soft\">A green arrow is the expected move, an orange one a move that was played.</p>";

impl Marks {
    fn figure(&self, number: usize, miss: &Miss) -> String {
        let mut played: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (solver, mv, _) in &miss.played {
            let mv = mv.as_deref().unwrap_or("no move");
            let name = self.sheets[*solver].strategy.as_str();
            played.entry(mv).or_default().push(name);
        }
        let mut html = format!("<figure class=\"panel\"><h3>{}</h3>", Escaped(&miss.name));
        if let Ok(position) = miss.fen.parse::<Position>() {
            let arrow = |text: &str, paint| {
                let mv = san::parse(&position, text).ok()?;
                Some(Arrow::from(mv).paint(paint))
            };
            let avoided = miss.wanted.contains("not ");
            let wanted = miss.wanted.split([' ', ',']).filter(|_| !avoided);
            let wanted = wanted.filter_map(|text| arrow(text, WANTED));
            let played = played.keys().filter_map(|text| arrow(text, PLAYED));
            let arrows: Vec<Arrow> = wanted.chain(played).collect();
            let id = format!("miss-{number}-");
            html += &position
                .to_svg()
                .size(300)
                .id_prefix(&id)
                .arrows(&arrows)
                .to_string();
        }
        let _ = write!(
            html,
            "<p>expected <b class=\"good\">{}</b></p>",
            Escaped(&miss.wanted)
        );
        for (mv, strategies) in &played {
            let names = strategies.join(", ");
            let _ = write!(
                html,
                "<p><b class=\"bad\">{}</b> by {}</p>",
                Escaped(mv),
                Escaped(&names)
            );
        }
        let _ = writeln!(html, "<code>{}</code></figure>", Escaped(&miss.fen));
        html
    }
}
