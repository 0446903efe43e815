//! The result of a suite as an HTML page: the marks, and every miss with its board.

use crate::measure::suite::{Answer, Marks, Sheet};
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

/// A position that some strategy missed.
struct Miss<'a> {
    name: &'a str,
    fen: &'a str,
    wanted: &'a str,
    /// The strategies by the move they played.
    played: BTreeMap<&'a str, Vec<&'a str>>,
}

impl Marks {
    /// The page.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let count = self.tasks.len();
        let lead = format!("{count} positions, {} for each.", self.limits);
        let misses = self.missed();
        let heading = format!("Missed by one or more: {} of {count}", misses.len());
        let figures: String = (0..)
            .zip(&misses)
            .map(|(number, miss)| figure(number, miss))
            .collect();
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
        let count = self.tasks.len() as u64;
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

    fn missed(&self) -> Vec<Miss<'_>> {
        let miss = |number: usize| -> Option<Miss<'_>> {
            let (name, fen) = (self.tasks[number].as_str(), self.positions[number].as_str());
            let answers = self
                .sheets
                .iter()
                .map(|sheet| (sheet, &sheet.answers[number]));
            let missed = answers.filter(|(_, answer)| !answer.is_solved);
            let missed: Vec<(&Sheet, &Answer)> = missed.collect();
            let (_, first) = missed.first()?;
            let mut played: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (sheet, answer) in &missed {
                let mv = answer.played.as_deref().unwrap_or("no move");
                played.entry(mv).or_default().push(&sheet.strategy);
            }
            let wanted = first.wanted.as_str();
            Some(Miss {
                name,
                fen,
                wanted,
                played,
            })
        };
        (0..self.tasks.len()).filter_map(miss).collect()
    }
}

const LEGEND: &str = "<p class=\"soft\">A green arrow is the expected move, an orange one a move that was played.</p>";

fn figure(number: usize, miss: &Miss<'_>) -> String {
    let mut html = format!("<figure class=\"panel\"><h3>{}</h3>", Escaped(miss.name));
    if let Ok(position) = miss.fen.parse::<Position>() {
        let arrow = |text: &str, paint| {
            let mv = san::parse(&position, text).ok()?;
            Some(Arrow::from(mv).paint(paint))
        };
        let avoided = miss.wanted.contains("not ");
        let wanted = miss.wanted.split([' ', ',']).filter(|_| !avoided);
        let wanted = wanted.filter_map(|text| arrow(text, WANTED));
        let played = miss.played.keys().filter_map(|text| arrow(text, PLAYED));
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
        Escaped(miss.wanted)
    );
    for (mv, strategies) in &miss.played {
        let names = strategies.join(", ");
        let _ = write!(
            html,
            "<p><b class=\"bad\">{}</b> by {}</p>",
            Escaped(mv),
            Escaped(&names)
        );
    }
    let _ = writeln!(html, "<code>{}</code></figure>", Escaped(miss.fen));
    html
}
