//! The pictures of a comparison with their captions: boards with the chosen moves.

use crate::measure::comparison::{Compared, Comparing, ComparisonResults};
use crate::read_error::PositionError;
use plywood_catalog::{Contender, Playable};
use plywood_core::diagram::{Escaped, Paint};
use plywood_search::ComparisonRow;
use std::fmt::Write as _;

/// Colors that color-blind readers can distinguish on a wooden board; the last one serves all further moves.
const PAINTS: [Paint; 6] = [
    Paint::new(0x1F, 0x62, 0xB8).with_opacity(85),
    Paint::new(0xD5, 0x4B, 0x00).with_opacity(85),
    Paint::new(0x00, 0x79, 0x5A).with_opacity(85),
    Paint::new(0x9D, 0x3B, 0x86).with_opacity(85),
    Paint::new(0xE3, 0xB5, 0x05).with_opacity(85),
    Paint::new(0x5C, 0x5C, 0x66).with_opacity(85),
];

/// The most boards on a page.
const MOST_BOARDS: usize = 60;

/// Returns the first positions with the moves that the strategies chose, as HTML.
pub(super) fn boards<G: Playable>(
    comparing: &Comparing<G>,
    comparison: &ComparisonResults,
) -> Result<String, PositionError> {
    let first = comparison.first.iter().take(MOST_BOARDS);
    let boards = first.map(|compared| board(comparing, compared));
    let boards = boards.collect::<Result<String, PositionError>>()?;
    let more = comparison.left_out(MOST_BOARDS);
    Ok(format!("<div class=\"boards\">{boards}</div>{more}"))
}

fn board<G: Playable>(
    comparing: &Comparing<G>,
    compared: &Compared,
) -> Result<String, PositionError> {
    let catalog = &comparing.catalog;
    let position: G = compared.position(catalog)?;
    // Each chosen move with the strategies that chose it, and the lines with which they did.
    let mut choices: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut lines: Vec<(&ComparisonRow, &Contender<G>)> = Vec::new();
    for (strategy, contender) in comparing.strategies.iter().enumerate() {
        let Some(run) = compared.deepest(strategy) else {
            continue;
        };
        let Some(mv) = run.best_move.as_deref() else {
            continue;
        };
        match choices.iter_mut().find(|choice| choice.0 == mv) {
            Some((_, names)) => names.push(contender.name()),
            None => choices.push((mv, vec![contender.name()])),
        }
        let is_known = |(other, _): &(&ComparisonRow, _)| {
            (&other.line, &other.score) == (&run.line, &run.score)
        };
        if !lines.iter().any(is_known) {
            lines.push((run, contender));
        }
    }
    let moves = position.legal_moves();
    let (mut painted, mut html) = (Vec::new(), String::new());
    for (number, (mv, names)) in choices.into_iter().enumerate() {
        let paint = PAINTS[number.min(PAINTS.len() - 1)].to_string();
        let mv = Escaped(mv);
        let names = names.into_iter().map(Escaped);
        let names = names.map(|name| format!("<span data-name=\"{name}\">{name}</span> "));
        let names: String = names.collect();
        let _ = write!(
            html,
            "<dt><span class=\"swatch\" style=\"--color:{paint}\"></span>{mv}</dt><dd>{names}</dd>"
        );
        let is_chosen = |other: &&G::Move| position.move_name(**other) == mv.0;
        painted.extend(moves.iter().find(is_chosen).map(|mv| (*mv, paint)));
    }
    let svg = position.picture(&painted, &format!("position-{}-", compared.number));
    let (svg, name) = (svg.unwrap_or_default(), Escaped(&compared.name));
    let lines = lines.into_iter().map(|(run, contender)| {
        let score = run.score_text.as_deref().unwrap_or("–");
        let line = run.line.join(" ");
        let (name, score, line) = (Escaped(contender.name()), Escaped(score), Escaped(&line));
        format!("<p class=\"line\">{name} <strong>{score}</strong> {line}</p>")
    });
    let lines: String = lines.collect();
    Ok(format!(
        "<figure class=\"panel\">{svg}<figcaption><code>{name}</code><dl class=\"choices\">{html}</dl>{lines}</figcaption></figure>"
    ))
}
