//! The pictures of a comparison with what is said about them: boards with the chosen moves, and the search trees.

use crate::measure::comparison::{Compared, Comparing, ComparisonResults};
use crate::numbers::{real, share};
use plywood_catalog::{Catalog, Coverage, Playable};
use plywood_console::Failure;
use plywood_core::diagram::{Escaped, Paint};
use plywood_report::plot::Unit;
use plywood_search::{Fault, Limits, RecordedNode, TreeRecorder};
use std::fmt::Write as _;

/// Colors that color-blind readers can distinguish on a wooden board; the last one is for all further moves.
const PAINTS: [Paint; 6] = [
    Paint::new(0x1F, 0x62, 0xB8).with_opacity(85),
    Paint::new(0xD5, 0x4B, 0x00).with_opacity(85),
    Paint::new(0x00, 0x79, 0x5A).with_opacity(85),
    Paint::new(0x9D, 0x3B, 0x86).with_opacity(85),
    Paint::new(0xE3, 0xB5, 0x05).with_opacity(85),
    Paint::new(0x5C, 0x5C, 0x66).with_opacity(85),
];

/// More boards would fill the page.
const MOST_BOARDS: usize = 60;

/// The first positions with the moves that the strategies chose, as HTML.
pub(super) fn boards<G: Playable>(
    catalog: &Catalog<G>,
    comparison: &ComparisonResults,
) -> Result<String, Failure> {
    let names = comparison.summary.strategies();
    let first = comparison.first.iter().take(MOST_BOARDS);
    let boards = first.map(|compared| board(catalog, compared, names));
    let boards = boards.collect::<Result<String, Failure>>()?;
    let more = comparison.left_out(MOST_BOARDS);
    Ok(format!("<div class=\"boards\">{boards}</div>{more}"))
}

fn board<G: Playable>(
    catalog: &Catalog<G>,
    compared: &Compared,
    names: &[String],
) -> Result<String, Failure> {
    let position = compared.position(catalog)?;
    // Each chosen move with the strategies that chose it.
    let mut choices: Vec<(&str, Vec<&str>)> = Vec::new();
    for (strategy, name) in names.iter().enumerate() {
        let run = compared.deepest(strategy);
        let Some(mv) = run.and_then(|run| run.best_move.as_deref()) else {
            continue;
        };
        match choices.iter_mut().find(|choice| choice.0 == mv) {
            Some((_, names)) => names.push(name),
            None => choices.push((mv, vec![name])),
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
    Ok(format!(
        "<figure class=\"panel\">{svg}<figcaption><code>{name}</code><dl class=\"choices\">{html}</dl></figcaption></figure>"
    ))
}

/// A drawn tree.
struct Drawn<'a, M> {
    strategy: &'a str,
    /// The strategies that searched the very same tree, in the same order; only the first is drawn.
    same: Vec<&'a str>,
    explored: u64,
    nodes: Vec<RecordedNode<M>>,
    /// The description, the picture and the cut-offs.
    html: String,
}

/// The trees of all strategies on the first position, as HTML; of strategies that do not search depth first there is none.
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
        let mut searching = named.strategy(0);
        let search = || searching.search_observed(&position, &limits, &mut recorder);
        // Its row says that it failed.
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
                "; drawn is pass {count} of {count}, all passes explored {} nodes",
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

/// A tree with what is said about it.
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
