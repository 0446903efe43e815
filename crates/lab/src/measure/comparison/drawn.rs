//! The pictures of a comparison with what is said about them: boards with the chosen moves, and the search trees.

use crate::measure::comparison::{Compared, Comparing, Comparison};
use crate::players::player::caught;
use crate::show::tree::coverage::{Coverage, FullTree};
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use plywood_core::diagram::Paint;
use plywood_search::{Limits, PassRecorder, RecordedNode};

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
    /// What was searched, to find those.
    recorded: Vec<RecordedNode>,
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
            .find(|&&mv| catalog.written(&position, mv) == choice.mv)?;
        Some((*mv, choice.paint.to_string()))
    };
    let painted: Vec<_> = choices.iter().filter_map(painted).collect();
    let svg = catalog.picture(
        &position,
        &painted,
        &format!("position-{}-", compared.number),
    );
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
    let whole = FullTree::deepest(
        &comparing.catalog,
        &position,
        comparing.depth,
        comparing.most_drawn,
    );
    let mut trees: Vec<DrawnTree> = Vec::new();
    for (strategy, named) in comparing.strategies.iter().enumerate() {
        progress(&format!("{}, its tree", named.name()));
        let mut recorder = PassRecorder::with_capacity(RECORDED).score_text(G::score_text);
        let limits = Limits::depth(whole.depth).with_nodes(RECORDED as u64);
        let mut searching = named.strategy(0);
        let search = || searching.search_observed(&position, &limits, &mut recorder);
        // Its row says that it failed.
        let Ok(report) = caught(search) else {
            continue;
        };
        // Best-first and random strategies do not traverse a tree, so there is none to draw.
        let Some(pass) = recorder.last().filter(|pass| pass.visited() > 1) else {
            continue;
        };
        let recorded = pass.tree.nodes();
        if let Some(drawn) = trees
            .iter_mut()
            .find(|drawn| drawn.explored == report.stats.explored && drawn.recorded == recorded)
        {
            drawn.same.push(strategy);
            continue;
        }
        let visited = Coverage::new(&whole, &pass.tree, G::score_text);
        let explain = |cut| visited.explain(cut);
        let title = format!("The tree of {}", named.name());
        let several = recorder.count() > 1;
        trees.push(DrawnTree {
            strategy,
            same: Vec::new(),
            recorded: recorded.to_vec(),
            svg: visited.picture(&title).inline(),
            depth: whole.depth,
            visited: visited.count(),
            of: whole.nodes.len(),
            pass: several.then(|| recorder.label(pass)),
            explored: report.stats.explored,
            below: visited.below(),
            cuts: visited.cuts().iter().map(explain).collect(),
        });
    }
    Ok(trees)
}

/// The largest number of nodes that is recorded; more than a search to a drawable depth needs, unless quiescence explodes.
const RECORDED: usize = 100_000;
