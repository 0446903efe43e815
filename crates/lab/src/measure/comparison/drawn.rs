//! The pictures of a comparison with what is said about them: boards with the chosen moves, and the search trees.

use crate::measure::comparison::{Compared, Comparing, Comparison};
use crate::players::player::caught;
use plywood_catalog::{Catalog, Coverage, Playable};
use plywood_console::Failure;
use plywood_core::diagram::Paint;
use plywood_search::{Limits, TreeRecorder};

/// A board with the moves that the strategies chose.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) svg: Option<String>,
    pub(super) choices: Vec<Choice>,
}

/// A move, and the strategies that chose it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) mv: String,
    pub(super) paint: Paint,
    pub(super) strategies: Vec<usize>,
}

/// A drawn tree with its description.
#[derive(Debug, Clone)]
pub(super) struct DrawnTree {
    pub(super) strategy: usize,
    /// The strategies that searched the very same tree, in the same order; only the first is drawn.
    pub(super) same: Vec<usize>,
    pub(super) svg: String,
    pub(super) depth: u32,
    pub(super) visited: usize,
    pub(super) of: usize,
    /// Which pass is drawn, if there are several.
    pub(super) pass: Option<String>,
    /// The number of nodes of all passes.
    pub(super) explored: u64,
    /// The number of nodes below the part that is drawn.
    pub(super) below: u64,
    pub(super) cuts: Vec<String>,
}

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

pub(super) fn boards<G: Playable>(
    catalog: &Catalog<G>,
    comparison: &Comparison,
) -> Result<Vec<Board>, Failure> {
    let count = comparison.summary.strategies().len();
    let first = comparison.first.iter().take(MOST_BOARDS);
    let board = |compared: &Compared| board(catalog, compared, count);
    first.map(board).collect()
}

fn board<G: Playable>(
    catalog: &Catalog<G>,
    compared: &Compared,
    strategies: usize,
) -> Result<Board, Failure> {
    let position = compared.position(catalog)?;
    let mut choices: Vec<Choice> = Vec::new();
    for strategy in 0..strategies {
        let run = compared.deepest(strategy);
        let Some(mv) = run.and_then(|run| run.best_move.as_ref()) else {
            continue;
        };
        let paint = PAINTS[choices.len().min(PAINTS.len() - 1)];
        match choices.iter_mut().find(|choice| choice.mv == *mv) {
            Some(choice) => choice.strategies.push(strategy),
            None => choices.push(Choice {
                mv: mv.clone(),
                paint,
                strategies: vec![strategy],
            }),
        }
    }
    let moves = position.legal_moves();
    let painted = |choice: &Choice| {
        let mv = moves
            .iter()
            .find(|&&mv| position.move_name(mv) == choice.mv)?;
        Some((*mv, choice.paint.to_string()))
    };
    let painted: Vec<_> = choices.iter().filter_map(painted).collect();
    let svg = position.picture(&painted, &format!("position-{}-", compared.number));
    Ok(Board { svg, choices })
}

/// The trees of all strategies on the first position.
pub(super) fn trees<G: Playable>(
    comparing: &Comparing<G>,
    comparison: &Comparison,
    progress: &dyn Fn(&str),
) -> Result<Vec<DrawnTree>, Failure> {
    let Some(first) = comparison.first.first() else {
        return Ok(Vec::new());
    };
    let position: G = first.position(&comparing.catalog)?;
    let depth = drawable(&position, comparing.depth, comparing.most_drawn);
    let mut trees: Vec<DrawnTree> = Vec::new();
    let mut recorded = Vec::new();
    for (strategy, named) in comparing.strategies.iter().enumerate() {
        progress(&format!("{}, its tree", named.name()));
        let mut recorder = TreeRecorder::with_capacity(RECORDED);
        let limits = Limits::depth(depth).with_nodes(RECORDED as u64);
        let mut searching = named.strategy(0);
        let search = || searching.search_observed(&position, &limits, &mut recorder);
        // Its row says that it failed.
        let Ok(report) = caught(search) else {
            continue;
        };
        // Best-first and random strategies do not traverse a tree, so there is none to draw.
        let Some(pass) = recorder.passes().last().filter(|pass| pass.visited() > 1) else {
            continue;
        };
        let same = |(explored, nodes): &(u64, Vec<_>)| {
            (*explored, nodes) == (report.stats.explored, &pass.nodes)
        };
        if let Some(drawn) = recorded.iter().position(same) {
            trees[drawn].same.push(strategy);
            continue;
        }
        recorded.push((report.stats.explored, pass.nodes.clone()));
        let coverage = Coverage::new(&comparing.catalog, &position, pass, comparing.most_drawn);
        let title = format!("The tree of {}", named.name());
        let (visited, of) = coverage.count();
        let count = recorder.count();
        trees.push(DrawnTree {
            strategy,
            same: Vec::new(),
            svg: coverage.picture(&title).inline(),
            depth,
            visited,
            of,
            pass: (count > 1).then(|| format!("pass {count} of {count}")),
            explored: report.stats.explored,
            below: coverage.below(),
            cuts: coverage.explained(),
        });
    }
    Ok(trees)
}

/// The largest number of nodes that is recorded; more than a search to a drawable depth needs, unless quiescence explodes.
const RECORDED: usize = 100_000;

/// The greatest depth, up to this one, at which the whole tree has at most this many nodes.
fn drawable<G: Playable>(position: &G, depth: u32, most: usize) -> u32 {
    let sizes = (1..=depth).map(|depth| (depth, count(position, depth, most)));
    let mut before = 1;
    let fitting = sizes.take_while(|&(_, size)| {
        let is_larger = size > before && size <= most;
        before = size;
        is_larger
    });
    fitting.last().map_or(0, |(depth, _)| depth)
}

/// The number of nodes down to a depth, or some number above `most` if there are more.
fn count<G: Playable>(position: &G, depth: u32, most: usize) -> usize {
    let moves = position.legal_moves();
    let mut nodes = 1;
    if depth == 0 || position.ending(&moves).is_some() {
        return nodes;
    }
    for &mv in moves.iter() {
        if nodes > most {
            break;
        }
        nodes += count(&position.after(mv), depth - 1, most - nodes);
    }
    nodes
}
