//! The marks of a suite as tables and as a page with every miss on its board.

use crate::measure::suite::{Answer, MOST_MISSES, Marks, Sheet, Solved, fault_texts};
use crate::show::{Results, document};
use plywood_arena::numbers::{real, share};
use plywood_core::Position;
use plywood_core::diagram::{Arrow, Escaped, Paint};
use plywood_notation::san;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns, Document, Table, counted};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The answer of a solver to a position.
type Answered<'a> = (&'a Solved, &'a Sheet, &'a Answer);

impl Results for Marks {
    type Item = Solved;

    fn count(&mut self, solved: &Solved) {
        self.positions += 1;
        self.most_points += u64::from(solved.most_points);
        for (sheet, answer) in self.sheets.iter_mut().zip(&solved.answers) {
            sheet.count(answer);
        }
        if solved.misses().next().is_some() {
            self.missed += 1;
            if self.misses.len() < MOST_MISSES {
                self.misses.push(solved.clone());
            }
        }
    }

    fn document(&self) -> Document {
        let caption = format!(
            "{}, {} for each",
            counted(self.positions, "position"),
            self.limits
        );
        let heading = format!(
            "Missed by one or more: {} of {}",
            self.missed, self.positions
        );
        let figures = (0..).zip(&self.misses);
        let figures: String = figures
            .map(|(number, miss)| self.figure(number, miss))
            .collect();
        let more = match self.missed - self.misses.len() {
            0 => String::new(),
            more => format!("<p class=\"soft\">… and {more} more</p>"),
        };
        let document = document(TITLE)
            .lead(&format!("{caption}."))
            .style(include_str!("page.css"))
            .table(&caption, self.columns().table(&self.sheets))
            .note("to solution: the mean time after which solutions were found for good.")
            .plots("Solved", self.pictures())
            .section(
                &heading,
                &format!("{LEGEND}<div class=\"misses\">{figures}{more}</div>"),
            );
        if self.has_misses {
            self.with_tables_of_misses(document)
        } else {
            document
        }
    }

    fn data(&self) -> impl Serialize {
        self
    }

    fn list(&self) -> Option<(Value, &'static str)> {
        Some((json!({}), "results"))
    }

    fn rows(&self, all: &[Solved]) -> Option<Table> {
        let answers = all.iter().flat_map(|solved| {
            let answers = self.sheets.iter().zip(&solved.answers);
            answers.map(move |(sheet, answer)| (solved, sheet, answer))
        });
        Some(answer_columns().table(answers))
    }

    fn failures(&self) -> Vec<String> {
        let sheets = self.sheets.iter();
        sheets
            .flat_map(|sheet| fault_texts(&sheet.strategy, &sheet.faults))
            .collect()
    }
}

impl Marks {
    fn columns(&self) -> Columns<'_, &Sheet> {
        let all = self.positions;
        let columns = Columns::new()
            .text("strategy", |sheet: &&Sheet| &sheet.strategy)
            .number("solved", move |sheet| format!("{} of {all}", sheet.solved))
            .number("share", |sheet| {
                Cell::measured(Unit::Share, self.solved_share(sheet), 4)
            })
            .number("nodes", |sheet| sheet.nodes)
            .number("time", |sheet| seconds(sheet.seconds))
            .number("to solution", |sheet| {
                sheet.seconds_to_solution.map(seconds)
            });
        match self.most_points {
            0 => columns,
            most => columns.number("points", move |sheet| format!("{} of {most}", sheet.points)),
        }
    }

    fn solved_share(&self, sheet: &Sheet) -> f64 {
        share(sheet.solved as u64, self.positions as u64)
    }

    /// Returns a table of the positions that a solver missed, for each solver.
    fn with_tables_of_misses(&self, document: Document) -> Document {
        let columns = Columns::new()
            .text("position", |row: &(&Solved, &Answer)| &row.0.name)
            .text("wanted", |row| &row.1.wanted)
            .text("played", |row| row.1.played.as_ref())
            .number("depth", |row| row.1.depth);
        let sheets = self.sheets.iter().enumerate();
        sheets.fold(document, |document, (solver, sheet)| {
            let rows = self.misses.iter().filter_map(|miss| {
                let answer = &miss.answers[solver];
                (!answer.is_solved).then_some((miss, answer))
            });
            let rows: Vec<_> = rows.collect();
            let left_out = self.positions - sheet.solved - rows.len();
            let caption = format!("missed by {}", sheet.strategy);
            let document = document.table(&caption, columns.table(rows));
            match left_out {
                0 => document,
                more => document.note(&format!(
                    "… and {more} more, which are in the comma-separated values"
                )),
            }
        })
    }

    fn pictures(&self) -> Vec<Picture> {
        let count = real(self.positions.max(1) as u64);
        let solved = RowPlot::new("Solved", Unit::Share).note("of all positions");
        let nodes = RowPlot::new("Nodes", Unit::Count).note("for each position, on average");
        let rows = |plot: RowPlot, of: &dyn Fn(&Sheet) -> f64| {
            let bar = |sheet: &Sheet| Row::bar(&sheet.strategy, Some(of(sheet)));
            plot.rows(self.sheets.iter().map(bar)).picture()
        };
        vec![
            rows(solved, &|sheet| self.solved_share(sheet)),
            rows(nodes, &|sheet| real(sheet.nodes) / count),
        ]
    }

    fn figure(&self, number: usize, miss: &Solved) -> String {
        let mut played: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut wanted = "";
        for (solver, answer) in miss.misses() {
            wanted = &answer.wanted;
            let mv = answer.played.as_deref().unwrap_or("no move");
            let name = self.sheets[solver].strategy.as_str();
            played.entry(mv).or_default().push(name);
        }
        let mut html = format!("<figure class=\"panel\"><h3>{}</h3>", Escaped(&miss.name));
        if let Ok(position) = miss.fen.parse::<Position>() {
            let arrow = |text: &str, paint| {
                let mv = san::parse(&position, text).ok()?;
                Some(Arrow::from(mv).paint(paint))
            };
            let avoided = wanted.contains("not ");
            let wanted = wanted.split([' ', ',']).filter(|_| !avoided);
            let wanted = wanted.filter_map(|text| arrow(text, WANTED));
            let played = played.keys().filter_map(|text| arrow(text, PLAYED));
            let arrows: Vec<Arrow> = wanted.chain(played).collect();
            let svg = position.to_svg().size(300);
            html += &svg
                .id_prefix(&format!("miss-{number}-"))
                .arrows(&arrows)
                .to_string();
        }
        let wanted = Escaped(wanted);
        let _ = write!(html, "<p>expected <b class=\"good\">{wanted}</b></p>");
        for (mv, strategies) in &played {
            let (mv, names) = (Escaped(mv), strategies.join(", "));
            let _ = write!(
                html,
                "<p><b class=\"bad\">{mv}</b> by {}</p>",
                Escaped(&names)
            );
        }
        let _ = writeln!(html, "<code>{}</code></figure>", Escaped(&miss.fen));
        html
    }
}

fn answer_columns<'a>() -> Columns<'a, Answered<'a>> {
    Columns::new()
        .data("position", |row: &Answered<'a>| &row.0.name)
        .data("strategy", |row| &row.1.strategy)
        .data("wanted", |row| &row.2.wanted)
        .data("played", |row| row.2.played.as_ref())
        .data("solved", |row| row.2.is_solved)
        .data("points", |row| row.2.points)
        .data("depth", |row| row.2.depth)
        .data("nodes", |row| row.2.nodes)
        .data("seconds", |row| seconds(row.2.seconds))
        .data("seconds_to_solution", |row| {
            row.2.seconds_to_solution.map(seconds)
        })
        .data("fault", |row| row.2.fault.as_ref())
}

fn seconds(time: f64) -> Cell {
    Cell::measured(Unit::Seconds, time, 6)
}

const TITLE: &str = "Test positions, and who solves them";

const LEGEND: &str = "<p class=\"soft\">A green arrow is the expected move, an orange one a move that was played.</p>";

/// The colors of the moves, distinct for color-blind readers on a wooden board.
const WANTED: Paint = Paint::new(0x00, 0x79, 0x5A).with_opacity(85);
const PLAYED: Paint = Paint::new(0xD5, 0x4B, 0x00).with_opacity(85);
