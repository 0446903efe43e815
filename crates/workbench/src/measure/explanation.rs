//! An explanation as tables, as boards colored by the value of each piece, and as a page.

use crate::show::{Results, document};
use plywood_analysis::{Explained, ExplainedPosition, ExplainedTerm};
use plywood_core::Color;
use plywood_core::diagram::{Coordinates, Escaped, Mark, Paint};
use plywood_eval::{PieceWorth, Portrait, Score};
use plywood_report::plot::Picture;
use plywood_report::{Cell, Columns, Document, Table};
use serde::Serialize;
use std::fmt::Write as _;

/// The colors for better and worse than the mean of its kind, distinct for color-blind readers.
const BETTER: Paint = Paint::new(0x1F, 0x62, 0xB8);
const WORSE: Paint = Paint::new(0xD5, 0x4B, 0x00);
/// The smallest difference that gets the full color, so that tiny differences don't look important.
const LEAST_FULL: i32 = 60;
const THICKEST: i32 = 85;

/// Squares without color, so that the values are easy to see.
const LIGHT: Paint = Paint::new(0xF4, 0xF4, 0xF2);
const DARK: Paint = Paint::new(0xD3, 0xD5, 0xD8);

const BOARD: u32 = 400;
const UNDER_TITLE: f64 = 28.0;

/// A term of a score, or the total.
type Part<'a> = Option<&'a ExplainedTerm>;

impl Results for ExplainedPosition {
    type Item = Explained;

    fn count(&mut self, explained: &Explained) {
        self.evaluators.push(explained.clone());
    }

    fn data(&self) -> impl Serialize {
        self
    }

    fn document(&self) -> Document {
        let board = self.position.board().to_text().figurines().to_string();
        let document = document("One position, several evaluators")
            .lead(&format!("{}. {}.", self.fen, view(self)))
            .style(include_str!("explanation/page.css"))
            .block(&board)
            .note(&format!("{}.", view(self)))
            .table("", scores(&self.evaluators))
            .values(terms(self))
            .section("", &figures(self));
        let each = self.evaluators.iter().enumerate();
        each.fold(document, |document, (number, explained)| {
            let parts = parts(explained);
            let terms = explained.terms.iter().map(Some).chain([None]);
            let document = document.table("", parts.table(terms));
            let document = document.picture(picture(self, explained, number));
            let Some(portrait) = &explained.portrait else {
                return document;
            };
            let title = format!("What {} looks at", explained.evaluator);
            document.section(&title, &shown(portrait))
        })
    }
}

/// Returns the terms of all scores, as comma-separated values.
fn terms(explanation: &ExplainedPosition) -> Table {
    let terms = explanation.evaluators.iter().flat_map(|explained| {
        let terms = explained.terms.iter();
        terms.map(move |term| (&explained.evaluator, term))
    });
    Columns::new()
        .data("evaluator", |row: &(&String, &ExplainedTerm)| row.0)
        .data("term", |row| &row.1.name)
        .data("white", |row| row.1.white.to_string())
        .data("black", |row| row.1.black.to_string())
        .table(terms)
}

/// Returns the side to move, and the point of view of the scores.
fn view(explanation: &ExplainedPosition) -> String {
    let side = explanation.position.side_to_move();
    format!("{side} to move; all scores are from White's point of view")
}

/// Returns the board of one evaluator under its name.
fn picture(explanation: &ExplainedPosition, explained: &Explained, number: usize) -> Picture {
    let title = format!("{} {}", explained.evaluator, explained.score);
    let heat = heat(explanation, explained, number, BOARD);
    let (name, size) = (Escaped(&title), f64::from(BOARD));
    let body = format!(
        "<text class=\"title\" y=\"17\">{name}</text><g fill=\"#000\" transform=\"translate(0 {UNDER_TITLE})\">{heat}</g>"
    );
    Picture::new(size, size + UNDER_TITLE, &title, body)
}

/// Returns the board of one evaluator.
fn heat(
    explanation: &ExplainedPosition,
    explained: &Explained,
    number: usize,
    size: u32,
) -> String {
    let leads = explained.pieces.iter().filter_map(|piece| piece.lead);
    let most = leads.map(i32::abs).max().unwrap_or(0).max(LEAST_FULL);
    let marks: Vec<Mark> = explained
        .pieces
        .iter()
        .filter_map(|piece| mark(piece, most))
        .collect();
    let title = format!("What each piece is worth to {}", explained.evaluator);
    let id = format!("heat-{number}-");
    let board = explanation
        .position
        .to_svg()
        .size(800)
        .squares(LIGHT, DARK)
        .coordinates(Coordinates::Inside)
        .marks(&marks)
        .title(&title)
        .id_prefix(&id);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 800 800\">\n{board}\
         <g font-family=\"sans-serif\" font-size=\"22\" font-weight=\"bold\" text-anchor=\"end\" paint-order=\"stroke\" stroke-width=\"5\" stroke-linejoin=\"round\">\n"
    );
    for piece in &explained.pieces {
        write_worth(&mut svg, piece);
    }
    svg + "</g></svg>\n"
}

fn figures(explanation: &ExplainedPosition) -> String {
    let terms = explanation
        .evaluators
        .iter()
        .flat_map(|explained| &explained.terms);
    let most = terms
        .map(|term| term.lead().abs())
        .max()
        .unwrap_or(0)
        .max(1);
    let mut html = String::from(
        "<p class=\"soft\">The number on a piece is what its side would lose without it, in pawns. A blue square holds a piece \
         that is worth more than the mean of its kind here, an orange one less.</p>\n<div class=\"evaluators\">",
    );
    for (number, explained) in explanation.evaluators.iter().enumerate() {
        let (name, score) = (Escaped(&explained.evaluator), explained.score);
        let bar =
            move |term: &Part<'_>| term.map(|term| Cell::default().with_html(bar(term, most)));
        let columns = parts(explained).text("", bar).for_pages();
        let terms = columns.table(explained.terms.iter().map(Some)).to_html();
        let heat = heat(explanation, explained, number, BOARD);
        let _ = writeln!(
            html,
            "<figure class=\"panel\"><h3>{name} <strong>{score}</strong></h3>{heat}<div class=\"terms\">{terms}</div></figure>"
        );
    }
    html + "</div>"
}
fn scores(evaluators: &[Explained]) -> Table {
    Columns::new()
        .text("evaluator", |explained: &&Explained| &explained.evaluator)
        .number("score", |explained| explained.score.to_string())
        .table(evaluators)
}

/// Returns the terms of a score, and the total.
fn parts(explained: &Explained) -> Columns<'_, Part<'_>> {
    let of = |value: fn(&ExplainedTerm) -> i32| {
        move |term: &Part<'_>| term.map_or_else(String::new, |term| pawns(value(term)))
    };
    Columns::new()
        .text(&explained.evaluator, |term: &Part<'_>| {
            term.map_or("total", |term| term.name.as_str())
        })
        .number("White", of(|term| term.white))
        .number("Black", of(|term| term.black))
        .number("lead", |term| {
            term.map_or_else(|| explained.score.to_string(), |term| pawns(term.lead()))
        })
}

/// Returns the picture of an evaluator's terms, as a part of a page.
#[must_use]
pub fn shown(Portrait { svg, caption }: &Portrait) -> String {
    format!("<p class=\"soft\">{}</p>{svg}", Escaped(caption))
}

/// Centipawns as pawns.
fn pawns(centipawns: i32) -> String {
    Score::centipawns(centipawns).to_string()
}

/// Returns the side that leads by a term, and by how much: White to the right, Black to the left.
fn bar(term: &ExplainedTerm, most: i32) -> String {
    let lead = term.lead();
    let width = 50.0 * f64::from(lead.abs()) / f64::from(most);
    let (side, left) = if lead < 0 {
        ("black", 50.0 - width)
    } else {
        ("white", 50.0)
    };
    format!("<i class=\"{side}\" style=\"left:{left:.1}%;width:{width:.1}%\"></i>")
}

fn mark(piece: &PieceWorth, most: i32) -> Option<Mark> {
    let lead = piece.lead.filter(|lead| *lead != 0)?;
    let paint = if lead > 0 { BETTER } else { WORSE };
    let thickness = u8::try_from(THICKEST * lead.abs() / most).unwrap_or(100);
    Some(Mark::new(piece.square).paint(paint.with_opacity(thickness)))
}

/// Writes the number in the upper right corner of the square.
fn write_worth(svg: &mut String, piece: &PieceWorth) {
    let (column, row) = (piece.square.file() as u32, 7 - piece.square.rank() as u32);
    let (fill, stroke) = match piece.piece.color {
        Color::White => ("#1d1d1f", "#ffffff"),
        Color::Black => ("#ffffff", "#1d1d1f"),
    };
    let worth = piece.worth.map_or_else(
        || "?".to_owned(),
        |worth| format!("{:.1}", f64::from(worth) / 100.0),
    );
    let _ = writeln!(
        svg,
        r#"<text x="{}" y="{}" fill="{fill}" stroke="{stroke}">{worth}</text>"#,
        column * 100 + 95,
        row * 100 + 24
    );
}
