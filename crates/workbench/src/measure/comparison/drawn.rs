//! The pictures of a comparison with their captions: boards with the chosen moves, and the search trees.

use crate::measure::comparison::{Compared, Comparing, ComparisonResults};
use crate::measure::line_end::LineEnd;
use plywood_arena::numbers::{real, share};
use plywood_catalog::{Contender, Coverage, Playable};
use plywood_console::Failure;
use plywood_core::diagram::{Escaped, Paint};
use plywood_report::plot::Unit;
use plywood_search::{ComparisonRow, Fault, Limits, RecordedNode, TreeRecorder};
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
) -> Result<String, Failure> {
    let first = comparison.first.iter().take(MOST_BOARDS);
    let boards = first.map(|compared| board(comparing, compared));
    let boards = boards.collect::<Result<String, Failure>>()?;
    let more = comparison.left_out(MOST_BOARDS);
    Ok(format!("<div class=\"boards\">{boards}</div>{more}"))
}

fn board<G: Playable>(comparing: &Comparing<G>, compared: &Compared) -> Result<String, Failure> {
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
    let ends = lines.into_iter().map(|(run, contender)| {
        let moves = moves_named(&position, &run.line);
        let evaluator = contender.evaluates_with();
        let end = LineEnd::new(catalog, &position, &moves, evaluator.as_deref());
        let id = format!("line-{}-{}-", compared.number, run.number);
        end.to_html(contender.name(), run.score_text.as_deref(), &id)
    });
    let ends: String = ends.collect();
    Ok(format!(
        "<figure class=\"panel\">{svg}<figcaption><code>{name}</code><dl class=\"choices\">{html}</dl>{ends}</figcaption></figure>"
    ))
}

/// Returns the moves of a line that is kept as text.
fn moves_named<G: Playable>(position: &G, line: &[String]) -> Vec<G::Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for name in line {
        let Ok(mv) = position.read_move(name) else {
            break;
        };
        moves.push(mv);
        position = position.after(mv);
    }
    moves
}

/// A drawn tree.
struct Drawn<'a, M> {
    strategy: &'a str,
    /// The strategies that searched exactly the same tree, in the same order; only the first is drawn.
    same: Vec<&'a str>,
    explored: u64,
    nodes: Vec<RecordedNode<M>>,
    /// The description, the picture and the cutoffs.
    html: String,
}

/// Returns the trees of all strategies on the first position, as HTML; there is none for a strategy that does not search depth first.
pub(super) fn trees<G: Playable>(
    comparing: &Comparing<G>,
    comparison: &ComparisonResults,
) -> Result<String, Failure> {
    let Some(first) = comparison.first.first() else {
        return Ok(String::new());
    };
    let position: G = first.position(&comparing.catalog)?;
    let depth = Coverage::drawable_depth(&position, comparing.depth, comparing.most_drawn);
    let mut trees: Vec<Drawn<'_, G::Move>> = Vec::new();
    for named in &comparing.strategies {
        let mut recorder = TreeRecorder::new(RECORDED).kept(RECORDED);
        let limits = Limits::depth(depth).with_nodes(RECORDED as u64);
        let unlimited = named.clone().with_limits(Limits::default());
        let mut searching = unlimited.strategy(0);
        let search = || searching.search_observed(&position, &limits, &mut recorder);
        // Its row shows that it failed.
        let Ok(report) = Fault::caught(search) else {
            continue;
        };
        let Some(pass) = recorder.passes().last().filter(|pass| pass.visited() > 1) else {
            continue;
        };
        let explored = report.stats.nodes;
        let mut drawn = trees.iter_mut();
        let same = drawn.find(|drawn| drawn.explored == explored && drawn.nodes == pass.nodes);
        if let Some(drawn) = same {
            drawn.same.push(named.name());
            continue;
        }
        let coverage = Coverage::new(&comparing.catalog, &position, pass, comparing.most_drawn);
        let passes = match recorder.count() {
            1 => String::new(),
            count => format!(
                "; drawn is pass {count} of {count}, all passes searched {} nodes",
                short(explored)
            ),
        };
        trees.push(Drawn {
            strategy: named.name(),
            same: Vec::new(),
            explored,
            nodes: pass.nodes.clone(),
            html: described(&coverage, named.name(), depth, &passes),
        });
    }
    if trees.is_empty() {
        return Ok(String::new());
    }
    let figures: String = trees.iter().map(Drawn::figure).collect();
    Ok(format!("{LEGEND}<div class=\"trees\">{figures}</div>"))
}

const LEGEND: &str = "<p class=\"soft\">Grey: all moves of the first position, down to a depth that can be drawn. Blue: what each \
    strategy visited. A red ring is a node at which the remaining moves were cut off; point at it for the move and the window that \
    caused the cut-off. Green nodes were answered by the table. All scores are from the point of view of the side to move at the \
    root.</p>\n";

fn short(nodes: u64) -> String {
    Unit::Count.text(real(nodes))
}

/// Returns a tree with its caption.
fn described(coverage: &Coverage, strategy: &str, depth: u32, passes: &str) -> String {
    let below = match coverage.below() {
        0 => String::new(),
        below => format!(", and {} more that are not drawn", short(below)),
    };
    let cuts = coverage.explained();
    let item = |cut: &String| format!("<li>{}</li>", Escaped(cut));
    let items: String = cuts.iter().map(item).collect();
    let cuts = match cuts.len() {
        0 => String::new(),
        cuts => format!("<details><summary>Cuts: {cuts}</summary><ol>{items}</ol></details>"),
    };
    let (visited, of) = coverage.count();
    let share = Unit::Share.text(share(visited as u64, of as u64));
    let picture = coverage.picture(&format!("The tree of {strategy}"));
    format!(
        "<p class=\"soft\">depth {depth}: {visited} of {of} nodes ({share}){below}{passes}</p>{}{cuts}",
        picture.inline()
    )
}

impl<M> Drawn<'_, M> {
    fn figure(&self) -> String {
        let (name, html) = (Escaped(self.strategy), &self.html);
        let same = match self.same.join(", ") {
            names if names.is_empty() => String::new(),
            names => format!(
                "<p class=\"soft\">The very same tree: {}.</p>",
                Escaped(&names)
            ),
        };
        format!(
            "<figure class=\"panel\" data-name=\"{name}\"><h3>{name}</h3>{html}{same}</figure>\n"
        )
    }
}

/// The largest number of nodes that is recorded; more than a search to a drawable depth needs, unless quiescence explodes.
const RECORDED: usize = 100_000;
